#include "base/buf.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/parallel.h"
#include "base/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
    LARGE = 130 << 20, /* more than talloc takes in one block */
    ITEMS = 1000
};

static void blocks_of_any_size_keep_their_contents(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    char *p = mem_resize(ctx, NULL, 0, 100);
    memset(p, 'x', 100);
    p = mem_resize(ctx, p, 100, LARGE);
    assert_true(p[0] == 'x' && p[99] == 'x');
    p[LARGE - 1] = 'y';
    p = mem_resize(ctx, p, LARGE, LARGE + 4096);
    assert_true(p[99] == 'x' && p[LARGE - 1] == 'y');
    p = mem_resize(ctx, p, LARGE + 4096, 50);
    assert_true(p[0] == 'x' && p[49] == 'x');
    mem_free(p, 50);
    mem_free(mem_alloc(ctx, LARGE), LARGE);
    for (size_t n = (128 << 20) - 1; n <= (128 << 20) + 1; n++) { /* where another kind begins */
        mem_free(mem_resize(ctx, mem_resize(ctx, NULL, 0, n), n, n), n);
        mem_free(mem_resize(ctx, mem_resize(ctx, NULL, 0, 64), 64, n), n);
        mem_free(mem_resize(ctx, mem_resize(ctx, NULL, 0, n), n, 64), 64);
    }
    talloc_free(ctx);
}

static void a_pool_is_one_piece_and_what_does_not_fit_lies_elsewhere(void **state)
{
    (void)state;
    const size_t bytes = 64 << 10;
    void *ctx = mem_pool(NULL, bytes);
    char *first = mem_alloc(ctx, 100), *below = mem_alloc(first, 100);
    assert_true(below > first && below < first + bytes);
    memset(below, 'x', 100);
    below = mem_resize(first, below, 100, bytes / 2);
    assert_true(below > first && below < first + bytes);
    below = mem_resize(first, below, bytes / 2, 2 * bytes);
    assert_true(below[0] == 'x' && below[99] == 'x');
    below[2 * bytes - 1] = 'y';
    talloc_free(ctx);
    talloc_free(mem_pool(NULL, SIZE_MAX));
}

static void a_buffer_grows_and_is_a_c_string(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct buf b = buf_make(ctx);
    assert_int_equal(buf_from(&b, 0).n, 0);
    buf_fill(&b, '-', 3);
    buf_rune(&b, 0xE9);
    buf_rune(&b, 0x1F600);
    buf_printf(&b, "%d%s", 7, "!");
    assert_string_equal(buf_str(&b).p, "---\xC3\xA9\xF0\x9F\x98\x80"
                                       "7!");
    assert_string_equal(buf_from(&b, 9).p, "7!");
    buf_fill(&b, 'z', 10000);
    assert_int_equal(buf_str(&b).n, 10011);
    talloc_free(ctx);
}

static void code_points_and_their_places(void **state)
{
    (void)state;
    str s = STR("a\xC3\xA9\xF0\x9F\x98\x80");
    assert_int_equal(utf8_count(s), 3);
    assert_int_equal(utf8_offset(s, 0), 0);
    assert_int_equal(utf8_offset(s, 2), 3);
    assert_int_equal(utf8_offset(s, 3), s.n);
    assert_int_equal(utf8_offset(s, 9), s.n);
    assert_int_equal(utf8_check(s), s.n);
    assert_int_equal(utf8_check(STR("ab\xFF")), 2);
    assert_int_equal(utf8_check(STR("a\xC3")), 1);
    assert_true(utf8_is_ascii(STR("ab")) && !utf8_is_ascii(s));
    assert_int_equal(utf8_width(STR("a\xE4\xB8\xAD")), 3);
    size_t at = 0;
    assert_int_equal(utf8_next(STR("\xFFx"), &at), 0xFFFD);
    assert_int_equal(at, 1);
    assert_true(
        utf8_is_surrogate(0xD800) && utf8_is_surrogate(0xDFFF) && !utf8_is_surrogate(0xE000));
    assert_false(utf8_is_visible(0x202E));
    assert_true(utf8_is_visible(' '));
}

static void a_limit_that_ran_out_is_named(void **state)
{
    (void)state;
    struct limits l = LIMITS_DEFAULT;
    assert_true(limits_set(&l, STR("steps"), 5));
    assert_false(limits_set(&l, STR("nothing"), 5));
    struct fuel f = fuel_make(&l);
    assert_true(fuel_step(&f, 5));
    assert_null(f.spent);
    assert_false(fuel_step(&f, 1));
    assert_string_equal(f.spent, "steps");
    assert_false(fuel_bytes(&f, 1)); /* nothing is left of anything */
    assert_string_equal(f.spent, "steps");
}

static void take(void *data, uint32_t i)
{
    ((uint32_t *)data)[i] += i;
}

static void each_item_once(void **state)
{
    (void)state;
    assert_true(parallel_processors() >= 1);
    for (uint32_t threads = 1; threads < 5; threads++) {
        uint32_t seen[ITEMS] = {0};
        parallel_each(ITEMS, threads, take, seen);
        for (uint32_t i = 0; i < ITEMS; i++) {
            assert_int_equal(seen[i], i);
        }
    }
}

static void names_and_their_distance(void **state)
{
    (void)state;
    assert_int_equal(str_distance(STR("depth"), STR("depth"), 2), 0);
    assert_int_equal(str_distance(STR("deptj"), STR("depth"), 2), 1);
    assert_int_equal(str_distance(STR("xepty"), STR("depth"), 2), 2);
    assert_int_equal(str_distance(STR("abcde"), STR("abced"), 2), 2);
    assert_int_equal(str_distance(STR("aab"), STR("abb"), 1), 1);
    assert_int_equal(str_distance(STR("depths_"), STR("depth"), 2), 2);
    assert_int_equal(str_distance(STR("xyzth"), STR("depth"), 2), 3); /* farther than asked */
    assert_int_equal(str_distance(STR("abcdef"), STR("fedcba"), 2), 3);
}

/* An empty str that lies nowhere, asked of everything that compares bytes. */
static void nothing_is_compared_with_nothing(void **state)
{
    (void)state;
    const str nowhere = {0};
    assert_true(
        str_eq(nowhere, STR("")) && str_starts(nowhere, nowhere) && str_ends(STR("x"), nowhere));
    assert_int_equal(str_cmp(nowhere, STR("")), 0);
    assert_int_equal(str_find_last(STR("x"), nowhere), 1);
    struct entry {
        UT_hash_handle hh;
    } first, *table = NULL, *found = NULL;
    HASH_ADD_KEYPTR(hh, table, "", 0, &first);
    HASH_FIND(hh, table, nowhere.p, nowhere.n, found);
    assert_ptr_equal(found, &first);
    HASH_CLEAR(hh, table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_of_any_size_keep_their_contents),
        cmocka_unit_test(a_pool_is_one_piece_and_what_does_not_fit_lies_elsewhere),
        cmocka_unit_test(a_buffer_grows_and_is_a_c_string),
        cmocka_unit_test(code_points_and_their_places),
        cmocka_unit_test(a_limit_that_ran_out_is_named),
        cmocka_unit_test(each_item_once),
        cmocka_unit_test(names_and_their_distance),
        cmocka_unit_test(nothing_is_compared_with_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
