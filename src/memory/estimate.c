#include "memory/estimate.h"

#include "base/parallel.h"
#include "model/order.h"

enum {
    VOLTA = 70,              /* what most published runs were on */
    ITERATIONS = 3,          /* at most; until the allocator's segments no longer grow */
    BUCKET_BYTES = 25 << 20, /* DistributedDataParallel's bucket_cap_mb */
    FIRST_BUCKET_BYTES = 1 << 20,
    MOST_BUCKETS = 100000, /* the rest is one */
    TENSOR_BYTES = 768, /* of a recording, its simulation and what is kept to copy from, for each */
    VALIDATION_BYTES = 512 << 10,
    ALLOCATOR_BYTES = 64 << 10
};

/* --- through the allocator --- */

static void take_buckets(struct allocator *a, uint64_t bytes)
{
    uint64_t cap = FIRST_BUCKET_BYTES;
    for (uint32_t i = 0; bytes > 0; i++) {
        uint64_t one = bytes < cap || i == MOST_BUCKETS ? bytes : cap;
        allocator_take(a, one);
        bytes -= one;
        cap = BUCKET_BYTES;
    }
}

/* What each parameter has of one category, in the order in which PyTorch makes it. */
static void take_states(struct allocator *a, const struct graph *g, const struct regime *r,
    enum category c, const param_id *order)
{
    for (size_t i = 0; i + 1 < g->params.n; i++) {
        uint64_t bytes[CATEGORIES];
        regime_parameter_bytes(r, &g->params.items[order[i]], bytes);
        allocator_take(a, bytes[c]);
    }
}

/* The copies of a moving average. */
static void take_averages(
    struct allocator *a, const struct graph *g, const struct regime *r, const param_id *order)
{
    for (size_t i = 0; r->ema && i + 1 < g->params.n; i++) {
        const struct parameter *p = &g->params.items[order[i]];
        allocator_take(a, (uint64_t)shape_elems(&p->shape) * dtype_bytes(p->dtype));
    }
}

/* The events of one step.  `ids`: what each block has, from one step to the next. */
static void replay(struct allocator *a, const struct simulation *s, uint32_t *ids)
{
    VEC_EACH (struct trace_event, t, &s->trace) {
        if (t->bytes < 0) {
            allocator_give(a, ids[t->block]);
            ids[t->block] = 0;
        } else if (ids[t->block] == 0) {
            ids[t->block] = allocator_take(a, (uint64_t)t->bytes);
        }
    }
}

/* The step's names end. */
static void end_step(struct allocator *a, const struct simulation *s, uint32_t *ids)
{
    for (uint32_t i = 0; i < s->n_blocks; i++) {
        if (!s->blocks[i].stays) {
            allocator_give(a, ids[i]);
            ids[i] = 0;
        }
    }
}

struct outcome {
    const struct graph *graph;
    struct simulation *simulation;
    uint64_t allocated, reserved;
};

/* What the allocator has handed out at most, and reserved, in the first iterations. */
static void run_allocator(
    struct outcome *out, const struct regime *r, const struct allocator_conf *conf)
{
    const struct graph *g = out->graph;
    const struct simulation *s = out->simulation;
    void *ctx = mem_pool(NULL, ALLOCATOR_BYTES);
    struct allocator *a = allocator_new(ctx, conf);
    uint32_t *ids = mem_zero(ctx, s->n_blocks * sizeof *ids);
    const param_id *moved = order_params(ctx, g, ORDER_MOVING);
    take_states(a, g, r, CATEGORY_WEIGHTS, moved);
    take_averages(a, g, r, moved);
    take_buckets(a, s->states[CATEGORY_BUCKETS]);
    bool settled = false;
    for (int i = 0; i < ITERATIONS && !settled; i++) {
        uint64_t before = allocator_reserved(a);
        allocator_begin_iteration(a);
        replay(a, s, ids);
        if (i == 0 && r->sharding.gradients) { /* the first backward makes them */
            take_states(a, g, r, CATEGORY_GRADIENTS, moved);
        }
        end_step(a, s, ids);
        settled = i > 0 && (allocator_reserved(a) == before || allocator_would_repeat(a));
    }
    out->allocated = allocator_peak_allocated(a);
    out->reserved = allocator_peak_reserved(a);
    talloc_free(ctx);
}

