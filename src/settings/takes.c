/* Which arguments the descriptions of a type take: the parameters of what builds it, and of what
 * that hands its **kwargs on to. */
#include "settings/inside.h"

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

/* Does it take all other keywords, too? */
static bool takes_more(const struct function_value *fn)
{
    bool more = false;
    EACH_CHILD (fn->tree, tree_child(fn->tree, fn->def->node, 0), it) {
        more |= tree_node(fn->tree, it)->op == PARAM_KWARGS;
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

bool settings_takes(struct settings *s, str type, struct list **out)
{
    struct taking t = {s->arena, dict_new(s->arena, 16)};
    const struct entry *known = dict_find_str(library_bare_names(s->library, LIBRARY_module), type);
    for (uint32_t i = 0; known && i < known->value.list->n; i++) {
        const struct declaration *d = library_find(
            s->library, LIBRARY_module, value_str(&known->value.list->items[i]), s->diags);
        const struct value *make = d ? declaration_get(d, "build") : NULL;
        if (!make || make->kind != VALUE_FUNCTION) {
            return false;
        }
        add_function(&t, make->function, MOST_CALLS);
    }
    *out = list_new(s->arena, t.names->n);
    for (uint32_t i = 0; i < t.names->n; i++) {
        list_push(s->arena, *out, t.names->entries[i].key);
    }
    return known != NULL;
}
