/* Which arguments the descriptions of a type take: the parameters of what builds it, and of what
 * that hands its **kwargs on to. */
#include "library/inside.h"

/* A function that was followed once, which is enough: with all keywords that it is handed
 * (parameter 0), or with those that its n-th parameter holds. */
struct followed {
    struct {
        const struct function *def;
        uint64_t parameter;
    } key;
    UT_hash_handle hh;
};

struct taking {
    struct arena *arena;
    struct dict *names;
    struct followed *followed;
    uint64_t looked_at; /* nodes of the descriptions' code */
};

enum {
    MOST_CALLS = 12,      /* that hand arguments on to each other */
    MOST_NODES = 1 << 22, /* that are looked at for one type; what takes more is not known */
    NODES_A_STEP = 32     /* that the evaluator takes */
};

/* False: it is too much. */
static bool look(struct taking *t)
{
    return ++t->looked_at <= MOST_NODES;
}

/* False: it was followed before. */
static bool follow(struct taking *t, const struct function_value *fn, uint32_t parameter)
{
    struct followed *x = ARENA_NEW(t->arena, struct followed), *before;
    *x = (struct followed){.key = {fn->def, parameter}};
    HASH_FIND(hh, t->followed, &x->key, sizeof x->key, before);
    if (!before) {
        HASH_ADD(hh, t->followed, key, sizeof x->key, x);
    }
    return !before;
}

static void add_name(struct taking *t, str name)
{
    if (!dict_find_str(t->names, name)) {
        dict_set_str(t->arena, t->names, name, value_none());
    }
}

/* What a default is: a word for a kind that others are not; nothing: that says nothing. */
static str kind_of_default(const struct tree *tree, node_id id)
{
    const struct node *n = tree_node(tree, id);
    switch ((enum node_kind)n->kind) {
    case NODE_TRUE:
    case NODE_FALSE: return STR("flag");
    case NODE_INTEGER:
    case NODE_FLOAT: return STR("number");
    case NODE_UNARY: return kind_of_default(tree, n->child);
    case NODE_DICT: return STR("dict");
    case NODE_CALL: return str_is(tree_text(tree, n->child), "dict") ? STR("dict") : STR("");
    case NODE_LIST:
    case NODE_TUPLE: return STR("list");
    default: return STR("");
    }
}

/* A parameter, with the kind of its default: of two that differ none. */
static void add_parameter(struct taking *t, const struct tree *tree, node_id param)
{
    str name = string_str(tree_string(tree, tree_node(tree, param)->data));
    const struct entry *e = dict_find_str(t->names, name);
    node_id value = tree_child(tree, param, 0);
    str kind = value ? kind_of_default(tree, value) : STR("needed");
    str before = e && e->value.kind == VALUE_STRING ? value_str(&e->value) : STR("");
    if (e && !value) {
        return;
    }
    if (e && !str_eq(before, kind) && !str_is(before, "needed")) {
        kind = STR("");
    }
    dict_set_str(
        t->arena, t->names, name, kind.n > 0 ? value_string(t->arena, kind) : value_none());
}

static void add_function(struct taking *t, const struct function_value *fn, uint32_t depth);

static bool names(struct taking *t, const struct tree *tree, node_id node, str name)
{
    bool found = tree_node(tree, node)->kind == NODE_NAME && str_eq(tree_text(tree, node), name);
    if (!look(t)) {
        return false;
    }
    EACH_CHILD (tree, node, it) {
        found = found || names(t, tree, it, name);
    }
    return found;
}

/* The parameter that holds all other keywords, where the function looks at them. */
static str more_keywords(struct taking *t, const struct function_value *fn)
{
    EACH_CHILD (fn->tree, tree_child(fn->tree, fn->def->node, 0), it) {
        const struct node *p = tree_node(fn->tree, it);
        str name = string_str(tree_string(fn->tree, p->data));
        if (p->op == PARAM_KWARGS &&
            names(t, fn->tree, tree_child(fn->tree, fn->def->node, 1), name)) {
            return name;
        }
    }
    return STR("");
}

/* The n-th parameter, where it is one of its own. */
static str nth_parameter(const struct function_value *fn, uint32_t n)
{
    EACH_CHILD (fn->tree, tree_child(fn->tree, fn->def->node, 0), it) {
        const struct node *p = tree_node(fn->tree, it);
        if (n-- == 0) {
            return p->op == PARAM_PLAIN ? string_str(tree_string(fn->tree, p->data)) : STR("");
        }
    }
    return STR("");
}

/* What the functions around this one have under a name that is not its own: the nearest that has it
 * at that place. */
static const struct value *around(const struct function_value *fn, node_id node)
{
    uint32_t slot = tree_node(fn->tree, node)->data & 0xFFFF;
    for (const struct frame *f = fn->outer; f; f = f->outer) {
        const uint32_t *names = f->tree->slot_names + f->def->slots_at;
        if (slot < f->def->n_slots &&
            str_eq(string_str(tree_string(f->tree, names[slot])), tree_text(fn->tree, node))) {
            return &f->slots[slot];
        }
    }
    return NULL;
}

