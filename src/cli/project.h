/*
 * .cfglint.yaml: options for all configs of a project.
 *
 * It is looked for in the folder of the first path on the command line and in those above, up to
 * the top of the work tree.  Its keys are options of the command line, by their long names; what is
 * given on the command line comes on top.  Only it has
 *
 *     per-file-ignores   patterns of paths, each with the codes that are not reported there
 *     exclude            patterns of paths that are not linted, even when they are named
 *
 * Paths in it, and those that patterns are about, are seen from its folder.
 */
#ifndef CFGLINT_CLI_PROJECT_H
#define CFGLINT_CLI_PROJECT_H

#include "cli/run.h"
#include "lint/lint.h"

/* Reads the file and puts its options before those of the command line.  False after a diagnostic.
 */
bool project_setup(struct run *r);
/* The codes of per-file-ignores. */
struct words project_codes(struct run *r);
bool project_excludes(const struct run *r, str path);
/* Does per-file-ignores keep findings of this code in this file back? */
bool project_ignores(const struct run *r, str absolute, str code);

#endif
