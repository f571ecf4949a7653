/* Matrix products, linear layers, inverses. */
#include "base/sizes.h"
#include "model/api.h"
#include "model/workspace.h"

/* Batched product of three-dimensional tensors; saves both. */
static tensor_id bmm(struct graph *g, tensor_id a, tensor_id b)
{
    const struct shape *x = shape_of(g, a), *y = shape_of(g, b);
    struct shape s = {.size = {x->size[0], x->size[1], y->size[2]}, .n = 3};
    uint64_t macs = (uint64_t)x->size[0] * (uint64_t)x->size[1];
    macs = count_mul(count_mul(macs, (uint64_t)x->size[2]), (uint64_t)y->size[2]);
    enum dtype d = promote(dtype_of(g, a), dtype_of(g, b));
    struct recording r = op_begin(g, OPKIND_MATMUL);
    r.op.products = true;
    op_input(&r, a, GRAD_NEW);
    op_input(&r, b, GRAD_NEW);
    tensor_id out = op_output(&r, &s, d);
    op_save(&r, graph_tensor(g, b)->requires_grad ? a : 0);
    op_save(&r, graph_tensor(g, a)->requires_grad ? b : 0);
    r.op.macs = macs;
    op_end(&r);
    return out;
}

static tensor_id mm(struct graph *g, tensor_id a, tensor_id b)
{
    struct shape s = {.size = {shape_of(g, a)->size[0], shape_of(g, b)->size[1]}, .n = 2};
    uint64_t macs = count_mul(api_elems(g, a), (uint64_t)s.size[1]);
    struct recording r = op_begin(g, OPKIND_MATMUL);
    r.op.products = true;
    op_input(&r, a, GRAD_NEW);
    op_input(&r, b, GRAD_NEW);
    tensor_id out = op_output(&r, &s, promote(dtype_of(g, a), dtype_of(g, b)));
    op_save(&r, graph_tensor(g, b)->requires_grad ? a : 0);
    op_save(&r, graph_tensor(g, a)->requires_grad ? b : 0);
    r.op.macs = macs;
    op_end(&r);
    return out;
}

/* at::matmul: two-dimensional operands go to mm, a matrix on the right folds the rest, all else is
 * batched. */
tensor_id api_matmul(struct graph *g, tensor_id a, tensor_id b, const char **problem)
{
    b = api_to_half(g, b); /* as api_to_half() says */
    a = api_to_half(g, a);
    struct shape x = *shape_of(g, a), y = *shape_of(g, b);
    if (x.n < 1 || y.n < 2 || x.size[x.n - 1] != y.size[y.n - 2]) {
        *problem = "the inner sizes differ";
        return 0;
    }
    if (x.n == 2 && y.n == 2) {
        return mm(g, a, b);
    }
    if (y.n == 2) {
        struct shape flat = api_folded(&x);
        tensor_id folded = api_reshape(g, a, &flat);
        tensor_id made = mm(g, folded, b);
        struct shape s = x;
        s.size[s.n - 1] = y.size[1];
        return api_view(g, made, &s);
    }
    struct shape batch_x = x, batch_y = y, batch;
    batch_x.n -= x.n > 2 ? 2 : x.n;
    batch_y.n -= 2;
    if (x.n < 2 || !broadcast(&batch_x, &batch_y, &batch)) {
        *problem = "the batch sizes do not fit";
        return 0;
    }
    struct shape ex = batch, ey = batch;
    ex.size[ex.n++] = x.size[x.n - 2];
    ex.size[ex.n++] = x.size[x.n - 1];
    ey.size[ey.n++] = y.size[y.n - 2];
    ey.size[ey.n++] = y.size[y.n - 1];
    int64_t n = shape_elems(&batch);
    struct shape fx = {.size = {n, x.size[x.n - 2], x.size[x.n - 1]}, .n = 3};
    struct shape fy = {.size = {n, y.size[y.n - 2], y.size[y.n - 1]}, .n = 3};
    tensor_id left = api_reshape(g, api_expand(g, a, &ex), &fx);
    tensor_id right = api_reshape(g, api_expand(g, b, &ey), &fy);
    tensor_id made = bmm(g, left, right);
    struct shape s = ex;
    s.size[s.n - 1] = y.size[y.n - 1];
    return api_view(g, made, &s);
}

