/* The folders that may be read: which ones a name on the command line opens. */
#include "text/files.h"

#include "text/path.h"
#include "text/real.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool files_add_root(struct files *f, str dir)
{
    char real[PATH_MAX];
    struct stat st;
    if (!real_path(f->real, dir, real, &st) || !S_ISDIR(st.st_mode)) {
        return false;
    }
    VEC_EACH (str, root, &f->roots) {
        if (str_is(*root, real)) {
            return true;
        }
    }
    vec_push(f, &f->roots, arena_str(f->arena, str_of(real)));
    return true;
}

bool files_under_roots(const struct files *f, str real)
{
    VEC_EACH (str, root, &f->roots) {
        if (path_is_under(real, *root)) {
            return true;
        }
    }
    return false;
}

static bool has_repository(str dir)
{
    static const char *const marks[] = {".git", ".hg", ".svn"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        char z[PATH_MAX];
        struct stat st;
        int n = snprintf(z, sizeof z, "%.*s/%s", STR_ARG(dir), marks[i]);
        if (n > 0 && (size_t)n < sizeof z && stat(z, &st) == 0) {
            return true;
        }
    }
    return false;
}

/* The file system, a home folder or what holds it: nobody means all of that by naming one file. */
static bool is_too_wide(const struct files *f, str real)
{
    char home[PATH_MAX];
    struct stat st;
    const char *z = getenv("HOME");
    return real.n <= 1 ||
           (z && real_path(f->real, str_of(z), home, &st) && path_is_under(str_of(home), real));
}

static bool add_narrow(struct files *f, str dir)
{
    char real[PATH_MAX];
    struct stat st;
    return real_path(f->real, dir, real, &st) && !is_too_wide(f, str_of(real)) &&
           files_add_root(f, str_of(real));
}

/* The work tree that holds the folder as it was named: a link in it that leads out of it opens
 * nothing. */
static bool add_work_tree(struct files *f, str dir)
{
    for (; dir.n > 1; dir = path_dirname(dir)) {
        if (has_repository(dir) && add_narrow(f, dir)) {
            return true;
        }
    }
    return false;
}

static bool has_folder(str dir, const char *name)
{
    char z[PATH_MAX];
    struct stat st;
    int n = snprintf(z, sizeof z, "%.*s/%s", STR_ARG(dir), name);
    return n > 0 && (size_t)n < sizeof z && stat(z, &st) == 0 && S_ISDIR(st.st_mode);
}

/* The repository of a project that is one of several in its folder `projects`: that has configs of
 * its own; or `projects` is where it keeps them. */
static str around(str project)
{
    for (str dir = project; dir.n > 1; dir = path_dirname(dir)) {
        str above = path_dirname(dir);
        if (str_is(path_basename(dir), "projects") &&
            (dir.n == project.n || has_folder(above, "configs"))) {
            return above;
        }
    }
    return project;
}

/* The project around the nearest folder called configs, or one of several in `projects`. */
static bool add_project(struct files *f, str real)
{
    for (str dir = real; dir.n > 1; dir = path_dirname(dir)) {
        if (str_is(path_basename(dir), "configs")) {
            str project = path_dirname(dir);
            return add_narrow(f, around(project)) || add_narrow(f, project) || add_narrow(f, dir);
        }
    }
    str repository = around(real);
    return repository.n < real.n && add_narrow(f, repository);
}

str files_project_of(const struct files *f, str path)
{
    str outermost = STR("");
    for (size_t i = 0; i < f->roots.n; i++) {
        str root = f->roots.items[i];
        bool further = outermost.n == 0 || root.n < outermost.n;
        outermost = path_is_under(path, root) && further ? root : outermost;
    }
    if (outermost.n == 0 || has_repository(outermost)) {
        return outermost;
    }
    for (str dir = path_dirname(path); dir.n > outermost.n; dir = path_dirname(dir)) {
        if (str_is(path_basename(dir), "configs")) {
            str project = around(path_dirname(dir));
            return path_is_under(project, outermost) ? project : outermost;
        }
    }
    return outermost;
}

/* Has the folder a file of options that belongs to the owner of `here`? */
static bool has_options(str dir, uid_t owner)
{
    static const char *const names[] = {".cfglint.yaml", ".cfglint.yml"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char z[PATH_MAX];
        struct stat st;
        int n = snprintf(z, sizeof z, "%.*s/%s", STR_ARG(dir), names[i]);
        if (n > 0 && (size_t)n < sizeof z && lstat(z, &st) == 0 && S_ISREG(st.st_mode) &&
            st.st_uid == owner) {
            return true;
        }
    }
    return false;
}

/* The outermost folder above that its owner has marked with a .cfglint.yaml. */
static bool add_marked(struct files *f, str here, uid_t owner)
{
    str marked = STR("");
    for (str dir = here; dir.n > 1; dir = path_dirname(dir)) {
        marked = has_options(dir, owner) && !is_too_wide(f, dir) ? dir : marked;
    }
    return marked.n > 0 && add_narrow(f, marked);
}

/* --- where a path leads --- */

enum {
    MOST_LINKS = 40
};

/*
 * Where a path leads, also when there is nothing: as far as it is there its real path, and after
 * that its own words.  So what is not there can be told from what may not be seen.
 */
static bool leads_to(const struct files *f, struct arena *a, str path, str *to, int links)
{
    char real[PATH_MAX], target[PATH_MAX];
    struct stat st;
    if (links == 0 || path.n == 0 || path.n >= PATH_MAX || memchr(path.p, 0, path.n)) {
        return false;
    }
    if (real_path(f->real, path, real, &st)) {
        *to = arena_str(a, str_of(real));
        return true;
    }
    str parent;
    if (path.n <= 1 || !leads_to(f, a, path_dirname(path), &parent, links)) {
        return false;
    }
    str place = path_join(a, parent, path_basename(path));
    ssize_t n = readlink(arena_str(a, place).p, target, sizeof target);
    if (n > 0 && (size_t)n < sizeof target) {
        str next = path_absolute(a, parent, arena_str(a, (str){target, (size_t)n}));
        return leads_to(f, a, next, to, links - 1);
    }
    *to = place;
    return true;
}

/* --- the roots of a path --- */

void files_add_root_of(struct files *f, str path)
{
    char real[PATH_MAX], cwd[PATH_MAX];
    struct stat st;
    str absolute = path_absolute(f->arena, f->cwd, path), dir = path_dirname(absolute);
    str nothing;
    if (!real_path(f->real, dir, real, &st) || !S_ISDIR(st.st_mode)) {
        if (leads_to(
                f, f->arena, absolute, &nothing, MOST_LINKS)) { /* to say that it is not there */
            vec_push(f, &f->roots, nothing);
        }
        return;
    }
    str here = str_of(real);
    uid_t owner = st.st_uid;
    if (files_under_roots(f, here) || add_work_tree(f, dir)) {
        return;
    }
    bool in_cwd = real_path(f->real, f->cwd, cwd, &st) && path_is_under(here, str_of(cwd)) &&
                  add_narrow(f, str_of(cwd));
    bool is_marked = add_marked(f, here, owner);
    if (!add_project(f, here) && !is_marked && !in_cwd && !add_narrow(f, here)) {
        vec_push(
            f, &f->roots, path_join(f->arena, arena_str(f->arena, here), path_basename(absolute)));
    }
}

bool files_leads_inside(const struct files *f, struct arena *a, str path)
{
    str to;
    return leads_to(f, a, path_absolute(a, f->cwd, path), &to, MOST_LINKS) &&
           files_under_roots(f, to);
}
