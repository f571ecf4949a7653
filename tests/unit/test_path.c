#include "text/path.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

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

int main(void)
{
    a = arena_new(NULL);
    const struct CMUnitTest tests[] = {cmocka_unit_test(normal), cmocka_unit_test(parts)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    talloc_free(a);
    return failed;
}
