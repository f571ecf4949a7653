/*
 * What a model may take: --deploy and --train KEY=VALUE,..., or mappings of those names in
 * .cfglint.yaml.  Rules compare them with what is predicted (facts.h).
 */
#ifndef CFGLINT_CLI_BUDGETS_H
#define CFGLINT_CLI_BUDGETS_H

#include "cli/gpu.h"

/* What is 0, or empty, was not given. */
struct budget {
    bool given;
    str gpu_name, precision;
    bool engine; /* TensorRT runs it, as it does in int8 */
    struct gpu gpu;
    int64_t gpus, batch;
    double latency; /* seconds */
    double parameters, hours;
    double share; /* of the GPU's memory */
    uint64_t memory;
};

struct budgets {
    struct budget deploy, train;
};

/* False after a diagnostic at the place of the value.  GPUs are not looked up. */
bool budgets_read(struct run *r, struct budgets *out);
/* The same, with the GPUs, and the share of one as bytes. */
bool budgets_find(struct run *r, struct budgets *out);

#endif
