/*
 * Types of a config as the classes that they are, for mmengine's new style: where each class is
 * says rules/migrate/classes.star.
 */
#ifndef CFGLINT_MIGRATE_CLASSES_H
#define CFGLINT_MIGRATE_CLASSES_H

#include "config/config.h"
#include "library/library.h"

/*
 * A copy of a resolved config in which each `type` whose class is known is a reference to it.
 * `scope`: the registries that look for types without a scope of their own; empty: not known, and
 * such types stay strings.  All lives in the arena.
 */
struct value classes_of(struct library *library, struct arena *a, const struct value *root,
    str scope, struct diags *diags);

#endif
