/* What a config lacks that the description of a part cannot do without. */
#ifndef CFGLINT_LINT_LACKS_H
#define CFGLINT_LINT_LACKS_H

#include "config/config.h"
#include "model/graph.h"

/*
 * Where the config would have to say it, as dotted paths: an argument that has no default, a key of
 * a section that is asked for without looking whether it is there, what is None, by itself or by
 * its default, what is no dict and has to be one, a type that is no name, a value of a kind that an
 * operation does not take.  `part`: where the config
 * has the part whose description stopped.  Empty where something else stopped it.
 */
struct list *lacks_of(
    struct arena *a, const struct config *c, str part, const struct unknown_type *stopped);

#endif
