/* itertools: each makes an iterator, whose items are made when they are asked for. */
#include "eval/builtins.h"
#include "eval/run/iterators.h"
#include "eval/text.h"

/* sources: the parts, and then that of them which is gone over */
static enum next step_chain(struct eval *e, struct iterator *it, struct value *out)
{
    for (;;) {
        enum next next = it->sources[1] ? ops_next(e, it->sources[1], out) : NEXT_END;
        struct value part;
        if (next != NEXT_END) {
            return next;
        }
        next = ops_next(e, it->sources[0], &part);
        if (it->sources[1]) {
            iterator_ends(e, it, 1);
        }
        if (next != NEXT_ITEM) {
            return next;
        }
        if (!eval_spend(e, 1) || !ops_iterator(e, &part, &it->sources[1])) {
            return NEXT_RAISED;
        }
        if (!it->sources[1]) {
            return NEXT_UNKNOWN;
        }
        it->n_sources = 2;
    }
}

static bool chain(struct eval *e, const struct value *parts, struct value *out)
{
    struct iterator *it = iterator_of(e, "itertools.chain", step_chain, 0);
    bool unknown = false;
    struct value two[] = {*parts, value_of_tuple(list_new(e->arena, 0))};
    if (!iterator_takes(e, it, two, 2, &unknown)) {
        return false;
    }
    *out = value_of_iterator(it);
    return !unknown || builtins_unknown_items(e, out);
}

BUILTIN(itertools_chain)
{
    (void)self;
    struct list *parts = list_new(e->arena, args->n_positional);
    for (uint32_t i = 0; i < args->n_positional; i++) {
        list_push(e->arena, parts, args->positional[i]);
    }
    struct value all = value_of_tuple(parts);
    return chain(e, &all, out);
}

BUILTIN(chain_from_iterable)
{
    (void)self;
    return chain(e, &args->positional[0], out);
}

/* values: item, step */
static enum next step_count(struct eval *e, struct iterator *it, struct value *out)
{
    *out = it->values[0];
    return ops_binary(e, OP_ADD, &it->values[0], &it->values[1], &it->values[0]) ? NEXT_ITEM
                                                                                 : NEXT_RAISED;
}

BUILTIN(itertools_count)
{
    (void)self;
    const struct value *start = arg(args, 0, "start"), *step = arg(args, 1, "step");
    struct iterator *it = iterator_of(e, "itertools.count", step_count, 2);
    it->values[0] = start ? *start : value_int(0);
    it->values[1] = step ? *step : value_int(1);
    *out = value_of_iterator(it);
    for (int i = 0; i < 2; i++) {
        const struct value *v = &it->values[i];
        if (value_is_unknown(v)) {
            return builtins_unknown_items(e, out);
        }
        if (!value_is_number(v) && v->kind != VALUE_COMPLEX) {
            return eval_raise(e, TYPE_TYPE_ERROR, "a number is required");
        }
    }
    if (it->values[0].kind == VALUE_BOOL && value_is_int(&it->values[1]) &&
        value_as_int(&it->values[1]) == 1) { /* which CPython counts without objects */
        it->values[0] = value_int(value_as_int(&it->values[0]));
    }
    return true;
}

/* `list` is what it took from its source so far, and goes over again */
static enum next step_cycle(struct eval *e, struct iterator *it, struct value *out)
{
    if (it->sources[0]) {
        enum next next = ops_next(e, it->sources[0], out);
        if (next == NEXT_ITEM) {
            list_push(e->arena, it->list, *out);
            return eval_grown(e, it->list->n) ? NEXT_ITEM : NEXT_RAISED;
        }
        if (next != NEXT_END) {
            return next;
        }
        iterator_ends(e, it, 0);
    }
    if (it->list->n == 0) {
        return NEXT_END;
    }
    *out = it->list->items[it->at];
    it->at = (it->at + 1) % it->list->n;
    return NEXT_ITEM;
}

