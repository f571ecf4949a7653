/* Commands on many configs: which they are, and the same for each of them on all cores. */
#ifndef CFGLINT_CLI_MANY_H
#define CFGLINT_CLI_MANY_H

#include "cli/run.h"
#include "lint/discover.h"

/* One config of many. */
struct one {
    struct run *run;
    const struct found_config *found;
    void *ctx; /* goes when the config has been taken, with all that was made for it */
    struct arena *arena;
    struct diags *diags;
    void *result; /* of `work`, for `take` */
    size_t bytes; /* that it holds while it waits to be taken */
};

/* Allows what a path may pull in, and tells whether it is a folder. */
bool many_is_folder(struct run *r, str path);
/* The configs that the command line names, and those below the folders that it names; allows their
 * roots and reads the .cfglint folders above them.  Each is there once, however often it is named.
 */
void many_find(struct run *r, struct found_configs *to);
/* The same, but what is no config is offered to `other` first: a .star file, and a folder without
 * configs.  True when it has taken it. */
void many_find_or(struct run *r, struct found_configs *to,
    bool (*other)(void *data, str path, bool is_folder), void *data);
/* How many threads work at a time: --jobs, or the number of processors. */
uint32_t many_jobs(struct run *r);
struct many_steps {
    /* In several threads at a time; changes nothing that is shared. */
    void (*work)(void *data, struct one *one);
    /* For one config at a time, in the order of the list. */
    void (*take)(void *data, struct one *one);
    /* Before the first config of each scope, which is at hand then; NULL: nothing is to do. */
    void (*enter)(void *data);
};

void many_each(
    struct run *r, const struct found_configs *configs, const struct many_steps *steps, void *data);

/* However many findings a config has, the report stays one that can be read: the most severe are
 * left. */
void many_limit(struct run *r, struct diags *found);
/* Takes over findings on a config, as copies that need nothing of it. */
void many_keep(struct run *r, struct diags *to, struct diags *from);

#endif
