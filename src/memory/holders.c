#include "memory/holders.h"

#include "base/mem.h"

static void add(struct holder *to, const struct holder *h)
{
    to->bytes += h->bytes;
    to->parameters += h->parameters;
    to->macs += h->macs;
    to->saved_bytes += h->saved_bytes;
}

/* Every module's own share, to all that it is part of. */
static struct holder *with_all_below(void *ctx, const struct graph *g, const struct holder *own)
{
    struct holder *all = mem_zero(ctx, g->modules.n * sizeof *all);
    for (size_t i = 0; i < g->modules.n; i++) {
        module_id m = (module_id)i;
        for (uint32_t depth = 0; m && depth < 64; depth++) {
            add(&all[m], &own[i]);
            m = g->modules.items[m].parent;
        }
        add(&all[0], &own[i]);
    }
    return all;
}

struct holder *holders(
    void *talloc_ctx, const struct graph *g, const struct regime *r, const struct simulation *s)
{
    struct holder *own = mem_zero(talloc_ctx, g->modules.n * sizeof *own);
    for (size_t i = 1; i < g->params.n; i++) {
        const struct parameter *p = &g->params.items[i];
        uint64_t bytes[CATEGORIES];
        regime_parameter_bytes(r, p, bytes);
        for (int k = 0; k < CATEGORIES; k++) {
            own[p->module].bytes += bytes[k];
        }
        own[p->module].parameters += p->is_buffer ? 0 : (uint64_t)shape_elems(&p->shape);
    }
    VEC_EACH (struct peak_item, item, &s->peak_items) {
        module_id m = g->ops.items[item->op].module;
        own[m].bytes += item->bytes;
        own[m].saved_bytes += item->category == CATEGORY_SAVED ? item->bytes : 0;
    }
    for (size_t i = 1; i < g->ops.n; i++) {
        own[g->ops.items[i].module].macs += g->ops.items[i].macs;
    }
    struct holder *all = with_all_below(talloc_ctx, g, own);
    talloc_free(own);
    return all;
}
