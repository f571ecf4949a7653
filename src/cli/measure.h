/* A model, and what a test step with it takes of a GPU. */
#ifndef CFGLINT_CLI_MEASURE_H
#define CFGLINT_CLI_MEASURE_H

#include "cli/gpu.h"
#include "cli/whatif.h"
#include "report/complexity.h"

/* What the latency is of. */
struct asked {
    bool gpu; /* it is asked for */
    struct gpu card;
    int64_t batch;
    struct pass_options pass;
    str precision; /* empty: as the config tests */
};

/* The model as it is, or as it would be (`w` not NULL).  False after a diagnostic. */
bool measure(struct run *r, struct config *c, const struct model_options *o, const struct asked *a,
    const struct whatif *w, struct complexity *x);

#endif
