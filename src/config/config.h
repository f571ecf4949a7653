/*
 * Configs as their own loaders resolve them: bases, merges, templates, overrides.
 *
 * Two questions, kept apart: the *syntax* of a file (Python, YAML, JSON: its name tells) and the
 * *dialect*, which is how files inherit.  The dialect is found from the content and can be forced.
 *
 * A `loader` belongs to a run and may be used by several threads: it reads and parses each file
 * once, and keeps what base files resolve to, for as long as that is not too much.  A `config` is
 * one resolved file; its value is frozen.
 */
#ifndef CFGLINT_CONFIG_CONFIG_H
#define CFGLINT_CONFIG_CONFIG_H

#include "base/limits.h"
#include "config/template.h"
#include "diag/diag.h"
#include "eval/value.h"
#include "library/library.h"
#include "text/files.h"

struct dialect; /* config/dialect/dialect.h */

/* One file that took part, in the order in which it was first read. */
struct config_file {
    const struct source *source;
    const struct tree *tree;
    uint32_t depth; /* 0: the config itself, 1: its bases, ... */
};

struct config {
    struct arena *arena;
    str path; /* as given */
    const struct dialect *dialect;
    struct value root; /* a dict; meaningful unless failed */
    bool failed;       /* the loader would raise; a fatal diagnostic says why */
    bool blind;        /* it failed for what cannot be known, and its loader may take it */
    const struct source *source; /* of the file itself; NULL when it could not be read */
    const struct tree *tree;
    VEC(struct config_file) files;
    /* Options in force, for diagnostics and for resolving again. */
    const struct config_options *options;
    struct loader *loader; /* that resolved it */
    struct store *store;   /* where it keeps the files */
};

struct config_options {
    struct environment environment;
    const struct dialect *dialect; /* NULL: find out */
    const str *overrides;          /* --cfg-options: "key=value" */
    uint32_t n_overrides;
    /* Text to use in place of the file's own, for checking a rewrite before it is written; p NULL:
     * none. */
    str replaced_path, replaced_text;
    struct store *store; /* with the files as another config saw them; NULL: as they are now */
};

struct loader;

/* `library`: which keys tell the generation of a config, and more; it outlives the loader. */
struct loader *loader_new(
    void *talloc_ctx, const struct limits *limits, struct files *files, struct library *library);
struct library *loader_library(const struct loader *l);
/* A folder that holds packages (`mmdet` in it is the package mmdet), for pkg:: bases and absolute
 * imports. */
void loader_add_packages(struct loader *l, str dir);
/* The same for a site-packages folder, with the packages that it only points to: .pth, .egg-link,
 * and setuptools' __editable__ finders. */
void loader_add_installed(struct loader *l, str dir);

/* Resolves one config.  Allocates in `a`; findings go to `diags`. */
struct config *config_resolve(struct loader *l, struct arena *a, str path,
    const struct config_options *options, struct diags *diags);

/*
 * The config that mmengine.hub calls 'pkg::folder/file.py': of an installed package, or of the
 * project that holds `c` itself, whose folder has both `pkg` and `configs`.  NULL, with the reason,
 * when it cannot be had.
 */
const struct config *config_in_package(
    const struct config *c, struct arena *a, str name, str *problem);

/* The value at a dotted path (list items by number); NULL when there is none. */
const struct value *config_at(const struct config *c, str path);
const struct value *value_at(const struct value *root, str path);
/* The item of a list that a part of a path names, to be changed: the list is copied.  NULL: none.
 */
struct value *value_own_item(struct arena *a, struct value *list, str part);
/* The entry of a dict item at a dotted path, for its key and its past; NULL for list items. */
const struct entry *entry_at(const struct value *root, str path);

#endif
