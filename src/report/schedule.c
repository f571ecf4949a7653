#include "report/schedule.h"

#include "report/json.h"

#include <math.h>

enum {
    WIDTH = 72, /* samples of a curve */
    TURNS = 24  /* rows, at most */
};

struct value_range {
    double low, high;
};

static struct value_range extent_of(const double *values, uint64_t n)
{
    struct value_range e = {values[0], values[0]};
    for (uint64_t i = 1; i < n; i++) {
        e.low = fmin(e.low, values[i]);
        e.high = fmax(e.high, values[i]);
    }
    return e;
}

/* Up, down, or the same; a jump is a turn of its own. */
static int direction(const double *v, uint64_t i, double high)
{
    double d = v[i] - v[i - 1];
    int sign = fabs(d) <= 1e-9 * high ? 0 : d > 0 ? 1 : -1;
    return fabs(d) > 0.02 * high ? 2 * sign : sign;
}

/* The first iteration, those at which the curve begins to go another way, and the last. */
static uint32_t find_turns(const double *v, uint64_t n, uint64_t *turns)
{
    uint32_t found = 1;
    double high = extent_of(v, n).high;
    int before = n > 1 ? direction(v, 1, high) : 0;
    turns[0] = 0;
    for (uint64_t i = 1; i < n && found < TURNS - 1; i++) {
        int now = direction(v, i, high);
        if (abs(now) == 2) {
            turns[found++] = i;
        } else if (now != before && abs(before) < 2) {
            turns[found++] = i - 1;
        }
        before = now;
    }
    if (turns[found - 1] != n - 1) {
        turns[found++] = n - 1;
    }
    return found;
}

static void sparkline(struct buf *out, const double *v, uint64_t n, struct value_range e)
{
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    double least = fmin(0, e.low), range = e.high - least;
    uint64_t width = n < WIDTH ? n : WIDTH;
    for (uint64_t k = 0; k < width; k++) {
        double share = range > 0 ? (v[k * n / width] - least) / range : 0;
        foreign_printf(out, "%s", blocks[(int)fmin(7, fmax(0, round(share * 7)))]);
    }
}

static void text_curve(struct buf *out, const struct schedule_report *r, const char *name,
    const struct schedule_curve *c)
{
    uint64_t turns[TURNS];
    if (!c->schedule) {
        foreign_printf(out, "%-14s  %.*s\n", name, STR_ARG(c->why));
        return;
    }
    struct value_range e = extent_of(c->values, r->iterations);
    if (e.low == e.high) {
        foreign_printf(out, "%-14s  %.9g throughout\n", name, e.high);
        return;
    }
    foreign_printf(out, "%-14s  ", name);
    sparkline(out, c->values, r->iterations, e);
    foreign_printf(out, "\n%14s  %10s  %12s\n", "iteration", "epoch", "value");
    uint32_t n = find_turns(c->values, r->iterations, turns);
    for (uint32_t i = 0; i < n; i++) {
        foreign_printf(out, "%14llu  %10.2f  %12.6g\n", (unsigned long long)turns[i],
            (double)turns[i] / r->epoch_iterations, c->values[turns[i]]);
    }
}

void schedule_text(struct buf *out, const struct schedule_report *r)
{
    if (r->iterations > 0 && r->by_epoch) {
        foreign_printf(out,
            "%llu epochs, of %u iterations each (--epoch-iterations says how many)\n",
            (unsigned long long)(r->iterations / r->epoch_iterations), r->epoch_iterations);
    } else if (r->iterations > 0) {
        foreign_printf(out, "%llu iterations\n", (unsigned long long)r->iterations);
    }
    text_curve(out, r, "learning rate", &r->lr);
    text_curve(out, r, "momentum", &r->momentum);
}

static void json_curve(struct json *j, const struct schedule_report *r, const char *name,
    const struct schedule_curve *c)
{
    uint64_t turns[TURNS], n = r->iterations, width = n < WIDTH ? n : WIDTH;
    json_object(j, name);
    if (!c->schedule) {
        json_text(j, "unknown", c->why);
        json_end_object(j);
        return;
    }
    struct value_range e = extent_of(c->values, n);
    json_number(j, "first", c->values[0]);
    json_number(j, "last", c->values[n - 1]);
    json_number(j, "lowest", e.low);
    json_number(j, "highest", e.high);
    json_array(j, "turns");
    uint32_t found = find_turns(c->values, n, turns);
    for (uint32_t i = 0; i < found; i++) {
        json_object(j, NULL);
        json_integer(j, "iteration", (int64_t)turns[i]);
        json_number(j, "value", c->values[turns[i]]);
        json_end_object(j);
    }
    json_end_array(j);
    json_array(j, "curve");
    for (uint64_t k = 0; k < width && e.low < e.high; k++) {
        json_number(j, NULL, c->values[k * n / width]);
    }
    json_end_array(j);
    if (r->every) {
        json_array(j, "values");
        for (uint64_t k = 0; k < n; k++) {
            json_number(j, NULL, c->values[k]);
        }
        json_end_array(j);
    }
    json_end_object(j);
}

void schedule_json(struct buf *out, const struct schedule_report *r)
{
    struct json j = json_new(r->arena, out, true);
    json_object(&j, NULL);
    json_integer(&j, "iterations", (int64_t)r->iterations);
    json_integer(&j, "epoch_iterations", r->epoch_iterations);
    json_curve(&j, r, "lr", &r->lr);
    json_curve(&j, r, "momentum", &r->momentum);
    json_end_object(&j);
    json_end(&j);
}