/* --- the three scenarios --- */

/* What it makes belongs to the arena; NULL after a diagnostic. */
static struct graph *record(const struct estimate *e, struct arena *a, struct settings *s,
    const struct estimate_options *o, const struct regime *r, enum scenario which,
    const struct graph *like, struct diags *diags)
{
    struct model_options m = {.batch = e->batch, .inference = o->inference};
    m.graph = (struct graph_options){.torch = r->torch,
        .autocast = (uint8_t)r->half,
        .half_model = r->half_model,
        .distributed = r->gpus > 1,
        .mmengine = r->mmengine && r->torch >= MMENGINE_TORCH,
        .scenario = (uint8_t)which,
        .varied = o->varied,
        .varied_to = o->varied_to,
        .training = !o->inference,
        .gpu = e->gpu,
        .anew = o->anew,
        .like = like};
    return model_record(settings_library(s), a, settings_config(s), &m, diags);
}

static void run_outcome(struct outcome *out, void *ctx, const struct regime *r,
    const struct allocator_conf *conf, bool describe)
{
    out->simulation = simulate(ctx, out->graph, r, describe);
    run_allocator(out, r, conf);
}

/* Once the expected step is recorded, and validation beside it, all that remains can be done side
 * by side. */
struct work {
    struct estimate *e;
    struct arena *arena;
    struct diags *diags;
    struct settings *s;
    const struct estimate_options *o;
    struct outcome runs[SCENARIOS]; /* of the ends only the figures are wanted */
    bool same[SCENARIOS];           /* the end is the expected one */
    struct model_validation validation;
    uint64_t validation_bytes;
};

/* The longest first, so that none begins when the others are done. */
enum task {
    TASK_HIGH,
    TASK_LOW,
    TASK_EXPECTED,
    TASKS
};

static void run_end(struct work *w, enum scenario which, const struct regime *r)
{
    const struct graph *expected = w->runs[SCENARIO_EXPECTED].graph;
    struct outcome *out = &w->runs[which];
    void *ctx = mem_pool(NULL, expected->tensors.n * TENSOR_BYTES);
    bool other_step = expected->scenario_used || r->torch != w->e->regime.torch;
    out->graph = expected;
    if (other_step) {
        const struct graph *own =
            record(w->e, arena_new(ctx), w->s, w->o, r, which, expected, diags_new(ctx));
        w->same[which] = !own;
        out->graph = own ? own : out->graph;
    } else {
        w->same[which] = r->workspaces == w->e->regime.workspaces;
    }
    if (!w->same[which]) {
        run_outcome(out, ctx, r, &w->o->allocator, false);
    }
    talloc_free(ctx);
}

/* Training has run when validation does: its states are there. */
static void run_validation(struct work *w)
{
    void *ctx = mem_pool(NULL, VALIDATION_BYTES);
    const struct estimate *e = w->e;
    struct model_options m = {.batch = e->batch};
    m.graph = (struct graph_options){.torch = e->regime.torch,
        .autocast = (uint8_t)e->regime.half,
        .half_model = e->regime.half_model,
        .mmengine = e->regime.mmengine,
        .scenario = SCENARIO_EXPECTED,
        .gpu = e->gpu};
    w->validation =
        model_record_validation(settings_library(w->s), arena_new(ctx), settings_config(w->s), &m);
    if (w->validation.graph && w->validation.graph->unknown_types.n == 0) {
        w->validation_bytes =
            simulate(ctx, w->validation.graph, &e->regime, false)->forward_peak_bytes;
    }
    talloc_free(ctx);
}

static void run_task(void *data, uint32_t i)
{
    struct work *w = data;
    switch ((enum task)i) {
    case TASK_HIGH: run_end(w, SCENARIO_HIGH, &w->e->high); break;
    case TASK_LOW: run_end(w, SCENARIO_LOW, &w->e->low); break;
    case TASK_EXPECTED:
        run_outcome(&w->runs[SCENARIO_EXPECTED], w->e, &w->e->regime, &w->o->allocator,
            !w->o->expected_only && w->o->enough == 0);
        break;
    case TASKS: break;
    }
}

