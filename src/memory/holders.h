/* Which module holds how much at the peak. */
#ifndef CFGLINT_MEMORY_HOLDERS_H
#define CFGLINT_MEMORY_HOLDERS_H

#include "memory/simulate.h"

struct holder {
    uint64_t bytes;      /* at the peak, with all modules below it */
    uint64_t parameters; /* with all below */
    uint64_t macs;
    uint64_t saved_bytes; /* that its operations made and the peak still holds for backward */
};

/* One for each module of the graph, 0 being the model as a whole; states count with the module
 * whose parameters they belong to, activations with the one that made them. */
struct holder *holders(
    void *talloc_ctx, const struct graph *g, const struct regime *r, const struct simulation *s);

#endif
