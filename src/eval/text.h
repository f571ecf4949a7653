/* str(), repr() and formatting, as Python does them. */
#ifndef CFGLINT_EVAL_TEXT_H
#define CFGLINT_EVAL_TEXT_H

#include "base/buf.h"
#include "eval/eval.h"

/* Appends repr(v), or str(v).  *unknown is set when an unknown value is inside. */
void text_repr(struct arena *a, struct buf *out, const struct value *v, bool *unknown);
void text_str(struct arena *a, struct buf *out, const struct value *v, bool *unknown);
/* Appends the __qualname__ of what is called `name` and made in the frame `around`, or at the top
 * (NULL); `literal` is the name it is bound to there, or 0. */
void text_qualname(struct buf *out, const struct frame *around, uint32_t literal, const char *name);
/* A function's __qualname__. */
void text_function_name(struct buf *out, const struct function_value *fn);
/* The same for code that runs: charged.  False after raising LIMIT. */
bool eval_text(struct eval *e, struct buf *out, const struct value *v, bool quoted, bool *unknown);
/* repr() of a string: single quotes unless it holds some and no double ones. */
void text_quote(struct buf *out, str s);
/* The inside of a string literal with these quotes. */
void text_quote_inside(struct buf *out, str s, char quote);

/* format(v, spec).  False after raising. */
bool text_format(struct eval *e, const struct value *v, str spec, struct buf *out, bool *unknown);
/* 'pattern' % right and 'pattern'.format(...). */
bool text_percent(struct eval *e, str pattern, const struct value *right, struct value *out);
/* b'pattern' % right */
bool bytes_percent(struct eval *e, str pattern, const struct value *right, struct value *out);
/* A text with a character for each byte, and back (in lists and tuples too). */
struct value bytes_as_text(struct eval *e, str s);
struct value text_as_bytes(struct eval *e, const struct value *v);
bool text_braces(
    struct eval *e, str pattern, const struct arguments *args, bool map, struct value *out);
/* The text with the digits of any script as those of ASCII. */
str text_ascii_digits(struct eval *e, str s);
/* What ascii() makes of a repr: all but ASCII as escapes. */
void text_ascii(struct buf *out, str repr);
/* Without white space around it, as Python sees it. */
str text_trim(str s);
/* Is it white space for Python: what strip() takes away? */
bool text_is_space(uint32_t rune);

#endif
