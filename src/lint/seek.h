/* Where in a config something stands, as a dotted path. */
#ifndef CFGLINT_LINT_SEEK_H
#define CFGLINT_LINT_SEEK_H

#include "eval/value.h"

typedef bool seek_question(const struct value *v, const void *sought);

/* The first value in `v`, or itself, of which `is_it` is true; `at` is the path of `v`.  False:
 * there is none among the first `most` values. */
bool seek_value(struct arena *a, const struct value *v, str at, uint32_t most, seek_question *is_it,
    const void *sought, str *out);

#endif
