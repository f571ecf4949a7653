/*
 * Finds settings that use a share of a GPU: batch, precision, checkpointing, accumulation.
 *
 * A scheme is one choice of them, with all that goes along (recipe.h).  Each precision with and
 * without checkpointing is tried with the batch as it is, with the largest batch that divides the
 * samples of an update into whole steps, and, where that is all of them, with the largest batch
 * that fits.  Of the schemes whose prediction stays under the target and that lint finds no error
 * in, the preference decides.  With PREFER_FIT, where none does, the repairs of the profile are
 * made one after the other, until one does.
 */
#ifndef CFGLINT_PLAN_SEARCH_H
#define CFGLINT_PLAN_SEARCH_H

#include "lint/lint.h"
#include "memory/measured.h"
#include "plan/recipe.h"

/* What the search leaves as it is. */
enum plan_keep {
    KEEP_BATCH = 1,
    KEEP_PRECISION = 2,
    KEEP_CHECKPOINTING = 4,
    KEEP_ACCUMULATION = 8,
};

/* Which of the schemes under the target is best. */
enum plan_prefer {
    PREFER_TARGET, /* the recipe where it comes near the target; else the fastest that does, if it
                      is worth leaving the recipe */
    PREFER_RECIPE, /* an update takes as many samples as the rate is meant for; of those, the
                      fastest */
    PREFER_SPEED,  /* the fastest, by more than a few per cent */
    PREFER_MEMORY, /* the one that uses most of the target */
    PREFER_FIT,    /* what fits and keeps the update at the lowest price */
};

/* What searches for one config have recorded, for further cards and targets.  For one thread. */
struct plan_memo;
struct plan_memo *plan_memo_new(void *talloc_ctx);

struct plan_options {
    struct estimate_options estimate;
    uint64_t gpu_bytes;       /* of the card, as nvidia-smi shows it */
    double target;            /* share of it that the expected peak may use: 0.7 */
    struct measured measured; /* of the config as it is */
    struct recipe_options recipe;
    enum plan_prefer prefer;
    unsigned keep;           /* enum plan_keep */
    bool partial;            /* search, even where a part of the model is not described */
    bool brief;              /* nothing is tried that would not be chosen */
    bool choice_only;        /* low and high of what is over the target are of no interest */
    int64_t most_batch;      /* samples on one GPU; 0: any */
    int64_t asked_batch;     /* a scheme to show besides; 0: none */
    str asked_precision;     /* of it; empty: as the config is */
    struct plan_memo *memo;  /* NULL: nothing is kept */
    const struct lint *lint; /* looks at every scheme; NULL: nobody does */
};

struct scheme {
    str precision; /* "fp32", "fp16", ... */
    bool checkpointing;
    str repairs; /* what else was done to make it fit: "FSDP, frozen stages"; "" */
    const struct changes *repaired; /* by these; NULL: nothing */
    int64_t repair_cost; /* 0: nothing; a later row of the table costs more than all before */
    int64_t batch, accumulation;
    struct interval used; /* as nvidia-smi will show it */
    double throughput;    /* samples per second, relative to the config as it is */
    double seconds;       /* of a step, forward and backward; an estimate */
    double growth; /* samples of an update, relative to what the learning rate is meant for */
    bool is_current, fits;   /* fits: expected under the target, highest under the card */
    bool is_asked;           /* by --batch and --precision */
    bool is_full;            /* memory, not the policy, ends it: no larger batch fits */
    bool is_beyond;          /* an update grows further than the policy has it */
    bool is_wrong;           /* the config would have an error that it does not have now */
    bool is_impossible;      /* the config has no way to have it */
    str findings;            /* codes of new errors and warnings: "BAT003, SCH006"; "" */
    struct changes *changes; /* that make it of the config */
    struct followed followed;
};

struct plan {
    uint64_t gpu_bytes, target_bytes;
    enum plan_prefer prefer;
    struct recipe recipe;
    double calibration;  /* measured / predicted of what depends on the batch; 1: not measured */
    double offset_bytes; /* measured - predicted, where the batch has no part in it */
    double coverage;     /* of the model's types */
    VEC(struct scheme) schemes;
    size_t chosen;           /* SIZE_MAX: none fits */
    struct changes *changes; /* that make the chosen scheme of the config; may be empty */
    double lr_factor;        /* 1: as it was */
    double iters_factor;
    VEC(str) notes;  /* what was left alone, and why */
    VEC(str) prices; /* what the chosen scheme costs, with PREFER_FIT */
};

/* NULL after a diagnostic: the memory of the config cannot be estimated at all, or nothing says
 * what its batch is. */
struct plan *plan_search(void *talloc_ctx, struct arena *a, struct settings *s,
    const struct plan_options *o, struct diags *diags);

#endif
