/* Code that may or may not run, and what is asked of it.  Private to perhaps.c and changes.c. */
#ifndef CFGLINT_EVAL_RUN_REGION_H
#define CFGLINT_EVAL_RUN_REGION_H

#include "eval/run/interp.h"

struct region {
    struct eval *e;
    struct frame *f;
    struct value unknown; /* what is left behind */
    bool asks;            /* whether anything but names may be changed; nothing is done */
    bool changes;         /* the answer */
    bool deletes;         /* the names at hand are those of a del */
    bool unseen;          /* it names something whose operators may be code that is not evaluated */
    node_id around;       /* in it, but its names are those of the frame around; 0: nothing */
};

static inline node_id child(const struct region *r, node_id id, uint32_t n)
{
    return tree_child(r->f->tree, id, n);
}

static inline enum node_kind kind_of(const struct region *r, node_id id)
{
    return (enum node_kind)tree_node(r->f->tree, id)->kind;
}

/* Code with names of its own, which mean nothing in the frame at hand. */
static inline bool is_code(enum node_kind kind)
{
    return kind == NODE_DEF || kind == NODE_CLASS || kind == NODE_LAMBDA ||
           kind == NODE_LIST_COMP || kind == NODE_SET_COMP || kind == NODE_DICT_COMP ||
           kind == NODE_GENERATOR;
}

/* The value of a name; false when it has none. */
static inline bool value_of_name(struct region *r, node_id id, struct value *out)
{
    struct exception *before = r->e->raised;
    bool good = interp_expression(r->e, r->f, id, out);
    r->e->raised = before;
    return good;
}

/* Code with names of its own, but for the node `but`: does it do more than to look at things? */
bool region_changes(struct region *r, node_id id, node_id but);

#endif
