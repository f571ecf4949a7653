/* Calling a type: int('3'), dict(a=1), list(x), ... */
#include "base/utf8.h"
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"

#include <math.h>

static bool is_blank_or_digit_text(str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if ((unsigned char)s.p[i] >= 0x80) {
            return false;
        }
    }
    return s.n > 0;
}

/* int(text, base): signs, underscores, prefixes. */
static bool int_of_text(struct eval *e, str text, int64_t base, struct value *out)
{
    str s = text_trim(text_ascii_digits(e, text));
    char digits[2 * NUMBER_MOST_DIGITS + 4];
    size_t n = 0, i = 0;
    bool good = is_blank_or_digit_text(s) && s.n < sizeof digits && base != 1 && base <= 36;
    if (good && (s.p[0] == '+' || s.p[0] == '-')) {
        if (s.p[0] == '-') {
            digits[n++] = '-';
        }
        i = 1;
    }
    if (good && i + 1 < s.n && s.p[i] == '0') {
        int c = s.p[i + 1] | 0x20;
        int prefix = c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 0;
        if (prefix && (base == prefix || base == 0)) {
            base = prefix;
            i += 2;
            i += i < s.n && s.p[i] == '_';
        } else if (base == 0) {
            for (size_t k = i; k < s.n; k++) {
                good &= s.p[k] == '0' || s.p[k] == '_';
            }
        }
    }
    bool is_long = s.n >= sizeof digits; /* of which a prefix is not looked at */
    bool is_binary = base == 0 ? is_long : (base & (base - 1)) == 0;
    base = base == 0 ? 10 : base;
    good &= i < s.n;
    for (; good && i < s.n; i++) {
        char c = s.p[i];
        if (c == '_') {
            good = n > 0 && digits[n - 1] != '-' && i + 1 < s.n && s.p[i + 1] != '_';
            continue;
        }
        int d = c >= '0' && c <= '9'                     ? c - '0'
                : (c | 0x20) >= 'a' && (c | 0x20) <= 'z' ? (c | 0x20) - 'a' + 10
                                                         : 99;
        good = d < base;
        digits[n++] = c;
    }
    if (is_binary && (is_long || (good && n > NUMBER_MOST_READ))) {
        *out = ops_plain_unknown(e, "the number is larger than the limit integer_bits");
        e->unseen++;
        return true;
    }
    if (good && n > NUMBER_MOST_DIGITS + (digits[0] == '-') && !is_binary) {
        return eval_raise(e, TYPE_VALUE_ERROR,
            "Exceeds the limit (%d digits) for integer string conversion", NUMBER_MOST_DIGITS);
    }
    if (good && number_parse_int(e->arena, (str){digits, n}, (int)base, out)) {
        return true;
    }
    struct buf b = eval_buf(e);
    text_quote(&b, text);
    str quoted = buf_str(&b);
    return eval_raise(e, TYPE_VALUE_ERROR, "invalid literal for int() with base %lld: %.*s",
        (long long)base, STR_ARG(quoted));
}

static bool make_int(struct eval *e, const struct arguments *args, struct value *out)
{
    const struct value *v = arg(args, 0, NULL);
    int64_t base;
    const struct value *given = arg(args, 1, "base");
    if (!v) {
        *out = value_int(0);
        return !given || eval_raise(e, TYPE_TYPE_ERROR, "int() missing string argument");
    }
    if (given && given->kind == VALUE_BIG_INT) {
        base = 37;
    } else if (!arg_int(e, args, 1, "base", 10, &base)) {
        return false;
    }
    if (base < 0 || base == 1 || base > 36) {
        return eval_raise(e, TYPE_VALUE_ERROR, "int() base must be >= 2 and <= 36, or 0");
    }
    if (given && v->kind != VALUE_STRING && v->kind != VALUE_BYTES) {
        return eval_raise(e, TYPE_TYPE_ERROR, "int() can't convert non-string with explicit base");
    }
    switch (v->kind) {
    case VALUE_BOOL:
    case VALUE_INT: *out = value_int(value_as_int(v)); return true;
    case VALUE_BIG_INT: *out = *v; return true;
    case VALUE_FLOAT:
        if (number_truncate(e->arena, v->f, out)) {
            return true;
        }
        return isnan(v->f)
                   ? eval_raise(e, TYPE_VALUE_ERROR, "cannot convert float NaN to integer")
                   : eval_raise(e, TYPE_OVERFLOW_ERROR, "cannot convert float infinity to integer");
    case VALUE_STRING:
    case VALUE_BYTES: return int_of_text(e, string_str(v->s), base, out);
    default: {
        str type = value_type_name(v);
        return eval_raise(e, TYPE_TYPE_ERROR,
            "int() argument must be a string, a bytes-like object or a real number, not '%.*s'",
            STR_ARG(type));
    }
    }
}

