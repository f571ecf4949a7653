/* What the files of kernels_of() share: the operation at hand, its tensors, and the list that
 * grows. */
#ifndef CFGLINT_TIME_INSIDE_H
#define CFGLINT_TIME_INSIDE_H

#include "time/kernel.h"

#include <math.h>

enum {
    AMPERE = 80 /* compute capability 8.0 */
};

struct work {
    struct kernels *out;
    const struct graph *g;
    const struct op *op;
    enum pass pass;
    uint8_t dtype;
};

static inline void put(struct work *w, struct kernel k)
{
    if (w->out->n < MOST_KERNELS) {
        k.dtype = k.dtype ? k.dtype : w->dtype;
        w->out->list[w->out->n++] = k;
    }
}

static inline void put_pass(struct work *w, enum kernel_kind kind, double bytes)
{
    if (bytes > 0) {
        put(w, kernel_pass(kind, bytes));
    }
}

/* What is read of it: an expanded one is no larger than what it lies in. */
static inline double bytes_of(const struct graph *g, tensor_id t)
{
    uint64_t own = tensor_bytes(g, t), all = g->storages.items[graph_tensor(g, t)->storage].bytes;
    return (double)(own < all ? own : all);
}

static inline const struct op_input *input_at(const struct work *w, uint32_t i)
{
    return &w->g->inputs.items[w->op->inputs_at + i];
}

static inline const struct shape *shape_at(const struct work *w, uint32_t i)
{
    return &graph_tensor(w->g, input_at(w, i)->tensor)->shape;
}

static inline double input_bytes(const struct work *w)
{
    double sum = 0;
    for (uint32_t i = 0; i < w->op->n_inputs; i++) {
        sum += bytes_of(w->g, input_at(w, i)->tensor);
    }
    return sum;
}

static inline double output_bytes(const struct work *w)
{
    double sum = 0;
    for (uint32_t i = 0; i < w->op->n_outputs; i++) {
        sum += bytes_of(w->g, w->op->first_output + i);
    }
    return sum;
}

static inline double elems_at(const struct work *w, uint32_t i)
{
    return (double)shape_elems(shape_at(w, i));
}

static inline bool is_half(const struct work *w)
{
    return dtype_bytes((enum dtype)w->dtype) == 2;
}

static inline const struct shape *output_shape(const struct work *w)
{
    return &graph_tensor(w->g, w->op->first_output)->shape;
}

/* Gradients that are made, and what autograd has kept for them. */
static inline double gradient_bytes(const struct work *w)
{
    double sum = 0;
    for (uint32_t i = 0; i < w->op->n_inputs; i++) {
        uint8_t grad = input_at(w, i)->grad;
        sum += grad == GRAD_NONE || grad == GRAD_PASS ? 0 : bytes_of(w->g, input_at(w, i)->tensor);
    }
    return sum;
}

static inline bool wants(const struct work *w, uint32_t input)
{
    return input < w->op->n_inputs && input_at(w, input)->grad != GRAD_NONE;
}

static inline struct kernel product(
    enum kernel_kind kind, double m, double n, double k, double batch)
{
    return (struct kernel){.kind = (uint8_t)kind, .m = m, .n = n, .k = k, .batch = batch};
}

/* Of a map: its places. */
static inline double places(const struct shape *s)
{
    double n = 1;
    for (uint32_t i = 2; i < s->n; i++) {
        n *= (double)s->size[i];
    }
    return n;
}

static inline double last_sizes(const struct shape *s, uint32_t from_end)
{
    return s->n >= from_end ? (double)s->size[s->n - from_end] : 1;
}

/* products.c: of whole operations. */
void products_conv(struct work *w);
void products_linear(struct work *w);
void products_matmul(struct work *w);
void products_attention(struct work *w);
/* customs.c: of operations that no other kind describes. */
void customs_kernels(struct work *w);
/* kernels.c: a sort of so many bytes, all passes together. */
void kernels_sort(struct work *w, double bytes);

#endif
