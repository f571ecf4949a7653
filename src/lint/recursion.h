/* Which functions of a library file call themselves. */
#ifndef CFGLINT_LINT_RECURSION_H
#define CFGLINT_LINT_RECURSION_H

#include "lint/file_names.h"

/* One call of each ring of functions of the file that call one another, as its number among the
 * calls of `n`. */
struct list *recursion_calls(struct arena *a, const struct file_names *n);

#endif
