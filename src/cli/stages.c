#include "cli/stages.h"

#include "cli/budgets.h"
#include "eval/number.h"

enum {
    STEPS = 8,    /* of halving the interval of the ratio */
    MOST_KEYS = 8 /* that are shortened */
};

static const struct stage_row PROMISES[STAGES] = {
#define PROMISE(stage, parameters, macs, bytes, latency) \
    [STAGE_##stage] = {true, parameters, macs, bytes, latency, 0},
#include "cli/promises.def"
#undef PROMISE
};

/* --- pruning --- */

/* All parts of the model that can have fewer channels, each by the same share. */
static void prune_all(struct run *r, const struct graph *g, double ratio, struct whatif *w)
{
    struct pruning p;
    w->prunes.n = 0;
    for (module_id m = 1; m < g->modules.n; m++) {
        const struct graph_module *it = &g->modules.items[m];
        bool top = it->name.n > 0 && it->parent && g->modules.items[it->parent].parent == 0;
        struct prune what = {graph_path(g, r->arena, m), ratio};
        prune_begin(&p, r, g);
        if (top && prune_module(&p, r->arena, &what) == PRUNE_DONE) {
            vec_push(r, &w->prunes, what);
        }
        talloc_free(p.widths);
    }
}

static double left_with(struct run *r, const struct graph *g, struct whatif *w, double ratio)
{
    struct pruning p;
    prune_begin(&p, r, g);
    VEC_EACH (struct prune, what, &w->prunes) {
        what->ratio = ratio;
        prune_module(&p, r->arena, what);
    }
    double left = prune_parameters(&p);
    talloc_free(p.widths);
    return left;
}

/* The share of all channels that has to go for so many parameters. */
static double ratio_for(struct run *r, const struct graph *g, struct whatif *w, double parameters)
{
    double least = 0.01, most = 0.95;
    for (int i = 0; i < STEPS; i++) {
        double middle = (least + most) / 2;
        *(left_with(r, g, w, middle) > parameters ? &least : &most) = middle;
    }
    left_with(r, g, w, most);
    return most;
}

/* --- shortening --- */

static bool half_of(const struct value *v, struct buf *out)
{
    double n;
    bool any = false;
    if (value_is_sequence(v)) {
        buf_byte(out, '[');
        for (uint32_t i = 0; i < v->list->n; i++) {
            buf_puts(out, i ? "," : "");
            any |= half_of(&v->list->items[i], out);
        }
        buf_byte(out, ']');
        return any;
    }
    if (v->kind != VALUE_INT || !number_as_double(v, &n) || n < 1 || n > 1000) {
        return false;
    }
    foreign_printf(out, "%d", ((int)n + 1) / 2);
    return n > 1;
}

/* Changes that halve the arguments which say how often a part is repeated. */
static void find_repeats(
    struct run *r, const struct list *repeats, const struct value *v, str path, struct whatif *out)
{
    if (v->kind == VALUE_DICT) {
        for (uint32_t i = 0; i < v->dict->n && out->changes.n < MOST_KEYS; i++) {
            const struct entry *e = &v->dict->entries[i];
            str key = value_str(&e->key);
            str here = arena_printf(r->arena, "%.*s.%.*s", STR_ARG(path), STR_ARG(key));
            struct buf b = buf_make(r);
            if (list_has_word(repeats, key) && half_of(&e->value, &b)) {
                str half = buf_str(&b);
                vec_push(r, &out->changes,
                    arena_printf(r->arena, "%.*s=%.*s", STR_ARG(here), STR_ARG(half)));
            } else {
                find_repeats(r, repeats, &e->value, here, out);
            }
        }
    } else if (value_is_sequence(v)) {
        for (uint32_t i = 0; i < v->list->n; i++) {
            find_repeats(r, repeats, &v->list->items[i],
                arena_printf(r->arena, "%.*s.%u", STR_ARG(path), i), out);
        }
    }
}

/* --- the stages --- */

static void take_row(struct stage_row *row, const struct complexity *x, double bytes_each)
{
    row->told = x->latency != NULL;
    row->parameters = (double)model_parameters(x->graph, false);
    row->macs = (double)model_macs(x->graph);
    row->bytes = bytes_each * row->parameters;
    row->seconds = x->latency ? x->latency->total.expected : 0;
    row->memory = x->memory ? x->memory_scale * (double)x->memory->peak_bytes : 0;
}

static bool stage(struct run *r, struct config *c, const struct model_options *o,
    const struct asked *a, const struct whatif *w, double bytes_each, struct complexity *x,
    struct stage_row *row)
{
    *x = (struct complexity){.arena = r->arena, .library = r->library};
    bool good = measure(r, c, o, a, w, x);
    if (good) {
        take_row(row, x, bytes_each);
    }
    return good;
}

/* What goes wrong with a model that nobody wrote is no finding. */
static bool quietly(struct run *r, struct config *c, const struct model_options *o,
    const struct asked *a, const struct whatif *w, struct stage_row *row)
{
    struct diags *own = r->diags;
    struct complexity x;
    r->diags = diags_new(r);
    struct config *other = w->changes.n ? whatif_config(r, w, c->path) : c;
    bool good = other && stage(r, other, o, a, w, 1, &x, row) && x.graph->unknown_types.n == 0;
    r->diags = own;
    row->told &= good;
    return good;
}

static void shorten(struct run *r, struct config *c, const struct model_options *o,
    const struct asked *a, const struct whatif *pruned, struct stages *out)
{
    struct whatif all = {0}, w = *pruned;
    const struct value *model = config_at(c, STR("model"));
    struct stage_row row = {0};
    if (model) {
        const struct list *repeats =
            library_words(r->library, STR("model/roles.star"), "REPEATS", r->diags);
        find_repeats(r, repeats, model, STR("model"), &all);
    }
    w.changes.items = NULL;
    w.changes.n = w.changes.cap = 0;
    VEC_EACH (str, change, &all.changes) {
        vec_push(r, &w.changes, *change);
        if (quietly(r, c, o, a, &w, &row)) {
            out->rows[STAGE_SHORTEN] = row;
            out->shortened = arena_printf(r->arena, "%.*s%s%.*s", STR_ARG(out->shortened),
                out->shortened.n ? " " : "", STR_ARG(*change));
        } else {
            w.changes.n--;
        }
    }
}

static void promise(struct stages *s)
{
    const struct stage_row *x = &s->rows[STAGE_AS_IS];
    for (int i = 0; i < STAGES; i++) {
        const struct stage_row *share = &PROMISES[i];
        s->promised[i] = (struct stage_row){share->told, share->parameters * x->parameters,
            share->macs * x->macs, share->bytes * x->bytes, share->seconds * x->seconds, 0};
    }
}

bool stages_find(struct run *r, struct config *c, const struct model_options *o,
    const struct asked *a, struct stages *out)
{
    struct asked own = *a;
    struct budgets budgets;
    struct complexity x;
    struct whatif w = {0};
    *out = (struct stages){.arena = r->arena, .path = c->path, .gpu = a->card.label};
    if (!budgets_read(r, &budgets) || !stage(r, c, o, a, NULL, 4, &x, &out->rows[STAGE_AS_IS])) {
        return false;
    }
    out->latency = budgets.deploy.latency;
    out->parameters = budgets.deploy.parameters;
    out->memory = (double)budgets.deploy.memory;
    promise(out);
    own.pass = (struct pass_options){PRECISION_FP16, true};
    if (!stage(r, c, o, &own, NULL, 2, &x, &out->rows[STAGE_ENGINE])) {
        return false;
    }
    own.pass.precision = PRECISION_INT8;
    if (!stage(r, c, o, &own, NULL, 1, &x, &out->rows[STAGE_QUANTIZE])) {
        return false;
    }
    out->int8_share = x.placement ? x.placement->int8_macs / (x.placement->macs + 1) : 0;
    prune_all(r, x.graph, 0.5, &w);
    if (w.prunes.n > 0) {
        out->ratio = ratio_for(r, x.graph, &w, out->promised[STAGE_PRUNE].parameters);
        quietly(r, c, o, &own, &w, &out->rows[STAGE_PRUNE]);
    }
    shorten(r, c, o, &own, &w, out);
    return true;
}
