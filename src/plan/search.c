#include "plan/choose.h"
#include "plan/recorded.h"

#include "base/parallel.h"
#include "base/sizes.h"
#include "plan/throughput.h"

#include <math.h>

enum {
    MOST_SAMPLES = 4096, /* per GPU; nobody trains with more */
    MOST_PROBES = 16,
    LARGE_STEP = 50000 /* operations: one at a time is in memory */
};

/* Of the card, so that a step that is a little larger than the largest foreseen still fits. */
static const double CARD_MARGIN = 0.98;

struct search {
    struct plan *p;
    const struct plan_options *o;
    struct arena *a;
    struct settings *s;      /* as the config is */
    const struct graph *now; /* of those */
    struct diags *diags;
    int64_t batch, accumulation; /* as the config is */
    int64_t most;                /* samples that the model can take, or the user allows */
    int64_t most_steps;          /* of accumulation */
    bool has_checkpointing;      /* as the config is */
    str asked_precision;
    double seconds_per_sample;
    bool only_now;    /* the batch stays */
    uint32_t threads; /* of one estimate */
};

/* One precision with or without checkpointing: settings with the changes made, and what the search
 * found for them. */
struct variant {
    str precision;
    bool checkpointing;
    struct changes *changes;
    struct settings *settings;
    struct estimate *prepared[2]; /* of single steps, and of accumulated ones */
    bool good;                    /* it can be estimated */
    struct probe now;             /* with the batch as the config is */
    int64_t batch; /* the largest that fits, or one sample if none does; 0: not looked for */
    struct probe at;
    int64_t exact; /* the largest that fits and keeps the recipe; 0: none */
    struct probe exact_at;
    bool is_asked, asked; /* the user asks for this one; and it can be estimated */
    struct probe asked_at;
    uint64_t left; /* what may yet be recorded for it, in operations */
    bool ended;    /* they were too few for a probe */
    bool is_cut;   /* or for a larger batch */
    /* What its last model took: it grows with the batch in a straight line. */
    int64_t seen_batch;
    double seen_work, work_per_sample;
};

/* Accumulated steps that make an update as large as it is meant to be, as nearly as can be. */
static int64_t accumulation_for(const struct search *x, int64_t batch)
{
    double step = (double)x->p->recipe.gpus * (double)batch;
    int64_t steps = (int64_t)((double)x->p->recipe.meant / step + 0.5);
    steps = steps > 1 ? steps : 1;
    return x->o->keep & KEEP_ACCUMULATION ? x->accumulation
           : steps < x->most_steps        ? steps
                                          : x->most_steps;
}

/* --- one estimate --- */

/* Bytes that stay whatever the batch is. */
static uint64_t fixed_bytes(const struct estimate *e)
{
    uint64_t bytes = e->outside.total.expected;
    for (int i = 0; i < CATEGORIES; i++) {
        bytes += e->simulation->states[i];
    }
    return bytes;
}

/* The part that depends on the batch is what a measurement corrects. */
static uint64_t calibrated(const struct search *x, uint64_t bytes, uint64_t fixed)
{
    double rest = bytes > fixed ? (double)(bytes - fixed) : 0;
    return count_add(fixed, count_of_double(rest * x->p->calibration));
}

/* Models that an estimate records at most: low, expected, high. */
enum {
    RECORDED = 3
};

static void note_work(struct variant *v, int64_t batch, double work)
{
    if (batch != v->seen_batch) {
        v->work_per_sample = (work - v->seen_work) / (double)(batch - v->seen_batch);
    }
    v->seen_batch = batch;
    v->seen_work = work;
}

