/*
 * Does the new config train as the old one did?  Both are resolved, and compared by what training
 * reads, not by their keys.
 */
#ifndef CFGLINT_MIGRATE_PROOF_H
#define CFGLINT_MIGRATE_PROOF_H

#include "migrate/translate.h"

struct notes {
    VEC(struct note) list;
};

/* Adds a note for each setting that differs (batch, optimizer, rate, length, ...), and when the
 * models have different numbers of parameters.  A model that stays as it was is not recorded.
 * Texts live in `a`.  `profile`: the script that reads the old
 * config; empty: told from its content.  False when one of the configs is no whole one. */
bool proof_compare(struct library *l, struct arena *a, str profile, const struct config *old,
    const struct config *new, struct notes *out);

#endif
