/* Going through all parts of a value, as those do who copy, compare or write it. */
#include "eval/ops.h"
#include "eval/types.h"

static bool fit(const struct value *v, uint32_t depth, uint64_t *room);

static bool items_fit(const struct list *l, uint32_t depth, uint64_t *room)
{
    for (uint32_t i = 0; l && i < l->n; i++) {
        if (!fit(&l->items[i], depth, room)) {
            return false;
        }
    }
    return true;
}

static bool entries_fit(const struct dict *d, uint32_t depth, uint64_t *room)
{
    for (uint32_t i = 0; i < d->n; i++) {
        if (!fit(&d->entries[i].key, depth, room) || !fit(&d->entries[i].value, depth, room)) {
            return false;
        }
    }
    return true;
}

/* Takes the value and all of its parts off the room that is left. */
static bool fit(const struct value *v, uint32_t depth, uint64_t *room)
{
    if (depth == 0 || *room == 0) {
        return false;
    }
    --*room;
    switch (v->kind) {
    case VALUE_LIST:
    case VALUE_TUPLE: return items_fit(v->list, depth - 1, room);
    case VALUE_DICT:
    case VALUE_SET:
    case VALUE_FROZENSET: return entries_fit(v->dict, depth - 1, room);
    case VALUE_VIEW: return entries_fit(v->view->dict, depth - 1, room);
    case VALUE_EXCEPTION: return items_fit(v->exception->args, depth - 1, room);
    case VALUE_SLICE:
        return fit(&v->slice->start, depth - 1, room) && fit(&v->slice->stop, depth - 1, room) &&
               fit(&v->slice->step, depth - 1, room);
    default: return true;
    }
}

bool ops_charge_parts(struct eval *e, const struct value *v, uint32_t a_step)
{
    uint64_t steps = e->fuel->steps,
             all = steps > UINT64_MAX / a_step ? UINT64_MAX : steps * a_step;
    uint64_t room = all;
    if (fit(v, VALUE_DEPTH, &room)) {
        return eval_spend(e, (all - room) / a_step);
    }
    return room == 0
               ? eval_spend(e, e->fuel->steps + 1)
               : eval_raise(e, TYPE_RECURSION_ERROR, "this is nested too deeply, or holds itself");
}
