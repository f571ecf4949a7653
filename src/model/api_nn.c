/* Layers: normalizations, pooling, resampling, attention. */
#include "base/sizes.h"
#include "eval/number.h"
#include "model/api.h"
#include "model/workspace.h"

/* --- normalization --- */

static bool norm_arguments(struct call *c, tensor_id *x, tensor_id *weight, tensor_id *bias)
{
    return call_tensor(c, 0, x) && call_tensor_or_none(c, 1, weight) &&
           call_tensor_or_none(c, 2, bias);
}

/* Is there one weight for each channel? */
static bool norm_fits(struct call *c, tensor_id x, tensor_id weight)
{
    const struct shape *s = shape_of(c->g, x);
    int64_t have = s->n > 1 ? s->size[1] : 1;
    int64_t want = weight ? shape_elems(shape_of(c->g, weight)) : have;
    return have == want ||
           call_mismatch(c, x, have, want, "the input has %lld channels and the weight wants %lld",
               (long long)have, (long long)want);
}

/* batch_norm(input, weight, bias, training, shared): running statistics are buffers of the module;
 * `shared` with the other GPUs. */
static bool run_batch_norm(struct call *c, struct value *out)
{
    tensor_id x, weight, bias;
    bool training, shared;
    if (!norm_arguments(c, &x, &weight, &bias) ||
        !call_bool(c, 3, c->g->options.training, &training) || !call_bool(c, 4, false, &shared) ||
        !norm_fits(c, x, weight)) {
        return false;
    }
    struct shape s = *shape_of(c->g, x);
    uint64_t channels = (uint64_t)(s.n > 1 ? s.size[1] : 1);
    struct recording r = op_begin(c->g, OPKIND_BATCH_NORM);
    op_input(&r, x, GRAD_NEW);
    op_input(&r, weight, GRAD_NEW);
    op_input(&r, bias, GRAD_NEW);
    tensor_id made = op_output_like(&r, &s, dtype_of(c->g, x), x);
    op_save(&r, x);
    r.op.shared = training && shared && c->g->options.distributed;
    if (training) {
        op_save_bytes(&r, channels * 4);
        op_save_bytes(&r, channels * 4);
    }
    r.op.macs = (uint64_t)shape_elems(&s) * (training ? (weight ? 5 : 4) : weight ? 2 : 1);
    op_end(&r);
    return call_result(c, made, out);
}

/* Normalizes rows: keeps the input, a copy of what is made of it, where there is one, and mean and
 * deviation of each row. */
static tensor_id record_rows(struct recording *r, tensor_id x, tensor_id weight, tensor_id bias,
    uint64_t rows, uint64_t copy)
{
    const struct shape s = *shape_of(r->g, x);
    op_input(r, x, GRAD_NEW);
    op_input(r, weight, GRAD_NEW);
    op_input(r, bias, GRAD_NEW);
    tensor_id made = op_output(r, &s, dtype_of(r->g, x));
    op_save(r, x);
    if (copy > 0) {
        op_save_bytes(r, copy);
    }
    op_save_bytes(r, rows * 4);
    op_save_bytes(r, rows * 4);
    r->op.means = rows < UINT32_MAX ? (uint32_t)rows : UINT32_MAX;
    r->op.macs = (uint64_t)shape_elems(&s) * (weight ? 5 : 4);
    return made;
}

static bool run_layer_norm(struct call *c, struct value *out)
{
    tensor_id x, weight, bias;
    int64_t row;
    if (!norm_arguments(c, &x, &weight, &bias) || !call_int(c, 3, 1, &row)) {
        return false;
    }
    x = api_to_float(c->g, x);
    bool keeps_copy = !graph_torch_since(c->g, 108); /* of an input that is not contiguous */
    x = keeps_copy ? api_contiguous(c->g, x) : x;
    uint64_t copy = api_is_contiguous(c->g, x) ? 0 : tensor_bytes(c->g, x);
    struct shape s = *shape_of(c->g, x);
    int64_t width = call_given(c, 3) || s.n == 0 ? row : s.size[s.n - 1];
    int64_t whole = 1; /* of the last dimensions that have as many as it */
    for (uint32_t i = s.n; i > 0 && whole < width; i--) {
        whole = size_mul(whole, s.size[i - 1]);
    }
    if (whole != width) {
        return call_mismatch(c, x, s.n ? s.size[s.n - 1] : 1, width,
            "the input has %lld channels and the weight wants %lld",
            (long long)(s.n ? s.size[s.n - 1] : 1), (long long)width);
    }
    uint64_t rows = (uint64_t)(shape_elems(&s) / (width > 0 ? width : 1));
    struct recording r = op_begin(c->g, OPKIND_LAYER_NORM);
    tensor_id made = record_rows(&r, x, weight, bias, rows, 0);
    r.op.forward_temp = r.op.backward_temp = copy;
    op_end(&r);
    return call_result(c, made, out);
}

