#include "eval/number.h"

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

_Static_assert(sizeof(mp_limb_t) == sizeof(uint64_t), "limbs are 64 bits");

/* --- big integers --- */

/* A value as a GMP integer to read from.  `room` holds the limb of a small one. */
static mpz_srcptr as_mpz(const struct value *v, mpz_t to, mp_limb_t *room)
{
    if (v->kind == VALUE_BIG_INT) {
        return mpz_roinit_n(to, (const mp_limb_t *)v->big->limb, v->big->limbs);
    }
    int64_t i = value_as_int(v);
    *room = i < 0 ? (mp_limb_t)0 - (mp_limb_t)i : (mp_limb_t)i;
    return mpz_roinit_n(to, room, i < 0 ? -1 : i > 0);
}

static struct value from_mpz(struct arena *a, const mpz_t z)
{
    size_t n = mpz_size(z);
    if (n == 0) {
        return value_int(0);
    }
    mp_limb_t low = mpz_getlimbn(z, 0);
    bool negative = mpz_sgn(z) < 0;
    if (n == 1 && low <= (mp_limb_t)INT64_MAX) {
        return value_int(negative ? -(int64_t)low : (int64_t)low);
    }
    if (n == 1 && negative && low == (mp_limb_t)1 << 63) {
        return value_int(INT64_MIN);
    }
    struct big_int *big = arena_alloc(a, sizeof *big + n * sizeof(mp_limb_t));
    big->limbs = negative ? -(int32_t)n : (int32_t)n;
    memcpy(big->limb, mpz_limbs_read(z), n * sizeof(mp_limb_t));
    return (struct value){.kind = VALUE_BIG_INT, .big = big};
}

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
        return mpz_nearest(as_mpz(v, z, &room));
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
    return order(mpz_cmp_d(as_mpz(integer, z, &room), f));
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
    return order(mpz_cmp(as_mpz(a, x, &room[0]), as_mpz(b, y, &room[1])));
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
    mpz_srcptr a = as_mpz(left, x, &room[0]), b = as_mpz(right, y, &room[1]);
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
    if (right->kind == VALUE_BIG_INT) {
        int64_t base = left->kind == VALUE_BIG_INT ? 2 : value_as_int(left);
        if ((base == 0 || base == 1) && right->big->limbs > 0) {
            *out = value_int(base);
            return NUMBER_OK;
        }
        return NUMBER_TOO_BIG;
    }
    int64_t exponent = value_as_int(right);
    if (exponent < 0) {
        double base;
        if (!number_as_double(left, &base)) {
            return NUMBER_OVERFLOW;
        }
        if (base == 0) {
            return NUMBER_ZERO_DIVISION;
        }
        *out = value_float(pow(base, (double)exponent));
        return NUMBER_OK;
    }
    mpz_t x, z;
    mp_limb_t room;
    mpz_srcptr base = as_mpz(left, x, &room);
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
    *out = from_mpz(a, z);
    mpz_clear(z);
    return NUMBER_OK;
}

static enum number_status big_binary(struct arena *a, const struct limits *limits, enum operator op,
    const struct value *left, const struct value *right, struct value *out)
{
    mpz_t x, y, z;
    mp_limb_t room[2];
    mpz_srcptr p = as_mpz(left, x, &room[0]), q = as_mpz(right, y, &room[1]);
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
    *out = from_mpz(a, z);
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
    if (x == 0 && y < 0) {
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
    mpz_srcptr b = as_mpz(base, x, &room[0]), n = as_mpz(exponent, y, &room[1]),
               by = as_mpz(modulus, m, &room[2]);
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
        *out = from_mpz(a, result);
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
    mpz_srcptr p = as_mpz(operand, x, &room);
    mpz_init_set(z, p);
    if (op == OP_NEG) {
        mpz_neg(z, z);
    } else if (op == OP_INVERT) {
        mpz_com(z, z);
    } else if (op == OP_NONE) {
        mpz_abs(z, z);
    }
    *out = from_mpz(a, z);
    mpz_clear(z);
    return NUMBER_OK;
}

/* --- text --- */

bool number_parse_int(struct arena *a, str digits, int base, struct value *out)
{
    str s = arena_str(a, digits);
    mpz_t z;
    if (s.n > 5000 || mpz_init_set_str(z, s.p + (s.n > 0 && s.p[0] == '+'), base) != 0) {
        if (s.n <= 5000) {
            mpz_clear(z);
        }
        return false;
    }
    *out = from_mpz(a, z);
    mpz_clear(z);
    return true;
}

bool number_parse_float(str s, double *out)
{
    s = str_trim(s);
    char z[512];
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '_') {
            bool between = i > 0 && i + 1 < s.n && s.p[i - 1] >= '0' && s.p[i - 1] <= '9' &&
                           s.p[i + 1] >= '0' && s.p[i + 1] <= '9';
            if (!between) {
                return false;
            }
            continue;
        }
        if (n + 1 >= sizeof z || s.p[i] == 'x' || s.p[i] == 'X' || s.p[i] == '(' || s.p[i] == 'p') {
            return false; /* strtod reads hexadecimal and nan(...); Python does not */
        }
        z[n++] = s.p[i];
    }
    z[n] = '\0';
    if (n == 0) {
        return false;
    }
    char *end;
    *out = strtod(z, &end);
    return end == z + n;
}

