#include "syntax/yaml_scalar.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
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

static bool two_digits(str s, size_t at)
{
    return at + 1 < s.n && digit(s.p[at]) && digit(s.p[at + 1]);
}

/* A date, or a date and a time; the time is only looked at roughly. */
static bool is_timestamp(str s)
{
    if (s.n < 8 || !two_digits(s, 0) || !two_digits(s, 2) || s.p[4] != '-') {
        return false;
    }
    if (s.n == 10 && s.p[7] == '-') {
        return two_digits(s, 5) && two_digits(s, 8);
    }
    size_t at = 5, parts = 0;
    while (parts < 2 && at < s.n && digit(s.p[at])) {
        at += at + 1 < s.n && digit(s.p[at + 1]) ? 2 : 1;
        parts++;
        if (parts == 1) {
            if (at >= s.n || s.p[at] != '-') {
                return false;
            }
            at++;
        }
    }
    if (parts < 2 || at >= s.n || !strchr("Tt \t", s.p[at])) {
        return false;
    }
    while (at < s.n && strchr("Tt \t", s.p[at])) {
        at++;
    }
    size_t colons = 0;
    for (size_t i = at; i < s.n; i++) {
        colons += s.p[i] == ':';
    }
    return colons >= 2 && digit(s.p[at]) && all_of(str_slice(s, at, s.n), "0123456789:. \tZ+-");
}

/* `s` without underscores, lower case, as a C string; false when it is too long. */
static bool cleaned(str s, char to[128])
{
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '_') {
            continue;
        }
        if (n == 127) {
            return false;
        }
        char c = s.p[i];
        to[n++] = c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
    }
    to[n] = '\0';
    return true;
}

static struct yaml_value integer(str s)
{
    struct yaml_value v = {.kind = YAML_SCALAR_STRING};
    char z[128];
    if (!cleaned(s, z)) {
        return v;
    }
    bool negative = z[0] == '-';
    const char *d = z + (z[0] == '+' || z[0] == '-');
    int base = 10;
    if (d[0] == '0' && d[1]) {
        base = d[1] == 'b' ? 2 : d[1] == 'x' ? 16 : 8;
        d += base == 8 ? 0 : 2;
    }
    if (strchr(d, ':')) {
        int64_t total = 0;
        bool fits = true;
        errno = 0;
        for (char *next = (char *)d; *next; next += *next == ':') {
            fits = fits && !__builtin_mul_overflow(total, (int64_t)60, &total);
            fits =
                fits && !__builtin_add_overflow(total, (int64_t)strtoll(next, &next, 10), &total);
            fits = fits && errno == 0;
            next += strspn(next, "0123456789");
        }
        v.kind = fits ? YAML_SCALAR_INTEGER : YAML_SCALAR_BIG_INTEGER;
        snprintf(v.text, sizeof v.text, "too large"); /* no digits: the value is not known */
        v.i = negative ? -total : total;
        return v;
    }
    if (!*d) {
        return v;
    }
    errno = 0;
    long long value = strtoll(d, NULL, base);
    if (errno == ERANGE) {
        v.kind = YAML_SCALAR_BIG_INTEGER;
        snprintf(v.text, sizeof v.text, "%s%s%s", negative ? "-" : "",
            base == 16  ? "0x"
            : base == 2 ? "0b"
            : base == 8 ? "0"
                        : "",
            d);
        return v;
    }
    v.kind = YAML_SCALAR_INTEGER;
    v.i = negative ? -value : value;
    return v;
}

static struct yaml_value floating(str s)
{
    struct yaml_value v = {.kind = YAML_SCALAR_STRING};
    char z[128];
    if (!cleaned(s, z)) {
        return v;
    }
    bool negative = z[0] == '-';
    const char *d = z + (z[0] == '+' || z[0] == '-');
    v.kind = YAML_SCALAR_FLOAT;
    if (strcmp(d, ".inf") == 0) {
        v.f = (double)INFINITY;
    } else if (strcmp(d, ".nan") == 0) {
        v.f = (double)NAN;
        return v;
    } else if (strchr(d, ':')) {
        for (char *next = (char *)d; *next; next += *next == ':') {
            v.f = v.f * 60 + strtod(next, &next);
        }
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
    } else if (is_float(s)) {
        v = floating(s);
    } else if (is_integer(s)) {
        v = integer(s);
    } else if (is_timestamp(s)) {
        v.kind = YAML_SCALAR_TIMESTAMP;
    }
    return v;
}

struct yaml_value yaml_scalar_as(str s, enum yaml_scalar kind)
{
    struct yaml_value v = {.kind = YAML_SCALAR_STRING};
    if (kind == YAML_SCALAR_INTEGER && is_integer(s)) {
        return integer(s);
    }
    if (kind == YAML_SCALAR_FLOAT && (is_float(s) || is_integer(s))) {
        return floating(s);
    }
    if (kind == YAML_SCALAR_TRUE) {
        v = yaml_scalar_resolve(s);
        if (v.kind != YAML_SCALAR_TRUE && v.kind != YAML_SCALAR_FALSE) {
            v.kind = YAML_SCALAR_STRING;
        }
    }
    return v;
}

bool yaml_scalar_is_plain_string(str s)
{
    if (s.n == 0 || yaml_scalar_resolve(s).kind != YAML_SCALAR_STRING || str_is(s, "=")) {
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
