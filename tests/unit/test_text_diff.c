/* A diff of two texts gives the second one back, and touches no line that both have. */
#include "base/mem.h"
#include "plan/text_diff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct arena *a;

static size_t edits_between(const char *old, const char *new)
{
    struct source *s = source_new(a, STR("x"), STR("/x"), str_of(old), true);
    struct edits edits = {0};
    str out;
    text_diff_edits(a, s, str_of(new), &edits);
    assert_true(edits_apply(a, s, &edits, &out));
    assert_string_equal(arena_str(a, out).p, new);
    return edits.list.n;
}

static void few_edits(void **state)
{
    (void)state;
    assert_int_equal(edits_between("a\nb\nc\n", "a\nb\nc\n"), 0);
    assert_int_equal(edits_between("a\nb\nc\n", "a\nx\nc\n"), 1);
    assert_int_equal(edits_between("a\nb\nc\n", "b\nc\n"), 1);
    assert_int_equal(edits_between("a\nb\nc\n", "a\nb\nc\nd\n"), 1);
    assert_int_equal(edits_between("a\nb\nc\nd\ne\n", "x\nb\nc\nd\ny\n"), 2);
    assert_int_equal(edits_between("", "a\n"), 1);
    assert_int_equal(edits_between("a", "a\n"), 1);
    assert_int_equal(edits_between("a\n", ""), 1);
}

static void any_two_texts(void **state)
{
    (void)state;
    unsigned seed = 1;
    for (int i = 0; i < 500; i++) {
        char text[2][64];
        for (int t = 0; t < 2; t++) {
            size_t n = 0;
            for (seed = seed * 1103515245 + 12345; n < (seed >> 16) % 60; n++) {
                seed = seed * 1103515245 + 12345;
                text[t][n] = "abc\n\n"[(seed >> 16) % 5];
            }
            text[t][n] = 0;
        }
        edits_between(text[0], text[1]);
    }
}

static void long_texts_that_share_nothing(void **state)
{
    (void)state;
    enum {
        LINES = 3000
    };
    char *old = arena_alloc(a, 2 * LINES + 1), *new = arena_alloc(a, 2 * LINES + 1);
    for (int i = 0; i < LINES; i++) {
        memcpy(old + 2 * i, "a\n", 2);
        memcpy(new + 2 * i, "b\n", 2);
    }
    assert_true(edits_between(old, new) >= 1);
}

int main(void)
{
    a = arena_new(NULL);
    const struct CMUnitTest tests[] = {cmocka_unit_test(few_edits), cmocka_unit_test(any_two_texts),
        cmocka_unit_test(long_texts_that_share_nothing)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    talloc_free(a);
    return failed;
}
