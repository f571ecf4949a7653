/* Tables that people read, spreadsheets and programs: one row a line. */
#ifndef CFGLINT_REPORT_TABLE_H
#define CFGLINT_REPORT_TABLE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"

/* How a cell stands in JSON; an empty one is null. */
enum cell {
    CELL_TEXT,
    CELL_NUMBER,
    CELL_BYTES, /* for people in GiB */
    CELL_BOOL   /* "true", "false" */
};

struct table_column {
    const char *name;
    enum cell kind;
    const char *title; /* for people; NULL: not shown */
    size_t width;
};

enum {
    MOST_COLUMNS = 24
};

struct table_row {
    str cells[MOST_COLUMNS];
};

struct table {
    const char *name; /* of the array in JSON */
    const struct table_column *columns;
    size_t n_columns;
    struct arena *arena; /* of the cells */
    VEC(struct table_row) rows;
};

struct table table_new(
    struct arena *a, const char *name, const struct table_column *columns, size_t n);
/* Adds an empty row; valid until the next one. */
struct table_row *table_add(struct table *t);
str cell_number(struct arena *a, double n);
str cell_integer(struct arena *a, uint64_t n);
str cell_bool(bool b);

typedef void table_report_fn(struct buf *out, const struct table *t);
/* "text", "json" or "csv"; NULL: there is no such format. */
table_report_fn *table_format(str name);

#endif
