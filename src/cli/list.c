/* cfglint list: the tables of the tool. */
#include "cli/describe.h"
#include "cli/run.h"
#include "cli/scope.h"
#include "cli/values.h"

#include "eval/text.h"
#include "report/ops.h"
#include "report/rules.h"
#include "settings/device.h"

static void list_limits(struct run *r, struct buf *b)
{
    for (size_t i = 0; i < LIMITS_COUNT; i++) {
        uint64_t now;
        memcpy(&now, (const char *)&r->limits + LIMITS_ROWS[i].offset, sizeof now);
        foreign_printf(b, "%-14s %12llu  %s\n", LIMITS_ROWS[i].name, (unsigned long long)now,
            LIMITS_ROWS[i].what);
    }
}

static void list_rules(struct run *r, struct buf *b)
{
    struct lint *l = lint_new(r, r->library, &(struct lint_selection){0}, r->diags);
    if (values_as(r, "json")) {
        rules_json(r->arena, b, l, NULL);
    } else if (values_as(r, "markdown")) {
        rules_index(r->arena, b, l);
    } else {
        rules_list(r->arena, b, l);
    }
}

static str argument(const struct declaration *d, const char *name)
{
    const struct value *v = declaration_get(d, name);
    return v ? value_str(v) : STR("");
}

/* Name and summary of every declaration of a kind. */
static void list_declarations(struct run *r, struct buf *b, enum library_kind kind)
{
    struct list *names = library_names(r->library, r->arena, kind);
    for (uint32_t i = 0; i < names->n; i++) {
        const struct declaration *d =
            library_find(r->library, kind, value_str(&names->items[i]), r->diags);
        if (d) {
            str summary = argument(d, "summary");
            foreign_printf(b, "%-24.*s %.*s\n", STR_ARG(d->name), STR_ARG(summary));
        }
    }
}

static void list_profiles(struct run *r, struct buf *b)
{
    list_declarations(r, b, LIBRARY_profile);
}

/* What the last column says: where the figures are from, or what a setting is. */
static bool is_source(str argument)
{
    return STR_IS_ANY(argument, "source", "sources", "summary");
}

/* Texts as they are, one after the other; of anything else the repr. */
static void put_texts(struct run *r, struct buf *b, const struct value *v, const char *mark)
{
    bool several = value_is_sequence(v) && v->list->n > 0 && v->list->items[0].kind == VALUE_STRING;
    for (uint32_t i = 0; i < (several ? v->list->n : 1); i++) {
        const struct value *one = several ? &v->list->items[i] : v;
        struct buf text = buf_make(r);
        bool unknown = false;
        text_str(r->arena, &text, one, &unknown);
        foreign_printf(b, "%s%s", i ? "; " : "", mark);
        foreign_put(b, buf_str(&text), FOREIGN_LINE);
        foreign_printf(b, "%s", mark);
    }
}

static void fact_row(struct run *r, struct buf *b, const struct declaration *d)
{
    buf_puts(b, "| ");
    put_texts(r, b, declaration_get(d, "name"), "`");
    buf_puts(b, " |");
    for (uint32_t i = 0; i < d->arguments->n; i++) {
        const struct entry *e = &d->arguments->entries[i];
        if (i > 0 && !is_source(value_str(&e->key))) {
            str key = value_str(&e->key);
            foreign_printf(b, "%s %.*s ", i > 1 ? "," : "", STR_ARG(key));
            put_texts(r, b, &e->value, "");
        }
    }
    buf_puts(b, " | ");
    for (uint32_t i = 0; i < d->arguments->n; i++) {
        const struct entry *e = &d->arguments->entries[i];
        if (is_source(value_str(&e->key))) {
            put_texts(r, b, &e->value, "");
        }
    }
    buf_puts(b, " |\n");
}

/* A row for each declaration: its names, the figures, and where they are from. */
static void list_facts(struct run *r, struct buf *b, enum library_kind kind)
{
    struct list *names = library_names(r->library, r->arena, kind);
    for (uint32_t i = 0; i < names->n; i++) {
        str name = value_str(&names->items[i]);
        const struct declaration *d = library_find(r->library, kind, name, r->diags);
        if (d && str_eq(declaration_first_name(d), name)) {
            fact_row(r, b, d);
        }
    }
}

static void list_settings(struct run *r, struct buf *b)
{
    (values_as(r, "markdown") ? list_facts : list_declarations)(r, b, LIBRARY_setting);
}

