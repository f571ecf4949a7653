/* One invocation: what all commands share.  It owns everything; talloc_free drops it. */
#ifndef CFGLINT_CLI_RUN_H
#define CFGLINT_CLI_RUN_H

#include "base/foreign.h"
#include "cli/args.h"
#include "config/config.h"
#include "library/library.h"
#include "settings/settings.h"
#include "text/excerpt.h"

#include <stdio.h>

struct run {
    struct args args;
    struct limits limits;
    struct files *files;
    VEC(struct scope *) scopes; /* see scope.h */
    size_t scope;               /* the one at hand, whose library and loader these are */
    struct library *library;
    struct loader *loader;
    struct arena *arena;
    str prepared; /* the folder of scope_prepare, and its scope; NULL: none yet */
    size_t prepared_scope;
    const struct memory_facts *memory; /* NULL: the command predicts none for rules */
    const struct budgets *budgets;     /* NULL: the command compares with none */
    struct excerpts *excerpts; /* where the findings on many configs stand; NULL: none yet */
    struct diags *diags;       /* about the run itself, and of commands on one file */
    struct config_options config_options;
    FILE *out, *err;
    const char *version;
    struct file_lock *lock; /* see output_lock; NULL: none */
    struct project {        /* .cfglint.yaml; see project.h */
        str file, folder;   /* absolute; empty: there is none */
        const struct dict *per_file;
        const struct list *exclude;
    } project;
};

typedef enum exit_status command_fn(struct run *r);

struct run *run_new(void *talloc_ctx, FILE *out, FILE *err);
/* Reads the options that all commands have.  False: a diagnostic says why not. */
bool run_setup(struct run *r);
/* A path as it is seen from here, where it lies below. */
str run_shown(struct run *r, str path);
/* A finding about the command line. */
struct diag *run_usage(struct run *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The last finding is about this option: if it has no place, it stands where a project's file gives
 * the option.  False. */
bool run_blame(struct run *r, enum option o);
/* Who gives the option: "--gpus", or "gpus in .cfglint.yaml". */
str run_source(struct run *r, enum option o);
/* Allows what a path of the command line names: a file with what it may pull in, or a folder. */
void run_allow(struct run *r, str path);
/* The single path argument of a command; empty after a diagnostic. */
str run_one_path(struct run *r);
/* False after a diagnostic where --profile names none that there is. */
bool run_knows_profile(struct run *r);
/* Resolves a config for a command on one file; allows its roots and reads its .cfglint first. */
struct config *run_resolve(struct run *r, str path);
/* The settings of a resolved config; NULL after a diagnostic. */
struct settings *run_settings(struct run *r, const struct config *c, struct diags *diags);
/* The same for a new file that will inherit from the config. */
struct settings *run_settings_of_heir(struct run *r, const struct config *c, struct diags *diags);
/* Writes text to the standard output, and to the standard error output. */
void run_print(struct run *r, struct buf *text);
void run_note(struct run *r, struct buf *text);
/* Prints the findings; the status that they call for. */
enum exit_status run_finish(struct run *r, enum exit_status status);

command_fn command_check, command_plan, command_scale, command_show, command_estimate,
    command_complexity, command_stub, command_explain, command_list, command_dump, command_set,
    command_migrate, command_facts;

#endif
