/* cfglint dump examples, and dump recordings: what the library's own examples give. */
#ifndef CFGLINT_CLI_DUMP_EXAMPLES_H
#define CFGLINT_CLI_DUMP_EXAMPLES_H

#include "cli/run.h"

/* Those whose file or name holds `only`, or "all", a line each; not clean where one differs from
 * what it says. Where there is none, a diagnostic says so. */
enum exit_status dump_examples(struct run *r, str only);
/* The same recorded in several ways, with a digest of each: what changes, whoever says so. */
enum exit_status dump_recordings(struct run *r, str only);

#endif
