/* The tree of a frame: for files of this folder that walk it. */
#ifndef CFGLINT_EVAL_NODES_H
#define CFGLINT_EVAL_NODES_H

#include "eval/eval.h"

static inline node_id child(const struct frame *f, node_id id, uint32_t n)
{
    return tree_child(f->tree, id, n);
}

static inline const struct node *node_of(const struct frame *f, node_id id)
{
    return tree_node(f->tree, id);
}

static inline enum node_kind kind_of(const struct frame *f, node_id id)
{
    return (enum node_kind)tree_node(f->tree, id)->kind;
}

#endif
