/*
 * Memoization while a model is recorded, in two forms.
 *
 * Builds (memo_build.c): a function of the library that is called again with equal arguments makes
 * equal modules; they are copied.  Calls (replay.c): a function that is called with equal inputs,
 * and with a module that was made like the one before, records the same operations and returns the
 * same; they are copied with other numbers.  Most of a deep model is blocks of a few kinds, a loss
 * does the same for each image, and the estimates of one run record nearly the same step several
 * times.
 *
 * Sound because the library language has no state: what a module-level function returns depends on
 * its arguments and on the few facts of the recording that it asks for (memo_asks), and what a
 * module does on how it was made, its mode and its inputs.  Only what is modules, tensors and plain
 * values is kept.  Private to the model layer.
 */
#ifndef CFGLINT_MODEL_MEMO_H
#define CFGLINT_MODEL_MEMO_H

#include "model/context.h"

/* Facts of a recording that another one may not share. */
enum memo_fact {
    MEMO_TORCH,
    MEMO_AUTOCAST,
    MEMO_SCENARIO,
    MEMO_FACTS
};

/* How many of each a graph had at some point. */
struct graph_mark {
    uint32_t modules, params, tensors, storages, ops, inputs, saved, segments;
    uint32_t half_casts, unknowns, hooks, built, known_types;
    uint32_t changes; /* of modules */
};

struct graph_mark graph_mark(const struct graph *g);

struct made;   /* a call of a function, and the modules that it made */
struct replay; /* a call, the operations that it recorded, and what it returned */

enum {
    MEMO_LEAST_STEPS = 40, /* of the evaluator: what takes fewer is done as fast as it is found */
    MEMO_FUNCTIONS = 1024, /* of which it is known what they are worth */
    MEMO_VALUES = 600      /* in the arguments of a call: its key is to be found fast */
};

/* What the calls of a function have been so far, in the recording that this one is like, too. */
struct worth {
    const struct function *def;
    uint8_t cheap;     /* calls in a row that were done as fast as they could have been found */
    uint8_t not_built; /* calls that made no modules */
    uint8_t lost;      /* calls in a row of which nothing was kept */
};

struct ticket; /* of a call of a function under way */

struct memo {
    struct made *made;                   /* by key */
    struct replay *replays;              /* by key */
    VEC(struct module_object *) modules; /* by id; NULL: nobody can reach it */
    struct ticket *idle;                 /* tickets that no call has */
    uint32_t changes;                    /* of modules so far */
    uint32_t asks[MEMO_FACTS];           /* how often each fact was asked for */
    struct worth worth[MEMO_FUNCTIONS];
};

/* The modules that one call made, or that copies of them are, where they lie in their graph. */
struct made_at {
    uint32_t modules, params, tensors, storages; /* the first of each */
    uint32_t n_modules, n_params;                /* a parameter is one tensor and one storage */
};

static inline bool memo_in(uint32_t id, uint32_t from, uint32_t to)
{
    return id >= from && id < to;
}

/* What `g` makes from now on is kept, for itself and for recordings that are `like` it; those must
 * not outlive it. */
void memo_begin(struct graph *g);
/* Notes a new module by its id. */
void memo_module(struct graph *g, struct module_object *m);

/* eval_host.recall and .keep */
bool memo_recall(struct eval *e, const struct function_value *fn, const struct arguments *args,
    void **ticket, struct value *out);
void memo_keep(struct eval *e, void *ticket, const struct value *result);

/* The description that runs has asked for a fact. */
void memo_asks(struct graph *g, enum memo_fact fact);
void memo_asks_again(struct graph *g, const bool *asked);
/* Which facts have been asked for since they had been asked for so often. */
void memo_asked_since(const struct graph *g, const uint32_t *asks, bool *asked);

/* A module and all below are changed after they were made: it is like those that were made and
 * changed in the same way. */
void memo_change(struct graph *g, struct module_object *m, uint32_t how);
/* A part of these modules, from `id` up, is: they are like no others. */
void memo_change_above(struct graph *g, module_id id);

/* Keys: two calls with one key are alike. */
void memo_mix(uint64_t *key, uint64_t x);
void memo_mix_str(uint64_t *key, str s);
/* False when the value is not plain: then nothing can be said of two that look alike.  `room`: how
 * many values may be looked at. */
bool memo_mix_value(uint64_t *key, const struct value *v, uint32_t *room);

/* --- builds --- */

/* A call under way. */
struct build_ticket {
    bool wanted;
    uint64_t key;
    struct graph_mark from;
    uint32_t asks[MEMO_FACTS]; /* when it began */
};

/* True when the modules were copied; else `t->wanted` says whether build_keep is to be called. */
bool build_recall(struct eval *e, const struct function_value *fn, const struct arguments *args,
    struct build_ticket *t, struct value *out);
/* False when it made no modules that can be copied. */
bool build_keep(struct eval *e, const struct build_ticket *t, const struct value *result);
void build_forget(struct memo *m);

/* --- calls --- */

enum {
    REPLAY_INPUTS = 64 /* tensors, and as many containers */
};

/* A call under way. */
struct replay_ticket {
    bool wanted;
    uint64_t key, inputs_key;
    struct graph_mark from;
    uint64_t steps; /* that the evaluator had left */
    uint32_t asks[MEMO_FACTS];
    uint32_t torch_from, torch_until;      /* graph's, before it */
    tensor_id inputs[REPLAY_INPUTS];       /* each once */
    const void *containers[REPLAY_INPUTS]; /* lists and dicts among the arguments, each once */
    uint32_t n_inputs, n_containers;
    tensor_id loss;
};

/* The arrays are large, and stay as they are. */
static inline void replay_ticket_begin(struct replay_ticket *t)
{
    t->wanted = false;
    t->key = t->inputs_key = 0;
    t->n_inputs = t->n_containers = 0;
}

static inline storage_id replay_storage(const struct graph *g, tensor_id t)
{
    return graph_tensor(g, t)->storage;
}

/* False when nothing can be said of two calls that look alike. */
bool replay_key(struct eval *e, const struct module_object *m, const struct function_value *fn,
    const struct arguments *args, struct replay_ticket *t);
/* What of the key is the inputs'; notes tensors and containers in the ticket. */
bool replay_mix_inputs(
    uint64_t *key, struct graph *g, struct replay_ticket *t, const struct arguments *args);
/* Where the module lies; nowhere without one. */
const struct made_at *replay_place(const struct module_object *m);

/* `m`: the module that the function belongs to, which `args` leave out; NULL: none.  True when the
 * call was replayed; else `t->wanted` says whether replay_keep is to be called. */
bool replay_recall(struct eval *e, struct module_object *m, const struct function_value *fn,
    const struct arguments *args, struct replay_ticket *t, struct value *out);
/* To be called when the call has returned, whatever it made.  False when it cannot be replayed. */
bool replay_keep(struct eval *e, struct module_object *m, const struct arguments *args,
    const struct replay_ticket *t, const struct value *result);
void replay_forget(struct memo *m);

#endif
