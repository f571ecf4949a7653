#include "memory/gather.h"
#include "memory/layout.h"

/* Since 1.10 a gradient that nobody else holds is added to in place. */
static bool adds_in_place(const struct simulator *s, uint32_t b)
{
    return s->r->torch >= 110 && s->blocks.items[b].refs == 1;
}

static void give_gradient(struct simulator *s, tensor_id t, uint32_t b)
{
    uint32_t old = s->gradient[t];
    if (!old) {
        s->gradient[t] = b + 1;
        return;
    }
    if (adds_in_place(s, old - 1)) {
        sim_let_go(s, b);
        return;
    }
    uint32_t sum = sim_new_block(s, tensor_bytes(s->g, t), CATEGORY_FLOW);
    block(s, sum)->refs = 1;
    sim_allocate(s, sum);
    sim_check(s, 0);
    sim_let_go(s, b);
    sim_let_go(s, old - 1);
    s->gradient[t] = sum + 1;
}

static bool has_gradient(const struct simulator *s, param_id p)
{
    return s->r->grads_persist || s->parameter_grad[p];
}

/* Where gradients outlive a step, that of the first one stays where it was made. */
static void keep_gradient(struct simulator *s, param_id p)
{
    uint64_t bytes[CATEGORIES];
    if (s->parameter_grad[p] == 0 && !s->r->sharding.gradients) {
        regime_parameter_bytes(s->r, &s->g->params.items[p], bytes);
        s->parameter_grad[p] = 1 + sim_keep(s, bytes[CATEGORY_GRADIENTS], CATEGORY_GRADIENTS);
    }
}

/* AccumulateGrad: the first gradient of a step becomes .grad, unless the last step's is still
 * there. */
static void give_parameter_gradient(struct simulator *s, param_id p, uint32_t b)
{
    if (s->gather && gather_gradient(s, p, b)) {
        return;
    }
    if (has_gradient(s, p)) {
        sim_let_go(s, b);
        keep_gradient(s, p);
        return;
    }
    s->parameter_grad[p] = b + 1;
    block(s, b)->category = CATEGORY_GRADIENTS;
}

static param_id parameter_of(const struct graph *g, tensor_id t)
{
    const struct tensor_info *i = graph_tensor(g, t);
    const struct storage *st = &g->storages.items[i->storage];
    return st->kind == STORAGE_PARAMETER && !i->producer ? st->param : 0;
}

/* Scratch of several tensors. */
static void use_parts(struct simulator *s, const struct op *op)
{
    size_t from = s->blocks.n;
    for (uint8_t i = 0; i < op->parts; i++) {
        sim_take(s, op->backward_temp / op->parts);
    }
    sim_check(s, 0);
    for (size_t i = from; i < from + op->parts; i++) {
        sim_let_go(s, (uint32_t)i);
    }
}

/* A convolution has scratch while it makes its input's gradient, and then while it makes its
 * weight's; others, when all are there. */
static void use_scratch(struct simulator *s, const struct op *op, uint32_t input, bool is_new)
{
    if (!sim_is_conv(op)) {
        if (input == op->n_inputs && op->parts > 1) {
            use_parts(s, op);
        } else if (input == op->n_inputs) {
            sim_use_scratch(s, op->backward_temp, op->backward_aside);
        }
    } else if (input < 2 && is_new) {
        sim_check(s, sim_scratch(s, op, input ? op->last_temp : op->backward_temp));
    } else if (input == op->n_inputs) {
        sim_check(s, 0);
    }
}

/* The gradient of an operand before it is summed. */
static void take_whole(struct simulator *s, const struct op *op)
{
    uint32_t b = sim_new_block(s, tensor_bytes(s->g, op->first_output), CATEGORY_FLOW);
    block(s, b)->refs = 1;
    sim_allocate(s, b);
    vec_push(s->ctx, &s->wholes, b);
}

/* Autograd's functions make the gradients of a product in the order of their arguments' names:
 * `mat2` before `self`, but with a bias `mat1` before `mat2`.  Traced. */
static uint32_t input_at(const struct op *op, uint32_t k)
{
    bool backwards = op->kind == OPKIND_MATMUL || (op->kind == OPKIND_LINEAR && op->n_inputs == 2);
    return op->inputs_at + (backwards ? op->n_inputs - 1 - k : k);
}