static void list_gpus(struct run *r, struct buf *b)
{
    if (values_as(r, "markdown")) {
        list_facts(r, b, LIBRARY_device);
        return;
    }
    struct devices all = {0};
    device_all(r->library, r->arena, r->diags, &all);
    buf_puts(b, "name                  MiB   for CUDA (~: estimated)\n");
    VEC_EACH (struct device, d, &all.list) {
        foreign_printf(b, "%-14.*s %10llu %9llu%s  %.*s (%.*s, compute %u.%u, %.*s%s)\n",
            STR_ARG(d->name), (unsigned long long)(d->bytes >> 20),
            (unsigned long long)(d->cuda_bytes >> 20), d->cuda_is_estimate ? "~" : " ",
            STR_ARG(d->label), STR_ARG(d->architecture), d->facts.compute / 10,
            d->facts.compute % 10, STR_ARG(d->memory_type),
            d->shared ? ", shared with the system" : "");
    }
}

static void list_names(struct run *r, struct buf *b, enum library_kind kind)
{
    struct list *names = library_names(r->library, r->arena, kind);
    for (uint32_t i = 0; i < names->n; i++) {
        const struct declaration *d =
            library_find(r->library, kind, value_str(&names->items[i]), r->diags);
        if (d) {
            str name = value_str(&names->items[i]);
            foreign_printf(b,
                values_as(r, "markdown") ? "| `%.*s` | rules/%.*s |\n" : "%-36.*s %.*s\n",
                STR_ARG(name), STR_ARG(d->file));
        }
    }
}

static void list_modules(struct run *r, struct buf *b)
{
    if (!values_as(r, "json")) {
        list_names(r, b, LIBRARY_module);
        return;
    }
    struct list *names = library_names(r->library, r->arena, LIBRARY_module);
    struct json j = json_new(r->arena, b, true);
    json_array(&j, NULL);
    for (uint32_t i = 0; i < names->n; i++) {
        describe_call(r, &j, value_str(&names->items[i]));
    }
    json_end_array(&j);
    json_end(&j);
}

static void list_transforms(struct run *r, struct buf *b)
{
    list_names(r, b, LIBRARY_transform);
}

static void list_datasets(struct run *r, struct buf *b)
{
    (values_as(r, "markdown") ? list_facts : list_names)(r, b, LIBRARY_dataset);
}

static void list_optimizers(struct run *r, struct buf *b)
{
    (values_as(r, "markdown") ? list_facts : list_names)(r, b, LIBRARY_optimizer);
}

static void list_ops(struct run *r, struct buf *b)
{
    if (values_as(r, "markdown")) {
        ops_page(b);
    } else {
        ops_list(b);
    }
}

static const struct {
    const char *name;
    void (*run)(struct run *r, struct buf *b);
    bool has_markdown, has_json;
} LISTS[] = {
    {"rules", list_rules, true, true},
    {"settings", list_settings, true, false},
    {"profiles", list_profiles, false, false},
    {"gpus", list_gpus, true, false},
    {"modules", list_modules, true, true},
    {"transforms", list_transforms, true, false},
    {"datasets", list_datasets, true, false},
    {"optimizers", list_optimizers, true, false},
    {"ops", list_ops, true, false},
    {"limits", list_limits, false, false},
};

enum exit_status command_list(struct run *r)
{
    str what = r->args.paths.n == 1 ? r->args.paths.items[0] : STR("");
    struct buf names = buf_make(r);
    scope_prepare_here(r);
    for (size_t i = 0; i < sizeof LISTS / sizeof *LISTS; i++) {
        if (str_is(what, LISTS[i].name)) {
            if ((values_as(r, "markdown") && !LISTS[i].has_markdown) ||
                (values_as(r, "json") && !LISTS[i].has_json)) {
                run_usage(r, "--format: there is no %.*s of %s", STR_ARG(values_format(r)),
                    LISTS[i].name);
                return EXIT_USAGE;
            }
            struct buf b = buf_make(r);
            LISTS[i].run(r, &b);
            run_print(r, &b);
            return EXIT_CLEAN;
        }
        foreign_printf(&names, "%s%s", i ? ", " : "", LISTS[i].name);
    }
    str all = buf_str(&names);
    run_usage(r, "cfglint list takes one of: %.*s", STR_ARG(all));
    return EXIT_USAGE;
}
