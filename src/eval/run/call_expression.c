/* f(a, *b, c = d, **e): the arguments, and the call. */
#include "eval/builtins.h"
#include "eval/ops.h"
#include "eval/run/interp.h"
#include "eval/run/nodes.h"

/* Arguments under collection. */
struct collected {
    struct list *positional;
    struct dict *keywords;
    bool unknown; /* *x or **x cannot be unpacked */
    bool odd;     /* a keyword is no string, and was left out */
};

static bool add_keyword(
    struct eval *e, struct collected *c, const struct value *key, struct value v)
{
    if (key->kind != VALUE_STRING) {
        c->odd = true;
        return true;
    }
    if (dict_find_string(c->keywords, key->s)) {
        return eval_raise(
            e, TYPE_TYPE_ERROR, "got multiple values for keyword argument '%s'", key->s->bytes);
    }
    dict_add(e->arena, c->keywords, key, key->s->hash, v);
    return true;
}

/* Adds what *v or **v stands for. */
static bool unpack(
    struct eval *e, struct frame *f, node_id id, struct collected *c, const struct value *v)
{
    struct list *items;
    bool mapping = node_of(f, id)->kind == NODE_DOUBLE_STAR;
    if (!mapping && !ops_items(e, v, &items)) {
        return false;
    }
    if (mapping ? value_is_unknown(v) || ops_is_environment(v) : !items) {
        c->unknown = true;
        list_push(e->arena, c->positional, *v);
        return true;
    }
    if (mapping && v->kind == VALUE_LAZY) {
        return ops_lazy_call(e);
    }
    if (mapping && v->kind != VALUE_DICT) {
        str type = value_type_name(v);
        return eval_raise_at(e, f->tree, id, TYPE_TYPE_ERROR,
            "argument after ** must be a mapping, not %.*s", STR_ARG(type));
    }
    for (uint32_t i = 0; mapping && i < v->dict->n; i++) {
        const struct value *key = &v->dict->entries[i].key;
        if (e->handling && key->kind == VALUE_STRING && dict_find_string(c->keywords, key->s)) {
            return eval_raise_key(e, key); /* CPython 3.11 tells the two apart by the exception */
        }
        if (!add_keyword(e, c, &v->dict->entries[i].key, v->dict->entries[i].value)) {
            return false;
        }
    }
    for (uint32_t i = 0; !mapping && i < items->n; i++) {
        list_push(e->arena, c->positional, items->items[i]);
    }
    return true;
}

static bool add_argument(struct eval *e, struct frame *f, node_id id, struct collected *c)
{
    const struct node *n = node_of(f, id);
    bool stars = n->kind == NODE_STAR || n->kind == NODE_DOUBLE_STAR;
    struct value v;
    if (!(stars ? interp_unpacked(e, f, id, false, &v)
                : interp_expression(e, f, n->kind == NODE_KEYWORD ? n->child : id, &v))) {
        return false;
    }
    if (stars) {
        return unpack(e, f, id, c, &v);
    }
    if (n->kind == NODE_KEYWORD) {
        struct value key = interp_at(f, id, value_of_string(tree_string(f->tree, n->data)));
        return add_keyword(e, c, &key, v);
    }
    list_push(e->arena, c->positional, v);
    return true;
}

/* Those with a name come last, wherever they stand: f(a=1, *b). */
static bool collect(struct eval *e, struct frame *f, node_id first, bool named, struct collected *c)
{
    for (node_id it = first; it; it = node_of(f, it)->next) {
        enum node_kind kind = (enum node_kind)node_of(f, it)->kind;
        bool has_name = kind == NODE_KEYWORD || kind == NODE_DOUBLE_STAR;
        if (has_name == named && !add_argument(e, f, it, c)) {
            return false;
        }
    }
    return true;
}

/* The `*x` that all positional arguments are, which CPython goes over last; 0: none is. */
static node_id lone_star(struct frame *f, node_id first)
{
    node_id star = 0;
    uint32_t n = 0;
    for (node_id it = first; it; it = node_of(f, it)->next) {
        enum node_kind kind = (enum node_kind)node_of(f, it)->kind;
        n += kind != NODE_KEYWORD && kind != NODE_DOUBLE_STAR;
        star = kind == NODE_STAR ? it : star;
    }
    return n == 1 ? star : 0;
}

/* True: there are arguments with names. */
static bool make_room(
    struct eval *e, struct frame *f, node_id first, struct list *positional, struct dict *keywords)
{
    bool named = false;
    for (node_id it = first; it; it = node_of(f, it)->next) {
        enum node_kind kind = (enum node_kind)node_of(f, it)->kind;
        named |= kind == NODE_KEYWORD || kind == NODE_DOUBLE_STAR;
        keywords->cap += kind == NODE_KEYWORD;
        positional->cap += kind != NODE_KEYWORD && kind != NODE_STAR && kind != NODE_DOUBLE_STAR;
    }
    if (positional->cap > 0) {
        positional->items = ARENA_MANY(e->arena, struct value, positional->cap);
    }
    if (keywords->cap > 0) {
        keywords->entries = ARENA_MANY(e->arena, struct entry, keywords->cap);
    }
    return named;
}

