/*
 * Weights and gradients that are divided among GPUs, in time: each unit's weights are gathered
 * before they are used and go afterwards; its gradients are reduced, of which one GPU's part stays.
 */
#ifndef CFGLINT_MEMORY_GATHER_H
#define CFGLINT_MEMORY_GATHER_H

#include "memory/simulator.h"

/* NULL when the run divides nothing. */
struct gather *gather_new(struct simulator *s);

/* Before an operation runs forward; `end` of forward: what does not stay goes. */
void gather_forward(struct simulator *s, op_id i);
void gather_forward_end(struct simulator *s);

void gather_backward_begin(struct simulator *s);
/* Before, and after, the backward of the operations from `i` on. */
void gather_backward(struct simulator *s, op_id i);
void gather_backward_done(struct simulator *s, op_id i);
void gather_backward_end(struct simulator *s);
/* A parameter's gradient is there.  False: it stays as it is. */
bool gather_gradient(struct simulator *s, param_id p, uint32_t b);

#endif
