/* Builtin functions that go over items: len, sum, sorted, zip, map, ... */
#include "eval/builtins.h"

#include "base/utf8.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/run/interp.h"
#include "eval/text.h"

#include <math.h>
#include <stdlib.h>

static const struct value *first(const struct arguments *args)
{
    return &args->positional[0];
}

static bool no_length(struct eval *e, const struct value *v)
{
    str type = value_type_name(v);
    return eval_raise(e, TYPE_TYPE_ERROR, "object of type '%.*s' has no len()", STR_ARG(type));
}

BUILTIN(fn_len)
{
    (void)self;
    const struct value *v = first(args);
    switch (v->kind) {
    case VALUE_UNKNOWN: *out = *v; return true;
    case VALUE_MODULE:
        if (ops_is_environment(v)) {
            return builtins_unknown_items(e, out);
        }
        return no_length(e, v);
    case VALUE_STRING:
        *out = value_int((int64_t)utf8_count(string_str(v->s)));
        return eval_spend(e, v->s->n / 64);
    case VALUE_BYTES: *out = value_int(v->s->n); return true;
    case VALUE_LIST:
    case VALUE_TUPLE: *out = value_int(v->list->n); return true;
    case VALUE_DICT:
    case VALUE_SET:
    case VALUE_FROZENSET: *out = value_int(v->dict->n); return true;
    case VALUE_VIEW: *out = value_int(v->view->dict->n); return true;
    case VALUE_RANGE: *out = value_int(range_length(v->range)); return true;
    case VALUE_OBJECT:
        if (v->object->class_->iterate) {
            struct list *items;
            if (!v->object->class_->iterate(e, v->object, &items)) {
                return false;
            }
            *out = value_int(items->n);
            return true;
        }
        __attribute__((fallthrough));
    default: return no_length(e, v);
    }
}

static bool is_whole(const struct value *v)
{
    return value_is_int(v) || v->kind == VALUE_BIG_INT;
}

/* What sum() goes over: whole numbers add up to the same in every order of a set. */
static bool summands(
    struct eval *e, const struct value *v, const struct value *total, struct iterator **out)
{
    bool whole = value_is_set(v) && is_whole(total);
    for (uint32_t i = 0; whole && i < v->dict->n; i++) {
        whole = is_whole(&v->dict->entries[i].key);
    }
    return whole ? ops_in_any_order(e, v, out) : ops_iterator(e, v, out);
}

BUILTIN(fn_sum)
{
    (void)self;
    const struct value *start = arg(args, 1, "start");
    struct value total = start ? *start : value_int(0);
    if (total.kind == VALUE_STRING) {
        return eval_raise(e, TYPE_TYPE_ERROR, "sum() can't sum strings [use ''.join(seq) instead]");
    }
    struct iterator *items;
    if (!summands(e, first(args), &total, &items)) {
        return false;
    }
    for (enum next next = NEXT_ITEM; next != NEXT_END;) {
        struct value v;
        next = items ? ops_next(e, items, &v) : NEXT_UNKNOWN;
        if (next == NEXT_UNKNOWN) {
            return builtins_unknown_items(e, out);
        }
        if (next == NEXT_RAISED ||
            (next == NEXT_ITEM &&
                (!ops_binary(e, OP_ADD, &total, &v, &total) || !eval_spend(e, 1)))) {
            return false;
        }
    }
    *out = total;
    out->tree = NULL;
    return true;
}

static bool keyed(struct eval *e, const struct value *key, struct value v, struct value *out)
{
    if (!key || value_is_none(key)) {
        *out = v;
        return true;
    }
    return eval_call1(e, key, v, out);
}

/* The order in which a key is asked for shows in what it does. */
static bool keyed_in_any_order(struct eval *e, const struct value *key)
{
    return !key || value_is_none(key) || callee_only_looks(e, key);
}

/* What max() and min() go over: an iterator, or NULL for what is unknown. */
static bool candidates(struct eval *e, const struct arguments *args, struct iterator **out)
{
    const struct value *key = arg(args, UINT32_MAX, "key");
    struct list *given = list_new(e->arena, args->n_positional);
    struct value all = value_of_tuple(given);
    if (args->n_positional == 1) {
        return keyed_in_any_order(e, key) ? ops_in_any_order(e, first(args), out)
                                          : ops_iterator(e, first(args), out);
    }
    for (uint32_t i = 0; i < args->n_positional; i++) {
        list_push(e->arena, given, args->positional[i]);
    }
    return ops_iterator(e, &all, out);
}

