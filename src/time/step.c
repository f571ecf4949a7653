#include "time/step.h"

#include <math.h>

enum {
    VECTOR = 8,            /* channels that tensor cores take at once */
    SGD_PASSES = 10,       /* over a parameter: decay, momentum, step, each apart */
    STATE_PASSES = 5,      /* more for each further state */
    LOOP_OPERATIONS = 4,   /* on each parameter */
    STATE_OPERATIONS = 4,  /* more for each further state */
    EARLY_TORCH = 103,     /* from CUDA 9 and cuDNN 7.0 to 7.5 to CUDA 10.1 and cuDNN 7.6 */
    FOREACH_TORCH = 200,   /* takes a group's parameters at once */
    FUSED_BYTES = 64 << 20 /* of parameters that one launch of it takes */
};

/* Microseconds. */
static const double COSTS[][2] = {
#define COST(id, microseconds, later) {microseconds, later},
#include "time/costs.def"
#undef COST
};

enum cost {
#define COST(id, ...) COST_##id,
#include "time/costs.def"
#undef COST
};

static const double BUCKET_BYTES = 25 << 20;
static const double LINK_SHARE = 0.45;  /* of both directions' figure that an all-reduce gets */
static const double PCIE_SHARE = 0.375; /* ... that a copy from pinned memory gets */
static const double SHARED_SHARE = 0.2; /* of a memory's rate that a copy within it gets */
static const double EARLY_TIMES =
    1.3; /* as long as kernels took with the cuDNN of the releases before */
static const double MEETING_SECONDS = 300e-6; /* until all GPUs have each other's statistics */
static const double REDUCE_SECONDS = 30e-6;   /* of an all-reduce of nothing */
static const double NINE_OF_TEN = 1.6;        /* deviations to either side */

/* Of logarithms. */
static const double DEVIATIONS[SPREADS] = {
#define SPREAD(id, deviation) deviation,
#include "time/spreads.def"
#undef SPREAD
};

struct clock {
    const struct graph *g;
    const struct regime *r; /* NULL: a pass without gradients */
    const struct pass_options *o;
    const struct gpu_facts *gpu;
    struct step_time *out;
    double host, device;       /* when each has done all so far */
    double times;              /* as long as now all kernels took with this release */
    double link;               /* when all buckets have gone */
    double bucket;             /* bytes of gradients that wait to go */
    double *own;               /* seconds of each module by itself */
    module_id module;          /* that ran last */
    bool *absorbed;            /* operations that are part of the product before them */
    bool *reached;             /* tensors that have a gradient */
    double uncertain[SPREADS]; /* seconds of the total */
};

static double now(const struct clock *c)
{
    return fmax(c->host, c->device);
}

static void host_works(struct clock *c, enum cost cost, double times)
{
    bool later = c->g->options.torch >= FOREACH_TORCH;
    c->host += COSTS[cost][later] * 1e-6 * times * c->gpu->speed.host;
}

/* In the precision that was asked for. */
static struct kernel in_precision(const struct clock *c, const struct kernel *k)
{
    struct kernel x = *k;
    bool products = k->m > 0;
    bool single = c->o->precision == PRECISION_FP32 || c->o->precision == PRECISION_TF32;
    x.tf32 = single ? products && c->o->precision == PRECISION_TF32 : k->tf32 && !c->o->engine;
    if (c->o->engine && !single && c->o->precision != PRECISION_RECORDED) {
        bool quarter = products && c->o->precision == PRECISION_INT8;
        enum dtype half = c->o->precision == PRECISION_BF16 ? DTYPE_BF16 : DTYPE_F16;
        x.dtype = (uint8_t)(quarter ? DTYPE_U8 : half);
        x.bytes *= quarter ? 0.25 : 0.5;
        x.n = VECTOR * ceil(x.n / VECTOR); /* it pads channels once, when it is built */
        x.k = VECTOR * ceil(x.k / VECTOR);
    }
    x.tuned = c->o->engine;
    return x;
}

