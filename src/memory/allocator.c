#include "memory/allocator.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROUND = 512
};

#define KIB UINT64_C(1024)
#define MIB (KIB * KIB)

static const uint64_t SMALL_REQUEST = MIB, SMALL_SEGMENT = 2 * MIB, LARGE_SEGMENT = 20 * MIB,
                      LARGE_REQUEST = 10 * MIB, SEGMENT_ROUND = 2 * MIB;

/* Sizes and addresses, in units, fit into half a key below it. */
static const uint64_t MOST_BYTES = MIB * MIB;

/* A piece of a segment; neighbours are linked so that free ones can be joined. */
struct piece {
    uint32_t units;         /* of ROUND bytes */
    uint32_t address;       /* in units; orders pieces of one size, as pointers do */
    uint32_t before, after; /* in the segment; 0: none */
    bool small, free;
};

/* A free piece with what it is ordered by, so that searching touches this list alone: size, then
 * address. */
struct free_piece {
    uint64_t key;
    uint32_t id;
};

/* Few pieces are searched as they lie; when they have become many, they are put in order, and stay
 * so until none is left. */
struct free_list {
    VEC(struct free_piece) pieces;
    bool sorted; /* by key */
};

enum {
    CLASSES = 32 * 8,
    FEW = 32
};

/* The free pieces of small or of large segments, in a list for each eighth of a power of two. */
struct pool {
    struct free_list lists[CLASSES];
    uint64_t filled[CLASSES / 64]; /* a bit for each list that is not empty */
};

/* A request for memory of large segments, and the size of the piece that it found. */
struct request {
    uint32_t units, found;
    bool new_segment; /* made for it */
};

struct allocator {
    struct allocator_conf conf;
    uint32_t last[2];         /* with expandable segments: the last piece of large and small ones */
    VEC(struct piece) pieces; /* 0 is none */
    VEC(uint32_t) unused;     /* ids of pieces that were joined to others */
    VEC(uint64_t) beyond;     /* bytes of what no GPU has: counted, and never used again */
    struct pool large, small;
    uint64_t allocated, reserved, peak_allocated, peak_reserved;
    VEC(struct request) iteration; /* its requests so far */
};

/* Ids from here on are of `beyond`. */
static const uint32_t BEYOND = UINT32_C(1) << 31;

