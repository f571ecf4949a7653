/* What the user, and not the config, says about a run: GPUs, reference batch, and the memory that
 * is predicted from both. */
#ifndef CFGLINT_CLI_FACTS_H
#define CFGLINT_CLI_FACTS_H

#include "cli/run.h"
#include "memory/estimate.h"

struct memory_facts {
    struct estimate_options options;
    uint64_t budget, target; /* bytes; 0: not given */
};

/* Reads --gpu, --gpu-memory, --target and the budgets.  False after a diagnostic. */
bool facts_setup(struct run *r);
/* The facts for one config; memory is predicted when a rule asks for it. */
const struct settings_facts *facts_new(struct run *r, struct arena *a);

#endif
