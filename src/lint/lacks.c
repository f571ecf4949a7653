#include "lint/lacks.h"

#include "eval/types.h"
#include "lint/seek.h"
#include "syntax/tree.h"
#include "text/path.h"

static bool is_at(const struct value *v, const struct value *other)
{
    return v->node && v->node == other->node && v->tree == other->tree;
}

/* Descriptions copy dicts and add to them. */
static bool holds(const struct dict *copy, const struct dict *d)
{
    bool all = d->n > 0;
    for (uint32_t i = 0; all && i < d->n; i++) {
        const struct entry *e = &d->entries[i], *x = dict_find(copy, &e->key, e->hash);
        all = x && is_at(&x->value, &e->value);
    }
    return all;
}

/* The dict itself, or another value of the same kind that is made at the same place. */
static bool is_same(const struct value *v, const void *sought)
{
    const struct value *about = sought;
    if (about->kind == VALUE_DICT) {
        return v->kind == VALUE_DICT && (v->dict == about->dict || holds(about->dict, v->dict));
    }
    return v->kind == about->kind && is_at(v, about);
}

enum {
    MOST_LOOKED_AT = 20000 /* values, before a place is given up */
};

/* In the part first: one None may stand at several places, which share a variable. */
static bool find_near(
    struct arena *a, const struct config *c, str part, const struct value *about, str *out)
{
    const struct value *own = config_at(c, part);
    return (own && seek_value(a, own, part, MOST_LOOKED_AT, is_same, about, out)) ||
           seek_value(a, &c->root, STR(""), MOST_LOOKED_AT, is_same, about, out);
}

static bool is_description(const struct tree *t)
{
    return t && str_is(path_extension(t->source->path), ".star");
}

/* The parameter whose default it is, of a function that builds a part: it is called as the class.
 */
static str parameter_of(const struct tree *t, node_id value)
{
    for (uint32_t i = 0; i < t->n_functions; i++) {
        const struct function *fn = &t->functions[i];
        str name = string_str(tree_string(t, fn->name));
        if (tree_node(t, fn->node)->kind != NODE_DEF || !name.n || name.p[0] < 'A' ||
            name.p[0] > 'Z') {
            continue;
        }
        EACH_CHILD (t, tree_child(t, fn->node, 0), it) {
            const struct node *p = tree_node(t, it);
            if (p->child && p->child == value) {
                return string_str(tree_string(t, p->data));
            }
        }
    }
    return STR("");
}

static void add(struct arena *a, struct list *all, str path, str key)
{
    str whole = arena_printf(a, "%.*s.%.*s", STR_ARG(path), STR_ARG(key));
    list_push(a, all, value_string(a, whole));
}

struct list *lacks_of(
    struct arena *a, const struct config *c, str part, const struct unknown_type *stopped)
{
    struct list *all = list_new(a, 1);
    const struct exception *x = stopped->raised;
    const struct value *about = x->about;
    str path = STR("");
    for (uint32_t i = 0; part.n > 0 && stopped->missing && i < stopped->missing->n; i++) {
        add(a, all, part, value_str(&stopped->missing->items[i]));
    }
    if (all->n > 0 || !about || part.n == 0) {
        return all;
    }
    if (is_description(about->tree) && (value_is_none(about) || x->operand)) {
        str name = parameter_of(about->tree, about->node);
        if (name.n > 0) {
            add(a, all, part, name);
        }
    } else if (find_near(a, c, part, about, &path) && about->kind == VALUE_DICT && !x->operand) {
        bool is_key = x->type->id == TYPE_KEY_ERROR && x->args->n == 1 &&
                      x->args->items[0].kind == VALUE_STRING;
        add(a, all, path, is_key ? value_str(&x->args->items[0]) : STR("type"));
    } else if (path.n > 0) {
        list_push(a, all, value_string(a, path));
    }
    return all;
}
