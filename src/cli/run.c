#include "cli/facts.h"
#include "cli/project.h"
#include "cli/scope.h"
#include "cli/stdin.h"
#include "cli/values.h"

#include "report/text.h"
#include "text/path.h"

#include <ctype.h>
#include <stdlib.h>

struct diag *run_usage(struct run *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str message = arena_vprintf(r->arena, format, args);
    va_end(args);
    struct diag *d =
        diags_add(r->diags, "USE001", SEVERITY_ERROR, (struct loc){0}, "%.*s", STR_ARG(message));
    d->fatal = true;
    return d;
}

static bool blame(struct diags *diags, struct loc at)
{
    struct diag *d = diags->list.n ? &diags->list.items[diags->list.n - 1] : NULL;
    if (d && !d->at.source && at.source) {
        d->at = at;
    }
    return false;
}

static struct loc given_at(const struct run *r, enum option o)
{
    struct loc at = {0};
    VEC_EACH (struct given, g, &r->args.options) {
        at = g->option == o ? g->at : at;
    }
    return at;
}

bool run_blame(struct run *r, enum option o)
{
    return blame(r->diags, given_at(r, o));
}

str run_source(struct run *r, enum option o)
{
    struct loc at = given_at(r, o);
    const char *name = args_option_name(o);
    if (!at.source) {
        return arena_printf(r->arena, "--%s", name);
    }
    str file = path_basename(at.source->absolute);
    return arena_printf(r->arena, "%s in %.*s", name, STR_ARG(file));
}

static bool take_limit(struct run *r, str text)
{
    const char *equal = memchr(text.p, '=', text.n);
    char *end = NULL;
    unsigned long long n = equal ? strtoull(equal + 1, &end, 10) : 0;
    str name = equal ? str_slice(text, 0, (size_t)(equal - text.p)) : text;
    if (!equal || equal[1] < '0' || equal[1] > '9' || *end || !limits_set(&r->limits, name, n)) {
        run_usage(r,
            "'%.*s' is no limit; write --limit NAME=N with a name of `cfglint list limits`",
            STR_ARG(text));
        return false;
    }
    return true;
}

static bool no_root(struct run *r, const struct given *g)
{
    run_usage(r, "--root: there is no folder '%.*s'", STR_ARG(g->value));
    return blame(r->diags, g->at);
}

/* Folders that may be read besides; those of .cfglint.yaml lie inside already.  take_roots() has
 * taken the roots of the command line. */
static bool allow_option(struct run *r, const struct given *g)
{
    if (g->option == OPTION_ROOT && g->at.source) {
        return files_add_root(r->files, g->value) || no_root(r, g);
    }
    if (g->option == OPTION_LIBRARY &&
        (g->at.source ? !files_has_dir(r->files, g->value) : !files_add_root(r->files, g->value))) {
        run_usage(r, "--library: there is no folder '%.*s'", STR_ARG(g->value));
        return blame(r->diags, g->at);
    }
    return true;
}

/* Before anything is read. */
static bool take_roots(struct run *r)
{
    VEC_EACH (struct given, g, &r->args.options) {
        if (g->option == OPTION_ROOT && !files_add_root(r->files, g->value)) {
            return no_root(r, g);
        }
        if (g->option == OPTION_BASELINE || g->option == OPTION_LOG) {
            files_add_root_of(r->files, g->value);
        }
    }
    return true;
}

static bool is_variable(str name)
{
    for (size_t i = 0; i < name.n; i++) {
        unsigned char c = (unsigned char)name.p[i];
        if (c < 0x80 && !isalnum(c) && c != '_') {
            return false;
        }
    }
    return name.n > 0;
}

