#include "text/path.h"

#include "base/buf.h"
#include "base/mem.h"

str path_join(struct arena *a, str dir, str name)
{
    if (name.n > 0 && name.p[0] == '/') {
        return name;
    }
    if (dir.n == 0 || dir.p[dir.n - 1] == '/') {
        return arena_concat(a, dir, name);
    }
    return arena_concat(a, arena_concat(a, dir, STR("/")), name);
}

/* Cuts the last component off a normal path under construction. */
static size_t without_last(const char *p, size_t n, size_t root)
{
    while (n > root && p[n - 1] != '/') {
        n--;
    }
    return n > root ? n - 1 : n;
}

str path_normal(struct arena *a, str path)
{
    if (path.n == 0) {
        return STR(".");
    }
    char *out = arena_alloc(a, path.n + 2);
    size_t n = 0;
    bool absolute = path.p[0] == '/';
    size_t ups = 0; /* bytes of leading ".." parts of a relative path */
    if (absolute) {
        out[n++] = '/';
        if (path.n >= 2 && path.p[1] == '/' && (path.n == 2 || path.p[2] != '/')) {
            out[n++] = '/'; /* POSIX leaves exactly two slashes to the system */
        }
    }
    size_t root = n;
    for (size_t i = 0; i < path.n;) {
        size_t end = i;
        while (end < path.n && path.p[end] != '/') {
            end++;
        }
        str part = str_slice(path, i, end);
        i = end + 1;
        if (part.n == 0 || str_eq(part, STR("."))) {
            continue;
        }
        bool up = str_eq(part, STR(".."));
        if (up && n > root + ups) {
            n = without_last(out, n, root + ups);
            continue;
        }
        if (up && absolute) {
            continue;
        }
        if (n > root) {
            out[n++] = '/';
        }
        memcpy(out + n, part.p, part.n);
        n += part.n;
        if (up) {
            ups = n - root;
        }
    }
    if (n == 0) {
        out[n++] = '.';
    }
    out[n] = '\0';
    return (str){out, n};
}

str path_absolute(struct arena *a, str cwd, str path)
{
    return path_normal(a, path_join(a, cwd, path));
}

str path_dirname(str path)
{
    size_t slash = str_rfind_byte(path, '/');
    if (slash == SIZE_MAX) {
        return STR("");
    }
    str head = str_slice(path, 0, slash + 1);
    while (head.n > 0 && head.p[head.n - 1] == '/') {
        head.n--;
    }
    return head.n > 0 ? head : str_slice(path, 0, 1); /* of `//`, too: who climbs comes to an end */
}

str path_basename(str path)
{
    size_t slash = str_rfind_byte(path, '/');
    return slash == SIZE_MAX ? path : str_slice(path, slash + 1, path.n);
}

str path_extension(str path)
{
    str base = path_basename(path);
    size_t dot = str_rfind_byte(base, '.');
    if (dot == SIZE_MAX) {
        return STR("");
    }
    for (size_t i = 0; i < dot; i++) {
        if (base.p[i] != '.') {
            return str_slice(base, dot, base.n);
        }
    }
    return STR("");
}

bool path_is_yaml(str path)
{
    return STR_IS_ANY(path_extension(path), ".yaml", ".yml");
}

bool path_is_config(str path)
{
    return path_is_yaml(path) || STR_IS_ANY(path_extension(path), ".py", ".json");
}

bool path_is_under(str path, str dir)
{
    if (!str_starts(path, dir)) {
        return false;
    }
    return path.n == dir.n || (dir.n > 0 && dir.p[dir.n - 1] == '/') || path.p[dir.n] == '/';
}

str path_relative(struct arena *a, str path, str from_dir)
{
    struct buf b = buf_make(a->owner);
    str dir = from_dir;
    while (!path_is_under(path, dir)) {
        buf_put(&b, b.n ? STR("/..") : STR(".."));
        dir = path_dirname(dir);
    }
    str rest = str_slice(path, dir.n, path.n);
    if (rest.n > 0 && rest.p[0] == '/') {
        rest = str_slice(rest, 1, rest.n);
    }
    if (rest.n > 0) {
        if (b.n > 0) {
            buf_byte(&b, '/');
        }
        buf_put(&b, rest);
    }
    return b.n ? buf_str(&b) : STR(".");
}
