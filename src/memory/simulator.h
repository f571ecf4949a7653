/* What the parts of a simulation share.  Each calls those to its left alone: blocks.c, gather.c and
 * layout.c, forward.c, backward.c, simulate.c. */
#ifndef CFGLINT_MEMORY_SIMULATOR_H
#define CFGLINT_MEMORY_SIMULATOR_H

#include "memory/simulate.h"

struct gather;
struct layouts;

/* A storage, or a gradient, while it is alive. */
struct block {
    uint64_t bytes;
    uint32_t refs; /* operations, names and gradients that need it */
    op_id op;      /* that made it */
    uint8_t category;
    bool alive;
    uint32_t saved; /* of the refs: by autograd nodes */
    bool was_saved;
    bool stays; /* block_info.stays */
};

struct simulator {
    void *ctx;
    const struct graph *g;
    const struct regime *r;
    struct simulation *out;
    VEC(struct block)
    blocks;               /* by storage id first, then shadows of recomputed ones, then gradients */
    uint32_t *gradient;   /* of each tensor: block + 1, 0: none */
    VEC(uint32_t) made;   /* gradients by the operation that runs, one for each input */
    VEC(uint32_t) wholes; /* those of them that are still to be summed */
    VEC(uint32_t) incoming;   /* gradients that a checkpointed part holds */
    struct layouts *layouts;  /* how they lie */
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
    /* workspaces of cuBLAS and cuBLASLt: of the forward and of the backward thread; 0: none yet */
    uint32_t blas[2], blas_lt[2];
    struct gather *gather; /* weights that are divided among GPUs; NULL: none are */
    bool again;            /* the second run, which only describes the peak */
    bool done;             /* it has */
    uint32_t checks;       /* how many there have been: the number of the next one */
    uint32_t stop_event;   /* of the second run: the check at which the most is alive */
};

static inline struct block *block(struct simulator *s, uint32_t b)
{
    return &s->blocks.items[b];
}

/* The block of a storage; inside a recomputed segment its own storages have second ones. */
static inline uint32_t block_of(const struct simulator *s, storage_id st)
{
    if (s->shadow_at && st >= s->shadow_at && st < s->shadow_end) {
        return s->shadow_block + (st - s->shadow_at);
    }
    return st;
}

static inline bool sim_is_conv(const struct op *op)
{
    return op->kind == OPKIND_CONV || op->kind == OPKIND_CONV_TRANSPOSE;
}

/* Scratch of an operation: of a convolution, cuDNN's workspace. */
static inline uint64_t sim_scratch(const struct simulator *s, const struct op *op, uint64_t usual)
{
    return !sim_is_conv(op) || s->r->workspaces == SCENARIO_EXPECTED ? usual
           : s->r->workspaces == SCENARIO_LOW                        ? 0
                                                                     : op->most_temp;
}

void sim_allocate(struct simulator *s, uint32_t b);
void sim_let_go(struct simulator *s, uint32_t b);
/* A block that the graph has no storage for; it is not yet alive. */
uint32_t sim_new_block(struct simulator *s, uint64_t bytes, enum category category);
/* A block that is there from now on, in all steps; all of them are among the states. */
uint32_t sim_keep(struct simulator *s, uint64_t bytes, enum category category);
/* Is this the most so far, with so many bytes of scratch?  Checks are counted, so that a second
 * run can stop at one. */
void sim_check(struct simulator *s, uint64_t temporary);

/* A block that is there until it is let go of; 0 for no bytes. */
uint32_t sim_take(struct simulator *s, uint64_t bytes);
/* Lets go of it, if there is one. */
void sim_give_back(struct simulator *s, uint32_t b);
/* Scratch comes and goes, the first `aside` bytes of it as a block of their own. */
void sim_use_scratch(struct simulator *s, uint64_t bytes, uint64_t aside);

/* What an operation takes from the libraries for good, once its first result is there; `forward`:
 * it runs forward. */
void sim_use_blas(struct simulator *s, const struct op *op, bool forward);
/* All that a step takes so. */
uint64_t sim_blas_bytes(const struct graph *g);

/* Runs an operation forward; `keeps`: with what its backward needs. */
void sim_forward_op(struct simulator *s, op_id i, bool keeps);
void sim_forget_saved(struct simulator *s, const struct op *op);
/* A checkpointed part keeps its inputs alone. */
void sim_save_segment_inputs(struct simulator *s, const struct segment *seg, bool add);

void sim_backward(struct simulator *s);

#endif
