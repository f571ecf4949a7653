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
           a->shared == b->shared && a->macs == b->macs && a->tree == b->tree && a->node == b->node;
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
