/* Private to the report layer: one function for each format. */
#ifndef CFGLINT_REPORT_INSIDE_H
#define CFGLINT_REPORT_INSIDE_H

#include "report/report.h"

#define FORMAT(name, what) report_fn report_##name;
#include "report/formats.def"
#undef FORMAT

#endif
