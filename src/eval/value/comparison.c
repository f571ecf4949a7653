/* Comparison operators: order, `in` and `is`. */
#include "eval/number.h"
#include "eval/ops.h"

static bool compare_numbers(enum operator op, const struct value *a, const struct value *b)
{
    enum number_order o = number_compare(a, b);
    switch (op) {
    case OP_LT: return o == NUMBER_LESS;
    case OP_LE: return o == NUMBER_LESS || o == NUMBER_EQUAL;
    case OP_GT: return o == NUMBER_GREATER;
    default: return o == NUMBER_GREATER || o == NUMBER_EQUAL;
    }
}

/* As which slices are compared. */
static struct value parts_of(struct eval *e, const struct slice *s)
{
    struct list *l = list_new(e->arena, 3);
    list_push(e->arena, l, s->start);
    list_push(e->arena, l, s->stop);
    list_push(e->arena, l, s->step);
    return value_of_tuple(l);
}

/* <, <=, > or >= of two values.  False after raising. */
static bool ordered(struct eval *e, enum operator op, const struct value *a, const struct value *b,
    bool *result, bool *unknown, uint32_t depth)
{
    struct value found[] = {value_found(*a), value_found(*b)};
    if (value_is_unknown(&found[0]) || value_is_unknown(&found[1]) || depth == 0) {
        *unknown = true;
        *result = false;
        return true;
    }
    if (value_is_number(a) && value_is_number(b)) {
        *result = compare_numbers(op, a, b);
        return true;
    }
    if (a->kind == b->kind && (a->kind == VALUE_STRING || a->kind == VALUE_BYTES)) {
        if (!eval_spend(e, (a->s->n < b->s->n ? a->s->n : b->s->n) / 64)) {
            return false;
        }
        int c = str_cmp(string_str(a->s), string_str(b->s));
        *result = op == OP_LT ? c < 0 : op == OP_LE ? c <= 0 : op == OP_GT ? c > 0 : c >= 0;
        return true;
    }
    if (a->kind == b->kind && value_is_sequence(a)) {
        uint32_t n = a->list->n < b->list->n ? a->list->n : b->list->n;
        for (uint32_t i = 0; i < n; i++) {
            if (!value_equal_item(&a->list->items[i], &b->list->items[i], unknown, e->fuel)) {
                return ordered(
                    e, op, &a->list->items[i], &b->list->items[i], result, unknown, depth - 1);
            }
        }
        struct value x = value_int(a->list->n), y = value_int(b->list->n);
        *result = compare_numbers(op, &x, &y);
        return true;
    }
    if (a->kind == b->kind && a->kind == VALUE_SLICE) {
        struct value x = parts_of(e, a->slice), y = parts_of(e, b->slice);
        return ordered(e, op, &x, &y, result, unknown, depth - 1);
    }
    if (value_is_set(a) && value_is_set(b)) {
        const struct dict *inner = op == OP_LT || op == OP_LE ? a->dict : b->dict;
        const struct dict *outer = inner == a->dict ? b->dict : a->dict;
        *result = op == OP_LE || op == OP_GE || inner->n < outer->n;
        if (!eval_spend(e, inner->n / 2)) {
            return false;
        }
        for (uint32_t i = 0; i < inner->n && *result; i++) {
            *result = dict_find(outer, &inner->entries[i].key, inner->entries[i].hash) != NULL;
        }
        return true;
    }
    if (ops_are_set_views(a, b)) {
        return ops_view_ordered(e, op, a, b, result, unknown);
    }
    str x = value_type_name(a), y = value_type_name(b);
    eval_raise(e, TYPE_TYPE_ERROR, "'%s' not supported between instances of '%.*s' and '%.*s'",
        operator_name(op), STR_ARG(x), STR_ARG(y));
    return eval_about_operand(e, ops_odd(a, b));
}

