/* One self-contained HTML page: the memory over a training step, and who holds the peak. */
#ifndef CFGLINT_REPORT_TIMELINE_H
#define CFGLINT_REPORT_TIMELINE_H

#include "report/estimate.h"

void timeline_page(struct buf *out, const struct estimate_report *r);

#endif
