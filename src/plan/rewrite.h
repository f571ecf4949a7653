/*
 * Rewriting a config file so that it resolves to something else: changes of the resolved config
 * become edits of the text.
 *
 * Text is never printed back from a tree: a change is a list of edits on bytes.  Each change has
 * several ways to be written, from replacing the literal that the value came from to a new
 * statement that overrides it.  A way is taken when the file, with it, resolves to the old config
 * with exactly the planned paths changed; otherwise the next one is tried.
 */
#ifndef CFGLINT_PLAN_REWRITE_H
#define CFGLINT_PLAN_REWRITE_H

#include "config/config.h"
#include "settings/settings.h"
#include "text/edit.h"

struct rewrite_options {
    /* The file to change: one that the config is made of.  Empty: the config's own. */
    str target;
    /* Write a new file that inherits from the config, at this path.  Empty: change `target`. */
    str variant;
    /* Top-level names that training reads (strings).  Others are only names for parts of the config
     * and may change along with the parts.  NULL: those of rules/settings/keys.star. */
    const struct list *consumed;
    /* A name that only stands for a part that is to be changed may change along with it, and parts
     * along with their name; each is noted (PLN005).  Else nothing changes but what is asked for.
     */
    bool along;
    /* What else may change along: a path that training computes nothing with; may be empty. */
    str follows;
};

struct rewritten {
    str path;                    /* absolute: the file that `text` is for */
    const struct source *source; /* what it says now; NULL for a new file */
    str text;
    struct edits edits;          /* of `source`, line by line; they make `text` of it */
    const struct config *config; /* what the new text resolves to */
};

/*
 * Finds a text for one file that makes all changes.  False after a diagnostic (PLN001) that says
 * which change cannot be written, and why.  Nothing is written to disk.  What a change leaves as it
 * was although the same text has made it, and training reads it, is noted (PLN006).
 */
bool rewrite(struct loader *l, struct arena *a, const struct config *c,
    const struct change *changes, size_t n, const struct rewrite_options *options,
    struct rewritten *out, struct diags *diags);

/*
 * Numbers that the config computes from others follow by themselves: where `batch_size = 4` at the
 * top becomes 8, a length that is a sum of it becomes what the sum makes of it, if that is planned
 * to within a hundredth.  Such changes get the numbers that the config makes; false when there are
 * none, or when the names cannot be changed without changing more than is planned.
 */
bool rewrite_derived(struct loader *l, struct arena *a, const struct config *c,
    struct change *changes, size_t n, const struct rewrite_options *options);
/* The changes with those numbers, where the run still ends with an evaluation and a checkpoint if
 * it did; else the changes as they are. */
struct changes *changes_derived(struct loader *l, struct arena *a, struct settings *s,
    struct changes *planned, const struct rewrite_options *options);

#endif
