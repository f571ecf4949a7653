#include "plan/probe.h"

#include "base/sizes.h"
#include "time/step.h"

/* Of the card, so that a step that is a little larger than the largest foreseen still fits. */
static const double CARD_MARGIN = 0.98;

/* The part that depends on the batch is what a measurement corrects, or else all of it alike. */
static uint64_t calibrated(const struct search *x, uint64_t bytes, uint64_t fixed)
{
    double rest = bytes > fixed ? (double)(bytes - fixed) : 0;
    double all = (double)fixed + rest * x->p->calibration + x->p->offset_bytes;
    return count_of_double(all > 0 ? all : 0);
}

bool is_under(const struct search *x, const struct interval *used)
{
    return used->expected <= x->p->target_bytes &&
           (double)used->high <= CARD_MARGIN * (double)x->p->gpu_bytes;
}

static void note_work(struct variant *v, int64_t batch, double work)
{
    if (batch != v->seen_batch) {
        v->work_per_sample = (work - v->seen_work) / (double)(batch - v->seen_batch);
    }
    v->seen_batch = batch;
    v->seen_work = work;
}

static struct probe_key key_of(
    const struct search *x, const struct variant *v, int64_t batch, int64_t steps)
{
    return (struct probe_key){v->precision, v->repairs, v->checkpointing, steps > 1, batch,
        x->o->estimate.gpu, x->o->estimate.regime.card};
}

static void take(const struct search *x, const struct estimate *e, struct probe *out)
{
    uint64_t fixed = fixed_bytes(e);
    out->used.low = calibrated(x, e->used.low, fixed);
    out->used.expected = calibrated(x, e->used.expected, fixed);
    out->used.high = calibrated(x, e->used.high, fixed);
    out->seconds = step_seconds(e->graph, &e->regime);
}

/* Is it of no interest how much more, or less, it may take? */
static bool ends_here(const struct search *x, const struct probe *p, bool whole)
{
    return x->trusts || (!whole && p->used.expected > x->p->target_bytes);
}

bool probe(const struct search *x, struct variant *v, int64_t batch, int64_t steps, bool whole,
    struct probe *out)
{
    struct probe_key key = key_of(x, v, batch, steps);
    struct plan_memo *memo = x->o->memo;
    bool has_ends;
    if (memo && recorded_find(memo, &key, out, &has_ends) &&
        (has_ends || ends_here(x, out, whole))) {
        return true;
    }
    double work = v->seen_work + v->work_per_sample * (double)(batch - v->seen_batch);
    v->ended |= work * (whole && !x->trusts ? RECORDED : 1) > (double)v->left;
    if (v->ended) {
        return false;
    }
    void *ctx = mem_context(NULL);
    struct estimate_options o = x->o->estimate;
    o.threads = x->threads;
    o.batch = batch;
    bool corrected = x->p->calibration != 1 || x->p->offset_bytes != 0;
    o.expected_only = x->trusts;
    o.enough = whole || corrected ? 0 : x->p->target_bytes;
    o.like = x->now;
    struct estimate *e = estimate_with_batch(ctx, v->prepared[steps > 1], batch);
    bool good = estimate_record(e, arena_new(ctx), v->settings, &o, diags_new(ctx));
    has_ends = good && !x->trusts && (o.enough == 0 || e->used.expected <= o.enough);
    if (good) {
        take(x, e, out);
        note_work(v, batch, (double)graph_effort(e->graph));
        if (memo) {
            recorded_keep(memo, &key, has_ends, out);
        }
    }
    uint64_t cost = count_of_double(v->seen_work * (has_ends ? RECORDED : 1));
    v->left -= cost < v->left ? cost : v->left;
    talloc_free(ctx);
    return good;
}

double bytes_per_sample(const struct search *x, const struct variant *v, int64_t steps)
{
    struct probe_key key = key_of(x, v, x->batch, steps);
    return x->o->memo ? recorded_slope(x->o->memo, &key) : 0;
}
