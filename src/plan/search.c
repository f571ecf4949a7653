#include "plan/choose.h"
#include "plan/probe.h"

#include "base/parallel.h"
#include "base/sizes.h"
#include "time/step.h"

enum {
    MOST_STEPS = 65536 /* of accumulation */
};

/* --- schemes --- */

static void add_scheme(struct search *x, const struct variant *v, int64_t batch,
    int64_t accumulation, const struct probe *p, bool is_asked)
{
    bool is_full = batch == v->batch && batch < most_to_try(x);
    VEC_EACH (struct scheme, have, &x->p->schemes) {
        if (str_eq(have->precision, v->precision) && have->checkpointing == v->checkpointing &&
            str_eq(have->repairs, v->repairs) && have->batch == batch &&
            have->accumulation == accumulation) {
            have->is_asked |= is_asked;
            have->is_full |= is_full;
            return;
        }
    }
    const struct recipe *r = &x->p->recipe;
    struct scheme s = {.precision = v->precision,
        .checkpointing = v->checkpointing,
        .repairs = v->repairs,
        .repaired = v->repaired,
        .repair_cost = v->repair_cost,
        .batch = batch,
        .accumulation = accumulation,
        .used = p->used,
        .seconds = p->seconds,
        .growth = recipe_growth(r, batch, accumulation),
        .is_current = x->p->schemes.n == 0,
        .is_asked = is_asked,
        .is_full = is_full,
        .fits = is_under(x, &p->used)};
    /* as the config is, it need not grow; and one sample on each GPU is the least there is */
    s.is_beyond = recipe_update(r, batch, accumulation) > (double)r->most && batch > 1 &&
                  (batch != x->batch || accumulation != x->accumulation);
    s.throughput = x->seconds_per_sample > 0 && p->seconds > 0
                       ? (double)batch / p->seconds * x->seconds_per_sample
                       : 1;
    vec_push(x->p, &x->p->schemes, s);
}

/* --- variants --- */

static bool make_variant(
    struct search *x, str precision, bool checkpointing, bool current, struct variant *v)
{
    v->precision = precision;
    v->checkpointing = checkpointing;
    v->changes = changes_new(x->a);
    v->settings = x->s;
    if (current) {
        return true;
    }
    if (!scheme_mode(x->p, x->a, x->s, precision, checkpointing, v->changes)) {
        return false;
    }
    scheme_repair(v->repaired, v->changes);
    v->settings = settings_with(x->s, v->changes);
    return v->settings != NULL;
}

struct variants {
    const struct search *x;
    VEC(struct variant) list;
};

/* Between accumulated steps the gradients stay. */
static void prepare(struct search *x, struct variant *v)
{
    for (int many = 0; many < 2; many++) {
        struct changes *c = changes_new(x->a);
        bool differs = (x->accumulation > 1) != many &&
                       settings_change(v->settings, "accumulation", value_int(1 + many), c, NULL);
        v->prepared[many] = estimate_prepare(x->p, x->a,
            differs ? settings_with(v->settings, c) : v->settings, &x->o->estimate, x->diags);
    }
}

static void add_variant(
    struct search *x, struct variants *all, str precision, bool checkpointing, bool current)
{
    struct variant v = {.good = false};
    if (make_variant(x, precision, checkpointing, current, &v)) {
        v.is_asked = x->o->asked_batch > 0 && checkpointing == x->has_checkpointing &&
                     str_eq(precision, x->asked_precision);
        prepare(x, &v);
        vec_push(x->p, &all->list, v);
    }
}