static bool make_float(struct eval *e, const struct arguments *args, struct value *out)
{
    const struct value *v = arg(args, 0, NULL);
    double f = 0;
    if (!v) {
        *out = value_float(0);
        return true;
    }
    if (v->kind == VALUE_STRING || v->kind == VALUE_BYTES) {
        if (!number_parse_float(text_trim(text_ascii_digits(e, string_str(v->s))), &f)) {
            struct buf b = eval_buf(e);
            text_quote(&b, string_str(v->s));
            str quoted = buf_str(&b);
            return eval_raise(
                e, TYPE_VALUE_ERROR, "could not convert string to float: %.*s", STR_ARG(quoted));
        }
    } else if (v->kind == VALUE_FLOAT) {
        f = v->f;
    } else if (!number_as_double(v, &f)) {
        str type = value_type_name(v);
        return value_is_number(v)
                   ? eval_raise(e, TYPE_OVERFLOW_ERROR, "int too large to convert to float")
                   : eval_raise(e, TYPE_TYPE_ERROR,
                         "float() argument must be a string or a real number, not '%.*s'",
                         STR_ARG(type));
    }
    *out = value_float(f);
    return true;
}

static bool make_str(struct eval *e, const struct arguments *args, struct value *out)
{
    const struct value *v = arg(args, 0, "object");
    struct buf b = eval_buf(e);
    bool unknown = false, decodes = arg(args, 1, "encoding") || arg(args, 2, "errors");
    if (v && v->kind == VALUE_BYTES && decodes) {
        return builtins_decode(e, v, args, 1, out);
    }
    if (v && decodes) {
        return eval_raise(e, TYPE_TYPE_ERROR, "decoding this is not supported");
    }
    if (v && !eval_text(e, &b, v, false, &unknown)) {
        return false;
    }
    *out = unknown ? ops_unknown(e, "it shows something unknown")
                   : value_string(e->arena, buf_str(&b));
    return eval_text_room(e, b.n);
}

static bool make_sequence(
    struct eval *e, const struct arguments *args, bool tuple, struct value *out)
{
    struct list *items = NULL;
    if (args->n_positional == 0) {
        struct list *none = list_new(e->arena, 0);
        *out = tuple ? value_of_tuple(none) : value_of_list(none);
        return true;
    }
    if (!ops_items(e, &args->positional[0], &items)) {
        return false;
    }
    if (!items) {
        *out = ops_unknown(e, value_is_set(&args->positional[0])
                                  ? "the order of a set is not known"
                                  : "it is made from something unknown");
        return true;
    }
    struct list *copy = list_copy(e->arena, items);
    *out = tuple ? value_of_tuple(copy) : value_of_list(copy);
    return eval_room(e, copy->n, sizeof(struct value));
}

static bool make_set(
    struct eval *e, const struct arguments *args, enum value_kind kind, struct value *out)
{
    struct dict *d = dict_new(e->arena, 4);
    *out = (struct value){.kind = (uint8_t)kind, .dict = d};
    if (args->n_positional == 0) {
        return true;
    }
    const struct value *from = &args->positional[0];
    bool unknown = false;
    if (value_is_set(from)) {
        out->dict = dict_copy(e->arena, from->dict);
        return eval_spend(e, from->dict->n / 8);
    }
    if (!builtins_fill_set(e, d, from, &unknown)) {
        return false;
    }
    if (unknown) {
        *out = ops_unknown(e, "it is made from something unknown");
    }
    return true;
}

