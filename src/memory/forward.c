/* An operation that runs forward: what it makes, keeps for backward and lets go of. */
#include "memory/simulator.h"

static void save(struct simulator *s, const struct op *op)
{
    for (uint32_t i = 0; i < op->n_saved; i++) {
        struct block *b = block(s, block_of(s, s->g->saved.items[op->saved_at + i]));
        b->refs++;
        b->saved++;
        b->was_saved = true;
    }
}

void sim_forget_saved(struct simulator *s, const struct op *op)
{
    for (uint32_t i = 0; i < op->n_saved; i++) {
        uint32_t b = block_of(s, s->g->saved.items[op->saved_at + i]);
        if (block(s, b)->saved > 0) {
            block(s, b)->saved--;
        }
        sim_let_go(s, b);
    }
}

/* Masks, indices, statistics: unless they are there. */
static void make_saved(struct simulator *s, op_id i)
{
    const struct op *op = &s->g->ops.items[i];
    for (uint32_t k = 0; k < op->n_saved; k++) {
        storage_id st = s->g->saved.items[op->saved_at + k];
        if (s->g->storages.items[st].born == i) {
            sim_allocate(s, block_of(s, st));
        }
    }
}

void sim_forward_op(struct simulator *s, op_id i, bool keeps)
{
    const struct graph *g = s->g;
    const struct op *op = &g->ops.items[i];
    s->op = i;
    if (op->saves_first) {
        make_saved(s, i);
    }
    uint32_t early = op->scratch_first ? sim_take(s, op->forward_temp) : 0;
    for (uint32_t k = 0; k < op->n_outputs; k++) {
        storage_id st = graph_tensor(g, op->first_output + k)->storage;
        if (g->storages.items[st].born == i && !block(s, block_of(s, st))->alive) {
            uint32_t b = block_of(s, st);
            block(s, b)->refs++; /* by the name or the operation that uses it; ends at `released` */
            sim_allocate(s, b);
        }
    }
    make_saved(s, i);
    if (op->differentiable && keeps) {
        save(s, op);
    }
    sim_use_blas(s, op, true);
    uint64_t scratch = early ? 0 : sim_scratch(s, op, op->forward_temp);
    sim_use_scratch(s, scratch, op->forward_aside);
    sim_give_back(s, early);
    for (uint32_t k = 0; k < op->n_saved; k++) { /* what nobody keeps */
        storage_id st = g->saved.items[op->saved_at + k];
        uint32_t b = block_of(s, st);
        if (g->storages.items[st].born == i && block(s, b)->alive && block(s, b)->refs == 0) {
            block(s, b)->refs = 1;
            sim_let_go(s, b);
        }
    }
    for (storage_id st = s->released_at[i]; st; st = s->next_released[st]) {
        bool own = !s->shadow_at || (st >= s->shadow_at && st < s->shadow_end);
        if (own && block(s, block_of(s, st))->alive) {
            sim_let_go(s, block_of(s, st));
        }
    }
    if (s->phase == PHASE_FORWARD) {
        for (op_id node = s->nodes_at[i]; node; node = s->next_node[node]) {
            sim_forget_saved(s, &g->ops.items[node]);
        }
    }
}

void sim_save_segment_inputs(struct simulator *s, const struct segment *seg, bool add)
{
    for (uint32_t i = 0; i < seg->n_inputs; i++) {
        uint32_t b = s->g->saved.items[seg->inputs_at + i];
        if (add) {
            block(s, b)->refs++;
            block(s, b)->saved++;
        } else {
            block(s, b)->saved -= block(s, b)->saved > 0;
            sim_let_go(s, b);
        }
    }
}
