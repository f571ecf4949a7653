/* talloc with one promise added: an allocation never fails, because running out of memory aborts.
 */
#ifndef CFGLINT_BASE_MEM_H
#define CFGLINT_BASE_MEM_H

#include <stddef.h>
#include <talloc.h>

void *mem_alloc(void *ctx, size_t bytes);
void *mem_zero(void *ctx, size_t bytes);
void *mem_resize(void *ctx, void *block, size_t bytes);
/* A new talloc context below `ctx` (NULL makes a root). */
void *mem_context(void *ctx);

#endif
