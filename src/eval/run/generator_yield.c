/*
 * Yielding in the middle of an expression.
 *
 * The statement is entered again when the generator goes on; the parts of it that have a value by
 * then are kept, so that nothing happens twice.
 */
#include "eval/run/generator.h"

#include "eval/builtins.h"
#include "eval/run/iterators.h"

bool interp_resumes_head(struct frame *f, node_id id)
{
    struct generator *g = f->generator;
    struct place at;
    if (!g->resumes) {
        interp_forget(f);
        return false;
    }
    return g->n > 0 && g->places[g->n - 1].below == 0 && interp_resumes(f, id, &at);
}

void interp_forget(struct frame *f)
{
    f->generator->n_kept = 0;
}

bool interp_keeps(struct frame *f, bool keeps)
{
    bool before = f->generator->keeps;
    f->generator->keeps = keeps;
    return before;
}

bool interp_yields(struct frame *f, node_id id)
{
    const struct tree *t = f->tree;
    switch (tree_node(t, id)->kind) {
    case NODE_SUITE:
    case NODE_ELSE:
    case NODE_FINALLY:
    case NODE_HANDLER:
    case NODE_CASE: return false; /* statements of their own */
    case NODE_FOR:
    case NODE_WHILE:
    case NODE_IF:
    case NODE_MATCH:
    case NODE_TRY:
        EACH_CHILD (t, id, it) {
            if (interp_yields(f, it)) {
                return true;
            }
        }
        return false;
    default: return generator_yields(t, id);
    }
}

bool interp_kept(struct frame *f, node_id id, struct value *out)
{
    const struct generator *g = f->generator;
    for (uint32_t i = 0; i < g->n_kept; i++) {
        if (g->kept[i].node == id) {
            *out = g->kept[i].value;
            return true;
        }
    }
    return false;
}

void interp_keep(struct eval *e, struct frame *f, node_id id, struct value v)
{
    struct generator *g = f->generator;
    if (g->n_kept == g->kept_cap) {
        struct kept *old = g->kept;
        g->kept_cap = g->kept_cap ? g->kept_cap * 2 : 8;
        g->kept = ARENA_MANY(e->arena, struct kept, g->kept_cap);
        for (uint32_t i = 0; i < g->n_kept; i++) {
            g->kept[i] = old[i];
        }
    }
    g->kept[g->n_kept++] = (struct kept){id, v};
}

/* What was made of a node, besides its value, before a yield. */
static node_id made_of(node_id id)
{
    return ~id;
}

bool interp_settled(struct eval *e, struct frame *f, node_id id, bool answer)
{
    struct value v = value_bool(answer);
    if (f->generator && f->generator->keeps && !interp_kept(f, made_of(id), &v)) {
        interp_keep(e, f, made_of(id), v);
    }
    return v.b;
}

bool interp_made(struct frame *f, node_id id, struct value *out)
{
    return f->generator && f->generator->keeps && interp_kept(f, made_of(id), out);
}

void interp_make(struct eval *e, struct frame *f, node_id id, struct value v)
{
    if (f->generator && f->generator->keeps) {
        interp_keep(e, f, made_of(id), v);
    }
}

/* All items, in a container of its own. */
static bool all_of(struct eval *e, bool hashes, struct value *v)
{
    struct list *items;
    bool unknown = false;
    if (hashes) {
        struct dict *d = dict_new(e->arena, 4);
        if (!builtins_fill_set(e, d, v, &unknown)) {
            return false;
        }
        *v = unknown ? *v : (struct value){.kind = VALUE_SET, .dict = d};
    } else if (v->kind == VALUE_DICT) {
        v->dict = dict_copy(e->arena, v->dict);
    } else if (!ops_items(e, v, &items)) {
        return false;
    } else if (items) {
        *v = value_of_tuple(list_copy(e->arena, items));
    }
    return true;
}

