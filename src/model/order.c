#include "model/order.h"

/* Children and own tensors of each module, in lists by place. */
struct lists {
    const struct graph *g;
    uint32_t *child, *next_child, *last_child;
    uint32_t *own, *next_own, *last_own;
};

/* Most come in order: then it is the last. */
static void insert(uint32_t *first, uint32_t *last, uint32_t *next, uint32_t id,
    bool (*before)(const struct graph *, uint32_t, uint32_t), const struct graph *g)
{
    uint32_t *at = *last && !before(g, id, *last) ? &next[*last] : first;
    while (*at && !before(g, id, *at)) {
        at = &next[*at];
    }
    next[id] = *at;
    *at = id;
    *last = next[id] ? *last : id;
}

static bool child_before(const struct graph *g, uint32_t a, uint32_t b)
{
    return g->modules.items[a].place < g->modules.items[b].place;
}

/* Buffers come after the parameters of the same module. */
static bool own_before(const struct graph *g, uint32_t a, uint32_t b)
{
    const struct parameter *x = &g->params.items[a], *y = &g->params.items[b];
    return x->is_buffer != y->is_buffer ? y->is_buffer : x->place < y->place;
}

static struct lists lists_of(void *ctx, const struct graph *g)
{
    size_t m = g->modules.n, p = g->params.n;
    uint32_t *room = mem_zero(ctx, (5 * m + p) * sizeof *room);
    struct lists l = {.g = g,
        .child = room,
        .next_child = room + m,
        .last_child = room + 2 * m,
        .own = room + 3 * m,
        .last_own = room + 4 * m,
        .next_own = room + 5 * m};
    for (module_id i = 1; i < m; i++) {
        module_id parent = g->modules.items[i].parent;
        insert(&l.child[parent], &l.last_child[parent], l.next_child, i, child_before, g);
    }
    for (param_id i = 1; i < p; i++) {
        module_id of = g->params.items[i].module;
        insert(&l.own[of], &l.last_own[of], l.next_own, i, own_before, g);
    }
    return l;
}

static param_id *put_own(const struct lists *l, module_id m, param_id *out)
{
    for (param_id p = l->own[m]; p; p = l->next_own[p]) {
        *out++ = p;
    }
    return out;
}

param_id *order_params(void *talloc_ctx, const struct graph *g, enum order_of order)
{
    void *ctx = mem_context(NULL);
    param_id *all = mem_zero(talloc_ctx, g->params.n * sizeof *all), *out = all;
    struct lists l = lists_of(ctx, g);
    out = put_own(&l, 0, out);
    for (module_id m = l.child[0]; m;) {
        out = order == ORDER_PARAMETERS ? put_own(&l, m, out) : out;
        if (l.child[m]) {
            m = l.child[m];
            continue;
        }
        for (;;) { /* up to the first that has a next one */
            out = order == ORDER_MOVING ? put_own(&l, m, out) : out;
            if (l.next_child[m] || !g->modules.items[m].parent) {
                break;
            }
            m = g->modules.items[m].parent;
        }
        m = l.next_child[m];
    }
    talloc_free(ctx);
    return all;
}
