#include "config/dialect/dialect.h"
#include "settings/inside.h"
#include "text/path.h"

enum {
    MOST_FOLDERS = 12, /* from a config up to its project */
    MOST_BYTES = 4096  /* of one statement that imports */
};

/* X of the first `from X.apis import`, or of `from X.Y.apis import` where there is none; empty:
 * neither. */
static str package_of_apis(str text)
{
    str deeper = STR("");
    for (size_t at = str_find(text, STR(".apis import"), 0); at != SIZE_MAX;
         at = str_find(text, STR(".apis import"), at + 1)) {
        size_t from = at;
        while (from > 0 && (byte_is_word(text.p[from - 1]) || text.p[from - 1] == '.')) {
            from--;
        }
        str path = str_slice(text, from, at);
        size_t dot = str_find(path, STR("."), 0);
        if (path.n == 0 || !str_ends(str_slice(text, 0, from), STR("from "))) {
            continue;
        }
        if (dot == SIZE_MAX) {
            return path;
        }
        deeper = deeper.n > 0 ? deeper : str_slice(path, 0, dot);
    }
    return deeper;
}

/* The text of the nearest tools/train.py above the file, and the folder that it lies below. */
static str training_script(const struct files *f, struct arena *a, str config, str *project)
{
    str dir = path_dirname(config), reason;
    for (int i = 0; i < MOST_FOLDERS && dir.n > 1 && files_is_inside(f, dir); i++) {
        struct source *s;
        str path = path_join(a, dir, STR("tools/train.py"));
        if (files_has_file(f, path)) {
            *project = dir;
            return files_read(f, a, path, &s, &reason) == FILE_OK ? s->bytes : STR("");
        }
        dir = path_dirname(dir);
    }
    return STR("");
}

/* The line that begins at `from`, or all lines that its parentheses hold. */
static str statement_at(str text, size_t from)
{
    size_t far = from + MOST_BYTES < text.n ? from + MOST_BYTES : text.n;
    str most = str_slice(text, from, far);
    size_t end = str_find(most, STR("\n"), 0);
    str line = str_slice(most, 0, end == SIZE_MAX ? most.n : end);
    size_t close = str_find(line, STR("("), 0) == SIZE_MAX ? 0 : str_find(most, STR(")"), 0);
    return close != SIZE_MAX && close > line.n ? str_slice(most, 0, close) : line;
}

/* Where the script takes the class that loads configs from, when that is no package that a dialect
 * is called after; empty otherwise. */
static str other_loader(str text)
{
    str lead = STR("\nfrom "), other = STR("");
    for (size_t at = str_find(text, lead, 0); at != SIZE_MAX; at = str_find(text, lead, at + 1)) {
        str statement = statement_at(text, at + lead.n);
        size_t import = str_find(statement, STR(" import "), 0);
        if (import == SIZE_MAX || str_find_word(str_slice(statement, import, statement.n),
                                      STR("Config"), 0) == SIZE_MAX) {
            continue;
        }
        str module = str_slice(statement, 0, import);
        if (dialect_find(dotted_first(module))) {
            return STR("");
        }
        other = module;
    }
    return other;
}

str settings_other_loader(const struct files *f, struct arena *a, str config)
{
    str project;
    return f ? other_loader(training_script(f, a, config, &project)) : STR("");
}

/* OpenMMLab's packages are called mm...; who inherits their scripts is told by the content.  A
 * profile may be of the package that it is called after. */
static bool has_own_package(const struct files *f, struct arena *a, str config, str profile)
{
    str project, package = package_of_apis(training_script(f, a, config, &project));
    return package.n > 0 && !str_starts(package, STR("mm")) && !str_eq(package, profile) &&
           files_has_dir(f, path_join(a, project, package));
}

/* It makes the loaders itself, and no Runner, nor calls a package that would. */
static bool is_without_runner(const struct files *f, struct arena *a, str config)
{
    static const char *const RUNNERS[] = {"Runner", "FlexibleRunner", "RUNNERS"};
    str project, text = training_script(f, a, config, &project);
    for (size_t i = 0; i < sizeof RUNNERS / sizeof *RUNNERS; i++) {
        if (str_find_word(text, str_of(RUNNERS[i]), 0) != SIZE_MAX) {
            return false;
        }
    }
    return str_find(text, STR("Config.fromfile("), 0) != SIZE_MAX &&
           str_find(text, STR("DataLoader("), 0) != SIZE_MAX && package_of_apis(text).n == 0;
}

/* A user's profile was made for the script. */
static bool is_built_in(const struct declaration *profile)
{
    return profile && str_starts(profile->tree->source->absolute, STR("rules/"));
}

bool settings_own_script(const struct settings *s)
{
    const struct files *f = s->options.files;
    const struct source *own = s->config->source;
    if (!f || !own || s->options.profile.n > 0 || !is_built_in(s->profile)) {
        return false;
    }
    if (str_is(settings_generation(s), "mmengine")) {
        return is_without_runner(f, s->arena, own->real);
    }
    str profile = s->profile->name, loader = settings_other_loader(f, s->arena, own->real);
    return str_is(str_of(s->config->dialect->name), "mmcv") &&
           str_is(settings_generation(s), "mmcv") &&
           (has_own_package(f, s->arena, own->real, profile) ||
               (loader.n > 0 && !str_eq(dotted_first(loader), profile)));
}
