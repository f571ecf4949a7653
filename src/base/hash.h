/* uthash, whose tables are memory as all other (where there is none left, the program ends), and
 * whose keys may be empty. */
#ifndef CFGLINT_BASE_HASH_H
#define CFGLINT_BASE_HASH_H

#include "base/mem.h"
#include "base/str.h"

#include <stdlib.h>

#define uthash_malloc(bytes)     mem_system(bytes)
#define uthash_free(block, size) free(block)
#define uthash_fatal(message)    mem_exhausted()
#define HASH_KEYCMP(a, b, n)     (bytes_equal(a, b, n) ? 0 : 1)

#include <uthash.h>

#endif
