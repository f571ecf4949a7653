/*
 * What searches for one config have recorded.  Private to the plan layer.
 *
 * The bytes of a step depend on precision, checkpointing, batch and the kind of card, not on the
 * card's memory nor on the target.
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
    str precision;
    bool checkpointing, accumulates;
    int64_t batch;
    struct gpu_facts gpu;
    uint32_t torch;
};

/* The settings as they are, on such a card; NULL: not yet estimated. */
const struct estimate *recorded_now(const struct plan_memo *m, const struct estimate_options *o);
void recorded_keep_now(
    struct plan_memo *m, const struct estimate_options *o, const struct estimate *now);
/* False when it was not recorded, or only its expected figure and more is wanted. */
bool recorded_find(
    const struct plan_memo *m, const struct probe_key *k, bool expected_only, struct probe *out);
void recorded_keep(
    struct plan_memo *m, const struct probe_key *k, bool expected_only, const struct probe *p);

#endif
