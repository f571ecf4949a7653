/* cfglint check: lints configs. */
#include "cli/many.h"

#include "lint/suppress.h"
#include "report/report.h"
#include "report/text.h"

struct check {
    struct run *run;
    struct lint *lint;
    struct suppressions *suppressions;
    struct diags *found;
    size_t n_files;
};

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

struct checked {
    struct config *config;
    bool complete;
};

static void check_config(void *data, struct one *one)
{
    struct check *c = data;
    struct run *r = one->run;
    struct checked *x = ARENA_NEW(one->arena, struct checked);
    x->config =
        config_resolve(r->loader, one->arena, one->found->path, &r->config_options, one->diags);
    struct settings *s = x->config->failed ? NULL : run_settings(r, x->config, one->diags);
    x->complete = s && settings_is_complete(s);
    one->result = x;
    if (s && (x->complete || !one->found->is_default)) {
        lint_config(c->lint, s, one->diags);
    }
}

static void take_config(void *data, struct one *one)
{
    struct check *c = data;
    const struct checked *x = one->result;
    if (one->found->is_default && !x->complete) {
        return; /* what others inherit; they are linted themselves */
    }
    c->n_files++;
    suppressions_read(c->suppressions, x->config, x->complete);
    lint_filter(c->lint, one->diags);
    suppressions_apply(c->suppressions, one->diags);
    diags_append(c->found, one->diags);
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
    many_find(r, &configs);
    struct check c = {.run = r, .found = diags_new(r)};
    struct lint_selection selection = {
        words_of(r, OPTION_SELECT), words_of(r, OPTION_EXTEND_SELECT), words_of(r, OPTION_IGNORE)};
    c.lint = lint_new(r, r->library, &selection, r->diags);
    c.suppressions = suppressions_new(r, c.lint);
    report_fn *format = format_of(r);
    if (!fail_on(r, &threshold) || !format || diags_has_fatal(r->diags)) {
        return EXIT_USAGE;
    }
    many_each(r, &configs, check_config, take_config, &c);
    suppressions_finish(c.suppressions, c.found);
    diags_sort(c.found);
    print(&c, format);
    if (could_not_read(&c)) {
        return EXIT_USAGE;
    }
    bool fails = diags_count(c.found, threshold) > 0 && !args_has(&r->args, OPTION_EXIT_ZERO);
    return fails ? EXIT_FINDINGS : EXIT_CLEAN;
}
