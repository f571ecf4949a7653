/*
 * What a constructor does with the arguments of a config: its code is run by the evaluator, which
 * knows nothing but them.  What else it speaks of is unknown, and decides nothing.
 */
#ifndef CFGLINT_LINT_CONSTRUCT_H
#define CFGLINT_LINT_CONSTRUCT_H

#include "base/limits.h"
#include "eval/value.h"
#include "lint/class_tree.h"

/* A constructor that may refuse its arguments: the text of one, parsed by itself. */
struct constructor_code {
    const struct tree *tree;
    /* What the classes take that inherit from this one, and may give in another way; NULL: it is
     * asked for itself. */
    const struct dict *taken;
};

/* False: it cannot be told apart.  `inherited`: it is of a base of the class that is asked for. */
bool construct_read(struct arena *a, const struct limits *limits, struct class_node c, node_id def,
    bool inherited, struct constructor_code *to);

/* Runs it with those of the dict that it takes.  True when it raises: then *out is (exception, the
 * statement that does it, arguments that it looks at).  *steps grows by those that it took. */
bool construct_refuses(struct arena *a, const struct limits *limits,
    const struct constructor_code *code, const struct dict *given, uint64_t *steps,
    struct value *out);

#endif