/* The settings as they are come first, then those that cost less. */
static void find_variants(struct search *x, bool only_now, struct variants *all)
{
    const struct setting *precision = settings_get(x->s, "precision");
    str now = value_str(&precision->value);
    if (now.n == 0) {
        now = STR("fp32");
    }
    str choices[] = {now, STR("fp16")};
    bool keeps_precision = only_now || x->o->keep & KEEP_PRECISION || !str_is(now, "fp32") ||
                           precision->state == SETTING_UNKNOWN;
    bool keeps_checkpointing = only_now || x->o->keep & KEEP_CHECKPOINTING || x->has_checkpointing;
    for (int c = 0; c <= !keeps_checkpointing; c++) {
        for (int p = 0; p <= !keeps_precision; p++) {
            add_variant(x, all, choices[p], x->has_checkpointing || c, p == 0 && c == 0);
        }
    }
    bool asked = x->o->asked_batch > 0;
    VEC_EACH (const struct variant, v, &all->list) {
        asked &= !v->is_asked;
    }
    if (asked && !only_now) {
        add_variant(x, all, x->asked_precision, x->has_checkpointing, false);
    }
}

static void search_variant(void *data, uint32_t i)
{
    const struct variants *all = data;
    const struct search *x = all->x;
    struct variant *v = &all->list.items[i];
    v->good = probe(x, v, x->batch, x->accumulation, !x->o->choice_only, &v->now);
    if (!v->good || x->only_now) {
        return;
    }
    if (v->is_asked) {
        v->asked = probe(
            x, v, x->o->asked_batch, accumulation_for(x, x->o->asked_batch), true, &v->asked_at);
    }
    v->exact = exact_batch(x, v, &v->exact_at);
    bool whole = v->exact > 0 && v->exact == recipe_per_gpu(&x->p->recipe);
    if (x->o->keep & KEEP_BATCH || (v->exact > 0 && (!whole || x->o->brief))) {
        return; /* a larger batch would not fit, or is not wanted */
    }
    v->at = v->now;
    v->batch = largest_batch(x, v, &v->at);
    if (v->batch == 0 && x->batch > x->unit &&
        probe(x, v, x->unit, accumulation_for(x, x->unit), true, &v->at)) {
        v->batch = x->unit;
    }
}

/* The settings as they are can always be tried. */
static void share_work(const struct search *x, struct variants *all)
{
    uint64_t ops = library_limits(settings_library(x->s))->search_ops;
    double now = (double)graph_work(x->now);
    VEC_EACH (struct variant, v, &all->list) {
        uint64_t least = v == all->list.items ? count_of_double(now * RECORDED) : 0;
        v->left = ops / all->list.n;
        v->left = v->left < least ? least : v->left;
        v->seen_batch = x->batch;
        v->seen_work = now;
        v->work_per_sample = (double)x->now->ops.n / (double)x->batch;
    }
}

static void add_schemes(struct search *x, const struct variant *v)
{
    add_scheme(x, v, x->batch, x->accumulation, &v->now, false);
    if (v->exact > 0) {
        add_scheme(x, v, v->exact, recipe_per_gpu(&x->p->recipe) / v->exact, &v->exact_at, false);
    }
    if (v->asked) {
        int64_t batch = x->o->asked_batch;
        add_scheme(x, v, batch, accumulation_for(x, batch), &v->asked_at, true);
    }
    if (v->batch > 0 && v->batch == most_to_try(x) && v->batch < x->most &&
        x->o->prefer != PREFER_RECIPE) {
        const struct recipe *r = &x->p->recipe;
        plan_note(x->p, x->a, "an update grows to at most %lld sample%s (%.*s)%s",
            (long long)r->most, r->most == 1 ? "" : "s", STR_ARG(r->most_from),
            x->o->recipe.growth > 0 ? "" : ": --max-growth says otherwise");
    }
    if (v->batch > 0) {
        add_scheme(x, v, v->batch, accumulation_for(x, v->batch), &v->at, false);
    }
}

static void take_variant(struct search *x, const struct variant *v)
{
    if (v->ended || v->is_cut) {
        plan_note(x->p, x->a,
            "the search ended before all was tried: the model is large (the limit search_ops)");
    }
    if (v->good) {
        add_schemes(x, v);
        return;
    }
    plan_note(x->p, x->a, "%.*s%s was not considered: it cannot be estimated",
        STR_ARG(v->precision), v->checkpointing ? " with checkpointing" : "");
}

