/* Findings in all the formats of formats.def. */
#ifndef CFGLINT_REPORT_REPORT_H
#define CFGLINT_REPORT_REPORT_H

#include "base/buf.h"
#include "diag/diag.h"
#include "lint/lint.h"

struct report {
    struct arena *arena;
    const struct diags *found; /* sorted */
    size_t n_files;            /* linted */
    bool color;
    const char *version;     /* of the program */
    const struct lint *lint; /* the rules */
};

typedef void report_fn(const struct report *r, struct buf *out);

/* NULL when there is no such format. */
report_fn *report_format(str name);
/* How often each rule found something, the most frequent first. */
report_fn report_statistics;

#endif
