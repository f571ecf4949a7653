/* Finding builtin functions and methods, and what their implementations share. */
#include "eval/builtins.h"

#include "base/utf8.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

const struct value *arg(const struct arguments *args, uint32_t i, const char *name)
{
    if (i < args->n_positional) {
        return &args->positional[i];
    }
    for (uint32_t k = 0; name && k < args->n_keywords; k++) {
        if (value_is_str(&args->keywords[k].key, name)) {
            return &args->keywords[k].value;
        }
    }
    return NULL;
}

/* How many arguments stand before the one of this name; -1 when a builtin has none that is called
 * so. */
static int place_of_name(const struct builtin_def *def, str name)
{
    bool by_name = false;
    int at = 0;
    str names = str_of(def->names ? def->names : "");
    for (size_t start = 0; start < names.n; at++) {
        size_t blank = str_find(names, STR(" "), start);
        size_t end = blank < names.n ? blank : names.n;
        str word = str_slice(names, start, end);
        bool any = str_is(word, "**");
        if (any || str_eq(word, name)) {
            return any || by_name ? INT_MAX : at;
        }
        by_name |= str_is(word, "*");
        start = end + 1;
    }
    return -1;
}

static bool take_names(struct eval *e, const struct builtin_def *def, const struct arguments *args)
{
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        str name = value_str(&args->keywords[i].key);
        int at = place_of_name(def, name);
        if (!def->names) {
            return eval_raise(e, TYPE_TYPE_ERROR, "%s() takes no keyword arguments", def->name);
        }
        if (at < 0) {
            return eval_raise(e, TYPE_TYPE_ERROR, "'%.*s' is an invalid keyword argument for %s()",
                STR_ARG(name), def->name);
        }
        if ((uint32_t)at < args->n_positional) {
            return eval_raise(e, TYPE_TYPE_ERROR,
                "argument for %s() given by name ('%.*s') and position (%d)", def->name,
                STR_ARG(name), at + 1);
        }
    }
    return true;
}

/* The place in args->keywords of the argument that comes next in order; -1: it has none, or
 * another. */
static int next_by_name(const struct builtin_def *def, const struct arguments *args)
{
    int n = (int)args->n_positional;
    for (uint32_t i = 0; i < args->n_keywords && (def->max < 0 || n < def->max); i++) {
        if (place_of_name(def, value_str(&args->keywords[i].key)) == n) {
            return (int)i;
        }
    }
    return -1;
}

/* Arguments by name that come next in order are as good as those without. */
static void place_names(struct eval *e, const struct builtin_def *def, struct arguments *args)
{
    int i = next_by_name(def, args);
    if (i < 0) {
        return;
    }
    uint32_t n = args->n_positional, left = args->n_keywords;
    struct value *positional = ARENA_MANY(e->arena, struct value, n + left);
    struct entry *keywords = ARENA_MANY(e->arena, struct entry, left);
    if (n > 0) {
        memcpy(positional, args->positional, n * sizeof *positional);
    }
    memcpy(keywords, args->keywords, left * sizeof *keywords);
    args->positional = positional;
    args->keywords = keywords;
    for (; i >= 0; i = next_by_name(def, args)) {
        positional[args->n_positional++] = keywords[i].value;
        args->n_keywords--;
        memmove(&keywords[i], &keywords[i + 1], (args->n_keywords - (size_t)i) * sizeof *keywords);
    }
}

bool builtins_take(struct eval *e, const struct builtin_def *def, struct arguments *args)
{
    if (args->n_keywords > 0) {
        if (!take_names(e, def, args)) {
            return false;
        }
        place_names(e, def, args);
    }
    int n = (int)args->n_positional, wanted = n < def->min ? def->min : def->max;
    if (n >= def->min && (def->max < 0 || n <= def->max)) {
        return true;
    }
    return eval_raise(e, TYPE_TYPE_ERROR, "%s expected %s%d argument%s, got %d", def->name,
        n < def->min ? "at least " : "at most ", wanted, wanted == 1 ? "" : "s", n);
}