/* dict(a=1, ...) is most of a config: it needs no arguments in between. */
static bool is_plain_dict_call(struct frame *f, node_id callee, node_id first)
{
    const struct node *n = node_of(f, callee);
    if (n->kind != NODE_NAME || n->op != NAME_GLOBAL) {
        return false;
    }
    const struct string *name = tree_string(f->tree, n->data);
    if (name->n != 4 || memcmp(name->bytes, "dict", 4) != 0 || dict_find_string(f->globals, name)) {
        return false;
    }
    for (node_id it = first; it; it = node_of(f, it)->next) {
        if (node_of(f, it)->kind != NODE_KEYWORD) {
            return false;
        }
    }
    return true;
}

static bool plain_dict(
    struct eval *e, struct frame *f, node_id id, node_id first, struct value *out)
{
    struct dict *d = dict_new(e->arena, node_of(f, id)->n);
    for (node_id it = first; it; it = node_of(f, it)->next) {
        const struct node *n = node_of(f, it);
        struct value v, key = interp_at(f, it, value_of_string(tree_string(f->tree, n->data)));
        if (!interp_expression(e, f, n->child, &v)) {
            return false;
        }
        dict_set(e->arena, d, &key, key.s->hash, v);
    }
    *out = interp_at(f, id, value_of_dict(d));
    return true;
}

/* f(*unknown): it runs, but with which arguments is not known. */
static bool call_with_unknown(
    struct eval *e, const struct value *callee, const struct arguments *args, struct value *out)
{
    struct list *all = interp_given(e, callee, args);
    *out = ops_unknown(e, "something unknown is unpacked into the arguments of a call");
    if (callee->kind == VALUE_TYPE) {
        return interp_builtin_done(e, NULL, callee, args, true, 0, true, out);
    }
    bool ours = callee->kind == VALUE_FUNCTION || callee->kind == VALUE_BUILTIN;
    return ours ? ops_doubt(e, all->items, all->n, *out) : ops_give(e, all->items, all->n);
}

/* With names, * or **. */
static bool call_mixed(struct eval *e, struct frame *f, node_id id, node_id first,
    const struct value *callee, struct value *out)
{
    struct list positional = {0}; /* what is called keeps the items, if anything */
    struct dict keywords = {0};
    bool named = make_room(e, f, first, &positional, &keywords);
    struct collected c = {.positional = &positional, .keywords = &keywords};
    struct value items;
    node_id lone = lone_star(f, first);
    if (!(lone ? interp_expression(e, f, child(f, lone, 0), &items)
               : collect(e, f, first, false, &c)) ||
        (named && !collect(e, f, first, true, &c)) || (lone && !unpack(e, f, lone, &c, &items))) {
        return false;
    }
    if (c.odd && !builtins_is_format(callee)) { /* which never looks at them */
        return eval_raise(e, TYPE_TYPE_ERROR, "keywords must be strings");
    }
    struct arguments args = {.positional = c.positional->items,
        .n_positional = c.positional->n,
        .keywords = c.keywords->entries,
        .n_keywords = c.keywords->n,
        .tree = f->tree,
        .node = id};
    return c.unknown ? call_with_unknown(e, callee, &args, out) : eval_call(e, callee, &args, out);
}

/* Are all arguments positional, one each?  Counts them. */
static bool are_positional(const struct frame *f, node_id first, uint32_t *n)
{
    *n = 0;
    for (node_id it = first; it; it = node_of(f, it)->next) {
        enum node_kind kind = (enum node_kind)node_of(f, it)->kind;
        if (kind == NODE_KEYWORD || kind == NODE_STAR || kind == NODE_DOUBLE_STAR) {
            return false;
        }
        ++*n;
    }
    return true;
}

bool interp_call(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    node_id callee_node = node_of(f, id)->child, first = node_of(f, callee_node)->next;
    if (is_plain_dict_call(f, callee_node, first)) {
        return plain_dict(e, f, id, first, out);
    }
    struct value callee;
    if (!interp_expression(e, f, callee_node, &callee)) {
        return false;
    }
    struct arguments args = {.tree = f->tree, .node = id};
    if (!are_positional(f, first, &args.n_positional)) {
        return call_mixed(e, f, id, first, &callee, out);
    }
    struct value *given =
        args.n_positional ? ARENA_MANY(e->arena, struct value, args.n_positional) : NULL;
    args.positional = given;
    for (node_id it = first; it; it = node_of(f, it)->next) {
        if (!interp_expression(e, f, it, given++)) {
            return false;
        }
    }
    return eval_call(e, &callee, &args, out);
}
