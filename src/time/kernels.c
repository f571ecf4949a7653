/* What PyTorch launches: cuDNN and cuBLAS for products, its own kernels for the rest. */
#include "time/kernel.h"

#include <math.h>

enum {
    AMPERE = 80,
    TF32_TORCH = 107,     /* TF32 is on in cuDNN, and in cuBLAS until ... */
    TF32_OFF_TORCH = 112, /* ... that one */
    CHANNELS_OF_WINOGRAD = 16,
    WINOGRAD_TILE = 4, /* F(4 x 4, 3 x 3): 36 products for 16 places */
    WINOGRAD_POINTS = 36
};

struct work {
    struct kernels *out;
    const struct graph *g;
    const struct op *op;
    enum pass pass;
    uint8_t dtype;
};

static void put(struct work *w, struct kernel k)
{
    if (w->out->n < MOST_KERNELS) {
        k.dtype = k.dtype ? k.dtype : w->dtype;
        w->out->list[w->out->n++] = k;
    }
}

static void put_pass(struct work *w, enum kernel_kind kind, double bytes)
{
    if (bytes > 0) {
        put(w, kernel_pass(kind, bytes));
    }
}

/* --- tensors --- */

/* What is read of it: an expanded one is no larger than what it lies in. */
static double bytes_of(const struct graph *g, tensor_id t)
{
    uint64_t own = tensor_bytes(g, t), all = g->storages.items[graph_tensor(g, t)->storage].bytes;
    return (double)(own < all ? own : all);
}

static const struct op_input *input_at(const struct work *w, uint32_t i)
{
    return &w->g->inputs.items[w->op->inputs_at + i];
}

static const struct shape *shape_at(const struct work *w, uint32_t i)
{
    return &graph_tensor(w->g, input_at(w, i)->tensor)->shape;
}

static double input_bytes(const struct work *w)
{
    double sum = 0;
    for (uint32_t i = 0; i < w->op->n_inputs; i++) {
        sum += bytes_of(w->g, input_at(w, i)->tensor);
    }
    return sum;
}

static double output_bytes(const struct work *w)
{
    double sum = 0;
    for (uint32_t i = 0; i < w->op->n_outputs; i++) {
        sum += bytes_of(w->g, w->op->first_output + i);
    }
    return sum;
}

static double elems_at(const struct work *w, uint32_t i)
{
    return (double)shape_elems(shape_at(w, i));
}

static bool is_half(const struct work *w)
{
    return dtype_bytes((enum dtype)w->dtype) == 2;
}

/* Its elements lie one behind the other. */
static bool is_in_order(const struct tensor_info *t)
{
    int64_t stride = 1;
    for (uint32_t i = t->shape.n; i-- > 0;) {
        if (t->shape.size[i] != 1 && t->stride[i] != stride) {
            return false;
        }
        stride *= t->shape.size[i];
    }
    return true;
}

static const struct shape *output_shape(const struct work *w)
{
    return &graph_tensor(w->g, w->op->first_output)->shape;
}

/* Gradients that are made, and what autograd has kept for them. */
static double gradient_bytes(const struct work *w)
{
    double sum = 0;
    for (uint32_t i = 0; i < w->op->n_inputs; i++) {
        uint8_t grad = input_at(w, i)->grad;
        sum += grad == GRAD_NONE || grad == GRAD_PASS ? 0 : bytes_of(w->g, input_at(w, i)->tensor);
    }
    return sum;
}

static double saved_bytes(const struct work *w)
{
    double sum = 0;
    for (uint32_t i = 0; i < w->op->n_saved; i++) {
        sum += (double)w->g->storages.items[w->g->saved.items[w->op->saved_at + i]].bytes;
    }
    return sum;
}

static bool wants(const struct work *w, uint32_t input)
{
    return input < w->op->n_inputs && input_at(w, input)->grad != GRAD_NONE;
}

static bool is_view(const struct work *w)
{
    const struct op *op = w->op;
    return op->n_outputs > 0 && !op->in_place &&
           w->g->storages.items[graph_tensor(w->g, op->first_output)->storage].born !=
               (op_id)(op - w->g->ops.items);
}

/* --- products --- */

static struct kernel product(enum kernel_kind kind, double m, double n, double k, double batch)
{
    return (struct kernel){.kind = (uint8_t)kind, .m = m, .n = n, .k = k, .batch = batch};
}

