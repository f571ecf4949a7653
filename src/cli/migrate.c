/* cfglint migrate: configs of mmcv 1.x become configs of mmengine. */
#include "migrate/migrate.h"

#include "cli/many.h"
#include "cli/output.h"
#include "cli/results.h"
#include "cli/scope.h"
#include "cli/values.h"
#include "plan/text_diff.h"
#include "report/migration.h"
#include "report/text.h"
#include "text/path.h"
#include "text/save.h"

#include <stdlib.h>
#include <sys/stat.h>

static bool understood(struct run *r)
{
    bool to_folder = args_has(&r->args, OPTION_OUTPUT);
    str to = args_value(&r->args, OPTION_TO, STR("mmengine"));
    if (r->args.paths.n == 0) {
        run_usage(r, "cfglint migrate needs a file or a folder");
    } else if (to_folder && args_has(&r->args, OPTION_IN_PLACE)) {
        run_usage(r, "-o DIR makes new files; it does not go with --in-place");
    } else if (!str_is(to, "mmengine") && !str_is(to, "lazy")) {
        run_usage(r, "--to: '%.*s' is none of mmengine, lazy", STR_ARG(to));
    } else {
        return true;
    }
    return false;
}

/* The folder below which old files keep their places: the working directory, or the one that holds
 * what is named. */
static str root_of(struct run *r, const struct found_configs *configs)
{
    str root = r->files->cwd;
    VEC_EACH (const struct found_config, f, &configs->list) {
        str path = path_absolute(r->arena, r->files->cwd, f->path);
        while (!path_is_under(path, root) && root.n > 1) {
            root = path_dirname(root);
        }
    }
    return root;
}

/* --- writing --- */

static bool has_text(const struct migrated *f)
{
    return f->outcome != MIGRATED_NOT && f->outcome != MIGRATED_PART;
}

static bool refused(struct run *r, const struct migrated *f, str reason)
{
    output_refused(r, run_shown(r, f->to), reason);
    return false;
}

static bool save_one(struct run *r, const struct migrated *f, bool asks)
{
    str reason;
    struct save s = {.path = f->to,
        .text = f->text,
        .force = args_has(&r->args, OPTION_FORCE),
        .quick = true,
        .asks = asks};
    return save_file(r->files, r->arena, &s, &reason) || refused(r, f, reason);
}

/* Old configs cannot inherit from new ones: all take the places of the old ones together. */
static bool replace_all(struct run *r, struct migrated *const *files, size_t n)
{
    struct {
        VEC(struct save) saves;
        VEC(const struct migrated *) files;
    } changed = {0};
    for (size_t i = 0; i < n; i++) {
        const struct migrated *f = files[i];
        if (has_text(f) && !str_eq(f->text, f->source->bytes)) {
            vec_push(r, &changed.saves,
                ((struct save){.path = f->source->absolute,
                    .text = f->text,
                    .was = f->source,
                    .force = args_has(&r->args, OPTION_FORCE)}));
            vec_push(r, &changed.files, f);
        }
    }
    size_t which;
    str reason;
    return save_files(r->files, r->arena, changed.saves.items, changed.saves.n, &which, &reason) ||
           refused(r, changed.files.items[which], reason);
}

static int by_target(const void *left, const void *right)
{
    return str_cmp((*(struct migrated *const *)left)->to, (*(struct migrated *const *)right)->to);
}

/* No two of them become the same file: names that differ in what no import can say. */
static bool are_apart(struct run *r, struct migrated *const *files, size_t n)
{
    VEC(struct migrated *) sorted = {0};
    for (size_t i = 0; i < n; i++) {
        if (has_text(files[i])) {
            vec_push(r, &sorted, files[i]);
        }
    }
    if (sorted.n > 0) {
        qsort(sorted.items, sorted.n, sizeof *sorted.items, by_target);
    }
    for (size_t i = 1; i < sorted.n; i++) {
        const struct migrated *f = sorted.items[i], *other = sorted.items[i - 1];
        if (str_eq(f->to, other->to)) {
            return refused(r, f,
                arena_printf(r->arena, "'%.*s' and '%.*s' would both be it; rename one of them",
                    STR_ARG(run_shown(r, other->from)), STR_ARG(run_shown(r, f->from))));
        }
    }
    return true;
}

/* Nothing is begun that cannot be ended: each file that is there can be replaced. */
static bool is_free(struct run *r, struct migrated *const *files, size_t n)
{
    if (args_has(&r->args, OPTION_DIFF) || !args_has(&r->args, OPTION_OUTPUT)) {
        return true;
    }
    bool good = true;
    for (size_t i = 0; i < n && good; i++) {
        struct stat st;
        bool there = lstat(arena_str(r->arena, files[i]->to).p, &st) == 0;
        good = !there || !has_text(files[i]) || save_one(r, files[i], true);
    }
    return good;
}

static bool is_in_place(const struct run *r)
{
    return args_has(&r->args, OPTION_IN_PLACE) && !args_has(&r->args, OPTION_DIFF);
}

/* In place, a file that stays as it is may inherit from one that does not. */
static bool is_whole_set(struct run *r, struct migrated *const *files, size_t n)
{
    for (size_t i = 0; i < n && is_in_place(r); i++) {
        bool python = str_is(path_extension(files[i]->from), ".py");
        if (has_text(files[i]) && !python) {
            output_refused(
                r, run_shown(r, files[i]->from), STR("it becomes a Python file: -o DIR"));
            return false;
        }
        if (files[i]->outcome == MIGRATED_NOT) {
            output_refused(r, run_shown(r, files[i]->from),
                STR("it cannot be migrated, and what it shares with the others would be; nothing "
                    "is written"));
            return false;
        }
    }
    return true;
}

