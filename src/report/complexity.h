/* Parameters and multiply-adds of a model, for people and for machines. */
#ifndef CFGLINT_REPORT_COMPLEXITY_H
#define CFGLINT_REPORT_COMPLEXITY_H

#include "base/buf.h"
#include "model/model.h"
#include "report/coverage.h"
#include "time/step.h"

struct complexity {
    struct arena *arena;
    const struct graph *graph; /* one forward pass */
    struct library *library;
    str path;                        /* of the config */
    const struct step_time *latency; /* NULL: it was not asked for */
    const struct graph *timed;       /* the pass that it is of */
    str gpu;
    uint32_t depth; /* how far down the tree of modules goes; 0: to the end */
};

/* Totals, sizes of the weights, and the tree of modules with their shares. */
void complexity_text(struct buf *out, const struct complexity *c);
/* One JSON object; numbers are integers. */
void complexity_json(struct buf *out, const struct complexity *c);

#endif