struct allocator *allocator_new(void *talloc_ctx, const struct allocator_conf *conf)
{
    struct allocator *a = mem_zero(talloc_ctx, sizeof *a);
    a->conf = conf ? *conf : (struct allocator_conf){0};
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
static uint32_t class_of(uint32_t units)
{
    uint32_t log = 31 - (uint32_t)__builtin_clz(units | 1);
    uint32_t eighth = log >= 3 ? units >> (log - 3) : units << (3 - log);
    return log * 8 + (eighth & 7);
}

static uint64_t key_of(uint32_t units, uint32_t address)
{
    return (uint64_t)units << 32 | address;
}

/* Index of the first piece of a sorted list that is not before the key. */
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

/* Index of the least piece that is not before the key; the number of pieces: there is none. */
static size_t least_from(const struct free_list *l, uint64_t key)
{
    size_t best = l->pieces.n;
    uint64_t least = UINT64_MAX;
    if (l->sorted) {
        return position(l, key);
    }
    for (size_t i = 0; i < l->pieces.n; i++) {
        uint64_t it = l->pieces.items[i].key;
        if (it >= key && it < least) {
            least = it;
            best = i;
        }
    }
    return best;
}

static size_t index_of(const struct free_list *l, uint64_t key)
{
    size_t i = 0;
    if (l->sorted) {
        return position(l, key);
    }
    while (l->pieces.items[i].key != key) {
        i++;
    }
    return i;
}

static int by_key(const void *left, const void *right)
{
    const struct free_piece *a = left, *b = right;
    return a->key < b->key ? -1 : a->key > b->key;
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
    uint32_t class = class_of(p->units);
    struct free_list *l = &pool->lists[class];
    struct free_piece it = {key_of(p->units, p->address), id};
    size_t n = l->pieces.n, at = n;
    p->free = true;
    pool->filled[class / 64] |= UINT64_C(1) << (class % 64);
    vec_reserve(a, &l->pieces, n + 1);
    struct free_piece *items = l->pieces.items;
    if (!l->sorted && n == FEW) {
        qsort(items, n, sizeof *items, by_key);
        l->sorted = true;
    }
    if (l->sorted) {
        at = position(l, it.key);
        memmove(items + at + 1, items + at, (n - at) * sizeof *items);
    }
    items[at] = it;
    l->pieces.n = n + 1;
}

/* Takes the free piece out that is at an index of a list. */
static uint32_t remove_at(struct allocator *a, struct pool *pool, uint32_t class, size_t at)
{
    struct free_list *l = &pool->lists[class];
    struct free_piece *items = l->pieces.items;
    uint32_t id = items[at].id;
    size_t left = --l->pieces.n;
    if (l->sorted) {
        memmove(items + at, items + at + 1, (left - at) * sizeof *items);
    } else {
        items[at] = items[left];
    }
    if (left == 0) {
        l->sorted = false;
        pool->filled[class / 64] &= ~(UINT64_C(1) << (class % 64));
    }
    a->pieces.items[id].free = false;
    return id;
}

static void remove_free(struct allocator *a, uint32_t id)
{
    const struct piece *p = &a->pieces.items[id];
    struct pool *pool = pool_of(a, p);
    uint32_t class = class_of(p->units);
    remove_at(a, pool, class, index_of(&pool->lists[class], key_of(p->units, p->address)));
}

/* With max_split_size_mb what stays whole is for requests of nearly its size. */
static bool may_serve(const struct allocator *a, uint32_t piece, uint32_t units)
{
    uint64_t most = a->conf.most_split / ROUND, have = a->pieces.items[piece].units;
    if (most == 0 || a->pieces.items[piece].small) {
        return true;
    }
    return units < most ? have < most : have < units + LARGE_SEGMENT / ROUND;
}

/* Where the least free piece lies whose key is not below. */
struct place {
    uint32_t class; /* CLASSES: there is none */
    size_t at;
};

static struct place find_from(const struct pool *pool, uint64_t key)
{
    uint32_t class = class_of((uint32_t)(key >> 32));
    size_t at = least_from(&pool->lists[class], key);
    if (at < pool->lists[class].pieces.n) {
        return (struct place){class, at};
    }
    class = next_filled(pool, class + 1);
    return (struct place){class, class < CLASSES ? least_from(&pool->lists[class], 0) : 0};
}

static const struct free_piece *piece_at(const struct pool *pool, struct place p)
{
    return &pool->lists[p.class].pieces.items[p.at];
}

/* The smallest free piece of at least that size, at the lowest address.  The last piece of an
 * expandable segment counts as large as it can become: any other that fits is taken before it. */
static struct place find_best(const struct allocator *a, const struct pool *pool, uint32_t units)
{
    struct place best = find_from(pool, key_of(units, 0));
    if (!a->conf.expandable || best.class == CLASSES) {
        return best;
    }
    const struct free_piece *found = piece_at(pool, best);
    if (found->id != a->last[pool == &a->small]) {
        return best;
    }
    struct place next = find_from(pool, found->key + 1);
    return next.class < CLASSES ? next : best;
}

/* Takes it; 0: there is none. */
static uint32_t take_best(struct allocator *a, struct pool *pool, uint32_t units)
{
    struct place best = find_best(a, pool, units);
    bool may = best.class < CLASSES && may_serve(a, piece_at(pool, best)->id, units);
    return may ? remove_at(a, pool, best.class, best.at) : 0;
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

static void reserve(struct allocator *a, uint64_t bytes)
{
    a->reserved += bytes;
    if (a->reserved > a->peak_reserved) {
        a->peak_reserved = a->reserved;
    }
}

static void hand_out(struct allocator *a, uint64_t bytes)
{
    a->allocated += bytes;
    if (a->allocated > a->peak_allocated) {
        a->peak_allocated = a->allocated;
    }
}

/* cudaMalloc hands out addresses from the top down: of free pieces of one size, that of the newest
 * segment is taken. */
static uint32_t new_segment(struct allocator *a, uint64_t bytes)
{
    uint64_t all = segment_bytes(bytes);
    struct piece p = {.units = (uint32_t)(all / ROUND), .small = bytes <= SMALL_REQUEST};
    reserve(a, all);
    p.address = (uint32_t)((MOST_BYTES - a->reserved) / ROUND);
    return new_piece(a, p);
}

/* Makes the segment of all small, or of all large, pieces longer, in steps of a segment's usual
 * size; gives its last piece, which is then free and in no list, and at least that large. */
static uint32_t grow(struct allocator *a, uint32_t units, bool small)
{
    uint32_t *last = &a->last[small];
    bool extends = *last && a->pieces.items[*last].free;
    uint32_t have = extends ? a->pieces.items[*last].units : 0;
    uint64_t step = small ? SMALL_SEGMENT : LARGE_SEGMENT;
    uint64_t more = ((uint64_t)(units - have) * ROUND + step - 1) / step * step;
    reserve(a, more);
    if (extends) {
        remove_free(a, *last);
        a->pieces.items[*last].units += (uint32_t)(more / ROUND);
        return *last;
    }
    const struct piece *before = &a->pieces.items[*last];
    uint32_t id = new_piece(a, (struct piece){.units = (uint32_t)(more / ROUND),
                                   .address = before->address + before->units,
                                   .before = *last,
                                   .small = small});
    if (*last) {
        a->pieces.items[*last].after = id;
    }
    *last = id;
    return id;
}

/* Is what a request leaves of a piece split off? */
static bool splits(const struct allocator *a, const struct piece *p, uint32_t units, uint32_t left)
{
    if (p->small || a->conf.expandable) {
        return left > 0;
    }
    bool large = a->conf.most_split > 0 && units >= a->conf.most_split / ROUND;
    return !large && left > SMALL_REQUEST / ROUND;
}

/* Splits off what the request does not need, if it is enough to be of use. */
static void split(struct allocator *a, uint32_t id, uint32_t units)
{
    const struct piece *p = &a->pieces.items[id];
    uint32_t left = p->units - units, after = p->after;
    if (!splits(a, p, units, left)) {
        return;
    }
    uint32_t rest = new_piece(a, (struct piece){.units = left,
                                     .address = p->address + units,
                                     .before = id,
                                     .after = after,
                                     .small = p->small});
    a->pieces.items[id].units = units;
    a->pieces.items[id].after = rest;
    if (after) {
        a->pieces.items[after].before = rest;
    } else if (a->conf.expandable) {
        a->last[a->pieces.items[rest].small] = rest;
    }
    insert_free(a, rest);
}

static uint32_t take_beyond(struct allocator *a, uint64_t bytes)
{
    bytes = segment_bytes(bytes);
    reserve(a, bytes);
    hand_out(a, bytes);
    vec_push(a, &a->beyond, bytes);
    return BEYOND + (uint32_t)(a->beyond.n - 1);
}

/* roundup_power2_divisions: up to the next of so many steps from one power of two to the next. */
static uint64_t rounded_up(const struct allocator *a, uint64_t bytes)
{
    uint64_t power = 1;
    unsigned size = 0;
    while (power <= bytes / 2) {
        power *= 2;
        size += power > MIB && size < POWER2_SIZES - 1;
    }
    uint64_t divisions = a->conf.power2_divisions[size];
    if (divisions <= 1 || bytes <= ROUND * divisions) {
        return bytes;
    }
    uint64_t step = power / divisions;
    return step > 0 && power != bytes ? (bytes + step - 1) / step * step : bytes;
}

uint32_t allocator_take(struct allocator *a, uint64_t bytes)
{
    if (bytes == 0) {
        return 0;
    }
    bytes = rounded_up(a, bytes);
    if (a->reserved > MOST_BYTES || bytes > MOST_BYTES - a->reserved) {
        return take_beyond(a, bytes);
    }
    bool small = bytes <= SMALL_REQUEST;
    uint32_t units = (uint32_t)((bytes + ROUND - 1) / ROUND);
    uint32_t found = take_best(a, small ? &a->small : &a->large, units);
    uint32_t id = found                ? found
                  : a->conf.expandable ? grow(a, units, small)
                                       : new_segment(a, (uint64_t)units * ROUND);
    if (!small) {
        vec_push(a, &a->iteration, ((struct request){units, a->pieces.items[id].units, !found}));
    }
    split(a, id, units);
    hand_out(a, (uint64_t)a->pieces.items[id].units * ROUND);
    return id;
}

/* Joins `right` to its neighbour `left`, both free and in no list. */
static void join(struct allocator *a, uint32_t left, uint32_t right)
{
    struct piece *l = &a->pieces.items[left], *r = &a->pieces.items[right];
    l->units += r->units;
    l->after = r->after;
    if (a->last[l->small] == right) {
        a->last[l->small] = left;
    }
    if (r->after) {
        a->pieces.items[r->after].before = left;
    }
    vec_push(a, &a->unused, right);
}

void allocator_give(struct allocator *a, uint32_t id)
{
    if (id >= BEYOND) {
        a->allocated -= a->beyond.items[id - BEYOND];
        return;
    }
    if (id == 0) {
        return;
    }
    a->allocated -= (uint64_t)a->pieces.items[id].units * ROUND;
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
}

/*
 * The next iteration has what this one had, and the segments that this one made, whole.  A request
 * that came before a segment was made would take that instead if it fitted as well as what was
 * found: its address is lower.  Small segments, all of one size, never fit better.
 */
bool allocator_would_repeat(const struct allocator *a)
{
    uint32_t made[MOST_SEGMENTS]; /* sizes of the segments made later */
    uint32_t n = 0;
    for (size_t i = a->iteration.n; i-- > 0;) {
        const struct request *r = &a->iteration.items[i];
        bool known = false;
        for (uint32_t k = 0; k < n; k++) {
            if (made[k] >= r->units && made[k] <= r->found) {
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
    return a->beyond.n == 0 && !a->conf.expandable;
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