bool run_setup(struct run *r)
{
    r->limits = LIMITS_DEFAULT;
    r->files = files_new(r, &r->limits);
    scope_add(r);
    if (r->args.problem.n > 0) {
        run_usage(r, "%.*s", STR_ARG(r->args.problem));
        return false;
    }
    if (!stdin_setup(r) || !take_roots(r) || !project_setup(r)) {
        return false;
    }
    VEC(str) overrides = {0}, variables = {0};
    VEC_EACH (struct given, g, &r->args.options) {
        if (g->option == OPTION_LIMIT && !take_limit(r, g->value)) {
            return false;
        }
        if (g->option == OPTION_CFG_OPTIONS) {
            vec_push(r, &overrides, g->value);
        } else if (g->option == OPTION_ENV) {
            if (!is_variable(g->value)) {
                run_usage(r, "--env: '%.*s' is no name of a variable", STR_ARG(g->value));
                return run_blame(r, OPTION_ENV);
            }
            vec_push(r, &variables, g->value);
        }
    }
    r->config_options.environment = (struct environment){variables.items, (uint32_t)variables.n};
    r->config_options.overrides = overrides.items;
    r->config_options.n_overrides = (uint32_t)overrides.n;
    VEC_EACH (struct given, g, &r->args.options) {
        if (!allow_option(r, g)) {
            return false;
        }
    }
    scope_fill(r);
    return !diags_has_fatal(r->diags) && values_check(r) &&
           values_dialect(r, &r->config_options.dialect);
}

void run_allow(struct run *r, str path)
{
    if (files_is_folder(r->files, path)) { /* itself, and no link to somewhere else */
        files_add_root_of(r->files, path_join(r->arena, path, STR("x")));
        files_add_root(r->files, path);
    } else {
        files_add_root_of(r->files, path);
    }
}

str run_one_path(struct run *r)
{
    if (r->args.paths.n != 1) {
        run_usage(r, "cfglint %s takes one file, and %zu are given",
            args_command_name(r->args.command), r->args.paths.n);
        return STR("");
    }
    return r->args.paths.items[0];
}

str run_shown(struct run *r, str path)
{
    str cwd = r->files->cwd;
    return path_is_under(path, cwd) ? path_relative(r->arena, path, cwd) : path;
}

/* Profiles may be of a project's own folders.  To `migrate`, the name is that of a project. */
bool run_knows_profile(struct run *r)
{
    str name = args_value(&r->args, OPTION_PROFILE, STR(""));
    return r->args.command == COMMAND_MIGRATE || !args_has(&r->args, OPTION_PROFILE) ||
           settings_find_profile(r->library, r->arena, name, r->diags) ||
           blame(r->diags, given_at(r, OPTION_PROFILE));
}

struct config *run_resolve(struct run *r, str path)
{
    scope_prepare(r, path);
    bool good = run_knows_profile(r);
    struct config *c = config_resolve(r->loader, r->arena, path, &r->config_options, r->diags);
    c->failed |= !good;
    return c;
}

static struct settings *settings_of(
    struct run *r, const struct config *c, bool is_base, struct diags *diags)
{
    struct settings_options options = {.profile = args_value(&r->args, OPTION_PROFILE, STR("")),
        .files = r->files,
        .facts = facts_new(r, c->arena),
        .is_base = is_base};
    struct settings *s = settings_extract(r->library, c->arena, c, &options, diags);
    if (!s) {
        blame(diags, given_at(r, OPTION_PROFILE));
    }
    return s;
}

struct settings *run_settings(struct run *r, const struct config *c, struct diags *diags)
{
    return settings_of(r, c, false, diags);
}

struct settings *run_settings_of_heir(struct run *r, const struct config *c, struct diags *diags)
{
    return settings_of(r, c, true, diags);
}

static void print(FILE *to, const struct buf *text)
{
    if (text->n > 0) {
        fwrite(text->p, 1, text->n, to);
    }
}

void run_print(struct run *r, struct buf *text)
{
    print(r->out, text);
}

void run_note(struct run *r, struct buf *text)
{
    print(r->err, text);
}

enum exit_status run_finish(struct run *r, enum exit_status status)
{
    diags_sort(r->diags);
    struct buf b = buf_make(r);
    text_diags(
        &b, r->diags, text_wants_color(r->err, args_value(&r->args, OPTION_COLOR, STR("auto"))));
    run_note(r, &b);
    return diags_has_fatal(r->diags) ? EXIT_USAGE : status;
}
