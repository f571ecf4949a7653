#include "memory/allocator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define MIB (UINT64_C(1) << 20)
#define TOP (UINT64_C(1) << 40)

enum {
    REQUESTS = 60,
    PROGRAMS = 4000
};

static uint64_t seed;

static uint64_t below(uint64_t n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (seed >> 33) % n;
}

/* Requests of small and large segments, some of which are for segments of their own; some lie on
 * bounds, and come again. */
static uint64_t some_bytes(void)
{
    static const uint64_t bounds[] = {MIB, MIB + 512, 10 * MIB - 512, 10 * MIB, 19 * MIB, 20 * MIB};
    switch (below(5)) {
    case 4: return bounds[below(sizeof bounds / sizeof *bounds)];
    case 0: return 1 + below(MIB);
    case 1: return MIB + below(9 * MIB);
    case 2: return 10 * MIB + below(30 * MIB);
    default: return 40 * MIB + below(200 * MIB);
    }
}

/* One iteration of a program: what it takes, and when it gives it back. */
struct program {
    uint64_t bytes[REQUESTS];
    int until[REQUESTS]; /* the request before which it is given back */
};

static struct program some_program(void)
{
    struct program p;
    for (int i = 0; i < REQUESTS; i++) {
        p.bytes[i] = some_bytes();
        p.until[i] = i + 1 + (int)below(REQUESTS);
    }
    return p;
}

static void run(struct allocator *a, const struct program *p)
{
    uint32_t ids[REQUESTS];
    allocator_begin_iteration(a);
    for (int i = 0; i < 2 * REQUESTS; i++) {
        for (int k = 0; k < i && k < REQUESTS; k++) {
            if (p->until[k] == i) {
                allocator_give(a, ids[k]);
            }
        }
        if (i < REQUESTS) {
            ids[i] = allocator_take(a, p->bytes[i]);
        }
    }
}

static void sizes(void **state)
{
    (void)state;
    struct allocator *a = allocator_new(NULL, NULL);
    assert_int_equal(allocator_take(a, 0), 0);
    uint32_t one = allocator_take(a, 1);
    assert_int_equal(allocator_allocated(a), 512);
    assert_int_equal(allocator_reserved(a), 2 * MIB);
    uint32_t two = allocator_take(a, 3 * MIB);
    assert_int_equal(allocator_allocated(a), 512 + 3 * MIB);
    assert_int_equal(allocator_reserved(a), 22 * MIB);
    uint32_t three = allocator_take(a, 11 * MIB); /* fits what is left of the segment of 20 MiB */
    assert_int_equal(allocator_reserved(a), 22 * MIB);
    uint32_t four = allocator_take(a, 11 * MIB); /* has one of its own, and all of it */
    assert_int_equal(allocator_reserved(a), 34 * MIB);
    assert_int_equal(allocator_allocated(a), 512 + 3 * MIB + 11 * MIB + 12 * MIB);
    allocator_give(a, four);
    allocator_give(a, two);
    allocator_give(a, three);
    allocator_give(a, one);
    assert_int_equal(allocator_allocated(a), 0);
    allocator_take(a, 20 * MIB); /* the pieces have become one again */
    assert_int_equal(allocator_reserved(a), 34 * MIB);
    talloc_free(a);
}

static struct allocator_conf conf_of(const char *text)
{
    void *ctx = mem_context(NULL);
    struct allocator_conf conf;
    str problem;
    assert_true(allocator_conf_parse(arena_new(ctx), str_of(text), &conf, &problem));
    talloc_free(ctx);
    return conf;
}

/* One segment grows in steps of 20 MiB, and all of it is of use. */
static void expandable(void **state)
{
    (void)state;
    struct allocator_conf conf = conf_of("expandable_segments:True");
    struct allocator *a = allocator_new(NULL, &conf);
    uint32_t one = allocator_take(a, 3 * MIB), two = allocator_take(a, 30 * MIB);
    assert_int_equal(allocator_reserved(a), 40 * MIB);
    allocator_give(a, two);
    allocator_take(a, 50 * MIB); /* the free end of 37 MiB, and 20 more */
    assert_int_equal(allocator_reserved(a), 60 * MIB);
    allocator_give(a, one);
    allocator_take(a, 2 * MIB); /* at the front */
    allocator_take(a, MIB + 512);
    assert_int_equal(allocator_reserved(a), 60 * MIB);
    assert_int_equal(allocator_allocated(a), 53 * MIB + 512);
    allocator_take(a, 512); /* small ones have a segment of their own */
    assert_int_equal(allocator_reserved(a), 62 * MIB);
    talloc_free(a);
}

