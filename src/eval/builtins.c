/* Builtin functions. */
#include "eval/builtins.h"

#include "base/utf8.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"

#include <math.h>
#include <stdlib.h>

#define BUILTIN(name) \
    static bool name( \
        struct eval *e, const struct value *self, const struct arguments *args, struct value *out)

const struct value *arg(const struct arguments *args, uint32_t i, const char *name)
{
    if (i < args->n_positional) {
        return &args->positional[i];
    }
    for (uint32_t k = 0; name && k < args->n_keywords; k++) {
        if (value_is_str(&args->keywords[k].key, name)) {
            return &args->keywords[k].value;
        }
    }
    return NULL;
}

bool arg_int(struct eval *e, const struct arguments *args, uint32_t i, const char *name,
    int64_t fallback, int64_t *out)
{
    const struct value *v = arg(args, i, name);
    *out = fallback;
    if (!v || value_is_none(v)) {
        return true;
    }
    if (!value_is_int(v)) {
        str type = value_type_name(v);
        return eval_raise(
            e, TYPE_TYPE_ERROR, "'%.*s' object cannot be interpreted as an integer", STR_ARG(type));
    }
    *out = value_as_int(v);
    return true;
}

static const struct value *first(const struct arguments *args)
{
    return &args->positional[0];
}

static struct value iterator_of(struct eval *e, const char *type, struct list *l)
{
    struct iterator *it = ARENA_NEW(e->arena, struct iterator);
    it->type = type;
    it->list = l;
    return (struct value){.kind = VALUE_ITERATOR, .iterator = it};
}

static bool unknown_items(struct eval *e, struct value *out)
{
    *out = ops_unknown(e, "it is made from something unknown");
    return true;
}

/* --- numbers --- */

BUILTIN(fn_abs)
{
    (void)self;
    if (value_is_unknown(first(args))) {
        *out = *first(args);
        return true;
    }
    if (first(args)->kind == VALUE_COMPLEX) {
        *out = value_float(hypot(first(args)->complex->real, first(args)->complex->imag));
        return true;
    }
    if (value_is_number(first(args))) {
        number_unary(e->arena, OP_NONE, first(args), out);
        return true;
    }
    str type = value_type_name(first(args));
    return eval_raise(e, TYPE_TYPE_ERROR, "bad operand type for abs(): '%.*s'", STR_ARG(type));
}

BUILTIN(fn_divmod)
{
    (void)self;
    struct value q, r;
    if (!ops_binary(e, OP_FLOORDIV, first(args), &args->positional[1], &q) ||
        !ops_binary(e, OP_MOD, first(args), &args->positional[1], &r)) {
        return false;
    }
    struct list *l = list_new(e->arena, 2);
    list_push(e->arena, l, q);
    list_push(e->arena, l, r);
    *out = value_of_tuple(l);
    return true;
}

BUILTIN(fn_pow)
{
    (void)self;
    if (args->n_positional > 2) {
        struct value power;
        if (!value_is_int(&args->positional[1]) || value_as_int(&args->positional[1]) < 0) {
            return unknown_items(e, out);
        }
        return ops_binary(e, OP_POW, first(args), &args->positional[1], &power) &&
               ops_binary(e, OP_MOD, &power, &args->positional[2], out);
    }
    return ops_binary(e, OP_POW, first(args), &args->positional[1], out);
}

BUILTIN(fn_round)
{
    (void)self;
    const struct value *v = arg(args, 0, "number"), *digits = arg(args, 1, "ndigits");
    int64_t n = 0;
    if (!v) {
        return eval_raise(e, TYPE_TYPE_ERROR, "round() missing required argument 'number' (pos 1)");
    }
    if (value_is_unknown(v) || (digits && value_is_unknown(digits))) {
        *out = value_is_unknown(v) ? *v : *digits;
        return true;
    }
    if (!value_is_number(v)) {
        str type = value_type_name(v);
        return eval_raise(
            e, TYPE_TYPE_ERROR, "type %.*s doesn't define __round__ method", STR_ARG(type));
    }
    bool whole = !digits || value_is_none(digits);
    if (!whole && !arg_int(e, args, 1, "ndigits", 0, &n)) {
        return false;
    }
    if (v->kind != VALUE_FLOAT) {
        if (n < 0) {
            return unknown_items(e, out);
        }
        *out = v->kind == VALUE_BOOL ? value_int(v->b) : *v;
        return true;
    }
    if (!whole) {
        *out = value_float(number_round(v->f, n));
        return true;
    }
    if (!number_truncate(e->arena, nearbyint(v->f), out)) {
        return eval_raise(e, isnan(v->f) ? TYPE_VALUE_ERROR : TYPE_OVERFLOW_ERROR,
            isnan(v->f) ? "cannot convert float NaN to integer"
                        : "cannot convert float infinity to integer");
    }
    return true;
}

