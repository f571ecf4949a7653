/*
 * One resolved config of the old generation as what it says in the new one: by the tables of
 * rules/migrate, without any text.
 *
 * The tables get a copy that they may change.  What they only move keeps its origin, so that it
 * can be told, for every value of the old config, whether it is still there and where.
 */
#ifndef CFGLINT_MIGRATE_TRANSLATE_H
#define CFGLINT_MIGRATE_TRANSLATE_H

#include "config/config.h"
#include "library/library.h"

enum fate {
    FATE_MOVED,      /* its value is in the new config, at `to` */
    FATE_TRANSLATED, /* the new config says the same in other words */
    FATE_DROPPED,    /* nothing reads it any more, or it is what always happens now */
    FATE_CHANGED,    /* training will differ a little: `why` says how */
    FATE_UNKNOWN,    /* a person has to see to it */
};

/* What became of one key of the old config. */
struct note {
    str path; /* of the old config, dotted */
    enum fate fate;
    str to;  /* path of the new config; empty: none */
    str why; /* may be empty */
    struct loc at;
    uint32_t line; /* instead of `at`, when the file has gone; 0: none */
};

struct translation {
    struct value root; /* a dict */
    VEC(struct note) notes;
    const struct value *places;   /* dict: new top-level key -> the old keys it stands for */
    const struct value *unneeded; /* names; a base that has nothing else can go; or NULL */
};

/* The table for a config that is whole; NULL: none fits.  `name`: forced, or empty.  `certain`
 * becomes false where it is only what takes configs that no other table knows. */
const struct declaration *translate_find(struct library *l, struct arena *a,
    const struct value *root, str name, bool *certain, struct diags *diags);
/*
 * `root` is resolved, and may be a part that others inherit.  All lives in the arena.  False after
 * a diagnostic.
 */
bool translate(struct library *l, const struct declaration *table, bool certain, struct arena *a,
    const struct value *root, struct translation *out, struct diags *diags);
/* The path of the value of `root` that `of`, a value of the new config, was; empty: none. */
str translate_origin(struct arena *a, const struct value *root, const struct value *of);
const char *fate_name(enum fate f);

#endif
