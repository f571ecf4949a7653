#include "cli/args.h"

#include "base/arena.h"
#include "base/foreign.h"

/* "text concise json ...": rows of a table of their own. */
#define FORMAT(name, what) #name " "
static const char FINDINGS_FORMATS[] =
#include "report/formats.def"
    ;
#undef FORMAT

const struct status_row STATUS_ROWS[EXIT_STATUSES] = {
#define STATUS(id, word, text) {word, text},
#include "cli/statuses.def"
#undef STATUS
};

static const struct {
    const char *name, *arguments, *summary, *formats;
} COMMAND_ROWS[] = {
#define COMMAND(id, name, arguments, summary, formats) {name, arguments, summary, formats},
#include "cli/commands.def"
#undef COMMAND
};

static const struct option_row {
    const char *name;
    char letter;
    const char *argument;
    unsigned commands;
    const char *what;
} OPTION_ROWS[] = {
#define OPTION(id, name, letter, argument, commands, what) \
    {name, letter, argument, (unsigned)(commands), what},
#include "cli/options.def"
#undef OPTION
};

const char *args_command_name(enum command c)
{
    return COMMAND_ROWS[c].name;
}

const char *args_option_name(enum option o)
{
    return OPTION_ROWS[o].name;
}

str args_formats(enum command c)
{
    return str_trim(str_of(COMMAND_ROWS[c].formats));
}

bool args_fits(const struct args *a, enum option o)
{
    return OPTION_ROWS[o].commands & 1u << a->command;
}

static void problem(struct args *a, void *ctx, const char *format, str what)
{
    if (a->problem.n == 0) {
        a->problem = arena_printf(arena_new(ctx), format, STR_ARG(what));
    }
}

static int find_long(str name)
{
    for (int i = 0; i < OPTIONS; i++) {
        if (str_is(name, OPTION_ROWS[i].name)) {
            return i;
        }
    }
    return -1;
}

bool args_takes(enum command c, str word)
{
    size_t sign = str_find(word, STR("="), 0);
    word = sign == SIZE_MAX ? word : str_slice(word, 0, sign);
    int option = str_starts(word, STR("--")) ? find_long(str_slice(word, 2, word.n)) : -1;
    return option < 0 || (OPTION_ROWS[option].commands & 1u << c);
}

/* The option with the nearest name, for the message about one that does not exist. */
static str suggestion(void *ctx, str name)
{
    size_t best = 3;
    const char *hit = NULL;
    for (int i = 0; i < OPTIONS; i++) {
        size_t d = str_distance(name, str_of(OPTION_ROWS[i].name), 2);
        if (d < best) {
            best = d;
            hit = OPTION_ROWS[i].name;
        }
    }
    return hit ? arena_printf(arena_new(ctx), "%.*s'; did you mean '--%s", STR_ARG(name), hit)
               : name;
}

static void take(struct args *a, void *ctx, int option, str name, str value, bool has_value,
    int argc, char **argv, int *i)
{
    const struct option_row *row = &OPTION_ROWS[option];
    if (row->argument && !has_value) {
        if (*i + 1 >= argc) {
            problem(a, ctx, "the option '%.*s' needs an argument", name);
            return;
        }
        value = str_of(argv[++*i]);
    } else if (!row->argument && has_value) {
        problem(a, ctx, "the option '%.*s' takes no argument", name);
        return;
    }
    vec_push(ctx, &a->options, ((struct given){.option = (enum option)option, .value = value}));
}

/* KEY=VALUE, as argparse's nargs='+' takes them one after the other. */
static bool is_assignment(str word)
{
    size_t n = str_find(word, STR("="), 0);
    return word.n > 0 && word.p[0] != '-' && n != SIZE_MAX && n > 0 &&
           str_find(str_slice(word, 0, n), STR("/"), 0) == SIZE_MAX;
}

/* An option whose argument ends with `...` takes all that follow, too; `set` has assignments of its
 * own. */
static void take_more(struct args *a, void *ctx, int option, int argc, char **argv, int *i)
{
    const char *argument = OPTION_ROWS[option].argument;
    bool many = argument && str_ends(str_of(argument), STR("...")) && a->command != COMMAND_SET;
    while (many && *i + 1 < argc && is_assignment(str_of(argv[*i + 1]))) {
        str value = str_of(argv[++*i]);
        vec_push(ctx, &a->options, ((struct given){.option = (enum option)option, .value = value}));
    }
}

static void long_option(struct args *a, void *ctx, int argc, char **argv, int *i)
{
    str word = str_slice(str_of(argv[*i]), 2, strlen(argv[*i]));
    const char *equal = memchr(word.p, '=', word.n);
    str name = equal ? str_slice(word, 0, (size_t)(equal - word.p)) : word;
    str value = equal ? str_slice(word, name.n + 1, word.n) : STR("");
    int option = find_long(name);
    if (option < 0) {
        problem(a, ctx, "there is no option '--%.*s'", suggestion(ctx, name));
        return;
    }
    take(a, ctx, option, str_of(argv[*i]), value, equal != NULL, argc, argv, i);
    take_more(a, ctx, option, argc, argv, i);
}

static void short_option(struct args *a, void *ctx, int argc, char **argv, int *i)
{
    for (int o = 0; o < OPTIONS; o++) {
        if (OPTION_ROWS[o].letter && argv[*i][1] == OPTION_ROWS[o].letter) {
            str rest = str_of(argv[*i] + 2);
            take(a, ctx, o, str_of(argv[*i]), rest, rest.n > 0, argc, argv, i);
            return;
        }
    }
    problem(a, ctx, "there is no option '%.*s'", str_of(argv[*i]));
}

