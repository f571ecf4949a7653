#include "lint/modules.h"

#include "text/path.h"

#include <ctype.h>

/* The first part of a dotted name, and the name as a path. */
struct module {
    str package, path, file;
};

/* Does the folder hold the package?  At the top of the work tree one needs no __init__.py: deeper
 * down a folder of that name may hold anything. */
static bool has_package(const struct files *f, struct arena *a, str dir, str name, bool top)
{
    str at = path_join(a, dir, name);
    return top ? files_has_dir(f, at) : files_has_file(f, path_join(a, at, STR("__init__.py")));
}

static bool is_name(str s)
{
    bool begins = true; /* a part of it */
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if (c == '.' ? begins : !isalnum(c) && c != '_') {
            return false;
        }
        begins = c == '.';
    }
    return !begins;
}

static struct module of_name(struct arena *a, str name)
{
    size_t dot = str_find(name, STR("."), 0);
    char *path = ARENA_MANY(a, char, name.n + sizeof ".py");
    for (size_t i = 0; i < name.n; i++) {
        path[i] = name.p[i] == '.' ? '/' : name.p[i];
    }
    memcpy(path + name.n, ".py", sizeof ".py");
    return (struct module){.package = str_slice(name, 0, dot < name.n ? dot : name.n),
        .path = {path, name.n},
        .file = {path, name.n + strlen(".py")}};
}

bool modules_lack(const struct files *f, str config, str module)
{
    enum {
        LONGEST = 512,
        DEPTH = 40 /* of folders */
    };
    if (module.n > LONGEST || !is_name(module)) {
        return false;
    }
    struct arena *a = arena_new(NULL);
    struct module m = of_name(a, module);
    bool package = false, found = false;
    str dir = path_dirname(config);
    bool top = !files_is_inside(f, dir);
    for (int i = 0; i < DEPTH && !top && !found; i++) {
        str above = path_dirname(dir);
        top = above.n == dir.n || !files_is_inside(f, above);
        package |= has_package(f, a, dir, m.package, top);
        found = files_has_file(f, path_join(a, dir, m.file)) ||
                files_has_dir(f, path_join(a, dir, m.path));
        dir = above;
    }
    talloc_free(a);
    return package && !found;
}
