#include "memory/layout.h"

struct strides {
    int64_t step[MAX_DIMS];
};

struct layouts {
    uint32_t *of;            /* of each tensor's gradient: into `all`; 0: in order */
    VEC(struct strides) all; /* 0 is none */
};

struct layouts *layouts_new(void *talloc_ctx, const struct graph *g)
{
    struct layouts *l = mem_zero(talloc_ctx, sizeof *l);
    l->of = mem_zero(l, g->tensors.n * sizeof *l->of);
    vec_push(l, &l->all, ((struct strides){{0}}));
    return l;
}

static struct strides in_order(const struct shape *s)
{
    struct strides made = {{0}};
    shape_strides(s, made.step);
    return made;
}

static struct strides strides_of(const struct layouts *l, const struct graph *g, tensor_id t)
{
    return l->of[t] ? l->all.items[l->of[t]] : in_order(&graph_tensor(g, t)->shape);
}

/* Of sizes of 1 the stride does not matter. */
static bool same(const struct shape *s, const int64_t *a, const int64_t *b)
{
    bool equal = true;
    for (uint32_t i = 0; i < s->n; i++) {
        equal &= s->size[i] == 1 || a[i] == b[i];
    }
    return equal;
}

static void put(struct layouts *l, const struct graph *g, tensor_id t, const struct strides *step)
{
    const struct shape *s = &graph_tensor(g, t)->shape;
    struct strides plain = in_order(s);
    l->of[t] = 0;
    if (!same(s, step->step, plain.step)) {
        vec_push(l, &l->all, *step);
        l->of[t] = (uint32_t)l->all.n - 1;
    }
}

static struct strides without_gaps(const struct shape *s, const struct strides *have)
{
    struct strides made = *have;
    shape_dense_strides(s, have->step, made.step);
    return made;
}

static bool keeps_channels_last(const struct op *op)
{
    return op->kind == OPKIND_CONV || op->kind == OPKIND_CONV_TRANSPOSE ||
           op->kind == OPKIND_BATCH_NORM;
}

bool layout_is_copied(const struct layouts *l, const struct graph *g, const struct op *op)
{
    tensor_id out = op->first_output;
    if (!l->of[out] && !keeps_channels_last(op)) {
        return false;
    }
    const struct tensor_info *t = graph_tensor(g, out);
    struct strides have = strides_of(l, g, out), want = in_order(&t->shape);
    struct shape rows = {.size = {0, t->shape.n ? t->shape.size[t->shape.n - 1] : 1}, .n = 2};
    switch (op->kind) {
    case OPKIND_CONV:
    case OPKIND_CONV_TRANSPOSE:
    case OPKIND_BATCH_NORM:
        if (tensor_has_channels_last(g, out)) {
            return !same(&t->shape, have.step, t->stride);
        }
        return !same(&t->shape, have.step, want.step);
    case OPKIND_INTERPOLATE: /* as it is with the channels last, too */
        want = without_gaps(&t->shape, &have);
        return !same(&t->shape, have.step, want.step);
    case OPKIND_LAYER_NORM:
    case OPKIND_GROUP_NORM:
    case OPKIND_SOFTMAX: return !same(&t->shape, have.step, want.step);
    case OPKIND_LINEAR:
        rows.size[0] = rows.size[1] > 0 ? shape_elems(&t->shape) / rows.size[1] : 0;
        return l->of[out] && !shape_view(&t->shape, have.step, &rows, want.step);
    default: return false;
    }
}

/* Is the view a permutation?  Then the input's dimension of each of the result's. */
static bool permutes(const struct tensor_info *in, const struct tensor_info *out, uint32_t *from)
{
    bool used[MAX_DIMS] = {false};
    bool found = in->shape.n == out->shape.n;
    for (uint32_t i = 0; found && i < out->shape.n; i++) {
        found = false;
        for (uint32_t k = 0; !found && k < in->shape.n; k++) {
            found = !used[k] && in->shape.size[k] == out->shape.size[i] &&
                    in->stride[k] == out->stride[i];
            used[k] |= found;
            from[i] = k;
        }
    }
    return found;
}

static bool pass_view(struct layouts *l, const struct graph *g, tensor_id in, tensor_id out)
{
    const struct tensor_info *a = graph_tensor(g, in), *b = graph_tensor(g, out);
    struct strides have = strides_of(l, g, out), made = in_order(&a->shape);
    uint32_t from[MAX_DIMS];
    bool viewed = true;
    if (permutes(a, b, from)) {
        for (uint32_t i = 0; i < b->shape.n; i++) {
            made.step[from[i]] = have.step[i];
        }
    } else if (l->of[out]) {
        viewed = shape_view(&b->shape, have.step, &a->shape, made.step);
        made = viewed ? made : in_order(&a->shape);
    }
    put(l, g, in, &made);
    return !viewed;
}

/* Does backward of the operation make another order of one that is plain? */
static bool reorders(const struct graph *g, const struct op *op, tensor_id in)
{
    return op->kind == OPKIND_VIEW || op->kind == OPKIND_CAT ||
           (keeps_channels_last(op) && tensor_has_channels_last(g, in));
}

bool layout_pass(
    struct layouts *l, const struct graph *g, const struct op *op, const struct op_input *in)
{
    tensor_id out = op->first_output;
    if (!l->of[out] && !reorders(g, op, in->tensor)) {
        l->of[in->tensor] = 0;
        return false;
    }
    const struct tensor_info *a = graph_tensor(g, in->tensor);
    struct strides made = in_order(&a->shape);
    switch (op->kind) {
    case OPKIND_VIEW:
        return shape_elems(&a->shape) == shape_elems(&graph_tensor(g, out)->shape) &&
               pass_view(l, g, in->tensor, out);
    case OPKIND_COPY:
    case OPKIND_CAST:
    case OPKIND_UNARY:
    case OPKIND_BINARY:
    case OPKIND_DROPOUT: /* elementwise: as the gradient lies */
        if (shape_equal(&a->shape, &graph_tensor(g, out)->shape)) {
            made = strides_of(l, g, out);
            made = in->grad == GRAD_PASS ? made : without_gaps(&a->shape, &made);
        }
        break;
    case OPKIND_CAT: /* a part of it */
        if (in->grad == GRAD_PASS && a->shape.n == graph_tensor(g, out)->shape.n) {
            made = strides_of(l, g, out);
        }
        break;
    case OPKIND_INTERPOLATE:
        made = strides_of(l, g, out);
        made = without_gaps(&a->shape, &made);
        break;
    case OPKIND_CONV:
    case OPKIND_CONV_TRANSPOSE:
    case OPKIND_BATCH_NORM:
        if (tensor_has_channels_last(g, in->tensor)) {
            memcpy(made.step, a->stride, sizeof made.step);
        }
        break;
    default: break;
    }
    put(l, g, in->tensor, &made);
    return false;
}
