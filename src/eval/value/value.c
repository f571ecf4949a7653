#include "eval/value.h"

#include "eval/builtins.h"

#include "eval/number.h"
#include "eval/types.h"

#include <math.h>
#include <stdlib.h>

const struct string *string_new(struct arena *a, str s)
{
    struct string *t = arena_alloc(a, sizeof *t + s.n + 1);
    t->n = (uint32_t)s.n;
    t->hash = str_hash(s);
    if (s.n > 0) {
        memcpy(t->bytes, s.p, s.n);
    }
    return t;
}

struct value value_string(struct arena *a, str s)
{
    return value_of_string(string_new(a, s));
}

struct value value_unknown(
    struct arena *a, const struct tree *tree, node_id node, const char *format, ...)
{
    struct unknown *u = ARENA_NEW(a, struct unknown);
    va_list args;
    va_start(args, format);
    u->reason = arena_vprintf(a, format, args);
    va_end(args);
    u->tree = tree;
    u->node = node;
    return (struct value){.kind = VALUE_UNKNOWN, .tree = tree, .node = node, .unknown = u};
}

str value_type_name(const struct value *v)
{
    switch (v->kind) {
    case VALUE_NONE: return STR("NoneType");
    case VALUE_BOOL: return STR("bool");
    case VALUE_INT:
    case VALUE_BIG_INT: return STR("int");
    case VALUE_FLOAT: return STR("float");
    case VALUE_COMPLEX: return STR("complex");
    case VALUE_STRING: return STR("str");
    case VALUE_BYTES: return STR("bytes");
    case VALUE_LIST: return STR("list");
    case VALUE_TUPLE: return STR("tuple");
    case VALUE_DICT:
        return v->dict->flavor == DICT_CONFIG      ? STR("ConfigDict")
               : v->dict->flavor == DICT_ADDICT    ? STR("Dict")
               : v->dict->flavor == DICT_TORCHPACK ? STR("Config")
               : v->dict->flavor == DICT_STRUCT    ? STR("struct")
               : v->dict->flavor == DICT_ORDERED   ? STR("OrderedDict")
                                                   : STR("dict");
    case VALUE_SET: return STR("set");
    case VALUE_FROZENSET: return STR("frozenset");
    case VALUE_RANGE: return STR("range");
    case VALUE_SLICE: return STR("slice");
    case VALUE_ELLIPSIS: return STR("ellipsis");
    case VALUE_VIEW:
        return v->view->of == VIEW_KEYS     ? STR("dict_keys")
               : v->view->of == VIEW_VALUES ? STR("dict_values")
                                            : STR("dict_items");
    case VALUE_ITERATOR: return str_of(v->iterator->type);
    case VALUE_FUNCTION: return STR("function");
    case VALUE_BUILTIN: return STR("builtin_function_or_method");
    case VALUE_TYPE:
    case VALUE_CLASS: return STR("type");
    case VALUE_MODULE: return STR("module");
    case VALUE_LAZY: return v->lazy->is_attribute ? STR("LazyAttr") : STR("LazyObject");
    case VALUE_EXCEPTION: return STR("exception");
    case VALUE_OPAQUE: return STR("object");
    case VALUE_OBJECT: return str_of(v->object->class_->name);
    default: return STR("unknown");
    }
}

struct loc value_loc(const struct value *v)
{
    return v->tree && v->node ? tree_loc(v->tree, v->node) : (struct loc){0};
}

/* --- lists --- */

struct list *list_new(struct arena *a, uint32_t room)
{
    struct list *l = ARENA_NEW(a, struct list);
    l->cap = room;
    l->items = room ? ARENA_MANY(a, struct value, room) : NULL;
    return l;
}

void list_grow(struct arena *a, struct list *l)
{
    uint32_t cap = l->cap ? l->cap * 2 : 4;
    struct value *items = ARENA_MANY(a, struct value, cap);
    if (l->n > 0) {
        memcpy(items, l->items, l->n * sizeof *items);
    }
    l->items = items;
    l->cap = cap;
}

struct list *list_copy(struct arena *a, const struct list *l)
{
    struct list *copy = list_new(a, l->n);
    copy->n = l->n;
    copy->lost = l->lost;
    if (l->n > 0) {
        memcpy(copy->items, l->items, l->n * sizeof *l->items);
    }
    return copy;
}

bool list_has_word(const struct list *l, str word)
{
    for (uint32_t i = 0; i < l->n; i++) {
        if (l->items[i].kind == VALUE_STRING && str_eq(value_str(&l->items[i]), word)) {
            return true;
        }
    }
    return false;
}

/* --- hashing and equality --- */

static uint32_t mix(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    return (uint32_t)x;
}

