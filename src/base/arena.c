#include "base/arena.h"

#include "base/mem.h"

#include <stdio.h>

enum {
    FIRST_CHUNK = 16 * 1024,
    LARGEST_CHUNK = 256 * 1024,
    SMALL_TEXT = 128 /* bytes; what is longer is formatted twice */
};

struct arena *arena_new(void *talloc_ctx)
{
    struct arena *a = mem_zero(talloc_ctx, sizeof *a);
    a->owner = a;
    a->at = a->end = (char *)a; /* no room yet, but an address for what has no bytes */
    a->chunk_bytes = FIRST_CHUNK;
    return a;
}

static void grow(struct arena *a, size_t bytes)
{
    size_t size = a->chunk_bytes;
    if (a->chunk_bytes < LARGEST_CHUNK) {
        a->chunk_bytes *= 2;
    }
    if (size < bytes) {
        size = bytes;
    }
    a->at = mem_alloc(a->owner, size);
    a->end = a->at + size;
}

void *arena_more(struct arena *a, size_t bytes)
{
    if (bytes > LARGEST_CHUNK / 4) { /* its own block; keep filling the current chunk */
        a->total_bytes += bytes;
        return mem_zero(a->owner, bytes);
    }
    grow(a, bytes);
    return arena_alloc(a, bytes);
}

str arena_str(struct arena *a, str s)
{
    char *p = arena_alloc(a, s.n + 1);
    if (s.n > 0) {
        memcpy(p, s.p, s.n);
    }
    return (str){p, s.n};
}

str arena_concat(struct arena *a, str x, str y)
{
    char *p = arena_alloc(a, x.n + y.n + 1);
    if (x.n > 0) {
        memcpy(p, x.p, x.n);
    }
    if (y.n > 0) {
        memcpy(p + x.n, y.p, y.n);
    }
    return (str){p, x.n + y.n};
}

str arena_vprintf(struct arena *a, const char *format, va_list args)
{
    va_list again;
    char small[SMALL_TEXT];
    va_copy(again, args);
    int n = vsnprintf(small, sizeof small, format, again);
    va_end(again);
    if (n < 0) {
        mem_exhausted();
    }
    if (n < SMALL_TEXT) {
        return arena_str(a, (str){small, (size_t)n});
    }
    char *p = arena_alloc(a, (size_t)n + 1);
    vsnprintf(p, (size_t)n + 1, format, args);
    return (str){p, (size_t)n};
}

str arena_printf(struct arena *a, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str s = arena_vprintf(a, format, args);
    va_end(args);
    return s;
}