static bool make_dict(struct eval *e, const struct arguments *args, struct value *out)
{
    struct dict *d = dict_new(e->arena, args->n_keywords + 4u);
    bool unknown = false;
    if (!builtins_fill_dict(e, d, args, &unknown)) {
        return false;
    }
    *out = unknown ? ops_unknown(e, "it is made from something unknown") : value_of_dict(d);
    return true;
}

static bool fits_range(int64_t i)
{
    return i >= -INT64_MAX / 4 && i <= INT64_MAX / 4; /* so that no sum of two overflows */
}

bool ops_range_fits(const struct range *r)
{
    return fits_range(r->start) && fits_range(r->stop) && fits_range(r->step);
}

static bool make_range(struct eval *e, const struct arguments *args, struct value *out)
{
    int64_t n[3] = {0, 0, 1};
    bool big = false;
    for (uint32_t i = 0; i < args->n_positional; i++) {
        if (args->positional[i].kind == VALUE_BIG_INT) {
            big = true;
        } else if (!arg_int(e, args, i, NULL, 0, &n[i])) {
            return false;
        }
    }
    struct range *r = ARENA_NEW(e->arena, struct range);
    *r = args->n_positional == 1 ? (struct range){0, n[0], 1} : (struct range){n[0], n[1], n[2]};
    if (r->step == 0) {
        return eval_raise(e, TYPE_VALUE_ERROR, "range() arg 3 must not be zero");
    }
    if (big || !ops_range_fits(r)) {
        *out = ops_unknown(e, "ranges of such numbers are not evaluated");
        return true;
    }
    *out = (struct value){.kind = VALUE_RANGE, .range = r};
    return true;
}

static struct value type_value(enum type_id id)
{
    return (struct value){.kind = VALUE_TYPE, .type = &TYPES[id]};
}

static bool make_type(struct eval *e, const struct arguments *args, struct value *out)
{
    if (args->n_positional != 3 && (args->n_positional != 1 || args->n_keywords > 0)) {
        return eval_raise(e, TYPE_TYPE_ERROR, "type() takes 1 or 3 arguments");
    }
    if (args->n_positional == 3) {
        *out = ops_unknown(e, "classes are not made");
        return true;
    }
    const struct value *v = &args->positional[0];
    bool hidden = v->kind == VALUE_EXCEPTION &&
                  (v->exception->any ||
                      (v->exception->words.p && v->exception->type->id == TYPE_SYNTAX_ERROR));
    bool plain = type_of(v) != TYPE_OBJECT && !hidden &&
                 !(v->kind == VALUE_DICT && v->dict->flavor != DICT_PLAIN);
    *out = plain ? type_value(type_of(v)) : ops_unknown(e, "its type is not modelled");
    return true;
}

/* ExceptionGroup(message, exceptions): the members as a list of their own. */
static bool check_group(struct eval *e, struct exception *x)
{
    bool plain = true;
    if (x->args->n != 2 || x->args->items[0].kind != VALUE_STRING) {
        return eval_raise(e, TYPE_TYPE_ERROR, "%s() takes a message and exceptions", x->type->name);
    }
    if (!value_is_sequence(&x->args->items[1])) {
        return eval_raise(e, TYPE_TYPE_ERROR, "second argument (exceptions) must be a sequence");
    }
    x->members = list_copy(e->arena, x->args->items[1].list);
    if (x->members->n == 0) {
        return eval_raise(
            e, TYPE_VALUE_ERROR, "second argument (exceptions) must be a non-empty sequence");
    }
    for (uint32_t i = 0; i < x->members->n; i++) {
        const struct value *one = &x->members->items[i];
        if (one->kind != VALUE_EXCEPTION) {
            return eval_raise(e, TYPE_VALUE_ERROR,
                "Item %u of second argument (exceptions) is not an exception", i);
        }
        plain = plain && type_is_subtype(one->exception->type->id, TYPE_EXCEPTION);
    }
    if (!plain && x->type->id == TYPE_EXCEPTION_GROUP) {
        return eval_raise(e, TYPE_TYPE_ERROR, "Cannot nest BaseExceptions in an ExceptionGroup");
    }
    x->type = plain ? &TYPES[TYPE_EXCEPTION_GROUP] : x->type;
    return true;
}

