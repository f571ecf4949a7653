#include "time/kernel.h"

#include <math.h>

enum {
    SMALL_K = 32, /* steps along k until the tiles' pipeline is full, ... */
    CORES_K = 96, /* ... of the tensor cores from Ampere on */
    VOLTA = 70,
    AMPERE = 80,
    HOPPER = 90,
    LEAST_SPLIT = 128, /* along k, that is worth a block of its own */
    ALIGNED = 8        /* channels, for tensor cores */
};

static const double KERNEL_SECONDS = 2e-6; /* from its beginning to its end, with nothing to do */
/* More, of a product that heuristics choose and prepare. */
static const double PREPARED_SECONDS = 2.5e-6;
static const double TUNED = 1.2; /* as fast as what heuristics choose, before Ampere */
static const double AMPERE_CORES =
    0.75;                           /* of Hopper's share, whose tensor cores fetch by themselves */
static const double TOGETHER = 1.5; /* tiles on a processor, for tensor cores: one loads while the
                                       other works; 2 before Ampere */
static const double L2_TIMES = 1.5; /* as fast as the memory */
static const double UNEVEN = 0.3;   /* of the last wave is lost where it is not full */
static const double TRANSFER_BYTES = 4.5e9; /* in a second, from memory that is not pinned */
static const double H100_CLOCK = 1.98e9; /* what threads take by themselves goes with the clock */
static const double HOST_FLOPS = 1e9;    /* in a second, of a server's core, one after the other */

static const struct {
    const char *name;
    double arithmetic[2], bandwidth[2]; /* up to Turing; from Ampere on */
    uint8_t spread;                     /* enum spread */
} KINDS[KERNEL_KINDS] = {
#define KIND(id, name, arithmetic, bandwidth, later_arithmetic, later_bandwidth, spread) \
    {name, {arithmetic, later_arithmetic}, {bandwidth, later_bandwidth}, SPREAD_##spread},
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

static bool is_later(const struct gpu_facts *gpu)
{
    return gpu->compute >= AMPERE;
}

/* How products are cut on a GPU. */
struct cut {
    double sms, least; /* least: tiles that a processor needs at a time to be busy */
    double small_k;
};

/* Operations that the tiles do, one wave after the other, as if all processors were busy. */
static double tiled(const struct kernel *k, const struct cut *c, size_t tile)
{
    double tiles = ceil(k->m / TILES[tile].m) * ceil(k->n / TILES[tile].n) * k->batch;
    double splits = fmax(1, fmin(floor(c->sms / tiles), floor(k->k / LEAST_SPLIT)));
    double waves = tiles * splits / c->sms;
    double rounds = fmax(c->least, waves <= 1 ? 1 : waves + UNEVEN * (ceil(waves) - waves));
    double own = 2 * TILES[tile].m * TILES[tile].n * (k->k / splits + c->small_k);
    return rounds * own * c->sms / TILES[tile].share;
}

static double product_work(const struct kernel *k, const struct cut *c)
{
    double least = tiled(k, c, 0);
    for (size_t i = 1; i < sizeof TILES / sizeof *TILES; i++) {
        least = fmin(least, tiled(k, c, i));
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
    bool single = k->dtype == DTYPE_F32;
    return k->m > 0 && (single ? k->tf32 && gpu->speed.tf32 > 0 : gpu->compute >= VOLTA);
}

enum spread kernel_spread(const struct kernel *k, const struct gpu_facts *gpu)
{
    return uses_cores(k, gpu) ? SPREAD_CORES : (enum spread)KINDS[k->kind].spread;
}

/* The kind of a product on tensor cores. */
static enum kernel_kind on_cores(const struct kernel *k)
{
    bool single = k->dtype == DTYPE_F32;
    switch ((enum kernel_kind)k->kind) {
    case KERNEL_CONV: return single ? KERNEL_CONV_TF32 : KERNEL_CONV_HALF;
    case KERNEL_WEIGHT: return single ? KERNEL_WEIGHT_TF32 : KERNEL_WEIGHT_HALF;
    case KERNEL_GEMM: return single ? KERNEL_GEMM_TF32 : KERNEL_GEMM_HALF;
    default: return (enum kernel_kind)k->kind;
    }
}

static double product_seconds(const struct kernel *k, const struct gpu_facts *gpu)
{
    enum dtype d = (enum dtype)k->dtype;
    bool cores = uses_cores(k, gpu), later = is_later(gpu);
    enum kernel_kind kind = cores ? on_cores(k) : (enum kernel_kind)k->kind;
    struct cut cut = {
        gpu->sms, cores ? later ? TOGETHER : 2 : 1, cores && later ? CORES_K : SMALL_K};
    double peak = kernel_peak(gpu, d, k->tf32);
    if (cores && !is_aligned(k)) {
        peak = fmax(peak / 4, gpu->speed.single);
    }
    peak *= !cores ? 1 : later ? (gpu->compute < HOPPER ? AMPERE_CORES : 1) : k->tuned ? TUNED : 1;
    return product_work(k, &cut) / (peak * KINDS[kind].arithmetic[later]);
}

static double traffic_seconds(const struct kernel *k, const struct gpu_facts *gpu)
{
    const struct gpu_speed *s = &gpu->speed;
    if (k->kind == KERNEL_TRANSFER) {
        return k->bytes / TRANSFER_BYTES;
    }
    double rate = k->bytes < s->l2_bytes / 2 ? L2_TIMES * s->bytes : s->bytes;
    return k->bytes / (rate * KINDS[k->kind].bandwidth[is_later(gpu)]);
}

static double work_seconds(const struct kernel *k, const struct gpu_facts *gpu)
{
    if (k->m > 0) {
        return product_seconds(k, gpu);
    }
    double rate = gpu->speed.single * KINDS[k->kind].arithmetic[is_later(gpu)];
    return k->kind == KERNEL_HOST ? k->flops / HOST_FLOPS * gpu->speed.host : k->flops / rate;
}

double kernel_seconds(const struct kernel *k, const struct gpu_facts *gpu, enum bound *bound)
{
    double traffic = traffic_seconds(k, gpu), work = work_seconds(k, gpu);
    double least = k->least * (gpu->speed.clock > 0 ? H100_CLOCK / gpu->speed.clock : 1);
    double longer = fmax(fmax(work, traffic), least);
    if (bound) {
        *bound = longer < KERNEL_SECONDS ? BOUND_LAUNCH
                 : work > traffic        ? BOUND_ARITHMETIC
                                         : BOUND_BANDWIDTH;
    }
    bool prepared = k->m > 0 && is_later(gpu) && !k->tuned;
    return fmax(1, k->launches) * (longer + KERNEL_SECONDS + (prepared ? PREPARED_SECONDS : 0));
}
