/* Walking over what can be walked over: all of it at once, or item by item. */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/run/interp.h"
#include "eval/run/iterators.h"

#include "base/utf8.h"

static void characters(struct eval *e, const struct value *v, struct list *to)
{
    str s = string_str(v->s);
    for (size_t at = 0; at < s.n;) {
        size_t start = at;
        if (v->kind == VALUE_BYTES) {
            list_push(e->arena, to, value_int((unsigned char)s.p[at++]));
            continue;
        }
        utf8_next(s, &at);
        list_push(e->arena, to, value_string(e->arena, str_slice(s, start, at)));
    }
}

enum next ops_next(struct eval *e, struct iterator *it, struct value *out)
{
    if (it->lost) {
        e->unseen++;
        return NEXT_UNKNOWN;
    }
    if (!ops_mutable(e, it->frozen)) {
        return NEXT_RAISED;
    }
    if (it->step) {
        if (!interp_enter(e)) {
            return NEXT_RAISED;
        }
        uint32_t depth = e->depth - 1;
        bool within = it->runs; /* a function that it calls asks it for an item */
        it->runs = true;
        enum next next = it->step(e, it, out);
        it->runs = within;
        e->depth = depth;
        if ((within || it->lost) && next != NEXT_RAISED) {
            next = NEXT_UNKNOWN;
        }
        if (next == NEXT_RAISED && e->raised->type->id == TYPE_STOP_ITERATION) {
            e->raised = NULL; /* who calls a function ends with it */
            return NEXT_END;
        }
        if (next == NEXT_UNKNOWN && !it->lost) {
            struct value v = value_of_iterator(it);
            return ops_lose(e, &v, NULL, "it goes over something unknown") ? next : NEXT_RAISED;
        }
        return next;
    }
    if (it->generator) {
        return interp_generator_next(e, it->generator, out);
    }
    if (it->list && it->list->lost) {
        return NEXT_UNKNOWN;
    }
    if (it->list && it->at < it->list->n) {
        *out = value_found(it->list->items[it->at++]);
        return NEXT_ITEM;
    }
    return iterator_ends_list(it);
}

enum next iterator_ends_list(struct iterator *it)
{
    it->past = it->list ? it->list : it->past;
    it->list = NULL; /* once at its end it stays there, whatever is added */
    return NEXT_END;
}

void iterator_ends(struct eval *e, struct iterator *it, uint32_t source)
{
    it->past = it->past ? it->past : list_new(e->arena, 2);
    list_push(e->arena, it->past, value_of_iterator(it->sources[source]));
    it->sources[source] = NULL;
}

struct iterator *iterator_of_items(struct eval *e, const char *type, struct list *items)
{
    struct iterator *it = ARENA_NEW(e->arena, struct iterator);
    it->type = type;
    it->list = items;
    return it;
}

struct iterator *iterator_of(struct eval *e, const char *type,
    enum next (*step)(struct eval *, struct iterator *, struct value *), uint32_t n_values)
{
    struct iterator *it = iterator_of_items(e, type, NULL);
    it->step = step;
    it->n_values = n_values;
    it->values = ARENA_MANY(e->arena, struct value, n_values + 1u);
    return it;
}

bool iterator_takes(
    struct eval *e, struct iterator *it, const struct value *from, uint32_t n, bool *unknown)
{
    it->sources = ARENA_MANY(e->arena, struct iterator *, n + 1u);
    for (; it->n_sources < n; it->n_sources++) {
        if (!ops_iterator(e, &from[it->n_sources], &it->sources[it->n_sources])) {
            return false;
        }
        *unknown |= !it->sources[it->n_sources];
    }
    return true;
}

/* values: start, step, how many are left */
static enum next step_range(struct eval *e, struct iterator *it, struct value *out)
{
    (void)e;
    if (it->values[2].i <= 0) {
        return NEXT_END;
    }
    *out = it->values[0];
    it->values[2].i--;
    it->values[0].i = (int64_t)((uint64_t)it->values[0].i + (uint64_t)it->values[1].i);
    return NEXT_ITEM;
}

static struct iterator *over_range(struct eval *e, const struct range *r)
{
    struct iterator *it = iterator_of(e, "range_iterator", step_range, 3);
    it->values[0] = value_int(r->start);
    it->values[1] = value_int(r->step);
    it->values[2] = value_int(range_length(r));
    return it;
}

