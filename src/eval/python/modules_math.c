/* The module math. */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/value/bigint.h"

#include <math.h>

static bool number_arg(struct eval *e, const struct arguments *args, uint32_t i, double *out)
{
    const struct value *v = &args->positional[i];
    if (number_as_double(v, out) || v->kind == VALUE_FLOAT) {
        *out = v->kind == VALUE_FLOAT ? v->f : *out;
        return true;
    }
    if (v->kind == VALUE_BIG_INT) {
        return eval_raise(e, TYPE_OVERFLOW_ERROR, "int too large to convert to float");
    }
    str type = value_type_name(v);
    return eval_raise(e, TYPE_TYPE_ERROR, "must be real number, not %.*s", STR_ARG(type));
}

/* The first `n` arguments as real numbers; false where one is unknown, and *out with it, or none.
 */
static bool reals(
    struct eval *e, const struct arguments *args, uint32_t n, double *x, struct value *out)
{
    bool known = !args_unknown(args, out);
    for (uint32_t i = 0; known && i < n; i++) {
        known = number_arg(e, args, i, &x[i]);
    }
    return known;
}

/* A function of `n` real numbers that every one of them has. */
#define OF_REALS(name, n, result)        \
    BUILTIN(math_##name)                 \
    {                                    \
        double x[n];                     \
        (void)self;                      \
        if (reals(e, args, n, x, out)) { \
            *out = (result);             \
        }                                \
        return !e->raised;               \
    }

OF_REALS(isnan, 1, value_bool(isnan(x[0])))
OF_REALS(isinf, 1, value_bool(isinf(x[0])))
OF_REALS(isfinite, 1, value_bool(isfinite(x[0])))
OF_REALS(radians, 1, value_float(x[0] * (3.141592653589793 / 180.0)))
OF_REALS(degrees, 1, value_float(x[0] * (180.0 / 3.141592653589793)))
OF_REALS(atan2, 2, value_float(atan2(x[0], x[1])))
OF_REALS(copysign, 2, value_float(copysign(x[0], x[1])))

/* An elementary function; a result that is not finite for a finite argument is an error, as in
 * Python. */
static bool elementary(
    struct eval *e, const struct arguments *args, double (*f)(double), struct value *out)
{
    double x;
    if (!reals(e, args, 1, &x, out)) {
        return !e->raised;
    }
    double y = f(x);
    if (!isnan(x) && isnan(y)) {
        return eval_raise(e, TYPE_VALUE_ERROR, "math domain error");
    }
    if (isfinite(x) && isinf(y)) {
        return f == log || f == log2 || f == log10 || f == log1p || f == atanh
                   ? eval_raise(e, TYPE_VALUE_ERROR, "math domain error")
                   : eval_raise(e, TYPE_OVERFLOW_ERROR, "math range error");
    }
    *out = value_float(y);
    return true;
}

/* A logarithm; Python has those of numbers that are no double, too. */
static bool logarithm(
    struct eval *e, const struct arguments *args, double (*f)(double), struct value *out)
{
    double x;
    const struct value *v = &args->positional[0];
    if (v->kind == VALUE_BIG_INT && !number_as_double(v, &x)) {
        *out = ops_unknown(e, "the number is too large");
        return true;
    }
    return elementary(e, args, f, out);
}

#define ELEMENTARY(name)                       \
    BUILTIN(math_##name)                       \
    {                                          \
        (void)self;                            \
        return elementary(e, args, name, out); \
    }

ELEMENTARY(sqrt)
ELEMENTARY(exp)
ELEMENTARY(sin)
ELEMENTARY(cos)
ELEMENTARY(tan)
ELEMENTARY(asin)
ELEMENTARY(acos)
ELEMENTARY(atan)
ELEMENTARY(sinh)
ELEMENTARY(cosh)
ELEMENTARY(tanh)
ELEMENTARY(fabs)
ELEMENTARY(asinh)
ELEMENTARY(acosh)
ELEMENTARY(atanh)
ELEMENTARY(exp2)
ELEMENTARY(expm1)
ELEMENTARY(log1p)
ELEMENTARY(cbrt)

BUILTIN(math_log2)
{
    (void)self;
    return logarithm(e, args, log2, out);
}

BUILTIN(math_log10)
{
    (void)self;
    return logarithm(e, args, log10, out);
}

BUILTIN(math_log)
{
    double x, base;
    struct value top;
    (void)self;
    if (!logarithm(e, args, log, &top) || value_is_unknown(&top) || args->n_positional < 2) {
        *out = top;
        return !e->raised;
    }
    if (!number_arg(e, args, 0, &x) || !number_arg(e, args, 1, &base)) {
        return false;
    }
    if (base <= 0 || base == 1) {
        return base == 1 ? eval_raise(e, TYPE_ZERO_DIVISION_ERROR, "float division by zero")
                         : eval_raise(e, TYPE_VALUE_ERROR, "math domain error");
    }
    *out = value_float(log(x) / log(base));
    return true;
}

static bool to_whole(
    struct eval *e, const struct arguments *args, double (*f)(double), struct value *out)
{
    double x;
    if (args_unknown(args, out)) {
        return true;
    }
    if (args->positional[0].kind != VALUE_FLOAT && value_is_number(&args->positional[0])) {
        *out = args->positional[0];
        if (out->kind == VALUE_BOOL) {
            *out = value_int(out->b);
        }
        return true;
    }
    if (!number_arg(e, args, 0, &x)) {
        return false;
    }
    return number_truncate(e->arena, f(x), out) ||
           eval_raise(e, isnan(x) ? TYPE_VALUE_ERROR : TYPE_OVERFLOW_ERROR,
               isnan(x) ? "cannot convert float NaN to integer"
                        : "cannot convert float infinity to integer");
}

BUILTIN(math_ceil)
{
    (void)self;
    return to_whole(e, args, ceil, out);
}

BUILTIN(math_floor)
{
    (void)self;
    return to_whole(e, args, floor, out);
}

BUILTIN(math_trunc)
{
    (void)self;
    return to_whole(e, args, trunc, out);
}

BUILTIN(math_pow)
{
    double x[2];
    (void)self;
    if (!reals(e, args, 2, x, out)) {
        return !e->raised;
    }
    double r = pow(x[0], x[1]);
    if (!isfinite(r) && isfinite(x[0]) && isfinite(x[1])) {
        return isinf(r) && x[0] != 0 ? eval_raise(e, TYPE_OVERFLOW_ERROR, "math range error")
                                     : eval_raise(e, TYPE_VALUE_ERROR, "math domain error");
    }
    *out = value_float(r);
    return true;
}

BUILTIN(math_prod)
{
    struct iterator *items;
    struct value v;
    enum next next = NEXT_UNKNOWN;
    (void)self;
    if (!ops_iterator(e, &args->positional[0], &items)) {
        return false;
    }
    const struct value *start = arg(args, 1, "start");
    *out = start ? *start : value_int(1);
    while (items && (next = ops_next(e, items, &v)) == NEXT_ITEM) {
        if (!ops_binary(e, OP_MUL, out, &v, out) || !eval_spend(e, 1)) {
            return false;
        }
    }
    *out = next == NEXT_UNKNOWN ? ops_unknown(e, "it is made from something unknown") : *out;
    return next != NEXT_RAISED;
}

/* Whether the arguments are whole numbers; as `reals`. */
static bool wholes(struct eval *e, const struct arguments *args, struct value *out)
{
    if (args_unknown(args, out)) {
        return false;
    }
    for (uint32_t i = 0; i < args->n_positional; i++) {
        const struct value *v = &args->positional[i];
        if (v->kind != VALUE_BIG_INT && !value_is_int(v)) {
            str type = value_type_name(v);
            return eval_raise(e, TYPE_TYPE_ERROR,
                "'%.*s' object cannot be interpreted as an integer", STR_ARG(type));
        }
    }
    return true;
}

static bool gcd(struct eval *e, struct value a, struct value b, struct value *out)
{
    while (value_truth(&b)) {
        struct value rest;
        if (!ops_binary(e, OP_MOD, &a, &b, &rest) || !eval_spend(e, 1)) {
            return false;
        }
        a = b;
        b = rest;
    }
    number_unary(e->arena, OP_NONE, &a, out);
    return true;
}

BUILTIN(math_gcd)
{
    (void)self;
    *out = value_int(0);
    if (!wholes(e, args, out)) {
        return !e->raised;
    }
    for (uint32_t i = 0; i < args->n_positional; i++) {
        if (!gcd(e, *out, args->positional[i], out)) {
            return false;
        }
    }
    return true;
}

BUILTIN(math_lcm)
{
    (void)self;
    *out = value_int(1);
    if (!wholes(e, args, out)) {
        return !e->raised;
    }
    for (uint32_t i = 0; i < args->n_positional; i++) {
        struct value common;
        if (!gcd(e, *out, args->positional[i], &common)) {
            return false;
        }
        if (!value_truth(&common)) {
            *out = value_int(0);
            return true;
        }
        if (!ops_binary(e, OP_FLOORDIV, out, &common, out) ||
            !ops_binary(e, OP_MUL, out, &args->positional[i], out)) {
            return false;
        }
        number_unary(e->arena, OP_NONE, out, out);
    }
    return true;
}

BUILTIN(math_fmod)
{
    double x[2];
    (void)self;
    if (!reals(e, args, 2, x, out)) {
        return !e->raised;
    }
    double r = fmod(x[0], x[1]);
    if (isnan(r) && !isnan(x[0]) && !isnan(x[1])) {
        return eval_raise(e, TYPE_VALUE_ERROR, "math domain error");
    }
    *out = value_float(r);
    return true;
}

BUILTIN(math_isclose)
{
    (void)self;
    double x[4] = {0, 0, 1e-9, 0};
    static const char *const names[] = {"a", "b", "rel_tol", "abs_tol"};
    for (uint32_t i = 0; i < 4; i++) {
        const struct value *v = arg(args, i, names[i]);
        struct arguments one = {.positional = v, .n_positional = 1};
        if (v && args_unknown(&one, out)) {
            return true;
        }
        if (v && !number_arg(e, &one, 0, &x[i])) {
            return false;
        }
    }
    if (x[2] < 0 || x[3] < 0) {
        return eval_raise(e, TYPE_VALUE_ERROR, "tolerances must be non-negative");
    }
    double most = fmax(x[3], x[2] * fmax(fabs(x[0]), fabs(x[1])));
    *out =
        value_bool(x[0] == x[1] || (isfinite(x[0]) && isfinite(x[1]) && fabs(x[0] - x[1]) <= most));
    return true;
}

BUILTIN(math_factorial)
{
    (void)self;
    const struct value *v = &args->positional[0];
    if (!wholes(e, args, out)) {
        return !e->raised;
    }
    if (v->kind == VALUE_BIG_INT || value_as_int(v) > 5000) {
        *out = ops_unknown(e, "the number is too large");
        return true;
    }
    if (value_as_int(v) < 0) {
        return eval_raise(e, TYPE_VALUE_ERROR, "factorial() not defined for negative values");
    }
    *out = value_int(1);
    for (int64_t i = 2; i <= value_as_int(v); i++) {
        struct value factor = value_int(i);
        if (!ops_binary(e, OP_MUL, out, &factor, out) || !eval_spend(e, 1)) {
            return false;
        }
    }
    return true;
}

BUILTIN(math_isqrt)
{
    const struct value *v = &args->positional[0];
    (void)self;
    if (!wholes(e, args, out)) {
        return !e->raised;
    }
    mpz_t room, root;
    mp_limb_t limb;
    mpz_srcptr n = bigint_view(v, room, &limb);
    if (mpz_sgn(n) < 0) {
        return eval_raise(e, TYPE_VALUE_ERROR, "isqrt() argument must be nonnegative");
    }
    mpz_init(root);
    mpz_sqrt(root, n);
    *out = bigint_value(e->arena, root);
    mpz_clear(root);
    return true;
}

/* n * (n - 1) * ... of k factors; divided: by k!, too */
static bool choices(struct eval *e, const struct arguments *args, bool divided, struct value *out)
{
    struct arguments given = *args;
    given.n_positional -= given.n_positional > 1 && value_is_none(&given.positional[1]) && !divided;
    if (!wholes(e, &given, out)) {
        return !e->raised;
    }
    const struct value *n = &given.positional[0], *k = &given.positional[given.n_positional - 1];
    if (n->kind == VALUE_BIG_INT || k->kind == VALUE_BIG_INT) {
        *out = ops_unknown(e, "the number is too large");
        return true;
    }
    int64_t from = value_as_int(n), many = value_as_int(k);
    if (from < 0 || many < 0) {
        return eval_raise(e, TYPE_VALUE_ERROR, "this must be a non-negative integer");
    }
    bool none = many > from;
    many = divided && !none && many > from - many ? from - many : many;
    *out = value_int(!none);
    for (int64_t i = 0; i < many && !none; i++) {
        struct value factor = value_int(from - i), part = value_int(i + 1);
        if (!eval_spend(e, 1) || !ops_binary(e, OP_MUL, out, &factor, out) ||
            (divided && !ops_binary(e, OP_FLOORDIV, out, &part, out))) {
            return false;
        }
    }
    return true;
}

BUILTIN(math_comb)
{
    (void)self;
    return choices(e, args, true, out);
}

BUILTIN(math_perm)
{
    (void)self;
    return choices(e, args, false, out);
}

static struct value pair_of(struct eval *e, struct value a, struct value b)
{
    struct list *l = list_new(e->arena, 2);
    list_push(e->arena, l, a);
    list_push(e->arena, l, b);
    return value_of_tuple(l);
}

BUILTIN(math_modf)
{
    double x, whole;
    (void)self;
    if (!reals(e, args, 1, &x, out)) {
        return !e->raised;
    }
    double part = modf(x, &whole);
    *out = pair_of(e, value_float(part), value_float(whole));
    return true;
}

BUILTIN(math_frexp)
{
    double x;
    int power = 0;
    (void)self;
    if (!reals(e, args, 1, &x, out)) {
        return !e->raised;
    }
    double part = isfinite(x) ? frexp(x, &power) : x;
    *out = pair_of(e, value_float(part), value_int(power));
    return true;
}

BUILTIN(math_ldexp)
{
    enum {
        FAR = 5000
    }; /* further than any exponent */
    double x;
    (void)self;
    if (args_unknown(args, out)) {
        return true;
    }
    const struct value *v = &args->positional[1];
    if (!number_arg(e, args, 0, &x)) {
        return false;
    }
    if (v->kind != VALUE_BIG_INT && !value_is_int(v)) {
        return eval_raise(e, TYPE_TYPE_ERROR, "Expected an int as second argument to ldexp.");
    }
    int64_t power = v->kind == VALUE_BIG_INT ? (v->big->limbs < 0 ? -FAR : FAR) : value_as_int(v);
    double y = ldexp(x, (int)(power > FAR ? FAR : power < -FAR ? -FAR : power));
    if (isfinite(x) && isinf(y)) {
        return eval_raise(e, TYPE_OVERFLOW_ERROR, "math range error");
    }
    *out = value_float(y);
    return true;
}

#define ROW(name, min, max)                                  \
    {                                                        \
#name, math_##name, (min), (max), false, false, NULL \
    }

const struct builtin_def MATH[] = {
    ROW(sqrt, 1, 1),
    ROW(exp, 1, 1),
    ROW(log, 1, 2),
    ROW(log2, 1, 1),
    ROW(log10, 1, 1),
    ROW(sin, 1, 1),
    ROW(cos, 1, 1),
    ROW(tan, 1, 1),
    ROW(asin, 1, 1),
    ROW(acos, 1, 1),
    ROW(atan, 1, 1),
    ROW(atan2, 2, 2),
    ROW(sinh, 1, 1),
    ROW(cosh, 1, 1),
    ROW(tanh, 1, 1),
    ROW(fabs, 1, 1),
    ROW(asinh, 1, 1),
    ROW(acosh, 1, 1),
    ROW(atanh, 1, 1),
    ROW(exp2, 1, 1),
    ROW(expm1, 1, 1),
    ROW(log1p, 1, 1),
    ROW(cbrt, 1, 1),
    ROW(copysign, 2, 2),
    ROW(fmod, 2, 2),
    ROW(isfinite, 1, 1),
    {"isclose", math_isclose, 2, 2, "a b * rel_tol abs_tol", false, NULL},
    ROW(factorial, 1, 1),
    ROW(isqrt, 1, 1),
    ROW(comb, 2, 2),
    ROW(perm, 1, 2),
    ROW(modf, 1, 1),
    ROW(frexp, 1, 1),
    ROW(ldexp, 2, 2),
    ROW(ceil, 1, 1),
    ROW(floor, 1, 1),
    ROW(trunc, 1, 1),
    ROW(pow, 2, 2),
    ROW(radians, 1, 1),
    ROW(degrees, 1, 1),
    {"prod", math_prod, 1, 1, "- * start", false, NULL},
    ROW(gcd, 0, -1),
    ROW(lcm, 0, -1),
    ROW(isnan, 1, 1),
    ROW(isinf, 1, 1),
    {0},
};
