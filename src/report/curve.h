/* Memory and time over the batch of one GPU. */
#ifndef CFGLINT_REPORT_CURVE_H
#define CFGLINT_REPORT_CURVE_H

#include "base/buf.h"
#include "memory/estimate.h"

struct curve_point {
    int64_t batch;
    struct interval allocated, used;
    double seconds; /* of a step, forward and backward; an estimate */
};

struct curve {
    struct arena *arena;
    const struct curve_point *points;
    size_t n;
    str gpu; /* its label */
    uint64_t gpu_bytes;
};

typedef void curve_report_fn(struct buf *out, const struct curve *c);
/* "text", "json" or "csv"; NULL: there is no such format. */
curve_report_fn *curve_format(str name);

#endif
