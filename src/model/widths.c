#include "model/widths_axis.h"

#include <math.h>

/* --- groups --- */

static group_id root(const struct widths *w, group_id g)
{
    while (w->groups.items[g].same != g) {
        g = w->groups.items[g].same;
    }
    return g;
}

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static group_id group_new(struct widths *w, int64_t units)
{
    group_id id = (group_id)w->groups.n;
    vec_push(w, &w->groups, ((struct group){.same = id, .units = units, .kept = 1}));
    return id;
}

/* The lower number stands for both, so that what stays stays. */
void groups_join(struct widths *w, group_id a, group_id b)
{
    group_id x = root(w, a), y = root(w, b), low = x < y ? x : y, high = x < y ? y : x;
    struct group *kept = &w->groups.items[low], *gone = &w->groups.items[high];
    gone->same = low;
    kept->units = common_divisor(kept->units, gone->units);
    kept->kept = fmin(kept->kept, gone->kept);
}

/* --- dimensions --- */

struct axis *axis_at(const struct widths *w, tensor_id t, uint32_t dim)
{
    return &w->axes[(size_t)t * MAX_DIMS + dim];
}

static const struct shape *shape_of(const struct widths *w, tensor_id t)
{
    return &graph_tensor(w->g, t)->shape;
}

struct axis axis_of_group(struct widths *w, group_id g, int64_t size)
{
    struct axis a = {(uint32_t)w->parts.n, 1};
    vec_push(w, &w->parts, ((struct part){g, (double)size}));
    return a;
}

static bool is_parameter(const struct widths *w, tensor_id t)
{
    const struct tensor_info *i = graph_tensor(w->g, t);
    return !i->producer && w->g->storages.items[i->storage].kind == STORAGE_PARAMETER;
}

/* A parameter's dimension is a group of its own until something else is learnt; others stay. */
struct axis axis_of(struct widths *w, tensor_id t, uint32_t dim)
{
    struct axis *a = axis_at(w, t, dim);
    if (a->n == 0) {
        int64_t size = shape_of(w, t)->size[dim];
        *a = axis_of_group(w, is_parameter(w, t) && size > 1 ? group_new(w, size) : 0, size);
    }
    return *a;
}

bool axis_stays(const struct widths *w, struct axis a)
{
    for (uint32_t i = 0; i < a.n; i++) {
        if (root(w, w->parts.items[a.at + i].group) != 0) {
            return false;
        }
    }
    return true;
}

void axis_keep(struct widths *w, struct axis a)
{
    for (uint32_t i = 0; i < a.n; i++) {
        groups_join(w, 0, w->parts.items[a.at + i].group);
    }
}

/* All parts of it are cut alike from now on; returns their group. */
group_id axis_melt(struct widths *w, struct axis a)
{
    for (uint32_t i = 1; i < a.n; i++) {
        groups_join(w, w->parts.items[a.at].group, w->parts.items[a.at + i].group);
    }
    return root(w, w->parts.items[a.at].group);
}

static bool alike(const struct widths *w, struct axis a, struct axis b)
{
    bool same = a.n == b.n;
    for (uint32_t i = 0; i < a.n && same; i++) {
        const struct part *x = &w->parts.items[a.at + i], *y = &w->parts.items[b.at + i];
        same = fabs(x->share - y->share) < 0.5;
    }
    return same;
}

/* Two dimensions that have to have one size. */
void axis_unify(struct widths *w, struct axis a, struct axis b)
{
    if (!alike(w, a, b)) {
        groups_join(w, axis_melt(w, a), axis_melt(w, b));
        return;
    }
    for (uint32_t i = 0; i < a.n; i++) {
        groups_join(w, w->parts.items[a.at + i].group, w->parts.items[b.at + i].group);
    }
}

/* A dimension becomes another one, or has to be as large if it is known already. */
void axis_follow(struct widths *w, tensor_id t, uint32_t dim, struct axis from)
{
    struct axis *a = axis_at(w, t, dim);
    if (a->n == 0) {
        *a = from;
    } else {
        axis_unify(w, *a, from);
    }
}

/* As many elements as parts of another dimension, cut alike. */
struct axis axis_scaled(struct widths *w, struct axis from, int64_t size)
{
    double sum = 0;
    for (uint32_t i = 0; i < from.n; i++) {
        sum += w->parts.items[from.at + i].share;
    }
    struct axis a = {(uint32_t)w->parts.n, from.n};
    for (uint32_t i = 0; i < from.n; i++) {
        struct part p = w->parts.items[from.at + i];
        p.share *= sum > 0 ? (double)size / sum : 1;
        vec_push(w, &w->parts, p);
    }
    return a;
}

/* Only steps of so many elements are possible. */
void group_in_steps(struct widths *w, group_id g, int64_t units)
{
    struct group *x = &w->groups.items[root(w, g)];
    x->units = common_divisor(x->units, units > 0 ? units : 1);
}

void axis_keep_dims(struct widths *w, tensor_id t, uint32_t from)
{
    for (uint32_t d = from; d < shape_of(w, t)->n; d++) {
        axis_keep(w, axis_of(w, t, d));
    }
}

/* --- all of a graph --- */

struct widths *widths_find(void *talloc_ctx, const struct graph *g)
{
    struct widths *w = mem_zero(talloc_ctx, sizeof *w);
    w->g = g;
    w->axes = mem_zero(w, (g->tensors.n + 1) * MAX_DIMS * sizeof *w->axes);
    group_new(w, 1); /* what stays */
    for (size_t i = 1; i < g->ops.n; i++) {
        widths_visit(w, &g->ops.items[i]);
    }
    return w;
}

const struct graph *widths_graph(const struct widths *w)
{
    return w->g;
}

void widths_keep_results(struct widths *w)
{
    const struct graph *g = w->g;
    bool *taken = mem_zero(w, (g->tensors.n + 1) * sizeof *taken);
    for (size_t i = 0; i < g->inputs.n; i++) {
        taken[g->inputs.items[i].tensor] = true;
    }
    for (tensor_id t = 1; t < g->tensors.n; t++) {
        if (!taken[t] && graph_tensor(g, t)->producer) {
            axis_keep_dims(w, t, 0);
        }
    }
    talloc_free(taken);
}

group_id widths_group(const struct widths *w, tensor_id t, uint32_t dim)
{
    struct axis a = *axis_at(w, t, dim);
    return a.n == 1 ? root(w, w->parts.items[a.at].group) : 0;
}

void widths_cut(struct widths *w, group_id group, double kept)
{
    struct group *g = &w->groups.items[root(w, group)];
    g->kept = fmin(g->kept, kept);
}

static double kept_of(const struct widths *w, group_id id)
{
    const struct group *g = &w->groups.items[root(w, id)];
    double units = (double)g->units;
    return id == 0 || root(w, id) == 0 ? 1 : fmax(1, ceil(units * g->kept - 1e-9)) / units;
}

double widths_kept(const struct widths *w, tensor_id t, uint32_t dim)
{
    struct axis a = *axis_at(w, t, dim);
    double sum = 0, kept = 0;
    for (uint32_t i = 0; i < a.n; i++) {
        const struct part *p = &w->parts.items[a.at + i];
        sum += p->share;
        kept += p->share * kept_of(w, p->group);
    }
    return sum > 0 ? kept / sum : 1;
}
