#include "syntax/scope.h"

enum {
    MAX_SLOTS = 4096,
    MAX_OUTWARDS = 255
};

enum binding_kind {
    BINDING_LOCAL,
    BINDING_GLOBAL, /* declared global */
    BINDING_OUTSIDE /* declared nonlocal */
};

/* What a name is in one scope. */
struct binding {
    uint32_t literal;
    uint32_t depth; /* of the scope, from 1 */
    uint32_t slot;  /* of a local name */
    enum binding_kind kind;
    uint32_t outer; /* binding of the name in a scope around, by its number from 1; 0: none */
};

/* A function, lambda or comprehension whose body is being resolved; the module has none.  One at a
 * time is open at each depth: what belongs to the scope around is resolved before it. */
struct scope {
    struct scope *outer;
    uint32_t depth; /* 1: in no other one */
    bool comprehension;
    size_t first;        /* of its bindings */
    VEC(uint32_t) slots; /* literals of the local names */
    bool yields;
};

struct resolver {
    struct parser *p;
    struct tree_builder *b;
    VEC(struct binding) bindings; /* of all scopes around, the innermost last */
    uint32_t *innermost;          /* of each literal: number of its last binding, or 0 */
    uint32_t errors;
    uint32_t loops;     /* around the statement at hand */
    uint32_t iterables; /* of comprehensions, around the expression at hand */
};

static struct node *at(struct resolver *r, node_id id)
{
    return tree_edit(r->b, id);
}

static node_id child(struct resolver *r, node_id id, uint32_t n)
{
    node_id it = at(r, id)->child;
    while (it && n-- > 0) {
        it = at(r, it)->next;
    }
    return it;
}

static void fail(struct resolver *r, node_id id, const char *message)
{
    r->p->quiet = r->errors >= MOST_ERRORS;
    r->errors++;
    parser_fail(r->p, (span){at(r, id)->start, at(r, id)->end}, "%s", message);
}

#define EACH(r, id, it) for (node_id it = at((r), (id))->child; it; it = at((r), it)->next)

static void bind(
    struct resolver *r, const struct scope *s, uint32_t literal, enum binding_kind kind)
{
    struct binding it = {literal, s->depth, (uint32_t)s->slots.n, kind, r->innermost[literal]};
    vec_push(r->p->ctx, &r->bindings, it);
    r->innermost[literal] = (uint32_t)r->bindings.n;
}

/* What the name is in this scope, or in the nearest around it that binds it; NULL: in none. */
static const struct binding *find(const struct resolver *r, const struct scope *s, uint32_t literal)
{
    uint32_t n = s ? r->innermost[literal] : 0;
    while (n && r->bindings.items[n - 1].depth > s->depth) {
        n = r->bindings.items[n - 1].outer;
    }
    return n ? &r->bindings.items[n - 1] : NULL;
}

static bool binds(const struct resolver *r, const struct scope *s, uint32_t literal)
{
    const struct binding *it = find(r, s, literal);
    return it && it->depth == s->depth;
}

static void add_slot(struct resolver *r, struct scope *s, uint32_t literal, node_id place)
{
    if (s->slots.n >= MAX_SLOTS) {
        fail(r, place, "too many local names");
        return;
    }
    bind(r, s, literal, BINDING_LOCAL);
    vec_push(r->p->ctx, &s->slots, literal);
}

static void declare(struct resolver *r, struct scope *s, uint32_t literal, node_id place)
{
    if (!binds(r, s, literal)) {
        add_slot(r, s, literal, place);
    }
}

/* --- which names a body binds --- */

static void collect(struct resolver *r, struct scope *s, node_id id);

static void collect_target(struct resolver *r, struct scope *s, node_id id)
{
    switch (at(r, id)->kind) {
    case NODE_NAME: declare(r, s, at(r, id)->data, id); break;
    case NODE_TUPLE:
    case NODE_LIST:
    case NODE_STAR:
        EACH(r, id, it)
        {
            collect_target(r, s, it);
        }
        break;
    default: collect(r, s, id); break;
    }
}

static void collect_children(struct resolver *r, struct scope *s, node_id id)
{
    EACH(r, id, it)
    {
        collect(r, s, it);
    }
}

/* In a comprehension only `:=` binds in the function around it. */
static void collect_walrus(struct resolver *r, struct scope *s, node_id id)
{
    if (at(r, id)->kind == NODE_LAMBDA) {
        return;
    }
    if (at(r, id)->kind == NODE_WALRUS) {
        declare(r, s, at(r, child(r, id, 0))->data, id);
    }
    EACH(r, id, it)
    {
        collect_walrus(r, s, it);
    }
}

