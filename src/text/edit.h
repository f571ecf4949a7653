/*
 * A change to a text: bytes [start, end) of a source become `text`.
 * Text is never printed back from a tree, so what no edit touches stays as it is, byte for byte.
 */
#ifndef CFGLINT_TEXT_EDIT_H
#define CFGLINT_TEXT_EDIT_H

#include "base/vec.h"
#include "text/source.h"

struct edit {
    const struct source *source;
    span at;
    str text;
};

struct edits {
    VEC(struct edit) list;
};

/*
 * The source's bytes after those of `edits` that belong to it.  Insertions at one place keep their
 * order. False, with nothing changed, when two edits overlap.
 */
bool edits_apply(struct arena *a, const struct source *source, const struct edits *edits, str *out);

#endif
