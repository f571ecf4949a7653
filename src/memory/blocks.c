/* What is alive, and the most that ever is. */
#include "memory/simulator.h"

#include <stdlib.h>

static void emit(struct simulator *s, uint32_t b, int64_t bytes)
{
    if (!s->again) {
        vec_push(
            s->out, &s->out->trace, ((struct trace_event){b, bytes, s->op, (uint8_t)s->phase}));
    }
}

void sim_allocate(struct simulator *s, uint32_t b)
{
    struct block *x = block(s, b);
    if (x->alive || x->bytes == 0) {
        return;
    }
    x->alive = true;
    s->now += rounded(x->bytes);
    emit(s, b, (int64_t)x->bytes);
}

void sim_let_go(struct simulator *s, uint32_t b)
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

uint32_t sim_new_block(struct simulator *s, uint64_t bytes, enum category category)
{
    vec_push(s->ctx, &s->blocks,
        ((struct block){.bytes = bytes, .op = s->op, .category = (uint8_t)category}));
    return (uint32_t)(s->blocks.n - 1);
}

uint32_t sim_keep(struct simulator *s, uint64_t bytes, enum category category)
{
    uint32_t b = sim_new_block(s, bytes, category);
    block(s, b)->stays = true;
    emit(s, b, (int64_t)bytes);
    return b;
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
            s->done = true;
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

void sim_check(struct simulator *s, uint64_t temporary)
{
    uint64_t before = s->out->peak_bytes;
    if (temporary) { /* block 0 is no storage: it stands for what comes and goes here */
        emit(s, 0, (int64_t)temporary);
        emit(s, 0, -(int64_t)temporary);
    }
    note_peak(s, temporary);
    if (!s->again && s->out->peak_bytes > before) {
        s->out->peak_event = s->checks;
    }
    s->checks++;
}

uint32_t sim_take(struct simulator *s, uint64_t bytes)
{
    if (bytes == 0) {
        return 0;
    }
    uint32_t b = sim_new_block(s, bytes, CATEGORY_TEMPORARY);
    block(s, b)->refs = 1;
    sim_allocate(s, b);
    return b;
}

void sim_give_back(struct simulator *s, uint32_t b)
{
    if (b) {
        sim_let_go(s, b);
    }
}

void sim_use_scratch(struct simulator *s, uint64_t bytes, uint64_t aside)
{
    uint32_t first = sim_take(s, aside);
    sim_check(s, bytes - aside);
    sim_give_back(s, first);
}

/* --- cuBLAS --- */

/* Since 2.0 cuBLAS works in memory of PyTorch's allocator: one piece for the thread of forward, one
 * for that of backward, kept for good.  `:4096:2:16:8`, and `:4096:8:` from Hopper on, in KiB. */
static uint64_t blas_bytes(const struct graph *g)
{
    uint64_t one = g->options.gpu.compute >= 90 ? 8 * 4096 * 1024 : (2 * 4096 + 8 * 16) * 1024;
    return g->options.torch < 200 ? 0 : one;
}

/* From 2.9 on cuBLASLt, which adds the bias of a linear layer, keeps a piece of its own (pull
 * 156495); until then it had one while it ran, and from 2.12 on it has cuBLAS's (pull 175879). */
static uint64_t blas_lt_bytes(const struct graph *g)
{
    return g->options.torch < 209 || g->options.torch > 211 ? 0 : 1024 * 1024;
}

static bool adds_bias(const struct op *op)
{
    return op->kind == OPKIND_LINEAR && op->n_inputs == 3;
}

uint64_t sim_blas_bytes(const struct graph *g)
{
    bool forward = false, backward = false, lt = false, lt_again = false;
    VEC_EACH (struct op, op, &g->ops) {
        forward |= op->products;
        backward |= op->products && op->differentiable;
        lt |= adds_bias(op);
        lt_again |= adds_bias(op) && op->segment;
    }
    return blas_bytes(g) * ((uint64_t)forward + (uint64_t)(backward && g->loss)) +
           blas_lt_bytes(g) * ((uint64_t)lt + (uint64_t)(lt_again && g->loss));
}

/* Where it lies matters: it is taken when the thread first needs it, from what is free then. */
void sim_use_blas(struct simulator *s, const struct op *op, bool forward)
{
    int thread = s->phase == PHASE_FORWARD ? 0 : 1;
    if (s->blas[thread] == 0 && op->products && blas_bytes(s->g) > 0) {
        s->blas[thread] = sim_keep(s, blas_bytes(s->g), CATEGORY_TEMPORARY);
    }
    if (s->blas_lt[thread] == 0 && forward && adds_bias(op) && blas_lt_bytes(s->g) > 0) {
        s->blas_lt[thread] = sim_keep(s, blas_lt_bytes(s->g), CATEGORY_TEMPORARY);
    }
}
