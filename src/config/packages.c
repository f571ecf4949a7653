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

static const char *project_of(str module)
{
    for (size_t i = 0; i < sizeof PACKAGES / sizeof *PACKAGES; i++) {
        if (str_is(module, PACKAGES[i].module)) {
            return PACKAGES[i].project;
        }
    }
    return NULL;
}

/* The package of a project's name: mmdet3d of mmdetection3d.  NULL: none is like it. */
static const char *meant(str name)
{
    for (size_t i = 0; i < sizeof PACKAGES / sizeof *PACKAGES; i++) {
        str module = str_of(PACKAGES[i].module);
        bool of_points = str_ends(module, STR("3d"));
        str stem = str_slice(module, 0, module.n - (of_points ? 2 : 0));
        if (str_starts(name, stem) && str_ends(name, STR("3d")) == of_points) {
            return PACKAGES[i].module;
        }
    }
    return NULL;
}

/* The configs of a checkout, beside its package, or of an installed package: mmdet/.mim/configs. */
static bool own_configs(const struct files *f, struct arena *a, str dir, str module, str *configs)
{
    *configs = path_join(a, dir, STR("configs"));
    bool installed =
        str_is(path_basename(dir), ".mim") && str_eq(path_basename(path_dirname(dir)), module);
    return (installed || files_has_dir(f, path_join(a, dir, module))) && files_has_dir(f, *configs);
}

/* A config of the project that the file `of` belongs to: a checkout is its own package, installed
 * or not. */
static bool own_project(
    const struct files *f, struct arena *a, str of, str module, str file, str *path)
{
    str configs, dir = path_dirname(of);
    for (; dir.n > 1; dir = path_dirname(dir)) {
        if (own_configs(f, a, dir, module, &configs)) {
            *path = path_join(a, configs, file);
            return true;
        }
    }
    return false;
}

/* A config of a tree that was copied, or written out as JSON, to a folder of the package's name:
 * the one that `of` lies in. */
static bool own_copy(
    const struct files *f, struct arena *a, str of, str module, str file, str *path)
{
    str dir = path_dirname(of);
    while (dir.n > 1 && !str_eq(path_basename(dir), module)) {
        dir = path_dirname(dir);
    }
    if (dir.n <= 1) {
        return false;
    }
    *path = path_join(a, dir, file);
    if (!files_has_file(f, *path) && str_ends(file, STR(".py"))) {
        *path = arena_printf(a, "%.*sjson", STR_ARG(str_slice(*path, 0, path->n - 2)));
    }
    return files_has_file(f, *path);
}

static str not_found(const struct load *l, struct arena *a, str module, const char *project)
{
    str outside = packages_outside(l->loader, a, module);
    if (outside.n > 0) {
        return arena_printf(a,
            "the package '%s' is a link to '%.*s', outside the folders that may be read; if you "
            "trust it, add --root for that folder",
            project, STR_ARG(outside));
    }
    return arena_printf(a,
        "the package '%s' is not installed in any package path; name its folder with "
        "--package-path, or activate the environment that has it",
        project);
}

static bool installed(const struct load *l, struct arena *a, str module, const char *project,
    str file, str *path, str *problem)
{
    str folder, configs;
    struct files *f = loader_files(l->loader);
    if (!packages_find(l->loader, a, str_of(project), &folder) &&
        !packages_find(l->loader, a, module, &folder)) {
        *problem = not_found(l, a, module, project);
        return false;
    }
    str index = path_join(a, folder, STR(".mim/model-index.yml"));
    if (files_has_file(f, index)) {
        *path = path_join(a, path_join(a, folder, STR(".mim/configs")), file);
        return true;
    }
    if (own_configs(f, a, path_dirname(folder), module, &configs)) { /* a checkout */
        *path = path_join(a, configs, file);
        return true;
    }
    *problem = arena_printf(
        a, "'%.*s' is missing or lies outside the folders that may be read", STR_ARG(index));
    return false;
}

bool packages_base(
    const struct load *l, struct arena *a, str of, str base, str *path, str *scope, str *problem)
{
    size_t colons = str_find(base, STR("::"), 0);
    *scope = str_slice(base, 0, colons);
    str file = str_slice(base, colons + 2, base.n);
    if (!well_formed(base) || str_find(file, STR("::"), 0) != SIZE_MAX) {
        *problem = STR("a base in a package is written 'package::folder/file.py'");
        return false;
    }
    const char *project = project_of(*scope);
    if (!project) {
        const char *module = meant(*scope);
        *problem = arena_printf(a, "mmengine knows no package '%.*s'%s%s%s", STR_ARG(*scope),
            module ? "; did you mean " : "", module ? module : "", module ? "::?" : "");
        return false;
    }
    return installed(l, a, *scope, project, file, path, problem) ||
           own_project(loader_files(l->loader), a, of, *scope, file, path) ||
           own_copy(loader_files(l->loader), a, of, *scope, file, path);
}

