/* Formatting: the specification after a colon, as format() has it. */
#include "eval/python/format.h"
#include "base/utf8.h"
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_align(char c)
{
    return c == '<' || c == '>' || c == '=' || c == '^';
}

int64_t format_number(str s, size_t *at)
{
    if (*at >= s.n || s.p[*at] < '0' || s.p[*at] > '9') {
        return -1;
    }
    int64_t n = 0;
    while (*at < s.n && s.p[*at] >= '0' && s.p[*at] <= '9') {
        n = n <= WIDEST ? n * 10 + (s.p[*at] - '0') : n;
        (*at)++;
    }
    return n;
}

static bool parse_spec(struct eval *e, str s, struct spec *out)
{
    *out = (struct spec){.fill = STR(" "), .width = -1, .precision = -1};
    size_t at = 0, next = 0;
    if (s.n > 0) {
        utf8_next(s, &next);
    }
    bool filled = next < s.n && is_align(s.p[next]);
    if (filled) {
        out->fill = str_slice(s, 0, next);
        out->align = s.p[next];
        at = next + 1;
    } else if (s.n > 0 && is_align(s.p[0])) {
        out->align = s.p[0];
        at = 1;
    }
    if (at < s.n && str_is_one_of(s.p[at], "+- ")) {
        out->sign = s.p[at++];
    }
    if (at < s.n && s.p[at] == 'z') {
        out->negative_zero = true;
        at++;
    }
    if (at < s.n && s.p[at] == '#') {
        out->alternate = true;
        at++;
    }
    if (at < s.n && s.p[at] == '0' && !filled) {
        out->zero = !out->align;
        out->fill = STR("0");
        out->align = out->align ? out->align : '=';
        at++;
    }
    s = text_ascii_digits(e, str_slice(s, at, s.n));
    at = 0;
    out->width = format_number(s, &at);
    if (at < s.n && (s.p[at] == ',' || s.p[at] == '_')) {
        out->grouping = s.p[at++];
    }
    if (at < s.n && s.p[at] == '.') {
        at++;
        out->precision = format_number(s, &at);
        if (out->precision < 0) {
            return eval_raise(e, TYPE_VALUE_ERROR, "Format specifier missing precision");
        }
    }
    if (at < s.n && s.p[at]) {
        out->type = s.p[at++];
    }
    if (at < s.n) {
        return eval_raise(e, TYPE_VALUE_ERROR, "Invalid format specifier '%.*s'", STR_ARG(s));
    }
    return true;
}

/* Writes sign + prefix + body into the field. */
void format_pad(struct buf *out, const struct spec *f, str sign, str body, char default_align)
{
    char align = f->align ? f->align : default_align;
    int64_t width = (int64_t)(sign.n + utf8_count(body));
    int64_t gap = f->width > width ? f->width - width : 0;
    int64_t left = align == '>' ? gap : align == '^' ? gap / 2 : 0;
    int64_t middle = align == '=' ? gap : 0;
    for (int64_t i = 0; i < left; i++) {
        buf_put(out, f->fill);
    }
    buf_put(out, sign);
    for (int64_t i = 0; i < middle; i++) {
        buf_put(out, f->fill);
    }
    buf_put(out, body);
    for (int64_t i = left + middle; i < gap; i++) {
        buf_put(out, f->fill);
    }
}

/* Digits with a separator between groups, led by zeros to `width` when the fill is zero. */
static str group(
    struct arena *a, str digits, const struct spec *f, size_t sign_bytes, size_t tail_bytes)
{
    uint32_t every = f->type == 'b' || f->type == 'o' || f->type == 'x' || f->type == 'X' ? 4 : 3;
    if (!f->grouping) {
        return digits;
    }
    struct buf b = buf_make(a->owner);
    size_t lead = 0;
    if (f->align == '=' && str_is(f->fill, "0") && f->width > 0) {
        for (;; lead++) {
            size_t n = digits.n + lead;
            if (n + (n - 1) / every + sign_bytes + tail_bytes >= (size_t)f->width) {
                break;
            }
        }
    }
    size_t n = digits.n + lead;
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && (n - i) % every == 0) {
            buf_byte(&b, f->grouping);
        }
        buf_byte(&b, i < lead ? '0' : digits.p[i - lead]);
    }
    return buf_str(&b);
}

