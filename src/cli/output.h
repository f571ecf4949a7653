/* Where results go: the standard output, a diff, the file itself, or a new file. */
#ifndef CFGLINT_CLI_OUTPUT_H
#define CFGLINT_CLI_OUTPUT_H

#include "cli/run.h"
#include "lint/discover.h"
#include "plan/rewrite.h"
#include "report/diff.h"

/* What -o, --into and --in-place ask for.  False after a diagnostic. */
bool output_options(struct run *r, const struct config *c, struct rewrite_options *out);
/*
 * How text that is a file's, or a diff of files, goes to the standard output: exact, unless it is a
 * terminal, or a pipe into the log of a CI service, where it is shown with escapes.
 */
struct diff_style output_style(struct run *r);
/* Writes it.  False after a diagnostic. */
bool output_rewritten(struct run *r, const struct rewritten *w);

/* A new file that the user named; --force lets it take the place of one.  False after a diagnostic.
 */
bool output_new(struct run *r, str path, str text);
/* Replaces a file that was read.  `lock`: on it, or NULL.  False after a diagnostic. */
bool output_replace(
    struct run *r, const struct source *was, str text, const struct file_lock *lock);
/* With --in-place, locks the file from before it is read to the end of the run, so that of several
 * runs each sees what the one before has written.  False after a diagnostic. */
bool output_lock(struct run *r);
/* Ends what a killed run has begun to replace in the folders of these configs, before they are
 * read. */
void output_go_on(struct run *r, const struct found_configs *configs);
/* Says that a file cannot be written. */
void output_refused(struct run *r, str path, str reason);

#endif