/* How a convolution is computed, as a product for each of its groups. */
struct conv {
    double groups, samples, places_in, places_out, in, out, taps; /* in, out: channels of a group */
    double input, output, weight;                                 /* bytes */
    bool winograd;
};

static double places(const struct shape *s)
{
    double n = 1;
    for (uint32_t i = 2; i < s->n; i++) {
        n *= (double)s->size[i];
    }
    return n;
}

/* Single precision up to Turing: cuDNN's non-fused Winograd for 3 x 3 without stride or dilation.
 */
static bool is_winograd(const struct work *w, const struct conv *c)
{
    const struct shape *k = shape_at(w, 1);
    return w->dtype == DTYPE_F32 && w->g->options.gpu.compute < AMPERE &&
           w->op->kind == OPKIND_CONV && k->n == 4 && k->size[2] == 3 && k->size[3] == 3 &&
           w->op->stride == 1 && w->op->dilation == 1 && c->groups == 1 &&
           c->in >= CHANNELS_OF_WINOGRAD && c->out >= CHANNELS_OF_WINOGRAD;
}

static struct conv conv_of(const struct work *w)
{
    const struct shape *x = shape_at(w, 0), *k = shape_at(w, 1), *y = output_shape(w);
    bool transposed = w->op->kind == OPKIND_CONV_TRANSPOSE;
    struct conv c = {.samples = (double)x->size[0], .taps = places(k)};
    double in = (double)x->size[1], out = (double)y->size[1];
    double own = (double)k->size[1];
    c.groups = fmax(1, own > 0 ? floor((transposed ? out : in) / own) : 1);
    c.in = in / c.groups;
    c.out = out / c.groups;
    c.places_in = places(x);
    c.places_out = places(y);
    c.input = bytes_of(w->g, input_at(w, 0)->tensor);
    c.weight = bytes_of(w->g, input_at(w, 1)->tensor);
    c.output = output_bytes(w);
    c.winograd = is_winograd(w, &c);
    return c;
}

static bool may_tf32(const struct work *w, bool conv)
{
    uint32_t torch = w->g->options.torch;
    return w->dtype == DTYPE_F32 && torch >= TF32_TORCH && (conv || torch < TF32_OFF_TORCH);
}

/* Seconds of the kernels from `first` on. */
static double seconds_from(const struct work *w, uint32_t first)
{
    double sum = 0;
    for (uint32_t i = first; i < w->out->n; i++) {
        sum += kernel_seconds(&w->out->list[i], &w->g->options.gpu, NULL);
    }
    return sum;
}

static void put_winograd(struct work *w, const struct conv *c, double in, double out)
{
    double tiles = ceil(c->samples * c->places_out / (WINOGRAD_TILE * WINOGRAD_TILE));
    double each = 4.0 * WINOGRAD_POINTS;
    put_pass(w, KERNEL_WINOGRAD, c->input + c->weight + each * (tiles * in + in * out));
    struct kernel k = product(KERNEL_WINOGRAD_PRODUCT, tiles, out, in, WINOGRAD_POINTS);
    k.bytes = each * (tiles * (in + out) + in * out);
    put(w, k);
    put_pass(w, KERNEL_WINOGRAD, each * tiles * out + c->output);
}

/* cuDNN takes the algorithm that it thinks is the fastest: by Winograd, or as a product. */
static void put_conv(struct work *w, const struct conv *c, struct kernel direct, double in,
    double out, bool winograd)
{
    uint32_t first = w->out->n;
    direct.bytes = c->input + c->output + c->weight;
    direct.tf32 = may_tf32(w, true);
    put(w, direct);
    if (winograd) {
        double as_product = seconds_from(w, first);
        struct kernel kept = w->out->list[first];
        w->out->n = first;
        put_winograd(w, c, in, out);
        if (seconds_from(w, first) > as_product) {
            w->out->n = first;
            put(w, kept);
        }
    }
}

