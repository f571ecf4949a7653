/* Parameters and multiply-adds of a model, for people and for machines. */
#ifndef CFGLINT_REPORT_COMPLEXITY_H
#define CFGLINT_REPORT_COMPLEXITY_H

#include "base/buf.h"
#include "memory/holders.h"
#include "model/model.h"
#include "report/coverage.h"
#include "report/json.h"
#include "time/placement.h"

struct complexity {
    struct arena *arena;
    const struct graph *graph; /* one forward pass */
    struct library *library;
    str path;                        /* of the config */
    const struct step_time *latency; /* NULL: it was not asked for */
    const struct graph *timed;       /* the pass that it is of */
    str gpu;
    /* Of the same pass: what is alive at its peak, and with whom; NULL: it was not asked for. */
    const struct simulation *memory;
    const struct holder *holders;
    double memory_scale;               /* of an engine's precision beside that of the recording */
    const struct placement *placement; /* of an engine; NULL: of PyTorch */
    double dla_rate;    /* operations in a second of the GPU's DLAs; 0: it has none */
    uint32_t cut, kept; /* layers that were to have fewer channels: that have, that cannot */
    uint32_t depth;     /* how far down the tree of modules goes; 0: to the end */
};

/* The module of the pass that is this one of the graph; 0: there is none. */
module_id complexity_timed(const struct complexity *c, module_id m);
/* Totals, sizes of the weights, and the tree of modules with their shares. */
void complexity_text(struct buf *out, const struct complexity *c);
/* What stands in such an object. */
void complexity_fields(struct json *j, const struct complexity *c);
/* One JSON object; numbers are integers. */
void complexity_json(struct buf *out, const struct complexity *c);

#endif
