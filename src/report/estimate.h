/* A memory estimate for people and for machines. */
#ifndef CFGLINT_REPORT_ESTIMATE_H
#define CFGLINT_REPORT_ESTIMATE_H

#include "base/buf.h"
#include "memory/holders.h"
#include "memory/measured.h"
#include "plan/advice.h"
#include "report/time.h"

struct estimate_report {
    struct arena *arena;
    const struct estimate *estimate;
    struct library *library;
    str path; /* of the config */
    str gpu;  /* its label */
    uint64_t gpu_bytes;
    struct time_report time;
    const struct advices *advices;   /* NULL: none were looked for */
    const struct measured *measured; /* NULL: nothing was */
    const struct effects *effects;   /* of the assumptions, when something was measured */
    bool color;
};

/* The totals, what they consist of, who holds the peak, what would save, what was assumed. */
void estimate_text(struct buf *out, const struct estimate_report *r);
/* A row for each module that does something of its own. */
void estimate_layers(struct buf *out, const struct estimate_report *r);
/* The same as a JSON array. */
void estimate_layers_json(struct buf *out, const struct estimate_report *r);
/* One JSON object; bytes are integers.  docs/json.md describes it. */
void estimate_json(struct buf *out, const struct estimate_report *r);

/* "fp32", "fp16", "bf16", "fp16 (half model)" */
const char *precision_name(const struct regime *r);

#endif