static bool write_file(struct run *r, const struct migrated *f)
{
    str reason;
    return (save_folders(r->files, r->arena, f->to, &reason) || refused(r, f, reason)) &&
           save_one(r, f, false);
}

static void print_diff(struct run *r, const struct migrated *f)
{
    struct buf b = buf_make(r);
    struct edits edits = {0};
    text_diff_edits(r->arena, f->source, f->text, &edits);
    if (edits.list.n > 0) {
        diff_write(&b, f->shown, f->source, &edits, output_style(r));
        run_print(r, &b);
    }
    buf_free(&b);
}

static bool put_file(struct run *r, const struct migrated *f, bool alone)
{
    if (!has_text(f)) {
        return true;
    }
    if (!args_has(&r->args, OPTION_DIFF) && args_has(&r->args, OPTION_OUTPUT)) {
        return write_file(r, f);
    }
    if (values_as(r, "json")) {
        return true; /* the standard output is the report's */
    }
    if (args_has(&r->args, OPTION_DIFF)) {
        print_diff(r, f);
    } else if (alone && !f->is_base) {
        struct buf b = buf_make(r);
        diff_text(&b, f->text, output_style(r).exact);
        run_print(r, &b);
    }
    return true;
}

static bool is_named(struct run *r, str path)
{
    VEC_EACH (str, named, &r->args.paths) {
        if (path_is_under(path, path_absolute(r->arena, r->files->cwd, *named))) {
            return true;
        }
    }
    return false;
}

/* In place, a base that nobody named changes under all that inherits from it. */
static void tell_bases(struct run *r, struct migrated *const *files, size_t n)
{
    struct buf b = buf_make(r);
    for (size_t i = 0; i < n && args_has(&r->args, OPTION_IN_PLACE); i++) {
        const struct migrated *f = files[i];
        if (has_text(f) && f->is_base && !is_named(r, f->from)) {
            foreign_printf(&b,
                "%.*s: inherited, and migrated as well: other configs with this base have to "
                "follow\n",
                STR_ARG(run_shown(r, f->from)));
        }
    }
    run_note(r, &b);
}

static void print_report(struct run *r, struct migrated *const *files, size_t n)
{
    struct buf b = buf_make(r);
    struct migration_report report = {r->arena, files, n, r->files->cwd, false};
    if (values_as(r, "json")) {
        migration_json(&b, &report);
        run_print(r, &b);
    } else {
        migration_text(&b, &report);
        run_note(r, &b);
    }
}

static bool is_known_table(struct run *r, str name)
{
    bool certain;
    if (name.n == 0 || translate_find(r->library, r->arena, NULL, name, &certain, r->diags)) {
        return true;
    }
    const struct list *names = library_names(r->library, r->arena, LIBRARY_migration);
    struct buf all = buf_make(r);
    for (uint32_t i = 0; i < names->n; i++) {
        foreign_printf(&all, "%s%.*s", i > 0 ? ", " : "", STR_ARG(value_str(&names->items[i])));
    }
    run_usage(r, "--profile: no table is called '%.*s'; there are %.*s", STR_ARG(name),
        STR_ARG(buf_str(&all)));
    buf_free(&all);
    return false;
}

bool migrate_find(struct run *r, struct migrated *const **out, size_t *n)
{
    struct found_configs configs = {0};
    many_find(r, &configs);
    scope_enter_common(r);
    if (is_in_place(r)) {
        output_go_on(r, &configs);
    }
    if (diags_has_fatal(r->diags) || !library_run_own(r->library, LIBRARY_translation, r->diags)) {
        return false;
    }
    str folder = args_value(&r->args, OPTION_OUTPUT, STR(""));
    struct migration_options options = {
        .folder = folder.n ? path_absolute(r->arena, r->files->cwd, folder) : folder,
        .root = root_of(r, &configs),
        .project = args_value(&r->args, OPTION_PROFILE, STR("")),
        .flatten = args_has(&r->args, OPTION_FLATTEN),
        .lazy = str_is(args_value(&r->args, OPTION_TO, STR("mmengine")), "lazy"),
        .sources = args_has(&r->args, OPTION_DIFF) || args_has(&r->args, OPTION_IN_PLACE)};
    if (!is_known_table(r, options.project)) {
        return false;
    }
    struct migration *m =
        migration_new(r, r->loader, r->files, r->library, &r->limits, &options, r->diags);
    if (!m) {
        return false;
    }
    VEC(str) paths = {0};
    VEC_EACH (struct found_config, f, &configs.list) {
        vec_push(r, &paths, f->path);
    }
    migration_run(m, paths.items, paths.n, many_jobs(r), r->diags);
    *out = migration_files(m, n);
    return true;
}

static size_t named(struct migrated *const *files, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        count += !files[i]->is_base;
    }
    return count;
}

enum exit_status command_migrate(struct run *r)
{
    size_t n;
    struct migrated *const *files;
    if (!understood(r) || !migrate_find(r, &files, &n)) {
        return EXIT_USAGE;
    }
    bool good = is_whole_set(r, files, n) &&
                (args_has(&r->args, OPTION_DIFF) || are_apart(r, files, n)) &&
                (is_in_place(r) ? replace_all(r, files, n) : is_free(r, files, n));
    for (size_t i = 0; i < n && good && !is_in_place(r); i++) {
        good = put_file(r, files[i], named(files, n) == 1);
    }
    if (good) {
        tell_bases(r, files, n);
        print_report(r, files, n);
    }
    struct migration_report report = {.files = files, .n = n};
    for (size_t i = 0; i < n; i++) {
        good = good && files[i]->outcome != MIGRATED_NOT;
    }
    return !good ? EXIT_USAGE : migration_open(&report) > 0 ? EXIT_FINDINGS : EXIT_CLEAN;
}
