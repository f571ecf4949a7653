/* Methods of set and frozenset. */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"

bool builtins_fill_set(struct eval *e, struct dict *to, const struct value *from, bool *unknown)
{
    struct iterator *items;
    struct value item;
    enum next next = NEXT_UNKNOWN;
    if (!ops_in_any_order(e, from, &items)) {
        return false;
    }
    while (items && (next = ops_next(e, items, &item)) == NEXT_ITEM) {
        uint32_t hash;
        bool lost = false;
        if (!ops_hash(e, &item, &hash, &lost) || !eval_grown(e, to->n)) {
            return false;
        }
        *unknown |= lost;
        dict_set(e->arena, to, &item, hash, value_none());
    }
    *unknown |= next == NEXT_UNKNOWN;
    return next != NEXT_RAISED;
}

BUILTIN(set_add)
{
    uint32_t hash;
    bool unknown = false;
    *out = value_none();
    if (!ops_mutable(e, self->dict->frozen) ||
        !ops_hash(e, &args->positional[0], &hash, &unknown)) {
        return false;
    }
    if (unknown) {
        return ops_lose(e, self, &args->positional[0], "something unknown was put into this set");
    }
    dict_set(e->arena, self->dict, &args->positional[0], hash, value_none());
    return eval_grown(e, self->dict->n);
}

/* A set that is looked for counts as a frozenset, which has a hash. */
static bool take_out(
    struct eval *e, const struct value *self, const struct value *what, bool *found, bool *unknown)
{
    struct value key = *what;
    key.kind = key.kind == VALUE_SET ? VALUE_FROZENSET : key.kind;
    what = &key;
    uint32_t hash;
    *unknown = false;
    if (!ops_mutable(e, self->dict->frozen) || !ops_hash(e, what, &hash, unknown)) {
        return false;
    }
    struct entry *entry = *unknown ? NULL : dict_find(self->dict, what, hash);
    *found = entry != NULL;
    if (entry) {
        dict_remove(self->dict, entry);
    }
    return !*unknown || ops_lose(e, self, NULL, "something was taken out of this set");
}

BUILTIN(set_discard)
{
    bool found, unknown;
    *out = value_none();
    return take_out(e, self, &args->positional[0], &found, &unknown);
}

BUILTIN(set_remove)
{
    bool found, unknown;
    *out = value_none();
    return take_out(e, self, &args->positional[0], &found, &unknown) &&
           (found || unknown || eval_raise_key(e, &args->positional[0]));
}

BUILTIN(set_pop)
{
    (void)args;
    struct dict *d = self->dict;
    if (!ops_mutable(e, d->frozen)) {
        return false;
    }
    if (d->n == 0) {
        struct value why = value_string(e->arena, STR("pop from an empty set"));
        return eval_raise_key(e, &why);
    }
    *out = d->entries[d->n - 1].key;
    if (d->n > 1) { /* which one goes is CPython's affair, so what stays is not known either */
        *out = ops_unknown(e, "an element was taken out of this set");
        return ops_lose(e, self, NULL, out->unknown->reason.p);
    }
    dict_clear(d);
    return true;
}

BUILTIN(set_clear)
{
    (void)args;
    *out = value_none();
    if (!ops_mutable(e, self->dict->frozen)) {
        return false;
    }
    dict_clear(self->dict);
    return true;
}

BUILTIN(set_copy)
{
    (void)args;
    *out = *self;
    if (self->kind == VALUE_SET) {
        out->dict = dict_copy(e->arena, self->dict);
    }
    return eval_spend(e, self->dict->n / 16);
}

/* The items of another operand.  Of an iterator, & takes no more than it needs to find the whole
 * set. */
static bool operand(struct eval *e, const struct dict *set, const struct value *v, enum operator op,
    struct dict *to, bool *unknown)
{
    if (op != OP_BITAND || v->kind != VALUE_ITERATOR) {
        return builtins_fill_set(e, to, v, unknown);
    }
    uint32_t found = 0;
    struct value item;
    enum next next = NEXT_ITEM;
    while (
        (found == 0 || found < set->n) && (next = ops_next(e, v->iterator, &item)) == NEXT_ITEM) {
        uint32_t hash;
        bool lost = false;
        if (!ops_hash(e, &item, &hash, &lost) || !eval_grown(e, to->n)) {
            return false;
        }
        *unknown |= lost;
        found += !lost && !dict_find(to, &item, hash) && dict_find(set, &item, hash);
        dict_set(e->arena, to, &item, hash, value_none());
    }
    *unknown |= next == NEXT_UNKNOWN;
    return next != NEXT_RAISED;
}