/* A hole is taken before the end that can grow, also where the end fits better. */
static void end_comes_last(void **state)
{
    (void)state;
    struct allocator_conf conf = conf_of("expandable_segments:True");
    struct allocator *a = allocator_new(NULL, &conf);
    uint32_t hole = allocator_take(a, 30 * MIB);
    allocator_take(a, 3 * MIB);
    allocator_give(a, hole);
    allocator_take(a, 5 * MIB); /* the end has 7 */
    assert_int_equal(allocator_reserved(a), 40 * MIB);
    allocator_take(a, 28 * MIB); /* 25 are left of the hole */
    assert_int_equal(allocator_reserved(a), 80 * MIB);
    talloc_free(a);
}

static void split_limit(void **state)
{
    (void)state;
    struct allocator_conf conf = conf_of("max_split_size_mb:64, garbage_collection_threshold:0.8");
    struct allocator *a = allocator_new(NULL, &conf);
    allocator_give(a, allocator_take(a, 100 * MIB));
    allocator_take(a, 30 * MIB); /* not from what stays whole */
    assert_int_equal(allocator_reserved(a), 130 * MIB);
    allocator_take(a, 90 * MIB); /* nearly its size: all of it */
    assert_int_equal(allocator_reserved(a), 130 * MIB);
    assert_int_equal(allocator_allocated(a), 130 * MIB);
    talloc_free(a);
}

/* c10/cuda/CUDACachingAllocator.cpp, get_free_block and should_split, on both sides of each bound.
 */
static void split_limit_bounds(void **state)
{
    (void)state;
    static const uint64_t wanted[] = {40, 62, 64, 66, 80};
    struct allocator_conf conf = conf_of("max_split_size_mb:64");
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        for (uint64_t have = wanted[i]; have <= wanted[i] + 24; have += 2) {
            struct allocator *a = allocator_new(NULL, &conf);
            bool large = wanted[i] >= 64;
            bool serves = large ? have < wanted[i] + 20 : have < 64;
            bool splits = !large && have - wanted[i] > 1;
            allocator_give(a, allocator_take(a, have * MIB));
            allocator_take(a, wanted[i] * MIB);
            assert_int_equal(allocator_reserved(a), (serves ? have : have + wanted[i]) * MIB);
            assert_int_equal(allocator_allocated(a), (serves && !splits ? have : wanted[i]) * MIB);
            talloc_free(a);
        }
    }
}

static void power_of_two_steps(void **state)
{
    (void)state;
    struct allocator_conf conf = conf_of("roundup_power2_divisions:4");
    struct allocator *a = allocator_new(NULL, &conf);
    allocator_take(a, 1200 * 1024); /* 1280 KiB: 1024 and a quarter of it */
    assert_int_equal(allocator_allocated(a), 1280 * 1024);
    allocator_take(a, MIB); /* a power of two stays */
    assert_int_equal(allocator_allocated(a), 1280 * 1024 + MIB);
    talloc_free(a);
}

static void power_of_two_steps_by_size(void **state)
{
    (void)state;
    struct allocator_conf conf =
        conf_of("roundup_power2_divisions:[4:1,8:2,>:4],max_split_size_mb:64");
    assert_int_equal(conf.most_split, 64 * MIB);
    struct {
        uint64_t asked, taken;
    } sizes[] = {{1200 * 1024, 1200 * 1024}, /* as the first that is named */
        {5 * MIB, 5 * MIB}, {9 * MIB, 12 * MIB}, {17 * MIB, 20 * MIB}, {33 * MIB, 40 * MIB}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct allocator *a = allocator_new(NULL, &conf);
        allocator_take(a, sizes[i].asked);
        assert_int_equal(allocator_allocated(a), sizes[i].taken);
        talloc_free(a);
    }
}

/* How a request of each power of two MiB is divided: the first that is named says it of all
 * smaller ones, and ">" of those that are larger than the last. */
