/* Custom operations: kernels of extensions, and loops that issue theirs one by one. */
#include "time/inside.h"

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

/* Small operations one after the other, which the description counts as what the operation does. */
static void operations(struct work *w)
{
    struct kernel k = kernel_pass(KERNEL_POINTWISE, 0);
    k.launches = (double)w->op->macs;
    if (k.launches > 0) {
        put(w, k);
    }
}

void customs_kernels(struct work *w)
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
        kernels_sort(w, input_bytes(w) + output_bytes(w));
        w->out->waits = true;
        return;
    }
    if (w->op->custom == CUSTOM_EACH_OBJECT && forward && w->op->n_inputs > 0) {
        each_object(w);
        return;
    }
    if (w->op->custom == CUSTOM_OPERATIONS) {
        if (forward) {
            operations(w);
        }
        return;
    }
    double times = w->pass == PASS_FORWARD ? 1 : 2;
    struct kernel k = kernel_pass(kind, times * (input_bytes(w) + output_bytes(w)));
    k.flops = 2 * times * (double)w->op->macs;
    enum {
        CORNERS = 4,     /* neighbours of a sample */
        SAMPLES = 9,     /* of a cell, where the description does not say how many */
        ROI_BACKWARD = 6 /* as long as forward: gradients are added one by one */
    };
    if (kind == KERNEL_ROI) {
        bool adds = w->pass == PASS_BACKWARD && w->g->options.gpu.compute >= AMPERE;
        double samples = w->op->means > 0 ? w->op->means : SAMPLES;
        k.bytes = (adds ? ROI_BACKWARD : times) * CORNERS * samples * output_bytes(w);
    }
    if (kind == KERNEL_TRANSFER || kind == KERNEL_HOST) {
        w->out->waits = true;
    }
    if (w->pass == PASS_FORWARD || gradient_bytes(w) > 0) {
        put(w, k);
    }
}
