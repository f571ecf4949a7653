#include "time/placement.h"

#include <math.h>
#include <stdlib.h>

/*
 * What a DLA gets of its peak when it is busy, and of the memory, bytes in a second: by the images
 * in a second that NVIDIA states of two of them on a Jetson AGX Orin 64 GB for a ResNet-34 at 1280
 * x 768 (285) and a ResNet-50 at 224 x 224 (2037).  docs/time.md compares. Source:
 * Deep-Learning-Accelerator-SW, README.md, dense performance, MAXN.
 */
static const double DLA_SHARE = 0.95, DLA_BYTES = 36e9;

static const struct place {
    bool int8, dla;
    const char *why;
} PLACES[OP_KINDS] = {
#define PLACE(op, int8, dla, why) [OPKIND_##op] = {int8, dla, why},
#include "time/placement.def"
#undef PLACE
};

static const char *const OTHERWISE = "no engine is known to run it";

/* A convolution in sparse tensors is a product of weights, though a plugin runs it. */
static bool is_sparse_product(const struct op *op)
{
    return op->custom == CUSTOM_SPARSE_CONV;
}

/* On one DLA, in int8: a quarter of the bytes that were recorded. */
static double dla_seconds(const struct graph *g, const struct op *op)
{
    const struct gpu_speed *s = &g->options.gpu.speed;
    double bytes = 0, rate = DLA_SHARE * s->dla_int8 / fmax(1, s->dla_cores);
    for (uint32_t i = 0; i < op->n_inputs; i++) {
        bytes += (double)tensor_bytes(g, g->inputs.items[op->inputs_at + i].tensor) / 4;
    }
    for (uint32_t i = 0; i < op->n_outputs; i++) {
        bytes += (double)tensor_bytes(g, op->first_output + i) / 4;
    }
    return rate > 0 ? fmax(2 * (double)op->macs / rate, bytes / DLA_BYTES) : 0;
}

static struct obstacle *obstacle_of(void *ctx, struct placement *out, const struct op *op)
{
    const struct place *p = &PLACES[op->kind];
    bool sparse = is_sparse_product(op);
    const char *why = sparse   ? "a plugin's sparse products, in int8 on the GPU alone"
                      : p->why ? p->why
                               : OTHERWISE;
    VEC_EACH (struct obstacle, o, &out->obstacles) {
        if (o->why == why || strcmp(o->why, why) == 0) {
            return o;
        }
    }
    struct obstacle fresh = {graph_op_name(op->kind), why, p->int8 || sparse, p->dla, 0, 0, 0, 0};
    vec_push(ctx, &out->obstacles, fresh);
    return &out->obstacles.items[out->obstacles.n - 1];
}

static int longest_first(const void *left, const void *right)
{
    double a = ((const struct obstacle *)left)->seconds;
    double b = ((const struct obstacle *)right)->seconds;
    return (a < b) - (a > b);
}

void placement_find(
    void *talloc_ctx, const struct graph *g, const struct step_time *t, struct placement *out)
{
    bool there = false; /* the operation before was the DLA's */
    double *most = mem_zero(talloc_ctx, (OP_KINDS + 1) * sizeof *most);
    *out = (struct placement){0};
    for (op_id i = 1; i < g->ops.n; i++) {
        const struct op *op = &g->ops.items[i];
        const struct place *p = &PLACES[op->kind];
        double macs = (double)op->macs, seconds = t->ops[i];
        bool int8 = p->int8 || is_sparse_product(op), dla = p->dla;
        out->macs += macs;
        out->seconds += seconds;
        out->int8_macs += int8 ? macs : 0;
        out->int8_seconds += int8 ? seconds : 0;
        out->dla_macs += dla ? macs : 0;
        out->dla_seconds += dla ? seconds : 0;
        out->dla_own += dla && seconds > 0 ? dla_seconds(g, op) : 0; /* what is not fused */
        out->stretches += dla && !there;
        there = dla;
        if (!int8 || !dla) {
            struct obstacle *o = obstacle_of(talloc_ctx, out, op);
            o->count++;
            o->macs += macs;
            o->seconds += seconds;
            if (seconds >= most[op->kind]) {
                most[op->kind] = seconds;
                o->module = op->module;
            }
        }
    }
    if (out->obstacles.n > 1) {
        qsort(out->obstacles.items, out->obstacles.n, sizeof *out->obstacles.items, longest_first);
    }
    talloc_free(most);
}
