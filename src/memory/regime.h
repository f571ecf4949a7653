/*
 * What lives through the whole of training: weights, gradients, optimizer states, DDP buckets.
 *
 * The rules are those of torch.optim and DistributedDataParallel; the optimizers' own states stand
 * in rules/optimizers.
 */
#ifndef CFGLINT_MEMORY_REGIME_H
#define CFGLINT_MEMORY_REGIME_H

#include "memory/sharding.h"

/* Before PyTorch 1.6 a config was run by mmcv's generation, however it is written now. */
enum {
    MMENGINE_TORCH = 106
};

struct regime {
    bool mmengine;  /* the libraries' generation; false: mmcv 1.x, or torchpack */
    uint32_t torch; /* 100 * major + minor */
    uint32_t gpus;  /* > 1: DistributedDataParallel */
    const char *torch_from, *gpus_from; /* who says so: "--torch", "the file's name", ... */
    uint32_t torch_least, torch_most;   /* that the project allows; 0: any */
    enum dtype half;                    /* of mixed precision; DTYPE_F32: off */
    bool half_model;             /* not by autocast: half weights, single-precision masters */
    enum dtype model_half;       /* half_model: which half */
    str optimizer;               /* empty: the config does not tell */
    bool optimizer_is_described; /* else its states are taken to be Adam's */
    str optimizer_lacks;         /* an argument that is not known, and taken to add its state */
    struct sharding sharding;
    bool sharding_unknown;  /* a strategy may divide states, but what it does is not described */
    str strategy;           /* its name, or where it is set */
    uint32_t state_bytes;   /* that the optimizer keeps for each element of a parameter */
    uint8_t foreach_copies; /* of a group's parameters, that its step needs for a moment */
    bool states_last;       /* they are made when the step's own tensors are there, not before */
    bool own_groups;        /* each parameter is a group of its own */
    bool ema;               /* a moving average of all parameters */
    uint32_t accumulation;
    uint8_t workspaces; /* of cuDNN: enum scenario; none, those of most, the most */
    /* Are gradients alive when a step begins?  zero_grad() zeroed until PyTorch 2.0 and frees
     * since; between accumulated steps they stay. */
    bool grads_persist;
    bool inference; /* nothing is trained: the weights are all that stays */
};

struct regime_options {
    uint32_t torch; /* 0: as the config's generation had it */
    uint32_t gpus;  /* 0: as the config or its name tells */
    uint32_t card;  /* the oldest that runs on the GPU; 0: any */
    str precision;  /* "fp32", "fp16", "bf16"; empty: as the config says */
};

struct regime regime_read(struct settings *s, const struct regime_options *o, struct diags *diags);

/* The same run without training: the weights of one GPU, and no more. */
void regime_without_training(struct regime *r);

enum category {
    CATEGORY_WEIGHTS,
    CATEGORY_GRADIENTS,
    CATEGORY_OPTIMIZER,
    CATEGORY_BUCKETS,
    CATEGORY_INPUTS,
    CATEGORY_SAVED,     /* activations that backward needs */
    CATEGORY_LIVE,      /* activations that a name or the running operation needs */
    CATEGORY_FLOW,      /* gradients of activations */
    CATEGORY_TEMPORARY, /* workspaces and other scratch of the running operation */
    CATEGORIES
};

const char *category_name(enum category c);

enum {
    MOST_STATES = 24 /* of a parameter: tensors */
};

/* The tensors that the optimizer's first step makes for a parameter and keeps, in order: how many,
 * and the bytes of each, as asked for. */
uint32_t regime_optimizer_states(
    const struct regime *r, const struct parameter *p, uint64_t bytes[MOST_STATES]);
/* What the states of one parameter take, by category. */
void regime_parameter_bytes(
    const struct regime *r, const struct parameter *p, uint64_t bytes[CATEGORIES]);
/* Bytes by category that the states take, each tensor rounded as the allocator does. */
void regime_states(const struct regime *r, const struct graph *g, uint64_t bytes[CATEGORIES]);
/* The allocator hands out multiples of 512 bytes. */
uint64_t rounded(uint64_t bytes);

#endif
