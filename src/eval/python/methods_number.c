/* Methods of int, bool and float. */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"

#include <math.h>
#include <stdlib.h>

BUILTIN(number_bit_length)
{
    (void)args;
    struct value size;
    number_unary(e->arena, OP_NONE, self, &size);
    str bits = number_text(e->arena, &size, 2);
    *out = value_int(value_truth(self) ? (int64_t)bits.n : 0);
    return true;
}

BUILTIN(number_bit_count)
{
    (void)args;
    struct value size;
    int64_t n = 0;
    number_unary(e->arena, OP_NONE, self, &size);
    str bits = number_text(e->arena, &size, 2);
    for (size_t i = 0; i < bits.n; i++) {
        n += bits.p[i] == '1';
    }
    *out = value_int(n);
    return true;
}

BUILTIN(number_is_integer)
{
    (void)args;
    struct value whole;
    *out = value_bool(
        number_truncate(e->arena, self->f, &whole) && number_compare(self, &whole) == NUMBER_EQUAL);
    return true;
}

BUILTIN(number_conjugate)
{
    (void)args, (void)e;
    *out = *self;
    if (self->kind == VALUE_BOOL) {
        *out = value_int(self->b);
    }
    return true;
}

/* --- ratios and hexadecimal floats --- */

static bool shifted(struct eval *e, enum operator op, struct value v, int64_t by, struct value *out)
{
    struct value n = value_int(by);
    return ops_binary(e, op, &v, &n, out);
}

BUILTIN(number_as_integer_ratio)
{
    (void)args;
    struct value top = *self, bottom = value_int(1);
    if (self->kind == VALUE_BOOL) {
        top = value_int(self->b);
    } else if (self->kind == VALUE_FLOAT) {
        if (!isfinite(self->f)) {
            return isnan(self->f)
                       ? eval_raise(e, TYPE_VALUE_ERROR, "cannot convert NaN to integer ratio")
                       : eval_raise(
                             e, TYPE_OVERFLOW_ERROR, "cannot convert Infinity to integer ratio");
        }
        int exponent;
        int64_t mantissa = (int64_t)ldexp(frexp(self->f, &exponent), 53);
        exponent -= 53;
        while (mantissa != 0 && mantissa % 2 == 0 && exponent < 0) {
            mantissa /= 2;
            exponent++;
        }
        exponent = mantissa ? exponent : 0;
        if (!shifted(e, OP_LSHIFT, value_int(mantissa), exponent > 0 ? exponent : 0, &top) ||
            !shifted(e, OP_LSHIFT, bottom, exponent < 0 ? -exponent : 0, &bottom)) {
            return false;
        }
    }
    struct list *pair = list_new(e->arena, 2);
    list_push(e->arena, pair, top);
    list_push(e->arena, pair, bottom);
    *out = value_of_tuple(pair);
    return true;
}

BUILTIN(float_hex)
{
    (void)args;
    double f = self->f;
    if (!isfinite(f)) {
        *out = value_string(e->arena, number_float_text(e->arena, f));
        return true;
    }
    const char *sign = signbit(f) ? "-" : "";
    if (f == 0) {
        *out = value_string(e->arena, arena_printf(e->arena, "%s0x0.0p+0", sign));
        return true;
    }
    uint64_t bits;
    memcpy(&bits, &f, sizeof bits);
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    int exponent = (int)(bits >> 52 & 0x7FF);
    *out = value_string(
        e->arena, arena_printf(e->arena, "%s0x%d.%013llxp%+d", sign, exponent > 0,
                      (unsigned long long)mantissa, exponent > 0 ? exponent - 1023 : -1022));
    return true;
}

BUILTIN(float_fromhex)
{
    (void)self;
    if (args_unknown(args, out)) {
        return true;
    }
    if (!arg_wants_str(e, &args->positional[0])) {
        return false;
    }
    str s = arena_str(e->arena, text_trim(value_str(&args->positional[0])));
    size_t sign = s.n > 0 && (s.p[0] == '-' || s.p[0] == '+');
    bool prefixed = s.n > sign + 1 && s.p[sign] == '0' && (s.p[sign + 1] | 0x20) == 'x';
    bool word = s.n > sign && ((s.p[sign] | 0x20) == 'i' || (s.p[sign] | 0x20) == 'n');
    if (!prefixed && !word && !memchr(s.p, 0, s.n)) {
        s = arena_printf(e->arena, "%.*s0x%.*s", (int)sign, s.p, (int)(s.n - sign), s.p + sign);
    }
    char *end;
    double f = strtod(s.p, &end);
    if (end != s.p + s.n || s.n <= sign + 2 || memchr(s.p, 0, s.n)) {
        return eval_raise(e, TYPE_VALUE_ERROR, "invalid hexadecimal floating-point string");
    }
    if (isinf(f) && !word) {
        return eval_raise(
            e, TYPE_OVERFLOW_ERROR, "hexadecimal value too large to represent as a float");
    }
    *out = value_float(f);
    return true;
}

/* --- bytes --- */

/* The arguments byteorder and signed. */
static bool order(struct eval *e, const struct arguments *args, bool *little, bool *is_signed)
{
    const struct value *name = arg(args, 1, "byteorder"), *sign = arg(args, UINT32_MAX, "signed");
    str text = name ? value_str(name) : STR("big");
    if (name && !arg_wants_str(e, name)) {
        return false;
    }
    *little = str_is(text, "little");
    *is_signed = sign && value_truth(sign);
    return *little || str_is(text, "big") ||
           eval_raise(e, TYPE_VALUE_ERROR, "byteorder must be either 'little' or 'big'");
}

