/* What of a config is not in its graph: types that nothing describes, and values that are not
 * known. */
#include "config/config.h"
#include "model/context.h"

enum {
    MOST_VALUES = 20000 /* of a config that are looked at */
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

/* The first unknown at or below a value, and its path; NULL: there is none among so many values. */
static const struct unknown *unknown_in(
    struct arena *a, const struct value *v, uint32_t depth, uint32_t *left, str *path)
{
    const struct unknown *found = value_is_unknown(v) ? v->unknown : value_lost(v);
    if (found || depth == 0 || *left == 0) {
        return found;
    }
    --*left;
    str above = *path;
    const char *dot = above.n > 0 ? "." : "";
    for (uint32_t i = 0; value_is_sequence(v) && i < v->list->n && !found; i++) {
        *path = arena_printf(a, "%.*s%s%u", STR_ARG(above), dot, i);
        found = unknown_in(a, &v->list->items[i], depth - 1, left, path);
    }
    for (uint32_t i = 0; v->kind == VALUE_DICT && i < v->dict->n && !found; i++) {
        str key = value_str(&v->dict->entries[i].key);
        *path = arena_printf(a, "%.*s%s%.*s", STR_ARG(above), dot, STR_ARG(key));
        found = unknown_in(a, &v->dict->entries[i].value, depth - 1, left, path);
    }
    *path = found ? *path : above;
    return found;
}

/* Where a step looks first; then all of it, which has names that it may have been made with. */
static const char *const FIRST[] = {"model", "train_dataloader", "data", ""};

void context_note_unknown(struct model_context *x)
{
    struct graph *g = x->graph;
    const struct unknown *u = NULL;
    str path = STR("");
    if (g->unknown_types.n > 0 || !x->config) {
        return;
    }
    for (size_t i = 0; i < sizeof FIRST / sizeof *FIRST && !u; i++) {
        uint32_t left = MOST_VALUES;
        path = str_of(FIRST[i]);
        const struct value *v = path.n > 0 ? config_at(x->config, path) : &x->config->root;
        u = v ? unknown_in(g->arena, v, VALUE_DEPTH, &left, &path) : NULL;
    }
    if (u) {
        struct value at = value_none();
        at.tree = u->tree;
        at.node = u->node;
        str why = arena_printf(g->arena, "it is not known: %.*s", STR_ARG(u->reason));
        graph_unknown_type(g, path, path, at, why.p)->is_value = true;
    }
}
