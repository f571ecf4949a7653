/*
 * The memory of training with a config: what one GPU's allocator hands out at most, what it
 * reserves, and what nvidia-smi shows.
 *
 * Where data decides a size, the step is simulated three times: with little, with the most that a
 * whole run is expected to meet, and with the most there could be.
 */
#ifndef CFGLINT_MEMORY_ESTIMATE_H
#define CFGLINT_MEMORY_ESTIMATE_H

#include "memory/allocator.h"
#include "memory/context.h"
#include "memory/simulate.h"
#include "memory/uncertain.h"
#include "model/model.h"

enum {
    RECORDED = 3,      /* models that an estimate records at most: low, expected, high */
    LARGE_STEP = 50000 /* operations: one at a time is in memory, beside the expected */
};

struct estimate_options {
    struct regime_options regime;
    struct gpu_facts gpu; /* all 0: a V100 */
    struct allocator_conf allocator;
    int64_t batch;      /* samples per GPU; 0: what the config says; one without training */
    bool inference;     /* no training: a step of a test without gradients */
    bool validation;    /* look at validation, too */
    bool expected_only; /* only its bytes: low = expected = high; nothing is told of the peak */
    uint64_t enough;    /* the same, where more than so many are used; 0: never */
    uint32_t threads;   /* that may record at a time; 0: one */
    str varied;         /* expected_only: this assumption takes `varied_to` */
    uint8_t varied_to;
    bool anew;                /* graph_options.anew */
    const struct graph *like; /* of an estimate of nearly the same, that is at hand; or NULL */
};

struct estimate {
    struct interval allocated; /* torch.cuda.max_memory_allocated() */
    struct interval reserved;  /* torch.cuda.max_memory_reserved() */
    struct interval used;      /* nvidia-smi: reserved, and what lies outside the allocator */
    struct outside outside;
    /* A step of validation, where it needs more than training: allocated, without low and high. */
    uint64_t validation_bytes; /* 0: it needs less, or there is none */
    int64_t batch;
    VEC(str) notes; /* what had to be assumed of the run, for people */
    struct uncertainties uncertainties;
    struct regime regime, low, high;
    struct gpu_facts gpu;
    bool wants_all; /* DistributedDataParallel waits for the gradient of every parameter */
    const struct graph *graph; /* the expected step */
    const struct simulation *simulation;
    double coverage; /* share of the config's types that are described; below 1 all bytes are lower
                        bounds */
};

/* NULL after a diagnostic.  All that the result points to belongs to `talloc_ctx` or the arena. */
struct estimate *estimate_run(void *talloc_ctx, struct arena *a, struct settings *s,
    const struct estimate_options *o, struct diags *diags);

/*
 * The same in two parts.  The first asks the settings; recording only reads them, so that several
 * threads may do it for different estimates, each with an arena and diagnostics of its own.  NULL,
 * or false, after a diagnostic.
 */
struct estimate *estimate_prepare(void *talloc_ctx, struct arena *a, struct settings *s,
    const struct estimate_options *o, struct diags *diags);
/* One that is prepared as the other was, for another batch. */
struct estimate *estimate_with_batch(
    void *talloc_ctx, const struct estimate *prepared, int64_t batch);
bool estimate_record(struct estimate *e, struct arena *a, struct settings *s,
    const struct estimate_options *o, struct diags *diags);

#endif
