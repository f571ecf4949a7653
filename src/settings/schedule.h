/*
 * The learning rate and the momentum over a run, as the training scripts' schedulers produce them.
 *
 * mmengine's schedulers each change the value that the one before has left, at their own steps (of
 * epochs, of iterations, or of epochs converted to iterations), between their begin and end; mmcv's
 * LrUpdaterHook and MomentumUpdaterHook compute the value of each iteration from the first one, and
 * warmup from that.  Both are followed step by step: values of single iterations, not of a formula
 * for the whole.
 *
 * Sources: mmengine/optim/scheduler/{param_scheduler,momentum_scheduler}.py,
 * mmengine/hooks/param_scheduler_hook.py; mmcv 1.x, mmcv/runner/hooks/{lr,momentum}_updater.py;
 * mmdet 2.x, mmdet/core/hook/yolox_lrupdater_hook.py, and 3.x,
 * mmdet/engine/schedulers/quadratic_warmup.py; mmcls 0.x, mmcls/core/hook/lr_updater.py; mmselfsup
 * 0.x, StepFixCosineAnnealingLrUpdaterHook; mmtracking 0.x, SiameseRPNLrUpdaterHook.
 */
#ifndef CFGLINT_SETTINGS_SCHEDULE_H
#define CFGLINT_SETTINGS_SCHEDULE_H

#include "settings/settings.h"

enum {
    SCHEDULE_PARTS = 16
};

enum scheduled {
    SCHEDULED_LR,
    SCHEDULED_MOMENTUM /* the first of betas, where the optimizer has those */
};

/* One scheduler, warmup or policy; steps are of its unit. */
struct schedule_part {
    const char *kind;        /* "multistep", "poly", "warmup", ...: rules/settings */
    bool by_epoch, converts; /* steps of epochs; made into steps of iterations */
    double begin, end;       /* end: INFINITY when it has none */
    const struct list *milestones, *periods, *weights;
    double step, gamma, floor, floor_ratio, power, factor, end_factor, period, start;
    bool has_floor_ratio;
    char curve; /* warmup: 'c'onstant, 'l'inear, 'e'xponential, as YOL'O'X has it */
    double times, up, down, rise;                   /* cyclic */
    double peak, low, total, divisor, last_divisor; /* one cycle; low: of momentum */
    bool three_phases, straight;                    /* straight: annealed along a line */
    double last_epochs, last_ratio;                 /* of yolox, or of a cooldown */
};

struct schedule {
    enum scheduled what;
    double base;   /* what the optimizer begins with */
    bool is_mmcv;  /* values of mmcv's hooks */
    double length; /* of the run, in epochs or iterations */
    bool by_epoch; /* what the run is counted in */
    struct schedule_part parts[SCHEDULE_PARTS];
    uint32_t n_parts;
};

/* Reads it from the settings `schedule`, `lr`, `momentum`, `betas`, `optimizer`, `loop`,
 * `max_epochs` and `max_iters`.  False, with a phrase for a message, when it is not known, or has a
 * scheduler that follows what training measures or that is not described here. */
bool schedule_read(struct settings *s, enum scheduled what, struct schedule *out, str *why);
enum {
    SCHEDULE_MOST = 5000000 /* iterations of a run that is followed, value by value */
};

/* Iterations of the whole run, with so many in an epoch; of more than can be counted, the most. */
uint64_t schedule_iterations(const struct schedule *x, uint32_t epoch_iterations);
/* The value that each of the first n iterations is trained with. */
void schedule_rates(const struct schedule *x, uint32_t epoch_iterations, uint64_t n, double *rates);
bool schedule_is(const struct schedule_part *p, const char *kind);

#endif
