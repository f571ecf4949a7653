#include "base/arena.h"
#include "base/buf.h"
#include "base/mem.h"
#include "diag/diag.h"
#include "text/excerpt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void *ctx;
static struct arena *a;
static struct diags *d;
static struct source *one, *two;

static int set_up(void **state)
{
    (void)state;
    ctx = mem_context(NULL);
    a = arena_new(ctx);
    d = diags_new(ctx);
    one = source_new(a, STR("a.py"), STR("/a.py"), STR("x = 1\ny = 2\n"), true);
    two = source_new(a, STR("b.py"), STR("/b.py"), STR("x = 1\n"), true);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    talloc_free(ctx);
    return 0;
}

static struct loc at(struct source *s, uint32_t offset)
{
    return (struct loc){s, {offset, offset + 1}};
}

static void sorted_by_path_place_and_code(void **state)
{
    (void)state;
    diags_add(d, "B1", SEVERITY_INFO, at(two, 0), "fourth");
    diags_add(d, "B1", SEVERITY_ERROR, at(one, 6), "third");
    diags_add(d, "B1", SEVERITY_WARNING, at(one, 0), "second");
    diags_add(d, "A1", SEVERITY_WARNING, at(one, 0), "first");
    diags_sort(d);
    const char *want[] = {"first", "second", "third", "fourth"};
    assert_int_equal(d->list.n, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(d->list.items[i].message.p, want[i]);
    }
}

/* What it says of the same text is sorted, too, and of two places the one that ends first comes
 * first. */
static void sorted_by_end_and_message(void **state)
{
    (void)state;
    const struct {
        uint32_t end;
        const char *code, *message;
    } want[] = {{1, "B1", "b"}, {2, "A1", "a"}, {2, "A1", "b"}, {2, "B1", "a"}, {3, "A1", "a"}};
    size_t n = sizeof want / sizeof *want;
    for (size_t i = 0; i < n; i++) {
        size_t k = (3 * i + 2) % n; /* in another order */
        diags_add(d, want[k].code, SEVERITY_INFO, (struct loc){one, {0, want[k].end}}, "%s",
            want[k].message);
    }
    diags_sort(d);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(d->list.items[i].at.span.end, want[i].end);
        assert_string_equal(d->list.items[i].code, want[i].code);
        assert_string_equal(d->list.items[i].message.p, want[i].message);
    }
}

static void equal_ones_become_one(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        diags_add(d, "A1", SEVERITY_WARNING, at(one, 0), "the same");
    }
    diags_add(d, "A1", SEVERITY_WARNING, at(one, 0), "another");
    diags_add(d, "A1", SEVERITY_WARNING, at(one, 6), "the same");
    diags_sort(d);
    assert_int_equal(d->list.n, 3);
}

/* Each config once, in order, however many of them meet the same finding. */
static void equal_ones_name_all_configs(void **state)
{
    (void)state;
    const char *met[] = {"c.py", "a.py", "b.py", "a.py", "c.py"};
    for (size_t i = 0; i < 5; i++) {
        struct diag *x = diags_add(d, "A1", SEVERITY_WARNING, at(one, 0), "the same");
        diag_met_by(d, x, str_of(met[i]), (struct loc){0});
    }
    diags_sort(d);
    assert_int_equal(d->list.n, 1);
    const char *want[] = {"a.py", "b.py", "c.py"};
    struct diag_config *c = d->list.items[0].configs;
    for (size_t i = 0; i < 3; i++, c = c->next) {
        assert_string_equal(c->path.p, want[i]);
    }
    assert_null(c);
}

/* Those of a list that was sorted before, too. */
static void lists_of_configs_are_merged(void **state)
{
    (void)state;
    static const char *const met[][3] = {{"a.py", "d.py", "e.py"}, {"b.py", "c.py", "d.py"}};
    for (int i = 0; i < 2; i++) {
        struct diags *own = diags_new(ctx);
        for (int k = 0; k < 3; k++) {
            struct diag *x = diags_add(own, "A1", SEVERITY_WARNING, at(one, 0), "the same");
            diag_met_by(own, x, str_of(met[i][k]), at(two, (uint32_t)k));
        }
        diags_sort(own);
        assert_int_equal(own->list.n, 1);
        diags_append(d, own);
    }
    diags_sort(d);
    assert_int_equal(d->list.n, 1);
    struct diag_config *c = d->list.items[0].configs;
    static const char want[] = "abcde", bases[] = "00112";
    for (size_t i = 0; i < 5; i++, c = c->next) {
        assert_int_equal(c->path.p[0], want[i]);
        assert_int_equal(c->bases.span.start, bases[i] - '0');
    }
    assert_null(c);
}

