/* Builtin functions that make iterators: zip, map, enumerate, ...  Nothing happens before their
 * items are asked for. */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/run/interp.h"
#include "eval/run/iterators.h"

bool builtins_iterator(
    struct eval *e, struct iterator *it, const struct value *from, uint32_t n, struct value *out)
{
    bool unknown = false;
    if (!iterator_takes(e, it, from, n, &unknown)) {
        return false;
    }
    *out = value_of_iterator(it);
    return !unknown || builtins_unknown_items(e, out);
}

/* values: the number of the next item */
static enum next step_enumerate(struct eval *e, struct iterator *it, struct value *out)
{
    struct value v, one = value_int(1);
    enum next next = ops_next(e, it->sources[0], &v);
    if (next != NEXT_ITEM) {
        return next;
    }
    struct list *pair = list_new(e->arena, 2);
    list_push(e->arena, pair, it->values[0]);
    list_push(e->arena, pair, v);
    *out = value_of_tuple(pair);
    return ops_binary(e, OP_ADD, &it->values[0], &one, &it->values[0]) ? NEXT_ITEM : NEXT_RAISED;
}

BUILTIN(fn_enumerate)
{
    (void)self;
    const struct value *from = arg(args, 0, "iterable"), *start = arg(args, 1, "start");
    struct iterator *it = iterator_of(e, "enumerate", step_enumerate, 1);
    int64_t ignored;
    if (!from) {
        return eval_raise(
            e, TYPE_TYPE_ERROR, "enumerate() missing required argument 'iterable' (pos 1)");
    }
    it->values[0] = start ? *start : value_int(0);
    if (it->values[0].kind == VALUE_BOOL) {
        it->values[0] = value_int(it->values[0].b);
    }
    if (value_is_unknown(&it->values[0])) {
        return builtins_unknown_items(e, out);
    }
    bool big = it->values[0].kind == VALUE_BIG_INT;
    return (big || arg_int(e, args, 1, "start", 0, &ignored)) &&
           builtins_iterator(e, it, from, 1, out);
}

/* A row of one item from each source; NEXT_END at the shortest. */
static enum next next_row(struct eval *e, struct iterator *it, struct list **out)
{
    struct list *row = list_new(e->arena, it->n_sources);
    for (uint32_t i = 0; i < it->n_sources; i++) {
        struct value v;
        enum next next = ops_next(e, it->sources[i], &v);
        it->at = i;
        if (next != NEXT_ITEM) {
            return next;
        }
        list_push(e->arena, row, v);
    }
    *out = row;
    return it->n_sources ? NEXT_ITEM : NEXT_END;
}

/* With strict=True all must end together: number `it->at` has ended first. */
static enum next end_together(struct eval *e, struct iterator *it)
{
    uint32_t short_one = it->at;
    const char *those = short_one == 1 ? " " : "s 1-";
    struct value v;
    if (short_one > 0) {
        eval_raise(e, TYPE_VALUE_ERROR, "zip() argument %u is shorter than argument%s%u",
            short_one + 1, those, short_one);
        return NEXT_RAISED;
    }
    for (uint32_t i = 1; i < it->n_sources; i++) {
        enum next next = ops_next(e, it->sources[i], &v);
        if (next == NEXT_ITEM) {
            eval_raise(e, TYPE_VALUE_ERROR, "zip() argument %u is longer than argument%s%u", i + 1,
                i == 1 ? " " : "s 1-", i);
            return NEXT_RAISED;
        }
        if (next != NEXT_END) {
            return next;
        }
    }
    return NEXT_END;
}

/* values: is it strict? */
static enum next step_zip(struct eval *e, struct iterator *it, struct value *out)
{
    struct list *row;
    enum next next = next_row(e, it, &row);
    if (next == NEXT_ITEM) {
        *out = value_of_tuple(row);
    }
    return next == NEXT_END && it->values[0].b && it->n_sources ? end_together(e, it) : next;
}

BUILTIN(fn_zip)
{
    (void)self;
    struct iterator *it = iterator_of(e, "zip", step_zip, 1);
    const struct value *strict = arg(args, UINT32_MAX, "strict");
    it->values[0] = value_bool(strict && value_truth(strict));
    if (strict && value_is_unknown(strict)) {
        return builtins_unknown_items(e, out);
    }
    return builtins_iterator(e, it, args->positional, args->n_positional, out);
}

/* values: the function */
static enum next step_map(struct eval *e, struct iterator *it, struct value *out)
{
    struct list *row;
    enum next next = next_row(e, it, &row);
    if (next != NEXT_ITEM) {
        return next;
    }
    struct arguments call = {.positional = row->items, .n_positional = row->n};
    return eval_call(e, &it->values[0], &call, out) ? NEXT_ITEM : NEXT_RAISED;
}

BUILTIN(fn_map)
{
    (void)self;
    struct iterator *it = iterator_of(e, "map", step_map, 1);
    it->values[0] = args->positional[0];
    return builtins_iterator(e, it, args->positional + 1, args->n_positional - 1, out);
}

/* values: the test, or None */
static enum next step_filter(struct eval *e, struct iterator *it, struct value *out)
{
    for (;;) {
        enum next next = ops_next(e, it->sources[0], out);
        struct value keep = *out;
        if (next != NEXT_ITEM) {
            return next;
        }
        if (!eval_spend(e, 1) ||
            (!value_is_none(&it->values[0]) && !eval_call1(e, &it->values[0], *out, &keep))) {
            return NEXT_RAISED;
        }
        if (value_is_unknown(&keep)) {
            return NEXT_UNKNOWN;
        }
        if (value_truth(&keep)) {
            return NEXT_ITEM;
        }
    }
}

