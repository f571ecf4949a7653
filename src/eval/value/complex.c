/* Complex numbers. */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"

#include <math.h>
#include <stdlib.h>

static struct value made(struct eval *e, struct complex_number c)
{
    struct complex_number *n = ARENA_NEW(e->arena, struct complex_number);
    *n = c;
    return (struct value){.kind = VALUE_COMPLEX, .complex = n};
}

static struct complex_number product(struct complex_number a, struct complex_number b)
{
    return (struct complex_number){
        a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}

/* Scaled by the larger part of the divisor, as CPython divides. */
static bool quotient(struct complex_number a, struct complex_number b, struct complex_number *out)
{
    double real = fabs(b.real), imag = fabs(b.imag);
    if (real >= imag) {
        if (real == 0) {
            return false;
        }
        double ratio = b.imag / b.real, by = b.real + b.imag * ratio;
        out->real = (a.real + a.imag * ratio) / by;
        out->imag = (a.imag - a.real * ratio) / by;
    } else if (imag >= real) {
        double ratio = b.real / b.imag, by = b.real * ratio + b.imag;
        out->real = (a.real * ratio + a.imag) / by;
        out->imag = (a.imag * ratio - a.real) / by;
    } else {
        out->real = out->imag = (double)NAN;
    }
    return true;
}

/* A whole power by squaring. */
static struct complex_number power(struct complex_number x, int64_t n)
{
    struct complex_number result = {1, 0}, square = x;
    for (int64_t bit = 1; bit > 0 && n >= bit; bit <<= 1) {
        if (n & bit) {
            result = product(result, square);
        }
        square = product(square, square);
    }
    return result;
}

bool ops_complex(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct value *out)
{
    const struct value *sides[] = {left, right};
    struct complex_number v[2] = {{0, 0}, {0, 0}}, c = {0, 0};
    for (int i = 0; i < 2; i++) {
        if (sides[i]->kind == VALUE_COMPLEX) {
            v[i] = *sides[i]->complex;
        } else if (!number_as_double(sides[i], &v[i].real)) {
            return ops_mismatch(e, op, left, right);
        }
    }
    switch (op) {
    case OP_ADD: c = (struct complex_number){v[0].real + v[1].real, v[0].imag + v[1].imag}; break;
    case OP_SUB: c = (struct complex_number){v[0].real - v[1].real, v[0].imag - v[1].imag}; break;
    case OP_MUL: c = product(v[0], v[1]); break;
    case OP_DIV:
        if (!quotient(v[0], v[1], &c)) {
            return eval_raise(e, TYPE_ZERO_DIVISION_ERROR, "complex division by zero");
        }
        break;
    case OP_POW: {
        double n = v[1].real;
        bool whole = v[1].imag == 0 && n == floor(n) && fabs(n) <= 100;
        if (!whole) {
            *out = ops_unknown(e, "powers of complex numbers are not evaluated");
            return true;
        }
        c = power(v[0], (int64_t)fabs(n));
        if (n < 0 && !quotient((struct complex_number){1, 0}, c, &c)) {
            return eval_raise(e, TYPE_ZERO_DIVISION_ERROR, "0.0 to a negative or complex power");
        }
        if (isinf(c.real) || isinf(c.imag)) {
            return eval_raise(e, TYPE_OVERFLOW_ERROR, "complex exponentiation");
        }
        break;
    }
    default: return ops_mismatch(e, op, left, right);
    }
    *out = made(e, c);
    return true;
}

/* "1+2j": up to two numbers, the one with a j last; brackets and blanks may stand around. */
static bool parse(struct eval *e, str text, struct complex_number *out)
{
    str s = text_trim(text);
    if (s.n > 1 && s.p[0] == '(' && s.p[s.n - 1] == ')') {
        s = text_trim(str_slice(s, 1, s.n - 1));
    }
    *out = (struct complex_number){0, 0};
    bool unit = s.n > 0 && (s.p[s.n - 1] | 0x20) == 'j';
    if (!unit) {
        return number_parse_float(s, &out->real);
    }
    s = str_slice(s, 0, s.n - 1);
    size_t cut = s.n;
    while (cut > 0 && !((s.p[cut - 1] == '+' || s.p[cut - 1] == '-') &&
                          (cut < 2 || (s.p[cut - 2] | 0x20) != 'e'))) {
        cut--;
    }
    size_t at = cut > 0 ? cut - 1 : 0;
    str real = str_slice(s, 0, at), imag = str_slice(s, at, s.n);
    if (imag.n == 0 || str_is(imag, "+") || str_is(imag, "-")) {
        imag = arena_printf(e->arena, "%.*s1", STR_ARG(imag));
    }
    if (memchr(s.p, ' ', s.n) || memchr(s.p, '\t', s.n)) {
        return false;
    }
    return (real.n == 0 || number_parse_float(real, &out->real)) &&
           number_parse_float(imag, &out->imag);
}

bool builtins_make_complex(struct eval *e, const struct arguments *args, struct value *out)
{
    const struct value *parts[] = {arg(args, 0, "real"), arg(args, 1, "imag")};
    struct complex_number c = {0, 0};
    if (parts[0] && parts[0]->kind == VALUE_STRING) {
        if (parts[1]) {
            return eval_raise(
                e, TYPE_TYPE_ERROR, "complex() can't take second arg if first is a string");
        }
        if (!parse(e, value_str(parts[0]), &c)) {
            return eval_raise(e, TYPE_VALUE_ERROR, "complex() arg is a malformed string");
        }
        *out = made(e, c);
        return true;
    }
    for (int i = 0; i < 2; i++) {
        struct complex_number part = {0, 0};
        if (!parts[i]) {
            continue;
        }
        if (value_is_unknown(parts[i])) {
            *out = *parts[i];
            return true;
        }
        if (parts[i]->kind == VALUE_COMPLEX) {
            part = *parts[i]->complex;
        } else if (!number_as_double(parts[i], &part.real)) {
            str type = value_type_name(parts[i]);
            return value_is_number(parts[i])
                       ? eval_raise(e, TYPE_OVERFLOW_ERROR, "int too large to convert to float")
                       : eval_raise(e, TYPE_TYPE_ERROR,
                             "complex() argument must be a string or a number, not '%.*s'",
                             STR_ARG(type));
        }
        if (i == 0) {
            c = part;
        } else {
            c.real = parts[1]->kind == VALUE_COMPLEX ? c.real - part.imag : c.real;
            c.imag = parts[0] && parts[0]->kind == VALUE_COMPLEX ? c.imag + part.real : part.real;
        }
    }
    *out = made(e, c);
    return true;
}

BUILTIN(complex_conjugate)
{
    (void)args;
    *out = made(e, (struct complex_number){self->complex->real, -self->complex->imag});
    return true;
}

const struct builtin_def COMPLEX_METHODS[] = {
    {"conjugate", complex_conjugate, 0, 0, NULL},
    {0},
};
