/*
 * Comments that keep findings back:
 *
 *     # cfglint: ignore[LR001, AMP] why
 *         on a line: for it, and for what begins or ends there;
 *         alone: for the next statement or mapping entry, with all in it
 *     # cfglint: ignore-file[LR001] why
 *         for the whole file
 *     # cfglint: off
 *     # cfglint: on
 *         for the lines between
 *
 * A comment that names no code, names one that does not exist, or keeps nothing back is a finding
 * itself.
 */
#ifndef CFGLINT_LINT_SUPPRESS_H
#define CFGLINT_LINT_SUPPRESS_H

#include "lint/lint.h"

struct suppressions;

struct suppressions *suppressions_new(void *talloc_ctx, const struct lint *l);
/* Reads the comments of the files of a config; `own` tells that the config's own file was asked to
 * be linted. */
void suppressions_read(struct suppressions *s, const struct config *c, bool own);
/* The same of a library file that was asked to be linted. */
void suppressions_read_file(
    struct suppressions *s, const struct source *source, const struct tree *tree);
/* Marks the findings that a comment keeps back. */
void suppressions_apply(struct suppressions *s, struct diags *diags);
/* Adds what is wrong with the comments themselves, in the files that were asked to be linted. */
void suppressions_finish(struct suppressions *s, struct diags *diags);

#endif
