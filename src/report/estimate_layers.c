/* The table of layers: what each module of its own makes, computes and keeps. */
#include "report/draw.h"
#include "report/estimate.h"

struct layer {
    uint64_t parameters, macs, saved;
    struct shape output;
    bool runs;
};

static struct layer *layers_of(void *ctx, const struct graph *g)
{
    struct layer *all = mem_zero(ctx, g->modules.n * sizeof *all);
    for (size_t i = 1; i < g->params.n; i++) {
        const struct parameter *p = &g->params.items[i];
        all[p->module].parameters += p->is_buffer ? 0 : (uint64_t)shape_elems(&p->shape);
    }
    for (size_t i = 1; i < g->ops.n; i++) {
        const struct op *op = &g->ops.items[i];
        all[op->module].macs += op->macs;
        all[op->module].runs = true;
        if (op->n_outputs > 0) {
            all[op->module].output = graph_tensor(g, op->first_output)->shape;
        }
    }
    bool *kept = mem_zero(ctx, g->storages.n * sizeof *kept);
    VEC_EACH (storage_id, it, &g->saved) {
        const struct storage *st = &g->storages.items[*it];
        if (st->kind == STORAGE_ACTIVATION && !kept[*it]) {
            kept[*it] = true;
            all[g->ops.items[st->born].module].saved += st->bytes;
        }
    }
    return all;
}

void estimate_layers(struct buf *out, const struct estimate_report *r)
{
    const struct graph *g = r->estimate->graph;
    void *ctx = mem_context(NULL);
    struct layer *all = layers_of(ctx, g);
    buf_puts(out,
        "  saved: what the layer makes and backward needs\n\n"
        "parameters      MACs       saved  output               type                  module\n");
    for (size_t i = 1; i < g->modules.n; i++) {
        const struct layer *x = &all[i];
        if (!x->runs && x->parameters == 0) {
            continue;
        }
        buf_puts(out, "  ");
        draw_count(out, (double)x->parameters);
        buf_puts(out, "  ");
        draw_count(out, (double)x->macs);
        buf_puts(out, "  ");
        draw_bytes(out, (double)x->saved);
        str shape = x->runs ? shape_text(r->arena, &x->output) : STR("-");
        str path = graph_path(g, r->arena, (module_id)i);
        buf_printf(out, "  %-20.*s %-21.*s %.*s\n", STR_ARG(shape),
            STR_ARG(g->modules.items[i].type), STR_ARG(path));
    }
    talloc_free(ctx);
}
