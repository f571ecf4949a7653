#include "base/str.h"

#include <strings.h>

#include <stdlib.h>

bool str_is_one(str a, const char *const *words, size_t n)
{
    size_t i = 0;
    while (i < n && !str_is(a, words[i])) {
        i++;
    }
    return i < n;
}

bool str_eq_any_case(str a, str b)
{
    return a.n == b.n && (a.n == 0 || strncasecmp(a.p, b.p, a.n) == 0);
}

bool str_is_any_case(str a, const char *z)
{
    return str_eq_any_case(a, str_of(z));
}

int str_cmp(str a, str b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    int c = n ? memcmp(a.p, b.p, n) : 0;
    if (c != 0) {
        return c;
    }
    return a.n < b.n ? -1 : a.n > b.n;
}

size_t str_find(str s, str what, size_t from)
{
    if (what.n == 0) {
        return from <= s.n ? from : SIZE_MAX;
    }
    while (from + what.n <= s.n) {
        const char *hit = memchr(s.p + from, what.p[0], s.n - from - what.n + 1);
        if (!hit) {
            return SIZE_MAX;
        }
        from = (size_t)(hit - s.p);
        if (memcmp(hit, what.p, what.n) == 0) {
            return from;
        }
        from++;
    }
    return SIZE_MAX;
}

size_t str_rfind_byte(str s, char c)
{
    for (size_t i = s.n; i-- > 0;) {
        if (s.p[i] == c) {
            return i;
        }
    }
    return SIZE_MAX;
}

static bool blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

str dotted_head(str path, str *rest)
{
    size_t dot = str_find(path, STR("."), 0);
    *rest = dot == SIZE_MAX ? STR("") : str_slice(path, dot + 1, path.n);
    return dot == SIZE_MAX ? path : str_slice(path, 0, dot);
}

str dotted_first(str path)
{
    str rest;
    return dotted_head(path, &rest);
}

str dotted_last(str path)
{
    size_t dot = str_rfind_byte(path, '.');
    return dot == SIZE_MAX ? path : str_slice(path, dot + 1, path.n);
}

str dotted_parent(str path)
{
    size_t dot = str_rfind_byte(path, '.');
    return dot == SIZE_MAX ? STR("") : str_slice(path, 0, dot);
}

bool dotted_index(str part, uint32_t *index)
{
    enum {
        MOST_DIGITS = 8
    };
    uint32_t number = 0;
    for (size_t i = 0; i < part.n && i < MOST_DIGITS; i++) {
        if (part.p[i] < '0' || part.p[i] > '9') {
            return false;
        }
        number = number * 10 + (uint32_t)(part.p[i] - '0');
    }
    *index = number;
    return part.n > 0 && part.n <= MOST_DIGITS;
}

str str_trim(str s)
{
    while (s.n > 0 && blank(s.p[0])) {
        s.p++;
        s.n--;
    }
    while (s.n > 0 && blank(s.p[s.n - 1])) {
        s.n--;
    }
    return s;
}

uint32_t str_hash(str s)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < s.n; i++) {
        h = (h ^ (unsigned char)s.p[i]) * 16777619u;
    }
    return h;
}

/* A bit for each byte there is, bytes 64 apart sharing one. */
static uint64_t bytes_of(str s)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < s.n; i++) {
        bits |= UINT64_C(1) << (s.p[i] & 63);
    }
    return bits;
}

/* Each byte that only one of them has is an edit. */
static bool is_farther(str a, str b, size_t cap)
{
    uint64_t of_a = bytes_of(a), of_b = bytes_of(b);
    return (size_t)__builtin_popcountll(of_a & ~of_b) > cap ||
           (size_t)__builtin_popcountll(of_b & ~of_a) > cap;
}

size_t str_distance(str a, str b, size_t cap)
{
    enum {
        LONGEST = 63
    };
    if (a.n > LONGEST || b.n > LONGEST) {
        return str_eq(a, b) ? 0 : cap + 1;
    }
    if (a.n > b.n + cap || b.n > a.n + cap || is_farther(a, b, cap)) {
        return cap + 1;
    }
    size_t row[LONGEST + 1];
    for (size_t j = 0; j <= b.n; j++) {
        row[j] = j;
    }
    for (size_t i = 1; i <= a.n; i++) {
        size_t diagonal = row[0], least = i;
        row[0] = i;
        for (size_t j = 1; j <= b.n; j++) {
            size_t substitute = diagonal + (a.p[i - 1] != b.p[j - 1]);
            size_t other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = substitute < other ? substitute : other;
            least = row[j] < least ? row[j] : least;
        }
        if (least > cap) { /* it only grows from here */
            return cap + 1;
        }
    }
    return row[b.n] > cap ? cap + 1 : row[b.n];
}

size_t str_find_word(str s, str word, size_t from)
{
    bool begins = word.n > 0 && byte_is_word(word.p[0]);
    bool ends = word.n > 0 && byte_is_word(word.p[word.n - 1]);
    size_t at = str_find(s, word, from);
    while (at != SIZE_MAX && ((begins && at > 0 && byte_is_word(s.p[at - 1])) ||
                                 (ends && at + word.n < s.n && byte_is_word(s.p[at + word.n])))) {
        at = str_find(s, word, at + 1);
    }
    return at;
}

size_t str_find_last(str s, str what)
{
    for (size_t i = s.n + 1; i-- > what.n;) {
        if (bytes_equal(s.p + i - what.n, what.p, what.n)) {
            return i - what.n;
        }
    }
    return SIZE_MAX;
}
