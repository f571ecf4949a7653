/* What a training process takes of a GPU beside PyTorch's allocator: part of what nvidia-smi shows.
 */
#ifndef CFGLINT_MEMORY_CONTEXT_H
#define CFGLINT_MEMORY_CONTEXT_H

#include "model/graph.h"

struct interval {
    uint64_t low, expected, high; /* bytes */
};

enum outside_part {
    OUTSIDE_CONTEXT,   /* CUDA itself */
    OUTSIDE_LIBRARIES, /* cuBLAS, cuDNN, cuSOLVER, as far as the step's operations load them */
    OUTSIDE_NCCL,
    OUTSIDE_STACKS, /* kernels that want more local memory for each thread than CUDA has from the
                       start */
    OUTSIDE_PARTS
};

struct outside {
    struct interval parts[OUTSIDE_PARTS];
    struct interval total;
    bool is_measured; /* the context of this GPU was */
};

/* "CUDA context", "kernel stacks": for people */
const char *outside_name(enum outside_part p);
/* "context", "kernel_stacks": a JSON field */
const char *outside_key(enum outside_part p);

/* For the recorded step on the GPU that it was recorded for; `gpus` > 1 adds NCCL. */
struct outside outside_of(const struct graph *g, uint32_t gpus);

#endif
