#include "base/arena.h"
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
    assert_int_equal(talloc_total_blocks(ctx), 2);
    mem_free(p, 50);
    assert_int_equal(talloc_total_blocks(ctx), 1); /* the context itself */
    mem_free(mem_alloc(ctx, LARGE), LARGE);
    for (size_t n = (128 << 20) - 1; n <= (128 << 20) + 1; n++) { /* where another kind begins */
        mem_free(mem_resize(ctx, mem_resize(ctx, NULL, 0, n), n, n), n);
        mem_free(mem_resize(ctx, mem_resize(ctx, NULL, 0, 64), 64, n), n);
        mem_free(mem_resize(ctx, mem_resize(ctx, NULL, 0, n), n, 64), 64);
        assert_int_equal(talloc_total_blocks(ctx), 1);
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

static void parts_of_paths(void **state)
{
    (void)state;
    str rest, path = STR("a.bc.0");
    assert_true(str_is(dotted_head(path, &rest), "a") && str_is(rest, "bc.0"));
    assert_true(str_is(dotted_head(STR("a"), &rest), "a") && rest.n == 0);
    assert_true(str_is(dotted_first(path), "a") && str_is(dotted_first(STR("a")), "a"));
    assert_true(str_is(dotted_last(path), "0") && str_is(dotted_last(STR("a")), "a"));
    assert_true(str_is(dotted_parent(path), "a.bc") && dotted_parent(STR("a")).n == 0);
    uint32_t index = 7;
    assert_true(dotted_index(STR("0"), &index) && index == 0);
    assert_true(dotted_index(STR("0109"), &index) && index == 109);
    assert_true(dotted_index(STR("99999999"), &index) && index == 99999999);
    const char *others[] = {"", "-1", "1x", "x1", "1.", " 1", "/", ":", "100000000", "000000001"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_false(dotted_index(str_of(others[i]), &index));
    }
}

/* --- beside the plainest way to say the same --- */

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Edits from the ends of both on, as they are defined. */
static size_t edits(str a, str b)
{
    if (a.n == 0 || b.n == 0) {
        return a.n + b.n;
    }
    str x = str_slice(a, 1, a.n), y = str_slice(b, 1, b.n);
    size_t changed = edits(x, y) + (a.p[0] != b.p[0]);
    return least_of(changed, 1 + least_of(edits(x, b), edits(a, y)));
}

/* The n-th text of these letters, shorter ones first. */
static str nth(char room[8], uint32_t n, const char *letters)
{
    uint32_t k = (uint32_t)strlen(letters), length = 0;
    for (; n > 0; n = (n - 1) / k) {
        room[length++] = letters[(n - 1) % k];
    }
    return (str){room, length};
}

enum {
    TEXTS = 1 + 3 + 9 + 27 + 81 /* of three letters, up to four of them */
};

static void distances_are_as_defined(void **state)
{
    (void)state;
    char one[8], other[8];
    for (uint32_t i = 0; i < TEXTS; i++) {
        for (uint32_t k = 0; k < TEXTS; k++) {
            str a = nth(one, i, "ab_"), b = nth(other, k, "ab_");
            size_t want = edits(a, b);
            for (size_t cap = 0; cap < 5; cap++) {
                assert_int_equal(str_distance(a, b, cap), want > cap ? cap + 1 : want);
            }
        }
    }
    char wide[70];
    memset(wide, 'x', sizeof wide);
    for (size_t n = 1; n <= 63; n++) { /* what is longer is the same, or far */
        assert_int_equal(str_distance((str){wide, n}, (str){wide, n - 1}, 2), 1);
    }
    assert_int_equal(str_distance((str){wide, 64}, (str){wide, 64}, 2), 0);
    assert_int_equal(str_distance((str){wide, 64}, (str){wide, 63}, 2), 3);
}

static void texts_are_found_where_they_are(void **state)
{
    (void)state;
    char one[8], other[8];
    for (uint32_t i = 0; i < TEXTS; i++) {
        for (uint32_t k = 1; k < 1 + 3 + 9; k++) {
            str s = nth(one, i, "ab."), what = nth(other, k, "ab.");
            size_t first = SIZE_MAX, word = SIZE_MAX, last = SIZE_MAX;
            for (size_t at = s.n; what.n <= s.n && at-- > 0;) {
                size_t end = at + what.n;
                if (end <= s.n && str_eq(str_slice(s, at, end), what)) {
                    bool before = at > 0 && s.p[at - 1] != '.' && what.p[0] != '.';
                    bool after = end < s.n && s.p[end] != '.' && what.p[what.n - 1] != '.';
                    first = at;
                    word = before || after ? word : at;
                    last = last == SIZE_MAX ? at : last;
                }
            }
            assert_true(str_find(s, what, 0) == first);
            assert_true(str_find_last(s, what) == last);
            assert_true(str_find_word(s, what, 0) == word);
            assert_true(first == SIZE_MAX || str_find(s, what, first + 1) > first);
        }
    }
}

static void blanks_are_those_of_ascii(void **state)
{
    (void)state;
    for (int c = 0; c < 256; c++) {
        char text[] = {(char)c, 'x', (char)c};
        size_t want = c != 0 && strchr(" \t\n\v\f\r", c) ? 1 : 3;
        assert_int_equal(str_trim((str){text, 3}).n, want);
    }
}

/* Of the authors of FNV: its tables of FNV-1a. */
static void hashes_are_fnv(void **state)
{
    (void)state;
    assert_int_equal(str_hash(STR("")), 0x811c9dc5);
    assert_int_equal(str_hash(STR("a")), 0xe40c292c);
    assert_int_equal(str_hash(STR("foobar")), 0xbf9cf968);
}

static void each_code_point_comes_back(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct buf b = buf_make(ctx);
    for (uint32_t rune = 0; rune < 0x110000; rune++) {
        size_t at = 0, bytes = rune < 0x80 ? 1 : rune < 0x800 ? 2 : rune < 0x10000 ? 3 : 4;
        b.n = 0;
        buf_rune(&b, rune);
        str s = buf_str(&b);
        assert_int_equal(s.n, bytes);
        assert_int_equal(utf8_next(s, &at), rune);
        assert_true(at == bytes && utf8_count(s) == 1);
        assert_int_equal(utf8_check(s), utf8_is_surrogate(rune) ? 0 : bytes);
    }
    talloc_free(ctx);
}

static void what_shows_nothing_is_not_visible(void **state)
{
    (void)state;
    static const uint32_t nothing[] = {0, 0x1F, 0x7F, 0x9F, 0xAD, 0x115F, 0x180E, 0x200B, 0x2028,
        0x2060, 0x3164, 0xFE0F, 0xFEFF, 0xFFA0, 0xE0100};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        assert_false(utf8_is_visible(nothing[i]));
    }
    assert_true(utf8_is_visible('~') && utf8_is_visible(0xA0) && utf8_is_visible(0x3000));
    assert_true(utf8_is_printable(' ') && !utf8_is_printable(0xA0));
    assert_true(utf8_is_blank('\t') && utf8_is_blank(0x3000) && !utf8_is_blank('\n'));
}