static void try_all(struct search *x, bool only_now, struct variants *all)
{
    uint32_t threads = x->o->estimate.threads > 1 ? x->o->estimate.threads : 1;
    find_variants(x, only_now, all);
    x->only_now = only_now;
    x->threads = all->list.n > 0 ? threads / (uint32_t)all->list.n : 1;
    share_work(x, all);
    bool large = x->now->ops.n > LARGE_STEP;
    parallel_each((uint32_t)all->list.n, large ? 1 : threads, search_variant, all);
    VEC_EACH (struct variant, v, &all->list) {
        take_variant(x, v);
    }
}

/* Where lint warns of all that keep the recipe: the largest batches that fit. */
static void try_clean(struct search *x, struct variants *all)
{
    const struct plan *p = x->p;
    bool warned = p->chosen != SIZE_MAX && p->schemes.items[p->chosen].findings.n > 0;
    if (!warned || x->o->prefer != PREFER_TARGET || x->o->keep & KEEP_BATCH) {
        return;
    }
    VEC_EACH (struct variant, v, &all->list) {
        if (v->good && v->batch == 0) {
            v->at = v->now;
            v->batch = largest_batch(x, v, &v->at);
            add_schemes(x, v);
        }
    }
    schemes_make(x->p, x->a, x->s, x->o->lint, x->o->memo);
    scheme_choose(x->p);
}

/* The chosen batch in the variants that have room for more: one of them may be faster, and would be
 * chosen when the result is planned again. */
static void try_faster(struct search *x, struct variants *all)
{
    bool may =
        x->p->chosen != SIZE_MAX && (x->o->prefer == PREFER_TARGET || x->o->prefer == PREFER_SPEED);
    struct scheme chosen = may ? x->p->schemes.items[x->p->chosen] : (struct scheme){0};
    if (!may || chosen.batch == x->batch) {
        return;
    }
    VEC_EACH (struct variant, v, &all->list) {
        struct probe p;
        bool faster = chosen.checkpointing || !v->checkpointing; /* recomputing takes time */
        if (v->good && faster && v->batch > chosen.batch &&
            probe(x, v, chosen.batch, chosen.accumulation, true, &p)) {
            add_scheme(x, v, chosen.batch, chosen.accumulation, &p, false);
        }
    }
    schemes_make(x->p, x->a, x->s, x->o->lint, x->o->memo);
    scheme_choose_faster(x->p);
}

/* --- where only the choice is of interest --- */

/* Of what takes no more of the card than this it is enough to see that the chosen one fits. */
static const double TRUSTED = 0.8;

static bool is_of(const struct scheme *s, const struct variant *v)
{
    return str_eq(s->precision, v->precision) && s->checkpointing == v->checkpointing &&
           str_eq(s->repairs, v->repairs);
}

/* Low and high of the chosen one; false when it does not fit after all. */
static bool confirm(struct search *x, const struct variants *all)
{
    struct plan *p = x->p;
    struct scheme *s = p->chosen == SIZE_MAX ? NULL : &p->schemes.items[p->chosen];
    x->trusts = false;
    VEC_EACH (struct variant, v, &all->list) {
        struct probe at;
        if (s && is_of(s, v) && probe(x, v, s->batch, s->accumulation, true, &at)) {
            s->used = at.used;
            s->fits = is_under(x, &at.used);
        }
    }
    return !s || s->fits;
}

static void find_and_choose(struct search *x, bool blind, struct variants *all)
{
    struct plan *p = x->p;
    *all = (struct variants){.x = x};
    p->schemes.n = 0;
    try_all(x, blind, all);
    schemes_make(p, x->a, x->s, blind ? NULL : x->o->lint, blind ? NULL : x->o->memo);
    if (!blind) {
        scheme_choose(p);
        try_clean(x, all);
        try_faster(x, all);
    }
}