/* All are there before the first of them is summed. */
static void sum_wholes(struct simulator *s, const struct op *op)
{
    const uint32_t *made = s->made.items;
    size_t next = 0;
    for (uint32_t k = 0; k < op->n_inputs; k++) {
        const struct op_input *in = &s->g->inputs.items[input_at(op, k)];
        uint32_t b = in->grad == GRAD_NONE ? 0 : *made++;
        if (in->grad == GRAD_SUMMED && next < s->wholes.n) {
            sim_allocate(s, b);
            sim_check(s, op->last_temp);
            sim_let_go(s, s->wholes.items[next++]);
        }
    }
    if (next == 0 && op->last_temp > 0 && !sim_is_conv(op)) {
        sim_check(s, op->last_temp);
    }
    s->wholes.n = 0;
}

/* A copy of the gradient, while the operation works with it; 0: it is as it should be.  A linear
 * layer's result is a view, whose backward is over when the copy is there. */
static uint32_t put_in_order(struct simulator *s, const struct op *op)
{
    if (!layout_is_copied(s->layouts, s->g, op)) {
        return 0;
    }
    uint32_t copy = sim_take(s, tensor_bytes(s->g, op->first_output));
    uint32_t *gradient = &s->gradient[op->first_output];
    if (op->kind != OPKIND_LINEAR || !copy || !*gradient) {
        return copy;
    }
    sim_check(s, 0);
    sim_let_go(s, *gradient - 1);
    *gradient = copy + 1;
    return 0;
}

/* The first of those that have come for what it made, plus one; 0: none. */
static uint32_t incoming_of(const struct simulator *s, const struct op *op)
{
    uint32_t incoming = 0;
    for (uint32_t k = 0; k < op->n_outputs && !incoming; k++) {
        incoming = s->gradient[op->first_output + k];
    }
    return incoming;
}

/* The block of the gradient that goes to an operand: a new one, or the one that has come. */
static uint32_t make_gradient(
    struct simulator *s, const struct op *op, const struct op_input *in, uint32_t incoming)
{
    const struct graph *g = s->g;
    bool ordered = layout_pass(s->layouts, g, op, in) && in->grad == GRAD_PASS;
    bool made = in->grad == GRAD_NEW || in->grad == GRAD_SUMMED;
    if (!made && !ordered) {
        return incoming;
    }
    param_id p = made ? parameter_of(g, in->tensor) : 0;
    uint32_t b = sim_new_block(s, tensor_bytes(g, in->tensor),
        p && !has_gradient(s, p) ? CATEGORY_GRADIENTS : CATEGORY_FLOW);
    if (in->grad == GRAD_SUMMED) {
        take_whole(s, op);
    } else {
        sim_allocate(s, b);
    }
    return b;
}

static void let_incoming_go(struct simulator *s, const struct op *op)
{
    for (uint32_t k = 0; k < op->n_outputs; k++) {
        uint32_t gradient = s->gradient[op->first_output + k];
        if (gradient) {
            sim_let_go(s, gradient - 1);
            s->gradient[op->first_output + k] = 0;
        }
    }
}

static void backward_op(struct simulator *s, op_id i)
{
    const struct graph *g = s->g;
    const struct op *op = &g->ops.items[i];
    s->op = i;
    uint32_t incoming = incoming_of(s, op);
    if (!op->differentiable || !incoming) {
        return;
    }
    s->made.n = 0;
    uint32_t copy = put_in_order(s, op);
    for (uint32_t k = 0; k < op->n_inputs; k++) {
        const struct op_input *in = &g->inputs.items[input_at(op, k)];
        if (in->grad == GRAD_NONE) {
            continue;
        }
        uint32_t b = make_gradient(s, op, in, incoming - 1);
        block(s, b)->refs++;
        vec_push(s->ctx, &s->made, b);
        sim_use_blas(s, op, false);
        use_scratch(s, op, k, in->grad == GRAD_NEW);
    }
    use_scratch(s, op, op->n_inputs, false);
    sum_wholes(s, op);
    sim_give_back(s, copy);
    let_incoming_go(s, op);
    const uint32_t *made = s->made.items;
    for (uint32_t k = 0; k < op->n_inputs; k++) {
        const struct op_input *in = &g->inputs.items[input_at(op, k)];
        if (in->grad == GRAD_NONE) {
            continue;
        }
        uint32_t b = *made++;
        param_id p = parameter_of(g, in->tensor);
        if (p) {
            give_parameter_gradient(s, p, b);
        } else {
            give_gradient(s, in->tensor, b);
        }
    }
}