bool packages_own(const struct loader *l, struct arena *a, str of, str package, str *out)
{
    for (str dir = path_dirname(of); dir.n > 1; dir = path_dirname(dir)) {
        *out = path_join(a, dir, package);
        if (files_has_dir(loader_files(l), *out)) {
            return true;
        }
    }
    return false;
}

/* --- packages that are installed where they are worked on --- */

/* Does a folder hold one of the packages?  No other folder is opened because an installation names
 * it. */
static bool holds_package(const struct files *f, struct arena *a, str dir)
{
    for (size_t i = 0; i < sizeof PACKAGES / sizeof *PACKAGES; i++) {
        if (files_is_folder(f, path_join(a, dir, str_of(PACKAGES[i].module)))) {
            return true;
        }
    }
    return false;
}

static void add_place(struct loader *l, struct arena *a, str dir)
{
    if (dir.n > 1 && dir.p[0] == '/' && holds_package(loader_files(l), a, dir)) {
        loader_add_packages(l, dir);
    }
}

/* Each line of a .pth or .egg-link that is an absolute path. */
static void add_lines(struct loader *l, struct arena *a, str text)
{
    while (text.n > 0) {
        size_t end = str_find(text, STR("\n"), 0);
        add_place(l, a, str_trim(str_slice(text, 0, end == SIZE_MAX ? text.n : end)));
        text = str_slice(text, end == SIZE_MAX ? text.n : end + 1, text.n);
    }
}

/* setuptools' finder: MAPPING = {'mmdet': '/home/me/mmdetection/mmdet'}. */
static void add_mapped(struct loader *l, struct arena *a, str text)
{
    size_t from = str_find(text, STR("MAPPING"), 0);
    size_t end = from == SIZE_MAX ? text.n : str_find(text, STR("}"), from);
    for (size_t at = from; at != SIZE_MAX && at < end; at++) {
        char quote = text.p[at];
        size_t close = quote == '\'' || quote == '"'
                           ? str_find(text, str_slice(text, at, at + 1), at + 1)
                           : SIZE_MAX;
        if (close != SIZE_MAX) {
            add_place(l, a, path_dirname(str_slice(text, at + 1, close)));
            at = close;
        }
    }
}

void loader_add_installed(struct loader *l, str dir)
{
    void *ctx = mem_context(NULL);
    struct arena *a = arena_new(ctx);
    struct files *f = loader_files(l);
    struct names names = {0};
    loader_add_packages(l, dir);
    if (files_list(f, a, dir, &names)) {
        VEC_EACH (struct name, it, &names.list) {
            struct source *source;
            str reason;
            bool finder =
                str_starts(it->text, STR("__editable__")) && str_ends(it->text, STR(".py"));
            bool lines = str_ends(it->text, STR(".pth")) || str_ends(it->text, STR(".egg-link"));
            if (it->is_file && (finder || lines) &&
                files_read(f, a, path_join(a, dir, it->text), &source, &reason) == FILE_OK) {
                (finder ? add_mapped : add_lines)(l, a, source->bytes);
            }
        }
    }
    talloc_free(ctx);
}

/* A path as it is for a command that runs in a checkout: below one of the folders that hold the
 * config, or below the working directory, where that may be read. */
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
    *path = path_join(a, f->cwd, name);
    return files_has_file(f, *path);
}

const struct config *config_in_package(
    const struct config *c, struct arena *a, str name, str *problem)
{
    struct load l = {.loader = c->loader};
    str path, scope, of = path_absolute(a, loader_files(c->loader)->cwd, c->path);
    if (str_find(name, STR("::"), 0) == SIZE_MAX) {
        if (!in_checkout(c, a, name, &path)) {
            *problem = STR("no folder above the config has this file; where it lies in the working "
                           "directory, add --root .");
            return NULL;
        }
    } else if (!packages_base(&l, a, of, name, &path, &scope, problem) &&
               !packages_base(&l, a, path_join(a, loader_files(c->loader)->cwd, STR("config.py")),
                   name, &path, &scope, problem)) {
        return NULL; /* a command runs in a checkout, wherever the config lies */
    }
    struct diags *diags = diags_new(a->owner);
    const struct config *found = config_resolve(c->loader, a, path, NULL, diags);
    *problem = found->failed ? STR("it cannot be loaded") : STR("");
    return found->failed ? NULL : found;
}
