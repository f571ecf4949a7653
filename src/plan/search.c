#include "plan/search.h"

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

/* Growth of the batch up to which scaling the learning rate is known to hold for detectors. */
static const double LARGE_GROWTH = 8;

struct search {
    struct plan *p;
    const struct plan_options *o;
    struct arena *a;
    struct settings *s;      /* as the config is */
    const struct graph *now; /* of those */
    struct diags *diags;
    int64_t batch, accumulation; /* as the config is */
    int64_t most;                /* samples that the model can take */
    double seconds_per_sample;
    bool only_now;    /* the batch stays */
    uint32_t threads; /* of one estimate */
};

/* What is used, and how long a step takes. */
struct probe {
    struct interval used;
    double seconds;
};

/* One precision with or without checkpointing: settings with the changes made, and what the search
 * found for them. */
struct variant {
    str precision;
    bool checkpointing;
    struct changes *changes;
    struct settings *settings;
    struct estimate *prepared;
    bool good;        /* it can be estimated */
    struct probe now; /* with the batch as the config is */
    int64_t batch;    /* the largest that fits, or one sample if none does; 0: not looked for */
    bool is_reached;
    struct probe at;
    uint64_t left; /* what may yet be recorded for it, in operations */
    bool ended;    /* they were too few for a probe */
    bool is_cut;   /* or for a larger batch */
    /* What its last model took: it grows with the batch in a straight line. */
    int64_t seen_batch;
    double seen_work, work_per_sample;
};

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