static void run_recording(void *data, uint32_t i)
{
    struct work *w = data;
    if (i > 0) {
        run_validation(w);
        return;
    }
    w->e->graph = w->runs[SCENARIO_EXPECTED].graph =
        record(w->e, w->arena, w->s, w->o, &w->e->regime, SCENARIO_EXPECTED, w->o->like, w->diags);
}

static void note_validation(struct estimate *e, struct arena *a, const struct work *w)
{
    const struct model_validation *v = &w->validation;
    if (w->validation_bytes > e->allocated.expected) {
        e->validation_bytes = w->validation_bytes;
        vec_push(e, &e->notes,
            arena_printf(a,
                "validation allocates more than training, %.0f MiB: %lld image%s of %lldx%lld",
                (double)w->validation_bytes / 1048576, (long long)v->batch,
                v->batch == 1 ? "" : "s", (long long)v->height, (long long)v->width));
    }
}

static uint64_t *end_of(struct interval *i, enum scenario which)
{
    return which == SCENARIO_LOW ? &i->low : which == SCENARIO_HIGH ? &i->high : &i->expected;
}

/* More data may by chance fit the allocator's segments better: the ends still hold all that was
 * seen.  A share of each is not certain. */
static void widen(struct interval *i, double share)
{
    uint64_t low = i->low, high = i->high;
    i->low = low < i->expected ? low : i->expected;
    i->low = high < i->low ? high : i->low;
    i->high = high > i->expected ? high : i->expected;
    i->high = low > i->high ? low : i->high;
    i->low -= (uint64_t)(share * (double)i->low);
    i->high += (uint64_t)(share * (double)i->high);
}

static void put(struct estimate *e, enum scenario which, const struct outcome *s)
{
    *end_of(&e->allocated, which) = s->allocated;
    *end_of(&e->reserved, which) = s->reserved;
}

/* The batch of one GPU; 1 when the config does not tell. */
static int64_t batch_of(struct settings *s, const struct estimate_options *o)
{
    int64_t n;
    if (o->batch > 0 || o->inference) {
        return o->batch > 0 ? o->batch : 1;
    }
    return setting_int(settings_get(s, "batch"), &n) && n > 0 ? n : 1;
}

static void add_sharding_notes(struct estimate *e, struct arena *a)
{
    const struct regime *r = &e->regime;
    const struct list *notes = r->sharding.notes;
    if (r->sharding_unknown) {
        vec_push(e, &e->notes,
            arena_printf(a,
                "what %.*s divides among GPUs cannot be told: this is for DistributedDataParallel",
                STR_ARG(r->strategy)));
    }
    for (uint32_t i = 0; notes && i < notes->n; i++) {
        vec_push(e, &e->notes, value_str(&notes->items[i]));
    }
    if (r->sharding.by.n > 0 && r->gpus == 1) {
        vec_push(e, &e->notes, STR("one GPU has nothing to share: --gpus says how many there are"));
    }
}

/* What DistributedDataParallel is told not to do, it does not do by itself. */
static bool wants_all(struct arena *a, struct settings *s, const struct regime *r)
{
    const struct setting *looks = settings_get(s, "find_unused");
    str wrapper = settings_get(s, "wrapper")->path;
    struct setting fixed = settings_at(s, arena_printf(a, "%.*s.static_graph", STR_ARG(wrapper)));
    bool looked_for = looks->state == SETTING_UNKNOWN ||
                      (looks->state == SETTING_KNOWN && value_truth(&looks->value)) ||
                      fixed.state == SETTING_KNOWN;
    return r->gpus > 1 && r->sharding.ddp && !looked_for;
}

static void note_unused(struct estimate *e, struct arena *a)
{
    const struct parameter *first = NULL;
    uint32_t n = 0;
    VEC_EACH (struct parameter, p, &e->graph->params) {
        if (p->module && p->trainable && !p->is_buffer && !p->used) {
            first = n++ ? first : p;
        }
    }
    if (e->wants_all && e->coverage == 1 && first) {
        str path = graph_path(e->graph, a, first->module);
        vec_push(e, &e->notes,
            arena_printf(a,
                "%u parameter%s never used in training (%.*s%s%.*s%s): DistributedDataParallel "
                "stops at the second step unless find_unused_parameters = True",
                n, n == 1 ? " is" : "s are", STR_ARG(path), path.n ? "." : "", STR_ARG(first->name),
                n == 1 ? "" : ", ..."));
    }
}

