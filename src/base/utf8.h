/* UTF-8 by code point. */
#ifndef CFGLINT_BASE_UTF8_H
#define CFGLINT_BASE_UTF8_H

#include "base/str.h"

/* Decodes the code point at byte `*at` and moves past it.  Surrogates, which texts of Python may
 * hold, are taken as three bytes; a malformed byte gives 0xFFFD and one step. */
uint32_t utf8_next(str s, size_t *at);
/* Offset of the first malformed byte; `s.n` when there is none. */
size_t utf8_check(str s);
bool utf8_is_ascii(str s);
/* Number of code points. */
size_t utf8_count(str s);
/* Byte offset of code point number `index`; `s.n` when it lies beyond the end. */
size_t utf8_offset(str s, size_t index);
/* Terminal columns that the text takes. */
size_t utf8_width(str s);
bool utf8_is_surrogate(uint32_t rune);
/* Does Python's repr() show it as it is? */
bool utf8_is_printable(uint32_t rune);
/* Does a reader see what it is?  Blanks are seen; controls, marks of direction, joiners and what
 * has no meaning are not. */
bool utf8_is_visible(uint32_t rune);
/* A blank of any width, or a tab. */
bool utf8_is_blank(uint32_t rune);
/* May the code point start, or go on, a Python identifier? */
bool utf8_identifier(uint32_t rune, bool start);

#endif
