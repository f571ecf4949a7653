/* Objects that a config leaves behind: iterators, views, modules, ...
 *
 * mmcv shows them as they are.  mmengine copies every value (copy.deepcopy), which generators,
 * views and modules refuse. */
#include "config/load.h"

#include "eval/builtins.h"
#include "eval/ops.h"
#include "eval/text.h"

struct settling {
    struct arena *a;
    struct eval *e;
    bool copies;
};

static bool refuse(struct settling *s, const struct value *v)
{
    str type = value_type_name(v);
    return eval_raise_at(
        s->e, v->tree, v->node, TYPE_TYPE_ERROR, "cannot pickle '%.*s' object", STR_ARG(type));
}

static bool settle(struct settling *s, struct value *v, uint32_t depth);

/* An iterator leads to what it takes its items from. */
static bool copies(
    struct settling *s, const struct value *v, const struct iterator *it, uint32_t depth)
{
    if (it->generator) {
        struct value generator = *v;
        generator.iterator = (struct iterator *)it;
        return refuse(s, &generator);
    }
    for (uint32_t i = 0; i < it->n_sources; i++) {
        if (it->sources[i] && depth > 0 && !copies(s, v, it->sources[i], depth - 1)) {
            return false;
        }
    }
    return true;
}

/* What is left of it, mmengine's copy shows by another type. */
static bool settle_iterator(struct settling *s, struct value *v, uint32_t depth)
{
    if (s->copies && !copies(s, v, v->iterator, depth)) {
        return false;
    }
    *v = value_unknown(s->a, v->tree, v->node, "an iterator has no text of its own");
    return true;
}

static bool settle_items(struct settling *s, struct list *l, uint32_t depth)
{
    for (uint32_t i = 0; i < l->n; i++) {
        if (!settle(s, &l->items[i], depth)) {
            return false;
        }
    }
    return true;
}

/* What is shown by its text alone is unknown when that text is. */
static bool settle_text(struct settling *s, struct value *v)
{
    struct buf b = buf_make(s->a->owner);
    bool unknown = false;
    text_repr(s->a, &b, v, &unknown);
    if (unknown) {
        *v = value_unknown(s->a, v->tree, v->node, "something in it is unknown");
    }
    return eval_spend(s->e, b.n / 32);
}

/* Is a key, or an element of a set, shown by a text that is unknown? */
static bool unknown_key(struct settling *s, const struct value *key, uint32_t depth)
{
    struct value shown = *key;
    bool unknown = false;
    switch (key->kind) {
    case VALUE_ITERATOR: return true;
    case VALUE_BUILTIN:
    case VALUE_EXCEPTION: return settle_text(s, &shown) && value_is_unknown(&shown);
    case VALUE_TUPLE:
        for (uint32_t i = 0; depth > 0 && !unknown && i < key->list->n; i++) {
            unknown = unknown_key(s, &key->list->items[i], depth - 1);
        }
        return unknown;
    case VALUE_FROZENSET:
        for (uint32_t i = 0; depth > 0 && !unknown && i < key->dict->n; i++) {
            unknown = unknown_key(s, &key->dict->entries[i].key, depth - 1);
        }
        return unknown;
    default: return false;
    }
}

static bool settle_entries(struct settling *s, struct value *v, uint32_t depth)
{
    struct dict *d = v->dict;
    bool unknown = false;
    for (uint32_t i = 0; i < d->n; i++) {
        const struct value *key = &d->entries[i].key;
        bool generator = key->kind == VALUE_ITERATOR && key->iterator->generator;
        if ((s->copies && generator && !refuse(s, key)) ||
            !settle(s, &d->entries[i].value, depth)) {
            return false;
        }
        unknown |= unknown_key(s, key, depth);
    }
    if (unknown) {
        *v = value_unknown(s->a, v->tree, v->node, "something in it is unknown");
    }
    return eval_spend(s->e, d->n / 32);
}

static bool settle(struct settling *s, struct value *v, uint32_t depth)
{
    if (depth == 0 || !eval_spend(s->e, 1)) {
        return depth == 0;
    }
    switch (v->kind) {
    case VALUE_LIST:
    case VALUE_TUPLE: return v->list->frozen || settle_items(s, v->list, depth - 1);
    case VALUE_DICT:
    case VALUE_SET:
    case VALUE_FROZENSET: return v->dict->frozen || settle_entries(s, v, depth - 1);
    case VALUE_ITERATOR: return settle_iterator(s, v, depth);
    case VALUE_SLICE:
    case VALUE_BUILTIN:
    case VALUE_EXCEPTION: return settle_text(s, v);
    case VALUE_VIEW: return s->copies ? refuse(s, v) : settle_text(s, v);
    case VALUE_MODULE:
        if (ops_is_environment(v)) {
            *v = value_unknown(s->a, v->tree, v->node, "it depends on the environment");
            return true;
        }
        return !s->copies || refuse(s, v);
    default: return true;
    }
}

bool load_settle(struct module *m, struct arena *a, struct eval *e, struct value *v, bool copied)
{
    struct settling s = {a, e, copied};
    if (settle(&s, v, VALUE_DEPTH)) {
        return true;
    }
    load_raised(m, a, e);
    return false;
}
