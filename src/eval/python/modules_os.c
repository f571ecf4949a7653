/* os and os.path: what they give depends on the host, never on the disk. */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "text/path.h"

static bool wants_path(struct eval *e, const struct value *v)
{
    if (v->kind == VALUE_STRING) {
        return true;
    }
    str type = value_type_name(v);
    return eval_raise(
        e, TYPE_TYPE_ERROR, "expected str, bytes or os.PathLike object, not %.*s", STR_ARG(type));
}

/* Is an argument unknown, or a path of bytes, which nobody writes?  Then *out is unknown. */
static bool paths_unknown(struct eval *e, const struct arguments *args, struct value *out)
{
    for (uint32_t i = 0; i < args->n_positional; i++) {
        if (args->positional[i].kind == VALUE_BYTES) {
            *out = ops_unknown(e, "paths of bytes are not evaluated");
            return true;
        }
    }
    return args_unknown(args, out);
}

BUILTIN(path_join_)
{
    (void)self;
    if (paths_unknown(e, args, out)) {
        return true;
    }
    str path = STR("");
    for (uint32_t i = 0; i < args->n_positional; i++) {
        if (!wants_path(e, &args->positional[i])) {
            return false;
        }
        str part = value_str(&args->positional[i]);
        path = i == 0 ? part : path_join(e->arena, path, part);
    }
    *out = value_string(e->arena, path);
    return true;
}

static bool path_part(
    struct eval *e, const struct arguments *args, str (*part)(str), struct value *out)
{
    if (paths_unknown(e, args, out)) {
        return true;
    }
    if (!wants_path(e, &args->positional[0])) {
        return false;
    }
    *out = value_string(e->arena, part(value_str(&args->positional[0])));
    return true;
}

/* A path in the root keeps all of its slashes, as in Python. */
static str dirname_of(str path)
{
    str dir = path_dirname(path);
    size_t n = 0;
    while (n < path.n && path.p[n] == '/') {
        n++;
    }
    return str_is(dir, "/") ? str_slice(path, 0, n) : dir;
}

BUILTIN(path_dirname_)
{
    (void)self;
    return path_part(e, args, dirname_of, out);
}

BUILTIN(path_basename_)
{
    (void)self;
    return path_part(e, args, path_basename, out);
}

BUILTIN(path_normpath)
{
    (void)self;
    if (paths_unknown(e, args, out)) {
        return true;
    }
    *out = value_string(e->arena, path_normal(e->arena, value_str(&args->positional[0])));
    return wants_path(e, &args->positional[0]);
}

static void pair(struct eval *e, str a, str b, struct value *out)
{
    struct list *l = list_new(e->arena, 2);
    list_push(e->arena, l, value_string(e->arena, a));
    list_push(e->arena, l, value_string(e->arena, b));
    *out = value_of_tuple(l);
}

BUILTIN(path_splitext)
{
    (void)self;
    if (paths_unknown(e, args, out)) {
        return true;
    }
    str path = value_str(&args->positional[0]), extension = path_extension(path);
    pair(e, str_slice(path, 0, path.n - extension.n), extension, out);
    return wants_path(e, &args->positional[0]);
}

BUILTIN(path_split)
{
    (void)self;
    if (paths_unknown(e, args, out)) {
        return true;
    }
    str path = value_str(&args->positional[0]);
    pair(e, dirname_of(path), path_basename(path), out);
    return wants_path(e, &args->positional[0]);
}

BUILTIN(path_isabs)
{
    (void)self;
    if (paths_unknown(e, args, out)) {
        return true;
    }
    *out = value_bool(str_starts(value_str(&args->positional[0]), STR("/")));
    return wants_path(e, &args->positional[0]);
}

/* `~` is the home of whoever runs the tool, as it is for the loader; ~name is not looked up. */
BUILTIN(path_expanduser)
{
    (void)self;
    if (paths_unknown(e, args, out)) {
        return true;
    }
    if (!wants_path(e, &args->positional[0])) {
        return false;
    }
    str path = value_str(&args->positional[0]);
    str home = e->host->environment ? e->host->environment(e, "HOME") : STR("");
    bool own = path.n == 1 || (path.n > 1 && path.p[1] == '/');
    if (!str_starts(path, STR("~"))) {
        *out = args->positional[0];
    } else if (!own || home.n == 0) {
        *out = ops_unknown(e, "it depends on who runs it (expanduser)");
    } else {
        while (home.n > 1 && home.p[home.n - 1] == '/') {
            home.n--;
        }
        *out = value_string(e->arena, arena_concat(e->arena, home, str_slice(path, 1, path.n)));
    }
    return true;
}

