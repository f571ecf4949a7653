/* 'pattern'.format(): the replacement fields in braces. */
#include "base/utf8.h"
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct braces {
    const struct arguments *args;
    uint32_t next;
    bool automatic, manual, unknown;
    bool map; /* of format_map: there is nothing but names */
};

static bool too_many_digits(struct eval *e)
{
    return eval_raise(e, TYPE_VALUE_ERROR, "Too many decimal digits in format string");
}

/* The argument that a field's name begins with: the next one, one by its number, or by its name. */
static bool first_value(struct eval *e, struct braces *b, str first, struct value *out)
{
    bool digits = first.n > 0;
    uint64_t index = 0;
    for (size_t i = 0; i < first.n; i++) {
        digits &= first.p[i] >= '0' && first.p[i] <= '9';
        index = index <= INT64_MAX / 10 ? index * 10 + (uint64_t)(first.p[i] - '0') : UINT64_MAX;
    }
    if (first.n > 0 && !digits) {
        for (uint32_t i = 0; i < b->args->n_keywords; i++) {
            if (str_eq(value_str(&b->args->keywords[i].key), first)) {
                *out = b->args->keywords[i].value;
                return true;
            }
        }
        struct value key = value_string(e->arena, first);
        return eval_raise_key(e, &key);
    }
    if (digits && index > INT64_MAX) {
        return too_many_digits(e);
    }
    b->automatic |= first.n == 0;
    b->manual |= digits;
    if (b->automatic && b->manual) {
        return eval_raise(e, TYPE_VALUE_ERROR,
            "cannot switch between automatic field numbering and manual field specification");
    }
    if (b->map) {
        return eval_raise(e, TYPE_VALUE_ERROR, "Format string contains positional fields");
    }
    index = first.n == 0 ? b->next++ : index;
    if (index >= b->args->n_positional) {
        return eval_raise(e, TYPE_INDEX_ERROR,
            "Replacement index %llu out of range for positional args tuple",
            (unsigned long long)index);
    }
    *out = b->args->positional[index];
    return true;
}

/* `.a` or `[b]` at `*at` of a field's name, of the value in `out`. */
static bool next_part(struct eval *e, str name, size_t *at, struct value *out)
{
    bool item = name.p[*at] == '[';
    size_t from = *at + 1, to = from;
    while (to < name.n && (item ? name.p[to] != ']' : name.p[to] != '.' && name.p[to] != '[')) {
        to++;
    }
    if (!item && name.p[*at] != '.') {
        return eval_raise(
            e, TYPE_VALUE_ERROR, "Only '.' or '[' may follow ']' in format field specifier");
    }
    if (item && to == name.n) {
        return eval_raise(e, TYPE_VALUE_ERROR, "Missing ']' in format string");
    }
    if (to == from) {
        return eval_raise(e, TYPE_VALUE_ERROR, "Empty attribute in format string");
    }
    *at = to + item;
    str text = arena_str(e->arena, str_slice(name, from, to));
    const struct value whole = *out;
    if (!item) {
        return ops_get_attribute(e, &whole, text, out);
    }
    struct value key;
    if (strspn(text.p, "0123456789") != text.n || !number_parse_int(e->arena, text, 10, &key)) {
        key = value_string(e->arena, text);
    } else if (key.kind == VALUE_BIG_INT) {
        return too_many_digits(e);
    }
    return ops_get_item(e, &whole, &key, out);
}

/* The value that a field name like `0.a[b]` means. */
static bool field_value(struct eval *e, struct braces *b, str name, struct value *out)
{
    size_t at = 0;
    while (at < name.n && name.p[at] != '.' && name.p[at] != '[') {
        at++;
    }
    bool good = first_value(e, b, str_slice(name, 0, at), out);
    while (good && at < name.n) {
        good = next_part(e, name, &at, out);
    }
    return good;
}

/* A replacement field in braces: {name!convert:spec}. */
struct field {
    str name, spec;
    char convert; /* '\0': none */
    bool nested;  /* the spec holds fields of its own */
};

/* Where the spec that begins at `at` ends; SIZE_MAX where nothing closes it. */
static size_t spec_end(str s, size_t at, bool *nested)
{
    for (size_t depth = 1; at < s.n; at++) {
        depth += s.p[at] == '{';
        depth -= s.p[at] == '}';
        *nested |= s.p[at] == '{';
        if (depth == 0) {
            return at;
        }
    }
    return SIZE_MAX;
}

