/* Findings as JSON: one object, or one for each finding. */
#include "report/inside.h"
#include "report/json.h"

#include "settings/settings.h"

enum {
    VERSION = 1
};

static void add_place(struct json *j, struct loc at)
{
    json_path(j, at.source->path);
    struct line_col from = source_line_col(at.source, at.span.start);
    struct line_col to = source_line_col(at.source, at.span.end);
    json_integer(j, "line", from.line);
    json_integer(j, "column", from.column);
    json_integer(j, "end_line", to.line);
    json_integer(j, "end_column", to.column);
}

static void add_changes(struct json *j, const struct changes *c)
{
    json_array(j, "changes");
    VEC_EACH (struct change, one, &c->list) {
        json_object(j, NULL);
        json_text(j, "key", one->path);
        if (one->deletes) {
            json_bool(j, "delete", true);
        } else {
            json_value(j, "value", &one->value);
        }
        json_end_object(j);
    }
    json_end_array(j);
}

static void add_fixes(struct json *j, const struct fix *f)
{
    static const char *const names[] = {"safe", "unsafe", "shown"};
    json_array(j, "fixes");
    for (; f; f = f->next) {
        json_object(j, NULL);
        json_text(j, "title", f->title);
        json_word(j, "safety", names[f->safety]);
        add_changes(j, f->changes);
        json_end_object(j);
    }
    json_end_array(j);
}

static void add_related(struct json *j, const struct diag *d)
{
    json_array(j, "related");
    for (uint32_t i = 0; i < d->n_related; i++) {
        json_object(j, NULL);
        json_text(j, "message", d->related[i].message);
        if (d->related[i].at.source) {
            add_place(j, d->related[i].at);
        }
        json_end_object(j);
    }
    json_end_array(j);
}

static void add_configs(struct json *j, const struct diag_config *c)
{
    json_array(j, "configs");
    for (; c; c = c->next) {
        json_text(j, NULL, c->path);
    }
    json_end_array(j);
}

static void add_finding(struct json *j, const struct diag *d)
{
    json_object(j, NULL);
    json_word(j, "code", d->code);
    json_word(j, "severity", severity_name(d->severity));
    json_text(j, "message", d->message);
    if (d->at.source) {
        add_place(j, d->at);
    } else if (d->subject.n > 0) {
        json_path(j, d->subject);
    }
    if (d->key.n > 0) {
        json_text(j, "key", d->key);
    }
    if (d->help.n > 0) {
        json_text(j, "help", d->help);
    }
    if (d->configs) {
        add_configs(j, d->configs);
    }
    add_related(j, d);
    add_fixes(j, d->fix);
    json_end_object(j);
}

void report_jsonl(const struct report *r, struct buf *out)
{
    VEC_EACH (struct diag, d, &r->found->list) {
        if (!d->suppressed) {
            struct json j = json_new(r->arena, out, false);
            add_finding(&j, d);
            json_end(&j);
        }
    }
}

void report_json(const struct report *r, struct buf *out)
{
    struct json j = json_new(r->arena, out, true);
    size_t suppressed = 0;
    json_object(&j, NULL);
    json_integer(&j, "version", VERSION);
    json_word(&j, "cfglint", r->version);
    json_bytes(&j, "files", r->n_files);
    json_array(&j, "findings");
    VEC_EACH (struct diag, d, &r->found->list) {
        if (d->suppressed) {
            suppressed++;
        } else {
            add_finding(&j, d);
        }
    }
    json_end_array(&j);
    json_bytes(&j, "suppressed", suppressed);
    json_end_object(&j);
    json_end(&j);
}
