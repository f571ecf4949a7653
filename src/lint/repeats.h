/* What a file says twice, so that the first time is lost (SYN003). */
#ifndef CFGLINT_LINT_REPEATS_H
#define CFGLINT_LINT_REPEATS_H

#include "config/config.h"

void repeats_find(const struct config *c, struct diags *out);

#endif
