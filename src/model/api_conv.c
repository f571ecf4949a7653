/* Convolutions. */
#include "base/sizes.h"
#include "model/api.h"
#include "model/workspace.h"

struct conv {
    tensor_id input, weight, bias;
    int64_t stride[3], padding[3], dilation[3], output_padding[3], groups;
    uint32_t dims;
};

static bool conv_arguments(struct call *c, bool transposed, struct conv *v)
{
    *v = (struct conv){.groups = 1};
    if (!call_tensor(c, 0, &v->input) || !call_tensor(c, 1, &v->weight) ||
        !call_tensor_or_none(c, 2, &v->bias)) {
        return false;
    }
    v->dims = shape_of(c->g, v->weight)->n - 2;
    if (v->dims < 1 || v->dims > 3 || shape_of(c->g, v->input)->n != v->dims + 2) {
        str x = shape_text(c->e->arena, shape_of(c->g, v->input));
        str w = shape_text(c->e->arena, shape_of(c->g, v->weight));
        return call_fail(
            c, "an input of %.*s does not go with a weight of %.*s", STR_ARG(x), STR_ARG(w));
    }
    uint32_t i = 3;
    return call_ints(c, i, v->dims, 1, v->stride) && call_ints(c, i + 1, v->dims, 0, v->padding) &&
           (transposed ? call_ints(c, i + 2, v->dims, 0, v->output_padding) &&
                             call_int(c, i + 3, 1, &v->groups) &&
                             call_ints(c, i + 4, v->dims, 1, v->dilation)
                       : call_ints(c, i + 2, v->dims, 1, v->dilation) &&
                             call_int(c, i + 3, 1, &v->groups));
}

/* From the first to the last element under a kernel. */
static int64_t reach(int64_t k, int64_t dilation)
{
    return size_add(size_mul(dilation, size_sub(k, 1)), 1);
}

int64_t api_window(int64_t n, int64_t k, int64_t stride, int64_t padding, int64_t dilation)
{
    int64_t room = size_sub(size_add(n, size_mul(2, padding)), reach(k, dilation));
    return room == NO_SIZE || room >= 0 ? size_add(size_div(room, stride), 1) : 0;
}

static int64_t conv_transpose_size(int64_t n, int64_t k, const struct conv *v, uint32_t i)
{
    int64_t spread = size_mul(size_sub(n, 1), v->stride[i]);
    return size_sub(size_add(size_add(spread, reach(k, v->dilation[i])), v->output_padding[i]),
        size_mul(2, v->padding[i]));
}

static bool conv_output(struct call *c, const struct conv *v, bool transposed, struct shape *s)
{
    const struct shape *x = shape_of(c->g, v->input), *w = shape_of(c->g, v->weight);
    int64_t in = transposed ? w->size[0] : size_mul(w->size[1], v->groups);
    if (!transposed && x->size[1] % v->groups != 0 && x->size[1] / v->groups == w->size[1]) {
        return call_mismatch(c, v->input, x->size[1], v->groups,
            "%lld channels cannot be divided into %lld groups", (long long)x->size[1],
            (long long)v->groups);
    }
    if (x->size[1] != in) {
        return call_mismatch(c, v->input, x->size[1], in,
            "the input has %lld channels and the weight wants %lld", (long long)x->size[1],
            (long long)in);
    }
    int64_t made = transposed ? size_mul(w->size[1], v->groups) : w->size[0];
    if (made % v->groups != 0) {
        return call_mismatch(c, v->input, made, v->groups,
            "%lld channels cannot be divided into %lld groups", (long long)made,
            (long long)v->groups);
    }
    *s = *x;
    s->size[1] = made;
    for (uint32_t i = 0; i < v->dims; i++) {
        int64_t n = x->size[2 + i], k = w->size[2 + i];
        s->size[2 + i] = transposed ? conv_transpose_size(n, k, v, i)
                                    : api_window(n, k, v->stride[i], v->padding[i], v->dilation[i]);
        if (s->size[2 + i] <= 0 && s->size[2 + i] != NO_SIZE) {
            str have = shape_text(c->e->arena, x);
            return call_fail(c, "an input of %.*s is too small for this kernel", STR_ARG(have));
        }
    }
    return true;
}

