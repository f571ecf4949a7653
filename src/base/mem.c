#include "base/mem.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LARGE = 128 << 20, /* talloc refuses blocks of twice that */
    EXIT_STATUS = 3
};

/* A large block is the system's; this one of talloc's gives it back. */
struct guard {
    struct header *header;
};

struct header {
    struct guard *guard;
    size_t unused; /* what follows is aligned as malloc aligns */
};

void mem_exhausted(void)
{
    static const char message[] = "cfglint: out of memory\n";
    ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
    (void)ignored;
    _exit(EXIT_STATUS);
}

void mem_check_errno(void)
{
    if (errno == ENOMEM) {
        mem_exhausted();
    }
}

static void *checked(void *p)
{
    if (!p) {
        mem_exhausted();
    }
    return p;
}

void *mem_system(size_t bytes)
{
    return checked(malloc(bytes ? bytes : 1));
}

void *mem_system_resize(void *block, size_t bytes)
{
    return checked(realloc(block, bytes ? bytes : 1));
}

static int guard_free(struct guard *g)
{
    free(g->header);
    return 0;
}

static void *large_resize(void *ctx, struct guard *g, size_t bytes)
{
    if (bytes > SIZE_MAX - sizeof(struct header)) {
        mem_exhausted();
    }
    if (!g) {
        g = checked(talloc_zero_size(ctx, sizeof *g));
        talloc_set_destructor(g, guard_free);
    }
    g->header = mem_system_resize(g->header, sizeof *g->header + bytes);
    g->header->guard = g;
    return g->header + 1;
}

static struct guard *guard_of(void *block)
{
    return ((struct header *)block - 1)->guard;
}

void *mem_alloc(void *ctx, size_t bytes)
{
    return bytes >= LARGE ? large_resize(ctx, NULL, bytes)
                          : checked(talloc_size(ctx, bytes ? bytes : 1));
}

void *mem_zero(void *ctx, size_t bytes)
{
    return memset(mem_alloc(ctx, bytes), 0, bytes);
}

void *mem_resize(void *ctx, void *block, size_t old, size_t bytes)
{
    if (old >= LARGE && bytes >= LARGE) {
        return large_resize(ctx, guard_of(block), bytes);
    }
    if (old < LARGE && bytes < LARGE) {
        return checked(talloc_realloc_size(ctx, block, bytes ? bytes : 1));
    }
    void *other = mem_alloc(ctx, bytes);
    if (old > 0) {
        memcpy(other, block, old < bytes ? old : bytes);
    }
    mem_free(block, old);
    return other;
}

void mem_free(void *block, size_t bytes)
{
    if (block) {
        talloc_free(bytes >= LARGE ? (void *)guard_of(block) : block);
    }
}

void *mem_context(void *ctx)
{
    return checked(talloc_new(ctx));
}

void *mem_pool(void *ctx, size_t bytes)
{
    return checked(talloc_pool(ctx, bytes < LARGE ? bytes : LARGE));
}