static bool combined(struct eval *e, const struct value *self, const struct arguments *args,
    enum operator op, struct value *out)
{
    struct value result = *self;
    if (!eval_room(e, self->dict->n, 2 * sizeof(struct entry))) {
        return false;
    }
    result.dict = dict_copy(e->arena, self->dict);
    for (uint32_t i = 0; i < args->n_positional; i++) {
        struct value other = args->positional[i];
        if (!value_is_set(&other)) {
            struct dict *d = dict_new(e->arena, 4);
            bool unknown = false;
            /* what makes the items may change the set itself, and so when there are enough */
            const struct dict *set = i == 0 ? self->dict : result.dict;
            if (!operand(e, set, &other, op, d, &unknown)) {
                return false;
            }
            other = (struct value){.kind = VALUE_SET, .dict = d};
            if (unknown) {
                *out = ops_unknown(e, "it is made with something unknown");
                return true;
            }
        }
        bool given = op == OP_BITAND && !value_is_set(&args->positional[i]);
        if (given) { /* CPython goes over what is given, and takes its elements */
            uint8_t kind = result.kind;
            const struct dict *in = result.dict;
            result = (struct value){.kind = kind, .dict = dict_new(e->arena, other.dict->n)};
            for (uint32_t k = 0; k < other.dict->n; k++) {
                const struct entry *x = &other.dict->entries[k];
                if (dict_find(in, &x->key, x->hash)) {
                    dict_set(e->arena, result.dict, &x->key, x->hash, value_none());
                }
            }
        } else if (!ops_binary(e, op, &result, &other, &result)) {
            return false;
        }
    }
    *out = result;
    return true;
}

/* What makes the items may change the set meanwhile: what comes of it is unknown then. */
static bool set_with(struct eval *e, const struct value *self, const struct arguments *args,
    enum operator op, struct value *out)
{
    uint32_t n = self->dict->n, removals = self->dict->removals;
    if (!combined(e, self, args, op, out)) {
        return false;
    }
    if (self->dict->n != n || self->dict->removals != removals) {
        *out = ops_unknown(e, "the set was changed meanwhile");
    }
    return true;
}

BUILTIN(set_union)
{
    return set_with(e, self, args, OP_BITOR, out);
}

BUILTIN(set_intersection)
{
    return set_with(e, self, args, OP_BITAND, out);
}

BUILTIN(set_difference)
{
    return set_with(e, self, args, OP_SUB, out);
}

BUILTIN(set_symmetric_difference)
{
    return set_with(e, self, args, OP_BITXOR, out);
}

static bool set_change(struct eval *e, const struct value *self, const struct arguments *args,
    enum operator op, struct value *out)
{
    struct value result;
    if (!ops_mutable(e, self->dict->frozen) || !set_with(e, self, args, op, &result)) {
        return false;
    }
    *out = value_none();
    if (value_is_unknown(&result)) {
        return ops_lose(e, self, &result, "it was changed by something unknown");
    }
    *self->dict = *result.dict;
    return true;
}

/* What raises half way has changed it by then. */
static bool set_change_each(struct eval *e, const struct value *self, const struct arguments *args,
    enum operator op, struct value *out)
{
    if (set_change(e, self, args, op, out)) {
        return true;
    }
    const struct value *first = args->n_positional > 0 ? &args->positional[0] : NULL;
    bool began = args->n_positional > 1 ||
                 (first && (value_is_sequence(first) || first->kind == VALUE_ITERATOR ||
                               first->kind == VALUE_VIEW));
    struct exception *raised = e->raised;
    e->raised = NULL;
    bool told =
        !began || self->dict->frozen || ops_lose(e, self, NULL, "its change was not finished");
    e->raised = told ? raised : e->raised;
    return false;
}

/* Each item as it comes: what makes them sees what became of those before. */
static bool change_slowly(struct eval *e, const struct value *self, const struct value *from,
    builtin_fn *change, struct value *out)
{
    struct value item;
    struct arguments one = {.positional = &item, .n_positional = 1};
    enum next next;
    *out = value_none();
    if (!ops_mutable(e, self->dict->frozen)) {
        return false;
    }
    while ((next = ops_next(e, from->iterator, &item)) == NEXT_ITEM) {
        if (!change(e, self, &one, out)) {
            return false;
        }
    }
    return next == NEXT_UNKNOWN ? ops_lose(e, self, from, "it was changed by something unknown")
                                : next == NEXT_END;
}

