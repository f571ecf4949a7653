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

/* Each line ends at the first of `\r\n`, `\n` and `\r`, as Python's do. */
static void lines_of_any_text(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 4096; n++) {
        char text[8] = "";
        for (uint32_t i = 0; i < 6; i++) {
            text[i] = "a\n\rb"[n >> (2 * i) & 3];
        }
        struct source *s = source_new(a, STR("x"), STR("/x"), str_of(text), true);
        uint32_t line = 1, start = 0;
        const char *newline = "\n";
        for (uint32_t i = 0; i <= 6; i++) {
            struct line_col at = source_line_col(s, i);
            assert_true(at.line == line && at.column == i - start + 1);
            assert_int_equal(source_line_start(s, line), start);
            bool both = text[i] == '\r' && text[i + 1] == '\n';
            if (text[i] == '\n' || (text[i] == '\r' && !both)) {
                bool two = i > 0 && text[i - 1] == '\r' && text[i] == '\n';
                newline = line > 1 ? newline : two ? "\r\n" : text[i] == '\n' ? "\n" : "\r";
                str shown = str_slice(s->bytes, start, i - two);
                assert_true(str_eq(source_line(s, line), shown));
                line++;
                start = i + 1;
            }
        }
        assert_int_equal(s->n_lines, line);
        assert_true(str_is(source_newline(s), newline));
    }
}

static bool applied(const struct source *s, const struct edits *edits, const char *want)
{
    str out = STR("");
    return edits_apply(a, s, edits, &out) && str_is(out, want);
}

static void edits_in_any_order(void **state)
{
    (void)state;
    const struct source *s = source_new(a, STR("x"), STR("/x"), STR("abcd"), true);
    const struct source *other = source_new(a, STR("y"), STR("/y"), STR("abcd"), true);
    struct edits e = {0};
    vec_push(a->owner, &e.list, ((struct edit){s, {2, 4}, STR("C")}));
    vec_push(a->owner, &e.list, ((struct edit){s, {1, 1}, STR("1")}));
    vec_push(a->owner, &e.list, ((struct edit){other, {0, 4}, STR("")}));
    vec_push(a->owner, &e.list, ((struct edit){s, {1, 1}, STR("2")}));
    vec_push(a->owner, &e.list, ((struct edit){s, {1, 2}, STR("B")})); /* beside the first */
    assert_true(applied(s, &e, "a12BC"));
    vec_push(a->owner, &e.list, ((struct edit){s, {3, 4}, STR("")})); /* inside of the first */
    assert_false(applied(s, &e, "a12BC"));
    e.list.items[e.list.n - 1].at = (span){4, 5}; /* beyond the end */
    assert_false(applied(s, &e, "a12BC"));
    e.list.items[e.list.n - 1].at = (span){4, 4};
    assert_true(applied(s, &e, "a12BC"));
}

int main(void)
{
    a = arena_new(NULL);
    const struct CMUnitTest tests[] = {cmocka_unit_test(few_edits), cmocka_unit_test(any_two_texts),
        cmocka_unit_test(long_texts_that_share_nothing), cmocka_unit_test(lines_of_any_text),
        cmocka_unit_test(edits_in_any_order)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    talloc_free(a);
    return failed;
}
