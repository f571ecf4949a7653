#include "plan/probe.h"

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
/* So much more may be a context, or a cache, and so much less a context that is smaller: neither
 * grows with the batch. */
static const double MORE_BYTES = 1 << 30, LESS_BYTES = 1 << 28;

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

/* measured = fixed + k * (predicted - fixed), or, where little is between them, and no k likely,
 * predicted + c */
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
    double k = predicted > 0 ? (double)(measured - fixed) / predicted : 1;
    double off = (double)measured - (double)e->used.expected;
    if ((k >= LEAST_FACTOR && k <= MOST_FACTOR) || e->coverage < 1) {
        x->p->calibration = k;
        return true;
    }
    x->p->offset_bytes = off;
    return (off < MORE_BYTES && off > -LESS_BYTES) ||
           refuse_measured(x, "activations would take %.3g times what is predicted", k);
}