/* The GPU has nothing to do until the host comes to it. */
static void wait_for_host(struct clock *c)
{
    c->out->bounds[BOUND_LAUNCH] += fmax(0, c->host - c->device);
    c->device = now(c);
}

static void launch(struct clock *c, const struct kernel *kernel)
{
    enum bound bound;
    struct kernel own = in_precision(c, kernel), *k = &own;
    double seconds = kernel_seconds(k, c->gpu, &bound) * c->times;
    double launches = fmax(1, k->launches);
    host_works(c, c->o->engine ? COST_ENQUEUE : COST_LAUNCH, launches);
    host_works(c, COST_CALL, c->o->engine ? 0 : launches - 1);
    bool chosen = k->m > 0 || k->kind == KERNEL_NORM;
    host_works(c, COST_CHOOSE, chosen && !c->o->engine ? launches : 0);
    wait_for_host(c);
    c->device += seconds;
    c->out->bounds[bound] += seconds;
    c->out->kinds[k->kind] += seconds;
    c->uncertain[kernel_spread(k, c->gpu)] += seconds;
    c->out->kernels += (uint32_t)fmin(launches, 1e9);
}

static void launch_all(struct clock *c, const struct kernels *k)
{
    for (uint32_t i = 0; i < k->n; i++) {
        launch(c, &k->list[i]);
    }
    if (k->meets) {
        wait_for_host(c);
        c->device += MEETING_SECONDS;
        c->out->bounds[BOUND_REDUCE] += MEETING_SECONDS;
    }
    if (k->waits) {
        c->host = now(c);
        host_works(c, COST_WAIT, 1);
        c->out->waits++;
    }
}

static bool is_product(const struct op *op)
{
    return op->kind == OPKIND_CONV || op->kind == OPKIND_CONV_TRANSPOSE ||
           op->kind == OPKIND_LINEAR || op->kind == OPKIND_MATMUL ||
           op->custom == CUSTOM_SPARSE_CONV; /* as an implicit product */
}

/* Part of the product before it: what works on each element by itself. */
static bool is_absorbed(struct clock *c, op_id i)
{
    const struct op *op = &c->g->ops.items[i];
    bool pointwise = op->kind == OPKIND_BATCH_NORM || op->kind == OPKIND_UNARY ||
                     op->kind == OPKIND_BINARY || op->kind == OPKIND_CAST;
    bool follows = false;
    for (uint32_t n = 0; n < op->n_inputs; n++) {
        op_id from = graph_tensor(c->g, c->g->inputs.items[op->inputs_at + n].tensor)->producer;
        follows |= from && (c->absorbed[from] || is_product(&c->g->ops.items[from]));
    }
    c->absorbed[i] = pointwise && follows;
    return c->absorbed[i];
}

/* Of a product the engine runs itself alone: biases are in it, and maps lie as it likes. */
static void keep_product(struct kernels *k)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < k->n; i++) {
        struct kernel *one = &k->list[i];
        if (one->m > 0 || one->kind == KERNEL_DEPTHWISE) {
            one->m *= fmax(1, one->launches);
            one->bytes *= fmax(1, one->launches);
            one->launches = 1;
            k->list[n++] = *one;
        }
    }
    k->n = n;
}

/* Its kernels are not PyTorch's, and have not their bottlenecks; constants are in it, and nothing
 * but results goes to the host. */
static void engine_op(struct clock *c, op_id i, struct kernels *k)
{
    uint16_t custom = c->g->ops.items[i].custom;
    k->waits &= custom == CUSTOM_TO_HOST;
    k->n = custom == CUSTOM_TO_DEVICE ? 0 : k->n;
    for (uint32_t n = 0; n < k->n; n++) {
        k->list[n].least = 0;
    }
    if (is_absorbed(c, i)) {
        k->n = 0;
    } else if (is_product(&c->g->ops.items[i])) {
        keep_product(k);
    }
}

