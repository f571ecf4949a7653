#include "cli/scope.h"

#include "text/path.h"

#include <stdlib.h>

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

void scope_enter(struct run *r, size_t scope)
{
    const struct scope *s = r->scopes.items[scope];
    r->scope = scope;
    r->library = s->library;
    r->loader = s->loader;
}

void scope_fill(struct run *r)
{
    VEC_EACH (struct given, g, &r->args.options) {
        if (g->option == OPTION_PACKAGE_PATH) {
            (g->at.source ? loader_add_packages : loader_add_installed)(r->loader, g->value);
        } else if (g->option == OPTION_LIBRARY) {
            library_add_folder(r->library, g->value, r->diags);
        }
    }
    environment_packages(r);
}

struct scope *scope_add(struct run *r)
{
    struct scope *s = mem_zero(r, sizeof *s);
    s->library = r->scopes.n > 0 ? library_beside(r, r->scopes.items[0]->library)
                                 : library_new(r, &r->limits, r->files, NULL);
    s->loader = loader_new(r, &r->limits, r->files, s->library);
    vec_push(r, &r->scopes, s);
    scope_enter(r, r->scopes.n - 1);
    return s;
}

/* A `.cfglint` folder that may be read; empty where there is none. */
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

static void enter_folders(struct run *r, struct scope *wanted)
{
    for (size_t i = r->prepared.p ? 0 : r->scopes.n; i < r->scopes.n; i++) {
        if (has_folders(r->scopes.items[i], wanted)) {
            vec_free(&wanted->folders);
            scope_enter(r, i);
            return;
        }
    }
    if (r->prepared.p && too_many_scopes(r)) {
        return;
    }
    struct scope *s = r->scopes.items[0]; /* the first config has that of the run itself */
    if (r->prepared.p) {
        s = scope_add(r);
        scope_fill(r);
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

void scope_enter_common(struct run *r)
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
    enter_folders(r, &wanted);
}

void scope_prepare(struct run *r, str path)
{
    str dir = path_dirname(path);
    if (r->prepared.p && str_eq(dir, r->prepared)) {
        scope_enter(r, r->prepared_scope);
        return;
    }
    struct scope wanted = {0};
    files_add_root_of(r->files, path);
    find_libraries(r, path_dirname(path_absolute(r->arena, r->files->cwd, path)), 64, &wanted);
    enter_folders(r, &wanted);
    r->prepared = arena_str(r->arena, dir);
    r->prepared_scope = r->scope;
}

void scope_prepare_here(struct run *r)
{
    scope_prepare(r, STR("config"));
}