/* The gradients that have come for a checkpointed part are arguments of a function in Python, which
 * holds them until the part's backward is over.  Adds or gives back that reference. */
static void hold_incoming(struct simulator *s, const struct segment *seg, bool hold)
{
    if (!hold) {
        for (size_t i = 0; i < s->incoming.n; i++) {
            sim_let_go(s, s->incoming.items[i]);
        }
        s->incoming.n = 0;
        return;
    }
    for (op_id i = seg->first; i <= seg->last; i++) {
        const struct op *op = &s->g->ops.items[i];
        for (uint32_t k = 0; k < op->n_outputs; k++) {
            uint32_t gradient = s->gradient[op->first_output + k];
            if (gradient) {
                block(s, gradient - 1)->refs++;
                vec_push(s->ctx, &s->incoming, gradient - 1);
            }
        }
    }
}

/* Runs a checkpointed part again, with its activations kept, and then its backward. */
static void backward_segment(struct simulator *s, const struct segment *seg)
{
    const struct graph *g = s->g;
    storage_id first = 0, last = 0;
    for (storage_id i = 1; i < g->storages.n; i++) {
        if (g->storages.items[i].born >= seg->first && g->storages.items[i].born <= seg->last &&
            g->storages.items[i].kind == STORAGE_ACTIVATION) {
            first = first ? first : i;
            last = i;
        }
    }
    s->shadow_block = (uint32_t)s->blocks.n;
    for (storage_id i = first; first && i <= last; i++) {
        sim_new_block(s, g->storages.items[i].bytes, CATEGORY_LIVE);
    }
    s->shadow_at = first;
    s->shadow_end = last + 1;
    s->phase = PHASE_RECOMPUTE;
    for (op_id i = seg->first; i <= seg->last; i++) {
        sim_forward_op(s, i, true);
    }
    s->phase = PHASE_BACKWARD;
    hold_incoming(s, seg, true);
    for (op_id i = seg->last; i >= seg->first && i > 0; i--) {
        backward_op(s, i);
        if (g->ops.items[i].differentiable) {
            sim_forget_saved(s, &g->ops.items[i]);
        }
    }
    for (uint32_t b = s->shadow_block; b < s->shadow_block + (s->shadow_end - s->shadow_at); b++) {
        if (block(s, b)->alive) { /* the outputs, which nobody holds any more */
            block(s, b)->refs = 1;
            sim_let_go(s, b);
        }
    }
    s->shadow_at = 0;
    hold_incoming(s, seg, false);
    sim_save_segment_inputs(s, seg, false);
}

void sim_backward(struct simulator *s)
{
    const struct graph *g = s->g;
    s->phase = PHASE_BACKWARD;
    if (!g->loss) {
        return;
    }
    uint32_t seed = sim_new_block(s, tensor_bytes(g, g->loss), CATEGORY_FLOW);
    block(s, seed)->refs = 1;
    sim_allocate(s, seed);
    s->gradient[g->loss] = seed + 1;
    if (s->gather) {
        gather_backward_begin(s);
    }
    for (op_id i = (op_id)g->ops.n - 1; i > 0 && !s->done; i--) {
        const struct op *op = &g->ops.items[i];
        const struct segment *seg = op->segment ? &g->segments.items[op->segment] : NULL;
        if (!s->reachable[i]) {
            continue;
        }
        op_id from = seg ? seg->first : i;
        if (s->gather) {
            gather_backward(s, from);
        }
        if (seg) {
            backward_segment(s, seg);
        } else {
            backward_op(s, i);
            if (op->differentiable) {
                sim_forget_saved(s, op);
            }
        }
        if (s->gather) {
            gather_backward_done(s, from);
        }
        i = from;
    }
    if (s->gather) {
        gather_backward_end(s);
    }
}
