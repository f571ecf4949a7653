#include "syntax/yaml_scalar.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

static bool among(str s, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (str_is(s, words[i])) {
            return true;
        }
    }
    return false;
}

#define AMONG(s, ...)                              \
    among((s), (const char *const[]){__VA_ARGS__}, \
        sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool all_of(str s, const char *allowed)
{
    for (size_t i = 0; i < s.n; i++) {
        if (!strchr(allowed, s.p[i]) || !s.p[i]) {
            return false;
        }
    }
    return true;
}

static str unsigned_part(str s)
{
    return s.n > 0 && (s.p[0] == '+' || s.p[0] == '-') ? str_slice(s, 1, s.n) : s;
}

/* The length of [0-9][0-9_]* at the start of `s`; 0 when there is none. */
static size_t digits(str s)
{
    if (s.n == 0 || !digit(s.p[0])) {
        return 0;
    }
    size_t n = 1;
    while (n < s.n && (digit(s.p[n]) || s.p[n] == '_')) {
        n++;
    }
    return n;
}

/* (:[0-5]?[0-9])+ at the start of `s`: its length. */
static size_t sixtieths(str s)
{
    size_t n = 0;
    while (n + 1 < s.n && s.p[n] == ':' && digit(s.p[n + 1])) {
        n += n + 2 < s.n && digit(s.p[n + 2]) && s.p[n + 1] <= '5' ? 3 : 2;
    }
    return n;
}

static bool is_integer(str s)
{
    s = unsigned_part(s);
    if (s.n == 0) {
        return false;
    }
    if (s.p[0] == '0' && s.n > 1) {
        str rest = str_slice(s, 2, s.n);
        if (s.p[1] == 'b') {
            return rest.n > 0 && all_of(rest, "01_");
        }
        if (s.p[1] == 'x') {
            return rest.n > 0 && all_of(rest, "0123456789abcdefABCDEF_");
        }
        return all_of(str_slice(s, 1, s.n), "01234567_");
    }
    size_t n = digits(s);
    if (n == s.n) {
        return true;
    }
    str tail = str_slice(s, n, s.n);
    return n > 0 && s.p[0] != '0' && sixtieths(tail) == tail.n;
}

/* ([eE][-+][0-9]+)? up to the end */
static bool is_exponent(str s)
{
    if (s.n == 0) {
        return true;
    }
    return s.n > 2 && (s.p[0] | 0x20) == 'e' && (s.p[1] == '+' || s.p[1] == '-') &&
           all_of(str_slice(s, 2, s.n), "0123456789");
}

static bool is_float(str s)
{
    str u = unsigned_part(s);
    if (AMONG(u, ".inf", ".Inf", ".INF") || AMONG(s, ".nan", ".NaN", ".NAN")) {
        return true;
    }
    if (s.n > 1 && s.p[0] == '.' && digit(s.p[1])) {
        str rest = str_slice(s, 1, s.n);
        size_t n = digits(rest);
        return is_exponent(str_slice(rest, n, rest.n));
    }
    size_t n = digits(u);
    if (n == 0) {
        return false;
    }
    str rest = str_slice(u, n, u.n);
    size_t sixty = sixtieths(rest);
    rest = str_slice(rest, sixty, rest.n);
    if (rest.n == 0 || rest.p[0] != '.') {
        return false;
    }
    size_t k = 1;
    while (k < rest.n && (digit(rest.p[k]) || rest.p[k] == '_')) {
        k++;
    }
    rest = str_slice(rest, k, rest.n);
    return sixty ? rest.n == 0 : is_exponent(rest);
}

/* From `least` to two digits; false when they are not there. */
static bool number(str s, size_t *at, size_t least, size_t most, int *out)
{
    size_t n = 0;
    for (*out = 0; n < most && *at < s.n && digit(s.p[*at]); n++) {
        *out = *out * 10 + (s.p[(*at)++] - '0');
    }
    return n >= least;
}

static bool byte(str s, size_t *at, char c)
{
    bool there = *at < s.n && s.p[*at] == c;
    *at += there;
    return there;
}

static void skip_blanks(str s, size_t *at)
{
    while (*at < s.n && (s.p[*at] == ' ' || s.p[*at] == '\t')) {
        (*at)++;
    }
}

/* What follows the point: six digits count. */
static void fraction(str s, size_t *at, int *microseconds)
{
    int unit = 100000;
    for (; *at < s.n && digit(s.p[*at]); (*at)++) {
        *microseconds += unit * (s.p[*at] - '0');
        unit /= 10;
    }
}

static bool zone(str s, size_t *at, struct yaml_timestamp *out)
{
    int hours, minutes = 0;
    skip_blanks(s, at);
    out->has_zone = *at < s.n;
    if (!out->has_zone || byte(s, at, 'Z')) {
        return true;
    }
    bool west = byte(s, at, '-');
    if ((!west && !byte(s, at, '+')) || !number(s, at, 1, 2, &hours) ||
        (byte(s, at, ':') && !number(s, at, 2, 2, &minutes))) {
        return false;
    }
    out->zone = (west ? -1 : 1) * (hours * 60 + minutes);
    return true;
}

bool yaml_timestamp_parse(str s, struct yaml_timestamp *out)
{
    size_t at = 0;
    *out = (struct yaml_timestamp){0};
    if (!number(s, &at, 4, 4, &out->year) || !byte(s, &at, '-') ||
        !number(s, &at, 1, 2, &out->month) || !byte(s, &at, '-') ||
        !number(s, &at, 1, 2, &out->day)) {
        return false;
    }
    if (at == s.n) {
        return true;
    }
    size_t before = at;
    if (!byte(s, &at, 'T') && !byte(s, &at, 't')) {
        skip_blanks(s, &at);
    }
    out->has_time = at > before && number(s, &at, 1, 2, &out->hour) && byte(s, &at, ':') &&
                    number(s, &at, 2, 2, &out->minute) && byte(s, &at, ':') &&
                    number(s, &at, 2, 2, &out->second);
    if (!out->has_time) {
        return false;
    }
    if (byte(s, &at, '.')) {
        fraction(s, &at, &out->microsecond);
    }
    size_t rest = at;
    return zone(s, &at, out) && at == s.n && (out->has_zone || rest == s.n);
}

/* Without a tag, a date alone has two digits for month and day. */
static bool is_timestamp(str s)
{
    struct yaml_timestamp t;
    return s.n >= 8 && digit(s.p[0]) && yaml_timestamp_parse(s, &t) && (t.has_time || s.n == 10);
}

/* `s` without underscores, as a C string; false when it is too long. */
static bool cleaned(str s, char to[128])
{
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] != '_' && n == 127) {
            return false;
        }
        if (s.p[i] != '_') {
            to[n++] = s.p[i];
        }
    }
    to[n] = '\0';
    return true;
}

