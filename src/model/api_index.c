/* x[index], and the functions that take elements by their positions. */
#include "base/sizes.h"
#include "model/api.h"

/* The gradient of what an index took is added up by index_put_: of the positions, in int64, there
 * are those in the flattened tensor, these sorted, what was where, and CUB's scratch; and those of
 * a mask once more (cuda/Indexing.cu, index_put_with_sort_kernel).  Traced. */
static void sorts_positions(struct op *op, uint64_t n, bool by_mask)
{
    op->parts = by_mask ? 7 : 6;
    op->backward_temp = count_mul(op->parts, count_mul(n, 8));
}

/* x[index] by a tensor of positions or a mask: how many rows come out cannot be told for a mask. */
static tensor_id take(struct graph *g, tensor_id t, tensor_id index, uint32_t dim)
{
    const struct shape *have = shape_of(g, t), *by = shape_of(g, index);
    struct shape s = {.n = 0};
    for (uint32_t i = 0; i < dim; i++) {
        s.size[s.n++] = have->size[i];
    }
    for (uint32_t i = 0; i < by->n && s.n < MAX_DIMS; i++) {
        s.size[s.n++] = by->size[i];
    }
    for (uint32_t i = dim + 1; i < have->n && s.n < MAX_DIMS; i++) {
        s.size[s.n++] = have->size[i];
    }
    struct recording r = op_begin(g, OPKIND_INDEX);
    op_input(&r, t, GRAD_NEW);
    op_input(&r, index, GRAD_NONE);
    tensor_id out = op_output(&r, &s, dtype_of(g, t));
    op_save(&r, index);
    sorts_positions(&r.op, api_elems(g, index), false);
    op_end(&r);
    return out;
}

static bool slice_part(const struct value *v, int64_t fallback, int64_t *out)
{
    *out = value_is_none(v) ? fallback : value_as_int(v);
    return value_is_none(v) || value_is_int(v);
}

/* x[None] where `dim` is: another dimension of one. */
static tensor_id insert_dim(struct graph *g, tensor_id t, uint32_t dim)
{
    struct shape s = *shape_of(g, t);
    int64_t stride[MAX_DIMS];
    memcpy(stride, graph_tensor(g, t)->stride, sizeof stride);
    for (uint32_t k = s.n; k > dim; k--) {
        s.size[k] = s.size[k - 1];
        stride[k] = stride[k - 1];
    }
    s.size[dim] = stride[dim] = 1;
    s.n++;
    return api_view_as(g, OPKIND_VIEW, t, &s, stride);
}

/* x[i]: the dimension is gone. */
static tensor_id select_one(struct graph *g, tensor_id t, uint32_t dim)
{
    struct shape s = *shape_of(g, t);
    int64_t stride[MAX_DIMS];
    memcpy(stride, graph_tensor(g, t)->stride, sizeof stride);
    for (uint32_t k = dim; k + 1 < s.n; k++) {
        s.size[k] = s.size[k + 1];
        stride[k] = stride[k + 1];
    }
    s.n--;
    return api_view_as(g, OPKIND_SLICE, t, &s, stride);
}

static bool apply_slice(struct call *c, tensor_id *t, const struct slice *by, uint32_t dim)
{
    int64_t start, stop, step, length = shape_of(c->g, *t)->size[dim];
    if (!slice_part(&by->start, 0, &start) || !slice_part(&by->stop, length, &stop) ||
        !slice_part(&by->step, 1, &step) || step <= 0) {
        return call_fail(c, "a slice needs integers and a positive step");
    }
    step = step < length ? step : length > 0 ? length : 1;
    start = start < 0 ? start + length : start;
    stop = stop < 0 ? stop + length : stop;
    start = start < 0 ? 0 : start > length ? length : start;
    stop = stop > length ? length : stop < start ? start : stop;
    int64_t n = (stop - start + step - 1) / step;
    if (n != length || step != 1) {
        *t = api_cut(c->g, *t, dim, n, step);
    }
    return true;
}

