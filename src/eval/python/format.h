/* What format() and % share.  Private to the eval layer. */
#ifndef CFGLINT_EVAL_FORMAT_H
#define CFGLINT_EVAL_FORMAT_H

#include "base/buf.h"
#include "eval/eval.h"

enum {
    WIDEST = 100000 /* characters of a width or precision */
};

/* What stands behind the colon, or between % and its letter. */
struct spec {
    str fill;
    char align, sign, grouping, type;
    bool alternate, zero, negative_zero;
    bool shortest;            /* without the ".0" of a float: a part of a complex number */
    int64_t width, precision; /* -1: not given */
    int64_t digits;           /* the least number of them: '%.3d' */
};

/* The number at *at, which goes past it; -1 when there is none, more than WIDEST when it is too
 * large. */
int64_t format_number(str s, size_t *at);
/* Sign and body, filled up to the width. */
void format_pad(struct buf *out, const struct spec *f, str sign, str body, char default_align);
/* False after raising. */
bool format_float(struct eval *e, double v, const struct spec *f, struct buf *out);
bool format_int(struct eval *e, const struct value *v, const struct spec *f, struct buf *out);

#endif
