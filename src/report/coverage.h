/* What of a model is not described, and so is in no figure. */
#ifndef CFGLINT_REPORT_COVERAGE_H
#define CFGLINT_REPORT_COVERAGE_H

#include "library/library.h"
#include "model/graph.h"
#include "report/json.h"

/* A heading and a row for each type, with its place; `path`: the config's, whose lines go without
 * it. */
void coverage_text(struct buf *out, const struct graph *g, struct library *library, str path);
/* "coverage", "unknown_types" and "not_described" of an object. */
void coverage_json(struct json *j, const struct graph *g);

#endif