/* One item of x[a, b:c, None, ...]; moves *dim on. */
static bool apply_index(
    struct call *c, tensor_id *t, const struct value *v, uint32_t *dim, uint32_t left)
{
    uint32_t n = shape_of(c->g, *t)->n;
    if (v->kind == VALUE_ELLIPSIS) {
        *dim = n - left;
        return left <= n || call_fail(c, "too many indices");
    }
    if (value_is_none(v)) {
        if (!call_rank(c, *t, *dim, MAX_DIMS - 1)) {
            return false;
        }
        *t = insert_dim(c->g, *t, (*dim)++);
        return true;
    }
    if (*dim >= n) {
        return call_fail(c, "too many indices");
    }
    if (value_is_int(v)) {
        *t = select_one(c->g, *t, *dim);
        return true;
    }
    if (v->kind == VALUE_SLICE) {
        return apply_slice(c, t, v->slice, (*dim)++);
    }
    tensor_id index = api_tensor_of(v);
    if (!index) {
        return call_fail(c, "an index is an integer, a slice, None or a tensor");
    }
    if (dtype_of(c->g, index) == DTYPE_BOOL) {
        return call_fail(c,
            "a mask selects a number of rows that is not known; use index_by_mask(x, mask, count)");
    }
    uint32_t by = shape_of(c->g, index)->n;
    *t = take(c->g, *t, index, *dim);
    *dim += by;
    return true;
}

/* x[i, j] with tensors of equal shape: one element, or one part, for each pair. */
static tensor_id take_together(struct graph *g, tensor_id t, const struct list *l)
{
    const struct shape *have = shape_of(g, t);
    struct shape s = *shape_of(g, api_tensor_of(&l->items[0]));
    for (uint32_t i = l->n; i < have->n && s.n < MAX_DIMS; i++) {
        s.size[s.n++] = have->size[i];
    }
    struct recording r = op_begin(g, OPKIND_INDEX);
    op_input(&r, t, GRAD_NEW);
    for (uint32_t i = 0; i < l->n; i++) {
        op_input(&r, api_tensor_of(&l->items[i]), GRAD_NONE);
        op_save(&r, api_tensor_of(&l->items[i]));
    }
    tensor_id made = op_output(&r, &s, dtype_of(g, t));
    op_end(&r);
    return made;
}

static bool all_tensors(const struct list *l)
{
    for (uint32_t i = 0; i < l->n; i++) {
        if (!api_tensor_of(&l->items[i])) {
            return false;
        }
    }
    return true;
}

static bool run_index(struct call *c, struct value *out)
{
    tensor_id t;
    if (!call_tensor(c, 0, &t) || !c->arg[1]) {
        return false;
    }
    if (c->arg[1]->kind == VALUE_TUPLE && c->arg[1]->list->n > 1 && all_tensors(c->arg[1]->list)) {
        return call_result(c, take_together(c->g, t, c->arg[1]->list), out);
    }
    struct list one = {.items = (struct value *)c->arg[1], .n = 1};
    const struct list *l = c->arg[1]->kind == VALUE_TUPLE ? c->arg[1]->list : &one;
    uint32_t dim = 0;
    for (uint32_t i = 0; i < l->n; i++) {
        uint32_t left = 0; /* dimensions that the indices after an ellipsis take */
        for (uint32_t k = i + 1; k < l->n; k++) {
            left += !value_is_none(&l->items[k]);
        }
        if (!apply_index(c, &t, &l->items[i], &dim, left)) {
            return false;
        }
    }
    return call_result(c, t, out);
}

static bool select_by_mask(struct call *c, bool save_input, struct value *out)
{
    tensor_id t, mask;
    int64_t count;
    if (!call_tensor(c, 0, &t) || !call_tensor(c, 1, &mask) || !call_int(c, 2, 0, &count)) {
        return false;
    }
    const struct shape *have = shape_of(c->g, t);
    struct shape s = {.size = {count}, .n = 1};
    for (uint32_t i = shape_of(c->g, mask)->n; i < have->n; i++) {
        if (!call_push(c, &s, have->size[i])) {
            return false;
        }
    }
    struct recording r = op_begin(c->g, OPKIND_INDEX);
    op_input(&r, t, GRAD_NEW);
    op_input(&r, mask, GRAD_NONE);
    tensor_id made = op_output(&r, &s, dtype_of(c->g, t));
    if (save_input) {
        op_save(&r, t);
    }
    op_save(&r, mask);
    /* Forward and backward each turn the mask into an int64 index for each of its dimensions. */
    r.op.forward_temp = count_mul((uint64_t)count, 8ull * shape_of(c->g, mask)->n);
    r.op.scratch_first = true;
    sorts_positions(&r.op, (uint64_t)count, true);
    op_end(&r);
    return call_result(c, made, out);
}