static bool run_group_norm(struct call *c, struct value *out)
{
    tensor_id x, weight, bias;
    int64_t groups;
    if (!norm_arguments(c, &x, &weight, &bias) || !call_int(c, 3, 1, &groups) ||
        !call_rank(c, x, 2, MAX_DIMS) || !norm_fits(c, x, weight)) {
        return false;
    }
    x = api_contiguous(c->g, api_to_float(c->g, x));
    struct shape s = *shape_of(c->g, x);
    if (s.size[1] % groups != 0) {
        return call_mismatch(c, x, s.size[1], groups,
            "%lld channels cannot be divided into %lld groups", (long long)s.size[1],
            (long long)groups);
    }
    uint64_t rows = count_mul((uint64_t)s.size[0], (uint64_t)groups);
    struct recording r = op_begin(c->g, OPKIND_GROUP_NORM);
    /* was batch_norm and then addcmul, which keeps the normalized copy */
    uint64_t copy = graph_torch_since(c->g, 106) ? 0 : tensor_bytes(c->g, x);
    tensor_id made = record_rows(&r, x, weight, bias, rows, copy);
    op_end(&r);
    return call_result(c, made, out);
}

static bool run_instance_norm(struct call *c, struct value *out)
{
    tensor_id x, weight, bias;
    if (!norm_arguments(c, &x, &weight, &bias) || !call_rank(c, x, 2, MAX_DIMS) ||
        !norm_fits(c, x, weight)) {
        return false;
    }
    const struct shape *s = shape_of(c->g, x);
    uint64_t rows = (uint64_t)(s->size[0] * s->size[1]);
    struct recording r =
        op_begin(c->g, OPKIND_INSTANCE_NORM); /* batch_norm of one sample of all channels */
    tensor_id made = record_rows(&r, x, weight, bias, rows, 0);
    op_save_bytes(&r, weight ? rows * 4 : 0); /* repeated for each sample */
    op_end(&r);
    return call_result(c, made, out);
}

/* --- pooling --- */

static int64_t pooled(
    int64_t n, int64_t k, int64_t stride, int64_t padding, int64_t dilation, bool ceil_mode)
{
    int64_t more = ceil_mode ? stride - 1 : 0;
    int64_t m = api_window(size_add(n, more), k, stride, padding, dilation);
    if (ceil_mode && m > 0 && size_mul(m - 1, stride) >= size_add(n, padding)) {
        m--; /* the last window has to start inside */
    }
    return m;
}

struct pooling {
    bool keeps; /* its input, for backward */
    uint64_t macs;
};

static bool record_pool(struct call *c, bool max, tensor_id x, const struct shape *s,
    struct pooling p, struct value *out)
{
    struct recording r = op_begin(c->g, max ? OPKIND_MAX_POOL : OPKIND_AVG_POOL);
    op_input(&r, x, GRAD_NEW);
    tensor_id made = op_output_like(&r, s, dtype_of(c->g, x), x);
    op_save(&r, p.keeps ? x : 0);
    if (max) { /* where each maximum was */
        op_save_bytes(&r, api_elems(c->g, made) * 8);
    }
    r.op.macs = p.macs;
    op_end(&r);
    return call_result(c, made, out);
}

