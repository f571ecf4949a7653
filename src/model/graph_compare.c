#include "model/graph_compare.h"

static bool same_op(const struct op *a, const struct op *b)
{
    return a->kind == b->kind && a->differentiable == b->differentiable &&
           a->in_place == b->in_place && a->inputs_at == b->inputs_at &&
           a->saved_at == b->saved_at && a->n_inputs == b->n_inputs && a->n_saved == b->n_saved &&
           a->first_output == b->first_output && a->n_outputs == b->n_outputs &&
           a->segment == b->segment && a->module == b->module &&
           a->forward_temp == b->forward_temp && a->parts == b->parts &&
           a->saves_first == b->saves_first && a->scratch_first == b->scratch_first &&
           a->forward_aside == b->forward_aside && a->backward_aside == b->backward_aside &&
           a->backward_temp == b->backward_temp && a->last_temp == b->last_temp &&
           a->most_temp == b->most_temp && a->products == b->products && a->stride == b->stride &&
           a->dilation == b->dilation && a->custom == b->custom && a->means == b->means &&
           a->shared == b->shared && a->macs == b->macs && a->stack_bytes == b->stack_bytes;
}

static bool same_tensor(const struct tensor_info *a, const struct tensor_info *b)
{
    return shape_equal(&a->shape, &b->shape) &&
           memcmp(a->stride, b->stride, a->shape.n * sizeof *a->stride) == 0 &&
           a->dtype == b->dtype && a->requires_grad == b->requires_grad &&
           a->storage == b->storage && a->producer == b->producer && a->output == b->output;
}

static bool same_storage(const struct storage *a, const struct storage *b)
{
    return a->bytes == b->bytes && a->born == b->born && a->released == b->released &&
           a->kind == b->kind && a->param == b->param;
}

static bool same_param(const struct parameter *a, const struct parameter *b)
{
    return shape_equal(&a->shape, &b->shape) && a->dtype == b->dtype &&
           a->trainable == b->trainable && a->is_buffer == b->is_buffer && a->used == b->used &&
           a->module == b->module && str_eq(a->name, b->name) && a->tensor == b->tensor &&
           a->half == b->half;
}

static bool same_module(const struct graph_module *a, const struct graph_module *b)
{
    return str_eq(a->type, b->type) && str_eq(a->name, b->name) && a->parent == b->parent &&
           a->tree == b->tree && a->node == b->node;
}

static bool same_segment(const struct segment *a, const struct segment *b)
{
    return a->first == b->first && a->last == b->last && a->inputs_at == b->inputs_at &&
           a->n_inputs == b->n_inputs;
}

static bool same_arrival(const struct arrival *a, const struct arrival *b)
{
    return a->bytes == b->bytes && a->goes == b->goes && a->input == b->input;
}

static bool same_input(const struct op_input *a, const struct op_input *b)
{
    return a->tensor == b->tensor && a->grad == b->grad;
}

static bool same_name(const str *a, const str *b)
{
    return str_eq(*a, *b);
}

static bool same_number(const uint32_t *a, const uint32_t *b)
{
    return *a == *b;
}

/* Returns the first row of an array in which the graphs differ. */
#define COMPARE(what, array, same)                                                                 \
    for (size_t i = 0; i < a->array.n || i < b->array.n; i++) {                                    \
        if (i >= a->array.n || i >= b->array.n || !same(&a->array.items[i], &b->array.items[i])) { \
            return arena_printf(arena, what " %zu", i);                                            \
        }                                                                                          \
    }

str graph_difference(struct arena *arena, const struct graph *a, const struct graph *b)
{
    COMPARE("operation", ops, same_op)
    COMPARE("input", inputs, same_input)
    COMPARE("saved storage", saved, same_number)
    COMPARE("tensor", tensors, same_tensor)
    COMPARE("storage", storages, same_storage)
    COMPARE("parameter", params, same_param)
    COMPARE("module", modules, same_module)
    COMPARE("segment", segments, same_segment)
    COMPARE("arrival", arrivals, same_arrival)
    COMPARE("cast", half_casts, same_number)
    COMPARE("type found", built, same_name)
    if (a->assumptions.n != b->assumptions.n || a->unknown_types.n != b->unknown_types.n ||
        a->known_types != b->known_types) {
        return STR("assumptions, or types that are known");
    }
    return STR("");
}

/* --- the digest --- */

static void mix(uint64_t *h, uint64_t x)
{
    *h = (*h ^ x) * 0x9E3779B97F4A7C15;
    *h ^= *h >> 29;
}

static void mix_shape(uint64_t *h, const struct shape *s)
{
    mix(h, s->n);
    for (uint32_t i = 0; i < s->n; i++) {
        mix(h, (uint64_t)s->size[i]);
    }
}

static void mix_op(uint64_t *h, const struct op *op)
{
    const uint64_t all[] = {op->kind, op->differentiable, op->in_place, op->products,
        op->saves_first, op->scratch_first, op->stride, op->dilation, op->shared, op->custom,
        op->inputs_at, op->saved_at, op->n_inputs, op->n_saved, op->first_output, op->n_outputs,
        op->segment, op->parts, op->module, op->forward_temp, op->backward_temp, op->forward_aside,
        op->backward_aside, op->last_temp, op->most_temp, op->means, op->stack_bytes, op->macs};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        mix(h, all[i]);
    }
}

static void mix_tensor(uint64_t *h, const struct tensor_info *t)
{
    mix_shape(h, &t->shape);
    for (uint32_t i = 0; i < t->shape.n; i++) {
        mix(h, (uint64_t)t->stride[i]);
    }
    mix(h, t->dtype * 2u + t->requires_grad);
    mix(h, t->storage);
}

uint64_t graph_digest(const struct graph *g)
{
    uint64_t h = g->ops.n;
    VEC_EACH (struct op, it, &g->ops) {
        mix_op(&h, it);
    }
    VEC_EACH (struct op_input, it, &g->inputs) {
        mix(&h, (uint64_t)it->tensor << 8 | it->grad);
    }
    VEC_EACH (storage_id, it, &g->saved) {
        mix(&h, *it);
    }
    VEC_EACH (struct tensor_info, it, &g->tensors) {
        mix_tensor(&h, it);
    }
    VEC_EACH (struct storage, it, &g->storages) {
        mix(&h, it->bytes);
        mix(&h, (uint64_t)it->born << 32 | it->released);
        mix(&h, (uint64_t)it->kind << 32 | it->param);
    }
    VEC_EACH (struct parameter, it, &g->params) {
        mix_shape(&h, &it->shape);
        mix(&h, it->dtype * 8u + it->trainable * 4u + it->is_buffer * 2u + it->used);
        mix(&h, (uint64_t)it->module << 32);
        mix(&h, str_hash(it->name));
    }
    VEC_EACH (struct graph_module, it, &g->modules) {
        mix(&h, (uint64_t)str_hash(it->type) << 32 | str_hash(it->name));
        mix(&h, (uint64_t)it->parent << 32);
    }
    VEC_EACH (struct segment, it, &g->segments) {
        mix(&h, (uint64_t)it->first << 32 | it->last);
        mix(&h, it->n_inputs);
    }
    VEC_EACH (struct arrival, it, &g->arrivals) {
        mix(&h, it->bytes);
        mix(&h, (uint64_t)it->goes << 32 | it->input);
    }
    VEC_EACH (struct assumption, it, &g->assumptions) {
        mix(&h, str_hash(it->name));
    }
    return h;
}
