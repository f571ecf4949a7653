/* What separates two texts, line by line. */
#ifndef CFGLINT_PLAN_TEXT_DIFF_H
#define CFGLINT_PLAN_TEXT_DIFF_H

#include "text/edit.h"

/* Edits of whole lines that make `text` of the source. */
void text_diff_edits(struct arena *a, const struct source *source, str text, struct edits *out);

#endif
