/* Findings as SARIF 2.1.0, as GitHub's code scanning and others take it. */
#include "report/inside.h"
#include "report/json.h"

static const char SCHEMA[] = "https://json.schemastore.org/sarif-2.1.0.json";
static const char *const LEVELS[] = {"note", "warning", "error"};

static void add_text(struct arena *a, cJSON *to, const char *name, str text)
{
    json_add(a, cJSON_AddObjectToObject(to, name), "text", text);
}

/* A path as the relative or file: reference that a URI has to be. */
static str uri_of(struct arena *a, str path)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    struct buf b = buf_make(a->owner);
    buf_puts(&b, path.n > 0 && path.p[0] == '/' ? "file://" : "");
    for (size_t i = 0; i < path.n; i++) {
        if (memchr(plain, path.p[i], sizeof plain - 1)) {
            buf_byte(&b, path.p[i]);
        } else {
            buf_printf(&b, "%%%02X", (unsigned)(unsigned char)path.p[i]);
        }
    }
    return buf_str(&b);
}

static cJSON *location(struct arena *a, struct loc at, str subject)
{
    struct spot s = spot_of(at, subject);
    cJSON *o = cJSON_CreateObject(), *physical = cJSON_AddObjectToObject(o, "physicalLocation");
    json_add(a, cJSON_AddObjectToObject(physical, "artifactLocation"), "uri", uri_of(a, s.path));
    cJSON *region = cJSON_AddObjectToObject(physical, "region");
    cJSON_AddNumberToObject(region, "startLine", s.from.line);
    cJSON_AddNumberToObject(region, "startColumn", s.from.column);
    cJSON_AddNumberToObject(region, "endLine", s.to.line);
    cJSON_AddNumberToObject(region, "endColumn", s.to.column);
    return o;
}

static void add_related(struct arena *a, cJSON *result, const struct diag *d)
{
    cJSON *all = cJSON_CreateArray();
    for (uint32_t i = 0; i < d->n_related; i++) {
        if (d->related[i].at.source) {
            cJSON *one = location(a, d->related[i].at, STR(""));
            cJSON_AddNumberToObject(one, "id", i);
            add_text(a, one, "message", d->related[i].message);
            cJSON_AddItemToArray(all, one);
        }
    }
    cJSON_AddItemToObject(result, "relatedLocations", all);
}

static cJSON *result(const struct report *r, const struct diag *d)
{
    struct arena *a = r->arena;
    cJSON *o = cJSON_CreateObject();
    const struct rule *rule = lint_find(r->lint, str_of(d->code));
    cJSON_AddStringToObject(o, "ruleId", d->code);
    if (rule) {
        cJSON_AddNumberToObject(o, "ruleIndex", (double)(rule - r->lint->rules.items));
    }
    cJSON_AddStringToObject(o, "level", LEVELS[d->severity]);
    str text = d->help.n == 0
                   ? d->message
                   : arena_printf(a, "%.*s. %.*s.", STR_ARG(d->message), STR_ARG(d->help));
    add_text(a, o, "message", text);
    cJSON *where = location(a, d->at, d->subject);
    if (d->key.n > 0) {
        cJSON *logical = cJSON_CreateObject();
        json_add(a, logical, "fullyQualifiedName", d->key);
        cJSON_AddItemToArray(cJSON_AddArrayToObject(where, "logicalLocations"), logical);
    }
    cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "locations"), where);
    add_related(a, o, d);
    json_add(a, cJSON_AddObjectToObject(o, "partialFingerprints"), "cfglint/v1",
        fingerprint_of(a, d, nth_of(r->found, d)));
    if (d->suppressed) {
        cJSON *how = cJSON_CreateObject();
        cJSON_AddStringToObject(how, "kind", "inSource");
        cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "suppressions"), how);
    }
    return o;
}

static cJSON *descriptor(struct arena *a, const struct rule *rule)
{
    cJSON *o = cJSON_CreateObject();
    json_add(a, o, "id", rule->code);
    add_text(a, o, "shortDescription", rule_text(rule, "summary"));
    add_text(a, o, "fullDescription", rule_text(rule, "why"));
    add_text(
        a, o, "help", arena_printf(a, "`cfglint explain %.*s` has examples", STR_ARG(rule->code)));
    cJSON_AddStringToObject(
        cJSON_AddObjectToObject(o, "defaultConfiguration"), "level", LEVELS[rule->severity]);
    return o;
}

void report_sarif(const struct report *r, struct buf *out)
{
    cJSON *o = cJSON_CreateObject(), *run = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "$schema", SCHEMA);
    cJSON_AddStringToObject(o, "version", "2.1.0");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "runs"), run);
    cJSON *driver = cJSON_AddObjectToObject(cJSON_AddObjectToObject(run, "tool"), "driver");
    cJSON_AddStringToObject(driver, "name", "cfglint");
    cJSON_AddStringToObject(driver, "version", r->version);
    cJSON *rules = cJSON_AddArrayToObject(driver, "rules");
    VEC_EACH (struct rule, rule, &r->lint->rules) {
        cJSON_AddItemToArray(rules, descriptor(r->arena, rule));
    }
    cJSON_AddStringToObject(run, "columnKind", "unicodeCodePoints");
    cJSON *results = cJSON_AddArrayToObject(run, "results");
    VEC_EACH (struct diag, d, &r->found->list) {
        cJSON_AddItemToArray(results, result(r, d));
    }
    json_print(out, o, true);
}
