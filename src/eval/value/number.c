#include "eval/number.h"

#include <math.h>

#include "eval/value/bigint.h"

/* --- floats --- */

/* The nearest double; infinite when there is none. */
static double mpz_nearest(const mpz_t z)
{
    size_t bits = mpz_sizeinbase(z, 2);
    if (bits <= 53) {
        return mpz_get_d(z);
    }
    if (bits > 1100) {
        return mpz_sgn(z) < 0 ? -(double)INFINITY : (double)INFINITY;
    }
    mpz_t q, r, half;
    mpz_inits(q, r, half, NULL);
    mp_bitcnt_t shift = bits - 53;
    mpz_tdiv_q_2exp(q, z, shift);
    mpz_tdiv_r_2exp(r, z, shift);
    mpz_setbit(half, shift - 1);
    int c = mpz_cmpabs(r, half);
    if (c > 0 || (c == 0 && mpz_odd_p(q))) {
        if (mpz_sgn(z) < 0) {
            mpz_sub_ui(q, q, 1);
        } else {
            mpz_add_ui(q, q, 1);
        }
    }
    double d = ldexp(mpz_get_d(q), (int)shift);
    mpz_clears(q, r, half, NULL);
    return d;
}

static double int_as_double(const struct value *v)
{
    if (v->kind == VALUE_BIG_INT) {
        mpz_t z;
        mp_limb_t room;
        return mpz_nearest(bigint_view(v, z, &room));
    }
    return (double)value_as_int(v);
}

bool number_as_double(const struct value *v, double *out)
{
    if (v->kind == VALUE_FLOAT) {
        *out = v->f;
        return true;
    }
    if (!value_is_number(v)) {
        return false;
    }
    *out = int_as_double(v);
    return isfinite(*out);
}

/* --- comparing --- */

static enum number_order order(int c)
{
    return c < 0 ? NUMBER_LESS : c > 0 ? NUMBER_GREATER : NUMBER_EQUAL;
}

static enum number_order compare_float(const struct value *integer, double f)
{
    if (isnan(f)) {
        return NUMBER_UNORDERED;
    }
    if (isinf(f)) {
        return f > 0 ? NUMBER_LESS : NUMBER_GREATER;
    }
    mpz_t z;
    mp_limb_t room;
    return order(mpz_cmp_d(bigint_view(integer, z, &room), f));
}

enum number_order number_compare(const struct value *a, const struct value *b)
{
    if (a->kind == VALUE_FLOAT && b->kind == VALUE_FLOAT) {
        return a->f < b->f    ? NUMBER_LESS
               : a->f > b->f  ? NUMBER_GREATER
               : a->f == b->f ? NUMBER_EQUAL
                              : NUMBER_UNORDERED;
    }
    if (b->kind == VALUE_FLOAT) {
        return compare_float(a, b->f);
    }
    if (a->kind == VALUE_FLOAT) {
        enum number_order o = compare_float(b, a->f);
        return o == NUMBER_LESS ? NUMBER_GREATER : o == NUMBER_GREATER ? NUMBER_LESS : o;
    }
    if (value_is_int(a) && value_is_int(b)) {
        int64_t x = value_as_int(a), y = value_as_int(b);
        return order(x < y ? -1 : x > y);
    }
    mpz_t x, y;
    mp_limb_t room[2];
    return order(mpz_cmp(bigint_view(a, x, &room[0]), bigint_view(b, y, &room[1])));
}

/* --- arithmetic --- */

static int64_t floor_div(int64_t x, int64_t y)
{
    int64_t q = x / y;
    return x % y != 0 && (x < 0) != (y < 0) ? q - 1 : q;
}

static int64_t floor_mod(int64_t x, int64_t y)
{
    int64_t r = y == -1 ? 0 : x % y;
    return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}

/* 64-bit arithmetic; false when the result may not fit and big integers have to do it. */
static bool small(enum operator op, int64_t x, int64_t y, int64_t *out)
{
    switch (op) {
    case OP_ADD: return !__builtin_add_overflow(x, y, out);
    case OP_SUB: return !__builtin_sub_overflow(x, y, out);
    case OP_MUL: return !__builtin_mul_overflow(x, y, out);
    case OP_FLOORDIV:
        if (y == -1) {
            return !__builtin_sub_overflow((int64_t)0, x, out);
        }
        *out = floor_div(x, y);
        return true;
    case OP_MOD: *out = floor_mod(x, y); return true;
    case OP_BITAND: *out = x & y; return true;
    case OP_BITOR: *out = x | y; return true;
    case OP_BITXOR: *out = x ^ y; return true;
    case OP_RSHIFT: *out = y > 63 ? (x < 0 ? -1 : 0) : x >> y; return true;
    case OP_LSHIFT:
        return x == 0 ? (*out = 0, true)
                      : y < 63 && !__builtin_mul_overflow(x, (int64_t)1 << y, out);
    default: return false;
    }
}

