/* Losses of PyTorch that are one operation, and the operations of mmcv and spconv that have no
 * PyTorch counterpart. */
#include "base/sizes.h"
#include "model/api.h"

static bool finish(struct call *c, struct recording *r, tensor_id t, struct value *out)
{
    op_end(r);
    return call_result(c, t, out);
}

/* reduction='none' keeps the shape, all else gives a scalar. */
static void loss_shape(struct call *c, uint32_t reduction_at, struct shape *s)
{
    if (!str_is(call_str(c, reduction_at, "mean"), "none")) {
        s->n = 0;
    }
}

/* What the losses below keep.  l1_loss and kl_div are made of other operations since 1.13. */
static void save_of_loss(struct recording *r, const char *name, tensor_id p, tensor_id target)
{
    bool composed = graph_torch_since(r->g, 113);
    if (composed && strcmp(name, "l1_loss") == 0) {
        op_save_bytes(r, tensor_bytes(r->g, p)); /* the difference */
        return;
    }
    if (!(composed && strcmp(name, "kl_div") == 0)) {
        op_save(r, p);
    }
    op_save(r, target);
}

/* Tensors of the prediction's size that only live while the loss is computed: what is reduced then,
 * and the steps of -target * log(sigmoid(x)) - (1 - target) * log(1 - sigmoid(x)), which are
 * (1 - target) * x - log_sigmoid(x) since 2.1. */
static uint64_t loss_scratch(struct graph *g, const char *name, uint64_t whole, bool reduced)
{
    bool logits = strcmp(name, "binary_cross_entropy_with_logits") == 0;
    uint64_t steps = !logits ? 0 : graph_torch_since(g, 201) ? 1 : 4;
    return count_mul(whole, steps + (reduced ? 1 : 0));
}

/* l1, mse, smooth_l1, binary cross entropy: elementwise in prediction and target. */
static bool run_elementwise_loss(struct call *c, struct value *out)
{
    tensor_id p, target, weight = 0;
    if (!call_tensor(c, 0, &p) || !call_tensor(c, 1, &target)) {
        return false;
    }
    bool weighted = strncmp(c->name, "binary", 6) == 0;
    if (weighted && !call_tensor_or_none(c, 3, &weight)) {
        return false;
    }
    p = api_to_float(c->g, p);
    target = api_to_float(c->g, target);
    weight = api_to_float(c->g, weight);
    struct shape s;
    if (!broadcast(shape_of(c->g, p), shape_of(c->g, target), &s)) {
        return call_fail(c, "prediction and target do not fit");
    }
    uint64_t whole =
        shape_fits(&s) ? (uint64_t)shape_elems(&s) * dtype_bytes(dtype_of(c->g, p)) : MOST_COUNT;
    loss_shape(c, 2, &s);
    struct recording r = op_begin(c->g, OPKIND_LOSS);
    op_input(&r, p, GRAD_NEW);
    op_input(&r, target, GRAD_NEW);
    op_input(&r, weight, GRAD_NONE);
    tensor_id made = op_output(&r, &s, dtype_of(c->g, p));
    save_of_loss(&r, c->name, p, target);
    op_save(&r, weight);
    r.op.forward_temp = loss_scratch(c->g, c->name, whole, s.n == 0);
    return finish(c, &r, made, out);
}

/* nll_loss(log_probabilities, target): over dimension 1 */
static bool nll(struct call *c, tensor_id p, tensor_id target, struct value *out)
{
    p = api_to_float(c->g, p);
    struct shape s = *shape_of(c->g, target);
    loss_shape(c, 2, &s);
    struct recording r = op_begin(c->g, OPKIND_NLL);
    op_input(&r, p, GRAD_NEW);
    op_input(&r, target, GRAD_NONE);
    tensor_id made = op_output(&r, &s, dtype_of(c->g, p));
    op_save(&r, p);
    op_save(&r, target);
    op_save_bytes(&r, 4);
    return finish(c, &r, made, out);
}

static bool run_nll(struct call *c, struct value *out)
{
    tensor_id p, target;
    return call_tensor(c, 0, &p) && call_tensor(c, 1, &target) && nll(c, p, target, out);
}

