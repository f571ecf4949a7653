/* The same for many items, on several threads. */
#ifndef CFGLINT_BASE_PARALLEL_H
#define CFGLINT_BASE_PARALLEL_H

#include <stdint.h>

/* The processors that this process may use; at least 1. */
uint32_t parallel_processors(void);

/* Calls `run` once for each item from 0 to n - 1, each in some thread; returns when all are done.
 * With one thread, or one item, it is the calling one.  Meanwhile that one stays on its processor,
 * and the others run beside it. */
void parallel_each(uint32_t n, uint32_t threads, void (*run)(void *data, uint32_t i), void *data);

#endif
