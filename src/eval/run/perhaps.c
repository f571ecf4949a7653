/*
 * Statements and expressions that may or may not run, once or many times.
 *
 * They are not run.  What they could do is read off their text, with the values that their names
 * have now: the names that they bind become unknown, and whatever they could change is doubted.  A
 * call changes all that can be reached through it, unless it is known what is called and that it
 * changes nothing.
 *
 * The unknown that is left behind holds the values of all names in them, since what they bind may
 * have become any part of those.
 */
#include "eval/builtins.h"
#include "eval/run/region.h"

/* What a comprehension goes over first; 0 for other code. */
static node_id first_iterable(struct region *r, node_id id)
{
    EACH_CHILD (r->f->tree, id, it) {
        if (kind_of(r, it) == NODE_COMP_FOR) {
            return child(r, it, 1);
        }
    }
    return 0;
}

/* What does not belong to the code around, as defaults, bases and decorators do; 0: nothing. */
static node_id body_of(const struct region *r, node_id id)
{
    enum node_kind kind = kind_of(r, id);
    bool has = kind == NODE_DEF || kind == NODE_CLASS || kind == NODE_LAMBDA;
    return has ? child(r, id, 1) : 0;
}

struct function_value *interp_code(struct eval *e, struct frame *f, node_id id)
{
    struct function *def = ARENA_NEW(e->arena, struct function);
    def->node = id;
    struct function_value *fn = ARENA_NEW(e->arena, struct function_value);
    fn->tree = f->tree;
    fn->def = def;
    fn->language = e->profile;
    fn->outer = f->def ? f : NULL;
    fn->globals = f->globals;
    return fn;
}

static struct value code_of(struct region *r, node_id id)
{
    return (struct value){
        .kind = VALUE_FUNCTION, .function = interp_code(r->e, r->f, id), .tree = r->f->tree};
}

/* The values that the code below mentions. */
static void each_mentioned(struct region *r, node_id id, struct list *to)
{
    struct value v;
    if (id == r->around) {
        return;
    }
    if (is_code(kind_of(r, id))) {
        list_push(r->e->arena, to, code_of(r, id));
        return;
    }
    if (kind_of(r, id) == NODE_NAME && value_of_name(r, id, &v)) {
        list_push(r->e->arena, to, callee_reaches_names(&v) ? value_of_dict(r->f->globals) : v);
    }
    EACH_CHILD (r->f->tree, id, it) {
        each_mentioned(r, it, to);
    }
}

static void doubt(struct region *r, const struct value *values, uint32_t n)
{
    r->changes |= n > 0;
    if (!r->asks) {
        ops_doubt(r->e, values, n, r->unknown);
    }
}

/* Whatever the code below can reach may have changed. */
static void doubt_all(struct region *r, node_id id)
{
    struct list *all = list_new(r->e->arena, 4);
    r->changes = true;
    each_mentioned(r, id, all);
    for (uint32_t i = 0; i < all->n && !r->asks; i++) { /* os.environ, perhaps */
        r->e->environment.lost |= all->items[i].kind == VALUE_MODULE;
    }
    doubt(r, all->items, all->n);
}

/* --- the names that are bound --- */

/* The unknown for a name that, so far, nothing may have bound. */
static struct value for_name(struct region *r, const struct value *now)
{
    bool bound =
        now && now->kind != VALUE_KINDS && !(value_is_unknown(now) && now->unknown->absent);
    if (now && now->kind != VALUE_KINDS) { /* what it may still be */
        ops_hold(r->e, &r->unknown, now, 1);
    }
    struct value v = r->unknown;
    if (!bound) {
        struct unknown *u = ARENA_NEW(r->e->arena, struct unknown);
        *u = *r->unknown.unknown;
        u->absent = true;
        v.unknown = u;
    }
    return v;
}

/* What a name of the frame holds; NULL: nothing. */
static const struct value *held(struct region *r, node_id name)
{
    const struct node *n = tree_node(r->f->tree, name);
    if (n->op == NAME_LOCAL) {
        return &r->f->slots[n->data & 0xFFFF];
    }
    const struct entry *x = dict_find_str(r->f->globals, tree_text(r->f->tree, name));
    return x ? &x->value : NULL;
}