/* The gradients' kernels skip places as they go, and add up what blocks have found. */
static void depthwise(struct work *w, const struct conv *c)
{
    static const double times[] = {1.8, 1.6}; /* as long as forward */
    bool forward = w->pass == PASS_FORWARD, later = w->g->options.gpu.compute >= AMPERE;
    for (uint32_t i = 0; i < (forward ? 1u : 2u); i++) {
        if (forward || wants(w, i)) {
            double factor = forward || !later ? 1 : times[i];
            struct kernel k = kernel_pass(KERNEL_DEPTHWISE, factor * (c->input + c->output));
            k.flops = factor * 2 * (double)w->op->macs;
            put(w, k);
        }
    }
}

static void conv_passes(struct work *w, const struct conv *c)
{
    double rows_out = c->samples * c->places_out, rows_in = c->samples * c->places_in;
    bool transposed = w->op->kind == OPKIND_CONV_TRANSPOSE;
    double taps = c->taps;
    double macs = (double)w->op->macs / c->groups;
    if (w->pass == PASS_FORWARD) {
        struct kernel k = transposed
                              ? product(KERNEL_CONV, rows_in, c->out * taps, c->in, c->groups)
                              : product(KERNEL_CONV, rows_out, c->out, c->in * taps, c->groups);
        put_conv(w, c, k, c->in, c->out, c->winograd);
        return;
    }
    bool grouped = c->groups > 1;
    if (wants(w, 0)) { /* places that no stride skips */
        struct kernel k = product(grouped ? KERNEL_GROUPS : KERNEL_CONV, rows_in, c->in,
            macs / (rows_in * c->in), c->groups);
        put_conv(w, c, k, c->out, c->in, c->winograd);
    }
    if (wants(w, 1)) {
        double rows = transposed ? rows_in : rows_out;
        struct kernel k =
            product(grouped ? KERNEL_GROUPS : KERNEL_WEIGHT, c->out, c->in * taps, rows, c->groups);
        put_conv(w, c, k, c->in, c->out, c->winograd);
    }
}

static void conv(struct work *w)
{
    struct conv c = conv_of(w);
    bool apart = c.groups > 1 && c.in == 1;
    if (apart) {
        depthwise(w, &c);
    } else {
        conv_passes(w, &c);
    }
    bool reorders = is_half(w) || w->g->options.gpu.compute >= AMPERE;
    if (reorders && !apart) { /* copies with the channels last */
        uint64_t copies = w->pass == PASS_FORWARD
                              ? w->op->forward_temp
                              : w->op->backward_temp * wants(w, 0) + w->op->last_temp * wants(w, 1);
        put_pass(w, KERNEL_REORDER, 2 * (double)copies);
    }
    if (w->op->n_inputs > 2) { /* the bias, by a kernel of its own */
        put_pass(w, w->pass == PASS_FORWARD ? KERNEL_POINTWISE : KERNEL_REDUCE,
            w->pass == PASS_FORWARD ? 2 * c.output
            : wants(w, 2)           ? c.output
                                    : 0);
    }
}

/* [m, k] x [k, n] and what its gradients need. */
static void gemm(struct work *w, double m, double n, double k, double batch)
{
    struct kernel kinds[] = {product(KERNEL_GEMM, m, n, k, batch),
        product(KERNEL_GEMM, m, k, n, batch), product(KERNEL_GEMM, k, n, m, batch)};
    uint32_t from = w->pass == PASS_FORWARD ? 0 : 1, to = w->pass == PASS_FORWARD ? 1 : 3;
    for (uint32_t i = from; i < to; i++) {
        if (i == 0 || wants(w, i - 1)) {
            kinds[i].bytes = input_bytes(w) + output_bytes(w);
            kinds[i].tf32 = may_tf32(w, false);
            put(w, kinds[i]);
        }
    }
}

static void linear(struct work *w)
{
    const struct shape *k = shape_at(w, 1);
    double n = (double)k->size[0], inner = (double)k->size[1];
    double rows = inner * n > 0 ? (double)w->op->macs / (inner * n) : 0;
    gemm(w, rows, n, inner, 1);
    if (w->pass == PASS_BACKWARD && wants(w, 2)) {
        put_pass(w, KERNEL_REDUCE, output_bytes(w));
    }
}

static double last_sizes(const struct shape *s, uint32_t from_end)
{
    return s->n >= from_end ? (double)s->size[s->n - from_end] : 1;
}

