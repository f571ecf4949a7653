/* Where two resolved configs differ. */
#ifndef CFGLINT_CONFIG_COMPARE_H
#define CFGLINT_CONFIG_COMPARE_H

#include "base/vec.h"
#include "eval/value.h"

struct difference {
    str path;                      /* dotted; list items by number */
    const struct value *old, *new; /* NULL: not there */
};

struct differences {
    VEC(struct difference) list; /* in the order of the old config, what is new after it */
};

/* The deepest paths at which the two differ.  A list whose length changed differs as a whole. */
void config_compare(void *talloc_ctx, struct arena *a, const struct value *old,
    const struct value *new, struct differences *out);
/* Without those where the new config has what a third one has at the same place. */
void config_compare_planned(void *talloc_ctx, struct arena *a, const struct value *old,
    const struct value *new, const struct value *planned, struct differences *out);
/*
 * Same kinds and same content, whatever the order of keys: stricter than Python's ==, for which
 * 1, 1.0 and True are equal.  Two unknowns are the same when their reasons are.
 */
bool value_same(const struct value *a, const struct value *b);
/*
 * Puts `v` at a dotted path of *root, or takes away what is there (v NULL).  Containers on the way
 * are copied, so that the old ones stay as they are; missing ones are made.  False when the path
 * leads through something that is neither a dict nor a list with that item, or when a dict has a
 * key of that name which is no string.
 */
bool value_put(struct arena *a, struct value *root, str path, const struct value *v);

#endif
