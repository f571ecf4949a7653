/* How a new file may inherit from a config and change nothing yet: for `variant` of a dialect.
 * Private to the config layer. */
#ifndef CFGLINT_CONFIG_VARIANT_H
#define CFGLINT_CONFIG_VARIANT_H

#include "config/config.h"

/* With `_base_`, in Python, YAML or JSON. */
bool variant_by_base(struct arena *a, const struct config *c, str path, str *text, str *why);
/* With read_base(); a copy where the path is none that Python can import. */
bool variant_by_import(struct arena *a, const struct config *c, str path, str *text, str *why);
/* The config's own text, which needs the same folder. */
bool variant_copy(const struct config *c, str path, str *text, str *why);

#endif
