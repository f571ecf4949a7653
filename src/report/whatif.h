/* Two models side by side: as it is, and as it would be. */
#ifndef CFGLINT_REPORT_WHATIF_H
#define CFGLINT_REPORT_WHATIF_H

#include "report/complexity.h"

void whatif_text(struct buf *out, const struct complexity *before, const struct complexity *after);
/* {"before": ..., "after": ...}, each as complexity prints it. */
void whatif_json(struct buf *out, const struct complexity *before, const struct complexity *after);

#endif