/* Does number `at` of the keys come before (or after) each of the others? */
static bool stands_out(
    struct eval *e, const struct list *keys, uint32_t at, bool after, bool *unknown)
{
    for (uint32_t i = 0; i < keys->n; i++) {
        const struct value *low = &keys->items[after ? i : at],
                           *high = &keys->items[after ? at : i];
        bool less = true;
        if (i != at && !ops_less(e, low, high, &less, unknown)) {
            return false;
        }
        *unknown |= !less;
    }
    return true;
}

/* In another order of a set, something else may be raised, or nothing. */
static bool raised_perhaps(struct eval *e, struct value *out)
{
    if (e->raised->type->id == TYPE_LIMIT) {
        return false;
    }
    e->raised = NULL;
    return builtins_unknown_items(e, out);
}

static bool extreme(struct eval *e, const struct arguments *args, bool largest, struct value *out)
{
    const struct value *key = arg(args, UINT32_MAX, "key"),
                       *fallback = arg(args, UINT32_MAX, "default");
    struct iterator *items;
    struct value best, best_key, v;
    struct list *keys = list_new(e->arena, 0);
    uint32_t at = 0;
    enum next next = NEXT_UNKNOWN;
    bool found = false, unknown = false, set = args->n_positional == 1 && value_is_set(first(args));
    if (fallback && args->n_positional > 1) {
        return eval_raise(e, TYPE_TYPE_ERROR,
            "Cannot specify a default for %s() with multiple positional arguments",
            largest ? "max" : "min");
    }
    if (!candidates(e, args, &items)) {
        return false;
    }
    while (items && (next = ops_next(e, items, &v)) == NEXT_ITEM) {
        struct value k;
        bool better = true;
        if (!keyed(e, key, v, &k) || !eval_spend(e, 1) ||
            (found && !(largest ? ops_less(e, &best_key, &k, &better, &unknown)
                                : ops_less(e, &k, &best_key, &better, &unknown)))) {
            return set && first(args)->dict->n > 2 && raised_perhaps(e, out);
        }
        if (better) {
            best = v;
            best_key = k;
            at = keys->n;
        }
        found = true;
        if (set) {
            list_push(e->arena, keys, k);
        }
    }
    if (next == NEXT_RAISED || !stands_out(e, keys, at, largest, &unknown)) {
        return false;
    }
    if (next == NEXT_UNKNOWN || unknown || (found && value_is_unknown(&best_key))) {
        return builtins_unknown_items(e, out);
    }
    if (!found && !fallback) {
        return eval_raise(
            e, TYPE_VALUE_ERROR, "%s() arg is an empty sequence", largest ? "max" : "min");
    }
    *out = found ? best : *fallback;
    return true;
}

BUILTIN(fn_max)
{
    (void)self;
    return extreme(e, args, true, out);
}

BUILTIN(fn_min)
{
    (void)self;
    return extreme(e, args, false, out);
}

static bool any_all(struct eval *e, const struct arguments *args, bool any, struct value *out)
{
    struct iterator *items;
    bool unknown = false;
    if (!ops_in_any_order(e, first(args), &items)) {
        return false;
    }
    for (enum next next = NEXT_ITEM; next != NEXT_END;) {
        struct value v;
        next = items ? ops_next(e, items, &v) : NEXT_UNKNOWN;
        if (next == NEXT_RAISED || !eval_spend(e, 1)) {
            return false;
        }
        if (next == NEXT_UNKNOWN) {
            return builtins_unknown_items(e, out);
        }
        if (next == NEXT_ITEM && value_is_unknown(&v)) {
            unknown = true;
        } else if (next == NEXT_ITEM && value_truth(&v) == any) { /* what comes after is left */
            *out = value_bool(any);
            return true;
        }
    }
    *out = value_bool(!any);
    return !unknown || builtins_unknown_items(e, out);
}

BUILTIN(fn_any)
{
    (void)self;
    return any_all(e, args, true, out);
}

BUILTIN(fn_all)
{
    (void)self;
    return any_all(e, args, false, out);
}

struct sort_item {
    struct value value, key;
};

