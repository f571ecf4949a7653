/*
 * Does the new config train as the old one did?  Both are resolved, and compared by what training
 * reads, not by their keys: settings, the learning rate and the momentum of every iteration, the
 * model and what it is given, the memory of a step.  And can it be built: does each type take what
 * it is given (ARG001)?
 */
#ifndef CFGLINT_MIGRATE_PROOF_H
#define CFGLINT_MIGRATE_PROOF_H

#include "migrate/translate.h"
#include "settings/schedule.h"

struct notes {
    VEC(struct note) list;
};

enum {
    PROOF_EPOCH = 1000, /* iterations of an epoch, which the data set decides */
    PROOF_TORCH = 113,  /* of both: the release, too, changes what a step takes */
    PROOF_GPUS = 8      /* of both: one of them may say so, the other not */
};

#define PROOF_DIFFERS "training would differ: "

/* Where a value that changes while training is not what it was. */
struct curve_difference {
    bool differs, known;         /* known: both curves are, and were followed */
    bool too_long;               /* of more iterations than are followed */
    uint64_t first, last, worst; /* iterations; worst: where the difference is largest */
    double was, is;              /* there */
};

struct proof {
    struct notes notes; /* what differs without a reason that is known */
    struct notes
        refused; /* arguments of the new config that its types do not take; by their paths */
    struct curve_difference lr, momentum;
};

/* What there is to compare: nothing of training without data for it, and no steps of a model of
 * which a part is left to a person, since that part is not there to be recorded. */
struct proof_asked {
    bool training, steps;
};

struct proofs; /* what was compared before: many configs share a schedule */

struct proofs *proofs_new(void *talloc_ctx, struct library *library);

/* Notes are for settings that differ (batch, optimizer, length, ...), for the number of parameters,
 * and for memory that is more than 0.5 % off; texts live in `a`.  A model that stays as it was, and
 * is given the same, is not recorded.  `profile`: the script that reads the old config; empty: told
 * from its content.  False when one of the configs is no whole one. */
bool proof_compare(struct proofs *p, struct library *l, struct arena *a, str profile,
    const struct config *old, const struct config *new, struct proof_asked asked,
    struct proof *out);

#endif
