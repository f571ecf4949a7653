/* One fact is told once, by the rule that says it best. */
#ifndef CFGLINT_LINT_TOLD_H
#define CFGLINT_LINT_TOLD_H

#include "lint/lint.h"

/*
 * Of the findings about one config, those from `from` on: what a rule says `instead_of` others at
 * the same key is not said by these, and a rule that is `unless_told` says nothing where another
 * one finds something at the same key.
 */
void told_once(const struct lint *l, struct arena *a, struct diags *all, size_t from);

#endif
