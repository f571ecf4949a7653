/*
 * The orders in which PyTorch meets the tensors of a model, which decide where they lie: children
 * stand in the order in which their parent registered them.
 */
#ifndef CFGLINT_MODEL_ORDER_H
#define CFGLINT_MODEL_ORDER_H

#include "model/graph.h"

enum order_of {
    ORDER_MOVING,    /* Module._apply(), so .cuda(): a module's children, then what is its own */
    ORDER_PARAMETERS /* named_parameters(), so the optimizer: what is its own, then its children */
};

/* All parameters and buffers, g->params.n - 1 of them; what no module holds comes first. */
param_id *order_params(void *talloc_ctx, const struct graph *g, enum order_of order);

#endif
