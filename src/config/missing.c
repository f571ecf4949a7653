/* What somebody may have meant who names a base that is not there. */
#include "config/load.h"
#include "text/files.h"
#include "text/path.h"

#include <ctype.h>

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

static str lowered(struct arena *a, str s)
{
    char *p = arena_alloc(a, s.n + 1);
    for (size_t i = 0; i < s.n; i++) {
        p[i] = (char)tolower((unsigned char)s.p[i]);
    }
    return (str){p, s.n};
}

/* Edits between names in any case, which are long and mostly the same; `cap` + 1 when there are
 * more. */
static size_t edits(struct arena *arena, str x, str y, size_t cap)
{
    if (x.n > y.n + cap || y.n > x.n + cap) {
        return cap + 1;
    }
    str a = lowered(arena, x), b = lowered(arena, y);
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

static str stem(str name)
{
    return str_slice(name, 0, name.n - path_extension(name).n);
}

/* Between names of files: that one ends as another kind of config does is one more. */
static size_t edits_of_files(struct arena *a, str name, str other, size_t cap)
{
    bool ends_so = str_eq_any_case(path_extension(name), path_extension(other));
    return !ends_so && !path_is_config(other) ? cap + 1
                                              : edits(a, stem(name), stem(other), cap) + !ends_so;
}

/* The path with the first of its names that is not there as the nearest one is that leads to a
 * file other than `from`; or nothing. */
static str like_named(const struct files *f, struct arena *a, str path, str from)
{
    str dir = folder_there(f, path), found = {0};
    if (dir.n <= 1) {
        return found;
    }
    str below = str_slice(path, dir.n + 1, path.n);
    size_t end = str_find(below, STR("/"), 0);
    str name = str_slice(below, 0, end < below.n ? end : below.n);
    str rest = str_slice(below, name.n, below.n);
    size_t cap = edits_of(rest.n > 0 ? name.n : stem(name).n), least = cap + 1;
    struct names names = {0};
    files_list(f, a, dir, &names);
    VEC_EACH (struct name, it, &names.list) {
        size_t n =
            rest.n > 0 ? edits(a, name, it->text, cap) : edits_of_files(a, name, it->text, cap);
        if (n >= least) {
            continue;
        }
        str whole =
            arena_printf(a, "%.*s/%.*s%.*s", STR_ARG(dir), STR_ARG(it->text), STR_ARG(rest));
        if (!str_eq(whole, from) && files_has_file(f, whole)) {
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

/* The innermost folder on the way to a path, if it is empty; or nothing. */
static str empty_folder(const struct files *f, struct arena *a, str path)
{
    str dir = folder_there(f, path);
    struct names names = {0};
    return dir.n > 1 && files_list(f, a, dir, &names) && names.list.n == 0 ? dir : (str){0};
}

static str phrase(const struct files *f, struct arena *a, struct arena *own, str path, str from)
{
    str meant = elsewhere(f, own, path, from);
    meant = meant.n > 0 ? meant : like_named(f, own, path, from);
    if (meant.n > 0) {
        return arena_printf(a, "did you mean '%.*s'?", STR_ARG(load_shown(own, f, meant)));
    }
    str empty = empty_folder(f, own, path);
    return empty.n > 0
               ? arena_printf(a, "'%.*s' is empty: `git submodule update --init` fills a submodule",
                     STR_ARG(load_shown(own, f, empty)))
               : (str){0};
}

str load_meant(const struct load *l, struct arena *a, str path, struct loc from)
{
    const struct files *f = loader_files(l->loader);
    if (!from.source || path.n > LONGEST || files_has(f, path)) {
        return (str){0};
    }
    void *ctx = mem_context(NULL);
    str said = phrase(f, a, arena_new(ctx), path, from.source->absolute);
    talloc_free(ctx);
    return said;
}
