/* What CUDA itself takes of a GPU before the first tensor: part of what nvidia-smi shows, not of
 * the allocator's. */
#ifndef CFGLINT_MEMORY_CONTEXT_H
#define CFGLINT_MEMORY_CONTEXT_H

#include <stdint.h>

struct context_bytes {
    uint64_t low, expected, high;
};

/* `torch` is 100 * major + minor, `compute` 10 * the compute capability; `gpus` > 1 adds NCCL's
 * buffers. */
struct context_bytes context_bytes(uint32_t torch, uint32_t compute, uint32_t gpus);

#endif
