#include "model/reached.h"

#include "base/mem.h"

void reached_ops(const struct graph *g, bool *reached)
{
    op_id start = g->loss ? graph_tensor(g, g->loss)->producer : 0;
    if (start) {
        reached[start] = true;
    }
    for (op_id i = (op_id)g->ops.n - 1; i > 0; i--) {
        const struct op *op = &g->ops.items[i];
        if (!reached[i] || !op->differentiable) {
            continue;
        }
        for (uint32_t k = 0; k < op->n_inputs; k++) {
            const struct op_input *in = &g->inputs.items[op->inputs_at + k];
            op_id producer = graph_tensor(g, in->tensor)->producer;
            if (producer && in->grad != GRAD_NONE) {
                reached[producer] = true;
            }
        }
    }
}

static void mark_inputs(struct graph *g, const struct op *op)
{
    for (uint32_t k = 0; k < op->n_inputs; k++) {
        const struct op_input *in = &g->inputs.items[op->inputs_at + k];
        const struct tensor_info *t = graph_tensor(g, in->tensor);
        const struct storage *s = &g->storages.items[t->storage];
        if (in->grad != GRAD_NONE && s->kind == STORAGE_PARAMETER && !t->producer) {
            g->params.items[s->param].used = true;
        }
    }
}

void reached_parameters(struct graph *g)
{
    bool known = g->loss && g->unknown_types.n == 0;
    void *ctx = mem_context(NULL);
    bool *reached = mem_zero(ctx, (g->ops.n + 1) * sizeof *reached);
    reached_ops(g, reached);
    VEC_EACH (struct parameter, p, &g->params) {
        p->used = !known;
    }
    for (size_t i = 1; known && i < g->ops.n; i++) {
        if (reached[i] && g->ops.items[i].differentiable) {
            mark_inputs(g, &g->ops.items[i]);
        }
    }
    talloc_free(ctx);
}
