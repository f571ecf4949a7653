#include "model/shape.h"

#include "base/buf.h"
#include "base/sizes.h"

static const struct {
    const char *name;
    uint32_t bytes;
    bool is_float;
} DTYPE_ROWS[] = {
    [DTYPE_F32] = {"float32", 4, true},
    [DTYPE_F16] = {"float16", 2, true},
    [DTYPE_BF16] = {"bfloat16", 2, true},
    [DTYPE_F64] = {"float64", 8, true},
    [DTYPE_I64] = {"int64", 8, false},
    [DTYPE_I32] = {"int32", 4, false},
    [DTYPE_I16] = {"int16", 2, false},
    [DTYPE_U8] = {"uint8", 1, false},
    [DTYPE_BOOL] = {"bool", 1, false},
};

uint32_t dtype_bytes(enum dtype d)
{
    return DTYPE_ROWS[d].bytes;
}

const char *dtype_name(enum dtype d)
{
    return DTYPE_ROWS[d].name;
}

bool dtype_is_float(enum dtype d)
{
    return DTYPE_ROWS[d].is_float;
}

static const int64_t MOST_ELEMS = INT64_C(1) << 47; /* 512 TiB of float32 */

int64_t shape_elems(const struct shape *s)
{
    int64_t n = 1;
    for (uint32_t i = 0; i < s->n; i++) {
        n = size_mul(n, s->size[i]);
    }
    return n;
}

/* Strides count a size of 0 as 1. */
bool shape_fits(const struct shape *s)
{
    int64_t n = 1;
    bool fits = s->n <= MAX_DIMS;
    for (uint32_t i = 0; fits && i < s->n; i++) {
        n = size_mul(n, s->size[i] > 0 ? s->size[i] : 1);
        fits = s->size[i] >= 0 && n > 0 && n <= MOST_ELEMS;
    }
    return fits;
}

bool shape_equal(const struct shape *a, const struct shape *b)
{
    if (a->n != b->n) {
        return false;
    }
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->size[i] != b->size[i]) {
            return false;
        }
    }
    return true;
}

void shape_strides(const struct shape *s, int64_t *stride)
{
    int64_t step = 1;
    for (uint32_t i = s->n; i-- > 0;) {
        stride[i] = step;
        step *= s->size[i] > 0 ? s->size[i] : 1;
    }
}

bool shape_is_dense(const struct shape *s, const int64_t *stride)
{
    int64_t step = 1;
    for (uint32_t done = 0; done < s->n; done++) {
        int64_t next = 0;
        for (uint32_t i = 0; i < s->n; i++) {
            next = s->size[i] > 1 && stride[i] == step ? s->size[i] : next;
        }
        step *= next > 0 ? next : 1;
        if (next == 0) {
            break;
        }
    }
    return step == shape_elems(s);
}

bool shape_is_expanded(const struct shape *s, const int64_t *stride)
{
    bool expanded = false;
    for (uint32_t i = 0; i < s->n; i++) {
        expanded |= stride[i] == 0 && s->size[i] > 1;
    }
    return expanded;
}

void shape_dense_strides(const struct shape *s, const int64_t *have, int64_t *made)
{
    bool done[MAX_DIMS] = {false};
    int64_t step = 1;
    shape_strides(s, made);
    for (uint32_t k = 0; k < s->n; k++) {
        uint32_t inner = MAX_DIMS;
        for (uint32_t i = s->n; i-- > 0;) {
            bool first = inner == MAX_DIMS || have[i] < have[inner];
            inner = !done[i] && s->size[i] > 1 && first ? i : inner;
        }
        if (inner == MAX_DIMS) {
            break;
        }
        done[inner] = true;
        made[inner] = step;
        step *= s->size[inner];
    }
}

/* at::detail::computeStride. */
bool shape_view(
    const struct shape *have, const int64_t *have_stride, const struct shape *s, int64_t *stride)
{
    if (shape_elems(have) == 0 || have->n == 0) {
        shape_strides(s, stride);
        return true;
    }
    int32_t view_d = (int32_t)s->n - 1;
    int64_t chunk_base = have_stride[have->n - 1], tensor_n = 1, view_n = 1;
    for (int32_t d = (int32_t)have->n - 1; d >= 0; d--) {
        tensor_n *= have->size[d];
        if (d == 0 || (have->size[d - 1] != 1 && have_stride[d - 1] != tensor_n * chunk_base)) {
            while (view_d >= 0 && (view_n < tensor_n || s->size[view_d] == 1)) {
                stride[view_d] = view_n * chunk_base;
                view_n *= s->size[view_d];
                view_d--;
            }
            if (view_n != tensor_n) {
                return false;
            }
            if (d > 0) {
                chunk_base = have_stride[d - 1];
                tensor_n = 1;
                view_n = 1;
            }
        }
    }
    return view_d == -1;
}

str shape_text(struct arena *a, const struct shape *s)
{
    struct buf b = buf_make(a->owner);
    for (uint32_t i = 0; i < s->n; i++) {
        buf_printf(&b, "%s%lld", i ? "x" : "", (long long)s->size[i]);
    }
    return s->n ? buf_str(&b) : STR("scalar");
}
