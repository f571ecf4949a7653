#include "survey/figures.h"

#include <math.h>

/*
 * Of a batch of four, the fullest of a long run has samples that are, on average, twice the
 * deviation above the mean: one batch of 30 000 is four deviations of its own above it.
 */
static const double FULLEST_OF_FOUR = 2;

/* The fullest image of all is met in each epoch, but of several GPUs by one alone: of eight, each
 * meets one of the eight fullest in nearly all epochs. */
enum {
    FULLEST_OF_ONE_GPU = 8
};

/* What lies beside the fullest image in its batch: as usual, or the fullest of so many epochs. */
static const double PARTNERS[3] = {0.5, 1 - 1 / 24.0, 1 - 1 / 96.0};

static struct figure *add(
    const struct survey *s, struct figures *to, const char *name, const char *what)
{
    struct figure f = {.kind = FIGURE_FIELD, .name = str_of(name), .what = str_of(what), .n = 3};
    vec_push(s->ctx, &to->list, f);
    return &to->list.items[to->list.n - 1];
}

static void set(struct figure *f, double low, double expected, double high)
{
    f->v[0] = low;
    f->v[1] = expected;
    f->v[2] = high;
}

static void sides(const struct survey *s, struct figures *to, const char *name, const char *what,
    uint64_t least, uint64_t most)
{
    struct figure *f = add(s, to, name, what);
    f->n = 2;
    set(f, (double)least, (double)most, 0);
}

static void of_images(const struct survey *s, struct figures *to)
{
    if (s->ratio.n == 0) {
        return;
    }
    const struct histogram *r = &s->ratio;
    sides(s, to, "height", "pixels of the shorter side, least and most", s->short_least,
        s->short_most);
    sides(s, to, "width", "pixels of the longer side, least and most", s->long_least, s->long_most);
    set(add(s, to, "ratio", "longer by shorter side"), (double)histogram_quantile(r, 0) / 100,
        (double)histogram_quantile(r, 0.5) / 100, (double)histogram_most(r) / 100);
}

static void of_objects(const struct survey *s, struct figures *to)
{
    const struct histogram *h = &s->objects;
    if (h->n == 0) {
        return;
    }
    double most = (double)histogram_most(h);
    set(add(s, to, "objects", "in the fullest image or sample"),
        (double)histogram_largest(h, h->n < FULLEST_OF_ONE_GPU ? 1 : FULLEST_OF_ONE_GPU), most,
        most);
    set(add(s, to, "partner_objects", "in the one beside it in its batch"),
        (double)histogram_quantile(h, PARTNERS[0]), (double)histogram_quantile(h, PARTNERS[1]),
        (double)histogram_quantile(h, PARTNERS[2]));
    struct figure *typical = add(s, to, "typical_objects", "on average, of those with any");
    typical->n = 1;
    set(typical, round((double)h->sum / (double)h->n), 0, 0);
}

/* Of the fullest batch of a run. */
static void of_tally(struct figure *f, const struct tally *t)
{
    double fullest = t->mean + FULLEST_OF_FOUR * tally_deviation(t);
    set(f, floor(t->mean), floor(fullest < t->most ? fullest : t->most), t->most);
}

static void of_clouds(const struct survey *s, struct figures *to)
{
    if (s->points.n == 0) {
        return;
    }
    of_tally(
        add(s, to, "points", "of one cloud: mean, of the fullest batch of four, most"), &s->points);
    VEC_EACH (struct survey_grid, g, &s->plan.grids) {
        if (g->cells.n > 0) {
            struct figure *f = add(s, to, "voxels", "cells with points, of one cloud");
            f->kind = FIGURE_VOXELS;
            f->size = g->size;
            of_tally(f, &g->cells);
        }
    }
    VEC_EACH (struct survey_rows, r, &s->plan.rows) {
        if (r->factor.n > 0) {
            struct figure *f =
                add(s, to, r->name.p, "rows after a strided convolution, for each one before");
            double spread = tally_deviation(&r->factor), mean = r->factor.mean;
            f->kind = FIGURE_ASSUMPTION;
            set(f, fmax(mean - spread, r->factor.least), mean, fmin(mean + spread, r->factor.most));
        }
    }
}

static str plural(struct arena *a, uint64_t n, const char *one)
{
    return n == 0 ? STR("")
                  : arena_printf(a, ", %llu %s%s", (unsigned long long)n, one, n == 1 ? "" : "s");
}

void figures_make(const struct survey *s, str from, struct figures *out)
{
    struct arena *a = s->arena;
    of_images(s, out);
    of_objects(s, out);
    of_clouds(s, out);
    str images = plural(a, s->ratio.n, "image"), objects = plural(a, s->objects.sum, "object");
    str clouds = plural(a, s->points.n, "cloud");
    str of = s->points.n < s->clouds.n ? arena_printf(a, " of %zu", s->clouds.n) : STR("");
    str counts = arena_printf(
        a, "%.*s%.*s%.*s%.*s", STR_ARG(images), STR_ARG(objects), STR_ARG(clouds), STR_ARG(of));
    out->source = arena_printf(a, "counted in %.*s%s%.*s", STR_ARG(from), counts.n > 2 ? ": " : "",
        (int)(counts.n > 2 ? counts.n - 2 : 0), counts.p + (counts.n > 2 ? 2 : 0));
}
