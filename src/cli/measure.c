#include "cli/measure.h"

/* In the precision that is asked for, or that the config tests with. */
static bool take_precision(struct run *r, struct config *c, const struct asked *asked,
    struct graph_options *o, struct regime *regime)
{
    const struct pass_options *p = &asked->pass;
    struct settings *s = run_settings(r, c, r->diags);
    if (!s) {
        return false;
    }
    bool single = p->precision == PRECISION_FP32 || p->precision == PRECISION_TF32 || p->engine;
    struct regime_options options = {.torch = o->torch, .gpus = 1, .precision = asked->precision};
    *regime = regime_read(s, &options, r->diags);
    bool casts = regime->half_model && regime->mmengine; /* which never makes a model half */
    enum dtype half = casts ? regime->model_half : regime->half;
    o->autocast = (uint8_t)(single ? DTYPE_F32 : half);
    o->mmengine = regime->mmengine && o->torch >= MMENGINE_TORCH;
    o->half_model = !single && regime->half_model && !casts;
    regime_without_training(regime);
    return true;
}

/* What a test step takes of the GPU, with the channels that are left. */
static bool find_latency(struct run *r, struct config *c, const struct model_options *counted,
    const struct asked *a, const struct pruning *pruning, struct complexity *x)
{
    struct model_options o = *counted;
    void *ctx = r->arena->owner;
    o.inference = true;
    o.batch = a->batch;
    struct regime *regime = mem_zero(ctx, sizeof *regime);
    if (!take_precision(r, c, a, &o.graph, regime)) {
        return false;
    }
    o.graph.gpu = a->card.facts;
    o.graph.usual = true;
    struct graph *g = model_record(r->library, r->arena, c, &o, r->diags);
    if (g && pruning) {
        struct pruning same;
        prune_like(&same, ctx, g, pruning);
        if (!whatif_apply(r, &same, g)) {
            return false;
        }
    }
    struct step_time *t = mem_zero(ctx, sizeof *t);
    bool told = g && pass_time(ctx, g, &a->pass, t) && t->kernels > 0;
    x->gpu = a->card.label;
    x->timed = g;
    x->latency = told ? t : NULL;
    if (g) {
        x->memory = simulate(ctx, g, regime, true);
        x->holders = holders(ctx, g, regime, x->memory);
        x->memory_scale = pass_bytes_scale(&a->pass);
    }
    if (told && a->pass.engine) {
        struct placement *p = mem_zero(ctx, sizeof *p);
        placement_find(ctx, g, t, p);
        x->placement = p;
        x->dla_rate = a->card.facts.speed.dla_int8;
    }
    return g != NULL;
}

bool measure(struct run *r, struct config *c, const struct model_options *o, const struct asked *a,
    const struct whatif *w, struct complexity *x)
{
    struct pruning pruning;
    struct graph *g = model_record(r->library, r->arena, c, o, r->diags);
    x->graph = g;
    if (!g || (w && !whatif_prune(r, w, g, &pruning))) {
        return false;
    }
    bool prunes = w && w->prunes.n > 0;
    if (a->gpu && !find_latency(r, c, o, a, prunes ? &pruning : NULL, x)) {
        return false;
    }
    if (prunes) {
        if (!whatif_apply(r, &pruning, g)) {
            return false;
        }
        x->cut = pruning.cut;
        x->kept = pruning.kept;
    }
    return true;
}
