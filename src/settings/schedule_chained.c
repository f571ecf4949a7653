/* mmengine: each step of a scheduler changes the value that is there. */
#include "settings/schedule_rates.h"

#include <math.h>

struct chained {
    struct schedule_part part; /* in steps: of iterations where it converts */
    double scale;              /* of milestones: iterations in a step that was one of epochs */
    double base;               /* what `initial_lr` was when it was made */
    double global, last;
    bool by_epoch;
};

static double on_milestone(const struct chained *c, double rate)
{
    for (uint32_t i = 0; c->part.milestones && i < c->part.milestones->n; i++) {
        rate *= schedule_number(c->part.milestones, i) * c->scale == c->last ? c->part.gamma : 1;
    }
    return rate;
}

/* One step down half a cosine of so many steps; t > 0. */
static double down_cosine(double rate, double least, double t, double period)
{
    return (1 + cos(M_PI * t / period)) / (1 + cos(M_PI * (t - 1) / period)) * (rate - least) +
           least;
}

static double on_cosine(const struct chained *c, double rate)
{
    const struct schedule_part *p = &c->part;
    double least = schedule_floor(p, c->base), t = c->last;
    if (t == 0) {
        return rate;
    }
    if (fmod(t - 1 - p->period, 2 * p->period) == 0) {
        return rate + (c->base - least) * (1 - cos(M_PI / p->period)) / 2;
    }
    return down_cosine(rate, least, t, p->period);
}

static double on_restart(const struct chained *c, double rate)
{
    const struct schedule_part *p = &c->part;
    double begin = 0;
    for (uint32_t i = 0; p->periods && i < p->periods->n; i++) {
        double length = schedule_number(p->periods, i) * c->scale;
        if (c->last == begin) {
            return c->base * (p->weights && i < p->weights->n ? schedule_number(p->weights, i) : 1);
        }
        if (c->last < begin + length) {
            return down_cosine(rate, schedule_floor(p, c->base), c->last - begin, length);
        }
        begin += length;
    }
    return rate;
}

/* Between two factors; with both the same, back to what was there before the last step. */
static double on_factor(const struct chained *c, double rate)
{
    const struct schedule_part *p = &c->part;
    double n = p->end - p->begin - 1, rise = p->end_factor - p->factor;
    if (c->last == 0) {
        return rate * p->factor;
    }
    if (schedule_is(p, "constant")) {
        return c->last == n ? rate / p->factor : rate;
    }
    return rate * (1 + rise / (n * p->factor + (c->last - 1) * rise));
}

static double on_quadratic(const struct chained *c, double rate)
{
    double length = c->part.end - c->part.begin;
    return (c->last == 0 ? 0 : rate) + c->base * (2 * c->last + 1) / (length * length);
}

static double changed(const struct chained *c, double rate)
{
    const struct schedule_part *p = &c->part;
    if (schedule_is(p, "multistep")) {
        return on_milestone(c, rate);
    }
    if (schedule_is(p, "cosine")) {
        return on_cosine(c, rate);
    }
    if (schedule_is(p, "restart")) {
        return on_restart(c, rate);
    }
    if (schedule_is(p, "linear") || schedule_is(p, "constant")) {
        return on_factor(c, rate);
    }
    if (schedule_is(p, "quadratic")) {
        return on_quadratic(c, rate);
    }
    if (schedule_is(p, "onecycle")) {
        return schedule_one_cycle(p, p->peak / p->divisor, p->peak,
            p->peak / p->divisor / p->last_divisor, c->last, p->total);
    }
    if (c->last == 0) {
        return rate;
    }
    if (schedule_is(p, "step")) {
        return p->step > 0 && fmod(c->last, p->step) == 0 ? rate * p->gamma : rate;
    }
    if (schedule_is(p, "exp")) {
        return rate * p->gamma;
    }
    double n = p->end - p->begin - 1;
    return (rate - p->floor) * pow(1 - 1 / (n - c->last + 1), p->power) + p->floor;
}

static double advance(struct chained *c, double rate)
{
    c->global++;
    if (c->part.begin <= c->global && c->global < c->part.end) {
        c->last++;
        return changed(c, rate);
    }
    return rate;
}

/* What a config leaves out lasts to the end of the run, whose iterations are known only now. */
static void end_with_the_run(struct schedule_part *p, double epochs, double iterations)
{
    p->end = isfinite(p->end) ? p->end : p->by_epoch ? epochs : iterations;
    p->period = isfinite(p->period) ? p->period : p->end - p->begin;
    p->total = isfinite(p->total) ? p->total : p->end - p->begin;
}

static struct chained chained_of(
    const struct schedule *x, const struct schedule_part *p, uint32_t epoch_iterations, double base)
{
    double scale = p->by_epoch && p->converts ? epoch_iterations : 1;
    struct chained c = {*p, scale, base, -1, -1, p->by_epoch && !p->converts};
    double iterations = (double)schedule_iterations(x, epoch_iterations);
    end_with_the_run(&c.part, iterations / epoch_iterations, iterations);
    c.part.begin = scale > 1 ? floor(c.part.begin * scale) : c.part.begin;
    c.part.end = scale > 1 ? floor(c.part.end * scale) : c.part.end;
    c.part.period *= scale;
    c.part.step *= scale;
    c.part.total *= scale;
    return c;
}

void schedule_chained(
    const struct schedule *x, uint32_t epoch_iterations, uint64_t n, double *rates)
{
    struct chained all[SCHEDULE_PARTS];
    double base = x->base, rate = base;
    for (uint32_t k = 0; k < x->n_parts; k++) {
        const struct schedule_part *p = &x->parts[k];
        base = schedule_is(p, "onecycle") ? p->peak / p->divisor : base;
        all[k] = chained_of(x, p, epoch_iterations, base);
        rate = advance(&all[k], rate);
    }
    for (uint64_t i = 0; i < n; i++) {
        rates[i] = rate;
        bool ends_epoch = (i + 1) % epoch_iterations == 0;
        for (int epochs = 0; epochs <= ends_epoch; epochs++) {
            for (uint32_t k = 0; k < x->n_parts; k++) {
                rate = all[k].by_epoch == epochs ? advance(&all[k], rate) : rate;
            }
        }
    }
}