/* max_pool(input, kernel_size, stride, padding, dilation, ceil_mode), any number of dimensions */
static bool pool(struct call *c, bool max, struct value *out)
{
    tensor_id x;
    int64_t k[3], stride[3], padding[3], dilation[3] = {1, 1, 1};
    bool ceil_mode;
    if (!call_tensor(c, 0, &x) || !call_rank(c, x, 1, 5)) {
        return false;
    }
    struct shape s = *shape_of(c->g, x);
    uint32_t dims = s.n > 2 ? s.n - 2 : 1;
    if (!call_ints(c, 1, dims, 1, k) || !call_ints(c, 2, dims, 1, stride) ||
        !call_ints(c, 3, dims, 0, padding) || (max && !call_ints(c, 4, dims, 1, dilation)) ||
        !call_bool(c, max ? 5 : 4, false, &ceil_mode)) {
        return false;
    }
    for (uint32_t i = 0; i < dims; i++) {
        stride[i] = call_given(c, 2) ? stride[i] : k[i];
        uint32_t at = s.n - dims + i;
        s.size[at] = pooled(s.size[at], k[i], stride[i], padding[i], dilation[i], ceil_mode);
        if (s.size[at] <= 0 && s.size[at] != NO_SIZE) {
            return call_fail(c, "the input is too small for this window");
        }
    }
    return record_pool(c, max, x, &s, (struct pooling){.keeps = true}, out);
}

static bool run_max_pool(struct call *c, struct value *out)
{
    return pool(c, true, out);
}

static bool run_avg_pool(struct call *c, struct value *out)
{
    return pool(c, false, out);
}

static bool adaptive(struct call *c, bool max, struct value *out)
{
    tensor_id x;
    int64_t size[3];
    if (!call_tensor(c, 0, &x) || !call_rank(c, x, 1, 5)) {
        return false;
    }
    struct shape s = *shape_of(c->g, x);
    uint32_t dims = s.n > 2 ? s.n - 2 : 1;
    if (!call_ints(c, 1, dims, 1, size)) {
        return false;
    }
    uint64_t elems = (uint64_t)shape_elems(&s);
    bool mean = !max; /* to a single place: PyTorch calls mean */
    for (uint32_t i = 0; i < dims; i++) {
        s.size[s.n - dims + i] = size[i];
        mean = mean && size[i] == 1;
    }
    struct pooling p = {!mean || api_mean_keeps_input(c->g), !max && dims == 2 ? elems : 0};
    return record_pool(c, max, x, &s, p, out);
}

static bool run_adaptive_avg_pool(struct call *c, struct value *out)
{
    return adaptive(c, false, out);
}

static bool run_adaptive_max_pool(struct call *c, struct value *out)
{
    return adaptive(c, true, out);
}

/* --- resampling --- */

static bool scaled_sizes(struct call *c, const struct shape *s, int64_t *size)
{
    const struct value *f = c->arg[2];
    bool list = f && value_is_sequence(f);
    uint32_t n = list ? f->list->n : 1;
    if (!f || n == 0) {
        return call_fail(c, "a size or a scale_factor is needed");
    }
    for (uint32_t i = 0; i + 2 < s->n; i++) {
        double scale;
        if (!number_as_double(list ? &f->list->items[i % n] : f, &scale)) {
            return call_fail(c, "the scale_factor has to be a number");
        }
        size[i] = size_of_double((double)s->size[2 + i] * scale);
    }
    return true;
}

/* interpolate(input, size, scale_factor, mode): over the last one, two or three dimensions */
static bool run_interpolate(struct call *c, struct value *out)
{
    tensor_id x;
    int64_t size[3];
    if (!call_tensor(c, 0, &x) || !call_rank(c, x, 3, 5)) {
        return false;
    }
    struct shape s = *shape_of(c->g, x);
    uint32_t dims = s.n - 2;
    if (!(call_given(c, 1) ? call_ints(c, 1, dims, 1, size) : scaled_sizes(c, &s, size))) {
        return false;
    }
    for (uint32_t i = 0; i < dims; i++) {
        s.size[2 + i] = size[i];
    }
    if (graph_torch_since(c->g, 203)) { /* in autocast's list of single precision; issue 121072 */
        x = api_to_float(c->g, x);
    }
    str mode = call_str(c, 3, "nearest");
    struct recording r = op_begin(c->g, OPKIND_INTERPOLATE);
    op_input(&r, x, GRAD_NEW);
    tensor_id made = op_output_like(&r, &s, dtype_of(c->g, x), x);
    if (dims == 2) {
        uint32_t taps = str_is(mode, "nearest") ? 1 : str_is(mode, "bilinear") ? 4 : 0;
        r.op.macs = api_elems(c->g, made) * taps;
    }
    op_end(&r);
    return call_result(c, made, out);
}

