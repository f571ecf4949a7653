/* Methods of list and tuple. */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/run/iterators.h"
#include "eval/text.h"

/* --- lists --- */

BUILTIN(list_append)
{
    *out = value_none();
    if (!ops_mutable(e, self->list->frozen) || !eval_grown(e, self->list->n)) {
        return false;
    }
    list_push(e->arena, self->list, args->positional[0]);
    return true;
}

BUILTIN(list_extend)
{
    struct value ignored;
    if (self->list->frozen || !ops_augmented(e, OP_ADD, self, &args->positional[0], &ignored)) {
        return self->list->frozen ? ops_mutable(e, true) : false;
    }
    *out = value_none();
    return true;
}

BUILTIN(list_insert)
{
    int64_t at;
    struct list *l = self->list;
    *out = value_none();
    if (value_is_unknown(&args->positional[0])) {
        return ops_mutable(e, l->frozen) &&
               ops_lose(e, self, &args->positional[1], "something was put into it who knows where");
    }
    if (!ops_mutable(e, l->frozen) || !arg_int(e, args, 0, NULL, 0, &at) ||
        !eval_room(e, l->n, sizeof(struct value))) {
        return false;
    }
    at = at < 0 ? at + l->n : at;
    at = at < 0 ? 0 : at > l->n ? l->n : at;
    list_push(e->arena, l, value_none());
    memmove(&l->items[at + 1], &l->items[at], (l->n - 1 - (size_t)at) * sizeof *l->items);
    l->items[at] = args->positional[1];
    return eval_spend(e, l->n / 16);
}

BUILTIN(list_pop)
{
    int64_t at;
    struct list *l = self->list;
    if (ops_mutable(e, l->frozen) && args_unknown(args, out) && l->n > 0) {
        return ops_lose(e, self, NULL, "an unknown item was taken out of this list");
    }
    if (e->raised || !arg_int(e, args, 0, NULL, -1, &at)) {
        return false;
    }
    if (l->n == 0) {
        return eval_raise(e, TYPE_INDEX_ERROR, "pop from empty list");
    }
    at = at < 0 ? at + l->n : at;
    if (at < 0 || at >= l->n) {
        return eval_raise(e, TYPE_INDEX_ERROR, "pop index out of range");
    }
    *out = l->items[at];
    memmove(&l->items[at], &l->items[at + 1], (l->n - 1 - (size_t)at) * sizeof *l->items);
    l->n--;
    return eval_spend(e, l->n / 16);
}

/* The first that is equal, from `*at` on and before `end`; not where one before it may be. */
static bool list_search(struct eval *e, const struct value *self, const struct value *what,
    int64_t end, uint32_t *at, bool *unknown)
{
    for (; *at < self->list->n && *at < end; (*at)++) {
        if (value_equal_item(&self->list->items[*at], what, unknown, e->fuel)) {
            return !*unknown;
        }
    }
    return eval_spend(e, self->list->n) && false;
}

BUILTIN(list_remove)
{
    uint32_t at = 0;
    bool unknown = false;
    if (!ops_mutable(e, self->list->frozen)) {
        return false;
    }
    *out = value_none();
    if (!list_search(e, self, &args->positional[0], UINT32_MAX, &at, &unknown)) {
        if (unknown) {
            return ops_meet(e, self, &args->positional[0]) &&
                   ops_lose(e, self, NULL, "something may have been removed from this list");
        }
        return e->raised ? false : eval_raise(e, TYPE_VALUE_ERROR, "list.remove(x): x not in list");
    }
    struct list *l = self->list;
    memmove(&l->items[at], &l->items[at + 1], (l->n - 1 - at) * sizeof *l->items);
    l->n--;
    return true;
}

