/* cfglint check: lints configs. */
#include "cli/baseline.h"
#include "cli/blame.h"
#include "cli/facts.h"
#include "cli/fix.h"
#include "cli/many.h"
#include "cli/output.h"
#include "cli/project.h"
#include "cli/results.h"
#include "cli/scope.h"
#include "cli/values.h"
#include "lint/classes.h"
#include "lint/review.h"
#include "lint/suppress.h"
#include "report/report.h"
#include "report/text.h"

#include <string.h>

struct check {
    struct run *run;
    VEC(struct lint *) lints; /* of each scope */
    const struct lint *lint;  /* of the one at hand, */
    const struct lint *rules; /* and of all of them, which is none to lint with */
    struct suppressions *suppressions;
    struct diags *found;
    struct dict *said; /* where the first of those stands that are said once, by code and message */
    struct blame *blame;
    struct review library; /* library files that were named */
    struct fixer fixer;
    bool fixes;
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
                vec_push(r, &words.list, ((struct selector){word, g->at}));
            }
            rest = str_slice(rest, comma ? end + 1 : end, rest.n);
        }
    }
    return words;
}

/* --- one config --- */

struct checked {
    struct config *config;
    bool complete;
};

/* What stops the loader is no mistake of the file's; why nothing is said of it is told instead. */
static void tell_instead(
    const struct check *c, struct one *one, const struct source *own, str why, const char *help)
{
    const struct rule *rule = lint_find(c->lint, STR("PRF001"));
    one->diags = diags_new(one->ctx);
    if (rule && rule->on) {
        struct diag *d = diags_add(one->diags, "PRF001", rule->severity, (struct loc){own, {0, 0}},
            "%.*s, and nothing is said of it", STR_ARG(why));
        diag_help(one->diags, d, "%s", help);
    }
}

/* The message of what stopped the loader. */
static str first_of(const struct diags *diags)
{
    VEC_EACH (const struct diag, d, &diags->list) {
        if (d->fatal) {
            return d->message;
        }
    }
    return STR("");
}

/* Does a script of the project's own put something in the place of the word in a text? */
static bool is_replaced(
    const struct check *c, const struct one *one, const struct source *own, str word)
{
    uint64_t bytes;
    return classes_list(
        c->lint->classes, one->run->files, own->real, &word, 1, STR("replace("), &bytes);
}

/* The beginning of a text in quotes, a sign and a word, that a script puts something in the place
 * of: '&root '. */
static str mark_filled_in(const struct check *c, const struct one *one, const struct source *own)
{
    enum {
        MOST_MARKS = 20
    };
    str text = str_ends(own->path, STR(".py")) ? own->bytes : STR("");
    uint32_t n = 0;
    for (size_t at = 1; at < text.n && n < MOST_MARKS; at++) {
        bool quoted = text.p[at - 1] == '\'' || text.p[at - 1] == '"';
        size_t end = at + 1;
        if (!quoted || text.p[at] == 0 || !strchr("&%@#<~", text.p[at])) {
            continue;
        }
        while (end < text.n && byte_is_word(text.p[end])) {
            end++;
        }
        str mark = str_slice(text, at, end + (end < text.n && text.p[end] == ' '));
        n += end > at + 1;
        if (end > at + 1 && is_replaced(c, one, own, mark)) {
            return mark;
        }
    }
    return STR("");
}

/* The name that stops the loader, where a script of the project's own puts something in its place:
 * then the file is a text that configs are made of, and none itself. */
static str name_filled_in(const struct check *c, const struct one *one, const struct source *own)
{
    str lead = STR("raises NameError: name '");
    VEC_EACH (const struct diag, d, &one->diags->list) {
        size_t from = str_find(d->message, lead, 0);
        size_t end = from == SIZE_MAX ? from : str_find(d->message, STR("'"), from + lead.n);
        if (end == SIZE_MAX) {
            continue;
        }
        str name = str_slice(d->message, from + lead.n, end);
        if (is_replaced(c, one, own, name)) {
            return name;
        }
    }
    return mark_filled_in(c, one, own);
}

/* Are several values of a Python file, each as a whole, names that a script puts something in the
 * place of: '${...}'? */