static void divisions(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint8_t each[6], rest; /* of 1 MiB, 2, 4, ...; of the largest */
    } rows[] = {{"4", {4, 4, 4, 4, 4, 4}, 4}, {"64", {64, 64, 64, 64, 64, 64}, 64},
        {"[4:2]", {2, 2, 2, 0, 0, 0}, 0}, {"[1:2]", {2, 0, 0, 0, 0, 0}, 0},
        {"[4:2,16:8]", {2, 2, 2, 0, 8, 0}, 0}, {"[4:2,16:8,>:4]", {2, 2, 2, 0, 8, 4}, 4},
        {"[>:4]", {4, 4, 4, 4, 4, 4}, 4}, {"[4:0,>:4]", {0, 0, 0, 4, 4, 4}, 4},
        {"[4:64]", {64, 64, 64, 0, 0, 0}, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[64] = "roundup_power2_divisions:";
        struct allocator_conf conf = conf_of(strcat(text, rows[i].text));
        assert_memory_equal(conf.power2_divisions, rows[i].each, sizeof rows[i].each);
        assert_int_equal(conf.power2_divisions[POWER2_SIZES - 1], rows[i].rest);
    }
}

/* What stays whole serves what needs all of it but less than 20 MiB. */
static void what_stays_whole(void **state)
{
    (void)state;
    struct allocator_conf conf = conf_of("max_split_size_mb:64");
    static const struct {
        uint64_t asked, reserved; /* MiB */
    } rows[] = {{64, 90 + 64}, {70, 90 + 70}, {72, 90}, {90, 90}, {92, 90 + 92}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct allocator *a = allocator_new(NULL, &conf);
        allocator_give(a, allocator_take(a, 90 * MIB));
        allocator_take(a, rows[i].asked * MIB);
        assert_int_equal(allocator_reserved(a), rows[i].reserved * MIB);
        talloc_free(a);
    }
}

static void bad_confs(void **state)
{
    (void)state;
    static const char *const bad[] = {"expandable_segments:1", "max_split_size_mb:20",
        "max_split_size_mb", "roundup_power2_divisions:3", "roundup_power2_divisions:0",
        "roundup_power2_divisions:[", "roundup_power2_divisions:[3:1]",
        "roundup_power2_divisions:[4:3]", "roundup_power2_divisions:[4]", "backend:cudaMallocAsync",
        "no_such:1", ":"};
    void *ctx = mem_context(NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct allocator_conf conf;
        str problem = STR("");
        assert_false(allocator_conf_parse(arena_new(ctx), str_of(bad[i]), &conf, &problem));
        assert_true(problem.n > 0);
    }
    talloc_free(ctx);
}

/* PyTorch passes over blanks wherever they stand. */
static void blanks_in_a_configuration(void **state)
{
    (void)state;
    static const char *const written[] = {
        "expandable_segments:True,max_split_size_mb:64,roundup_power2_divisions:[256:1,>:8]",
        " expandable_segments : True , max_split_size_mb : 64 , roundup_power2_divisions : [ 256 : "
        "1 , > : 8 ] ",
        "expandable_segments: True, max_split_size_mb: 64, roundup_power2_divisions: [256: 1, >: "
        "8]",
        "expandable_segments :True ,max_split_size_mb :64 ,roundup_power2_divisions :[256 :1 ,> "
        ":8]"};
    struct allocator_conf first = conf_of(written[0]);
    assert_true(first.expandable);
    assert_int_equal(first.most_split, 64 * MIB);
    for (size_t i = 1; i < sizeof written / sizeof *written; i++) {
        struct allocator_conf conf = conf_of(written[i]);
        assert_true(conf.expandable);
        assert_int_equal(conf.most_split, first.most_split);
        assert_memory_equal(
            conf.power2_divisions, first.power2_divisions, sizeof first.power2_divisions);
    }
}

static void beyond_any_gpu(void **state)
{
    (void)state;
    struct allocator *a = allocator_new(NULL, NULL);
    allocator_begin_iteration(a);
    uint32_t id = allocator_take(a, UINT64_C(1) << 50);
    assert_int_equal(allocator_reserved(a), UINT64_C(1) << 50);
    allocator_give(a, id);
    assert_int_equal(allocator_allocated(a), 0);
    assert_false(allocator_would_repeat(a));
    talloc_free(a);
}