/* True division of integers, correctly rounded as Python's is. */
static enum number_status int_divide(
    const struct value *left, const struct value *right, double *out)
{
    int64_t safe = (int64_t)1 << 53;
    if (value_is_int(left) && value_is_int(right)) {
        int64_t x = value_as_int(left), y = value_as_int(right);
        if (x >= -safe && x <= safe && y >= -safe && y <= safe) {
            *out = (double)x / (double)y;
            return NUMBER_OK;
        }
    }
    mpz_t x, y, q, r;
    mp_limb_t room[2];
    mpz_srcptr a = bigint_view(left, x, &room[0]), b = bigint_view(right, y, &room[1]);
    if (mpz_sgn(a) == 0) {
        *out = mpz_sgn(b) < 0 ? -0.0 : 0.0;
        return NUMBER_OK;
    }
    /* Scale so that the quotient has at least 66 bits; the remainder only matters as "not zero". */
    long shift = 66 - (long)mpz_sizeinbase(a, 2) + (long)mpz_sizeinbase(b, 2);
    mpz_inits(q, r, NULL);
    mpz_t n, d;
    mpz_init_set(n, a);
    mpz_init_set(d, b);
    mpz_abs(n, n);
    mpz_abs(d, d);
    if (shift > 0) {
        mpz_mul_2exp(n, n, (mp_bitcnt_t)shift);
    } else {
        mpz_mul_2exp(d, d, (mp_bitcnt_t)-shift);
    }
    mpz_tdiv_qr(q, r, n, d);
    if (mpz_sgn(r) != 0) {
        mpz_setbit(q, 0); /* sticky: q has spare low bits */
    }
    double f = ldexp(mpz_nearest(q), (int)-shift);
    mpz_clears(q, r, n, d, NULL);
    *out = (mpz_sgn(a) < 0) != (mpz_sgn(b) < 0) ? -f : f;
    return isinf(f) ? NUMBER_OVERFLOW : NUMBER_OK;
}

static enum number_status int_power(struct arena *a, const struct limits *limits,
    const struct value *left, const struct value *right, struct value *out)
{
    bool big = right->kind == VALUE_BIG_INT;
    if (big ? right->big->limbs < 0 : value_as_int(right) < 0) { /* by way of floats */
        double base, by;
        if (!number_as_double(left, &base) || !number_as_double(right, &by)) {
            return NUMBER_OVERFLOW;
        }
        if (base == 0) {
            return NUMBER_ZERO_DIVISION;
        }
        *out = value_float(pow(base, by));
        return NUMBER_OK;
    }
    if (big) {
        int64_t base = left->kind == VALUE_BIG_INT ? 2 : value_as_int(left);
        *out = value_int(base < 0 && right->big->limb[0] % 2 == 0 ? -base : base);
        return base >= -1 && base <= 1 ? NUMBER_OK : NUMBER_TOO_BIG;
    }
    int64_t exponent = value_as_int(right);
    mpz_t x, z;
    mp_limb_t room;
    mpz_srcptr base = bigint_view(left, x, &room);
    if (mpz_cmpabs_ui(base, 1) > 0 &&
        (uint64_t)exponent >
            limits->integer_bits / (mpz_sizeinbase(base, 2) - (mpz_sizeinbase(base, 2) > 1))) {
        return NUMBER_TOO_BIG;
    }
    mpz_init(z);
    if (mpz_cmpabs_ui(base, 1) <= 0) {
        mpz_pow_ui(z, base, exponent == 0 ? 0 : exponent % 2 == 0 ? 2 : 1);
    } else {
        mpz_pow_ui(z, base, (unsigned long)exponent);
    }
    *out = bigint_value(a, z);
    mpz_clear(z);
    return NUMBER_OK;
}

