#include "plan/probe.h"

#include <math.h>

uint64_t fixed_bytes(const struct estimate *e)
{
    uint64_t bytes = e->outside.total.expected;
    for (int i = 0; i < CATEGORIES; i++) {
        bytes += e->simulation->states[i];
    }
    return bytes;
}

/* A prediction that is further off is one of another run: another config, card or unit. */
static const double LEAST_FACTOR = 0.4, MOST_FACTOR = 2.5;
static const double SMALL_BYTES = 1 << 30; /* what is off by less is a context, or a cache */

static bool refuse_measured(struct search *x, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str why = arena_vprintf(x->a, format, args);
    va_end(args);
    struct diag *d = diags_add(x->diags, "PLN008", SEVERITY_ERROR,
        (struct loc){settings_config(x->s)->source, {0, 0}},
        "the measured %.2f GiB cannot be of this config as it is: %.*s",
        (double)x->o->measured.bytes / (1 << 30), STR_ARG(why));
    d->fatal = true;
    diag_help(x->diags, d,
        "--measured is what nvidia-smi shows for one GPU, with its unit, and --log the log of this "
        "config; `cfglint estimate --measured` compares the two");
    return false;
}

/* measured = fixed + k * (predicted - fixed) */
bool calibrate(struct search *x, const struct estimate *e)
{
    x->p->calibration = 1;
    if (x->o->measured.bytes == 0) {
        return true;
    }
    uint64_t fixed = fixed_bytes(e), measured = measured_as_used(&x->o->measured, e);
    double predicted = (double)e->used.expected - (double)fixed;
    if (x->o->measured.bytes > x->p->gpu_bytes) {
        return refuse_measured(x, "the card has %.2f", (double)x->p->gpu_bytes / (1 << 30));
    }
    if (measured <= fixed) {
        return refuse_measured(
            x, "weights, optimizer and CUDA alone take %.2f", (double)fixed / (1 << 30));
    }
    x->p->calibration = predicted > 0 ? (double)(measured - fixed) / predicted : 1;
    double off = fabs((double)measured - (double)e->used.expected);
    bool likely = (x->p->calibration >= LEAST_FACTOR && x->p->calibration <= MOST_FACTOR) ||
                  off < SMALL_BYTES;
    return likely || e->coverage < 1 ||
           refuse_measured(
               x, "activations would take %.3g times what is predicted", x->p->calibration);
}
