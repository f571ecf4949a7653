#include "base/buf.h"

#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>

struct buf buf_make(void *talloc_ctx)
{
    return (struct buf){.ctx = talloc_ctx};
}

static char *room(struct buf *b, size_t more)
{
    if (b->cap - b->n <= more) {
        size_t cap = b->cap ? b->cap * 2 : 128;
        while (cap - b->n <= more) {
            cap *= 2;
        }
        b->p = mem_resize(b->ctx, b->p, b->cap, cap);
        b->cap = cap;
    }
    return b->p + b->n;
}

void buf_put(struct buf *b, str s)
{
    if (s.n > 0) {
        memcpy(room(b, s.n), s.p, s.n);
        b->n += s.n;
    }
}

void buf_byte(struct buf *b, char c)
{
    *room(b, 1) = c;
    b->n++;
}

void buf_fill(struct buf *b, char c, size_t count)
{
    if (count > 0) {
        memset(room(b, count), c, count);
        b->n += count;
    }
}

void buf_rune(struct buf *b, uint32_t r)
{
    if (r < 0x80) {
        buf_byte(b, (char)r);
    } else if (r < 0x800) {
        buf_byte(b, (char)(0xC0 | r >> 6));
        buf_byte(b, (char)(0x80 | (r & 0x3F)));
    } else if (r < 0x10000) {
        buf_byte(b, (char)(0xE0 | r >> 12));
        buf_byte(b, (char)(0x80 | (r >> 6 & 0x3F)));
        buf_byte(b, (char)(0x80 | (r & 0x3F)));
    } else {
        buf_byte(b, (char)(0xF0 | r >> 18));
        buf_byte(b, (char)(0x80 | (r >> 12 & 0x3F)));
        buf_byte(b, (char)(0x80 | (r >> 6 & 0x3F)));
        buf_byte(b, (char)(0x80 | (r & 0x3F)));
    }
}

void buf_printf(struct buf *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0) {
        mem_exhausted();
    }
    va_start(args, format);
    vsnprintf(room(b, (size_t)n), (size_t)n + 1, format, args);
    va_end(args);
    b->n += (size_t)n;
}

void buf_free(struct buf *b)
{
    mem_free(b->p, b->cap);
    *b = buf_make(b->ctx);
}

str buf_str(struct buf *b)
{
    *room(b, 0) = '\0';
    return (str){b->p, b->n};
}

str buf_from(struct buf *b, size_t start)
{
    return str_slice(buf_str(b), start, b->n);
}
