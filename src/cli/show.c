/* cfglint show: a config as its own loader resolves it. */
#include "report/show.h"
#include "cli/many.h"
#include "cli/output.h"
#include "cli/schedule.h"
#include "cli/values.h"
#include "config/write.h"
#include "report/canonical.h"
#include "report/text.h"

enum format {
    FORMAT_TEXT,
    FORMAT_CANONICAL,
    FORMAT_PYTHON,
    FORMAT_YAML,
    FORMAT_JSON,
    FORMATS
};

static enum format format_of(struct run *r)
{
    static const char *const names[FORMATS] = {"text", "canonical", "python", "yaml", "json"};
    int i = 0;
    while (!str_is(values_format(r), names[i])) {
        i++;
    }
    return (enum format)i;
}

/* The part of a config that --key asks for; NULL after a diagnostic. */
static const struct value *part(struct run *r, const struct config *c, str key)
{
    const struct value *v = key.n ? config_at(c, key) : &c->root;
    if (!v) {
        run_usage(r, "%.*s has no '%.*s'", STR_ARG(c->path), STR_ARG(key));
    }
    return v;
}

static void left_out(struct run *r, str why)
{
    struct diag *d = diags_add(r->diags, "OUT001", SEVERITY_WARNING, (struct loc){0},
        "not all of this config can be written in this format: %.*s", STR_ARG(why));
    diag_help(r->diags, d, "the key is left out; --format text shows it");
}

/* What the file's name and the project around it say of the run, for a file that may get another
 * name, elsewhere. */
static void write_note(struct run *r, struct buf *b, const struct config *c)
{
    struct settings *s = run_settings(r, c, diags_new(r));
    const struct setting *gpus = s ? settings_get(s, "reference_gpus") : NULL;
    int64_t n, batch;
    if (gpus && gpus->state == SETTING_KNOWN && gpus->path.n == 0 && setting_int(gpus, &n) &&
        setting_int(settings_get(s, "batch"), &batch)) {
        foreign_printf(
            b, "# made for (%lld GPUs) x (%lld samples per GPU)\n", (long long)n, (long long)batch);
    }
    struct required_torch torch = s ? settings_torch(s) : (struct required_torch){0};
    if (torch.from) {
        foreign_printf(b, "%.*s\n", STR_ARG(requires_note(r->arena, &torch)));
    }
}

/* A file, or the expression of one value, in the syntax that was asked for. */
static void write(struct run *r, struct buf *b, const struct config *c, const struct value *v,
    enum write_syntax syntax)
{
    struct write_style style = write_style_default(syntax);
    str why;
    bool good = true;
    if (v == &c->root) {
        if (syntax != WRITE_JSON) {
            write_note(r, b, c);
        }
        good = write_config(r->arena, b, c, &style, &why);
    } else {
        good = write_value(r->arena, b, v, &style, &why);
        buf_byte(b, '\n');
    }
    if (!good) {
        left_out(r, why);
    }
}

/* Exact where a program reads it; a terminal and a log are shown it with escapes. */
static struct canonical_style canonical_style(struct run *r)
{
    return (struct canonical_style){
        .sorted = !args_has(&r->args, OPTION_INSERTION_ORDER), .exact = output_style(r).exact};
}

static enum exit_status show_one(struct run *r, str path, enum format format)
{
    struct config *c = run_resolve(r, path);
    str key = args_value(&r->args, OPTION_KEY, STR(""));
    const struct value *v = c->failed ? NULL : part(r, c, key);
    if (!v) {
        return EXIT_USAGE;
    }
    struct buf b = buf_make(r);
    if (args_has(&r->args, OPTION_ORIGINS)) {
        show_origins(r->arena, &b, key, v);
        run_print(r, &b);
        return EXIT_CLEAN;
    }
    switch (format) {
    case FORMAT_CANONICAL:
        canonical_write(r->arena, &b, v, canonical_style(r));
        buf_byte(&b, '\n');
        break;
    case FORMAT_PYTHON: write(r, &b, c, v, WRITE_PYTHON); break;
    case FORMAT_YAML: write(r, &b, c, v, WRITE_YAML); break;
    case FORMAT_JSON: write(r, &b, c, v, WRITE_JSON); break;
    default: show_value(r->arena, &b, key, v); break;
    }
    run_print(r, &b);
    return EXIT_CLEAN;
}

