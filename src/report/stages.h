/* The stages of a deployment, computed figures beside promised ones. */
#ifndef CFGLINT_REPORT_STAGES_H
#define CFGLINT_REPORT_STAGES_H

#include "report/complexity.h"

enum stage {
    STAGE_AS_IS,
    STAGE_ENGINE,
    STAGE_QUANTIZE,
    STAGE_PRUNE,
    STAGE_SHORTEN,
    STAGES
};

/* Parameters, multiply-adds, bytes of weights, seconds of an image, bytes of memory at its peak. */
struct stage_row {
    bool told; /* else it could not be computed */
    double parameters, macs, bytes, seconds, memory;
};

struct stages {
    struct arena *arena;
    str path, gpu;
    struct stage_row rows[STAGES];
    struct stage_row promised[STAGES]; /* 0: nothing is */
    double int8_share;                 /* of the multiply-adds that may run in int8 */
    double ratio;                      /* of channels that pruning takes */
    str shortened; /* the changes of the config; empty: there is nothing to shorten */
    double latency, memory, parameters; /* budgets; 0: none */
};

void stages_text(struct buf *out, const struct stages *s);
void stages_json(struct buf *out, const struct stages *s);

#endif
