/*
 * What a run divides among its GPUs, and in what portions it is gathered and reduced: the setting
 * `sharding`, which rules/settings/sharding.star reads for each library that does so.
 */
#ifndef CFGLINT_MEMORY_SHARDING_H
#define CFGLINT_MEMORY_SHARDING_H

#include "model/graph.h"
#include "settings/settings.h"

/* Which weights are gathered at once. */
enum shard_units {
    UNITS_MODEL,   /* all */
    UNITS_SIZE,    /* the smallest modules with at least so many elements */
    UNITS_TYPES,   /* each module of some types */
    UNITS_MODULES, /* each module's own */
    UNITS_CHUNKS   /* as many modules, one after the other, as have so many elements */
};

/* When gradients are reduced. */
enum shard_reduce {
    REDUCE_DDP,    /* as DistributedDataParallel does */
    REDUCE_UNIT,   /* a unit's together */
    REDUCE_BUCKET, /* when a bucket is full; at once into its buffer, if there is one */
    REDUCE_END,    /* all at the end of backward, a bucket at a time */
    REDUCE_PLACE   /* at once, in the place of the weights */
};

enum shard_masters {
    MASTERS_NONE,
    MASTERS_APART, /* single-precision copies of its own part, beside the weights */
    MASTERS_ALONE  /* its own part is in single precision, and is what the weights are made from */
};

#define SHARD_ALWAYS UINT64_MAX

struct sharding {
    str by; /* for people; empty: nothing is divided */
    bool weights, gradients, states;
    uint32_t ranks; /* GPUs that hold one copy together */
    bool whole;     /* the model itself takes the run's precision; it is no autocast */
    str dtype;      /* of gathered weights and activations, if not the run's: "fp16", "bf16" */
    enum shard_masters masters;
    enum shard_units units;
    uint64_t least;           /* UNITS_SIZE, UNITS_CHUNKS */
    const struct list *types; /* UNITS_TYPES; of UNITS_SIZE those that are none */
    /* Weights that are used again within so many elements stay gathered; SHARD_ALWAYS: all do. */
    uint64_t keeps;
    uint64_t small; /* parameters with fewer elements are not divided */
    uint64_t ahead; /* elements gathered ahead of their use in backward; SHARD_ALWAYS: one unit */
    enum shard_reduce reduces;
    uint32_t reduce_bytes; /* of an element that is reduced; 0: the gradient's own */
    uint64_t bucket;       /* elements */
    uint32_t buffers;      /* of a bucket's size, kept apart */
    bool always;           /* those live throughout, not in backward alone */
    bool ddp;
    bool weights_on_host, states_on_host;
    const struct list *notes; /* what was taken because the config leaves it open */
};

/* `gpus` is that of the run. */
struct sharding sharding_read(struct settings *s, uint32_t gpus);

static inline bool sharding_divides(const struct sharding *s, const struct parameter *p)
{
    return s->weights && !p->is_buffer && (uint64_t)shape_elems(&p->shape) >= s->small;
}

/* One GPU's part of so many elements. */
static inline uint64_t sharding_part(const struct sharding *s, uint64_t elems)
{
    return (elems + s->ranks - 1) / s->ranks;
}

/* How many more elements than an even part the fullest GPU steps: ZeroRedundancyOptimizer gives
 * each parameter as a whole to the GPU that has the least, the largest first. */
uint64_t sharding_unevenness(const struct sharding *s, const struct graph *g);

#endif
