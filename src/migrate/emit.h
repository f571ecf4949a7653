/*
 * The new text of one file: what stays keeps its bytes, comments included; what is new is written
 * with the names that the file has, where the old key stood.
 */
#ifndef CFGLINT_MIGRATE_EMIT_H
#define CFGLINT_MIGRATE_EMIT_H

#include "base/buf.h"
#include "config/config.h"

/* What a file of mmengine's new style needs besides. */
struct emission_lazy {
    const struct value *bases; /* dict: what its bases give */
    const str *modules;        /* "..a.b" of each base */
    size_t n_modules;
    const struct dict *whole; /* names that the file says anew instead of merging */
};

struct emission {
    const struct config *old;   /* resolved; the file is a Python file */
    const struct value *want;   /* dict: what the new file resolves to */
    const struct value *over;   /* dict: what it has to say over its bases */
    const struct value *places; /* dict: new key -> list of the old keys that it comes from */
    const str *gone;            /* absolute paths of bases that are bases no more */
    size_t n_gone;
    const struct emission_lazy *lazy; /* NULL: text style */
};

/* How much of the old text is kept. */
enum keep {
    KEEP_TEXT,  /* all that stays */
    KEEP_BASES, /* `_base_`, and what stands before it; values are written anew */
    KEEP_NOTHING
};

/* False when a value has no text; *why says which. */
bool emit_file(
    struct arena *a, const struct emission *e, enum keep keep, struct buf *out, str *why);

#endif
