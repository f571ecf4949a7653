#include "memory/allocator.h"

#include "base/mem.h"

#include <string.h>

enum {
    ROUND = 512
};

#define KIB UINT64_C(1024)
#define MIB (KIB * KIB)

static const uint64_t SMALL_REQUEST = MIB, SMALL_SEGMENT = 2 * MIB, LARGE_SEGMENT = 20 * MIB,
                      LARGE_REQUEST = 10 * MIB, SEGMENT_ROUND = 2 * MIB;

/* Sizes and addresses fit into half a key below it. */
static const uint64_t MOST_BYTES = MIB * MIB;

/* A piece of a segment; neighbours are linked so that free ones can be joined. */
struct piece {
    uint64_t bytes;
    uint64_t address;       /* orders pieces of one size, as pointers do */
    uint32_t before, after; /* in the segment; 0: none */
    bool small, free;
    bool beyond; /* no GPU has so much: it is counted, and never used again */
};

/* A free piece with what it is ordered by, so that searching touches this list alone: size and
 * address, in units of ROUND. */
struct free_piece {
    uint64_t key;
    uint32_t id;
};

struct free_list {
    VEC(struct free_piece) pieces; /* by size, then address */
};

enum {
    CLASSES = 64 * 8
};

/* The free pieces of small or of large segments, in a list for each eighth of a power of two. */
struct pool {
    struct free_list lists[CLASSES];
    uint64_t filled[CLASSES / 64]; /* a bit for each list that is not empty */
};

/* A request for memory of large segments, and the size of the piece that it found. */
struct request {
    uint64_t bytes, found;
    bool new_segment; /* made for it */
};

struct allocator {
    VEC(struct piece) pieces; /* 0 is none */
    VEC(uint32_t) unused;     /* ids of pieces that were joined to others */
    struct pool large, small;
    uint64_t allocated, reserved, peak_allocated, peak_reserved;
    uint64_t next_address;
    VEC(struct request) iteration; /* its requests so far */
    bool beyond;                   /* it asked for what no GPU has */
};

struct allocator *allocator_new(void *talloc_ctx)
{
    struct allocator *a = mem_zero(talloc_ctx, sizeof *a);
    vec_push(a, &a->pieces, ((struct piece){0}));
    return a;
}

static uint32_t new_piece(struct allocator *a, struct piece p)
{
    if (a->unused.n > 0) {
        uint32_t id = a->unused.items[--a->unused.n];
        a->pieces.items[id] = p;
        return id;
    }
    vec_push(a, &a->pieces, p);
    return (uint32_t)(a->pieces.n - 1);
}

/* Grows with the size. */
static uint32_t class_of(uint64_t bytes)
{
    uint64_t units = bytes / ROUND;
    uint32_t log = 63 - (uint32_t)__builtin_clzll(units | 1);
    uint64_t eighth = log >= 3 ? units >> (log - 3) : units << (3 - log);
    return log * 8 + (uint32_t)(eighth & 7);
}

static uint64_t key_of(uint64_t bytes, uint64_t address)
{
    return bytes / ROUND << 32 | address / ROUND;
}

