/*
 * What the constructors of a project's own classes take, read from their code: the parameters of
 * __init__, and, where those end in **kwargs that are handed on as they are, the bases' too.
 */
#ifndef CFGLINT_LINT_SIGNATURES_H
#define CFGLINT_LINT_SIGNATURES_H

#include "eval/value.h"
#include "library/library.h"
#include "lint/classes.h"

struct signatures;

/* Each is read when it is asked for first, and kept.  Several threads may ask. */
struct signatures *signatures_new(
    void *talloc_ctx, struct library *library, struct classes *classes);
/* A question about the class that the project of a config (absolute path) registers by its own
 * name, and about what a dict gives it.  *bytes: of text that was gone through. */
typedef struct value signatures_question(struct signatures *s, const struct files *f, str config,
    str name, const struct dict *d, struct arena *arena, uint64_t *bytes);

/* What it takes, as (arguments, those without a default, those of the dict that are of another kind
 * than the text says, each with that kind); of several classes of the name, one of which is
 * registered, the arguments of any, and what all need; where others are taken, too, all that the
 * dict gives and "*".  None: there is none, or what it takes cannot be told; or the dict, besides
 * its type, is all arguments of their kinds, and has what is needed.  A key `*` of the dict asks
 * for all of them, whatever the dict is. */
signatures_question signatures_unfit;
/* What the constructors of that class, the only one of its name, raise when they are given the
 * dict: (exception, the statement that does it, arguments that it looks at); None: nothing, or that
 * cannot be told. */
signatures_question signatures_refusal;

#endif
