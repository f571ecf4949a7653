/* The memory of one training step over time, by category. */
#ifndef CFGLINT_MEMORY_TIMELINE_H
#define CFGLINT_MEMORY_TIMELINE_H

#include "memory/simulate.h"

/* What is allocated when an operation, or its backward, needs the most. */
struct timeline_point {
    op_id op;
    uint8_t phase; /* enum phase */
    uint64_t bytes[CATEGORIES];
};

struct timeline {
    VEC(struct timeline_point) points; /* in the order of time */
};

void timeline_of(void *talloc_ctx, const struct simulation *s, struct timeline *out);

#endif
