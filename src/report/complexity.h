/* Parameters and multiply-adds of a model, for people and for machines. */
#ifndef CFGLINT_REPORT_COMPLEXITY_H
#define CFGLINT_REPORT_COMPLEXITY_H

#include "base/buf.h"
#include "model/model.h"
#include "report/coverage.h"

struct complexity {
    struct arena *arena;
    const struct graph *graph; /* one forward pass */
    struct library *library;
    str path;       /* of the config */
    uint32_t depth; /* how far down the tree of modules goes; 0: to the end */
};

/* Totals, sizes of the weights, and the tree of modules with their shares. */
void complexity_text(struct buf *out, const struct complexity *c);
/* One JSON object; numbers are integers. */
void complexity_json(struct buf *out, const struct complexity *c);

#endif