/* Each byte that is handed out, from the newest chunk or in a block of its own; fuel counts them.
 */
static void an_arena_counts_what_it_hands_out(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct arena *a = arena_new(ctx);
    for (size_t n = 1; n < 600000; n = n * 5 / 2 + 1) {
        for (size_t bytes = n - 1; bytes <= n + 16; bytes += 17) {
            size_t before = a->total_bytes;
            char *p = arena_alloc(a, bytes);
            memset(p, 1, bytes);
            assert_int_equal(a->total_bytes - before, (bytes + 15) / 16 * 16);
            assert_int_equal((uintptr_t)p % 16, 0);
        }
    }
    talloc_free(ctx);
}

/* Texts end where their room does, wherever one kind of it begins. */
static void texts_of_any_length(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct arena *a = arena_new(ctx);
    for (int n = 0; n < 400; n++) {
        str s = arena_printf(a, "%0*d", n, 0);
        size_t want = n > 0 ? (size_t)n : 1;
        assert_true(s.n == want && strlen(s.p) == want && strspn(s.p, "0") == want);
    }
    talloc_free(ctx);
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
        cmocka_unit_test(parts_of_paths),
        cmocka_unit_test(distances_are_as_defined),
        cmocka_unit_test(texts_are_found_where_they_are),
        cmocka_unit_test(blanks_are_those_of_ascii),
        cmocka_unit_test(hashes_are_fnv),
        cmocka_unit_test(each_code_point_comes_back),
        cmocka_unit_test(what_shows_nothing_is_not_visible),
        cmocka_unit_test(texts_of_any_length),
        cmocka_unit_test(an_arena_counts_what_it_hands_out),
        cmocka_unit_test(nothing_is_compared_with_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
