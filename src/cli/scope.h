/* What holds for a part of a run's configs: the `.cfglint` folders above them. */
#ifndef CFGLINT_CLI_SCOPE_H
#define CFGLINT_CLI_SCOPE_H

#include "cli/run.h"

/* What configs below the same `.cfglint` folders share, and no others see. */
struct scope {
    VEC(str) folders; /* the nearest one last */
    struct library *library;
    struct loader *loader;
};

/* The one of the run itself, which is that of the first config, too; and each further one.  It is
 * at hand then. */
struct scope *scope_add(struct run *r);
/* What the options and the environment name holds in each of them. */
void scope_fill(struct run *r);
/* Allows what a config may read, and reads the .cfglint folders above it: its scope is at hand from
 * now on. */
void scope_prepare(struct run *r, str path);
/* The same for a config that would lie in the working directory. */
void scope_prepare_here(struct run *r);
void scope_enter(struct run *r, size_t scope);
/* For what looks at all configs at once: the scope of the folders above all of them is at hand.
 * Warns of others, which are not read. */
void scope_enter_common(struct run *r);

#endif