static enum number_status big_binary(struct arena *a, const struct limits *limits, enum operator op,
    const struct value *left, const struct value *right, struct value *out)
{
    mpz_t x, y, z;
    mp_limb_t room[2];
    mpz_srcptr p = bigint_view(left, x, &room[0]), q = bigint_view(right, y, &room[1]);
    if (op == OP_LSHIFT || op == OP_RSHIFT) {
        if (mpz_sgn(q) < 0) {
            return NUMBER_NEGATIVE_SHIFT;
        }
        if (mpz_cmp_ui(q, limits->integer_bits) > 0 && (op == OP_LSHIFT && mpz_sgn(p) != 0)) {
            return NUMBER_TOO_BIG;
        }
    }
    size_t bits = mpz_sizeinbase(p, 2) + (op == OP_MUL ? mpz_sizeinbase(q, 2) : 1) +
                  (op == OP_LSHIFT && mpz_sgn(p) != 0 ? mpz_get_ui(q) : 0);
    if (bits > limits->integer_bits || mpz_sizeinbase(q, 2) > limits->integer_bits) {
        return NUMBER_TOO_BIG;
    }
    mpz_init(z);
    switch (op) {
    case OP_ADD: mpz_add(z, p, q); break;
    case OP_SUB: mpz_sub(z, p, q); break;
    case OP_MUL: mpz_mul(z, p, q); break;
    case OP_FLOORDIV: mpz_fdiv_q(z, p, q); break;
    case OP_MOD: mpz_fdiv_r(z, p, q); break;
    case OP_BITAND: mpz_and(z, p, q); break;
    case OP_BITOR: mpz_ior(z, p, q); break;
    case OP_BITXOR: mpz_xor(z, p, q); break;
    case OP_LSHIFT: mpz_mul_2exp(z, p, mpz_get_ui(q)); break;
    case OP_RSHIFT:
        mpz_fdiv_q_2exp(z, p, mpz_cmp_ui(q, 1ul << 30) > 0 ? 1ul << 30 : mpz_get_ui(q));
        break;
    default: break;
    }
    *out = bigint_value(a, z);
    mpz_clear(z);
    return NUMBER_OK;
}

static bool is_zero(const struct value *v)
{
    return v->kind == VALUE_FLOAT ? v->f == 0 : value_is_int(v) && value_as_int(v) == 0;
}

static double float_mod(double x, double y)
{
    double m = fmod(x, y);
    if (m != 0) {
        return (y < 0) != (m < 0) ? m + y : m;
    }
    return copysign(0.0, y);
}

static double float_floor_div(double x, double y)
{
    double mod = fmod(x, y), div = (x - mod) / y;
    if (mod != 0 && (y < 0) != (mod < 0)) {
        div -= 1;
    }
    if (div == 0) {
        return copysign(0.0, x / y);
    }
    double floored = floor(div);
    return div - floored > 0.5 ? floored + 1 : floored;
}

static enum number_status float_power(double x, double y, struct value *out)
{
    if (x == 0 && y < 0 && isfinite(y)) {
        return NUMBER_ZERO_DIVISION;
    }
    if (x < 0 && isfinite(x) && isfinite(y) && y != floor(y)) {
        return NUMBER_COMPLEX;
    }
    double r = pow(x, y);
    if (isinf(r) && isfinite(x) && isfinite(y)) {
        return NUMBER_OVERFLOW;
    }
    *out = value_float(r);
    return NUMBER_OK;
}

static enum number_status float_binary(enum operator op, double x, double y, struct value *out)
{
    switch (op) {
    case OP_ADD: *out = value_float(x + y); return NUMBER_OK;
    case OP_SUB: *out = value_float(x - y); return NUMBER_OK;
    case OP_MUL: *out = value_float(x * y); return NUMBER_OK;
    case OP_POW: return float_power(x, y, out);
    case OP_DIV:
    case OP_FLOORDIV:
    case OP_MOD:
        if (y == 0) {
            return NUMBER_ZERO_DIVISION;
        }
        *out = value_float(op == OP_DIV   ? x / y
                           : op == OP_MOD ? float_mod(x, y)
                                          : float_floor_div(x, y));
        return NUMBER_OK;
    default: return NUMBER_NO;
    }
}

