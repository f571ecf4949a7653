/*
 * Of what kind an argument has to be, as the constructor says that takes it: by the annotation of
 * its parameter, or by the default where there is none.
 */
#ifndef CFGLINT_LINT_ARGUMENT_KINDS_H
#define CFGLINT_LINT_ARGUMENT_KINDS_H

#include "eval/value.h"
#include "syntax/tree.h"

enum {
    ARGUMENT_OF_ANY_KIND = -1
};

/* The kind that a parameter of a definition is said to have.  Parameters are asked for in their
 * order: *next, the definition's first child at first, is where the annotation of the next one may
 * stand. */
int64_t argument_kind(const struct tree *t, node_id param, node_id *next);
/* May it be this value?  Only what is wrong whatever else the author has thought of is not. */
bool argument_kind_takes(int64_t kind, const struct value *v);
/* A number or a flag, as the default is one. */
bool argument_kind_is_one(int64_t kind);
/* "a number"; of any kind but ARGUMENT_OF_ANY_KIND. */
const char *argument_kind_words(int64_t kind);

#endif