/* --- repairs, where nothing of that fits --- */

/* With the smallest batch that was tried. */
static uint64_t least_of(const struct variant *v)
{
    return v->batch > 0 && v->at.used.expected < v->now.used.expected ? v->at.used.expected
                                                                      : v->now.used.expected;
}

/* The precision and checkpointing that take least: where weights take most, mixed precision takes
 * more.  NULL: none can be estimated. */
static const struct variant *smallest_of(const struct variants *all)
{
    const struct variant *least = NULL;
    VEC_EACH (const struct variant, v, &all->list) {
        if (v->good && (!least || least_of(v) < least_of(least))) {
            least = v;
        }
    }
    return least;
}

void search_repaired(struct search *x, const struct variant *smallest,
    const struct changes *repaired, str repairs, int64_t cost)
{
    struct variants all = {.x = x};
    struct variant v = {.repairs = repairs, .repaired = repaired, .repair_cost = cost};
    if (make_variant(x, smallest->precision, smallest->checkpointing, false, &v)) {
        prepare(x, &v);
        vec_push(x->p, &all.list, v);
        share_work(x, &all);
        search_variant(&all, 0);
        take_variant(x, &all.list.items[0]);
    }
}

/* --- all of it --- */

/* Nothing is planned on a batch that no key of the config gives. */
static bool knows_batch(struct settings *s, struct diags *diags)
{
    const struct setting *batch = settings_get(s, "batch");
    int64_t n;
    if (setting_int(batch, &n) && n > 0 && batch->path.n > 0) {
        return true;
    }
    str profile = settings_profile(s);
    struct diag *d =
        diags_add(diags, "PLN007", SEVERITY_ERROR, (struct loc){settings_config(s)->source, {0, 0}},
            "there is no batch to plan: no key that %.*s reads gives the samples of one GPU",
            STR_ARG(profile));
    d->fatal = true;
    diag_help(diags, d,
        "is it a config to train with?  `--profile` names another training script; "
        "`cfglint dump settings` shows what was read");
    return false;
}

/* Can gradients be accumulated at all? */
static int64_t most_steps(struct search *x)
{
    str reason = STR("");
    struct changes *more = changes_new(x->a);
    if (x->o->keep & KEEP_ACCUMULATION) {
        return MOST_STEPS;
    }
    if (settings_change(x->s, "accumulation", value_int(x->accumulation + 1), more, &reason)) {
        reason = scheme_objections(x->a, x->s, more, x->o->lint, x->o->memo);
        if (reason.n == 0) {
            return MOST_STEPS;
        }
    }
    plan_note(x->p, x->a, "accumulation was not considered: %.*s", STR_ARG(reason));
    return x->accumulation;
}

enum {
    COMPUTE_WITH_BF16 = 80
};

/* Also where the config has it already. */
static void note_bf16(struct search *x)
{
    uint32_t compute = x->o->estimate.gpu.compute;
    if (str_is(x->asked_precision, "bf16") && compute > 0 && compute < COMPUTE_WITH_BF16) {
        plan_note(x->p, x->a,
            "GPUs of compute capability %u.%u have no bf16: newer PyTorch emulates it, slowly, and "
            "older refuses it",
            compute / 10, compute % 10);
    }
}

