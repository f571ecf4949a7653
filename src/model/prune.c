#include "model/prune.h"

#include <math.h>

void prune_begin(struct pruning *p, void *talloc_ctx, const struct graph *g)
{
    *p = (struct pruning){.widths = widths_find(talloc_ctx, g)};
    widths_keep_results(p->widths);
}

static bool lies_in(const struct graph *g, module_id m, module_id in)
{
    while (m && m != in) {
        m = g->modules.items[m].parent;
    }
    return m == in;
}

static module_id module_of(const struct graph *g, struct arena *a, str path)
{
    for (module_id m = 1; m < g->modules.n; m++) {
        if (str_eq(graph_path(g, a, m), path)) {
            return m;
        }
    }
    return 0;
}

/* Which dimension of a weight is of the channels that it makes: of the operation that takes it. */
static bool makes_channels(const struct op *op, const struct shape *weight, uint32_t *dim)
{
    bool sparse = op->kind == OPKIND_CUSTOM && op->products && weight->n == 5;
    bool any = op->kind == OPKIND_CONV || op->kind == OPKIND_CONV_TRANSPOSE ||
               op->kind == OPKIND_LINEAR || sparse || op->custom == CUSTOM_DEFORM_CONV;
    *dim = sparse ? 4 : op->kind == OPKIND_CONV_TRANSPOSE ? 1 : 0;
    return any && weight->n > 1 && *dim < weight->n;
}

enum prune_verdict prune_module(struct pruning *p, struct arena *a, const struct prune *what)
{
    const struct graph *g = widths_graph(p->widths);
    module_id in = module_of(g, a, what->path);
    uint32_t before = p->cut, seen = p->cut + p->kept;
    for (size_t i = 1; i < g->ops.n && in; i++) {
        const struct op *op = &g->ops.items[i];
        uint32_t first = op->custom == CUSTOM_DEFORM_CONV ? widths_deform_weight(g, op) : 1;
        for (uint32_t n = first; n < op->n_inputs && lies_in(g, op->module, in); n++) {
            tensor_id t = g->inputs.items[op->inputs_at + n].tensor;
            uint32_t dim;
            if (makes_channels(op, &graph_tensor(g, t)->shape, &dim)) {
                group_id group = widths_group(p->widths, t, dim);
                widths_cut(p->widths, group, 1 - what->ratio);
                *(group ? &p->cut : &p->kept) += 1;
                break;
            }
        }
    }
    return !in                        ? PRUNE_NO_MODULE
           : p->cut + p->kept == seen ? PRUNE_NO_CHANNELS
           : p->cut == before         ? PRUNE_STAYS
                                      : PRUNE_DONE;
}

double prune_parameters(const struct pruning *p)
{
    const struct graph *g = widths_graph(p->widths);
    double sum = 0;
    for (size_t i = 1; i < g->params.n; i++) {
        const struct parameter *q = &g->params.items[i];
        double elems = q->is_buffer ? 0 : (double)shape_elems(&q->shape);
        for (uint32_t d = 0; d < q->shape.n && elems > 0; d++) {
            elems *= widths_kept(p->widths, q->tensor, d);
        }
        sum += elems;
    }
    return sum;
}

void prune_like(
    struct pruning *p, void *talloc_ctx, const struct graph *g, const struct pruning *from)
{
    const struct graph *known = widths_graph(from->widths);
    *p = (struct pruning){.widths = widths_find(talloc_ctx, g)};
    for (size_t i = 1; i < g->params.n && i < known->params.n; i++) {
        tensor_id t = g->params.items[i].tensor, k = known->params.items[i].tensor;
        bool same = shape_equal(&g->params.items[i].shape, &known->params.items[i].shape);
        for (uint32_t d = 0; d < graph_tensor(g, t)->shape.n && same; d++) {
            widths_cut(p->widths, widths_group(p->widths, t, d), widths_kept(from->widths, k, d));
        }
    }
}

/* --- a narrower graph --- */

static double kept_elems(const struct widths *w, const struct graph *g, tensor_id t)
{
    double share = 1;
    for (uint32_t d = 0; d < graph_tensor(g, t)->shape.n; d++) {
        share *= widths_kept(w, t, d);
    }
    return share;
}

static uint64_t part_of(uint64_t n, double share)
{
    return (uint64_t)llround((double)n * share);
}

/* Multiply-adds: of what comes out, and of each product's length. */
static double kept_work(const struct widths *w, const struct graph *g, const struct op *op)
{
    tensor_id x = op->n_inputs ? g->inputs.items[op->inputs_at].tensor : 0;
    tensor_id k = op->n_inputs > 1 ? g->inputs.items[op->inputs_at + 1].tensor : 0;
    double made = kept_elems(w, g, op->first_output);
    uint32_t last = x && graph_tensor(g, x)->shape.n ? graph_tensor(g, x)->shape.n - 1 : 0;
    switch ((enum op_kind)op->kind) {
    case OPKIND_CONV: return made * widths_kept(w, k, 1);
    case OPKIND_CONV_TRANSPOSE: return made * widths_kept(w, k, 0);
    case OPKIND_LINEAR:
    case OPKIND_MATMUL:
    case OPKIND_ATTENTION: return made * widths_kept(w, x, last);
    case OPKIND_CUSTOM: return op->products ? made * widths_kept(w, x, last > 1 ? 1 : last) : made;
    default: return made;
    }
}

/* A forward pass keeps nothing, and what backward would take does not count. */
static void narrow_op(const struct widths *w, const struct graph *g, struct op *op)
{
    double share = kept_elems(w, g, op->first_output);
    op->macs = part_of(op->macs, kept_work(w, g, op));
    op->forward_temp = part_of(op->forward_temp, share);
    op->most_temp = part_of(op->most_temp, share);
}

