/* Views, copies and casts: what keeps all elements of one tensor. */
#include "base/sizes.h"
#include "model/api.h"

static bool is_contiguous(const struct tensor_info *t)
{
    int64_t step = 1;
    for (uint32_t i = t->shape.n; i-- > 0;) {
        if (t->shape.size[i] != 1 && t->stride[i] != step) {
            return false;
        }
        step *= t->shape.size[i] > 0 ? t->shape.size[i] : 1;
    }
    return true;
}

tensor_id api_one(
    struct graph *g, enum op_kind kind, tensor_id t, const struct shape *s, enum grad_rule rule)
{
    struct recording r = op_begin(g, (uint16_t)kind);
    op_input(&r, t, rule);
    tensor_id out = op_output(&r, s, dtype_of(g, t));
    op_end(&r);
    return out;
}

tensor_id api_view_as(
    struct graph *g, enum op_kind kind, tensor_id t, const struct shape *s, const int64_t *stride)
{
    struct recording r = op_begin(g, (uint16_t)kind);
    op_input(&r, t, kind == OPKIND_SLICE || kind == OPKIND_EXPAND ? GRAD_NEW : GRAD_PASS);
    tensor_id out = op_output_in(&r, s, stride, dtype_of(g, t), t);
    op_end(&r);
    return out;
}

tensor_id api_cast(struct graph *g, tensor_id t, enum dtype d)
{
    if (dtype_of(g, t) == d) {
        return t;
    }
    struct recording r = op_begin(g, OPKIND_CAST);
    op_input(&r, t, dtype_is_float(d) ? GRAD_NEW : GRAD_NONE);
    tensor_id out = op_output_like(&r, shape_of(g, t), d, t);
    op_end(&r);
    return out;
}

/* Casts of trainable parameters are cached until autocast ends.  Operands of one call are cast from
 * the last to the first: so GCC evaluates what autocast's wrapper passes on. */
tensor_id api_to_half(struct graph *g, tensor_id t)
{
    enum dtype half = (enum dtype)g->options.autocast;
    if (!t || !graph_autocasts(g) || dtype_of(g, t) != DTYPE_F32) {
        return t;
    }
    struct storage s = g->storages.items[graph_tensor(g, t)->storage]; /* the array may grow */
    if (s.kind != STORAGE_PARAMETER) {
        return api_cast(g, t, half);
    }
    struct parameter *p = &g->params.items[s.param];
    if (p->tensor == t && p->half) {
        return p->half;
    }
    tensor_id cast = api_cast(g, t, half);
    if (p->tensor == t && p->trainable && graph_grad_enabled(g)) {
        p->half = cast;
        graph_hold(g, cast);
        vec_push(g, &g->half_casts, cast);
    }
    return cast;
}

struct parameter *api_cast_parameter(struct graph *g, tensor_id cast)
{
    const struct op *op = &g->ops.items[graph_tensor(g, cast)->producer];
    tensor_id whole = g->inputs.items[op->inputs_at].tensor;
    return &g->params.items[g->storages.items[graph_tensor(g, whole)->storage].param];
}

bool api_is_half(struct graph *g, tensor_id t)
{
    return graph_autocasts(g) && (dtype_of(g, t) == DTYPE_F16 || dtype_of(g, t) == DTYPE_BF16);
}

tensor_id api_to_float(struct graph *g, tensor_id t)
{
    return t && api_is_half(g, t) ? api_cast(g, t, DTYPE_F32) : t;
}

tensor_id api_copy(struct graph *g, tensor_id t)
{
    return api_one(g, OPKIND_COPY, t, shape_of(g, t), GRAD_PASS);
}

tensor_id api_contiguous(struct graph *g, tensor_id t)
{
    return api_is_contiguous(g, t) ? t : api_copy(g, t);
}

bool api_is_contiguous(const struct graph *g, tensor_id t)
{
    return is_contiguous(graph_tensor(g, t));
}

tensor_id api_view(struct graph *g, tensor_id t, const struct shape *s)
{
    return api_view_as(g, OPKIND_VIEW, t, s, NULL);
}

static bool view_strides(const struct tensor_info *t, const struct shape *s, int64_t *stride)
{
    return shape_view(&t->shape, t->stride, s, stride);
}

tensor_id api_reshape(struct graph *g, tensor_id t, const struct shape *s)
{
    int64_t stride[MAX_DIMS];
    if (shape_equal(shape_of(g, t), s)) {
        return t;
    }
    if (view_strides(graph_tensor(g, t), s, stride)) {
        return api_view_as(g, OPKIND_VIEW, t, s, stride);
    }
    return api_view(g, api_copy(g, t), s);
}

