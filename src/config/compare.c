#include "config/compare.h"

#include "config/config.h"
#include "eval/builtins.h"
#include "eval/text.h"

struct comparer {
    void *ctx;
    struct arena *a;
    struct differences *out;
    bool plans; /* what is as planned is no difference */
};

static bool same(const struct value *a, const struct value *b, uint32_t depth);

static bool same_lists(const struct list *a, const struct list *b, uint32_t depth)
{
    if (a == b) {
        return true;
    }
    if (a->n != b->n) {
        return false;
    }
    for (uint32_t i = 0; i < a->n; i++) {
        if (!same(&a->items[i], &b->items[i], depth)) {
            return false;
        }
    }
    return true;
}

static bool same_dicts(const struct dict *a, const struct dict *b, uint32_t depth)
{
    if (a == b) {
        return true;
    }
    if (a->n != b->n) {
        return false;
    }
    for (uint32_t i = 0; i < a->n; i++) {
        const struct entry *x = &a->entries[i], *y = dict_find(b, &x->key, x->hash);
        if (!y || x->key.kind != y->key.kind || !same(&x->value, &y->value, depth)) {
            return false;
        }
    }
    return true;
}

static str shown(struct arena *a, const struct value *v)
{
    struct buf b = buf_make(a->owner);
    bool unknown = false;
    text_repr(a, &b, v, &unknown);
    return buf_str(&b);
}

/* What has no parts that could be compared is the same when it is shown the same. */
static bool same_text(const struct value *a, const struct value *b)
{
    void *ctx = mem_context(NULL);
    struct arena *arena = arena_new(ctx);
    bool equal = str_eq(shown(arena, a), shown(arena, b));
    talloc_free(ctx);
    return equal;
}

static bool same(const struct value *a, const struct value *b, uint32_t depth)
{
    if (a->kind != b->kind || depth == 0) {
        return false;
    }
    switch (a->kind) {
    case VALUE_LIST:
    case VALUE_TUPLE: return same_lists(a->list, b->list, depth - 1);
    case VALUE_DICT:
    case VALUE_SET:
    case VALUE_FROZENSET: return same_dicts(a->dict, b->dict, depth - 1);
    case VALUE_FLOAT: return memcmp(&a->f, &b->f, sizeof a->f) == 0;
    case VALUE_UNKNOWN: return str_eq(a->unknown->reason, b->unknown->reason);
    case VALUE_LAZY:
        return str_eq(a->lazy->module, b->lazy->module) && str_eq(a->lazy->name, b->lazy->name);
    case VALUE_NONE:
    case VALUE_BOOL:
    case VALUE_INT:
    case VALUE_BIG_INT:
    case VALUE_STRING:
    case VALUE_BYTES:
    case VALUE_RANGE: return value_equal(a, b, NULL, NULL);
    default: return same_text(a, b);
    }
}

bool value_same(const struct value *a, const struct value *b)
{
    return same(a, b, VALUE_DEPTH);
}

static str below(struct comparer *c, str path, const struct value *key)
{
    str name = key->kind == VALUE_STRING ? value_str(key) : shown(c->a, key);
    return path.n ? arena_printf(c->a, "%.*s.%.*s", STR_ARG(path), STR_ARG(name)) : name;
}

/* Three values at one place; NULL: nothing is there. */
struct at {
    const struct value *old, *new, *planned;
};

static void note(struct comparer *c, str path, struct at v)
{
    bool planned =
        c->plans && (v.new &&v.planned ? value_same(v.new, v.planned) : !v.new && !v.planned);
    if (!planned) {
        vec_push(c->ctx, &c->out->list, ((struct difference){path, v.old, v.new}));
    }
}

static void compare(struct comparer *c, str path, struct at v, uint32_t depth);

static const struct value *entry_of(const struct value *v, const struct entry *like)
{
    const struct entry *e =
        v && v->kind == VALUE_DICT ? dict_find(v->dict, &like->key, like->hash) : NULL;
    return e && e->key.kind == like->key.kind ? &e->value : NULL;
}