static void reverse(char *p, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        char c = p[i];
        p[i] = p[n - 1 - i];
        p[n - 1 - i] = c;
    }
}

BUILTIN(int_to_bytes)
{
    int64_t length;
    bool little, is_signed;
    struct value limit, v = self->kind == VALUE_BOOL ? value_int(self->b) : *self,
                        zero = value_int(0);
    if (args_unknown(args, out)) {
        return true;
    }
    if (!arg_int(e, args, 0, "length", 1, &length) || !order(e, args, &little, &is_signed) ||
        !eval_text_room(e, length > 0 ? (uint64_t)length : 0)) {
        return false;
    }
    if (length < 0) {
        return eval_raise(e, TYPE_VALUE_ERROR, "length argument must be non-negative");
    }
    bool negative = number_compare(&v, &zero) == NUMBER_LESS;
    if (negative && !is_signed) {
        return eval_raise(e, TYPE_OVERFLOW_ERROR, "can't convert negative int to unsigned");
    }
    if (!shifted(e, OP_LSHIFT, value_int(1), length * 8, &limit) ||
        (negative && !ops_binary(e, OP_ADD, &v, &limit, &v))) {
        return false;
    }
    struct value half = limit;
    if (is_signed && length > 0 && !shifted(e, OP_RSHIFT, limit, 1, &half)) {
        return false;
    }
    bool fits = number_compare(&v, &limit) == NUMBER_LESS &&
                number_compare(&v, &zero) != NUMBER_LESS &&
                (!is_signed || (number_compare(&v, &half) == NUMBER_LESS) != negative);
    if (!fits && !(length == 0 && number_compare(self, &zero) == NUMBER_EQUAL)) {
        return eval_raise(e, TYPE_OVERFLOW_ERROR, "int too big to convert");
    }
    str digits = number_text(e->arena, &v, 16);
    char *bytes = arena_alloc(e->arena, (size_t)length + 1);
    memset(bytes, 0, (size_t)length + 1);
    for (size_t i = 0; i < digits.n && i / 2 < (size_t)length; i++) {
        char c = digits.p[digits.n - 1 - i];
        int d = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
        bytes[(size_t)length - 1 - i / 2] |= (char)(d << (i % 2 * 4));
    }
    if (little) {
        reverse(bytes, (size_t)length);
    }
    *out = (struct value){
        .kind = VALUE_BYTES, .s = string_new(e->arena, (str){bytes, (size_t)length})};
    return true;
}

BUILTIN(int_from_bytes)
{
    bool little, is_signed;
    struct value v;
    if (args_unknown(args, out)) {
        return true;
    }
    if (!order(e, args, &little, &is_signed)) {
        return false;
    }
    if (value_is_number(&args->positional[0])) {
        return eval_raise(e, TYPE_TYPE_ERROR, "cannot convert a number to bytes");
    }
    if (!builtins_make_bytes(
            e, &(struct arguments){.positional = args->positional, .n_positional = 1}, &v)) {
        return false;
    }
    if (value_is_unknown(&v)) {
        *out = v;
        return true;
    }
    if (v.s->n * UINT64_C(8) > e->limits->integer_bits) {
        return eval_limit(e, "integer_bits");
    }
    str s = arena_str(e->arena, string_str(v.s));
    char *bytes = (char *)s.p;
    if (little) {
        reverse(bytes, s.n);
    }
    struct buf digits = eval_buf(e);
    buf_byte(&digits, '0');
    for (size_t i = 0; i < s.n; i++) {
        buf_printf(&digits, "%02x", (unsigned char)bytes[i]);
    }
    bool good = number_parse_int(e->arena, buf_str(&digits), 16, out);
    buf_free(&digits);
    if (!good) {
        return eval_limit(e, "integer_bits");
    }
    if (is_signed && s.n > 0 && ((unsigned char)bytes[0] & 0x80)) {
        struct value limit;
        return shifted(e, OP_LSHIFT, value_int(1), (int64_t)s.n * 8, &limit) &&
               ops_binary(e, OP_SUB, out, &limit, out);
    }
    if (self->kind == VALUE_BOOL) {
        *out = value_bool(value_truth(out));
    }
    return true;
}

const struct builtin_def INT_METHODS[] = {
    {"bit_length", number_bit_length, 0, 0, NULL},
    {"bit_count", number_bit_count, 0, 0, NULL},
    {"conjugate", number_conjugate, 0, 0, NULL},
    {"as_integer_ratio", number_as_integer_ratio, 0, 0, NULL},
    {"to_bytes", int_to_bytes, 0, 2, "length byteorder * signed"},
    {"from_bytes", int_from_bytes, 1, 2, "bytes byteorder * signed"},
    {0},
};

const struct builtin_def FLOAT_METHODS[] = {
    {"is_integer", number_is_integer, 0, 0, NULL},
    {"conjugate", number_conjugate, 0, 0, NULL},
    {"as_integer_ratio", number_as_integer_ratio, 0, 0, NULL},
    {"hex", float_hex, 0, 0, NULL},
    {"fromhex", float_fromhex, 1, 1, NULL},
    {0},
};
