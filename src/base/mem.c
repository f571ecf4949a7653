#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>

static void *checked(void *p)
{
    if (!p) {
        fputs("cfglint: out of memory\n", stderr);
        abort();
    }
    return p;
}

void *mem_alloc(void *ctx, size_t bytes)
{
    return checked(talloc_size(ctx, bytes ? bytes : 1));
}

void *mem_zero(void *ctx, size_t bytes)
{
    return checked(talloc_zero_size(ctx, bytes ? bytes : 1));
}

void *mem_resize(void *ctx, void *block, size_t bytes)
{
    return checked(talloc_realloc_size(ctx, block, bytes ? bytes : 1));
}

void *mem_context(void *ctx)
{
    return checked(talloc_new(ctx));
}