static str sign_of(bool negative, char wanted)
{
    return negative ? STR("-") : wanted == '+' ? STR("+") : wanted == ' ' ? STR(" ") : STR("");
}

static bool bad_type(struct eval *e, char type, const struct value *v)
{
    str name = value_type_name(v);
    return eval_raise(e, TYPE_VALUE_ERROR, "Unknown format code '%c' for object of type '%.*s'",
        type, STR_ARG(name));
}

/* `number` with a point after its digits; cut: without zeros at the end, but one digit stays. */
static str with_point(struct arena *a, str number, bool cut, bool digit)
{
    size_t end = 0;
    while (end < number.n && number.p[end] != 'e') {
        end++;
    }
    str head = str_slice(number, 0, end), tail = str_slice(number, end, number.n);
    bool point = memchr(head.p, '.', head.n) != NULL;
    while (cut && point && head.p[head.n - 1] == '0') {
        head.n--;
    }
    if (cut && point && head.p[head.n - 1] == '.') {
        head.n--;
        point = false;
    }
    return arena_printf(a, "%.*s%s%.*s", STR_ARG(head),
        point   ? ""
        : digit ? ".0"
        : cut   ? ""
                : ".",
        STR_ARG(tail));
}

/* So many digits as 'g' gives, but with a point, and sooner with an exponent. */
static str general(struct arena *a, double size, int digits, bool alternate)
{
    str scientific = arena_printf(a, "%.*e", digits - 1, size);
    const char *mark = memchr(scientific.p, 'e', scientific.n);
    long point = strtol(mark + 1, NULL, 10) + 1;
    if (point <= -4 || point > digits - 1) {
        return with_point(a, scientific, !alternate, false);
    }
    str fixed = arena_printf(a, "%.*f", digits - (int)point, size);
    return with_point(a, fixed, !alternate, !alternate || digits == point);
}

bool format_float(struct eval *e, double v, const struct spec *f, struct buf *out)
{
    char type = f->type ? f->type : 'r';
    bool percent = type == '%';
    int64_t precision = f->precision;
    char lower = (char)(type | 0x20);
    if (percent) {
        v *= 100;
        type = 'f';
    }
    str text;
    bool negative = signbit(v) && !isnan(v);
    double size = fabs(v);
    if (!isfinite(v)) {
        bool upper = type >= 'A' && type <= 'Z';
        text = isnan(v) ? (upper ? STR("NAN") : STR("nan")) : (upper ? STR("INF") : STR("inf"));
    } else if (type == 'r' && precision < 0) {
        text = number_float_text(e->arena, size);
        text = f->alternate ? with_point(e->arena, text, false, false) : text;
        text = f->shortest && str_ends(text, STR(".0")) ? str_slice(text, 0, text.n - 2) : text;
    } else {
        int digits = precision < 0 ? 6 : (int)precision;
        if (type == 'r') {
            text = general(e->arena, size, digits ? digits : 1, f->alternate);
        } else if (lower == 'g' || type == 'n') {
            digits = digits == 0 ? 1 : digits;
            text = f->alternate
                       ? arena_printf(e->arena, type == 'G' ? "%#.*G" : "%#.*g", digits, size)
                       : arena_printf(e->arena, type == 'G' ? "%.*G" : "%.*g", digits, size);
        } else if (lower == 'e') {
            const char *how =
                f->alternate ? (type == 'E' ? "%#.*E" : "%#.*e") : (type == 'E' ? "%.*E" : "%.*e");
            text = arena_printf(e->arena, how, digits, size);
        } else {
            text = arena_printf(e->arena, f->alternate ? "%#.*f" : "%.*f", digits, size);
        }
    }
    char after_zeros = text.p[strspn(text.p, "0.")];
    if (f->negative_zero && (after_zeros == 0 || (after_zeros | 0x20) == 'e')) {
        negative = false;
    }
    size_t whole = strspn(text.p, "0123456789");
    str sign = sign_of(negative, f->sign);
    str tail = str_slice(text, whole, text.n);
    str head = whole > 0 ? group(e->arena, str_slice(text, 0, whole), f, sign.n, tail.n + percent)
                         : str_slice(text, 0, whole);
    str body =
        arena_printf(e->arena, "%.*s%.*s%s", STR_ARG(head), STR_ARG(tail), percent ? "%" : "");
    format_pad(out, f, sign, body, '>');
    return true;
}

