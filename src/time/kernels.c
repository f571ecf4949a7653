/* What PyTorch launches: its own kernels for passes over memory; products are in products.c. */
#include "time/inside.h"

static double saved_bytes(const struct work *w)
{
    double sum = 0;
    for (uint32_t i = 0; i < w->op->n_saved; i++) {
        sum += (double)w->g->storages.items[w->g->saved.items[w->op->saved_at + i]].bytes;
    }
    return sum;
}

static bool is_view(const struct work *w)
{
    const struct op *op = w->op;
    return op->n_outputs > 0 && !op->in_place &&
           w->g->storages.items[graph_tensor(w->g, op->first_output)->storage].born !=
               (op_id)(op - w->g->ops.items);
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
/* Of the gradients of weight and bias, whose few blocks have some columns each, and go over all
 * rows; later releases cut many rows up. */
static const double COLUMN_SECONDS = 3e-9;
enum {
    MANY_ROWS = 1 << 16,
    CUT_TORCH = 207
};

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
    if (w->pass == PASS_BACKWARD && rows && wants(w, 1)) {
        struct kernel columns = kernel_pass(KERNEL_NORM, 2 * x);
        bool cut = means > MANY_ROWS && w->g->options.torch >= CUT_TORCH;
        columns.least = cut ? 0 : means * COLUMN_SECONDS;
        put(w, columns);
    }
}

static void plain(struct work *w, enum kernel_kind kind)
{
    double in = input_bytes(w), out = output_bytes(w);
    both_ways(w, kind, in + out, out + saved_bytes(w) + gradient_bytes(w));
}

/* What was repeated for all places has its gradient made for all of them, if it was a factor, and
 * summed. */
static void binary(struct work *w)
{
    double x = output_bytes(w), small = 0;
    plain(w, KERNEL_POINTWISE);
    for (uint32_t i = 0; w->pass == PASS_BACKWARD && i < w->op->n_inputs; i++) {
        bool repeated = 2 * bytes_of(w->g, input_at(w, i)->tensor) < x;
        small += repeated && wants(w, i);
    }
    if (small > 0) {
        put_pass(w, KERNEL_POINTWISE, w->op->n_saved > 0 ? 3 * x * small : 0);
        put_pass(w, KERNEL_REDUCE, x * small);
    }
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

void kernels_sort(struct work *w, double bytes)
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
            kernels_sort(w, input_bytes(w) - bytes_of(w->g, input_at(w, 0)->tensor));
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
        kernels_sort(
            w, SORTED_BYTES * elems_at(w, 1)); /* gradients of equal indices add in order */
    }
}

/* Elements of each distribution of a softmax whose elements lie apart. */
static double distribution(const struct work *w)
{
    const struct shape *s = output_shape(w);
    double step = 1;
    for (uint32_t i = s->n; i-- > 0;) {
        if (step >= w->op->means) {
            return (double)s->size[i];
        }
        step *= (double)s->size[i];
    }
    return 1;
}

/* Short rows are read once, by a warp that keeps them, as later releases keep longer ones in shared
 * memory; longer ones are read for their largest, their sum and their result. Where the elements of
 * a distribution lie apart, one thread has it, and goes over it as often. */
static void softmax(struct work *w)
{
    enum {
        WARP_ROW = 1024,
        SMEM_TORCH = 201
    };
    static const double FAR = 1.75;                             /* as long as what lies in a row */
    static const double ELEMENT_SECONDS[] = {0.57e-6, 0.24e-6}; /* forward, backward */
    double x = output_bytes(w), apart = w->op->means;
    bool kept =
        apart > 0 ? false
                  : last_sizes(output_shape(w), 1) <= WARP_ROW || w->g->options.torch >= SMEM_TORCH;
    bool multiplies = w->op->backward_temp > 0; /* the gradient and the result, first */
    bool forward = w->pass == PASS_FORWARD;
    double passes = forward ? kept ? 2 : 4 : kept ? 3 : 5;
    struct kernel k = kernel_pass(KERNEL_SOFTMAX, (apart > 0 && forward ? FAR : 1) * passes * x);
    k.least = apart > 0 ? ELEMENT_SECONDS[!forward] * distribution(w) : 0;
    if (forward || gradient_bytes(w) > 0) {
        put(w, k);
    }
    both_ways(w, KERNEL_POINTWISE, 0, multiplies ? 3 * x : 0);
}

static void sort(struct work *w)
{
    enum {
        PASSES = 8
    }; /* of a radix sort over 32 bits, four at a time */
    if (w->pass == PASS_FORWARD) {
        kernels_sort(w, PASSES * input_bytes(w));
    }
    both_ways(w, KERNEL_SCATTER, 0, gradient_bytes(w));
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
    case OPKIND_CUSTOM: customs_kernels(w); break;
    case OPKIND_BINARY: binary(w); break;
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
    case OPKIND_CONV_TRANSPOSE: products_conv(&w); break;
    case OPKIND_LINEAR: products_linear(&w); break;
    case OPKIND_MATMUL: products_matmul(&w); break;
    case OPKIND_ATTENTION: products_attention(&w); break;
    case OPKIND_BATCH_NORM:
    case OPKIND_LAYER_NORM:
    case OPKIND_GROUP_NORM:
    case OPKIND_INSTANCE_NORM: norm(&w); break;
    default: other(&w); break;
    }
}