bool ops_less(
    struct eval *e, const struct value *a, const struct value *b, bool *less, bool *unknown)
{
    bool perhaps = false;
    if (!eval_spend(e, 1) || !ordered(e, OP_LT, a, b, less, &perhaps, VALUE_DEPTH)) {
        return false;
    }
    *unknown |= perhaps;
    return !perhaps || ops_meet(e, a, b);
}

static bool contains_part(
    struct eval *e, const struct value *part, const struct value *text, bool *result)
{
    *result = false;
    if (!eval_spend(e, eval_search_work(text, part))) {
        return false;
    }
    *result = str_find(string_str(text->s), string_str(part->s), 0) != SIZE_MAX;
    return true;
}

static bool contains_key(
    struct eval *e, const struct value *item, const struct value *in, bool *result, bool *unknown)
{
    uint32_t hash;
    struct value key = *item; /* a set that is looked for in a set counts as a frozenset */
    if (value_is_set(in) && key.kind == VALUE_SET) {
        key.kind = VALUE_FROZENSET;
    }
    if (!ops_hash(e, &key, &hash, unknown)) {
        return false;
    }
    *result = !*unknown && dict_find(in->dict, &key, hash) != NULL;
    bool looks = value_is_set(in) && !*result;
    for (uint32_t i = 0; looks && i < in->dict->n; i++) {
        *unknown |= value_is_unknown(&in->dict->entries[i].key);
    }
    return eval_spend(e, looks ? in->dict->n / 16 : 0);
}

enum {
    SHORT_TEXT = 64 /* bytes that are compared for nothing */
};

/* Is a short text among items none of which holds others?  Most questions are such.  *steps: items
 * that were looked at, and the end.  False: it is another question. */
static bool is_among_plain(
    const struct string *text, const struct list *items, bool *result, uint32_t *steps)
{
    *result = false;
    if (text->n > SHORT_TEXT) {
        return false;
    }
    for (*steps = 1; *steps <= items->n && !*result; ++*steps) {
        const struct value *v = &items->items[*steps - 1];
        if (v->kind >= VALUE_LIST) {
            return false;
        }
        *result = v->kind == VALUE_STRING && string_equal(v->s, text);
    }
    *steps -= *result;
    return true;
}

static bool contains_item(
    struct eval *e, const struct value *item, const struct value *in, bool *result, bool *unknown)
{
    uint32_t steps;
    struct iterator *items;
    if (item->kind == VALUE_STRING && value_is_sequence(in) && !in->list->lost &&
        is_among_plain(item->s, in->list, result, &steps)) {
        return eval_spend(e, steps);
    }
    if (!ops_iterator(e, in, &items)) {
        return false;
    }
    *result = false;
    for (enum next next = NEXT_ITEM; next == NEXT_ITEM && !*result;) {
        struct value v;
        next = items ? ops_next(e, items, &v) : NEXT_UNKNOWN;
        if (next == NEXT_RAISED || !eval_spend(e, 1)) {
            return false;
        }
        *unknown |= next == NEXT_UNKNOWN;
        *result = next == NEXT_ITEM && value_equal_item(item, &v, unknown, e->fuel);
    }
    *unknown &= !*result;
    return !*unknown || in->kind != VALUE_ITERATOR ||
           ops_lose(e, in, NULL, "something was looked for in it");
}

/* What can be asked for in bytes. */
static bool is_byte(struct eval *e, const struct value *item)
{
    if (!value_is_int(item) && item->kind != VALUE_BIG_INT) {
        str type = value_type_name(item);
        return eval_raise(
            e, TYPE_TYPE_ERROR, "a bytes-like object is required, not '%.*s'", STR_ARG(type));
    }
    if (item->kind == VALUE_BIG_INT || value_as_int(item) < 0 || value_as_int(item) > 255) {
        return eval_raise(e, TYPE_VALUE_ERROR, "byte must be in range(0, 256)");
    }
    return true;
}

