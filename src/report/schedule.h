/* What `cfglint show --schedule` prints: learning rate and momentum over a run. */
#ifndef CFGLINT_REPORT_SCHEDULE_H
#define CFGLINT_REPORT_SCHEDULE_H

#include "base/arena.h"
#include "base/buf.h"
#include "settings/schedule.h"

/* One value over the run. */
struct schedule_curve {
    const struct schedule *schedule; /* NULL: not known, and `why` says why */
    str why;
    const double *values; /* of each iteration */
};

struct schedule_report {
    struct arena *arena;
    struct schedule_curve lr, momentum;
    uint64_t iterations;       /* of the run; 0: not known */
    uint32_t epoch_iterations; /* of an epoch, which the data set decides */
    bool by_epoch;
    bool every; /* JSON: all values */
};

/* For people: each value as a line of blocks, and the iterations at which it turns. */
void schedule_text(struct buf *out, const struct schedule_report *r);
/* {"iterations": ..., "lr": {"first": ..., "turns": [...], "curve": [...]}, "momentum": ...} */
void schedule_json(struct buf *out, const struct schedule_report *r);

#endif
