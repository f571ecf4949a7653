/* Options about the run of training that estimate and plan share: --torch, --gpus, --amp, --batch.
 */
#ifndef CFGLINT_CLI_TRAINING_H
#define CFGLINT_CLI_TRAINING_H

#include "cli/gpu.h"
#include "memory/estimate.h"

/* False after a diagnostic. */
bool training_options(struct run *r, const struct gpu *gpu, struct estimate_options *o);

#endif
