#include "migrate/override.h"

#include "config/compare.h"

static bool holds_all_keys(const struct dict *have, const struct dict *want)
{
    for (uint32_t i = 0; i < have->n; i++) {
        if (!dict_find(want, &have->entries[i].key, have->entries[i].hash)) {
            return false;
        }
    }
    return true;
}

/* A whole dict in place of the one that is inherited. */
static struct value replacing(struct arena *a, const struct value *want)
{
    struct value v = *want;
    v.dict = dict_new(a, want->dict->n + 1);
    dict_set_str(a, v.dict, STR("_delete_"), value_bool(true));
    for (uint32_t i = 0; i < want->dict->n; i++) {
        const struct entry *e = &want->dict->entries[i];
        dict_set(a, v.dict, &e->key, e->hash, e->value);
    }
    return v;
}

static struct value difference(
    struct arena *a, const struct value *base, const struct value *want, uint32_t depth);

static struct value entries(
    struct arena *a, const struct dict *base, const struct value *want, uint32_t depth)
{
    struct value v = *want;
    v.dict = dict_new(a, want->dict->n);
    for (uint32_t i = 0; i < want->dict->n; i++) {
        const struct entry *e = &want->dict->entries[i];
        const struct entry *old = dict_find(base, &e->key, e->hash);
        if (!old) {
            dict_set(a, v.dict, &e->key, e->hash, e->value);
        } else if (!value_same(&old->value, &e->value)) {
            dict_set(a, v.dict, &e->key, e->hash, difference(a, &old->value, &e->value, depth - 1));
        }
    }
    if (v.dict->n < want->dict->n) { /* a part is not what the text of the whole gives */
        v.tree = NULL;
        v.node = 0;
    }
    return v;
}

static struct value difference(
    struct arena *a, const struct value *base, const struct value *want, uint32_t depth)
{
    if (want->kind != VALUE_DICT || depth == 0) {
        return *want;
    }
    if (base->kind != VALUE_DICT || !holds_all_keys(base->dict, want->dict)) {
        return replacing(a, want);
    }
    return entries(a, base->dict, want, depth);
}

bool override_find(struct arena *a, const struct value *bases, const struct value *want,
    struct value *out, str *impossible)
{
    for (uint32_t i = 0; i < bases->dict->n; i++) {
        const struct entry *e = &bases->dict->entries[i];
        if (!dict_find(want->dict, &e->key, e->hash)) {
            *impossible = value_str(&e->key);
            return false;
        }
    }
    *out = entries(a, bases->dict, want, VALUE_DEPTH);
    return true;
}
