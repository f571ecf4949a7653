/* A unified diff, as diff -u prints it and patch reads it. */
#ifndef CFGLINT_REPORT_DIFF_H
#define CFGLINT_REPORT_DIFF_H

#include "base/buf.h"
#include "text/edit.h"

/* Of a file and edits of whole lines; `path` names it in both headers. */
void diff_write(
    struct buf *out, str path, const struct source *source, const struct edits *edits, bool color);
/* Of a file that is new. */
void diff_write_new(struct buf *out, str path, str text, bool color);

#endif
