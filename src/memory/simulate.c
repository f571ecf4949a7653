#include "memory/simulate.h"

#include <stdlib.h>

const char *phase_name(enum phase p)
{
    static const char *const names[] = {"forward", "recomputation", "backward", "optimizer step"};
    return names[p];
}

/* A storage, or a gradient, while it is alive. */
struct block {
    uint64_t bytes;
    uint32_t refs; /* operations, names and gradients that need it */
    op_id op;      /* that made it */
    uint8_t category;
    bool alive;
    uint32_t saved; /* of the refs: by autograd nodes */
    bool was_saved;
};

struct simulator {
    void *ctx;
    const struct graph *g;
    const struct regime *r;
    struct simulation *out;
    VEC(struct block)
    blocks;             /* by storage id first, then shadows of recomputed ones, then gradients */
    uint32_t *gradient; /* of each tensor: block + 1, 0: none */
    VEC(uint32_t) made; /* gradients by the operation that runs, one for each input */
    uint32_t *parameter_grad; /* of each parameter: block + 1 */
    uint32_t *released_at;    /* first storage whose names end at this operation */
    uint32_t *next_released;  /* the next one */
    bool *reachable;          /* operations on a path to the loss */
    op_id *node_release;      /* of unreachable nodes: when nothing holds them */
    uint32_t *nodes_at;       /* first unreachable node that ends at this operation */
    uint32_t *next_node;
    uint64_t now; /* rounded bytes alive, without states */
    uint64_t states;
    enum phase phase;
    op_id op;
    uint32_t shadow_at; /* first storage of the segment being recomputed; 0: none */
    uint32_t shadow_end, shadow_block;
    bool again;          /* the second run, which only describes the peak */
    uint32_t stop_event; /* of the second run: the check at which the most is alive */
};

static struct block *block(struct simulator *s, uint32_t b)
{
    return &s->blocks.items[b];
}

static void note_peak(struct simulator *s, uint64_t temporary);

static void emit(struct simulator *s, uint32_t b, int64_t bytes)
{
    if (!s->again) {
        vec_push(
            s->out, &s->out->trace, ((struct trace_event){b, bytes, s->op, (uint8_t)s->phase}));
    }
}

static void allocate(struct simulator *s, uint32_t b)
{
    struct block *x = block(s, b);
    if (x->alive || x->bytes == 0) {
        return;
    }
    x->alive = true;
    s->now += rounded(x->bytes);
    emit(s, b, (int64_t)x->bytes);
}

static void let_go(struct simulator *s, uint32_t b)
{
    struct block *x = block(s, b);
    if (x->refs > 0) {
        x->refs--;
    }
    if (x->refs == 0 && x->alive) {
        x->alive = false;
        s->now -= rounded(x->bytes);
        emit(s, b, -(int64_t)x->bytes);
    }
}

static uint32_t new_block(struct simulator *s, uint64_t bytes, enum category category)
{
    vec_push(s->ctx, &s->blocks,
        ((struct block){.bytes = bytes, .op = s->op, .category = (uint8_t)category}));
    return (uint32_t)(s->blocks.n - 1);
}

/* The block of a storage; inside a recomputed segment its own storages have second ones. */
static uint32_t block_of(const struct simulator *s, storage_id st)
{
    if (s->shadow_at && st >= s->shadow_at && st < s->shadow_end) {
        return s->shadow_block + (st - s->shadow_at);
    }
    return st;
}

/* --- preparation --- */

static void find_reachable(struct simulator *s)
{
    const struct graph *g = s->g;
    op_id start = g->loss ? graph_tensor(g, g->loss)->producer : 0;
    if (start) {
        s->reachable[start] = true;
    }
    for (op_id i = (op_id)g->ops.n - 1; i > 0; i--) {
        const struct op *op = &g->ops.items[i];
        if (!s->reachable[i] || !op->differentiable) {
            continue;
        }
        for (uint32_t k = 0; k < op->n_inputs; k++) {
            const struct op_input *in = &g->inputs.items[op->inputs_at + k];
            op_id producer = graph_tensor(g, in->tensor)->producer;
            if (producer && in->grad != GRAD_NONE) {
                s->reachable[producer] = true;
            }
        }
    }
}