/* Index of the first free piece of a list that is not before the key. */
static size_t position(const struct free_list *l, uint64_t key)
{
    size_t lo = 0, hi = l->pieces.n;
    while (lo < hi) {
        size_t middle = (lo + hi) / 2;
        if (l->pieces.items[middle].key < key) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo;
}

/* The first list from `class` on that has a piece; CLASSES: none. */
static uint32_t next_filled(const struct pool *pool, uint32_t class)
{
    uint32_t word = class / 64;
    if (class >= CLASSES) {
        return CLASSES;
    }
    uint64_t bits = pool->filled[word] & (~UINT64_C(0) << (class % 64));
    while (bits == 0) {
        if (++word == CLASSES / 64) {
            return CLASSES;
        }
        bits = pool->filled[word];
    }
    return word * 64 + (uint32_t)__builtin_ctzll(bits);
}

static struct pool *pool_of(struct allocator *a, const struct piece *p)
{
    return p->small ? &a->small : &a->large;
}

static void insert_free(struct allocator *a, uint32_t id)
{
    struct piece *p = &a->pieces.items[id];
    struct pool *pool = pool_of(a, p);
    uint32_t class = class_of(p->bytes);
    struct free_list *l = &pool->lists[class];
    uint64_t key = key_of(p->bytes, p->address);
    size_t at = position(l, key), n = l->pieces.n;
    p->free = true;
    pool->filled[class / 64] |= UINT64_C(1) << (class % 64);
    vec_reserve(a, &l->pieces, n + 1);
    memmove(l->pieces.items + at + 1, l->pieces.items + at, (n - at) * sizeof *l->pieces.items);
    l->pieces.items[at] = (struct free_piece){key, id};
    l->pieces.n = n + 1;
}

/* Takes the free piece out that is at an index of a list. */
static uint32_t remove_at(struct allocator *a, struct pool *pool, uint32_t class, size_t at)
{
    struct free_list *l = &pool->lists[class];
    uint32_t id = l->pieces.items[at].id;
    size_t left = --l->pieces.n;
    memmove(l->pieces.items + at, l->pieces.items + at + 1, (left - at) * sizeof *l->pieces.items);
    if (left == 0) {
        pool->filled[class / 64] &= ~(UINT64_C(1) << (class % 64));
    }
    a->pieces.items[id].free = false;
    return id;
}

static void remove_free(struct allocator *a, uint32_t id)
{
    const struct piece *p = &a->pieces.items[id];
    struct pool *pool = pool_of(a, p);
    uint32_t class = class_of(p->bytes);
    remove_at(a, pool, class, position(&pool->lists[class], key_of(p->bytes, p->address)));
}

/* Takes the smallest free piece of at least so many bytes, at the lowest address; 0: none. */
static uint32_t take_best(struct allocator *a, struct pool *pool, uint64_t bytes)
{
    uint32_t class = class_of(bytes);
    size_t at = position(&pool->lists[class], key_of(bytes, 0));
    if (at < pool->lists[class].pieces.n) {
        return remove_at(a, pool, class, at);
    }
    class = next_filled(pool, class + 1);
    return class < CLASSES ? remove_at(a, pool, class, 0) : 0;
}

static uint64_t segment_bytes(uint64_t bytes)
{
    if (bytes <= SMALL_REQUEST) {
        return SMALL_SEGMENT;
    }
    if (bytes < LARGE_REQUEST) {
        return LARGE_SEGMENT;
    }
    return (bytes + SEGMENT_ROUND - 1) / SEGMENT_ROUND * SEGMENT_ROUND;
}

static uint32_t new_segment(struct allocator *a, uint64_t bytes)
{
    struct piece p = {
        .bytes = segment_bytes(bytes), .address = a->next_address, .small = bytes <= SMALL_REQUEST};
    a->next_address += p.bytes;
    a->reserved += p.bytes;
    if (a->reserved > a->peak_reserved) {
        a->peak_reserved = a->reserved;
    }
    return new_piece(a, p);
}

/* Splits off what the request does not need, if it is enough to be of use. */
static void split(struct allocator *a, uint32_t id, uint64_t bytes)
{
    struct piece p = a->pieces.items[id];
    uint64_t left = p.bytes - bytes;
    if (p.small ? left < ROUND : left <= SMALL_REQUEST) {
        return;
    }
    uint32_t rest = new_piece(a, (struct piece){.bytes = left,
                                     .address = p.address + bytes,
                                     .before = id,
                                     .after = p.after,
                                     .small = p.small});
    a->pieces.items[id].bytes = bytes;
    a->pieces.items[id].after = rest;
    if (p.after) {
        a->pieces.items[p.after].before = rest;
    }
    insert_free(a, rest);
}

uint32_t allocator_take(struct allocator *a, uint64_t bytes)
{
    if (bytes == 0) {
        return 0;
    }
    bytes = (bytes + ROUND - 1) / ROUND * ROUND;
    bool beyond = a->reserved > MOST_BYTES || bytes > MOST_BYTES - a->reserved;
    bool small = bytes <= SMALL_REQUEST;
    uint32_t found = beyond ? 0 : take_best(a, small ? &a->small : &a->large, bytes);
    uint32_t id = found ? found : new_segment(a, bytes);
    a->beyond |= beyond;
    a->pieces.items[id].beyond = beyond;
    if (!small) {
        vec_push(a, &a->iteration, ((struct request){bytes, a->pieces.items[id].bytes, !found}));
    }
    if (!beyond) {
        split(a, id, bytes);
    }
    a->allocated += a->pieces.items[id].bytes;
    if (a->allocated > a->peak_allocated) {
        a->peak_allocated = a->allocated;
    }
    return id;
}

/* Joins `right` to its neighbour `left`, both free and in no list. */
static void join(struct allocator *a, uint32_t left, uint32_t right)
{
    struct piece *l = &a->pieces.items[left], *r = &a->pieces.items[right];
    l->bytes += r->bytes;
    l->after = r->after;
    if (r->after) {
        a->pieces.items[r->after].before = left;
    }
    vec_push(a, &a->unused, right);
}

void allocator_give(struct allocator *a, uint32_t id)
{
    if (id == 0) {
        return;
    }
    a->allocated -= a->pieces.items[id].bytes;
    if (a->pieces.items[id].beyond) {
        return;
    }
    uint32_t after = a->pieces.items[id].after, before = a->pieces.items[id].before;
    if (after && a->pieces.items[after].free) {
        remove_free(a, after);
        join(a, id, after);
    }
    if (before && a->pieces.items[before].free) {
        remove_free(a, before);
        join(a, before, id);
        id = before;
    }
    insert_free(a, id);
}

/* --- iterations --- */

enum {
    MOST_SEGMENTS = 64 /* sizes of new ones; with more, another iteration is run */
};

void allocator_begin_iteration(struct allocator *a)
{
    a->iteration.n = 0;
    a->beyond = false;
}

/*
 * The next iteration has what this one had, and the segments that this one made, whole.  A request
 * that came before a segment was made would take that instead if it fitted better than what was
 * found; one of the same size would not do, its address is higher.  Small segments, all of one
 * size, never fit better.
 */
bool allocator_would_repeat(const struct allocator *a)
{
    uint64_t made[MOST_SEGMENTS]; /* sizes of the segments made later */
    uint32_t n = 0;
    for (size_t i = a->iteration.n; i-- > 0;) {
        const struct request *r = &a->iteration.items[i];
        bool known = false;
        for (uint32_t k = 0; k < n; k++) {
            if (made[k] >= r->bytes && made[k] < r->found) {
                return false;
            }
            known |= made[k] == r->found;
        }
        if (r->new_segment && !known) {
            if (n == MOST_SEGMENTS) {
                return false;
            }
            made[n++] = r->found;
        }
    }
    return !a->beyond;
}

uint64_t allocator_allocated(const struct allocator *a)
{
    return a->allocated;
}

uint64_t allocator_reserved(const struct allocator *a)
{
    return a->reserved;
}

uint64_t allocator_peak_allocated(const struct allocator *a)
{
    return a->peak_allocated;
}

uint64_t allocator_peak_reserved(const struct allocator *a)
{
    return a->peak_reserved;
}