static void matmul(struct work *w)
{
    const struct shape *y = output_shape(w);
    double all = fmax(1, (double)shape_elems(y));
    double k = (double)w->op->macs / all;
    const struct shape *a = shape_at(w, 0);
    k = k >= 1 ? k : last_sizes(a, 1);
    double m = last_sizes(y, 2), n = last_sizes(y, 1);
    gemm(w, m, n, k, all / fmax(1, m * n));
}

static void attention(struct work *w)
{
    const struct shape *q = shape_at(w, 0), *k = shape_at(w, 1);
    double rows = (double)shape_elems(q), keys = last_sizes(k, 2);
    double times =
        w->pass == PASS_FORWARD ? 2 : 5; /* products; flash attention's backward has five */
    double width = last_sizes(q, 1), all = rows / fmax(1, width);
    struct kernel x = product(KERNEL_ATTENTION, all, keys, times * width, 1);
    x.bytes = (input_bytes(w) + output_bytes(w)) * (w->pass == PASS_FORWARD ? 1 : 2);
    put(w, x);
}

/* --- passes over memory --- */

static void both_ways(struct work *w, enum kernel_kind kind, double forward, double backward)
{
    bool is_forward = w->pass == PASS_FORWARD;
    put_pass(w, kind, is_forward ? forward : gradient_bytes(w) > 0 ? backward : 0);
}

/* In a second, of one block that waits for each load. */
static const double BLOCK_ELEMENTS = 1.1e9;
/* The same of cuDNN's batch norm, forward and backward, which a block has the whole channel of. */
static const double CHANNEL_ELEMENTS[] = {5.5e9, 3.3e9};
/* Until a block is over that has one row. */
static const double ROW_SECONDS = 180e-9;

static void batch_norm(struct work *w, double x)
{
    static const double passes[] = {3, 5};
    bool running = !w->g->options.training, backward = w->pass == PASS_BACKWARD;
    double times = backward ? running ? 3 : 5 : running ? 2 : 3;
    struct kernel k = kernel_pass(KERNEL_NORM, times * x);
    if (!running && w->g->options.gpu.compute >= AMPERE) {
        double channels = fmax(1, last_sizes(shape_at(w, 1), 1));
        k.least = passes[backward] * elems_at(w, 0) / channels / CHANNEL_ELEMENTS[backward];
    }
    if (!backward || gradient_bytes(w) > 0) {
        put(w, k);
    }
    w->out->meets = w->op->shared;
}

static void norm(struct work *w)
{
    double x = bytes_of(w->g, input_at(w, 0)->tensor);
    if (w->op->kind == OPKIND_BATCH_NORM) {
        batch_norm(w, x);
        return;
    }
    both_ways(w, KERNEL_NORM, 2 * x, w->op->kind == OPKIND_LAYER_NORM ? 2 * x : 4 * x);
    bool rows = w->op->kind == OPKIND_LAYER_NORM;
    struct kernel sums = kernel_pass(KERNEL_NORM, x);
    double means = fmax(1, w->op->means); /* each block sums one */
    sums.least = fmax(w->pass == PASS_FORWARD ? elems_at(w, 0) / means / BLOCK_ELEMENTS : 0,
        rows ? means / w->g->options.gpu.sms * ROW_SECONDS : 0);
    if (w->pass == PASS_FORWARD || gradient_bytes(w) > 0) {
        put(w, sums);
    }
}

static void plain(struct work *w, enum kernel_kind kind)
{
    double in = input_bytes(w), out = output_bytes(w);
    both_ways(w, kind, in + out, out + saved_bytes(w) + gradient_bytes(w));
}

/* What moves elements one by one is no faster where they are smaller than four bytes. */
static double as_single(const struct work *w)
{
    return is_half(w) ? 2 : 1;
}

static void moved(struct work *w, enum kernel_kind kind)
{
    double in = input_bytes(w), out = output_bytes(w), times = as_single(w);
    both_ways(w, kind, times * (in + out), times * (out + gradient_bytes(w)));
}

/* Of a tensor in order it is as any other pass. */
static void copied(struct work *w)
{
    const struct tensor_info *x = graph_tensor(w->g, input_at(w, 0)->tensor);
    bool ordered = w->op->kind == OPKIND_COPY && is_in_order(x);
    if (ordered || w->op->kind == OPKIND_CAT) {
        plain(w, KERNEL_POINTWISE);
    } else {
        moved(w, KERNEL_COPY);
    }
}

