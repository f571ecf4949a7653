#include "base/utf8.h"

#include <unictype.h>
#include <utf8proc.h>

/* What is no UTF-8: a surrogate, or one byte. */
static uint32_t surrogate(str s, size_t *at)
{
    const unsigned char *p = (const unsigned char *)s.p + *at;
    if (s.n - *at >= 3 && p[0] == 0xED && (p[1] & 0xE0) == 0xA0 && (p[2] & 0xC0) == 0x80) {
        *at += 3;
        return 0xD000 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
    }
    (*at)++;
    return 0xFFFD;
}

uint32_t utf8_next(str s, size_t *at)
{
    unsigned char c = (unsigned char)s.p[*at];
    if (c < 0x80) {
        (*at)++;
        return c;
    }
    utf8proc_int32_t rune;
    utf8proc_ssize_t n =
        utf8proc_iterate((const utf8proc_uint8_t *)s.p + *at, (utf8proc_ssize_t)(s.n - *at), &rune);
    if (n > 0) {
        *at += (size_t)n;
        return (uint32_t)rune;
    }
    return surrogate(s, at);
}

bool utf8_is_surrogate(uint32_t rune)
{
    return rune >= 0xD800 && rune < 0xE000;
}

/* The first byte from `at` on that is not ASCII. */
static size_t ascii_until(str s, size_t at)
{
    uint64_t eight;
    while (at + sizeof eight <= s.n) {
        memcpy(&eight, s.p + at, sizeof eight);
        if (eight & 0x8080808080808080u) {
            break;
        }
        at += sizeof eight;
    }
    while (at < s.n && (unsigned char)s.p[at] < 0x80) {
        at++;
    }
    return at;
}

size_t utf8_check(str s)
{
    size_t at = 0;
    while (at < s.n) {
        at = ascii_until(s, at);
        if (at == s.n) {
            break;
        }
        utf8proc_int32_t rune;
        utf8proc_ssize_t n = utf8proc_iterate(
            (const utf8proc_uint8_t *)s.p + at, (utf8proc_ssize_t)(s.n - at), &rune);
        if (n <= 0) {
            return at;
        }
        at += (size_t)n;
    }
    return at;
}

bool utf8_is_ascii(str s)
{
    return ascii_until(s, 0) == s.n;
}

/* How many of the next eight bytes begin a character: those that are not 10xxxxxx. */
static size_t begins(const char *p)
{
    uint64_t eight;
    memcpy(&eight, p, sizeof eight);
    const uint64_t ones = 0x0101010101010101u;
    return 8 - (size_t)(((eight >> 7 & ~(eight >> 6) & ones) * ones) >> 56);
}

size_t utf8_count(str s)
{
    size_t n = 0, i = 0;
    for (; i + 8 <= s.n; i += 8) {
        n += begins(s.p + i);
    }
    for (; i < s.n; i++) {
        n += ((unsigned char)s.p[i] & 0xC0) != 0x80;
    }
    return n;
}

size_t utf8_offset(str s, size_t index)
{
    size_t i = 0;
    for (size_t n; i + 8 <= s.n && (n = begins(s.p + i)) <= index; i += 8) {
        index -= n;
    }
    while (i < s.n) {
        if (((unsigned char)s.p[i] & 0xC0) != 0x80 && index-- == 0) {
            return i;
        }
        i++;
    }
    return s.n;
}

size_t utf8_width(str s)
{
    size_t width = 0;
    for (size_t at = 0; at < s.n;) {
        int w = utf8proc_charwidth((utf8proc_int32_t)utf8_next(s, &at));
        width += w > 0 ? (size_t)w : 0;
    }
    return width;
}

bool utf8_is_printable(uint32_t rune)
{
    if (rune < 0x7F) {
        return rune >= 0x20;
    }
    return !uc_is_general_category_withtable(rune, UC_CATEGORY_MASK_C | UC_CATEGORY_MASK_Z);
}

bool utf8_is_visible(uint32_t rune)
{
    return utf8_is_printable(rune)
               ? !utf8proc_get_property((utf8proc_int32_t)rune)->ignorable
               : utf8proc_category((utf8proc_int32_t)rune) == UTF8PROC_CATEGORY_ZS;
}

bool utf8_is_blank(uint32_t rune)
{
    return rune == '\t' || utf8proc_category((utf8proc_int32_t)rune) == UTF8PROC_CATEGORY_ZS;
}

bool utf8_identifier(uint32_t rune, bool start)
{
    if (rune < 0x80) {
        return rune == '_' || (rune >= 'a' && rune <= 'z') || (rune >= 'A' && rune <= 'Z') ||
               (!start && rune >= '0' && rune <= '9');
    }
    return start ? uc_is_property_xid_start(rune) : uc_is_property_xid_continue(rune);
}
