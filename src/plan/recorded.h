/*
 * What searches for one config have recorded.  Private to the plan layer.
 *
 * The bytes and seconds of a step depend on precision, checkpointing, batch and the kind of card,
 * not on the card's memory nor on the target; what has to be written for a scheme on neither.
 */
#ifndef CFGLINT_PLAN_RECORDED_H
#define CFGLINT_PLAN_RECORDED_H

#include "plan/search.h"

/* What is used, and how long a step takes. */
struct probe {
    struct interval used;
    double seconds;
};

struct probe_key {
    str precision, repairs;
    bool checkpointing, accumulates;
    int64_t batch;
    struct gpu_facts gpu;
    uint32_t torch;
};

/* The settings as they are, on such a card; NULL: not yet estimated. */
const struct estimate *recorded_now(const struct plan_memo *m, const struct estimate_options *o);
void recorded_keep_now(
    struct plan_memo *m, const struct estimate_options *o, const struct estimate *now);
/* False when it was not recorded.  `has_ends`: low and high, too. */
bool recorded_find(
    const struct plan_memo *m, const struct probe_key *k, struct probe *out, bool *has_ends);
void recorded_keep(
    struct plan_memo *m, const struct probe_key *k, bool has_ends, const struct probe *p);
/* Bytes for one sample more, on this card or else on another one; 0: not known. */
double recorded_slope(const struct plan_memo *m, const struct probe_key *k);

/* What lint has against the config as it is; NULL: not yet asked. */
const struct diags *recorded_findings(const struct plan_memo *m);
void recorded_keep_findings(struct plan_memo *m, const struct diags *found);
/* What it has against accumulated steps; NULL: not yet asked. */
const str *recorded_objections(const struct plan_memo *m);
void recorded_keep_objections(struct plan_memo *m, str codes);

/* The scheme as changes, linted; NULL: not yet. */
const struct scheme *recorded_scheme(const struct plan_memo *m, const struct scheme *like);
void recorded_keep_scheme(struct plan_memo *m, const struct scheme *made);

#endif
