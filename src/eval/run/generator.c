/*
 * Functions that yield, and generator expressions.
 *
 * A generator runs its function's statements until one of them yields.  That statement and each
 * around it then note where they are (interp_suspend), and leave.  To go on, the function's body is
 * entered again, and each statement finds its note (interp_resumes) and goes there.
 *
 * A statement that yields in the middle of an expression is evaluated once more when the generator
 * goes on.  Its parts that were evaluated before are kept, and not evaluated again.
 *
 * A generator expression keeps an iterator for each of its `for`, and goes on with the innermost.
 *
 * CPython closes a generator when nobody holds it any longer, which runs what is left of the `try`
 * that it stands in.  When that is cannot be told: a generator that still stands in one when the
 * expression or the statement that went on with it ends may have done it already (interp_drop).
 */
#include "eval/run/generator.h"

#include "eval/builtins.h"
#include "eval/run/iterators.h"

bool generator_yields(const struct tree *t, node_id id)
{
    const struct node *n = tree_node(t, id);
    if (n->kind == NODE_YIELD) {
        return true;
    }
    if (n->kind == NODE_DEF || n->kind == NODE_LAMBDA || n->kind == NODE_CLASS) {
        return false;
    }
    EACH_CHILD (t, id, it) {
        if (generator_yields(t, it)) {
            return true;
        }
    }
    return false;
}

/* Unpacking goes over its items once, and some statements are not entered again. */
static bool has(const struct tree *t, node_id id, const enum node_kind *kinds)
{
    const struct node *n = tree_node(t, id);
    for (; *kinds != NODE_NOTHING; kinds++) {
        if (n->kind == *kinds) {
            return true;
        }
    }
    if (n->kind == NODE_DEF || n->kind == NODE_LAMBDA || n->kind == NODE_CLASS) {
        return false;
    }
    EACH_CHILD (t, id, it) {
        if (has(t, it, kinds)) {
            return true;
        }
    }
    return false;
}

/* Does it yield only where it can be left and entered again? */
static bool can_run(const struct tree *t, node_id id)
{
    static const enum node_kind once[] = {NODE_STAR, NODE_DOUBLE_STAR, NODE_NOTHING},
                                doubtful[] = {NODE_IMPORT, NODE_IMPORT_FROM, NODE_NOTHING};
    const struct node *n = tree_node(t, id);
    if (!generator_yields(t, id)) {
        return true;
    }
    switch (n->kind) {
    case NODE_TRY:
        if (has(t, id, doubtful) || tree_node(t, tree_child(t, id, 1))->op) {
            return false;
        }
        break;
    case NODE_EXPR_STMT:
    case NODE_ASSIGN:
    case NODE_AUG_ASSIGN:
    case NODE_ANN_ASSIGN:
    case NODE_RETURN:
    case NODE_RAISE:
    case NODE_ASSERT: return !has(t, id, once);
    case NODE_SUITE:
    case NODE_ELSE:
    case NODE_FINALLY:
    case NODE_IF:
    case NODE_FOR:
    case NODE_WHILE:
    case NODE_HANDLER:
    case NODE_MATCH:
    case NODE_CASE: break;
    default: /* the head of one of these */
        return n->kind != NODE_WITH && n->kind != NODE_DEF && n->kind != NODE_CLASS &&
               n->kind != NODE_DEL && !has(t, id, once);
    }
    EACH_CHILD (t, id, it) {
        if (!can_run(t, it)) {
            return false;
        }
    }
    return true;
}

static struct value value_of_generator(struct eval *e, struct generator *g)
{
    struct iterator *it = iterator_of_items(e, "generator", NULL);
    it->generator = g;
    return value_of_iterator(it);
}

