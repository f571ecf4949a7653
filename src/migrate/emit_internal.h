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
    struct dict *imports; /* new style: name in the file -> reference to a class */
    node_id replaces;     /* new style: the literal that takes the place of an inherited dict */
    bool flat;            /* without bases */
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
/* Does the text of a node that gave `old` stay, since the same is wanted? */
bool emit_stays(struct emitter *x, node_id node, const struct value *old, const struct value *want);
bool emit_is_dict(const struct tree *t, node_id node);

/* New style: does the file merge what it has to say of a name into the dict of its bases? */
bool emit_merges(const struct emitter *x, str name, const struct value *over);
/* `with read_base():` and the bases' imports. */
void emit_read_base(const struct emitter *x, struct buf *out);
/* The imports that a text needs, and the text. */
void emit_imports(const struct emitter *x, struct buf *out, str text);
/* What the file calls a class; an import is noted. */
str emit_class_name(void *emitter, const struct lazy *l);

#endif
