/* Reductions, sorting, and tensors made from nothing. */
#include "base/sizes.h"
#include "model/api.h"
#include "model/workspace.h"

/* --- reductions --- */

/* The shape without (or with ones for) the dimensions in argument `dims_at`; all of them when it is
 * not given. */
static bool reduced(
    struct call *c, tensor_id t, uint32_t dims_at, uint32_t keep_at, struct shape *s)
{
    struct shape dims;
    bool keep, gone[MAX_DIMS] = {false};
    const struct shape *have = shape_of(c->g, t);
    if (!call_dims(c, dims_at, &dims) || !call_bool(c, keep_at, false, &keep)) {
        return false;
    }
    for (uint32_t i = 0; i < dims.n; i++) {
        uint32_t d;
        if (!call_dim(c, dims.size[i], have->n, &d)) {
            return false;
        }
        gone[d] = true;
    }
    s->n = 0;
    for (uint32_t i = 0; i < have->n; i++) {
        bool drop = gone[i] || !call_given(c, dims_at);
        if (!drop || keep) {
            s->size[s->n++] = drop ? 1 : have->size[i];
        }
    }
    return true;
}

/* Where the last dimension stays, results lie side by side. */
static uint64_t sum_buffer(const struct graph *g, tensor_id t, tensor_id made)
{
    const struct shape *have = shape_of(g, t), *left = shape_of(g, made);
    uint64_t width = have->n > 0 ? (uint64_t)have->size[have->n - 1] : 0;
    uint64_t outputs = (uint64_t)shape_elems(left);
    bool stays = width > 1 && left->n > 0 && left->size[left->n - 1] == have->size[have->n - 1];
    return stays && outputs > 0
               ? workspace_sum(&g->options, (uint64_t)shape_elems(have) / outputs, outputs, width)
               : 0;
}

enum reduce_keeps {
    REDUCE_NOTHING,
    REDUCE_INPUT,
    REDUCE_INPUT_RESULT,
    REDUCE_INDICES
};

static bool reduce(
    struct call *c, enum reduce_keeps keeps, bool single, bool differentiable, struct value *out)
{
    tensor_id t;
    struct shape s;
    if (!call_tensor(c, 0, &t) || !reduced(c, t, 1, 2, &s)) {
        return false;
    }
    /* The kernels of sums and norms read halves and write single precision: there is no cast. */
    bool sum = strcmp(c->name, "sum") == 0;
    bool widens = (sum || strcmp(c->name, "norm") == 0) && api_is_half(c->g, t);
    t = single && !widens ? api_to_float(c->g, t) : t;
    enum dtype d = widens ? DTYPE_F32 : dtype_of(c->g, t);
    bool adds = sum || strcmp(c->name, "prod") == 0;
    bool narrow = adds && d != DTYPE_I64 && !dtype_is_float(d);
    d = narrow ? DTYPE_I64 : d; /* sums and products of integers are 64 bits wide */
    /* The gradient of a sum is an expanded view; that of a mean is divided, so it is a tensor. */
    struct recording r = op_begin(c->g, OPKIND_REDUCE);
    op_input(&r, t, !differentiable ? GRAD_NONE : sum && !widens ? GRAD_PASS : GRAD_NEW);
    tensor_id made = op_output(&r, &s, d);
    if (differentiable) {
        r.op.forward_temp = sum_buffer(c->g, t, made);
    }
    if (sum && narrow) { /* of a copy of that width */
        r.op.forward_temp = count_mul(8, api_elems(c->g, t));
    }
    if (differentiable && strcmp(c->name, "norm") == 0) { /* x * (grad / norm), in its type */
        r.op.parts = widens ? 2 : 1;
        r.op.backward_temp = r.op.parts * api_elems(c->g, t) * dtype_bytes(d);
    }
    if (differentiable && (strcmp(c->name, "var") == 0 || strcmp(c->name, "std") == 0)) {
        r.op.backward_temp = tensor_bytes(c->g, t); /* x - mean */
    }
    if (keeps == REDUCE_INPUT || keeps == REDUCE_INPUT_RESULT) {
        op_save(&r, t);
    }
    if (keeps == REDUCE_INPUT_RESULT) {
        op_save(&r, made);
    }
    op_end(&r);
    return call_result(c, made, out);
}