static void collect(struct resolver *r, struct scope *s, node_id id)
{
    switch (at(r, id)->kind) {
    case NODE_ASSIGN:
        collect(r, s, child(r, id, 0));
        for (node_id it = child(r, id, 1); it; it = at(r, it)->next) {
            collect_target(r, s, it);
        }
        break;
    case NODE_AUG_ASSIGN:
    case NODE_ANN_ASSIGN:
    case NODE_FOR:
        collect_target(r, s, child(r, id, 0));
        for (node_id it = child(r, id, 1); it; it = at(r, it)->next) {
            collect(r, s, it);
        }
        break;
    case NODE_WITH_ITEM:
        collect(r, s, child(r, id, 0));
        if (child(r, id, 1)) {
            collect_target(r, s, child(r, id, 1));
        }
        break;
    case NODE_HANDLER:
        if (at(r, child(r, id, 1))->kind == NODE_NAME) {
            collect_target(r, s, child(r, id, 1));
        }
        collect(r, s, child(r, id, 2));
        break;
    case NODE_PATTERN_AS:
    case NODE_PATTERN_STAR:
        if (child(r, id, 0)) {
            collect_target(r, s, child(r, id, 0));
        }
        if (child(r, id, 1)) {
            collect(r, s, child(r, id, 1));
        }
        break;
    case NODE_DEL:
    case NODE_OPAQUE:
    case NODE_TYPE_ALIAS:
        EACH(r, id, it)
        {
            collect_target(r, s, it);
        }
        break;
    case NODE_ALIAS:
        if (child(r, id, 0)) {
            declare(r, s, at(r, child(r, id, 0))->data, id);
        }
        break;
    case NODE_DEF:
    case NODE_CLASS: declare(r, s, at(r, id)->data, id); break;
    case NODE_GLOBAL:
        EACH(r, id, it)
        {
            bind(r, s, at(r, it)->data, BINDING_GLOBAL);
        }
        break;
    case NODE_NONLOCAL:
        EACH(r, id, it)
        {
            bind(r, s, at(r, it)->data, BINDING_OUTSIDE);
        }
        break;
    case NODE_WALRUS:
        declare(r, s, at(r, child(r, id, 0))->data, id);
        collect(r, s, child(r, id, 1));
        break;
    case NODE_YIELD:
        s->yields = true;
        collect_children(r, s, id);
        break;
    case NODE_LAMBDA: break;
    case NODE_LIST_COMP:
    case NODE_SET_COMP:
    case NODE_DICT_COMP:
    case NODE_GENERATOR: collect_walrus(r, s, id); break;
    default: collect_children(r, s, id); break;
    }
}

/* --- where each name lives --- */

static void resolve(struct resolver *r, struct scope *s, node_id id);

static void resolve_name(struct resolver *r, struct scope *s, node_id id)
{
    struct node *n = at(r, id);
    const struct binding *it = find(r, s, n->data);
    while (it && it->kind == BINDING_OUTSIDE) {
        it = it->outer ? &r->bindings.items[it->outer - 1] : NULL;
    }
    if (!it || it->kind == BINDING_GLOBAL) {
        n->op = NAME_GLOBAL;
        return;
    }
    uint32_t outwards = s->depth - it->depth;
    if (outwards > MAX_OUTWARDS) {
        fail(r, id, "functions are nested too deeply");
        return;
    }
    n->op = outwards == 0 ? NAME_LOCAL : NAME_FREE;
    n->data = outwards << 16 | it->slot;
}

static void resolve_children(struct resolver *r, struct scope *s, node_id id)
{
    EACH(r, id, it)
    {
        resolve(r, s, it);
    }
}

/* Files the scope as function number `tree->functions` and notes it in the node. */
static void finish_function(
    struct resolver *r, struct scope *s, node_id id, uint32_t name, size_t n_params)
{
    struct function f = {.node = id,
        .name = name,
        .slots_at = (uint32_t)r->b->slot_names.n,
        .n_slots = (uint16_t)s->slots.n,
        .n_params = (uint16_t)n_params,
        .is_generator = s->yields,
        .is_async = at(r, id)->kind == NODE_DEF && at(r, id)->op};
    for (size_t i = 0; i < s->slots.n; i++) {
        vec_push(r->b->ctx, &r->b->slot_names, s->slots.items[i]);
    }
    vec_push(r->b->ctx, &r->b->functions, f);
    at(r, id)->data = (uint32_t)(r->b->functions.n - 1);
}

static struct scope open_scope(struct resolver *r, struct scope *outer)
{
    if (!r->innermost) {
        r->innermost = mem_zero(r->p->ctx, r->b->literals.n * sizeof *r->innermost);
    }
    return (struct scope){
        .outer = outer, .depth = outer ? outer->depth + 1 : 1, .first = r->bindings.n};
}

static void close_scope(struct resolver *r, struct scope *s)
{
    while (r->bindings.n > s->first) {
        const struct binding *it = &r->bindings.items[--r->bindings.n];
        r->innermost[it->literal] = it->outer;
    }
    vec_free(&s->slots);
}