/* A node that leads to no loss goes with its outputs, and with the nodes after it. */
static void find_dead_nodes(struct simulator *s)
{
    const struct graph *g = s->g;
    for (op_id i = 1; i < g->ops.n; i++) {
        const struct op *op = &g->ops.items[i];
        s->node_release[i] = i;
        for (uint32_t k = 0; k < op->n_outputs; k++) {
            const struct storage *st =
                &g->storages.items[graph_tensor(g, op->first_output + k)->storage];
            if (st->released != NEVER && st->released > s->node_release[i]) {
                s->node_release[i] = st->released;
            }
        }
    }
    for (op_id i = (op_id)g->ops.n - 1; i > 0; i--) {
        const struct op *op = &g->ops.items[i];
        if (s->reachable[i] || !op->differentiable) {
            continue;
        }
        for (uint32_t k = 0; k < op->n_inputs; k++) {
            op_id producer = graph_tensor(g, g->inputs.items[op->inputs_at + k].tensor)->producer;
            if (producer && s->node_release[producer] < s->node_release[i]) {
                s->node_release[producer] = s->node_release[i];
            }
        }
        op_id end = s->node_release[i];
        s->next_node[i] = s->nodes_at[end];
        s->nodes_at[end] = i;
    }
}

static void prepare(struct simulator *s)
{
    const struct graph *g = s->g;
    size_t n_ops = g->ops.n + 1;
    s->gradient = mem_zero(s->ctx, g->tensors.n * sizeof *s->gradient);
    s->parameter_grad = mem_zero(s->ctx, g->params.n * sizeof *s->parameter_grad);
    s->released_at = mem_zero(s->ctx, n_ops * sizeof *s->released_at);
    s->next_released = mem_zero(s->ctx, g->storages.n * sizeof *s->next_released);
    s->reachable = mem_zero(s->ctx, n_ops * sizeof *s->reachable);
    s->node_release = mem_zero(s->ctx, n_ops * sizeof *s->node_release);
    s->nodes_at = mem_zero(s->ctx, n_ops * sizeof *s->nodes_at);
    s->next_node = mem_zero(s->ctx, n_ops * sizeof *s->next_node);
    vec_reserve(s->ctx, &s->blocks, g->storages.n + g->tensors.n);
    for (storage_id i = 0; i < g->storages.n; i++) {
        const struct storage *st = &g->storages.items[i];
        bool counted = st->kind != STORAGE_PARAMETER && st->kind != STORAGE_BUFFER;
        vec_push(s->ctx, &s->blocks,
            ((struct block){.bytes = counted ? st->bytes : 0,
                .op = st->born,
                .category = st->kind == STORAGE_INPUT ? CATEGORY_INPUTS : CATEGORY_LIVE}));
        if (st->released != NEVER && st->born > 0) {
            op_id end = st->released < g->ops.n ? st->released : (op_id)g->ops.n - 1;
            s->next_released[i] = s->released_at[end];
            s->released_at[end] = i;
        }
    }
    find_reachable(s);
    find_dead_nodes(s);
}

/* --- peak --- */

static int by_size(const void *left, const void *right)
{
    const struct peak_item *a = left, *b = right;
    return a->bytes < b->bytes ? 1 : a->bytes > b->bytes ? -1 : a->op < b->op ? -1 : a->op > b->op;
}

static void describe_peak(struct simulator *s, uint64_t temporary)
{
    struct simulation *o = s->out;
    memcpy(o->peak, o->states, sizeof o->peak);
    VEC_EACH (struct block, b, &s->blocks) {
        if (b->alive) {
            uint8_t category =
                b->category == CATEGORY_LIVE && b->saved ? CATEGORY_SAVED : b->category;
            o->peak[category] += rounded(b->bytes);
            vec_push(o, &o->peak_items, ((struct peak_item){rounded(b->bytes), b->op, category}));
        }
    }
    o->peak[CATEGORY_TEMPORARY] += temporary;
    if (temporary) {
        vec_push(o, &o->peak_items, ((struct peak_item){temporary, s->op, CATEGORY_TEMPORARY}));
    }
    if (o->peak_items.n > 0) {
        qsort(o->peak_items.items, o->peak_items.n, sizeof *o->peak_items.items, by_size);
    }
}

