/*
 * The learning rate over a run, as the training scripts' schedulers produce it.
 *
 * mmengine's schedulers each change the rate that the one before has left, at their own steps (of
 * epochs, of iterations, or of epochs converted to iterations), between their begin and end; mmcv's
 * LrUpdaterHook computes the rate of each iteration from the base rate, and warmup from that.  Both
 * are followed step by step: rates of single iterations, not of a formula for the whole.
 *
 * Sources: mmengine/optim/scheduler/param_scheduler.py, mmengine/hooks/param_scheduler_hook.py;
 * mmcv 1.x, mmcv/runner/hooks/lr_updater.py.
 */
#ifndef CFGLINT_SETTINGS_SCHEDULE_H
#define CFGLINT_SETTINGS_SCHEDULE_H

#include "settings/settings.h"

enum {
    SCHEDULE_PARTS = 16
};

/* One scheduler, warmup or policy; steps are of its unit. */
struct schedule_part {
    const char *kind;        /* "multistep", "poly", "warmup", ...: rules/settings */
    bool by_epoch, converts; /* steps of epochs; made into steps of iterations */
    double begin, end;       /* end: INFINITY when it has none */
    const struct list *milestones;
    double step, gamma, floor, floor_ratio, power, factor, end_factor, period, start;
    bool has_floor_ratio;
    char curve; /* warmup: 'c'onstant, 'l'inear, 'e'xponential */
};

struct schedule {
    double base;   /* the optimizer's learning rate */
    bool is_mmcv;  /* rates of LrUpdaterHook */
    double length; /* of the run, in epochs or iterations */
    bool by_epoch; /* what the run is counted in */
    struct schedule_part parts[SCHEDULE_PARTS];
    uint32_t n_parts;
};

/* Reads it from the settings `schedule`, `lr`, `loop`, `max_epochs` and `max_iters`.  False, with a
 * phrase for a message, when it is not known, or has a scheduler that follows what training
 * measures or that is not described here. */
bool schedule_read(struct settings *s, struct schedule *out, str *why);
/* Iterations of the whole run, with so many in an epoch. */
uint64_t schedule_iterations(const struct schedule *x, uint32_t epoch_iterations);
/* The rate that each of the first n iterations is trained with. */
void schedule_rates(const struct schedule *x, uint32_t epoch_iterations, uint64_t n, double *rates);

#endif