struct value interp_generator(struct eval *e, struct frame *f)
{
    node_id body = tree_child(f->tree, f->def->node, 1);
    bool lambda = tree_node(f->tree, f->def->node)->kind == NODE_LAMBDA;
    if (!e->profile->tolerant || lambda || !can_run(f->tree, body)) {
        struct function_value *fn = interp_code(e, f, body);
        struct value code = {.kind = VALUE_FUNCTION, .function = fn};
        struct value v = ops_plain_unknown(e, "a generator that yields here is not run");
        ops_hold(e, &v, &code, 1);
        return v;
    }
    struct generator *g = ARENA_NEW(e->arena, struct generator);
    g->name = tree_string(f->tree, f->def->name)->bytes;
    g->frame = f;
    f->generator = g;
    return value_of_generator(e, g);
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
    g->n_sources = tree_node(inner->tree, id)->n;
    return value_of_generator(e, g);
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

static enum flow run(struct eval *e, struct generator *g)
{
    struct frame *f = g->frame;
    if (g->expression) {
        enum next next = g->thrown ? NEXT_RAISED : next_of_expression(e, g);
        e->raised = g->thrown ? g->thrown : e->raised;
        g->unknown |= next == NEXT_UNKNOWN;
        if (next == NEXT_UNKNOWN) {
            interp_maybe(e, f, tree_child(f->tree, g->expression, 0), true,
                ops_plain_unknown(e, "it is made from something unknown"));
        }
        return next == NEXT_ITEM ? FLOW_YIELD : next == NEXT_RAISED ? FLOW_RAISE : FLOW_NEXT;
    }
    if (g->thrown && !g->started) {
        e->raised = g->thrown;
        return FLOW_RAISE;
    }
    g->resumes = g->n > 0;
    g->started = true;
    return interp_suite(e, f, tree_child(f->tree, f->def->node, 1));
}

/* False after raising: it cannot go on with that. */
static bool may_resume(struct eval *e, const struct generator *g, const struct value *sent)
{
    if (g->runs) {
        return eval_raise(e, TYPE_VALUE_ERROR, "generator already executing");
    }
    if (!g->started && !g->finished && !value_is_none(sent)) {
        return eval_raise(
            e, TYPE_TYPE_ERROR, "can't send non-None value to a just-started generator");
    }
    if (e->call_depth >= e->limits->call_depth) {
        return interp_too_deep(e);
    }
    return interp_enter(e);
}

/* Does it stand in a `try`? */
static bool is_guarded(const struct generator *g)
{
    bool any = false;
    for (uint32_t i = 0; i < g->n && !g->finished && !g->expression; i++) {
        any |= tree_node(g->frame->tree, g->places[i].node)->kind == NODE_TRY;
    }
    return any;
}

/* Notes it among the suspended; one that was there before keeps its place. */
static void note(struct eval *e, struct generator *g)
{
    struct iterator *it = iterator_of_items(e, g->name, NULL);
    struct value v = value_of_iterator(it);
    it->generator = g;
    e->suspended = e->suspended ? e->suspended : list_new(e->arena, 4);
    if (g->noted > 0 && g->noted <= e->suspended->n &&
        value_is_none(&e->suspended->items[g->noted - 1])) {
        e->suspended->items[g->noted - 1] = v;
    } else {
        list_push(e->arena, e->suspended, v);
        g->noted = e->suspended->n;
    }
}

static void take_note(struct eval *e, const struct generator *g)
{
    struct list *l = e->suspended;
    if (g->noted > 0 && g->noted <= l->n && l->items[g->noted - 1].kind == VALUE_ITERATOR &&
        l->items[g->noted - 1].iterator->generator == g) {
        l->items[g->noted - 1] = value_none();
    }
}

bool interp_drop(struct eval *e, uint32_t before)
{
    struct list *l = e->suspended, *left = list_new(e->arena, l->n - before);
    for (uint32_t i = before; i < l->n; i++) {
        if (l->items[i].kind == VALUE_ITERATOR) {
            list_push(e->arena, left, l->items[i]);
        }
    }
    l->n = before;
    return ops_give(e, left->items, left->n);
}

enum next generator_resume(struct eval *e, struct generator *g, struct value sent,
    struct exception *thrown, struct value *out)
{
    struct frame *f = g->frame;
    if (!g->runs && g->finished) {
        f->returned = value_none();
        e->raised = thrown ? thrown : e->raised;
        return thrown ? NEXT_RAISED : g->unknown ? NEXT_UNKNOWN : NEXT_END;
    }
    if (!may_resume(e, g, &sent)) {
        return NEXT_RAISED;
    }
    uint32_t depth = e->depth - 1;
    struct exception *handling = e->handling;
    take_note(e, g);
    f->caller = e->frame;
    e->frame = f;
    e->call_depth++;
    g->runs = true;
    g->sent = sent;
    g->thrown = thrown;
    enum flow flow = run(e, g);
    g->runs = g->keeps = false;
    g->thrown = NULL;
    e->handling = handling;
    e->call_depth--;
    e->depth = depth;
    e->frame = f->caller;
    g->started = true;
    g->finished = flow != FLOW_YIELD;
    if (is_guarded(g)) {
        note(e, g);
    }
    if (flow == FLOW_RAISE) {
        if (e->raised->type->id == TYPE_STOP_ITERATION && (!g->expression || !thrown)) {
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

enum next interp_generator_next(struct eval *e, struct generator *g, struct value *out)
{
    return generator_resume(e, g, value_none(), NULL, out);
}

void interp_stop(struct eval *e, const struct iterator *it)
{
    eval_raise(e, TYPE_STOP_ITERATION, "%s", "");
    e->raised->args->n = 0;
    if (it->generator && !value_is_none(&it->generator->frame->returned)) {
        list_push(e->arena, e->raised->args, it->generator->frame->returned);
    }
}

bool generator_close(struct eval *e, struct generator *g)
{
    struct value ignored;
    if (!g->runs && (!g->started || g->finished)) {
        g->started = g->finished = true;
        return true;
    }
    struct exception *x = ARENA_NEW(e->arena, struct exception);
    x->type = &TYPES[TYPE_GENERATOR_EXIT];
    x->args = list_new(e->arena, 0);
    switch (generator_resume(e, g, value_none(), x, &ignored)) {
    case NEXT_ITEM: return eval_raise(e, TYPE_RUNTIME_ERROR, "generator ignored GeneratorExit");
    case NEXT_RAISED:
        if (e->raised->type->id != TYPE_GENERATOR_EXIT &&
            e->raised->type->id != TYPE_STOP_ITERATION) {
            return false;
        }
        e->raised = NULL;
        return true;
    default: return true;
    }
}

bool interp_resumes_at(struct frame *f, node_id id, struct place *out)
{
    struct generator *g = f->generator;
    if (!g->resumes || g->n == 0 || g->places[g->n - 1].node != id) {
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

/* --- methods --- */

BUILTIN(generator_send)
{
    struct iterator *it = self->iterator;
    switch (generator_resume(e, it->generator, args->positional[0], NULL, out)) {
    case NEXT_ITEM: return true;
    case NEXT_UNKNOWN: return builtins_unknown_items(e, out);
    case NEXT_END: interp_stop(e, it); return false;
    default: return false;
    }
}

BUILTIN(generator_throw)
{
    struct iterator *it = self->iterator;
    struct value x = args->positional[0];
    struct arguments none = {0};
    if (args->n_positional > 1 || value_is_unknown(&x)) {
        it->generator->unknown = it->generator->finished = true;
        return builtins_unknown_items(e, out);
    }
    if (x.kind == VALUE_TYPE && type_is_subtype(x.type->id, TYPE_BASE_EXCEPTION) &&
        !builtins_call_type(e, x.type, &none, &x)) {
        return false;
    }
    if (x.kind != VALUE_EXCEPTION) {
        str type = value_type_name(&x);
        return eval_raise(e, TYPE_TYPE_ERROR,
            "exceptions must be classes or instances deriving from BaseException, not %.*s",
            STR_ARG(type));
    }
    switch (generator_resume(e, it->generator, value_none(), x.exception, out)) {
    case NEXT_ITEM: return true;
    case NEXT_UNKNOWN: return builtins_unknown_items(e, out);
    case NEXT_END: interp_stop(e, it); return false;
    default: return false;
    }
}

BUILTIN(generator_close_)
{
    (void)args;
    *out = value_none();
    return generator_close(e, self->iterator->generator);
}

const struct builtin_def GENERATOR_METHODS[] = {
    {"send", generator_send, 1, 1, NULL},
    {"throw", generator_throw, 1, 3, NULL},
    {"close", generator_close_, 0, 0, NULL},
    {0},
};
