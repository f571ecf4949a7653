/*
 * Schemes as configs: what each changes, what lint finds in it, and which is best.  Private to the
 * plan layer.
 */
#ifndef CFGLINT_PLAN_CHOOSE_H
#define CFGLINT_PLAN_CHOOSE_H

#include "plan/search.h"

/* Appends what gives the config this precision and checkpointing.  False, with a note, when it has
 * no way to have them. */
bool scheme_mode(struct plan *p, struct arena *a, struct settings *s, str precision,
    bool checkpointing, struct changes *out);
/* Appends changes that were made besides; `from` may be NULL. */
void scheme_repair(const struct changes *from, struct changes *out);
/* Codes of what lint would find in a config that accumulates, where no plan may make that; empty:
 * nothing.  `lint` and `memo` may be NULL. */
str scheme_objections(struct arena *a, struct settings *s, const struct changes *accumulates,
    const struct lint *lint, struct plan_memo *memo);
/* Makes the changes of all schemes that have none yet, and has them linted.  `memo` may be NULL. */
void schemes_make(struct plan *p, struct arena *a, struct settings *s, const struct lint *lint,
    struct plan_memo *memo);
/* Chooses one, and takes its changes over.  The schemes were added in the order in which they
 * change more. */
void scheme_choose(struct plan *p);
/* Says what the chosen scheme costs, with PREFER_FIT. */
void scheme_price(struct plan *p, struct arena *a, const struct settings *s);
/* Instead of the chosen one: the fastest with the same batch and steps, if it is worth it. */
void scheme_choose_faster(struct plan *p);
/* Notes what may count iterations or batches, and is not among the changes. */
void scheme_name_left(struct plan *p, struct arena *a, struct settings *s);
/* Adds a note that is not there. */
void plan_note(struct plan *p, struct arena *a, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