/* Since 1.9 it asks for log-probabilities of the dtype of its input, which autocast leaves;
 * nll_loss then makes them single precision. */
static bool run_cross_entropy(struct call *c, struct value *out)
{
    tensor_id p, target;
    if (!call_tensor(c, 0, &p) || !call_tensor(c, 1, &target)) {
        return false;
    }
    bool widens = api_is_half(c->g, p) && !graph_torch_since(c->g, 109);
    uint32_t dim = shape_of(c->g, p)->n > 1 ? 1 : 0;
    p = api_softmax(c->g, p, dim, widens ? DTYPE_F32 : dtype_of(c->g, p), true);
    return nll(c, p, target, out);
}

/* mmcv.ops.sigmoid_focal_loss: one kernel; keeps input, target and weight. */
static bool run_sigmoid_focal_loss(struct call *c, struct value *out)
{
    tensor_id p, target, weight;
    if (!call_tensor(c, 0, &p) || !call_tensor(c, 1, &target) ||
        !call_tensor_or_none(c, 2, &weight)) {
        return false;
    }
    p = api_contiguous(c->g, p);
    struct shape s = *shape_of(c->g, p);
    struct recording r = op_begin(c->g, OPKIND_LOSS);
    op_input(&r, p, GRAD_NEW);
    op_input(&r, target, GRAD_NONE);
    op_input(&r, weight, GRAD_NONE);
    tensor_id made = op_output(&r, &s, dtype_of(c->g, p));
    op_save(&r, p);
    op_save(&r, target);
    op_save(&r, weight);
    return finish(c, &r, made, out);
}

/* mmcv.ops.roi_align: keeps the boxes; the gradient of the features is a full-size tensor of zeros.
 */
static bool run_roi_align(struct call *c, struct value *out)
{
    tensor_id x, rois;
    int64_t size[2], samples;
    if (!call_tensor(c, 0, &x) || !call_tensor(c, 1, &rois) || !call_ints(c, 2, 2, 7, size) ||
        !call_int(c, 4, 0, &samples) || !call_rank(c, x, 4, 4) || !call_rank(c, rois, 2, 2)) {
        return false;
    }
    struct shape s = {
        .size = {shape_of(c->g, rois)->size[0], shape_of(c->g, x)->size[1], size[0], size[1]},
        .n = 4};
    bool max = str_is(call_str(c, 3, "avg"), "max");
    struct recording r = op_begin(c->g, OPKIND_CUSTOM);
    r.op.custom = CUSTOM_ROI_ALIGN;
    r.op.means = samples > 0 && samples < UINT32_MAX ? (uint32_t)samples : 0;
    op_input(&r, x, GRAD_NEW);
    op_input(&r, rois, GRAD_NONE);
    tensor_id made = op_output(&r, &s, dtype_of(c->g, x));
    op_save(&r, rois);
    if (max) {
        op_save_bytes(&r, tensor_bytes(c->g, made));
        op_save_bytes(&r, tensor_bytes(c->g, made));
    }
    return finish(c, &r, made, out);
}

/* mmcv.ops.deform_conv2d and modulated_deform_conv2d: the column buffer lives while they run.  The
 * first unfolds several samples at once, and puts their result in order through a second buffer, on
 * the way back through a third, as since 1.5 zeros_like of what is permuted is permuted, too (pull
 * 30087); the one with a mask goes sample by sample. */