/* Behind the name, whose last character is before `at`: the conversion, and the spec. */
static bool parse_rest(struct eval *e, str s, size_t *at, struct field *f)
{
    if (s.p[(*at)++] == '!') {
        if (*at >= s.n) {
            return eval_raise(
                e, TYPE_VALUE_ERROR, "end of string while looking for conversion specifier");
        }
        f->convert = s.p[(*at)++];
        char next = *at < s.n ? s.p[(*at)++] : ':';
        if (next != ':') {
            return next == '}' ||
                   eval_raise(e, TYPE_VALUE_ERROR, "expected ':' after conversion specifier");
        }
    }
    size_t end = spec_end(s, *at, &f->nested);
    if (end == SIZE_MAX) {
        return eval_raise(e, TYPE_VALUE_ERROR, "unmatched '{' in format spec");
    }
    f->spec = str_slice(s, *at, end);
    *at = end + 1;
    return true;
}

/* The field that begins behind the brace before `*at`, which is moved behind it. */
static bool parse_field(struct eval *e, str s, size_t *at, struct field *f)
{
    size_t end = *at;
    while (end < s.n && str_find(STR("{}:!"), str_slice(s, end, end + 1), 0) == SIZE_MAX) {
        size_t close = s.p[end] == '[' ? str_find(s, STR("]"), end) : end;
        end = close == SIZE_MAX ? s.n : close + 1;
    }
    f->name = str_slice(s, *at, end);
    *at = end;
    if (end >= s.n) {
        return eval_raise(e, TYPE_VALUE_ERROR, "expected '}' before end of string");
    }
    if (s.p[end] == '{') {
        return eval_raise(e, TYPE_VALUE_ERROR, "unexpected '{' in field name");
    }
    *at += s.p[end] == '}';
    return s.p[end] == '}' || parse_rest(e, s, at, f);
}

static bool convert_field(struct eval *e, struct braces *b, char how, struct value *v)
{
    if (how != 'r' && how != 's' && how != 'a') {
        return eval_raise(e, TYPE_VALUE_ERROR, "Unknown conversion specifier");
    }
    if (value_is_unknown(v)) {
        return true;
    }
    struct buf t = eval_buf(e);
    if (!eval_text(e, &t, v, how != 's', &b->unknown)) {
        return false;
    }
    if (how == 'a') {
        str shown = arena_str(e->arena, buf_str(&t));
        t.n = 0;
        text_ascii(&t, shown);
    }
    *v = value_string(e->arena, buf_str(&t));
    return true;
}

enum {
    DEEPEST = 2 /* of fields inside of specs */
};

static bool braces_run(struct eval *e, struct braces *b, str s, struct buf *out, int level)
{
    if (level >= DEEPEST) {
        return eval_raise(e, TYPE_VALUE_ERROR, "Max string recursion exceeded");
    }
    for (size_t at = 0; at < s.n;) {
        char c = s.p[at++];
        if (c != '{' && c != '}') {
            buf_byte(out, c);
            continue;
        }
        if (at < s.n && s.p[at] == c) {
            buf_byte(out, c);
            at++;
            continue;
        }
        if (c == '}' || at == s.n) {
            return eval_raise(e, TYPE_VALUE_ERROR, "Single '%c' encountered in format string", c);
        }
        struct field f = {0};
        struct value v;
        struct buf inner = eval_buf(e);
        if (!parse_field(e, s, &at, &f) || !field_value(e, b, f.name, &v) ||
            (f.convert && !convert_field(e, b, f.convert, &v)) ||
            (f.nested && !braces_run(e, b, f.spec, &inner, level + 1)) ||
            !text_format(e, &v, f.nested ? buf_str(&inner) : f.spec, out, &b->unknown) ||
            !eval_text_room(e, out->n)) {
            return false;
        }
    }
    return true;
}

bool text_braces(
    struct eval *e, str pattern, const struct arguments *args, bool map, struct value *out)
{
    struct braces b = {.args = args, .map = map};
    struct buf text = eval_buf(e);
    if (!braces_run(e, &b, pattern, &text, 0)) {
        return false;
    }
    *out = b.unknown ? ops_unknown(e, "something unknown is formatted into it")
                     : value_string(e->arena, buf_str(&text));
    return true;
}
