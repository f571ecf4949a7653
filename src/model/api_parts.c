/* Joining, cutting and moving: what puts elements of tensors elsewhere. */
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

tensor_id api_cut(struct graph *g, tensor_id t, uint32_t dim, int64_t size, int64_t step)
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
           call_result(c, api_cut(c->g, t, at, length, 1), out);
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
    {"pad", "input pad mode? value?", run_pad},
    {"roll", "input shifts? dims?", run_roll},
    {"flip", "input dims?", run_flip},
    {"repeat", "input *sizes>=0", run_repeat},
    {"repeat_interleave", "input repeats>=0 dim?", run_repeat_interleave},
    {0},
};
