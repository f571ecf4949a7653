/* Private to emission. */
#ifndef CFGLINT_MIGRATE_EMIT_INTERNAL_H
#define CFGLINT_MIGRATE_EMIT_INTERNAL_H

#include "config/write.h"
#include "migrate/emit.h"

/* Where a new key goes: before or behind a statement; 0: the end of the file. */
struct anchor {
    node_id statement;
    bool before;
};

struct placed {
    struct anchor at;
    uint32_t entry; /* of what has to be said */
};

struct emitter {
    struct arena *a;
    const struct emission *e;
    const struct tree *tree;
    const struct source *source;
    const struct value **by_node; /* old values that a node of the tree made; NULL: none */
    struct dict *names;           /* top-level names that are bound so far, with their new values */
    struct dict *statements;      /* of each top-level name the last one that binds it */
    struct placed *placed;        /* the new keys, by where they go */
    uint32_t n_placed;
    struct write_style style;
    bool keeps; /* old text where it can be */
    str why;
};

/*
 * Appends the text of a node, changed so that it gives `want` instead of `old`.  Where a dict is
 * merged over one of a base, `over` is what has to be said of `want`; else the same.  False, with
 * nothing appended, when it has to be written anew.
 */
bool emit_changed(struct emitter *x, struct buf *out, node_id node, const struct value *old,
    const struct value *want, const struct value *over);
/* Appends a value; the line so far tells the indentation. */
bool emit_value(struct emitter *x, struct buf *out, const struct value *v);
/* May the text of a node stand in the new file: does every name in it mean what it meant? */
bool emit_is_sound(struct emitter *x, node_id node);
bool emit_is_dict(const struct tree *t, node_id node);

#endif