static bool change_in_turn(struct eval *e, const struct value *self, const struct arguments *args,
    enum operator op, builtin_fn *change, struct value *out)
{
    *out = value_none();
    for (uint32_t i = 0; i < args->n_positional; i++) {
        struct arguments one = {.positional = &args->positional[i], .n_positional = 1};
        if (!(args->positional[i].kind == VALUE_ITERATOR
                    ? change_slowly(e, self, &args->positional[i], change, out)
                    : set_change_each(e, self, &one, op, out))) {
            return false;
        }
    }
    return ops_mutable(e, self->dict->frozen);
}

/* discard() takes a set for the frozenset that it equals; this does not. */
BUILTIN(set_subtract)
{
    uint32_t hash;
    bool unknown = false;
    return ops_hash(e, &args->positional[0], &hash, &unknown) && set_discard(e, self, args, out);
}

BUILTIN(set_update)
{
    return change_in_turn(e, self, args, OP_BITOR, set_add, out);
}

BUILTIN(set_intersection_update)
{
    return set_change(e, self, args, OP_BITAND, out);
}

BUILTIN(set_difference_update)
{
    return change_in_turn(e, self, args, OP_SUB, set_subtract, out);
}

BUILTIN(set_symmetric_difference_update)
{
    return set_change(e, self, args, OP_BITXOR, out);
}

static bool set_asks(struct eval *e, const struct value *self, const struct arguments *args,
    enum operator op, struct value *out)
{
    struct value other;
    struct dict none = {0};
    struct value empty = {.kind = VALUE_SET, .dict = &none};
    if (!set_with(e, &empty, args, OP_BITOR, &other)) {
        return false;
    }
    return value_is_unknown(&other) ? (*out = other, true) : ops_compare(e, op, self, &other, out);
}

BUILTIN(set_issubset)
{
    return set_asks(e, self, args, OP_LE, out);
}

/* Goes over an iterator up to the first item of which `wanted` is not so: it is in the set. */
static bool asks_slowly(struct eval *e, const struct value *self, const struct value *from,
    bool wanted, struct value *out)
{
    struct value item;
    enum next next;
    bool unknown = false, in = wanted;
    while (in == wanted && !unknown && (next = ops_next(e, from->iterator, &item)) != NEXT_END) {
        if (next == NEXT_RAISED ||
            (next == NEXT_ITEM && !ops_contains(e, &item, self, &in, &unknown))) {
            return false;
        }
        unknown |= next == NEXT_UNKNOWN;
    }
    *out = value_bool(in == wanted);
    return !unknown || builtins_unknown_items(e, out);
}

BUILTIN(set_issuperset)
{
    if (args->positional[0].kind == VALUE_ITERATOR) {
        return asks_slowly(e, self, &args->positional[0], true, out);
    }
    return set_asks(e, self, args, OP_GE, out);
}

BUILTIN(set_isdisjoint)
{
    struct value both;
    if (args->positional[0].kind == VALUE_ITERATOR) {
        return asks_slowly(e, self, &args->positional[0], false, out);
    }
    if (!set_with(e, self, args, OP_BITAND, &both)) {
        return false;
    }
    *out = value_is_unknown(&both) ? both : value_bool(both.dict->n == 0);
    return true;
}

#define FROZEN_SET_METHODS                                                                  \
    {"union", set_union, 0, -1, NULL}, {"intersection", set_intersection, 0, -1, NULL},     \
        {"difference", set_difference, 0, -1, NULL},                                        \
        {"symmetric_difference", set_symmetric_difference, 1, 1, NULL},                     \
        {"issubset", set_issubset, 1, 1, NULL}, {"issuperset", set_issuperset, 1, 1, NULL}, \
        {"isdisjoint", set_isdisjoint, 1, 1, NULL},                                         \
    {                                                                                       \
        "copy", set_copy, 0, 0, false                                                       \
    }

const struct builtin_def FROZENSET_METHODS[] = {
    FROZEN_SET_METHODS,
    {0},
};

const struct builtin_def SET_METHODS[] = {
    FROZEN_SET_METHODS,
    {"add", set_add, 1, 1, NULL, .constant = true},
    {"discard", set_discard, 1, 1, NULL},
    {"remove", set_remove, 1, 1, NULL},
    {"pop", set_pop, 0, 0, NULL},
    {"clear", set_clear, 0, 0, NULL},
    {"update", set_update, 0, -1, NULL},
    {"intersection_update", set_intersection_update, 0, -1, NULL},
    {"difference_update", set_difference_update, 0, -1, NULL},
    {"symmetric_difference_update", set_symmetric_difference_update, 1, 1, NULL},
    {0},
};