static bool run_deform_conv(struct call *c, struct value *out)
{
    tensor_id x, offset, mask, weight, bias;
    int64_t stride[2], padding[2], dilation[2], groups, step;
    if (!call_tensor(c, 0, &x) || !call_tensor(c, 1, &offset) ||
        !call_tensor_or_none(c, 2, &mask) || !call_tensor(c, 3, &weight) ||
        !call_tensor_or_none(c, 4, &bias) || !call_ints(c, 5, 2, 1, stride) ||
        !call_ints(c, 6, 2, 0, padding) || !call_ints(c, 7, 2, 1, dilation) ||
        !call_int(c, 8, 1, &groups) || !call_int(c, 9, 32, &step) || !call_rank(c, x, 4, 4) ||
        !call_rank(c, weight, 4, 4)) {
        return false;
    }
    const struct shape *in = shape_of(c->g, x), *w = shape_of(c->g, weight);
    struct shape s = {.size = {in->size[0], w->size[0], 0, 0}, .n = 4};
    for (uint32_t i = 0; i < 2; i++) {
        s.size[2 + i] =
            api_window(in->size[2 + i], w->size[2 + i], stride[i], padding[i], dilation[i]);
        if (s.size[2 + i] <= 0 && s.size[2 + i] != NO_SIZE) {
            return call_fail(c, "the input is too small for this kernel");
        }
    }
    step = mask ? 1 : step < s.size[0] ? step : s.size[0];
    struct shape columns = {
        .size = {in->size[1], w->size[2], w->size[3], step, s.size[2], s.size[3]}, .n = 6};
    struct shape ordered = {
        .size = {mask ? 1 : s.size[0], mask ? 1 : s.size[1], s.size[2], s.size[3]}, .n = 4};
    if (!shape_fits(&columns) || !shape_fits(&ordered)) {
        return call_fail(c, "its column buffer is too large");
    }
    uint64_t elem = dtype_bytes(dtype_of(c->g, x)), order = (uint64_t)shape_elems(&ordered) * elem;
    struct recording r = op_begin(c->g, OPKIND_CUSTOM);
    r.op.custom = CUSTOM_DEFORM_CONV;
    r.op.products = true;
    op_input(&r, x, GRAD_NEW);
    op_input(&r, offset, GRAD_NEW);
    op_input(&r, mask, GRAD_NEW);
    op_input(&r, weight, GRAD_NEW);
    op_input(&r, bias, GRAD_NEW);
    tensor_id made = op_output(&r, &s, dtype_of(c->g, x));
    op_save(&r, x);
    op_save(&r, offset);
    op_save(&r, mask);
    op_save(&r, weight);
    r.op.forward_temp = (uint64_t)shape_elems(&columns) * elem + order;
    r.op.backward_temp = r.op.forward_temp + (step > 1 && graph_torch_since(c->g, 105) ? order : 0);
    return finish(c, &r, made, out);
}

/* Which of customs.def; CUSTOM_OTHER: none. */
static uint8_t custom_named(str name)
{
    static const char *const names[CUSTOM_OPS] = {
        "",
#define CUSTOM(id, name, kernel) name,
#include "model/customs.def"
#undef CUSTOM
    };
    for (unsigned i = 1; i < CUSTOM_OPS; i++) {
        if (str_is(name, names[i])) {
            return (uint8_t)i;
        }
    }
    return CUSTOM_OTHER;
}

/* Bytes in argument `i`, and how many of them are the first of two blocks. */
static bool call_scratch(struct call *c, uint32_t i, uint64_t *bytes, uint64_t *aside)
{
    int64_t all = 0, first = 0;
    if (c->arg[i] && value_is_sequence(c->arg[i])) {
        int64_t pair[2];
        if (!call_ints(c, i, 2, 0, pair)) {
            return false;
        }
        all = size_add(pair[0], pair[1]);
        first = pair[0];
    } else if (!call_int(c, i, 0, &all)) {
        return false;
    }
    *bytes = (uint64_t)all;
    *aside = (uint64_t)first;
    return true;
}

/*
 * custom(name, inputs, outputs, ...): an operation that no other row describes.
 *   inputs   tensors; their gradients are new tensors, unless listed in `no_grad`
 *   outputs  list of (shape, dtype)
 *   saved    list of tensors, "result" for the first output, or numbers of bytes
 *   temp, backward_temp  bytes, or a pair of them that are two blocks; macs
 *   stack                bytes of local memory of each of its threads
 *   products             it multiplies matrices by cuBLAS
 *   early                its scratch, and what it keeps besides tensors, are made before its
 * results
 */
