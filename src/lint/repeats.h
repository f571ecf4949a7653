/* What is said twice, so that the first time is lost: in one file (SYN003), or over an import of a
 * new-style config (INH009). */
#ifndef CFGLINT_LINT_REPEATS_H
#define CFGLINT_LINT_REPEATS_H

#include "config/config.h"

void repeats_find(const struct config *c, struct diags *out);

#endif
