/* cfglint estimate FOLDER --format csv: a row for each config. */
#ifndef CFGLINT_CLI_ESTIMATES_H
#define CFGLINT_CLI_ESTIMATES_H

#include "cli/run.h"

/* Does the command line name more than one config? */
bool estimates_are_meant(struct run *r);
enum exit_status estimates(struct run *r);

#endif
