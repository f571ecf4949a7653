/* itertools: product, permutations and combinations, which take all of their items when they are
 * called. */
#include "eval/builtins.h"
#include "eval/run/iterators.h"

/* Every way to take one of each column. */
static bool product(struct eval *e, struct list *const *columns, uint32_t n, struct list **out)
{
    struct list *rows = list_new(e->arena, 1);
    list_push(e->arena, rows, value_of_tuple(list_new(e->arena, 0)));
    for (uint32_t i = 0; i < n; i++) {
        struct list *next = list_new(e->arena, 4);
        for (uint32_t r = 0; r < rows->n; r++) {
            for (uint32_t k = 0; k < columns[i]->n; k++) {
                struct list *row = list_copy(e->arena, rows->items[r].list);
                list_push(e->arena, row, columns[i]->items[k]);
                list_push(e->arena, next, value_of_tuple(row));
                if (!eval_room(e, next->n, sizeof(struct value))) {
                    return false;
                }
            }
        }
        rows = next;
    }
    *out = rows;
    return true;
}

BUILTIN(itertools_product)
{
    (void)self;
    int64_t repeat;
    if (!arg_int(e, args, UINT32_MAX, "repeat", 1, &repeat)) {
        return false;
    }
    uint64_t n = repeat < 0 ? 0 : (uint64_t)repeat * args->n_positional;
    if (!eval_room(e, n, sizeof(struct value))) {
        return false;
    }
    struct list **columns = ARENA_MANY(e->arena, struct list *, n + 1), *rows;
    for (uint32_t i = 0; i < args->n_positional && i < n; i++) {
        if (!ops_items(e, &args->positional[i], &columns[i])) {
            return false;
        }
        if (!columns[i]) {
            return builtins_unknown_items(e, out);
        }
        for (uint64_t k = i + args->n_positional; k < n; k += args->n_positional) {
            columns[k] = columns[i];
        }
    }
    if (!product(e, columns, (uint32_t)n, &rows)) {
        return false;
    }
    *out = value_of_iterator(iterator_of_items(e, "itertools.product", rows));
    return true;
}

enum choice {
    ORDERED = 1, /* permutations */
    AGAIN = 2,   /* an item may be taken several times */
};

/* Adds every row of `size` items, in the order of their places, that begins with `row`. */
static bool choose(struct eval *e, const struct list *items, uint32_t *places, uint32_t at,
    uint32_t size, unsigned how, struct list *to)
{
    if (at == size) {
        struct list *row = list_new(e->arena, size);
        for (uint32_t i = 0; i < size; i++) {
            list_push(e->arena, row, items->items[places[i]]);
        }
        list_push(e->arena, to, value_of_tuple(row));
        return eval_grown(e, to->n);
    }
    uint32_t from = (how & ORDERED) || at == 0 ? 0 : places[at - 1] + ((how & AGAIN) ? 0 : 1);
    for (uint32_t i = from; i < items->n; i++) {
        bool taken = false;
        for (uint32_t k = 0; (how & ORDERED) && k < at; k++) {
            taken |= places[k] == i;
        }
        places[at] = i;
        if (!taken && !choose(e, items, places, at + 1, size, how, to)) {
            return false;
        }
        if (!eval_spend(e, 1)) {
            return false;
        }
    }
    return true;
}

static bool choices(
    struct eval *e, const struct arguments *args, unsigned how, const char *type, struct value *out)
{
    struct list *items, *rows = list_new(e->arena, 4);
    int64_t size;
    const struct value *r = arg(args, 1, "r");
    if (!r && !(how & ORDERED)) {
        return eval_raise(e, TYPE_TYPE_ERROR, "%s() missing required argument 'r' (pos 2)", type);
    }
    if (!ops_items(e, &args->positional[0], &items)) {
        return false;
    }
    if (!items || (r && value_is_unknown(r))) {
        return builtins_unknown_items(e, out);
    }
    bool all = (how & ORDERED) && (!r || value_is_none(r));
    if (!all && !arg_int(e, args, 1, "r", 0, &size)) {
        return false;
    }
    size = all ? items->n : size;
    if (size < 0) {
        return eval_raise(e, TYPE_VALUE_ERROR, "r must be non-negative");
    }
    bool possible = size <= items->n || ((how & AGAIN) && items->n > 0);
    if (possible) {
        if (!eval_room(e, (uint64_t)size, sizeof(struct value)) || size > 1000) {
            return e->raised ? false : eval_limit(e, "value_items");
        }
        uint32_t *places = ARENA_MANY(e->arena, uint32_t, (size_t)size + 1);
        if (!choose(e, items, places, 0, (uint32_t)size, how, rows)) {
            return false;
        }
    }
    *out = value_of_iterator(iterator_of_items(e, type, rows));
    return true;
}

BUILTIN(itertools_combinations)
{
    (void)self;
    return choices(e, args, 0, "itertools.combinations", out);
}

BUILTIN(itertools_with_replacement)
{
    (void)self;
    return choices(e, args, AGAIN, "itertools.combinations_with_replacement", out);
}

BUILTIN(itertools_permutations)
{
    (void)self;
    return choices(e, args, ORDERED, "itertools.permutations", out);
}

const struct builtin_def ITERTOOLS_CHOICES[] = {
    {"combinations", itertools_combinations, 1, 2, "iterable r", false,
        "<class 'itertools.combinations'>"},
    {"combinations_with_replacement", itertools_with_replacement, 1, 2, "iterable r", false,
        "<class 'itertools.combinations_with_replacement'>"},
    {"permutations", itertools_permutations, 1, 2, "iterable r", false,
        "<class 'itertools.permutations'>"},
    {"product", itertools_product, 0, -1, "* repeat", false, "<class 'itertools.product'>"},
    {0},
};
