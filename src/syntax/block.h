/*
 * Code with names of its own, while symbols.c judges what may be done with them.  Private to the
 * syntax layer.
 */
#ifndef CFGLINT_SYNTAX_BLOCK_H
#define CFGLINT_SYNTAX_BLOCK_H

#include "syntax/name_set.h"
#include "syntax/tree.h"

enum block_kind {
    BLOCK_MODULE,
    BLOCK_CLASS,
    BLOCK_ANNOTATION, /* of the future: code of its own that never runs */
    BLOCK_FUNCTION,
    BLOCK_ASYNC,
    BLOCK_LAMBDA,
    BLOCK_COMPREHENSION
};

struct nonlocal {
    uint32_t literal;
    node_id name;
};

struct block {
    struct block *outer;
    enum block_kind kind;
    struct name_set params, set, used, imported;
    struct name_set globals, nonlocals; /* that were declared so */
    struct name_set items;              /* what a comprehension goes over */
    struct name_set walrus;             /* what := binds in a comprehension, outside of it */
    VEC(struct nonlocal) wanted;        /* nonlocal names of functions inside, still to be found */
    bool yields, awaits;
    node_id value; /* a `return` with a value */
    enum inner {
        INNER_NONE,
        INNER_LOOP,
        INNER_GROUP /* `except*` */
    } inner;        /* what `break` would leave */
    bool in_group;
};

static inline bool block_is_function(const struct block *b)
{
    return b->kind >= BLOCK_FUNCTION;
}

static inline void block_free(struct block *b)
{
    struct name_set *all[] = {&b->params, &b->set, &b->used, &b->imported, &b->globals,
        &b->nonlocals, &b->items, &b->walrus};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        name_set_free(all[i]);
    }
    vec_free(&b->wanted);
}

#endif
