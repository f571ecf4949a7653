/*
 * PyTorch's caching allocator (c10/cuda/CUDACachingAllocator.cpp), as far as sizes go.
 *
 * Requests are rounded to 512 bytes; those of up to 1 MiB come from 2 MiB segments, those below
 * 10 MiB from 20 MiB segments, larger ones from segments rounded to 2 MiB.  A free block is reused
 * best fit; what is left of it is split off when it is at least 512 bytes (small) or more than 1
 * MiB (large), otherwise it stays part of the block and counts as allocated.
 */
#ifndef CFGLINT_MEMORY_ALLOCATOR_H
#define CFGLINT_MEMORY_ALLOCATOR_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct allocator;

struct allocator *allocator_new(void *talloc_ctx);
/* An id for the release; 0 bytes give id 0, which holds nothing. */
uint32_t allocator_take(struct allocator *a, uint64_t bytes);
void allocator_give(struct allocator *a, uint32_t id);
/* Requests from here on are those of one iteration. */
void allocator_begin_iteration(struct allocator *a);
/* True when the iteration's requests, all given back by now, would find the same pieces were they
 * to come again: then no further iteration changes anything. */
bool allocator_would_repeat(const struct allocator *a);
/* torch.cuda.memory_allocated(), memory_reserved() and their maxima since the last reset. */
uint64_t allocator_allocated(const struct allocator *a);
uint64_t allocator_reserved(const struct allocator *a);
uint64_t allocator_peak_allocated(const struct allocator *a);
uint64_t allocator_peak_reserved(const struct allocator *a);

#endif