struct value view_item(struct eval *e, const struct dict_view *view, uint32_t at)
{
    const struct entry *x = &view->dict->entries[at];
    if (view->of == VIEW_ITEMS) {
        struct list *pair = list_new(e->arena, 2);
        list_push(e->arena, pair, x->key);
        list_push(e->arena, pair, x->value);
        return value_of_tuple(pair);
    }
    return view->of == VIEW_VALUES ? x->value : x->key;
}

/* values: the view, its size and removals at first; `at` counts from the end when reversed */
static enum next step_view(struct eval *e, struct iterator *it, struct value *out)
{
    const struct dict_view *view = it->values[0].view;
    const struct dict *d = view->dict;
    if (d->lost) {
        return NEXT_UNKNOWN;
    }
    bool reversed = it->values[3].b, set = it->values[4].b;
    bool same = d->removals == it->values[2].i;
    if (it->values[1].i < 0 || (it->at >= d->n && d->n == it->values[1].i && same)) {
        it->values[1].i = -1;
        return NEXT_END;
    }
    if (d->flavor == DICT_ORDERED && (d->n != it->values[1].i || !same)) {
        return NEXT_UNKNOWN; /* it tells more changes, and not at its end */
    }
    if (d->n != it->values[1].i) {
        it->values[1].i = UINT32_MAX; /* no size of any dict: it will be said again */
        eval_raise(
            e, TYPE_RUNTIME_ERROR, "%s changed size during iteration", set ? "Set" : "dictionary");
        return NEXT_RAISED;
    }
    if (!same) {
        return NEXT_UNKNOWN;
    }
    *out = view_item(e, view, reversed ? d->n - 1 - it->at : it->at);
    it->at++;
    return NEXT_ITEM;
}

struct iterator *iterator_of_view(
    struct eval *e, const struct dict_view *view, bool set, bool reversed)
{
    static const char *const names[][2] = {{"dict_keyiterator", "dict_reversekeyiterator"},
        {"dict_valueiterator", "dict_reversevalueiterator"},
        {"dict_itemiterator", "dict_reverseitemiterator"}};
    struct iterator *it =
        iterator_of(e, set ? "set_iterator" : names[view->of][reversed], step_view, 5);
    it->values[0] = (struct value){.kind = VALUE_VIEW, .view = view};
    it->values[1] = value_int(view->dict->n);
    it->values[2] = value_int(view->dict->removals);
    it->values[3] = value_bool(reversed);
    it->values[4] = value_bool(set);
    return it;
}

struct value value_of_view(struct eval *e, struct dict *d, enum view_of of)
{
    struct dict_view *view = ARENA_NEW(e->arena, struct dict_view);
    view->dict = d;
    view->of = of;
    return (struct value){.kind = VALUE_VIEW, .view = view};
}

static const char *sequence_iterator(const struct value *v)
{
    switch (v->kind) {
    case VALUE_TUPLE: return "tuple_iterator";
    case VALUE_BYTES: return "bytes_iterator";
    case VALUE_STRING:
        return utf8_is_ascii(string_str(v->s)) ? "str_ascii_iterator" : "str_iterator";
    default: return "list_iterator";
    }
}

bool ops_iterator(struct eval *e, const struct value *v, struct iterator **out)
{
    struct value keys, found = value_found(*v);
    struct list *items;
    *out = NULL;
    if (value_is_unknown(&found)) {
        e->unseen++;
        return ops_use(e, &found);
    }
    switch (v->kind) {
    case VALUE_ITERATOR: *out = v->iterator; return true;
    case VALUE_RANGE: *out = over_range(e, v->range); return true;
    case VALUE_VIEW: *out = iterator_of_view(e, v->view, false, false); return true;
    case VALUE_SET:
    case VALUE_FROZENSET:
        if (v->dict->n > 1) {
            return true; /* Python's order is that of its hash table */
        }
        __attribute__((fallthrough));
    case VALUE_DICT:
        keys = value_of_view(e, v->dict, VIEW_KEYS);
        *out = iterator_of_view(e, keys.view, v->kind != VALUE_DICT, false);
        return true;
    default: break;
    }
    if (value_is_sequence(v) && !v->list->lost) { /* which may grow meanwhile */
        items = v->list;
    } else if (!ops_items(e, v, &items)) {
        return false;
    }
    *out = items ? iterator_of_items(e, sequence_iterator(v), items) : NULL;
    return true;
}