bool arg_int(struct eval *e, const struct arguments *args, uint32_t i, const char *name,
    int64_t fallback, int64_t *out)
{
    const struct value *v = arg(args, i, name);
    *out = fallback;
    if (!v) {
        return true;
    }
    if (v->kind == VALUE_BIG_INT) {
        return eval_raise(e, TYPE_OVERFLOW_ERROR, "cannot fit 'int' into an index-sized integer");
    }
    if (!value_is_int(v)) {
        str type = value_type_name(v);
        eval_raise(
            e, TYPE_TYPE_ERROR, "'%.*s' object cannot be interpreted as an integer", STR_ARG(type));
        return eval_about_operand(e, v);
    }
    *out = value_as_int(v);
    return true;
}

/* One end of a search; what does not fit is beyond every end. */
static bool search_end(struct eval *e, const struct value *v, bool none, int64_t *out)
{
    if (v->kind == VALUE_BIG_INT) {
        *out = v->big->limbs < 0 ? INT64_MIN : INT64_MAX;
        return true;
    }
    if (value_is_int(v)) {
        *out = value_as_int(v);
    }
    return value_is_int(v) || (none && value_is_none(v)) ||
           eval_raise(e, TYPE_TYPE_ERROR,
               "slice indices must be integers %sor have an __index__ method",
               none ? "or None " : "");
}

bool arg_bounds(struct eval *e, const struct arguments *args, int64_t length, bool none,
    int64_t *start, int64_t *end)
{
    *start = 0;
    *end = length;
    if ((args->n_positional > 1 && !search_end(e, &args->positional[1], none, start)) ||
        (args->n_positional > 2 && !search_end(e, &args->positional[2], none, end))) {
        return false;
    }
    *start = *start < 0 ? *start + length : *start;
    *end = *end < 0 ? *end + length : *end;
    *start = *start < 0 ? 0 : *start;
    *end = *end < 0 ? 0 : *end > length ? length : *end;
    return true;
}

bool builtins_unknown_items(struct eval *e, struct value *out)
{
    *out = ops_unknown(e, "it is made from something unknown");
    return true;
}

bool arg_wants_str(struct eval *e, const struct value *v)
{
    if (v->kind == VALUE_STRING) {
        return true;
    }
    str type = value_type_name(v);
    return eval_raise(e, TYPE_TYPE_ERROR, "a str is needed here, not '%.*s'", STR_ARG(type));
}

bool args_unknown(const struct arguments *args, struct value *out)
{
    for (uint32_t i = 0; i < args->n_positional; i++) {
        if (value_is_unknown(&args->positional[i])) {
            *out = args->positional[i];
            return true;
        }
    }
    return false;
}