static bool run_custom(struct call *c, struct value *out)
{
    tensor_id *inputs;
    uint32_t n;
    int64_t macs, stack;
    bool differentiable, products, early = false;
    struct op scratch = {0};
    if (!call_tensors(c, 1, &inputs, &n) ||
        !call_scratch(c, 4, &scratch.forward_temp, &scratch.forward_aside) ||
        !call_scratch(c, 5, &scratch.backward_temp, &scratch.backward_aside) ||
        !call_int(c, 6, 0, &macs) || !call_bool(c, 7, true, &differentiable) ||
        !call_int(c, 8, 0, &stack) || !call_bool(c, 9, false, &products)) {
        return false;
    }
    const struct value *outputs = c->arg[2], *saved = c->arg[3];
    if (!outputs || !value_is_sequence(outputs)) {
        return call_fail(c, "outputs is a list of (shape, dtype)");
    }
    struct recording r = op_begin(c->g, OPKIND_CUSTOM);
    r.op.custom = custom_named(call_str(c, 0, ""));
    for (uint32_t i = 0; i < n; i++) {
        op_input(&r, inputs[i], differentiable ? GRAD_NEW : GRAD_NONE);
    }
    struct list *l = list_new(c->e->arena, outputs->list->n);
    for (uint32_t i = 0; i < outputs->list->n; i++) {
        const struct value *o = &outputs->list->items[i];
        struct call part = {.e = c->e, .g = c->g, .name = c->name};
        if (!value_is_sequence(o) || o->list->n != 2) {
            return call_fail(c, "an output is (shape, dtype)");
        }
        part.arg[0] = &o->list->items[0];
        part.arg[1] = &o->list->items[1];
        struct shape s;
        enum dtype d;
        if (!call_dims(&part, 0, &s) || !call_dtype(&part, 1, DTYPE_F32, &d)) {
            return false;
        }
        list_push(c->e->arena, l, api_tensor_value(c->e, op_output(&r, &s, d)));
    }
    for (uint32_t i = 0; saved && value_is_sequence(saved) && i < saved->list->n; i++) {
        const struct value *s = &saved->list->items[i];
        if (api_tensor_of(s)) {
            op_save(&r, api_tensor_of(s));
        } else if (value_is_str(s, "result")) {
            op_save(&r, r.op.first_output);
        } else if (value_is_int(s)) {
            op_save_bytes(&r, (uint64_t)value_as_int(s));
        } else {
            return call_fail(c, "saved is a list of tensors, 'result' and numbers of bytes");
        }
    }
    r.op.forward_temp = scratch.forward_temp;
    r.op.forward_aside = scratch.forward_aside;
    r.op.backward_temp = scratch.backward_temp;
    r.op.backward_aside = scratch.backward_aside;
    r.op.macs = (uint64_t)macs;
    r.op.stack_bytes = (uint32_t)stack;
    r.op.products = products;
    r.op.saves_first = r.op.scratch_first = early;
    op_end(&r);
    *out = l->n == 1 ? l->items[0] : value_of_tuple(l);
    return true;
}

const struct api_row API_LOSS[] = {
    {"l1_loss", "input target reduction?", run_elementwise_loss},
    {"mse_loss", "input target reduction?", run_elementwise_loss},
    {"smooth_l1_loss", "input target reduction?", run_elementwise_loss},
    {"binary_cross_entropy", "input target reduction? weight?", run_elementwise_loss},
    {"binary_cross_entropy_with_logits", "input target reduction? weight?", run_elementwise_loss},
    {"kl_div", "input target reduction?", run_elementwise_loss},
    {"nll_loss", "input target reduction?", run_nll},
    {"cross_entropy", "input target reduction?", run_cross_entropy},
    {"sigmoid_focal_loss", "input target weight?", run_sigmoid_focal_loss},
    {"roi_align", "input rois output_size>=0 pool_mode? samples?", run_roi_align},
    {"deform_conv2d",
        "input offset mask weight bias? stride>0? padding>=0? dilation>0? groups>0? im2col_step>0?",
        run_deform_conv},
    {"custom",
        "name inputs outputs saved? temp? backward_temp? macs? differentiable? stack? products? "
        "early?",
        run_custom},
    {0},
};
