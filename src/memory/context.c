#include "memory/context.h"

#define KIB UINT64_C(1024)
#define MIB (KIB * KIB)

enum {
    HOPPER = 90,
    AMPERE = 80,
    LAZY_TORCH = 113, /* built with CUDA 11.7, which loads kernels when they are first used */
    CUDA_11_TORCH = 108
};

static const char *const NAMES[] = {
    "CUDA context", "cuBLAS, cuDNN, cuSOLVER", "NCCL", "kernel stacks"};
static const char *const KEYS[] = {"context", "libraries", "nccl", "kernel_stacks"};

_Static_assert(sizeof NAMES / sizeof *NAMES == OUTSIDE_PARTS, "a name for each part");
_Static_assert(sizeof KEYS / sizeof *KEYS == OUTSIDE_PARTS, "a key for each part");

const char *outside_name(enum outside_part p)
{
    return NAMES[p];
}

const char *outside_key(enum outside_part p)
{
    return KEYS[p];
}

static struct interval interval_mib(uint64_t low, uint64_t expected, uint64_t high)
{
    return (struct interval){low * MIB, expected * MIB, high * MIB};
}

static void add(struct interval *to, struct interval x)
{
    to->low += x.low;
    to->expected += x.expected;
    to->high += x.high;
}

/* Threads that can be on the GPU at a time: CUDA keeps local memory, and its own state, for each.
 */
static uint64_t resident_threads(const struct gpu_facts *gpu)
{
    return (uint64_t)gpu->sms * gpu->sm_threads;
}

/*
 * Without kernels, a context grows with the threads that can be resident: 256 MiB on an RTX 3090
 * (PyTorch 2.7, invoke-ai/InvokeAI issue 9413), 426 on an RTX 6000 Ada (2.10, unslothai/unsloth-zoo
 * pull request 1053), 320 on a Titan V (pytorch/pytorch issue 28394) are 24 MiB and 1.89 KiB for
 * each; 611 on an H100 (measured, CUDA 13.0, driver 580) is 2.22 KiB.
 */
static struct interval derived_context(const struct gpu_facts *gpu)
{
    double each = gpu->compute >= HOPPER ? 2.22 : 1.89;
    uint64_t bytes = 24 * MIB + (uint64_t)(each * (double)KIB * (double)resident_threads(gpu));
    return (struct interval){bytes - bytes / 8, bytes, bytes + bytes / 5};
}

/*
 * Before kernels were loaded on demand, a context held all of PyTorch's and its libraries': 0.4 to
 * 1.1 GiB with CUDA 10, 0.9 to 1.7 GiB on Ampere with CUDA 11.0, as users of nvidia-smi report.
 */
static struct interval context_of_gpu(const struct graph_options *o)
{
    const struct gpu_facts *gpu = &o->gpu;
    if (o->torch < LAZY_TORCH) {
        return o->torch >= CUDA_11_TORCH && gpu->compute >= AMPERE ? interval_mib(900, 1300, 1700)
                                                                   : interval_mib(400, 700, 1100);
    }
    if (gpu->context_mib > 0) {
        uint64_t bytes = gpu->context_mib * MIB;
        return (struct interval){bytes - bytes / 25, bytes, bytes + bytes / 25};
    }
    return derived_context(gpu);
}

/* What of a step decides bytes outside the allocator. */
struct uses {
    bool products, products_backward, convolutions, inverses;
    uint32_t stack_bytes; /* of a thread, at most */
};

static struct uses uses_of(const struct graph *g)
{
    struct uses u = {0};
    VEC_EACH (struct op, op, &g->ops) {
        u.products |= op->products;
        u.products_backward |= op->products && op->differentiable && g->loss;
        u.convolutions |= op->kind == OPKIND_CONV || op->kind == OPKIND_CONV_TRANSPOSE ||
                          op->kind == OPKIND_ATTENTION;
        u.inverses |= op->kind == OPKIND_INVERSE;
        u.stack_bytes = op->stack_bytes > u.stack_bytes ? op->stack_bytes : u.stack_bytes;
    }
    return u;
}

/*
 * On an H100 each thread's first matrix product adds 65 MiB, the first convolutions (or fused
 * attention) 20, cuSOLVER 100 (all measured).  cuBLAS sizes its handle's memory by generation:
 * 32 MiB on Hopper, 4 MiB before (cuBLAS, cublasSetWorkspace), so elsewhere less is expected.
 */
static struct interval libraries_of(const struct graph *g, const struct uses *u)
{
    bool hopper = g->options.gpu.compute >= HOPPER;
    struct interval all = {0};
    if (g->options.torch < LAZY_TORCH) {
        return all; /* in the context from the start */
    }
    for (int i = 0; i < u->products + u->products_backward; i++) {
        add(&all, hopper ? interval_mib(60, 65, 67) : interval_mib(4, 20, 65));
    }
    add(&all, u->convolutions ? interval_mib(10, 20, 26) : (struct interval){0});
    add(&all, u->inverses ? interval_mib(60, 100, 160) : (struct interval){0});
    return all;
}

/* Its channels and their buffers: 564 MiB on an H100 (measured, one rank); 0.1 to 0.5 GiB with the
 * releases of PyTorch 1. */
static struct interval nccl(const struct graph_options *o)
{
    bool hopper = o->gpu.compute >= HOPPER;
    return o->torch < LAZY_TORCH ? interval_mib(100, 250, 500)
           : hopper              ? interval_mib(540, 564, 620)
                                 : interval_mib(150, 350, 600);
}

/* A context has local memory of 1 KiB for every resident thread (cudaLimitStackSize); the first
 * start of a kernel that wants more enlarges it for all of them, for good. */
static struct interval stacks(const struct gpu_facts *gpu, uint32_t stack_bytes)
{
    uint64_t more = stack_bytes > KIB ? stack_bytes - KIB : 0;
    uint64_t bytes = more * resident_threads(gpu);
    return (struct interval){bytes, bytes, bytes};
}

struct outside outside_of(const struct graph *g, uint32_t gpus)
{
    struct uses u = uses_of(g);
    struct outside o = {
        .is_measured = g->options.torch >= LAZY_TORCH && g->options.gpu.context_mib > 0};
    o.parts[OUTSIDE_CONTEXT] = context_of_gpu(&g->options);
    o.parts[OUTSIDE_LIBRARIES] = libraries_of(g, &u);
    o.parts[OUTSIDE_NCCL] = gpus > 1 ? nccl(&g->options) : (struct interval){0};
    o.parts[OUTSIDE_STACKS] = stacks(&g->options.gpu, u.stack_bytes);
    for (int i = 0; i < OUTSIDE_PARTS; i++) {
        add(&o.total, o.parts[i]);
    }
    return o;
}