/* What is taken of a setting that a config does not let be known. */
static const struct {
    const char *setting, *taken;
} TAKEN[] = {{"precision", "single precision is taken"},
    {"accumulation", "each step is taken to update the weights"},
    {"ema", "no average of the weights is taken to be kept"},
    {"paramwise", "all parameters are taken to be in one group"},
    {"cudnn_benchmark", "it is taken to be off"}};

static void note_unknown_settings(struct estimate *e, struct arena *a, struct settings *s)
{
    for (size_t i = 0; i < sizeof TAKEN / sizeof *TAKEN; i++) {
        const struct setting *x = settings_get(s, TAKEN[i].setting);
        str path = x->path.n > 0 ? x->path : str_of(TAKEN[i].setting);
        if (x->state == SETTING_UNKNOWN) {
            vec_push(e, &e->notes,
                arena_printf(a, "%.*s is not known: %s", STR_ARG(path), TAKEN[i].taken));
        }
    }
}

static void add_notes(
    struct estimate *e, struct arena *a, struct settings *s, const struct estimate_options *o)
{
    int64_t n;
    if (o->batch == 0 && !(setting_int(settings_get(s, "batch"), &n) && n > 0)) {
        vec_push(e, &e->notes, STR("the config does not tell its batch: one sample is assumed"));
    }
    if (e->regime.optimizer.n == 0) {
        vec_push(e, &e->notes,
            STR("the config does not tell its optimizer: its states are taken to be Adam's"));
    } else if (!e->regime.optimizer_is_described) {
        vec_push(e, &e->notes,
            arena_printf(a,
                "the optimizer %.*s is not described: its states are taken to be Adam's",
                STR_ARG(e->regime.optimizer)));
    }
    if (e->regime.optimizer_lacks.n > 0) {
        vec_push(e, &e->notes,
            arena_printf(a, "the optimizer's %.*s is not known: what it adds is taken to be there",
                STR_ARG(e->regime.optimizer_lacks)));
    }
    note_unknown_settings(e, a, s);
    const struct setting *search = settings_get(s, "cudnn_benchmark");
    if (search->state == SETTING_KNOWN && value_truth(&search->value)) {
        vec_push(e, &e->notes,
            arena_printf(a,
                "cudnn_benchmark: the search of the first steps is not in these figures; it takes "
                "memory that is free, and %s",
                e->regime.mmengine ? "the first log line shows it" : "all log lines show it"));
    }
    add_sharding_notes(e, a);
}

/* What cannot be seen in the allocator, and can be had back. */
static void note_stacks(struct estimate *e, struct arena *a)
{
    uint64_t bytes = e->outside.parts[OUTSIDE_STACKS].expected;
    if (bytes > 0) {
        vec_push(e, &e->notes,
            arena_printf(a,
                "%.1f GiB of what nvidia-smi shows are stacks of the sparse convolutions' kernels "
                "(KernelMaxVolume 4096): built with a smaller constant, or with spconv 2, they "
                "need none",
                (double)bytes / 1073741824));
    }
}

/* What was asked for with --torch stays, and is said. */
static void note_card(struct estimate *e, struct arena *a, uint32_t oldest)
{
    if (e->regime.torch < oldest) {
        vec_push(e, &e->notes,
            arena_printf(a,
                "PyTorch %u.%u has no kernels for this GPU; the oldest that runs on it is %u.%u",
                e->regime.torch / 100, e->regime.torch % 100, oldest / 100, oldest % 100));
    }
}

