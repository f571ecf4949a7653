/*
 * YAML 1.1, as PyYAML reads it, and JSON, as Python's json module does, to the same trees as Python
 * text: DICT, PAIR, LIST, STRING, INTEGER, FLOAT, TRUE, FALSE, NONE.
 *
 * A file that does not parse gives a tree with root 0, and a diagnostic (SYN001).
 */
#ifndef CFGLINT_SYNTAX_DATA_H
#define CFGLINT_SYNTAX_DATA_H

#include "base/limits.h"
#include "diag/diag.h"
#include "syntax/tree.h"

struct tree *yaml_parse(struct arena *a, const struct limits *limits, struct diags *diags,
    const struct source *source, str text, const struct text_map *maps, uint32_t n_maps);
/* Does PyYAML's scanner that is written in Python take a text that yaml_parse read, too?  It wants
 * no tabs but in quotes, in comments and in the text of block scalars, and blanks behind tags and
 * before the comment of a block scalar.  *problem: what it refuses. */
bool yaml_suits_python(str text, span *problem);
struct tree *json_parse(struct arena *a, const struct limits *limits, struct diags *diags,
    const struct source *source, str text, const struct text_map *maps, uint32_t n_maps);

#endif