bool format_int(struct eval *e, const struct value *v, const struct spec *f, struct buf *out)
{
    char type = f->type ? f->type : 'd';
    if (strchr("eEfFgG%", type)) {
        double d;
        if (!number_as_double(v, &d)) {
            return eval_raise(e, TYPE_OVERFLOW_ERROR, "int too large to convert to float");
        }
        return format_float(e, d, f, out);
    }
    if (f->precision >= 0) {
        return eval_raise(e, TYPE_VALUE_ERROR, "Precision not allowed in integer format specifier");
    }
    if (type == 'c') {
        struct buf b = eval_buf(e);
        if (!value_is_int(v) || value_as_int(v) < 0 || value_as_int(v) > 0x10FFFF) {
            return eval_raise(e, TYPE_OVERFLOW_ERROR, "%%c arg not in range(0x110000)");
        }
        buf_rune(&b, (uint32_t)value_as_int(v));
        format_pad(out, f, STR(""), buf_str(&b), '>');
        return true;
    }
    int base = type == 'b' ? 2 : type == 'o' ? 8 : type == 'x' || type == 'X' ? 16 : 10;
    if (base == 10 && type != 'd' && type != 'n') {
        return bad_type(e, type, v);
    }
    struct value number = v->kind == VALUE_BOOL ? value_int(v->b) : *v;
    str digits = number_text(e->arena, &number, base);
    if (base == 10 && number_is_too_long(digits)) {
        return eval_raise(e, TYPE_VALUE_ERROR,
            "Exceeds the limit (%d digits) for integer string conversion", NUMBER_MOST_DIGITS);
    }
    bool negative = digits.p[0] == '-';
    digits = negative ? str_slice(digits, 1, digits.n) : digits;
    if (type == 'X') {
        char *upper = (char *)arena_str(e->arena, digits).p;
        for (size_t i = 0; i < digits.n; i++) {
            upper[i] = upper[i] >= 'a' && upper[i] <= 'z' ? (char)(upper[i] & ~0x20) : upper[i];
        }
        digits.p = upper;
    }
    if (f->digits > (int64_t)digits.n) {
        struct buf b = eval_buf(e);
        buf_fill(&b, '0', (size_t)f->digits - digits.n);
        buf_put(&b, digits);
        digits = buf_str(&b);
    }
    str sign = sign_of(negative, f->sign);
    if (f->alternate && base != 10) {
        sign = arena_printf(e->arena, "%.*s0%c", STR_ARG(sign), type);
    }
    format_pad(out, f, sign, group(e->arena, digits, f, sign.n, 0), '>');
    return true;
}

static bool format_text(
    struct eval *e, str text, const struct spec *f, struct buf *out, const struct value *v)
{
    if (f->type && f->type != 's') {
        return bad_type(e, f->type, v);
    }
    if (f->align == '=' && !f->zero) {
        return eval_raise(
            e, TYPE_VALUE_ERROR, "'=' alignment not allowed in string format specifier");
    }
    if (f->precision >= 0) {
        text = str_slice(text, 0, utf8_offset(text, (size_t)f->precision));
    }
    struct spec plain = *f;
    plain.align = f->align == '=' ? '<' : f->align;
    format_pad(out, &plain, STR(""), text, '<');
    return true;
}

