/* Strings as borrowed views: pointer and length, never owned, not zero-terminated. */
#ifndef CFGLINT_BASE_STR_H
#define CFGLINT_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct str {
    const char *p;
    size_t n;
} str;

/* A view of a string literal. */
#define STR(literal) ((str){("" literal), sizeof(literal) - 1})
/* The two arguments that printf's "%.*s" wants. */
#define STR_ARG(s) (int)(s).n, (s).p

static inline str str_of(const char *z)
{
    return (str){z, z ? strlen(z) : 0};
}

static inline str str_slice(str s, size_t from, size_t to)
{
    return (str){s.p + from, to - from};
}

/* Are the same `n` bytes at both places?  memcmp() is not asked of nothing: an empty str may have
 * no place at all. */
static inline bool bytes_equal(const void *a, const void *b, size_t n)
{
    return n == 0 || memcmp(a, b, n) == 0;
}

static inline bool str_eq(str a, str b)
{
    return a.n == b.n && bytes_equal(a.p, b.p, a.n);
}

static inline bool str_is(str a, const char *z)
{
    return str_eq(a, str_of(z));
}

/* Is it one of `n` words? */
bool str_is_one(str a, const char *const *words, size_t n);
#define STR_WORDS(...) ((const char *const[]){__VA_ARGS__})
#define STR_IS_ANY(s, ...) \
    str_is_one(s, STR_WORDS(__VA_ARGS__), sizeof STR_WORDS(__VA_ARGS__) / sizeof(char *))

/* Are they the same, is it `z`, whatever the case of ASCII letters? */
bool str_eq_any_case(str a, str b);
bool str_is_any_case(str a, const char *z);

static inline bool str_starts(str s, str prefix)
{
    return s.n >= prefix.n && bytes_equal(s.p, prefix.p, prefix.n);
}

static inline bool str_ends(str s, str suffix)
{
    return s.n >= suffix.n && bytes_equal(s.p + s.n - suffix.n, suffix.p, suffix.n);
}

/* Is `c` one of the letters of `set`?  strchr() would find '\0' in all of them. */
static inline bool str_is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static inline bool byte_is_word(char b)
{
    return b == '_' || (b >= '0' && b <= '9') || ((b | 0x20) >= 'a' && (b | 0x20) <= 'z');
}

/* -1: it is none. */
static inline int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Order by bytes, which for UTF-8 is order by code point. */
int str_cmp(str a, str b);
/* Offset of the first occurrence of `what` at or after `from`; SIZE_MAX when absent. */
size_t str_find(str s, str what, size_t from);
/* The same of what is no part of a longer word: `a(` stands in `a(b)`, and `a` not in `ab`. */
size_t str_find_word(str s, str word, size_t from);
/* The last one instead of the first. */
size_t str_find_last(str s, str what);
/* Offset of the last occurrence of byte `c`; SIZE_MAX when absent. */
size_t str_rfind_byte(str s, char c);
/* Of "a.b.c": "a" and, as the rest, "b.c" (`rest` may be the path itself); "a"; "c"; "a.b".  What
 * is not there is empty. */
str dotted_head(str path, str *rest);
str dotted_first(str path);
str dotted_last(str path);
str dotted_parent(str path);
/* The number of a list's item that a part of a path is: at most eight ASCII digits. */
bool dotted_index(str part, uint32_t *index);
/* `s` without ASCII blanks at either end. */
str str_trim(str s);
/* FNV-1a; stable across runs and machines, because build-time tables rely on it. */
uint32_t str_hash(str s);
/* Edit distance between two short strings, capped at `cap` + 1. */
size_t str_distance(str a, str b, size_t cap);

#endif
