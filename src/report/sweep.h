/* The manifest of a sweep: a row for each config, card and target. */
#ifndef CFGLINT_REPORT_SWEEP_H
#define CFGLINT_REPORT_SWEEP_H

#include "plan/search.h"
#include "report/table.h"

struct sweep_row {
    str file, gpu;
    uint64_t gpu_bytes;
    double target;      /* a share: 0.7 */
    const char *status; /* "planned", "as it is", "refused" */
    const char *code;   /* of the refusal; "" */
    str message;
    str output; /* the new file; empty: none */
    bool is_written;
    const struct scheme *scheme; /* NULL: refused before there was one */
    int64_t gpus;
    double lr, lr_factor; /* lr 0: the config has none */
};

struct table sweep_table(struct arena *a);
/* Takes a copy. */
void sweep_add(struct table *t, const struct sweep_row *row);

#endif
