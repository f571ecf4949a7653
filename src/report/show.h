/* What `cfglint show` prints: a resolved config, where its values come from, and how two differ. */
#ifndef CFGLINT_REPORT_SHOW_H
#define CFGLINT_REPORT_SHOW_H

#include "base/buf.h"
#include "config/compare.h"
#include "config/config.h"

/* A value as Python-like text for people; unknowns are shown with their reason. */
void show_value(struct arena *a, struct buf *out, str name, const struct value *v);
/* Every leaf with the place that set it, and below it each value that was overridden. */
void show_origins(struct arena *a, struct buf *out, str name, const struct value *v);
/* "- key = old   place" and "+ key = new   place" for each difference. */
void show_differences(struct arena *a, struct buf *out, const struct differences *d, bool color);

#endif
