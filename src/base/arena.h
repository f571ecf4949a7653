/*
 * Bump allocation for the many small objects of a stage: tree nodes, values, strings.
 *
 * An arena is a chain of talloc blocks, so it goes with the talloc context that it was made in;
 * nothing in it is freed on its own.
 */
#ifndef CFGLINT_BASE_ARENA_H
#define CFGLINT_BASE_ARENA_H

#include "base/str.h"

#include <stdarg.h>
#include <string.h>

struct arena {
    void *owner;        /* talloc context of the chunks */
    char *at, *end;     /* free part of the newest chunk */
    size_t chunk_bytes; /* size of the next chunk; doubles up to a cap */
    size_t total_bytes; /* handed out so far */
};

struct arena *arena_new(void *talloc_ctx);
/* From another chunk, for arena_alloc(). */
void *arena_more(struct arena *a, size_t bytes);
/* Zeroed, 16-byte aligned. */
static inline void *arena_alloc(struct arena *a, size_t bytes)
{
    bytes = (bytes + 15) & ~(size_t)15;
    if ((size_t)(a->end - a->at) < bytes) {
        return arena_more(a, bytes);
    }
    void *p = a->at;
    a->at += bytes;
    a->total_bytes += bytes;
    return memset(p, 0, bytes);
}
/* A copy with a final zero byte, so that `.p` is also a C string. */
str arena_str(struct arena *a, str s);
str arena_printf(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
str arena_vprintf(struct arena *a, const char *format, va_list args);
str arena_concat(struct arena *a, str x, str y);

#define ARENA_NEW(arena, type)     ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_MANY(arena, type, n) ((type *)arena_alloc((arena), sizeof(type) * (size_t)(n)))

#endif
