#include "report/rules.h"

#include "report/json.h"

static const struct list *list_of(const struct rule *r, const char *name)
{
    static const struct list nothing;
    const struct value *v = declaration_get(r->declaration, name);
    return v && value_is_sequence(v) ? v->list : &nothing;
}

void rules_list(struct arena *a, struct buf *out, const struct lint *l)
{
    (void)a;
    VEC_EACH (struct rule, r, &l->rules) {
        str summary = rule_text(r, "summary");
        buf_printf(out, "%-8.*s %-8s %s %.*s\n", STR_ARG(r->code), severity_name(r->severity),
            r->is_default ? "  " : "- ", STR_ARG(summary));
    }
    buf_puts(out, "(-: only when selected)\n");
}

/* --- a page --- */

static void heading(struct buf *out, const char *text, bool markdown)
{
    buf_printf(out, markdown ? "\n## %s\n\n" : "\n%s:\n\n", text);
}

static str example_part(const struct value *example, const char *name)
{
    const struct value *v = example->kind == VALUE_DICT ? dict_get(example->dict, name) : NULL;
    return v ? value_str(v) : STR("");
}

/* The text of an example, indented when it is not for Markdown. */
static void code(struct buf *out, str text, bool yaml, bool markdown)
{
    if (markdown) {
        buf_printf(out, "```%s\n%.*s```\n", yaml ? "yaml" : "python", STR_ARG(text));
        return;
    }
    while (text.n > 0) {
        const char *end = memchr(text.p, '\n', text.n);
        size_t n = end ? (size_t)(end - text.p) : text.n;
        buf_printf(out, "    %.*s\n", (int)n, text.p);
        text = str_slice(text, end ? n + 1 : n, text.n);
    }
}

/* For which script an example is. */
static str audience(const struct value *example)
{
    const struct value *on = example->kind == VALUE_DICT ? dict_get(example->dict, "on") : NULL;
    const struct value *profile =
        on && on->kind == VALUE_DICT ? dict_get(on->dict, "profile") : NULL;
    return profile ? value_str(profile) : STR("");
}

static void examples(
    struct buf *out, const struct rule *r, const char *name, const char *title, bool markdown)
{
    const struct list *l = list_of(r, name);
    if (l->n == 0) {
        return;
    }
    heading(out, title, markdown);
    for (uint32_t i = 0; i < l->n; i++) {
        const struct value *x = &l->items[i];
        str who = audience(x), file = example_part(x, "name");
        if (i > 0) {
            buf_byte(out, '\n');
        }
        if (who.n > 0) {
            buf_printf(out, markdown ? "%.*s:\n\n" : "  %.*s:\n", STR_ARG(who));
        }
        code(out, example_part(x, "text"), str_ends(file, STR(".yaml")), markdown);
    }
}

static void facts(struct buf *out, const struct rule *r, bool markdown)
{
    str since = rule_text(r, "since");
    const char *when = r->is_message   ? "about the run itself"
                       : r->is_default ? "on by default"
                                       : "off by default";
    buf_printf(out, markdown ? "*%s, %s, since %.*s*\n" : "(%s, %s, since %.*s)\n",
        severity_name(r->severity), when, STR_ARG(since));
}

void rules_explain(struct arena *a, struct buf *out, const struct rule *r, bool markdown)
{
    (void)a;
    str summary = rule_text(r, "summary"), why = rule_text(r, "why"), fixes = rule_text(r, "fixes");
    buf_printf(out, "%s%.*s: %.*s\n\n", markdown ? "# " : "", STR_ARG(r->code), STR_ARG(summary));
    facts(out, r, markdown);
    buf_printf(out, "\n%.*s\n", STR_ARG(why));
    examples(out, r, "bad", "Found", markdown);
    examples(out, r, "good", "Not found", markdown);
    if (fixes.n > 0 && !str_is(fixes, "None.")) {
        heading(out, "Fix", markdown);
        buf_printf(out, "%.*s\n", STR_ARG(fixes));
    }
    if (!r->is_message) {
        heading(out, "Keep it back", markdown);
        buf_printf(out,
            "The comment `# cfglint: ignore[%.*s] why` on the line or above it, `ignore-file` "
            "instead "
            "of `ignore` for all of the file, `--ignore %.*s` for all files.\n",
            STR_ARG(r->code), STR_ARG(r->code));
    }
    const struct list *sources = list_of(r, "sources");
    if (sources->n > 0) {
        heading(out, "Sources", markdown);
        for (uint32_t i = 0; i < sources->n; i++) {
            str one = value_str(&sources->items[i]);
            buf_printf(out, "%s%.*s\n", markdown ? "* " : "  ", STR_ARG(one));
        }
    }
}

void rules_index(struct arena *a, struct buf *out, const struct lint *l)
{
    (void)a;
    buf_puts(out,
        "# Rules\n\n"
        "Made from the files in rules/rules by `./dev docs`.  A dash in the last column: only when "
        "selected.\n\n"
        "| Code | What it finds | Severity | Default |\n|---|---|---|---|\n");
    VEC_EACH (struct rule, r, &l->rules) {
        str summary = rule_text(r, "summary");
        buf_printf(out, "| [%.*s](%.*s.md) | %.*s | %s | %s |\n", STR_ARG(r->code),
            STR_ARG(r->code), STR_ARG(summary), severity_name(r->severity),
            r->is_default ? "on" : "-");
    }
}

/* --- for programs --- */

static cJSON *one(struct arena *a, const struct rule *r)
{
    cJSON *o = cJSON_CreateObject();
    json_add(a, o, "code", r->code);
    cJSON_AddStringToObject(o, "severity", severity_name(r->severity));
    cJSON_AddBoolToObject(o, "default", r->is_default);
    cJSON_AddBoolToObject(o, "message", r->is_message);
    static const char *const texts[] = {"since", "summary", "why", "fixes"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_add(a, o, texts[i], rule_text(r, texts[i]));
    }
    static const char *const lists[] = {"sources", "good", "bad"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const struct value *v = declaration_get(r->declaration, lists[i]);
        cJSON_AddItemToObject(o, lists[i], v ? json_value(a, v) : cJSON_CreateArray());
    }
    return o;
}

void rules_json(struct arena *a, struct buf *out, const struct lint *l, const struct rule *only)
{
    cJSON *all = cJSON_CreateArray();
    VEC_EACH (struct rule, r, &l->rules) {
        if (!only || only == r) {
            cJSON_AddItemToArray(all, one(a, r));
        }
    }
    json_print(out, all, true);
}
