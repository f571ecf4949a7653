#include "cli/sweep.h"

#include "cli/many.h"
#include "cli/output.h"
#include "cli/values.h"
#include "plan/rewrite.h"
#include "report/sweep.h"
#include "text/path.h"

#include <glob.h>
#include <stdlib.h>

struct card {
    str name;
    struct gpu gpu;
};

struct sweeping {
    struct run *run;
    VEC(struct card) cards;
    struct amounts targets;
    struct plan_options options; /* of each plan, but for card and target */
    str pattern;                 /* of -o; empty: nothing is written */
    struct table rows;
    size_t n_refused;
};

/* What is to be written for a row. */
struct planned {
    struct sweep_row row;
    str text;
};

struct planned_list {
    VEC(struct planned) list;
};

/* --- what is asked for --- */

static bool has_comma(struct run *r, enum option o)
{
    return str_find(args_value(&r->args, o, STR("")), STR(","), 0) != SIZE_MAX;
}

static bool has_wildcard(str path)
{
    return str_find(path, STR("*"), 0) != SIZE_MAX || str_find(path, STR("?"), 0) != SIZE_MAX ||
           str_find(path, STR("["), 0) != SIZE_MAX;
}

bool sweep_is_meant(struct run *r)
{
    str format = args_value(&r->args, OPTION_FORMAT, STR(""));
    str pattern = args_value(&r->args, OPTION_OUTPUT, STR(""));
    bool many = r->args.paths.n > 1 || has_comma(r, OPTION_GPU) || has_comma(r, OPTION_TARGET) ||
                str_is(format, "csv") || str_find(pattern, STR("{"), 0) != SIZE_MAX;
    VEC_EACH (const str, path, &r->args.paths) {
        many |= has_wildcard(*path) || many_is_folder(r, *path);
    }
    return many;
}

/* Wildcards that the shell has left. */
static void expand_globs(struct run *r)
{
    VEC(str) all = {0};
    VEC_EACH (const str, path, &r->args.paths) {
        glob_t found;
        bool is_file = files_has_file(r->files, *path);
        if (is_file || !has_wildcard(*path) ||
            glob(arena_str(r->arena, *path).p, 0, NULL, &found) != 0) {
            vec_push(r, &all, *path);
            continue;
        }
        for (size_t i = 0; i < found.gl_pathc; i++) {
            vec_push(r, &all, arena_str(r->arena, str_of(found.gl_pathv[i])));
        }
        globfree(&found);
    }
    r->args.paths.items = all.items;
    r->args.paths.n = all.n;
    r->args.paths.cap = all.cap;
}

static bool read_cards(struct sweeping *x)
{
    struct run *r = x->run;
    struct names names = values_words(r, OPTION_GPU, STR(""));
    if (names.list.n == 0) {
        vec_push(r, &names.list, ((struct name){.text = STR("")}));
    }
    VEC_EACH (const struct name, name, &names.list) {
        struct card c = {.name = name->text};
        if (!run_gpu_named(r, name->text, &c.gpu)) {
            return false;
        }
        c.name = c.name.n ? c.name : STR("gpu");
        vec_push(r, &x->cards, c);
    }
    return true;
}

/* --- names of the new files --- */

/* "70", "18GB" */
static str named_amount(struct arena *a, const struct amount *target)
{
    return target->bytes ? target->text : arena_printf(a, "%.4g", 100 * target->share);
}

/* {dir}/{stem}_{gpu}_{target}.py; empty when there is another word in braces. */
static str fill_in(struct arena *a, str pattern, str path, str gpu, const struct amount *target)
{
    str base = path_basename(path), extension = path_extension(base), dir = path_dirname(path);
    const struct {
        const char *name;
        str value;
    } words[] = {{"dir", dir.n ? dir : STR(".")},
        {"stem", str_slice(base, 0, base.n - extension.n)}, {"ext", extension}, {"gpu", gpu},
        {"target", named_amount(a, target)}};
    str out = STR("");
    for (size_t i = 0; i < pattern.n;) {
        size_t open = str_find(pattern, STR("{"), i), k = 0;
        size_t end = open == SIZE_MAX ? SIZE_MAX : str_find(pattern, STR("}"), open);
        if (end == SIZE_MAX) {
            return arena_concat(a, out, str_slice(pattern, i, pattern.n));
        }
        str word = str_slice(pattern, open + 1, end);
        while (k < 5 && !str_is(word, words[k].name)) {
            k++;
        }
        if (k == 5) {
            return STR("");
        }
        out = arena_concat(a, arena_concat(a, out, str_slice(pattern, i, open)), words[k].value);
        i = end + 1;
    }
    return out;
}

