/* The command line, from the tables commands.def and options.def. */
#ifndef CFGLINT_CLI_ARGS_H
#define CFGLINT_CLI_ARGS_H

#include "base/buf.h"
#include "base/vec.h"
#include "text/source.h"

enum exit_status {
#define STATUS(id, word, text) EXIT_##id,
#include "cli/statuses.def"
#undef STATUS
    EXIT_STATUSES
};
struct status_row {
    const char *word, *text;
};
extern const struct status_row STATUS_ROWS[EXIT_STATUSES];

enum command {
#define COMMAND(id, name, arguments, summary, formats) COMMAND_##id,
#include "cli/commands.def"
#undef COMMAND
    COMMANDS
};

enum command_set {
#define COMMAND(id, name, arguments, summary, formats) C_##id = 1 << COMMAND_##id,
#include "cli/commands.def"
#undef COMMAND
    C_ALL = (1 << COMMANDS) - 1
};

enum option {
#define OPTION(id, name, letter, argument, commands, what) OPTION_##id,
#include "cli/options.def"
#undef OPTION
    OPTIONS
};

struct given {
    enum option option;
    str value;
    struct loc at; /* in a project's file; no source: on the command line */
};

struct args {
    enum command command;
    VEC(struct given) options; /* in order */
    VEC(str) paths;            /* what is no option */
    str problem;               /* why the command line is not understood; empty when it is */
};

/* Options may stand anywhere; `--` ends them; an option may be --name VALUE or --name=VALUE. */
void args_parse(struct args *a, void *talloc_ctx, int argc, char **argv);
bool args_has(const struct args *a, enum option o);
/* The last value given for an option; `fallback` when there is none. */
str args_value(const struct args *a, enum option o, str fallback);
/* Does the command take the option of this word, "--gpu=a100"?  So it does where no command has it,
 * and says so. */
bool args_takes(enum command c, str word);
/* The help text of a command, or of the program when `command` is COMMANDS. */
void args_help(struct buf *out, enum command command);
const char *args_command_name(enum command c);
const char *args_option_name(enum option o);
/* The words that --format takes with the command, the usual one first; empty: it has one format. */
str args_formats(enum command c);
/* Does the option go with the command? */
bool args_fits(const struct args *a, enum option o);

#endif
