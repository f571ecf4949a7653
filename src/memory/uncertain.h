/*
 * What is not certain of an estimate besides what data decides: which PyTorch runs, what cuDNN
 * takes while a convolution runs, and what the model of memory leaves out.
 */
#ifndef CFGLINT_MEMORY_UNCERTAIN_H
#define CFGLINT_MEMORY_UNCERTAIN_H

#include "memory/regime.h"

struct uncertainty {
    const char *name, *text;
    str low, high; /* for people: "1.8", "-2 %" */
};

struct uncertainties {
    VEC(struct uncertainty) list;
    double share;       /* by which the model itself may be wrong */
    double cache_share; /* and what is reserved, besides */
};

/* The regime with which little, or much, is needed; `which`: low or high. */
struct regime uncertain_regime(struct settings *s, const struct regime *r,
    const struct regime_options *o, uint32_t compute, enum scenario which, struct diags *diags);

/* `low` and `high` are those regimes. */
void uncertain_list(void *talloc_ctx, struct arena *a, const struct regime *r,
    const struct regime *low, const struct regime *high, struct uncertainties *out);

#endif
