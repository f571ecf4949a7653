/* Items: reading, writing, deleting. */
#include "base/buf.h"
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"

#include "base/utf8.h"

/* Is it found by which object it is, or a part of it? */
static bool holds_nan(const struct value *key)
{
    for (uint32_t i = 0; key->kind == VALUE_TUPLE && i < key->list->n; i++) {
        if (holds_nan(&key->list->items[i])) {
            return true;
        }
    }
    return value_is_nan(key);
}

bool ops_hash(struct eval *e, const struct value *key, uint32_t *hash, bool *unknown)
{
    if (value_is_unknown(key)) {
        *unknown = true;
        *hash = 0;
        return true;
    }
    bool text = key->kind == VALUE_STRING || key->kind == VALUE_BYTES;
    if (text && key->s->n > 64 && !eval_spend(e, key->s->n / 64)) { /* it is compared, too */
        return false;
    }
    if (value_hash(key, hash, e->fuel)) {
        *unknown |= holds_nan(key);
        return true;
    }
    if (e->fuel->spent) {
        return eval_limit(e, e->fuel->spent);
    }
    while (key->kind == VALUE_TUPLE) { /* name the part that is to blame */
        const struct value *part = NULL;
        uint32_t ignored;
        for (uint32_t i = 0; i < key->list->n && !part; i++) {
            part =
                value_hash(&key->list->items[i], &ignored, e->fuel) ? NULL : &key->list->items[i];
        }
        if (!part) {
            return eval_raise(e, TYPE_RECURSION_ERROR, "maximum recursion depth exceeded");
        }
        if (value_is_unknown(part)) {
            *unknown = true;
            *hash = 0;
            return true;
        }
        key = part;
    }
    str type = value_type_name(key);
    eval_raise(e, TYPE_TYPE_ERROR, "unhashable type: '%.*s'", STR_ARG(type));
    return eval_about_operand(e, key);
}

bool ops_dict_set(struct eval *e, struct dict *d, const struct value *key, struct value v)
{
    uint32_t hash;
    bool unknown = false;
    if (!ops_hash(e, key, &hash, &unknown)) {
        return false;
    }
    if (unknown) {
        struct list pair = {.items = (struct value[]){*key, v}, .n = 2};
        struct value container = value_of_dict(d), put = value_of_tuple(list_copy(e->arena, &pair));
        return ops_lose(e, &container, &put, "an unknown key of this dict was set");
    }
    if (d->lost) {
        struct value container = value_of_dict(d);
        return ops_lose(e, &container, &v, "this dict is no longer known");
    }
    if (!eval_grown(e, d->n + (uint64_t)1)) {
        return false;
    }
    struct entry *old = dict_find(d, key, hash);
    if (old && old->key.kind == VALUE_STRING) { /* the place of an entry is where it was last set */
        old->key.tree = key->tree;
        old->key.node = key->node;
    }
    dict_set(e->arena, d, key, hash, v);
    return true;
}

/* --- slices --- */

#define SLICE_END (INT64_MAX / 4)

static bool slice_number(struct eval *e, const struct value *v, int64_t fallback, int64_t *out)
{
    if (value_is_none(v)) {
        *out = fallback;
        return true;
    }
    if (v->kind == VALUE_BIG_INT) { /* beyond every end */
        *out = v->big->limbs < 0 ? -SLICE_END : SLICE_END;
        return true;
    }
    if (!value_is_int(v)) {
        return eval_raise(e, TYPE_TYPE_ERROR, "slice indices must be integers or None");
    }
    *out = value_as_int(v);
    return true;
}

static int64_t clamp(int64_t i, int64_t length, int64_t low, int64_t high)
{
    if (i < 0) {
        i += length;
    }
    return i < low ? low : i > high ? high : i;
}

/* The places that a slice selects of `length`; a step that is no int64_t goes past every end. */
static bool slice_places(struct eval *e, const struct slice *s, int64_t length, struct range *out)
{
    int64_t from = 0, to = 0, *step = &out->step;
    if (!slice_number(e, &s->step, 1, step)) {
        return false;
    }
    if (*step == 0) {
        return eval_raise(e, TYPE_VALUE_ERROR, "slice step cannot be zero");
    }
    bool back = *step < 0;
    int64_t low = back ? -1 : 0, high = back ? length - 1 : length;
    if (!slice_number(e, &s->start, back ? INT64_MAX : INT64_MIN, &from) ||
        !slice_number(e, &s->stop, back ? INT64_MIN : INT64_MAX, &to)) {
        return false;
    }
    from = value_is_none(&s->start) ? (back ? high : low) : clamp(from, length, low, high);
    to = value_is_none(&s->stop) ? (back ? low : high) : clamp(to, length, low, high);
    out->start = from;
    out->stop = to;
    return true;
}

