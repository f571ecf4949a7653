#include "text/excerpt.h"

#include "base/hash.h"

enum {
    BEFORE = 128, /* bytes of the line that are kept before a place */
    AFTER = 768   /* and from its start on */
};

/* The places kept of one file; its path is the key. */
struct kept {
    str path, absolute, real;
    struct part *parts;
    UT_hash_handle hh;
};

/* What parts of one file differ in.  Zeroed before it is filled in: it is compared as bytes. */
struct part_key {
    struct excerpt_place place;
    uint64_t text; /* hash of the bytes */
    uint32_t from, n, is_file;
};

struct part {
    struct part_key key;
    struct source source;
    uint32_t start; /* the one line's */
    UT_hash_handle hh;
};

struct excerpts {
    struct arena *arena;
    struct kept *files;
};

static int forget(struct excerpts *x)
{
    for (struct kept *k = x->files; k; k = k->hh.next) {
        HASH_CLEAR(hh, k->parts);
    }
    HASH_CLEAR(hh, x->files);
    return 0;
}

struct excerpts *excerpts_new(void *talloc_ctx)
{
    struct excerpts *x = mem_zero(talloc_ctx, sizeof *x);
    x->arena = arena_new(x);
    talloc_set_destructor(x, forget);
    return x;
}

static struct kept *file_of(struct excerpts *x, const struct source *s)
{
    struct kept *k = NULL;
    HASH_FIND(hh, x->files, s->path.p, s->path.n, k);
    if (!k) {
        k = ARENA_NEW(x->arena, struct kept);
        k->path = arena_str(x->arena, s->path);
        k->absolute = str_eq(s->path, s->absolute) ? k->path : arena_str(x->arena, s->absolute);
        k->real = str_eq(s->real, s->absolute) ? k->absolute : arena_str(x->arena, s->real);
        HASH_ADD_KEYPTR(hh, x->files, k->path.p, k->path.n, k);
    }
    return k;
}

static bool is_inside_character(const struct source *s, uint32_t offset)
{
    size_t i = offset - s->from;
    return i < s->bytes.n && ((unsigned char)s->bytes.p[i] & 0xC0) == 0x80;
}

/* What is kept of the line on which the place begins. */
static span window(const struct source *s, uint32_t at)
{
    uint32_t line = source_line_of(s, at);
    span w = {source_line_start(s, line), source_line_start(s, line + 1)};
    w.start = at > w.start + BEFORE ? at - BEFORE : w.start;
    w.end = w.end > at + AFTER ? at + AFTER : w.end;
    while (w.start > s->from && is_inside_character(s, w.start)) {
        w.start--;
    }
    while (is_inside_character(s, w.end)) {
        w.end++;
    }
    return w;
}

static uint64_t hash_of(str text)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < text.n; i++) { /* FNV-1a */
        h = (h ^ (unsigned char)text.p[i]) * UINT64_C(0x100000001b3);
    }
    return h;
}

struct loc excerpt_of(struct excerpts *x, struct loc at)
{
    const struct source *s = at.source;
    if (!s) {
        return at;
    }
    span w = window(s, at.span.start);
    str text = source_text(s, w);
    struct part_key key;
    memset(&key, 0, sizeof key);
    key.place.at = at.span;
    key.place.from = source_line_col(s, at.span.start);
    key.place.to = source_line_col(s, at.span.end);
    key.text = hash_of(text);
    key.from = w.start;
    key.n = (uint32_t)text.n;
    key.is_file = s->is_file;
    struct kept *k = file_of(x, s);
    struct part *p = NULL;
    HASH_FIND(hh, k->parts, &key, sizeof key, p);
    if (!p) {
        p = ARENA_NEW(x->arena, struct part);
        p->key = key;
        p->start = w.start;
        p->source = (struct source){.path = k->path,
            .absolute = k->absolute,
            .real = k->real,
            .bytes = arena_str(x->arena, text),
            .from = w.start,
            .first_line = key.place.from.line,
            .line_starts = &p->start,
            .n_lines = 1,
            .only = &p->key.place,
            .is_file = s->is_file};
        HASH_ADD(hh, k->parts, key, sizeof key, p);
    }
    return (struct loc){&p->source, at.span};
}