static bool probe(const struct search *x, struct variant *v, int64_t batch, int64_t steps,
    bool expected_only, struct probe *out)
{
    uint32_t models = expected_only ? 1 : RECORDED;
    struct probe_key key = {v->precision, v->checkpointing, steps > 1, batch, x->o->estimate.gpu,
        x->o->estimate.regime.card};
    if (x->o->memo && recorded_find(x->o->memo, &key, expected_only, out)) {
        return true;
    }
    double work = v->seen_work + v->work_per_sample * (double)(batch - v->seen_batch);
    v->ended |= work * models > (double)v->left;
    if (v->ended) {
        return false;
    }
    void *ctx = mem_context(NULL);
    struct estimate_options o = x->o->estimate;
    o.threads = x->threads;
    o.batch = batch;
    o.expected_only = expected_only;
    o.like = x->now;
    struct estimate *e = estimate_with_batch(ctx, v->prepared[steps > 1], batch);
    bool good = estimate_record(e, arena_new(ctx), v->settings, &o, diags_new(ctx));
    if (good) {
        uint64_t fixed = fixed_bytes(e);
        out->used.low = calibrated(x, e->used.low, fixed);
        out->used.expected = calibrated(x, e->used.expected, fixed);
        out->used.high = calibrated(x, e->used.high, fixed);
        out->seconds = step_seconds(e->graph, o.gpu.compute);
        note_work(v, batch, (double)graph_effort(e->graph));
        if (x->o->memo) {
            recorded_keep(x->o->memo, &key, expected_only, out);
        }
    }
    uint64_t cost = count_of_double(v->seen_work * models);
    v->left -= cost < v->left ? cost : v->left;
    talloc_free(ctx);
    return good;
}

static bool is_under(const struct search *x, const struct interval *used)
{
    return used->expected <= x->p->target_bytes &&
           (double)used->high <= CARD_MARGIN * (double)x->p->gpu_bytes;
}

/* --- the largest batch that fits --- */

/* A batch of a size that people write: the next one down. */
static int64_t rounded_batch(int64_t n)
{
    int64_t step = n >= 128 ? 16 : n >= 64 ? 8 : n >= 32 ? 4 : n >= 16 ? 2 : 1;
    return n / step * step;
}

/* Where the straight line through two probes meets the target; 0 when it does not. */
static int64_t meets_target(
    const struct search *x, int64_t n1, const struct probe *p1, int64_t n2, const struct probe *p2)
{
    double u1 = (double)p1->used.expected, u2 = (double)p2->used.expected;
    if (n1 == n2 || (u2 - u1) / (double)(n2 - n1) <= 0) {
        return 0;
    }
    double n = (double)n1 + ((double)x->p->target_bytes - u1) * (double)(n2 - n1) / (u2 - u1);
    return n < 1 ? 1 : n > (double)MOST_SAMPLES ? MOST_SAMPLES : (int64_t)n;
}

/* The highest figure is only of interest where the expected one is under the target. */
static bool probe_as_needed(
    const struct search *x, struct variant *v, int64_t batch, int64_t steps, struct probe *out)
{
    return probe(x, v, batch, steps, true, out) &&
           (!is_under(x, &out->used) || probe(x, v, batch, steps, false, out));
}

/* The largest batch that is left enough work for. */
static int64_t affordable(const struct variant *v)
{
    double work = (double)v->left / (1 + RECORDED);
    double batch = v->work_per_sample > 0
                       ? (double)v->seen_batch + (work - v->seen_work) / v->work_per_sample
                       : MOST_SAMPLES;
    return batch < MOST_SAMPLES ? (int64_t)batch : MOST_SAMPLES;
}

/* How far the batch of one GPU may grow. */
static int64_t most_to_try(const struct search *x)
{
    const struct recipe *r = &x->p->recipe;
    int64_t most = r->most / r->gpus;
    most = most < 1 ? 1 : most;
    return most < x->most ? most : x->most;
}

/* `at` is the batch of now, and becomes that of the result.  0: not even one sample does.  Memory
 * grows with the batch nearly in a straight line. */
static int64_t largest_batch(const struct search *x, struct variant *v, struct probe *at)
{
    int64_t most = most_to_try(x);
    int64_t fits = 0, too_many = most + 1, before = 0;
    int64_t n = x->batch < most ? x->batch : most;
    struct probe p = *at, last = {0};
    for (int i = 0; i < MOST_PROBES && too_many - fits > 1 && rounded_batch(too_many - 1) > fits;
         i++) {
        if ((i > 0 || n != x->batch) && !probe_as_needed(x, v, n, accumulation_for(x, n), &p)) {
            return v->ended ? fits : 0;
        }
        if (is_under(x, &p.used)) {
            fits = n;
            *at = p;
        } else {
            too_many = n;
        }
        int64_t next = before ? meets_target(x, before, &last, n, &p) : n == fits ? 2 * n : n / 2;
        if (i >= MOST_PROBES / 2) {
            next = fits + (too_many - fits) / 2;
        }
        last = p;
        before = n;
        next = rounded_batch(next);
        n = next <= fits ? fits + 1 : next >= too_many ? too_many - 1 : next;
        if (n > affordable(v)) {
            v->is_cut = true;
            n = rounded_batch(affordable(v));
            too_many = n <= fits ? fits + 1 : too_many;
        }
    }
    int64_t round = rounded_batch(fits);
    return round != fits && probe(x, v, round, accumulation_for(x, round), false, at) ? round
                                                                                      : fits;
}

