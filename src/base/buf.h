/* A byte string under construction.  Storage is one talloc block below `ctx`. */
#ifndef CFGLINT_BASE_BUF_H
#define CFGLINT_BASE_BUF_H

#include "base/str.h"

struct buf {
    void *ctx;
    char *p;
    size_t n, cap;
};

struct buf buf_make(void *talloc_ctx);
void buf_put(struct buf *b, str s);
void buf_byte(struct buf *b, char c);
void buf_fill(struct buf *b, char c, size_t count);
/* The UTF-8 form of one code point (surrogates too, as three bytes). */
void buf_rune(struct buf *b, uint32_t rune);
void buf_printf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* What was built so far; `.p` is also a C string.  Valid until the next change. */
str buf_str(struct buf *b);
/* The part from byte `start` on; also of one that holds nothing yet. */
str buf_from(struct buf *b, size_t start);

/* Gives back the storage before its context goes. */
void buf_free(struct buf *b);

static inline void buf_puts(struct buf *b, const char *z)
{
    buf_put(b, str_of(z));
}

#endif
