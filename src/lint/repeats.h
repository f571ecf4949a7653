/* What is said twice, so that the first time is lost: in one file (SYN003), or over an import of a
 * new-style config (INH009). */
#ifndef CFGLINT_LINT_REPEATS_H
#define CFGLINT_LINT_REPEATS_H

#include "diag/diag.h"
#include "settings/settings.h"

/* `defaults`: for each section, what holds without its keys, as text; NULL: nothing is known. */
void repeats_find(struct settings *s, const struct value *defaults, struct diags *out);

#endif