/* `inner`: how many comprehensions the name stands in, each with a frame that is not there yet. */
static void bind(struct region *r, node_id name, uint32_t inner)
{
    const struct node *n = tree_node(r->f->tree, name);
    if (inner == 0 || n->op == NAME_GLOBAL) {
        struct exception *before = r->e->raised;
        interp_assign(r->e, r->f, name, for_name(r, r->deletes ? NULL : held(r, name)));
        r->e->raised = before;
        return;
    }
    uint32_t up = n->op == NAME_FREE ? n->data >> 16 : 0;
    struct frame *home = r->f;
    for (; up > inner && home; up--) {
        home = home->outer;
    }
    if (up >= inner && home && (home == r->f || !home->frozen)) {
        uint32_t slot = n->data & 0xFFFF;
        interp_set_slot(r->e, home, slot, for_name(r, &home->slots[slot]));
    }
}

/* In the profile of the library, what is behind a name counts as the name. */
static node_id root_name(struct region *r, node_id id)
{
    enum node_kind kind = kind_of(r, id);
    while (kind == NODE_ATTRIBUTE || kind == NODE_SUBSCRIPT || kind == NODE_CALL ||
           kind == NODE_STAR) {
        id = child(r, id, 0);
        kind = kind_of(r, id);
    }
    return kind == NODE_NAME ? id : 0;
}

static void bind_target(struct region *r, node_id target, uint32_t inner)
{
    enum node_kind kind = kind_of(r, target);
    if (kind == NODE_TUPLE || kind == NODE_LIST || kind == NODE_STAR) {
        EACH_CHILD (r->f->tree, target, it) {
            bind_target(r, it, inner);
        }
        return;
    }
    node_id name = r->e->profile->tolerant ? target : root_name(r, target);
    if (name && kind_of(r, name) == NODE_NAME) {
        bind(r, name, inner);
    }
}

/* Binds what a def or a class statement makes. */
static void bind_definition(struct region *r, uint32_t name)
{
    struct frame *f = r->f;
    for (uint32_t i = 0; f->def && i < f->def->n_slots; i++) {
        if (f->tree->slot_names[f->def->slots_at + i] == name) {
            interp_set_slot(r->e, f, i, for_name(r, &f->slots[i]));
            return;
        }
    }
    const struct string *s = tree_string(f->tree, name);
    const struct entry *old = dict_find_string(f->globals, s);
    struct value key = value_of_string(s);
    if (!f->globals->frozen) {
        dict_set(r->e->arena, f->globals, &key, s->hash, for_name(r, old ? &old->value : NULL));
    }
}

static void bind_names(struct region *r, node_id id, uint32_t inner)
{
    const struct node *n = tree_node(r->f->tree, id);
    if (id == r->around) {
        return;
    }
    switch (n->kind) {
    case NODE_ASSIGN:
        for (node_id it = child(r, id, 1); it; it = tree_node(r->f->tree, it)->next) {
            bind_target(r, it, inner);
        }
        break;
    case NODE_AUG_ASSIGN: /* see bind_augmented */
        if (!r->e->profile->tolerant) {
            bind_target(r, n->child, inner);
        }
        break;
    case NODE_ANN_ASSIGN:
    case NODE_FOR:
    case NODE_WALRUS:
    case NODE_PATTERN_AS:
    case NODE_PATTERN_STAR:
    case NODE_ALIAS: bind_target(r, n->child, inner); break;
    case NODE_DEL:
        r->deletes = true;
        EACH_CHILD (r->f->tree, id, it) {
            bind_target(r, it, inner);
        }
        r->deletes = false;
        break;
    case NODE_OPAQUE:
    case NODE_TYPE_ALIAS: EACH_CHILD (r->f->tree, id, it) { bind_target(r, it, inner);
        }
        break;
    case NODE_WITH_ITEM:
    case NODE_HANDLER: bind_target(r, child(r, id, 1), inner); break;
    case NODE_EXPR_STMT:
        if (!r->e->profile->tolerant && kind_of(r, n->child) == NODE_CALL) {
            bind_target(r, n->child, inner);
        }
        break;
    case NODE_DEF: bind_definition(r, r->f->tree->functions[n->data].name); break;
    case NODE_CLASS: bind_definition(r, n->data); break;
    case NODE_LIST_COMP:
    case NODE_SET_COMP:
    case NODE_DICT_COMP:
    case NODE_GENERATOR: inner++; break;
    default: break;
    }
    node_id body = body_of(r, id);
    EACH_CHILD (r->f->tree, id, it) {
        if (it != body) {
            bind_names(r, it, inner);
        }
    }
}

/* --- what is changed --- */

