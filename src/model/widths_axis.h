/* The groups and dimensions of widths.h, for those that follow them through operations. */
#ifndef CFGLINT_MODEL_WIDTHS_AXIS_H
#define CFGLINT_MODEL_WIDTHS_AXIS_H

#include "model/widths.h"

/* `units` is into how many equal steps the group can be cut: 64 channels in 8 heads: 8. */
struct group {
    group_id same; /* itself, or towards the one that stands for all that are one */
    int64_t units;
    double kept;
};

struct part {
    group_id group;
    double share; /* of the dimension's elements, not scaled to a sum of 1 */
};

struct axis {
    uint32_t at, n; /* into widths.parts; n = 0: nothing is known yet */
};

struct widths {
    const struct graph *g;
    VEC(struct group) groups;
    VEC(struct part) parts;
    struct axis *axes; /* MAX_DIMS for each tensor */
};

struct axis *axis_at(const struct widths *w, tensor_id t, uint32_t dim);
/* A parameter's dimension is a group of its own until something else is learnt; others stay. */
struct axis axis_of(struct widths *w, tensor_id t, uint32_t dim);
struct axis axis_of_group(struct widths *w, group_id g, int64_t size);
/* As many elements as parts of another dimension, cut alike. */
struct axis axis_scaled(struct widths *w, struct axis from, int64_t size);
bool axis_stays(const struct widths *w, struct axis a);
void axis_keep(struct widths *w, struct axis a);
void axis_keep_dims(struct widths *w, tensor_id t, uint32_t from);
/* All parts of it are cut alike from now on; returns their group. */
group_id axis_melt(struct widths *w, struct axis a);
/* Two dimensions that have to have one size. */
void axis_unify(struct widths *w, struct axis a, struct axis b);
/* A dimension becomes another one, or has to be as large if it is known already. */
void axis_follow(struct widths *w, tensor_id t, uint32_t dim, struct axis from);
/* The lower number stands for both, so that what stays stays. */
void groups_join(struct widths *w, group_id a, group_id b);
/* Only steps of so many elements are possible. */
void group_in_steps(struct widths *w, group_id g, int64_t units);

/* What an operation says about the dimensions of its inputs and results. */
void widths_visit(struct widths *w, const struct op *op);

#endif
