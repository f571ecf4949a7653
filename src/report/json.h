/* Values and findings as JSON, on cJSON. */
#ifndef CFGLINT_REPORT_JSON_H
#define CFGLINT_REPORT_JSON_H

#include "base/buf.h"
#include "eval/value.h"

#include <cJSON.h>

/* A new string node; cJSON wants zero-terminated text. */
cJSON *json_string(struct arena *a, str s);
void json_add(struct arena *a, cJSON *to, const char *name, str s);
/* A value of library code: what JSON has no word for becomes its repr(). */
cJSON *json_value(struct arena *a, const struct value *v);
/* Appends the text of a node, on several lines or on one, and drops the node. */
void json_print(struct buf *out, cJSON *node, bool pretty);

#endif
