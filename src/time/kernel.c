#include "time/kernel.h"

#include <math.h>

enum {
    SMALL_K = 32,      /* steps along k until the tiles' pipeline is full */
    LEAST_SPLIT = 128, /* along k, that is worth a block of its own */
    ALIGNED = 8,       /* channels, for tensor cores */
    TOGETHER = 2       /* tiles on a processor, for tensor cores: one loads while the other works */
};

static const double KERNEL_SECONDS = 2e-6;  /* from its beginning to its end, with nothing to do */
static const double TUNED = 1.2;            /* as fast as what heuristics choose */
static const double L2_TIMES = 1.5;         /* as fast as the memory */
static const double BLOCK_BYTES = 4e9;      /* in a second, of one block that waits for each load */
static const double UNEVEN = 0.3;           /* of the last wave is lost where it is not full */
static const double TRANSFER_BYTES = 4.5e9; /* in a second, from memory that is not pinned */
static const double HOST_FLOPS = 1e9; /* in a second, of a server's core, one after the other */

static const struct {
    const char *name;
    double arithmetic, bandwidth;
    uint8_t spread; /* enum spread */
} KINDS[KERNEL_KINDS] = {
#define KIND(id, name, arithmetic, bandwidth, spread) \
    {name, arithmetic, bandwidth, SPREAD_##spread},
#include "time/kinds.def"
#undef KIND
};

/* Tiles of products, and how much of a processor's peak a large one gets beside the largest. */
static const struct {
    double m, n, share;
} TILES[] = {{128, 128, 1.0}, {128, 64, 0.95}, {64, 64, 0.85}, {128, 32, 0.75}, {32, 32, 0.5}};

const char *kernel_name(enum kernel_kind k)
{
    return KINDS[k].name;
}

const char *bound_name(enum bound b)
{
    static const char *const names[] = {"arithmetic", "bandwidth", "launches", "all-reduce"};
    return names[b];
}

struct kernel kernel_pass(enum kernel_kind kind, double bytes)
{
    return (struct kernel){.kind = (uint8_t)kind, .bytes = bytes};
}

double kernel_peak(const struct gpu_facts *gpu, enum dtype d, bool tf32)
{
    const struct gpu_speed *s = &gpu->speed;
    double half = d == DTYPE_F16 ? s->half : d == DTYPE_BF16 ? s->bfloat16 : 0;
    return half > 0                       ? half
           : tf32 && s->tf32 > 0          ? s->tf32
           : d == DTYPE_F64               ? s->single / 32
           : d == DTYPE_U8 && s->int8 > 0 ? s->int8
                                          : s->single;
}

/* Operations that the tiles do, one wave after the other, as if all processors were busy.  `least`:
 * tiles that a processor needs at a time to be so. */
static double tiled(const struct kernel *k, double sms, double least, size_t tile)
{
    double tiles = ceil(k->m / TILES[tile].m) * ceil(k->n / TILES[tile].n) * k->batch;
    double splits = fmax(1, fmin(floor(sms / tiles), floor(k->k / LEAST_SPLIT)));
    double waves = tiles * splits / sms;
    double rounds = fmax(least, waves <= 1 ? 1 : waves + UNEVEN * (ceil(waves) - waves));
    double own = 2 * TILES[tile].m * TILES[tile].n * (k->k / splits + SMALL_K);
    return rounds * own * sms / TILES[tile].share;
}

static double product_work(const struct kernel *k, double sms, double together)
{
    double least = tiled(k, sms, together, 0);
    for (size_t i = 1; i < sizeof TILES / sizeof *TILES; i++) {
        least = fmin(least, tiled(k, sms, together, i));
    }
    return least;
}

/* Tensor cores want rows of whole vectors. */
static bool is_aligned(const struct kernel *k)
{
    return fmod(k->n, ALIGNED) == 0 && fmod(k->k, ALIGNED) == 0;
}

static bool uses_cores(const struct kernel *k, const struct gpu_facts *gpu)
{
    enum dtype d = (enum dtype)k->dtype;
    bool half = d != DTYPE_F32 && kernel_peak(gpu, d, false) > 4 * gpu->speed.single;
    return k->m > 0 && (half || (k->tf32 && gpu->speed.tf32 > gpu->speed.single));
}

enum spread kernel_spread(const struct kernel *k, const struct gpu_facts *gpu)
{
    return uses_cores(k, gpu) ? SPREAD_CORES : (enum spread)KINDS[k->kind].spread;
}

static double product_seconds(const struct kernel *k, const struct gpu_facts *gpu)
{
    enum dtype d = (enum dtype)k->dtype;
    bool cores = uses_cores(k, gpu);
    enum kernel_kind kind = (enum kernel_kind)k->kind;
    if (cores) {
        kind = kind == KERNEL_CONV ? KERNEL_CONV_HALF : KERNEL_GEMM_HALF;
    }
    double peak = kernel_peak(gpu, d, k->tf32);
    if (cores && !is_aligned(k)) {
        peak = fmax(peak / 4, gpu->speed.single);
    }
    peak *= cores && k->tuned ? TUNED : 1;
    return product_work(k, gpu->sms, cores ? TOGETHER : 1) / (peak * KINDS[kind].arithmetic);
}

static double traffic_seconds(const struct kernel *k, const struct gpu_facts *gpu)
{
    const struct gpu_speed *s = &gpu->speed;
    if (k->kind == KERNEL_TRANSFER) {
        return k->bytes / TRANSFER_BYTES;
    }
    double rate = k->bytes < s->l2_bytes / 2 ? L2_TIMES * s->bytes : s->bytes;
    rate *= KINDS[k->kind].bandwidth;
    return k->bytes / (k->blocks > 0 ? fmin(rate, k->blocks * BLOCK_BYTES) : rate);
}

double kernel_seconds(const struct kernel *k, const struct gpu_facts *gpu, enum bound *bound)
{
    double traffic = traffic_seconds(k, gpu);
    double work = k->m > 0 ? product_seconds(k, gpu)
                  : k->kind == KERNEL_HOST
                      ? k->flops / HOST_FLOPS * gpu->speed.host
                      : k->flops / (gpu->speed.single * KINDS[k->kind].arithmetic);
    double longer = fmax(work, traffic);
    if (bound) {
        *bound = longer < KERNEL_SECONDS ? BOUND_LAUNCH
                 : work > traffic        ? BOUND_ARITHMETIC
                                         : BOUND_BANDWIDTH;
    }
    return longer + KERNEL_SECONDS;
}