tensor_id api_expand(struct graph *g, tensor_id t, const struct shape *s)
{
    const struct tensor_info *i = graph_tensor(g, t);
    int64_t stride[MAX_DIMS] = {0};
    if (shape_equal(&i->shape, s)) {
        return t;
    }
    uint32_t skip = s->n - i->shape.n;
    for (uint32_t d = 0; d < i->shape.n; d++) {
        stride[skip + d] = i->shape.size[d] == 1 && s->size[skip + d] != 1 ? 0 : i->stride[d];
    }
    return api_view_as(g, OPKIND_EXPAND, t, s, stride);
}

/* --- shapes --- */

/* Fills in a -1; false after raising when the sizes do not fit. */
static bool infer(struct call *c, tensor_id t, struct shape *s)
{
    int64_t total = shape_elems(shape_of(c->g, t)), known = 1;
    int32_t hole = -1;
    for (uint32_t i = 0; i < s->n; i++) {
        if (s->size[i] == -1) {
            hole = (int32_t)i;
        } else {
            known = s->size[i] < 0 ? NO_SIZE : size_mul(known, s->size[i]);
        }
    }
    if (hole >= 0) {
        s->size[hole] = known > 0 ? total / known : 0;
        known = size_mul(known, s->size[hole]);
    }
    if (known != total) {
        str have = shape_text(c->e->arena, shape_of(c->g, t)), want = shape_text(c->e->arena, s);
        return call_fail(
            c, "a tensor of %.*s cannot have the shape %.*s", STR_ARG(have), STR_ARG(want));
    }
    return true;
}

static bool run_reshape(struct call *c, struct value *out)
{
    tensor_id t;
    struct shape s;
    return call_tensor(c, 0, &t) && call_dims(c, 1, &s) && infer(c, t, &s) &&
           call_result(c, api_reshape(c->g, t, &s), out);
}

static bool run_view(struct call *c, struct value *out)
{
    tensor_id t;
    struct shape s;
    int64_t stride[MAX_DIMS];
    if (!call_tensor(c, 0, &t) || !call_dims(c, 1, &s) || !infer(c, t, &s)) {
        return false;
    }
    if (!view_strides(graph_tensor(c->g, t), &s, stride)) {
        return call_fail(c, "the tensor is not contiguous enough for this view; reshape copies");
    }
    return call_result(c, api_view_as(c->g, OPKIND_VIEW, t, &s, stride), out);
}

static bool run_flatten(struct call *c, struct value *out)
{
    tensor_id t;
    int64_t start, end;
    uint32_t from, to;
    if (!call_tensor(c, 0, &t) || !call_int(c, 1, 0, &start) || !call_int(c, 2, -1, &end)) {
        return false;
    }
    const struct shape *have = shape_of(c->g, t);
    struct shape s = {.n = 0};
    if (have->n == 0) {
        s.size[s.n++] = 1;
        return call_result(c, api_reshape(c->g, t, &s), out);
    }
    if (!call_dim(c, start, have->n, &from) || !call_dim(c, end, have->n, &to)) {
        return false;
    }
    for (uint32_t i = 0; i < have->n; i++) {
        if (i > from && i <= to) {
            s.size[s.n - 1] *= have->size[i];
        } else {
            s.size[s.n++] = have->size[i];
        }
    }
    return call_result(c, api_reshape(c->g, t, &s), out);
}

static bool run_unflatten(struct call *c, struct value *out)
{
    tensor_id t;
    int64_t dim;
    uint32_t at;
    struct shape sizes, s = {.n = 0};
    if (!call_tensor(c, 0, &t) || !call_int(c, 1, 0, &dim) || !call_dims(c, 2, &sizes) ||
        !call_dim(c, dim, shape_of(c->g, t)->n, &at)) {
        return false;
    }
    for (uint32_t i = 0; i < shape_of(c->g, t)->n; i++) {
        if (i != at && !call_push(c, &s, shape_of(c->g, t)->size[i])) {
            return false;
        }
        for (uint32_t k = 0; i == at && k < sizes.n; k++) {
            if (!call_push(c, &s, sizes.size[k])) {
                return false;
            }
        }
    }
    return infer(c, t, &s) && call_result(c, api_reshape(c->g, t, &s), out);
}