/* What is said to repeat does; both answers occur. */
static void repeats(void **state)
{
    (void)state;
    int said = 0, denied = 0, grew = 0;
    for (seed = 0; seed < PROGRAMS;) {
        uint64_t own = seed++, next = seed;
        seed = own * 7919 + 1;
        struct allocator *a = allocator_new(NULL, NULL);
        struct program p = some_program();
        run(a, &p);
        if (below(2)) {
            allocator_take(a, some_bytes()); /* what lives from then on */
            run(a, &p);
        }
        assert_true(allocator_peak_allocated(a) <= allocator_peak_reserved(a));
        uint64_t reserved = allocator_reserved(a), peak = allocator_peak_allocated(a);
        bool would = allocator_would_repeat(a);
        said += would;
        denied += !would;
        run(a, &p);
        run(a, &p);
        grew += allocator_reserved(a) > reserved;
        assert_false(would && allocator_reserved(a) != reserved);
        assert_false(would && allocator_peak_allocated(a) != peak);
        talloc_free(a);
        seed = next;
    }
    assert_true(said > PROGRAMS / 100);
    assert_true(denied > PROGRAMS / 100);
    assert_true(grew > PROGRAMS / 1000);
}

/* A request of 20 MiB that was cut from 24 takes, the next time, what was made after it, if that is
 * nearer to its size or lies before what it had. */
static void what_comes_after(void **state)
{
    (void)state;
    for (uint64_t later = 14; later <= 30; later += 2) {
        struct allocator *a = allocator_new(NULL, NULL);
        allocator_give(a, allocator_take(a, 24 * MIB));
        allocator_begin_iteration(a);
        uint32_t first = allocator_take(a, 20 * MIB), second = allocator_take(a, later * MIB);
        assert_int_equal(allocator_reserved(a), (24 + later) * MIB);
        allocator_give(a, second);
        allocator_give(a, first);
        assert_int_equal(allocator_would_repeat(a), later < 20 || later > 24);
        talloc_free(a);
    }
}

/* --- against the rules written down as they read --- */

enum {
    MOST_PIECES = 4096
};

struct plain_piece {
    uint64_t address, bytes;
    bool small, free, first; /* of its segment */
};

struct plain {
    struct plain_piece pieces[MOST_PIECES]; /* by address */
    int n;
    uint64_t allocated, reserved;
    uint64_t most_split; /* max_split_size_mb; else all there is */
};

static void insert(struct plain *p, int at, struct plain_piece x)
{
    memmove(p->pieces + at + 1, p->pieces + at, (size_t)(p->n++ - at) * sizeof x);
    p->pieces[at] = x;
}

static uint64_t round_up(uint64_t n, uint64_t to)
{
    return (n + to - 1) / to * to;
}

/* The address of what was taken. */
static uint64_t plain_take(struct plain *p, uint64_t bytes)
{
    bool small = bytes <= MIB;
    int best = -1;
    bytes = round_up(bytes, 512);
    for (int i = 0; i < p->n; i++) {
        const struct plain_piece *x = &p->pieces[i];
        if (x->free && x->small == small && x->bytes >= bytes &&
            (best < 0 || x->bytes < p->pieces[best].bytes)) {
            best = i;
        }
    }
    if (best >= 0 && (bytes < p->most_split ? p->pieces[best].bytes >= p->most_split
                                            : p->pieces[best].bytes >= bytes + 20 * MIB)) {
        best = -1; /* what stays whole is for what needs nearly all of it */
    }
    if (best < 0) { /* below all that is there */
        uint64_t all = small ? 2 * MIB : bytes < 10 * MIB ? 20 * MIB : round_up(bytes, 2 * MIB);
        best = 0;
        p->reserved += all;
        insert(p, best, (struct plain_piece){TOP - p->reserved, all, small, true, true});
    }
    struct plain_piece *x = &p->pieces[best];
    uint64_t left = x->bytes - bytes, address = x->address;
    if (small ? left >= 512 : left > MIB && bytes < p->most_split) {
        x->bytes = bytes;
        insert(p, best + 1, (struct plain_piece){address + bytes, left, small, true, false});
    }
    p->pieces[best].free = false;
    p->allocated += p->pieces[best].bytes;
    return address;
}

