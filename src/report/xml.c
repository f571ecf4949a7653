/* Findings as XML: JUnit and Checkstyle. */
#include "base/foreign.h"
#include "report/inside.h"

static void attribute(struct buf *out, const char *name, str value)
{
    foreign_printf(out, " %s=\"", name);
    foreign_put(out, value, FOREIGN_XML);
    buf_byte(out, '"');
}

/* The findings that are not kept back, one after another; NULL after the last. */
static const struct diag *next(const struct report *r, const struct diag *d)
{
    for (size_t i = d ? (size_t)(d - r->found->list.items) + 1 : 0; i < r->found->list.n; i++) {
        if (!r->found->list.items[i].suppressed) {
            return &r->found->list.items[i];
        }
    }
    return NULL;
}

static bool same_file(const struct diag *a, const struct diag *b)
{
    return a && b && str_eq(spot_path(a->at, a->subject), spot_path(b->at, b->subject));
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
        foreign_printf(out, "    <error line=\"%u\" column=\"%u\" severity=\"%s\"", at.from.line,
            at.from.column, severity_name(d->severity));
        attribute(out, "message", d->message);
        attribute(out, "source", arena_printf(r->arena, "cfglint.%s", d->code));
        buf_puts(out, "/>\n");
        if (!next(r, d)) {
            buf_puts(out, "  </file>\n");
        }
    }
    buf_puts(out, "</checkstyle>\n");
}

static void test_case(struct buf *out, const struct diag *d)
{
    struct spot at = spot_of(d->at, d->subject);
    buf_puts(out, "    <testcase");
    attribute(out, "name", str_of(d->code));
    attribute(out, "classname", at.path);
    attribute(out, "file", at.path);
    foreign_printf(
        out, " line=\"%u\">\n      <failure type=\"%s\"", at.from.line, severity_name(d->severity));
    attribute(out, "message", d->message);
    buf_byte(out, '>');
    foreign_put(out, at.path, FOREIGN_XML);
    foreign_printf(out, ":%u:%u", at.from.line, at.from.column);
    if (d->help.n > 0) {
        buf_puts(out, ": ");
        foreign_put(out, d->help, FOREIGN_XML);
    }
    buf_puts(out, "</failure>\n    </testcase>\n");
}

void report_junit(const struct report *r, struct buf *out)
{
    size_t n = diags_count(r->found, SEVERITY_INFO);
    buf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    foreign_printf(out,
        "  <testsuite name=\"cfglint\" tests=\"%zu\" failures=\"%zu\" errors=\"0\">\n", n ? n : 1,
        n);
    if (n == 0) {
        foreign_printf(out, "    <testcase name=\"no findings\" classname=\"cfglint\"/>\n");
    }
    for (const struct diag *d = next(r, NULL); d; d = next(r, d)) {
        test_case(out, d);
    }
    buf_puts(out, "  </testsuite>\n</testsuites>\n");
}
