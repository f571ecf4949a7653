/*
 * A baseline: findings that are known and not to be reported again, so that a project can begin to
 * use the linter before it is clean.
 *
 * It counts findings by file, code and key, not by line, so it survives edits; a file with more
 * findings of a kind than the baseline has shows the additional ones.
 */
#ifndef CFGLINT_CLI_BASELINE_H
#define CFGLINT_CLI_BASELINE_H

#include "cli/run.h"

/* Marks the findings that the file knows as suppressed.  False after a diagnostic. */
bool baseline_apply(struct run *r, str path, struct diags *found);
/* Makes the file of what is found now.  False after a diagnostic. */
bool baseline_write(struct run *r, str path, const struct diags *found);

#endif
