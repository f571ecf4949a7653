/*
 * Configs of the old generation (mmcv 1.x) as configs of the new one (mmengine), file by file.
 *
 * A base becomes a base at the same place below the new folder, a config that inherits goes on
 * inheriting.  What a file resolves to is translated as a whole (translate.h); what it has to say
 * over its new bases follows from that (override.h); its text keeps what stays (emit.h).  Each new
 * text is resolved again, by the loader of the new generation and without being written, and taken
 * only when it gives exactly what the translation says; whole configs are then compared with the
 * old ones by what training does (proof.h).
 */
#ifndef CFGLINT_MIGRATE_MIGRATE_H
#define CFGLINT_MIGRATE_MIGRATE_H

#include "migrate/proof.h"

enum outcome {
    MIGRATED,
    MIGRATED_FLAT,  /* its bases could not be kept: it says all itself */
    MIGRATED_AS_IS, /* it is of the new generation already */
    MIGRATED_NOT,   /* a diagnostic says why */
    MIGRATED_PART   /* of torchpack: what it says is in the files made of those below it */
};

/* A value that changes while training, old and new. */
struct migrated_curve {
    struct curve_difference difference;
    str why; /* the reason, from the tables; empty: there is none, and a note says so */
};

struct migrated {
    str from, to; /* absolute */
    enum outcome outcome;
    bool is_base;                /* nobody named it; others inherit from it */
    bool whole;                  /* it has a model, data and an optimizer */
    str project;                 /* name of the table */
    str shown;                   /* `from` as messages show it; empty when it could not be read */
    const struct source *source; /* the old file, where options.sources; NULL when it could not be
                                    read */
    str text;                    /* the new one */
    VEC(struct note) notes;      /* on what the file itself says, with the line instead of `at` */
    str flat_because;
    bool proven; /* it is whole, nothing of its model is left to a person, and it trains as before;
                    `notes` says where it does not, and a curve where it does not exactly */
    struct migrated_curve lr, momentum;
};

struct migration_options {
    str folder;  /* absolute: of the new files; empty: they take the place of the old ones */
    str root;    /* absolute: old files keep their places below it */
    str project; /* name of a table; empty: told from the content */
    bool flatten;
    bool lazy;    /* to mmengine's new style, from its text style */
    bool sources; /* keep the old files, to compare with them */
};

struct migration;

/* NULL after a diagnostic, where the user's own tables are not what they have to be. */
struct migration *migration_new(void *talloc_ctx, struct loader *l, struct files *files,
    struct library *library, const struct limits *limits, const struct migration_options *options,
    struct diags *diags);
/* Migrates files, each after its bases and beside others that it does not need; with any number of
 * threads the same. */
void migration_run(
    struct migration *m, const str *paths, size_t n, uint32_t threads, struct diags *diags);
/* All files in the order in which they were done: bases first. */
struct migrated *const *migration_files(const struct migration *m, size_t *n);
/* A config of the new generation, from the texts that are not written yet. */
struct config *migration_resolve(struct migration *m, struct arena *a, str to, struct diags *diags);

#endif