static bool has_places(const struct source *own)
{
    enum {
        SEVERAL = 3
    };
    uint32_t n = 0;
    str text = str_ends(own->path, STR(".py")) ? own->bytes : STR("");
    for (size_t at = str_find(text, STR("${"), 1); at != SIZE_MAX;) {
        size_t end = at + strlen("${");
        while (end < text.n && !strchr("}$'\"\n", text.p[end])) {
            end++;
        }
        bool quoted = text.p[at - 1] == '\'' || text.p[at - 1] == '"';
        n += quoted && end + 1 < text.n && text.p[end] == '}' && text.p[end + 1] == text.p[at - 1];
        at = str_find(text, STR("${"), end);
    }
    return n >= SEVERAL;
}

/* False: it is a text that configs are made of, or read by a loader of the project's own. */
static bool is_told(const struct check *c, struct one *one, const struct config *config)
{
    const struct source *own = config->source;
    if (own && has_places(own)) {
        tell_instead(c, one, own, STR("a script puts something in the place of each '${...}' here"),
            "what the script makes of it can be linted");
        return false;
    }
    if (!config->failed || !own) {
        return true;
    }
    if (config->blind) {
        tell_instead(c, one, own, first_of(one->diags), "`cfglint show` says where");
        return false;
    }
    str module = settings_other_loader(one->run->files, one->arena, own->absolute);
    str name = module.n > 0 ? STR("") : name_filled_in(c, one, own);
    if (module.n > 0) {
        tell_instead(c, one, own,
            arena_printf(one->arena,
                "tools/train.py takes Config from %.*s: how it reads this file is not known",
                STR_ARG(module)),
            "--dialect NAME says which loader it is like");
    } else if (name.n > 0) {
        tell_instead(c, one, own,
            arena_printf(one->arena,
                "a script of the project replaces '%.*s' before this text is loaded",
                STR_ARG(name)),
            "what the script makes of it can be linted");
    }
    return module.n == 0 && name.n == 0;
}

static void check_config(void *data, struct one *one)
{
    struct check *c = data;
    struct run *r = one->run;
    struct checked *x = ARENA_NEW(one->arena, struct checked);
    x->config =
        config_resolve(r->loader, one->arena, one->found->path, &r->config_options, one->diags);
    struct settings *s = x->config->failed ? NULL : run_settings(r, x->config, one->diags);
    bool told = is_told(c, one, x->config);
    x->complete = s && settings_is_complete(s);
    one->result = x;
    if (told && s && (x->complete || !one->found->is_default)) {
        lint_config(c->lint, s, one->diags);
    }
}

/* Makes the fixes, and lints what comes of them. */
static struct config *mend(struct check *c, struct one *one, struct config *config)
{
    struct config *fixed = fix_config(&c->fixer, config, one->ctx);
    if (fixed != config) {
        one->diags = diags_new(one->ctx);
        struct settings *s = run_settings(one->run, fixed, one->diags);
        if (s) {
            lint_config(c->lint, s, one->diags);
        }
    }
    return fixed;
}

/* A finding in a base says whose. */
static void note_bases(const struct check *c, const struct config *config, struct diags *found)
{
    VEC_EACH (struct diag, d, &found->list) {
        const struct rule *rule = lint_find(c->lint, str_of(d->code));
        bool inherited = d->at.source && config->source &&
                         !str_eq(d->at.source->absolute, config->source->absolute);
        if (inherited && rule && !rule->is_message) {
            diag_met_by(found, d, config->source->path, blame_meeting(config, d));
        }
    }
}

/* The first finding of all configs that says the same. */
static struct diag *said_first(struct check *c, struct diag *d)
{
    struct diag *all = c->found->list.items;
    str key = arena_printf(c->found->arena, "%s %.*s", d->code, STR_ARG(d->message));
    const struct entry *first = dict_find_str(c->said, key);
    if (!first) {
        first = dict_set_str(c->found->arena, c->said, key, value_int(d - all));
    }
    return &all[first->value.i];
}

/* What is to be said once stands where it was said first, and names the configs: equal findings
 * become one. */
static void say_once(struct check *c, struct diag *d, str path)
{
    const struct rule *rule = lint_find(c->lint, str_of(d->code));
    struct diag *first = rule && rule->once ? said_first(c, d) : d;
    if (first == d) {
        return;
    }
    if (!first->configs) {
        diag_met_by(c->found, first, first->at.source->path, (struct loc){0});
    }
    d->at = first->at;
    diag_met_by(c->found, d, arena_str(c->found->arena, path), (struct loc){0});
}

