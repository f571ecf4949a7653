/* What of a config is not in its graph: types that nothing describes, and calls that are given
 * something unknown. */
#include "config/config.h"
#include "model/context.h"

enum {
    CALL_DEPTH = 2,      /* a list of sizes, of tensors */
    MOST_VALUES = 100000 /* of a config that are looked at */
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

/* The first unknown at or below a value; NULL: there is none within so many that are looked at. */
static const struct unknown *unknown_in(const struct value *v, uint32_t depth, uint32_t *left)
{
    const struct unknown *found = value_is_unknown(v) ? v->unknown : NULL;
    if (found || depth == 0 || *left == 0) {
        return found;
    }
    --*left;
    for (uint32_t i = 0; value_is_sequence(v) && i < v->list->n && !found; i++) {
        found = unknown_in(&v->list->items[i], depth - 1, left);
    }
    for (uint32_t i = 0; v->kind == VALUE_DICT && i < v->dict->n && !found; i++) {
        found = unknown_in(&v->dict->entries[i].value, depth - 1, left);
    }
    return found;
}

/* Is it known where the config says it, and not where the library made it of that? */
static bool is_of_config(const struct config *c, const struct unknown *u)
{
    VEC_EACH (const struct config_file, f, &c->files) {
        if (f->tree == u->tree) {
            return true;
        }
    }
    return false;
}

void context_unknown_call(struct eval *e, const char *name, const struct value *given)
{
    const struct model_context *x = context_of(e);
    struct graph *g = x->graph;
    uint32_t few = MOST_VALUES, left = MOST_VALUES;
    const struct unknown *u = unknown_in(given, CALL_DEPTH, &few);
    if (!u || g->unknown_types.n > 0) {
        return;
    }
    const struct unknown *first = x->config && !is_of_config(x->config, u)
                                      ? unknown_in(&x->config->root, VALUE_DEPTH, &left)
                                      : NULL;
    u = first ? first : u;
    struct value at = value_none();
    at.tree = u->tree;
    at.node = u->node;
    str why = arena_printf(g->arena, "what it is given is not known: %.*s", STR_ARG(u->reason));
    graph_unknown_type(g, str_of(name), STR(""), at, why.p)->is_call = true;
}
