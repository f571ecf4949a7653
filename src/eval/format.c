/* Formatting: the specification after a colon, and pattern % values. */
#include "base/utf8.h"
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    WIDEST = 100000
};

struct spec {
    str fill;
    char align, sign, grouping, type;
    bool alternate, zero, negative_zero;
    bool shortest;            /* without the ".0" of a float: a part of a complex number */
    int64_t width, precision; /* -1: not given */
    int64_t digits;           /* the least number of them: '%.3d' */
};

static bool is_align(char c)
{
    return c == '<' || c == '>' || c == '=' || c == '^';
}

static int64_t spec_number(str s, size_t *at)
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
    if (at < s.n && strchr("+- ", s.p[at])) {
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
        out->zero = true;
        out->fill = STR("0");
        out->align = out->align ? out->align : '=';
        at++;
    }
    out->width = spec_number(s, &at);
    if (at < s.n && (s.p[at] == ',' || s.p[at] == '_')) {
        out->grouping = s.p[at++];
    }
    if (at < s.n && s.p[at] == '.') {
        at++;
        out->precision = spec_number(s, &at);
        if (out->precision < 0) {
            return eval_raise(e, TYPE_VALUE_ERROR, "Format specifier missing precision");
        }
    }
    if (at < s.n) {
        out->type = s.p[at++];
    }
    if (at < s.n || out->width > WIDEST || out->precision > WIDEST) {
        return eval_raise(e, TYPE_VALUE_ERROR, "Invalid format specifier '%.*s'", STR_ARG(s));
    }
    return true;
}

/* Writes sign + prefix + body into the field. */
static void pad(struct buf *out, const struct spec *f, str sign, str body, char default_align)
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

static bool format_float(struct eval *e, double v, const struct spec *f, struct buf *out)
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
    pad(out, f, sign, body, '>');
    return true;
}

static bool format_int(struct eval *e, const struct value *v, const struct spec *f, struct buf *out)
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
        pad(out, f, STR(""), buf_str(&b), '<');
        return true;
    }
    int base = type == 'b' ? 2 : type == 'o' ? 8 : type == 'x' || type == 'X' ? 16 : 10;
    if (base == 10 && type != 'd' && type != 'n') {
        return bad_type(e, type, v);
    }
    struct value number = v->kind == VALUE_BOOL ? value_int(v->b) : *v;
    str digits = number_text(e->arena, &number, base);
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
    pad(out, f, sign, group(e->arena, digits, f, sign.n, 0), '>');
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
    pad(out, &plain, STR(""), text, '<');
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
    pad(out, f, STR(""), text, '>');
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
    if (!parse_spec(e, spec, &f)) {
        return false;
    }
    bool text = v->kind == VALUE_STRING, number = value_is_number(v) || v->kind == VALUE_COMPLEX;
    char kind = f.type ? f.type : text ? 's' : 'd';
    if ((text || number) && f.grouping && !strchr("deEfFgG%", kind) &&
        !(f.grouping == '_' && strchr("boxX", kind))) {
        return eval_raise(e, TYPE_VALUE_ERROR, "Cannot specify '%c' with '%c'.", f.grouping, kind);
    }
    if ((text || kind == 'c') && (f.sign || f.alternate)) {
        return eval_raise(e, TYPE_VALUE_ERROR, "%s not allowed %s",
            f.sign ? "Sign" : "Alternate form (#)",
            text ? "in string format specifier" : "with integer format specifier 'c'");
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
    case VALUE_COMPLEX: return format_complex(e, v, &f, out, unknown);
    default: {
        str type = value_type_name(v);
        return eval_raise(e, TYPE_TYPE_ERROR, "unsupported format string passed to %.*s.__format__",
            STR_ARG(type));
    }
    }
}

/* --- 'pattern' % values --- */

struct percent {
    const struct value *right;
    uint32_t next;
    bool unknown;
    bool bytes; /* the pattern is bytes, shown as text (bytes_as_text) */
};

