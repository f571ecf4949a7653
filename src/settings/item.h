/* A setting, or any place of a config, as rules and tables see it: rules/rules/README.md. */
#ifndef CFGLINT_SETTINGS_ITEM_H
#define CFGLINT_SETTINGS_ITEM_H

#include "eval/eval.h"
#include "settings/settings.h"

/* Lives in e->arena; `x` is copied. */
struct value item_value(struct eval *e, struct settings *s, const struct setting *x);
/* Of a value that is an item; NULL: it is none. */
const struct setting *item_setting(const struct value *v);

#endif
