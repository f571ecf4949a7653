/* itertools.  What has no end is made item by item; all else at once. */
#include "eval/builtins.h"
#include "eval/ops.h"

static bool chain(struct eval *e, const struct value *parts, uint32_t n, struct value *out)
{
    struct list *l = list_new(e->arena, 4);
    bool unknown = false;
    for (uint32_t i = 0; i < n; i++) {
        struct list *items;
        if (!ops_items(e, &parts[i], &items)) {
            return false;
        }
        unknown |= !items;
        for (uint32_t k = 0; items && k < items->n; k++) {
            list_push(e->arena, l, items->items[k]);
        }
        if (!eval_room(e, l->n)) {
            return false;
        }
    }
    *out = builtins_iterator(e, "itertools.chain", l);
    return !unknown || builtins_unknown_items(e, out);
}

BUILTIN(itertools_chain)
{
    (void)self;
    return chain(e, args->positional, args->n_positional, out);
}

BUILTIN(chain_from_iterable)
{
    (void)self;
    struct list *parts;
    if (!ops_items(e, &args->positional[0], &parts)) {
        return false;
    }
    return parts ? chain(e, parts->items, parts->n, out) : builtins_unknown_items(e, out);
}

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
                if (!eval_room(e, next->n)) {
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
    if (!eval_room(e, n)) {
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
    *out = builtins_iterator(e, "itertools.product", rows);
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
    if (!ops_items(e, &args->positional[0], &items)) {
        return false;
    }
    if (!items || (r && value_is_unknown(r))) {
        return builtins_unknown_items(e, out);
    }
    bool all = !r || value_is_none(r);
    if (!all && !arg_int(e, args, 1, "r", 0, &size)) {
        return false;
    }
    size = all ? items->n : size;
    if (size < 0) {
        return eval_raise(e, TYPE_VALUE_ERROR, "r must be non-negative");
    }
    bool possible = size <= items->n || ((how & AGAIN) && items->n > 0);
    if (possible) {
        if (!eval_room(e, (uint64_t)size) || size > 1000) {
            return e->raised ? false : eval_limit(e, "value_items");
        }
        uint32_t *places = ARENA_MANY(e->arena, uint32_t, (size_t)size + 1);
        if (!choose(e, items, places, 0, (uint32_t)size, how, rows)) {
            return false;
        }
    }
    *out = builtins_iterator(e, type, rows);
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

BUILTIN(itertools_count)
{
    (void)self;
    const struct value *start = arg(args, 0, "start"), *step = arg(args, 1, "step");
    *out = builtins_iterator(e, "itertools.count", list_new(e->arena, 0));
    out->iterator->counts = true;
    out->iterator->count = ARENA_MANY(e->arena, struct value, 2);
    out->iterator->count[0] = start ? *start : value_int(0);
    out->iterator->count[1] = step ? *step : value_int(1);
    return true;
}

BUILTIN(itertools_cycle)
{
    (void)self;
    struct list *items;
    if (!ops_items(e, &args->positional[0], &items)) {
        return false;
    }
    if (!items) {
        return builtins_unknown_items(e, out);
    }
    *out = builtins_iterator(e, "itertools.cycle", list_copy(e->arena, items));
    out->iterator->cycles = true;
    return true;
}

BUILTIN(itertools_repeat)
{
    (void)self;
    struct list *l = list_new(e->arena, 1);
    int64_t times;
    const struct value *n = arg(args, 1, "times");
    if (n && value_is_unknown(n)) {
        return builtins_unknown_items(e, out);
    }
    if (!arg_int(e, args, 1, "times", 1, &times) ||
        !eval_room(e, times > 0 ? (uint64_t)times : 0)) {
        return false;
    }
    for (int64_t i = 0; i < times; i++) {
        list_push(e->arena, l, args->positional[0]);
    }
    *out = builtins_iterator(e, "itertools.repeat", l);
    out->iterator->cycles = !n;
    return true;
}

BUILTIN(itertools_islice)
{
    (void)self;
    struct iterator *it;
    int64_t bounds[3] = {0, INT64_MAX, 1};
    bool one = args->n_positional == 2;
    for (uint32_t i = 1; i < args->n_positional; i++) {
        int64_t *bound = &bounds[one ? 1 : i - 1];
        if (value_is_unknown(&args->positional[i])) {
            return builtins_unknown_items(e, out);
        }
        if (value_is_none(&args->positional[i])) {
            continue;
        }
        if (!arg_int(e, args, i, NULL, 0, bound)) {
            e->raised = NULL;
            *bound = -1;
        }
        if (*bound < 0 || (i == 3 && *bound == 0)) {
            return eval_raise(e, TYPE_VALUE_ERROR,
                "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
        }
    }
    if (!ops_iterator(e, &args->positional[0], &it)) {
        return false;
    }
    struct list *l = list_new(e->arena, 4);
    int64_t wanted = bounds[0];
    for (int64_t i = 0; it && i < bounds[1]; i++) {
        struct value v;
        enum next next = ops_next(e, it, &v);
        if (next == NEXT_RAISED || !eval_spend(e, 1)) {
            return false;
        }
        if (next == NEXT_UNKNOWN) {
            return builtins_unknown_items(e, out);
        }
        if (next == NEXT_END) {
            break;
        }
        if (i == wanted) {
            list_push(e->arena, l, v);
            wanted = wanted < INT64_MAX - bounds[2] ? wanted + bounds[2] : INT64_MAX;
        }
    }
    *out = builtins_iterator(e, "itertools.islice", l);
    return it || builtins_unknown_items(e, out);
}

BUILTIN(itertools_accumulate)
{
    (void)self;
    struct list *items, *l = list_new(e->arena, 4);
    const struct value *call = arg(args, 1, "func"), *start = arg(args, UINT32_MAX, "initial");
    if (!ops_items(e, &args->positional[0], &items)) {
        return false;
    }
    if (!items) {
        return builtins_unknown_items(e, out);
    }
    bool has_start = start && !value_is_none(start);
    struct value total = has_start ? *start : items->n ? items->items[0] : value_none();
    if (has_start || items->n) {
        list_push(e->arena, l, total);
    }
    for (uint32_t i = has_start ? 0 : 1; i < items->n; i++) {
        struct value two[] = {total, items->items[i]};
        struct arguments pair = {.positional = two, .n_positional = 2};
        bool good = call && !value_is_none(call) ? eval_call(e, call, &pair, &total)
                                                 : ops_binary(e, OP_ADD, &two[0], &two[1], &total);
        if (!good || !eval_grown(e, l->n)) {
            return false;
        }
        list_push(e->arena, l, total);
    }
    *out = builtins_iterator(e, "itertools.accumulate", l);
    return true;
}

/* takewhile, dropwhile and filterfalse: which items a test lets through. */
static bool sift(struct eval *e, const struct arguments *args, const char *type, bool takes,
    bool drops, struct value *out)
{
    struct iterator *it;
    struct list *l = list_new(e->arena, 4);
    bool dropping = drops;
    if (!ops_iterator(e, &args->positional[1], &it)) {
        return false;
    }
    for (;;) {
        struct value v, keep;
        enum next next = it ? ops_next(e, it, &v) : NEXT_UNKNOWN;
        if (next == NEXT_UNKNOWN) {
            return builtins_unknown_items(e, out);
        }
        if (next == NEXT_END) {
            break;
        }
        if (next == NEXT_RAISED || !eval_grown(e, l->n)) {
            return false;
        }
        keep = v;
        if ((takes || !drops || dropping) && !value_is_none(&args->positional[0]) &&
            !eval_call1(e, &args->positional[0], v, &keep)) {
            return false;
        }
        if (value_is_unknown(&keep)) {
            return builtins_unknown_items(e, out);
        }
        bool truth = value_truth(&keep);
        if (takes && !truth) {
            break;
        }
        dropping = dropping && truth;
        if (takes || (drops ? !dropping : !truth)) {
            list_push(e->arena, l, v);
        }
    }
    *out = builtins_iterator(e, type, l);
    return true;
}

BUILTIN(itertools_takewhile)
{
    (void)self;
    return sift(e, args, "itertools.takewhile", true, false, out);
}

BUILTIN(itertools_dropwhile)
{
    (void)self;
    return sift(e, args, "itertools.dropwhile", false, true, out);
}

BUILTIN(itertools_filterfalse)
{
    (void)self;
    return sift(e, args, "itertools.filterfalse", false, false, out);
}

BUILTIN(itertools_starmap)
{
    (void)self;
    struct list *rows, *l = list_new(e->arena, 4), *row;
    if (!ops_items(e, &args->positional[1], &rows)) {
        return false;
    }
    for (uint32_t i = 0; rows && i < rows->n; i++) {
        struct value v;
        if (!ops_items(e, &rows->items[i], &row)) {
            return false;
        }
        if (!row) {
            return builtins_unknown_items(e, out);
        }
        struct arguments call = {.positional = row->items, .n_positional = row->n};
        if (!eval_call(e, &args->positional[0], &call, &v)) {
            return false;
        }
        list_push(e->arena, l, v);
    }
    *out = builtins_iterator(e, "itertools.starmap", l);
    return rows || builtins_unknown_items(e, out);
}

BUILTIN(itertools_zip_longest)
{
    (void)self;
    const struct value *fill = arg(args, UINT32_MAX, "fillvalue");
    struct list **columns = ARENA_MANY(e->arena, struct list *, args->n_positional + 1u);
    uint32_t n = 0;
    for (uint32_t i = 0; i < args->n_positional; i++) {
        if (!ops_items(e, &args->positional[i], &columns[i])) {
            return false;
        }
        if (!columns[i]) {
            return builtins_unknown_items(e, out);
        }
        n = columns[i]->n > n ? columns[i]->n : n;
    }
    struct list *l = list_new(e->arena, n);
    for (uint32_t k = 0; k < n; k++) {
        struct list *row = list_new(e->arena, args->n_positional);
        for (uint32_t i = 0; i < args->n_positional; i++) {
            struct value v = k < columns[i]->n ? columns[i]->items[k] : fill ? *fill : value_none();
            list_push(e->arena, row, v);
        }
        list_push(e->arena, l, value_of_tuple(row));
    }
    *out = builtins_iterator(e, "itertools.zip_longest", l);
    return eval_room(e, (uint64_t)n * args->n_positional);
}

const struct builtin_def CHAIN_PARTS[] = {
    {"from_iterable", chain_from_iterable, 1, 1, false},
    {0},
};

const struct builtin_def ITERTOOLS[] = {
    {"accumulate", itertools_accumulate, 1, 2, true, false, "<class 'itertools.accumulate'>"},
    {"chain", itertools_chain, 0, -1, false, false, "<class 'itertools.chain'>"},
    {"combinations", itertools_combinations, 1, 2, true, false, "<class 'itertools.combinations'>"},
    {"combinations_with_replacement", itertools_with_replacement, 1, 2, true, false,
        "<class 'itertools.combinations_with_replacement'>"},
    {"count", itertools_count, 0, 2, true, false, "<class 'itertools.count'>"},
    {"cycle", itertools_cycle, 1, 1, false, false, "<class 'itertools.cycle'>"},
    {"dropwhile", itertools_dropwhile, 2, 2, false, false, "<class 'itertools.dropwhile'>"},
    {"filterfalse", itertools_filterfalse, 2, 2, false, false, "<class 'itertools.filterfalse'>"},
    {"islice", itertools_islice, 2, 4, false, false, "<class 'itertools.islice'>"},
    {"permutations", itertools_permutations, 1, 2, true, false, "<class 'itertools.permutations'>"},
    {"product", itertools_product, 0, -1, true, false, "<class 'itertools.product'>"},
    {"repeat", itertools_repeat, 1, 2, true, false, "<class 'itertools.repeat'>"},
    {"starmap", itertools_starmap, 2, 2, false, false, "<class 'itertools.starmap'>"},
    {"takewhile", itertools_takewhile, 2, 2, false, false, "<class 'itertools.takewhile'>"},
    {"zip_longest", itertools_zip_longest, 0, -1, true, false, "<class 'itertools.zip_longest'>"},
    {0},
};
