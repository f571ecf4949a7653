/* Joining, cutting, indexing and moving: what puts elements of tensors elsewhere. */
#include "base/sizes.h"
#include "model/api.h"

/* --- joining --- */

static bool join(struct call *c, bool stack, struct value *out)
{
    tensor_id *list;
    uint32_t n, at;
    int64_t dim;
    if (!call_tensors(c, 0, &list, &n) || !call_int(c, 1, 0, &dim)) {
        return false;
    }
    if (n == 0) {
        return call_fail(c, "the list is empty");
    }
    struct shape s = *shape_of(c->g, list[0]);
    if (!call_rank(c, list[0], stack ? 0 : 1, stack ? MAX_DIMS - 1 : MAX_DIMS) ||
        !call_dim(c, dim, s.n + (stack ? 1 : 0), &at)) {
        return false;
    }
    enum dtype d = dtype_of(c->g, list[0]);
    for (uint32_t i = 1; i < n; i++) {
        d = promote(d, dtype_of(c->g, list[i]));
        const struct shape *other = shape_of(c->g, list[i]);
        for (uint32_t k = 0; k < s.n; k++) {
            bool joined = !stack && k == at;
            if (other->n != s.n || (!joined && other->size[k] != s.size[k])) {
                str x = shape_text(c->e->arena, &s), y = shape_text(c->e->arena, other);
                (void)call_mismatch(c, list[i], other->n == s.n ? other->size[k] : 0,
                    other->n == s.n ? s.size[k] : 0, "the shapes %.*s and %.*s do not fit",
                    STR_ARG(x), STR_ARG(y));
                c->g->mismatch.of_place = other->n == s.n && s.n > 3 && k > 1;
                return false;
            }
        }
        if (!stack) {
            s.size[at] = size_add(s.size[at], other->size[at]);
        }
    }
    if (stack) {
        for (uint32_t k = s.n; k > at; k--) {
            s.size[k] = s.size[k - 1];
        }
        s.size[at] = n;
        s.n++;
    }
    /* Autocast's lists had both until 1.12: casts to the widest type.  The operations themselves
     * take several types, and each input's gradient has its own. */
    bool casts = !graph_torch_since(c->g, 113);
    for (uint32_t i = 0; i < n && casts; i++) {
        list[i] = api_cast(c->g, list[i], d);
    }
    struct recording r = op_begin(c->g, OPKIND_CAT);
    for (uint32_t i = 0; i < n; i++) {
        op_input(&r, list[i], dtype_of(c->g, list[i]) == d ? GRAD_PASS : GRAD_NEW);
    }
    tensor_id made = n > 0 && tensor_has_channels_last(c->g, list[0])
                         ? op_output_like(&r, &s, d, list[0])
                         : op_output(&r, &s, d);
    op_end(&r);
    return call_result(c, made, out);
}

static bool run_cat(struct call *c, struct value *out)
{
    return join(c, false, out);
}

static bool run_stack(struct call *c, struct value *out)
{
    return join(c, true, out);
}

/* --- cutting --- */

enum {
    MAX_PARTS = 1024 /* what one operation cuts a tensor into */
};

static tensor_id cut(struct graph *g, tensor_id t, uint32_t dim, int64_t size, int64_t step)
{
    struct shape s = *shape_of(g, t);
    int64_t stride[MAX_DIMS];
    memcpy(stride, graph_tensor(g, t)->stride, sizeof stride);
    s.size[dim] = size;
    stride[dim] = size > 1 ? size_mul(stride[dim], step) : 1;
    return api_view_as(g, OPKIND_SLICE, t, &s, stride);
}

/* Views of parts along a dimension, made by one operation whose backward joins the gradients. */
static bool parts(struct call *c, tensor_id t, uint32_t dim, const int64_t *sizes, uint32_t n,
    bool drop, struct value *out)
{
    struct shape s = *shape_of(c->g, t);
    int64_t stride[MAX_DIMS];
    memcpy(stride, graph_tensor(c->g, t)->stride, sizeof stride);
    if (!call_rank(c, t, 1, MAX_DIMS)) {
        return false;
    }
    if (drop) {
        for (uint32_t k = dim; k + 1 < s.n; k++) {
            s.size[k] = s.size[k + 1];
            stride[k] = stride[k + 1];
        }
        s.n--;
    }
    struct recording r = op_begin(c->g, OPKIND_SPLIT);
    op_input(&r, t, GRAD_NEW);
    struct list *l = list_new(c->e->arena, n);
    for (uint32_t i = 0; i < n; i++) {
        if (!drop) {
            s.size[dim] = sizes[i];
        }
        tensor_id part = op_output_in(&r, &s, stride, dtype_of(c->g, t), t);
        list_push(c->e->arena, l, api_tensor_value(c->e, part));
    }
    op_end(&r);
    *out = value_of_tuple(l);
    return true;
}

