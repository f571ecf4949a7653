/* An allocator whose Nth allocation fails, N from the environment: linked in with --wrap. */
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void *__real_realloc(void *block, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
void *__wrap_realloc(void *block, size_t bytes);

static atomic_long so_far;
static atomic_bool over; /* what follows is the compiler's: counts of what ran */

static void end(void)
{
    atomic_store(&over, true);
}

__attribute__((constructor)) static void begin(void)
{
    atexit(end);
}

static int fails(void)
{
    const char *wanted = atomic_load(&over) ? NULL : getenv("CFGLINT_FAIL_AT");
    int fail = wanted && atomic_fetch_add(&so_far, 1) + 1 == strtol(wanted, NULL, 10);
    if (fail) {
        errno = ENOMEM;
    }
    return fail;
}

void *__wrap_malloc(size_t bytes)
{
    return fails() ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t n, size_t bytes)
{
    return fails() ? NULL : __real_calloc(n, bytes);
}

void *__wrap_realloc(void *block, size_t bytes)
{
    return fails() ? NULL : __real_realloc(block, bytes);
}
