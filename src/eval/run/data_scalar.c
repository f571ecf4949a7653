/* Scalars with a tag: PyYAML's constructors. */
#include "eval/run/data_scalar.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "eval/builtins.h"
#include "eval/ops.h"
#include "syntax/yaml_scalar.h"

#include <math.h>

/* type(text), or int(text, base). */
static bool convert(struct eval *e, const char *type, str text, int64_t base, struct value *out)
{
    struct value function, args[] = {value_string(e->arena, text), value_int(base)};
    struct arguments all = {.positional = args, .n_positional = base ? 2 : 1};
    return builtins_find(e, str_of(type), &function) && eval_call(e, &function, &all, out);
}

static bool wrong(struct eval *e, const char *what)
{
    return eval_raise(e, TYPE_VALUE_ERROR, "this is not what its tag says: %s", what);
}

/* The text without underscores and its sign; false when nothing is left. */
static bool unsigned_text(struct eval *e, str text, bool lower, bool *negative, str *out)
{
    struct buf b = eval_buf(e);
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (c != '_') {
            buf_byte(&b, lower && c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c);
        }
    }
    str s = buf_str(&b);
    *negative = s.n > 0 && s.p[0] == '-';
    *out = s.n > 0 && (s.p[0] == '-' || s.p[0] == '+') ? str_slice(s, 1, s.n) : s;
    return out->n > 0 || wrong(e, "there are no digits");
}

/* What stands before the next ':', and the rest behind it. */
static str first_part(str *rest)
{
    size_t colon = str_find(*rest, STR(":"), 0);
    str part = colon == SIZE_MAX ? *rest : str_slice(*rest, 0, colon);
    *rest = colon == SIZE_MAX ? (str){0} : str_slice(*rest, colon + 1, rest->n);
    return part;
}

static bool integer_of_sixties(struct eval *e, str s, struct value *out)
{
    struct value sixty = value_int(60), product, part;
    *out = value_int(0);
    for (bool more = true; more;) {
        more = str_find(s, STR(":"), 0) != SIZE_MAX;
        if (!convert(e, "int", first_part(&s), 0, &part) ||
            !ops_binary(e, OP_MUL, out, &sixty, &product) ||
            !ops_binary(e, OP_ADD, &product, &part, out)) {
            return false;
        }
    }
    return true;
}

static bool make_int(struct eval *e, str text, struct value *out)
{
    bool negative, good;
    str s;
    if (!unsigned_text(e, text, false, &negative, &s)) {
        return false;
    }
    if (str_is(s, "0")) {
        *out = value_int(0);
        return true;
    }
    if (str_starts(s, STR("0b")) || str_starts(s, STR("0x"))) {
        good = convert(e, "int", str_slice(s, 2, s.n), s.p[1] == 'b' ? 2 : 16, out);
    } else if (s.p[0] == '0') {
        good = convert(e, "int", s, 8, out);
    } else if (memchr(s.p, ':', s.n)) {
        good = integer_of_sixties(e, s, out);
    } else {
        good = convert(e, "int", s, 0, out);
    }
    return good && (!negative || ops_unary(e, OP_NEG, out, out));
}

/* The last part counts first, so that rounding is PyYAML's. */
static bool float_of_sixties(struct eval *e, str s, struct value *out)
{
    struct value sixty = value_int(60), base = value_int(1), part;
    *out = value_float(0);
    for (bool more = true; more;) {
        size_t colon = str_rfind_byte(s, ':');
        more = colon != SIZE_MAX;
        if (!convert(e, "float", more ? str_slice(s, colon + 1, s.n) : s, 0, &part) ||
            !ops_binary(e, OP_MUL, &part, &base, &part) ||
            !ops_binary(e, OP_ADD, out, &part, out) ||
            !ops_binary(e, OP_MUL, &base, &sixty, &base)) {
            return false;
        }
        s = more ? str_slice(s, 0, colon) : s;
    }
    return true;
}

static bool make_float(struct eval *e, str text, struct value *out)
{
    bool negative, good = true;
    str s;
    if (!unsigned_text(e, text, true, &negative, &s)) {
        return false;
    }
    if (str_is(s, ".inf") || str_is(s, ".nan")) {
        *out = value_float(s.p[1] == 'i' ? (double)INFINITY : (double)NAN);
    } else if (memchr(s.p, ':', s.n)) {
        good = float_of_sixties(e, s, out);
    } else {
        good = convert(e, "float", s, 0, out);
    }
    if (good && negative && out->kind == VALUE_FLOAT) {
        out->f = -out->f;
    }
    return good;
}

static bool make_bool(struct eval *e, str text, struct value *out)
{
    static const char *const words[] = {"yes", "true", "on", "no", "false", "off"};
    for (size_t i = 0; i < 6; i++) {
        if (str_is_any_case(text, words[i])) {
            *out = value_bool(i < 3);
            return true;
        }
    }
    return wrong(e, "it is none of yes, no, true, false, on, off");
}

