/*
 * The recipe of a run: how many samples make an update of the weights, and how the learning rate
 * and all lengths follow when the batch of one GPU, the accumulated steps or the GPUs change.
 *
 * An update takes GPUs x batch x accumulated steps samples.  The learning rate is meant for one
 * such number, lengths in iterations for one number of samples an iteration.  How far an update may
 * grow, and by which rule the rate goes with it, is said by rules/optimizers.
 */
#ifndef CFGLINT_PLAN_RECIPE_H
#define CFGLINT_PLAN_RECIPE_H

#include "memory/regime.h"

enum lr_rule {
    LR_BY_OPTIMIZER, /* as rules/optimizers says */
    LR_LINEAR,       /* with the samples of an update */
    LR_SQRT,         /* with their square root */
    LR_KEEP
};

struct recipe {
    int64_t gpus;
    str gpus_from; /* "--gpus", "num_gpus", "the file's name" */
    /* Samples of one update that the learning rate is meant for.  `meant_from` is empty where
     * nobody says: then the config is right as it is. */
    int64_t meant;
    str meant_from;
    int64_t batch, accumulation; /* as the config is */
    enum lr_rule rule;
    bool is_given;  /* the GPUs, or the reference batch, are not the config's own affair */
    int64_t origin; /* of an update, before it grew for the first time, as far as names tell */
    /* An update may grow up to this many samples, and not less than `meant`. */
    int64_t most;
    str most_from; /* why not further */
};

struct recipe_options {
    enum lr_rule rule;
    double growth; /* of an update; 0: what is published for the optimizer */
    str gpus_from; /* who names the GPUs of the run; empty: the config does */
};

void recipe_read(struct recipe *r, struct arena *a, struct settings *s, const struct regime *now,
    int64_t batch, const struct recipe_options *o);

/* Samples of an update, and how many times those that the rate is meant for. */
double recipe_update(const struct recipe *r, int64_t batch, int64_t accumulation);
double recipe_growth(const struct recipe *r, int64_t batch, int64_t accumulation);
/* Samples that one GPU takes in an update: exactly, or the nearest whole number. */
int64_t recipe_per_gpu(const struct recipe *r);

/* What came along. */
struct followed {
    double lr_factor, iters_factor; /* 1: nothing */
    VEC(str) notes;                 /* what was left alone, and why */
    struct arena *arena;
};

/* Appends all changes that give the config this batch and accumulation.  False when the config has
 * no way to have them; then the last note says why. */
bool recipe_follow(const struct recipe *r, struct settings *s, int64_t batch, int64_t accumulation,
    struct changes *out, struct followed *f);

#endif
