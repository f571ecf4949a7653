/* Which arguments the descriptions of a type take: the parameters of what builds it, and of what
 * that hands its **kwargs on to. */
#include "library/inside.h"

struct taking {
    struct arena *arena;
    struct dict *names;
};

enum {
    MOST_CALLS = 12 /* that hand arguments on to each other */
};

static void add_name(struct taking *t, str name)
{
    dict_set_str(t->arena, t->names, name, value_none());
}

static void add_function(struct taking *t, const struct function_value *fn, uint32_t depth);

static bool names(const struct tree *tree, node_id node, str name)
{
    bool found = tree_node(tree, node)->kind == NODE_NAME && str_eq(tree_text(tree, node), name);
    EACH_CHILD (tree, node, it) {
        found = found || names(tree, it, name);
    }
    return found;
}

/* Does it look at all other keywords, too? */
static bool takes_more(const struct function_value *fn)
{
    bool more = false;
    EACH_CHILD (fn->tree, tree_child(fn->tree, fn->def->node, 0), it) {
        const struct node *p = tree_node(fn->tree, it);
        more |= p->op == PARAM_KWARGS && names(fn->tree, tree_child(fn->tree, fn->def->node, 1),
                                             string_str(tree_string(fn->tree, p->data)));
    }
    return more;
}

static bool hands_on(const struct tree *tree, node_id call)
{
    EACH_CHILD (tree, call, it) {
        if (tree_node(tree, it)->kind == NODE_DOUBLE_STAR) {
            return true;
        }
    }
    return false;
}

/* A function of the library by its name.  One that is handed in is not followed. */
static void add_callee(
    struct taking *t, const struct function_value *fn, node_id callee, uint32_t depth)
{
    const struct node *n = tree_node(fn->tree, callee);
    bool global = n->kind == NODE_NAME && n->op == NAME_GLOBAL;
    const struct entry *e = global ? dict_find_str(fn->globals, tree_text(fn->tree, callee)) : NULL;
    if (e && e->value.kind == VALUE_FUNCTION) {
        add_function(t, e->value.function, depth);
    }
}

/* Keys that the function itself looks up, and the calls in it. */
static void add_body(
    struct taking *t, const struct function_value *fn, node_id node, uint32_t depth)
{
    const struct node *n = tree_node(fn->tree, node);
    if (n->kind == NODE_STRING) {
        add_name(t, string_str(tree_string(fn->tree, n->data)));
    }
    if (n->kind == NODE_CALL && hands_on(fn->tree, node)) {
        add_callee(t, fn, tree_child(fn->tree, node, 0), depth);
    }
    EACH_CHILD (fn->tree, node, it) {
        add_body(t, fn, it, depth);
    }
}

static void add_function(struct taking *t, const struct function_value *fn, uint32_t depth)
{
    bool more = takes_more(fn);
    EACH_CHILD (fn->tree, tree_child(fn->tree, fn->def->node, 0), it) {
        const struct node *p = tree_node(fn->tree, it);
        if (p->op == PARAM_PLAIN || p->op == PARAM_KEYWORD_ONLY) {
            add_name(t, string_str(tree_string(fn->tree, p->data)));
        }
    }
    if (more && depth > 0) {
        add_body(t, fn, tree_child(fn->tree, fn->def->node, 1), depth - 1);
    }
}

/* NULL when one of its descriptions has no function that builds it. */
static struct dict *find_takes(struct library *l, const struct list *names, struct diags *diags)
{
    struct taking t = {l->arena, dict_new(l->arena, 16)};
    for (uint32_t i = 0; i < names->n; i++) {
        const struct declaration *d =
            library_find(l, LIBRARY_module, value_str(&names->items[i]), diags);
        const struct value *make = d ? declaration_get(d, "build") : NULL;
        if (!make || make->kind != VALUE_FUNCTION) {
            return NULL;
        }
        add_function(&t, make->function, MOST_CALLS);
    }
    struct value all = value_of_dict(t.names);
    value_freeze(&all);
    return t.names;
}

struct dict *library_takes(struct library *l, str type, struct diags *diags)
{
    const struct entry *known = dict_find_str(library_bare_names(l, LIBRARY_module), type);
    if (!known) {
        return NULL;
    }
    pthread_mutex_lock(&l->lock);
    if (!l->takes) {
        l->takes = dict_new(l->arena, 16);
    }
    const struct entry *found = dict_find_str(l->takes, type);
    struct dict *names = found ? found->value.dict : find_takes(l, known->value.list, diags);
    if (!found && names) {
        dict_set_str(l->arena, l->takes, value_str(&known->key), value_of_dict(names));
    }
    pthread_mutex_unlock(&l->lock);
    return names;
}
