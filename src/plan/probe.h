/*
 * Estimates of one way to train, and the batches that fit.  Private to the plan layer.
 *
 * A variant is a precision with or without checkpointing; a probe, what a step of it takes with one
 * batch.
 */
#ifndef CFGLINT_PLAN_PROBE_H
#define CFGLINT_PLAN_PROBE_H

#include "plan/recorded.h"

enum {
    MOST_SAMPLES = 4096 /* per GPU; nobody trains with more */
};

struct search {
    struct plan *p;
    const struct plan_options *o;
    struct arena *a;
    struct settings *s;      /* as the config is */
    const struct graph *now; /* of those */
    struct diags *diags;
    int64_t batch, accumulation; /* as the config is */
    int64_t most;                /* samples that the model can take, or the user allows */
    int64_t unit;                /* the batch is a multiple of it */
    int64_t most_steps;          /* of accumulation */
    bool has_checkpointing;      /* as the config is */
    str asked_precision;
    double seconds_per_sample;
    bool only_now;    /* the batch stays */
    bool trusts;      /* what is expected to be under the target fits, until it is chosen */
    uint32_t threads; /* of one estimate */
};

/* One precision with or without checkpointing, and perhaps repairs: settings with the changes made,
 * and what the search found for them. */
struct variant {
    str precision;
    bool checkpointing;
    str repairs; /* and what else, by `repaired` */
    const struct changes *repaired;
    int64_t repair_cost;
    struct changes *changes;
    struct settings *settings;
    struct estimate *prepared[2]; /* of single steps, and of accumulated ones */
    bool good;                    /* it can be estimated */
    struct probe now;             /* with the batch as the config is */
    int64_t batch; /* the largest that fits, or one sample if none does; 0: not looked for */
    struct probe at;
    int64_t exact; /* the largest that fits and keeps the recipe; 0: none */
    struct probe exact_at;
    bool is_asked, asked; /* the user asks for this one; and it can be estimated */
    struct probe asked_at;
    uint64_t left; /* what may yet be recorded for it, in operations */
    bool ended;    /* they were too few for a probe */
    bool is_cut;   /* or for a larger batch */
    /* What its last model took: it grows with the batch in a straight line. */
    int64_t seen_batch;
    double seen_work, work_per_sample;
};

/* What a step takes.  Unless `whole`, the ends are only recorded where the expected figure is under
 * the target, and not at all by a search that trusts it: they are as expected then.  False when it
 * cannot be estimated, or too little work is left for it. */
bool probe(const struct search *x, struct variant *v, int64_t batch, int64_t steps, bool whole,
    struct probe *out);
bool is_under(const struct search *x, const struct interval *used);
/* Bytes of another batch, from what has been recorded for this card or another one; 0: not known.
 */
double bytes_per_sample(const struct search *x, const struct variant *v, int64_t steps);

/* Accumulated steps that make an update as large as it is meant to be, as nearly as can be. */
int64_t accumulation_for(const struct search *x, int64_t batch);
/* How far the batch of one GPU may grow. */
int64_t most_to_try(const struct search *x);
/* The largest batch that fits.  `at` is what the batch of now takes, and becomes that of the
 * result.  0: not even one sample does. */
int64_t largest_batch(const struct search *x, struct variant *v, struct probe *at);
/* The largest batch that fits and keeps the recipe; 0: none, or `v` cannot be probed. */
int64_t exact_batch(const struct search *x, struct variant *v, struct probe *at);

/* Looks for batches with these repairs, in the precision and checkpointing of `smallest`. */
void search_repaired(struct search *x, const struct variant *smallest,
    const struct changes *repaired, str repairs, int64_t cost);
/* Where no scheme can be chosen: makes the profile's repairs one after the other until one can, and
 * takes back those that are not needed then, precision and checkpointing too.  `smallest` of the
 * variants takes least without; NULL: nothing can be estimated. */
void repairs_try(
    struct search *x, const struct variant *smallest, const struct variant *variants, size_t n);

/* Bytes that stay whatever the batch is. */
uint64_t fixed_bytes(const struct estimate *e);
/* Corrects what depends on the batch by what was measured: p->calibration.  False after a
 * diagnostic. */
bool calibrate(struct search *x, const struct estimate *e);

#endif
