/*
 * How gradients lie: most in the order of their tensor's dimensions, those that come through a
 * permutation otherwise.  Convolutions, norms and softmax put them in order first, a view that does
 * not go with them copies them (Tensor::contiguous, reshape).
 */
#ifndef CFGLINT_MEMORY_LAYOUT_H
#define CFGLINT_MEMORY_LAYOUT_H

#include "memory/simulator.h"

struct layouts;

struct layouts *layouts_new(void *talloc_ctx, const struct graph *g);
/* Does backward of the operation copy its result's gradient before it works with it? */
bool layout_is_copied(const struct layouts *l, const struct graph *g, const struct op *op);
/* Notes how the gradient of an input lies, made from that of the result; true: by a copy, because
 * there is no view of it. */
bool layout_pass(
    struct layouts *l, const struct graph *g, const struct op *op, const struct op_input *in);

#endif
