/*
 * Findings between files that a config inherits together: a schedule for 36 epochs and a run of 12,
 * the data of a validation and no loop for it.
 *
 * Where most of the linted configs with such a base meet the finding, the base is wrong, and it
 * stands there.  Where half of them or more get along with the base, the file that puts the two
 * together is wrong: it stands at the place where that one names its bases.
 */
#ifndef CFGLINT_CLI_BLAME_H
#define CFGLINT_CLI_BLAME_H

#include "config/config.h"
#include "diag/diag.h"

struct blame;

struct blame *blame_new(void *talloc_ctx);
/* Notes what a config that is linted inherits. */
void blame_uses(struct blame *b, const struct config *c);
/* Where the innermost file of a config that inherits all that a finding names says so; no source:
 * it names no bases. */
struct loc blame_meeting(const struct config *c, const struct diag *d);
/* Is it about a file that linted configs inherit, none of which meets it?  What it lacks they
 * bring.  Of findings that have been merged. */
bool blame_brought(const struct blame *b, const struct diag *d);
/* Moves findings of `found` that few of the configs with the same base meet; they have been merged.
 */
void blame_move(const struct blame *b, struct diags *found);

#endif