/* The first that ends it, else the first error. */
static void the_worst_is_the_first_of_its_kind(void **state)
{
    (void)state;
    assert_null(diags_worst(d));
    diags_add(d, "A1", SEVERITY_WARNING, at(one, 0), "w");
    assert_null(diags_worst(d));
    diags_add(d, "A2", SEVERITY_ERROR, at(one, 0), "first");
    diags_add(d, "A3", SEVERITY_ERROR, at(one, 0), "second");
    assert_string_equal(diags_worst(d)->code, "A2");
    diags_add(d, "A4", SEVERITY_WARNING, at(one, 0), "third")->fatal = true;
    diags_add(d, "A5", SEVERITY_ERROR, at(one, 0), "fourth")->fatal = true;
    assert_string_equal(diags_worst(d)->code, "A4");
}

static void counted_by_severity(void **state)
{
    (void)state;
    diags_add(d, "A1", SEVERITY_INFO, at(one, 0), "i");
    diags_add(d, "A2", SEVERITY_WARNING, at(one, 0), "w");
    diags_add(d, "A3", SEVERITY_ERROR, at(one, 0), "e");
    assert_int_equal(diags_count(d, SEVERITY_INFO), 3);
    assert_int_equal(diags_count(d, SEVERITY_WARNING), 2);
    assert_int_equal(diags_count(d, SEVERITY_ERROR), 1);
    assert_false(diags_has_fatal(d));
    diags_refuse(d, "A2");
    assert_true(diags_has_fatal(d));
    assert_true(d->list.items[1].fatal && !d->list.items[0].fatal && !d->list.items[2].fatal);
}

static void what_is_kept_back_does_not_count(void **state)
{
    (void)state;
    diags_add(d, "A1", SEVERITY_ERROR, at(one, 0), "e")->suppressed = true;
    assert_int_equal(diags_count(d, SEVERITY_INFO), 0);
}

static void no_more_places_than_there_is_room_for(void **state)
{
    (void)state;
    struct diag *x = diags_add(d, "A1", SEVERITY_ERROR, at(one, 0), "e");
    for (int i = 0; i < 9; i++) {
        diag_relate(d, x, at(one, (uint32_t)i), "place %d", i);
    }
    diag_help(d, x, "do %s", "this");
    assert_int_equal(x->n_related, 4);
    assert_string_equal(x->related[3].message.p, "place 3");
    assert_string_equal(x->help.p, "do this");
}

static void copies_live_without_their_source(void **state)
{
    (void)state;
    void *other = mem_context(ctx);
    struct diags *from = diags_new(other);
    struct diag *x = diags_add(from, "A1", SEVERITY_ERROR, at(one, 0), "text %d", 5);
    diag_help(from, x, "help");
    for (int i = 0; i < 3; i++) {
        diag_relate(from, x, at(two, 0), "related %d", i);
    }
    diags_append(d, from);
    talloc_free(other);
    assert_int_equal(d->list.items[0].n_related, 3);
    assert_string_equal(d->list.items[0].related[0].message.p, "related 0");
    assert_string_equal(d->list.items[0].related[2].message.p, "related 2");
    assert_string_equal(d->list.items[0].message.p, "text 5");
    assert_string_equal(d->list.items[0].help.p, "help");
}

