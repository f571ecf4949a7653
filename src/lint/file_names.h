/* Which names a library file binds, reads and imports: what its tree says, without running it. */
#ifndef CFGLINT_LINT_FILE_NAMES_H
#define CFGLINT_LINT_FILE_NAMES_H

#include "eval/eval.h"

struct file_import {
    node_id alias;
    str module; /* "modules/nn.star" */
    str name;   /* what is imported; empty: the file itself */
    str as;
};

/* A place where a name stands. */
struct file_place {
    str name;
    node_id node;
};

/* In the body of the top level's function `from`, a call of what has the global name `to`. */
struct file_call {
    str from, to;
    node_id node;
};

struct file_names {
    const struct tree *tree;
    str path;                    /* "modules/nn.star", or with more folders before it */
    struct dict *bound;          /* at the top level */
    struct dict *read;           /* global names that are read */
    VEC(struct file_place) defs; /* the top level's own names, each where it is first bound */
    VEC(struct file_place) reads;
    VEC(struct file_import) imports;
    VEC(struct file_place) attributes; /* `nn.conv`: "conv", of a NAME */
    VEC(struct file_call) calls;
};

/* Everything lives in `a`; `path` and the tree are kept. */
struct file_names *file_names(struct arena *a, const struct tree *t, str path);

#endif
