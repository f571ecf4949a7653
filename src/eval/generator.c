/*
 * Functions that yield, and generator expressions.
 *
 * A generator runs its function's statements until one of them yields.  That statement and each
 * around it then note where they are (interp_suspend), and leave.  To go on, the function's body is
 * entered again, and each statement finds its note (interp_resumes) and goes there.
 *
 * A `yield` may be a statement, or the whole value of an assignment, in loops and under conditions.
 * A function that yields anywhere else is not run: what it gives is unknown.
 *
 * A generator expression keeps an iterator for each of its `for`, and goes on with the innermost.
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

struct value interp_generator_expression(
    struct eval *e, struct frame *inner, node_id id, struct iterator *first)
{
    struct generator *g = ARENA_NEW(e->arena, struct generator);
    g->name = "<genexpr>";
    g->frame = inner;
    g->expression = id;
    g->sources = ARENA_MANY(e->arena, struct iterator *, tree_node(inner->tree, id)->n + 1u);
    g->sources[0] = first;
    struct value v = builtins_iterator(e, "generator", list_new(e->arena, 0));
    v.iterator->generator = g;
    return v;
}

/* Goes on from the `for` number `at`, whose clause is `clause`, to the next element. */
static enum next next_element(struct eval *e, struct generator *g, node_id *stack, uint32_t at)
{
    struct frame *f = g->frame;
    const struct tree *t = f->tree;
    for (;;) {
        struct value v;
        enum next next = g->sources[at] ? ops_next(e, g->sources[at], &v) : NEXT_UNKNOWN;
        if (next == NEXT_END && at > 0) {
            at--;
            continue;
        }
        if (next != NEXT_ITEM) {
            return next;
        }
        if (!eval_spend(e, 1) || !interp_assign(e, f, tree_child(t, stack[at], 0), v)) {
            return NEXT_RAISED;
        }
        bool truth = true, unknown = false;
        node_id clause = tree_node(t, stack[at])->next;
        for (; clause && truth; clause = tree_node(t, clause)->next) {
            node_id first = tree_child(t, clause, 0);
            if (tree_node(t, clause)->kind == NODE_COMP_IF) {
                if (!interp_test(e, f, first, &truth, &unknown)) {
                    return NEXT_RAISED;
                }
                if (unknown) {
                    return NEXT_UNKNOWN;
                }
                continue;
            }
            at++;
            stack[at] = clause;
            if (!interp_expression(e, f, tree_child(t, clause, 1), &v) ||
                !ops_iterator(e, &v, &g->sources[at])) {
                return NEXT_RAISED;
            }
            truth = false; /* its items first */
        }
        if (truth) {
            node_id element = tree_child(t, g->expression, 0);
            g->n = at;
            return interp_expression(e, f, element, &g->item) ? NEXT_ITEM : NEXT_RAISED;
        }
    }
}

static enum next next_of_expression(struct eval *e, struct generator *g)
{
    enum {
        MAX_FORS = 64
    };
    const struct tree *t = g->frame->tree;
    node_id stack[MAX_FORS];
    uint32_t n = 0;
    node_id first = tree_node(t, tree_child(t, g->expression, 0))->next;
    for (node_id it = first; it; it = tree_node(t, it)->next) {
        if (tree_node(t, it)->kind == NODE_COMP_FOR) {
            if (n == MAX_FORS || tree_node(t, it)->op) { /* `async for` */
                return NEXT_UNKNOWN;
            }
            stack[n++] = it;
        }
    }
    return next_element(e, g, stack, g->n);
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
    uint32_t depth = e->depth - 1;
    f->caller = e->frame;
    e->frame = f;
    e->call_depth++;
    g->runs = true;
    enum flow flow = FLOW_NEXT;
    enum next next = NEXT_END;
    if (g->expression) {
        next = next_of_expression(e, g);
        flow = next == NEXT_ITEM ? FLOW_YIELD : next == NEXT_RAISED ? FLOW_RAISE : FLOW_NEXT;
        g->unknown |= next == NEXT_UNKNOWN;
    } else {
        g->resumes = g->n > 0;
        flow = interp_suite(e, f, tree_child(f->tree, f->def->node, 1));
    }
    g->runs = false;
    e->call_depth--;
    e->depth = depth;
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
