/*
 * Python text to a tree.
 *
 * Never fails as a whole: a statement that does not parse becomes an OPAQUE node, with a diagnostic
 * (SYN001), and tree->broken is set.  An OPAQUE node has as children the names that it seems to
 * bind.
 */
#ifndef CFGLINT_SYNTAX_PYTHON_H
#define CFGLINT_SYNTAX_PYTHON_H

#include "base/limits.h"
#include "diag/diag.h"
#include "syntax/tree.h"

/* A whole module.  `text` is the source's bytes or what templates made of them (then with maps). */
struct tree *python_parse(struct arena *a, const struct limits *limits, struct diags *diags,
    const struct source *source, str text, const struct text_map *maps, uint32_t n_maps);
/* One expression as eval() takes it: bytes `part` of the source.  tree->root is the expression, 0
 * when it does not parse. */
struct tree *python_parse_expression(struct arena *a, const struct limits *limits,
    struct diags *diags, const struct source *source, span part);

#endif