static bool takes_command(struct args *a, str word)
{
    for (int c = 0; c < COMMANDS; c++) {
        if (str_is(word, COMMAND_ROWS[c].name)) {
            a->command = (enum command)c;
            return true;
        }
    }
    return false;
}

/* Those that add up. */
static bool may_be_repeated(enum option o)
{
    static const enum option many[] = {OPTION_ROOT, OPTION_PACKAGE_PATH, OPTION_CFG_OPTIONS,
        OPTION_ENV, OPTION_LIBRARY, OPTION_LIMIT, OPTION_SELECT, OPTION_EXTEND_SELECT,
        OPTION_IGNORE, OPTION_DELETE, OPTION_PRUNE, OPTION_CHANGE};
    for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
        if (o == many[i]) {
            return true;
        }
    }
    return false;
}

void args_parse(struct args *a, void *ctx, int argc, char **argv)
{
    *a = (struct args){.command = (enum command)0};
    bool named = false, ended = false;
    for (int i = 1; i < argc; i++) {
        str word = str_of(argv[i]);
        if (!ended && str_eq(word, STR("--"))) {
            ended = true;
        } else if (!ended && str_starts(word, STR("--"))) {
            long_option(a, ctx, argc, argv, &i);
        } else if (!ended && word.n > 1 && word.p[0] == '-') {
            short_option(a, ctx, argc, argv, &i);
        } else if (!named && !ended && a->paths.n == 0 && takes_command(a, word)) {
            named = true;
        } else if (word.n == 0) {
            problem(a, ctx, "the argument '%.*s' names nothing", word);
        } else {
            vec_push(ctx, &a->paths, word);
        }
    }
    if (!named && args_has(a, OPTION_TARGET)) { /* cfglint --target 70% FILE */
        a->command = COMMAND_PLAN;
    }
    VEC_EACH (struct given, g, &a->options) {
        if (args_value(a, g->option, STR("")).p != g->value.p && !may_be_repeated(g->option)) {
            problem(
                a, ctx, "the option '--%.*s' is given twice", str_of(OPTION_ROWS[g->option].name));
        }
        if (!args_fits(a, g->option)) {
            problem(a, ctx, "the option '--%.*s' does not go with this command",
                str_of(OPTION_ROWS[g->option].name));
        }
    }
}

bool args_has(const struct args *a, enum option o)
{
    VEC_EACH (struct given, g, &a->options) {
        if (g->option == o) {
            return true;
        }
    }
    return false;
}

str args_value(const struct args *a, enum option o, str fallback)
{
    VEC_EACH (struct given, g, &a->options) {
        if (g->option == o) {
            fallback = g->value;
        }
    }
    return fallback;
}

/* "text, json" */
static str with_commas(void *ctx, str words)
{
    struct buf b = buf_make(ctx);
    for (size_t i = 0; i < words.n; i++) {
        if (words.p[i] == ' ') {
            buf_byte(&b, ',');
        }
        buf_byte(&b, words.p[i]);
    }
    return buf_str(&b);
}

static void help_options(struct buf *b, unsigned commands, bool shared, str formats)
{
    for (int i = 0; i < OPTIONS; i++) {
        const struct option_row *row = &OPTION_ROWS[i];
        bool everywhere = row->commands == C_ALL;
        if (everywhere != shared || !(row->commands & commands)) {
            continue;
        }
        struct buf head = buf_make(b->ctx);
        if (row->letter) {
            foreign_printf(&head, "  -%c, ", row->letter);
        } else {
            buf_puts(&head, "      ");
        }
        foreign_printf(&head, "--%s%s%s", row->name, row->argument ? " " : "",
            row->argument ? row->argument : "");
        str text = buf_str(&head);
        foreign_printf(b, "%-30.*s ", STR_ARG(text));
        buf_puts(b, text.n > 30 ? "\n                               " : "");
        bool names = i == OPTION_FORMAT && formats.n > 0;
        foreign_printf(
            b, "%s%s%.*s\n", row->what, names ? ": " : "", names ? (int)formats.n : 0, formats.p);
    }
}

void args_help(struct buf *out, enum command command)
{
    if (command < COMMANDS) {
        foreign_printf(out, "usage: cfglint %s [OPTION...] %s\n%s.\n\nOptions:\n",
            COMMAND_ROWS[command].name, COMMAND_ROWS[command].arguments,
            COMMAND_ROWS[command].summary);
        str formats = with_commas(out->ctx, args_formats(command));
        help_options(out, 1u << command, false, formats);
        buf_puts(out, "\nOptions of every command:\n");
        help_options(out, 1u << command, true, formats);
        return;
    }
    buf_puts(out,
        "usage: cfglint [COMMAND] [OPTION...] PATH...\n"
        "Reads training configs of the OpenMMLab family without executing them.\n\nCommands:\n");
    for (int c = 0; c < COMMANDS; c++) {
        foreign_printf(out, "  %-11s %-12s %s\n", COMMAND_ROWS[c].name, COMMAND_ROWS[c].arguments,
            COMMAND_ROWS[c].summary);
    }
    buf_puts(out, "\nOptions of every command:\n");
    help_options(out, C_ALL, true, STR(""));
    buf_puts(out, "\n`cfglint COMMAND --help` shows a command's own options.\nExit status: ");
    for (int i = 0; i < EXIT_STATUSES; i++) {
        buf_puts(out, i == 0 ? "" : i == EXIT_STATUSES - 1 ? ",\n" : ", ");
        foreign_printf(out, "%d %s", i, STATUS_ROWS[i].word);
    }
    buf_puts(out, ".\n");
}
