/* What a migration has done, and what it leaves to a person. */
#ifndef CFGLINT_REPORT_MIGRATION_H
#define CFGLINT_REPORT_MIGRATION_H

#include "base/buf.h"
#include "migrate/migrate.h"

struct migration_report {
    struct arena *arena;
    struct migrated *const *files;
    size_t n;
    str cwd; /* paths are shown as seen from here */
    bool color;
};

/* How many notes of all files are for a person. */
size_t migration_open(const struct migration_report *r);
void migration_text(struct buf *out, const struct migration_report *r);
void migration_json(struct buf *out, const struct migration_report *r);

#endif
