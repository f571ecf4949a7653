#include "lint/lacks.h"

#include "eval/types.h"
#include "syntax/tree.h"
#include "text/path.h"

static str below(struct arena *a, str path, const struct value *key, uint32_t i)
{
    const char *dot = path.n ? "." : "";
    return key ? arena_printf(a, "%.*s%s%.*s", STR_ARG(path), dot, STR_ARG(value_str(key)))
               : arena_printf(a, "%.*s%s%u", STR_ARG(path), dot, i);
}

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
static bool is_same(const struct value *v, const struct value *about)
{
    if (about->kind == VALUE_DICT) {
        return v->kind == VALUE_DICT && (v->dict == about->dict || holds(about->dict, v->dict));
    }
    return v->kind == about->kind && is_at(v, about);
}

enum {
    MOST_LOOKED_AT = 20000 /* values, before a place is given up */
};

struct search {
    struct arena *arena;
    const struct value *about;
    uint32_t left;
};

/* Where in `v`, which is at `at`, the value stands; false: nowhere. */
static bool find(struct search *s, const struct value *v, str at, uint32_t depth, str *out)
{
    if (is_same(v, s->about)) {
        *out = at;
        return true;
    }
    uint32_t n = v->kind == VALUE_DICT ? v->dict->n : value_is_sequence(v) ? v->list->n : 0;
    for (uint32_t i = 0; depth > 0 && i < n && s->left > 0; i++) {
        const struct entry *e = v->kind == VALUE_DICT ? &v->dict->entries[i] : NULL;
        const struct value *item = e ? &e->value : &v->list->items[i];
        bool nests = item->kind == VALUE_DICT || value_is_sequence(item);
        s->left--;
        if ((nests || is_same(item, s->about)) &&
            find(s, item, below(s->arena, at, e ? &e->key : NULL, i), depth - 1, out)) {
            return true;
        }
    }
    return false;
}

/* In the part first: one None may stand at several places, which share a variable. */
static bool find_near(
    struct arena *a, const struct config *c, str part, const struct value *about, str *out)
{
    struct search s = {a, about, MOST_LOOKED_AT};
    const struct value *own = config_at(c, part);
    return (own && find(&s, own, part, VALUE_DEPTH, out)) ||
           find(&s, &c->root, STR(""), VALUE_DEPTH, out);
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

struct list *lacks_of(
    struct arena *a, const struct config *c, str part, const struct unknown_type *stopped)
{
    struct list *all = list_new(a, 1);
    const struct exception *x = stopped->raised;
    const struct value *about = x->about;
    str path;
    for (uint32_t i = 0; stopped->missing && i < stopped->missing->n; i++) {
        list_push(a, all, value_string(a, below(a, part, &stopped->missing->items[i], 0)));
    }
    if (all->n > 0 || !about || part.n == 0) {
        return all;
    }
    if (value_is_none(about) && is_description(about->tree)) {
        str name = parameter_of(about->tree, about->node);
        if (name.n > 0) {
            list_push(a, all,
                value_string(a, arena_printf(a, "%.*s.%.*s", STR_ARG(part), STR_ARG(name))));
        }
    } else if (about->kind == VALUE_DICT && find_near(a, c, part, about, &path)) {
        bool is_key = x->type->id == TYPE_KEY_ERROR && x->args->n == 1 &&
                      x->args->items[0].kind == VALUE_STRING;
        str key = is_key ? value_str(&x->args->items[0]) : STR("type");
        list_push(
            a, all, value_string(a, arena_printf(a, "%.*s.%.*s", STR_ARG(path), STR_ARG(key))));
    } else if (about->kind != VALUE_DICT && find_near(a, c, part, about, &path)) {
        list_push(a, all, value_string(a, path));
    }
    return all;
}
