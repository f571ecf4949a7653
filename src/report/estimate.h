/* A memory estimate for people and for machines. */
#ifndef CFGLINT_REPORT_ESTIMATE_H
#define CFGLINT_REPORT_ESTIMATE_H

#include "base/buf.h"
#include "memory/estimate.h"

/* One JSON object; bytes are integers.  docs/json.md describes it. */
void estimate_json(struct buf *out, const struct estimate *e, struct arena *a);

#endif
