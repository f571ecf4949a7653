/* The typed calls of the public library: what commands find, as structures. */
#include "cfglint/cfglint.h"

#include "base/plain.h"
#include "base/stack.h"
#include "cli/results.h"
#include "report/json.h"
#include "report/migration.h"
#include "time/step.h"

#include <stdlib.h>

struct cfglint {
    const char *path;
    char **options; /* NULL at the end */
    char *messages; /* of the last call; the runs of all calls hang below, too */
};

/* One call: a command that finds something and prints nothing. */
struct call {
    struct cfglint *handle;
    enum command command;
    enum exit_status (*find)(struct run *r, struct call *x);
    const char *name; /* of a key, or a setting */
    void *out;
    size_t *n;
    enum exit_status status;
};

struct cfglint *cfglint_open(const char *path, const char *const options[])
{
    struct cfglint *c = mem_zero(NULL, sizeof *c);
    struct arena *a = arena_new(c);
    size_t n = 0;
    while (options && options[n]) {
        n++;
    }
    c->options = mem_zero(c, (n + 1) * sizeof *c->options);
    for (size_t i = 0; i < n; i++) {
        c->options[i] = (char *)arena_str(a, str_of(options[i])).p;
    }
    c->path = arena_str(a, str_of(path)).p;
    c->messages = mem_zero(c, 1);
    return c;
}

void cfglint_close(struct cfglint *c)
{
    talloc_free(c);
}

const char *cfglint_messages(const struct cfglint *c)
{
    return c->messages;
}

/* --- calls --- */

/* `cfglint COMMAND OPTION... -- PATH`, with the options that it takes. */
static struct run *run_of(struct call *x, FILE *out)
{
    struct run *r = run_new(x->handle, out, out);
    size_t n = 0;
    while (x->handle->options[n]) {
        n++;
    }
    char **argv = mem_zero(r, (n + 5) * sizeof *argv);
    int argc = 0;
    argv[argc++] = (char *)"cfglint";
    argv[argc++] = (char *)args_command_name(x->command);
    for (size_t i = 0; i < n; i++) {
        if (args_takes(x->command, str_of(x->handle->options[i]))) {
            argv[argc++] = x->handle->options[i];
        }
    }
    argv[argc++] = (char *)"--";
    argv[argc++] = (char *)x->handle->path;
    args_parse(&r->args, r, argc, argv);
    return r;
}

static bool writes_nothing(struct run *r)
{
    static const enum option writing[] = {
        OPTION_FIX, OPTION_UNSAFE_FIXES, OPTION_WRITE_BASELINE, OPTION_IN_PLACE};
    for (size_t i = 0; i < sizeof writing / sizeof *writing; i++) {
        if (args_has(&r->args, writing[i])) {
            run_usage(r, "--%s is for a command line: calls of the library write nothing",
                args_option_name(writing[i]));
            return false;
        }
    }
    return true;
}

static void make(void *data)
{
    struct call *x = data;
    struct plain plain = plain_begin();
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    if (out) {
        struct run *r = run_of(x, out);
        x->status = run_setup(r) && writes_nothing(r) ? x->find(r, x) : EXIT_USAGE;
        x->status = run_finish(r, x->status);
        fclose(out);
        x->handle->messages = mem_zero(x->handle, bytes + 1);
        memcpy(x->handle->messages, text, bytes);
        free(text);
    }
    plain_end(&plain);
}

static enum cfglint_status call(struct call x)
{
    x.status = EXIT_INTERNAL;
    stack_run(make, &x);
    return (enum cfglint_status)x.status;
}

static const char *text_of(struct run *r, str s)
{
    return arena_str(r->arena, s).p;
}

static const char *json_of(struct run *r, const struct value *v)
{
    struct buf b = buf_make(r);
    struct json j = json_new(r->arena, &b, false);
    json_value(&j, NULL, v);
    return text_of(r, buf_str(&b));
}