/* Called whenever the most may be alive; each call has a number that is the same in both runs. */
static void note_peak(struct simulator *s, uint64_t temporary)
{
    struct simulation *o = s->out;
    uint64_t total = s->states + s->now + rounded(temporary);
    if (s->again) {
        if (s->stop_event == 0) {
            describe_peak(s, rounded(temporary));
        }
        s->stop_event--;
        return;
    }
    if (s->phase == PHASE_FORWARD && total > o->forward_peak_bytes) {
        o->forward_peak_bytes = total;
    }
    if (total > o->peak_bytes) {
        o->peak_bytes = total;
        o->peak_op = s->op;
        o->peak_phase = s->phase;
    }
}

/* --- forward --- */

static void save(struct simulator *s, const struct op *op)
{
    for (uint32_t i = 0; i < op->n_saved; i++) {
        struct block *b = block(s, block_of(s, s->g->saved.items[op->saved_at + i]));
        b->refs++;
        b->saved++;
        b->was_saved = true;
    }
}

static void forget_saved(struct simulator *s, const struct op *op)
{
    for (uint32_t i = 0; i < op->n_saved; i++) {
        uint32_t b = block_of(s, s->g->saved.items[op->saved_at + i]);
        if (block(s, b)->saved > 0) {
            block(s, b)->saved--;
        }
        let_go(s, b);
    }
}

/* A peak check has a number, so that a second run can stop at it. */
static void check(struct simulator *s, uint32_t *number, uint64_t temporary)
{
    uint64_t before = s->out->peak_bytes;
    if (temporary) { /* block 0 is no storage: it stands for what comes and goes here */
        emit(s, 0, (int64_t)temporary);
        emit(s, 0, -(int64_t)temporary);
    }
    note_peak(s, temporary);
    if (!s->again && s->out->peak_bytes > before) {
        s->out->peak_event = *number;
    }
    (*number)++;
}

static void forward_op(struct simulator *s, op_id i, bool keeps, uint32_t *number)
{
    const struct graph *g = s->g;
    const struct op *op = &g->ops.items[i];
    s->op = i;
    for (uint32_t k = 0; k < op->n_outputs; k++) {
        storage_id st = graph_tensor(g, op->first_output + k)->storage;
        if (g->storages.items[st].born == i && !block(s, block_of(s, st))->alive) {
            uint32_t b = block_of(s, st);
            block(s, b)->op = i;
            block(s, b)->refs++; /* by the name or the operation that uses it; ends at `released` */
            allocate(s, b);
        }
    }
    for (uint32_t k = 0; k < op->n_saved; k++) { /* masks, indices, statistics */
        storage_id st = g->saved.items[op->saved_at + k];
        if (g->storages.items[st].born == i) {
            block(s, block_of(s, st))->op = i;
            allocate(s, block_of(s, st));
        }
    }
    if (op->differentiable && keeps) {
        save(s, op);
    }
    check(s, number, op->forward_temp);
    for (uint32_t k = 0; k < op->n_saved; k++) { /* what nobody keeps */
        storage_id st = g->saved.items[op->saved_at + k];
        uint32_t b = block_of(s, st);
        if (g->storages.items[st].born == i && block(s, b)->alive && block(s, b)->refs == 0) {
            block(s, b)->refs = 1;
            let_go(s, b);
        }
    }
    for (storage_id st = s->released_at[i]; st; st = s->next_released[st]) {
        bool own = !s->shadow_at || (st >= s->shadow_at && st < s->shadow_end);
        if (own && block(s, block_of(s, st))->alive) {
            let_go(s, block_of(s, st));
        }
    }
    if (s->phase == PHASE_FORWARD) {
        for (op_id node = s->nodes_at[i]; node; node = s->next_node[node]) {
            forget_saved(s, &g->ops.items[node]);
        }
    }
}

static void save_segment_inputs(struct simulator *s, const struct segment *seg, bool add)
{
    for (uint32_t i = 0; i < seg->n_inputs; i++) {
        uint32_t b = s->g->saved.items[seg->inputs_at + i];
        if (add) {
            block(s, b)->refs++;
            block(s, b)->saved++;
        } else {
            block(s, b)->saved -= block(s, b)->saved > 0;
            let_go(s, b);
        }
    }
}

