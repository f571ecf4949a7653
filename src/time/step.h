/*
 * The time of one training step, or of one pass through a model, on a GPU.
 *
 * Two clocks run: the host issues operations one after the other, each for its price; a kernel
 * begins when it has been issued and the one before it is over.  Where kernels are long the host
 * is ahead and costs nothing; where they are short the GPU waits for it.
 */
#ifndef CFGLINT_TIME_STEP_H
#define CFGLINT_TIME_STEP_H

#include "memory/regime.h"
#include "time/kernel.h"

/* Seconds. */
struct duration {
    double low, expected, high;
};

enum step_part {
    STEP_INPUT, /* the batch comes to the GPU */
    STEP_FORWARD,
    STEP_BACKWARD, /* with what checkpointing makes again, and with the all-reduce */
    STEP_OPTIMIZER,
    STEP_PARTS
};

struct step_time {
    struct duration total;
    double parts[STEP_PARTS];   /* of the expected */
    double bounds[BOUNDS];      /* what the expected is spent on */
    double kinds[KERNEL_KINDS]; /* on the GPU */
    double flops;               /* of the model: two for a multiply-add */
    double peak; /* the GPU's operations in a second, in the precision of the products */
    uint32_t kernels;
    uint32_t waits;  /* times that the host waits for the GPU */
    double *ops;     /* of a pass, by operation: seconds */
    double *modules; /* by module: seconds of it and of all below it; 0: the whole step */
};

/* Of a recorded training step; `r` says how it is run.  False: nothing is known of the GPU's speed.
 */
bool step_time(
    void *talloc_ctx, const struct graph *g, const struct regime *r, struct step_time *out);
/* The expected seconds of a step alone, of training or without; 0: nothing is known of the GPU's
 * speed. */
double step_seconds(const struct graph *g, const struct regime *r);

/* How a pass without gradients is run. */
enum pass_precision {
    PRECISION_RECORDED, /* as the graph's tensors and the release of PyTorch have it */
    PRECISION_FP32,
    PRECISION_TF32,
    PRECISION_FP16,
    PRECISION_BF16,
    PRECISION_INT8 /* products of weights; all else in half precision */
};

struct pass_options {
    uint8_t precision; /* enum pass_precision */
    /* Not PyTorch but an engine such as TensorRT, in one precision: norms, biases and pointwise
     * operations are part of the product before them, and no Python issues anything. */
    bool engine;
};

/* Bytes of a tensor in single precision that an engine holds, beside the four of the recording. */
double pass_bytes_scale(const struct pass_options *o);
/* Of a recorded forward pass without gradients; `o` NULL: as it was recorded. */
bool pass_time(
    void *talloc_ctx, const struct graph *g, const struct pass_options *o, struct step_time *out);
/* "arithmetic", "bandwidth", ...: what most of the time is spent on. */
enum bound step_bound(const struct step_time *t);
const char *step_part_name(enum step_part p);

#endif