static struct yaml_value integer(str s)
{
    struct yaml_value v = {.kind = YAML_SCALAR_INTEGER_TEXT};
    char z[128];
    if (!cleaned(s, z) || strchr(z, ':')) {
        return v;
    }
    bool negative = z[0] == '-';
    const char *d = z + (z[0] == '+' || z[0] == '-');
    int base = 10;
    if (d[0] == '0' && d[1]) {
        base = d[1] == 'b' ? 2 : d[1] == 'x' ? 16 : 8;
        d += base == 8 ? 0 : 2;
    }
    errno = 0;
    long long value = strtoll(d, NULL, base);
    if (*d && errno == 0) {
        v.kind = YAML_SCALAR_INTEGER;
        v.i = negative ? -value : value;
    }
    return v;
}

static struct yaml_value floating(str s)
{
    struct yaml_value v = {.kind = YAML_SCALAR_FLOAT_TEXT};
    char z[128];
    if (!cleaned(s, z) || strchr(z, ':')) {
        return v;
    }
    bool negative = z[0] == '-';
    const char *d = z + (z[0] == '+' || z[0] == '-');
    v.kind = YAML_SCALAR_FLOAT;
    if (d[0] == '.' && !digit(d[1])) {
        v.f = (d[1] | 0x20) == 'i' ? (double)INFINITY : (double)NAN;
    } else {
        v.f = strtod(d, NULL);
    }
    v.f = negative ? -v.f : v.f;
    return v;
}

struct yaml_value yaml_scalar_resolve(str s)
{
    struct yaml_value v = {.kind = YAML_SCALAR_STRING};
    if (s.n == 0 || AMONG(s, "~", "null", "Null", "NULL")) {
        v.kind = YAML_SCALAR_NULL;
    } else if (AMONG(s, "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON")) {
        v.kind = YAML_SCALAR_TRUE;
    } else if (AMONG(s, "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF")) {
        v.kind = YAML_SCALAR_FALSE;
    } else if (str_is(s, "<<")) {
        v.kind = YAML_SCALAR_MERGE;
    } else if (str_is(s, "=")) {
        v.kind = YAML_SCALAR_VALUE;
    } else if (is_float(s)) {
        v = floating(s);
    } else if (is_integer(s)) {
        v = integer(s);
    } else if (is_timestamp(s)) {
        v.kind = YAML_SCALAR_TIMESTAMP;
    }
    return v;
}

bool yaml_scalar_is_plain_string(str s)
{
    if (s.n == 0 || yaml_scalar_resolve(s).kind != YAML_SCALAR_STRING) {
        return false;
    }
    if (strchr("-?:,[]{}#&*!|>'\"%@` \t", s.p[0]) || s.p[s.n - 1] == ' ' || s.p[s.n - 1] == ':') {
        return false;
    }
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if (c < 0x20 || c >= 0x7F || strchr(",[]{}", (char)c) ||
            (c == ':' && i + 1 < s.n && s.p[i + 1] == ' ') || (c == '#' && s.p[i - 1] == ' ')) {
            return false;
        }
    }
    return true;
}