BUILTIN(list_index)
{
    uint32_t at;
    int64_t from, to;
    bool unknown = false;
    if (args->n_positional > 1 &&
        (value_is_unknown(&args->positional[1]) ||
            (args->n_positional > 2 && value_is_unknown(&args->positional[2])))) {
        return builtins_unknown_items(e, out);
    }
    if (!arg_bounds(e, args, self->list->n, false, &from, &to)) {
        return false;
    }
    at = from > self->list->n ? self->list->n : (uint32_t)from;
    if (list_search(e, self, &args->positional[0], to, &at, &unknown)) {
        *out = value_int(at);
        return true;
    }
    if (unknown) {
        *out = ops_plain_unknown(e, "the list holds something unknown");
        return ops_meet(e, self, &args->positional[0]);
    }
    return e->raised ? false : eval_raise(e, TYPE_VALUE_ERROR, "the value is not in the list");
}

BUILTIN(list_count)
{
    int64_t n = 0;
    bool unknown = false;
    for (uint32_t i = 0; i < self->list->n; i++) {
        n += value_equal_item(&self->list->items[i], &args->positional[0], &unknown, e->fuel);
    }
    *out = unknown ? ops_plain_unknown(e, "the list holds something unknown") : value_int(n);
    return eval_spend(e, self->list->n) && (!unknown || ops_meet(e, self, &args->positional[0]));
}

BUILTIN(list_clear)
{
    (void)args;
    *out = value_none();
    if (!ops_mutable(e, self->list->frozen)) {
        return false;
    }
    self->list->n = 0;
    return true;
}

BUILTIN(list_reverse)
{
    (void)args;
    struct list *l = self->list;
    *out = value_none();
    if (!ops_mutable(e, l->frozen)) {
        return false;
    }
    for (uint32_t i = 0; i < l->n / 2; i++) {
        struct value t = l->items[i];
        l->items[i] = l->items[l->n - 1 - i];
        l->items[l->n - 1 - i] = t;
    }
    return eval_spend(e, l->n);
}

BUILTIN(list_copy_)
{
    (void)args;
    *out = value_of_list(list_copy(e->arena, self->list));
    return eval_room(e, self->list->n, sizeof(struct value));
}

BUILTIN(list_sort)
{
    struct value sorted, sorted_fn;
    *out = value_none();
    if (!ops_mutable(e, self->list->frozen) || !builtins_find(e, STR("sorted"), &sorted_fn)) {
        return false;
    }
    struct arguments again = *args;
    struct list *items = ARENA_NEW(e->arena, struct list), now; /* an unknown may keep it */
    *items = *self->list;
    struct value all = value_of_list(items);
    again.positional = &all;
    again.n_positional = 1;
    *self->list = (struct list){.lost = items->lost}; /* what a key function sees */
    bool good = eval_call(e, &sorted_fn, &again, &sorted);
    now = *self->list;
    *self->list = *items;
    if (!good) { /* it is left half sorted */
        struct exception *raised = e->raised;
        bool told = items->n < 3 || ops_lose(e, self, NULL, "its sorting was not finished");
        e->raised = told ? raised : e->raised;
        return false;
    }
    if (value_is_unknown(&sorted) || self->list->lost) {
        return ops_lose(e, self, NULL, "how this list is sorted is not known");
    }
    *self->list = *sorted.list;
    return !now.items || eval_raise(e, TYPE_VALUE_ERROR, "list modified during sort");
}

const struct builtin_def LIST_METHODS[] = {
    {"append", list_append, 1, 1, NULL, .constant = true},
    {"extend", list_extend, 1, 1, NULL, .constant = true},
    {"insert", list_insert, 2, 2, NULL, .constant = true},
    {"pop", list_pop, 0, 1, NULL, .constant = true},
    {"remove", list_remove, 1, 1, NULL},
    {"index", list_index, 1, 3, NULL},
    {"count", list_count, 1, 1, NULL},
    {"clear", list_clear, 0, 0, NULL, .constant = true},
    {"reverse", list_reverse, 0, 0, NULL},
    {"copy", list_copy_, 0, 0, NULL},
    {"sort", list_sort, 0, 0, "* key reverse"},
    {0},
};

const struct builtin_def TUPLE_METHODS[] = {
    {"index", list_index, 1, 3, NULL},
    {"count", list_count, 1, 1, NULL},
    {0},
};
