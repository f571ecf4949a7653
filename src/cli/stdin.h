/* A config whose text comes from the standard input, as an editor has it (--stdin-filename). */
#ifndef CFGLINT_CLI_STDIN_H
#define CFGLINT_CLI_STDIN_H

#include "cli/run.h"

/* With the option, reads the text and makes it that of the file, which is the only path then.
 * False after a diagnostic. */
bool stdin_setup(struct run *r);

#endif
