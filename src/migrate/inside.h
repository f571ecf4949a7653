/* Private to migration. */
#ifndef CFGLINT_MIGRATE_INSIDE_H
#define CFGLINT_MIGRATE_INSIDE_H

#include "migrate/migrate.h"

#include "base/hash.h"

struct job {
    struct migrated file; /* the first member */
    bool running;
    bool failed;
    UT_hash_handle hh; /* by file.from */
};

/* The table of a whole config that was looked at. */
struct looked {
    str path;
    const struct declaration *table; /* NULL: none fits */
    UT_hash_handle hh;
};

/* A word of notes, which are alike in many files. */
struct word {
    str text;
    UT_hash_handle hh;
};

/* How often a table was the one of a whole config. */
struct vote {
    const struct declaration *table;
    uint32_t n;
};

struct migration {
    struct arena *arena;
    struct loader *old_loader, *new_loader;
    const struct dialect *dialect; /* of the new configs */
    struct files *files, *new_files;
    struct library *library;
    struct migration_options options;
    struct job *jobs;
    struct looked *looked;
    struct word *words;
    VEC(struct migrated *) done;
    VEC(struct vote) votes;
    struct proofs *proofs;
    str scope;                 /* new style: of the first config that says one */
    struct excerpts *excerpts; /* of the places in diagnostics */
    struct diags *own;         /* what the program's own data say, which is nothing */
};

struct task {
    struct migration *m;
    struct arena *a;
    struct job *job;
    struct config *old;
    const struct config *new_config; /* what the new text gives */
    struct diags *diags;
    const struct declaration *table;
    struct translation new;
    struct value bases, over;
    VEC(str) gone;    /* bases that are none any more */
    VEC(str) modules; /* new style: what the bases are called */
    struct dict *whole;
};

/* False, after a diagnostic on the file. */
bool task_refuse(struct task *t, struct loc at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Puts the first text that says what it should into the job.  False after a diagnostic. */
bool task_write_text(struct task *t);

#endif
