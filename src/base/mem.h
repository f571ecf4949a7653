/*
 * talloc with two promises added: an allocation never fails, and a block may have any size.
 *
 * Where there is no memory left, the process ends at once: one line on stderr, exit status 3, and
 * nothing that was buffered is written.  What a config's numbers ask for never comes to that: a
 * limit refuses it before.
 */
#ifndef CFGLINT_BASE_MEM_H
#define CFGLINT_BASE_MEM_H

#include <stddef.h>
#include <talloc.h>

void *mem_alloc(void *ctx, size_t bytes);
void *mem_zero(void *ctx, size_t bytes);
/* A block of `old` bytes (0: none yet) with its contents as one of `bytes`, which are not zero. */
void *mem_resize(void *ctx, void *block, size_t old, size_t bytes);
/* Gives back a block of mem_resize before its context goes. */
void mem_free(void *block, size_t bytes);
/* A new talloc context below `ctx` (NULL makes a root). */
void *mem_context(void *ctx);
/* One for a thread's own work: what lies below it comes out of one piece of memory of about that
 * size while that lasts, and does not wait for what other threads ask of the heap. */
void *mem_pool(void *ctx, size_t bytes);

/* For libraries that want malloc, realloc and free of their own. */
void *mem_system(size_t bytes);
void *mem_system_resize(void *block, size_t bytes);
/* What a library says it has no memory for. */
_Noreturn void mem_exhausted(void);
/* After a call of the system that failed: was it for want of memory?  Then there is no return. */
void mem_check_errno(void);

#endif