struct estimate *estimate_prepare(void *talloc_ctx, struct arena *a, struct settings *s,
    const struct estimate_options *o, struct diags *diags)
{
    struct estimate *e = mem_zero(talloc_ctx, sizeof *e);
    e->gpu = o->gpu.compute ? o->gpu : device_facts_like(settings_library(s), VOLTA, diags);
    uint32_t compute = e->gpu.compute;
    struct regime_options asked = o->regime;
    asked.card = device_oldest_torch(settings_library(s), compute, diags);
    e->regime = regime_read(s, &asked, diags);
    e->low = uncertain_regime(s, &e->regime, &asked, compute, SCENARIO_LOW, diags);
    e->high = uncertain_regime(s, &e->regime, &asked, compute, SCENARIO_HIGH, diags);
    if (o->inference) {
        regime_without_training(&e->regime);
        regime_without_training(&e->low);
        regime_without_training(&e->high);
    }
    e->batch = batch_of(s, o);
    e->wants_all = wants_all(a, s, &e->regime);
    if (!o->inference) {
        add_notes(e, a, s, o);
    }
    note_card(e, a, asked.card);
    return e;
}

struct estimate *estimate_with_batch(
    void *talloc_ctx, const struct estimate *prepared, int64_t batch)
{
    struct estimate *e = mem_zero(talloc_ctx, sizeof *e);
    e->regime = prepared->regime;
    e->low = prepared->low;
    e->high = prepared->high;
    e->gpu = prepared->gpu;
    e->batch = batch;
    return e;
}

/* Runs what is wanted; true when that is the expected step alone. */
static bool run_all(struct work *w)
{
    const struct estimate_options *o = w->o;
    bool one_by_one = o->threads <= 1 || w->e->graph->ops.n > LARGE_STEP;
    uint32_t threads = one_by_one ? 1 : o->threads;
    w->e->outside = outside_of(w->e->graph, w->e->regime.gpus);
    if (!o->expected_only && o->enough == 0) {
        parallel_each(TASKS, threads, run_task, w);
        return false;
    }
    run_task(w, TASK_EXPECTED);
    if (o->expected_only ||
        w->runs[SCENARIO_EXPECTED].reserved + w->e->outside.total.expected > o->enough) {
        return true;
    }
    parallel_each(TASK_EXPECTED, threads, run_task, w);
    return false;
}

bool estimate_record(struct estimate *e, struct arena *a, struct settings *s,
    const struct estimate_options *o, struct diags *diags)
{
    struct work w = {.e = e, .arena = a, .diags = diags, .s = s, .o = o};
    struct outcome *runs = w.runs;
    bool validates = o->validation && !o->expected_only && o->enough == 0;
    parallel_each(validates ? 2 : 1, o->threads, run_recording, &w);
    if (!e->graph) {
        return false;
    }
    bool expected_only = run_all(&w);
    e->simulation = runs[SCENARIO_EXPECTED].simulation;
    for (uint32_t i = 0; i < SCENARIOS; i++) {
        if (expected_only || w.same[i]) {
            runs[i] = runs[SCENARIO_EXPECTED];
        }
    }
    uncertain_list(e, a, &e->regime, &e->low, &e->high, &e->uncertainties);
    double share = expected_only ? 0 : e->uncertainties.share;
    for (uint32_t i = 0; i < SCENARIOS; i++) {
        put(e, i, &runs[i]);
    }
    widen(&e->allocated, share);
    widen(&e->reserved, expected_only ? 0 : share + e->uncertainties.cache_share);
    for (uint32_t i = 0; i < SCENARIOS; i++) {
        *end_of(&e->used, i) = *end_of(&e->reserved, i) + *end_of(&e->outside.total, i);
    }
    note_validation(e, a, &w);
    e->coverage = graph_coverage(e->graph);
    VEC_EACH (str, note, &e->graph->notes) {
        vec_push(e, &e->notes, *note);
    }
    note_unused(e, a);
    note_stacks(e, a);
    return true;
}

struct estimate *estimate_run(void *talloc_ctx, struct arena *a, struct settings *s,
    const struct estimate_options *o, struct diags *diags)
{
    struct estimate *e = estimate_prepare(talloc_ctx, a, s, o, diags);
    bool good = estimate_record(e, a, s, o, diags);
    if (!settings_make_sense(s, false, diags) || !good) { /* no figure comes of them */
        diags_refuse(diags, "VAL001");
        talloc_free(e);
        return NULL;
    }
    return e;
}
