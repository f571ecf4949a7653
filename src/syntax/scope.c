#include "syntax/scope.h"

#include "syntax/name_set.h"

enum {
    MAX_SLOTS = 4096,
    MAX_OUTWARDS = 255
};

/* A function, lambda or comprehension whose body is being resolved; the module has none. */
struct scope {
    struct scope *outer;
    bool comprehension;
    struct name_set slots;   /* local names */
    struct name_set globals; /* names declared global */
    struct name_set outside; /* names declared nonlocal */
    bool yields;
};

struct resolver {
    struct parser *p;
    struct tree_builder *b;
    uint32_t errors;
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
    parser_fail(r->p, parser_span(r->p, id), "%s", message);
}

#define EACH(r, id, it) for (node_id it = at((r), (id))->child; it; it = at((r), it)->next)
static void declare(struct resolver *r, struct scope *s, uint32_t literal, node_id place)
{
    if (name_set_has(&s->slots, literal) || name_set_has(&s->globals, literal) ||
        name_set_has(&s->outside, literal)) {
        return;
    }
    if (s->slots.list.n >= MAX_SLOTS) {
        fail(r, place, "too many local names");
        return;
    }
    name_set_add(r->p->ctx, &s->slots, literal);
}

/* `global` or `nonlocal` */
static void declare_outside(struct resolver *r, struct name_set *names, node_id name)
{
    uint32_t literal = at(r, name)->data;
    if (!name_set_has(names, literal)) {
        name_set_add(r->p->ctx, names, literal);
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

static void collect_from(struct resolver *r, struct scope *s, node_id first)
{
    for (node_id it = first; it; it = at(r, it)->next) {
        collect(r, s, it);
    }
}

/* What := binds in the defaults, decorators and bases of a definition, which belong to the scope
 * around it. */
static void collect_around(struct resolver *r, struct scope *s, node_id id)
{
    EACH(r, child(r, id, 0), it)
    {
        if (at(r, id)->kind == NODE_CLASS) {
            collect(r, s, it);
        } else {
            collect_children(r, s, it);
        }
    }
    collect_from(r, s, child(r, id, 2));
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
    case NODE_ANN_ASSIGN:
    case NODE_AUG_ASSIGN:
    case NODE_FOR:
        collect_target(r, s, child(r, id, 0));
        collect_from(r, s, child(r, id, 1));
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
        collect_from(r, s, child(r, id, 1));
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
    case NODE_CLASS:
        declare(r, s, at(r, id)->data, id);
        collect_around(r, s, id);
        break;
    case NODE_LAMBDA: collect_around(r, s, id); break;
    case NODE_GLOBAL:
        EACH(r, id, it)
        {
            declare_outside(r, &s->globals, it);
        }
        break;
    case NODE_NONLOCAL:
        EACH(r, id, it)
        {
            declare_outside(r, &s->outside, it);
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
    uint32_t outwards = 0;
    for (struct scope *it = s; it; it = it->outer, outwards++) {
        if (name_set_has(&it->globals, n->data)) {
            break;
        }
        size_t k = name_set_find(&it->slots, n->data);
        if (k == NAME_NOWHERE) {
            continue;
        }
        if (outwards > MAX_OUTWARDS) {
            fail(r, id, "functions are nested too deeply");
            return;
        }
        n->op = outwards == 0 ? NAME_LOCAL : NAME_FREE;
        n->data = outwards << 16 | (uint32_t)k;
        return;
    }
    n->op = NAME_GLOBAL;
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
    struct resolver *r, struct scope *s, node_id id, uint32_t name, size_t n_params, bool is_plain)
{
    struct function f = {.node = id,
        .name = name,
        .slots_at = (uint32_t)r->b->slot_names.n,
        .n_slots = (uint16_t)s->slots.list.n,
        .n_params = (uint16_t)n_params,
        .is_generator = s->yields,
        .is_async = at(r, id)->kind == NODE_DEF && at(r, id)->op,
        .is_plain = is_plain};
    for (size_t i = 0; i < s->slots.list.n; i++) {
        vec_push(r->b->ctx, &r->b->slot_names, s->slots.list.items[i]);
    }
    vec_push(r->b->ctx, &r->b->functions, f);
    at(r, id)->data = (uint32_t)(r->b->functions.n - 1);
}

static void free_scope(struct scope *s)
{
    name_set_free(&s->slots);
    name_set_free(&s->globals);
    name_set_free(&s->outside);
}

static void resolve_function(struct resolver *r, struct scope *outer, node_id id, uint32_t name)
{
    struct scope s = {.outer = outer};
    node_id params = child(r, id, 0), body = child(r, id, 1);
    size_t n_params = 0;
    bool is_plain = true;
    EACH(r, params, it)
    {
        is_plain &= at(r, it)->op == PARAM_PLAIN;
        declare(r, &s, at(r, it)->data, it);
        if (++n_params >= MAX_SLOTS) {
            fail(r, it, "too many parameters");
            break;
        }
        resolve_children(r, outer, it); /* defaults belong to the scope around */
    }
    for (node_id it = at(r, body)->next; it; it = at(r, it)->next) {
        resolve(r, outer, it); /* decorators */
    }
    collect(r, &s, body);
    resolve(r, &s, body);
    finish_function(r, &s, id, name, n_params, is_plain);
    free_scope(&s);
}

static void resolve_comprehension(struct resolver *r, struct scope *outer, node_id id)
{
    struct scope s = {.outer = outer, .comprehension = true};
    bool first = true;
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
            resolve(r, first ? outer : &s, child(r, it, 1));
            first = false;
        } else {
            resolve(r, &s, it);
        }
    }
    finish_function(r, &s, id, 0, 0, true);
    free_scope(&s);
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
    case NODE_NONLOCAL: break;
    default: resolve_children(r, s, id); break;
    }
}

void scope_resolve(struct parser *p, node_id module)
{
    struct resolver r = {.p = p, .b = p->b};
    resolve(&r, NULL, module);
}
