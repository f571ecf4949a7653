/*
 * The kernels that PyTorch launches for an operation, and how long one takes on a GPU.
 *
 * A product of matrices is cut into tiles, which run in waves over the processors; everything else
 * is a pass over memory.  Both need what is longer of their arithmetic and their traffic
 * (Williams et al. 2009, the roofline), and a moment to begin and end.
 */
#ifndef CFGLINT_TIME_KERNEL_H
#define CFGLINT_TIME_KERNEL_H

#include "model/graph.h"

enum kernel_kind {
#define KIND(id, name, ...) KERNEL_##id,
#include "time/kinds.def"
#undef KIND
    KERNEL_KINDS
};

/* What is uncertain together. */
enum spread {
#define SPREAD(id, deviation) SPREAD_##id,
#include "time/spreads.def"
#undef SPREAD
    SPREADS
};

/* What keeps a kernel, or a step, from being faster. */
enum bound {
    BOUND_ARITHMETIC,
    BOUND_BANDWIDTH,
    BOUND_LAUNCH, /* it is over before it has begun, or the GPU waits for the host */
    BOUND_REDUCE, /* gradients go to the other GPUs */
    BOUNDS
};

struct kernel {
    uint8_t kind;          /* enum kernel_kind */
    uint8_t dtype;         /* enum dtype, of what it reads */
    bool tf32;             /* it may round single precision to TF32 */
    bool tuned;            /* chosen of many by their times on this GPU, when an engine is built */
    double bytes;          /* read and written */
    double flops;          /* of what is no product of matrices; a multiply-add is two */
    double least;          /* seconds that its longest thread or block takes, on an H100 */
    double launches;       /* so many such kernels, one after the other; 0: one */
    double m, n, k, batch; /* of products: [m, k] x [k, n], so many; m = 0: it is none */
};

enum pass {
    PASS_FORWARD,
    PASS_BACKWARD /* gradients of all inputs that want one */
};

enum {
    MOST_KERNELS = 16
};

struct kernels {
    struct kernel list[MOST_KERNELS];
    uint32_t n;
    bool meets; /* statistics of all GPUs are gathered */
    bool waits; /* the host needs the result before it goes on */
};

const char *kernel_name(enum kernel_kind k);
const char *bound_name(enum bound b);

void kernels_of(struct kernels *out, const struct graph *g, op_id op, enum pass pass);

/* A pass over so many bytes. */
struct kernel kernel_pass(enum kernel_kind kind, double bytes);

/* Seconds on the GPU; `bound` may be NULL. */
double kernel_seconds(const struct kernel *k, const struct gpu_facts *gpu, enum bound *bound);
/* How uncertain its seconds are. */
enum spread kernel_spread(const struct kernel *k, const struct gpu_facts *gpu);
/* Operations in a second that a type has on the GPU at most. */
double kernel_peak(const struct gpu_facts *gpu, enum dtype d, bool tf32);

#endif
