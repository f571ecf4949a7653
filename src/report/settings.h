/* The settings of a config, as a table for people. */
#ifndef CFGLINT_REPORT_SETTINGS_H
#define CFGLINT_REPORT_SETTINGS_H

#include "base/buf.h"
#include "settings/settings.h"

/* One line for each setting that is written, has a default, or is not known: name, value, place. */
void report_settings(struct arena *a, struct buf *out, struct settings *s);

#endif