bool ops_contains(
    struct eval *e, const struct value *item, const struct value *in, bool *result, bool *unknown)
{
    if (in->kind == VALUE_STRING && item->kind != VALUE_STRING) {
        str type = value_type_name(item);
        return eval_raise(e, TYPE_TYPE_ERROR,
            "'in <string>' requires string as left operand, not %.*s", STR_ARG(type));
    }
    if (in->kind == VALUE_STRING || (in->kind == VALUE_BYTES && item->kind == VALUE_BYTES)) {
        return contains_part(e, item, in, result);
    }
    if (ops_is_environment(in)) {
        struct value ignored;
        enum variable is = ops_environment_look(e, item, &ignored);
        *result = is == VARIABLE_SET;
        *unknown |= is == VARIABLE_UNKNOWN;
        return true;
    }
    if (in->kind == VALUE_VIEW && in->view->of == VIEW_ITEMS) {
        return ops_contains_pair(e, item, in->view->dict, result, unknown);
    }
    struct value keys = *in;
    if (in->kind == VALUE_VIEW && in->view->of == VIEW_KEYS) {
        keys = value_of_dict(in->view->dict);
        in = &keys;
    }
    if (in->kind == VALUE_RANGE && (value_is_int(item) || item->kind == VALUE_BIG_INT)) {
        *result = value_is_int(item) && range_find(in->range, value_as_int(item)) >= 0;
        return true;
    }
    if (in->kind == VALUE_DICT || value_is_set(in)) {
        return contains_key(e, item, in, result, unknown);
    }
    if (in->kind == VALUE_BYTES && !value_is_unknown(item) && !is_byte(e, item)) {
        return false;
    }
    return contains_item(e, item, in, result, unknown);
}

static bool identical(
    const struct value *a, const struct value *b, bool *unknown, struct fuel *fuel)
{
    if (a->kind != b->kind) {
        return false;
    }
    switch (a->kind) {
    case VALUE_NONE:
    case VALUE_ELLIPSIS: return true;
    case VALUE_BOOL: return a->b == b->b;
    case VALUE_INT: return a->i == b->i && (*unknown = *unknown || a->i < -5 || a->i > 256, true);
    case VALUE_STRING:
    case VALUE_BYTES:
    case VALUE_FLOAT:
    case VALUE_COMPLEX:
    case VALUE_FROZENSET:
    case VALUE_BUILTIN:
    case VALUE_BIG_INT: /* whether equal ones are one object is CPython's affair */
        *unknown |= value_equal_item(a, b, unknown, fuel);
        return false;
    case VALUE_TUPLE: *unknown = a->list != b->list; return !*unknown;
    default: return a->object == b->object;
    }
}

bool ops_compare(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct value *out)
{
    if (value_is_unknown(left) || value_is_unknown(right)) {
        return ops_compare_unknown(e, op, left, right, out);
    }
    bool objects = left->kind == VALUE_OBJECT || right->kind == VALUE_OBJECT;
    if (objects && op != OP_IS && op != OP_IS_NOT && op != OP_IN && op != OP_NOT_IN) {
        const struct object_class *c =
            left->kind == VALUE_OBJECT ? left->object->class_ : right->object->class_;
        if (c->binary) {
            return c->binary(e, op, left, right, out);
        }
    }
    bool result = false, unknown = false;
    switch (op) {
    case OP_EQ:
    case OP_NE: result = value_equal(left, right, &unknown, e->fuel) == (op == OP_EQ); break;
    case OP_IN:
    case OP_NOT_IN:
        if (!ops_contains(e, left, right, &result, &unknown)) {
            return false;
        }
        result = result == (op == OP_IN);
        break;
    case OP_IS:
    case OP_IS_NOT: result = identical(left, right, &unknown, e->fuel) == (op == OP_IS); break;
    default:
        if (!ordered(e, op, left, right, &result, &unknown, VALUE_DEPTH)) {
            return false;
        }
        break;
    }
    *out = unknown ? ops_plain_unknown(e, "it compares something unknown") : value_bool(result);
    return !unknown || ops_meet(e, left, right);
}
