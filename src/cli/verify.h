/* A short run that shows what a plan takes. */
#ifndef CFGLINT_CLI_VERIFY_H
#define CFGLINT_CLI_VERIFY_H

#include "cli/run.h"
#include "plan/search.h"

/* --verify wants a file to measure.  False after a diagnostic. */
bool verify_is_possible(struct run *r);
/* Writes a config of 20 iterations beside the planned one, and prints how to run it and what to do
 * with its log.  False after a diagnostic. */
bool verify_write(struct run *r, str planned, const struct plan *p);

#endif
