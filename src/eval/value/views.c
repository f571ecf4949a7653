/* What keys(), values() and items() give: sets of a dict as it is now. */
#include "eval/builtins.h"
#include "eval/ops.h"

bool ops_is_set_view(const struct value *v)
{
    return v->kind == VALUE_VIEW && v->view->of != VIEW_VALUES;
}

bool ops_are_set_views(const struct value *a, const struct value *b)
{
    return (ops_is_set_view(a) && (ops_is_set_view(b) || value_is_set(b))) ||
           (ops_is_set_view(b) && value_is_set(a));
}

static uint32_t length(const struct value *v)
{
    return v->kind == VALUE_VIEW ? v->view->dict->n : v->dict->n;
}

bool ops_contains_pair(
    struct eval *e, const struct value *item, const struct dict *d, bool *result, bool *unknown)
{
    uint32_t hash;
    *result = false;
    if (item->kind != VALUE_TUPLE || item->list->n != 2) {
        *unknown |= value_is_unknown(item);
        return true;
    }
    if (!ops_hash(e, &item->list->items[0], &hash, unknown)) {
        return false;
    }
    const struct entry *x = *unknown ? NULL : dict_find(d, &item->list->items[0], hash);
    *result = x && value_equal_item(&x->value, &item->list->items[1], unknown, e->fuel);
    return true;
}

/* Is any item of `from`, which is gone over no further than that, in `whole` (or not, as wanted)?
 * False after raising. */
static bool any_item(struct eval *e, const struct value *from, const struct value *whole,
    bool wanted, bool *result, bool *unknown)
{
    struct iterator *items;
    struct value item;
    enum next next = NEXT_UNKNOWN;
    bool in = !wanted;
    if (!ops_in_any_order(e, from, &items)) {
        return false;
    }
    while (in != wanted && !*unknown && items && (next = ops_next(e, items, &item)) == NEXT_ITEM) {
        if (!eval_spend(e, 1) || !ops_contains(e, &item, whole, &in, unknown)) {
            return false;
        }
    }
    *result = in == wanted;
    *unknown |= next == NEXT_UNKNOWN;
    return next != NEXT_RAISED;
}

bool ops_view_ordered(struct eval *e, enum operator op, const struct value *a,
    const struct value *b, bool *result, bool *unknown)
{
    bool less = op == OP_LT || op == OP_LE;
    const struct value *part = less ? a : b, *whole = less ? b : a;
    *result = length(part) < length(whole) ||
              (length(part) == length(whole) && (op == OP_LE || op == OP_GE));
    bool more = false;
    if (*result && !any_item(e, part, whole, false, &more, unknown)) {
        return false;
    }
    *result &= !more;
    return true;
}

/* Adds the items of `from` that are in the view, or those that are not: the others are never
 * hashed. */
static bool pick(struct eval *e, const struct value *from, const struct value *view, bool wanted,
    struct dict *to, bool *unknown)
{
    struct iterator *items;
    struct value item;
    enum next next = NEXT_UNKNOWN;
    if (!ops_in_any_order(e, from, &items)) {
        return false;
    }
    while (items && (next = ops_next(e, items, &item)) == NEXT_ITEM) {
        bool in, lost = false;
        uint32_t hash;
        if (!eval_spend(e, 1) || !ops_contains(e, &item, view, &in, &lost) ||
            (!lost && in == wanted && !ops_hash(e, &item, &hash, &lost))) {
            return false;
        }
        if (!lost && in == wanted) {
            dict_set(e->arena, to, &item, hash, value_none());
        }
        *unknown |= lost;
    }
    *unknown |= next == NEXT_UNKNOWN;
    return next != NEXT_RAISED;
}

/* & and ^ where they do not go by way of sets; *done says whether they do. */
static bool picked(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct dict *out, bool *unknown, bool *done)
{
    const struct value *view = ops_is_set_view(left) ? left : right;
    const struct value *other = view == left ? right : left;
    bool two = ops_is_set_view(other);
    *done = true;
    if (op == OP_BITXOR && two && view->view->of == VIEW_ITEMS && other->view->of == VIEW_ITEMS) {
        return pick(e, left, right, false, out, unknown) &&
               pick(e, right, left, false, out, unknown);
    }
    *done = op == OP_BITAND && (other->kind != VALUE_SET || length(view) > length(other));
    bool swap = two && length(other) > length(view);
    return !*done || pick(e, swap ? view : other, swap ? other : view, true, out, unknown);
}

bool ops_view_binary(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct value *out)
{
    struct value sets[2];
    bool unknown = false, done;
    for (int i = 0; i < 2; i++) {
        sets[i] = (struct value){.kind = VALUE_SET, .dict = dict_new(e->arena, 4)};
    }
    if (!picked(e, op, left, right, sets[0].dict, &unknown, &done)) {
        return false;
    }
    *out = sets[0];
    if (!done && (!builtins_fill_set(e, sets[0].dict, left, &unknown) ||
                     !builtins_fill_set(e, sets[1].dict, right, &unknown))) {
        return false;
    }
    return unknown ? builtins_unknown_items(e, out)
                   : done || ops_set_binary(e, op, &sets[0], &sets[1], out);
}

BUILTIN(view_isdisjoint)
{
    const struct value *other = &args->positional[0];
    bool set = value_is_set(other) || ops_is_set_view(other), in, unknown = false;
    bool swap = set && length(other) > length(self);
    if (!any_item(e, swap ? self : other, swap ? other : self, true, &in, &unknown)) {
        return false;
    }
    *out = value_bool(!in);
    return !unknown || builtins_unknown_items(e, out);
}

const struct builtin_def VIEW_METHODS[] = {
    {"isdisjoint", view_isdisjoint, 1, 1, NULL},
    {0},
};