/* Is it a value that, given to a function, may be called by it? */
static bool is_called(struct region *r, node_id id)
{
    struct value v;
    node_id argument = kind_of(r, id) == NODE_KEYWORD ? child(r, id, 0) : id;
    return kind_of(r, argument) == NODE_LAMBDA || kind_of(r, argument) == NODE_ATTRIBUTE ||
           (kind_of(r, argument) == NODE_NAME && value_of_name(r, argument, &v) &&
               (v.kind == VALUE_FUNCTION || v.kind == VALUE_BUILTIN || v.kind == VALUE_UNKNOWN ||
                   v.kind == VALUE_ITERATOR));
}

/* What a chain of names, attributes and items stands for; false when it cannot be told. */
static bool resolve(struct region *r, node_id id, struct value *out)
{
    switch (kind_of(r, id)) {
    case NODE_NAME:
    case NODE_STRING: return value_of_name(r, id, out);
    case NODE_ATTRIBUTE:
    case NODE_SUBSCRIPT: {
        struct value object;
        bool plain = kind_of(r, id) == NODE_ATTRIBUTE ||
                     kind_of(r, child(r, id, 1)) == NODE_STRING ||
                     kind_of(r, child(r, id, 1)) == NODE_INTEGER;
        return plain && resolve(r, child(r, id, 0), &object) && value_of_name(r, id, out);
    }
    default: return false;
    }
}

static void change(struct region *r, const struct value *container)
{
    r->changes = true;
    if (!r->asks) {
        str why = r->unknown.unknown->reason;
        ops_lose(r->e, container, &r->unknown, arena_str(r->e->arena, why).p);
    }
}

static bool is_container(const struct value *v)
{
    return v->kind == VALUE_LIST || v->kind == VALUE_DICT || v->kind == VALUE_SET ||
           v->kind == VALUE_ITERATOR;
}

static void effects(struct region *r, node_id id);

static void effects_below(struct region *r, node_id id)
{
    EACH_CHILD (r->f->tree, id, it) {
        effects(r, it);
    }
}

static void effects_of_call(struct region *r, node_id id)
{
    node_id callee = child(r, id, 0);
    struct value v;
    bool called = false;
    for (node_id it = tree_node(r->f->tree, callee)->next; it;
         it = tree_node(r->f->tree, it)->next) {
        called |= is_called(r, it);
    }
    if (!resolve(r, callee, &v)) {
        doubt_all(r, id);
        return;
    }
    const struct value *self = v.kind == VALUE_BUILTIN ? &v.builtin->self : NULL;
    bool method =
        self && v.builtin->def && !value_is_none(self) && !v.builtin->unbound && !v.builtin->bound;
    bool text = method && (self->kind == VALUE_STRING || self->kind == VALUE_BYTES);
    bool calls = value_is_unknown(&v) ||
                 (v.kind == VALUE_BUILTIN && v.builtin->def && builtins_calls(v.builtin->def));
    if (called && calls) {
        doubt_all(r, id);
    } else if (callee_is_harmless(&v) || text) {
        effects_below(r, id);
    } else if (method && is_container(self)) {
        effects_below(r, id);
        if (!callee_only_reads(v.builtin->def)) {
            change(r, self);
        }
    } else {
        doubt_all(r, id);
    }
}

/* A target of `statement` that is an item or an attribute of something. */
static void effects_of_target(struct region *r, node_id target, node_id statement)
{
    struct value object;
    switch (kind_of(r, target)) {
    case NODE_NAME: break;
    case NODE_TUPLE:
    case NODE_LIST:
    case NODE_STAR: EACH_CHILD (r->f->tree, target, it) { effects_of_target(r, it, statement);
        }
        break;
    default:
        effects_below(r, target);
        if (resolve(r, child(r, target, 0), &object) && is_container(&object)) {
            change(r, &object);
        } else {
            doubt_all(r, statement);
        }
        break;
    }
}

/* x op= y where x is a name: a list, a set or a ConfigDict changes itself. */
static void bind_augmented(struct region *r, node_id id)
{
    struct value old;
    if (is_code(kind_of(r, id)) || id == r->around) {
        return;
    }
    EACH_CHILD (r->f->tree, id, it) {
        bind_augmented(r, it);
    }
    if (kind_of(r, id) != NODE_AUG_ASSIGN || kind_of(r, child(r, id, 0)) != NODE_NAME ||
        !value_of_name(r, child(r, id, 0), &old)) {
        return;
    }
    if (is_container(&old)) {
        change(r, &old);
    } else {
        doubt(r, &old, old.kind > VALUE_LIST);
    }
    if (!r->asks) {
        bind(r, child(r, id, 0), 0);
    }
}

