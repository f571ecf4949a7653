/* Formatting: 'pattern' % values. */
#include "base/utf8.h"
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/python/format.h"
#include "eval/text.h"

#include <math.h>

struct percent {
    const struct value *right;
    const struct value *named; /* what `(key)` gave, which comes before the others */
    uint32_t next;
    bool unknown;
    bool bytes; /* the pattern is bytes, shown as text (bytes_as_text) */
};

/* What CPython takes for a mapping: all that has items. */
static bool is_mapping(const struct percent *p)
{
    uint8_t kind = p->right->kind;
    return kind == VALUE_DICT || kind == VALUE_LIST || kind == VALUE_RANGE ||
           (kind == VALUE_BYTES && !p->bytes);
}

static bool next_value(struct eval *e, struct percent *p, struct value *out)
{
    if (p->named) {
        *out = *p->named;
        p->named = NULL;
        return true;
    }
    if (p->right->kind == VALUE_TUPLE) {
        if (p->next >= p->right->list->n) {
            return eval_raise(e, TYPE_TYPE_ERROR, "not enough arguments for format string");
        }
        *out = p->right->list->items[p->next++];
        return true;
    }
    if (p->next++ > 0) {
        return eval_raise(e, TYPE_TYPE_ERROR, "not enough arguments for format string");
    }
    *out = *p->right;
    return true;
}

static bool percent_number(struct eval *e, const struct value *v, struct spec *f, struct buf *out)
{
    char type = f->type;
    if (strchr("diu", type)) {
        struct value whole = *v;
        if (v->kind == VALUE_FLOAT && !number_truncate(e->arena, v->f, &whole)) {
            return eval_raise(e, isnan(v->f) ? TYPE_VALUE_ERROR : TYPE_OVERFLOW_ERROR,
                isnan(v->f) ? "cannot convert float NaN to integer"
                            : "cannot convert float infinity to integer");
        }
        f->type = 'd';
        f->digits = f->precision;
        f->precision = -1;
        return format_int(e, &whole, f, out);
    }
    if (strchr("xXo", type)) {
        if (v->kind == VALUE_FLOAT) {
            return eval_raise(
                e, TYPE_TYPE_ERROR, "%%%c format: an integer is required, not float", type);
        }
        f->digits = f->precision;
        f->precision = -1;
        return format_int(e, v, f, out);
    }
    double d;
    if (v->kind != VALUE_FLOAT && !number_as_double(v, &d)) {
        return eval_raise(e, TYPE_OVERFLOW_ERROR, "int too large to convert to float");
    }
    d = v->kind == VALUE_FLOAT ? v->f : d;
    return format_float(e, d, f, out);
}

/* In a pattern of bytes, %s and %b want bytes, and %r is %a. */
static bool bytes_operand(struct eval *e, struct spec *f, struct value *v)
{
    str type = value_type_name(v);
    if (f->type == 'r') {
        f->type = 'a';
    }
    if (f->type == 's' || f->type == 'b') {
        f->type = 's';
        if (v->kind != VALUE_BYTES) {
            return eval_raise(e, TYPE_TYPE_ERROR,
                "%%b requires a bytes-like object, or an object that implements __bytes__, not "
                "'%.*s'",
                STR_ARG(type));
        }
        *v = bytes_as_text(e, string_str(v->s));
    } else if (f->type == 'c') {
        if (v->kind == VALUE_BYTES && v->s->n == 1) {
            *v = bytes_as_text(e, string_str(v->s));
        } else if (value_is_int(v) && value_as_int(v) >= 0 && value_as_int(v) < 256) {
            char c = (char)value_as_int(v);
            *v = bytes_as_text(e, (str){&c, 1});
        } else if (value_is_int(v) || v->kind == VALUE_BIG_INT) {
            return eval_raise(e, TYPE_OVERFLOW_ERROR, "%%c arg not in range(256)");
        } else {
            return eval_raise(
                e, TYPE_TYPE_ERROR, "%%c requires an integer in range(256) or a single byte");
        }
    }
    return true;
}

