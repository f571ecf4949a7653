/* Private to the report layer: one function for each format, and what several of them need. */
#ifndef CFGLINT_REPORT_INSIDE_H
#define CFGLINT_REPORT_INSIDE_H

#include "report/report.h"

#define FORMAT(name, what) report_fn report_##name;
#include "report/formats.def"
#undef FORMAT

/* Where a finding is, for formats that know only files and lines. */
struct spot {
    str path;                 /* "cfglint" for what is about the run as a whole */
    struct line_col from, to; /* 1:1 when there is no place in the file */
};

str spot_path(struct loc at, str subject);
struct spot spot_of(struct loc at, str subject);
/* 16 hexadecimal digits that stay the same when lines move: of path, code, key and message.
 * `nth` tells equal findings of one file apart. */
str fingerprint_of(struct arena *a, const struct diag *d, uint32_t nth);
/* For each of them, how many like it stand before it. */
const uint32_t *nths_of(struct arena *a, const struct diags *all);

#endif