bool ops_slice_bounds(struct eval *e, const struct slice *s, int64_t length, int64_t *start,
    int64_t *step, int64_t *count)
{
    struct range places = {0, 0, 1};
    if (!slice_places(e, s, length, &places)) {
        return false;
    }
    *start = places.start;
    *step = places.step;
    *count = range_length(&places);
    return true;
}

struct value ops_slice_list(
    struct eval *e, const struct list *l, int64_t start, int64_t step, int64_t n)
{
    struct list *part = list_new(e->arena, (uint32_t)n);
    for (int64_t i = 0; i < n; i++) {
        list_push(e->arena, part, l->items[start + i * step]);
    }
    return value_of_list(part);
}

static bool slice_unknown(const struct slice *s)
{
    return value_is_unknown(&s->start) || value_is_unknown(&s->stop) || value_is_unknown(&s->step);
}

/* Where a range is at this place, which may lie just past its ends; true when that is no int64_t.
 */
static bool end_of_range(const struct range *r, int64_t place, int64_t *out)
{
    return __builtin_mul_overflow(place, r->step, out) ||
           __builtin_add_overflow(*out, r->start, out);
}

static bool slice_of_range(
    struct eval *e, const struct range *from, const struct slice *s, struct value *out)
{
    struct range places = {0, 0, 1}, *r = ARENA_NEW(e->arena, struct range);
    if (!slice_places(e, s, range_length(from), &places)) {
        return false;
    }
    bool fits = s->step.kind != VALUE_BIG_INT &&
                !__builtin_mul_overflow(from->step, places.step, &r->step) &&
                !end_of_range(from, places.start, &r->start) &&
                !end_of_range(from, places.stop, &r->stop) && ops_range_fits(r);
    *out = fits ? (struct value){.kind = VALUE_RANGE, .range = r}
                : ops_plain_unknown(e, "ranges of such numbers are not evaluated");
    return true;
}

static bool slice_of_text(
    struct eval *e, const struct value *object, const struct slice *s, struct value *out)
{
    int64_t start, step, n;
    str text = string_str(object->s);
    bool ascii = object->kind == VALUE_BYTES || utf8_is_ascii(text);
    int64_t length = ascii ? (int64_t)text.n : (int64_t)utf8_count(text);
    if (!ops_slice_bounds(e, s, length, &start, &step, &n) || !eval_text_room(e, (uint64_t)n)) {
        return false;
    }
    if (!eval_spend(e, (uint64_t)length / 32 * (ascii || step == 1 ? 1 : (uint64_t)n + 1))) {
        return false;
    }
    if (step == 1) {
        size_t from = ascii ? (size_t)start : utf8_offset(text, (size_t)start);
        str rest = str_slice(text, n ? from : 0, text.n);
        size_t end = ascii ? (size_t)n : utf8_offset(rest, (size_t)n);
        *out = (struct value){
            .kind = object->kind, .s = string_new(e->arena, str_slice(rest, 0, end))};
        return true;
    }
    struct buf b = eval_buf(e);
    for (int64_t i = 0; i < n; i++) {
        size_t from = (size_t)(start + i * step);
        if (ascii) {
            buf_byte(&b, text.p[from]);
        } else {
            size_t at = utf8_offset(text, from), end = at;
            utf8_next(text, &end);
            buf_put(&b, str_slice(text, at, end));
        }
    }
    *out = (struct value){.kind = object->kind, .s = string_new(e->arena, buf_str(&b))};
    buf_free(&b);
    return true;
}

