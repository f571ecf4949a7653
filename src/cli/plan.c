/* cfglint --target 70% FILE: finds settings that use a share of the GPU, and writes them. */
#include "report/plan.h"
#include "base/parallel.h"
#include "cli/output.h"
#include "cli/results.h"
#include "cli/sweep.h"
#include "cli/training.h"
#include "cli/values.h"
#include "cli/verify.h"
#include "plan/search.h"
#include "report/text.h"

#include <math.h>
#include <stdlib.h>

static bool read_keep(struct run *r, unsigned *out)
{
    static const struct {
        const char *name;
        unsigned bit;
    } names[] = {{"batch", KEEP_BATCH}, {"precision", KEEP_PRECISION},
        {"checkpointing", KEEP_CHECKPOINTING}, {"accumulation", KEEP_ACCUMULATION}};
    str text = args_value(&r->args, OPTION_KEEP, STR(""));
    while (text.n > 0) {
        size_t comma = str_find(text, STR(","), 0);
        str word = str_trim(comma == SIZE_MAX ? text : str_slice(text, 0, comma));
        text = comma == SIZE_MAX ? STR("") : str_slice(text, comma + 1, text.n);
        size_t i = 0;
        while (i < 4 && !str_is(word, names[i].name)) {
            i++;
        }
        if (i == 4) {
            run_usage(r, "--keep: '%.*s' is none of batch, precision, checkpointing, accumulation",
                STR_ARG(word));
            return false;
        }
        *out |= names[i].bit;
    }
    return true;
}

static bool read_recipe(struct run *r, struct plan_options *o)
{
    int64_t most;
    if (!values_lr_rule(r, &o->recipe.rule) || !values_growth(r, &o->recipe.growth) ||
        !values_prefer(r, &o->prefer) || !values_count(r, OPTION_MAX_BATCH, &most) ||
        !values_precision(r, &o->asked_precision)) {
        return false;
    }
    if (args_has(&r->args, OPTION_FIT)) {
        if (args_has(&r->args, OPTION_PREFER)) {
            run_usage(r, "--fit and --prefer: give one of them");
            return false;
        }
        o->prefer = PREFER_FIT;
        o->brief = true;
    }
    o->most_batch = most;
    o->recipe.gpus_from = args_has(&r->args, OPTION_GPUS) ? run_source(r, OPTION_GPUS) : STR("");
    return true;
}

/* The scheme to show besides: --batch, --precision. */
static bool read_asked(struct run *r, struct plan_options *o, int64_t first)
{
    if (first > 0) {
        run_usage(r, "--batch: a plan takes one number; `cfglint estimate` prints a range");
        return false;
    }
    if (o->asked_precision.n > 0 && o->estimate.batch == 0) {
        run_usage(r, "--precision: name the scheme's --batch, too");
        return false;
    }
    o->asked_batch = o->estimate.batch;
    o->estimate.batch = 0;
    return true;
}

const struct lint *plan_lint(struct run *r)
{
    struct lint *lint = lint_new(r, r->library, &(struct lint_selection){0}, r->diags);
    lint->tries_nothing = true; /* a scheme is taken or left */
    return lint;
}

bool plan_read_options(struct run *r, const struct gpu *gpu, struct plan_options *o)
{
    int64_t first;
    *o = (struct plan_options){0};
    if (!read_keep(r, &o->keep) || !read_recipe(r, o) || !training_measured(r, &o->measured) ||
        !training_options(r, gpu, &o->estimate, &first) || !read_asked(r, o, first)) {
        return false;
    }
    o->estimate.threads = parallel_processors();
    o->gpu_bytes = gpu->bytes;
    o->partial = args_has(&r->args, OPTION_MEASURED) || args_has(&r->args, OPTION_LOG) ||
                 args_has(&r->args, OPTION_FORCE);
    return true;
}

static bool read_options(struct run *r, struct gpu *gpu, struct plan_options *o)
{
    double target;
    if (!run_gpu(r, gpu) || !values_target(r, gpu->bytes, &target) ||
        !plan_read_options(r, gpu, o)) {
        return false;
    }
    o->target = target;
    o->lint = plan_lint(r);
    return true;
}

/* The report goes to the standard error output, since the new text goes to the standard output;
 * as JSON it holds the new text. */
static void print_plan(struct run *r, const struct plan *p, const struct gpu *gpu, str rewritten)
{
    struct buf b = buf_make(r);
    if (values_as(r, "json")) {
        plan_json(&b, r->arena, p, gpu->label, rewritten);
        run_print(r, &b);
        return;
    }
    plan_text(&b, p, gpu->label,
        text_wants_color(r->err, args_value(&r->args, OPTION_COLOR, STR("auto"))));
    run_note(r, &b);
}

