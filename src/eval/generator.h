/* The state of a function that yields, or of a generator expression.  Private to the eval layer. */
#ifndef CFGLINT_EVAL_GENERATOR_H
#define CFGLINT_EVAL_GENERATOR_H

#include "eval/interp.h"

struct generator {
    const char *name;
    struct frame *frame;
    struct place *places; /* where it stands: of each statement around, the innermost first */
    uint32_t n, cap;
    bool resumes; /* on its way back to where it stands */
    bool runs, finished, unknown;
    struct value item;
    /* A generator expression: its node, and what each of its `for` goes over. */
    node_id expression;
    struct iterator **sources;
};

#endif
