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
        foreign_printf(out, "%-8.*s %-8s %s %.*s\n", STR_ARG(r->code), severity_name(r->severity),
            r->is_default ? "  " : "- ", STR_ARG(summary));
    }
    buf_puts(out, "(-: only when selected)\n");
}

/* --- a page --- */

static void heading(struct buf *out, const char *text, bool markdown)
{
    foreign_printf(out, markdown ? "\n## %s\n\n" : "\n%s:\n\n", text);
}

static str example_part(const struct value *example, const char *name)
{
    const struct value *v = example->kind == VALUE_DICT ? dict_get(example->dict, name) : NULL;
    return v ? value_str(v) : STR("");
}

static size_t longest_run(str s, char c)
{
    size_t longest = 0, n = 0;
    for (size_t i = 0; i < s.n; i++) {
        n = s.p[i] == c ? n + 1 : 0;
        longest = n > longest ? n : longest;
    }
    return longest;
}

/* The text of an example, indented when it is not for Markdown. */
static void code(struct buf *out, str text, bool yaml, bool markdown)
{
    if (markdown) {
        size_t fence = longest_run(text, '`') + 1;
        buf_fill(out, '`', fence > 3 ? fence : 3);
        buf_puts(out, yaml ? "yaml\n" : "python\n");
        foreign_put(out, text, FOREIGN_LINES);
        buf_fill(out, '`', fence > 3 ? fence : 3);
        buf_byte(out, '\n');
        return;
    }
    while (text.n > 0) {
        const char *end = memchr(text.p, '\n', text.n);
        size_t n = end ? (size_t)(end - text.p) : text.n;
        foreign_printf(out, "    %.*s\n", (int)n, text.p);
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
            foreign_printf(out, markdown ? "%.*s:\n\n" : "  %.*s:\n", STR_ARG(who));
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
    foreign_printf(out, markdown ? "*%s, %s, since %.*s*\n" : "(%s, %s, since %.*s)\n",
        severity_name(r->severity), when, STR_ARG(since));
}

void rules_explain(struct arena *a, struct buf *out, const struct rule *r, bool markdown)
{
    (void)a;
    str summary = rule_text(r, "summary"), why = rule_text(r, "why"), fixes = rule_text(r, "fixes");
    foreign_printf(
        out, "%s%.*s: %.*s\n\n", markdown ? "# " : "", STR_ARG(r->code), STR_ARG(summary));
    facts(out, r, markdown);
    buf_byte(out, '\n');
    foreign_put(out, why, FOREIGN_LINES);
    buf_byte(out, '\n');
    examples(out, r, "bad", "Found", markdown);
    examples(out, r, "good", "Not found", markdown);
    if (fixes.n > 0 && !str_is(fixes, "None.")) {
        heading(out, "Fix", markdown);
        foreign_put(out, fixes, FOREIGN_LINES);
        buf_byte(out, '\n');
    }
    if (!r->is_message) {
        heading(out, "Keep it back", markdown);
        foreign_printf(out,
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
            foreign_printf(out, "%s%.*s\n", markdown ? "* " : "  ", STR_ARG(one));
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
        foreign_printf(out, "| [%.*s](%.*s.md) | %.*s | %s | %s |\n", STR_ARG(r->code),
            STR_ARG(r->code), STR_ARG(summary), severity_name(r->severity),
            r->is_default ? "on" : "-");
    }
}

/* --- for programs --- */

static void add_rule(struct json *j, const struct rule *r)
{
    static const char *const texts[] = {"since", "summary", "why", "fixes"};
    static const char *const lists[] = {"sources", "good", "bad"};
    json_object(j, NULL);
    json_text(j, "code", r->code);
    json_word(j, "severity", severity_name(r->severity));
    json_bool(j, "default", r->is_default);
    json_bool(j, "message", r->is_message);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_text(j, texts[i], rule_text(r, texts[i]));
    }
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const struct value *v = declaration_get(r->declaration, lists[i]);
        struct value none = value_of_list(list_new(j->arena, 0));
        json_value(j, lists[i], v ? v : &none);
    }
    json_end_object(j);
}

void rules_json(struct arena *a, struct buf *out, const struct lint *l, const struct rule *only)
{
    struct json j = json_new(a, out, true);
    json_array(&j, NULL);
    VEC_EACH (struct rule, r, &l->rules) {
        if (!only || only == r) {
            add_rule(&j, r);
        }
    }
    json_end_array(&j);
    json_end(&j);
}
