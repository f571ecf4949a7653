/* Findings and tables as text for people. */
#ifndef CFGLINT_REPORT_TEXT_H
#define CFGLINT_REPORT_TEXT_H

#include "base/buf.h"
#include "diag/diag.h"

#include <stdio.h>

/* `when` is auto, always or never; auto means a terminal and no NO_COLOR. */
bool text_wants_color(FILE *to, str when);
/* A line of its own, after an empty one. */
void text_heading(struct buf *out, bool color, const char *text);
/* Each finding with its source line, carets, related places and help. */
void text_diags(struct buf *out, const struct diags *diags, bool color);

#endif