/* Defaults run; bases and decorators may call what they are given.  Are there any of these? */
static bool effects_around(struct region *r, node_id id)
{
    node_id body = body_of(r, id);
    struct value v;
    bool any = false;
    for (node_id it = body ? child(r, id, 0) : 0; it; it = tree_node(r->f->tree, it)->next) {
        enum node_kind kind = kind_of(r, it);
        if (kind == NODE_PARAMS) {
            effects_below(r, it);
        } else if (it != body &&
                   (kind != NODE_NAME ? tree_node(r->f->tree, it)->n > 0
                                      : value_of_name(r, it, &v) && v.kind != VALUE_TYPE)) {
            doubt_all(r, it);
            any = true;
        }
    }
    return any && kind_of(r, id) == NODE_DEF;
}

static void effects_of_code(struct region *r, node_id id)
{
    enum node_kind kind = kind_of(r, id);
    node_id first = first_iterable(r, id);
    bool runs = kind != NODE_DEF && kind != NODE_LAMBDA;
    if (first) { /* belongs to the code around */
        effects(r, first);
    }
    if ((runs && region_changes(r, id, first)) || effects_around(r, id)) {
        struct value v = code_of(r, id);
        doubt(r, &v, 1);
    }
}

static void effects_of_reading(struct region *r, node_id id)
{
    struct value v;
    bool found = resolve(r, id, &v);
    if (found ? callee_reaches_names(&v) : r->unseen) {
        doubt_all(r, id);
    } else if (found && v.kind == VALUE_ITERATOR) {
        change(r, &v);
    }
}

static void effects(struct region *r, node_id id)
{
    struct value v;
    enum node_kind kind = kind_of(r, id);
    if (id == r->around) {
        return;
    }
    if (is_code(kind)) {
        effects_of_code(r, id);
        return;
    }
    switch (kind) {
    case NODE_NAME:
    case NODE_SUBSCRIPT: effects_of_reading(r, id); break;
    case NODE_CALL: effects_of_call(r, id); return;
    case NODE_AUG_ASSIGN:
    case NODE_BINARY:
    case NODE_COMPARE:
        if (r->unseen || (kind == NODE_AUG_ASSIGN && kind_of(r, child(r, id, 0)) != NODE_NAME)) {
            doubt_all(r, id);
        }
        break;
    case NODE_ASSIGN:
        for (node_id it = child(r, id, 1); it; it = tree_node(r->f->tree, it)->next) {
            effects_of_target(r, it, id);
        }
        break;
    case NODE_ANN_ASSIGN:
    case NODE_FOR: effects_of_target(r, child(r, id, 0), id); break;
    case NODE_DEL: EACH_CHILD (r->f->tree, id, it) { effects_of_target(r, it, id);
        }
        break;
    case NODE_WITH_ITEM:
        if (child(r, id, 1)) {
            effects_of_target(r, child(r, id, 1), id);
        }
        doubt_all(r, child(r, id, 0));
        break;
    case NODE_YIELD:
    case NODE_AWAIT: doubt_all(r, id); break;
    case NODE_IMPORT_FROM:
        if (str_is(tree_name(r->f->tree, child(r, id, 0)), "*")) { /* it may bind any name */
            v = value_of_dict(r->f->globals);
            doubt(r, &v, 1);
        }
        break;
    default: break;
    }
    effects_below(r, id);
}

/* --- all of it --- */

struct value interp_maybe(
    struct eval *e, struct frame *f, node_id first, bool rest, struct value unknown)
{
    struct region r = {.e = e, .f = f, .unknown = unknown};
    r.around = f->def ? first_iterable(&r, f->def->node) : 0;
    struct list *all = list_new(e->arena, 4);
    for (node_id it = first; it; it = rest ? tree_node(f->tree, it)->next : 0) {
        each_mentioned(&r, it, all);
    }
    e->unseen++;
    for (uint32_t i = 0; i < all->n && !r.unseen; i++) {
        r.unseen = ops_runs_code(e, &all->items[i]);
    }
    ops_hold(e, &r.unknown, all->items, all->n);
    if (r.unseen) {
        ops_give(e, NULL, 0);
    }
    for (node_id it = first; it; it = rest ? tree_node(f->tree, it)->next : 0) {
        bind_names(&r, it, 0);
    }
    for (node_id it = first; it && e->profile->tolerant;
         it = rest ? tree_node(f->tree, it)->next : 0) {
        bind_augmented(&r, it);
        effects(&r, it);
    }
    return r.unknown;
}

bool interp_changes(struct eval *e, struct frame *f, node_id id)
{
    struct region r = {.e = e, .f = f, .asks = true};
    bind_augmented(&r, id);
    effects(&r, id);
    return r.changes;
}
