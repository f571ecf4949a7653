/* The kinds of files that a survey reads.  Private to the layer.  Each returns false after a
 * diagnostic. */
#ifndef CFGLINT_SURVEY_INSIDE_H
#define CFGLINT_SURVEY_INSIDE_H

#include "survey/survey.h"

/* Says why a file cannot be used; false. */
bool survey_refuse(struct survey *s, str path, str reason);
void survey_size(struct survey *s, uint64_t width, uint64_t height);

bool survey_json(struct survey *s, str path);
bool survey_xml(struct survey *s, str path);
bool survey_image(struct survey *s, str path);
bool survey_log(struct survey *s, str path);
bool survey_clouds(struct survey *s);

/* Points of a cloud: x, y, z of each.  `xyz` is NULL where only their number is known. */
struct cloud {
    uint64_t n;
    float *xyz;
};

/* The cloud lives in `ctx`. */
bool cloud_read(struct survey *s, void *ctx, str path, uint32_t dims, struct cloud *out);
/* The cells of the plan's grids that hold points, and rows after its strided convolutions. */
void cells_count(struct survey *s, void *ctx, const struct cloud *c);

#endif
