/* What was counted, as the low, expected and high figures that estimates take. */
#ifndef CFGLINT_SURVEY_FIGURES_H
#define CFGLINT_SURVEY_FIGURES_H

#include "survey/survey.h"

enum figure_kind {
    FIGURE_FIELD,      /* a field of a measurement: objects = (...) */
    FIGURE_VOXELS,     /* of a grid; `size` tells which */
    FIGURE_ASSUMPTION, /* one of its `assumptions` */
};

struct figure {
    enum figure_kind kind;
    str name, what;
    uint32_t n; /* 1, 2 (least and most) or 3 (low, expected, high) */
    double v[3];
    const double *size; /* FIGURE_VOXELS: of a cell in metres; else NULL */
};

struct figures {
    VEC(struct figure) list;
    str source; /* "instances_train2017.json: 118 287 images, 849 949 objects" */
};

/* `from`: what the user named. */
void figures_make(const struct survey *s, str from, struct figures *out);

#endif
