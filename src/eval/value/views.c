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

/* The items in any order, which is known even of a set. */
static bool all_items(struct eval *e, const struct value *v, struct list **out, bool *unknown)
{
    if (!value_is_set(v)) {
        bool good = ops_items(e, v, out);
        *unknown |= good && !*out;
        return good;
    }
    if (!eval_room(e, v->dict->n, sizeof(struct value))) {
        return false;
    }
    *out = list_new(e->arena, v->dict->n);
    for (uint32_t i = 0; i < v->dict->n; i++) {
        list_push(e->arena, *out, v->dict->entries[i].key);
    }
    return true;
}

/* Is everything in `part` in `whole`?  False after raising. */
static bool all_in(struct eval *e, const struct value *part, const struct value *whole,
    bool *result, bool *unknown)
{
    struct list *items;
    if (!all_items(e, part, &items, unknown)) {
        return false;
    }
    *result = true;
    for (uint32_t i = 0; items && i < items->n && *result && !*unknown; i++) {
        if (!eval_spend(e, 1) || !ops_contains(e, &items->items[i], whole, result, unknown)) {
            return false;
        }
    }
    return true;
}

bool ops_view_ordered(struct eval *e, enum operator op, const struct value *a,
    const struct value *b, bool *result, bool *unknown)
{
    bool less = op == OP_LT || op == OP_LE;
    const struct value *part = less ? a : b, *whole = less ? b : a;
    *result = length(part) < length(whole) ||
              (length(part) == length(whole) && (op == OP_LE || op == OP_GE));
    return !*result || all_in(e, part, whole, result, unknown);
}

/* The items of a view as a set, as | makes of it. */
static bool set_of(struct eval *e, const struct value *v, struct value *out, bool *unknown)
{
    struct list *items;
    struct dict *d = dict_new(e->arena, 4);
    *out = (struct value){.kind = VALUE_SET, .dict = d};
    if (!all_items(e, v, &items, unknown)) {
        return false;
    }
    for (uint32_t i = 0; items && i < items->n; i++) {
        uint32_t hash;
        if (!ops_hash(e, &items->items[i], &hash, unknown)) {
            return false;
        }
        dict_set(e->arena, d, &items->items[i], hash, value_none());
    }
    return true;
}

/* Adds the items of `from` that are in the view, or those that are not: the others are never
 * hashed. */
static bool pick(struct eval *e, const struct value *from, const struct value *view, bool wanted,
    struct list *out, bool *unknown)
{
    struct list *items;
    if (!all_items(e, from, &items, unknown)) {
        return false;
    }
    for (uint32_t i = 0; items && i < items->n && !*unknown; i++) {
        bool in;
        if (!eval_spend(e, 1) || !ops_contains(e, &items->items[i], view, &in, unknown)) {
            return false;
        }
        if (in == wanted) {
            list_push(e->arena, out, items->items[i]);
        }
    }
    return true;
}

/* & and ^ where they do not go by way of sets; *done says whether they do. */
static bool picked(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct list *out, bool *unknown, bool *done)
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
    struct value sets[2], list = value_of_list(list_new(e->arena, 0));
    bool unknown = false, done;
    if (!picked(e, op, left, right, list.list, &unknown, &done)) {
        return false;
    }
    if (done) {
        return set_of(e, &list, out, &unknown) && (!unknown || builtins_unknown_items(e, out));
    }
    return set_of(e, left, &sets[0], &unknown) && set_of(e, right, &sets[1], &unknown) &&
           (unknown ? builtins_unknown_items(e, out)
                    : ops_set_binary(e, op, &sets[0], &sets[1], out));
}

BUILTIN(view_isdisjoint)
{
    const struct value *other = &args->positional[0];
    struct list *items;
    bool set = value_is_set(other) || ops_is_set_view(other), in = false, unknown = false;
    bool swap = set && length(other) > length(self);
    if (!all_items(e, swap ? self : other, &items, &unknown)) {
        return false;
    }
    for (uint32_t i = 0; items && i < items->n && !in && !unknown; i++) {
        if (!eval_spend(e, 1) ||
            !ops_contains(e, &items->items[i], swap ? other : self, &in, &unknown)) {
            return false;
        }
    }
    *out = value_bool(!in);
    return !unknown || builtins_unknown_items(e, out);
}

const struct builtin_def VIEW_METHODS[] = {
    {"isdisjoint", view_isdisjoint, 1, 1, NULL},
    {0},
};