BUILTIN(itertools_cycle)
{
    (void)self;
    struct iterator *it = iterator_of(e, "itertools.cycle", step_cycle, 0);
    it->list = list_new(e->arena, 4);
    return builtins_iterator(e, it, args->positional, 1, out);
}

/* values: the item, how many are left (or None) */
static enum next step_repeat(struct eval *e, struct iterator *it, struct value *out)
{
    (void)e;
    *out = it->values[0];
    if (value_is_none(&it->values[1])) {
        return NEXT_ITEM;
    }
    return it->values[1].i-- > 0 ? NEXT_ITEM : (it->values[1].i = 0, NEXT_END);
}

BUILTIN(itertools_repeat)
{
    (void)self;
    const struct value *v = arg(args, 0, "object"), *n = arg(args, 1, "times");
    struct iterator *it = iterator_of(e, "itertools.repeat", step_repeat, 2);
    int64_t times;
    if (!v) {
        return eval_raise(
            e, TYPE_TYPE_ERROR, "repeat() missing required argument 'object' (pos 1)");
    }
    if (n && value_is_unknown(n)) {
        return builtins_unknown_items(e, out);
    }
    it->values[0] = *v;
    *out = value_of_iterator(it);
    if (!n) {
        it->values[1] = value_none();
        return true;
    }
    if (!arg_int(e, args, 1, "times", 0, &times)) {
        return false;
    }
    it->values[1] = value_int(times < 0 ? 0 : times);
    return true;
}

/* values: the next place that is wanted, the end, the step; `at` counts what was taken */
static enum next step_islice(struct eval *e, struct iterator *it, struct value *out)
{
    int64_t wanted = it->values[0].i, end = it->values[1].i;
    int64_t *taken = &it->values[3].i;
    if (wanted >= end) { /* what lies before the end, or at first before the start, is taken, too */
        wanted = (*taken == 0 ? wanted : end) - 1;
    }
    while (*taken <= wanted) {
        enum next next = ops_next(e, it->sources[0], out);
        if (next != NEXT_ITEM) {
            it->values[1].i = next == NEXT_END ? 0 : it->values[1].i;
            return next;
        }
        if (!eval_spend(e, 1)) {
            return NEXT_RAISED;
        }
        ++*taken;
    }
    if (it->values[0].i >= end) {
        return NEXT_END;
    }
    it->values[0].i = it->values[0].i > INT64_MAX - it->values[2].i
                          ? INT64_MAX
                          : it->values[0].i + it->values[2].i;
    return NEXT_ITEM;
}

