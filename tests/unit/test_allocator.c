#include "memory/allocator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define MIB (UINT64_C(1) << 20)

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

/* Requests of small and large segments, some of which are for segments of their own. */
static uint64_t some_bytes(void)
{
    switch (below(4)) {
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
    struct allocator *a = allocator_new(NULL);
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

static void beyond_any_gpu(void **state)
{
    (void)state;
    struct allocator *a = allocator_new(NULL);
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
        struct allocator *a = allocator_new(NULL);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes), cmocka_unit_test(beyond_any_gpu), cmocka_unit_test(repeats)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
