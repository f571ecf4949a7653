/* Products of matrices: cuDNN and cuBLAS choose how. */
#include "time/inside.h"

enum {
    TF32_TORCH = 107,     /* TF32 is on in cuDNN, and in cuBLAS until ... */
    TF32_OFF_TORCH = 112, /* ... that one */
    CHANNELS_OF_WINOGRAD = 16,
    WINOGRAD_TILE = 4, /* F(4 x 4, 3 x 3): 36 products for 16 places */
    WINOGRAD_POINTS = 36
};

struct conv {
    double groups, samples, places_in, places_out, in, out, taps; /* in, out: channels of a group */
    double input, output, weight;                                 /* bytes */
    bool winograd;
};

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

void products_conv(struct work *w)
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

void products_linear(struct work *w)
{
    const struct shape *k = shape_at(w, 1);
    double n = (double)k->size[0], inner = (double)k->size[1];
    double rows = inner * n > 0 ? (double)w->op->macs / (inner * n) : 0;
    gemm(w, rows, n, inner, 1);
    if (w->pass == PASS_BACKWARD && wants(w, 2)) {
        put_pass(w, KERNEL_REDUCE, output_bytes(w));
    }
}

void products_matmul(struct work *w)
{
    const struct shape *y = output_shape(w);
    double all = fmax(1, (double)shape_elems(y));
    double k = (double)w->op->macs / all;
    const struct shape *a = shape_at(w, 0);
    k = k >= 1 ? k : last_sizes(a, 1);
    double m = last_sizes(y, 2), n = last_sizes(y, 1);
    gemm(w, m, n, k, all / fmax(1, m * n));
}

void products_attention(struct work *w)
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