static bool in_base(
    struct eval *e, const struct arguments *args, int base, const char *prefix, struct value *out)
{
    if (value_is_unknown(first(args))) {
        *out = *first(args);
        return true;
    }
    if (!value_is_int(first(args)) && first(args)->kind != VALUE_BIG_INT) {
        str type = value_type_name(first(args));
        return eval_raise(
            e, TYPE_TYPE_ERROR, "'%.*s' object cannot be interpreted as an integer", STR_ARG(type));
    }
    str digits = number_text(e->arena, first(args), base);
    bool negative = digits.p[0] == '-';
    digits = negative ? str_slice(digits, 1, digits.n) : digits;
    *out = value_string(
        e->arena, arena_printf(e->arena, "%s%s%.*s", negative ? "-" : "", prefix, STR_ARG(digits)));
    return true;
}

BUILTIN(fn_hex)
{
    (void)self;
    return in_base(e, args, 16, "0x", out);
}

BUILTIN(fn_oct)
{
    (void)self;
    return in_base(e, args, 8, "0o", out);
}

BUILTIN(fn_bin)
{
    (void)self;
    return in_base(e, args, 2, "0b", out);
}

BUILTIN(fn_chr)
{
    (void)self;
    int64_t rune;
    if (value_is_unknown(first(args))) {
        *out = *first(args);
        return true;
    }
    if (!arg_int(e, args, 0, NULL, 0, &rune)) {
        return false;
    }
    if (rune < 0 || rune > 0x10FFFF) {
        return eval_raise(e, TYPE_VALUE_ERROR, "chr() arg not in range(0x110000)");
    }
    struct buf b = buf_make(e->arena->owner);
    buf_rune(&b, (uint32_t)rune);
    *out = value_string(e->arena, buf_str(&b));
    return true;
}

BUILTIN(fn_ord)
{
    (void)self;
    if (value_is_unknown(first(args))) {
        *out = *first(args);
        return true;
    }
    str s = value_str(first(args));
    if (utf8_count(s) != 1) {
        return eval_raise(e, TYPE_TYPE_ERROR, "ord() expected a character");
    }
    size_t at = 0;
    *out = value_int(utf8_next(s, &at));
    return true;
}

/* --- over items --- */

BUILTIN(fn_len)
{
    (void)self;
    const struct value *v = first(args);
    switch (v->kind) {
    case VALUE_UNKNOWN: *out = *v; return true;
    case VALUE_STRING: *out = value_int((int64_t)utf8_count(string_str(v->s))); return true;
    case VALUE_BYTES: *out = value_int(v->s->n); return true;
    case VALUE_LIST:
    case VALUE_TUPLE: *out = value_int(v->list->n); return true;
    case VALUE_DICT:
    case VALUE_SET:
    case VALUE_FROZENSET: *out = value_int(v->dict->n); return true;
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
    default: {
        str type = value_type_name(v);
        return eval_raise(e, TYPE_TYPE_ERROR, "object of type '%.*s' has no len()", STR_ARG(type));
    }
    }
}

