/*
 * Which widths of a recorded model are one: the channels that a layer makes, those of the norms,
 * residuals and concatenations behind it, and what the layers that take them expect.
 *
 * Each dimension of each tensor consists of parts of groups; the dimensions of one group have to be
 * cut in the same proportion.  Group 0 are sizes that stay: of pictures, batches, kernels, of
 * operations that nothing is known of, and of what the model hands back.  The idea is that of
 * dependency graphs for structural pruning (Fang et al., CVPR 2023).
 */
#ifndef CFGLINT_MODEL_WIDTHS_H
#define CFGLINT_MODEL_WIDTHS_H

#include "model/graph.h"

typedef uint32_t group_id; /* 0: stays */

struct widths;

struct widths *widths_find(void *talloc_ctx, const struct graph *g);
const struct graph *widths_graph(const struct widths *w);
/* Which input of a deformable convolution is its weight: behind offsets, and masks where there are
 * any. */
uint32_t widths_deform_weight(const struct graph *g, const struct op *op);
/* What the model hands back, and nothing in the graph takes, keeps its sizes. */
void widths_keep_results(struct widths *w);

/* The group that all of a dimension is of; 0: it stays, or consists of several. */
group_id widths_group(const struct widths *w, tensor_id t, uint32_t dim);
/* Keeps a share of a group, 0 to 1, or what an earlier call said if that is less. */
void widths_cut(struct widths *w, group_id group, double kept);
/* The share of a dimension that is kept: of whole channels in each of its groups. */
double widths_kept(const struct widths *w, tensor_id t, uint32_t dim);

#endif
