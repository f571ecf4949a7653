/* uthash, whose tables are memory as all other: where there is none left, the program ends. */
#ifndef CFGLINT_BASE_HASH_H
#define CFGLINT_BASE_HASH_H

#include "base/mem.h"

#include <stdlib.h>

#define uthash_malloc(bytes)     mem_system(bytes)
#define uthash_free(block, size) free(block)
#define uthash_fatal(message)    mem_exhausted()

#include <uthash.h>

#endif
