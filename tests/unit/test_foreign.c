/* Foreign text in the escapes of each format, and printf that knows which arguments are foreign. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/foreign.h"
#include "base/mem.h"

#include <stdio.h>

static void same(void *ctx, str in, enum foreign as, const char *want)
{
    struct buf b = buf_make(ctx);
    foreign_put(&b, in, as);
    assert_string_equal(buf_str(&b).p, want);
}

static void each_format_has_its_escapes(void **state)
{
    void *ctx = mem_context(NULL);
    const str evil = STR("a\n\x1b\"<%\xe2\x80\xae\xff\xed\xa0\x80 \xc3\xa4");
    (void)state;
    same(ctx, evil, FOREIGN_LINE, "a\\n\\x1b\"<%\\u202e\\xff\\ud800 \xc3\xa4");
    same(ctx, evil, FOREIGN_LINES, "a\n\\x1b\"<%\\u202e\\xff\\ud800 \xc3\xa4");
    same(ctx, evil, FOREIGN_JSON, "a\\n\\u001b\\\"<%\\u202e\xef\xbf\xbd\\ud800 \xc3\xa4");
    same(ctx, evil, FOREIGN_JSON_ASCII, "a\\n\\u001b\\\"<%\\u202e\\ufffd\\ud800 \\u00e4");
    same(ctx, STR("\xf0\x9f\x98\x80"), FOREIGN_JSON_ASCII, "\\ud83d\\ude00");
    same(ctx, evil, FOREIGN_JSON_TEXT, "a\\n\\u001b\\\"<%\\u202e\xef\xbf\xbd\xef\xbf\xbd \xc3\xa4");
    same(ctx, evil, FOREIGN_YAML, "a\\n\\x1b\\\"<%\\u202e\\xff\\ud800 \xc3\xa4");
    same(ctx, evil, FOREIGN_XML,
        "a&#10;\xef\xbf\xbd&quot;&lt;%&#8238;\xef\xbf\xbd\xef\xbf\xbd \xc3\xa4");
    same(ctx, evil, FOREIGN_GITHUB, "a%0A\\x1b\"<%25\\u202e\\xff\\ud800 \xc3\xa4");
    /* what no XML may hold, not even by its number */
    same(ctx, STR("\xef\xbf\xbd\xef\xbf\xbe\xef\xbf\xbf\x0b"), FOREIGN_XML,
        "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    same(ctx, STR("a:b,c%"), FOREIGN_GITHUB_PROPERTY, "a%3Ab%2Cc%25");
    same(ctx, STR("a b/\xff?\xc3\xa4"), FOREIGN_URI, "a%20b/%FF%3F%C3%A4");
    talloc_free(ctx);
}

static void what_lies_at_the_ends_of_ranges(void **state)
{
    void *ctx = mem_context(NULL);
    const str ends = STR("\t\r\x1f ~\x7f\xc2\x80\xc2\xa0\xc2\xa1");
    (void)state;
    same(ctx, ends, FOREIGN_LINE, "\\t\\r\\x1f ~\\x7f\\u0080\xc2\xa0\xc2\xa1");
    same(ctx, ends, FOREIGN_LINES, "\t\\r\\x1f ~\\x7f\\u0080\xc2\xa0\xc2\xa1");
    same(ctx, ends, FOREIGN_JSON, "\\t\\r\\u001f ~\\u007f\\u0080\xc2\xa0\xc2\xa1");
    same(ctx, ends, FOREIGN_YAML, "\\t\\r\\x1f ~\\x7f\\u0080\xc2\xa0\xc2\xa1");
    same(ctx, ends, FOREIGN_GITHUB, "\\t%0D\\x1f ~\\x7f\\u0080\xc2\xa0\xc2\xa1");
    same(ctx, ends, FOREIGN_URI, "%09%0D%1F%20~%7F%C2%80%C2%A0%C2%A1");
    talloc_free(ctx);
}

