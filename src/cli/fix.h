/* Mending findings (--fix): changes of settings become edits of the config's own file. */
#ifndef CFGLINT_CLI_FIX_H
#define CFGLINT_CLI_FIX_H

#include "cli/run.h"
#include "lint/lint.h"
#include "report/diff.h"

struct fixer {
    struct run *run;
    const struct lint *lint;
    bool unsafe;    /* also fixes that change training */
    bool show;      /* print the changes and write nothing */
    size_t n_fixed; /* findings */
    struct diff_style style;
    size_t n_left;      /* fixes that could not be written, and `left` says why */
    size_t n_inherited; /* of findings that stand in files that the linted ones inherit */
    struct buf left;
    struct buf diff; /* of all files, with `show` */
};

/* The config with all fixes made that can be; the file is written unless they are only shown. */
struct config *fix_config(struct fixer *f, struct config *c, void *talloc_ctx);

#endif
