/* cfglint plan FILES... --gpu A,B --target 50%,70%: a plan for each config, card and target. */
#ifndef CFGLINT_CLI_SWEEP_H
#define CFGLINT_CLI_SWEEP_H

#include "cli/gpu.h"
#include "plan/search.h"

/* Does the command line ask for more than one plan? */
bool sweep_is_meant(struct run *r);
enum exit_status sweep(struct run *r);

/* All that a plan's options say, for a card, but for its rules: what `cfglint plan` reads, too.
 * False after a diagnostic. */
bool plan_read_options(struct run *r, const struct gpu *gpu, struct plan_options *o);
/* The rules of the scope at hand, as a plan asks them. */
const struct lint *plan_lint(struct run *r);

#endif
