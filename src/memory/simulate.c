#include "memory/gather.h"
#include "memory/layout.h"
#include "model/order.h"
#include "model/reached.h"

#include <stdlib.h>

enum {
    USUAL_BYTES = 32 << 10 /* of lists of a step */
};

const char *phase_name(enum phase p)
{
    static const char *const names[] = {"forward", "recomputation", "backward", "optimizer step"};
    return names[p];
}

/* --- preparation --- */

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
    reached_ops(g, s->reachable);
    find_dead_nodes(s);
    s->gather = gather_new(s);
    s->layouts = layouts_new(s->ctx, g);
}

/* GradScaler makes its scale and the count of good steps when it first scales a loss. */
static uint64_t loss_scale_bytes(const struct graph *g)
{
    return g->options.autocast == DTYPE_F16 && g->loss ? 4 : 0;
}

static void make_loss_scale(struct simulator *s)
{
    for (int i = 0; i < 2 && loss_scale_bytes(s->g) > 0; i++) {
        sim_keep(s, loss_scale_bytes(s->g), CATEGORY_TEMPORARY);
    }
}

/* --- forward --- */

static void take_input(struct simulator *s, storage_id i)
{
    if (block(s, i)->bytes > 0 && !block(s, i)->alive) {
        block(s, i)->refs++;
        sim_allocate(s, i);
    }
}

static void arrive(struct simulator *s)
{
    const struct graph *g = s->g;
    uint32_t *made = mem_zero(s->ctx, (g->arrivals.n + 1) * sizeof *made), n = 0;
    VEC_EACH (struct arrival, a, &g->arrivals) {
        if (a->input) {
            take_input(s, a->input);
        } else if (a->bytes > 0) {
            made[++n] = sim_new_block(s, a->bytes, CATEGORY_INPUTS);
            block(s, made[n])->refs = 1;
            sim_allocate(s, made[n]);
        } else if (a->goes <= n) {
            sim_let_go(s, made[a->goes]);
        }
        sim_check(s, 0);
    }
}

/* Alive when forward is over, and no input of it. */
static uint64_t returned_bytes(const struct simulator *s)
{
    uint64_t bytes = 0;
    VEC_EACH (struct block, b, &s->blocks) {
        bytes += b->alive && b->category != CATEGORY_INPUTS ? rounded(b->bytes) : 0;
    }
    return bytes;
}

static void forward(struct simulator *s)
{
    const struct graph *g = s->g;
    s->phase = PHASE_FORWARD;
    arrive(s);
    for (storage_id i = 1; i < g->storages.n; i++) {
        if (g->storages.items[i].born == 0) {
            take_input(s, i);
        }
    }
    for (op_id i = 1; i < g->ops.n && !s->done; i++) {
        uint16_t segment = g->ops.items[i].segment;
        if (s->gather) {
            gather_forward(s, i);
        }
        if (segment && g->segments.items[segment].first == i) { /* before the caller's names end */
            sim_save_segment_inputs(s, &g->segments.items[segment], true);
        }
        sim_forward_op(s, i, segment == 0);
    }
    if (s->gather) {
        gather_forward_end(s);
    }
    if (!s->again) {
        s->out->after_forward_bytes = s->now;
        s->out->returned_bytes = returned_bytes(s);
    }
}

/* Python lets go of a list from its end. */
static void end_step_tensors(struct simulator *s, size_t from)
{
    for (size_t i = s->blocks.n; i-- > from;) {
        sim_let_go(s, (uint32_t)i);
    }
}

static void keep_states(struct simulator *s, const param_id *params, size_t n)
{
    uint64_t bytes[MOST_STATES];
    for (size_t i = 0; i < n; i++) {
        uint32_t states = regime_optimizer_states(s->r, &s->g->params.items[params[i]], bytes);
        for (uint32_t k = 0; k < states; k++) {
            sim_keep(s, bytes[k], CATEGORY_OPTIMIZER);
        }
    }
}

/* Bytes for each element of a parameter that the step needs for a moment: optimizers that update a
 * group's parameters at once make one more tensor for each of them; masters have gradients in
 * single precision. */
static uint64_t step_bytes(const struct simulator *s)
{
    const struct sharding *x = &s->r->sharding;
    uint64_t more =
        x->masters == MASTERS_APART ? 4 + (x->gradients || !s->r->half_model ? 0 : 2) : 0;
    return x->states_on_host || !s->g->loss ? 0 : more + 4ull * s->r->foreach_copies;
}

/* A group's parameters are updated at once; the first step makes their states. */
static void step_group(struct simulator *s, const param_id *params, size_t n, uint64_t temporary)
{
    const struct sharding *x = &s->r->sharding;
    uint64_t more = step_bytes(s);
    if (!s->r->states_last) {
        keep_states(s, params, n);
    }
    size_t from = s->blocks.n;
    for (size_t i = 0; i < n && more > 0; i++) {
        const struct parameter *p = &s->g->params.items[params[i]];
        uint64_t elems = (uint64_t)shape_elems(&p->shape);
        if (p->trainable && p->used && !p->is_buffer) {
            sim_take(s, more * (x->states ? sharding_part(x, elems) : elems));
        }
    }
    size_t end = s->blocks.n;
    if (s->r->states_last) {
        keep_states(s, params, n);
    }
    if (end > from) {
        sim_check(s, temporary);
        end_step_tensors(s, from);
    }
}

static void step(struct simulator *s)
{
    const struct sharding *x = &s->r->sharding;
    size_t n = s->g->params.n - 1;
    const param_id *order = order_params(s->ctx, s->g, ORDER_PARAMETERS);
    s->phase = PHASE_STEP;
    s->op = 0;
    if (s->r->own_groups && x->masters != MASTERS_APART) {
        for (size_t i = 0; i < n; i++) {
            step_group(s, order + i, 1, 0);
        }
    } else {
        uint64_t uneven = sharding_unevenness(x, s->g) * 4 * s->r->foreach_copies;
        step_group(s, order, n, uneven);
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
        o->blocks[i] = (struct block_info){b->op, saved ? CATEGORY_SAVED : b->category, b->stays};
    }
}

static void run(struct simulation *o, const struct graph *g, const struct regime *r, bool again)
{
    struct simulator s = {.g = g, .r = r, .out = o, .again = again};
    s.stop_event = o->peak_event;
    s.ctx = mem_pool(NULL, USUAL_BYTES);
    for (int i = 0; i < CATEGORIES; i++) {
        s.states += o->states[i];
    }
    prepare(&s);
    forward(&s);
    if (!s.done) {
        make_loss_scale(&s);
        sim_backward(&s);
    }
    if (!s.done) {
        step(&s);
    }
    if (!again) {
        describe_blocks(&s);
    }
    talloc_free(s.ctx);
}

struct simulation *simulate(
    void *talloc_ctx, const struct graph *g, const struct regime *r, bool describe)
{
    struct simulation *o = mem_zero(talloc_ctx, sizeof *o);
    regime_states(r, g, o->states);
    o->states[CATEGORY_TEMPORARY] += sim_blas_bytes(g) + 2 * rounded(loss_scale_bytes(g));
    run(o, g, r, false);
    if (describe) {
        run(o, g, r, true); /* again, up to the peak, to see what is alive there */
    }
    return o;
}
