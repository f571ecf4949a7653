/* Findings as SARIF 2.1.0, as GitHub's code scanning and others take it. */
#include "report/inside.h"
#include "report/json.h"

static const char SCHEMA[] = "https://json.schemastore.org/sarif-2.1.0.json";
static const char *const LEVELS[] = {"note", "warning", "error"};

static void add_text(struct json *j, const char *name, str text)
{
    json_object(j, name);
    json_text(j, "text", text);
    json_end_object(j);
}

/* In a message `[...](...)` is a link, which a config has no say in. */
static str without_links(struct arena *a, str text)
{
    struct buf b = buf_make(a->owner);
    for (size_t i = 0; i < text.n; i++) {
        bool link = text.p[i] == ']' && i + 1 < text.n && text.p[i + 1] == '(';
        buf_puts(&b, link ? "\\" : "");
        buf_byte(&b, text.p[i]);
    }
    return buf_str(&b);
}

static void add_message(struct json *j, str text)
{
    add_text(j, "message", without_links(j->arena, text));
}

static void add_physical(struct json *j, struct loc at, str subject)
{
    struct spot s = spot_of(at, subject);
    json_object(j, "physicalLocation");
    json_object(j, "artifactLocation");
    json_text(j, "uri", uri_of(j->arena, s.path));
    json_end_object(j);
    json_object(j, "region");
    json_integer(j, "startLine", s.from.line);
    json_integer(j, "startColumn", s.from.column);
    json_integer(j, "endLine", s.to.line);
    json_integer(j, "endColumn", s.to.column);
    json_end_object(j);
    json_end_object(j);
}

static void add_locations(struct json *j, const struct diag *d)
{
    json_array(j, "locations");
    json_object(j, NULL);
    add_physical(j, d->at, d->subject);
    if (d->key.n > 0) {
        json_array(j, "logicalLocations");
        json_object(j, NULL);
        json_text(j, "fullyQualifiedName", d->key);
        json_end_object(j);
        json_end_array(j);
    }
    json_end_object(j);
    json_end_array(j);
}

static void add_related(struct json *j, const struct diag *d)
{
    json_array(j, "relatedLocations");
    for (uint32_t i = 0; i < d->n_related; i++) {
        if (d->related[i].at.source) {
            json_object(j, NULL);
            add_physical(j, d->related[i].at, STR(""));
            json_integer(j, "id", i);
            add_message(j, d->related[i].message);
            json_end_object(j);
        }
    }
    json_end_array(j);
}

/* For each rule of the catalogue its place among those that found something, from 1; or 0. */
static const uint32_t *places_of(const struct report *r)
{
    uint32_t *places = ARENA_MANY(r->arena, uint32_t, r->lint->rules.n);
    VEC_EACH (const struct diag, d, &r->found->list) {
        const struct rule *rule = lint_find(r->lint, str_of(d->code));
        if (rule) {
            places[rule - r->lint->rules.items] = 1;
        }
    }
    uint32_t n = 0;
    for (size_t i = 0; i < r->lint->rules.n; i++) {
        places[i] = places[i] ? ++n : 0;
    }
    return places;
}

static void add_rule(struct json *j, const struct report *r, const uint32_t *places, str code)
{
    const struct rule *rule = lint_find(r->lint, code);
    json_text(j, "ruleId", code);
    if (rule) {
        json_integer(j, "ruleIndex", places[rule - r->lint->rules.items] - 1);
    }
}

static void add_result(struct json *j, const struct report *r, const uint32_t *places,
    const struct diag *d, uint32_t nth)
{
    struct arena *a = r->arena;
    json_object(j, NULL);
    add_rule(j, r, places, str_of(d->code));
    json_word(j, "level", LEVELS[d->severity]);
    add_message(j, d->help.n == 0
                       ? d->message
                       : arena_printf(a, "%.*s. %.*s.", STR_ARG(d->message), STR_ARG(d->help)));
    add_locations(j, d);
    add_related(j, d);
    json_object(j, "partialFingerprints");
    json_text(j, "cfglint/v1", fingerprint_of(a, d, nth));
    json_end_object(j);
    if (d->configs) {
        json_object(j, "properties");
        json_array(j, "configs");
        for (const struct diag_config *c = d->configs; c; c = c->next) {
            json_text(j, NULL, c->path);
        }
        json_end_array(j);
        json_end_object(j);
    }
    if (d->suppressed) {
        json_array(j, "suppressions");
        json_object(j, NULL);
        json_word(j, "kind", "inSource");
        json_end_object(j);
        json_end_array(j);
    }
    json_end_object(j);
}

static void add_descriptor(struct json *j, const struct rule *rule)
{
    json_object(j, NULL);
    json_text(j, "id", rule->code);
    add_text(j, "shortDescription", rule_text(rule, "summary"));
    add_text(j, "fullDescription", rule_text(rule, "why"));
    add_text(j, "help",
        arena_printf(j->arena, "`cfglint explain %.*s` has examples", STR_ARG(rule->code)));
    json_object(j, "defaultConfiguration");
    json_word(j, "level", LEVELS[rule->severity]);
    json_end_object(j);
    json_end_object(j);
}

static void add_tool(struct json *j, const struct report *r, const uint32_t *places)
{
    json_object(j, "tool");
    json_object(j, "driver");
    json_word(j, "name", "cfglint");
    json_word(j, "version", r->version);
    json_array(j, "rules");
    VEC_EACH (struct rule, rule, &r->lint->rules) {
        if (places[rule - r->lint->rules.items]) {
            add_descriptor(j, rule);
        }
    }
    json_end_array(j);
    json_end_object(j);
    json_end_object(j);
}

void report_sarif(const struct report *r, struct buf *out)
{
    struct json j = json_new(r->arena, out, true);
    json_object(&j, NULL);
    json_word(&j, "$schema", SCHEMA);
    json_word(&j, "version", "2.1.0");
    json_array(&j, "runs");
    json_object(&j, NULL);
    const uint32_t *places = places_of(r);
    add_tool(&j, r, places);
    json_word(&j, "columnKind", "unicodeCodePoints");
    json_array(&j, "results");
    const uint32_t *nth = nths_of(r->arena, r->found);
    VEC_EACH (struct diag, d, &r->found->list) {
        add_result(&j, r, places, d, nth[d - r->found->list.items]);
    }
    json_end_array(&j);
    json_end_object(&j);
    json_end_array(&j);
    json_end_object(&j);
    json_end(&j);
}
