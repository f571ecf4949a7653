/* Methods of dict, OrderedDict, ConfigDict, and of the Dict that ConfigDict stands on. */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/run/iterators.h"
#include "eval/text.h"

/* --- dicts --- */

/* What a key finds that is unknown, or has a part that is, or a NaN, which equals itself alone. */
static struct value found_by_unknown(struct eval *e, const struct value *key)
{
    return value_is_unknown(key) ? *key
                                 : ops_unknown(e, "whether this is a key of the dict is not known");
}

BUILTIN(dict_get_)
{
    uint32_t hash;
    bool unknown = false;
    const struct value *key = arg(args, 0, "key"), *fallback = arg(args, 1, "default");
    if (!key) {
        return eval_raise(e, TYPE_TYPE_ERROR, "get expected at least 1 argument, got 0");
    }
    if (!ops_hash(e, key, &hash, &unknown)) {
        return false;
    }
    const struct entry *entry = unknown ? NULL : dict_find(self->dict, key, hash);
    *out = unknown    ? found_by_unknown(e, key)
           : entry    ? entry->value
           : fallback ? *fallback
                      : value_none();
    if (entry) {
        eval_read(e, out);
    }
    return true;
}

static bool dict_view(struct eval *e, const struct value *self, enum view_of of, struct value *out)
{
    *out = value_of_view(e, self->dict, of);
    if (self->dict->flavor != DICT_CONFIG || of == VIEW_KEYS) {
        return true;
    }
    struct list *items; /* ConfigDict gives real lists here */
    if (!ops_items(e, out, &items)) {
        return false;
    }
    *out = value_of_list(items);
    return eval_room(e, items->n, sizeof(struct value));
}

BUILTIN(dict_keys)
{
    (void)args;
    return dict_view(e, self, VIEW_KEYS, out);
}

BUILTIN(dict_values)
{
    (void)args;
    return dict_view(e, self, VIEW_VALUES, out);
}

BUILTIN(dict_items)
{
    (void)args;
    return dict_view(e, self, VIEW_ITEMS, out);
}

BUILTIN(dict_pop)
{
    uint32_t hash = 0;
    bool unknown = false; /* an empty dict does not look at the key */
    if (!ops_mutable(e, self->dict->frozen) ||
        (self->dict->n > 0 && !ops_hash(e, &args->positional[0], &hash, &unknown))) {
        return false;
    }
    struct entry *entry = unknown ? NULL : dict_find(self->dict, &args->positional[0], hash);
    if (unknown) {
        *out = ops_unknown(e, "an unknown item was taken out of this dict");
        return ops_lose(e, self, arg(args, 1, "default"), out->unknown->reason.p);
    }
    if (entry) {
        *out = entry->value;
        eval_read(e, out);
        if (!eval_spend(e, self->dict->n / 8 + 1)) {
            return false;
        }
        dict_remove(self->dict, entry);
    } else if (args->n_positional > 1) {
        *out = args->positional[1];
    } else if (self->dict->flavor == DICT_CONFIG) { /* ConfigDict.pop has a default */
        const struct value *fallback = arg(args, 1, "default");
        *out = fallback ? *fallback : value_none();
    } else {
        eval_raise_key(e, &args->positional[0]);
        return eval_about(e, self);
    }
    return true;
}

BUILTIN(dict_popitem)
{
    struct dict *d = self->dict;
    if (!ops_mutable(e, d->frozen)) {
        return false;
    }
    if (d->n == 0) {
        struct value message = value_string(e->arena, STR("popitem(): dictionary is empty"));
        return eval_raise_key(e, &message);
    }
    const struct value *last = arg(args, 0, "last"); /* of an OrderedDict */
    struct entry *x = &d->entries[!last || value_truth(last) ? d->n - 1 : 0];
    struct list *pair = list_new(e->arena, 2);
    list_push(e->arena, pair, x->key);
    list_push(e->arena, pair, x->value);
    dict_remove(d, x);
    *out = value_of_tuple(pair);
    return eval_spend(e, last ? d->n / 8 : 0);
}