static bool run_sum(struct call *c, struct value *out)
{
    return reduce(c, REDUCE_NOTHING, true, true, out);
}

/* The formula for mean over dimensions needs the input's shape alone; that of PyTorch 1.13 asks the
 * input for its number of elements and so keeps it. */
bool api_mean_keeps_input(struct graph *g)
{
    return graph_torch_since(g, 113) && !graph_torch_since(g, 114);
}

static bool run_mean(struct call *c, struct value *out)
{
    bool keeps = call_given(c, 1) && api_mean_keeps_input(c->g);
    return reduce(c, keeps ? REDUCE_INPUT : REDUCE_NOTHING, false, true, out);
}

static bool run_std(struct call *c, struct value *out)
{
    return reduce(c, REDUCE_INPUT_RESULT, false, true, out);
}

static bool run_var(struct call *c, struct value *out)
{
    return reduce(c, REDUCE_INPUT, false, true, out);
}

static bool run_norm(struct call *c, struct value *out)
{
    return reduce(c, REDUCE_INPUT_RESULT, true, true, out);
}

/* What tells of the elements and has no gradient. */
static bool told(struct call *c, enum dtype dtype, struct value *out)
{
    tensor_id t;
    struct shape s;
    if (!call_tensor(c, 0, &t) || !reduced(c, t, 1, 2, &s)) {
        return false;
    }
    struct recording r = op_begin(c->g, OPKIND_REDUCE);
    op_input(&r, t, GRAD_NONE);
    tensor_id made = op_output(&r, &s, dtype);
    op_end(&r);
    return call_result(c, made, out);
}

static bool run_any(struct call *c, struct value *out)
{
    return told(c, DTYPE_BOOL, out);
}

static bool run_argmax(struct call *c, struct value *out)
{
    return told(c, DTYPE_I64, out);
}

static struct value two(struct call *c, tensor_id a, tensor_id b)
{
    struct list *l = list_new(c->e->arena, 2);
    list_push(c->e->arena, l, api_tensor_value(c->e, a));
    list_push(c->e->arena, l, api_tensor_value(c->e, b));
    return value_of_tuple(l);
}

/* max and min: over everything a tensor; over one dimension values and int64 indices. */
static bool run_max(struct call *c, struct value *out)
{
    tensor_id t;
    struct shape s;
    if (c->arg[1] && api_tensor_of(c->arg[1])) {
        return call_fail(c, "of two tensors is maximum() or minimum()");
    }
    if (!call_tensor(c, 0, &t) || !reduced(c, t, 1, 2, &s)) {
        return false;
    }
    struct recording r = op_begin(c->g, OPKIND_REDUCE);
    op_input(&r, t, GRAD_NEW);
    tensor_id made = op_output(&r, &s, dtype_of(c->g, t));
    if (!call_given(c, 1)) {
        op_save(&r, t);
        op_save(&r, made);
        op_end(&r);
        return call_result(c, made, out);
    }
    tensor_id indices = op_output(&r, &s, DTYPE_I64);
    op_save(&r, indices);
    op_end(&r);
    *out = two(c, made, indices);
    return true;
}

static bool run_amax(struct call *c, struct value *out)
{
    return reduce(c, REDUCE_INPUT_RESULT, false, true, out);
}

static bool sorted(
    struct call *c, tensor_id t, const struct shape *s, uint64_t temp, struct value *out)
{
    struct recording r = op_begin(c->g, OPKIND_SORT);
    op_input(&r, t, GRAD_NEW);
    tensor_id values = op_output(&r, s, dtype_of(c->g, t));
    tensor_id indices = op_output(&r, s, DTYPE_I64);
    op_save(&r, indices);
    r.op.forward_temp = temp + (api_is_contiguous(c->g, t) ? 0 : tensor_bytes(c->g, t));
    op_end(&r);
    *out = two(c, values, indices);
    return true;
}