static void of_too_many_the_weightiest_stay(void **state)
{
    (void)state;
    diags_add(d, "A1", SEVERITY_INFO, at(one, 0), "i");
    diags_add(d, "A2", SEVERITY_WARNING, at(one, 6), "later");
    diags_add(d, "A2", SEVERITY_WARNING, at(one, 0), "sooner");
    diags_add(d, "A3", SEVERITY_ERROR, at(one, 0), "kept back")->suppressed = true;
    diags_add(d, "A4", SEVERITY_INFO, at(two, 0), "ends the run")->fatal = true;
    assert_int_equal(diags_limit(d, 5), 0);
    assert_int_equal(diags_limit(d, 2), 3);
    assert_int_equal(d->list.n, 2);
    assert_string_equal(d->list.items[0].message.p, "ends the run");
    assert_string_equal(d->list.items[1].message.p, "sooner");
}

/* Every column, in a text whose second line is long and not ASCII, of the text and of an excerpt.
 */
static void columns_of_a_long_line(void **state)
{
    (void)state;
    struct buf b = buf_make(ctx);
    buf_puts(&b, "x = 1\n");
    for (int i = 0; i < 3000; i++) {
        buf_puts(&b, i % 3 ? "a" : "\u00e9");
    }
    buf_puts(&b, "\nlast");
    struct source *s = source_new(a, STR("l.py"), STR("/l.py"), buf_str(&b), true);
    struct excerpts *x = excerpts_new(ctx);
    uint32_t column = 0, offset = 6;
    for (; s->bytes.p[offset] != '\n'; offset++) {
        column += ((unsigned char)s->bytes.p[offset] & 0xC0) != 0x80;
        struct line_col lc = source_line_col(s, offset);
        if (((unsigned char)s->bytes.p[offset] & 0xC0) != 0x80) {
            assert_int_equal(lc.line, 2);
            assert_int_equal(lc.column, column);
            struct loc kept = excerpt_of(x, (struct loc){s, {offset, (uint32_t)s->bytes.n}});
            lc = source_line_col(kept.source, kept.span.start);
            assert_int_equal(lc.line, 2);
            assert_int_equal(lc.column, column);
            lc = source_line_col(kept.source, kept.span.end);
            assert_int_equal(lc.line, 3);
            assert_int_equal(lc.column, 5);
            /* a message shows 160 columns, of up to four bytes each, and 80 bytes before a place */
            uint32_t from = kept.source->from, to = from + (uint32_t)kept.source->bytes.n;
            uint32_t end = source_line_start(s, 3);
            assert_true(kept.source->bytes.n < 1000);
            assert_true(from <= (offset > 6 + 80 ? offset - 80 : 6));
            assert_true(to >= (offset + 640 < end ? offset + 640 : end));
            assert_int_equal(kept.source->bytes.p[offset - kept.source->from], s->bytes.p[offset]);
        }
    }
    assert_int_equal(column, 3000);
}

static void equal_places_are_kept_once(void **state)
{
    (void)state;
    struct excerpts *x = excerpts_new(ctx);
    struct loc first = excerpt_of(x, at(one, 6));
    assert_ptr_equal(excerpt_of(x, at(one, 6)).source, first.source);
    assert_ptr_equal(excerpt_of(x, first).source, first.source);
    assert_ptr_not_equal(excerpt_of(x, at(one, 7)).source, first.source);
    assert_ptr_not_equal(excerpt_of(x, at(two, 6)).source, first.source);
    struct source *changed = source_new(a, STR("a.py"), STR("/a.py"), STR("x = 1\ny = 3\n"), true);
    assert_string_equal(excerpt_of(x, at(changed, 6)).source->bytes.p, "y = 3\n");
    assert_null(excerpt_of(x, (struct loc){0}).source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sorted_by_path_place_and_code, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sorted_by_end_and_message, set_up, tear_down),
        cmocka_unit_test_setup_teardown(equal_ones_become_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(equal_ones_name_all_configs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lists_of_configs_are_merged, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_worst_is_the_first_of_its_kind, set_up, tear_down),
        cmocka_unit_test_setup_teardown(counted_by_severity, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_kept_back_does_not_count, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_more_places_than_there_is_room_for, set_up, tear_down),
        cmocka_unit_test_setup_teardown(copies_live_without_their_source, set_up, tear_down),
        cmocka_unit_test_setup_teardown(of_too_many_the_weightiest_stay, set_up, tear_down),
        cmocka_unit_test_setup_teardown(columns_of_a_long_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(equal_places_are_kept_once, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