BUILTIN(dict_setdefault)
{
    uint32_t hash;
    bool unknown = false;
    if (!ops_mutable(e, self->dict->frozen) ||
        !ops_hash(e, &args->positional[0], &hash, &unknown)) {
        return false;
    }
    const struct entry *entry = unknown ? NULL : dict_find(self->dict, &args->positional[0], hash);
    if (entry) {
        *out = entry->value;
        return true;
    }
    struct value v = args->n_positional > 1 ? args->positional[1] : value_none();
    if (unknown) {
        *out = found_by_unknown(e, &args->positional[0]);
        return ops_dict_set(e, self->dict, &args->positional[0], v);
    }
    *out = v; /* what a ConfigDict keeps is made of it, and is another object */
    v = self->dict->flavor == DICT_CONFIG ? ops_config_hook(e, &v) : v;
    return ops_dict_set(e, self->dict, &args->positional[0], v);
}

/* The pair that comes as number `i` of what a dict is made of. */
static bool set_pair(
    struct eval *e, struct dict *to, const struct value *from, uint32_t i, bool *unknown)
{
    struct list *pair;
    if (!ops_items(e, from, &pair)) {
        return false;
    }
    if (!pair) {
        *unknown = true;
        return true;
    }
    if (pair->n != 2) {
        return eval_raise(e, TYPE_VALUE_ERROR,
            "dictionary update sequence element #%u has length %u; 2 is required", i, pair->n);
    }
    return ops_dict_set(e, to, &pair->items[0], pair->items[1]) && eval_grown(e, to->n);
}

/* The entries that dict(x, **kw) and x.update() take from a mapping or from pairs. */
static bool merge_into(struct eval *e, struct dict *to, const struct value *from, bool *unknown)
{
    if (value_is_unknown(from)) {
        *unknown = true;
        return true;
    }
    if (from->kind == VALUE_DICT) {
        for (uint32_t i = 0; i < from->dict->n; i++) {
            const struct entry *x = &from->dict->entries[i];
            if (!ops_dict_set(e, to, &x->key, x->value)) {
                return false;
            }
        }
        return true;
    }
    struct iterator *pairs;
    if (from->kind == VALUE_LAZY) {
        return ops_lazy_call(e);
    }
    if (!ops_iterator(e, from, &pairs)) {
        return false;
    }
    /* Each is set as it comes: what makes them sees those before. */
    for (uint32_t i = 0; pairs; i++) {
        struct value pair;
        enum next next = ops_next(e, pairs, &pair);
        if (next == NEXT_UNKNOWN) {
            break;
        }
        if (next != NEXT_ITEM) {
            return next == NEXT_END;
        }
        if (!set_pair(e, to, &pair, i, unknown)) {
            return false;
        }
    }
    *unknown = true;
    return true;
}

bool builtins_fill_dict(
    struct eval *e, struct dict *to, const struct arguments *args, bool *unknown)
{
    if (args->n_positional > 0 && !merge_into(e, to, &args->positional[0], unknown)) {
        return false;
    }
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        const struct entry *k = &args->keywords[i];
        if (!ops_dict_set(e, to, &k->key, k->value)) {
            return false;
        }
    }
    return true;
}

BUILTIN(dict_update)
{
    bool unknown = false;
    *out = value_none();
    if (!ops_mutable(e, self->dict->frozen) || !builtins_fill_dict(e, self->dict, args, &unknown)) {
        return false;
    }
    return !unknown || ops_lose(e, self, arg(args, 0, NULL), "it was updated by something unknown");
}

BUILTIN(dict_copy_)
{
    (void)args;
    *out = value_of_dict(dict_copy(e->arena, self->dict));
    return eval_room(e, self->dict->n, sizeof(struct value));
}

BUILTIN(dict_clear_)
{
    (void)args;
    *out = value_none();
    if (!ops_mutable(e, self->dict->frozen)) {
        return false;
    }
    dict_clear(self->dict);
    return true;
}

