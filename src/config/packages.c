/* Bases in installed packages: 'mmdet::faster_rcnn/faster-rcnn_r50_fpn_1x_coco.py'. */
#include "config/load.h"

#include "base/utf8.h"
#include "text/path.h"

/* The packages that mmengine knows: what is imported, and the project that is installed. */
static const struct {
    const char *module, *project;
} PACKAGES[] = {
    {"mmcls", "mmcls"},
    {"mmdet", "mmdet"},
    {"mmdet3d", "mmdet3d"},
    {"mmseg", "mmsegmentation"},
    {"mmaction", "mmaction2"},
    {"mmtrack", "mmtrack"},
    {"mmpose", "mmpose"},
    {"mmedit", "mmedit"},
    {"mmocr", "mmocr"},
    {"mmgen", "mmgen"},
    {"mmfewshot", "mmfewshot"},
    {"mmrazor", "mmrazor"},
    {"mmflow", "mmflow"},
    {"mmhuman3d", "mmhuman3d"},
    {"mmrotate", "mmrotate"},
    {"mmselfsup", "mmselfsup"},
    {"mmyolo", "mmyolo"},
    {"mmpretrain", "mmpretrain"},
    {"mmagic", "mmagic"},
};

static size_t word_end(str s, size_t at)
{
    while (at < s.n) {
        size_t next = at;
        if (!utf8_identifier(utf8_next(s, &next), false)) {
            break;
        }
        at = next;
    }
    return at;
}

/* \w*::\w*\/\w* at the start */
static bool well_formed(str base)
{
    size_t at = word_end(base, 0);
    if (!str_starts(str_slice(base, at, base.n), STR("::"))) {
        return false;
    }
    at = word_end(base, at + 2);
    return at < base.n && base.p[at] == '/';
}

bool packages_base(struct load *l, struct arena *a, str base, str *path, str *scope, str *problem)
{
    size_t colons = str_find(base, STR("::"), 0);
    *scope = str_slice(base, 0, colons);
    str file = str_slice(base, colons + 2, base.n);
    if (!well_formed(base) || str_find(file, STR("::"), 0) != SIZE_MAX) {
        *problem = STR("a base in a package is written 'package::folder/file.py'");
        return false;
    }
    const char *project = NULL;
    for (size_t i = 0; i < sizeof PACKAGES / sizeof *PACKAGES; i++) {
        if (str_is(*scope, PACKAGES[i].module)) {
            project = PACKAGES[i].project;
        }
    }
    if (!project) {
        *problem = arena_printf(a, "mmengine knows no package '%.*s'", STR_ARG(*scope));
        return false;
    }
    str folder;
    if (!packages_find(l->loader, a, str_of(project), &folder) &&
        !packages_find(l->loader, a, *scope, &folder)) {
        str outside = packages_outside(l->loader, a, *scope);
        if (outside.n > 0) {
            *problem = arena_printf(a,
                "the package '%s' is a link to '%.*s', outside the folders that may be read; if "
                "you "
                "trust it, add --root for that folder",
                project, STR_ARG(outside));
            return false;
        }
        *problem = arena_printf(a,
            "the package '%s' is not installed in any package path; name its folder with "
            "--package-path, "
            "or activate the environment that has it",
            project);
        return false;
    }
    str index = path_join(a, folder, STR(".mim/model-index.yml"));
    if (!files_has_file(loader_files(l->loader), index)) {
        *problem = arena_printf(
            a, "'%.*s' is missing or lies outside the folders that may be read", STR_ARG(index));
        return false;
    }
    *path = path_join(a, path_join(a, folder, STR(".mim/configs")), file);
    return true;
}

/* The same file in a checkout of the project, which has its package and its configs side by side.
 */
static bool own_project(const struct config *c, struct arena *a, str name, str *path)
{
    struct files *f = loader_files(c->loader);
    size_t colons = str_find(name, STR("::"), 0);
    str package = str_slice(name, 0, colons), file = str_slice(name, colons + 2, name.n);
    str dir = path_dirname(path_absolute(a, f->cwd, c->path));
    for (int i = 0; i < 16; i++) {
        *path = path_join(a, path_join(a, dir, STR("configs")), file);
        if (files_has_dir(f, path_join(a, dir, package)) && files_has_file(f, *path)) {
            return true;
        }
        dir = path_dirname(dir);
    }
    return false;
}

/* A path as it is for a command that runs in a checkout: below one of the folders that hold the
 * config. */
static bool in_checkout(const struct config *c, struct arena *a, str name, str *path)
{
    struct files *f = loader_files(c->loader);
    str dir = path_dirname(path_absolute(a, f->cwd, c->path));
    for (int i = 0; i < 16; i++) {
        *path = path_join(a, dir, name);
        if (files_has_file(f, *path)) {
            return true;
        }
        if (str_is(dir, "/")) {
            break;
        }
        dir = path_dirname(dir);
    }
    return false;
}

const struct config *config_in_package(
    const struct config *c, struct arena *a, str name, str *problem)
{
    struct load l = {.loader = c->loader};
    str path, scope;
    if (str_find(name, STR("::"), 0) == SIZE_MAX) {
        if (!in_checkout(c, a, name, &path)) {
            *problem = STR("no folder above the config has this file");
            return NULL;
        }
    } else if (!own_project(c, a, name, &path) &&
               !packages_base(&l, a, name, &path, &scope, problem)) {
        return NULL;
    }
    struct diags *diags = diags_new(a->owner);
    const struct config *found = config_resolve(c->loader, a, path, NULL, diags);
    *problem = found->failed ? STR("it cannot be loaded") : STR("");
    return found->failed ? NULL : found;
}