static bool get_slice(
    struct eval *e, const struct value *object, const struct slice *s, struct value *out)
{
    if (slice_unknown(s)) {
        *out = ops_plain_unknown(e, "the slice is unknown");
        ops_hold(e, out, object, 1);
        return true;
    }
    if (object->kind == VALUE_RANGE) {
        return slice_of_range(e, object->range, s, out);
    }
    if (!value_is_sequence(object)) {
        return slice_of_text(e, object, s, out);
    }
    int64_t start, step, n;
    if (!ops_slice_bounds(e, s, object->list->n, &start, &step, &n) ||
        !eval_room(e, (uint64_t)n, sizeof(struct value))) {
        return false;
    }
    *out = ops_slice_list(e, object->list, start, step, n);
    out->kind = object->kind;
    return true;
}

/* --- items --- */

/* A sequence index as an offset; raises when it is none or out of range. */
static bool list_index(struct eval *e, const struct value *object, const struct value *index,
    int64_t length, int64_t *out)
{
    if (index->kind == VALUE_BIG_INT) {
        return eval_raise(e, TYPE_INDEX_ERROR, "cannot fit 'int' into an index-sized integer");
    }
    if (!value_is_int(index)) {
        str type = value_type_name(object), given = value_type_name(index);
        eval_raise(e, TYPE_TYPE_ERROR, "%.*s indices must be integers or slices, not %.*s",
            STR_ARG(type), STR_ARG(given));
        return index->kind == VALUE_STRING ? eval_about(e, object) : eval_about_operand(e, index);
    }
    int64_t i = value_as_int(index);
    *out = i < 0 ? i + length : i;
    if (*out < 0 || *out >= length) {
        str type = value_type_name(object);
        eval_raise(e, TYPE_INDEX_ERROR, "%.*s index out of range", STR_ARG(type));
        return eval_about(e, object);
    }
    return true;
}

/* list[int]: only how it is shown is known. */
static bool with_parameters(
    struct eval *e, const struct type_def *type, const struct value *index, struct value *out)
{
    static const enum type_id takes[] = {
        TYPE_LIST, TYPE_DICT, TYPE_TUPLE, TYPE_SET, TYPE_FROZENSET, TYPE_TYPE};
    bool good = false, unknown = false, several = index->kind == VALUE_TUPLE && index->list->n > 0;
    for (size_t i = 0; i < sizeof takes / sizeof *takes; i++) {
        good |= type->id == takes[i];
    }
    if (!good) {
        *out = ops_unknown(e, "types with parameters are not evaluated");
        return true;
    }
    struct buf b = eval_buf(e);
    buf_printf(&b, "%s[", type->name);
    for (uint32_t i = 0; i < (several ? index->list->n : 1); i++) {
        const struct value *one = several ? &index->list->items[i] : index;
        buf_puts(&b, i > 0 ? ", " : "");
        if (one->kind == VALUE_TYPE) {
            buf_puts(&b, one->type->name);
        } else if (one->kind == VALUE_ELLIPSIS) {
            buf_puts(&b, "...");
        } else if (one->kind == VALUE_LIST || one->kind == VALUE_BUILTIN ||
                   !eval_text(e, &b, one, true, &unknown)) {
            unknown = true;
        }
    }
    buf_byte(&b, ']');
    *out = (struct value){.kind = VALUE_OPAQUE, .repr = string_new(e->arena, buf_str(&b))};
    if (unknown) {
        *out = ops_unknown(e, "types with parameters are not evaluated");
    }
    return !e->raised;
}

static bool item_of_dict(
    struct eval *e, const struct value *object, const struct value *index, struct value *out)
{
    uint32_t hash;
    bool unknown = false;
    if (!ops_hash(e, index, &hash, &unknown)) {
        return false;
    }
    const struct entry *entry = unknown ? NULL : dict_find(object->dict, index, hash);
    if (entry) {
        *out = entry->value;
        eval_read(e, out);
        return true;
    }
    if (!unknown && object->dict->flavor != DICT_ADDICT) {
        eval_raise_key(e, index);
        return eval_about(e, object);
    }
    *out = unknown ? ops_plain_unknown(e, "a part of the key is unknown")
                   : ops_unknown(e, "addict's Dict makes a Dict of what it lacks");
    ops_hold(e, out, object, 1);
    return true;
}

