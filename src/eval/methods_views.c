/* Methods of ranges and of what keys(), values() and items() give. */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"

#include <math.h>

/* --- ranges --- */

/* Where the number is in the range; -1: nowhere.  *unknown when it cannot be told. */
static int64_t place_in_range(const struct range *r, const struct value *v, bool *unknown)
{
    if (value_is_int(v)) {
        return range_find(r, value_as_int(v));
    }
    if (v->kind == VALUE_FLOAT && v->f == floor(v->f) && fabs(v->f) < 0x1p62) {
        return range_find(r, (int64_t)v->f);
    }
    *unknown |= value_is_unknown(v) || v->kind == VALUE_COMPLEX || v->kind == VALUE_OBJECT;
    return -1;
}

BUILTIN(range_index)
{
    bool unknown = false;
    int64_t at = place_in_range(self->range, &args->positional[0], &unknown);
    *out = value_int(at);
    if (unknown || at >= 0) {
        return !unknown || builtins_unknown_items(e, out);
    }
    return eval_raise(e, TYPE_VALUE_ERROR, "the value is not in range");
}

BUILTIN(range_count)
{
    bool unknown = false;
    *out = value_int(place_in_range(self->range, &args->positional[0], &unknown) >= 0);
    return !unknown || builtins_unknown_items(e, out);
}

const struct builtin_def RANGE_METHODS[] = {
    {"index", range_index, 1, 1, NULL},
    {"count", range_count, 1, 1, NULL},
    {0},
};

/* --- views --- */

/* The items of a view as a set, as & and | make of it. */
bool ops_view_set(struct eval *e, const struct value *v, struct value *out, bool *unknown)
{
    struct list *items;
    struct dict *d = dict_new(e->arena, 4);
    *out = (struct value){.kind = VALUE_SET, .dict = d};
    if (value_is_set(v)) {
        out->dict = dict_copy(e->arena, v->dict);
        return true;
    }
    if (!ops_items(e, v, &items)) {
        return false;
    }
    *unknown |= !items;
    for (uint32_t i = 0; items && i < items->n; i++) {
        uint32_t hash;
        if (!ops_hash(e, &items->items[i], &hash, unknown)) {
            return false;
        }
        dict_set(e->arena, d, &items->items[i], hash, value_none());
    }
    return true;
}

BUILTIN(view_isdisjoint)
{
    struct value mine, method;
    bool unknown = false;
    if (!ops_view_set(e, self, &mine, &unknown) ||
        !builtins_method(e, &mine, STR("isdisjoint"), &method)) {
        return false;
    }
    return unknown ? builtins_unknown_items(e, out) : eval_call(e, &method, args, out);
}

const struct builtin_def VIEW_METHODS[] = {
    {"isdisjoint", view_isdisjoint, 1, 1, NULL},
    {0},
};