static void forward(struct simulator *s, uint32_t *number)
{
    const struct graph *g = s->g;
    s->phase = PHASE_FORWARD;
    for (storage_id i = 1; i < g->storages.n; i++) {
        if (g->storages.items[i].born == 0 && block(s, i)->bytes > 0) {
            block(s, i)->refs++;
            allocate(s, i);
        }
    }
    for (op_id i = 1; i < g->ops.n; i++) {
        uint16_t segment = g->ops.items[i].segment;
        forward_op(s, i, segment == 0, number);
        if (segment && g->segments.items[segment].last == i) {
            save_segment_inputs(s, &g->segments.items[segment], true);
        }
    }
    if (!s->again) {
        s->out->after_forward_bytes = s->now;
    }
}

/* --- backward --- */

/* Since 1.10 a gradient that nobody else holds is added to in place. */
static bool adds_in_place(const struct simulator *s, uint32_t b)
{
    return s->r->torch >= 110 && s->blocks.items[b].refs == 1;
}

static void give_gradient(struct simulator *s, tensor_id t, uint32_t b, uint32_t *number)
{
    uint32_t old = s->gradient[t];
    if (!old) {
        s->gradient[t] = b + 1;
        return;
    }
    if (adds_in_place(s, old - 1)) {
        let_go(s, b);
        return;
    }
    uint32_t sum = new_block(s, tensor_bytes(s->g, t), CATEGORY_FLOW);
    block(s, sum)->refs = 1;
    allocate(s, sum);
    check(s, number, 0);
    let_go(s, b);
    let_go(s, old - 1);
    s->gradient[t] = sum + 1;
}

static bool has_gradient(const struct simulator *s, param_id p)
{
    return s->r->grads_persist || s->parameter_grad[p];
}

/* AccumulateGrad: the first gradient of a step becomes .grad, unless the last step's is still
 * there. */
static void give_parameter_gradient(struct simulator *s, param_id p, uint32_t b)
{
    if (has_gradient(s, p)) {
        let_go(s, b);
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

static void backward_op(struct simulator *s, op_id i, uint32_t *number)
{
    const struct graph *g = s->g;
    const struct op *op = &g->ops.items[i];
    s->op = i;
    uint32_t incoming = 0;
    bool any = false;
    for (uint32_t k = 0; k < op->n_outputs; k++) {
        uint32_t gradient = s->gradient[op->first_output + k];
        any |= gradient != 0;
        incoming = incoming ? incoming : gradient;
    }
    if (!op->differentiable || !any) {
        return;
    }
    s->made.n = 0;
    for (uint32_t k = 0; k < op->n_inputs; k++) {
        const struct op_input *in = &g->inputs.items[op->inputs_at + k];
        if (in->grad == GRAD_NONE) {
            continue;
        }
        uint32_t b = incoming - 1;
        if (in->grad == GRAD_NEW) {
            param_id p = parameter_of(g, in->tensor);
            b = new_block(s, tensor_bytes(g, in->tensor),
                p && !has_gradient(s, p) ? CATEGORY_GRADIENTS : CATEGORY_FLOW);
            allocate(s, b);
        }
        block(s, b)->refs++;
        vec_push(s->ctx, &s->made, b);
    }
    check(s, number, op->backward_temp);
    for (uint32_t k = 0; k < op->n_outputs; k++) {
        uint32_t gradient = s->gradient[op->first_output + k];
        if (gradient) {
            let_go(s, gradient - 1);
            s->gradient[op->first_output + k] = 0;
        }
    }
    const uint32_t *made = s->made.items;
    for (uint32_t k = 0; k < op->n_inputs; k++) {
        const struct op_input *in = &g->inputs.items[op->inputs_at + k];
        if (in->grad == GRAD_NONE) {
            continue;
        }
        uint32_t b = *made++;
        param_id p = parameter_of(g, in->tensor);
        if (p) {
            give_parameter_gradient(s, p, b);
        } else {
            give_gradient(s, in->tensor, b, number);
        }
    }
}

/* Runs a checkpointed part again, with its activations kept, and then its backward. */
static void backward_segment(struct simulator *s, const struct segment *seg, uint32_t *number)
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
        new_block(s, g->storages.items[i].bytes, CATEGORY_LIVE);
    }
    s->shadow_at = first;
    s->shadow_end = last + 1;
    s->phase = PHASE_RECOMPUTE;
    for (op_id i = seg->first; i <= seg->last; i++) {
        forward_op(s, i, true, number);
    }
    s->phase = PHASE_BACKWARD;
    for (op_id i = seg->last; i >= seg->first && i > 0; i--) {
        backward_op(s, i, number);
        if (g->ops.items[i].differentiable) {
            forget_saved(s, &g->ops.items[i]);
        }
    }
    for (uint32_t b = s->shadow_block; b < s->shadow_block + (s->shadow_end - s->shadow_at); b++) {
        if (block(s, b)->alive) { /* the outputs, which nobody holds any more */
            block(s, b)->refs = 1;
            let_go(s, b);
        }
    }
    s->shadow_at = 0;
    save_segment_inputs(s, seg, false);
}