static bool probe(
    const struct search *x, struct variant *v, int64_t batch, bool expected_only, struct probe *out)
{
    uint32_t models = expected_only ? 1 : RECORDED;
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
    struct estimate *e = estimate_with_batch(ctx, v->prepared, batch);
    bool good = estimate_record(e, arena_new(ctx), v->settings, &o, diags_new(ctx));
    if (good) {
        uint64_t fixed = fixed_bytes(e);
        out->used.low = calibrated(x, e->used.low, fixed);
        out->used.expected = calibrated(x, e->used.expected, fixed);
        out->used.high = calibrated(x, e->used.high, fixed);
        out->seconds = step_seconds(e->graph, o.gpu.compute);
        note_work(v, batch, (double)graph_work(e->graph));
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
    return n < 1 ? 1 : n > (double)x->most ? x->most : (int64_t)n;
}

/* The highest figure is only of interest where the expected one is under the target. */
static bool probe_as_needed(
    const struct search *x, struct variant *v, int64_t batch, struct probe *out)
{
    return probe(x, v, batch, true, out) &&
           (!is_under(x, &out->used) || probe(x, v, batch, false, out));
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

/* `at` is the batch of now, and becomes that of the result.  0: not even one sample does.  Memory
 * grows with the batch nearly in a straight line. */
static int64_t largest_batch(const struct search *x, struct variant *v, struct probe *at)
{
    int64_t fits = 0, too_many = x->most + 1, n = x->batch, before = 0;
    struct probe p = *at, last = {0};
    for (int i = 0; i < MOST_PROBES && too_many - fits > 1 && rounded_batch(too_many - 1) > fits;
         i++) {
        if (i > 0 && !probe_as_needed(x, v, n, &p)) {
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
    return round != fits && probe(x, v, round, false, at) ? round : fits;
}

/* --- schemes --- */

static void add_scheme(struct search *x, const struct variant *v, int64_t batch,
    int64_t accumulation, const struct probe *p, bool is_reached)
{
    VEC_EACH (struct scheme, have, &x->p->schemes) {
        if (str_eq(have->precision, v->precision) && have->checkpointing == v->checkpointing &&
            have->batch == batch && have->accumulation == accumulation) {
            have->is_reached |= is_reached;
            return;
        }
    }
    struct scheme s = {.precision = v->precision,
        .checkpointing = v->checkpointing,
        .batch = batch,
        .accumulation = accumulation,
        .used = p->used,
        .fits = is_under(x, &p->used),
        .is_reached = is_reached};
    s.throughput = x->seconds_per_sample > 0 && p->seconds > 0
                       ? (double)batch / p->seconds * x->seconds_per_sample
                       : 1;
    s.is_current = x->p->schemes.n == 0;
    vec_push(x->p, &x->p->schemes, s);
}

/* Accumulated steps that keep the batch of the optimizer as near as can be to what it was. */
static int64_t accumulation_for(const struct search *x, int64_t batch)
{
    if (x->o->keep & KEEP_ACCUMULATION) {
        return x->accumulation;
    }
    int64_t twice = size_mul(2, size_mul(x->batch, x->accumulation));
    int64_t steps = size_div(size_add(twice, batch), 2 * batch); /* rounded */
    return steps > 1 ? steps : 1;
}

/* --- variants --- */

static void note(struct search *x, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str text = arena_vprintf(x->a, format, args);
    va_end(args);
    VEC_EACH (str, have, &x->p->notes) {
        if (str_eq(*have, text)) {
            return;
        }
    }
    vec_push(x->p, &x->p->notes, text);
}

static bool make_variant(
    struct search *x, str precision, bool checkpointing, bool current, struct variant *v)
{
    str reason = STR("");
    const struct setting *now = settings_get(x->s, "precision");
    bool changes_precision = !str_eq(value_str(&now->value), precision);
    v->precision = precision;
    v->checkpointing = checkpointing;
    v->changes = changes_new(x->a);
    v->settings = x->s;
    if (current) {
        return true;
    }
    if (changes_precision &&
        !settings_change(x->s, "precision", value_string(x->a, precision), v->changes, &reason)) {
        note(x, "%.*s was not considered: %.*s", STR_ARG(precision), STR_ARG(reason));
        return false;
    }
    if (checkpointing &&
        !settings_change(x->s, "checkpointing", value_bool(true), v->changes, &reason)) {
        note(x, "checkpointing was not considered: %.*s", STR_ARG(reason));
        return false;
    }
    v->settings = settings_with(x->s, v->changes);
    return v->settings != NULL;
}

struct variants {
    const struct search *x;
    VEC(struct variant) list;
};

static void add_variant(
    struct search *x, struct variants *all, str precision, bool checkpointing, bool current)
{
    struct variant v = {.good = false};
    if (make_variant(x, precision, checkpointing, current, &v)) {
        v.prepared = estimate_prepare(x->p, x->a, v.settings, &x->o->estimate, x->diags);
        vec_push(x->p, &all->list, v);
    }
}

/* The settings as they are come first. */
static void find_variants(struct search *x, bool only_now, struct variants *all)
{
    const struct setting *precision = settings_get(x->s, "precision"),
                         *checkpointing = settings_get(x->s, "checkpointing");
    str now = value_str(&precision->value);
    bool has_checkpointing =
        checkpointing->state == SETTING_KNOWN && value_truth(&checkpointing->value);
    if (now.n == 0) {
        now = STR("fp32");
    }
    str choices[] = {now, STR("fp16")};
    bool keeps_precision = only_now || x->o->keep & KEEP_PRECISION || !str_is(now, "fp32") ||
                           precision->state == SETTING_UNKNOWN;
    bool keeps_checkpointing = only_now || x->o->keep & KEEP_CHECKPOINTING || has_checkpointing;
    for (int c = 0; c <= !keeps_checkpointing; c++) {
        for (int p = 0; p <= !keeps_precision; p++) {
            add_variant(x, all, choices[p], has_checkpointing || c, p == 0 && c == 0);
        }
    }
}

static void search_variant(void *data, uint32_t i)
{
    const struct variants *all = data;
    const struct search *x = all->x;
    struct variant *v = &all->list.items[i];
    v->good = probe(x, v, x->batch, false, &v->now);
    if (!v->good || x->only_now) {
        return;
    }
    v->at = v->now;
    v->batch = largest_batch(x, v, &v->at);
    v->is_reached = v->batch > 0;
    if (!v->is_reached && x->batch > 1 && probe(x, v, 1, false, &v->at)) {
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

static void try_all(struct search *x, bool only_now)
{
    struct variants all = {.x = x};
    uint32_t threads = x->o->estimate.threads > 1 ? x->o->estimate.threads : 1;
    find_variants(x, only_now, &all);
    x->only_now = only_now || x->o->keep & KEEP_BATCH;
    x->threads = all.list.n > 0 ? threads / (uint32_t)all.list.n : 1;
    share_work(x, &all);
    bool large = x->now->ops.n > LARGE_STEP;
    parallel_each((uint32_t)all.list.n, large ? 1 : threads, search_variant, &all);
    VEC_EACH (struct variant, v, &all.list) {
        if (v->ended || v->is_cut) {
            note(x,
                "the search ended before all was tried: the model is large (the limit search_ops)");
        }
        if (!v->good) {
            note(x, "%.*s%s was not considered: it cannot be estimated", STR_ARG(v->precision),
                v->checkpointing ? " with checkpointing" : "");
            continue;
        }
        add_scheme(x, v, x->batch, x->accumulation, &v->now, false);
        if (v->batch > 0) {
            add_scheme(x, v, v->batch, accumulation_for(x, v->batch), &v->at, v->is_reached);
        }
    }
}

/* --- the choice and what comes with it --- */

/* Within a percent of each other, the one that changes less comes first: it stands earlier. */
static void choose(struct search *x)
{
    struct plan *p = x->p;
    for (size_t i = 0; i < p->schemes.n; i++) {
        const struct scheme *s = &p->schemes.items[i];
        if (s->fits && (p->chosen == SIZE_MAX ||
                           s->throughput > p->schemes.items[p->chosen].throughput * 1.01)) {
            p->chosen = i;
        }
    }
}

static bool set_integer(struct search *x, const char *name, int64_t n)
{
    str reason = STR("");
    if (settings_change(x->s, name, value_int(n), x->p->changes, &reason)) {
        return true;
    }
    note(x, "%s cannot be set to %lld: %.*s", name, (long long)n, STR_ARG(reason));
    return false;
}

/* How many times more GPUs the run has than the config's learning rate and lengths are meant for.
 */
static double more_gpus(struct search *x)
{
    const struct setting *meant = settings_get(x->s, "reference_gpus");
    uint32_t gpus = x->o->estimate.regime.gpus;
    int64_t before;
    if (gpus == 0 || !setting_int(meant, &before) || before < 1 || before == gpus) {
        return 1;
    }
    if (meant->path.n == 0) { /* a name stays as it is, so this would be done again and again */
        note(x,
            "by its name the config is for %lld GPUs; the learning rate was not scaled to the %u "
            "of --gpus",
            (long long)before, gpus);
        return 1;
    }
    return (double)gpus / (double)before;
}

/* Multiplies the learning rate; false when it stays for a reason of its own. */
static bool scale_rate(struct search *x, struct settings *s, double updates)
{
    str reason = STR("");
    double factor = x->o->lr_rule == LR_SQRT ? sqrt(updates) : updates;
    size_t before = x->p->changes->list.n;
    if (updates == 1) {
        return true;
    }
    if (!settings_scale_lr(s, factor, x->p->changes, &reason)) {
        note(x, "the learning rate was left alone: %.*s", STR_ARG(reason));
        return false;
    }
    if (x->p->changes->list.n == before) {
        note(x,
            "the learning rate was left alone: the config has none where its script reads it; the "
            "new batch asks for %.3g times the rate",
            factor);
        return false;
    }
    x->p->lr_factor = factor;
    return true;
}

/* auto_scale_lr's batch, which does not count accumulated steps, is that of the new rate. */
static void scale_base_batch(struct search *x, double samples)
{
    const struct setting *meant = settings_get(x->s, "base_batch");
    int64_t base;
    if (samples != 1 && meant->state == SETTING_KNOWN && setting_int(meant, &base)) {
        int64_t scaled = size_of_double(round((double)base * samples));
        set_integer(x, "base_batch", scaled == NO_SIZE ? base : scaled);
    }
}

static void scale_with_batch(struct search *x, struct settings *s, const struct scheme *chosen)
{
    str reason = STR("");
    double samples = (double)chosen->batch / (double)x->batch * more_gpus(x);
    double updates = samples * (double)chosen->accumulation / (double)x->accumulation;
    if (updates > LARGE_GROWTH) {
        note(x,
            "the batch of an update grows %.3g times: the learning rate needs a longer warmup, or "
            "a search",
            updates);
    }
    if (x->o->lr_rule != LR_KEEP && value_truth(&settings_get(x->s, "auto_scale_lr")->value)) {
        note(x, "the learning rate stays: auto_scale_lr scales it when training starts");
    } else if (x->o->lr_rule != LR_KEEP && scale_rate(x, s, updates)) {
        scale_base_batch(x, samples);
    }
    size_t before = x->p->changes->list.n;
    if (samples != 1) {
        if (settings_scale_iters(s, 1 / samples, x->p->changes, &reason)) {
            x->p->iters_factor = x->p->changes->list.n > before ? 1 / samples : 1;
        } else {
            note(x, "lengths in iterations were left alone: %.*s", STR_ARG(reason));
        }
    }
}

/* The changes of the chosen scheme, all together. */
static void make_changes(struct search *x)
{
    struct plan *p = x->p;
    const struct scheme *chosen = &p->schemes.items[p->chosen];
    const struct scheme *now = &p->schemes.items[0];
    struct variant v;
    bool same =
        str_eq(chosen->precision, now->precision) && chosen->checkpointing == now->checkpointing;
    if (!make_variant(
            x, chosen->precision, chosen->checkpointing && !now->checkpointing, same, &v)) {
        p->chosen = SIZE_MAX;
        return;
    }
    p->changes = v.changes;
    if ((chosen->batch != x->batch && !set_integer(x, "batch", chosen->batch)) ||
        (chosen->accumulation != x->accumulation &&
            !set_integer(x, "accumulation", chosen->accumulation))) {
        p->chosen = SIZE_MAX;
        return;
    }
    scale_with_batch(x, x->s, chosen);
}

/* --- calibration --- */

/* measured = fixed + k * (predicted - fixed) */
static void calibrate(struct search *x, const struct estimate *e)
{
    x->p->calibration = 1;
    if (x->o->measured.bytes == 0) {
        return;
    }
    uint64_t fixed = fixed_bytes(e), measured = measured_as_used(&x->o->measured, e);
    if (measured <= fixed) {
        note(x, "the measured figure is less than what weights, optimizer and CUDA alone take; "
                "it was not used");
        return;
    }
    double predicted = (double)e->used.expected - (double)fixed;
    if (predicted > 0) {
        x->p->calibration = (double)(measured - fixed) / predicted;
    }
}

struct plan *plan_search(void *talloc_ctx, struct arena *a, struct settings *s,
    const struct plan_options *o, struct diags *diags)
{
    struct plan *p = mem_zero(talloc_ctx, sizeof *p);
    struct search x = {.p = p, .o = o, .a = a, .s = s, .diags = diags};
    bool sound = settings_make_sense(s, true, diags); /* what would be scaled is among them */
    struct estimate *now = sound ? estimate_run(p, a, s, &o->estimate, diags) : NULL;
    if (!now) {
        diags_refuse(diags, "VAL001");
        talloc_free(p);
        return NULL;
    }
    VEC_EACH (str, it, &now->notes) {
        note(&x, "%.*s", STR_ARG(*it));
    }
    x.now = now->graph;
    x.batch = now->batch;
    x.accumulation = now->regime.accumulation;
    x.most = MOST_SAMPLES;
    if (setting_int(settings_get(s, "max_batch"), &x.most)) {
        note(&x, "this model takes at most %lld sample%s on a GPU", (long long)x.most,
            x.most == 1 ? "" : "s");
    }
    x.seconds_per_sample = step_seconds(now->graph, o->estimate.gpu.compute) / (double)now->batch;
    p->gpu_bytes = o->gpu_bytes;
    p->target_bytes = (uint64_t)(o->target * (double)o->gpu_bytes);
    p->coverage = now->coverage;
    p->chosen = SIZE_MAX;
    p->lr_factor = p->iters_factor = 1;
    p->changes = changes_new(a);
    calibrate(&x, now);
    bool blind = now->coverage < 1 && !o->partial; /* largest batches of half a model say nothing */
    try_all(&x, blind);
    if (!blind) {
        choose(&x);
    }
    if (p->chosen != SIZE_MAX) {
        make_changes(&x);
    }
    return p;
}
