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

static str key_of(str change)
{
    return str_slice(change, 0, str_find(change, STR("="), 0));
}

static bool take_change(struct run *r, str text, struct whatif *out)
{
    size_t equal = str_find(text, STR("="), 0);
    str key = equal == SIZE_MAX ? STR("") : key_of(text);
    if (key.n == 0 || key.p[0] == '.' || key.p[key.n - 1] == '.' ||
        str_find(key, STR(".."), 0) != SIZE_MAX) {
        run_usage(r, "--set: '%.*s': KEY=VALUE is expected, such as model.neck.out_channels=128",
            STR_ARG(text));
        return run_blame(r, OPTION_CHANGE);
    }
    vec_push(r, &out->changes, text);
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
            good = good && take_change(r, g->value, out);
        }
    }
    out->asked = out->prunes.n + out->changes.n > 0;
    return good;
}

/* Parts that fitted before and do not any more, with both sizes and the arguments that make them;
 * and arguments that nothing takes, where it is the change that gives them. */
static bool fits(struct run *r, struct config *c)
{
    static const char *const codes[] = {"SHP001", "ARG001", "SYN011"};
    struct lint_selection only = {0};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        vec_push(r, &only.select.list, ((struct selector){.text = str_of(codes[i])}));
    }
    struct lint *l = lint_new(r, r->library, &only, r->diags);
    struct settings *s = run_settings(r, c, r->diags);
    if (!s) {
        return false;
    }
    struct diags *found = diags_new(r);
    lint_config(l, s, found);
    size_t n = 0;
    VEC_EACH (struct diag, d, &found->list) {
        bool given = d->at.source && !d->at.source->is_file;
        if (given || strcmp(d->code, codes[0]) == 0) {
            d->fatal = true;
            found->list.items[n++] = *d;
        }
    }
    found->list.n = n;
    diags_append(r->diags, found);
    return n == 0;
}

static struct config *changed_config(struct run *r, str path, const str *changes, size_t n)
{
    const struct config_options *given = &r->config_options;
    VEC(str) all = {0};
    for (uint32_t i = 0; i < given->n_overrides; i++) {
        vec_push(r, &all, given->overrides[i]);
    }
    for (size_t i = 0; i < n; i++) {
        vec_push(r, &all, changes[i]);
    }
    struct config_options *changed = mem_zero(r, sizeof *changed);
    *changed = *given;
    changed->overrides = all.items;
    changed->n_overrides = (uint32_t)all.n;
    return config_resolve(r->loader, r->arena, path, changed, r->diags);
}

struct config *whatif_config(struct run *r, const struct whatif *w, str path)
{
    struct config *c = changed_config(r, path, w->changes.items, w->changes.n);
    return !c->failed && (w->changes.n == 0 || fits(r, c)) ? c : NULL;
}

/* A key that was not there, in a dict that is no constructor's: nothing says who might read it. */
static bool is_stray(const struct config *before, str key)
{
    size_t dot = key.n;
    while (dot > 0 && key.p[dot - 1] != '.') {
        dot--;
    }
    const struct value *outer = dot ? config_at(before, str_slice(key, 0, dot - 1)) : NULL;
    return !config_at(before, key) && !(outer && value_at(outer, STR("type")));
}

static bool is_same(const struct graph *a, const struct graph *b)
{
    return a && b && a->ops.n == b->ops.n && a->modules.n == b->modules.n && a->macs == b->macs &&
           a->bytes == b->bytes && model_parameters(a, false) == model_parameters(b, false);
}

static bool is_same_model(struct run *r, const struct config *before, const struct config *after,
    const struct model_options *o)
{
    struct graph *a = model_try(r->library, r->arena, before, o),
                 *b = model_try(r->library, r->arena, after, o);
    bool same = is_same(a, b);
    talloc_free(a);
    talloc_free(b);
    return same;
}

/* With this change alone, is anything of the model or of its test another one? */
static bool is_read(
    struct run *r, const struct config *before, str change, const struct model_options *o)
{
    const struct config *after = changed_config(r, before->path, &change, 1);
    struct model_options test = *o;
    test.inference = true;
    return after->failed || !is_same_model(r, before, after, o) ||
           !is_same_model(r, before, after, &test);
}

bool whatif_reads(struct run *r, const struct whatif *w, const struct config *before,
    const struct model_options *o)
{
    VEC_EACH (str, change, &w->changes) {
        if (is_stray(before, key_of(*change)) && !is_read(r, before, *change, o)) {
            run_usage(r,
                "--set %.*s: the config has no such key, and nothing of the model reads it",
                STR_ARG(*change));
            return run_blame(r, OPTION_CHANGE);
        }
    }
    return true;
}

/* The module of the longest beginning of a path that is one: the model, if none is. */
static module_id nearest_module(struct run *r, const struct graph *g, str path)
{
    module_id best = 0;
    size_t length = 0;
    for (module_id m = 1; m < g->modules.n; m++) {
        str own = graph_path(g, r->arena, m);
        bool below = own.n < path.n && path.p[own.n] == '.' && str_starts(path, own);
        if (own.n == 0 ? !best : below && own.n > length) {
            best = m;
            length = own.n;
        }
    }
    return best;
}

static str parts_of(struct run *r, const struct graph *g, module_id whole)
{
    enum {
        MOST_PARTS = 12
    };
    str parts = STR("");
    uint32_t n = 0;
    str own = graph_path(g, r->arena, whole);
    for (module_id m = 1; m < g->modules.n && n <= MOST_PARTS; m++) {
        if (m != whole && g->modules.items[m].parent == whole) {
            str name = n == MOST_PARTS ? STR("...") : graph_path(g, r->arena, m);
            size_t skipped = n < MOST_PARTS && own.n ? own.n + 1 : 0;
            parts = arena_printf(r->arena, "%.*s%s%.*s", STR_ARG(parts), n ? ", " : "",
                (int)(name.n - skipped), name.p + skipped);
            n++;
        }
    }
    return parts;
}

static bool refuse_name(struct run *r, const struct graph *g, const struct prune *p)
{
    module_id whole = nearest_module(r, g, p->path);
    str own = graph_path(g, r->arena, whole), parts = parts_of(r, g, whole);
    run_usage(r, "--prune %.*s: there is no such module; %.*s has %.*s", STR_ARG(p->path),
        STR_ARG(own.n ? own : STR("the model")), STR_ARG(parts.n ? parts : STR("no parts")));
    return run_blame(r, OPTION_PRUNE);
}

static bool refuse(struct run *r, const struct prune *p, enum prune_verdict verdict)
{
    const char *why[] = {[PRUNE_NO_CHANNELS] = "it has no layers of its own",
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
            return verdict == PRUNE_NO_MODULE ? refuse_name(r, g, p) : refuse(r, p, verdict);
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
