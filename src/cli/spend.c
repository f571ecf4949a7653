#include "cli/spend.h"

#include "cli/training.h"
#include "cli/values.h"
#include "memory/holders.h"

#include <stdlib.h>

enum {
    DEPLOY,
    TRAIN,
    MOST = 3 /* modules that are named */
};

/* What goes wrong in a prediction is for `cfglint estimate` to tell. */
static const struct estimate *predict(struct spend *x, struct run *r, struct settings *s, int which)
{
    const struct budget *b = which == DEPLOY ? &r->budgets->deploy : &r->budgets->train;
    struct estimate_options o;
    int64_t first;
    if (!x->asked[which] && training_options(r, &b->gpu, &o, &first)) {
        struct arena *a = settings_config(s)->arena;
        o.inference = which == DEPLOY;
        o.batch = b->batch;
        o.regime.precision = b->engine ? STR("fp32") : b->precision; /* it has its own */
        o.regime.gpus = b->gpus > 0 ? (uint32_t)b->gpus : o.regime.gpus;
        x->estimate[which] = estimate_run(a->owner, a, s, &o, diags_new(a->owner));
    }
    x->asked[which] = true;
    return x->estimate[which];
}

/* --- who takes most --- */

/* Parts of the parts of a model, and parts that have none: "backbone.layer4", "neck". */
static bool is_compared(const struct graph *g, const bool *has_parts, module_id m)
{
    uint32_t depth = 0;
    for (module_id p = m; p && depth < 8; p = g->modules.items[p].parent) {
        depth += g->modules.items[p].name.n > 0;
    }
    return g->modules.items[m].name.n > 0 && (depth == 2 || (depth == 1 && !has_parts[m]));
}

/* `taken`: by each module and all below it. */
static struct list *largest(struct arena *a, const struct graph *g, const double *taken, double all)
{
    struct list *most = list_new(a, MOST);
    void *ctx = mem_context(NULL);
    bool *out = mem_zero(ctx, g->modules.n * sizeof *out);
    bool *has_parts = mem_zero(ctx, g->modules.n * sizeof *has_parts);
    for (size_t i = 1; i < g->modules.n; i++) {
        has_parts[g->modules.items[i].parent] = true;
    }
    for (int n = 0; n < MOST; n++) {
        module_id best = 0;
        for (module_id m = 1; m < g->modules.n; m++) {
            bool larger = taken[m] > (best ? taken[best] : 0);
            best = larger && !out[m] && is_compared(g, has_parts, m) ? m : best;
        }
        if (best) {
            struct list *pair = list_new(a, 2);
            list_push(a, pair, value_string(a, graph_path(g, a, best)));
            list_push(a, pair, value_float(taken[best] / all));
            list_push(a, most, value_of_list(pair));
            out[best] = true;
        }
    }
    talloc_free(ctx);
    return most;
}

/* --- the facts --- */

struct sum {
    double expected, high, budget;
    double *taken; /* by module; with all below it */
};

static struct pass_options engine_of(const struct budget *b)
{
    uint8_t own = (uint8_t)values_pass(b->precision);
    return (struct pass_options){b->engine ? own : PRECISION_RECORDED, b->engine};
}

static bool find_time(struct sum *out, void *ctx, struct settings *s, const struct estimate *e,
    const struct budget *b, bool deploy)
{
    struct step_time *t = mem_zero(ctx, sizeof *t);
    struct pass_options o = engine_of(b);
    bool told = deploy ? pass_time(ctx, e->graph, &o, t) : step_time(ctx, e->graph, &e->regime, t);
    struct time_report run = {
        .graph = e->graph, .time = told ? t : NULL, .batch = e->batch, .gpus = e->regime.gpus};
    if (!deploy) {
        run.length = training_length(s);
    }
    out->expected = !told ? 0 : deploy ? t->total.expected : time_run_seconds(&run) / 3600;
    double whole = told && t->total.expected > 0 ? t->total.expected : 1;
    out->high = told ? out->expected * t->total.high / whole : 0;
    for (size_t i = 0; told && i < e->graph->modules.n; i++) {
        out->taken[i] = t->modules[i] * out->expected / whole;
    }
    return out->expected > 0;
}

static void find_parameters(struct sum *out, void *ctx, const struct estimate *e)
{
    const struct holder *h = holders(ctx, e->graph, &e->regime, e->simulation);
    out->high = out->expected = (double)model_parameters(e->graph, false);
    for (size_t i = 0; i < e->graph->modules.n; i++) {
        out->taken[i] = (double)h[i].parameters;
    }
}

/* An engine's tensors, in its own precision, beside what else the process holds. */
static void find_memory(
    struct sum *out, void *ctx, const struct estimate *e, const struct budget *b)
{
    const struct holder *h = holders(ctx, e->graph, &e->regime, e->simulation);
    struct pass_options o = engine_of(b);
    double scale = pass_bytes_scale(&o), less = (1 - scale) * (double)e->simulation->peak_bytes;
    out->expected = (double)e->used.expected - less;
    out->high = (double)e->used.high - less;
    for (size_t i = 0; i < e->graph->modules.n; i++) {
        out->taken[i] = scale * (double)h[i].bytes;
    }
}

static struct value fact_of(
    struct arena *a, const struct estimate *e, const struct sum *x, const struct budget *b)
{
    struct dict *d = dict_new(a, 4);
    dict_set_str(a, d, STR("expected"), value_float(x->expected));
    dict_set_str(a, d, STR("high"), value_float(x->high));
    dict_set_str(a, d, STR("budget"), value_float(x->budget));
    dict_set_str(a, d, STR("gpu"), value_string(a, b->gpu.label));
    dict_set_str(a, d, STR("known"), value_float(e->coverage));
    struct list *most = largest(a, e->graph, x->taken, x->expected);
    dict_set_str(a, d, STR("most"), value_of_list(most));
    return value_of_dict(d);
}

bool spend_fact(struct spend *x, struct run *r, struct settings *s, str name, struct value *out)
{
    bool deploy = str_starts(name, STR("deploy_")), memory = str_ends(name, STR("_memory"));
    bool parameters = str_is(name, "deploy_parameters");
    const struct budget *b = deploy ? &r->budgets->deploy : &r->budgets->train;
    struct sum sum = {.budget = memory       ? (double)b->memory
                                : parameters ? b->parameters
                                : deploy     ? b->latency
                                             : b->hours};
    const struct estimate *e = sum.budget > 0 ? predict(x, r, s, deploy ? DEPLOY : TRAIN) : NULL;
    if (!e) {
        return false;
    }
    void *ctx = mem_context(NULL);
    sum.taken = mem_zero(ctx, e->graph->modules.n * sizeof *sum.taken);
    bool told = true;
    if (memory) {
        find_memory(&sum, ctx, e, b);
    } else if (parameters) {
        find_parameters(&sum, ctx, e);
    } else {
        told = find_time(&sum, ctx, s, e, b, deploy);
    }
    if (told) {
        *out = fact_of(settings_config(s)->arena, e, &sum, b);
    }
    talloc_free(ctx);
    return told;
}
