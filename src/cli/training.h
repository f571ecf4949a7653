/* Options about the run of training that estimate and plan share: --torch, --gpus, --amp, --batch.
 */
#ifndef CFGLINT_CLI_TRAINING_H
#define CFGLINT_CLI_TRAINING_H

#include "cli/gpu.h"
#include "memory/measured.h"
#include "report/time.h"

/* What --measured or --log say; `out->bytes` 0: neither.  False after a diagnostic. */
bool training_measured(struct run *r, struct measured *out);
/* False after a diagnostic.  --batch 1..16 sets `o->batch` to the last and *first to the first one;
 * else *first is 0. */
bool training_options(
    struct run *r, const struct gpu *gpu, struct estimate_options *o, int64_t *first);

/* How long the config trains. */
struct run_length training_length(struct settings *s);

#endif
