/*
 * What would save memory, each with the figure that an estimate with it gives.
 */
#ifndef CFGLINT_PLAN_ADVICE_H
#define CFGLINT_PLAN_ADVICE_H

#include "memory/estimate.h"

struct advice {
    str what; /* "mixed precision (fp16)" */
    struct interval used;
    int64_t saved_bytes;     /* of what nvidia-smi shows, expected */
    struct changes *changes; /* of the config */
};

struct advices {
    VEC(struct advice) list; /* the largest saving first; all save something */
};

/* `now` is the estimate of the settings as they are. */
void advice_find(void *talloc_ctx, struct arena *a, struct settings *s,
    const struct estimate_options *o, const struct estimate *now, struct advices *out,
    struct diags *diags);

#endif