BUILTIN(fn_sum)
{
    (void)self;
    struct list *items;
    const struct value *start = arg(args, 1, "start");
    struct value total = start ? *start : value_int(0);
    if (total.kind == VALUE_STRING) {
        return eval_raise(e, TYPE_TYPE_ERROR, "sum() can't sum strings [use ''.join(seq) instead]");
    }
    if (!ops_items(e, first(args), &items)) {
        return false;
    }
    if (!items) {
        return unknown_items(e, out);
    }
    for (uint32_t i = 0; i < items->n; i++) {
        if (!ops_binary(e, OP_ADD, &total, &items->items[i], &total) || !eval_spend(e, 1)) {
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

static bool extreme(struct eval *e, const struct arguments *args, bool largest, struct value *out)
{
    struct list *items,
        given = {.items = (struct value *)args->positional, .n = args->n_positional};
    const struct value *key = arg(args, UINT32_MAX, "key"),
                       *fallback = arg(args, UINT32_MAX, "default");
    items = &given;
    if (args->n_positional == 1 && !ops_items(e, first(args), &items)) {
        return false;
    }
    if (!items) {
        if (args->n_positional == 1 &&
            value_is_set(first(args))) { /* the order does not matter here */
            items = list_new(e->arena, first(args)->dict->n);
            for (uint32_t i = 0; i < first(args)->dict->n; i++) {
                list_push(e->arena, items, first(args)->dict->entries[i].key);
            }
        } else {
            return unknown_items(e, out);
        }
    }
    if (items->n == 0) {
        if (fallback) {
            *out = *fallback;
            return true;
        }
        return eval_raise(
            e, TYPE_VALUE_ERROR, "%s() arg is an empty sequence", largest ? "max" : "min");
    }
    struct value best = items->items[0], best_key;
    bool unknown = false;
    if (!keyed(e, key, best, &best_key)) {
        return false;
    }
    for (uint32_t i = 1; i < items->n; i++) {
        struct value k;
        bool better;
        if (!keyed(e, key, items->items[i], &k) ||
            !(largest ? ops_less(e, &best_key, &k, &better, &unknown)
                      : ops_less(e, &k, &best_key, &better, &unknown))) {
            return false;
        }
        if (better) {
            best = items->items[i];
            best_key = k;
        }
    }
    unknown |= value_is_unknown(&best_key);
    *out = best;
    return unknown ? unknown_items(e, out) : true;
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
    struct list *items;
    bool unknown = false;
    if (!ops_items(e, first(args), &items)) {
        return false;
    }
    if (!items) {
        return unknown_items(e, out);
    }
    for (uint32_t i = 0; i < items->n; i++) {
        if (value_is_unknown(&items->items[i])) {
            unknown = true;
        } else if (value_truth(&items->items[i]) == any) {
            *out = value_bool(any);
            return true;
        }
    }
    *out = value_bool(!any);
    return unknown ? unknown_items(e, out) : true;
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

BUILTIN(fn_sorted)
{
    (void)self;
    const struct value *key = arg(args, UINT32_MAX, "key"),
                       *reverse = arg(args, UINT32_MAX, "reverse");
    struct list *items;
    if (!ops_items(e, first(args), &items)) {
        return false;
    }
    if (!items && value_is_set(first(args))) { /* sorting makes the order of a set irrelevant */
        items = list_new(e->arena, first(args)->dict->n);
        for (uint32_t i = 0; i < first(args)->dict->n; i++) {
            list_push(e->arena, items, first(args)->dict->entries[i].key);
        }
    }
    if (!items) {
        return unknown_items(e, out);
    }
    if (!eval_room(e, items->n)) {
        return false;
    }
    struct sort_item *work = ARENA_MANY(e->arena, struct sort_item, items->n * 2u + 1);
    for (uint32_t i = 0; i < items->n; i++) {
        work[i].value = items->items[i];
        if (!keyed(e, key, items->items[i], &work[i].key)) {
            return false;
        }
    }
    bool unknown = false;
    if (!merge_sort(
            e, work, work + items->n, items->n, reverse && value_truth(reverse), &unknown)) {
        return false;
    }
    if (unknown) {
        return unknown_items(e, out);
    }
    struct list *l = list_new(e->arena, items->n);
    for (uint32_t i = 0; i < items->n; i++) {
        list_push(e->arena, l, work[i].value);
    }
    *out = value_of_list(l);
    return true;
}

BUILTIN(fn_reversed)
{
    (void)self;
    struct list *items;
    if (!ops_items(e, first(args), &items)) {
        return false;
    }
    if (!items) {
        return unknown_items(e, out);
    }
    struct list *l = list_new(e->arena, items->n);
    for (uint32_t i = items->n; i-- > 0;) {
        list_push(e->arena, l, items->items[i]);
    }
    *out = iterator_of(e, "list_reverseiterator", l);
    return true;
}

BUILTIN(fn_enumerate)
{
    (void)self;
    struct list *items;
    int64_t start;
    if (!ops_items(e, first(args), &items) || !arg_int(e, args, 1, "start", 0, &start)) {
        return false;
    }
    if (!items) {
        return unknown_items(e, out);
    }
    struct list *l = list_new(e->arena, items->n);
    for (uint32_t i = 0; i < items->n; i++) {
        struct list *pair = list_new(e->arena, 2);
        list_push(e->arena, pair, value_int(start + i));
        list_push(e->arena, pair, items->items[i]);
        list_push(e->arena, l, value_of_tuple(pair));
    }
    *out = iterator_of(e, "enumerate", l);
    return eval_room(e, l->n);
}

BUILTIN(fn_zip)
{
    (void)self;
    uint32_t n = UINT32_MAX;
    struct list **columns = ARENA_MANY(e->arena, struct list *, args->n_positional + 1u);
    bool unknown = false;
    for (uint32_t i = 0; i < args->n_positional; i++) {
        if (!ops_items(e, &args->positional[i], &columns[i])) {
            return false;
        }
        unknown |= !columns[i];
        n = columns[i] && columns[i]->n < n ? columns[i]->n : n;
    }
    if (unknown) {
        return unknown_items(e, out);
    }
    n = args->n_positional ? n : 0;
    struct list *l = list_new(e->arena, n);
    for (uint32_t i = 0; i < n; i++) {
        struct list *row = list_new(e->arena, args->n_positional);
        for (uint32_t k = 0; k < args->n_positional; k++) {
            list_push(e->arena, row, columns[k]->items[i]);
        }
        list_push(e->arena, l, value_of_tuple(row));
    }
    *out = iterator_of(e, "zip", l);
    return eval_room(e, (uint64_t)n * (args->n_positional + 1u));
}

BUILTIN(fn_map)
{
    (void)self;
    struct value rows;
    struct arguments columns = {
        .positional = args->positional + 1, .n_positional = args->n_positional - 1};
    if (!fn_zip(e, self, &columns, &rows)) {
        return false;
    }
    if (value_is_unknown(&rows)) {
        *out = rows;
        return true;
    }
    struct list *l = list_new(e->arena, rows.iterator->list->n);
    for (uint32_t i = 0; i < rows.iterator->list->n; i++) {
        const struct list *row = rows.iterator->list->items[i].list;
        struct arguments call = {.positional = row->items, .n_positional = row->n};
        struct value v;
        if (!eval_call(e, first(args), &call, &v)) {
            return false;
        }
        list_push(e->arena, l, v);
    }
    *out = iterator_of(e, "map", l);
    return true;
}

BUILTIN(fn_filter)
{
    (void)self;
    struct list *items;
    if (!ops_items(e, &args->positional[1], &items)) {
        return false;
    }
    if (!items) {
        return unknown_items(e, out);
    }
    struct list *l = list_new(e->arena, items->n);
    bool unknown = false;
    for (uint32_t i = 0; i < items->n; i++) {
        struct value keep = items->items[i];
        if (!value_is_none(first(args)) && !eval_call1(e, first(args), items->items[i], &keep)) {
            return false;
        }
        unknown |= value_is_unknown(&keep);
        if (value_truth(&keep)) {
            list_push(e->arena, l, items->items[i]);
        }
    }
    *out = iterator_of(e, "filter", l);
    return unknown ? unknown_items(e, out) : true;
}

BUILTIN(fn_iter)
{
    (void)self;
    struct list *items;
    if (!ops_items(e, first(args), &items)) {
        return false;
    }
    if (!items) {
        return unknown_items(e, out);
    }
    *out = iterator_of(e, "iterator", list_copy(e->arena, items));
    return eval_room(e, items->n);
}

BUILTIN(fn_next)
{
    (void)self;
    const struct value *v = first(args);
    if (value_is_unknown(v)) {
        *out = *v;
        return true;
    }
    if (v->kind != VALUE_ITERATOR) {
        str type = value_type_name(v);
        return eval_raise(e, TYPE_TYPE_ERROR, "'%.*s' object is not an iterator", STR_ARG(type));
    }
    if (v->iterator->at < v->iterator->list->n) {
        *out = v->iterator->list->items[v->iterator->at++];
        return true;
    }
    if (args->n_positional > 1) {
        *out = args->positional[1];
        return true;
    }
    return eval_raise(e, TYPE_STOP_ITERATION, "%s", "");
}

/* --- about values --- */

static bool is_instance(const struct value *v, const struct value *type, bool *unknown)
{
    if (type->kind == VALUE_TYPE) {
        return type_is_subtype(type_of(v), type->type->id);
    }
    if (type->kind == VALUE_TUPLE) {
        for (uint32_t i = 0; i < type->list->n; i++) {
            if (is_instance(v, &type->list->items[i], unknown)) {
                return true;
            }
        }
        return false;
    }
    *unknown = true;
    return false;
}

BUILTIN(fn_isinstance)
{
    (void)self;
    bool unknown = value_is_unknown(first(args));
    bool result = is_instance(first(args), &args->positional[1], &unknown);
    *out =
        unknown ? ops_unknown(e, "it asks for the type of something unknown") : value_bool(result);
    return true;
}

BUILTIN(fn_callable)
{
    (void)self, (void)e;
    const struct value *v = first(args);
    *out = value_is_unknown(v) ? *v
                               : value_bool((v->kind >= VALUE_FUNCTION && v->kind <= VALUE_CLASS) ||
                                            v->kind == VALUE_LAZY);
    return true;
}

BUILTIN(fn_getattr)
{
    (void)self;
    if (value_is_unknown(&args->positional[1])) {
        *out = args->positional[1];
        return true;
    }
    if (args->positional[1].kind != VALUE_STRING) {
        return eval_raise(e, TYPE_TYPE_ERROR, "attribute name must be string");
    }
    if (ops_get_attribute(e, first(args), value_str(&args->positional[1]), out)) {
        return true;
    }
    if (args->n_positional > 2 && e->raised->type->id == TYPE_ATTRIBUTE_ERROR) {
        e->raised = NULL;
        *out = args->positional[2];
        return true;
    }
    return false;
}

BUILTIN(fn_hasattr)
{
    (void)self;
    struct value v;
    if (value_is_unknown(first(args))) {
        *out = *first(args);
        return true;
    }
    if (ops_get_attribute(e, first(args), value_str(&args->positional[1]), &v)) {
        *out = value_is_unknown(&v) ? v : value_bool(true);
        return true;
    }
    if (e->raised->type->id != TYPE_ATTRIBUTE_ERROR) {
        return false;
    }
    e->raised = NULL;
    *out = value_bool(false);
    return true;
}

BUILTIN(fn_setattr)
{
    (void)self;
    *out = value_none();
    if (args->positional[1].kind != VALUE_STRING) {
        return eval_raise(e, TYPE_TYPE_ERROR, "attribute name must be string");
    }
    return ops_set_attribute(e, first(args), args->positional[1].s, args->positional[2]);
}

BUILTIN(fn_repr)
{
    (void)self;
    struct buf b = buf_make(e->arena->owner);
    bool unknown = false;
    text_repr(e->arena, &b, first(args), &unknown);
    *out = unknown ? ops_unknown(e, "it shows something unknown")
                   : value_string(e->arena, buf_str(&b));
    return true;
}

BUILTIN(fn_format)
{
    (void)self;
    struct buf b = buf_make(e->arena->owner);
    bool unknown = false;
    str spec = args->n_positional > 1 ? value_str(&args->positional[1]) : STR("");
    if (!text_format(e, first(args), spec, &b, &unknown)) {
        return false;
    }
    *out = unknown ? ops_unknown(e, "it shows something unknown")
                   : value_string(e->arena, buf_str(&b));
    return true;
}

BUILTIN(fn_print)
{
    (void)self, (void)args, (void)e;
    *out = value_none();
    return true;
}

BUILTIN(fn_unknown)
{
    (void)self, (void)args;
    *out = ops_unknown(e, "this function is not evaluated");
    return true;
}

static const struct builtin_def FUNCTIONS[] = {
    {"abs", fn_abs, 1, 1, false},
    {"all", fn_all, 1, 1, false},
    {"any", fn_any, 1, 1, false},
    {"bin", fn_bin, 1, 1, false},
    {"callable", fn_callable, 1, 1, false},
    {"chr", fn_chr, 1, 1, false},
    {"divmod", fn_divmod, 2, 2, false},
    {"enumerate", fn_enumerate, 1, 2, true},
    {"filter", fn_filter, 2, 2, false},
    {"format", fn_format, 1, 2, false},
    {"getattr", fn_getattr, 2, 3, false},
    {"hasattr", fn_hasattr, 2, 2, false},
    {"hex", fn_hex, 1, 1, false},
    {"isinstance", fn_isinstance, 2, 2, false},
    {"iter", fn_iter, 1, 1, false},
    {"len", fn_len, 1, 1, false},
    {"map", fn_map, 2, -1, false},
    {"max", fn_max, 1, -1, true},
    {"min", fn_min, 1, -1, true},
    {"next", fn_next, 1, 2, false},
    {"oct", fn_oct, 1, 1, false},
    {"ord", fn_ord, 1, 1, false},
    {"pow", fn_pow, 2, 3, false},
    {"print", fn_print, 0, -1, true},
    {"repr", fn_repr, 1, 1, false},
    {"reversed", fn_reversed, 1, 1, false},
    {"round", fn_round, 0, 2, true},
    {"setattr", fn_setattr, 3, 3, false},
    {"sorted", fn_sorted, 1, 1, true},
    {"sum", fn_sum, 1, 2, true},
    {"zip", fn_zip, 0, -1, true},
    {0},
};

/* Known to Python, but what they give depends on the machine or on running code. */
static const char *const NOT_EVALUATED[] = {"__import__", "aiter", "anext", "ascii", "breakpoint",
    "bytearray", "classmethod", "compile", "delattr", "exit", "hash", "help", "id", "input",
    "issubclass", "memoryview", "open", "property", "quit", "staticmethod", "super"};

static struct value builtin_value(struct eval *e, const struct builtin_def *def, struct value self)
{
    struct builtin_value *b = ARENA_NEW(e->arena, struct builtin_value);
    b->def = def;
    b->self = self;
    return (struct value){.kind = VALUE_BUILTIN, .builtin = b};
}

static const struct builtin_def *def_of(const struct builtin_def *table, str name)
{
    for (; table->name; table++) {
        if (table->name[0] == name.p[0] && str_is(name, table->name)) {
            return table;
        }
    }
    return NULL;
}

bool builtins_find(struct eval *e, str name, struct value *out)
{
    const struct builtin_def *def = def_of(FUNCTIONS, name);
    if (def) {
        *out = builtin_value(e, def, value_none());
        return true;
    }
    const struct type_def *type = type_find(name);
    if (type) {
        *out = (struct value){.kind = VALUE_TYPE, .type = type};
        return true;
    }
    if (str_is(name, "__name__") && e->host->module_name.n) {
        *out = value_string(e->arena, e->host->module_name);
        return true;
    }
    if (str_is(name, "__file__") && e->host->file_name.n) {
        *out = value_string(e->arena, e->host->file_name);
        return true;
    }
    if (!e->profile->tolerant) {
        return false;
    }
    def = def_of(NAME_FUNCTIONS, name);
    if (def) {
        *out = builtin_value(e, def, value_none());
        return true;
    }
    static const struct builtin_def unknown = {"a builtin", fn_unknown, 0, -1, true};
    for (size_t i = 0; i < sizeof NOT_EVALUATED / sizeof *NOT_EVALUATED; i++) {
        if (str_is(name, NOT_EVALUATED[i])) {
            *out = builtin_value(e, &unknown, value_none());
            return true;
        }
    }
    if (str_is(name, "Ellipsis") || str_is(name, "NotImplemented") || str_is(name, "__debug__")) {
        *out = str_is(name, "Ellipsis") ? (struct value){.kind = VALUE_ELLIPSIS}
                                        : ops_unknown(e, "this constant is not evaluated");
        return true;
    }
    return false;
}

static const struct builtin_def *method_table(const struct value *v)
{
    switch (v->kind) {
    case VALUE_STRING:
    case VALUE_BYTES: return STR_METHODS;
    case VALUE_LIST: return LIST_METHODS;
    case VALUE_TUPLE:
    case VALUE_RANGE: return TUPLE_METHODS;
    case VALUE_DICT: return v->dict->flavor == DICT_CONFIG ? CONFIG_DICT_METHODS : DICT_METHODS;
    case VALUE_SET:
    case VALUE_FROZENSET: return SET_METHODS;
    case VALUE_BOOL:
    case VALUE_INT:
    case VALUE_BIG_INT:
    case VALUE_FLOAT: return NUMBER_METHODS;
    default: return NULL;
    }
}

bool builtins_method(struct eval *e, const struct value *self, str name, struct value *out)
{
    if (self->kind == VALUE_TYPE && self->type->id == TYPE_DICT && str_is(name, "fromkeys")) {
        *out = builtin_value(e, def_of(DICT_METHODS, name), value_none());
        return true;
    }
    const struct builtin_def *table = method_table(self);
    const struct builtin_def *def = table ? def_of(table, name) : NULL;
    if (!def) {
        return false;
    }
    if (self->kind == VALUE_BYTES || self->kind == VALUE_RANGE) {
        *out = ops_unknown(e, "methods of bytes and ranges are not evaluated");
        return true;
    }
    *out = builtin_value(e, def, *self);
    return true;
}