enum number_status number_binary(struct arena *a, const struct limits *limits, enum operator op,
    const struct value *left, const struct value *right, struct value *out)
{
    if (left->kind == VALUE_FLOAT || right->kind == VALUE_FLOAT) {
        double x, y;
        if (!number_as_double(left, &x) && left->kind != VALUE_FLOAT) {
            return NUMBER_OVERFLOW;
        }
        if (!number_as_double(right, &y) && right->kind != VALUE_FLOAT) {
            return NUMBER_OVERFLOW;
        }
        return float_binary(op, x, y, out);
    }
    bool divides = op == OP_DIV || op == OP_FLOORDIV || op == OP_MOD;
    if (divides && is_zero(right)) {
        return NUMBER_ZERO_DIVISION;
    }
    if (op == OP_DIV) {
        double f = 0;
        enum number_status status = int_divide(left, right, &f);
        *out = value_float(f);
        return status;
    }
    if (op == OP_POW) {
        return int_power(a, limits, left, right, out);
    }
    if (op == OP_MATMUL) {
        return NUMBER_NO;
    }
    bool bits = op == OP_BITAND || op == OP_BITOR || op == OP_BITXOR;
    if (bits && left->kind == VALUE_BOOL && right->kind == VALUE_BOOL) {
        int64_t r = 0;
        small(op, left->b, right->b, &r);
        *out = value_bool(r != 0);
        return NUMBER_OK;
    }
    if (value_is_int(left) && value_is_int(right)) {
        int64_t x = value_as_int(left), y = value_as_int(right), r;
        if ((op == OP_LSHIFT || op == OP_RSHIFT) && y < 0) {
            return NUMBER_NEGATIVE_SHIFT;
        }
        if (small(op, x, y, &r)) {
            *out = value_int(r);
            return NUMBER_OK;
        }
    }
    return big_binary(a, limits, op, left, right, out);
}

enum number_status number_power(struct arena *a, const struct value *base,
    const struct value *exponent, const struct value *modulus, struct value *out)
{
    mp_limb_t room[3];
    mpz_t x, y, m, result;
    mpz_srcptr b = bigint_view(base, x, &room[0]), n = bigint_view(exponent, y, &room[1]),
               by = bigint_view(modulus, m, &room[2]);
    if (mpz_sgn(by) == 0) {
        return NUMBER_ZERO_DIVISION;
    }
    mpz_init(result);
    bool good = mpz_sgn(n) >= 0 || mpz_invert(result, b, by) != 0;
    if (good) {
        mpz_powm(result, b, n, by);
        if (mpz_sgn(by) < 0 && mpz_sgn(result) > 0) { /* the sign is that of the modulus */
            mpz_add(result, result, by);
        }
        *out = bigint_value(a, result);
    }
    mpz_clear(result);
    return good ? NUMBER_OK : NUMBER_NO;
}

enum number_status number_unary(
    struct arena *a, enum operator op, const struct value *operand, struct value *out)
{
    if (operand->kind == VALUE_FLOAT) {
        if (op == OP_INVERT) {
            return NUMBER_NO;
        }
        *out = value_float(op == OP_NEG    ? -operand->f
                           : op == OP_NONE ? fabs(operand->f)
                                           : operand->f);
        return NUMBER_OK;
    }
    if (value_is_int(operand) && value_as_int(operand) != INT64_MIN) {
        int64_t i = value_as_int(operand);
        *out = value_int(op == OP_NEG             ? -i
                         : op == OP_INVERT        ? ~i
                         : op == OP_NONE && i < 0 ? -i
                                                  : i);
        return NUMBER_OK;
    }
    mpz_t x, z;
    mp_limb_t room;
    mpz_srcptr p = bigint_view(operand, x, &room);
    mpz_init_set(z, p);
    if (op == OP_NEG) {
        mpz_neg(z, z);
    } else if (op == OP_INVERT) {
        mpz_com(z, z);
    } else if (op == OP_NONE) {
        mpz_abs(z, z);
    }
    *out = bigint_value(a, z);
    mpz_clear(z);
    return NUMBER_OK;
}

int64_t range_length(const struct range *r)
{
    if (r->step > 0) {
        return r->start >= r->stop
                   ? 0
                   : (int64_t)(((uint64_t)r->stop - (uint64_t)r->start - 1) / (uint64_t)r->step) +
                         1;
    }
    return r->start <= r->stop ? 0
                               : (int64_t)(((uint64_t)r->start - (uint64_t)r->stop - 1) /
                                           ((uint64_t)0 - (uint64_t)r->step)) +
                                     1;
}

int64_t range_find(const struct range *r, int64_t i)
{
    int64_t n = range_length(r);
    __int128 from = (__int128)i - r->start;
    if (from % r->step != 0) {
        return -1;
    }
    from /= r->step;
    return from >= 0 && from < n ? (int64_t)from : -1;
}
