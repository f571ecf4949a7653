/* Numbers from text, and to text. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "eval/number.h"
#include "eval/value/bigint.h"

bool number_parse_int(struct arena *a, str digits, int base, struct value *out)
{
    str s = arena_str(a, digits);
    mpz_t z;
    if (s.n > NUMBER_MOST_READ ||
        mpz_init_set_str(z, s.p + (s.n > 0 && s.p[0] == '+'), base) != 0) {
        if (s.n <= NUMBER_MOST_READ) {
            mpz_clear(z);
        }
        return false;
    }
    *out = bigint_value(a, z);
    mpz_clear(z);
    return true;
}

/* The text of a number that strtod() may read, without underscores; false when Python does not read
 * it. */
static bool float_digits(str s, char *to)
{
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '_') {
            bool between = i > 0 && i + 1 < s.n && s.p[i - 1] >= '0' && s.p[i - 1] <= '9' &&
                           s.p[i + 1] >= '0' && s.p[i + 1] <= '9';
            if (!between) {
                return false;
            }
            continue;
        }
        if (!s.p[i] || strchr("xX(p", s.p[i])) {
            return false; /* strtod reads hexadecimal and nan(...); Python does not */
        }
        *to++ = s.p[i];
    }
    *to = '\0';
    return s.n > 0;
}

bool number_parse_float(str s, double *out)
{
    char room[512], *z = room, *end;
    s = str_trim(s);
    if (s.n >= sizeof room) {
        z = mem_alloc(NULL, s.n + 1);
    }
    bool good = float_digits(s, z);
    if (good) {
        *out = strtod(z, &end);
        good = !*end;
    }
    if (z != room) {
        talloc_free(z);
    }
    return good;
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
    *out = bigint_value(a, z);
    mpz_clear(z);
    return true;
}

double number_round(double f, int64_t digits)
{
    if (!isfinite(f) || digits > 330) {
        return f;
    }
    if (digits < -308) {
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
    mpz_srcptr p = bigint_view(v, z, &room);
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
