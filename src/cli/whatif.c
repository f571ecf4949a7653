#include "cli/whatif.h"

#include "lint/lint.h"

#include <stdlib.h>

static bool take_prune(struct run *r, str text, struct whatif *out)
{
    size_t equal = str_find(text, STR("="), 0);
    str path = equal == SIZE_MAX ? STR("") : str_slice(text, 0, equal);
    const char *number = arena_str(r->arena, str_slice(text, path.n + (path.n > 0), text.n)).p;
    char *end;
    double ratio = strtod(number, &end);
    if (path.n == 0 || end == number || *end || !(ratio > 0) || !(ratio < 1)) {
        run_usage(r,
            "--prune: '%.*s': PATH=RATIO is expected, such as backbone.layer3=0.5 for half of its "
            "channels",
            STR_ARG(text));
        return run_blame(r, OPTION_PRUNE);
    }
    VEC_EACH (const struct prune, p, &out->prunes) {
        if (str_eq(p->path, path)) {
            run_usage(r, "--prune: '%.*s' is given twice", STR_ARG(path));
            return run_blame(r, OPTION_PRUNE);
        }
    }
    vec_push(r, &out->prunes, ((struct prune){path, ratio}));
    return true;
}

bool whatif_read(struct run *r, struct whatif *out)
{
    *out = (struct whatif){0};
    bool good = true;
    VEC_EACH (struct given, g, &r->args.options) {
        if (g->option == OPTION_PRUNE) {
            good = good && take_prune(r, g->value, out);
        } else if (g->option == OPTION_CHANGE) {
            vec_push(r, &out->changes, g->value);
        }
    }
    out->asked = out->prunes.n + out->changes.n > 0;
    return good;
}

/* Parts that fitted before and do not any more: with both sizes, and the arguments that make them.
 */
static bool fits(struct run *r, struct config *c)
{
    struct lint_selection only = {0};
    vec_push(r, &only.select.list, ((struct selector){.text = STR("SHP001")}));
    struct lint *l = lint_new(r, r->library, &only, r->diags);
    struct settings *s = run_settings(r, c, r->diags);
    if (!s) {
        return false;
    }
    size_t before = r->diags->list.n;
    lint_config(l, s, r->diags);
    for (size_t i = before; i < r->diags->list.n; i++) {
        r->diags->list.items[i].fatal = true;
    }
    return r->diags->list.n == before;
}

struct config *whatif_config(struct run *r, const struct whatif *w, str path)
{
    struct config_options *given = &r->config_options, before = *given;
    VEC(str) all = {0};
    for (uint32_t i = 0; i < given->n_overrides; i++) {
        vec_push(r, &all, given->overrides[i]);
    }
    VEC_EACH (str, change, &w->changes) {
        vec_push(r, &all, *change);
    }
    struct config_options *changed = mem_zero(r, sizeof *changed);
    *changed = before;
    changed->overrides = all.items;
    changed->n_overrides = (uint32_t)all.n;
    struct config *c = config_resolve(r->loader, r->arena, path, changed, r->diags);
    return !c->failed && (w->changes.n == 0 || fits(r, c)) ? c : NULL;
}

static bool refuse(struct run *r, const struct prune *p, enum prune_verdict verdict)
{
    const char *why[] = {[PRUNE_NO_MODULE] = "there is no such module; `cfglint complexity "
                                             "--depth 0` shows all of them",
        [PRUNE_NO_CHANNELS] = "it has no layers of its own",
        [PRUNE_STAYS] = "its channels are what the model hands back, or meet sizes that stay"};
    run_usage(r, "--prune %.*s: %s", STR_ARG(p->path), why[verdict]);
    return run_blame(r, OPTION_PRUNE);
}

bool whatif_prune(struct run *r, const struct whatif *w, const struct graph *g, struct pruning *out)
{
    *out = (struct pruning){0};
    if (w->prunes.n > 0) {
        prune_begin(out, r->arena->owner, g);
    }
    VEC_EACH (const struct prune, p, &w->prunes) {
        enum prune_verdict verdict = prune_module(out, r->arena, p);
        if (verdict != PRUNE_DONE) {
            return refuse(r, p, verdict);
        }
    }
    return true;
}

bool whatif_apply(struct run *r, const struct pruning *p, struct graph *g)
{
    op_id at = prune_apply(p, g);
    if (!at) {
        return true;
    }
    const struct op *op = &g->ops.items[at];
    tensor_id x = op->n_inputs ? g->inputs.items[op->inputs_at].tensor : 0;
    const struct tensor_info *t = graph_tensor(g, x);
    module_id from = t->producer ? g->ops.items[t->producer].module : 0;
    run_usage(r,
        "--prune: %.*s would get %.*s from %.*s, which does not fit (%s): what lies between cannot "
        "be followed",
        STR_ARG(graph_path(g, r->arena, op->module)), STR_ARG(shape_text(r->arena, &t->shape)),
        STR_ARG(graph_path(g, r->arena, from)), graph_op_name(op->kind));
    return run_blame(r, OPTION_PRUNE);
}

static bool stopped_before(const struct graph *before, const struct unknown_type *u)
{
    VEC_EACH (const struct unknown_type, x, &before->unknown_types) {
        if (x->raised && str_eq(x->path, u->path)) {
            return true;
        }
    }
    return false;
}

static str source_of(struct run *r, const struct graph *g, const struct unknown_type *u)
{
    str path = u->mismatch.source ? graph_path(g, r->arena, u->mismatch.source) : STR("");
    return path.n ? arena_printf(r->arena, "; %.*s makes it", STR_ARG(path)) : path;
}

bool whatif_fits(
    struct run *r, const struct whatif *w, const struct graph *before, const struct graph *after)
{
    VEC_EACH (const struct unknown_type, u, &after->unknown_types) {
        if (!u->raised || stopped_before(before, u) || w->changes.n == 0) {
            continue;
        }
        run_usage(r, "--set %.*s: %.*s does not fit any more: %.*s%.*s",
            STR_ARG(w->changes.items[w->changes.n - 1]), STR_ARG(u->path.n ? u->path : u->type),
            STR_ARG(u->reason), STR_ARG(source_of(r, after, u)));
        return run_blame(r, OPTION_CHANGE);
    }
    return true;
}