bool number_truncate(struct arena *a, double f, struct value *out)
{
    if (!isfinite(f)) {
        return false;
    }
    if (fabs(f) < 9e18) {
        *out = value_int((int64_t)f);
        return true;
    }
    mpz_t z;
    mpz_init_set_d(z, f);
    *out = from_mpz(a, z);
    mpz_clear(z);
    return true;
}

double number_round(double f, int64_t digits)
{
    if (!isfinite(f) || digits > 330) {
        return f;
    }
    if (digits < -330) {
        return copysign(0.0, f);
    }
    if (digits >= 0) {
        char z[800];
        snprintf(z, sizeof z, "%.*f", (int)digits, f);
        return strtod(z, NULL);
    }
    double scale = pow(10, (double)-digits);
    double q = f / scale, r = nearbyint(q);
    return r * scale;
}

static str small_text(struct arena *a, int64_t i)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t size = i < 0 ? (uint64_t)0 - (uint64_t)i : (uint64_t)i;
    do {
        digits[--at] = (char)('0' + size % 10);
        size /= 10;
    } while (size > 0);
    if (i < 0) {
        digits[--at] = '-';
    }
    return arena_str(a, (str){digits + at, sizeof digits - at});
}

str number_text(struct arena *a, const struct value *v, int base)
{
    if (value_is_int(v) && base == 10) {
        return small_text(a, value_as_int(v));
    }
    mpz_t z;
    mp_limb_t room;
    mpz_srcptr p = as_mpz(v, z, &room);
    char *text = arena_alloc(a, mpz_sizeinbase(p, base) + 2);
    mpz_get_str(text, base, p);
    return str_of(text);
}

/* `f` with `precision` significant digits as digits and a decimal exponent. */
static bool reads_back(const char *text, double f)
{
    return strtod(text, NULL) == f;
}

/* The digit string one unit up in the last place, for the rare numbers just above a power of two.
 */
static bool next_up(char *digits, size_t n)
{
    for (size_t i = n; i-- > 0;) {
        if (digits[i] == '.') {
            continue;
        }
        if (digits[i] < '9') {
            digits[i]++;
            return true;
        }
        digits[i] = '0';
    }
    return false;
}

/* Shortest "d.ddde±xx" that reads back as |f|. */
static void shortest(double f, char out[40])
{
    /* What has up to 15 digits comes back from 15, with zeros at its end; subnormals have fewer. */
    for (int precision = f < DBL_MIN ? 0 : 14; precision < 17; precision++) {
        snprintf(out, 40, "%.*e", precision, f);
        if (reads_back(out, f)) {
            return;
        }
        int exponent;
        if (precision >= 14 && frexp(f, &exponent) == 0.5) {
            char up[40];
            memcpy(up, out, 40);
            char *e = strchr(up, 'e');
            if (next_up(up, (size_t)(e - up)) && reads_back(up, f)) {
                memcpy(out, up, 40);
                return;
            }
        }
    }
}

str number_float_text(struct arena *a, double f)
{
    if (isnan(f)) {
        return STR("nan");
    }
    if (isinf(f)) {
        return f > 0 ? STR("inf") : STR("-inf");
    }
    const char *sign = signbit(f) ? "-" : "";
    f = fabs(f);
    if (f == 0) {
        return arena_printf(a, "%s0.0", sign);
    }
    char text[40];
    shortest(f, text);
    char *e = strchr(text, 'e');
    int exponent = atoi(e + 1);
    char digits[24];
    size_t n = 0;
    for (char *p = text; p < e; p++) {
        if (*p != '.') {
            digits[n++] = *p;
        }
    }
    while (n > 1 && digits[n - 1] == '0') {
        n--;
    }
    digits[n] = '\0';
    if (exponent < -4 || exponent >= 16) {
        return arena_printf(a, "%s%c%s%se%c%02d", sign, digits[0], n > 1 ? "." : "", digits + 1,
            exponent < 0 ? '-' : '+', abs(exponent));
    }
    if (exponent < 0) {
        return arena_printf(a, "%s0.%.*s%s", sign, -exponent - 1, "0000", digits);
    }
    size_t whole = (size_t)exponent + 1;
    if (n <= whole) {
        return arena_printf(a, "%s%s%.*s.0", sign, digits, (int)(whole - n), "0000000000000000");
    }
    return arena_printf(a, "%s%.*s.%s", sign, (int)whole, digits, digits + whole);
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
