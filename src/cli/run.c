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

/* What the user names holds in every scope. */
static bool take_option(struct run *r, const struct given *g)
{
    switch (g->option) {
    case OPTION_PACKAGE_PATH:
        (g->at.source ? loader_add_packages : loader_add_installed)(r->loader, g->value);
        return true;
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

void run_enter(struct run *r, size_t scope)
{
    const struct scope *s = r->scopes.items[scope];
    r->scope = scope;
    r->library = s->library;
    r->loader = s->loader;
}

/* False after a diagnostic. */
static bool fill_scope(struct run *r)
{
    VEC_EACH (struct given, g, &r->args.options) {
        if (!take_option(r, g)) {
            return false;
        }
    }
    environment_packages(r);
    return true;
}

static struct scope *add_scope(struct run *r)
{
    struct scope *s = mem_zero(r, sizeof *s);
    s->library = r->scopes.n > 0 ? library_beside(r, r->scopes.items[0]->library)
                                 : library_new(r, &r->limits, r->files, NULL);
    s->loader = loader_new(r, &r->limits, r->files, s->library);
    vec_push(r, &r->scopes, s);
    run_enter(r, r->scopes.n - 1);
    return s;
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
    add_scope(r);
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
    VEC_EACH (
        struct given, g, &r->args.options) { /* of .cfglint.yaml; take_roots() took the others */
        if (g->option == OPTION_ROOT && g->at.source && !files_add_root(r->files, g->value)) {
            return no_root(r, g);
        }
    }
    return fill_scope(r) && values_check(r) && values_dialect(r, &r->config_options.dialect);
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

/* A `.cfglint` folder that may be read; NULL for none. */
static str library_in(struct run *r, str dir)
{
    str path = path_join(r->arena, dir, STR(".cfglint"));
    if (!files_has_name(r->files, path)) {
        return STR("");
    }
    if (!files_has_dir(r->files, path)) {
        struct diag *d =
            run_usage(r, "'%.*s' is not read: it is no folder below those that may be read",
                STR_ARG(run_shown(r, path)));
        diag_help(r->diags, d, "--library DIR takes one that lies anywhere");
        return STR("");
    }
    return path;
}

/* Outermost first, so that the folder nearest to the config has the last word. */
static void find_libraries(struct run *r, str dir, uint32_t depth, struct scope *to)
{
    if (depth > 0 && files_is_inside(r->files, dir)) {
        if (path_dirname(dir).n < dir.n) {
            find_libraries(r, path_dirname(dir), depth - 1, to);
        }
        str path = library_in(r, dir);
        if (path.n > 0) {
            vec_push(r, &to->folders, path);
        }
    }
}

static bool has_folders(const struct scope *s, const struct scope *wanted)
{
    bool same = s->folders.n == wanted->folders.n;
    for (size_t i = 0; i < s->folders.n && same; i++) {
        same = str_eq(s->folders.items[i], wanted->folders.items[i]);
    }
    return same;
}

static bool too_many_scopes(struct run *r)
{
    if (r->scopes.n < r->limits.libraries) {
        return false;
    }
    struct diag *d = diags_add(r->diags, "LIM001", SEVERITY_ERROR, (struct loc){0},
        "the configs of this run lie below more sets of .cfglint folders than the limit libraries "
        "allows");
    d->fatal = true;
    diag_help(r->diags, d, "name fewer folders, or --limit libraries=N");
    return true;
}

static void enter_scope_of(struct run *r, struct scope *wanted)
{
    for (size_t i = r->prepared.p ? 0 : r->scopes.n; i < r->scopes.n; i++) {
        if (has_folders(r->scopes.items[i], wanted)) {
            vec_free(&wanted->folders);
            run_enter(r, i);
            return;
        }
    }
    if (r->prepared.p && too_many_scopes(r)) {
        return;
    }
    struct scope *s = r->scopes.items[0]; /* is that of the first config */
    if (r->prepared.p) {
        s = add_scope(r);
        fill_scope(r);
    }
    s->folders.items = wanted->folders.items;
    s->folders.n = wanted->folders.n;
    VEC_EACH (str, folder, &s->folders) {
        library_add_folder(s->library, run_shown(r, *folder), r->diags);
    }
}

static size_t common(const struct scope *a, const struct scope *b, size_t n)
{
    size_t same = 0;
    while (
        same < n && same < b->folders.n && str_eq(a->folders.items[same], b->folders.items[same])) {
        same++;
    }
    return same;
}

void run_enter_common(struct run *r)
{
    const struct scope *first = r->scopes.items[0];
    size_t n = first->folders.n;
    VEC_EACH (struct scope *, s, &r->scopes) {
        n = common(first, *s, n);
    }
    VEC_EACH (struct scope *, s, &r->scopes) {
        for (size_t i = n; i < (*s)->folders.n; i++) {
            struct diag *d = diags_add(r->diags, "USE001", SEVERITY_WARNING, (struct loc){0},
                "'%.*s' is not read: it holds for some of these configs only",
                STR_ARG(run_shown(r, (*s)->folders.items[i])));
            diag_help(r->diags, d, "name its configs alone");
        }
    }
    struct scope wanted = {0};
    for (size_t i = 0; i < n; i++) {
        vec_push(r, &wanted.folders, first->folders.items[i]);
    }
    enter_scope_of(r, &wanted);
}

void run_prepare(struct run *r, str path)
{
    str dir = path_dirname(path);
    if (r->prepared.p && str_eq(dir, r->prepared)) {
        run_enter(r, r->prepared_scope);
        return;
    }
    struct scope wanted = {0};
    files_add_root_of(r->files, path);
    find_libraries(r, path_dirname(path_absolute(r->arena, r->files->cwd, path)), 64, &wanted);
    enter_scope_of(r, &wanted);
    r->prepared = arena_str(r->arena, dir);
    r->prepared_scope = r->scope;
}

void run_prepare_here(struct run *r)
{
    run_prepare(r, STR("config"));
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