BUILTIN(dict_fromkeys)
{
    struct iterator *keys;
    struct value key;
    enum next next = NEXT_UNKNOWN;
    struct dict *d = dict_new(e->arena, 4);
    d->flavor = self->kind == VALUE_DICT ? self->dict->flavor : DICT_PLAIN;
    if (!ops_iterator(e, &args->positional[0], &keys)) {
        return false;
    }
    while (keys && (next = ops_next(e, keys, &key)) == NEXT_ITEM) {
        struct value v = args->n_positional > 1 ? args->positional[1] : value_none();
        v = d->flavor == DICT_CONFIG ? ops_config_hook(e, &v) : v;
        if (!ops_dict_set(e, d, &key, v) || !eval_grown(e, d->n)) {
            return false;
        }
    }
    *out = next == NEXT_UNKNOWN ? ops_unknown(e, "its keys are unknown") : value_of_dict(d);
    return next != NEXT_RAISED;
}

const struct builtin_def DICT_METHODS[] = {
    {"get", dict_get_, 1, 2, NULL, .constant = true},
    {"keys", dict_keys, 0, 0, NULL, .constant = true},
    {"values", dict_values, 0, 0, NULL, .constant = true},
    {"items", dict_items, 0, 0, NULL, .constant = true},
    {"pop", dict_pop, 1, 2, NULL, .constant = true},
    {"popitem", dict_popitem, 0, 0, NULL, .constant = true},
    {"setdefault", dict_setdefault, 1, 2, NULL, .constant = true},
    {"update", dict_update, 0, 1, "**"},
    {"copy", dict_copy_, 0, 0, NULL},
    {"clear", dict_clear_, 0, 0, NULL, .constant = true},
    {"fromkeys", dict_fromkeys, 1, 2, NULL},
    {0},
};

/* --- OrderedDict --- */

BUILTIN(ordered_move_to_end)
{
    uint32_t hash;
    bool unknown = false;
    struct dict *d = self->dict;
    const struct value *key = &args->positional[0], *last = arg(args, 1, "last");
    if (!ops_mutable(e, d->frozen) || !ops_hash(e, key, &hash, &unknown) ||
        !eval_room(e, d->n, sizeof(struct entry))) {
        return false;
    }
    *out = value_none();
    if (unknown) {
        return ops_lose(e, self, NULL, "an unknown item of this dict was moved");
    }
    struct entry *x = dict_find(d, key, hash);
    if (!x) {
        return eval_raise_key(e, key);
    }
    struct entry moved = *x;
    dict_remove(d, x);
    if (!last || value_truth(last)) {
        dict_set(e->arena, d, &moved.key, hash, moved.value);
        return true;
    }
    struct dict *rest = dict_copy(e->arena, d);
    dict_clear(d);
    dict_set(e->arena, d, &moved.key, hash, moved.value);
    for (uint32_t i = 0; i < rest->n; i++) {
        const struct entry *r = &rest->entries[i];
        dict_set(e->arena, d, &r->key, r->hash, r->value);
    }
    return true;
}

/* What an OrderedDict has besides, or takes by name. */
const struct builtin_def ORDERED_METHODS[] = {
    {"move_to_end", ordered_move_to_end, 1, 2, "key last"},
    {"pop", dict_pop, 1, 2, "key default", .constant = true},
    {"popitem", dict_popitem, 0, 1, "last"},
    {"setdefault", dict_setdefault, 1, 2, "key default", .constant = true},
    {0},
};

/* --- ConfigDict --- */

BUILTIN(config_update)
{
    *out = value_none();
    struct dict *other = dict_new(e->arena, 4);
    bool unknown = false;
    if (args->n_positional > 0 && args->positional[0].kind != VALUE_DICT &&
        !value_is_unknown(&args->positional[0])) {
        str type = value_type_name(&args->positional[0]);
        return eval_raise(e, TYPE_TYPE_ERROR,
            "descriptor 'items' for 'dict' objects doesn't apply to a '%.*s' object",
            STR_ARG(type));
    }
    if (!builtins_fill_dict(e, other, args, &unknown) || !ops_config_update(e, self->dict, other)) {
        return false;
    }
    struct value u = ops_unknown(e, "it was updated by something unknown");
    return !unknown ||
           (ops_doubt(e, self, 1, u) && ops_lose(e, self, arg(args, 0, NULL), u.unknown->reason.p));
}

