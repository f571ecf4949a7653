/* Where a rewritten config goes: the standard output, a diff, the file itself, or a new file. */
#ifndef CFGLINT_CLI_OUTPUT_H
#define CFGLINT_CLI_OUTPUT_H

#include "cli/run.h"
#include "plan/rewrite.h"

/* What -o, --into and --in-place ask for.  False after a diagnostic. */
bool output_options(struct run *r, const struct config *c, struct rewrite_options *out);
/* Writes it.  False after a diagnostic. */
bool output_rewritten(struct run *r, const struct rewritten *w);

#endif