static int by_text(const void *left, const void *right)
{
    return str_cmp(*(const str *)left, *(const str *)right);
}

/* No two plans may go to one file. */
static bool names_differ(struct sweeping *x, const struct found_configs *configs)
{
    struct run *r = x->run;
    VEC(str) all = {0};
    VEC_EACH (const struct found_config, f, &configs->list) {
        VEC_EACH (const struct card, c, &x->cards) {
            VEC_EACH (const struct amount, target, &x->targets.list) {
                str path = fill_in(r->arena, x->pattern, f->path, c->name, target);
                if (path.n == 0) {
                    run_usage(r,
                        "-o: '%.*s' has another word in braces than dir, stem, ext, gpu and target",
                        STR_ARG(x->pattern));
                    return false;
                }
                vec_push(r, &all, path_absolute(r->arena, r->files->cwd, path));
            }
        }
    }
    qsort(all.items, all.n, sizeof *all.items, by_text);
    for (size_t i = 1; i < all.n; i++) {
        if (str_eq(all.items[i - 1], all.items[i])) {
            str shown = path_relative(r->arena, all.items[i], r->files->cwd);
            run_usage(r,
                "-o: two plans would go to '%.*s'; put {stem}, {gpu} and {target} into the name",
                STR_ARG(shown));
            return false;
        }
    }
    return true;
}

/* --- one plan --- */

static void refuse_row(struct sweep_row *row, const char *code, str message)
{
    row->status = "refused";
    row->code = code;
    row->message = message;
}

static void refuse_by(struct sweep_row *row, const struct diags *diags)
{
    const struct diag *why = diags_worst(diags);
    refuse_row(row, why ? why->code : "", why ? why->message : STR("it cannot be planned"));
}

static void take_scheme(struct sweep_row *row, struct settings *s, const struct plan *p)
{
    const struct scheme *x = &p->schemes.items[p->chosen];
    row->status = p->changes->list.n ? "planned" : "as it is";
    row->scheme = x;
    row->gpus = p->recipe.gpus;
    row->lr_factor = p->lr_factor;
    const struct setting *lr =
        settings_get(p->changes->list.n ? settings_with(s, p->changes) : s, "lr");
    row->lr = lr->value.kind == VALUE_FLOAT ? lr->value.f
              : value_is_int(&lr->value)    ? (double)value_as_int(&lr->value)
                                            : 0;
}

static void write_row(struct sweeping *x, struct one *one, const struct config *c,
    const struct settings *s, const struct plan *p, struct planned *to, struct diags *diags)
{
    struct rewritten w = {0};
    struct rewrite_options where = {.along = true,
        .consumed = settings_read_keys(s),
        .variant = path_absolute(one->arena, x->run->files->cwd, to->row.output)};
    if (rewrite(x->run->loader, one->arena, c, p->changes->list.items, p->changes->list.n, &where,
            &w, diags)) {
        to->text = w.text;
    } else {
        refuse_by(&to->row, diags);
    }
}

static void plan_one(struct sweeping *x, struct one *one, const struct config *c,
    struct settings *s, const struct card *card, const struct amount *target,
    struct plan_memo *memo, struct planned *to)
{
    struct diags *diags = diags_new(one->ctx);
    struct plan_options o = x->options;
    o.gpu_bytes = card->gpu.bytes;
    o.estimate.gpu = card->gpu.facts;
    o.target = amount_of(target, card->gpu.bytes);
    o.memo = memo;
    to->row = (struct sweep_row){.file = one->found->path,
        .gpu = card->name,
        .gpu_bytes = card->gpu.bytes,
        .target = o.target,
        .code = "",
        .status = ""};
    if (o.target > 1) {
        refuse_row(&to->row, "PLN003", STR("the target is more than the GPU has"));
        return;
    }
    const struct plan *p = plan_search(one->ctx, one->arena, s, &o, diags);
    if (p && diags_has_fatal(diags)) { /* it holds for all plans, and is told once */
        diags_append(one->diags, diags);
    }
    if (!p) {
        refuse_by(&to->row, diags);
    } else if (diags_has_fatal(one->diags)) {
        refuse_by(&to->row, one->diags);
    } else if (p->coverage < 1 && !o.partial) {
        refuse_row(&to->row, "PLN004", STR("a part of the model is not described"));
    } else if (p->chosen == SIZE_MAX) {
        refuse_row(&to->row, "PLN003", STR("no scheme stays under the target"));
    } else {
        take_scheme(&to->row, s, p);
        if (x->pattern.n > 0) {
            to->row.output = fill_in(one->arena, x->pattern, one->found->path, card->name, target);
            write_row(x, one, c, s, p, to, diags);
        }
    }
}

