/* Reads a small YAML or JSON file of the tool's own: .cfglint.yaml, a baseline. */
#ifndef CFGLINT_CLI_DATA_FILE_H
#define CFGLINT_CLI_DATA_FILE_H

#include "cli/run.h"

/* NULL after a diagnostic; else the mapping at its top. */
const struct dict *data_file_read(struct run *r, str path);
/* A finding about the value or key of such a file. */
struct diag *data_file_wrong(struct run *r, const struct value *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