static void resolve_function(struct resolver *r, struct scope *outer, node_id id, uint32_t name)
{
    node_id params = child(r, id, 0), body = child(r, id, 1);
    size_t n_params = 0;
    EACH(r, params, it)
    {
        resolve_children(r, outer, it); /* defaults belong to the scope around */
    }
    for (node_id it = at(r, body)->next; it; it = at(r, it)->next) {
        resolve(r, outer, it); /* decorators, too */
    }
    struct scope s = open_scope(r, outer);
    EACH(r, params, it)
    {
        if (binds(r, &s, at(r, it)->data)) {
            fail(r, it, "this parameter is there twice");
        }
        add_slot(r, &s, at(r, it)->data, it);
        n_params++;
    }
    uint32_t loops = r->loops;
    r->loops = 0;
    collect(r, &s, body);
    resolve(r, &s, body);
    r->loops = loops;
    finish_function(r, &s, id, name, n_params);
    close_scope(r, &s);
}

static node_id first_clause(struct resolver *r, node_id id)
{
    node_id it = at(r, id)->child;
    while (at(r, it)->kind != NODE_COMP_FOR) {
        it = at(r, it)->next;
    }
    return it;
}

static void resolve_iterable(struct resolver *r, struct scope *s, node_id clause)
{
    r->iterables++;
    resolve(r, s, child(r, clause, 1));
    r->iterables--;
}

static void resolve_comprehension(struct resolver *r, struct scope *outer, node_id id)
{
    node_id first = first_clause(r, id);
    resolve_iterable(r, outer, first); /* belongs to the scope around */
    struct scope s = open_scope(r, outer);
    s.comprehension = true;
    EACH(r, id, it)
    {
        if (at(r, it)->kind == NODE_COMP_FOR) {
            collect_target(r, &s, child(r, it, 0));
        }
    }
    EACH(r, id, it)
    {
        if (at(r, it)->kind == NODE_COMP_FOR) {
            resolve(r, &s, child(r, it, 0));
            if (it != first) {
                resolve_iterable(r, &s, it);
            }
        } else {
            resolve(r, &s, it);
        }
    }
    finish_function(r, &s, id, 0, 0);
    close_scope(r, &s);
}

/* The nearest scope that is a function, for the names that := binds in comprehensions. */
static struct scope *function_scope(struct scope *s)
{
    while (s && s->comprehension) {
        s = s->outer;
    }
    return s;
}

/* What Python does not let := do in a comprehension. */
static void check_walrus(struct resolver *r, const struct scope *s, node_id id)
{
    uint32_t literal = at(r, child(r, id, 0))->data;
    if (r->iterables > 0) {
        fail(r, id, "':=' is not allowed in what a comprehension goes over");
    }
    for (; s && s->comprehension; s = s->outer) {
        const struct binding *it = find(r, s, literal);
        if (it && it->depth == s->depth && it->kind == BINDING_LOCAL) {
            fail(r, id, "':=' cannot bind a name that a comprehension goes over");
        }
    }
}

static void resolve_loop(struct resolver *r, struct scope *s, node_id id, uint32_t suite)
{
    uint32_t n = 0;
    EACH(r, id, it)
    {
        r->loops += n == suite;
        resolve(r, s, it);
        r->loops -= n == suite;
        n++;
    }
}

static void resolve(struct resolver *r, struct scope *s, node_id id)
{
    switch (at(r, id)->kind) {
    case NODE_NAME: resolve_name(r, s, id); break;
    case NODE_DEF: resolve_function(r, s, id, at(r, id)->data); break;
    case NODE_LAMBDA: resolve_function(r, s, id, 0); break;
    case NODE_LIST_COMP:
    case NODE_SET_COMP:
    case NODE_DICT_COMP:
    case NODE_GENERATOR: resolve_comprehension(r, s, id); break;
    case NODE_CLASS: /* its bases and decorators; the body is never evaluated */
        resolve(r, s, child(r, id, 0));
        for (node_id it = child(r, id, 2); it; it = at(r, it)->next) {
            resolve(r, s, it);
        }
        break;
    case NODE_WALRUS:
        check_walrus(r, s, id);
        resolve_children(r, s, id);
        break;
    case NODE_FOR: resolve_loop(r, s, id, 2); break;
    case NODE_WHILE: resolve_loop(r, s, id, 1); break;
    case NODE_BREAK:
    case NODE_CONTINUE:
        if (r->loops == 0) {
            fail(r, id, "this is only allowed in a loop");
        }
        break;
    case NODE_RETURN:
    case NODE_YIELD:
    case NODE_AWAIT:
        if (!function_scope(s)) {
            fail(r, id, "this is only allowed in a function");
        }
        resolve_children(r, s, id);
        break;
    case NODE_NONLOCAL:
        if (!s || !s->outer) {
            fail(r, id, "nonlocal needs a function around this one");
        }
        break;
    default: resolve_children(r, s, id); break;
    }
}

void scope_resolve(struct parser *p, node_id module)
{
    struct resolver r = {.p = p, .b = p->b};
    resolve(&r, NULL, module);
}