/* --- schemes --- */

static void add_scheme(struct search *x, const struct variant *v, int64_t batch,
    int64_t accumulation, const struct probe *p, bool is_asked)
{
    bool is_full = batch == v->batch && batch < most_to_try(x);
    VEC_EACH (struct scheme, have, &x->p->schemes) {
        if (str_eq(have->precision, v->precision) && have->checkpointing == v->checkpointing &&
            have->batch == batch && have->accumulation == accumulation) {
            have->is_asked |= is_asked;
            have->is_full |= is_full;
            return;
        }
    }
    const struct recipe *r = &x->p->recipe;
    struct scheme s = {.precision = v->precision,
        .checkpointing = v->checkpointing,
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

/* --- the recipe, exactly --- */

/* The batch that makes an update in so many steps; 0: none does. */
static int64_t batch_of_steps(const struct search *x, int64_t steps)
{
    int64_t whole = recipe_per_gpu(&x->p->recipe);
    int64_t batch = whole > 0 && whole % steps == 0 ? whole / steps : 0;
    bool kept = !(x->o->keep & KEEP_BATCH) || batch == x->batch;
    bool same = !(x->o->keep & KEEP_ACCUMULATION) || steps == x->accumulation;
    return kept && same && batch <= x->most && steps <= x->most_steps ? batch : 0;
}

enum {
    MOST_STEPS = 65536, /* of accumulation */
    MOST_DIVISORS = 128
};

/* The largest batch that fits and keeps the recipe; 0: none, or `v` cannot be probed. */
static int64_t exact_batch(const struct search *x, struct variant *v, struct probe *at)
{
    int64_t batches[MOST_DIVISORS]; /* the largest first */
    int n = 0;
    for (int64_t steps = 1; steps <= MOST_STEPS && n < MOST_DIVISORS; steps++) {
        int64_t batch = batch_of_steps(x, steps);
        if (batch > 0) {
            batches[n++] = batch;
        }
    }
    int low = 0, high = n; /* the first that fits lies in between; n: none does */
    for (bool first = true; low < high; first = false) {
        int middle = first ? low : low + (high - low) / 2;
        struct probe p = v->now;
        int64_t batch = batches[middle], steps = recipe_per_gpu(&x->p->recipe) / batch;
        if ((batch != x->batch || steps != x->accumulation) &&
            !probe_as_needed(x, v, batch, steps, &p)) {
            return 0;
        }
        if (is_under(x, &p.used)) {
            *at = p;
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low < n ? batches[low] : 0;
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
    v->good = probe(x, v, x->batch, x->accumulation, false, &v->now);
    if (!v->good || x->only_now) {
        return;
    }
    if (v->is_asked) {
        v->asked = probe(
            x, v, x->o->asked_batch, accumulation_for(x, x->o->asked_batch), false, &v->asked_at);
    }
    v->exact = exact_batch(x, v, &v->exact_at);
    bool whole = v->exact > 0 && v->exact == recipe_per_gpu(&x->p->recipe);
    if (x->o->keep & KEEP_BATCH || (v->exact > 0 && (!whole || x->o->brief))) {
        return; /* a larger batch would not fit, or is not wanted */
    }
    v->at = v->now;
    v->batch = largest_batch(x, v, &v->at);
    if (v->batch == 0 && x->batch > 1 && probe(x, v, 1, accumulation_for(x, 1), false, &v->at)) {
        v->batch = 1;
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
        plan_note(x->p, x->a,
            "an update grows to at most %lld samples (%.*s): --max-growth says otherwise",
            (long long)r->most, STR_ARG(r->most_from));
    }
    if (v->batch > 0) {
        add_scheme(x, v, v->batch, accumulation_for(x, v->batch), &v->at, false);
    }
}

static void try_all(struct search *x, bool only_now)
{
    struct variants all = {.x = x};
    uint32_t threads = x->o->estimate.threads > 1 ? x->o->estimate.threads : 1;
    find_variants(x, only_now, &all);
    x->only_now = only_now;
    x->threads = all.list.n > 0 ? threads / (uint32_t)all.list.n : 1;
    share_work(x, &all);
    bool large = x->now->ops.n > LARGE_STEP;
    parallel_each((uint32_t)all.list.n, large ? 1 : threads, search_variant, &all);
    VEC_EACH (struct variant, v, &all.list) {
        if (v->ended || v->is_cut) {
            plan_note(x->p, x->a,
                "the search ended before all was tried: the model is large (the limit search_ops)");
        }
        if (v->good) {
            add_schemes(x, v);
        } else {
            plan_note(x->p, x->a, "%.*s%s was not considered: it cannot be estimated",
                STR_ARG(v->precision), v->checkpointing ? " with checkpointing" : "");
        }
    }
}

/* --- calibration --- */

/* A prediction that is further off is one of another run: another config, card or unit. */
static const double LEAST_FACTOR = 0.4, MOST_FACTOR = 2.5;
static const double SMALL_BYTES = 1 << 30; /* what is off by less is a context, or a cache */

static bool refuse_measured(struct search *x, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str why = arena_vprintf(x->a, format, args);
    va_end(args);
    struct diag *d = diags_add(x->diags, "PLN008", SEVERITY_ERROR,
        (struct loc){settings_config(x->s)->source, {0, 0}},
        "the measured %.2f GiB cannot be of this config as it is: %.*s",
        (double)x->o->measured.bytes / (1 << 30), STR_ARG(why));
    d->fatal = true;
    diag_help(x->diags, d,
        "--measured is what nvidia-smi shows for one GPU, with its unit, and --log the log of this "
        "config; `cfglint estimate --measured` compares the two");
    return false;
}

/* measured = fixed + k * (predicted - fixed).  False after a diagnostic. */
static bool calibrate(struct search *x, const struct estimate *e)
{
    x->p->calibration = 1;
    if (x->o->measured.bytes == 0) {
        return true;
    }
    uint64_t fixed = fixed_bytes(e), measured = measured_as_used(&x->o->measured, e);
    double predicted = (double)e->used.expected - (double)fixed;
    if (x->o->measured.bytes > x->p->gpu_bytes) {
        return refuse_measured(x, "the card has %.2f", (double)x->p->gpu_bytes / (1 << 30));
    }
    if (measured <= fixed) {
        return refuse_measured(
            x, "weights, optimizer and CUDA alone take %.2f", (double)fixed / (1 << 30));
    }
    x->p->calibration = predicted > 0 ? (double)(measured - fixed) / predicted : 1;
    double off = fabs((double)measured - (double)e->used.expected);
    bool likely = (x->p->calibration >= LEAST_FACTOR && x->p->calibration <= MOST_FACTOR) ||
                  off < SMALL_BYTES;
    return likely || e->coverage < 1 ||
           refuse_measured(
               x, "activations would take %.3g times what is predicted", x->p->calibration);
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
    if (x->o->keep & KEEP_ACCUMULATION ||
        settings_change(
            x->s, "accumulation", value_int(x->accumulation + 1), changes_new(x->a), &reason)) {
        return MOST_STEPS;
    }
    plan_note(x->p, x->a, "accumulation was not considered: %.*s", STR_ARG(reason));
    return x->accumulation;
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
    x->most = MOST_SAMPLES;
    if (setting_int(settings_get(x->s, "max_batch"), &x->most)) {
        plan_note(p, x->a, "this model takes at most %lld sample%s on a GPU", (long long)x->most,
            x->most == 1 ? "" : "s");
    }
    if (o->most_batch > 0 && o->most_batch < x->most) {
        x->most = o->most_batch;
    }
    x->most_steps = most_steps(x);
    x->seconds_per_sample = step_seconds(now->graph, o->estimate.gpu.compute) / (double)now->batch;
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
    try_all(&x, blind);
    schemes_make(p, a, s, blind ? NULL : o->lint);
    if (!blind) {
        scheme_choose(p);
        scheme_name_left(p, a, s);
    }
    return p;
}
