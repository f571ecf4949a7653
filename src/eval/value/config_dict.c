/*
 * mmengine's ConfigDict, on top of addict's Dict.
 *
 * On the way in, plain dicts become ConfigDicts, in lists and tuples too (as copies); update is
 * deep; merge knows
 * `_delete_`.
 */
#include "eval/ops.h"

/* Dicts in it become ConfigDicts, but for those of classes derived from dict; or, as addict has it,
 * all of them Dicts. */
static struct value hook(
    struct eval *e, const struct value *v, enum dict_flavor flavor, uint32_t depth)
{
    struct value copy = value_found(*v);
    v = &copy;
    if (depth == 0 || !fuel_step(e->fuel, 1)) {
        return ops_unknown(e, "it is nested too deeply");
    }
    if (v->kind == VALUE_DICT && (flavor == DICT_ADDICT || v->dict->flavor <= DICT_ORDERED)) {
        copy.dict = dict_copy(e->arena, v->dict);
        copy.dict->flavor = (uint8_t)flavor;
        for (uint32_t i = 0; i < copy.dict->n; i++) {
            struct value *item = &copy.dict->entries[i].value;
            *item = hook(e, item, flavor, depth - 1);
        }
    } else if (value_is_sequence(v)) {
        copy.list = list_copy(e->arena, v->list);
        for (uint32_t i = 0; i < copy.list->n; i++) {
            copy.list->items[i] = hook(e, &v->list->items[i], flavor, depth - 1);
        }
    }
    return copy;
}

struct value ops_config_hook(struct eval *e, const struct value *v)
{
    return hook(e, v, DICT_CONFIG, VALUE_DEPTH);
}

bool ops_config_set(struct eval *e, struct dict *d, const struct value *key, struct value v)
{
    uint32_t hash = key->kind == VALUE_STRING ? key->s->hash : 0;
    const struct entry *old = key->kind == VALUE_STRING ? dict_find(d, key, hash) : NULL;
    bool inherited = old && old->key.tree && key->tree && old->key.tree != key->tree;
    const struct past was = old ? (struct past){old->value, old->past} : (struct past){0};
    if (!ops_dict_set(e, d, key, v)) {
        return false;
    }
    struct entry *now = inherited ? dict_find(d, key, hash) : NULL;
    if (now) {
        struct past *past = ARENA_NEW(e->arena, struct past);
        *past = was;
        now->past = past;
        now->key = *key;
    }
    return true;
}

static bool update(struct eval *e, struct dict *d, const struct dict *other, uint32_t depth)
{
    bool deep = dict_is_config(d);
    if (depth == 0) {
        return eval_raise(e, TYPE_RECURSION_ERROR, "maximum recursion depth exceeded");
    }
    uint32_t n = other->n;
    if (!ops_mutable(e, d->frozen) || !eval_spend(e, n)) {
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        const struct entry *from = &other->entries[i];
        struct entry *old = dict_find(d, &from->key, from->hash);
        if (deep && old && old->value.kind == VALUE_DICT && from->value.kind == VALUE_DICT) {
            if (!update(e, old->value.dict, from->value.dict, depth - 1)) {
                return false;
            }
            continue;
        }
        struct value v = d->flavor == DICT_CONFIG ? ops_config_hook(e, &from->value) : from->value;
        if (!ops_config_set(e, d, &from->key, v)) {
            return false;
        }
    }
    return true;
}

bool ops_config_update(struct eval *e, struct dict *d, const struct dict *other)
{
    return update(e, d, other, VALUE_DEPTH);
}

/* addict's Dict.__or__ and __ror__ */
bool ops_config_union(
    struct eval *e, const struct value *left, const struct value *right, struct value *out)
{
    *out = hook(e, left, DICT_ADDICT, VALUE_DEPTH);
    return value_is_unknown(out) || update(e, out->dict, right->dict, VALUE_DEPTH);
}

/* ConfigDict.copy sets one item after the other: lists and tuples become new ones. */
struct value ops_config_copy(struct eval *e, const struct dict *d)
{
    struct dict *copy = dict_copy(e->arena, d);
    for (uint32_t i = 0; i < copy->n; i++) {
        copy->entries[i].value = ops_config_hook(e, &copy->entries[i].value);
    }
    return value_of_dict(copy);
}

/* _merge_a_into_b of ConfigDict.merge, with `a` the new and `b` the old value; NULL: absent. */
static struct value merged(
    struct eval *e, const struct value *a, const struct value *b, uint32_t depth)
{
    if (depth == 0 || !fuel_step(e->fuel, 1)) {
        return ops_unknown(e, "it is nested too deeply");
    }
    if (!a || a->kind != VALUE_DICT) {
        return a ? *a : *b;
    }
    struct dict *result = dict_new(e->arena, a->dict->n);
    const struct entry *mark = dict_find_str(a->dict, STR("_delete_"));
    bool plain = !b || b->kind != VALUE_DICT;
    bool clears = mark && value_truth(&mark->value);
    if (!plain && !clears) {
        for (uint32_t i = 0; i < b->dict->n; i++) {
            const struct entry *old = &b->dict->entries[i];
            const struct entry *new = dict_find(a->dict, &old->key, old->hash);
            if (!value_is_str(&old->key, "_delete_")) {
                dict_set(e->arena, result, new ? &new->key : &old->key, old->hash,
                    merged(e, new ? &new->value : NULL, &old->value, depth - 1));
            }
        }
    }
    for (uint32_t i = 0; i < a->dict->n; i++) {
        const struct entry *new = &a->dict->entries[i];
        if (value_is_str(&new->key, "_delete_") || dict_find(result, &new->key, new->hash)) {
            continue;
        }
        /* Below a value that replaces a non-dict, nothing is merged and inner marks stay. */
        dict_set(e->arena, result, &new->key, new->hash,
            plain ? new->value : merged(e, &new->value, NULL, depth - 1));
    }
    struct value v = *a;
    v.dict = result;
    return v;
}

bool ops_config_merge(struct eval *e, struct dict *d, const struct value *other)
{
    if (!ops_mutable(e, d->frozen)) {
        return false;
    }
    if (value_is_unknown(other)) {
        struct value container = value_of_dict(d);
        return ops_lose(e, &container, other, "something unknown was merged into it");
    }
    struct value a, b, self = value_of_dict(d);
    if (!ops_deep_copy(e, other, true, &a) || !ops_deep_copy(e, &self, true, &b)) {
        return false;
    }
    struct value result = merged(e, &a, &b, VALUE_DEPTH);
    if (result.kind != VALUE_DICT) {
        return eval_raise(e, TYPE_ATTRIBUTE_ERROR, "merge() needs a dict");
    }
    dict_clear(d);
    for (uint32_t i = 0; i < result.dict->n; i++) {
        const struct entry *x = &result.dict->entries[i];
        dict_set(e->arena, d, &x->key, x->hash, ops_config_hook(e, &x->value));
    }
    return true;
}