static bool run_split(struct call *c, struct value *out)
{
    tensor_id t;
    struct shape given;
    int64_t dim, sizes[MAX_PARTS];
    uint32_t at, n = 0;
    if (!call_tensor(c, 0, &t) || !call_int(c, 2, 0, &dim) ||
        !call_dim(c, dim, shape_of(c->g, t)->n, &at)) {
        return false;
    }
    int64_t total = shape_of(c->g, t)->size[at];
    if (c->arg[1] && value_is_sequence(c->arg[1])) {
        const struct list *l = c->arg[1]->list;
        int64_t sum = 0;
        for (uint32_t i = 0; i < l->n && i < MAX_PARTS; i++) {
            if (!value_is_int(&l->items[i])) {
                return call_fail(c, "the sizes have to be integers");
            }
            sizes[n++] = value_as_int(&l->items[i]);
            sum = size_add(sum, sizes[i]);
        }
        if (sum != total) {
            return call_fail(c, "the sizes are not %lld in all, or are more than %d",
                (long long)total, MAX_PARTS);
        }
    } else {
        if (!call_dims(c, 1, &given) || given.n != 1) {
            return c->e->raised ? false : call_fail(c, "a size is needed");
        }
        if (given.size[0] == 0 || (total - 1) / given.size[0] >= MAX_PARTS) {
            return call_fail(c, "that are more than %d parts", MAX_PARTS);
        }
        for (int64_t left = total; left > 0; left -= given.size[0]) {
            sizes[n++] = left < given.size[0] ? left : given.size[0];
        }
    }
    return parts(c, t, at, sizes, n, false, out);
}

static bool run_chunk(struct call *c, struct value *out)
{
    tensor_id t;
    int64_t n, dim, sizes[MAX_PARTS];
    uint32_t at, made = 0;
    if (!call_tensor(c, 0, &t) || !call_int(c, 1, 1, &n) || !call_int(c, 2, 0, &dim) ||
        !call_dim(c, dim, shape_of(c->g, t)->n, &at)) {
        return false;
    }
    int64_t total = shape_of(c->g, t)->size[at];
    int64_t size = n < total ? (total + n - 1) / n : 1; /* of a part */
    if (size > 0 && (total - 1) / size >= MAX_PARTS) {
        return call_fail(c, "that are more than %d parts", MAX_PARTS);
    }
    for (int64_t left = total; left > 0; left -= size) {
        sizes[made++] = left < size ? left : size;
    }
    return parts(c, t, at, sizes, made, false, out);
}

static bool run_unbind(struct call *c, struct value *out)
{
    tensor_id t;
    int64_t dim;
    uint32_t at;
    if (!call_tensor(c, 0, &t) || !call_int(c, 1, 0, &dim) ||
        !call_dim(c, dim, shape_of(c->g, t)->n, &at)) {
        return false;
    }
    int64_t n = shape_of(c->g, t)->size[at];
    if (n > 65000) {
        return call_fail(c, "too many parts");
    }
    if (!eval_spend(c->e, (uint64_t)n)) {
        return false;
    }
    return parts(c, t, at, NULL, (uint32_t)n, true, out);
}

static bool run_narrow(struct call *c, struct value *out)
{
    tensor_id t;
    int64_t dim, start, length;
    uint32_t at;
    return call_tensor(c, 0, &t) && call_int(c, 1, 0, &dim) && call_int(c, 2, 0, &start) &&
           call_int(c, 3, 0, &length) && call_dim(c, dim, shape_of(c->g, t)->n, &at) &&
           call_result(c, cut(c->g, t, at, length, 1), out);
}

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

