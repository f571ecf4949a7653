/* Config._merge_a_into_b of mmcv and mmengine: a child's dict over its bases'. */
#include "config/load.h"

#include "eval/ops.h"
#include "eval/text.h"

/* The entry as it is after `over` has replaced its value: knows what it was before. */
static void set_over(struct eval *e, struct dict *d, const struct entry *child, struct value v)
{
    struct entry *old = dict_find(d, &child->key, child->hash);
    if (!old) {
        dict_set(e->arena, d, &child->key, child->hash, v)->past = child->past;
        return;
    }
    struct past *past = ARENA_NEW(e->arena, struct past);
    past->value = old->value;
    past->next = old->past;
    old->past = past;
    old->key.tree = child->key.tree;
    old->key.node = child->key.node;
    old->key.how = child->key.how;
    old->value = v;
}

/* `_delete_` of a child's dict, and the dict without it. */
static bool takes_delete(struct eval *e, struct value *v)
{
    const struct entry *mark = dict_find_str(v->dict, STR("_delete_"));
    if (!mark) {
        return false;
    }
    bool truth = value_truth(&mark->value);
    v->dict = dict_copy(e->arena, v->dict);
    dict_remove(v->dict, dict_find_str(v->dict, STR("_delete_")));
    return truth;
}

static str type_in_message(const struct value *v)
{
    return v->kind == VALUE_NONE ? STR("NoneType") : value_type_name(v);
}

static bool cannot_inherit(struct eval *e, const struct entry *child, const struct value *base)
{
    str type = type_in_message(base), key = value_str(&child->key);
    const struct value *at = child->value.tree ? &child->value : &child->key;
    return eval_raise_at(e, at->tree, at->node, TYPE_TYPE_ERROR,
        "'%.*s' is a dict here but of type %.*s in the base, so nothing can be inherited; "
        "_delete_=True replaces the base's value",
        STR_ARG(key), STR_ARG(type));
}

static bool list_position(const struct value *key, const struct value *in, uint64_t *out)
{
    if (key->kind != VALUE_STRING || in->kind != VALUE_LIST || key->s->n == 0) {
        return false;
    }
    *out = 0;
    for (uint32_t i = 0; i < key->s->n; i++) {
        char c = key->s->bytes[i];
        if (c < '0' || c > '9') {
            return false;
        }
        *out = *out < UINT32_MAX ? *out * 10 + (uint64_t)(c - '0') : *out; /* beyond any list */
    }
    return true;
}

static bool merge(struct eval *e, const struct value *a, const struct value *b, bool list_keys,
    uint32_t depth, struct value *out);

/* A child's dict over a list: its keys are positions. */
static bool merge_into_list(
    struct eval *e, const struct value *a, const struct value *b, uint32_t depth, struct value *out)
{
    *out = *b;
    out->list = list_copy(e->arena, b->list);
    for (uint32_t i = 0; i < a->dict->n; i++) {
        const struct entry *child = &a->dict->entries[i];
        uint64_t k;
        if (!list_position(&child->key, b, &k)) {
            return eval_raise_at(e, child->key.tree, child->key.node, TYPE_TYPE_ERROR,
                "this changes an item of a list, so a number is needed here");
        }
        if (k >= out->list->n) {
            return eval_raise_at(e, child->key.tree, child->key.node, TYPE_KEY_ERROR,
                "index %llu is beyond the list, which has %u items", (unsigned long long)k,
                out->list->n);
        }
        const struct value *item = &b->list->items[k];
        if (child->value.kind != VALUE_DICT ||
            (item->kind != VALUE_DICT && item->kind != VALUE_LIST)) {
            str type = value_type_name(child->value.kind != VALUE_DICT ? &child->value : item);
            return eval_raise_at(e, child->key.tree, child->key.node, TYPE_ATTRIBUTE_ERROR,
                "only keys of a dict in a list can be set, and this is of type %.*s",
                STR_ARG(type));
        }
        if (!merge(e, &child->value, item, true, depth - 1, &out->list->items[k])) {
            return false;
        }
    }
    return true;
}

static bool merge(struct eval *e, const struct value *a, const struct value *b, bool list_keys,
    uint32_t depth, struct value *out)
{
    if (depth == 0) {
        return eval_raise(e, TYPE_RECURSION_ERROR, "maximum recursion depth exceeded");
    }
    if (b->kind == VALUE_LIST) {
        return merge_into_list(e, a, b, depth, out);
    }
    if (b->kind != VALUE_DICT) {
        return eval_raise_at(
            e, a->tree, a->node, TYPE_TYPE_ERROR, "a dict cannot be merged into this");
    }
    struct dict *d = dict_copy(e->arena, b->dict);
    *out = *b;
    out->dict = d;
    for (uint32_t i = 0; i < a->dict->n; i++) {
        const struct entry *child = &a->dict->entries[i];
        if (child->value.kind != VALUE_DICT) {
            set_over(e, d, child, child->value);
            continue;
        }
        struct value v = child->value;
        const struct entry *base = dict_find(d, &child->key, child->hash);
        const struct entry *mark = base ? dict_find_str(v.dict, STR("_delete_")) : NULL;
        if (mark && value_is_unknown(&mark->value)) {
            set_over(e, d, child, mark->value);
            continue;
        }
        if (!base || takes_delete(e, &v)) {
            set_over(e, d, child, v);
            continue;
        }
        if (value_is_unknown(&base->value)) {
            set_over(e, d, child, base->value);
            continue;
        }
        bool can = base->value.kind == VALUE_DICT || (list_keys && base->value.kind == VALUE_LIST);
        if (!can) {
            return cannot_inherit(e, child, &base->value);
        }
        struct value merged;
        if (!merge(e, &v, &base->value, list_keys, depth - 1, &merged)) {
            return false;
        }
        /* The dict goes on being the base's; its changed entries know their past themselves. */
        dict_find(d, &child->key, child->hash)->value = merged;
    }
    return true;
}

struct value load_thawed(struct arena *a, const struct value *v, uint32_t depth)
{
    struct value copy = *v;
    if (depth > 0 && v->kind == VALUE_DICT) {
        copy.dict = dict_copy(a, v->dict);
        copy.dict->flavor = DICT_CONFIG;
        for (uint32_t i = 0; i < copy.dict->n; i++) {
            struct value *item = &copy.dict->entries[i].value;
            *item = load_thawed(a, item, depth - 1);
        }
    } else if (depth > 0 && value_is_sequence(v)) {
        copy.list = list_copy(a, v->list);
        for (uint32_t i = 0; i < copy.list->n; i++) {
            copy.list->items[i] = load_thawed(a, &v->list->items[i], depth - 1);
        }
    }
    return copy;
}

bool merge_configs(
    struct eval *e, const struct value *a, const struct value *b, bool list_keys, struct value *out)
{
    return merge(e, a, b, list_keys, VALUE_DEPTH, out);
}
