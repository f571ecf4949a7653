#include "report/report.h"
#include "base/foreign.h"

#include "report/inside.h"
#include "report/text.h"

static const struct {
    const char *name;
    report_fn *run;
} FORMATS[] = {
#define FORMAT(name, what) {#name, report_##name},
#include "report/formats.def"
#undef FORMAT
};

report_fn *report_format(str name)
{
    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++) {
        if (str_is(name, FORMATS[i].name)) {
            return FORMATS[i].run;
        }
    }
    return NULL;
}

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

static void summary(const struct report *r, struct buf *out)
{
    size_t errors = diags_count(r->found, SEVERITY_ERROR);
    size_t warnings = diags_count(r->found, SEVERITY_WARNING) - errors;
    size_t infos = diags_count(r->found, SEVERITY_INFO) - errors - warnings;
    foreign_printf(out, "%zu file%s: %zu error%s, %zu warning%s", r->n_files, plural(r->n_files),
        errors, plural(errors), warnings, plural(warnings));
    if (infos > 0) {
        foreign_printf(out, ", %zu note%s", infos, plural(infos));
    }
    buf_byte(out, '\n');
}

void report_text(const struct report *r, struct buf *out)
{
    size_t before = out->n;
    text_diags(out, r->found, r->color);
    if (out->n > before) {
        buf_byte(out, '\n');
    }
    summary(r, out);
}

void report_concise(const struct report *r, struct buf *out)
{
    VEC_EACH (struct diag, d, &r->found->list) {
        if (d->suppressed) {
            continue;
        }
        str path = d->at.source ? d->at.source->path : d->subject;
        if (d->at.source) {
            struct line_col lc = source_line_col(d->at.source, d->at.span.start);
            foreign_printf(out, "%.*s:%u:%u: ", STR_ARG(path), lc.line, lc.column);
        } else {
            foreign_printf(out, "%.*s: ", STR_ARG(path.n ? path : STR("cfglint")));
        }
        foreign_printf(
            out, "%s[%s] %.*s\n", severity_name(d->severity), d->code, STR_ARG(d->message));
    }
}
