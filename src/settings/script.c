#include "config/dialect/dialect.h"
#include "settings/inside.h"
#include "text/path.h"

enum {
    MOST_FOLDERS = 12 /* from a config up to its project */
};

static bool is_word_byte(char b)
{
    return b == '_' || (b >= '0' && b <= '9') || ((b | 0x20) >= 'a' && (b | 0x20) <= 'z');
}

/* X of the first `from X.apis import`, or of `from X.Y.apis import` where there is none; empty:
 * neither. */
static str package_of_apis(str text)
{
    str deeper = STR("");
    for (size_t at = str_find(text, STR(".apis import"), 0); at != SIZE_MAX;
         at = str_find(text, STR(".apis import"), at + 1)) {
        size_t from = at;
        while (from > 0 && (is_word_byte(text.p[from - 1]) || text.p[from - 1] == '.')) {
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

/* OpenMMLab's packages are called mm...; who inherits their scripts is told by the content. */
static bool has_own_package(const struct files *f, struct arena *a, str config)
{
    str project, package = package_of_apis(training_script(f, a, config, &project));
    return package.n > 0 && !str_starts(package, STR("mm")) &&
           files_has_dir(f, path_join(a, project, package));
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
    return f && own && s->options.profile.n == 0 && is_built_in(s->profile) &&
           str_is(str_of(s->config->dialect->name), "mmcv") &&
           str_is(settings_generation(s), "mmcv") && has_own_package(f, s->arena, own->absolute);
}
