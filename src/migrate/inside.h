/* Private to migration. */
#ifndef CFGLINT_MIGRATE_INSIDE_H
#define CFGLINT_MIGRATE_INSIDE_H

#include "migrate/migrate.h"

#include "base/hash.h"
#include <pthread.h>

/* A file.  Jobs of the same level need nothing of each other, and are done side by side. */
struct job {
    struct migrated file;           /* the first member */
    struct arena *arena;            /* of what it keeps */
    const struct declaration *leaf; /* the table of the config that asked for it first; or NULL */
    VEC(struct job *) bases;        /* direct ones, in order */
    uint32_t level;                 /* above those of its bases */
    uint32_t n_asked;               /* bases whose results it took */
    struct diags *before, *after;   /* its findings, before and after those of its bases; or NULL */
    bool ran, taken;
    UT_hash_handle hh; /* by file.from */
};

/* What a look at a file told. */
struct looked {
    str path;
    bool named, whole, old, new;     /* with keys that tell a generation */
    const struct declaration *table; /* of a whole one; NULL: none fits */
    bool certain;                    /* that it is this one, and not one for what no other takes */
    str scope;
    VEC(str) bases; /* direct ones, in order */
    struct arena *arena;
    struct diags *found; /* errors of the tables */
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
    const struct dict *sections;   /* where the old generation says what is compared */
    const struct list *old_keys, *new_keys, *whole_keys; /* rules/settings/keys.star */
    const struct list *machine; /* words that tell a machine, which are told where they go */
    struct files *files, *new_files;
    struct library *library;
    struct migration_options options;
    const struct declaration *told; /* the table that was asked for; or NULL */
    struct job *jobs;
    struct looked *looked;
    struct word *words;
    VEC(struct migrated *) done;
    VEC(struct vote) votes;
    uint32_t n_old, n_new; /* files with keys of either generation; parts without follow them */
    struct proofs *proofs;
    str scope;                 /* new style: of the first config that says one */
    struct excerpts *excerpts; /* of the places in diagnostics */
    pthread_mutex_t lock;      /* of them */
};

struct task {
    struct migration *m;
    struct arena *a;
    struct job *job;
    struct config *old;
    const struct config *new_config; /* what the new text gives */
    struct diags *diags;
    size_t n_before; /* findings from before the first base */
    const struct declaration *table;
    struct translation new;
    struct value bases, over;
    VEC(str) gone;    /* bases that are none any more */
    VEC(str) modules; /* new style: what the bases are called */
    struct dict *whole;
};

struct job *order_find(const struct migration *m, str path);
/* The table of a file: its own, that of the config that asks for it, or that of most.  `certain`
 * becomes false where none of these is known, and it is only taken for one of a project. */
const struct declaration *order_table(
    const struct migration *m, str path, const struct declaration *leaf, bool *certain);
void order_free(struct migration *m);
/* Migrates one file, whose bases are done, in any thread. */
void migration_work(struct migration *m, struct job *j);
struct config *migration_resolve_old(
    struct migration *m, struct arena *a, str path, struct diags *diags);
/* Is it a whole config of the old generation? */
bool migration_is_whole(const struct migration *m, const struct value *root);
/* The first of the keys that the root has; or NULL. */
const struct entry *migration_first_of(const struct list *keys, const struct value *root);
/* False, after a diagnostic on the file. */
bool task_refuse(struct task *t, struct loc at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Puts the first text that says what it should into the job.  False after a diagnostic. */
bool task_write_text(struct task *t);
/* Notes what its table says, and no base has said already. */
void task_keep_notes(struct task *t);
/* Compares what both configs do, and notes where that differs. */
void task_prove(struct task *t);
/* Notes what the old text asks the machine for, and the new one does not. */
void task_tell_machine(struct task *t);

#endif