static void what_begins_a_command_is_broken(void **state)
{
    void *ctx = mem_context(NULL);
    (void)state;
    same(ctx, STR("::x::"), FOREIGN_LINE, ":\\x3ax::");
    same(ctx, STR("  ::x"), FOREIGN_LINE, "  :\\x3ax");
    same(ctx, STR("a\n\t::x"), FOREIGN_LINES, "a\n\t:\\x3ax");
    same(ctx, STR("\xe3\x80\x80 \xc2\xa0::x"), FOREIGN_LINE, "\xe3\x80\x80 \xc2\xa0:\\x3ax");
    same(ctx, STR("\xe1\x9a\x80\xe2\x80\xaf::x"), FOREIGN_LINE, "\xe1\x9a\x80\xe2\x80\xaf:\\x3ax");
    same(ctx, STR("\xe3\x80\x81::x"), FOREIGN_LINE, "\xe3\x80\x81::x");
    same(ctx, STR("a ::x"), FOREIGN_LINE, "a ::x");
    same(ctx, STR("a\n::x"), FOREIGN_LINES, "a\n:\\x3ax");
    same(ctx, STR("##[x] ##VSO[x] ##teamcity[x] #[x] [x]"), FOREIGN_LINE,
        "##\\x5bx] ##VSO\\x5bx] ##teamcity\\x5bx] #[x] [x]");
    same(ctx, STR("##vso[x]"), FOREIGN_JSON, "##vso\\u005bx]");
    struct buf b = buf_make(ctx);
    foreign_printf(&b, "%s%s: %s%s\n", "", ":", "##", "[x]"); /* in pieces */
    assert_string_equal(buf_str(&b).p, ":\\x3a ##\\x5bx]\n");
    talloc_free(ctx);
}

#define LIKE_PRINTF(...)                          \
    do {                                          \
        char want[256];                           \
        struct buf b = buf_make(ctx);             \
        snprintf(want, sizeof want, __VA_ARGS__); \
        foreign_printf(&b, __VA_ARGS__);          \
        assert_string_equal(buf_str(&b).p, want); \
    } while (0)

static void plain_arguments_are_as_in_printf(void **state)
{
    void *ctx = mem_context(NULL);
    (void)state;
    LIKE_PRINTF(
        "%d%% %5u|%-5u|%05d|%+d|%lld|%llu|%zu|%ld", -1, 2u, 3u, 4, 5, -6LL, 7ULL, (size_t)8, 9L);
    LIKE_PRINTF("%.2f|%9.6g|%6.1f|%5.1f %%|%+.1f|%e", 1.005, 2.5, 3.25, 4.0, 5.0, 6e300);
    LIKE_PRINTF("%s|%8s|%-8s|%.3s|%8.3s|%-8.*s|%*s|%c|%016llx", "a", "b", "c", "defg", "hijk", 2,
        "lmn", 5, "o", 'p', 255ULL);
    LIKE_PRINTF("%*d|%.*f|%x|%X", 6, 7, 2, 8.5, 255u, 255u);
    talloc_free(ctx);
}

static void widths_count_columns(void **state)
{
    void *ctx = mem_context(NULL);
    struct buf b = buf_make(ctx);
    (void)state;
    foreign_printf(&b, "%-6s|%6s|", "\xe4\xb8\xad", "\x1b");
    assert_string_equal(buf_str(&b).p, "\xe4\xb8\xad    |  \\x1b|");
    talloc_free(ctx);
}

/* A zero byte is one of a view's, and ends all other texts. */
static void views_hold_zero_bytes(void **state)
{
    void *ctx = mem_context(NULL);
    struct buf b = buf_make(ctx);
    (void)state;
    foreign_printf(
        &b, "%.*s|%.3s|%s|%8.*s|%-8.*s|", 3, "a\0b", "a\0b", "a\0b", 3, "a\0b", 3, "a\0b");
    assert_string_equal(buf_str(&b).p, "a\\x00b|a|a|  a\\x00b|a\\x00b  |");
    talloc_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_format_has_its_escapes),
        cmocka_unit_test(what_lies_at_the_ends_of_ranges),
        cmocka_unit_test(what_begins_a_command_is_broken),
        cmocka_unit_test(plain_arguments_are_as_in_printf),
        cmocka_unit_test(widths_count_columns),
        cmocka_unit_test(views_hold_zero_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
