/* Where the parts of an f-string end, as of Python 3.12: its holes may hold any expression, with
 * strings in the same quotes, backslashes, comments and line ends. */
#ifndef CFGLINT_SYNTAX_FSTRING_H
#define CFGLINT_SYNTAX_FSTRING_H

#include "base/str.h"

#define FSTRING_OPEN UINT32_MAX

/* The quote that closes the f-string whose body begins at `at`; FSTRING_OPEN when there is none. */
uint32_t fstring_end(str text, uint32_t at, uint32_t end, bool triple, bool raw);
/* In an expression, at a quote: the byte after the string; FSTRING_OPEN when it is not closed. */
uint32_t fstring_skip_string(str text, uint32_t at, uint32_t end);

#endif
