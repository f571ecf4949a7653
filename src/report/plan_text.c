#include "base/foreign.h"
#include "report/plan.h"

#include "eval/text.h"

#include <math.h>

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
    return s->used.expected > p->gpu_bytes      ? "does not fit"
           : s->used.expected > p->target_bytes ? "over the target"
           : !s->fits                           ? "may not fit"
           : s->is_impossible                   ? "cannot be written"
           : s->is_wrong                        ? "is wrong"
           : s->is_beyond                       ? "grows too far"
                                                : "";
}

double plan_samples(const struct plan *p, const struct scheme *s)
{
    return s->seconds > 0 ? (double)(s->batch * p->recipe.gpus) / s->seconds : 0;
}

static void scheme_row(struct buf *out, const struct plan *p, size_t i)
{
    const struct scheme *s = &p->schemes.items[i];
    foreign_printf(out,
        "  %-8s %6lld %6lld  %-9.*s %-13s %7.2f %5.1f %% %8.2f %8.2f %9.*f   x%.2f  %s",
        s->is_current ? "now"
        : s->is_asked ? "asked"
                      : "",
        (long long)s->batch, (long long)s->accumulation, STR_ARG(s->precision),
        s->checkpointing ? "checkpointing" : "-", gib(s->used.expected),
        percent(p, s->used.expected), gib(s->used.low), gib(s->used.high), plan_samples(p, s) < 100,
        plan_samples(p, s), s->throughput, verdict(p, i));
    if (s->repairs.n > 0) {
        foreign_printf(out, "%s%.*s", verdict(p, i)[0] ? ": " : "", STR_ARG(s->repairs));
    }
    if (s->findings.n > 0) {
        foreign_printf(out, "%s%.*s", verdict(p, i)[0] ? ": " : "", STR_ARG(s->findings));
    }
    buf_puts(out, "\n");
}

/* What an update is made of, and who says so. */
static void recipe_row(struct buf *out, const struct recipe *r)
{
    foreign_printf(out, "%lld GPU%s (%.*s); an update takes %.0f samples", (long long)r->gpus,
        r->gpus == 1 ? "" : "s", STR_ARG(r->gpus_from),
        recipe_update(r, r->batch, r->accumulation));
    if (r->meant_from.n > 0) {
        foreign_printf(out, ", and the learning rate is meant for %lld (%.*s)", (long long)r->meant,
            STR_ARG(r->meant_from));
    }
    buf_puts(out, "\n");
}

/* What another preference would take. */
static void other_choice(struct buf *out, const struct plan *p)
{
    const struct scheme *best = p->chosen == SIZE_MAX ? NULL : &p->schemes.items[p->chosen];
    const struct scheme *other = NULL;
    VEC_EACH (const struct scheme, s, &p->schemes) {
        bool may_be = s->fits && !s->is_impossible && !s->is_wrong && !s->is_beyond;
        if (may_be && (!other || s->throughput > other->throughput)) {
            other = s;
        }
    }
    if (p->prefer <= PREFER_RECIPE && best && other && other->growth != best->growth &&
        other->throughput > best->throughput * 1.01) {
        foreign_printf(out,
            "note: --prefer speed or memory may leave the recipe: an update of %.4g times as many "
            "samples runs at x%.2f, this one at x%.2f\n",
            other->growth, other->throughput, best->throughput);
    }
}

static void change_rows(struct buf *out, const struct changes *changes)
{
    buf_puts(out, changes->list.n ? "\nchanges\n" : "");
    VEC_EACH (struct change, c, &changes->list) {
        bool unknown = false;
        if (c->deletes) {
            foreign_printf(out, "  - %.*s\n", STR_ARG(c->path));
            continue;
        }
        struct buf value = buf_make(changes->arena->owner);
        text_repr(changes->arena, &value, &c->value, &unknown);
        str text = buf_str(&value);
        foreign_printf(out, "  %.*s = %.*s\n", STR_ARG(c->path), STR_ARG(text));
    }
}

static void factor_rows(struct buf *out, double growth, double lr_factor, double iters_factor)
{
    if (lr_factor != 1) {
        foreign_printf(out,
            "  learning rate x%.4g: an update takes %.4g times as many samples (%s)\n", lr_factor,
            growth, lr_factor == growth ? "linear" : "square root");
    }
    if (iters_factor != 1) {
        foreign_printf(
            out, "  lengths in iterations x%.4g: the same number of samples\n", iters_factor);
    }
}

void recipe_text(struct buf *out, const struct recipe *r, const struct followed *f,
    const struct changes *changes)
{
    recipe_row(out, r);
    change_rows(out, changes);
    factor_rows(out, recipe_growth(r, r->batch, r->accumulation), f->lr_factor, f->iters_factor);
    VEC_EACH (str, note, &f->notes) {
        foreign_printf(out, "note: %.*s\n", STR_ARG(*note));
    }
    if (r->meant_from.n == 0) {
        buf_puts(out,
            "note: nothing says which batch the learning rate is meant for; --ref-batch does\n");
    }
}

void plan_text(struct buf *out, const struct plan *p, str gpu, bool color)
{
    (void)color;
    foreign_printf(out, "%.*s, %.2f GiB; target %.2f GiB (%.0f %%)\n", STR_ARG(gpu),
        gib(p->gpu_bytes), gib(p->target_bytes), percent(p, p->target_bytes));
    recipe_row(out, &p->recipe);
    buf_puts(out, "\n            batch  accum  precision               expected            low     "
                  "high samples/s   speed\n");
    for (size_t i = 0; i < p->schemes.n; i++) {
        scheme_row(out, p, i);
    }
    buf_puts(out,
        "  (GiB as nvidia-smi shows it; samples per second on all GPUs, speed relative to now, "
        "estimated)\n");
    if (p->calibration != 1) {
        foreign_printf(out,
            "  what depends on the batch was multiplied by %.2f, to agree with --measured\n",
            p->calibration);
    }
    if (p->offset_bytes != 0) {
        foreign_printf(out, "  %.2f GiB were %s, whatever the batch, to agree with --measured\n",
            fabs(p->offset_bytes) / (1 << 30), p->offset_bytes > 0 ? "added" : "taken off");
    }
    change_rows(out, p->changes);
    if (p->chosen != SIZE_MAX) {
        factor_rows(out, p->schemes.items[p->chosen].growth, p->lr_factor, p->iters_factor);
    }
    other_choice(out, p);
    VEC_EACH (str, price, &p->prices) {
        foreign_printf(out, "price: %.*s\n", STR_ARG(*price));
    }
    VEC_EACH (str, note, &p->notes) {
        foreign_printf(out, "note: %.*s\n", STR_ARG(*note));
    }
}
