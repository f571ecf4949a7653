/* A file (or other text) as its bytes, with lines found on demand. */
#ifndef CFGLINT_TEXT_SOURCE_H
#define CFGLINT_TEXT_SOURCE_H

#include "base/arena.h"

typedef struct span {
    uint32_t start, end; /* byte offsets; end is exclusive */
} span;

/* Line and column, both from 1; the column counts code points. */
struct line_col {
    uint32_t line, column;
};

/* The one place that an excerpt is for. */
struct excerpt_place {
    span at;
    struct line_col from, to;
};

struct source {
    str path;     /* as messages show it */
    str absolute; /* os.path.abspath of the file; the same as `path` for text that is no file */
    str real;  /* where it lies, links followed: what roots and folders around it are asked with */
    str bytes; /* followed by a zero byte */
    uint32_t from, first_line; /* of `bytes` in the file: 0 and 1, except in an excerpt */
    const uint32_t *line_starts;
    uint32_t n_lines;
    const uint32_t *characters;       /* before each block of bytes; NULL where no line is long */
    const struct excerpt_place *only; /* NULL: a whole text */
    bool is_file;                     /* false: command line, library data, a string in a test */
};

/* Where something is: a source and a part of it.  `source` NULL means no place at all. */
struct loc {
    const struct source *source;
    span span;
};

/* `bytes` is borrowed and must end in a zero byte. */
struct source *source_new(struct arena *a, str path, str absolute, str bytes, bool is_file);
/* How many numbers `characters` has. */
size_t source_blocks(const struct source *s);
/* Of an excerpt: where its place begins, and for any later offset where it ends. */
struct line_col source_line_col(const struct source *s, uint32_t offset);
/* The line with this number (from 1), without its line end. */
str source_line(const struct source *s, uint32_t line);
/* The offset of its first byte; behind the last line, of the end. */
uint32_t source_line_start(const struct source *s, uint32_t line);
uint32_t source_line_of(const struct source *s, uint32_t offset);
str source_text(const struct source *s, span at);
/* "\n", "\r\n" or "\r": what the first line ends in. */
str source_newline(const struct source *s);

#endif
