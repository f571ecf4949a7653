/* Cells of a grid that hold points, and where strided sparse convolutions take them. */
#include "survey/inside.h"

#include <math.h>

/* A set of cells, each a number. */
struct cells {
    uint64_t *slots; /* 1 + the cell; 0: free */
    size_t n, cap;   /* a power of two */
};

static bool has(struct cells *c, uint64_t cell, size_t *at)
{
    uint64_t hash = (cell + 1) * 0x9e3779b97f4a7c15u;
    *at = (size_t)(hash >> 20) & (c->cap - 1);
    while (c->slots[*at] != 0 && c->slots[*at] != cell + 1) {
        *at = (*at + 1) & (c->cap - 1);
    }
    return c->slots[*at] != 0;
}

static void add(void *ctx, struct cells *c, uint64_t cell)
{
    size_t at;
    if (2 * (c->n + 1) > c->cap) {
        struct cells old = *c;
        c->cap = old.cap ? 2 * old.cap : 4096;
        c->slots = mem_zero(ctx, c->cap * sizeof *c->slots);
        for (size_t i = 0; i < old.cap; i++) {
            if (old.slots[i] && !has(c, old.slots[i] - 1, &at)) {
                c->slots[at] = old.slots[i];
            }
        }
        talloc_free(old.slots);
    }
    if (!has(c, cell, &at)) {
        c->slots[at] = cell + 1;
        c->n++;
    }
}

static const double LOWEST = -1000; /* metres, of a grid without a range */

enum {
    AXIS_BITS = 21, /* cells of a grid along one axis */
    STEP = 20000003 /* a prime beyond the points of a cloud */
};

static uint64_t cell_of(const int64_t at[3])
{
    return (uint64_t)at[0] << 2 * AXIS_BITS | (uint64_t)at[1] << AXIS_BITS | (uint64_t)at[2];
}

/* z, y, x of the cell of a point, as networks have them, or its place in a cylinder; false outside
 * of the grid. */
static bool place(
    const struct survey_plan *plan, const double size[3], const float *xyz, int64_t at[3])
{
    for (int k = 0; k < 3; k++) {
        double from = plan->has_range ? plan->range[k] : LOWEST;
        double cell = floor(((double)xyz[k] - from) / size[k]);
        if (cell < 0 || cell >= 1 << AXIS_BITS) {
            return false;
        }
        at[plan->cylinder ? k : 2 - k] = (int64_t)cell;
    }
    return true;
}

/* Those of a cloud: all, and those that a limit leaves.  Points come in some order that is none, as
 * pipelines shuffle them. */
static void occupied(void *ctx, const struct survey_plan *plan, const struct survey_grid *g,
    const struct cloud *c, struct cells *all, struct cells *kept)
{
    for (uint64_t i = 0; i < c->n; i++) {
        int64_t at[3];
        if (place(plan, g->size, &c->xyz[3 * (i * STEP % c->n)], at)) {
            add(ctx, all, cell_of(at));
            if (kept->n < g->limit) {
                add(ctx, kept, cell_of(at));
            }
        }
    }
}

/* Along one axis, the places of the output that an input's place reaches: [first, last]. */
static void reach(const struct survey_rows *r, int axis, int64_t at, int64_t *first, int64_t *last)
{
    int64_t from = at + r->padding[axis] - (r->kernel[axis] - 1), stride = r->stride[axis];
    *first = from <= 0 ? 0 : (from + stride - 1) / stride;
    *last = (at + r->padding[axis]) / stride;
    *last = *last < r->out[axis] ? *last : r->out[axis] - 1;
}

static void spread(void *ctx, const struct survey_rows *r, uint64_t cell, struct cells *to)
{
    int64_t first[3], last[3], at[3];
    for (int k = 0; k < 3; k++) {
        int64_t place = (int64_t)(cell >> (2 - k) * AXIS_BITS & ((1u << AXIS_BITS) - 1));
        reach(r, k, place, &first[k], &last[k]);
    }
    for (at[0] = first[0]; at[0] <= last[0]; at[0]++) {
        for (at[1] = first[1]; at[1] <= last[1]; at[1]++) {
            for (at[2] = first[2]; at[2] <= last[2]; at[2]++) {
                add(ctx, to, cell_of(at));
            }
        }
    }
}

static void count_rows(struct survey *s, void *ctx, struct cells now)
{
    VEC_EACH (struct survey_rows, r, &s->plan.rows) {
        struct cells next = {0};
        for (size_t i = 0; i < now.cap; i++) {
            if (now.slots[i]) {
                spread(ctx, r, now.slots[i] - 1, &next);
            }
        }
        if (now.n > 0) {
            tally_add(&r->factor, (double)next.n / (double)now.n);
        }
        talloc_free(now.slots);
        now = next;
    }
}

void cells_count(struct survey *s, void *ctx, const struct cloud *c)
{
    for (size_t i = 0; c->xyz && i < s->plan.grids.n; i++) {
        struct survey_grid *g = &s->plan.grids.items[i];
        struct cells all = {0}, kept = {0};
        occupied(ctx, &s->plan, g, c, &all, &kept);
        tally_add(&g->cells, (double)all.n);
        talloc_free(all.slots);
        if (i == 0) {
            count_rows(s, ctx, kept);
        }
    }
}