static uint64_t double_bits(double f)
{
    uint64_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static bool hash(const struct value *v, uint32_t *out, struct fuel *fuel, uint32_t depth);

static bool hash_tuple(const struct list *l, uint32_t *out, struct fuel *fuel, uint32_t depth)
{
    uint32_t h = 0x345678u;
    for (uint32_t i = 0; i < l->n; i++) {
        uint32_t one;
        if (depth == 0 || !fuel_step(fuel, 1) || !hash(&l->items[i], &one, fuel, depth - 1)) {
            return false;
        }
        h = (h ^ one) * 1000003u;
    }
    *out = h;
    return true;
}

static bool hash(const struct value *v, uint32_t *out, struct fuel *fuel, uint32_t depth)
{
    switch (v->kind) {
    case VALUE_NONE: *out = 0x9e3779b9u; return true;
    case VALUE_BOOL:
    case VALUE_INT: *out = mix((uint64_t)value_as_int(v)); return true;
    case VALUE_BIG_INT: { /* as the float that may be equal to it */
        double f = 0;
        number_as_double(v, &f);
        *out = mix(double_bits(f));
        return true;
    }
    case VALUE_FLOAT: {
        bool whole = v->f >= -0x1p63 && v->f < 0x1p63 && v->f == floor(v->f);
        *out = mix(whole ? (uint64_t)(int64_t)v->f : double_bits(v->f)); /* 1.0 and 1 are one key */
        return true;
    }
    case VALUE_COMPLEX: {
        struct value real = value_float(v->complex->real), imag = value_float(v->complex->imag);
        uint32_t high = 0;
        bool good =
            hash(&real, out, fuel, depth) && (imag.f == 0 || hash(&imag, &high, fuel, depth));
        *out ^= high * 1000003u;
        return good;
    }
    case VALUE_OPAQUE:
    case VALUE_STRING: *out = v->s->hash; return true;
    case VALUE_BYTES: *out = v->s->hash ^ 0x5bd1e995u; return true;
    case VALUE_TUPLE: return hash_tuple(v->list, out, fuel, depth);
    case VALUE_FROZENSET: {
        uint32_t h = 0x1234567u;
        for (uint32_t i = 0; i < v->dict->n; i++) {
            h ^= v->dict->entries[i].hash * 2654435761u;
        }
        *out = h;
        return true;
    }
    case VALUE_LIST:
    case VALUE_DICT:
    case VALUE_SET:
    case VALUE_SLICE:
    case VALUE_UNKNOWN: return false;
    case VALUE_VIEW: *out = mix((uint64_t)(uintptr_t)v->view); return v->view->of == VIEW_VALUES;
    case VALUE_RANGE: {
        int64_t n = range_length(v->range);
        *out = mix((uint64_t)n ^ (n ? (uint64_t)v->range->start * 31 : 0) ^
                   (n > 1 ? (uint64_t)v->range->step * 1009 : 0));
        return true;
    }
    default: *out = mix((uint64_t)(uintptr_t)v->object); return true;
    }
}

bool value_hash(const struct value *v, uint32_t *out, struct fuel *fuel)
{
    return hash(v, out, fuel, VALUE_DEPTH);
}

/* Looking at all of a value: one that shares its parts can be far larger than what it is made of.
 */
struct walk {
    struct fuel *fuel; /* NULL: only the steps below */
    uint64_t left;
    bool unknown;
    bool texts; /* of lazy imports are compared, not the objects: see ConfigDict.__eq__ */
};

enum {
    WALK_STEPS = 5000000
};

static bool spend(struct walk *w, uint64_t steps)
{
    if (w->left < steps) {
        return false;
    }
    w->left -= steps;
    return !w->fuel || fuel_step(w->fuel, steps);
}

static bool equal(const struct value *a, const struct value *b, struct walk *w, uint32_t depth);

static bool equal_lists(const struct list *a, const struct list *b, struct walk *w, uint32_t depth)
{
    if (a == b) {
        return true;
    }
    if (a->lost || b->lost) {
        w->unknown = true;
        return false;
    }
    if (a->n != b->n) {
        return false;
    }
    for (uint32_t i = 0; i < a->n; i++) {
        if (!equal(&a->items[i], &b->items[i], w, depth)) {
            return false;
        }
    }
    return true;
}

static bool equal_dicts(
    const struct dict *a, const struct dict *b, bool values, struct walk *w, uint32_t depth)
{
    if (a == b) {
        return true;
    }
    if (a->lost || b->lost) {
        w->unknown = true;
        return false;
    }
    if (a->n != b->n) {
        return false;
    }
    bool ordered = a->flavor == DICT_ORDERED && b->flavor == DICT_ORDERED;
    w->texts |= a->flavor == DICT_CONFIG && b->flavor == DICT_CONFIG;
    for (uint32_t i = 0; i < a->n && ordered; i++) {
        if (!equal(&a->entries[i].key, &b->entries[i].key, w, depth)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < a->n; i++) {
        const struct entry *other = dict_find(b, &a->entries[i].key, a->entries[i].hash);
        if (!other || (values && !equal(&a->entries[i].value, &other->value, w, depth))) {
            return false;
        }
    }
    return true;
}

static bool equal_strings(const struct string *a, const struct string *b, struct walk *w)
{
    if (a == b || a->n != b->n || a->hash != b->hash) {
        return a == b;
    }
    if (a->n > 64 && !spend(w, a->n / 64)) {
        w->unknown = true;
        return false;
    }
    return memcmp(a->bytes, b->bytes, a->n) == 0;
}

/* As sequences: the same items. */
static bool equal_ranges(const struct range *a, const struct range *b)
{
    int64_t n = range_length(a);
    return n == range_length(b) && (n == 0 || a->start == b->start) &&
           (n < 2 || a->step == b->step);
}

/* A view of keys or items against another, or a set. */
static bool equal_view(
    const struct dict_view *view, const struct value *other, struct walk *w, uint32_t depth)
{
    bool set = value_is_set(other), items = view->of == VIEW_ITEMS;
    const struct dict *a = view->dict, *b = set ? other->dict : other->view->dict;
    bool others = !set && other->view->of == VIEW_ITEMS;
    if (view->of == VIEW_VALUES || (!set && other->view->of == VIEW_VALUES)) {
        return !set && view == other->view;
    }
    if (items != others && a->n + b->n > 0) { /* pairs among keys */
        w->unknown = a->n == b->n;
        return false;
    }
    return equal_dicts(a, b, items && others, w, depth);
}

static bool equal(const struct value *a, const struct value *b, struct walk *w, uint32_t depth)
{
    if (a->kind == VALUE_UNKNOWN || b->kind == VALUE_UNKNOWN || depth == 0 || !spend(w, 1)) {
        w->unknown = true;
        return false;
    }
    if (a->kind == VALUE_STRING || b->kind == VALUE_STRING) {
        return a->kind == b->kind && equal_strings(a->s, b->s, w);
    }
    /* A container asks first whether two are one object. */
    w->unknown |= depth < VALUE_DEPTH && value_is_nan(a) && value_is_nan(b);
    if (value_is_number(a) && value_is_number(b)) {
        return number_compare(a, b) == NUMBER_EQUAL;
    }
    if (value_is_set(a) && value_is_set(b)) {
        return equal_dicts(a->dict, b->dict, false, w, depth - 1);
    }
    if (a->kind == VALUE_VIEW && (b->kind == VALUE_VIEW || value_is_set(b))) {
        return equal_view(a->view, b, w, depth - 1);
    }
    if (b->kind == VALUE_VIEW && value_is_set(a)) {
        return equal_view(b->view, a, w, depth - 1);
    }
    if (a->kind == VALUE_COMPLEX && value_is_number(b)) {
        struct value real = value_float(a->complex->real);
        return a->complex->imag == 0 && number_compare(&real, b) == NUMBER_EQUAL;
    }
    if (b->kind == VALUE_COMPLEX && value_is_number(a)) {
        return equal(b, a, w, depth);
    }
    if (a->kind != b->kind) {
        return false;
    }
    switch (a->kind) {
    case VALUE_NONE:
    case VALUE_ELLIPSIS: return true;
    case VALUE_COMPLEX:
        return a->complex->real == b->complex->real && a->complex->imag == b->complex->imag;
    case VALUE_BYTES: return equal_strings(a->s, b->s, w);
    case VALUE_LIST:
    case VALUE_TUPLE: return equal_lists(a->list, b->list, w, depth - 1);
    case VALUE_DICT: return equal_dicts(a->dict, b->dict, true, w, depth - 1);
    case VALUE_RANGE: return equal_ranges(a->range, b->range);
    case VALUE_SLICE:
        return equal(&a->slice->start, &b->slice->start, w, depth - 1) &&
               equal(&a->slice->stop, &b->slice->stop, w, depth - 1) &&
               equal(&a->slice->step, &b->slice->step, w, depth - 1);
    case VALUE_BUILTIN: /* two methods may be of one object */
        w->unknown |= a->builtin != b->builtin && a->builtin->def == b->builtin->def;
        return a->builtin == b->builtin;
    case VALUE_LAZY:
        w->unknown |= a->lazy != b->lazy && w->texts && str_eq(a->lazy->path, b->lazy->path);
        return a->lazy == b->lazy;
    case VALUE_OPAQUE: return str_eq(string_str(a->repr), string_str(b->repr));
    default: return a->object == b->object;
    }
}

static bool equal_from(
    const struct value *a, const struct value *b, bool *unknown, struct fuel *fuel, uint32_t depth)
{
    struct walk w = {.fuel = fuel, .left = WALK_STEPS};
    bool result = equal(a, b, &w, depth);
    if (unknown) {
        *unknown |= w.unknown;
    }
    return result;
}

bool value_equal(const struct value *a, const struct value *b, bool *unknown, struct fuel *fuel)
{
    return equal_from(a, b, unknown, fuel, VALUE_DEPTH);
}

bool value_equal_item(
    const struct value *a, const struct value *b, bool *unknown, struct fuel *fuel)
{
    return equal_from(a, b, unknown, fuel, VALUE_DEPTH - 1);
}

bool value_truth(const struct value *v)
{
    switch (v->kind) {
    case VALUE_NONE:
    case VALUE_UNKNOWN: return false;
    case VALUE_BOOL: return v->b;
    case VALUE_INT: return v->i != 0;
    case VALUE_FLOAT: return v->f != 0;
    case VALUE_COMPLEX: return v->complex->real != 0 || v->complex->imag != 0;
    case VALUE_STRING:
    case VALUE_BYTES: return v->s->n > 0;
    case VALUE_LIST:
    case VALUE_TUPLE: return v->list->n > 0;
    case VALUE_DICT:
    case VALUE_SET:
    case VALUE_FROZENSET: return v->dict->n > 0;
    case VALUE_VIEW: return v->view->dict->n > 0;
    case VALUE_RANGE: return range_length(v->range) > 0;
    default: return true;
    }
}

/* --- what is lost --- */

struct value value_found(struct value v)
{
    const struct unknown *lost = value_lost(&v);
    return lost ? (struct value){.kind = VALUE_UNKNOWN,
                      .tree = v.tree,
                      .node = v.node,
                      .unknown = lost}
                : v;
}

static void find_all(struct value *v, uint32_t depth)
{
    *v = value_found(*v);
    if (depth > 0 && value_is_sequence(v) && !v->list->frozen) {
        for (uint32_t i = 0; i < v->list->n; i++) {
            find_all(&v->list->items[i], depth - 1);
        }
    } else if (depth > 0 && v->kind == VALUE_DICT && !v->dict->frozen) {
        for (uint32_t i = 0; i < v->dict->n; i++) {
            find_all(&v->dict->entries[i].value, depth - 1);
        }
    }
}

void value_find_all(struct value *v)
{
    find_all(v, VALUE_DEPTH);
}

/* --- extent --- */

enum {
    /* CPython's frames while a loader converts it: three for a dict, two for a list, of 1000. */
    DICT_FRAMES = 3,
    LIST_FRAMES = 2,
    ALL_FRAMES = 990
};

/* What may still be found. */
struct room {
    uint64_t items, bytes;
};

static bool holds_parts(const struct value *v)
{
    return value_is_sequence(v) || v->kind == VALUE_DICT || value_is_set(v) ||
           v->kind == VALUE_EXCEPTION;
}

static uint64_t text_bytes(const struct value *v)
{
    bool text = v->kind == VALUE_STRING || v->kind == VALUE_BYTES || v->kind == VALUE_OPAQUE;
    return text ? v->s->n : v->kind == VALUE_BIG_INT ? 20 * (uint64_t)labs(v->big->limbs) : 0;
}

static enum extent extent(const struct value *v, uint32_t frames, struct room *left)
{
    uint64_t bytes = text_bytes(v);
    if (bytes > left->bytes) {
        return EXTENT_LARGE;
    }
    left->bytes -= bytes;
    if (!holds_parts(v)) {
        return EXTENT_FINE;
    }
    const struct list *l = v->kind == VALUE_EXCEPTION ? v->exception->args
                           : value_is_sequence(v)     ? v->list
                                                      : NULL;
    uint32_t n = l ? l->n : v->dict->n, own = l ? LIST_FRAMES : DICT_FRAMES;
    if (own > frames || n > left->items) {
        return own > frames ? EXTENT_DEEP : EXTENT_LARGE;
    }
    left->items -= n;
    enum extent worst = EXTENT_FINE;
    for (uint32_t i = 0; i < n && worst == EXTENT_FINE; i++) {
        worst = extent(l ? &l->items[i] : &v->dict->entries[i].value, frames - own, left);
        if (!l && worst == EXTENT_FINE) {
            worst = extent(&v->dict->entries[i].key, frames - own, left);
        }
    }
    return worst;
}

enum extent value_extent(const struct value *v, uint64_t items, uint64_t bytes)
{
    struct room left = {items, bytes};
    return extent(v, ALL_FRAMES, &left);
}
