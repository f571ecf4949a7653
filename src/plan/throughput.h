/*
 * How long a training step takes, relative to another one: a roofline over the operation graph.
 *
 * Every operation takes as long as its arithmetic or its memory traffic, whichever is more, and a
 * moment to be launched; backward takes twice as long as forward, recomputed parts another forward.
 * Good for ranking settings on one GPU, not for telling the time.
 */
#ifndef CFGLINT_PLAN_THROUGHPUT_H
#define CFGLINT_PLAN_THROUGHPUT_H

#include "model/graph.h"

/* Seconds of one step; `compute` is 10 * the compute capability. */
double step_seconds(const struct graph *g, uint32_t compute);

#endif