static void forward_op(struct clock *c, op_id i)
{
    const struct op *op = &c->g->ops.items[i];
    struct kernels k;
    double before = now(c);
    kernels_of(&k, c->g, i, PASS_FORWARD);
    if (c->o->engine) {
        engine_op(c, i, &k);
    } else {
        bool counts = op->kind == OPKIND_BATCH_NORM && c->r; /* its batches, by an operation */
        host_works(c, k.n > 0 ? COST_CALL : COST_VIEW, 1 + counts);
        host_works(c, COST_MODULE, op->module != c->module);
        host_works(c, COST_GRAPH, op->differentiable);
    }
    c->module = op->module;
    launch_all(c, &k);
    c->own[op->module] += now(c) - before;
    if (c->out->ops) {
        c->out->ops[i] = now(c) - before;
    }
    c->out->flops += 2 * (double)op->macs;
}

/* --- backward --- */

static param_id parameter_of(const struct graph *g, tensor_id t)
{
    const struct tensor_info *i = graph_tensor(g, t);
    const struct storage *s = &g->storages.items[i->storage];
    return s->kind == STORAGE_PARAMETER && !i->producer ? s->param : 0;
}

/* Bytes in a second from the host's memory, which may be the GPU's own. */
static double copy_rate(const struct gpu_speed *s)
{
    return s->pcie > 0 ? s->pcie * PCIE_SHARE : s->bytes * SHARED_SHARE;
}

/* A full bucket goes to the other GPUs when they are done with the one before it. */
static void reduce_bucket(struct clock *c)
{
    double gpus = c->r->gpus;
    const struct gpu_speed *s = &c->gpu->speed;
    bool linked = s->nvlink > 0 && (s->nvlink_gpus == 0 || gpus <= s->nvlink_gpus);
    double rate = linked ? s->nvlink * LINK_SHARE : copy_rate(s) / 2; /* through the host */
    double bytes = c->bucket * 2 * (gpus - 1) / gpus;
    if (c->bucket > 0) {
        c->link = fmax(c->link, c->device) + REDUCE_SECONDS + bytes / rate;
    }
    c->bucket = 0;
}

static void take_gradient(struct clock *c, tensor_id t)
{
    param_id p = parameter_of(c->g, t);
    double bytes = (double)tensor_bytes(c->g, t);
    bool more = c->reached[t] || (p && c->r->grads_persist);
    if (more) {
        struct kernel sum = kernel_pass(KERNEL_POINTWISE, 3 * bytes);
        host_works(c, COST_NODE, 0.5);
        launch(c, &sum);
    }
    host_works(c, COST_ACCUMULATE, p > 0);
    c->reached[t] = true;
    c->bucket += p && c->r->gpus > 1 ? bytes : 0;
    if (c->bucket >= BUCKET_BYTES) {
        reduce_bucket(c);
    }
}

static bool has_gradient(const struct clock *c, const struct op *op)
{
    bool any = false;
    for (uint32_t i = 0; i < op->n_outputs; i++) {
        any |= c->reached[op->first_output + i];
    }
    return any && op->differentiable;
}

static void backward_op(struct clock *c, op_id i)
{
    const struct op *op = &c->g->ops.items[i];
    struct kernels k;
    double before = now(c);
    if (!has_gradient(c, op)) {
        return;
    }
    kernels_of(&k, c->g, i, PASS_BACKWARD);
    host_works(c, k.n > 0 ? COST_NODE : COST_VIEW, 1);
    launch_all(c, &k);
    for (uint32_t n = 0; n < op->n_inputs; n++) {
        const struct op_input *in = &c->g->inputs.items[op->inputs_at + n];
        if (in->grad != GRAD_NONE) {
            take_gradient(c, in->tensor);
        }
    }
    c->own[op->module] += now(c) - before;
    c->out->flops += 4 * (double)op->macs;
}