static void take_config(void *data, struct one *one)
{
    struct check *c = data;
    const struct checked *x = one->result;
    if (one->found->is_default && !x->complete) {
        return; /* what others inherit; they are linted themselves */
    }
    c->n_files++;
    struct config *config = x->config;
    if (c->fixes && !config->failed) {
        config = mend(c, one, config);
    }
    blame_uses(c->blame, config);
    suppressions_read(c->suppressions, config, x->complete);
    lint_filter(c->lint, one->diags);
    suppressions_apply(c->suppressions, one->diags);
    many_limit(c->run, one->diags);
    note_bases(c, config, one->diags);
    size_t before = c->found->list.n;
    many_keep(c->run, c->found, one->diags);
    for (size_t i = before; i < c->found->list.n; i++) {
        say_once(c, &c->found->list.items[i], config->path);
    }
}

/* --- library files --- */

static bool take_library(void *data, str path, bool is_folder)
{
    struct check *c = data;
    struct run *r = c->run;
    if (is_folder) {
        return review_add_folder(&c->library, r->files, path, r->diags);
    }
    review_add_file(&c->library, r->files, path, r->diags);
    return true;
}

static void check_library(struct check *c)
{
    struct run *r = c->run;
    struct diags *found = diags_new(r);
    review_find(&c->library, found);
    VEC_EACH (struct review_file, f, &c->library.files) {
        suppressions_read_file(c->suppressions, f->source, f->tree);
    }
    lint_filter(c->rules, found);
    suppressions_apply(c->suppressions, found);
    diags_append(c->found, found);
    c->n_files += c->library.files.n;
}

/* --- the result --- */

/* To the standard output, or to the file of -o. */
static void print(struct check *c, report_fn *format)
{
    struct run *r = c->run;
    struct buf b = buf_make(r);
    bool to_file = args_has(&r->args, OPTION_OUTPUT);
    bool color =
        !to_file && text_wants_color(r->out, args_value(&r->args, OPTION_COLOR, STR("auto")));
    format(&(struct report){r->arena, c->found, c->n_files, color, r->version, c->rules}, &b);
    if (to_file) {
        output_new(r, args_value(&r->args, OPTION_OUTPUT, STR("")), buf_str(&b));
    } else {
        run_print(r, &b);
    }
}

/* The rest of --fix: the changes, or how many there were. */
static void print_fixes(struct check *c)
{
    struct run *r = c->run;
    if (c->fixer.show) {
        run_print(r, &c->fixer.diff);
    }
    if (c->fixes) {
        struct buf b = buf_make(r);
        foreign_printf(&b, "%zu finding%s %s\n", c->fixer.n_fixed, c->fixer.n_fixed == 1 ? "" : "s",
            c->fixer.show ? "would be mended" : "mended");
        foreign_put(&b, buf_str(&c->fixer.left), FOREIGN_LINES);
        if (c->fixer.n_inherited > 0) {
            foreign_printf(&b, "%zu more could be mended in files that these configs inherit\n",
                c->fixer.n_inherited);
        }
        run_note(r, &b);
    }
}

/* A config that its own loader would refuse is a finding; a file or a library that cannot be read
 * is not. */
static bool could_not_read(const struct check *c)
{
    VEC_EACH (struct diag, d, &c->found->list) {
        const struct rule *rule = lint_find(c->rules, str_of(d->code));
        if (d->fatal && (!rule || rule->is_message)) {
            return true;
        }
    }
    return false;
}

/* What .cfglint.yaml excludes goes, even when it was named: pre-commit names all files. */
static void leave_out(struct run *r, struct found_configs *configs)
{
    size_t kept = 0;
    VEC_EACH (struct found_config, f, &configs->list) {
        if (!project_excludes(r, f->path)) {
            configs->list.items[kept++] = *f;
        }
    }
    configs->list.n = kept;
}

static void enter_scope(void *data)
{
    struct check *c = data;
    c->lint = c->fixer.lint = c->lints.items[c->run->scope];
}

static void load_rules(struct check *c)
{
    struct run *r = c->run;
    struct lint_selection selection = {
        words_of(r, OPTION_SELECT), words_of(r, OPTION_EXTEND_SELECT), words_of(r, OPTION_IGNORE)};
    struct words ignored = project_codes(r);
    size_t at_hand = r->scope;
    for (size_t i = 0; i < r->scopes.n; i++) {
        scope_enter(r, i);
        vec_push(r, &c->lints, lint_new(r, r->library, &selection, r->diags));
    }
    scope_enter(r, at_hand);
    c->rules = c->lints.n > 1 ? lint_union(r, c->lints.items, c->lints.n) : c->lints.items[0];
    lint_check_words(c->rules, &selection.select, r->diags);
    lint_check_words(c->rules, &selection.extend, r->diags);
    lint_check_words(c->rules, &selection.ignore, r->diags);
    lint_check_words(c->rules, &ignored, r->diags);
}

