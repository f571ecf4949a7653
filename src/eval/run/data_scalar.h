/* Scalars of YAML that have a tag.  Private to the eval layer. */
#ifndef CFGLINT_EVAL_DATA_SCALAR_H
#define CFGLINT_EVAL_DATA_SCALAR_H

#include "eval/eval.h"

/* Makes the value of a text.  False after raising. */
typedef bool data_scalar_fn(struct eval *e, str text, struct value *out);
/* The constructor of a tag, without "tag:yaml.org,2002:"; NULL when no scalar has it. */
data_scalar_fn *data_scalar_find(str tag);

#endif
