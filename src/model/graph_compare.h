/*
 * Are two recordings the same?  They are when one has only copied what the other made (memo.h).
 */
#ifndef CFGLINT_MODEL_GRAPH_COMPARE_H
#define CFGLINT_MODEL_GRAPH_COMPARE_H

#include "model/graph.h"

/* "operation 17": the first row that differs; empty when all are equal. */
str graph_difference(struct arena *arena, const struct graph *a, const struct graph *b);

/* A number that two recordings share that do the same, wherever their descriptions stand. */
uint64_t graph_digest(const struct graph *g);

#endif
