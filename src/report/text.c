#include "report/text.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <unistd.h>

static const char RED[] = "\033[1;31m", YELLOW[] = "\033[1;33m", BLUE[] = "\033[1;34m",
                  BOLD[] = "\033[1m", DIM[] = "\033[2m", RESET[] = "\033[0m";

struct painter {
    struct arena *a;
    struct buf *out;
    bool color;
};

bool text_wants_color(FILE *to, str when)
{
    if (str_is(when, "always")) {
        return true;
    }
    const char *no = getenv("NO_COLOR"), *force = getenv("CLICOLOR_FORCE");
    if (str_is(when, "never") || (no && *no)) {
        return false;
    }
    return (force && *force && strcmp(force, "0") != 0) || isatty(fileno(to));
}

static void paint(struct painter *p, const char *color, const char *text)
{
    buf_printf(p->out, "%s%s%s", p->color ? color : "", text, p->color ? RESET : "");
}

static const char *color_of(enum severity s)
{
    return s == SEVERITY_ERROR ? RED : s == SEVERITY_WARNING ? YELLOW : BLUE;
}

static void place(struct painter *p, struct loc at, str subject)
{
    str path = at.source ? at.source->path : subject;
    if (path.n == 0) {
        paint(p, BOLD, "cfglint");
    } else if (at.source) {
        struct line_col lc = source_line_col(at.source, at.span.start);
        str text = arena_printf(p->a, "%.*s:%u:%u", STR_ARG(path), lc.line, lc.column);
        paint(p, BOLD, text.p);
    } else {
        paint(p, BOLD, arena_str(p->a, path).p);
    }
}

/* Text of a source line with tabs as one blank each and controls shown, so that carets line up. */
static str clean(struct painter *p, str line)
{
    char *copy = (char *)arena_str(p->a, line).p;
    for (size_t i = 0; i < line.n; i++) {
        unsigned char c = (unsigned char)copy[i];
        if (c < 0x20 || c == 0x7F) {
            copy[i] = c == '\t' ? ' ' : '?';
        }
    }
    return (str){copy, line.n};
}

enum {
    WIDEST = 160
};

static void excerpt(struct painter *p, struct loc at, const char *color)
{
    if (!at.source || at.source->bytes.n == 0) {
        return;
    }
    uint32_t number = source_line_of(at.source, at.span.start);
    uint32_t start = source_line_start(at.source, number);
    str line = clean(p, source_line(at.source, number));
    size_t from = at.span.start - start;
    size_t to = at.span.end > at.span.start ? at.span.end - start : from;
    from = from < line.n ? from : line.n;
    to = to < line.n ? to : line.n;
    size_t cut = 0; /* a long line is shown from shortly before the place */
    if (from > WIDEST / 2) {
        cut = from - WIDEST / 2;
        while (cut < line.n && ((unsigned char)line.p[cut] & 0xC0) == 0x80) {
            cut++;
        }
    }
    str shown = str_slice(line, cut, line.n);
    size_t limit = utf8_offset(shown, WIDEST);
    size_t before = utf8_width(str_slice(line, cut, from));
    size_t under = utf8_width(str_slice(line, from, to));
    size_t room = utf8_width(str_slice(shown, 0, limit));
    under = before + under > room ? room - (before < room ? before : room) : under;
    str gutter = arena_printf(p->a, "%5u | ", number);
    paint(p, DIM, gutter.p);
    buf_put(p->out, str_slice(shown, 0, limit));
    buf_byte(p->out, '\n');
    paint(p, DIM, "      | ");
    buf_fill(p->out, ' ', before);
    buf_puts(p->out, p->color ? color : "");
    buf_fill(p->out, '^', under > 0 ? under : 1);
    buf_puts(p->out, p->color ? RESET : "");
    buf_byte(p->out, '\n');
}

static void one(struct painter *p, const struct diag *d)
{
    place(p, d->at, d->subject);
    buf_puts(p->out, ": ");
    paint(p, color_of(d->severity), severity_name(d->severity));
    buf_printf(p->out, "[%s]: %.*s\n", d->code, STR_ARG(d->message));
    excerpt(p, d->at, color_of(d->severity));
    for (uint32_t i = 0; i < d->n_related; i++) {
        buf_puts(p->out, "      = ");
        place(p, d->related[i].at, STR(""));
        buf_printf(p->out, ": %.*s\n", STR_ARG(d->related[i].message));
    }
    if (d->help.n > 0) {
        buf_puts(p->out, "      = ");
        paint(p, BOLD, "help");
        buf_printf(p->out, ": %.*s\n", STR_ARG(d->help));
    }
}

void text_diags(struct arena *a, struct buf *out, const struct diags *diags, bool color)
{
    struct painter p = {a, out, color};
    VEC_EACH (struct diag, d, &diags->list) {
        if (!d->suppressed) {
            one(&p, d);
        }
    }
}
