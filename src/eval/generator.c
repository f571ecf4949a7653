/*
 * Functions that yield.
 *
 * A generator runs its function's statements until one of them yields.  That statement and each
 * around it then note where they are (interp_suspend), and leave.  To go on, the function's body is
 * entered again, and each statement finds its note (interp_resumes) and goes there.
 *
 * A `yield` may be a statement, or the whole value of an assignment, in loops and under conditions.
 * A function that yields anywhere else is not run: what it gives is unknown.
 */
#include "eval/generator.h"

#include "eval/builtins.h"

static bool yields(const struct tree *t, node_id id)
{
    const struct node *n = tree_node(t, id);
    if (n->kind == NODE_YIELD) {
        return true;
    }
    if (n->kind == NODE_DEF || n->kind == NODE_LAMBDA || n->kind == NODE_CLASS) {
        return false;
    }
    EACH_CHILD (t, id, it) {
        if (yields(t, it)) {
            return true;
        }
    }
    return false;
}

/* Does it yield only where it can be left and entered again? */
static bool can_run(const struct tree *t, node_id id)
{
    const struct node *n = tree_node(t, id);
    switch (n->kind) {
    case NODE_EXPR_STMT:
    case NODE_ASSIGN:
        if (tree_node(t, n->child)->kind == NODE_YIELD) {
            node_id value = tree_node(t, n->child)->child;
            return !value || !yields(t, value);
        }
        return !yields(t, id);
    case NODE_SUITE:
    case NODE_ELSE:
    case NODE_IF:
    case NODE_FOR:
    case NODE_WHILE:
        EACH_CHILD (t, id, it) {
            if (!can_run(t, it)) {
                return false;
            }
        }
        return true;
    default: return !yields(t, id);
    }
}

struct value interp_generator(struct eval *e, struct frame *f)
{
    node_id body = tree_child(f->tree, f->def->node, 1);
    if (!e->profile->tolerant || !can_run(f->tree, body)) {
        return ops_unknown(e, "a generator that yields here is not run");
    }
    struct generator *g = ARENA_NEW(e->arena, struct generator);
    g->name = tree_string(f->tree, f->def->name)->bytes;
    g->frame = f;
    f->generator = g;
    struct value v = builtins_iterator(e, "generator", list_new(e->arena, 0));
    v.iterator->generator = g;
    return v;
}

enum next interp_generator_next(struct eval *e, struct generator *g, struct value *out)
{
    struct frame *f = g->frame;
    if (g->runs) {
        eval_raise(e, TYPE_VALUE_ERROR, "generator already executing");
        return NEXT_RAISED;
    }
    if (g->finished) {
        return g->unknown ? NEXT_UNKNOWN : NEXT_END;
    }
    if (e->call_depth >= e->limits->call_depth) {
        eval_raise(e, TYPE_RECURSION_ERROR, "maximum recursion depth exceeded");
        return NEXT_RAISED;
    }
    if (!interp_enter(e)) {
        return NEXT_RAISED;
    }
    f->caller = e->frame;
    e->frame = f;
    e->call_depth++;
    g->runs = true;
    g->resumes = g->n > 0;
    enum flow flow = interp_suite(e, f, tree_child(f->tree, f->def->node, 1));
    g->runs = false;
    e->call_depth--;
    e->depth--;
    e->frame = f->caller;
    g->finished = flow != FLOW_YIELD;
    if (flow == FLOW_RAISE) {
        if (e->raised->type->id == TYPE_STOP_ITERATION) {
            eval_raise(e, TYPE_RUNTIME_ERROR, "generator raised StopIteration");
        }
        return NEXT_RAISED;
    }
    if (flow == FLOW_NEXT) {
        f->returned = value_none();
    }
    *out = g->item;
    return g->unknown ? NEXT_UNKNOWN : flow == FLOW_YIELD ? NEXT_ITEM : NEXT_END;
}

bool interp_resumes(struct frame *f, node_id id, struct place *out)
{
    struct generator *g = f->generator;
    if (!g || !g->resumes || g->n == 0 || g->places[g->n - 1].node != id) {
        return false;
    }
    *out = g->places[--g->n];
    g->resumes = g->n > 0;
    return true;
}

enum flow interp_suspend(struct eval *e, struct frame *f, struct place at)
{
    struct generator *g = f->generator;
    if (g->n == g->cap) {
        struct place *old = g->places;
        g->cap = g->cap ? g->cap * 2 : 8;
        g->places = ARENA_MANY(e->arena, struct place, g->cap);
        for (uint32_t i = 0; i < g->n; i++) {
            g->places[i] = old[i];
        }
    }
    g->places[g->n++] = at;
    return FLOW_YIELD;
}

/* The value of the `yield` is left in f->returned: None, or what a generator that is yielded from
 * returns. */
enum flow interp_yield(struct eval *e, struct frame *f, node_id id, node_id yield)
{
    const struct node *n = tree_node(f->tree, yield);
    struct generator *g = f->generator;
    struct place at = {.node = id};
    bool resumed = interp_resumes(f, id, &at);
    f->returned = value_none();
    if (resumed && !at.items) {
        return FLOW_NEXT;
    }
    struct value v = value_none();
    if (!resumed && n->child && !interp_expression(e, f, n->child, &v)) {
        return FLOW_RAISE;
    }
    if (!n->op) {
        g->item = v;
        return interp_suspend(e, f, at);
    }
    if (!resumed && !ops_iterator(e, &v, &at.items)) {
        return FLOW_RAISE;
    }
    switch (at.items ? ops_next(e, at.items, &g->item) : NEXT_UNKNOWN) {
    case NEXT_ITEM: return interp_suspend(e, f, at);
    case NEXT_RAISED: return FLOW_RAISE;
    case NEXT_UNKNOWN: interp_generator_lost(f); return FLOW_RETURN;
    case NEXT_END: break;
    }
    if (at.items->generator) {
        f->returned = at.items->generator->frame->returned;
    }
    return FLOW_NEXT;
}

void interp_generator_lost(struct frame *f)
{
    if (f->generator) {
        f->generator->unknown = true;
    }
}