/* torch.inverse */
static bool run_inverse(struct call *c, struct value *out)
{
    tensor_id t;
    if (!call_tensor(c, 0, &t)) {
        return false;
    }
    struct recording r = op_begin(c->g, OPKIND_INVERSE);
    op_input(&r, t, GRAD_NEW);
    tensor_id made = op_output(&r, shape_of(c->g, t), dtype_of(c->g, t));
    op_save(&r, made);
    op_end(&r);
    return call_result(c, made, out);
}

static bool run_matmul(struct call *c, struct value *out)
{
    tensor_id a, b;
    const char *problem = NULL;
    if (!call_tensor(c, 0, &a) || !call_tensor(c, 1, &b)) {
        return false;
    }
    tensor_id made = api_matmul(c->g, a, b, &problem);
    if (!made) {
        str x = shape_text(c->e->arena, shape_of(c->g, a)),
            y = shape_text(c->e->arena, shape_of(c->g, b));
        return call_fail(c, "%.*s and %.*s: %s", STR_ARG(x), STR_ARG(y), problem);
    }
    return call_result(c, made, out);
}

static bool run_linear(struct call *c, struct value *out)
{
    tensor_id x, weight, bias;
    if (!call_tensor(c, 0, &x) || !call_tensor(c, 1, &weight) ||
        !call_tensor_or_none(c, 2, &bias)) {
        return false;
    }
    struct shape s = *shape_of(c->g, x);
    const struct shape *w = shape_of(c->g, weight);
    if (s.n < 1 || w->n != 2 || s.size[s.n - 1] != w->size[1]) {
        str a = shape_text(c->e->arena, &s), b = shape_text(c->e->arena, w);
        return call_mismatch(c, x, s.n ? s.size[s.n - 1] : 0, w->n == 2 ? w->size[1] : 0,
            "an input of %.*s does not go with a weight of %.*s", STR_ARG(a), STR_ARG(b));
    }
    uint64_t macs = count_mul((uint64_t)shape_elems(&s), (uint64_t)w->size[0]);
    int64_t w_rows = w->size[0];
    s.size[s.n - 1] = w_rows;
    bias = api_to_half(c->g, bias);
    weight = api_to_half(c->g, weight);
    x = api_to_half(c->g, x);
    if (s.n > 2) { /* folded to two dimensions, which copies what is not contiguous */
        struct shape flat = api_folded(shape_of(c->g, x));
        x = api_reshape(c->g, x, &flat);
    }
    struct recording r = op_begin(c->g, OPKIND_LINEAR);
    r.op.products = true;
    op_input(&r, x, GRAD_NEW);
    op_input(&r, weight, GRAD_NEW);
    op_input(&r, bias, GRAD_NEW);
    tensor_id made = op_output(&r, &s, dtype_of(c->g, x));
    op_save(&r, graph_tensor(c->g, weight)->requires_grad ? x : 0);
    op_save(&r, graph_tensor(c->g, x)->requires_grad ? weight : 0);
    if (bias && graph_tensor(c->g, bias)->requires_grad) {
        uint64_t width = (uint64_t)w_rows, all = api_elems(c->g, made);
        r.op.backward_temp = workspace_sum(&c->g->options, width ? all / width : 0, width, width);
    }
    r.op.macs = macs;
    op_end(&r);
    return call_result(c, made, out);
}

const struct api_row API_PRODUCTS[] = {
    {"linear", "input weight bias?", run_linear},
    {"matmul", "input other", run_matmul},
    {"inverse", "input", run_inverse},
    {"bmm", "input mat2", run_matmul},
    {"mm", "input mat2", run_matmul},
    {0},
};
