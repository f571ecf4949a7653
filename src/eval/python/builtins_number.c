/* Builtin functions of numbers and characters. */
#include "eval/builtins.h"

#include "base/utf8.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"

#include <math.h>
#include <stdlib.h>

static const struct value *first(const struct arguments *args)
{
    return &args->positional[0];
}

BUILTIN(fn_abs)
{
    (void)self;
    if (value_is_unknown(first(args))) {
        *out = *first(args);
        return true;
    }
    if (first(args)->kind == VALUE_COMPLEX) {
        struct complex_number c = *first(args)->complex;
        *out = value_float(hypot(c.real, c.imag));
        return !isinf(out->f) || isinf(c.real) || isinf(c.imag) ||
               eval_raise(e, TYPE_OVERFLOW_ERROR, "absolute value too large");
    }
    if (value_is_number(first(args))) {
        number_unary(e->arena, OP_NONE, first(args), out);
        return true;
    }
    str type = value_type_name(first(args));
    return eval_raise(e, TYPE_TYPE_ERROR, "bad operand type for abs(): '%.*s'", STR_ARG(type));
}

BUILTIN(fn_ascii)
{
    (void)self;
    struct buf shown = eval_buf(e), b = eval_buf(e);
    bool unknown = false;
    if (!eval_text(e, &shown, first(args), true, &unknown)) {
        return false;
    }
    text_ascii(&b, buf_str(&shown));
    *out = unknown ? ops_unknown(e, "it shows something unknown")
                   : value_string(e->arena, buf_str(&b));
    return true;
}

BUILTIN(fn_divmod)
{
    (void)self;
    struct value q, r;
    if (!ops_binary(e, OP_FLOORDIV, first(args), &args->positional[1], &q) ||
        !ops_binary(e, OP_MOD, first(args), &args->positional[1], &r)) {
        return false;
    }
    struct list *l = list_new(e->arena, 2);
    list_push(e->arena, l, q);
    list_push(e->arena, l, r);
    *out = value_of_tuple(l);
    return true;
}

BUILTIN(fn_pow)
{
    (void)self;
    if (args->n_keywords > 0) {
        *out = ops_unknown(e, "pow() with names of arguments is not evaluated");
        return true;
    }
    if (args->n_positional < 2) {
        return eval_raise(e, TYPE_TYPE_ERROR, "pow() missing required argument 'exp' (pos 2)");
    }
    if (args->n_positional > 2 && !value_is_none(&args->positional[2])) {
        for (uint32_t i = 0; i < 3; i++) {
            const struct value *v = &args->positional[i];
            if (!value_is_int(v) && v->kind != VALUE_BIG_INT && !value_is_unknown(v)) {
                return eval_raise(e, TYPE_TYPE_ERROR,
                    "pow() 3rd argument not allowed unless all arguments are integers");
            }
        }
        for (uint32_t i = 0; i < 3; i++) {
            if (value_is_unknown(&args->positional[i])) {
                *out = args->positional[i];
                return true;
            }
        }
        const struct value *by = &args->positional[2], *times = &args->positional[1];
        uint64_t bits = 64 * (eval_digits_work(times, times) + 1); /* of the exponent, or more */
        if (!eval_spend(e, bits / 8 + bits * eval_digits_work(by, by))) {
            return false;
        }
        switch (number_power(
            e->arena, &args->positional[0], &args->positional[1], &args->positional[2], out)) {
        case NUMBER_OK: return true;
        case NUMBER_ZERO_DIVISION:
            return eval_raise(e, TYPE_VALUE_ERROR, "pow() 3rd argument cannot be 0");
        default:
            return eval_raise(e, TYPE_VALUE_ERROR, "base is not invertible for the given modulus");
        }
    }
    return ops_binary(e, OP_POW, first(args), &args->positional[1], out);
}

/* An integer to a multiple of 10**digits; halves go to the even one. */
static bool round_whole(struct eval *e, const struct value *v, int64_t digits, struct value *out)
{
    struct value ten = value_int(10), n = value_int(digits), unit, rest, half, odd;
    struct value two = value_int(2);
    if (v->kind != VALUE_BIG_INT && digits > 20) {
        *out = value_int(0);
        return true;
    }
    if (!ops_binary(e, OP_POW, &ten, &n, &unit)) {
        return false;
    }
    if (value_is_unknown(&unit)) {
        *out = unit;
        return true;
    }
    if (!ops_binary(e, OP_MOD, v, &unit, &rest) || !ops_binary(e, OP_SUB, v, &rest, out) ||
        !ops_binary(e, OP_MUL, &rest, &two, &half) ||
        !ops_binary(e, OP_FLOORDIV, out, &unit, &odd) || !ops_binary(e, OP_MOD, &odd, &two, &odd)) {
        return false;
    }
    enum number_order order = number_compare(&half, &unit);
    bool up = order == NUMBER_GREATER || (order == NUMBER_EQUAL && value_truth(&odd));
    return !up || ops_binary(e, OP_ADD, out, &unit, out);
}

