/* Findings for the machinery around merge requests: GitHub's workflow commands, GitLab's code
 * quality report. */
#include "report/inside.h"
#include "report/json.h"

void report_github(const struct report *r, struct buf *out)
{
    static const char *const commands[] = {"notice", "warning", "error"};
    VEC_EACH (struct diag, d, &r->found->list) {
        if (d->suppressed) {
            continue;
        }
        struct spot at = spot_of(d->at, d->subject);
        buf_puts(out, "::"); /* the one place that means it */
        buf_puts(out, commands[d->severity]);
        buf_puts(out, " title=cfglint (");
        foreign_put(out, str_of(d->code), FOREIGN_GITHUB_PROPERTY);
        buf_puts(out, "),file=");
        foreign_put(out, at.path, FOREIGN_GITHUB_PROPERTY);
        foreign_printf(out, ",line=%u,col=%u,endLine=%u,endColumn=%u::", at.from.line,
            at.from.column, at.to.line, at.to.column);
        foreign_put(out, d->message, FOREIGN_GITHUB);
        if (d->help.n > 0) {
            buf_puts(out, "%0A");
            foreign_put(out, d->help, FOREIGN_GITHUB);
        }
        buf_byte(out, '\n');
    }
}

void report_gitlab(const struct report *r, struct buf *out)
{
    static const char *const severities[] = {"info", "major", "critical"};
    struct json j = json_new(r->arena, out, true);
    const uint32_t *nth = nths_of(r->arena, r->found);
    json_array(&j, NULL);
    VEC_EACH (struct diag, d, &r->found->list) {
        if (d->suppressed) {
            continue;
        }
        struct spot at = spot_of(d->at, d->subject);
        json_object(&j, NULL);
        json_text(&j, "description", d->message);
        json_word(&j, "check_name", d->code);
        json_text(&j, "fingerprint", fingerprint_of(r->arena, d, nth[d - r->found->list.items]));
        json_word(&j, "severity", severities[d->severity]);
        json_object(&j, "location");
        json_text(&j, "path", at.path);
        json_object(&j, "lines");
        json_integer(&j, "begin", at.from.line);
        json_integer(&j, "end", at.to.line);
        json_end_object(&j);
        json_end_object(&j);
        json_end_object(&j);
    }
    json_end_array(&j);
    json_end(&j);
}
