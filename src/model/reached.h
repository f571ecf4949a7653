/* What the loss reaches: the operations that backward runs, and the parameters that get a gradient.
 */
#ifndef CFGLINT_MODEL_REACHED_H
#define CFGLINT_MODEL_REACHED_H

#include "model/graph.h"

/* Marks the operations on a path to the loss.  `reached` has one place for each and begins false.
 */
void reached_ops(const struct graph *g, bool *reached);

/* From here on `used` says which parameters get a gradient, not which are touched: optimizers make
 * no states for the others.  All, where the step is not known whole or has no loss. */
void reached_parameters(struct graph *g);

#endif