/* Merge sort: stable, and the comparison may raise. */
static bool merge_sort(struct eval *e, struct sort_item *items, struct sort_item *room, uint32_t n,
    bool reverse, bool *unknown)
{
    if (n < 2) {
        return true;
    }
    uint32_t half = n / 2;
    if (!merge_sort(e, items, room, half, reverse, unknown) ||
        !merge_sort(e, items + half, room, n - half, reverse, unknown)) {
        return false;
    }
    uint32_t i = 0, j = half, k = 0;
    while (i < half && j < n) {
        bool swap;
        bool good = reverse ? ops_less(e, &items[i].key, &items[j].key, &swap, unknown)
                            : ops_less(e, &items[j].key, &items[i].key, &swap, unknown);
        if (!good) {
            return false;
        }
        room[k++] = swap ? items[j++] : items[i++];
    }
    while (i < half) {
        room[k++] = items[i++];
    }
    while (j < n) {
        room[k++] = items[j++];
    }
    memcpy(items, room, n * sizeof *items);
    return true;
}

/* Is each key less than the next one?  Then they had to be sorted so, whatever their order was. */
static bool ascends(
    struct eval *e, const struct sort_item *items, uint32_t n, bool reverse, bool *unknown)
{
    for (uint32_t i = 1; i < n; i++) {
        bool less;
        if (!ops_less(e, &items[reverse ? i : i - 1].key, &items[reverse ? i - 1 : i].key, &less,
                unknown)) {
            return false;
        }
        *unknown |= !less;
    }
    return true;
}

/* The items of a set in any order, if that is none of what the key shows. */
static bool sortable(
    struct eval *e, const struct value *v, const struct value *key, struct list **out)
{
    struct iterator *it;
    if (!value_is_set(v) || !keyed_in_any_order(e, key)) {
        return ops_items(e, v, out);
    }
    bool good = ops_in_any_order(e, v, &it);
    *out = good && it ? it->list : NULL;
    return good;
}

BUILTIN(fn_sorted)
{
    (void)self;
    const struct value *key = arg(args, UINT32_MAX, "key"),
                       *reverse = arg(args, UINT32_MAX, "reverse");
    struct list *items;
    bool set = value_is_set(first(args));
    if (!sortable(e, first(args), key, &items)) {
        return false;
    }
    if (reverse && !value_is_unknown(reverse) && !value_is_int(reverse)) {
        if (reverse->kind == VALUE_BIG_INT) {
            return eval_raise(e, TYPE_OVERFLOW_ERROR, "Python int too large to convert to C int");
        }
        str type = value_type_name(reverse);
        return eval_raise(
            e, TYPE_TYPE_ERROR, "'%.*s' object cannot be interpreted as an integer", STR_ARG(type));
    }
    if (reverse && value_is_int(reverse) && value_as_int(reverse) != (int)value_as_int(reverse)) {
        return eval_raise(e, TYPE_OVERFLOW_ERROR, "Python int too large to convert to C int");
    }
    if (!items || (reverse && value_is_unknown(reverse))) {
        return builtins_unknown_items(e, out);
    }
    if (!eval_room(e, items->n, 2 * sizeof(struct sort_item) + sizeof(struct value))) {
        return false;
    }
    uint32_t n = items->n; /* of a list that `key` may change */
    struct sort_item *work = ARENA_MANY(e->arena, struct sort_item, n * 2u + 1);
    for (uint32_t i = 0; i < n; i++) {
        work[i].value = items->items[i];
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!keyed(e, key, work[i].value, &work[i].key)) {
            return set && n > 1 && raised_perhaps(e, out);
        }
    }
    bool unknown = false, down = reverse && value_truth(reverse);
    if (!merge_sort(e, work, work + n, n, down, &unknown) ||
        (set && !unknown && !ascends(e, work, n, down, &unknown))) {
        return false;
    }
    if (unknown) {
        return builtins_unknown_items(e, out);
    }
    struct list *l = list_new(e->arena, n);
    for (uint32_t i = 0; i < n; i++) {
        list_push(e->arena, l, work[i].value);
    }
    *out = value_of_list(l);
    return true;
}

const struct builtin_def ITEM_FUNCTIONS[] = {
    {"all", fn_all, 1, 1, NULL},
    {"any", fn_any, 1, 1, NULL},
    {"len", fn_len, 1, 1, NULL, .constant = true},
    {"max", fn_max, 1, -1, "- * key default"},
    {"min", fn_min, 1, -1, "- * key default"},
    {"sorted", fn_sorted, 1, 1, "- * key reverse"},
    {"sum", fn_sum, 1, 2, "- start"},
    {0},
};