static bool run_topk(struct call *c, struct value *out)
{
    tensor_id t;
    int64_t k, dim;
    uint32_t at;
    if (!call_tensor(c, 0, &t) || !call_int(c, 1, 1, &k) || !call_int(c, 2, -1, &dim)) {
        return false;
    }
    struct shape s = *shape_of(c->g, t);
    if (!call_dim(c, dim, s.n, &at)) {
        return false;
    }
    s.size[at] = k < s.size[at] ? k : s.size[at];
    return sorted(c, t, &s, 0, out);
}

/* Rows of some thousand are sorted in place.  Longer ones need the dimension last, and sort pairs
 * of a value and its index from one buffer into another: Thrust's up to 1.9, then CUB's, which
 * takes the indices from a buffer of their own, one row, all rows as one (few rows) or each row at
 * once. */
enum {
    SMALL_SORT = 2048,
    SMALL_SORT_113 = 4096,
    LARGE_ROW = 1000000,
    FEW_ROWS = 128,
    INDEX = 8
};

static uint64_t sort_temp(struct graph *g, const struct shape *s, uint32_t dim, enum dtype d)
{
    uint64_t n = (uint64_t)shape_elems(s), row = (uint64_t)s->size[dim], value = dtype_bytes(d);
    uint64_t pair = value + INDEX, rows = row ? n / row : 0;
    if (row <= (graph_torch_since(g, 113) ? SMALL_SORT_113 : SMALL_SORT)) {
        return 0;
    }
    bool last = dim + 1 == s->n;
    if (!graph_torch_since(g, 110)) {
        return n * (last ? pair : 2 * pair);
    }
    uint64_t copies = last ? 0 : n * (value + pair);
    if (rows == 1 || row >= LARGE_ROW) {
        return copies + row * (INDEX + pair);
    }
    return copies + n * (rows < FEW_ROWS ? 2ull * INDEX + value + pair : INDEX + pair);
}

static bool run_sort(struct call *c, struct value *out)
{
    tensor_id t;
    if (!call_tensor(c, 0, &t)) {
        return false;
    }
    struct shape s = *shape_of(c->g, t);
    int64_t dim;
    uint32_t at;
    if (!call_int(c, 1, -1, &dim) || !call_dim(c, dim, s.n, &at)) {
        return false;
    }
    return sorted(c, t, &s, sort_temp(c->g, &s, at, dtype_of(c->g, t)), out);
}

static bool run_argsort(struct call *c, struct value *out)
{
    struct value both;
    if (!run_sort(c, &both)) {
        return false;
    }
    *out = both.list->items[1];
    return true;
}

/* --- making tensors --- */

static tensor_id create(struct graph *g, const struct shape *s, enum dtype d)
{
    struct recording r = op_begin(g, OPKIND_CREATE);
    tensor_id t = op_output(&r, s, d);
    op_end(&r);
    return t;
}

/* zeros(2, 3) or zeros((2, 3), dtype='int64') */
static bool run_zeros(struct call *c, struct value *out)
{
    struct shape s;
    enum dtype d;
    return call_dims(c, 0, &s) && call_dtype(c, 1, DTYPE_F32, &d) &&
           call_result(c, create(c->g, &s, d), out);
}

static bool run_full(struct call *c, struct value *out)
{
    struct shape s;
    enum dtype d;
    return call_dims(c, 0, &s) && call_dtype(c, 2, DTYPE_F32, &d) &&
           call_result(c, create(c->g, &s, d), out);
}

static bool run_zeros_like(struct call *c, struct value *out)
{
    tensor_id t;
    enum dtype d;
    if (!call_tensor(c, 0, &t) || !call_dtype(c, 1, dtype_of(c->g, t), &d)) {
        return false;
    }
    struct shape s = *shape_of(c->g, t);
    return call_result(c, create(c->g, &s, d), out);
}

/* x.new_zeros(shape): the dtype of x */
static bool run_new_zeros(struct call *c, struct value *out)
{
    tensor_id t;
    struct shape s;
    enum dtype d;
    return call_tensor(c, 0, &t) && call_dims(c, 1, &s) &&
           call_dtype(c, 2, dtype_of(c->g, t), &d) && call_result(c, create(c->g, &s, d), out);
}

