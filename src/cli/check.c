/* cfglint check: lints configs. */
#include "cli/run.h"

#include "lint/discover.h"
#include "lint/suppress.h"
#include "report/report.h"
#include "report/text.h"
#include "text/path.h"

struct check {
    struct run *run;
    struct lint *lint;
    struct suppressions *suppressions;
    struct diags *found;
    size_t n_files;
};

/* --- what to lint --- */

static void take_path(struct run *r, str path, struct found_configs *to)
{
    str inside = path_join(r->arena, path, STR("x"));
    files_add_root_of(r->files, path);
    files_add_root_of(r->files, inside);
    if (!files_has_dir(r->files, path)) {
        vec_push(r, &to->list, ((struct found_config){path, false}));
        return;
    }
    size_t before = to->list.n;
    if (!discover_configs(r->files, r->arena, path, to)) {
        run_usage(r, "cannot list the folder '%.*s'", STR_ARG(path));
    } else if (to->list.n == before) {
        struct diag *d = run_usage(r, "there is no config below '%.*s'", STR_ARG(path));
        diag_help(r->diags, d,
            "configs are Python files with `_base_`, `read_base()` or keys such as model and "
            "optimizer, and YAML files in a folder called configs; a file that is named itself is "
            "always read");
    }
}

static struct words words_of(struct run *r, enum option option)
{
    struct words words = {0};
    VEC_EACH (struct given, g, &r->args.options) {
        for (str rest = g->option == option ? g->value : STR(""); rest.n > 0;) {
            const char *comma = memchr(rest.p, ',', rest.n);
            size_t end = comma ? (size_t)(comma - rest.p) : rest.n;
            str word = str_trim(str_slice(rest, 0, end));
            if (word.n > 0) {
                vec_push(r, &words.list, word);
            }
            rest = str_slice(rest, comma ? end + 1 : end, rest.n);
        }
    }
    return words;
}

static bool fail_on(struct run *r, enum severity *out)
{
    str name = args_value(&r->args, OPTION_FAIL_ON, STR("warning"));
    for (int i = SEVERITY_INFO; i <= SEVERITY_ERROR; i++) {
        if (str_is(name, severity_name((enum severity)i))) {
            *out = (enum severity)i;
            return true;
        }
    }
    run_usage(r, "--fail-on: '%.*s' is none of error, warning, info", STR_ARG(name));
    return false;
}

static report_fn *format_of(struct run *r)
{
    str name = args_value(&r->args, OPTION_FORMAT, STR("text"));
    report_fn *f = report_format(name);
    if (!f) {
        str names = report_format_names(r->arena);
        run_usage(r, "--format: '%.*s' is none of %.*s", STR_ARG(name), STR_ARG(names));
    }
    return f;
}

/* --- one config --- */

/* Do diagnostics point into what goes away with the config: its fixes, texts that are no file? */
static bool are_bound(const struct diags *d)
{
    VEC_EACH (struct diag, it, &d->list) {
        bool bound = it->fix || (it->at.source && !it->at.source->is_file);
        for (uint32_t i = 0; i < it->n_related; i++) {
            bound |= it->related[i].at.source && !it->related[i].at.source->is_file;
        }
        if (bound) {
            return true;
        }
    }
    return false;
}

static void check_config(struct check *c, const struct found_config *f, void *ctx)
{
    struct run *r = c->run;
    struct diags *diags = diags_new(ctx);
    struct config *config =
        config_resolve(r->loader, arena_new(ctx), f->path, &r->config_options, diags);
    struct settings *s = config->failed ? NULL : run_settings(r, config, diags);
    bool complete = s && settings_is_complete(s);
    if (f->is_default && !complete) {
        return; /* what others inherit; they are linted themselves */
    }
    c->n_files++;
    if (s) {
        lint_config(c->lint, s, diags);
    }
    suppressions_read(c->suppressions, config, complete);
    lint_filter(c->lint, diags);
    suppressions_apply(c->suppressions, diags);
    diags_append(c->found, diags);
    if (are_bound(diags)) {
        talloc_steal(r, ctx);
    }
}

static void check_all(struct check *c, const struct found_configs *configs)
{
    VEC_EACH (struct found_config, f, &configs->list) {
        void *ctx = mem_context(NULL);
        check_config(c, f, ctx);
        if (talloc_parent(ctx) == NULL) {
            talloc_free(ctx);
        }
    }
    suppressions_finish(c->suppressions, c->found);
    diags_sort(c->found);
}

/* --- the result --- */

static void print(struct check *c, report_fn *format)
{
    struct run *r = c->run;
    struct buf b = buf_make(r);
    bool color = text_wants_color(r->out, args_value(&r->args, OPTION_COLOR, STR("auto")));
    format(&(struct report){r->arena, c->found, c->n_files, color, r->version}, &b);
    run_print(r, &b);
}

/* A config that its own loader would refuse is a finding; a file or a library that cannot be read
 * is not. */
static bool could_not_read(const struct check *c)
{
    VEC_EACH (struct diag, d, &c->found->list) {
        const struct rule *rule = lint_find(c->lint, str_of(d->code));
        if (d->fatal && (!rule || rule->is_message)) {
            return true;
        }
    }
    return false;
}

enum exit_status command_check(struct run *r)
{
    struct found_configs configs = {0};
    enum severity threshold = SEVERITY_WARNING;
    if (r->args.paths.n == 0) {
        run_usage(r, "cfglint check needs a file or a folder");
    }
    VEC_EACH (str, path, &r->args.paths) {
        take_path(r, *path, &configs);
    }
    VEC_EACH (struct found_config, f, &configs.list) {
        run_prepare(r, f->path);
    }
    struct check c = {.run = r, .found = diags_new(r)};
    struct lint_selection selection = {
        words_of(r, OPTION_SELECT), words_of(r, OPTION_EXTEND_SELECT), words_of(r, OPTION_IGNORE)};
    c.lint = lint_new(r, r->library, &selection, r->diags);
    c.suppressions = suppressions_new(r, c.lint);
    report_fn *format = format_of(r);
    if (!fail_on(r, &threshold) || !format || diags_has_fatal(r->diags)) {
        return EXIT_USAGE;
    }
    check_all(&c, &configs);
    print(&c, format);
    if (could_not_read(&c)) {
        return EXIT_USAGE;
    }
    bool fails = diags_count(c.found, threshold) > 0 && !args_has(&r->args, OPTION_EXIT_ZERO);
    return fails ? EXIT_FINDINGS : EXIT_CLEAN;
}
