/* Counts of many things: how they are spread, in memory that does not grow with their number. */
#ifndef CFGLINT_SURVEY_TALLY_H
#define CFGLINT_SURVEY_TALLY_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

/* How often each whole number came up; those above HISTOGRAM_MOST count as that. */
enum {
    HISTOGRAM_MOST = 1 << 20
};

struct histogram {
    uint64_t n, sum;
    VEC(uint64_t) count; /* by number */
};

void histogram_add(void *talloc_ctx, struct histogram *h, uint64_t value);
uint64_t histogram_most(const struct histogram *h);
/* The number that is the n-th largest, from 1 on; 0 when there are fewer. */
uint64_t histogram_largest(const struct histogram *h, uint64_t nth);
/* The least number that a share of them does not exceed; of none, 0. */
uint64_t histogram_quantile(const struct histogram *h, double share);

/* Mean and spread (Welford). */
struct tally {
    uint64_t n;
    double mean, squares, least, most;
};

void tally_add(struct tally *t, double value);
double tally_deviation(const struct tally *t);

/* Counts by key, such as objects by image.  A key is a hash of 64 bits. */
struct key_counts {
    struct key_count {
        uint64_t key, count; /* key 0: free */
    } * slots;
    size_t n, cap; /* a power of two */
};

/* False when there are `most` keys, and this would be another one. */
bool key_counts_add(void *talloc_ctx, struct key_counts *k, uint64_t key, uint64_t most);

/* FNV-1a of 64 bits, from HASH_START on. */
#define HASH_START 0xcbf29ce484222325u
static inline uint64_t hash_byte(uint64_t hash, unsigned char byte)
{
    return (hash ^ byte) * 0x100000001b3u;
}

#endif
