/*
 * Whether an operation may run code that is not evaluated: an operator of something unknown, a
 * function or an iterator that an unknown may be.
 */
#include "eval/builtins.h"
#include "eval/run/interp.h"

/* Is something in it whose operators may be code that is not evaluated? */
static bool runs_code(struct eval *e, const struct value *v, uint32_t depth)
{
    if (value_is_unknown(v)) {
        return !v->unknown->plain;
    }
    bool list = value_is_sequence(v);
    if (!list && v->kind != VALUE_DICT && !value_is_set(v)) {
        return v->kind >= VALUE_ITERATOR && v->kind != VALUE_TYPE && v->kind != VALUE_BUILTIN &&
               (v->kind != VALUE_MODULE || !v->module->functions);
    }
    uint32_t n = list ? v->list->n : v->dict->n;
    if (depth == 0 || !fuel_step(e->fuel, n)) {
        return true;
    }
    bool found = false;
    for (uint32_t i = 0; i < n && !found; i++) {
        const struct entry *x = list ? NULL : &v->dict->entries[i];
        found = runs_code(e, list ? &v->list->items[i] : &x->value, depth - 1) ||
                (x && runs_code(e, &x->key, depth - 1));
    }
    return found;
}

bool ops_runs_code(struct eval *e, const struct value *v)
{
    return runs_code(e, v, VALUE_DEPTH);
}

enum {
    MOST_LOOKED_AT = 64 /* of what an unknown value may hold, each time that it is used */
};

/* May using it run code: is a function, or what goes on when it is asked for its next item, in it?
 * What is not seen to its end may. */
static bool may_run(const struct unknown *u, uint32_t *room)
{
    for (uint32_t i = 0; u->holds && i < u->holds->n; i++) {
        const struct value *v = &u->holds->items[i];
        if (*room == 0) {
            return true;
        }
        --*room;
        if (v->kind == VALUE_ITERATOR || v->kind == VALUE_FUNCTION || v->kind == VALUE_CLASS ||
            v->kind == VALUE_BUILTIN || (value_is_unknown(v) && may_run(v->unknown, room))) {
            return true;
        }
    }
    return false;
}

bool ops_use(struct eval *e, const struct value *v)
{
    uint32_t room = MOST_LOOKED_AT;
    return !value_is_unknown(v) || !may_run(v->unknown, &room) || ops_doubt(e, v, 1, *v);
}

bool ops_meet(struct eval *e, const struct value *a, const struct value *b)
{
    struct value both[] = {*a, *b};
    bool runs = ops_runs_code(e, a) || ops_runs_code(e, b);
    return eval_spend(e, 1) && (!runs || !e->profile->tolerant || ops_give(e, both, 2));
}

struct value ops_plain_unknown(struct eval *e, const char *reason)
{
    struct value v = ops_unknown(e, reason);
    ((struct unknown *)v.unknown)->plain = true;
    return v;
}