static bool item_of_string(
    struct eval *e, const struct value *object, const struct value *index, struct value *out)
{
    str text = string_str(object->s);
    int64_t i;
    if (!eval_spend(e, text.n / 32) ||
        !list_index(e, object, index, (int64_t)utf8_count(text), &i)) {
        return false;
    }
    size_t at = utf8_offset(text, (size_t)i), end = at;
    utf8_next(text, &end);
    *out = value_string(e->arena, str_slice(text, at, end));
    return true;
}

bool ops_get_item(
    struct eval *e, const struct value *object, const struct value *index, struct value *out)
{
    int64_t i;
    if (value_is_unknown(object)) {
        *out = *object;
        if (object->unknown->names) { /* what a name stands for is no dict of names */
            ops_hold(e, out, object, 1);
        }
        return object->unknown->plain || ops_give(e, index, 1);
    }
    if (value_is_unknown(index)) {
        *out = *index;
        ops_hold(e, out, object, 1);
        return true;
    }
    bool sequence = value_is_sequence(object) || object->kind == VALUE_STRING ||
                    object->kind == VALUE_BYTES || object->kind == VALUE_RANGE;
    if (index->kind == VALUE_SLICE && sequence) {
        return get_slice(e, object, index->slice, out);
    }
    switch (object->kind) {
    case VALUE_LIST:
    case VALUE_TUPLE:
        if (!list_index(e, object, index, object->list->n, &i)) {
            return false;
        }
        *out = object->list->items[i];
        return true;
    case VALUE_DICT: return item_of_dict(e, object, index, out);
    case VALUE_STRING: return item_of_string(e, object, index, out);
    case VALUE_BYTES:
        if (!list_index(e, object, index, (int64_t)object->s->n, &i)) {
            return false;
        }
        *out = value_int((unsigned char)object->s->bytes[i]);
        return true;
    case VALUE_RANGE:
        if (!list_index(e, object, index, range_length(object->range), &i)) {
            return false;
        }
        *out = value_int(object->range->start + i * object->range->step);
        return true;
    case VALUE_OBJECT:
        if (object->object->class_->item) {
            return object->object->class_->item(e, object->object, index, out);
        }
        break;
    case VALUE_MODULE:
        if (ops_is_environment(object)) {
            return ops_environment_get(e, index, out);
        }
        *out = ops_plain_unknown(e, "it depends on the machine that runs it");
        return true;
    case VALUE_TYPE: return with_parameters(e, object->type, index, out);
    case VALUE_BUILTIN: /* a class of ours, such as OrderedDict */
        if (!object->builtin->def || !object->builtin->def->repr) {
            break;
        }
        __attribute__((fallthrough));
    case VALUE_CLASS: *out = ops_unknown(e, "types with parameters are not evaluated"); return true;
    default: break;
    }
    str type = value_type_name(object);
    eval_raise(e, TYPE_TYPE_ERROR, "'%.*s' object is not subscriptable", STR_ARG(type));
    return index->kind == VALUE_STRING ? eval_about(e, object) : eval_about_operand(e, object);
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static bool set_slice(
    struct eval *e, const struct value *object, const struct slice *s, const struct value *v)
{
    int64_t start = 0, step = 1, n = 0;
    struct list *items, *l = object->list;
    uint32_t before = l->n;
    bool known = !slice_unknown(s);
    if ((known && !ops_slice_bounds(e, s, before, &start, &step, &n)) || !ops_items(e, v, &items)) {
        return false;
    }
    items = items == l ? list_copy(e->arena, l) : items; /* x[::-1] = x */
    if (!items || !known || l->lost || (step != 1 && l->n != before)) {
        struct value put = items ? value_of_list(items) : *v;
        return ops_lose(e, object, &put, "a slice of this list was set to something unknown");
    }
    if (step != 1) {
        if (items->n != (uint64_t)n) {
            return eval_raise(e, TYPE_VALUE_ERROR,
                "attempt to assign sequence of size %u to extended slice of size %lld", items->n,
                (long long)n);
        }
        for (int64_t i = 0; i < n; i++) {
            l->items[start + i * step] = items->items[i];
        }
        return true;
    }
    int64_t stop = least(start + n, l->n); /* what makes the items may have shortened the list */
    start = least(start, l->n);
    uint32_t others = l->n - (uint32_t)(stop - start);
    if (!eval_room(e, (uint64_t)others + items->n, sizeof(struct value))) {
        return false;
    }
    struct list *result = list_new(e->arena, others + items->n);
    for (int64_t i = 0; i < start; i++) {
        list_push(e->arena, result, l->items[i]);
    }
    for (uint32_t i = 0; i < items->n; i++) {
        list_push(e->arena, result, items->items[i]);
    }
    for (int64_t i = stop; i < l->n; i++) {
        list_push(e->arena, result, l->items[i]);
    }
    *l = *result;
    return true;
}

bool ops_set_item(
    struct eval *e, const struct value *object, const struct value *index, struct value v)
{
    if (ops_is_environment(object)) {
        return ops_environment_set(e, index, &v);
    }
    if (value_is_unknown(object) || object->kind == VALUE_MODULE) {
        struct value given[] = {*object, *index, v};
        return ops_give(e, given, 3);
    }
    if (object->kind == VALUE_OBJECT && object->object->class_->set_item) {
        return object->object->class_->set_item(e, object->object, index, &v);
    }
    if (object->kind == VALUE_DICT) {
        if (!ops_mutable(e, object->dict->frozen)) {
            return false;
        }
        if (object->dict->flavor == DICT_CONFIG) {
            return ops_config_set(e, object->dict, index, ops_config_hook(e, &v));
        }
        return ops_dict_set(e, object->dict, index, v);
    }
    if (object->kind == VALUE_LIST) {
        struct list *l = object->list;
        if (!ops_mutable(e, l->frozen)) {
            return false;
        }
        if (index->kind == VALUE_SLICE) {
            return set_slice(e, object, index->slice, &v);
        }
        if (value_is_unknown(index)) {
            return ops_lose(e, object, &v, "an unknown item of this list was set");
        }
        int64_t i;
        if (!list_index(e, object, index, l->n, &i)) {
            return false;
        }
        l->items[i] = v;
        return true;
    }
    str type = value_type_name(object);
    return eval_raise(
        e, TYPE_TYPE_ERROR, "'%.*s' object does not support item assignment", STR_ARG(type));
}

static bool delete_from_list(
    struct eval *e, struct list *l, const struct value *object, const struct value *index)
{
    int64_t start, step = 1, n = 1;
    if (index->kind == VALUE_SLICE) {
        if (!ops_slice_bounds(e, index->slice, l->n, &start, &step, &n)) {
            return false;
        }
    } else if (!list_index(e, object, index, l->n, &start)) {
        return false;
    }
    struct list *result = list_new(e->arena, l->n);
    for (int64_t i = 0; i < l->n; i++) {
        int64_t k = step > 0 ? i - start : start - i, stride = step > 0 ? step : -step;
        if (!(k >= 0 && k % stride == 0 && k / stride < n)) {
            list_push(e->arena, result, l->items[i]);
        }
    }
    *l = *result;
    return eval_spend(e, result->n);
}

bool ops_delete_item(struct eval *e, const struct value *object, const struct value *index)
{
    if (ops_is_environment(object)) {
        return ops_environment_delete(e, index);
    }
    if (value_is_unknown(object)) {
        struct value given[] = {*object, *index};
        return ops_give(e, given, 2);
    }
    bool unknown =
        value_is_unknown(index) || (index->kind == VALUE_SLICE && slice_unknown(index->slice));
    if (unknown && (object->kind == VALUE_LIST || object->kind == VALUE_DICT)) {
        return ops_lose(e, object, NULL, "an unknown item was deleted from it");
    }
    if (object->kind == VALUE_LIST) {
        return ops_mutable(e, object->list->frozen) &&
               delete_from_list(e, object->list, object, index);
    }
    if (object->kind == VALUE_DICT) {
        uint32_t hash;
        if (!ops_mutable(e, object->dict->frozen) || !ops_hash(e, index, &hash, &unknown)) {
            return false;
        }
        if (unknown) {
            return ops_lose(e, object, NULL, "an unknown item was deleted from it");
        }
        struct entry *entry = dict_find(object->dict, index, hash);
        if (!entry) {
            return eval_raise_key(e, index);
        }
        if (!eval_spend(e, object->dict->n / 8 + 1)) {
            return false;
        }
        dict_remove(object->dict, entry);
        return true;
    }
    str type = value_type_name(object);
    return eval_raise(
        e, TYPE_TYPE_ERROR, "'%.*s' object does not support item deletion", STR_ARG(type));
}
