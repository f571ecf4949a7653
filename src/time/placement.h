/* Which parts of a pass an engine runs in int8, and which on a deep learning accelerator, and why
 * not. */
#ifndef CFGLINT_TIME_PLACEMENT_H
#define CFGLINT_TIME_PLACEMENT_H

#include "time/step.h"

/* What keeps operations of one kind from int8 or the DLA. */
struct obstacle {
    const char *operation, *why;
    bool int8, dla; /* where it may run all the same */
    uint32_t count;
    double seconds, macs;
    module_id module; /* that has most of it */
};

struct placement {
    double macs, int8_macs, dla_macs;          /* all of them, and what may run there */
    double seconds, int8_seconds, dla_seconds; /* of the pass as it was timed */
    double
        dla_own; /* seconds that one DLA takes for what may run there, in int8; 0: there is none */
    /* Stretches of operations that the DLA can run one after the other: each way to it and back is
     * a copy. */
    uint32_t stretches;
    VEC(struct obstacle) obstacles; /* the longest first */
};

/* Of a pass that was timed. */
void placement_find(
    void *talloc_ctx, const struct graph *g, const struct step_time *t, struct placement *out);

#endif