static struct cfglint_interval interval_of(const struct interval *i)
{
    return (struct cfglint_interval){i->low, i->expected, i->high};
}

/* --- what the config says --- */

static const struct config *resolved(struct run *r)
{
    str path = run_one_path(r);
    const struct config *c = path.n ? run_resolve(r, path) : NULL;
    return c && !c->failed ? c : NULL;
}

static enum exit_status find_value(struct run *r, struct call *x)
{
    const struct config *c = resolved(r);
    str key = str_of(x->name);
    const struct value *v = !c ? NULL : key.n ? config_at(c, key) : &c->root;
    if (c && !v) {
        run_usage(r, "%.*s has no '%.*s'", STR_ARG(c->path), STR_ARG(key));
    }
    *(const char **)x->out = v ? json_of(r, v) : NULL;
    return v ? EXIT_CLEAN : EXIT_USAGE;
}

enum cfglint_status cfglint_value(struct cfglint *c, const char *key, const char **json)
{
    *json = NULL;
    return call((struct call){c, COMMAND_SHOW, find_value, key, json, NULL, EXIT_CLEAN});
}

static void place(struct run *r, struct loc at, const char **file, uint32_t *line, uint32_t *column)
{
    *file = at.source ? text_of(r, at.source->path) : "";
    struct line_col from =
        at.source ? source_line_col(at.source, at.span.start) : (struct line_col){0};
    *line = from.line;
    *column = from.column;
}

static enum exit_status find_setting(struct run *r, struct call *x)
{
    const struct config *c = resolved(r);
    struct settings *s = c ? run_settings(r, c, r->diags) : NULL;
    const struct setting *one = s ? settings_find(s, str_of(x->name)) : NULL;
    uint32_t column;
    if (!one) {
        if (s) {
            run_usage(r, "there is no setting '%s'; `cfglint list settings` shows them", x->name);
        }
        return EXIT_USAGE;
    }
    struct cfglint_setting out = {.state = (enum cfglint_state)one->state,
        .json = one->state == SETTING_UNKNOWN ? "null" : json_of(r, &one->value),
        .key = text_of(r, one->path)};
    place(r, one->raw ? value_loc(one->raw) : (struct loc){0}, &out.file, &out.line, &column);
    *(struct cfglint_setting *)x->out = out;
    return EXIT_CLEAN;
}

enum cfglint_status cfglint_setting(
    struct cfglint *c, const char *name, struct cfglint_setting *out)
{
    *out = (struct cfglint_setting){0};
    return call((struct call){c, COMMAND_DUMP, find_setting, name, out, NULL, EXIT_CLEAN});
}

/* --- memory --- */

static enum exit_status find_memory(struct run *r, struct call *x)
{
    struct estimated found;
    if (!estimate_find(r, run_one_path(r), &found)) {
        return EXIT_USAGE;
    }
    const struct estimate *e = found.estimate;
    if (!e) {
        run_usage(r, "--batch: an estimate is of one batch, and not of a range");
        return EXIT_USAGE;
    }
    *(struct cfglint_memory *)x->out =
        (struct cfglint_memory){.allocated = interval_of(&e->allocated),
            .reserved = interval_of(&e->reserved),
            .used = interval_of(&e->used),
            .gpu_bytes = found.gpu.bytes,
            .batch = (uint64_t)e->batch,
            .coverage = e->coverage,
            .seconds = found.gpu.is_assumed ? 0 : step_seconds(e->graph, &e->regime)};
    return e->graph->unknown_types.n ? EXIT_FINDINGS : EXIT_CLEAN;
}

enum cfglint_status cfglint_estimate(struct cfglint *c, struct cfglint_memory *out)
{
    *out = (struct cfglint_memory){0};
    return call((struct call){c, COMMAND_ESTIMATE, find_memory, NULL, out, NULL, EXIT_CLEAN});
}

