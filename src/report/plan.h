/* What a plan considered and chose, for people and for machines. */
#ifndef CFGLINT_REPORT_PLAN_H
#define CFGLINT_REPORT_PLAN_H

#include "base/buf.h"
#include "plan/search.h"

/* A table of the schemes, the choice, what changes, what was left alone. */
void plan_text(struct buf *out, const struct plan *p, str gpu, bool color);
/* What the run is, and what moves with it. */
void recipe_text(struct buf *out, const struct recipe *r, const struct followed *f,
    const struct changes *changes);
/* The same as one JSON object; `rewritten` is the text that makes the choice, empty when there is
 * none. */
void plan_json(struct buf *out, struct arena *a, const struct plan *p, str gpu, str rewritten);

/* Samples of all GPUs in a second; 0: nothing is known of the GPU's speed. */
double plan_samples(const struct plan *p, const struct scheme *s);

#endif
