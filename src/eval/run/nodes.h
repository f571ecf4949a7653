/* The tree of a frame: for files of this folder that walk it. */
#ifndef CFGLINT_EVAL_NODES_H
#define CFGLINT_EVAL_NODES_H

#include "eval/eval.h"

static inline const struct node *node_of(const struct frame *f, node_id id)
{
    return &f->nodes[id];
}

static inline enum node_kind kind_of(const struct frame *f, node_id id)
{
    return (enum node_kind)f->nodes[id].kind;
}

/* As tree_child(). */
static inline node_id child(const struct frame *f, node_id id, uint32_t n)
{
    const struct node *nodes = f->nodes;
    node_id it = nodes[id].child;
    while (it && n-- > 0) {
        it = nodes[it].next;
    }
    return it;
}

#endif