/* A function that is known by its name, there or around; NULL for one that is handed in: it is not
 * followed. */
static const struct function_value *callee_of(const struct function_value *fn, node_id callee)
{
    const struct node *n = tree_node(fn->tree, callee);
    const struct value *v = NULL;
    if (n->kind == NODE_NAME && n->op == NAME_FREE) {
        v = around(fn, callee);
    } else if (n->kind == NODE_NAME && n->op == NAME_GLOBAL) {
        const struct entry *e = dict_find_str(fn->globals, tree_text(fn->tree, callee));
        v = e ? &e->value : NULL;
    }
    return v && v->kind == VALUE_FUNCTION ? v->function : NULL;
}

static void add_body(
    struct taking *t, const struct function_value *fn, str held, node_id node, uint32_t depth);

/* What a function looks up in the keywords that a call gives it as one of its arguments. */
static void add_readers(struct taking *t, const struct function_value *fn, str held, node_id call,
    const struct function_value *callee, uint32_t depth)
{
    uint32_t i = 0;
    EACH_CHILD (fn->tree, call, it) {
        if (i > 0 && depth > 0 && names(t, fn->tree, it, held)) {
            str name = nth_parameter(callee, i - 1);
            if (name.n > 0 && follow(t, callee, i)) {
                add_body(
                    t, callee, name, tree_child(callee->tree, callee->def->node, 1), depth - 1);
            }
        }
        i++;
    }
}

/* Keys that the function itself looks up, and the calls in it that are given what `held` holds. */
static void add_body(
    struct taking *t, const struct function_value *fn, str held, node_id node, uint32_t depth)
{
    const struct node *n = tree_node(fn->tree, node);
    if (!look(t)) {
        return;
    }
    if (n->kind == NODE_STRING) {
        add_name(t, string_str(tree_string(fn->tree, n->data)));
    }
    const struct function_value *callee =
        n->kind == NODE_CALL ? callee_of(fn, tree_child(fn->tree, node, 0)) : NULL;
    if (callee && tree_call_hands_on(fn->tree, node)) {
        add_function(t, callee, depth);
    } else if (callee) {
        add_readers(t, fn, held, node, callee, depth);
    }
    EACH_CHILD (fn->tree, node, it) {
        add_body(t, fn, held, it, depth);
    }
}

static void add_function(struct taking *t, const struct function_value *fn, uint32_t depth)
{
    str more = more_keywords(t, fn);
    EACH_CHILD (fn->tree, tree_child(fn->tree, fn->def->node, 0), it) {
        const struct node *p = tree_node(fn->tree, it);
        if (p->op == PARAM_PLAIN || p->op == PARAM_KEYWORD_ONLY) {
            add_parameter(t, fn->tree, it);
        }
    }
    if (more.n > 0 && depth > 0 && follow(t, fn, 0)) {
        add_body(t, fn, more, tree_child(fn->tree, fn->def->node, 1), depth - 1);
    }
}

/* None when one of its descriptions has no function that builds it. */
static struct value find_takes(
    struct library *l, struct taking *t, const struct list *names, struct diags *diags)
{
    for (uint32_t i = 0; i < names->n; i++) {
        const struct declaration *d =
            library_find(l, LIBRARY_module, value_str(&names->items[i]), diags);
        const struct value *make = d ? declaration_get(d, "build") : NULL;
        if (!make || make->kind != VALUE_FUNCTION) {
            return value_none();
        }
        add_function(t, make->function, MOST_CALLS);
    }
    struct value all = value_of_dict(t->names);
    value_freeze(&all);
    return t->looked_at > MOST_NODES ? value_none() : all;
}

/* (names, steps), as it is kept. */
static struct value taken(struct library *l, const struct list *names, struct diags *diags)
{
    struct taking t = {.arena = l->arena, .names = dict_new(l->arena, 16)};
    struct list *pair = list_new(l->arena, 2);
    list_push(l->arena, pair, find_takes(l, &t, names, diags));
    list_push(l->arena, pair, value_int((int64_t)(1 + t.looked_at / NODES_A_STEP)));
    HASH_CLEAR(hh, t.followed);
    return value_of_tuple(pair);
}

struct dict *library_takes(struct library *l, str type, struct diags *diags, uint64_t *steps)
{
    const struct entry *known = dict_find_str(library_bare_names(l, LIBRARY_module), type);
    *steps = 0;
    if (!known) {
        return NULL;
    }
    pthread_mutex_lock(&l->lock);
    if (!l->takes) {
        l->takes = dict_new(l->arena, 16);
    }
    const struct entry *found = dict_find_str(l->takes, type);
    if (!found) {
        found = dict_set_str(
            l->arena, l->takes, value_str(&known->key), taken(l, known->value.list, diags));
    }
    const struct value *names = &found->value.list->items[0];
    *steps = (uint64_t)found->value.list->items[1].i;
    pthread_mutex_unlock(&l->lock);
    return names->kind == VALUE_DICT ? names->dict : NULL;
}