static bool make_none(struct eval *e, str text, struct value *out)
{
    (void)e, (void)text;
    *out = value_none();
    return true;
}

static bool make_text(struct eval *e, str text, struct value *out)
{
    *out = value_string(e->arena, text);
    return true;
}

static bool make_complex(struct eval *e, str text, struct value *out)
{
    return convert(e, "complex", text, 0, out);
}

static int base64_digit(char c)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *hit = c ? strchr(alphabet, c) : NULL;
    return hit ? (int)(hit - alphabet) : -1;
}

/* base64.decodebytes: what is no digit is skipped, and what follows the padding is not read. */
static bool make_bytes(struct eval *e, str text, struct value *out)
{
    struct buf b = eval_buf(e);
    uint32_t bits = 0, digits = 0, pads = 0;
    bool padded = false;
    if (!utf8_is_ascii(text)) {
        return wrong(e, "base64 is made of ASCII characters");
    }
    for (size_t i = 0; i < text.n && !padded; i++) {
        int d = base64_digit(text.p[i]);
        if (text.p[i] == '=') {
            padded = digits % 4 >= 2 && digits % 4 + ++pads >= 4;
        } else if (d >= 0) {
            pads = 0;
            bits = bits << 6 | (uint32_t)d;
            if (digits++ % 4 > 0) {
                buf_byte(&b, (char)(bits >> (6 - 2 * ((digits - 1) % 4)) & 0xFF));
            }
        }
    }
    if (digits % 4 != 0 && !padded) {
        return wrong(e, "base64 has four characters for three bytes, with '=' at the end");
    }
    *out = (struct value){.kind = VALUE_BYTES, .s = string_new(e->arena, buf_str(&b))};
    return true;
}

static int days_of(int year, int month)
{
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 ? 28 + leap : 30 + (month + (month > 7)) % 2;
}

static bool is_date(const struct yaml_timestamp *t)
{
    return t->year >= 1 && t->month >= 1 && t->month <= 12 && t->day >= 1 &&
           t->day <= days_of(t->year, t->month) && t->hour < 24 && t->minute < 60 &&
           t->second < 60 && t->zone > -24 * 60 && t->zone < 24 * 60;
}

static void put_zone(struct buf *b, int minutes)
{
    int days = minutes < 0 ? -1 : 0, seconds = (minutes - days * 24 * 60) * 60;
    if (minutes == 0) {
        buf_puts(b, ", tzinfo=datetime.timezone.utc");
        return;
    }
    buf_puts(b, ", tzinfo=datetime.timezone(datetime.timedelta(");
    buf_printf(b, days ? "days=-1, seconds=%d))" : "seconds=%d))", seconds);
}

/* All that a config can do with a date is to carry it along: it is known by its repr. */
static bool make_timestamp(struct eval *e, str text, struct value *out)
{
    struct yaml_timestamp t;
    struct buf b = eval_buf(e);
    if (!yaml_timestamp_parse(text, &t) || !is_date(&t)) {
        return wrong(e, "there is no such date or time");
    }
    buf_printf(
        &b, "datetime.%s(%d, %d, %d", t.has_time ? "datetime" : "date", t.year, t.month, t.day);
    if (t.has_time) {
        buf_printf(&b, ", %d, %d", t.hour, t.minute);
        if (t.second || t.microsecond) {
            buf_printf(&b, ", %d", t.second);
        }
        if (t.microsecond) {
            buf_printf(&b, ", %d", t.microsecond);
        }
        if (t.has_zone) {
            put_zone(&b, t.zone);
        }
    }
    buf_puts(&b, ")");
    *out = (struct value){.kind = VALUE_OPAQUE, .repr = string_new(e->arena, buf_str(&b))};
    return true;
}

static const struct {
    const char *tag;
    data_scalar_fn *make;
} SCALARS[] = {
    {"str", make_text},
    {"int", make_int},
    {"float", make_float},
    {"bool", make_bool},
    {"null", make_none},
    {"binary", make_bytes},
    {"timestamp", make_timestamp},
    {"python/str", make_text},
    {"python/unicode", make_text},
    {"python/int", make_int},
    {"python/long", make_int},
    {"python/float", make_float},
    {"python/complex", make_complex},
    {"python/bool", make_bool},
    {"python/none", make_none},
    {"python/bytes", make_bytes},
};

data_scalar_fn *data_scalar_find(str tag)
{
    for (size_t i = 0; i < sizeof SCALARS / sizeof *SCALARS; i++) {
        if (str_is(tag, SCALARS[i].tag)) {
            return SCALARS[i].make;
        }
    }
    return NULL;
}
