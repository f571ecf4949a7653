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

static const struct unknown *unknown_below(
    struct arena *a, const struct value *v, uint32_t depth, uint32_t *left, str *path)
{
    *path = STR("");
    const struct unknown *found = value_is_unknown(v) ? v->unknown : value_lost(v);
    if (found || depth == 0 || *left == 0) {
        return found;
    }
    --*left;
    str key = STR("");
    for (uint32_t i = 0; value_is_sequence(v) && i < v->list->n && !found; i++) {
        found = unknown_below(a, &v->list->items[i], depth - 1, left, path);
        key = found ? arena_printf(a, "%u", i) : key;
    }
    for (uint32_t i = 0; v->kind == VALUE_DICT && i < v->dict->n && !found; i++) {
        found = unknown_below(a, &v->dict->entries[i].value, depth - 1, left, path);
        key = found ? value_str(&v->dict->entries[i].key) : key;
    }
    if (found) {
        *path = arena_printf(a, "%.*s%s%.*s", STR_ARG(key), path->n > 0 ? "." : "", STR_ARG(*path));
    }
    return found;
}

const struct unknown *value_unknown_part(
    struct arena *a, const struct value *v, uint32_t *left, str *path)
{
    return unknown_below(a, v, VALUE_DEPTH, left, path);
}