/* Which exception an OSError with this number is, as on Linux. */
static enum type_id type_of_errno(int64_t number)
{
    static const struct {
        uint8_t number;
        enum type_id type;
    } table[] = {{1, TYPE_PERMISSION_ERROR}, {2, TYPE_FILE_NOT_FOUND_ERROR},
        {3, TYPE_PROCESS_LOOKUP_ERROR}, {4, TYPE_INTERRUPTED_ERROR}, {10, TYPE_CHILD_PROCESS_ERROR},
        {11, TYPE_BLOCKING_IO_ERROR}, {13, TYPE_PERMISSION_ERROR}, {17, TYPE_FILE_EXISTS_ERROR},
        {20, TYPE_NOT_A_DIRECTORY_ERROR}, {21, TYPE_IS_A_DIRECTORY_ERROR},
        {32, TYPE_BROKEN_PIPE_ERROR}, {103, TYPE_CONNECTION_ABORTED_ERROR},
        {104, TYPE_CONNECTION_RESET_ERROR}, {108, TYPE_BROKEN_PIPE_ERROR},
        {110, TYPE_TIMEOUT_ERROR}, {111, TYPE_CONNECTION_REFUSED_ERROR},
        {114, TYPE_BLOCKING_IO_ERROR}, {115, TYPE_BLOCKING_IO_ERROR}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (table[i].number == number) {
            return table[i].type;
        }
    }
    return TYPE_OS_ERROR;
}

/* Classes that do more with their arguments than to keep them.  False after raising. */
static bool check_arguments(struct eval *e, struct exception *x, const struct arguments *args)
{
    enum type_id type = x->type->id;
    bool os = type_is_subtype(type, TYPE_OS_ERROR),
         unicode = type_is_subtype(type, TYPE_UNICODE_ERROR);
    bool names = type_is_subtype(type, TYPE_IMPORT_ERROR) ||
                 type_is_subtype(type, TYPE_NAME_ERROR) || type == TYPE_ATTRIBUTE_ERROR;
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        str name = value_str(&args->keywords[i].key);
        if (!names || !STR_IS_ANY(name, "name", "path", "obj")) {
            return eval_raise(e, TYPE_TYPE_ERROR, "%s() got an unexpected keyword argument '%.*s'",
                x->type->name, STR_ARG(name));
        }
    }
    bool several = os || type_is_subtype(type, TYPE_SYNTAX_ERROR);
    if ((several && x->args->n > 1) || (unicode && type != TYPE_UNICODE_ERROR)) {
        struct value hidden =
            ops_plain_unknown(e, "what this exception makes of its arguments is not evaluated");
        if (type == TYPE_OS_ERROR && value_is_int(&x->args->items[0])) {
            x->type = &TYPES[type_of_errno(value_as_int(&x->args->items[0]))];
        }
        e->unseen += !os;
        x->args = list_new(e->arena, 1);
        list_push(e->arena, x->args, hidden);
        x->args->lost = hidden.unknown;
    }
    return true;
}

static bool make_exception(
    struct eval *e, const struct type_def *type, const struct arguments *args, struct value *out)
{
    struct exception *x = ARENA_NEW(e->arena, struct exception);
    x->type = type;
    x->args = list_new(e->arena, args->n_positional);
    for (uint32_t i = 0; i < args->n_positional; i++) {
        list_push(e->arena, x->args, args->positional[i]);
    }
    *out = (struct value){.kind = VALUE_EXCEPTION, .exception = x};
    return type_is_subtype(type->id, TYPE_BASE_EXCEPTION_GROUP) ? check_group(e, x)
                                                                : check_arguments(e, x, args);
}