static const struct value *item_of(const struct value *v, uint32_t i)
{
    return v && value_is_sequence(v) && i < v->list->n ? &v->list->items[i] : NULL;
}

static void compare_dicts(struct comparer *c, str path, struct at v, uint32_t depth)
{
    for (uint32_t i = 0; i < v.old->dict->n; i++) {
        const struct entry *x = &v.old->dict->entries[i];
        struct at below_it = {&x->value, entry_of(v.new, x), entry_of(v.planned, x)};
        compare(c, below(c, path, &x->key), below_it, depth);
    }
    for (uint32_t i = 0; i < v.new->dict->n; i++) {
        const struct entry *y = &v.new->dict->entries[i];
        if (!entry_of(v.old, y)) {
            note(c, below(c, path, &y->key), (struct at){NULL, &y->value, entry_of(v.planned, y)});
        }
    }
}

static void compare(struct comparer *c, str path, struct at v, uint32_t depth)
{
    if (depth == 0 || !v.new || v.old->kind != v.new->kind) {
        note(c, path, v);
    } else if (v.old->kind == VALUE_DICT && v.old->dict != v.new->dict) {
        compare_dicts(c, path, v, depth - 1);
    } else if (value_is_sequence(v.old) && v.old->list != v.new->list &&
               v.old->list->n == v.new->list->n) {
        for (uint32_t i = 0; i < v.old->list->n; i++) {
            str at = arena_printf(c->a, "%.*s%s%u", STR_ARG(path), path.n ? "." : "", i);
            struct at item = {item_of(v.old, i), item_of(v.new, i), item_of(v.planned, i)};
            compare(c, at, item, depth - 1);
        }
    } else if (!same(v.old, v.new, depth)) {
        note(c, path, v);
    }
}

void config_compare(void *talloc_ctx, struct arena *a, const struct value *old,
    const struct value *new, struct differences *out)
{
    struct comparer c = {talloc_ctx, a, out, false};
    compare(&c, STR(""), (struct at){old, new, NULL}, VALUE_DEPTH);
}

void config_compare_planned(void *talloc_ctx, struct arena *a, const struct value *old,
    const struct value *new, const struct value *planned, struct differences *out)
{
    struct comparer c = {talloc_ctx, a, out, true};
    compare(&c, STR(""), (struct at){old, new, planned}, VALUE_DEPTH);
}

/* --- one changed place --- */

/* Is there a key that is no string and looks like this one?  Then it is not clear which is meant.
 */
static bool is_shown_as(struct arena *a, const struct dict *d, str part)
{
    for (uint32_t i = 0; i < d->n; i++) {
        const struct value *key = &d->entries[i].key;
        if (key->kind != VALUE_STRING && str_eq(shown(a, key), part)) {
            return true;
        }
    }
    return false;
}

static bool put_in_dict(
    struct arena *a, struct value *v, str part, str rest, const struct value *put)
{
    if (v->kind != VALUE_DICT) {
        *v = value_of_dict(dict_new(a, 2));
    } else {
        v->dict = dict_copy(a, v->dict);
    }
    struct entry *e = dict_find_str(v->dict, part);
    if (!e && is_shown_as(a, v->dict, part)) {
        return false;
    }
    if (!put && rest.n == 0) {
        if (e) {
            dict_remove(v->dict, e);
        }
        return e != NULL;
    }
    if (!e) {
        e = dict_set_str(a, v->dict, part, value_none());
    }
    if (rest.n == 0) {
        e->value = *put;
        return true;
    }
    return value_put(a, &e->value, rest, put);
}

bool value_put(struct arena *a, struct value *root, str path, const struct value *v)
{
    str rest, part = dotted_head(path, &rest);
    if (root->kind == VALUE_DICT || root->kind == VALUE_NONE) {
        return put_in_dict(a, root, part, rest, v);
    }
    struct value *slot = value_is_sequence(root) ? value_own_item(a, root, part) : NULL;
    if (!slot || (!v && rest.n == 0)) {
        return false;
    }
    if (rest.n == 0) {
        *slot = *v;
        return true;
    }
    return value_put(a, slot, rest, v);
}
