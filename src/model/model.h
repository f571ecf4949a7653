/*
 * Recording a config's model: runs the descriptions of rules/model and rules/modules for one
 * training step, or one forward pass, and returns the graph.
 */
#ifndef CFGLINT_MODEL_MODEL_H
#define CFGLINT_MODEL_MODEL_H

#include "config/config.h"
#include "library/library.h"
#include "model/graph.h"

struct model_options {
    struct graph_options graph;
    int64_t batch; /* samples per GPU; 0: what the config says */
    /* Of the image that passes forward, without training; 0: what the config says. */
    int64_t input_channels, input_height, input_width;
    bool inference; /* without training: the whole step of a test, with what makes results of it */
};

/* NULL, with a diagnostic, when the config has no model, or a description is wrong.  An unknown
 * type is no failure: the graph then lacks what depends on it, and lists it. */
struct graph *model_record(struct library *library, struct arena *a, const struct config *c,
    const struct model_options *options, struct diags *diags);

/* The same without a word: what could be recorded, with the types that are unknown.  NULL when
 * there is nothing to record, or more than the limits allow.  Nothing of what it is made from
 * points into it: it can be freed. */
struct graph *model_try(struct library *library, struct arena *a, const struct config *c,
    const struct model_options *options);

/* What a training step is given (sizes, views, points, objects), as a list of plain values that can
 * be compared with that of another config.  False when it is not known. */
bool model_inputs(struct library *library, struct arena *a, const struct config *c,
    const struct model_options *options, struct value *out);

/* What one step of validation holds, where the run validates and that may be more than training
 * does: it keeps nothing for backward, but its images may be larger. */
struct model_validation {
    const struct graph *graph; /* NULL: none */
    int64_t batch, height, width;
};

struct model_validation model_record_validation(struct library *library, struct arena *a,
    const struct config *c, const struct model_options *options);

/* The names that descriptions are given, besides the builtins. */
struct model_names;

struct model_names *model_names_new(struct library *library, struct arena *a);
/* Does the NAME node stand for one of them, or for a builtin? */
bool model_names_has(struct model_names *n, const struct tree *tree, node_id name);

/* Sums over the parameters of a module and those below it (0: all). */
uint64_t model_parameters(const struct graph *g, bool trainable_only);
uint64_t model_macs(const struct graph *g);
/* Bytes that backward needs besides parameters and buffers; a storage counts once. */
uint64_t model_saved_bytes(const struct graph *g);

#endif