static void plan_config(void *data, struct one *one)
{
    struct sweeping *x = data;
    struct run *r = one->run;
    struct planned_list *all = ARENA_NEW(one->arena, struct planned_list);
    struct config *c =
        config_resolve(r->loader, one->arena, one->found->path, &r->config_options, one->diags);
    struct settings *s = c->failed          ? NULL
                         : x->pattern.n > 0 ? run_settings_of_heir(r, c, one->diags)
                                            : run_settings(r, c, one->diags);
    struct plan_memo *memo = plan_memo_new(one->ctx);
    one->result = all;
    if (!one->found->is_named && !(s && settings_is_complete(s))) {
        return; /* what others inherit */
    }
    VEC_EACH (const struct card, card, &x->cards) {
        VEC_EACH (const struct amount, target, &x->targets.list) {
            struct planned one_plan = {0};
            if (s) {
                plan_one(x, one, c, s, card, target, memo, &one_plan);
            } else {
                one_plan.row = (struct sweep_row){.file = one->found->path,
                    .gpu = card->name,
                    .target = amount_of(target, card->gpu.bytes)};
                refuse_by(&one_plan.row, one->diags);
            }
            vec_push(one->ctx, &all->list, one_plan);
        }
    }
}

static void take_plans(void *data, struct one *one)
{
    struct sweeping *x = data;
    struct planned_list *all = one->result;
    VEC_EACH (struct planned, p, &all->list) {
        if (p->text.n > 0 && !output_new(x->run, p->row.output, p->text)) {
            const struct diag *d = &x->run->diags->list.items[x->run->diags->list.n - 1];
            refuse_row(&p->row, d->code, d->message);
        }
        p->row.is_written = p->text.n > 0 && p->row.code[0] == 0;
        x->n_refused += p->row.code[0] != 0;
        sweep_add(&x->rows, &p->row);
    }
}

/* --- all of them --- */

static void enter_scope(void *data)
{
    struct sweeping *x = data;
    x->options.lint = plan_lint(x->run);
}

static bool set_up(struct sweeping *x, struct found_configs *configs)
{
    struct run *r = x->run;
    x->pattern = args_value(&r->args, OPTION_OUTPUT, STR(""));
    if (args_has(&r->args, OPTION_IN_PLACE) || args_has(&r->args, OPTION_INTO) ||
        args_has(&r->args, OPTION_DIFF) || args_has(&r->args, OPTION_MEASURED) ||
        args_has(&r->args, OPTION_LOG) || args_has(&r->args, OPTION_VERIFY)) {
        run_usage(r,
            "--in-place, --into, --diff, --measured, --log and --verify are for one config and one "
            "card; -o '{dir}/{stem}_{gpu}_{target}.py' names new files");
        return false;
    }
    expand_globs(r);
    many_find(r, configs);
    if (!read_cards(x) || !values_targets(r, &x->targets) ||
        !plan_read_options(r, &x->cards.items[0].gpu, &x->options)) {
        return false;
    }
    x->options.choice_only = true;
    x->options.brief = x->options.prefer == PREFER_RECIPE;
    x->options.estimate.threads = 1;
    return (x->pattern.n == 0 || names_differ(x, configs)) && !diags_has_fatal(r->diags);
}

enum exit_status sweep(struct run *r)
{
    struct found_configs configs = {0};
    struct sweeping x = {.run = r, .rows = sweep_table(r->arena)};
    struct buf out = buf_make(r);
    table_report_fn *report = table_format(values_format(r));
    if (!set_up(&x, &configs)) {
        return EXIT_USAGE;
    }
    many_each(r, &configs, &(struct many_steps){plan_config, take_plans, enter_scope}, &x);
    report(&out, &x.rows);
    run_print(r, &out);
    return x.n_refused > 0 ? EXIT_FINDINGS : EXIT_CLEAN;
}
