/*
 * Runs a graph in time: forward, backward in descending order, each storage from its making to its
 * last use.
 *
 * The result is a trace of allocations and releases, and what was alive when the most was.
 */
#ifndef CFGLINT_MEMORY_SIMULATE_H
#define CFGLINT_MEMORY_SIMULATE_H

#include "memory/regime.h"

enum phase {
    PHASE_FORWARD,
    PHASE_RECOMPUTE,
    PHASE_BACKWARD,
    PHASE_STEP /* of the optimizer */
};

/* "forward", "recomputation", ... */
const char *phase_name(enum phase p);

/* One allocation (bytes > 0) or release (bytes < 0) of a block; block 0: scratch of an operation.
 */
struct trace_event {
    uint32_t block;
    int64_t bytes; /* as asked for */
    op_id op;
    uint8_t phase; /* enum phase */
};

/* Something alive at the peak. */
struct peak_item {
    uint64_t bytes;
    op_id op; /* that made it */
    uint8_t category;
};

/* What a block of the trace is for. */
struct block_info {
    op_id op; /* that made it */
    uint8_t category;
    bool stays; /* from its first allocation on, through all steps; counted in `states` */
};

struct simulation {
    uint64_t states[CATEGORIES];
    uint64_t peak_bytes; /* states and all that is alive, rounded */
    uint64_t peak[CATEGORIES];
    op_id peak_op;
    enum phase peak_phase;
    uint32_t peak_event;
    uint64_t forward_peak_bytes;  /* largest before backward starts */
    uint64_t after_forward_bytes; /* alive when backward starts, without states */
    uint64_t returned_bytes;      /* of it: what forward made */
    VEC(struct trace_event) trace;
    uint32_t n_blocks;                /* ids in the trace are smaller */
    struct block_info *blocks;        /* by id; 0 stands for temporaries */
    VEC(struct peak_item) peak_items; /* largest first */
};

/* `describe`: with what is alive at the peak. */
struct simulation *simulate(
    void *talloc_ctx, const struct graph *g, const struct regime *r, bool describe);

#endif
