#include "cli/facts.h"
#include "cli/project.h"
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

static bool take_option(struct run *r, const struct given *g)
{
    switch (g->option) {
    case OPTION_PACKAGE_PATH:
        (g->at.source ? loader_add_packages : loader_add_installed)(r->loader, g->value);
        return true;
    case OPTION_ROOT: /* of .cfglint.yaml, where it lies inside; take_roots() took the others */
        return !g->at.source || files_add_root(r->files, g->value) || no_root(r, g);
    case OPTION_LIBRARY:
        if (g->at.source ? !files_has_dir(r->files, g->value)
                         : !files_add_root(r->files, g->value)) {
            run_usage(r, "--library: there is no folder '%.*s'", STR_ARG(g->value));
            return blame(r->diags, g->at);
        }
        library_add_folder(r->library, g->value, r->diags);
        return !diags_has_fatal(r->diags);
    default: return true;
    }
}

/* Folders of packages named by the environment. */
static void environment_packages(struct run *r)
{
    const char *list = getenv("CFGLINT_PACKAGES");
    for (str rest = str_of(list); rest.n > 0;) {
        const char *colon = memchr(rest.p, ':', rest.n);
        size_t n = colon ? (size_t)(colon - rest.p) : rest.n;
        if (n > 0) {
            loader_add_installed(r->loader, str_slice(rest, 0, n));
        }
        rest = str_slice(rest, colon ? n + 1 : n, rest.n);
    }
    static const char *const prefixes[] = {"VIRTUAL_ENV", "CONDA_PREFIX"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const char *prefix = getenv(prefixes[i]);
        for (int minor = 7; prefix && minor <= 14; minor++) {
            loader_add_installed(r->loader,
                arena_printf(r->arena, "%s/lib/python3.%d/site-packages", prefix, minor));
        }
    }
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
    r->library = library_new(r, &r->limits, r->files, NULL);
    r->loader = loader_new(r, &r->limits, r->files, r->library);
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
        if (!take_option(r, g)) {
            return false;
        }
    }
    environment_packages(r);
    return values_check(r) && values_dialect(r, &r->config_options.dialect);
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

static void add_library(struct run *r, str dir)
{
    str path = path_join(r->arena, dir, STR(".cfglint"));
    VEC_EACH (struct name, it, &r->libraries.list) {
        if (str_eq(it->text, path)) {
            return;
        }
    }
    if (!files_has_name(r->files, path)) {
        return;
    }
    vec_push(r, &r->libraries.list, ((struct name){path, false, true}));
    if (files_has_dir(r->files, path)) {
        library_add_folder(r->library, run_shown(r, path), r->diags);
    } else {
        struct diag *d =
            run_usage(r, "'%.*s' is not read: it is no folder below those that may be read",
                STR_ARG(run_shown(r, path)));
        diag_help(r->diags, d, "--library DIR takes one that lies anywhere");
    }
}

/* Outermost first, so that the folder nearest to the config has the last word. */
static void add_libraries(struct run *r, str dir, uint32_t depth)
{
    if (depth > 0 && files_is_inside(r->files, dir)) {
        if (path_dirname(dir).n < dir.n) {
            add_libraries(r, path_dirname(dir), depth - 1);
        }
        add_library(r, dir);
    }
}

void run_prepare(struct run *r, str path)
{
    str dir = path_dirname(path);
    if (!r->prepared.p || !str_eq(dir, r->prepared)) {
        files_add_root_of(r->files, path);
        add_libraries(r, path_dirname(path_absolute(r->arena, r->files->cwd, path)), 64);
        r->prepared = arena_str(r->arena, dir);
    }
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
    run_prepare(r, path);
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
