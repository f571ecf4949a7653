#include "report/text.h"

#include "base/foreign.h"
#include "base/utf8.h"
#include "text/path.h"

#include <stdlib.h>
#include <unistd.h>

static const char RED[] = "\033[1;31m", YELLOW[] = "\033[1;33m", BLUE[] = "\033[1;34m",
                  BOLD[] = "\033[1m", DIM[] = "\033[2m", RESET[] = "\033[0m";

struct painter {
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
    const char *term = getenv("TERM");
    return (force && *force && strcmp(force, "0") != 0) ||
           (isatty(fileno(to)) && !(term && strcmp(term, "dumb") == 0));
}

/* What follows is in this colour. */
static void ink(struct painter *p, const char *color)
{
    buf_puts(p->out, p->color ? color : "");
}

static const char *color_of(enum severity s)
{
    return s == SEVERITY_ERROR ? RED : s == SEVERITY_WARNING ? YELLOW : BLUE;
}

static void place(struct painter *p, struct loc at, str subject)
{
    str path = at.source ? at.source->path : subject;
    ink(p, BOLD);
    foreign_printf(p->out, "%.*s", STR_ARG(path.n > 0 ? path : STR("cfglint")));
    if (at.source && path.n > 0) {
        struct line_col lc = source_line_col(at.source, at.span.start);
        foreign_printf(p->out, ":%u:%u", lc.line, lc.column);
    }
    ink(p, RESET);
}

enum {
    WIDEST = 160
};

/* A part of a source line as it is shown, cut where it passes `room` columns; a tab is a blank. */
static str shown(void *talloc_ctx, str part, size_t room)
{
    struct buf b = buf_make(talloc_ctx);
    size_t width = 0;
    for (size_t at = 0; at < part.n;) {
        size_t from = at, before = b.n;
        bool tab = utf8_next(part, &at) == '\t';
        foreign_put(&b, tab ? STR(" ") : str_slice(part, from, at), FOREIGN_LINE);
        width += utf8_width(str_slice(buf_str(&b), before, b.n));
        if (width > room) {
            b.n = before;
            break;
        }
    }
    return buf_str(&b);
}

/* Where a long line is cut, so that it is shown from shortly before the place. */
static size_t first_shown(str line, size_t from)
{
    size_t cut = from > WIDEST / 2 ? from - WIDEST / 2 : 0;
    while (cut > 0 && cut < line.n && ((unsigned char)line.p[cut] & 0xC0) == 0x80) {
        cut++;
    }
    return cut < from ? cut : from;
}

static void excerpt(struct painter *p, struct loc at, const char *color)
{
    if (!at.source || at.source->bytes.n == 0) {
        return;
    }
    uint32_t number = source_line_of(at.source, at.span.start);
    uint32_t start = source_line_start(at.source, number);
    str line = source_line(at.source, number);
    size_t from = at.span.start - start;
    size_t to = at.span.end > at.span.start ? at.span.end - start : from;
    from = from < line.n ? from : line.n;
    to = to < line.n ? to : line.n;
    void *ctx = mem_context(NULL);
    str before = shown(ctx, str_slice(line, first_shown(line, from), from), WIDEST);
    size_t left = WIDEST - utf8_width(before);
    str under = shown(ctx, str_slice(line, from, to), left);
    left -= utf8_width(under);
    str after = shown(ctx, str_slice(line, to, line.n), left);
    ink(p, DIM);
    foreign_printf(p->out, "%5u | ", number);
    ink(p, RESET);
    foreign_printf(p->out, "%.*s%.*s%.*s\n", STR_ARG(before), STR_ARG(under), STR_ARG(after));
    ink(p, DIM);
    buf_puts(p->out, "      | ");
    ink(p, RESET);
    buf_fill(p->out, ' ', utf8_width(before));
    ink(p, color);
    buf_fill(p->out, '^', under.n > 0 ? utf8_width(under) : 1);
    ink(p, RESET);
    buf_byte(p->out, '\n');
    talloc_free(ctx);
}

enum {
    MOST_NAMES = 4
};

/* Of a file that others inherit: which configs meet it. */
static void configs(struct painter *p, const struct diag_config *first)
{
    size_t n = 0;
    for (const struct diag_config *c = first; c; c = c->next) {
        n++;
    }
    if (n == 0) {
        return;
    }
    foreign_printf(p->out, "      = in %zu config%s: ", n, n == 1 ? "" : "s");
    size_t shown = 0;
    for (const struct diag_config *c = first; c && shown < MOST_NAMES; c = c->next, shown++) {
        str name = path_basename(c->path);
        name = str_slice(name, 0, name.n - path_extension(name).n);
        foreign_printf(p->out, "%s%.*s", shown ? ", " : "", STR_ARG(n == 1 ? c->path : name));
    }
    buf_puts(p->out, n > MOST_NAMES ? ", ...\n" : "\n");
}

static void one(struct painter *p, const struct diag *d)
{
    place(p, d->at, d->subject);
    foreign_ours(p->out, ": ");
    ink(p, color_of(d->severity));
    buf_puts(p->out, severity_name(d->severity));
    ink(p, RESET);
    foreign_printf(p->out, "[%s]: %.*s\n", d->code, STR_ARG(d->message));
    excerpt(p, d->at, color_of(d->severity));
    configs(p, d->configs);
    for (uint32_t i = 0; i < d->n_related; i++) {
        buf_puts(p->out, "      = ");
        place(p, d->related[i].at, STR(""));
        foreign_printf(p->out, ": %.*s\n", STR_ARG(d->related[i].message));
    }
    if (d->help.n > 0) {
        buf_puts(p->out, "      = ");
        ink(p, BOLD);
        buf_puts(p->out, "help");
        ink(p, RESET);
        foreign_printf(p->out, ": %.*s\n", STR_ARG(d->help));
    }
}

void text_heading(struct buf *out, bool color, const char *text)
{
    buf_puts(out, color ? "\n\033[1m" : "\n");
    foreign_ours(out, text);
    buf_puts(out, color ? "\033[0m\n" : "\n");
}

void text_diags(struct buf *out, const struct diags *diags, bool color)
{
    struct painter p = {out, color};
    VEC_EACH (struct diag, d, &diags->list) {
        if (!d->suppressed) {
            one(&p, d);
        }
    }
}