static bool set_up(struct check *c, struct found_configs *configs)
{
    struct run *r = c->run;
    if (r->args.paths.n == 0) {
        struct diag *d = run_usage(r, "cfglint check needs a file or a folder");
        diag_help(r->diags, d, "`cfglint --help` shows the commands");
    }
    c->library = (struct review){.library = r->library, .arena = r->arena};
    many_find_or(r, configs, take_library, c);
    leave_out(r, configs);
    c->found = diags_new(r);
    c->said = dict_new(r->arena, 16);
    c->blame = blame_new(r);
    load_rules(c);
    c->suppressions = suppressions_new(r, c->rules);
    c->fixer = (struct fixer){.run = r,
        .unsafe = args_has(&r->args, OPTION_UNSAFE_FIXES),
        .show = args_has(&r->args, OPTION_DIFF),
        .style = output_style(r),
        .left = buf_make(r),
        .diff = buf_make(r)};
    c->fixes = c->fixer.unsafe || c->fixer.show || args_has(&r->args, OPTION_FIX);
    if (c->fixes && !c->fixer.show) {
        output_go_on(r, configs);
    }
    return facts_setup(r) && !diags_has_fatal(r->diags);
}

/* What .cfglint.yaml and baselines keep back.  False after a diagnostic. */
static bool keep_back(struct check *c)
{
    struct run *r = c->run;
    str path = args_value(&r->args, OPTION_BASELINE, STR(""));
    str to = args_value(&r->args, OPTION_WRITE_BASELINE, STR(""));
    VEC_EACH (struct diag, d, &c->found->list) {
        if (d->at.source && !d->fatal) {
            d->suppressed |= project_ignores(r, d->at.source->absolute, str_of(d->code));
        }
    }
    if (to.n > 0) {
        return baseline_write(r, to, c->found) && baseline_apply(r, to, c->found);
    }
    return path.n == 0 || baseline_apply(r, path, c->found);
}

/* What a base lacks, and all that inherit it bring, is no mistake. */
static void drop_brought(const struct check *c)
{
    struct diags *found = c->found;
    size_t kept = 0;
    for (size_t i = 0; i < found->list.n; i++) {
        const struct diag *d = &found->list.items[i];
        const struct rule *rule = lint_find(c->rules, str_of(d->code));
        if (!rule || !rule->lacking || !blame_brought(c->blame, d)) {
            found->list.items[kept++] = *d;
        }
    }
    found->list.n = kept;
}

static bool find(struct check *c)
{
    struct found_configs configs = {0};
    if (!set_up(c, &configs)) {
        return false;
    }
    many_each(c->run, &configs, &(struct many_steps){check_config, take_config, enter_scope}, c);
    if (c->library.files.n > 0) {
        check_library(c);
    }
    diags_sort(c->found);
    drop_brought(c);
    blame_move(c->blame, c->found);
    suppressions_apply(c->suppressions, c->found);
    suppressions_finish(c->suppressions, c->found);
    diags_sort(c->found);
    return keep_back(c);
}

static enum exit_status status_of(const struct check *c, enum severity threshold)
{
    if (could_not_read(c)) {
        return EXIT_USAGE;
    }
    bool fails = c->fixer.show ? c->fixer.n_fixed > 0 : diags_count(c->found, threshold) > 0;
    return fails && !args_has(&c->run->args, OPTION_EXIT_ZERO) ? EXIT_FINDINGS : EXIT_CLEAN;
}

bool check_find(struct run *r, struct diags **out, enum exit_status *status)
{
    enum severity threshold = SEVERITY_WARNING;
    struct check c = {.run = r};
    if (!values_fail_on(r, &threshold) || !find(&c)) {
        return false;
    }
    *out = c.found;
    *status = status_of(&c, threshold);
    return true;
}

enum exit_status command_check(struct run *r)
{
    enum severity threshold = SEVERITY_WARNING;
    struct check c = {.run = r};
    if (!values_fail_on(r, &threshold) || !find(&c)) {
        return EXIT_USAGE;
    }
    print_fixes(&c);
    if (!c.fixer.show) {
        print(&c, args_has(&r->args, OPTION_STATISTICS) ? report_statistics
                                                        : report_format(values_format(r)));
    }
    return status_of(&c, threshold);
}
