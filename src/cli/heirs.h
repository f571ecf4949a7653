/* Configs that inherit from a file that is about to change. */
#ifndef CFGLINT_CLI_HEIRS_H
#define CFGLINT_CLI_HEIRS_H

#include "cli/run.h"

/* Notes (PLN010) which of the configs below the roots change along with this file. */
void heirs_tell(struct run *r, const struct source *changed);

#endif
