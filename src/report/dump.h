/* What the first stages make of a file, for people who work on them. */
#ifndef CFGLINT_REPORT_DUMP_H
#define CFGLINT_REPORT_DUMP_H

#include "base/buf.h"
#include "config/config.h"
#include "syntax/token.h"

/* One token a line: place, kind, text. */
void dump_tokens(struct buf *out, const struct source *source, const struct tokens *tokens);
/* One S-expression for each top-level statement. */
void dump_tree(struct buf *out, const struct tree *tree);
/* The dialect, the files in the order in which they were read, and the values with their origins.
 */
void dump_config(struct arena *a, struct buf *out, const struct config *c);

#endif