/* One thread has a place of all channels, and adds its gradient to four places, which serves one
 * after the other those that meet there. */
static void interpolate(struct work *w)
{
    static const double CHANNEL_SECONDS = 0.35e-6, ADD_SECONDS = 0.75e-12;
    enum {
        MOST_TOGETHER = 4096,
        HALF_TIMES = 4 /* as long for half precision, which has no addition of its own */
    };
    const struct shape *x = shape_at(w, 0), *y = output_shape(w);
    double out = (double)shape_elems(y), in = fmax(1, (double)shape_elems(x));
    double bytes = input_bytes(w) + output_bytes(w), adds = is_half(w) ? HALF_TIMES : 1;
    if ((double)w->op->macs <= out) { /* the nearest */
        both_ways(w, KERNEL_POOL, as_single(w) * bytes, 0);
        both_ways(w, KERNEL_REDUCE, 0, as_single(w) * (output_bytes(w) + gradient_bytes(w)));
        return;
    }
    bool forward = w->pass == PASS_FORWARD;
    struct kernel k =
        kernel_pass(forward ? KERNEL_RESAMPLE : KERNEL_POOL_BACK, as_single(w) * bytes);
    k.least = forward ? (double)x->size[0] * (double)x->size[1] * CHANNEL_SECONDS
                      : adds * out * fmin(fmax(out / in, 1), MOST_TOGETHER) * ADD_SECONDS;
    if (forward || gradient_bytes(w) > 0) {
        put(w, k);
    }
}

static void pool(struct work *w)
{
    double in = input_bytes(w), out = output_bytes(w), times = as_single(w);
    bool whole = w->op->kind == OPKIND_AVG_POOL && places(output_shape(w)) == 1; /* a mean */
    both_ways(w, whole ? KERNEL_REDUCE : KERNEL_POOL, whole ? in : times * (in + out), 0);
    if (w->pass == PASS_BACKWARD && gradient_bytes(w) > 0) {
        double overlaps = w->op->kind == OPKIND_AVG_POOL && !whole ? 2 : 1; /* are all looked for */
        put_pass(w, whole ? KERNEL_POINTWISE : KERNEL_POOL_BACK,
            overlaps * times * (out + gradient_bytes(w)));
    }
}

/* A slice's gradient, or a gather's, is a tensor of zeros with it in its place. */
static void into_zeros(struct work *w, enum kernel_kind kind)
{
    if (w->pass == PASS_BACKWARD && gradient_bytes(w) > 0) {
        put_pass(w, KERNEL_POINTWISE, gradient_bytes(w));
        put_pass(w, kind, 2 * output_bytes(w));
    }
}

/* By CUB, in some launches that have little to do where there is little to sort. */
static void put_sort(struct work *w, double bytes)
{
    static const double LEAST_SECONDS = 9e-6; /* of each */
    enum {
        SORT_LAUNCHES = 4
    };
    struct kernel k = kernel_pass(KERNEL_SORT, bytes / SORT_LAUNCHES);
    k.least = LEAST_SECONDS;
    for (int i = 0; i < SORT_LAUNCHES; i++) {
        put(w, k);
    }
}

static void indexing(struct work *w)
{
    const struct op *op = w->op;
    bool by_mask = false;
    for (uint32_t i = 1; i < op->n_inputs; i++) {
        by_mask |= graph_tensor(w->g, input_at(w, i)->tensor)->dtype == DTYPE_BOOL;
    }
    if (w->pass == PASS_FORWARD) {
        if (by_mask) { /* nonzero(), whose result the host waits for */
            put_sort(w, input_bytes(w) - bytes_of(w->g, input_at(w, 0)->tensor));
            w->out->waits = true;
        }
        put_pass(w, KERNEL_GATHER, 2 * output_bytes(w));
    }
    into_zeros(w, KERNEL_SCATTER);
    enum {
        SORTED_BYTES = 200 /* an index and where it stands, in some passes */
    };
    bool sorts = w->pass == PASS_BACKWARD && op->kind == OPKIND_INDEX && !op->in_place;
    if (sorts && !by_mask && op->n_inputs > 1 && gradient_bytes(w) > 0) {
        put_sort(w, SORTED_BYTES * elems_at(w, 1)); /* gradients of equal indices add in order */
    }
}