static void backward(struct clock *c)
{
    const struct graph *g = c->g;
    uint16_t again = 0; /* the segment that has been run once more */
    c->reached = mem_zero(c->own, g->tensors.n * sizeof *c->reached);
    c->reached[g->loss] = g->loss > 0;
    for (op_id i = (op_id)g->ops.n - 1; i > 0; i--) {
        uint16_t segment = g->ops.items[i].segment;
        if (segment && segment != again) {
            const struct segment *s = &g->segments.items[segment];
            host_works(c, COST_SEGMENT, 1);
            for (op_id k = s->first; k <= s->last; k++) {
                forward_op(c, k);
            }
            again = segment;
        }
        backward_op(c, i);
    }
    if (c->r->gpus > 1) {
        reduce_bucket(c);
    }
    wait_for_host(c);
    double exposed = fmax(0, c->link - c->device);
    c->out->bounds[BOUND_REDUCE] += exposed;
    c->device += exposed;
}

/* --- before and after --- */

static void take_input(struct clock *c)
{
    double bytes = 0;
    for (size_t i = 1; i < c->g->storages.n; i++) {
        const struct storage *s = &c->g->storages.items[i];
        bytes += s->kind == STORAGE_INPUT ? (double)s->bytes : 0;
    }
    c->device = c->host = bytes / copy_rate(&c->gpu->speed);
    c->out->bounds[BOUND_BANDWIDTH] += c->device;
}

/* The optimizer, one parameter after the other or all of a group at once. */
static void optimize(struct clock *c)
{
    const struct graph *g = c->g;
    bool later = c->r->torch >= FOREACH_TORCH, adaptive = c->r->state_bytes > 4;
    double elems = 0, parameters = 0;
    for (size_t i = 1; i < g->params.n; i++) {
        const struct parameter *p = &g->params.items[i];
        bool steps = p->trainable && !p->is_buffer && c->reached[p->tensor];
        elems += steps ? (double)shape_elems(&p->shape) : 0;
        parameters += steps;
    }
    double passes = SGD_PASSES + (adaptive ? STATE_PASSES : 0) + (c->r->ema ? 3 : 0);
    double bytes = 4 * elems * passes;
    double operations = LOOP_OPERATIONS + (later && adaptive ? STATE_OPERATIONS : 0);
    bool at_once = later && !c->r->own_groups;
    double launches = operations * (at_once ? 1 + bytes / FUSED_BYTES / passes : parameters);
    double calls = later ? parameters * operations / LOOP_OPERATIONS : launches;
    struct kernel k = kernel_pass(KERNEL_OPTIMIZER, launches > 0 ? bytes / launches : 0);
    for (double i = 0; i < launches; i++) {
        host_works(c, later && !at_once ? COST_GROUP : COST_UPDATE, calls / launches);
        launch(c, &k);
    }
}

/* --- results --- */

static void sum_modules(struct clock *c)
{
    const struct graph *g = c->g;
    for (size_t i = 0; i < g->modules.n; i++) {
        module_id m = (module_id)i;
        for (uint32_t depth = 0; m && depth < 64; depth++) {
            c->out->modules[m] += c->own[i];
            m = g->modules.items[m].parent;
        }
    }
    c->out->modules[0] = now(c);
}

/* What is uncertain for reasons of its own adds up in squares. */
static struct duration duration_of(struct clock *c, double seconds)
{
    double squares = 0;
    c->uncertain[SPREAD_HOST] = c->out->bounds[BOUND_LAUNCH];
    c->uncertain[SPREAD_LINK] = c->out->bounds[BOUND_REDUCE];
    for (int i = 0; i < SPREADS; i++) {
        double part = seconds > 0 ? c->uncertain[i] / seconds * DEVIATIONS[i] : 0;
        squares += part * part;
    }
    double times = exp(NINE_OF_TEN * sqrt(squares));
    return (struct duration){seconds / times, seconds, seconds * times};
}

static void finish(struct clock *c)
{
    const struct graph_options *o = &c->g->options;
    enum dtype d = o->half_model ? DTYPE_F16 : (enum dtype)o->autocast;
    wait_for_host(c);
    c->out->total = duration_of(c, c->device);
    bool tf32 = d == DTYPE_F32 && o->torch >= 107 && c->o->precision != PRECISION_FP32;
    d = c->o->precision == PRECISION_INT8 ? DTYPE_U8 : d;
    c->out->peak = kernel_peak(c->gpu, d, tf32);
    sum_modules(c);
}

