/* What rule files say about their rules: for people, for the documentation, and for programs. */
#ifndef CFGLINT_REPORT_RULES_H
#define CFGLINT_REPORT_RULES_H

#include "base/buf.h"
#include "lint/lint.h"

/* One line for each rule. */
void rules_list(struct arena *a, struct buf *out, const struct lint *l);
/* A page about one rule, as text or as Markdown. */
void rules_explain(struct arena *a, struct buf *out, const struct rule *r, bool markdown);
/* The table of all rules in Markdown: the index of the pages. */
void rules_index(struct arena *a, struct buf *out, const struct lint *l);
/* All that their files say, examples included, as a JSON array; `only` NULL: all rules. */
void rules_json(struct arena *a, struct buf *out, const struct lint *l, const struct rule *only);

#endif
