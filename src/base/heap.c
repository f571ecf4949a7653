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
/* malloc's first page, which it writes before it can be told of large ones, is to be the last one
 * before a large page. */
static void use_large_pages(void)
{
    const uintptr_t large = 2 << 20, page = 4096;
    char *end = sbrk(0);
    if (end == (char *)-1 ||
        sbrk((intptr_t)(large - ((uintptr_t)end + page) % large)) == (void *)-1) {
        return;
    }
    char *first = malloc(1), *top = sbrk(0);
    uintptr_t from = ((uintptr_t)first + large - 1) / large * large;
    if (first && from < (uintptr_t)top) {
        (void)madvise((void *)from, (uintptr_t)top - from, MADV_HUGEPAGE);
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
    /* Threads that share an arena wait for each other at each piece that they take or give back. */
    mallopt(M_ARENA_MAX, (int)sysconf(_SC_NPROCESSORS_ONLN));
#ifdef MADV_HUGEPAGE
    use_large_pages();
    mallopt(M_TOP_PAD, 4 << 20);
#endif
#endif
}

void heap_trim(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