/* Both parts in one field, each formatted as a number; without a type as repr() shows them. */
static bool format_complex(
    struct eval *e, const struct value *v, const struct spec *f, struct buf *out, bool *unknown)
{
    const struct complex_number *c = v->complex;
    bool bare = !f->type, hides_real = bare && c->real == 0 && !signbit(c->real);
    struct spec part = *f;
    struct buf b = eval_buf(e);
    if (f->type && !strchr("eEfFgGn", f->type)) {
        return bad_type(e, f->type, v);
    }
    if (str_is(f->fill, "0")) {
        return eval_raise(
            e, TYPE_VALUE_ERROR, "Zero padding is not allowed in complex format specifier");
    }
    if (f->align == '=') {
        return eval_raise(
            e, TYPE_VALUE_ERROR, "'=' alignment flag is not allowed in complex format specifier");
    }
    if (bare && (f->precision >= 0 || f->alternate)) {
        *unknown = true;
        return true;
    }
    part.width = -1;
    part.align = '\0';
    part.fill = STR(" ");
    part.shortest = bare;
    if (!hides_real && !format_float(e, c->real, &part, &b)) {
        return false;
    }
    part.sign = hides_real ? f->sign : '+';
    if (!format_float(e, c->imag, &part, &b)) {
        return false;
    }
    buf_byte(&b, 'j');
    str text = arena_str(e->arena, buf_str(&b));
    if (bare && !hides_real) {
        text = arena_printf(e->arena, "(%.*s)", STR_ARG(text));
    }
    format_pad(out, f, STR(""), text, '>');
    return true;
}

bool text_format(struct eval *e, const struct value *v, str spec, struct buf *out, bool *unknown)
{
    struct spec f;
    if (value_is_unknown(v)) {
        *unknown = true;
        return true;
    }
    if (spec.n == 0) {
        return eval_text(e, out, v, false, unknown);
    }
    bool text = v->kind == VALUE_STRING, number = value_is_number(v) || v->kind == VALUE_COMPLEX;
    if (!text && !number) {
        str type = value_type_name(v);
        return eval_raise(e, TYPE_TYPE_ERROR, "unsupported format string passed to %.*s.__format__",
            STR_ARG(type));
    }
    bool inexact = v->kind == VALUE_FLOAT || v->kind == VALUE_COMPLEX;
    spec.n -= inexact && spec.p[spec.n - 1] == '\0'; /* to which that is no type */
    if (!parse_spec(e, spec, &f)) {
        return false;
    }
    if (f.width > WIDEST || (number && f.precision > WIDEST)) {
        return eval_limit(e, "value_items");
    }
    char kind = f.type ? f.type : text ? 's' : 'd';
    if (f.grouping && !strchr("deEfFgG%", kind) && !(f.grouping == '_' && strchr("boxX", kind))) {
        return eval_raise(e, TYPE_VALUE_ERROR, "Cannot specify '%c' with '%c'.", f.grouping, kind);
    }
    bool whole = value_is_number(v) && v->kind != VALUE_FLOAT && !strchr("eEfFgG%", kind);
    if (((text || kind == 'c') && (f.sign || f.alternate)) ||
        ((text || whole) && f.negative_zero)) {
        return eval_raise(e, TYPE_VALUE_ERROR, "%s not allowed %s",
            f.sign            ? "Sign"
            : f.negative_zero ? "Negative zero coercion (z)"
                              : "Alternate form (#)",
            text ? "in string format specifier" : "with integer format specifier");
    }
    switch (v->kind) {
    case VALUE_STRING: return format_text(e, string_str(v->s), &f, out, v);
    case VALUE_BOOL:
        if (!f.type || f.type == 's') {
            return f.type ? bad_type(e, 's', v) : format_int(e, v, &f, out);
        }
        __attribute__((fallthrough));
    case VALUE_INT:
    case VALUE_BIG_INT: return format_int(e, v, &f, out);
    case VALUE_FLOAT:
        if (f.type && !strchr("eEfFgGn%", f.type)) {
            return bad_type(e, f.type, v);
        }
        return format_float(e, v->f, &f, out);
    default: return format_complex(e, v, &f, out, unknown);
    }
}