static bool begin(struct clock *c, void *ctx, const struct graph *g, const struct regime *r,
    const struct pass_options *o, struct step_time *out)
{
    static const struct pass_options AS_RECORDED = {PRECISION_RECORDED, false};
    *out = (struct step_time){0};
    out->modules = mem_zero(ctx, (g->modules.n + 1) * sizeof *out->modules);
    *c = (struct clock){.g = g, .r = r, .gpu = &g->options.gpu, .out = out};
    c->times = g->options.torch < EARLY_TORCH ? EARLY_TIMES : 1;
    c->own = mem_zero(ctx, (g->modules.n + 1) * sizeof *c->own);
    c->absorbed = mem_zero(c->own, (g->ops.n + 1) * sizeof *c->absorbed);
    c->o = o ? o : &AS_RECORDED;
    return c->gpu->speed.single > 0 && c->gpu->speed.bytes > 0;
}

/* What has passed since the parts before it. */
static void end_part(struct clock *c, enum step_part part)
{
    double before = 0;
    for (int i = 0; i < STEP_PARTS; i++) {
        before += c->out->parts[i];
    }
    c->out->parts[part] = now(c) - before;
}

/* Scales that are drawn at random: the graph has the largest images, and most batches smaller ones.
 */
static double usual_area(const struct graph *g)
{
    VEC_EACH (const struct assumption, a, &g->assumptions) {
        if (str_is(a->name, "usual_area")) {
            return a->expected;
        }
    }
    return 1;
}

static void run_forward(struct clock *c)
{
    take_input(c);
    end_part(c, STEP_INPUT);
    for (op_id i = 1; i < c->g->ops.n; i++) {
        forward_op(c, i);
    }
    end_part(c, STEP_FORWARD);
}

bool step_time(
    void *talloc_ctx, const struct graph *g, const struct regime *r, struct step_time *out)
{
    struct clock c;
    bool known = begin(&c, talloc_ctx, g, r, NULL, out);
    if (known) {
        double usual = usual_area(g);
        c.times *= usual;
        run_forward(&c);
        backward(&c);
        end_part(&c, STEP_BACKWARD);
        c.times /= usual;
        optimize(&c);
        end_part(&c, STEP_OPTIMIZER);
        finish(&c);
    }
    talloc_free(c.own);
    return known;
}

bool pass_time(
    void *talloc_ctx, const struct graph *g, const struct pass_options *o, struct step_time *out)
{
    struct clock c;
    bool known = begin(&c, talloc_ctx, g, NULL, o, out);
    out->ops = mem_zero(talloc_ctx, (g->ops.n + 1) * sizeof *out->ops);
    if (known) {
        run_forward(&c);
        finish(&c);
    }
    talloc_free(c.own);
    return known;
}

double pass_bytes_scale(const struct pass_options *o)
{
    bool half = o->precision == PRECISION_FP16 || o->precision == PRECISION_BF16;
    return !o->engine ? 1 : half ? 0.5 : o->precision == PRECISION_INT8 ? 0.25 : 1;
}

double step_seconds(const struct graph *g, const struct regime *r)
{
    void *ctx = mem_context(NULL);
    struct step_time t;
    bool told = r->inference ? pass_time(ctx, g, NULL, &t) : step_time(ctx, g, r, &t);
    double seconds = told ? t.total.expected : 0;
    talloc_free(ctx);
    return seconds;
}

enum bound step_bound(const struct step_time *t)
{
    enum bound most = BOUND_ARITHMETIC;
    for (int i = 1; i < BOUNDS; i++) {
        most = t->bounds[i] > t->bounds[most] ? (enum bound)i : most;
    }
    return most;
}

const char *step_part_name(enum step_part p)
{
    static const char *const names[] = {"input", "forward", "backward", "optimizer"};
    return names[p];
}
