/* What a file has to say so that it inherits one thing and resolves to another. */
#ifndef CFGLINT_MIGRATE_OVERRIDE_H
#define CFGLINT_MIGRATE_OVERRIDE_H

#include "eval/value.h"

/*
 * The dict that makes `want` of what the bases give (both dicts), by the rules of merging: only
 * what differs, `_delete_` where something has to go.  False, with the key, when a top-level key
 * of the bases would have to go, which no file can say.
 */
bool override_find(struct arena *a, const struct value *bases, const struct value *want,
    struct value *out, str *impossible);

#endif
