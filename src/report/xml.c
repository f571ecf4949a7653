/* Findings as XML: JUnit and Checkstyle. */
#include "report/inside.h"

/* Text of an attribute or an element; what XML 1.0 does not allow at all becomes U+FFFD. */
static void escaped(struct buf *out, str s)
{
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        switch (c) {
        case '&': buf_puts(out, "&amp;"); break;
        case '<': buf_puts(out, "&lt;"); break;
        case '>': buf_puts(out, "&gt;"); break;
        case '"': buf_puts(out, "&quot;"); break;
        case '\t':
        case '\n':
        case '\r': buf_printf(out, "&#%u;", c); break;
        default:
            if (c < 0x20) {
                buf_puts(out, "\xef\xbf\xbd");
            } else {
                buf_byte(out, (char)c);
            }
        }
    }
}

static void attribute(struct buf *out, const char *name, str value)
{
    buf_printf(out, " %s=\"", name);
    escaped(out, value);
    buf_byte(out, '"');
}

/* The findings that are not kept back, one after another; NULL after the last. */
static const struct diag *next(const struct report *r, const struct diag *d)
{
    const struct diag *end = r->found->list.items + r->found->list.n;
    for (d = d ? d + 1 : r->found->list.items; d && d < end; d++) {
        if (!d->suppressed) {
            return d;
        }
    }
    return NULL;
}

static bool same_file(const struct diag *a, const struct diag *b)
{
    return a && b && str_eq(spot_of(a->at, a->subject).path, spot_of(b->at, b->subject).path);
}

void report_checkstyle(const struct report *r, struct buf *out)
{
    buf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n");
    for (const struct diag *d = next(r, NULL), *last = NULL; d; last = d, d = next(r, d)) {
        struct spot at = spot_of(d->at, d->subject);
        if (!same_file(last, d)) {
            buf_puts(out, last ? "  </file>\n  <file" : "  <file");
            attribute(out, "name", at.path);
            buf_puts(out, ">\n");
        }
        buf_printf(out, "    <error line=\"%u\" column=\"%u\" severity=\"%s\"", at.from.line,
            at.from.column, severity_name(d->severity));
        attribute(out, "message", d->message);
        buf_printf(out, " source=\"cfglint.%s\"/>\n", d->code);
        if (!next(r, d)) {
            buf_puts(out, "  </file>\n");
        }
    }
    buf_puts(out, "</checkstyle>\n");
}

static void test_case(struct buf *out, const struct diag *d)
{
    struct spot at = spot_of(d->at, d->subject);
    buf_printf(out, "    <testcase name=\"%s\"", d->code);
    attribute(out, "classname", at.path);
    attribute(out, "file", at.path);
    buf_printf(
        out, " line=\"%u\">\n      <failure type=\"%s\"", at.from.line, severity_name(d->severity));
    attribute(out, "message", d->message);
    buf_byte(out, '>');
    escaped(out, at.path);
    buf_printf(out, ":%u:%u", at.from.line, at.from.column);
    if (d->help.n > 0) {
        buf_puts(out, ": ");
        escaped(out, d->help);
    }
    buf_puts(out, "</failure>\n    </testcase>\n");
}

void report_junit(const struct report *r, struct buf *out)
{
    size_t n = diags_count(r->found, SEVERITY_INFO);
    buf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    buf_printf(out, "  <testsuite name=\"cfglint\" tests=\"%zu\" failures=\"%zu\" errors=\"0\">\n",
        n ? n : 1, n);
    if (n == 0) {
        buf_printf(out, "    <testcase name=\"no findings\" classname=\"cfglint\"/>\n");
    }
    for (const struct diag *d = next(r, NULL); d; d = next(r, d)) {
        test_case(out, d);
    }
    buf_puts(out, "  </testsuite>\n</testsuites>\n");
}