BUILTIN(fn_round)
{
    (void)self;
    const struct value *v = arg(args, 0, "number"), *digits = arg(args, 1, "ndigits");
    int64_t n = 0;
    if (!v) {
        return eval_raise(e, TYPE_TYPE_ERROR, "round() missing required argument 'number' (pos 1)");
    }
    if (value_is_unknown(v) || (digits && value_is_unknown(digits))) {
        *out = value_is_unknown(v) ? *v : *digits;
        return true;
    }
    if (!value_is_number(v)) {
        str type = value_type_name(v);
        return eval_raise(
            e, TYPE_TYPE_ERROR, "type %.*s doesn't define __round__ method", STR_ARG(type));
    }
    bool whole = !digits || value_is_none(digits);
    if (!whole && digits->kind == VALUE_BIG_INT) {
        n = digits->big->limbs < 0 ? -(INT64_C(1) << 40) : INT64_MAX;
    } else if (!whole && !arg_int(e, args, 1, "ndigits", 0, &n)) {
        return false;
    }
    if (v->kind != VALUE_FLOAT) {
        if (n < 0) {
            return round_whole(e, v, -n, out);
        }
        *out = v->kind == VALUE_BOOL ? value_int(v->b) : *v;
        return true;
    }
    if (!whole) {
        *out = value_float(number_round(v->f, n));
        return isfinite(out->f) || !isfinite(v->f) ||
               eval_raise(e, TYPE_OVERFLOW_ERROR, "rounded value too large to represent");
    }
    if (!number_truncate(e->arena, nearbyint(v->f), out)) {
        return eval_raise(e, isnan(v->f) ? TYPE_VALUE_ERROR : TYPE_OVERFLOW_ERROR,
            isnan(v->f) ? "cannot convert float NaN to integer"
                        : "cannot convert float infinity to integer");
    }
    return true;
}

static bool in_base(
    struct eval *e, const struct arguments *args, int base, const char *prefix, struct value *out)
{
    if (value_is_unknown(first(args))) {
        *out = *first(args);
        return true;
    }
    if (!value_is_int(first(args)) && first(args)->kind != VALUE_BIG_INT) {
        str type = value_type_name(first(args));
        return eval_raise(
            e, TYPE_TYPE_ERROR, "'%.*s' object cannot be interpreted as an integer", STR_ARG(type));
    }
    str digits = number_text(e->arena, first(args), base);
    bool negative = digits.p[0] == '-';
    digits = negative ? str_slice(digits, 1, digits.n) : digits;
    *out = value_string(
        e->arena, arena_printf(e->arena, "%s%s%.*s", negative ? "-" : "", prefix, STR_ARG(digits)));
    return true;
}

BUILTIN(fn_hex)
{
    (void)self;
    return in_base(e, args, 16, "0x", out);
}

BUILTIN(fn_oct)
{
    (void)self;
    return in_base(e, args, 8, "0o", out);
}

BUILTIN(fn_bin)
{
    (void)self;
    return in_base(e, args, 2, "0b", out);
}

BUILTIN(fn_chr)
{
    (void)self;
    int64_t rune;
    if (value_is_unknown(first(args))) {
        *out = *first(args);
        return true;
    }
    if (!arg_int(e, args, 0, NULL, 0, &rune)) {
        return false;
    }
    if (rune < INT32_MIN || rune > INT32_MAX) {
        return eval_raise(e, TYPE_OVERFLOW_ERROR, "Python int too large to convert to C int");
    }
    if (rune < 0 || rune > 0x10FFFF) {
        return eval_raise(e, TYPE_VALUE_ERROR, "chr() arg not in range(0x110000)");
    }
    struct buf b = eval_buf(e);
    buf_rune(&b, (uint32_t)rune);
    *out = value_string(e->arena, buf_str(&b));
    return true;
}

BUILTIN(fn_ord)
{
    (void)self;
    if (value_is_unknown(first(args))) {
        *out = *first(args);
        return true;
    }
    const struct value *v = first(args);
    if (v->kind == VALUE_BYTES && v->s->n == 1) {
        *out = value_int((unsigned char)string_str(v->s).p[0]);
        return true;
    }
    str s = value_str(v);
    if (utf8_count(s) != 1) {
        return eval_raise(e, TYPE_TYPE_ERROR, "ord() expected a character");
    }
    size_t at = 0;
    *out = value_int(utf8_next(s, &at));
    return true;
}

const struct builtin_def NUMBER_FUNCTIONS[] = {
    {"ascii", fn_ascii, 1, 1, NULL},
    {"abs", fn_abs, 1, 1, NULL},
    {"bin", fn_bin, 1, 1, NULL},
    {"chr", fn_chr, 1, 1, NULL},
    {"divmod", fn_divmod, 2, 2, NULL},
    {"hex", fn_hex, 1, 1, NULL},
    {"oct", fn_oct, 1, 1, NULL},
    {"ord", fn_ord, 1, 1, NULL},
    {"pow", fn_pow, 0, 3, "base exp mod"},
    {"round", fn_round, 0, 2, "number ndigits"},
    {0},
};
