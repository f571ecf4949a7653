/*
 * Which files of a folder are configs.
 *
 * A Python file is one when it inherits (`_base_ =`, `with read_base():`), or when it sets keys
 * that training scripts read (one of them in a folder called configs, three elsewhere) and is no
 * program.  A YAML file is one in a folder called configs, by its keys.  Left out: hidden files,
 * work_dirs (dumps of runs), links, tests.
 */
#ifndef CFGLINT_LINT_DISCOVER_H
#define CFGLINT_LINT_DISCOVER_H

#include "library/library.h"

struct found_config {
    str path;
    bool is_default; /* all others of its folder inherit it: a config of its own only when it is
                        complete */
    bool is_named;   /* by the user, and not found in a folder */
    size_t scope;    /* which descriptions and rules are above it; the caller's */
};

struct found_configs {
    VEC(struct found_config) list; /* in order of their paths */
    /* Folders that were not looked into: the first, and how many. */
    struct passed_over {
        str first;
        size_t n;
    } too_deep, closed;
};

/* Adds the configs below `dir`.  False when the folder cannot be listed. */
bool discover_configs(const struct files *files, struct library *library, struct arena *a, str dir,
    struct found_configs *out);

#endif