static void plain_give(struct plain *p, uint64_t address)
{
    int i = 0;
    while (p->pieces[i].address != address) {
        i++;
    }
    p->allocated -= p->pieces[i].bytes;
    p->pieces[i].free = true;
    for (int at = i + 1; at >= i; at--) { /* with the one after, then with the one before */
        if (at > 0 && at < p->n && p->pieces[at].free && p->pieces[at - 1].free &&
            !p->pieces[at].first) {
            p->pieces[at - 1].bytes += p->pieces[at].bytes;
            memmove(p->pieces + at, p->pieces + at + 1, (size_t)(--p->n - at) * sizeof *p->pieces);
        }
    }
}

/* Mostly of a few sizes, so that there are many free pieces of one. */
static void by_the_rules(void **state)
{
    (void)state;
    struct plain *p = talloc_zero(NULL, struct plain);
    struct allocator_conf split = conf_of("max_split_size_mb:64");
    for (uint64_t own = 0; own < 40; own++) {
        struct allocator *a = allocator_new(p, own % 4 == 3 ? &split : NULL);
        uint32_t ids[1000];
        uint64_t addresses[1000];
        int n = 0;
        seed = own;
        *p = (struct plain){.most_split = own % 4 == 3 ? 64 * MIB : TOP};
        for (int i = 0; i < 3000; i++) {
            bool takes = n == 0 || (n < 1000 && below(i < 900 ? 10 : 20) < 9);
            if (takes) {
                uint64_t bytes =
                    below(4) ? 512 * (1 + below(3)) * (1 + own % 5 * 1000) : some_bytes();
                ids[n] = allocator_take(a, bytes);
                addresses[n++] = plain_take(p, bytes);
            } else {
                int k = (int)below((uint64_t)n);
                allocator_give(a, ids[k]);
                plain_give(p, addresses[k]);
                ids[k] = ids[--n];
                addresses[k] = addresses[n];
            }
            assert_int_equal(allocator_allocated(a), p->allocated);
            assert_int_equal(allocator_reserved(a), p->reserved);
        }
        talloc_free(a);
    }
    talloc_free(p);
}

/* Up to 1 MiB from segments of 2, below 10 MiB from segments of 20, and from 10 MiB on from one of
 * its own (c10/cuda/CUDACachingAllocator.cpp, get_allocation_size). */
static void the_segment_of_a_request(void **state)
{
    (void)state;
    static const uint64_t rows[][2] = {{1, 2 * MIB}, {MIB, 2 * MIB}, {MIB + 1, 20 * MIB},
        {10 * MIB - 512, 20 * MIB}, {10 * MIB - 511, 10 * MIB}, {10 * MIB, 10 * MIB},
        {10 * MIB + 1, 12 * MIB}, {21 * MIB, 22 * MIB}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct allocator *a = allocator_new(NULL, NULL);
        allocator_take(a, rows[i][0]);
        assert_int_equal(allocator_reserved(a), rows[i][1]);
        talloc_free(a);
    }
}

/* What is left of a large segment is a piece of its own when it is more than 1 MiB. */
static void what_is_split_off(void **state)
{
    (void)state;
    struct allocator *a = allocator_new(NULL, NULL);
    allocator_take(a, 9 * MIB); /* of 20: 11 are left */
    allocator_take(a, 9 * MIB); /* 2 are left */
    assert_int_equal(allocator_reserved(a), 20 * MIB);
    assert_int_equal(allocator_allocated(a), 18 * MIB);
    talloc_free(a);
    a = allocator_new(NULL, NULL);
    allocator_take(a, 9 * MIB + MIB / 2);
    allocator_take(a, 9 * MIB + MIB / 2); /* 1 is left, and stays with it */
    assert_int_equal(allocator_allocated(a), 20 * MIB);
    talloc_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sizes), cmocka_unit_test(expandable),
        cmocka_unit_test(end_comes_last), cmocka_unit_test(split_limit),
        cmocka_unit_test(split_limit_bounds), cmocka_unit_test(power_of_two_steps),
        cmocka_unit_test(power_of_two_steps_by_size), cmocka_unit_test(divisions),
        cmocka_unit_test(what_stays_whole), cmocka_unit_test(bad_confs),
        cmocka_unit_test(blanks_in_a_configuration), cmocka_unit_test(beyond_any_gpu),
        cmocka_unit_test(repeats), cmocka_unit_test(what_comes_after),
        cmocka_unit_test(by_the_rules), cmocka_unit_test(the_segment_of_a_request),
        cmocka_unit_test(what_is_split_off)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
