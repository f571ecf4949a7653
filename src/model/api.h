/*
 * What module descriptions call: torch.conv2d, F.relu, x.view, ...
 *
 * A function is a row of a table: its name, its parameters as PyTorch names them, and C code that
 * checks shapes and records operations in the graph.  An unknown tensor argument makes the result
 * unknown and records nothing. Private to the model layer.
 */
#ifndef CFGLINT_MODEL_API_H
#define CFGLINT_MODEL_API_H

#include "eval/eval.h"
#include "model/graph.h"

enum {
    MAX_ARGS = 16
};

/* One call being handled. */
struct call {
    struct eval *e;
    struct graph *g;
    const char *name;
    const struct value *arg[MAX_ARGS]; /* in the order of the row's parameters; NULL: not given */
    uint32_t n_args;
};

struct api_row {
    const char *name;
    /* "input weight bias? stride>0?": names.  `?` marks those that may be left out; numbers, and
     * those in lists, have to be `>0` or `>=0`. */
    const char *params;
    bool (*run)(struct call *c, struct value *out);
};

/* False, after raising, when what was recorded is more than a graph takes (graph.h). */
bool api_recorded(struct eval *e, const char *name);

/* The tables, each ending in a row without a name. */
extern const struct api_row API_SHAPE[], API_PARTS[], API_INDEX[], API_MATH[], API_PRODUCTS[],
    API_CONV[], API_NN[], API_REDUCE[], API_LOSS[], API_GRAPH[];

/* A tensor as a value of the language. */
struct tensor_object {
    struct object base;
    tensor_id id;
};

extern const struct object_class TENSOR_CLASS;

/* Is it unknown, or some item of it? */
bool api_has_unknown(struct eval *e, const struct value *v, uint32_t depth);

struct value api_tensor_value(struct eval *e, tensor_id t);
/* The tensor of a value; 0 when it is none. */
tensor_id api_tensor_of(const struct value *v);
struct graph *api_graph(struct eval *e);
/* The namespace object that `torch` and `F` are. */
struct value api_namespace(struct eval *e);
bool api_run_row(struct eval *e, const struct api_row *row, const struct value *self,
    const struct arguments *args, struct value *out);

/* --- arguments: each returns false after raising --- */

bool call_tensor(struct call *c, uint32_t i, tensor_id *out);
/* 0 when not given or None. */
bool call_tensor_or_none(struct call *c, uint32_t i, tensor_id *out);
bool call_int(struct call *c, uint32_t i, int64_t fallback, int64_t *out);
bool call_bool(struct call *c, uint32_t i, bool fallback, bool *out);
bool call_double(struct call *c, uint32_t i, double fallback, double *out);
/* `n` integers: one for all, or a list of n. */
bool call_ints(struct call *c, uint32_t i, uint32_t n, int64_t fallback, int64_t *out);
/* A list of integers of any length up to MAX_DIMS; an integer is a list of one. */
bool call_dims(struct call *c, uint32_t i, struct shape *out);
bool call_dtype(struct call *c, uint32_t i, enum dtype fallback, enum dtype *out);
/* Tensors of a list or tuple, in the arena. */
bool call_tensors(struct call *c, uint32_t i, tensor_id **out, uint32_t *n);
str call_str(struct call *c, uint32_t i, const char *fallback);
bool call_fail(struct call *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same, of two sizes that should be one; `x` has the first. */
bool call_mismatch(struct call *c, tensor_id x, int64_t have, int64_t want, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* A dimension from the end when negative. */
bool call_dim(struct call *c, int64_t dim, uint32_t n, uint32_t *out);

/* Has the tensor from `least` to `most` dimensions? */
bool call_rank(struct call *c, tensor_id t, uint32_t least, uint32_t most);
/* Adds a dimension at the end. */
bool call_push(struct call *c, struct shape *s, int64_t size);

static inline bool call_given(const struct call *c, uint32_t i)
{
    return c->arg[i] && !value_is_none(c->arg[i]);
}

bool call_result(struct call *c, tensor_id t, struct value *out);

/* --- operations that others build on --- */

const struct shape *shape_of(const struct graph *g, tensor_id t);
/* Elements of the tensor. */
uint64_t api_elems(const struct graph *g, tensor_id t);
/* Two dimensions: the last one, and all before it. */
struct shape api_folded(const struct shape *s);
enum dtype dtype_of(const struct graph *g, tensor_id t);
bool broadcast(const struct shape *a, const struct shape *b, struct shape *out);
enum dtype promote(enum dtype a, enum dtype b);

/* In how many places a window of `k` can lie along a dimension of `n`; 0: it is larger. */
int64_t api_window(int64_t n, int64_t k, int64_t stride, int64_t padding, int64_t dilation);

/* One operation with one input and one new output of the same dtype. */
tensor_id api_one(
    struct graph *g, enum op_kind kind, tensor_id t, const struct shape *s, enum grad_rule rule);
/* A view with these strides; NULL: those of a contiguous tensor. */
tensor_id api_view_as(
    struct graph *g, enum op_kind kind, tensor_id t, const struct shape *s, const int64_t *stride);
tensor_id api_cast(struct graph *g, tensor_id t, enum dtype d);
/* Casts as autocast does for operations that run in half, or in single precision. */
tensor_id api_to_half(struct graph *g, tensor_id t);
tensor_id api_to_float(struct graph *g, tensor_id t);
/* The parameter that autocast has made this cast of. */
struct parameter *api_cast_parameter(struct graph *g, tensor_id cast);
/* Would autocast make it single precision where an operation asks for that? */
bool api_is_half(struct graph *g, tensor_id t);
/* softmax, or log_softmax, with a result of dtype `d`. */
tensor_id api_softmax(struct graph *g, tensor_id t, uint32_t dim, enum dtype d, bool log);
tensor_id api_copy(struct graph *g, tensor_id t);
tensor_id api_contiguous(struct graph *g, tensor_id t);
bool api_is_contiguous(const struct graph *g, tensor_id t);
tensor_id api_view(struct graph *g, tensor_id t, const struct shape *s);
/* Does the mean over dimensions keep its input? */
bool api_mean_keeps_input(struct graph *g);
/* Every `step`th of what lies along a dimension, `size` of them. */
tensor_id api_cut(struct graph *g, tensor_id t, uint32_t dim, int64_t size, int64_t step);
/* A view when strides allow it, else a copy. */
tensor_id api_reshape(struct graph *g, tensor_id t, const struct shape *s);
tensor_id api_expand(struct graph *g, tensor_id t, const struct shape *s);
tensor_id api_binary(struct graph *g, enum operator op, tensor_id a, tensor_id b, bool in_place);
tensor_id api_matmul(struct graph *g, tensor_id a, tensor_id b, const char **problem);

#endif
