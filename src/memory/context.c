#include "memory/context.h"

#define MIB (UINT64_C(1) << 20)

/*
 * The context holds the kernels of the loaded libraries, so its size follows the CUDA release that
 * PyTorch was built with.  Figures are those that users of nvidia-smi report: 0.2 to 1.0 GiB with
 * CUDA 10 (PyTorch up to 1.7), about 1.5 GiB on Ampere with CUDA 11.0, 0.3 to 0.45 GiB with
 * CUDA 11.7 and later (PyTorch 1.13), which loads kernels when they are first used.
 */
struct context_bytes context_bytes(uint32_t torch, uint32_t compute, uint32_t gpus)
{
    struct context_bytes c;
    if (torch >= 113) {
        c = (struct context_bytes){300 * MIB, 430 * MIB, 600 * MIB};
    } else if (torch >= 108 && compute >= 80) {
        c = (struct context_bytes){900 * MIB, 1300 * MIB, 1700 * MIB};
    } else {
        c = (struct context_bytes){400 * MIB, 700 * MIB, 1100 * MIB};
    }
    if (gpus > 1) { /* NCCL's channels and their buffers */
        c.low += 100 * MIB;
        c.expected += 250 * MIB;
        c.high += 500 * MIB;
    }
    return c;
}