bool interp_unpacked(struct eval *e, struct frame *f, node_id id, bool hashes, struct value *out)
{
    if (interp_made(f, id, out)) {
        return true;
    }
    bool good = interp_expression(e, f, tree_child(f->tree, id, 0), out);
    if (!good || !f->generator || !f->generator->keeps) {
        return good;
    }
    bool mapping = tree_node(f->tree, id)->kind == NODE_DOUBLE_STAR;
    if ((!mapping || out->kind == VALUE_DICT) && !all_of(e, hashes, out)) {
        return false;
    }
    interp_make(e, f, id, *out);
    return true;
}

bool interp_part(struct eval *e, struct frame *f, node_id id, struct value *out,
    bool (*evaluate)(struct eval *, struct frame *, node_id, struct value *))
{
    struct generator *g = f->generator;
    if (!g->keeps) {
        return evaluate(e, f, id, out);
    }
    if (interp_kept(f, id, out)) {
        return true;
    }
    g->keeps = generator_yields(f->tree, id);
    bool good = evaluate(e, f, id, out);
    g->keeps = true;
    if (good) {
        interp_keep(e, f, id, *out);
    }
    return good;
}

static bool suspend(struct eval *e, struct generator *g, node_id yield)
{
    g->yielded = yield;
    e->raised = &g->suspension;
    e->raised->type = &TYPES[TYPE_LIMIT];
    e->raised->tree = g->frame->tree;
    return false;
}

bool interp_is_suspension(const struct eval *e, const struct frame *f)
{
    return f->generator && e->raised == &f->generator->suspension;
}

static bool throw_in(struct eval *e, struct exception *x)
{
    e->raised = x;
    return false;
}

/* The next item of what is yielded from, which is given what is sent and thrown. */
static enum next delegate(struct eval *e, struct generator *g)
{
    struct iterator *from = g->from;
    struct exception *thrown = g->thrown;
    struct value sent = g->sent;
    g->thrown = NULL;
    g->sent = value_none();
    if (thrown && from->generator && thrown->type->id == TYPE_GENERATOR_EXIT &&
        !generator_close(e, from->generator)) {
        return NEXT_RAISED;
    }
    if (thrown && (!from->generator || thrown->type->id == TYPE_GENERATOR_EXIT)) {
        e->raised = thrown;
        return NEXT_RAISED;
    }
    if (from->generator) {
        return generator_resume(e, from->generator, sent, thrown, &g->item);
    }
    if (!value_is_none(&sent)) {
        eval_raise(e, TYPE_ATTRIBUTE_ERROR, "'%s' object has no attribute 'send'", from->type);
        return NEXT_RAISED;
    }
    return ops_next(e, from, &g->item);
}

static bool yield_from(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    struct generator *g = f->generator;
    struct value v;
    if (g->yielded != id) {
        if (!interp_expression(e, f, tree_child(f->tree, id, 0), &v) ||
            !ops_iterator(e, &v, &g->from)) {
            return false;
        }
        g->sent = value_none();
    }
    g->yielded = 0;
    switch (g->from ? delegate(e, g) : NEXT_UNKNOWN) {
    case NEXT_ITEM: return suspend(e, g, id);
    case NEXT_RAISED: return false;
    case NEXT_UNKNOWN: g->unknown = true; return suspend(e, g, id);
    case NEXT_END: break;
    }
    *out = g->from->generator ? g->from->generator->frame->returned : value_none();
    g->from = NULL;
    return true;
}

bool interp_yield(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    struct generator *g = f->generator;
    const struct node *n = tree_node(f->tree, id);
    if (!g || !g->keeps) {
        *out = ops_unknown(e, "generators and coroutines are not run");
        return true;
    }
    if (n->op) {
        return yield_from(e, f, id, out);
    }
    if (g->yielded == id) {
        struct exception *thrown = g->thrown;
        g->yielded = 0;
        g->thrown = NULL;
        *out = g->sent;
        return !thrown || throw_in(e, thrown);
    }
    g->item = value_none();
    return (!n->child || interp_expression(e, f, n->child, &g->item)) && suspend(e, g, id);
}

void interp_generator_lost(struct frame *f)
{
    if (f->generator) {
        f->generator->unknown = true;
    }
}
