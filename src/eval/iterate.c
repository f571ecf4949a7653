/* Walking over what can be walked over: all of it at once, or item by item. */
#include "eval/builtins.h"
#include "eval/interp.h"
#include "eval/number.h"

#include "base/utf8.h"

bool ops_is_environment(const struct value *v)
{
    return v->kind == VALUE_MODULE && strcmp(v->module->name, "os.environ") == 0;
}

static bool characters(struct eval *e, const struct value *v, struct list *to)
{
    str s = string_str(v->s);
    if (!eval_room(e, s.n)) {
        return false;
    }
    for (size_t at = 0; at < s.n;) {
        size_t start = at;
        if (v->kind == VALUE_BYTES) {
            list_push(e->arena, to, value_int((unsigned char)s.p[at++]));
            continue;
        }
        utf8_next(s, &at);
        list_push(e->arena, to, value_string(e->arena, str_slice(s, start, at)));
    }
    return true;
}

enum next ops_next(struct eval *e, struct iterator *it, struct value *out)
{
    if (it->at < it->list->n) {
        *out = it->list->items[it->at++];
        it->at = it->cycles && it->at == it->list->n ? 0 : it->at;
        return NEXT_ITEM;
    }
    if (it->counts) {
        *out = it->count[0];
        return ops_binary(e, OP_ADD, &it->count[0], &it->count[1], &it->count[0]) ? NEXT_ITEM
                                                                                  : NEXT_RAISED;
    }
    if (it->generator) {
        return interp_generator_next(e, it->generator, out);
    }
    return NEXT_END;
}

bool ops_iterator(struct eval *e, const struct value *v, struct iterator **out)
{
    *out = NULL;
    if (v->kind == VALUE_ITERATOR) {
        *out = v->iterator;
        return true;
    }
    struct list *items;
    if (!ops_items(e, v, &items)) {
        return false;
    }
    *out = items ? builtins_iterator(e, "iterator", items).iterator : NULL;
    return true;
}

static bool rest_of(struct eval *e, struct iterator *it, struct list **out)
{
    struct list *l = list_new(e->arena, it->list->n - it->at);
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

bool ops_items(struct eval *e, const struct value *v, struct list **out)
{
    struct list *l = NULL;
    switch (v->kind) {
    case VALUE_UNKNOWN: break;
    case VALUE_LIST:
    case VALUE_TUPLE: l = v->list; break;
    case VALUE_DICT:
        l = list_new(e->arena, v->dict->n);
        for (uint32_t i = 0; i < v->dict->n; i++) {
            list_push(e->arena, l, v->dict->entries[i].key);
        }
        break;
    case VALUE_SET:
    case VALUE_FROZENSET:
        if (v->dict->n > 1) {
            break; /* Python's order is that of its hash table */
        }
        l = list_new(e->arena, 1);
        for (uint32_t i = 0; i < v->dict->n; i++) {
            list_push(e->arena, l, v->dict->entries[i].key);
        }
        break;
    case VALUE_STRING:
    case VALUE_BYTES:
        l = list_new(e->arena, v->s->n);
        if (!characters(e, v, l)) {
            return false;
        }
        break;
    case VALUE_RANGE: {
        int64_t n = range_length(v->range);
        if (!eval_room(e, (uint64_t)n)) {
            return false;
        }
        l = list_new(e->arena, (uint32_t)n);
        for (int64_t i = 0; i < n; i++) {
            list_push(e->arena, l, value_int(v->range->start + i * v->range->step));
        }
        break;
    }
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
        return eval_raise(e, TYPE_TYPE_ERROR, "'%.*s' object is not iterable", STR_ARG(type));
    }
    }
    *out = l;
    return true;
}