/* False after a diagnostic. */
static bool set_up(struct search *x, const struct estimate *now)
{
    struct plan *p = x->p;
    const struct plan_options *o = x->o;
    const struct setting *checkpointing = settings_get(x->s, "checkpointing");
    VEC_EACH (const str, it, &now->notes) {
        plan_note(p, x->a, "%.*s", STR_ARG(*it));
    }
    x->now = now->graph;
    x->batch = now->batch;
    x->accumulation = now->regime.accumulation;
    recipe_read(&p->recipe, x->a, x->s, &now->regime, now->batch, &o->recipe);
    x->has_checkpointing =
        checkpointing->state == SETTING_KNOWN && value_truth(&checkpointing->value);
    x->asked_precision = o->asked_precision.n ? o->asked_precision
                                              : value_str(&settings_get(x->s, "precision")->value);
    note_bf16(x);
    x->most = MOST_SAMPLES;
    if (setting_int(settings_get(x->s, "max_batch"), &x->most)) {
        plan_note(p, x->a, "this model takes at most %lld sample%s on a GPU", (long long)x->most,
            x->most == 1 ? "" : "s");
    }
    x->unit = 1;
    if (setting_int(settings_get(x->s, "batch_unit"), &x->unit) && x->unit > 1) {
        plan_note(p, x->a,
            "the batch stays a multiple of %lld: its sampler mixes data sets by %.*s",
            (long long)x->unit, STR_ARG(settings_get(x->s, "batch_unit")->path));
    }
    if (o->most_batch > 0 && o->most_batch < x->most) {
        x->most = o->most_batch;
    }
    x->most_steps = most_steps(x);
    x->seconds_per_sample = step_seconds(now->graph, &now->regime) / (double)now->batch;
    p->gpu_bytes = o->gpu_bytes;
    p->target_bytes = (uint64_t)(o->target * (double)o->gpu_bytes);
    p->coverage = now->coverage;
    p->prefer = o->prefer;
    p->chosen = SIZE_MAX;
    p->lr_factor = p->iters_factor = 1;
    p->changes = changes_new(x->a);
    return calibrate(x, now);
}

static const struct estimate *estimate_now(struct search *x)
{
    struct plan_memo *memo = x->o->memo;
    const struct estimate *now = memo ? recorded_now(memo, &x->o->estimate) : NULL;
    if (!now) {
        now = estimate_run(memo ? (void *)memo : x->p, x->a, x->s, &x->o->estimate, x->diags);
    }
    if (now && memo) {
        recorded_keep_now(memo, &x->o->estimate, now);
    }
    return now;
}

/* What goes on with an old run takes over its optimizer, with its rates and count of iterations. */
static void note_resume(struct search *x)
{
    const struct setting *resume = settings_get(x->s, "resume");
    bool on = resume->state == SETTING_UNKNOWN ||
              (resume->state == SETTING_KNOWN && value_truth(&resume->value));
    if (on && x->p->chosen != SIZE_MAX && (x->p->lr_factor != 1 || x->p->iters_factor != 1)) {
        plan_note(x->p, x->a,
            "%.*s goes on with an earlier run: its checkpoint brings the old learning rate and the "
            "old count of iterations; start anew, or load its weights alone",
            STR_ARG(resume->path));
    }
}

struct plan *plan_search(void *talloc_ctx, struct arena *a, struct settings *s,
    const struct plan_options *o, struct diags *diags)
{
    struct plan *p = mem_zero(talloc_ctx, sizeof *p);
    struct search x = {.p = p, .o = o, .a = a, .s = s, .diags = diags};
    bool sound = settings_make_sense(s, true, diags); /* what would be scaled is among them */
    sound = sound && knows_batch(s, diags);
    const struct estimate *now = sound ? estimate_now(&x) : NULL;
    if (!now) {
        diags_refuse(diags, "VAL001");
        talloc_free(p);
        return NULL;
    }
    if (!set_up(&x, now)) {
        talloc_free(p);
        return NULL;
    }
    bool blind = now->coverage < 1 && !o->partial; /* largest batches of half a model say nothing */
    struct variants all;
    x.trusts = o->choice_only && o->target <= TRUSTED;
    find_and_choose(&x, blind, &all);
    if (x.trusts && !confirm(&x, &all)) {
        find_and_choose(&x, blind, &all);
    }
    if (!blind) {
        if (p->chosen == SIZE_MAX && o->prefer == PREFER_FIT) {
            repairs_try(&x, smallest_of(&all), all.list.items, all.list.n);
        }
        note_resume(&x);
        scheme_price(p, a, s);
        scheme_name_left(p, a, s);
    }
    return p;
}
