/* Findings for the machinery around merge requests: GitHub's workflow commands, GitLab's code
 * quality report. */
#include "report/inside.h"
#include "report/json.h"

/* A workflow command ends at a line end, and its properties at commas and colons. */
static void escaped(struct buf *out, str s, bool property)
{
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','))) {
            buf_printf(out, "%%%02X", (unsigned)(unsigned char)c);
        } else {
            buf_byte(out, c);
        }
    }
}

void report_github(const struct report *r, struct buf *out)
{
    static const char *const commands[] = {"notice", "warning", "error"};
    VEC_EACH (struct diag, d, &r->found->list) {
        if (d->suppressed) {
            continue;
        }
        struct spot at = spot_of(d->at, d->subject);
        buf_printf(out, "::%s title=cfglint (%s),file=", commands[d->severity], d->code);
        escaped(out, at.path, true);
        buf_printf(out, ",line=%u,col=%u,endLine=%u,endColumn=%u::", at.from.line, at.from.column,
            at.to.line, at.to.column);
        escaped(out, d->message, false);
        if (d->help.n > 0) {
            buf_puts(out, "%0A");
            escaped(out, d->help, false);
        }
        buf_byte(out, '\n');
    }
}

void report_gitlab(const struct report *r, struct buf *out)
{
    static const char *const severities[] = {"info", "major", "critical"};
    cJSON *all = cJSON_CreateArray();
    VEC_EACH (struct diag, d, &r->found->list) {
        if (d->suppressed) {
            continue;
        }
        struct spot at = spot_of(d->at, d->subject);
        cJSON *o = cJSON_CreateObject(), *location = cJSON_CreateObject();
        json_add(r->arena, o, "description", d->message);
        cJSON_AddStringToObject(o, "check_name", d->code);
        json_add(r->arena, o, "fingerprint", fingerprint_of(r->arena, d, nth_of(r->found, d)));
        cJSON_AddStringToObject(o, "severity", severities[d->severity]);
        json_add(r->arena, location, "path", at.path);
        cJSON *lines = cJSON_AddObjectToObject(location, "lines");
        cJSON_AddNumberToObject(lines, "begin", at.from.line);
        cJSON_AddNumberToObject(lines, "end", at.to.line);
        cJSON_AddItemToObject(o, "location", location);
        cJSON_AddItemToArray(all, o);
    }
    json_print(out, all, true);
}
