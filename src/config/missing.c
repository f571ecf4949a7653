/* What somebody may have meant who names a base that is not there. */
#include "config/load.h"
#include "text/files.h"
#include "text/path.h"

enum {
    LEVELS = 4,   /* folders above the config's own that are looked into */
    LONGEST = 512 /* bytes of a path that is looked at */
};

/* So many edits may lie between two names that are meant to be the same. */
static size_t edits_of(size_t letters)
{
    enum {
        SHORT = 4,
        LETTERS_AN_EDIT = 6,
        LEAST = 2,
        MOST = 6
    };
    size_t n = letters / LETTERS_AN_EDIT;
    return letters < SHORT ? letters / 2 : n < LEAST ? LEAST : n < MOST ? n : MOST;
}

/* Edits between names, which are long and mostly the same; `cap` + 1 when there are more. */
static size_t edits(str a, str b, size_t cap)
{
    size_t n = a.n < b.n ? a.n : b.n, same = 0;
    while (same < n && a.p[same] == b.p[same]) {
        same++;
    }
    a = str_slice(a, same, a.n);
    b = str_slice(b, same, b.n);
    while (a.n > 0 && b.n > 0 && a.p[a.n - 1] == b.p[b.n - 1]) {
        a.n--;
        b.n--;
    }
    return str_distance(a, b, cap);
}

/* The innermost folder on the way to a path that is there. */
static str folder_there(const struct files *f, str path)
{
    str dir = path_dirname(path);
    while (dir.n > 1 && !files_has_dir(f, dir)) {
        dir = path_dirname(dir);
    }
    return dir;
}

/* The path with the first of its names that is not there as the nearest one is that leads to a
 * file; or nothing. */
static str like_named(const struct files *f, struct arena *a, str path)
{
    str dir = folder_there(f, path), found = {0};
    if (dir.n <= 1) {
        return found;
    }
    str below = str_slice(path, dir.n + 1, path.n);
    size_t end = str_find(below, STR("/"), 0);
    str name = str_slice(below, 0, end < below.n ? end : below.n);
    str rest = str_slice(below, name.n, below.n), extension = path_extension(name);
    size_t cap = edits_of(rest.n > 0 ? name.n : name.n - extension.n);
    struct names names = {0};
    files_list(f, a, dir, &names);
    for (size_t i = 0, least = cap + 1; i < names.list.n; i++) {
        str other = names.list.items[i].text;
        size_t n = edits(name, other, cap);
        if (n >= least || (rest.n == 0 && !str_eq(path_extension(other), extension))) {
            continue;
        }
        str whole = arena_printf(a, "%.*s/%.*s%.*s", STR_ARG(dir), STR_ARG(other), STR_ARG(rest));
        if (files_has_file(f, whole)) {
            least = n;
            found = whole;
        }
    }
    return found;
}

/* The longest end of the path that leads to a file from the config's folder or one above it: with
 * one `..` too many or too few, or from another machine. */
static str elsewhere(const struct files *f, struct arena *a, str path, str from)
{
    for (size_t slash = 0; slash < path.n; slash = str_find(path, STR("/"), slash + 1)) {
        str end = str_slice(path, slash + 1, path.n), dir = path_dirname(from);
        for (uint32_t i = 0; i <= LEVELS && dir.n > 1; i++, dir = path_dirname(dir)) {
            str other = path_join(a, dir, end);
            if (!str_eq(other, from) && files_has_file(f, other)) {
                return other;
            }
        }
    }
    return (str){0};
}

str missing_meant(const struct files *f, struct arena *a, str path, str from)
{
    if (path.n > LONGEST) {
        return (str){0};
    }
    str found = elsewhere(f, a, path, from);
    return found.n > 0 ? found : like_named(f, a, path);
}

str missing_empty_folder(const struct files *f, struct arena *a, str path)
{
    str dir = path.n > LONGEST ? (str){0} : folder_there(f, path);
    struct names names = {0};
    return dir.n > 1 && files_list(f, a, dir, &names) && names.list.n == 0 ? dir : (str){0};
}