static bool next_value(struct eval *e, struct percent *p, struct value *out)
{
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

/* One %-conversion, from the byte after the percent sign. */
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

static bool conversion(struct eval *e, struct percent *p, str s, size_t *at, struct buf *out)
{
    if (*at < s.n && s.p[*at] == '%') {
        buf_byte(out, '%');
        ++*at;
        return true;
    }
    struct spec f = {.fill = STR(" "), .align = '>', .width = -1, .precision = -1};
    struct value v = value_none();
    bool named = false;
    if (*at < s.n && s.p[*at] == '(') {
        size_t close = key_end(s, *at);
        if (p->right->kind != VALUE_DICT) {
            return eval_raise(e, TYPE_TYPE_ERROR, "format requires a mapping");
        }
        if (close == s.n) {
            return eval_raise(e, TYPE_VALUE_ERROR, "incomplete format key");
        }
        struct value key = value_string(e->arena, str_slice(s, *at + 1, close));
        if (!ops_get_item(e, p->right, &key, &v)) {
            return false;
        }
        p->next = 1;
        named = true;
        *at = close + 1;
    }
    for (; *at < s.n && strchr("#0- +", s.p[*at]); (*at)++) {
        switch (s.p[*at]) {
        case '#': f.alternate = true; break;
        case '0':
            if (f.align != '<') {
                f.fill = STR("0");
                f.align = '=';
            }
            break;
        case '-':
            f.align = '<';
            f.fill = STR(" ");
            break;
        default: f.sign = f.sign == '+' ? '+' : s.p[*at]; break;
        }
    }
    for (int part = 0; part < 2; part++) {
        int64_t *number = part ? &f.precision : &f.width;
        if (part && !(*at < s.n && s.p[*at] == '.')) {
            break;
        }
        *at += (size_t)part;
        if (*at < s.n && s.p[*at] == '*') {
            struct value star;
            if (!next_value(e, p, &star)) {
                return false;
            }
            if (value_is_unknown(&star)) {
                p->unknown = true;
                star = value_int(0);
            }
            if (star.kind == VALUE_BIG_INT) {
                return eval_raise(
                    e, TYPE_OVERFLOW_ERROR, "Python int too large to convert to C ssize_t");
            }
            if (!value_is_int(&star)) {
                return eval_raise(e, TYPE_TYPE_ERROR, "* wants int");
            }
            int64_t wide = value_as_int(&star);
            if (wide < 0 && !part) {
                f.align = '<';
                f.fill = STR(" ");
            }
            wide = wide < -WIDEST || wide > WIDEST ? WIDEST + 1 : wide;
            *number = wide >= 0 ? wide : part ? 0 : -wide;
            (*at)++;
        } else {
            *number = spec_number(s, at);
            if (part && *number < 0) {
                *number = 0;
            }
        }
    }
    if (f.width > WIDEST || f.precision > WIDEST) {
        return eval_limit(e, "value_items");
    }
    while (*at < s.n && strchr("hlL", s.p[*at])) {
        (*at)++;
    }
    if (*at >= s.n) {
        return eval_raise(e, TYPE_VALUE_ERROR, "incomplete format");
    }
    f.type = s.p[(*at)++];
    if (!named && !next_value(e, p, &v)) {
        return false;
    }
    if (value_is_unknown(&v)) {
        p->unknown = true;
        return true;
    }
    if (strchr("diuxXoeEfFgG", f.type) && f.type) {
        if (!value_is_number(&v)) {
            str type = value_type_name(&v);
            return eval_raise(e, TYPE_TYPE_ERROR,
                "%%%c format: a real number is required, not %.*s", f.type, STR_ARG(type));
        }
        return percent_number(e, &v, &f, out);
    }
    if (p->bytes && !bytes_operand(e, &f, &v)) {
        return false;
    }
    struct buf b = eval_buf(e);
    if (f.type == 's' || f.type == 'r' || f.type == 'a') {
        if (!eval_text(e, &b, &v, f.type != 's', &p->unknown)) {
            return false;
        }
        if (f.type == 'a') {
            str shown = arena_str(e->arena, buf_str(&b));
            b.n = 0;
            text_ascii(&b, shown);
        }
    } else if (f.type == 'c' && v.kind == VALUE_STRING && utf8_count(value_str(&v)) == 1) {
        buf_put(&b, value_str(&v));
    } else if (f.type == 'c' && (value_is_int(&v) || v.kind == VALUE_BIG_INT)) {
        if (v.kind == VALUE_BIG_INT || value_as_int(&v) < 0 || value_as_int(&v) > 0x10FFFF) {
            return eval_raise(e, TYPE_OVERFLOW_ERROR, "%%c arg not in range(0x110000)");
        }
        buf_rune(&b, (uint32_t)value_as_int(&v));
    } else if (f.type == 'c') {
        return eval_raise(e, TYPE_TYPE_ERROR, "%%c requires int or char");
    } else {
        return eval_raise(e, TYPE_VALUE_ERROR, "unsupported format character '%c'", f.type);
    }
    str text = buf_str(&b);
    if (f.precision >= 0) {
        text = str_slice(text, 0, utf8_offset(text, (size_t)f.precision));
    }
    f.fill = STR(" ");
    f.align = f.align == '=' ? '>' : f.align;
    pad(out, &f, STR(""), text, '>');
    return true;
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
    bool has_items = right->kind == VALUE_DICT || right->kind == VALUE_LIST ||
                     right->kind == VALUE_RANGE; /* what CPython takes for a mapping */
    bool left_over =
        right->kind == VALUE_TUPLE ? p.next < right->list->n : p.next == 0 && !has_items;
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
