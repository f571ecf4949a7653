/* Places that outlive the files they are in: each keeps the text around where it begins, and
 * nothing else. */
#ifndef CFGLINT_TEXT_EXCERPT_H
#define CFGLINT_TEXT_EXCERPT_H

#include "text/source.h"

struct excerpts;

struct excerpts *excerpts_new(void *talloc_ctx);
/* The same place, in a source of the excerpts' own that has the same path, offsets and line
 * numbers, but only this place, and as much of the line where it begins as a message shows.  The
 * file may go away. */
struct loc excerpt_of(struct excerpts *x, struct loc at);

#endif
