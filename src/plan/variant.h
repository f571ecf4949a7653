/* The start of a new file that inherits from a config and changes nothing yet.  Private to the plan
 * layer. */
#ifndef CFGLINT_PLAN_VARIANT_H
#define CFGLINT_PLAN_VARIANT_H

#include "config/config.h"

/* `path` is absolute.  Where the dialect has no inheritance that fits, the text is a copy of the
 * config's own; false when that would not do either. */
bool variant_start(struct arena *a, const struct config *c, str path, str *text, str *why);

#endif
