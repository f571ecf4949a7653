/* What would be if a model had fewer channels: a recorded graph with narrower layers. */
#ifndef CFGLINT_MODEL_PRUNE_H
#define CFGLINT_MODEL_PRUNE_H

#include "model/widths.h"

/* A share of the channels that all layers of a module make is taken away. */
struct prune {
    str path; /* "backbone.layer1" */
    double ratio;
};

enum prune_verdict {
    PRUNE_DONE,
    PRUNE_NO_MODULE,   /* there is none of that path */
    PRUNE_NO_CHANNELS, /* it has no layers */
    PRUNE_STAYS /* all of its channels are what the model hands back, or go where nobody can follow
                 */
};

struct pruning {
    struct widths *widths;
    uint32_t cut, kept; /* layers that were to have fewer channels: that have, that cannot */
};

/* Of a forward pass alone, whose results are what the model hands back. */
void prune_begin(struct pruning *p, void *talloc_ctx, const struct graph *g);
enum prune_verdict prune_module(struct pruning *p, struct arena *a, const struct prune *what);
/* Parameters that are left. */
double prune_parameters(const struct pruning *p);
/* The same shares of the same parameters, in another recording of the model. */
void prune_like(
    struct pruning *p, void *talloc_ctx, const struct graph *g, const struct pruning *from);
/* Makes the graph as if it had been recorded with what is left.  Returns the first operation whose
 * sizes do not meet any more: between its inputs lies what nobody could follow; 0: there is none.
 */
op_id prune_apply(const struct pruning *p, struct graph *g);

#endif
