/* Types and sizes of tensors. */
#ifndef CFGLINT_MODEL_SHAPE_H
#define CFGLINT_MODEL_SHAPE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    MAX_DIMS = 8
};

enum dtype {
    DTYPE_F32,
    DTYPE_F16,
    DTYPE_BF16,
    DTYPE_F64,
    DTYPE_I64,
    DTYPE_I32,
    DTYPE_I16,
    DTYPE_U8,
    DTYPE_BOOL,
    DTYPES
};

uint32_t dtype_bytes(enum dtype d);
const char *dtype_name(enum dtype d);
bool dtype_is_float(enum dtype d);

struct shape {
    int64_t size[MAX_DIMS];
    uint32_t n;
};

/* Elements.  Those of a shape that a tensor may have, and its strides, fit 48 bits. */
int64_t shape_elems(const struct shape *s);
/* May a tensor have it?  No size is below 0, and there are not more elements than that. */
bool shape_fits(const struct shape *s);
bool shape_equal(const struct shape *a, const struct shape *b);
void shape_strides(const struct shape *s, int64_t *stride);

/* Do the elements lie side by side, in whatever order of dimensions? */
bool shape_is_dense(const struct shape *s, const int64_t *stride);

/* Are several places one? */
bool shape_is_expanded(const struct shape *s, const int64_t *stride);

/* The strides without gaps in the same order of dimensions: as new tensors lie that are made like
 * another. */
void shape_dense_strides(const struct shape *s, const int64_t *have, int64_t *made);
/* The strides that a view of shape `s` would have; false when there is no such view. */
bool shape_view(
    const struct shape *have, const int64_t *have_stride, const struct shape *s, int64_t *stride);
/* "2x3x800x1344" */
str shape_text(struct arena *a, const struct shape *s);

#endif