/* What the types take that do not look at it themselves. */
static const struct builtin_def *taken_by(enum type_id id)
{
    static const struct {
        enum type_id id;
        struct builtin_def def;
    } CALLS[] = {
        {TYPE_INT, {"int", NULL, 0, 2, "- base"}},
        {TYPE_FLOAT, {"float", NULL, 0, 1}},
        {TYPE_STR, {"str", NULL, 0, 3, "object encoding errors"}},
        {TYPE_BOOL, {"bool", NULL, 0, 1}},
        {TYPE_LIST, {"list", NULL, 0, 1}},
        {TYPE_TUPLE, {"tuple", NULL, 0, 1}},
        {TYPE_SET, {"set", NULL, 0, 1}},
        {TYPE_FROZENSET, {"frozenset", NULL, 0, 1}},
        {TYPE_BYTES, {"bytes", NULL, 0, 3, "source encoding errors"}},
        {TYPE_COMPLEX, {"complex", NULL, 0, 2, "real imag"}},
        {TYPE_DICT, {"dict", NULL, 0, 1, "**"}},
        {TYPE_RANGE, {"range", NULL, 1, 3}},
        {TYPE_SLICE, {"slice", NULL, 1, 3}},
    };
    for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++) {
        if (CALLS[i].id == id) {
            return &CALLS[i].def;
        }
    }
    return NULL;
}

bool builtins_call_type(
    struct eval *e, const struct type_def *type, const struct arguments *args, struct value *out)
{
    if (type_is_subtype(type->id, TYPE_BASE_EXCEPTION)) {
        return make_exception(e, type, args, out);
    }
    const struct builtin_def *takes = taken_by(type->id);
    struct arguments placed = *args;
    if (takes && !builtins_take(e, takes, &placed)) {
        return false;
    }
    args = &placed;
    bool any_type = type->id == TYPE_LIST || type->id == TYPE_TUPLE || type->id == TYPE_DICT ||
                    type->id == TYPE_SET || type->id == TYPE_FROZENSET || type->id == TYPE_TYPE;
    for (uint32_t i = 0; i < args->n_positional && !any_type; i++) {
        if (value_is_unknown(&args->positional[i])) {
            *out = args->positional[i];
            return true;
        }
    }
    switch (type->id) {
    case TYPE_INT: return make_int(e, args, out);
    case TYPE_FLOAT: return make_float(e, args, out);
    case TYPE_STR: return make_str(e, args, out);
    case TYPE_BOOL:
        *out = value_bool(args->n_positional > 0 && value_truth(&args->positional[0]));
        return true;
    case TYPE_LIST: return make_sequence(e, args, false, out);
    case TYPE_TUPLE: return make_sequence(e, args, true, out);
    case TYPE_DICT: return make_dict(e, args, out);
    case TYPE_SET: return make_set(e, args, VALUE_SET, out);
    case TYPE_FROZENSET: return make_set(e, args, VALUE_FROZENSET, out);
    case TYPE_BYTES: return builtins_make_bytes(e, args, out);
    case TYPE_COMPLEX: return builtins_make_complex(e, args, out);
    case TYPE_RANGE: return make_range(e, args, out);
    case TYPE_TYPE: return make_type(e, args, out);
    case TYPE_SLICE: {
        struct slice *s = ARENA_NEW(e->arena, struct slice);
        uint32_t n = args->n_positional;
        s->start = n > 1 ? args->positional[0] : value_none();
        s->stop = n > 1 ? args->positional[1] : n ? args->positional[0] : value_none();
        s->step = n > 2 ? args->positional[2] : value_none();
        *out = (struct value){.kind = VALUE_SLICE, .slice = s};
        return true;
    }
    default: *out = ops_unknown(e, "objects of this type are not made"); return true;
    }
}