static bool run_new_full(struct call *c, struct value *out)
{
    tensor_id t;
    struct shape s;
    enum dtype d;
    return call_tensor(c, 0, &t) && call_dims(c, 1, &s) &&
           call_dtype(c, 3, dtype_of(c->g, t), &d) && call_result(c, create(c->g, &s, d), out);
}

static bool run_arange(struct call *c, struct value *out)
{
    int64_t n, end, step;
    enum dtype d;
    if (!call_int(c, 0, 0, &n) || !call_int(c, 1, 0, &end) || !call_int(c, 2, 1, &step) ||
        !call_dtype(c, 3, DTYPE_I64, &d)) {
        return false;
    }
    if (call_given(c, 1)) {
        int64_t length = size_sub(end, n), more = step > 0 ? size_sub(step, 1) : size_add(step, 1);
        n = size_div(size_add(length, more), step);
        n = n < 0 && n != NO_SIZE ? 0 : n;
    }
    struct shape s = {.size = {n}, .n = 1};
    return call_result(c, create(c->g, &s, d), out);
}

static bool run_one_hot(struct call *c, struct value *out)
{
    tensor_id t;
    int64_t n;
    if (!call_tensor(c, 0, &t) || !call_int(c, 1, 1, &n)) {
        return false;
    }
    struct shape s = *shape_of(c->g, t);
    return call_push(c, &s, n) && call_result(c, create(c->g, &s, DTYPE_I64), out);
}

/* meshgrid of two vectors: expanded views, or copies as most models make */
static bool run_meshgrid(struct call *c, struct value *out)
{
    tensor_id y, x;
    if (!call_tensor(c, 0, &y) || !call_tensor(c, 1, &x) || !call_rank(c, y, 1, 1) ||
        !call_rank(c, x, 1, 1)) {
        return false;
    }
    struct shape s = {.size = {shape_of(c->g, y)->size[0], shape_of(c->g, x)->size[0]}, .n = 2};
    struct shape column = {.size = {s.size[0], 1}, .n = 2};
    tensor_id first = api_expand(c->g, api_view(c->g, y, &column), &s);
    tensor_id second = api_expand(c->g, x, &s);
    *out = two(c, first, second);
    return true;
}

const struct api_row API_REDUCE[] = {
    {"sum", "input dim? keepdim?", run_sum},
    {"mean", "input dim? keepdim?", run_mean},
    {"std", "input dim? keepdim?", run_std},
    {"var", "input dim? keepdim?", run_var},
    {"norm", "input dim? keepdim?", run_norm},
    {"prod", "input dim? keepdim?", run_norm},
    {"logsumexp", "input dim? keepdim?", run_norm},
    {"amax", "input dim? keepdim?", run_amax},
    {"amin", "input dim? keepdim?", run_amax},
    {"max", "input dim? keepdim?", run_max},
    {"min", "input dim? keepdim?", run_max},
    {"any", "input dim? keepdim?", run_any},
    {"all", "input dim? keepdim?", run_any},
    {"argmax", "input dim? keepdim?", run_argmax},
    {"argmin", "input dim? keepdim?", run_argmax},
    {"topk", "input k>=0 dim?", run_topk},
    {"sort", "input dim? descending?", run_sort},
    {"argsort", "input dim? descending?", run_argsort},
    {"zeros", "size dtype?", run_zeros},
    {"ones", "size dtype?", run_zeros},
    {"empty", "size dtype?", run_zeros},
    {"rand", "size dtype?", run_zeros},
    {"randn", "size dtype?", run_zeros},
    {"full", "size fill_value dtype?", run_full},
    {"zeros_like", "input dtype?", run_zeros_like},
    {"ones_like", "input dtype?", run_zeros_like},
    {"empty_like", "input dtype?", run_zeros_like},
    {"full_like", "input dtype?", run_zeros_like},
    {"new_zeros", "input size dtype?", run_new_zeros},
    {"new_ones", "input size dtype?", run_new_zeros},
    {"new_empty", "input size dtype?", run_new_zeros},
    {"new_full", "input size fill_value dtype?", run_new_full},
    {"arange", "start end? step? dtype?", run_arange},
    {"one_hot", "input num_classes>=0", run_one_hot},
    {"meshgrid", "y x", run_meshgrid},
    {0},
};
