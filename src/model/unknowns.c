/* What of a config is not in its graph: types that nothing describes, and values that are not
 * known. */
#include "config/config.h"
#include "model/context.h"

enum {
    MOST_VALUES = 20000 /* containers of a config that are looked at */
};

double graph_coverage(const struct graph *g)
{
    double known = g->known_types, all = known + (double)g->unknown_types.n;
    return all > 0 ? known / all : 0;
}

struct unknown_type *graph_unknown_type(
    struct graph *g, str type, str path, struct value at, const char *reason)
{
    g->unknowns++;
    VEC_EACH (struct unknown_type, it, &g->unknown_types) {
        if (str_eq(it->type, type)) {
            return NULL;
        }
    }
    struct unknown_type u = {.type = arena_str(g->arena, type),
        .path = arena_str(g->arena, path),
        .at = at,
        .reason = arena_str(g->arena, str_of(reason))};
    vec_push(g, &g->unknown_types, u);
    return &g->unknown_types.items[g->unknown_types.n - 1];
}

/* Where a step looks first; then all of it, which has names that it may have been made with. */
static const char *const FIRST[] = {"model", "train_dataloader", "data", ""};

void context_note_unknown(struct model_context *x)
{
    struct graph *g = x->graph;
    const struct unknown *u = NULL;
    str top = STR(""), path = STR("");
    if (g->unknown_types.n > 0 || !x->config || x->looked_for_unknowns) {
        return;
    }
    x->looked_for_unknowns = true;
    for (size_t i = 0; i < sizeof FIRST / sizeof *FIRST && !u; i++) {
        uint32_t left = MOST_VALUES;
        top = str_of(FIRST[i]);
        const struct value *v = top.n > 0 ? config_at(x->config, top) : &x->config->root;
        u = v ? value_unknown_part(g->arena, v, &left, &path) : NULL;
    }
    if (u) {
        struct value at = value_none();
        at.tree = u->tree;
        at.node = u->node;
        const char *dot = top.n > 0 && path.n > 0 ? "." : "";
        path = arena_printf(g->arena, "%.*s%s%.*s", STR_ARG(top), dot, STR_ARG(path));
        str why = arena_printf(g->arena, "it is not known: %.*s", STR_ARG(u->reason));
        graph_unknown_type(g, path, path, at, why.p)->is_value = true;
    }
}
