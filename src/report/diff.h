/* A unified diff, as diff -u prints it and patch reads it. */
#ifndef CFGLINT_REPORT_DIFF_H
#define CFGLINT_REPORT_DIFF_H

#include "base/buf.h"
#include "text/edit.h"

struct diff_style {
    bool color;
    bool exact; /* the bytes of the files, for patch; else what is not plain is shown as escapes */
};

/* Of a file and edits of whole lines; `path` names it in both headers. */
void diff_write(struct buf *out, str path, const struct source *source, const struct edits *edits,
    struct diff_style style);
/* Of a file that is new. */
void diff_write_new(struct buf *out, str path, str text, struct diff_style style);
/* The text of a file, exact or shown. */
void diff_text(struct buf *out, str text, bool exact);

#endif