/* A storage is as much smaller as the largest tensor in it. */
static void narrow_storage(const struct widths *w, struct graph *g, struct storage *s)
{
    uint64_t most = 0;
    double share = 1;
    for (tensor_id t = s->last; t; t = graph_tensor(g, t)->before) {
        uint64_t bytes = tensor_bytes(g, t);
        if (bytes > most) {
            most = bytes;
            share = kept_elems(w, g, t);
        }
    }
    s->bytes = part_of(s->bytes, share);
}

static void narrow_tensor(const struct widths *w, struct tensor_info *x, tensor_id t)
{
    for (uint32_t d = 0; d < x->shape.n; d++) {
        x->shape.size[d] = llround((double)x->shape.size[d] * widths_kept(w, t, d));
    }
    shape_strides(&x->shape, x->stride);
}

/* --- what has to meet --- */

static const struct shape *shape_at(const struct graph *g, const struct op *op, uint32_t input)
{
    tensor_id t = input < op->n_inputs ? g->inputs.items[op->inputs_at + input].tensor : 0;
    return &graph_tensor(g, t)->shape;
}

static bool channels_meet(const struct graph *g, const struct op *op)
{
    const struct shape *x = shape_at(g, op, 0), *k = shape_at(g, op, 1);
    const struct shape *y = &graph_tensor(g, op->first_output)->shape;
    bool transposed = op->kind == OPKIND_CONV_TRANSPOSE;
    int64_t takes = k->size[transposed ? 0 : 1], makes = k->size[transposed ? 1 : 0];
    bool whole = takes > 0 && makes > 0 && x->size[1] % takes == 0 && y->size[1] % makes == 0;
    return transposed ? whole && takes == x->size[1] : whole && makes == y->size[1];
}

static bool broadcast_meets(const struct graph *g, const struct op *op)
{
    const struct shape *y = &graph_tensor(g, op->first_output)->shape;
    bool good = true;
    for (uint32_t i = 0; i < op->n_inputs; i++) {
        const struct shape *x = shape_at(g, op, i);
        for (uint32_t d = 1; d <= x->n && d <= y->n; d++) {
            int64_t size = x->size[x->n - d];
            good &= size == 1 || size == y->size[y->n - d];
        }
    }
    return good;
}

static int64_t elems_in(const struct graph *g, const struct op *op)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < op->n_inputs; i++) {
        sum += shape_elems(shape_at(g, op, i));
    }
    return sum;
}

static int64_t elems_out(const struct graph *g, const struct op *op)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < op->n_outputs; i++) {
        sum += shape_elems(&graph_tensor(g, op->first_output + i)->shape);
    }
    return sum;
}

static bool last_meets(const struct graph *g, const struct op *op, uint32_t from_end)
{
    const struct shape *x = shape_at(g, op, 0), *k = shape_at(g, op, 1);
    return x->n < 1 || k->n < 2 || x->size[x->n - 1] == k->size[k->n - from_end];
}

/* `same`: its inputs had as many elements as its results before. */
static bool meets(const struct graph *g, const struct op *op, bool same)
{
    const struct shape *x = shape_at(g, op, 0), *k = shape_at(g, op, 1);
    switch ((enum op_kind)op->kind) {
    case OPKIND_CONV:
    case OPKIND_CONV_TRANSPOSE: return channels_meet(g, op);
    case OPKIND_LINEAR: return last_meets(g, op, 1);
    case OPKIND_MATMUL: return last_meets(g, op, 2);
    case OPKIND_BATCH_NORM:
    case OPKIND_GROUP_NORM: return op->n_inputs < 2 || k->size[0] == x->size[1];
    case OPKIND_BINARY:
    case OPKIND_WHERE: return broadcast_meets(g, op);
    case OPKIND_VIEW:
    case OPKIND_COPY:
    case OPKIND_CAT:
    case OPKIND_SPLIT: return !same || elems_in(g, op) == elems_out(g, op);
    default: return true;
    }
}

static op_id first_unmet(const struct graph *g, const bool *same)
{
    for (op_id i = 1; i < g->ops.n; i++) {
        const struct op *op = &g->ops.items[i];
        if (op->n_outputs && op->n_inputs && !meets(g, op, same[i])) {
            return i;
        }
    }
    return 0;
}

op_id prune_apply(const struct pruning *p, struct graph *g)
{
    const struct widths *w = p->widths;
    bool *same = mem_zero(p->widths, (g->ops.n + 1) * sizeof *same);
    for (size_t i = 1; i < g->ops.n; i++) {
        same[i] = elems_in(g, &g->ops.items[i]) == elems_out(g, &g->ops.items[i]);
    }
    for (size_t i = 1; i < g->ops.n; i++) {
        if (g->ops.items[i].n_outputs) {
            narrow_op(w, g, &g->ops.items[i]);
        }
    }
    for (size_t i = 1; i < g->storages.n; i++) {
        narrow_storage(w, g, &g->storages.items[i]);
    }
    for (size_t i = 1; i < g->params.n; i++) {
        struct parameter *q = &g->params.items[i];
        for (uint32_t d = 0; d < q->shape.n; d++) {
            q->shape.size[d] = llround((double)q->shape.size[d] * widths_kept(w, q->tensor, d));
        }
    }
    for (tensor_id t = 1; t < g->tensors.n; t++) {
        narrow_tensor(w, &g->tensors.items[t], t);
    }
    op_id unmet = first_unmet(g, same);
    talloc_free(same);
    return unmet;
}