/* Both with the number of rows, or elements, that the mask is taken to select. */
static bool run_masked_select(struct call *c, struct value *out)
{
    return select_by_mask(c, true, out);
}

static bool run_index_by_mask(struct call *c, struct value *out)
{
    return select_by_mask(c, false, out);
}

static bool run_index_select(struct call *c, struct value *out)
{
    tensor_id t, index;
    int64_t dim;
    uint32_t at;
    return call_tensor(c, 0, &t) && call_int(c, 1, 0, &dim) && call_tensor(c, 2, &index) &&
           call_dim(c, dim, shape_of(c->g, t)->n, &at) &&
           call_result(c, take(c->g, t, index, at), out);
}

static bool run_gather(struct call *c, struct value *out)
{
    tensor_id t, index;
    int64_t dim;
    if (!call_tensor(c, 0, &t) || !call_int(c, 1, 0, &dim) || !call_tensor(c, 2, &index)) {
        return false;
    }
    struct recording r = op_begin(c->g, OPKIND_GATHER);
    op_input(&r, t, GRAD_NEW);
    op_input(&r, index, GRAD_NONE);
    tensor_id made = op_output(&r, shape_of(c->g, index), dtype_of(c->g, t));
    op_save(&r, t);
    op_save(&r, index);
    op_end(&r);
    return call_result(c, made, out);
}

static bool run_embedding(struct call *c, struct value *out)
{
    tensor_id index, weight;
    if (!call_tensor(c, 0, &index) || !call_tensor(c, 1, &weight) || !call_rank(c, weight, 2, 2)) {
        return false;
    }
    struct shape s = *shape_of(c->g, index);
    if (!call_push(c, &s, shape_of(c->g, weight)->size[1])) {
        return false;
    }
    struct recording r = op_begin(c->g, OPKIND_EMBEDDING);
    op_input(&r, index, GRAD_NONE);
    op_input(&r, weight, GRAD_NEW);
    tensor_id made = op_output(&r, &s, dtype_of(c->g, weight));
    op_save(&r, index);
    op_end(&r);
    return call_result(c, made, out);
}

/* x[...] = y: in place; the old value's gradient passes, with the assigned part taken out of a
 * copy. */
static bool run_index_put(struct call *c, struct value *out)
{
    tensor_id t, value = 0;
    if (!call_tensor(c, 0, &t)) {
        return false;
    }
    value = c->arg[2] ? api_tensor_of(c->arg[2]) : 0;
    tensor_id index = api_tensor_of(c->arg[1]);
    struct recording r = op_begin(c->g, OPKIND_INDEX);
    op_input(&r, t, GRAD_NEW);
    op_input(&r, value, GRAD_NEW);
    if (index) {
        op_input(&r, index, GRAD_NONE);
        op_save(&r, index);
    }
    struct shape s = *shape_of(c->g, t);
    tensor_id made = op_output_in(&r, &s, graph_tensor(c->g, t)->stride, dtype_of(c->g, t), t);
    r.op.in_place = true;
    op_end(&r);
    ((struct tensor_object *)c->arg[0]->object)->id = made;
    *out = value_none();
    return true;
}

const struct api_row API_INDEX[] = {
    {"index", "input index", run_index},
    {"index_put_", "input index value", run_index_put},
    {"index_by_mask", "input mask count>=0", run_index_by_mask},
    {"masked_select", "input mask count>=0", run_masked_select},
    {"index_select", "input dim index", run_index_select},
    {"gather", "input dim index", run_gather},
    {"embedding", "input weight", run_embedding},
    {0},
};