/* The parenthesis that closes the one at `at`; the end of the text when there is none. */
static size_t key_end(str s, size_t at)
{
    for (size_t open = 0; at < s.n; at++) {
        open += s.p[at] == '(';
        open -= s.p[at] == ')';
        if (open == 0) {
            break;
        }
    }
    return at;
}

/* `(key)`: its value; the parenthesis is at *at, which goes past the key. */
static bool named_value(struct eval *e, struct percent *p, str s, size_t *at, struct value *out)
{
    size_t close = key_end(s, *at);
    if (!is_mapping(p)) {
        return eval_raise(e, TYPE_TYPE_ERROR, "format requires a mapping");
    }
    if (close == s.n) {
        return eval_raise(e, TYPE_VALUE_ERROR, "incomplete format key");
    }
    struct value key = value_string(e->arena, str_slice(s, *at + 1, close));
    p->next = 1;
    *at = close + 1;
    return ops_get_item(e, p->right, &key, out);
}

static void align_left(struct spec *f)
{
    f->align = '<';
    f->fill = STR(" ");
}

static void read_flags(struct spec *f, str s, size_t *at)
{
    for (; *at < s.n && str_is_one_of(s.p[*at], "#0- +"); (*at)++) {
        switch (s.p[*at]) {
        case '#': f->alternate = true; break;
        case '0':
            if (f->align != '<') {
                f->fill = STR("0");
                f->align = '=';
            }
            break;
        case '-': align_left(f); break;
        default: f->sign = f->sign == '+' ? '+' : s.p[*at]; break;
        }
    }
}

/* `*`: the next value is the width, or the precision. */
static bool star(struct eval *e, struct percent *p, int64_t *out)
{
    struct value v;
    if (!next_value(e, p, &v)) {
        return false;
    }
    if (value_is_unknown(&v)) {
        p->unknown = true;
        v = value_int(0);
    }
    if (v.kind == VALUE_BIG_INT) {
        return eval_raise(e, TYPE_OVERFLOW_ERROR, "Python int too large to convert to C ssize_t");
    }
    if (!value_is_int(&v)) {
        return eval_raise(e, TYPE_TYPE_ERROR, "* wants int");
    }
    int64_t n = value_as_int(&v);
    *out = n < -WIDEST || n > WIDEST ? WIDEST + 1 : n;
    return true;
}

/* A number that is written, -1 for none, or a `*`. */
static bool read_number(struct eval *e, struct percent *p, str s, size_t *at, int64_t *out)
{
    if (*at < s.n && s.p[*at] == '*') {
        (*at)++;
        return star(e, p, out);
    }
    *out = format_number(s, at);
    return true;
}

static bool read_width(struct eval *e, struct percent *p, struct spec *f, str s, size_t *at)
{
    bool is_star = *at < s.n && s.p[*at] == '*';
    if (!read_number(e, p, s, at, &f->width)) {
        return false;
    }
    if (is_star && f->width < 0) {
        align_left(f);
        f->width = -f->width;
    }
    if (*at < s.n && s.p[*at] == '.') {
        (*at)++;
        if (!read_number(e, p, s, at, &f->precision)) {
            return false;
        }
        f->precision = f->precision < 0 ? 0 : f->precision;
    }
    return (f->width <= WIDEST && f->precision <= WIDEST) || eval_limit(e, "value_items");
}

/* %c */
static bool percent_rune(struct eval *e, const struct value *v, struct buf *out)
{
    if (v->kind == VALUE_STRING && utf8_count(value_str(v)) == 1) {
        buf_put(out, value_str(v));
        return true;
    }
    if (v->kind != VALUE_BIG_INT && !value_is_int(v)) {
        return eval_raise(e, TYPE_TYPE_ERROR, "%%c requires int or char");
    }
    if (v->kind == VALUE_BIG_INT || value_as_int(v) < 0 || value_as_int(v) > 0x10FFFF) {
        return eval_raise(e, TYPE_OVERFLOW_ERROR, "%%c arg not in range(0x110000)");
    }
    buf_rune(out, (uint32_t)value_as_int(v));
    return true;
}

