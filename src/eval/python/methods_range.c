/* Methods of ranges. */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"

#include <math.h>

/* Where the number is in the range; -1: nowhere.  *unknown when it cannot be told. */
static int64_t place_in_range(const struct range *r, const struct value *v, bool *unknown)
{
    if (value_is_int(v)) {
        return range_find(r, value_as_int(v));
    }
    if (v->kind == VALUE_FLOAT && v->f == floor(v->f) && fabs(v->f) < 0x1p62) {
        return range_find(r, (int64_t)v->f);
    }
    *unknown |= value_is_unknown(v) || v->kind == VALUE_COMPLEX || v->kind == VALUE_OBJECT;
    return -1;
}

BUILTIN(range_index)
{
    bool unknown = false;
    int64_t at = place_in_range(self->range, &args->positional[0], &unknown);
    *out = value_int(at);
    if (unknown || at >= 0) {
        return !unknown || builtins_unknown_items(e, out);
    }
    return eval_raise(e, TYPE_VALUE_ERROR, "the value is not in range");
}

BUILTIN(range_count)
{
    bool unknown = false;
    *out = value_int(place_in_range(self->range, &args->positional[0], &unknown) >= 0);
    return !unknown || builtins_unknown_items(e, out);
}

const struct builtin_def RANGE_METHODS[] = {
    {"index", range_index, 1, 1, NULL},
    {"count", range_count, 1, 1, NULL},
    {0},
};
