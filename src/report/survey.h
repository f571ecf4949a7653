/* What `cfglint facts` has counted: for people, for programs, and for estimates. */
#ifndef CFGLINT_REPORT_SURVEY_H
#define CFGLINT_REPORT_SURVEY_H

#include "base/buf.h"
#include "model/graph.h"
#include "survey/figures.h"

struct survey_report {
    struct arena *arena;
    const struct survey *survey;
    const struct figures *figures;
    str name;                  /* of the data that it is for */
    str config;                /* whose estimate assumes `assumed`; empty: none was named */
    const struct graph *graph; /* NULL: none */
};

void survey_text(struct buf *out, const struct survey_report *r);
void survey_json_report(struct buf *out, const struct survey_report *r);
/* A library file with one measurement. */
void survey_star(struct buf *out, const struct survey_report *r);

#endif
