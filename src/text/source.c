#include "text/source.h"

#include "base/utf8.h"

enum {
    BLOCK = 1024 /* bytes; in a longer line, characters are counted from the last block on */
};

/* The offset after the next line end from `at` on; past the end when there is none. */
static size_t next_line(str s, size_t at, bool has_cr)
{
    const char *newline = memchr(s.p + at, '\n', s.n - at);
    size_t end = newline ? (size_t)(newline - s.p) : s.n;
    const char *cr = has_cr ? memchr(s.p + at, '\r', end - at) : NULL;
    if (cr && cr + 1 < s.p + s.n && cr[1] == '\n') {
        return (size_t)(cr - s.p) + 2;
    }
    return (cr ? (size_t)(cr - s.p) : end) + 1;
}

static void count_blocks(struct arena *a, struct source *s)
{
    size_t n = s->bytes.n / BLOCK;
    uint32_t *before = ARENA_MANY(a, uint32_t, n + 1);
    for (size_t k = 0; k < n; k++) {
        str block = str_slice(s->bytes, k * BLOCK, (k + 1) * BLOCK);
        before[k + 1] = before[k] + (uint32_t)utf8_count(block);
    }
    s->characters = before;
}

static uint32_t characters_before(const struct source *s, uint32_t offset)
{
    uint32_t k = offset / BLOCK;
    return s->characters[k] + (uint32_t)utf8_count(str_slice(s->bytes, (size_t)k * BLOCK, offset));
}

static void find_lines(struct arena *a, struct source *s)
{
    str text = s->bytes;
    bool has_cr = text.n > 0 && memchr(text.p, '\r', text.n);
    uint32_t n = 1;
    for (size_t at = 0; at < text.n && (at = next_line(text, at, has_cr)) <= text.n;) {
        n++;
    }
    uint32_t *starts = ARENA_MANY(a, uint32_t, n);
    uint32_t k = 1;
    for (size_t at = 0; at < text.n && (at = next_line(text, at, has_cr)) <= text.n;) {
        starts[k++] = (uint32_t)at;
    }
    s->line_starts = starts;
    s->n_lines = n;
    for (k = 0; k < n && !s->characters; k++) {
        if ((k + 1 < n ? s->line_starts[k + 1] : text.n) - s->line_starts[k] > BLOCK) {
            count_blocks(a, s);
        }
    }
}

size_t source_blocks(const struct source *s)
{
    return s->characters ? s->bytes.n / BLOCK + 1 : 0;
}

struct source *source_new(struct arena *a, str path, str absolute, str bytes, bool is_file)
{
    struct source *s = ARENA_NEW(a, struct source);
    s->path = arena_str(a, path);
    s->absolute = s->real = arena_str(a, absolute);
    s->bytes = bytes;
    s->first_line = 1;
    s->is_file = is_file;
    find_lines(a, s);
    return s;
}

uint32_t source_line_of(const struct source *s, uint32_t offset)
{
    uint32_t low = 0, high = s->n_lines; /* the answer's index lies in [low, high) */
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (s->line_starts[middle] <= offset) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low + s->first_line;
}

uint32_t source_line_start(const struct source *s, uint32_t line)
{
    uint32_t i = line - s->first_line;
    return i < s->n_lines ? s->line_starts[i] : s->from + (uint32_t)s->bytes.n;
}

struct line_col source_line_col(const struct source *s, uint32_t offset)
{
    if (s->only) {
        return offset <= s->only->at.start ? s->only->from : s->only->to;
    }
    if (offset > s->from + s->bytes.n) {
        offset = s->from + (uint32_t)s->bytes.n;
    }
    uint32_t line = source_line_of(s, offset);
    uint32_t start = source_line_start(s, line);
    uint32_t before = s->characters && offset - start > BLOCK
                          ? characters_before(s, offset) - characters_before(s, start)
                          : (uint32_t)utf8_count(source_text(s, (span){start, offset}));
    return (struct line_col){line, before + 1};
}

str source_line(const struct source *s, uint32_t line)
{
    str all = source_text(s, (span){source_line_start(s, line), source_line_start(s, line + 1)});
    while (all.n > 0 && (all.p[all.n - 1] == '\n' || all.p[all.n - 1] == '\r')) {
        all.n--;
    }
    return all;
}

str source_text(const struct source *s, span at)
{
    return str_slice(s->bytes, at.start - s->from, at.end - s->from);
}

str source_newline(const struct source *s)
{
    if (s->n_lines < 2) {
        return STR("\n");
    }
    uint32_t end = s->line_starts[1];
    if (end >= 2 && s->bytes.p[end - 2] == '\r' && s->bytes.p[end - 1] == '\n') {
        return STR("\r\n");
    }
    return s->bytes.p[end - 1] == '\r' ? STR("\r") : STR("\n");
}