static bool depends(struct eval *e, struct value *out)
{
    *out = ops_plain_unknown(e, "it depends on the machine that runs it");
    return true;
}

BUILTIN(depends_on_machine)
{
    (void)self, (void)args;
    return depends(e, out);
}

BUILTIN(os_getcwd)
{
    (void)self, (void)args;
    if (e->host->folder.n == 0) {
        return depends(e, out);
    }
    *out = value_string(e->arena, e->host->folder);
    return true;
}

BUILTIN(path_abspath)
{
    (void)self;
    if (paths_unknown(e, args, out)) {
        return true;
    }
    if (!wants_path(e, &args->positional[0])) {
        return false;
    }
    if (e->host->folder.n == 0) {
        return depends(e, out);
    }
    *out = value_string(
        e->arena, path_absolute(e->arena, e->host->folder, value_str(&args->positional[0])));
    return true;
}

BUILTIN(path_relpath)
{
    (void)self;
    if (paths_unknown(e, args, out)) {
        return true;
    }
    const struct value *path = arg(args, 0, "path"), *start = arg(args, 1, "start");
    if (path && !value_truth(path)) {
        return eval_raise(e, TYPE_VALUE_ERROR, "no path specified");
    }
    if (!path || !wants_path(e, path) || (start && !wants_path(e, start))) {
        return e->raised ? false : eval_raise(e, TYPE_TYPE_ERROR, "relpath() needs a path");
    }
    if (e->host->folder.n == 0) {
        return depends(e, out);
    }
    str from = path_absolute(e->arena, e->host->folder, start ? value_str(start) : STR("."));
    str to = path_absolute(e->arena, e->host->folder, value_str(path));
    *out = value_string(e->arena, path_relative(e->arena, to, from));
    return true;
}

/* Of all files, only the one that runs, and the folders above it, are sure to be there. */
static bool look_for(
    struct eval *e, const struct arguments *args, bool file, bool dir, struct value *out)
{
    const struct value *v = &args->positional[0];
    if (v->kind == VALUE_STRING && e->host->file_name.n > 0 && e->host->folder.n > 0) {
        str own = path_absolute(e->arena, e->host->folder, e->host->file_name);
        str path = path_absolute(e->arena, e->host->folder, value_str(v));
        bool itself = str_eq(path, own);
        if ((file && itself) || (dir && !itself && path_is_under(own, path))) {
            *out = value_bool(true);
            return true;
        }
    }
    return depends(e, out);
}

BUILTIN(path_exists)
{
    (void)self;
    return look_for(e, args, true, true, out);
}

BUILTIN(path_isfile)
{
    (void)self;
    return look_for(e, args, true, false, out);
}

BUILTIN(path_isdir)
{
    (void)self;
    return look_for(e, args, false, true, out);
}

BUILTIN(os_getenv)
{
    return OS_ENVIRON[0].run(e, self, args, out);
}

const struct builtin_def OS_PATH[] = {
    {"join", path_join_, 1, -1, NULL, true, NULL},
    {"dirname", path_dirname_, 1, 1, NULL, true, NULL},
    {"basename", path_basename_, 1, 1, NULL, true, NULL},
    {"normpath", path_normpath, 1, 1, NULL, true, NULL},
    {"splitext", path_splitext, 1, 1, NULL, true, NULL},
    {"split", path_split, 1, 1, NULL, true, NULL},
    {"isabs", path_isabs, 1, 1, NULL, true, NULL},
    {"expanduser", path_expanduser, 1, 1, NULL, true, NULL},
    {"abspath", path_abspath, 1, 1, NULL, true, NULL},
    {"realpath", depends_on_machine, 0, -1, "**", true, NULL},
    {"relpath", path_relpath, 1, 2, "path start", true, NULL},
    {"exists", path_exists, 1, 1, "path", true, NULL},
    {"isfile", path_isfile, 1, 1, "path", true, NULL},
    {"isdir", path_isdir, 1, 1, "path", true, NULL},
    {0},
};

const struct builtin_def OS[] = {
    {"getenv", os_getenv, 1, 2, "key default", true, NULL},
    {"getcwd", os_getcwd, 0, 0, NULL, false, NULL},
    {"cpu_count", depends_on_machine, 0, 0, NULL, false, NULL},
    {"listdir", depends_on_machine, 0, -1, "path", false, NULL},
    {0},
};