static uint8_t largest(const int64_t *n, uint32_t dims)
{
    int64_t most = 1;
    for (uint32_t i = 0; i < dims; i++) {
        most = n[i] > most ? n[i] : most;
    }
    return (uint8_t)(most < UINT8_MAX ? most : UINT8_MAX);
}

/* A weight with the channels last makes the convolution one of that layout: its input is copied
 * (ConvUtils.h, cudnn_conv_suggest_memory_format). */
static bool is_laid_by_weight(const struct graph *g, const struct conv *v)
{
    return v->dims == 2 && !tensor_has_channels_last(g, v->input) &&
           tensor_suggests_channels_last(g, v->weight);
}

static bool conv(struct call *c, bool transposed, struct value *out)
{
    struct conv v;
    struct shape s;
    if (!conv_arguments(c, transposed, &v) || !conv_output(c, &v, transposed, &s)) {
        return false;
    }
    v.bias = api_to_half(c->g, v.bias);
    v.weight = api_to_half(c->g, v.weight);
    v.input = api_to_half(c->g, v.input);
    bool by_weight = is_laid_by_weight(c->g, &v);
    struct conv_shape shape = {.input = *shape_of(c->g, v.input),
        .weight = *shape_of(c->g, v.weight),
        .output = s,
        .dims = v.dims,
        .groups = v.groups,
        .dtype = dtype_of(c->g, v.input),
        .channels_last = by_weight || tensor_has_channels_last(c->g, v.input),
        .transposed = transposed};
    for (uint32_t i = 0; i < v.dims; i++) {
        shape.kernel[i] = shape.weight.size[2 + i];
        shape.stride[i] = v.stride[i];
        shape.dilation[i] = v.dilation[i];
    }
    uint64_t places = (uint64_t)s.size[0];
    for (uint32_t i = 0; i < v.dims; i++) {
        places =
            count_mul(places, (uint64_t)(transposed ? shape.input.size[2 + i] : s.size[2 + i]));
    }
    struct recording r = op_begin(c->g, transposed ? OPKIND_CONV_TRANSPOSE : OPKIND_CONV);
    op_input(&r, v.input, GRAD_NEW);
    op_input(&r, v.weight, GRAD_NEW);
    op_input(&r, v.bias, GRAD_NEW);
    tensor_id made = op_output_like(&r, &s, dtype_of(c->g, v.input), v.input);
    if (by_weight && shape_fits(&s)) {
        tensor_lay_channels_last(c->g, made);
    }
    op_save(&r, v.input);
    op_save(&r, v.weight);
    r.op.stride = largest(v.stride, v.dims);
    r.op.dilation = largest(v.dilation, v.dims);
    if (shape_fits(&s)) {
        struct conv_workspace w = workspace_conv(&c->g->options, &shape);
        uint64_t copy = by_weight ? tensor_bytes(c->g, v.input) : 0;
        r.op.forward_temp = count_add(w.forward, copy);
        r.op.backward_temp = w.data;
        r.op.last_temp = count_add(w.weight, copy);
        r.op.most_temp = workspace_conv_most(&c->g->options, &shape);
        r.op.macs = count_mul(places, (uint64_t)shape_elems(&shape.weight));
    }
    op_end(&r);
    return call_result(c, made, out);
}

static bool run_conv(struct call *c, struct value *out)
{
    return conv(c, false, out);
}

static bool run_conv_transpose(struct call *c, struct value *out)
{
    return conv(c, true, out);
}

const struct api_row API_CONV[] = {
    {"conv1d", "input weight bias? stride>0? padding>=0? dilation>0? groups>0?", run_conv},
    {"conv2d", "input weight bias? stride>0? padding>=0? dilation>0? groups>0?", run_conv},
    {"conv3d", "input weight bias? stride>0? padding>=0? dilation>0? groups>0?", run_conv},
    {"conv_transpose1d",
        "input weight bias? stride>0? padding>=0? output_padding>=0? groups>0? dilation>0?",
        run_conv_transpose},
    {"conv_transpose2d",
        "input weight bias? stride>0? padding>=0? output_padding>=0? groups>0? dilation>0?",
        run_conv_transpose},
    {"conv_transpose3d",
        "input weight bias? stride>0? padding>=0? output_padding>=0? groups>0? dilation>0?",
        run_conv_transpose},
    {0},
};