static void softmax(struct work *w)
{
    double x = output_bytes(w);
    bool multiplies = w->op->backward_temp > 0; /* the gradient and the result, first */
    both_ways(w, KERNEL_SOFTMAX, 3 * x, 3 * x);
    both_ways(w, KERNEL_POINTWISE, 0, multiplies ? 3 * x : 0);
}

static void sort(struct work *w)
{
    enum {
        PASSES = 8
    }; /* of a radix sort over 32 bits, four at a time */
    if (w->pass == PASS_FORWARD) {
        put_sort(w, PASSES * input_bytes(w));
    }
    both_ways(w, KERNEL_SCATTER, 0, gradient_bytes(w));
}

/* --- custom operations --- */

static const uint8_t CUSTOM_KERNELS[CUSTOM_OPS] = {
    KERNEL_POINTWISE,
#define CUSTOM(id, name, kernel) KERNEL_##kernel,
#include "model/customs.def"
#undef CUSTOM
};

/* The sampled neighbourhoods as columns, and a product with the weight. */
static void deform_conv(struct work *w)
{
    const struct shape *k = shape_at(w, w->op->n_inputs > 3 && shape_at(w, 3)->n == 4 ? 3 : 2);
    const struct shape *y = output_shape(w);
    double rows = (double)y->size[0] * places(y), taps = places(k);
    double columns = rows * (double)shape_at(w, 0)->size[1] * taps * 4;
    double inner = (double)k->size[1] * taps, out = (double)k->size[0];
    double times = w->pass == PASS_FORWARD ? 1 : 3;
    put_pass(w, KERNEL_SAMPLE, times * columns);
    for (uint32_t i = 0; i < (w->pass == PASS_FORWARD ? 1u : 2u); i++) {
        struct kernel x = product(KERNEL_GEMM, rows, out, inner, 1);
        x.bytes = columns + output_bytes(w);
        put(w, x);
    }
}

/* For each direction the pairs of neighbours are gathered, multiplied with its weight, and added
 * up; backward gathers twice. */
static void sparse_conv(struct work *w)
{
    double in = last_sizes(shape_at(w, 0), 1), out = last_sizes(output_shape(w), 1);
    double pairs = in * out > 0 ? (double)w->op->macs / (in * out) : 0;
    double directions = in * out > 0 ? fmax(1, elems_at(w, 1) / (in * out)) : 1;
    bool forward = w->pass == PASS_FORWARD;
    double each = pairs / directions, bytes = each * (in + out) * dtype_bytes((enum dtype)w->dtype);
    struct kernel list[] = {product(KERNEL_GEMM, each, out, in, 1),
        product(KERNEL_GEMM, in, out, each, 1), kernel_pass(KERNEL_SPARSE, bytes / 2),
        kernel_pass(KERNEL_SPARSE, bytes / 2), kernel_pass(KERNEL_SPARSE, bytes / 2)};
    for (uint32_t i = 0; i < sizeof list / sizeof *list && pairs > 0; i++) {
        list[i].bytes = i < 2 ? bytes : list[i].bytes;
        list[i].launches = directions;
        if (!forward || (i != 1 && i != 4)) {
            put(w, list[i]);
        }
    }
}

/* One thread counts the cells, one point after the other, when the same run is to give the same. */
static void hard_voxelize(struct work *w)
{
    static const double POINT_SECONDS = 0.35e-6;
    struct kernel k = kernel_pass(KERNEL_SERIAL, input_bytes(w));
    k.least = POINT_SECONDS * (double)shape_at(w, 0)->size[0];
    put(w, k);
    w->out->waits = true;
}

/* A loop in Python, with as many operations as the input has elements. */
static void each_object(struct work *w)
{
    struct kernel k = kernel_pass(KERNEL_POINTWISE, 0);
    k.launches = elems_at(w, 0);
    put(w, k);
    w->out->waits = true;
}