/* im2col: N, C*k*k, L */
static bool run_unfold(struct call *c, struct value *out)
{
    tensor_id x;
    int64_t k[2], dilation[2], padding[2], stride[2];
    if (!call_tensor(c, 0, &x) || !call_ints(c, 1, 2, 1, k) || !call_ints(c, 2, 2, 1, dilation) ||
        !call_ints(c, 3, 2, 0, padding) || !call_ints(c, 4, 2, 1, stride) ||
        !call_rank(c, x, 4, 4)) {
        return false;
    }
    const struct shape *have = shape_of(c->g, x);
    struct shape s = {
        .size = {have->size[0], size_mul(have->size[1], size_mul(k[0], k[1])), 1}, .n = 3};
    for (uint32_t i = 0; i < 2; i++) {
        int64_t n = api_window(have->size[2 + i], k[i], stride[i], padding[i], dilation[i]);
        if (n <= 0 && n != NO_SIZE) {
            return call_fail(c, "the input is too small for this window");
        }
        s.size[2] = size_mul(s.size[2], n);
    }
    struct recording r = op_begin(c->g, OPKIND_UNFOLD);
    op_input(&r, x, GRAD_NEW);
    tensor_id made = op_output(&r, &s, dtype_of(c->g, x));
    r.op.forward_temp = api_is_contiguous(c->g, x) ? 0 : tensor_bytes(c->g, x); /* put in order */
    if (!graph_torch_since(c->g, 200)) {
        op_save(&r, x); /* for its size alone */
    }
    op_end(&r);
    return call_result(c, made, out);
}

static bool run_pixel_shuffle(struct call *c, struct value *out)
{
    tensor_id x;
    int64_t f;
    if (!call_tensor(c, 0, &x) || !call_int(c, 1, 1, &f) || !call_rank(c, x, 4, 4)) {
        return false;
    }
    struct shape s = *shape_of(c->g, x);
    int64_t parts = size_mul(f, f);
    if (parts == NO_SIZE || s.size[1] % parts != 0) {
        return call_fail(c, "%lld channels cannot be divided by the square of %lld",
            (long long)s.size[1], (long long)f);
    }
    s.size[1] /= parts;
    s.size[2] = size_mul(s.size[2], f);
    s.size[3] = size_mul(s.size[3], f);
    struct recording r = op_begin(c->g, OPKIND_COPY);
    op_input(&r, x, GRAD_NEW);
    tensor_id made = op_output(&r, &s, dtype_of(c->g, x));
    op_end(&r);
    return call_result(c, made, out);
}

static bool run_grid_sample(struct call *c, struct value *out)
{
    tensor_id x, grid;
    if (!call_tensor(c, 0, &x) || !call_tensor(c, 1, &grid) || !call_rank(c, x, 4, 5) ||
        !call_rank(c, grid, shape_of(c->g, x)->n, shape_of(c->g, x)->n)) {
        return false;
    }
    enum dtype d = promote(dtype_of(c->g, x), dtype_of(c->g, grid));
    x = api_cast(c->g, x, d);
    grid = api_cast(c->g, grid, d);
    struct shape s = *shape_of(c->g, x);
    for (uint32_t i = 2; i < s.n; i++) {
        s.size[i] = shape_of(c->g, grid)->size[i - 1];
    }
    struct recording r = op_begin(c->g, OPKIND_GRID_SAMPLE);
    op_input(&r, x, GRAD_NEW);
    op_input(&r, grid, GRAD_NEW);
    tensor_id made = op_output(&r, &s, d);
    op_save(&r, x);
    op_save(&r, grid);
    r.op.macs = api_elems(c->g, made) * 4;
    op_end(&r);
    return call_result(c, made, out);
}

/* --- attention --- */

/* The kernels write (batch, rows, heads, width), whatever the order of the shape: the transposed
 * result is a view. */
static void heads_last(struct tensor_info *t)
{
    uint32_t n = t->shape.n;
    if (n >= 4) {
        int64_t heads = t->shape.size[n - 3], width = t->shape.size[n - 1];
        t->stride[n - 3] = width;
        t->stride[n - 2] = width * heads;
    }
}

/*
 * F.scaled_dot_product_attention in PyTorch 2: the flash kernel for half precision on Ampere and
 * later, else the memory-efficient one, which pads the log-sum-exp to 32 rows.
 */