static bool run_squeeze(struct call *c, struct value *out)
{
    tensor_id t;
    int64_t dim;
    uint32_t at = 0;
    if (!call_tensor(c, 0, &t) || !call_int(c, 1, 0, &dim)) {
        return false;
    }
    const struct tensor_info *i = graph_tensor(c->g, t);
    if (call_given(c, 1) && !call_dim(c, dim, i->shape.n, &at)) {
        return false;
    }
    struct shape s = {.n = 0};
    int64_t stride[MAX_DIMS];
    for (uint32_t d = 0; d < i->shape.n; d++) {
        if (i->shape.size[d] == 1 && (!call_given(c, 1) || d == at)) {
            continue;
        }
        stride[s.n] = i->stride[d];
        s.size[s.n++] = i->shape.size[d];
    }
    return call_result(c, api_view_as(c->g, OPKIND_VIEW, t, &s, stride), out);
}

static bool run_unsqueeze(struct call *c, struct value *out)
{
    tensor_id t;
    int64_t dim;
    uint32_t at;
    if (!call_tensor(c, 0, &t) || !call_int(c, 1, 0, &dim) || !call_rank(c, t, 0, MAX_DIMS - 1) ||
        !call_dim(c, dim, shape_of(c->g, t)->n + 1, &at)) {
        return false;
    }
    const struct tensor_info *i = graph_tensor(c->g, t);
    struct shape s = {.n = 0};
    int64_t stride[MAX_DIMS];
    for (uint32_t d = 0; d <= i->shape.n; d++) {
        if (d == at) {
            stride[s.n] = d < i->shape.n ? i->stride[d] * i->shape.size[d] : 1;
            s.size[s.n++] = 1;
        }
        if (d < i->shape.n) {
            stride[s.n] = i->stride[d];
            s.size[s.n++] = i->shape.size[d];
        }
    }
    return call_result(c, api_view_as(c->g, OPKIND_VIEW, t, &s, stride), out);
}

static tensor_id permuted(struct graph *g, tensor_id t, const uint32_t *order)
{
    const struct tensor_info *i = graph_tensor(g, t);
    struct shape s = {.n = i->shape.n};
    int64_t stride[MAX_DIMS];
    for (uint32_t d = 0; d < s.n; d++) {
        s.size[d] = i->shape.size[order[d]];
        stride[d] = i->stride[order[d]];
    }
    return api_view_as(g, OPKIND_VIEW, t, &s, stride);
}

static bool run_permute(struct call *c, struct value *out)
{
    tensor_id t;
    struct shape dims;
    uint32_t order[MAX_DIMS];
    if (!call_tensor(c, 0, &t) || !call_dims(c, 1, &dims)) {
        return false;
    }
    if (dims.n != shape_of(c->g, t)->n) {
        return call_fail(
            c, "%u dimensions cannot be ordered by %u numbers", shape_of(c->g, t)->n, dims.n);
    }
    bool seen[MAX_DIMS] = {false};
    for (uint32_t i = 0; i < dims.n; i++) {
        if (!call_dim(c, dims.size[i], dims.n, &order[i])) {
            return false;
        }
        if (seen[order[i]]) {
            return call_fail(c, "dimension %u comes twice", order[i]);
        }
        seen[order[i]] = true;
    }
    return call_result(c, permuted(c->g, t, order), out);
}

static bool run_transpose(struct call *c, struct value *out)
{
    tensor_id t;
    int64_t a, b;
    uint32_t x, y, order[MAX_DIMS];
    if (!call_tensor(c, 0, &t) || !call_int(c, 1, 0, &a) || !call_int(c, 2, 1, &b)) {
        return false;
    }
    uint32_t n = shape_of(c->g, t)->n;
    if (!call_dim(c, a, n, &x) || !call_dim(c, b, n, &y)) {
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        order[i] = i == x ? y : i == y ? x : i;
    }
    return call_result(c, permuted(c->g, t, order), out);
}

/* Fills in the sizes of -1. */
static bool expands(struct call *c, tensor_id t, struct shape *s)
{
    const struct shape *have = shape_of(c->g, t);
    if (s->n < have->n) {
        return call_fail(c, "fewer sizes than dimensions");
    }
    for (uint32_t i = 0; i < have->n; i++) {
        int64_t *want = &s->size[s->n - have->n + i];
        *want = *want == -1 ? have->size[i] : *want;
        if (*want != have->size[i] && have->size[i] != 1) {
            return call_fail(c, "a size of %lld cannot be expanded to %lld",
                (long long)have->size[i], (long long)*want);
        }
    }
    return true;
}

static bool run_expand(struct call *c, struct value *out)
{
    tensor_id t;
    struct shape s;
    return call_tensor(c, 0, &t) && call_dims(c, 1, &s) && expands(c, t, &s) &&
           call_result(c, api_expand(c->g, t, &s), out);
}

