/* How a library file is laid out (LIB005): lines, blanks between tokens, indentation.
 * rules/README.md describes the style. */
#ifndef CFGLINT_LINT_LAYOUT_H
#define CFGLINT_LINT_LAYOUT_H

#include "base/limits.h"
#include "diag/diag.h"
#include "syntax/tree.h"

void layout_find(const struct tree *t, const struct limits *limits, struct diags *out);

#endif