static void backward(struct simulator *s, uint32_t *number)
{
    const struct graph *g = s->g;
    s->phase = PHASE_BACKWARD;
    if (!g->loss) {
        return;
    }
    uint32_t seed = new_block(s, tensor_bytes(g, g->loss), CATEGORY_FLOW);
    block(s, seed)->refs = 1;
    allocate(s, seed);
    s->gradient[g->loss] = seed + 1;
    for (op_id i = (op_id)g->ops.n - 1; i > 0; i--) {
        const struct op *op = &g->ops.items[i];
        if (!s->reachable[i]) {
            continue;
        }
        if (op->segment) {
            const struct segment *seg = &g->segments.items[op->segment];
            backward_segment(s, seg, number);
            i = seg->first;
            continue;
        }
        backward_op(s, i, number);
        if (op->differentiable) {
            forget_saved(s, op);
        }
    }
}

/* The optimizers that update all parameters at once make one more tensor for each of them. */
static void step(struct simulator *s, uint32_t *number)
{
    uint64_t bytes = 0;
    for (size_t i = 1; s->r->foreach_step && s->g->loss && i < s->g->params.n; i++) {
        const struct parameter *p = &s->g->params.items[i];
        bytes += p->trainable && !p->is_buffer ? rounded((uint64_t)shape_elems(&p->shape) * 4) : 0;
    }
    s->phase = PHASE_STEP;
    s->op = 0;
    if (bytes > 0) {
        check(s, number, bytes);
    }
}

static void describe_blocks(struct simulator *s)
{
    struct simulation *o = s->out;
    o->n_blocks = (uint32_t)s->blocks.n;
    o->blocks = mem_zero(o, s->blocks.n * sizeof *o->blocks);
    o->blocks[0].category = CATEGORY_TEMPORARY;
    for (uint32_t i = 1; i < o->n_blocks; i++) {
        const struct block *b = block(s, i);
        bool saved = b->category == CATEGORY_LIVE && b->was_saved;
        o->blocks[i] = (struct block_info){b->op, saved ? CATEGORY_SAVED : b->category};
    }
}

static void run(struct simulation *o, const struct graph *g, const struct regime *r, bool again)
{
    struct simulator s = {.g = g, .r = r, .out = o, .again = again};
    s.stop_event = o->peak_event;
    s.ctx = mem_context(NULL);
    for (int i = 0; i < CATEGORIES; i++) {
        s.states += o->states[i];
    }
    prepare(&s);
    uint32_t number = 0;
    forward(&s, &number);
    backward(&s, &number);
    step(&s, &number);
    if (!again) {
        describe_blocks(&s);
    }
    talloc_free(s.ctx);
}

/* Since 2.0 cuBLAS works in memory of PyTorch's allocator: one piece for the thread of forward, one
 * for that of backward, kept for good.  `:4096:2:16:8`, and `:4096:8:` from Hopper on, in KiB. */
static uint64_t blas_workspace_bytes(const struct graph *g)
{
    uint64_t one = g->options.compute >= 90 ? 8 * 4096 * 1024 : (2 * 4096 + 8 * 16) * 1024;
    bool forward = false, backward = false;
    VEC_EACH (struct op, op, &g->ops) {
        bool multiplies = op->kind == OPKIND_LINEAR || op->kind == OPKIND_MATMUL;
        forward |= multiplies;
        backward |= multiplies && op->differentiable;
    }
    return g->options.torch < 200 ? 0 : one * ((uint64_t)forward + (uint64_t)(backward && g->loss));
}

struct simulation *simulate(void *talloc_ctx, const struct graph *g, const struct regime *r)
{
    struct simulation *o = mem_zero(talloc_ctx, sizeof *o);
    regime_states(r, g, o->states);
    o->states[CATEGORY_TEMPORARY] += blas_workspace_bytes(g);
    run(o, g, r, false);
    run(o, g, r, true); /* again, up to the peak, to see what is alive there */
    return o;
}