BUILTIN(fn_filter)
{
    (void)self;
    struct iterator *it = iterator_of(e, "filter", step_filter, 1);
    it->values[0] = args->positional[0];
    return builtins_iterator(e, it, args->positional + 1, 1, out);
}

/* `at` counts down: a list may have changed meanwhile */
static enum next step_back(struct eval *e, struct iterator *it, struct value *out)
{
    (void)e;
    if (it->list && it->list->lost) {
        return NEXT_UNKNOWN;
    }
    if (it->list && it->at > 0 && it->at <= it->list->n) {
        *out = value_found(it->list->items[--it->at]);
        return NEXT_ITEM;
    }
    return iterator_ends_list(it);
}

static bool reverse_range(struct eval *e, const struct range *r, struct value *out)
{
    struct range *back = ARENA_NEW(e->arena, struct range);
    int64_t n = range_length(r);
    back->start = r->start + (n - 1) * r->step;
    back->step = -r->step;
    back->stop = r->start - r->step;
    struct value v = {.kind = VALUE_RANGE, .range = back};
    struct iterator *it;
    bool good = ops_iterator(e, &v, &it);
    it->values[2] = value_int(n);
    *out = value_of_iterator(it);
    return good;
}

BUILTIN(fn_reversed)
{
    (void)self;
    const struct value *v = &args->positional[0];
    struct value keys = *v;
    struct list *items;
    switch (v->kind) {
    case VALUE_UNKNOWN: return builtins_unknown_items(e, out);
    case VALUE_RANGE: return reverse_range(e, v->range, out);
    case VALUE_DICT: keys = value_of_view(e, v->dict, VIEW_KEYS); __attribute__((fallthrough));
    case VALUE_VIEW:
        *out = value_of_iterator(iterator_of_view(e, keys.view, false, true));
        return true;
    case VALUE_LIST:
    case VALUE_TUPLE:
    case VALUE_STRING:
    case VALUE_BYTES:
    case VALUE_OBJECT: break;
    default: {
        str type = value_type_name(v);
        return eval_raise(e, TYPE_TYPE_ERROR, "'%.*s' object is not reversible", STR_ARG(type));
    }
    }
    if (v->kind == VALUE_LIST && !v->list->lost) { /* which may change meanwhile */
        items = v->list;
    } else if (!ops_items(e, v, &items)) {
        return false;
    }
    if (!items) {
        return builtins_unknown_items(e, out);
    }
    struct iterator *it =
        iterator_of(e, v->kind == VALUE_LIST ? "list_reverseiterator" : "reversed", step_back, 0);
    it->list = items;
    it->at = items->n;
    *out = value_of_iterator(it);
    return true;
}

/* values: the function, the value that ends it, has it ended? */
static enum next step_call(struct eval *e, struct iterator *it, struct value *out)
{
    static const struct arguments none;
    bool unknown = false;
    if (it->values[2].b) {
        return NEXT_END;
    }
    if (!eval_call(e, &it->values[0], &none, out)) {
        bool ends = e->raised->type->id == TYPE_STOP_ITERATION;
        it->values[2].b |= ends;
        e->raised = ends ? NULL : e->raised;
        return ends ? NEXT_END : NEXT_RAISED;
    }
    it->values[2].b |= value_equal(out, &it->values[1], &unknown, e->fuel);
    return unknown ? NEXT_UNKNOWN : it->values[2].b ? NEXT_END : NEXT_ITEM;
}

BUILTIN(fn_iter)
{
    (void)self;
    struct iterator *it;
    const struct value *v = &args->positional[0];
    if (args->n_positional == 1) {
        if (!ops_iterator(e, v, &it)) {
            return false;
        }
        *out = value_of_iterator(it);
        return it || builtins_unknown_items(e, out);
    }
    if (value_is_unknown(v)) {
        return builtins_unknown_items(e, out);
    }
    it = iterator_of(e, "callable_iterator", step_call, 3);
    it->values[0] = *v;
    it->values[1] = args->positional[1];
    it->values[2] = value_bool(false);
    *out = value_of_iterator(it);
    return builtins_callable(v) || eval_raise(e, TYPE_TYPE_ERROR, "iter(v, w): v must be callable");
}

BUILTIN(fn_next)
{
    (void)self;
    const struct value *v = &args->positional[0];
    if (value_is_unknown(v)) {
        *out = *v;
        return true;
    }
    if (v->kind != VALUE_ITERATOR) {
        str type = value_type_name(v);
        return eval_raise(e, TYPE_TYPE_ERROR, "'%.*s' object is not an iterator", STR_ARG(type));
    }
    switch (ops_next(e, v->iterator, out)) {
    case NEXT_ITEM: return true;
    case NEXT_UNKNOWN: return builtins_unknown_items(e, out);
    case NEXT_RAISED: break;
    case NEXT_END: interp_stop(e, v->iterator); break;
    }
    if (args->n_positional > 1 && e->raised->type->id == TYPE_STOP_ITERATION) {
        e->raised = NULL;
        *out = args->positional[1];
        return true;
    }
    return false;
}

const struct builtin_def LAZY_FUNCTIONS[] = {
    {"enumerate", fn_enumerate, 0, 2, "iterable start", false, "<class 'enumerate'>"},
    {"filter", fn_filter, 2, 2, NULL, false, "<class 'filter'>"},
    {"iter", fn_iter, 1, 2, NULL, .constant = true},
    {"map", fn_map, 2, -1, NULL, false, "<class 'map'>"},
    {"next", fn_next, 1, 2, NULL, .constant = true},
    {"reversed", fn_reversed, 1, 1, NULL, false, "<class 'reversed'>"},
    {"zip", fn_zip, 0, -1, "* strict", false, "<class 'zip'>"},
    {0},
};