/* One item of x[a, b:c, None, ...]; moves *dim on. */
static bool apply_index(
    struct call *c, tensor_id *t, const struct value *v, uint32_t *dim, uint32_t left)
{
    struct shape s = *shape_of(c->g, *t);
    int64_t stride[MAX_DIMS];
    memcpy(stride, graph_tensor(c->g, *t)->stride, sizeof stride);
    if (v->kind == VALUE_ELLIPSIS) {
        *dim = s.n - left;
        return left <= s.n || call_fail(c, "too many indices");
    }
    if (value_is_none(v)) {
        if (!call_rank(c, *t, *dim, MAX_DIMS - 1)) {
            return false;
        }
        for (uint32_t k = s.n; k > *dim; k--) {
            s.size[k] = s.size[k - 1];
            stride[k] = stride[k - 1];
        }
        s.size[*dim] = 1;
        stride[*dim] = 1;
        s.n++;
        *t = api_view_as(c->g, OPKIND_VIEW, *t, &s, stride);
        (*dim)++;
        return true;
    }
    if (*dim >= s.n) {
        return call_fail(c, "too many indices");
    }
    if (value_is_int(v)) { /* select */
        for (uint32_t k = *dim; k + 1 < s.n; k++) {
            s.size[k] = s.size[k + 1];
            stride[k] = stride[k + 1];
        }
        s.n--;
        *t = api_view_as(c->g, OPKIND_SLICE, *t, &s, stride);
        return true;
    }
    if (v->kind == VALUE_SLICE) {
        int64_t start, stop, step, length = s.size[*dim];
        if (!slice_part(&v->slice->start, 0, &start) ||
            !slice_part(&v->slice->stop, length, &stop) || !slice_part(&v->slice->step, 1, &step) ||
            step <= 0) {
            return call_fail(c, "a slice needs integers and a positive step");
        }
        step = step < length ? step : length > 0 ? length : 1;
        start = start < 0 ? start + length : start;
        stop = stop < 0 ? stop + length : stop;
        start = start < 0 ? 0 : start > length ? length : start;
        stop = stop > length ? length : stop < start ? start : stop;
        int64_t n = (stop - start + step - 1) / step;
        if (n != length || step != 1) {
            *t = cut(c->g, *t, *dim, n, step);
        }
        (*dim)++;
        return true;
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

/* --- moving --- */

static bool run_pad(struct call *c, struct value *out)
{
    tensor_id t;
    struct shape by;
    if (!call_tensor(c, 0, &t) || !call_dims(c, 1, &by)) {
        return false;
    }
    struct shape s = *shape_of(c->g, t);
    if (by.n / 2 > s.n) {
        return call_fail(c, "more sizes than dimensions");
    }
    for (uint32_t i = 0; i + 1 < by.n; i += 2) {
        int64_t *size = &s.size[s.n - 1 - i / 2];
        *size = size_add(*size, size_add(by.size[i], by.size[i + 1]));
    }
    /* Python's F.pad runs the operation even when there is nothing to add. */
    struct recording r = op_begin(c->g, OPKIND_PAD);
    op_input(&r, t, GRAD_NEW);
    tensor_id made = op_output(&r, &s, dtype_of(c->g, t));
    if (!str_is(call_str(c, 2, "constant"), "constant")) {
        op_save(&r, t); /* reflected or repeated */
    }
    op_end(&r);
    return call_result(c, made, out);
}

/* One dimension after another, each in a tensor of its own. */
static bool run_roll(struct call *c, struct value *out)
{
    tensor_id t;
    if (!call_tensor(c, 0, &t)) {
        return false;
    }
    const struct value *dims = c->arg[2];
    bool several = dims && value_is_sequence(dims) && dims->list->n > 1;
    struct recording r = op_begin(c->g, OPKIND_ROLL);
    op_input(&r, t, GRAD_NEW);
    tensor_id made = op_output(&r, shape_of(c->g, t), dtype_of(c->g, t));
    r.op.forward_temp = r.op.backward_temp = several ? tensor_bytes(c->g, t) : 0;
    op_end(&r);
    return call_result(c, made, out);
}

static bool run_flip(struct call *c, struct value *out)
{
    tensor_id t;
    return call_tensor(c, 0, &t) &&
           call_result(c, api_one(c->g, OPKIND_ROLL, t, shape_of(c->g, t), GRAD_NEW), out);
}

static bool run_repeat(struct call *c, struct value *out)
{
    tensor_id t;
    struct shape times;
    if (!call_tensor(c, 0, &t) || !call_dims(c, 1, &times)) {
        return false;
    }
    const struct shape *have = shape_of(c->g, t);
    struct shape s = times;
    if (times.n < have->n) {
        return call_fail(c, "fewer numbers than dimensions");
    }
    for (uint32_t i = 0; i < have->n; i++) {
        int64_t *size = &s.size[times.n - have->n + i];
        *size = size_mul(*size, have->size[i]);
    }
    return call_result(c, api_one(c->g, OPKIND_REPEAT, t, &s, GRAD_NEW), out);
}

static bool run_repeat_interleave(struct call *c, struct value *out)
{
    tensor_id t;
    int64_t times, dim;
    uint32_t at;
    if (!call_tensor(c, 0, &t) || !call_int(c, 1, 1, &times) || !call_int(c, 2, 0, &dim) ||
        !call_dim(c, dim, shape_of(c->g, t)->n, &at)) {
        return false;
    }
    struct shape s = *shape_of(c->g, t);
    s.size[at] = size_mul(s.size[at], times);
    return call_result(c, api_one(c->g, OPKIND_INDEX, t, &s, GRAD_NEW), out);
}

const struct api_row API_PARTS[] = {
    {"cat", "tensors dim?", run_cat},
    {"stack", "tensors dim?", run_stack},
    {"split", "input split_size>=0 dim?", run_split},
    {"chunk", "input chunks>0 dim?", run_chunk},
    {"unbind", "input dim?", run_unbind},
    {"narrow", "input dim start length>=0", run_narrow},
    {"index", "input index", run_index},
    {"index_put_", "input index value", run_index_put},
    {"index_by_mask", "input mask count>=0", run_index_by_mask},
    {"masked_select", "input mask count>=0", run_masked_select},
    {"index_select", "input dim index", run_index_select},
    {"gather", "input dim index", run_gather},
    {"embedding", "input weight", run_embedding},
    {"pad", "input pad mode? value?", run_pad},
    {"roll", "input shifts? dims?", run_roll},
    {"flip", "input dims?", run_flip},
    {"repeat", "input *sizes>=0", run_repeat},
    {"repeat_interleave", "input repeats>=0 dim?", run_repeat_interleave},
    {0},
};
