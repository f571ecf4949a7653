#include "text/excerpt.h"

#include "base/hash.h"

/* The lines kept of one file; its path is the key. */
struct kept {
    str path, absolute;
    struct part *parts;
    UT_hash_handle hh;
};

/* Lines that follow each other. */
struct part {
    struct source source;
    struct part *next;
};

struct excerpts {
    struct arena *arena;
    struct kept *files;
};

static int forget(struct excerpts *x)
{
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
        HASH_ADD_KEYPTR(hh, x->files, k->path.p, k->path.n, k);
    }
    return k;
}

struct loc excerpt_of(struct excerpts *x, struct loc at)
{
    const struct source *s = at.source;
    if (!s) {
        return at;
    }
    uint32_t first = source_line_of(s, at.span.start), last = source_line_of(s, at.span.end);
    uint32_t from = source_line_start(s, first);
    str text = source_text(s, (span){from, source_line_start(s, last + 1)});
    struct kept *k = file_of(x, s);
    for (struct part *p = k->parts; p; p = p->next) {
        if (p->source.from == from && p->source.is_file == s->is_file &&
            p->source.first_line == first && str_eq(p->source.bytes, text)) {
            return (struct loc){&p->source, at.span};
        }
    }
    struct part *p = ARENA_NEW(x->arena, struct part);
    p->source = (struct source){.path = k->path, .absolute = k->absolute, .is_file = s->is_file};
    p->source.bytes = arena_str(x->arena, text);
    p->source.from = from;
    p->source.first_line = first;
    p->source.n_lines = last - first + 1;
    p->source.line_starts = ARENA_MANY(x->arena, uint32_t, p->source.n_lines);
    for (uint32_t line = first; line <= last; line++) {
        p->source.line_starts[line - first] = source_line_start(s, line);
    }
    p->next = k->parts;
    k->parts = p;
    return (struct loc){&p->source, at.span};
}
