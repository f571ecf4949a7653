/*
 * Finds settings that use a share of a GPU: batch, precision, checkpointing, accumulation.
 *
 * A scheme is one choice of them.  Each precision with and without checkpointing is tried with the
 * batch as it is and with the largest batch that fits; the scheme with the highest throughput whose
 * prediction stays under the target wins.  With the batch move learning rate, schedule and
 * intervals.
 */
#ifndef CFGLINT_PLAN_SEARCH_H
#define CFGLINT_PLAN_SEARCH_H

#include "memory/measured.h"

enum lr_rule {
    LR_LINEAR, /* with the batch of all GPUs */
    LR_SQRT,   /* with its square root */
    LR_KEEP
};

/* What the search leaves as it is. */
enum plan_keep {
    KEEP_BATCH = 1,
    KEEP_PRECISION = 2,
    KEEP_CHECKPOINTING = 4,
    KEEP_ACCUMULATION = 8,
};

struct plan_options {
    struct estimate_options estimate;
    uint64_t gpu_bytes;       /* of the card, as nvidia-smi shows it */
    double target;            /* share of it that the expected peak may use: 0.7 */
    struct measured measured; /* of the config as it is */
    enum lr_rule lr_rule;
    unsigned keep; /* enum plan_keep */
    bool partial;  /* search, even where a part of the model is not described */
};

struct scheme {
    str precision; /* "fp32", "fp16", ... */
    bool checkpointing;
    int64_t batch, accumulation;
    struct interval used;  /* as nvidia-smi will show it */
    double throughput;     /* samples per second, relative to the config as it is */
    bool is_current, fits; /* fits: expected under the target, highest under the card */
    bool is_reached;       /* the batch is the largest that fits */
};

struct plan {
    uint64_t gpu_bytes, target_bytes;
    double calibration; /* measured / predicted of what depends on the batch; 1: not measured */
    double coverage;    /* of the model's types */
    VEC(struct scheme) schemes;
    size_t chosen;           /* SIZE_MAX: none fits */
    struct changes *changes; /* that make the chosen scheme of the config; may be empty */
    double lr_factor;        /* 1: as it was */
    double iters_factor;
    VEC(str) notes; /* what was left alone, and why */
};

/* NULL after a diagnostic: the memory of the config cannot be estimated at all. */
struct plan *plan_search(void *talloc_ctx, struct arena *a, struct settings *s,
    const struct plan_options *o, struct diags *diags);

#endif
