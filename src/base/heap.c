#define _DEFAULT_SOURCE /* madvise, sbrk */
#include "base/heap.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
static void use_large_pages(void)
{
    const uintptr_t large = 2 << 20;
    char *first = malloc(1), *end = sbrk(0);
    if (!first || end == (char *)-1) {
        return;
    }
    uintptr_t from = ((uintptr_t)first + large - 1) / large * large;
    if (from < (uintptr_t)end) {
        (void)madvise((void *)from, (uintptr_t)end - from, MADV_HUGEPAGE);
    }
    free(first);
}
#endif

void heap_prepare(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 64 << 20);
    mallopt(M_TRIM_THRESHOLD, 512 << 20);
    mallopt(M_TOP_PAD, 64 << 20);
    mallopt(M_ARENA_MAX, 1); /* threads too take from these pages */
#ifdef MADV_HUGEPAGE
    use_large_pages();
    mallopt(M_TOP_PAD, 4 << 20);
#endif
#endif
}