BUILTIN(config_merge)
{
    *out = value_none();
    return ops_config_merge(e, self->dict, &args->positional[0]);
}

BUILTIN(config_to_dict)
{
    (void)args;
    if (!ops_deep_copy(e, self, false, out)) {
        return false;
    }
    out->dict->flavor = DICT_PLAIN;
    return true;
}

BUILTIN(config_deepcopy)
{
    (void)args;
    return ops_deep_copy(e, self, true, out);
}

BUILTIN(config_copy)
{
    (void)args;
    *out = ops_config_copy(e, self->dict);
    return eval_room(e, self->dict->n, sizeof(struct value));
}

BUILTIN(config_unmodelled)
{
    (void)self, (void)args;
    *out = ops_unknown(e, "this method of ConfigDict is not evaluated");
    return true;
}

const struct builtin_def CONFIG_DICT_METHODS[] = {
    {"get", dict_get_, 0, 2, "key default", .constant = true},
    {"keys", dict_keys, 0, 0, NULL, .constant = true},
    {"values", dict_values, 0, 0, NULL, .constant = true},
    {"items", dict_items, 0, 0, NULL, .constant = true},
    {"pop", dict_pop, 1, 2, "key default", .constant = true},
    {"popitem", dict_popitem, 0, 0, NULL, .constant = true},
    {"setdefault", dict_setdefault, 1, 2, "key default", .constant = true},
    {"update", config_update, 0, 1, "**"},
    {"merge", config_merge, 1, 1, NULL},
    {"copy", config_copy, 0, 0, NULL},
    {"deepcopy", config_deepcopy, 0, 0, NULL},
    {"to_dict", config_to_dict, 0, 0, NULL},
    {"clear", dict_clear_, 0, 0, NULL, .constant = true},
    {"fromkeys", dict_fromkeys, 1, 2, NULL},
    {"freeze", config_unmodelled, 0, 1, "**"},
    {"unfreeze", config_unmodelled, 0, 0, NULL},
    {"build_lazy", config_unmodelled, 1, 1, "**"},
    {"lazy", config_unmodelled, 0, 0, NULL},
    {0},
};

/* --- the Dict of addict --- */

/* Whether it changes it is not looked at. */
static bool unmodelled(struct eval *e, const struct value *self, const struct arguments *args,
    const char *why, struct value *out)
{
    struct list *given = list_new(e->arena, 2);
    for (uint32_t i = 0; i < args->n_positional; i++) {
        list_push(e->arena, given, args->positional[i]);
    }
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        list_push(e->arena, given, args->keywords[i].value);
    }
    struct value put = value_of_tuple(given);
    *out = ops_unknown(e, why);
    ops_hold(e, out, self, 1);
    return ops_lose(e, self, &put, out->unknown->reason.p);
}

BUILTIN(addict_unmodelled)
{
    return unmodelled(e, self, args, "this method of addict's Dict is not evaluated", out);
}

const struct builtin_def ADDICT_METHODS[] = {
    {"get", dict_get_, 1, 2, NULL, .constant = true},
    {"keys", dict_keys, 0, 0, NULL, .constant = true},
    {"values", dict_values, 0, 0, NULL, .constant = true},
    {"items", dict_items, 0, 0, NULL, .constant = true},
    {"pop", dict_pop, 1, 2, NULL, .constant = true},
    {"popitem", dict_popitem, 0, 0, NULL, .constant = true},
    {"clear", dict_clear_, 0, 0, NULL, .constant = true},
    {"update", addict_unmodelled, 0, -1, "**"},
    {"setdefault", addict_unmodelled, 0, -1, "**"},
    {"copy", addict_unmodelled, 0, -1, "**"},
    {"deepcopy", addict_unmodelled, 0, -1, "**"},
    {"to_dict", addict_unmodelled, 0, -1, "**"},
    {"fromkeys", addict_unmodelled, 0, -1, "**"},
    {"freeze", addict_unmodelled, 0, -1, "**"},
    {"unfreeze", addict_unmodelled, 0, -1, "**"},
    {0},
};

/* --- torchpack's Config --- */

