/* The table of operations: what each keeps for backward, what else it allocates, and how that is
 * known. */
#ifndef CFGLINT_REPORT_OPS_H
#define CFGLINT_REPORT_OPS_H

#include "base/buf.h"

void ops_list(struct buf *out);
/* The same as a page of the documentation. */
void ops_page(struct buf *out);

#endif
