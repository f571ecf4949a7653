#include "cli/heirs.h"

#include "lint/discover.h"
#include "text/path.h"

enum {
    NAMED = 5 /* the others are counted */
};

/* Does the config at `path` take something from the file? */
static bool inherits(struct run *r, str path, const struct source *from)
{
    void *ctx = mem_context(r);
    const struct config *c =
        config_resolve(r->loader, arena_new(ctx), path, &r->config_options, diags_new(ctx));
    bool found = false;
    VEC_EACH (const struct config_file, f, &c->files) {
        found |= f->depth > 0 && str_eq(f->source->real, from->real);
    }
    talloc_free(ctx);
    return found;
}

void heirs_tell(struct run *r, const struct source *changed)
{
    struct found_configs all = {0};
    str names = STR("");
    size_t n = 0;
    VEC_EACH (const str, root, &r->files->roots) {
        if (path_is_under(changed->real, *root)) {
            discover_configs(r->files, r->library, r->arena, *root, &all);
        }
    }
    VEC_EACH (const struct found_config, f, &all.list) {
        str path = path_absolute(r->arena, r->files->cwd, f->path);
        if (!str_eq(path, changed->real) && inherits(r, path, changed) && n++ < NAMED) {
            str name = path_relative(r->arena, path, r->files->cwd);
            names = arena_printf(
                r->arena, "%.*s%s%.*s", STR_ARG(names), n > 1 ? ", " : "", STR_ARG(name));
        }
    }
    if (n > 0) {
        diags_add(r->diags, "PLN010", SEVERITY_INFO, (struct loc){changed, {0, 0}},
            "%zu config%s that inherit%s from this file change%s along: %.*s%s", n,
            n == 1 ? "" : "s", n == 1 ? "s" : "", n == 1 ? "s" : "", STR_ARG(names),
            n > NAMED ? ", ..." : "");
    }
}
