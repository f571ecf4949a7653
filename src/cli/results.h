/*
 * What commands find, before anything of it is printed: for the commands themselves, and for the
 * typed calls of the public library.  Everything belongs to the run.
 */
#ifndef CFGLINT_CLI_RESULTS_H
#define CFGLINT_CLI_RESULTS_H

#include "cli/gpu.h"
#include "memory/measured.h"
#include "migrate/migrate.h"
#include "plan/rewrite.h"
#include "plan/search.h"

struct estimated {
    struct settings *settings;
    struct estimate_options options;
    int64_t first; /* of a range of batches; 0: no range */
    struct gpu gpu;
    struct measured measured;
    const struct estimate *estimate; /* NULL: of a range of batches there is more than one */
};

/* False after a diagnostic. */
bool estimate_find(struct run *r, str path, struct estimated *out);

struct planned {
    struct plan *plan;
    struct gpu gpu;
    struct rewritten rewritten;
    bool good;    /* a scheme was chosen */
    bool written; /* and its text was found */
};

/* False after a diagnostic when there is no plan at all. */
bool plan_find(struct run *r, str path, struct planned *out);

/* Sorted; those that are kept back are marked.  False after a diagnostic. */
bool check_find(struct run *r, struct diags **out, enum exit_status *status);

/* Of all configs that the command line names, bases first.  False after a diagnostic. */
bool migrate_find(struct run *r, struct migrated *const **out, size_t *n);

#endif
