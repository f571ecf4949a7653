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

#include "base/arena.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct allocator;

enum {
    POWER2_SIZES = 16 /* requests below 2 MiB, below 4, ..., of 32 GiB and more */
};

/*
 * What PYTORCH_CUDA_ALLOC_CONF changes.  garbage_collection_threshold is not here: it gives cached
 * memory back only when a GPU is nearly full.
 */
struct allocator_conf {
    bool expandable;     /* expandable_segments: one segment of each kind, which grows */
    uint64_t most_split; /* max_split_size_mb, in bytes: larger pieces stay whole; 0: no limit */
    uint8_t power2_divisions[POWER2_SIZES]; /* roundup_power2_divisions: steps from one power of two
                                               to the next; 0 or 1: none */
};

/* `conf` NULL: the defaults. */
struct allocator *allocator_new(void *talloc_ctx, const struct allocator_conf *conf);
/* "expandable_segments:True,max_split_size_mb:128", as PyTorch reads it.  False with what is wrong,
 * in the arena. */
bool allocator_conf_parse(struct arena *a, str text, struct allocator_conf *out, str *problem);
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