/* --- findings --- */

static enum exit_status find_findings(struct run *r, struct call *x)
{
    struct diags *found;
    enum exit_status status;
    if (!check_find(r, &found, &status)) {
        return EXIT_USAGE;
    }
    struct cfglint_finding *all = mem_zero(r, (found->list.n + 1) * sizeof *all);
    VEC_EACH (const struct diag, d, &found->list) {
        if (!d->suppressed) {
            struct cfglint_finding *f = &all[(*x->n)++];
            *f = (struct cfglint_finding){.code = d->code,
                .severity = (enum cfglint_severity)d->severity,
                .message = text_of(r, d->message),
                .help = text_of(r, d->help),
                .key = text_of(r, d->key)};
            place(r, d->at, &f->file, &f->line, &f->column);
        }
    }
    *(const struct cfglint_finding **)x->out = all;
    return status;
}

enum cfglint_status cfglint_check(struct cfglint *c, const struct cfglint_finding **out, size_t *n)
{
    *out = NULL;
    *n = 0;
    return call((struct call){c, COMMAND_CHECK, find_findings, NULL, out, n, EXIT_CLEAN});
}

/* --- new texts --- */

static const struct cfglint_change *changes_of(struct run *r, const struct changes *changes)
{
    struct cfglint_change *all = mem_zero(r, (changes->list.n + 1) * sizeof *all);
    for (size_t i = 0; i < changes->list.n; i++) {
        const struct change *c = &changes->list.items[i];
        all[i] =
            (struct cfglint_change){text_of(r, c->path), c->deletes ? NULL : json_of(r, &c->value)};
    }
    return all;
}

static enum exit_status find_plan(struct run *r, struct call *x)
{
    struct planned found;
    if (!plan_find(r, run_one_path(r), &found)) {
        return EXIT_USAGE;
    }
    if (!found.good || !found.written) {
        return found.good ? EXIT_USAGE : EXIT_FINDINGS;
    }
    const struct plan *p = found.plan;
    const struct scheme *s = &p->schemes.items[p->chosen];
    *(struct cfglint_plan *)x->out = (struct cfglint_plan){.batch = (uint64_t)s->batch,
        .accumulation = (uint64_t)s->accumulation,
        .precision = text_of(r, s->precision),
        .checkpointing = s->checkpointing,
        .used = interval_of(&s->used),
        .speed = s->throughput,
        .changes = changes_of(r, p->changes),
        .n_changes = p->changes->list.n,
        .text = text_of(r, found.rewritten.text)};
    return EXIT_CLEAN;
}

enum cfglint_status cfglint_plan(struct cfglint *c, struct cfglint_plan *out)
{
    *out = (struct cfglint_plan){0};
    return call((struct call){c, COMMAND_PLAN, find_plan, NULL, out, NULL, EXIT_CLEAN});
}

static enum exit_status find_migrated(struct run *r, struct call *x)
{
    struct migrated *const *files;
    size_t n;
    if (!migrate_find(r, &files, &n)) {
        return EXIT_USAGE;
    }
    struct cfglint_file *all = mem_zero(r, (n + 1) * sizeof *all);
    for (size_t i = 0; i < n; i++) {
        if (files[i]->outcome != MIGRATED_NOT) {
            all[(*x->n)++] =
                (struct cfglint_file){text_of(r, files[i]->to), text_of(r, files[i]->text)};
        }
    }
    *(const struct cfglint_file **)x->out = all;
    struct migration_report report = {.files = files, .n = n};
    return migration_open(&report) > 0 ? EXIT_FINDINGS : EXIT_CLEAN;
}

enum cfglint_status cfglint_migrate(struct cfglint *c, const struct cfglint_file **out, size_t *n)
{
    *out = NULL;
    *n = 0;
    return call((struct call){c, COMMAND_MIGRATE, find_migrated, NULL, out, n, EXIT_CLEAN});
}