static bool run_expand_as(struct call *c, struct value *out)
{
    tensor_id t, like;
    if (!call_tensor(c, 0, &t) || !call_tensor(c, 1, &like)) {
        return false;
    }
    struct shape s = *shape_of(c->g, like);
    return expands(c, t, &s) && call_result(c, api_expand(c->g, t, &s), out);
}

static bool run_contiguous(struct call *c, struct value *out)
{
    tensor_id t;
    return call_tensor(c, 0, &t) && call_result(c, api_contiguous(c->g, t), out);
}

static bool run_clone(struct call *c, struct value *out)
{
    tensor_id t;
    return call_tensor(c, 0, &t) && call_result(c, api_copy(c->g, t), out);
}

static bool run_detach(struct call *c, struct value *out)
{
    tensor_id t;
    if (!call_tensor(c, 0, &t)) {
        return false;
    }
    struct recording r = op_begin(c->g, OPKIND_VIEW);
    op_input(&r, t, GRAD_NONE);
    const struct tensor_info *i = graph_tensor(c->g, t);
    struct shape s = i->shape;
    tensor_id made = op_output_in(&r, &s, graph_tensor(c->g, t)->stride, dtype_of(c->g, t), t);
    op_end(&r);
    return call_result(c, made, out);
}

static bool run_to(struct call *c, struct value *out)
{
    tensor_id t;
    enum dtype d;
    return call_tensor(c, 0, &t) && call_dtype(c, 1, dtype_of(c->g, t), &d) &&
           call_result(c, api_cast(c->g, t, d), out);
}

static bool cast_to(struct call *c, enum dtype d, struct value *out)
{
    tensor_id t;
    return call_tensor(c, 0, &t) && call_result(c, api_cast(c->g, t, d), out);
}

static bool run_float(struct call *c, struct value *out)
{
    return cast_to(c, DTYPE_F32, out);
}

static bool run_half(struct call *c, struct value *out)
{
    return cast_to(c, DTYPE_F16, out);
}

static bool run_long(struct call *c, struct value *out)
{
    return cast_to(c, DTYPE_I64, out);
}

static bool run_int(struct call *c, struct value *out)
{
    return cast_to(c, DTYPE_I32, out);
}

static bool run_bool(struct call *c, struct value *out)
{
    return cast_to(c, DTYPE_BOOL, out);
}

static bool run_type_as(struct call *c, struct value *out)
{
    tensor_id t, like;
    return call_tensor(c, 0, &t) && call_tensor(c, 1, &like) &&
           call_result(c, api_cast(c->g, t, dtype_of(c->g, like)), out);
}

static bool run_numel(struct call *c, struct value *out)
{
    tensor_id t;
    if (!call_tensor(c, 0, &t)) {
        return false;
    }
    *out = value_int(shape_elems(shape_of(c->g, t)));
    return true;
}

static bool run_size(struct call *c, struct value *out)
{
    tensor_id t;
    int64_t dim;
    uint32_t at;
    if (!call_tensor(c, 0, &t) || !call_int(c, 1, 0, &dim)) {
        return false;
    }
    const struct shape *s = shape_of(c->g, t);
    if (call_given(c, 1)) {
        if (!call_dim(c, dim, s->n, &at)) {
            return false;
        }
        *out = value_int(s->size[at]);
        return true;
    }
    struct list *l = list_new(c->e->arena, s->n);
    for (uint32_t i = 0; i < s->n; i++) {
        list_push(c->e->arena, l, value_int(s->size[i]));
    }
    *out = value_of_tuple(l);
    return true;
}

const struct api_row API_SHAPE[] = {
    {"reshape", "input *shape", run_reshape},
    {"view", "input *shape", run_view},
    {"flatten", "input start_dim? end_dim?", run_flatten},
    {"unflatten", "input dim sizes", run_unflatten},
    {"squeeze", "input dim?", run_squeeze},
    {"unsqueeze", "input dim", run_unsqueeze},
    {"permute", "input *dims", run_permute},
    {"transpose", "input dim0 dim1", run_transpose},
    {"t", "input", run_transpose},
    {"expand", "input *sizes", run_expand},
    {"expand_as", "input other", run_expand_as},
    {"contiguous", "input", run_contiguous},
    {"clone", "input", run_clone},
    {"detach", "input", run_detach},
    {"to", "input dtype", run_to},
    {"float", "input", run_float},
    {"half", "input", run_half},
    {"long", "input", run_long},
    {"int", "input", run_int},
    {"bool", "input", run_bool},
    {"type_as", "input other", run_type_as},
    {"numel", "input", run_numel},
    {"size", "input dim?", run_size},
    {0},
};