/* %s, %r, %a */
static bool percent_text(
    struct eval *e, struct percent *p, const struct value *v, const struct spec *f, struct buf *out)
{
    if (!eval_text(e, out, v, f->type != 's', &p->unknown)) {
        return false;
    }
    if (f->type == 'a') {
        str shown = arena_str(e->arena, buf_str(out));
        out->n = 0;
        text_ascii(out, shown);
    }
    if (f->precision >= 0) {
        out->n = utf8_offset(buf_str(out), (size_t)f->precision);
    }
    return true;
}

static bool convert(
    struct eval *e, struct percent *p, struct value *v, struct spec *f, struct buf *out)
{
    if (str_is_one_of(f->type, "diuxXoeEfFgG")) {
        if (!value_is_number(v)) {
            str type = value_type_name(v);
            return eval_raise(e, TYPE_TYPE_ERROR,
                "%%%c format: a real number is required, not %.*s", f->type, STR_ARG(type));
        }
        return percent_number(e, v, f, out);
    }
    if (p->bytes && !bytes_operand(e, f, v)) {
        return false;
    }
    struct buf b = eval_buf(e);
    switch (f->type) {
    case 's':
    case 'r':
    case 'a':
        if (!percent_text(e, p, v, f, &b)) {
            return false;
        }
        break;
    case 'c':
        if (!percent_rune(e, v, &b)) {
            return false;
        }
        break;
    default: return eval_raise(e, TYPE_VALUE_ERROR, "unsupported format character '%c'", f->type);
    }
    f->fill = STR(" ");
    f->align = f->align == '=' ? '>' : f->align;
    format_pad(out, f, STR(""), buf_str(&b), '>');
    return true;
}

/* One %-conversion, from the byte after the percent sign. */
static bool conversion(struct eval *e, struct percent *p, str s, size_t *at, struct buf *out)
{
    if (*at < s.n && s.p[*at] == '%') {
        buf_byte(out, '%');
        ++*at;
        return true;
    }
    struct spec f = {.fill = STR(" "), .align = '>', .width = -1, .precision = -1};
    struct value named, v;
    if (*at < s.n && s.p[*at] == '(') {
        if (!named_value(e, p, s, at, &named)) {
            return false;
        }
        p->named = &named;
    }
    read_flags(&f, s, at);
    if (!read_width(e, p, &f, s, at)) {
        return false;
    }
    *at += *at < s.n && str_is_one_of(s.p[*at], "hlL");
    if (*at >= s.n) {
        return eval_raise(e, TYPE_VALUE_ERROR, "incomplete format");
    }
    f.type = s.p[(*at)++];
    if (!next_value(e, p, &v)) {
        return false;
    }
    if (value_is_unknown(&v)) {
        p->unknown = true;
        return true;
    }
    return convert(e, p, &v, &f, out);
}

static bool percent(struct eval *e, str s, const struct value *right, bool bytes, struct value *out)
{
    struct percent p = {.right = right, .bytes = bytes};
    struct buf b = eval_buf(e);
    for (size_t at = 0; at < s.n;) {
        size_t next = str_find(s, STR("%"), at);
        next = next == SIZE_MAX ? s.n : next;
        buf_put(&b, str_slice(s, at, next));
        at = next + 1;
        if (next < s.n && !conversion(e, &p, s, &at, &b)) {
            return false;
        }
        if (!eval_text_room(e, b.n)) {
            return false;
        }
    }
    bool left_over =
        right->kind == VALUE_TUPLE ? p.next < right->list->n : p.next == 0 && !is_mapping(&p);
    if (left_over) {
        return eval_raise(
            e, TYPE_TYPE_ERROR, "not all arguments converted during string formatting");
    }
    *out = p.unknown ? ops_unknown(e, "something unknown is formatted into it")
                     : value_string(e->arena, buf_str(&b));
    return true;
}

bool text_percent(struct eval *e, str s, const struct value *right, struct value *out)
{
    return percent(e, s, right, false, out);
}

bool bytes_percent(struct eval *e, str s, const struct value *right, struct value *out)
{
    if (right->kind == VALUE_DICT) {
        *out = ops_unknown(e, "formatting bytes by names is not evaluated");
        return true;
    }
    struct value pattern = bytes_as_text(e, s);
    if (!percent(e, value_str(&pattern), right, true, out)) {
        return false;
    }
    *out = text_as_bytes(e, out);
    return true;
}
