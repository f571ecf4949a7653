#include "report/diff.h"
#include "base/foreign.h"

enum {
    CONTEXT = 3
};

struct printer {
    struct buf *out;
    struct diff_style style;
};

void diff_text(struct buf *out, str text, bool exact)
{
    if (exact) {
        buf_put(out, text);
        return;
    }
    for (size_t at = 0; at < text.n;) {
        size_t end = str_find(text, STR("\r\n"), at);
        end = end == SIZE_MAX ? text.n : end;
        foreign_put(out, str_slice(text, at, end), FOREIGN_LINES);
        at = end < text.n ? end + 1 : end;
    }
}

static void put_line(struct printer *p, char lead, str line)
{
    const char *color = !p->style.color ? ""
                        : lead == '+'   ? "\033[32m"
                        : lead == '-'   ? "\033[31m"
                                        : "";
    bool ended = line.n > 0 && line.p[line.n - 1] == '\n';
    line.n -= ended;
    line.n -= !p->style.exact && ended && line.n > 0 && line.p[line.n - 1] == '\r';
    buf_puts(p->out, color);
    buf_byte(p->out, lead);
    diff_text(p->out, line, p->style.exact);
    buf_puts(p->out, *color ? "\033[0m" : "");
    buf_puts(p->out, ended ? "\n" : "\n\\ No newline at end of file\n");
}

/* Calls put_line for each line of the text; says how many there are. */
static uint32_t put_lines(struct printer *p, char lead, str text)
{
    uint32_t n = 0;
    for (size_t at = 0; at < text.n; n++) {
        const char *newline = memchr(text.p + at, '\n', text.n - at);
        size_t end = newline ? (size_t)(newline - text.p) + 1 : text.n;
        if (p) {
            put_line(p, lead, str_slice(text, at, end));
        }
        at = end;
    }
    return n;
}

static uint32_t count_lines(str text)
{
    return put_lines(NULL, ' ', text);
}

/* Line number, from 0, that a byte offset at the start of a line has. */
static uint32_t line_at(const struct source *s, uint32_t offset)
{
    return count_lines(str_slice(s->bytes, 0, offset));
}

static str line_range(const struct source *s, uint32_t from, uint32_t to)
{
    uint32_t start = (uint32_t)s->bytes.n, line = 0;
    size_t at = 0, end;
    while (line < to && at < s->bytes.n) {
        start = line == from ? (uint32_t)at : start;
        const char *newline = memchr(s->bytes.p + at, '\n', s->bytes.n - at);
        at = newline ? (size_t)(newline - s->bytes.p) + 1 : s->bytes.n;
        line++;
    }
    end = at;
    return start < end ? str_slice(s->bytes, start, end) : STR("");
}

/* An edit in lines. */
struct piece {
    uint32_t first, last; /* lines of the old text, from 0, last exclusive */
    const struct edit *edit;
};

static struct piece piece_of(const struct source *s, const struct edit *e)
{
    return (struct piece){line_at(s, e->at.start),
        line_at(s, e->at.start) + count_lines(str_slice(s->bytes, e->at.start, e->at.end)), e};
}

static void put_header(struct printer *p, str path, bool is_new)
{
    str old = is_new ? STR("/dev/null") : path;
    foreign_printf(p->out, "--- %.*s\n+++ %.*s\n", STR_ARG(old), STR_ARG(path));
}

static void put_range(struct printer *p, char sign, uint32_t first, uint32_t n)
{
    foreign_printf(p->out, "%c%u", sign, n == 0 ? first : first + 1);
    if (n != 1) {
        foreign_printf(p->out, ",%u", n);
    }
}

/* Edits [i, end) that are close enough to share one hunk. */
static void put_hunk(struct printer *p, const struct source *s, const struct edits *edits, size_t i,
    size_t end, int *shift)
{
    uint32_t lines = count_lines(s->bytes);
    struct piece first = piece_of(s, &edits->list.items[i]);
    struct piece last = piece_of(s, &edits->list.items[end - 1]);
    uint32_t from = first.first > CONTEXT ? first.first - CONTEXT : 0;
    uint32_t to = last.last + CONTEXT < lines ? last.last + CONTEXT : lines;
    int more = 0;
    for (size_t k = i; k < end; k++) {
        struct piece one = piece_of(s, &edits->list.items[k]);
        more += (int)count_lines(one.edit->text) - (int)(one.last - one.first);
    }
    buf_puts(p->out, "@@ ");
    put_range(p, '-', from, to - from);
    buf_byte(p->out, ' ');
    put_range(p, '+', (uint32_t)((int)from + *shift), (uint32_t)((int)(to - from) + more));
    buf_puts(p->out, " @@\n");
    uint32_t at = from;
    for (size_t k = i; k < end; k++) {
        struct piece one = piece_of(s, &edits->list.items[k]);
        put_lines(p, ' ', line_range(s, at, one.first));
        put_lines(p, '-', line_range(s, one.first, one.last));
        put_lines(p, '+', one.edit->text);
        at = one.last;
    }
    put_lines(p, ' ', line_range(s, at, to));
    *shift += more;
}

void diff_write(struct buf *out, str path, const struct source *source, const struct edits *edits,
    struct diff_style style)
{
    struct printer p = {out, style};
    int shift = 0;
    if (edits->list.n == 0) {
        return;
    }
    put_header(&p, path, false);
    for (size_t i = 0; i < edits->list.n;) {
        size_t end = i + 1;
        struct piece last = piece_of(source, &edits->list.items[i]);
        while (end < edits->list.n) {
            struct piece next = piece_of(source, &edits->list.items[end]);
            if (next.first > last.last + 2 * CONTEXT) {
                break;
            }
            last = next;
            end++;
        }
        put_hunk(&p, source, edits, i, end, &shift);
        i = end;
    }
}

void diff_write_new(struct buf *out, str path, str text, struct diff_style style)
{
    struct printer p = {out, style};
    put_header(&p, path, true);
    buf_puts(out, "@@ -0,0 ");
    put_range(&p, '+', 0, count_lines(text));
    buf_puts(out, " @@\n");
    put_lines(&p, '+', text);
}
