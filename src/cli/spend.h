/* What a config is predicted to take of what it has budgets for. */
#ifndef CFGLINT_CLI_SPEND_H
#define CFGLINT_CLI_SPEND_H

#include "cli/budgets.h"
#include "memory/estimate.h"

struct spend {
    bool asked[2];                      /* of deployment, of training */
    const struct estimate *estimate[2]; /* NULL: not asked for, or it cannot be made */
};

/*
 * The fact of that name: deploy_latency (seconds), deploy_memory, train_memory (bytes),
 * deploy_parameters or train_hours, as {expected, high, budget, gpu, known, most}.  `known`: share
 * of the types that are described; `most`: the three modules that take most of it, as [path,
 * share]. False: there is no such budget, or nothing can be told.
 */
bool spend_fact(struct spend *x, struct run *r, struct settings *s, str name, struct value *out);

#endif
