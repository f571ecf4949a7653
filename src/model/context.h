/* What library code sees while a model is recorded.  Private to the model layer. */
#ifndef CFGLINT_MODEL_CONTEXT_H
#define CFGLINT_MODEL_CONTEXT_H

#include "library/library.h"
#include "model/api.h"

struct model_context {
    struct eval_host host;
    struct eval eval;
    struct graph *graph;
    struct library *library;
    struct diags *diags;
    const struct config *config;    /* NULL in an example */
    str scope;                      /* the project whose registry is looked in first */
    const struct list *parents;     /* projects whose registries are looked in then */
    const struct dict *older;       /* older names of projects */
    struct dict *functions;         /* of `torch` that have been asked for */
    const struct config_part *part; /* that is built or called; NULL: none yet */
    /* The innermost part of the config that ran into a limit: its type, where it is named. */
    struct value too_much;
    str too_much_type;
    bool looked_for_unknowns; /* in the config, which is done once */
};

/* Where the descriptions of types are looked for, as data. */
#define REGISTRIES STR("model/registries.star")

struct model_context *context_of(struct eval *e);
/* After something unknown came up in what makes or runs a module: the first value of the config
 * that is not known, of the model's before all others, is noted, where no type is that would
 * explain it.
 */
void context_note_unknown(struct model_context *x);
/* How often something unknown has come up so far. */
static inline uint64_t context_unknowns(const struct model_context *x)
{
    return x->eval.made + x->eval.unseen;
}

/* Makes the graph and the evaluator that records into it. */
void context_begin(struct model_context *x, struct library *library, struct arena *a,
    const struct graph_options *o, str scope, struct diags *diags);

struct made_at;

/* A module as a value: nn.Module. */
struct module_object {
    struct object base;
    module_id id;
    struct dict *attributes;
    struct value forward;
    struct value hook;   /* called with what forward returned */
    struct value around; /* called in its place, with it and its arguments */
    bool training;
    /* For memo.h. */
    uint64_t kind;            /* modules of one kind do the same; 0: like no other */
    const struct made_at *at; /* whose kind it is */
    uint32_t changed;         /* number of the last change */
};

extern const struct object_class MODULE_CLASS;

/* NULL when it is none. */
static inline struct module_object *module_of(const struct value *v)
{
    return v->kind == VALUE_OBJECT && v->object->class_ == &MODULE_CLASS
               ? (struct module_object *)v->object
               : NULL;
}

/* Module(type, forward, attributes...) and parameter(shape), buffer(shape). */
bool module_make(struct eval *e, const struct arguments *args, struct value *out);
bool module_make_parameter(
    struct eval *e, const struct arguments *args, bool buffer, struct value *out);

enum module_mode {
    MODULE_FREEZE,
    MODULE_UNFREEZE,
    MODULE_OUT_OF_PLACE, /* `inplace` is False, but within modules that have it themselves */
    MODULE_EVAL          /* as eval(): BatchNorm by its running statistics, no dropout */
};

bool module_hook(struct eval *e, const struct arguments *args, struct value *out);
bool module_wrap(struct eval *e, const struct arguments *args, struct value *out);
/* Of a module, or a list of them, and all below. */
void module_set_mode(struct eval *e, const struct value *v, enum module_mode mode);

/* assume(...) and measurement(names). */
bool assume_run(struct eval *e, const struct arguments *args, struct value *out);
bool assume_measurement(struct eval *e, const struct arguments *args, struct value *out);

/* Global names of library code besides `torch`: Module, parameter, build, no_grad, ... */
bool context_name(struct eval *e, str name, struct value *out);
/* The declaration that a registry finds for a type of that scope, NULL if there is none. */
const struct declaration *context_find(
    struct model_context *x, enum library_kind kind, str scope, str type);
/* build(cfg, ...): makes the module that a config part describes. */
bool build_module(
    struct eval *e, const struct value *cfg, const struct arguments *args, struct value *out);
/* A part of the config begins; returns the one around it, which is to be put back. */
const struct config_part *context_enter(struct model_context *x, const struct value *type);
/* An error in the description of `type`: it is unknown from there on, and everything else goes on.
 * `build`: what was called with the arguments of the config; NULL: something else.
 * False when a limit was reached. */
bool build_give_up(struct eval *e, str type, const struct function *build, const struct value *at,
    struct value *out);

#endif
