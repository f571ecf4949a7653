/* mmcv: each iteration's value from the first one. */
#include "settings/schedule_rates.h"

#include <math.h>

/* One run of a policy, with a warmup or none. */
struct hooked {
    const struct schedule_part *policy, *warmup; /* may be NULL */
    bool of_momentum;
    double base, most;        /* most: the length in the unit of the policy */
    double warm;              /* iterations of warmup */
    double epoch, iterations; /* iterations of an epoch, and of the run */
};

static double steps_value(const struct schedule_part *p, double base, double progress)
{
    double n = 0;
    if (schedule_is(p, "step")) {
        n = p->step > 0 ? floor(progress / p->step) : 0;
    }
    for (uint32_t i = 0; schedule_is(p, "multistep") && p->milestones && i < p->milestones->n;
         i++) {
        if (progress < schedule_number(p->milestones, i)) {
            break;
        }
        n++;
    }
    return fmax(base * pow(p->gamma, n), p->floor);
}

static double restart_value(const struct schedule_part *p, double base, double progress)
{
    double begin = 0, least = schedule_floor(p, base), value = least;
    for (uint32_t i = 0; p->periods && i < p->periods->n; i++) {
        double length = schedule_number(p->periods, i), at = progress - begin;
        double weight = p->weights && i < p->weights->n ? schedule_number(p->weights, i) : 1;
        if (at < 0) {
            break;
        }
        value = least + 0.5 * weight * (base - least) * (cos(M_PI * fmin(at / length, 1)) + 1);
        begin += length;
    }
    return value;
}

/* Up to a multiple of the first value and down to another; later cycles less so. */
static double cyclic_value(const struct hooked *h, double i)
{
    const struct schedule_part *p = h->policy;
    double cycle = floor(h->iterations / p->times), up = floor(p->rise * cycle);
    double t = fmod(i, cycle), scale = pow(p->gamma, floor(i / cycle));
    double top = 1 - scale + p->up * scale;
    return t < up ? schedule_between(p, h->base, h->base * top, t / up)
                  : schedule_between(p, h->base * top, h->base * p->down, (t - up) / (cycle - up));
}

static double cycle_value(const struct hooked *h, double i)
{
    const struct schedule_part *p = h->policy;
    if (h->of_momentum) {
        return schedule_one_cycle(p, p->peak, p->low, p->peak, i, h->iterations);
    }
    double first = p->peak / p->divisor, total = isfinite(p->total) ? p->total : h->iterations;
    return schedule_one_cycle(p, first, p->peak, first / p->last_divisor, i, total);
}

static double yolox_value(const struct hooked *h, double progress)
{
    const struct schedule_part *p = h->policy;
    double last = p->last_epochs * h->epoch, least = schedule_floor(p, h->base);
    progress++;
    if (progress >= h->most - last) {
        return least;
    }
    return schedule_between(p, h->base, least, (progress - h->warm) / (h->most - h->warm - last));
}

static double cooldown_value(const struct hooked *h, double progress)
{
    const struct schedule_part *p = h->policy;
    double least = schedule_floor(p, h->base), end = h->most - p->last_epochs;
    return progress > end ? least * p->last_ratio
                          : schedule_between(p, h->base, least, progress / end);
}

/* One factor for each epoch. */
static double listed_value(const struct hooked *h, double progress)
{
    const struct list *l = h->policy->weights;
    return l && l->n > 0 ? h->base * schedule_number(l, (uint32_t)fmin(progress, l->n - 1.0))
                         : h->base;
}

/* A cosine that begins where the warmup ends. */
static double after_warmup_value(const struct hooked *h, double progress)
{
    const struct schedule_part *p = h->policy;
    double warm = p->by_epoch ? floor(h->warm / h->epoch) : h->warm;
    return schedule_between(
        p, h->base, schedule_floor(p, h->base), (progress - warm) / (h->most - warm));
}

static double annealed(const struct hooked *h, double progress)
{
    const struct schedule_part *p = h->policy;
    double base = h->base, least = schedule_floor(p, base), share = progress / h->most;
    if (schedule_is(p, "poly")) {
        return (base - p->floor) * pow(1 - share, p->power) + p->floor;
    }
    if (schedule_is(p, "cosine")) {
        return schedule_between(p, base, least, share);
    }
    if (schedule_is(p, "linearannealing")) {
        return base + (least - base) * share;
    }
    if (schedule_is(p, "flatcosine")) {
        double flat = nearbyint(h->most * p->start);
        return progress < flat
                   ? base
                   : schedule_between(p, base, least, (progress - flat) / (h->most - flat));
    }
    return base;
}

static double policy_value(const struct hooked *h, double i)
{
    const struct schedule_part *p = h->policy;
    double progress = p->by_epoch ? floor(i / h->epoch) : i;
    if (schedule_is(p, "step") || schedule_is(p, "multistep")) {
        return steps_value(p, h->base, progress);
    }
    if (schedule_is(p, "exp")) {
        return h->base * pow(p->gamma, progress);
    }
    if (schedule_is(p, "inv")) {
        return h->base * pow(1 + p->gamma * progress, -p->power);
    }
    if (schedule_is(p, "restart")) {
        return restart_value(p, h->base, progress);
    }
    if (schedule_is(p, "cyclic")) {
        return cyclic_value(h, i);
    }
    if (schedule_is(p, "onecycle")) {
        return cycle_value(h, i);
    }
    if (schedule_is(p, "yolox")) {
        return yolox_value(h, progress);
    }
    if (schedule_is(p, "cooldown")) {
        return cooldown_value(h, progress);
    }
    if (schedule_is(p, "listed")) {
        return listed_value(h, progress);
    }
    if (schedule_is(p, "stepfix")) {
        return after_warmup_value(h, progress);
    }
    return annealed(h, progress);
}

/* Momentum is divided by what multiplies rates. */
static double warmed(const struct hooked *h, double value, double i)
{
    const struct schedule_part *w = h->warmup;
    bool from_zero = h->policy && schedule_is(h->policy, "stepfix");
    double left = 1 - i / h->warm, k = 1 - left * (from_zero ? 1 : 1 - w->factor);
    if (w->curve == 'o') {
        return h->base * w->factor * pow((i + 1) / h->warm, 2);
    }
    if (w->curve == 'c' || w->curve == 'e') {
        k = w->curve == 'c' ? w->factor : pow(w->factor, left);
    }
    return h->of_momentum ? value / k : value * k;
}

void schedule_hooked(const struct schedule *x, uint32_t epoch_iterations, uint64_t n, double *rates)
{
    struct hooked h = {.of_momentum = x->what == SCHEDULED_MOMENTUM, .base = x->base};
    for (uint32_t k = 0; k < x->n_parts; k++) {
        bool is_warmup = schedule_is(&x->parts[k], "warmup");
        h.warmup = is_warmup ? &x->parts[k] : h.warmup;
        h.policy = is_warmup ? h.policy : &x->parts[k];
    }
    h.epoch = epoch_iterations;
    h.iterations = x->length * (x->by_epoch ? epoch_iterations : 1);
    h.most = h.policy && h.policy->by_epoch ? h.iterations / epoch_iterations : h.iterations;
    h.warm = h.warmup ? h.warmup->end * (h.warmup->by_epoch ? epoch_iterations : 1) : 0;
    for (uint64_t i = 0; i < n; i++) {
        rates[i] = h.policy ? policy_value(&h, (double)i) : x->base;
        if (h.warmup && (double)i < h.warm) {
            rates[i] = warmed(&h, rates[i], (double)i);
        }
    }
}