static bool islice_bound(struct eval *e, const struct value *v, uint32_t which, int64_t *bound)
{
    bool number = value_is_int(v), least = which == 2 ? 1 : 0;
    if (value_is_none(v)) {
        return true;
    }
    if (!number || value_as_int(v) < least) {
        return eval_raise(e, TYPE_VALUE_ERROR,
            which == 2 ? "Step for islice() must be a positive integer or None."
            : which == 1
                ? "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize."
                : "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
    }
    *bound = value_as_int(v);
    return true;
}

BUILTIN(itertools_islice)
{
    (void)self;
    struct iterator *it = iterator_of(e, "itertools.islice", step_islice, 4);
    int64_t bounds[3] = {0, INT64_MAX, 1};
    bool one = args->n_positional == 2;
    for (uint32_t i = 1; i < args->n_positional; i++) {
        if (value_is_unknown(&args->positional[i])) {
            return builtins_unknown_items(e, out);
        }
        uint32_t which = one ? 1 : i - 1;
        if (!islice_bound(e, &args->positional[i], which, &bounds[which])) {
            return false;
        }
    }
    for (int i = 0; i < 3; i++) {
        it->values[i] = value_int(bounds[i]);
    }
    it->values[3] = value_int(0);
    return builtins_iterator(e, it, args->positional, 1, out);
}

/* values: the total so far (KINDS: none yet), the function or None, is the total to come? */
static enum next step_accumulate(struct eval *e, struct iterator *it, struct value *out)
{
    struct value v;
    if (it->values[2].b) {
        it->values[2].b = false;
        *out = it->values[0];
        return NEXT_ITEM;
    }
    enum next next = ops_next(e, it->sources[0], &v);
    if (next != NEXT_ITEM) {
        return next;
    }
    if (it->values[0].kind == VALUE_KINDS) {
        it->values[0] = v;
    } else {
        struct value two[] = {it->values[0], v};
        struct arguments pair = {.positional = two, .n_positional = 2};
        bool adds = value_is_none(&it->values[1]);
        if (!(adds ? ops_binary(e, OP_ADD, &two[0], &two[1], &it->values[0])
                   : eval_call(e, &it->values[1], &pair, &it->values[0]))) {
            return NEXT_RAISED;
        }
    }
    *out = it->values[0];
    return NEXT_ITEM;
}

BUILTIN(itertools_accumulate)
{
    (void)self;
    const struct value *from = arg(args, 0, "iterable"), *call = arg(args, 1, "func"),
                       *start = arg(args, UINT32_MAX, "initial");
    struct iterator *it = iterator_of(e, "itertools.accumulate", step_accumulate, 3);
    if (!from) {
        return eval_raise(
            e, TYPE_TYPE_ERROR, "accumulate() missing required argument 'iterable' (pos 1)");
    }
    bool starts = start && !value_is_none(start);
    it->values[0] = starts ? *start : (struct value){.kind = VALUE_KINDS};
    it->values[1] = call ? *call : value_none();
    it->values[2] = value_bool(starts);
    return builtins_iterator(e, it, from, 1, out);
}

/* Is the item let through by the test, or by itself if there is none?  NEXT_ITEM: *truth says it.
 */
static enum next test(struct eval *e, const struct value *call, struct value v, bool *truth)
{
    struct value keep = v;
    if (!eval_spend(e, 1) || (call && !eval_call1(e, call, v, &keep))) {
        return NEXT_RAISED;
    }
    *truth = value_truth(&keep);
    return value_is_unknown(&keep) ? NEXT_UNKNOWN : NEXT_ITEM;
}

/* values: the test, has it ended? */
static enum next step_takewhile(struct eval *e, struct iterator *it, struct value *out)
{
    bool truth = false;
    enum next next = it->values[1].b ? NEXT_END : ops_next(e, it->sources[0], out);
    next = next == NEXT_ITEM ? test(e, &it->values[0], *out, &truth) : next;
    it->values[1].b |= next == NEXT_ITEM && !truth;
    return next == NEXT_ITEM && !truth ? NEXT_END : next;
}

/* values: the test, does it let all through? */
static enum next step_dropwhile(struct eval *e, struct iterator *it, struct value *out)
{
    for (;;) {
        bool truth = false;
        enum next next = ops_next(e, it->sources[0], out);
        if (next != NEXT_ITEM || it->values[1].b) {
            return next;
        }
        next = test(e, &it->values[0], *out, &truth);
        if (next != NEXT_ITEM || !truth) {
            it->values[1].b = next == NEXT_ITEM;
            return next;
        }
    }
}

static enum next step_filterfalse(struct eval *e, struct iterator *it, struct value *out)
{
    const struct value *call = value_is_none(&it->values[0]) ? NULL : &it->values[0];
    for (;;) {
        bool truth = false;
        enum next next = ops_next(e, it->sources[0], out);
        next = next == NEXT_ITEM ? test(e, call, *out, &truth) : next;
        if (next != NEXT_ITEM || !truth) {
            return next;
        }
    }
}

static bool sift(struct eval *e, const struct arguments *args, const char *type,
    iterator_step *step, struct value *out)
{
    struct iterator *it = iterator_of(e, type, step, 2);
    it->values[0] = args->positional[0];
    it->values[1] = value_bool(false);
    return builtins_iterator(e, it, args->positional + 1, 1, out);
}

BUILTIN(itertools_takewhile)
{
    (void)self;
    return sift(e, args, "itertools.takewhile", step_takewhile, out);
}

BUILTIN(itertools_dropwhile)
{
    (void)self;
    return sift(e, args, "itertools.dropwhile", step_dropwhile, out);
}

BUILTIN(itertools_filterfalse)
{
    (void)self;
    return sift(e, args, "itertools.filterfalse", step_filterfalse, out);
}

static enum next step_starmap(struct eval *e, struct iterator *it, struct value *out)
{
    struct value row;
    struct list *items;
    enum next next = ops_next(e, it->sources[0], &row);
    if (next != NEXT_ITEM) {
        return next;
    }
    if (!ops_items(e, &row, &items)) {
        return NEXT_RAISED;
    }
    if (!items) {
        return NEXT_UNKNOWN;
    }
    struct arguments call = {.positional = items->items, .n_positional = items->n};
    return eval_call(e, &it->values[0], &call, out) ? NEXT_ITEM : NEXT_RAISED;
}

BUILTIN(itertools_starmap)
{
    (void)self;
    return sift(e, args, "itertools.starmap", step_starmap, out);
}

/* The items of the first whose partner in the second is true. */
static enum next step_compress(struct eval *e, struct iterator *it, struct value *out)
{
    for (;;) {
        struct value keep;
        enum next next = ops_next(e, it->sources[0], out);
        next = next == NEXT_ITEM ? ops_next(e, it->sources[1], &keep) : next;
        if (next != NEXT_ITEM) {
            return next;
        }
        if (value_is_unknown(&keep) || !eval_spend(e, 1)) {
            return e->raised ? NEXT_RAISED : NEXT_UNKNOWN;
        }
        if (value_truth(&keep)) {
            return NEXT_ITEM;
        }
    }
}

BUILTIN(itertools_compress)
{
    (void)self;
    const struct value *data = arg(args, 0, "data"), *keep = arg(args, 1, "selectors");
    if (!data || !keep) {
        return eval_raise(e, TYPE_TYPE_ERROR, "compress() missing a required argument");
    }
    struct value two[] = {*data, *keep};
    return builtins_iterator(
        e, iterator_of(e, "itertools.compress", step_compress, 0), two, 2, out);
}

/* values: the item before (KINDS: none yet) */
static enum next step_pairwise(struct eval *e, struct iterator *it, struct value *out)
{
    struct value v;
    enum next next = NEXT_ITEM;
    if (it->values[0].kind == VALUE_KINDS) {
        next = ops_next(e, it->sources[0], &it->values[0]);
    }
    next = next == NEXT_ITEM ? ops_next(e, it->sources[0], &v) : next;
    if (next != NEXT_ITEM) {
        return next;
    }
    struct list *pair = list_new(e->arena, 2);
    list_push(e->arena, pair, it->values[0]);
    list_push(e->arena, pair, v);
    it->values[0] = v;
    *out = value_of_tuple(pair);
    return NEXT_ITEM;
}

BUILTIN(itertools_pairwise)
{
    (void)self;
    struct iterator *it = iterator_of(e, "itertools.pairwise", step_pairwise, 1);
    it->values[0].kind = VALUE_KINDS;
    return builtins_iterator(e, it, args->positional, 1, out);
}

/* `list` is what all of them have taken from the source */
static enum next step_tee(struct eval *e, struct iterator *it, struct value *out)
{
    if (it->at == it->list->n) {
        enum next next = ops_next(e, it->sources[0], out);
        if (next != NEXT_ITEM) {
            return next;
        }
        list_push(e->arena, it->list, *out);
        if (!eval_grown(e, it->list->n)) {
            return NEXT_RAISED;
        }
    }
    *out = it->list->items[it->at++];
    return NEXT_ITEM;
}

BUILTIN(itertools_tee)
{
    (void)self;
    int64_t n;
    struct list *all = list_new(e->arena, 2), *taken = list_new(e->arena, 4);
    struct iterator *source;
    if (args_unknown(args, out)) {
        return true;
    }
    if (!arg_int(e, args, 1, NULL, 2, &n)) {
        return false;
    }
    if (n < 0) {
        return eval_raise(e, TYPE_VALUE_ERROR, "n must be >= 0");
    }
    if ((n > 0 && !ops_iterator(e, &args->positional[0], &source)) ||
        !eval_room(e, (uint64_t)n, sizeof(struct value))) {
        return false;
    }
    for (int64_t i = 0; i < n; i++) {
        struct iterator *it = iterator_of(e, "itertools._tee", step_tee, 0);
        struct value from = value_of_iterator(source), one;
        it->list = taken;
        if (!source || !builtins_iterator(e, it, &from, 1, &one)) {
            return source ? false : builtins_unknown_items(e, out);
        }
        list_push(e->arena, all, one);
    }
    *out = value_of_tuple(all);
    return true;
}

/* values: what stands for what is missing; a source that has ended is NULL */
static enum next step_zip_longest(struct eval *e, struct iterator *it, struct value *out)
{
    struct list *row = list_new(e->arena, it->n_sources);
    uint32_t alive = 0;
    for (uint32_t i = 0; i < it->n_sources; i++) {
        alive += it->sources[i] != NULL;
    }
    for (uint32_t i = 0; i < it->n_sources; i++) {
        struct value v = it->values[0];
        enum next next = it->sources[i] ? ops_next(e, it->sources[i], &v) : NEXT_END;
        if (next == NEXT_END && it->sources[i]) {
            iterator_ends(e, it, i);
            v = it->values[0];
            alive--;
        }
        if (next == NEXT_RAISED || next == NEXT_UNKNOWN || alive == 0) {
            return alive == 0 ? NEXT_END : next;
        }
        list_push(e->arena, row, v);
    }
    *out = value_of_tuple(row);
    return it->n_sources ? NEXT_ITEM : NEXT_END;
}

BUILTIN(itertools_zip_longest)
{
    (void)self;
    const struct value *fill = arg(args, UINT32_MAX, "fillvalue");
    struct iterator *it = iterator_of(e, "itertools.zip_longest", step_zip_longest, 1);
    it->values[0] = fill ? *fill : value_none();
    return builtins_iterator(e, it, args->positional, args->n_positional, out);
}

const struct builtin_def CHAIN_PARTS[] = {
    {"from_iterable", chain_from_iterable, 1, 1, NULL},
    {0},
};

const struct builtin_def ITERTOOLS[] = {
    {"accumulate", itertools_accumulate, 0, 2, "iterable func * initial", false,
        "<class 'itertools.accumulate'>"},
    {"chain", itertools_chain, 0, -1, NULL, false, "<class 'itertools.chain'>"},
    {"compress", itertools_compress, 0, 2, "data selectors", false, "<class 'itertools.compress'>"},
    {"count", itertools_count, 0, 2, "start step", false, "<class 'itertools.count'>"},
    {"cycle", itertools_cycle, 1, 1, NULL, false, "<class 'itertools.cycle'>"},
    {"dropwhile", itertools_dropwhile, 2, 2, NULL, false, "<class 'itertools.dropwhile'>"},
    {"filterfalse", itertools_filterfalse, 2, 2, NULL, false, "<class 'itertools.filterfalse'>"},
    {"islice", itertools_islice, 2, 4, NULL, false, "<class 'itertools.islice'>"},
    {"pairwise", itertools_pairwise, 1, 1, NULL, false, "<class 'itertools.pairwise'>"},
    {"repeat", itertools_repeat, 0, 2, "object times", false, "<class 'itertools.repeat'>"},
    {"starmap", itertools_starmap, 2, 2, NULL, false, "<class 'itertools.starmap'>"},
    {"takewhile", itertools_takewhile, 2, 2, NULL, false, "<class 'itertools.takewhile'>"},
    {"tee", itertools_tee, 1, 2, NULL},
    {"zip_longest", itertools_zip_longest, 0, -1, "* fillvalue", false,
        "<class 'itertools.zip_longest'>"},
    {0},
};