/* Is enough known of the model for the prediction to be acted on? */
static bool is_known_enough(
    struct run *r, const struct config *c, const struct plan *p, const struct plan_options *o)
{
    if (p->coverage >= 1 || o->partial) {
        return true;
    }
    struct diag *d = diags_add(r->diags, "PLN004", SEVERITY_ERROR, (struct loc){c->source, {0, 0}},
        "%.0f %% of the model's types are not described, so the prediction is only a lower bound",
        100 * (1 - p->coverage));
    diag_help(r->diags, d,
        "`cfglint estimate` lists them; give what nvidia-smi shows for this config by "
        "--measured, or --force");
    return false;
}

static bool fits(struct run *r, const struct config *c, const struct plan *p)
{
    if (p->chosen != SIZE_MAX) {
        return true;
    }
    const struct scheme *least = &p->schemes.items[0];
    VEC_EACH (struct scheme, s, &p->schemes) {
        bool can_be = !s->is_wrong && !s->is_impossible;
        least = can_be && s->used.expected < least->used.expected ? s : least;
    }
    struct diag *d = diags_add(r->diags, "PLN003", SEVERITY_ERROR, (struct loc){c->source, {0, 0}},
        "nothing that can be set here uses less than %.2f GiB of the GPU: %.*s, batch %lld%s%s%.*s "
        "takes %.2f to %.2f GiB",
        (double)p->target_bytes / (1 << 30), STR_ARG(least->precision), (long long)least->batch,
        least->checkpointing ? ", checkpointing" : "", least->repairs.n ? ", " : "",
        STR_ARG(least->repairs), (double)least->used.low / (1 << 30),
        (double)least->used.high / (1 << 30));
    double share = (double)p->target_bytes / (double)p->gpu_bytes;
    double needs = (double)least->used.expected / share;
    needs = needs > (double)least->used.high ? needs : (double)least->used.high;
    diag_help(r->diags, d, "a GPU with %.0f GiB would do; %s", ceil(needs / (1 << 30)),
        p->prefer != PREFER_FIT
            ? "`--fit` also tries to share states among GPUs, to freeze and to use smaller images"
        : least->used.expected <= p->target_bytes
            ? "`cfglint facts` counts in your data what the highest figure assumes"
            : "`cfglint estimate` shows which module holds what");
    return false;
}

bool plan_find(struct run *r, str path, struct planned *out)
{
    struct plan_options o;
    *out = (struct planned){0};
    struct config *c = path.n && output_lock(r) ? run_resolve(r, path) : NULL;
    struct rewrite_options where = {0};
    if (!c || c->failed || !verify_is_possible(r) || !read_options(r, &out->gpu, &o) ||
        !output_options(r, c, &where)) {
        return false;
    }
    where.along = true;
    struct settings *s =
        where.variant.n ? run_settings_of_heir(r, c, r->diags) : run_settings(r, c, r->diags);
    if (s) {
        where.consumed = settings_read_keys(s);
        where.follows = settings_get(s, "workers")->path;
        measured_without_search(&o.measured, s);
    }
    struct plan *p = out->plan = s ? plan_search(r, r->arena, s, &o, r->diags) : NULL;
    if (!p) {
        return false;
    }
    out->good = is_known_enough(r, c, p, &o) && fits(r, c, p);
    if (out->good) {
        p->changes = changes_derived(r->loader, r->arena, s, p->changes, &where);
        out->written = rewrite(r->loader, r->arena, c, p->changes->list.items, p->changes->list.n,
            &where, &out->rewritten, r->diags);
    }
    return true;
}

static enum exit_status plan_one_config(struct run *r)
{
    str path = run_one_path(r);
    struct planned x;
    if (!values_no_table(r) || !plan_find(r, path, &x)) {
        return EXIT_USAGE;
    }
    struct rewritten *w = &x.rewritten;
    print_plan(r, x.plan, &x.gpu, w->text);
    if (!x.good) {
        return EXIT_FINDINGS;
    }
    bool prints_json = values_as(r, "json") && w->source && !args_has(&r->args, OPTION_IN_PLACE);
    bool done = x.written && (prints_json || output_rewritten(r, w));
    if (done && args_has(&r->args, OPTION_VERIFY)) {
        done = verify_write(r, args_value(&r->args, OPTION_OUTPUT, path), x.plan);
    }
    return done ? EXIT_CLEAN : EXIT_USAGE;
}

enum exit_status command_plan(struct run *r)
{
    return sweep_is_meant(r) ? sweep(r) : plan_one_config(r);
}