bool builtins_calls(const struct builtin_def *def)
{
    static const char *const names[] = {"a builtin", "accumulate", "dropwhile", "filter",
        "filterfalse", "groupby", "iter", "map", "max", "min", "partial", "reduce", "sort",
        "sorted", "starmap", "takewhile"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(def->name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static const struct builtin_def *const TABLES[] = {
    NUMBER_FUNCTIONS, ITEM_FUNCTIONS, LAZY_FUNCTIONS, VALUE_FUNCTIONS};

BUILTIN(fn_unknown)
{
    (void)self, (void)args;
    *out = ops_unknown(e, "this function is not evaluated");
    return true;
}

/* Known to Python, but what they give depends on the machine or on running code. */
static const char *const NOT_EVALUATED[] = {"__build_class__", "__doc__", "__loader__",
    "__package__", "__spec__", "aiter", "anext", "breakpoint", "bytearray", "classmethod",
    "compile", "copyright", "credits", "hash", "help", "id", "input", "license", "memoryview",
    "open", "property", "staticmethod", "super"};

static struct value builtin_value(struct eval *e, const struct builtin_def *def, struct value self)
{
    struct builtin_value *b = ARENA_NEW(e->arena, struct builtin_value);
    b->def = def;
    b->self = self;
    return value_of_builtin(b);
}

static const struct builtin_def *def_of(const struct builtin_def *table, str name)
{
    for (; table->name; table++) {
        if (table->name[0] == name.p[0] && str_is(name, table->name)) {
            return table;
        }
    }
    return NULL;
}

bool builtins_part(struct eval *e, const struct builtin_value *b, str name, struct value *out)
{
    if (b->cache) {
        return tools_cache_part(e, b, name, out);
    }
    bool is_chain = b->def && strcmp(b->def->name, "chain") == 0;
    const struct builtin_def *def = is_chain ? def_of(CHAIN_PARTS, name) : NULL;
    if (def) {
        *out = builtin_value(e, def, value_none());
    } else if (b->def && str_is(name, "__name__")) {
        *out = value_string(e->arena, str_of(b->def->name));
    } else {
        return false;
    }
    return true;
}

bool builtins_find(struct eval *e, str name, struct value *out)
{
    const struct builtin_def *def = NULL;
    for (size_t i = 0; !def && i < sizeof TABLES / sizeof *TABLES; i++) {
        def = def_of(TABLES[i], name);
    }
    def = def || e->profile->tolerant ? def : def_of(LIBRARY_FUNCTIONS, name);
    if (def) {
        *out = builtin_value(e, def, value_none());
        return true;
    }
    const struct type_def *type = type_find(name);
    if (type) {
        *out = (struct value){.kind = VALUE_TYPE, .type = type};
        return true;
    }
    if (str_is(name, "__name__") && e->host->module_name.n) {
        *out = value_string(e->arena, e->host->module_name);
        return true;
    }
    if (str_is(name, "__file__") && e->host->file_name.n) {
        *out = value_string(e->arena, e->host->file_name);
        return true;
    }
    if (!e->profile->tolerant) {
        return false;
    }
    def = def_of(NAME_FUNCTIONS, name);
    if (def) {
        *out = builtin_value(e, def, value_none());
        return true;
    }
    if (builtins_imports(STR("builtins"), name)) {
        *out = ops_unknown(e, "this function is not evaluated");
        ((struct unknown *)out->unknown)->imports = true;
        return true;
    }
    static const struct builtin_def unknown = {"a builtin", fn_unknown, 0, -1, "**"};
    for (size_t i = 0; i < sizeof NOT_EVALUATED / sizeof *NOT_EVALUATED; i++) {
        if (str_is(name, NOT_EVALUATED[i])) {
            *out = builtin_value(e, &unknown, value_none());
            return true;
        }
    }
    if (STR_IS_ANY(name, "Ellipsis", "NotImplemented", "__debug__")) {
        *out = str_is(name, "Ellipsis")    ? (struct value){.kind = VALUE_ELLIPSIS}
               : str_is(name, "__debug__") ? value_bool(true)
                                           : ops_unknown(e, "this constant is not evaluated");
        return true;
    }
    return false;
}

static const struct builtin_def *dict_methods(const struct dict *d)
{
    return d->flavor == DICT_CONFIG   ? CONFIG_DICT_METHODS
           : d->flavor == DICT_ADDICT ? ADDICT_METHODS
                                      : DICT_METHODS;
}

/* What a subclass of dict has besides, or in the place of dict's. */
static const struct builtin_def *own_methods(const struct dict *d)
{
    return d->flavor == DICT_ORDERED     ? ORDERED_METHODS
           : d->flavor == DICT_TORCHPACK ? TORCHPACK_METHODS
                                         : NULL;
}

static const struct builtin_def *method_table(enum type_id type)
{
    switch (type) {
    case TYPE_STR: return STR_METHODS;
    case TYPE_BYTES: return BYTES_METHODS;
    case TYPE_COMPLEX: return COMPLEX_METHODS;
    case TYPE_LIST: return LIST_METHODS;
    case TYPE_TUPLE: return TUPLE_METHODS;
    case TYPE_RANGE: return RANGE_METHODS;
    case TYPE_DICT: return DICT_METHODS;
    case TYPE_SET: return SET_METHODS;
    case TYPE_FROZENSET: return FROZENSET_METHODS;
    case TYPE_BOOL:
    case TYPE_INT: return INT_METHODS;
    case TYPE_FLOAT: return FLOAT_METHODS;
    default: return NULL;
    }
}

static const struct builtin_def *methods_of(const struct value *self)
{
    if (self->kind == VALUE_ITERATOR) {
        return self->iterator->generator ? GENERATOR_METHODS : NULL;
    }
    if (self->kind == VALUE_VIEW) {
        return self->view->of == VIEW_VALUES ? NULL : VIEW_METHODS;
    }
    if (self->kind == VALUE_DICT) {
        return dict_methods(self->dict);
    }
    return method_table(self->kind == VALUE_TYPE ? self->type->id : type_of(self));
}

/* real, imag, numerator, denominator */
static bool number_part(const struct value *v, str name, struct value *out)
{
    if (v->kind == VALUE_COMPLEX && (str_is(name, "real") || str_is(name, "imag"))) {
        *out = value_float(str_is(name, "real") ? v->complex->real : v->complex->imag);
        return true;
    }
    bool whole = v->kind == VALUE_INT || v->kind == VALUE_BOOL || v->kind == VALUE_BIG_INT;
    if (!whole && v->kind != VALUE_FLOAT) {
        return false;
    }
    if (str_is(name, "real") || (whole && str_is(name, "numerator"))) {
        *out = v->kind == VALUE_BOOL ? value_int(v->b) : *v;
        return true;
    }
    if (str_is(name, "imag")) {
        *out = whole ? value_int(0) : value_float(0);
        return true;
    }
    *out = value_int(1);
    return whole && str_is(name, "denominator");
}

/* start, stop, step */
static bool range_part(const struct value *v, str name, struct value *out)
{
    bool start = str_is(name, "start"), stop = str_is(name, "stop");
    if ((v->kind != VALUE_RANGE && v->kind != VALUE_SLICE) ||
        (!start && !stop && !str_is(name, "step"))) {
        return false;
    }
    if (v->kind == VALUE_SLICE) {
        *out = start ? v->slice->start : stop ? v->slice->stop : v->slice->step;
    } else {
        *out = value_int(start ? v->range->start : stop ? v->range->stop : v->range->step);
    }
    return true;
}

/* What Python has and we do not evaluate. */
static bool other_part(struct eval *e, const struct value *v, str name, struct value *out)
{
    bool has = (v->kind == VALUE_SLICE && str_is(name, "indices")) ||
               (v->kind == VALUE_VIEW && (str_is(name, "isdisjoint") || str_is(name, "mapping"))) ||
               (v->kind == VALUE_ITERATOR && v->iterator->generator &&
                   (str_starts(name, STR("gi_")) || str_ends(name, STR("name__"))));
    if (has) {
        *out = ops_unknown(e, "this attribute is not evaluated");
    }
    return has;
}

/* bool has the rest from int. */
static bool is_own_of_bool(str name)
{
    return STR_IS_ANY(name, "__repr__", "__and__", "__or__", "__xor__");
}

bool builtins_method(struct eval *e, const struct value *self, str name, struct value *out)
{
    bool of_type = self->kind == VALUE_TYPE;
    const struct builtin_def *table = methods_of(self);
    const struct builtin_def *own = self->kind == VALUE_DICT ? own_methods(self->dict) : NULL;
    const struct builtin_def *def = own ? def_of(own, name) : NULL;
    def = def || !table ? def : def_of(table, name);
    static const struct builtin_def *const more[] = {
        SPLIT_METHODS, CASE_METHODS, TABLE_METHODS, ENCODE_METHODS};
    for (size_t i = 0; !def && table == STR_METHODS && i < sizeof more / sizeof *more; i++) {
        def = def_of(more[i], name);
    }
    if (!def && str_starts(name, STR("__"))) {
        def = builtins_special(self, name);
    }
    if (!def) {
        return number_part(self, name, out) || range_part(self, name, out) ||
               other_part(e, self, name, out);
    }
    *out = builtin_value(e, def, *self);
    if (of_type && !str_starts(name, STR("from")) && !str_is(name, "maketrans")) {
        struct builtin_value *b = ARENA_NEW(e->arena, struct builtin_value);
        *b = *out->builtin;
        b->unbound = true;
        b->self = *self;
        if (self->type->id == TYPE_BOOL && !is_own_of_bool(name)) {
            b->self.type = &TYPES[TYPE_INT];
        }
        out->builtin = b;
    }
    return true;
}