bool ops_in_any_order(struct eval *e, const struct value *v, struct iterator **out)
{
    if (!value_is_set(v) || value_lost(v)) {
        return ops_iterator(e, v, out);
    }
    if (!eval_room(e, v->dict->n, sizeof(struct value))) {
        return false;
    }
    struct list *items = list_new(e->arena, v->dict->n);
    for (uint32_t i = 0; i < v->dict->n; i++) {
        list_push(e->arena, items, v->dict->entries[i].key);
    }
    *out = iterator_of_items(e, "set_iterator", items);
    return true;
}

static bool rest_of(struct eval *e, struct iterator *it, struct list **out)
{
    bool more = it->list && it->list->n > it->at; /* it may have shrunk meanwhile */
    struct list *l = list_new(e->arena, more ? it->list->n - it->at : 0);
    *out = l;
    for (;;) {
        struct value v;
        switch (ops_next(e, it, &v)) {
        case NEXT_ITEM: list_push(e->arena, l, v); break;
        case NEXT_END: return true;
        case NEXT_UNKNOWN: *out = NULL; return true;
        case NEXT_RAISED: return false;
        }
        if (!eval_grown(e, l->n)) {
            return false;
        }
    }
}

/* The items, those that are lost as the unknowns that they are. */
static struct list *found_items(struct eval *e, struct list *l)
{
    for (uint32_t i = 0; i < l->n; i++) {
        if (value_found(l->items[i]).kind != l->items[i].kind) {
            l = list_copy(e->arena, l);
            for (; i < l->n; i++) {
                l->items[i] = value_found(l->items[i]);
            }
        }
    }
    return l;
}

static struct list *keys_of(struct eval *e, const struct dict *d)
{
    struct list *l = list_new(e->arena, d->n);
    for (uint32_t i = 0; i < d->n; i++) {
        list_push(e->arena, l, d->entries[i].key);
    }
    return l;
}

static struct list *numbers_of(struct eval *e, const struct range *r)
{
    int64_t n = range_length(r);
    if (!eval_room(e, (uint64_t)n, sizeof(struct value))) {
        return NULL;
    }
    struct list *l = list_new(e->arena, (uint32_t)n);
    for (int64_t i = 0; i < n; i++) {
        list_push(e->arena, l, value_int(r->start + i * r->step));
    }
    return l;
}

bool ops_items(struct eval *e, const struct value *v, struct list **out)
{
    struct list *l = NULL;
    struct value found = value_found(*v);
    if (value_is_unknown(&found)) {
        *out = NULL;
        e->unseen++;
        return ops_use(e, &found);
    }
    switch (v->kind) {
    case VALUE_LIST:
    case VALUE_TUPLE: l = e->unseen ? found_items(e, v->list) : v->list; break;
    case VALUE_DICT:
        if (!eval_spend(e, v->dict->n / 8)) {
            return false;
        }
        l = keys_of(e, v->dict);
        break;
    case VALUE_VIEW:
        l = list_new(e->arena, v->view->dict->n);
        for (uint32_t i = 0; i < v->view->dict->n; i++) {
            list_push(e->arena, l, value_found(view_item(e, v->view, i)));
        }
        break;
    case VALUE_SET:
    case VALUE_FROZENSET: l = v->dict->n > 1 ? NULL : keys_of(e, v->dict); break;
    case VALUE_STRING:
    case VALUE_BYTES:
        if (!eval_room(e, v->s->n, 3 * sizeof(struct value))) {
            return false;
        }
        l = list_new(e->arena, v->s->n);
        characters(e, v, l);
        break;
    case VALUE_RANGE:
        l = numbers_of(e, v->range);
        if (!l) {
            return false;
        }
        break;
    case VALUE_ITERATOR: return rest_of(e, v->iterator, out); /* walking it uses it up */
    case VALUE_OBJECT:
        if (v->object->class_->iterate) {
            return v->object->class_->iterate(e, v->object, out);
        }
        __attribute__((fallthrough));
    default: {
        if (ops_is_environment(v)) {
            *out = NULL;
            return true;
        }
        str type = value_type_name(v);
        eval_raise(e, TYPE_TYPE_ERROR, "'%.*s' object is not iterable", STR_ARG(type));
        return eval_about_operand(e, v);
    }
    }
    *out = l;
    return true;
}
