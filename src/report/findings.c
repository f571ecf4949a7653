/* Findings as JSON: one object, or one for each finding. */
#include "report/inside.h"
#include "report/json.h"

#include "settings/settings.h"

enum {
    VERSION = 1
};

static void add_place(struct arena *a, cJSON *o, struct loc at)
{
    json_add(a, o, "path", at.source->path);
    struct line_col from = source_line_col(at.source, at.span.start);
    struct line_col to = source_line_col(at.source, at.span.end);
    cJSON_AddNumberToObject(o, "line", from.line);
    cJSON_AddNumberToObject(o, "column", from.column);
    cJSON_AddNumberToObject(o, "end_line", to.line);
    cJSON_AddNumberToObject(o, "end_column", to.column);
}

static cJSON *changes(struct arena *a, const struct changes *c)
{
    cJSON *all = cJSON_CreateArray();
    VEC_EACH (struct change, one, &c->list) {
        cJSON *o = cJSON_CreateObject();
        json_add(a, o, "key", one->path);
        if (one->deletes) {
            cJSON_AddBoolToObject(o, "delete", true);
        } else {
            cJSON_AddItemToObject(o, "value", json_value(a, &one->value));
        }
        cJSON_AddItemToArray(all, o);
    }
    return all;
}

static cJSON *fixes(struct arena *a, const struct fix *f)
{
    static const char *const names[] = {"safe", "unsafe", "shown"};
    cJSON *all = cJSON_CreateArray();
    for (; f; f = f->next) {
        cJSON *o = cJSON_CreateObject();
        json_add(a, o, "title", f->title);
        cJSON_AddStringToObject(o, "safety", names[f->safety]);
        cJSON_AddItemToObject(o, "changes", changes(a, f->changes));
        cJSON_AddItemToArray(all, o);
    }
    return all;
}

static cJSON *finding(struct arena *a, const struct diag *d)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "code", d->code);
    cJSON_AddStringToObject(o, "severity", severity_name(d->severity));
    json_add(a, o, "message", d->message);
    if (d->at.source) {
        add_place(a, o, d->at);
    } else if (d->subject.n > 0) {
        json_add(a, o, "path", d->subject);
    }
    if (d->key.n > 0) {
        json_add(a, o, "key", d->key);
    }
    if (d->help.n > 0) {
        json_add(a, o, "help", d->help);
    }
    cJSON *related = cJSON_CreateArray();
    for (uint32_t i = 0; i < d->n_related; i++) {
        cJSON *one = cJSON_CreateObject();
        json_add(a, one, "message", d->related[i].message);
        if (d->related[i].at.source) {
            add_place(a, one, d->related[i].at);
        }
        cJSON_AddItemToArray(related, one);
    }
    cJSON_AddItemToObject(o, "related", related);
    cJSON_AddItemToObject(o, "fixes", fixes(a, d->fix));
    return o;
}

void report_jsonl(const struct report *r, struct buf *out)
{
    VEC_EACH (struct diag, d, &r->found->list) {
        if (!d->suppressed) {
            json_print(out, finding(r->arena, d), false);
        }
    }
}

void report_json(const struct report *r, struct buf *out)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddNumberToObject(o, "version", VERSION);
    cJSON_AddStringToObject(o, "cfglint", r->version);
    cJSON_AddNumberToObject(o, "files", (double)r->n_files);
    cJSON *all = cJSON_CreateArray();
    size_t suppressed = 0;
    VEC_EACH (struct diag, d, &r->found->list) {
        if (d->suppressed) {
            suppressed++;
        } else {
            cJSON_AddItemToArray(all, finding(r->arena, d));
        }
    }
    cJSON_AddItemToObject(o, "findings", all);
    cJSON_AddNumberToObject(o, "suppressed", (double)suppressed);
    json_print(out, o, true);
}
