#include "base/foreign.h"
#include "report/plan.h"

#include "eval/text.h"

static double gib(uint64_t bytes)
{
    return (double)bytes / (double)(UINT64_C(1) << 30);
}

static double percent(const struct plan *p, uint64_t bytes)
{
    return 100 * (double)bytes / (double)p->gpu_bytes;
}

static const char *verdict(const struct plan *p, size_t i)
{
    const struct scheme *s = &p->schemes.items[i];
    if (i == p->chosen) {
        return s->is_current ? "best as it is" : "chosen";
    }
    if (s->used.expected > p->gpu_bytes) {
        return "does not fit";
    }
    if (s->used.expected > p->target_bytes) {
        return "over the target";
    }
    return s->fits ? "" : "may not fit";
}

static void scheme_row(struct buf *out, const struct plan *p, size_t i)
{
    const struct scheme *s = &p->schemes.items[i];
    foreign_printf(out, "  %-8s %6lld %6lld  %-9.*s %-13s %7.2f %5.1f %% %8.2f %8.2f   x%.2f  %s\n",
        s->is_current ? "now" : "", (long long)s->batch, (long long)s->accumulation,
        STR_ARG(s->precision), s->checkpointing ? "checkpointing" : "-", gib(s->used.expected),
        percent(p, s->used.expected), gib(s->used.low), gib(s->used.high), s->throughput,
        verdict(p, i));
}

static void change_rows(struct buf *out, const struct plan *p)
{
    if (p->changes->list.n == 0) {
        return;
    }
    buf_puts(out, "\nchanges\n");
    VEC_EACH (struct change, c, &p->changes->list) {
        bool unknown = false;
        if (c->deletes) {
            foreign_printf(out, "  - %.*s\n", STR_ARG(c->path));
            continue;
        }
        struct buf value = buf_make(p->changes->arena->owner);
        text_repr(p->changes->arena, &value, &c->value, &unknown);
        str text = buf_str(&value);
        foreign_printf(out, "  %.*s = %.*s\n", STR_ARG(c->path), STR_ARG(text));
    }
    if (p->lr_factor != 1) {
        foreign_printf(out, "  learning rate x%.4g, as the batch of all GPUs\n", p->lr_factor);
    }
    if (p->iters_factor != 1) {
        foreign_printf(
            out, "  lengths in iterations x%.4g: the same number of samples\n", p->iters_factor);
    }
}

void plan_text(struct buf *out, const struct plan *p, str gpu, bool color)
{
    (void)color;
    foreign_printf(out, "%.*s, %.2f GiB; target %.2f GiB (%.0f %%)\n\n", STR_ARG(gpu),
        gib(p->gpu_bytes), gib(p->target_bytes), percent(p, p->target_bytes));
    buf_puts(out, "            batch  accum  precision               expected            low     "
                  "high   speed\n");
    for (size_t i = 0; i < p->schemes.n; i++) {
        scheme_row(out, p, i);
    }
    buf_puts(out, "  (GiB as nvidia-smi shows it; speed in samples per second, relative to now, "
                  "estimated)\n");
    if (p->calibration != 1) {
        foreign_printf(out,
            "  what depends on the batch was multiplied by %.2f, to agree with --measured\n",
            p->calibration);
    }
    change_rows(out, p);
    VEC_EACH (str, note, &p->notes) {
        foreign_printf(out, "note: %.*s\n", STR_ARG(*note));
    }
}
