/* complexity --plan: a model on its way to a deployment, stage by stage. */
#ifndef CFGLINT_CLI_STAGES_H
#define CFGLINT_CLI_STAGES_H

#include "cli/measure.h"
#include "report/stages.h"

/* Builds an engine, quantizes it to int8, prunes it, and takes half of its repeated layers away;
 * each stage on top of those before.  False after a diagnostic. */
bool stages_find(struct run *r, struct config *c, const struct model_options *o,
    const struct asked *a, struct stages *out);

#endif
