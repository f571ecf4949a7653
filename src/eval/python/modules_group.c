/* itertools.groupby */
#include "eval/builtins.h"
#include "eval/run/iterators.h"

/* groupby: the test; the key of the group that was given last, and those of the item that comes
 * next with it; how many groups were given.  Of a group: its key and its number. */
enum {
    GROUP_CALL,
    GROUP_TARGET,
    GROUP_KEY,
    GROUP_ITEM,
    GROUP_NUMBER,
    GROUP_VALUES
};

static enum next next_to_group(struct eval *e, struct iterator *by)
{
    struct value *v = by->values;
    enum next next = ops_next(e, by->sources[0], &v[GROUP_ITEM]);
    if (next != NEXT_ITEM) {
        v[GROUP_ITEM].kind = VALUE_KINDS;
        return next;
    }
    v[GROUP_KEY] = v[GROUP_ITEM];
    bool good =
        eval_spend(e, 1) && (value_is_none(&v[GROUP_CALL]) ||
                                eval_call1(e, &v[GROUP_CALL], v[GROUP_ITEM], &v[GROUP_KEY]));
    return good ? NEXT_ITEM : NEXT_RAISED;
}

/* Is the item that comes next of the group with this key?  NEXT_ITEM: *same says it. */
static enum next in_group(
    struct eval *e, const struct iterator *by, const struct value *key, bool *same)
{
    struct list *one = list_new(e->arena, 1);
    struct value all = value_of_tuple(one), found;
    list_push(e->arena, one, by->values[GROUP_KEY]);
    if (!ops_compare(e, OP_IN, key, &all, &found)) {
        return NEXT_RAISED;
    }
    *same = found.kind == VALUE_BOOL && found.b;
    return found.kind == VALUE_BOOL ? NEXT_ITEM : NEXT_UNKNOWN;
}

static enum next step_group(struct eval *e, struct iterator *it, struct value *out)
{
    struct iterator *by = it->sources[0];
    struct value *item = &by->values[GROUP_ITEM];
    bool same = by->values[GROUP_NUMBER].i == it->values[1].i;
    enum next next = !same                       ? NEXT_END
                     : item->kind == VALUE_KINDS ? next_to_group(e, by)
                                                 : NEXT_ITEM;
    next = next == NEXT_ITEM ? in_group(e, by, &it->values[0], &same) : next;
    if (next == NEXT_ITEM && same) {
        *out = *item;
        item->kind = VALUE_KINDS;
    }
    return next == NEXT_ITEM && !same ? NEXT_END : next;
}

static enum next step_groupby(struct eval *e, struct iterator *it, struct value *out)
{
    struct value *v = it->values;
    bool same = true;
    v[GROUP_NUMBER].i++;
    while (same) {
        enum next next = NEXT_ITEM;
        same = v[GROUP_KEY].kind == VALUE_KINDS;
        if (!same && v[GROUP_TARGET].kind != VALUE_KINDS) {
            next = in_group(e, it, &v[GROUP_TARGET], &same);
        }
        next = next == NEXT_ITEM && same ? next_to_group(e, it) : next;
        if (next != NEXT_ITEM) {
            return next;
        }
    }
    v[GROUP_TARGET] = v[GROUP_KEY];
    struct iterator *group = iterator_of(e, "itertools._grouper", step_group, 2);
    struct value by = value_of_iterator(it);
    struct list *pair = list_new(e->arena, 2);
    bool unknown = false;
    group->values[0] = v[GROUP_KEY];
    group->values[1] = v[GROUP_NUMBER];
    if (!iterator_takes(e, group, &by, 1, &unknown)) {
        return NEXT_RAISED;
    }
    list_push(e->arena, pair, v[GROUP_KEY]);
    list_push(e->arena, pair, value_of_iterator(group));
    *out = value_of_tuple(pair);
    return NEXT_ITEM;
}

BUILTIN(itertools_groupby)
{
    const struct value *from = arg(args, 0, "iterable"), *call = arg(args, 1, "key");
    struct iterator *it = iterator_of(e, "itertools.groupby", step_groupby, GROUP_VALUES);
    (void)self;
    if (!from) {
        return eval_raise(
            e, TYPE_TYPE_ERROR, "groupby() missing required argument 'iterable' (pos 1)");
    }
    it->values[GROUP_CALL] = call ? *call : value_none();
    for (int i = GROUP_TARGET; i < GROUP_NUMBER; i++) {
        it->values[i].kind = VALUE_KINDS;
    }
    it->values[GROUP_NUMBER] = value_int(0);
    bool unknown = false;
    if (!iterator_takes(e, it, from, 1, &unknown)) {
        return false;
    }
    *out = value_of_iterator(it);
    return !unknown || builtins_unknown_items(e, out);
}

const struct builtin_def ITERTOOLS_GROUP[] = {
    {"groupby", itertools_groupby, 0, 2, "iterable key", false, "<class 'itertools.groupby'>"},
    {0},
};