BUILTIN(torchpack_unmodelled)
{
    return unmodelled(e, self, args, "this method of torchpack's Config is not evaluated", out);
}

/* A mapping goes into a Config below, which replaces whatever else stood there. */
static bool update_config(
    struct eval *e, struct dict *into, const struct dict *from, uint32_t depth)
{
    if (depth == 0) {
        return eval_raise(e, TYPE_RECURSION_ERROR, "maximum recursion depth exceeded");
    }
    uint32_t n = from->n;
    if (!ops_mutable(e, into->frozen) || !eval_spend(e, n)) {
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        const struct entry x = from->entries[i];
        const struct entry *old = dict_find(into, &x.key, x.hash);
        bool mapping = x.value.kind == VALUE_DICT;
        bool config =
            old && old->value.kind == VALUE_DICT && old->value.dict->flavor == DICT_TORCHPACK;
        if (value_is_unknown(&x.value) && config && !ops_doubt(e, &old->value, 1, x.value)) {
            return false; /* it may be a mapping */
        }
        struct value v = mapping && config ? old->value : x.value;
        if (mapping && !config) {
            v = value_of_dict(dict_new(e->arena, x.value.dict->n));
            v.dict->flavor = DICT_TORCHPACK;
        }
        bool good = ((mapping && config) || ops_dict_set(e, into, &x.key, v)) &&
                    (!mapping || update_config(e, v.dict, x.value.dict, depth - 1));
        if (!good) {
            return false;
        }
        if (from->n != n) {
            return eval_raise(e, TYPE_RUNTIME_ERROR, "dictionary changed size during iteration");
        }
    }
    return true;
}

/* A mapping, or options as on a command line; its decorator looks for a method by the types. */
BUILTIN(torchpack_update)
{
    const struct value *other = args->n_keywords == 0 ? arg(args, 0, NULL) : NULL;
    if (other &&
        (value_is_unknown(other) || other->kind == VALUE_LIST || other->kind == VALUE_TUPLE)) {
        struct value u = ops_unknown(e, "it was updated by something unknown");
        return ops_doubt(e, self, 1, u) && torchpack_unmodelled(e, self, args, out);
    }
    if (!other || other->kind != VALUE_DICT) {
        return eval_raise(e, TYPE_TYPE_ERROR, "update: 0 methods found");
    }
    *out = value_none();
    return update_config(e, self->dict, other->dict, VALUE_DEPTH);
}

static bool plain_dict(struct eval *e, const struct dict *d, uint32_t depth, struct value *out)
{
    if (depth == 0) {
        return eval_raise(e, TYPE_RECURSION_ERROR, "maximum recursion depth exceeded");
    }
    struct dict *copy = dict_copy(e->arena, d);
    copy->flavor = DICT_PLAIN;
    *out = value_of_dict(copy);
    bool good = eval_room(e, d->n, sizeof(struct entry));
    for (uint32_t i = 0; i < copy->n && good; i++) {
        struct value *v = &copy->entries[i].value;
        if (v->kind == VALUE_DICT && v->dict->flavor == DICT_TORCHPACK) {
            good = plain_dict(e, v->dict, depth - 1, v);
        }
    }
    return good;
}

BUILTIN(torchpack_dict)
{
    (void)args;
    return plain_dict(e, self->dict, VALUE_DEPTH, out);
}

BUILTIN(torchpack_copy)
{
    (void)args;
    *out = value_of_dict(dict_copy(e->arena, self->dict));
    out->dict->flavor = DICT_PLAIN; /* dict.copy makes no subclass */
    return eval_room(e, self->dict->n, sizeof(struct value));
}

/* What a Config has besides, or does otherwise than a dict. */
const struct builtin_def TORCHPACK_METHODS[] = {
    {"update", torchpack_update, 0, 1, "**"},
    {"copy", torchpack_copy, 0, 0, NULL},
    {"dict", torchpack_dict, 0, 0, NULL},
    {"hash", torchpack_unmodelled, 0, 0, NULL},
    {"load", torchpack_unmodelled, 1, 1, "fpath * recursive"},
    {"reload", torchpack_unmodelled, 1, 1, "fpath * recursive"},
    {0},
};
