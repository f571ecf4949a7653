#include "text/path.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct arena *a;

static void same(str got, const char *want)
{
    assert_string_equal(arena_str(a, got).p, want);
}

/* Each expectation is what Python's posixpath gives. */
static void normal(void **state)
{
    (void)state;
    same(path_normal(a, STR("")), ".");
    same(path_normal(a, STR("a/../b")), "b");
    same(path_normal(a, STR("../../a/./b//c/..")), "../../a/b");
    same(path_normal(a, STR("/../a")), "/a");
    same(path_normal(a, STR("//a")), "//a");
    same(path_normal(a, STR("///a")), "/a");
    same(path_normal(a, STR("a/b/../../..")), "..");
    same(path_normal(a, STR("/")), "/");
}

static void parts(void **state)
{
    (void)state;
    same(path_dirname(STR("/a")), "/");
    same(path_dirname(STR("//a")), "/");
    same(path_dirname(STR("//")), "/");
    same(path_dirname(STR("a")), "");
    same(path_dirname(STR("a//b")), "a");
    same(path_basename(STR("a/b.c")), "b.c");
    same(path_extension(STR("a.b/c")), "");
    same(path_extension(STR(".bashrc")), "");
    same(path_extension(STR("..x")), "");
    same(path_extension(STR("a.tar.gz")), ".gz");
    same(path_join(a, STR("a"), STR("/b")), "/b");
    same(path_join(a, STR("a/"), STR("b")), "a/b");
    same(path_relative(a, STR("/a/b/c.py"), STR("/a/d")), "../b/c.py");
    assert_true(path_is_under(STR("/a/b"), STR("/a")));
    assert_false(path_is_under(STR("/ab"), STR("/a")));
}

/* --- all short paths, by another way to the same --- */

enum {
    LONGEST = 7,
    MOST_PARTS = LONGEST
};

/* The next one in the order of numbers; false after the last. */
static bool next(char *text, size_t n)
{
    static const char letters[] = "/.a";
    for (size_t i = 0; i < n; i++) {
        const char *at = strchr(letters, text[i]);
        text[i] = at[1] ? at[1] : letters[0];
        if (at[1]) {
            return true;
        }
    }
    return false;
}

static str of_parts(const char *root, const str *parts, size_t n)
{
    str out = str_of(root);
    for (size_t i = 0; i < n; i++) {
        out = arena_printf(a, "%.*s%s%.*s", STR_ARG(out), i ? "/" : "", STR_ARG(parts[i]));
    }
    return out.n ? out : STR(".");
}

static size_t put_part(bool absolute, str *parts, size_t n, str part)
{
    if (part.n == 0 || str_is(part, ".")) {
        return n;
    }
    if (str_is(part, "..") && n > 0 && !str_is(parts[n - 1], "..")) {
        return n - 1;
    }
    if (!str_is(part, "..") || !absolute) {
        parts[n++] = part;
    }
    return n;
}

static str by_parts(str path)
{
    str parts[MOST_PARTS];
    size_t n = 0, slashes = 0, begin = 0;
    for (; slashes < path.n && path.p[slashes] == '/'; slashes++) {
    }
    for (size_t i = 0; i <= path.n; i++) {
        if (i == path.n || path.p[i] == '/') {
            n = put_part(slashes > 0, parts, n, str_slice(path, begin, i));
            begin = i + 1;
        }
    }
    return of_parts(slashes == 2 ? "//" : slashes ? "/" : "", parts, n);
}

static void every_path(void **state)
{
    (void)state;
    same(path_normal(a, STR("")), ".");
    for (size_t n = 1; n <= LONGEST; n++) {
        char text[LONGEST + 1] = "///////";
        text[n] = '\0';
        do {
            str path = str_of(text), base = path_basename(path), dir = path_dirname(path);
            str end = path_extension(path), rest = str_slice(base, 0, base.n - end.n);
            same(path_normal(a, path), arena_str(a, by_parts(path)).p);
            /* together they are the path, but for slashes in a row */
            assert_true(str_ends(path, base) && str_starts(path, dir));
            assert_null(memchr(base.p, '/', base.n));
            assert_true(dir.n == 0 || dir.p[dir.n - 1] != '/' || strspn(text, "/") >= dir.n);
            assert_int_equal(strspn(text + dir.n, "/") + dir.n, path.n - base.n);
            /* an end begins with the last dot, and something other than dots stands before it */
            assert_true(str_ends(base, end) && (end.n == 0 || end.p[0] == '.'));
            assert_int_equal(end.n > 0, str_rfind_byte(base, '.') != SIZE_MAX &&
                                            strspn(base.p, ".") < str_rfind_byte(base, '.'));
            assert_true(end.n == 0 || !memchr(end.p + 1, '.', end.n - 1) || rest.n == 0);
        } while (next(text, n));
    }
}

/* From each folder to each path: what is said leads there, and not by way of what both have. */
static void every_way(void **state)
{
    (void)state;
    static const char *const places[] = {
        "/", "/a", "/b", "/ab", "/a/b", "/a/ab", "/ab/a", "/a/b/c", "/a/b/cd", "/b/a/c"};
    enum {
        N = sizeof places / sizeof *places
    };
    for (size_t i = 0; i < N * N; i++) {
        str from = str_of(places[i / N]), to = str_of(places[i % N]);
        str way = path_relative(a, to, from), there = path_absolute(a, from, way);
        same(there, arena_str(a, to).p);
        bool under = str_eq(from, to) || str_is(from, "/") ||
                     str_starts(to, arena_printf(a, "%.*s/", STR_ARG(from)));
        assert_int_equal(path_is_under(to, from), under);
        assert_int_equal(str_starts(way, STR("..")), !under);
        assert_true(way.p[0] != '/' && way.p[way.n - 1] != '/');
        same(path_join(a, from, to), arena_str(a, to).p);
        assert_int_equal(path_join(a, from, STR("x")).n, from.n + (from.n > 1) + 1);
    }
    same(path_join(a, STR(""), STR("x")), "x");
    same(path_join(a, STR("x"), STR("")), "x/");
    same(path_join(a, STR("x"), STR("/")), "/");
    same(path_absolute(a, STR("/"), STR("/")), "/");
}

int main(void)
{
    a = arena_new(NULL);
    const struct CMUnitTest tests[] = {cmocka_unit_test(normal), cmocka_unit_test(parts),
        cmocka_unit_test(every_path), cmocka_unit_test(every_way)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    talloc_free(a);
    return failed;
}
