/*
 * Linting library files: what Python's linters look for, in descriptions, rules and tables.
 *
 * The names of a file are looked up the way the evaluator does: its own, those it imports from
 * files that are there, and those that library code is given.  Local names that nothing reads are
 * no finding: a name keeps a tensor alive.
 */
#ifndef CFGLINT_LINT_REVIEW_H
#define CFGLINT_LINT_REVIEW_H

#include "lint/lint.h"

/* A library file that was read. */
struct review_file {
    const struct source *source;
    const struct tree *tree;
    bool is_whole; /* what may use it is there, too: its folder was named, not the file */
};

struct review {
    struct library *library;
    struct arena *arena;
    VEC(struct review_file) files; /* each once */
    struct dict *by_path;          /* their numbers, by real path; NULL: none yet */
};

/* Adds a .star file, or those below a folder: false when there are none.  Files that cannot be
 * read, or do not parse, are fatal diagnostics. */
void review_add_file(struct review *v, struct files *files, str path, struct diags *diags);
bool review_add_folder(struct review *v, struct files *files, str dir, struct diags *diags);
/* Findings about all of them. */
void review_find(const struct review *v, struct diags *out);

#endif