static bool run_attention(struct call *c, struct value *out)
{
    tensor_id q, k, v, mask;
    if (!call_tensor(c, 0, &q) || !call_tensor(c, 1, &k) || !call_tensor(c, 2, &v) ||
        !call_tensor_or_none(c, 3, &mask)) {
        return false;
    }
    uint32_t rank = shape_of(c->g, q)->n;
    if (!call_rank(c, q, 2, MAX_DIMS) || !call_rank(c, v, rank, rank)) {
        return false;
    }
    v = api_to_half(c->g, v);
    k = api_to_half(c->g, k);
    q = api_to_half(c->g, q);
    struct shape s = *shape_of(c->g, q), outer = s;
    s.size[s.n - 1] = shape_of(c->g, v)->size[s.n - 1];
    int64_t rows = s.size[s.n - 2];
    outer.n -= 2;
    uint64_t heads = (uint64_t)shape_elems(&outer);
    bool half = dtype_of(c->g, q) != DTYPE_F32;
    bool flash = half && c->g->options.gpu.compute >= 80 && !mask;
    uint64_t padded = flash ? (uint64_t)rows : ((uint64_t)rows + 31) / 32 * 32;
    uint64_t width = (uint64_t)s.size[s.n - 1];
    struct recording r = op_begin(c->g, OPKIND_ATTENTION);
    op_input(&r, q, GRAD_NEW);
    op_input(&r, k, GRAD_NEW);
    op_input(&r, v, GRAD_NEW);
    op_input(&r, mask, GRAD_NONE);
    tensor_id made = op_output(&r, &s, dtype_of(c->g, q));
    heads_last(&c->g->tensors.items[made]);
    op_save(&r, q);
    op_save(&r, k);
    op_save(&r, v);
    op_save(&r, made);
    op_save(&r, mask);
    op_save_bytes(&r, heads * padded * 4); /* no multiply-adds: mmengine's rule does not see it */
    /* The query's gradient is summed in single precision, in blocks of 128 rows, and so are the
     * rows' sums of it. */
    uint64_t blocks = heads * (((uint64_t)rows + 127) / 128);
    r.op.backward_temp = blocks * 128 * 4 * (half ? (width + 31) / 32 * 32 + 1 : 1);
    op_end(&r);
    return call_result(c, made, out);
}

const struct api_row API_NN[] = {
    {"batch_norm", "input weight? bias? training? shared?", run_batch_norm},
    {"layer_norm", "input weight? bias? width>0?", run_layer_norm},
    {"group_norm", "input weight? bias? num_groups>0?", run_group_norm},
    {"instance_norm", "input weight? bias?", run_instance_norm},
    {"max_pool1d", "input kernel_size>0 stride>0? padding>=0? dilation>0? ceil_mode?",
        run_max_pool},
    {"max_pool2d", "input kernel_size>0 stride>0? padding>=0? dilation>0? ceil_mode?",
        run_max_pool},
    {"max_pool3d", "input kernel_size>0 stride>0? padding>=0? dilation>0? ceil_mode?",
        run_max_pool},
    {"avg_pool1d", "input kernel_size>0 stride>0? padding>=0? ceil_mode? count_include_pad?",
        run_avg_pool},
    {"avg_pool2d", "input kernel_size>0 stride>0? padding>=0? ceil_mode? count_include_pad?",
        run_avg_pool},
    {"avg_pool3d", "input kernel_size>0 stride>0? padding>=0? ceil_mode? count_include_pad?",
        run_avg_pool},
    {"adaptive_avg_pool1d", "input output_size>=0", run_adaptive_avg_pool},
    {"adaptive_avg_pool2d", "input output_size>=0", run_adaptive_avg_pool},
    {"adaptive_avg_pool3d", "input output_size>=0", run_adaptive_avg_pool},
    {"adaptive_max_pool1d", "input output_size>=0", run_adaptive_max_pool},
    {"adaptive_max_pool2d", "input output_size>=0", run_adaptive_max_pool},
    {"adaptive_max_pool3d", "input output_size>=0", run_adaptive_max_pool},
    {"interpolate", "input size>0? scale_factor? mode? align_corners?", run_interpolate},
    {"unfold", "input kernel_size>0 dilation>0? padding>=0? stride>0?", run_unfold},
    {"pixel_shuffle", "input upscale_factor>0", run_pixel_shuffle},
    {"grid_sample", "input grid mode? padding_mode? align_corners?", run_grid_sample},
    {"scaled_dot_product_attention", "query key value attn_mask? dropout_p?", run_attention},
    {0},
};
