/* What the stages `graph` and `memory` make of a config, a line for each operation or event. */
#include "base/foreign.h"
#include "base/mem.h"
#include "model/order.h"
#include "report/dump.h"

static void put_tensor(struct arena *a, struct buf *out, const struct graph *g, tensor_id t)
{
    const struct tensor_info *i = graph_tensor(g, t);
    str shape = shape_text(a, &i->shape);
    foreign_printf(out, " %.*s", STR_ARG(shape));
    if (i->dtype != DTYPE_F32) {
        foreign_printf(out, ":%s", dtype_name((enum dtype)i->dtype));
    }
}

static void put_op(struct arena *a, struct buf *out, const struct graph *g, op_id id)
{
    const struct op *op = &g->ops.items[id];
    str path = graph_path(g, a, op->module);
    foreign_printf(out, "%5u %-14s %.*s:", id, graph_op_name(op->kind), STR_ARG(path));
    for (uint32_t i = 0; i < op->n_inputs; i++) {
        put_tensor(a, out, g, g->inputs.items[op->inputs_at + i].tensor);
    }
    buf_puts(out, " ->");
    for (uint32_t i = 0; i < op->n_outputs; i++) {
        put_tensor(a, out, g, op->first_output + i);
    }
    uint64_t saved = 0;
    for (uint32_t i = 0; i < op->n_saved; i++) {
        const struct storage *s = &g->storages.items[g->saved.items[op->saved_at + i]];
        saved += s->kind == STORAGE_ACTIVATION || s->kind == STORAGE_INPUT ? s->bytes : 0;
    }
    if (saved > 0) {
        foreign_printf(out, "  saves %llu", (unsigned long long)saved);
    }
    if (op->forward_temp + op->backward_temp > 0) {
        foreign_printf(out, "  scratch %llu and %llu", (unsigned long long)op->forward_temp,
            (unsigned long long)op->backward_temp);
    }
    buf_puts(out, op->in_place ? "  in place\n" : "\n");
}

void dump_graph(struct arena *a, struct buf *out, const struct graph *g)
{
    buf_puts(out,
        "# operation, module: inputs -> outputs; bytes that backward keeps; bytes of scratch in "
        "forward and backward\n");
    for (op_id i = 1; i < g->ops.n; i++) {
        put_op(a, out, g, i);
    }
}

void dump_memory(struct arena *a, struct buf *out, const struct estimate *e)
{
    const struct simulation *s = e->simulation;
    uint64_t now = 0;
    for (int i = 0; i < CATEGORIES; i++) {
        now += s->states[i];
    }
    foreign_printf(out,
        "# event, module, bytes, and all that is allocated then\n"
        "%-10s %-14s %-28s %12s %13llu\n",
        "start", "", "weights, optimizer", "", (unsigned long long)now);
    VEC_EACH (struct trace_event, t, &s->trace) {
        if (s->blocks[t->block].stays) { /* there from the start, in all steps but the first */
            continue;
        }
        uint64_t bytes = rounded((uint64_t)(t->bytes < 0 ? -t->bytes : t->bytes));
        const struct op *op = &e->graph->ops.items[t->op];
        str path = graph_path(e->graph, a, op->module);
        now = t->bytes < 0 ? now - bytes : now + bytes;
        foreign_printf(out, "%-10s %-14s %-28.*s %+12lld %13llu\n", phase_name(t->phase),
            graph_op_name(op->kind), STR_ARG(path),
            t->bytes < 0 ? -(long long)bytes : (long long)bytes, (unsigned long long)now);
    }
}

static void dump_states(
    struct buf *out, const struct estimate *e, const char *what, enum category c)
{
    void *ctx = mem_context(NULL);
    const param_id *order = order_params(ctx, e->graph, ORDER_MOVING);
    for (size_t i = 0; i + 1 < e->graph->params.n; i++) {
        uint64_t bytes[CATEGORIES];
        regime_parameter_bytes(&e->regime, &e->graph->params.items[order[i]], bytes);
        if (bytes[c]) {
            foreign_printf(out, "%s\t%llu\t0\t\t\t\n", what, (unsigned long long)bytes[c]);
        }
    }
    talloc_free(ctx);
}

void dump_trace(struct arena *a, struct buf *out, const struct estimate *e)
{
    const struct simulation *s = e->simulation;
    foreign_printf(out, "# action\tbytes\tblock\tmodule\tphase\toperation\n");
    dump_states(out, e, "weight", CATEGORY_WEIGHTS);
    VEC_EACH (struct trace_event, t, &s->trace) {
        const struct op *op = &e->graph->ops.items[t->op];
        str path = graph_path(e->graph, a, op->module);
        bool stays = s->blocks[t->block].stays;
        foreign_printf(out, "%s\t%lld\t%u\t%.*s\t%s\t%s\n",
            stays          ? "state"
            : t->bytes < 0 ? "free"
                           : "alloc",
            t->bytes < 0 ? -(long long)t->bytes : (long long)t->bytes, t->block, STR_ARG(path),
            phase_name(t->phase), graph_op_name(op->kind));
    }
    if (e->regime.sharding.gradients) {
        dump_states(out, e, "state", CATEGORY_GRADIENTS);
    }
}