/* Compares two configs; differences are findings, as in diff(1). */
static enum exit_status show_diff(struct run *r)
{
    if (r->args.paths.n != 2) {
        run_usage(r, "cfglint show --diff takes two files, and %zu are given", r->args.paths.n);
        return EXIT_USAGE;
    }
    struct config *a = run_resolve(r, r->args.paths.items[0]);
    struct config *b = run_resolve(r, r->args.paths.items[1]);
    if (a->failed || b->failed) {
        return EXIT_USAGE;
    }
    str key = args_value(&r->args, OPTION_KEY, STR(""));
    const struct value *old = part(r, a, key), *new = part(r, b, key);
    if (!old || !new) {
        return EXIT_USAGE;
    }
    struct differences d = {0};
    config_compare(r, r->arena, old, new, &d);
    struct buf out = buf_make(r);
    str color = args_value(&r->args, OPTION_COLOR, STR("auto"));
    show_differences(r->arena, &out, &d, text_wants_color(r->out, color));
    run_print(r, &out);
    return d.list.n > 0 ? EXIT_FINDINGS : EXIT_CLEAN;
}

/* --- many configs: a line for each, PATH, a tab and the canonical JSON --- */

static void resolve_line(void *data, struct one *one)
{
    (void)data;
    struct run *r = one->run;
    struct config *c =
        config_resolve(r->loader, one->arena, one->found->path, &r->config_options, one->diags);
    if (!c->failed) {
        struct buf *b = ARENA_NEW(one->arena, struct buf);
        *b = buf_make(one->ctx);
        foreign_put(b, one->found->path, FOREIGN_LINE);
        buf_byte(b, '\t');
        canonical_write(one->arena, b, &c->root, canonical_style(r));
        buf_byte(b, '\n');
        one->result = b;
    }
}

static void print_line(void *data, struct one *one)
{
    bool *all = data;
    if (one->result) {
        run_print(one->run, one->result);
    }
    *all = *all && one->result;
    many_limit(one->run, one->diags);
    many_keep(one->run, one->run->diags, one->diags);
}

static enum exit_status show_many(struct run *r, enum format format)
{
    struct found_configs configs = {0};
    bool all = true;
    if (format != FORMAT_CANONICAL || args_has(&r->args, OPTION_ORIGINS) ||
        args_has(&r->args, OPTION_KEY)) {
        run_usage(
            r, "cfglint show takes one file; several, and folders, go with --format canonical");
        return EXIT_USAGE;
    }
    many_find(r, &configs);
    if (!run_knows_profile(r)) {
        return EXIT_USAGE;
    }
    many_each(r, &configs, &(struct many_steps){resolve_line, print_line, NULL}, &all);
    return all ? EXIT_CLEAN : EXIT_USAGE;
}

enum exit_status command_show(struct run *r)
{
    enum format format = format_of(r);
    if (args_has(&r->args, OPTION_DIFF)) {
        return show_diff(r);
    }
    bool one = r->args.paths.n == 1 && !many_is_folder(r, r->args.paths.items[0]);
    if (r->args.paths.n > 0 && !one) {
        return show_many(r, format);
    }
    bool schedule = args_has(&r->args, OPTION_SCHEDULE);
    if (args_has(&r->args, OPTION_EVERY) && (!schedule || format != FORMAT_JSON)) {
        run_usage(r, "--every goes with --schedule --format json");
        return EXIT_USAGE;
    }
    str path = run_one_path(r);
    if (path.n && schedule) {
        if (format != FORMAT_TEXT && format != FORMAT_JSON) {
            run_usage(r, "a schedule is shown as text or json");
            return EXIT_USAGE;
        }
        return show_schedule(r, path, format == FORMAT_JSON);
    }
    return path.n ? show_one(r, path, format) : EXIT_USAGE;
}