static void custom(struct work *w)
{
    enum kernel_kind kind = (enum kernel_kind)CUSTOM_KERNELS[w->op->custom];
    bool forward = w->pass == PASS_FORWARD;
    if (w->op->custom == CUSTOM_DEFORM_CONV) {
        deform_conv(w);
        return;
    }
    if (kind == KERNEL_SPARSE && w->op->n_inputs > 1) {
        sparse_conv(w);
        return;
    }
    if (w->op->custom == CUSTOM_HARD_VOXELIZE && forward && w->op->n_inputs > 0) {
        hard_voxelize(w);
        return;
    }
    if (w->op->custom == CUSTOM_NONZERO && forward && w->op->n_inputs > 0) {
        put_sort(w, input_bytes(w) + output_bytes(w));
        w->out->waits = true;
        return;
    }
    if (w->op->custom == CUSTOM_EACH_OBJECT && forward && w->op->n_inputs > 0) {
        each_object(w);
        return;
    }
    double times = w->pass == PASS_FORWARD ? 1 : 2;
    struct kernel k = kernel_pass(kind, times * (input_bytes(w) + output_bytes(w)));
    k.flops = 2 * times * (double)w->op->macs;
    enum {
        CORNERS = 16,    /* four samples of four neighbours */
        ROI_BACKWARD = 6 /* as long as forward: gradients are added one by one */
    };
    if (kind == KERNEL_ROI) {
        bool adds = w->pass == PASS_BACKWARD && w->g->options.gpu.compute >= AMPERE;
        k.bytes = (adds ? ROI_BACKWARD : times) * CORNERS * output_bytes(w);
    }
    if (kind == KERNEL_TRANSFER || kind == KERNEL_HOST) {
        w->out->waits = true;
    }
    if (w->pass == PASS_FORWARD || gradient_bytes(w) > 0) {
        put(w, k);
    }
}

/* --- all kinds --- */

static bool launches_nothing(const struct work *w)
{
    uint16_t kind = w->op->kind;
    return w->pass == PASS_FORWARD &&
           (kind == OPKIND_BACKWARD || (is_view(w) && w->op->kind != OPKIND_INDEX));
}

static void other(struct work *w)
{
    switch ((enum op_kind)w->op->kind) {
    case OPKIND_SLICE:
    case OPKIND_SPLIT: into_zeros(w, KERNEL_COPY); break;
    case OPKIND_VIEW: break;
    case OPKIND_EXPAND: both_ways(w, KERNEL_REDUCE, 0, output_bytes(w) + gradient_bytes(w)); break;
    case OPKIND_INDEX:
    case OPKIND_GATHER:
    case OPKIND_EMBEDDING: indexing(w); break;
    case OPKIND_SORT: sort(w); break;
    case OPKIND_SOFTMAX: softmax(w); break;
    case OPKIND_REDUCE:
        both_ways(w, KERNEL_REDUCE, input_bytes(w) + output_bytes(w), gradient_bytes(w));
        break;
    case OPKIND_COPY:
    case OPKIND_CAT:
    case OPKIND_PAD:
    case OPKIND_ROLL:
    case OPKIND_REPEAT:
    case OPKIND_UNFOLD: copied(w); break;
    case OPKIND_INTERPOLATE: interpolate(w); break;
    case OPKIND_GRID_SAMPLE: plain(w, KERNEL_SAMPLE); break;
    case OPKIND_MAX_POOL:
    case OPKIND_AVG_POOL: pool(w); break;
    case OPKIND_CUSTOM: custom(w); break;
    default: plain(w, KERNEL_POINTWISE); break;
    }
}

void kernels_of(struct kernels *out, const struct graph *g, op_id op, enum pass pass)
{
    struct work w = {.out = out, .g = g, .op = &g->ops.items[op], .pass = pass};
    *out = (struct kernels){0};
    if (w.op->n_outputs == 0 || launches_nothing(&w)) {
        return;
    }
    w.dtype = graph_tensor(g, w.op->first_output)->dtype;
    switch ((enum op_kind)w.op->kind) {
    case OPKIND_CONV:
    case OPKIND_CONV_TRANSPOSE: conv(&w); break;
    case OPKIND_LINEAR: linear(&w); break;
    case OPKIND_MATMUL: matmul(&w); break;
    case OPKIND_ATTENTION: attention(&w); break;
    case OPKIND_BATCH_NORM:
    case OPKIND_LAYER_NORM:
    case OPKIND_GROUP_NORM:
    case OPKIND_INSTANCE_NORM: norm(&w); break;
    default: other(&w); break;
    }
}
