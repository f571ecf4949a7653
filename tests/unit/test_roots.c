/* Which project a file is of, among the roots that may be read. */
#include "base/arena.h"
#include "base/mem.h"
#include "text/files.h"
#include "text/path.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

struct place {
    struct files *files;
    char dir[32];
};

static str at(struct place *p, const char *path)
{
    return path_join(p->files->arena, str_of(p->dir), str_of(path));
}

/* All folders on the way to a path. */
static void folders(struct place *p, const char *path)
{
    char command[160];
    snprintf(command, sizeof command, "mkdir -p %s/%s", p->dir, path);
    assert_int_equal(system(command), 0);
}

static int set_up(void **state)
{
    void *ctx = mem_context(NULL);
    struct place *p = mem_zero(ctx, sizeof *p);
    *p = (struct place){.dir = "/tmp/roots_XXXXXX"};
    assert_non_null(mkdtemp(p->dir));
    p->files = files_new(ctx, &LIMITS_DEFAULT);
    folders(p, "both/ours/configs/net");
    folders(p, "both/theirs/package/configs");
    folders(p, "one/configs");
    folders(p, "one/projects/its/configs");
    folders(p, "plain");
    folders(p, "tree/.git");
    folders(p, "tree/part/configs");
    *state = p;
    return 0;
}

static int tear_down(void **state)
{
    struct place *p = *state;
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", p->dir);
    assert_int_equal(system(command), 0);
    talloc_free(talloc_parent(p));
    return 0;
}

static void check(struct place *p, const char *file, const char *want)
{
    str got = files_project_of(p->files, at(p, file));
    if (!str_eq(got, at(p, want))) {
        fail_msg("%s: %.*s, and not %s", file, STR_ARG(got), want);
    }
}

static void projects(void **state)
{
    struct place *p = *state;
    assert_int_equal(files_project_of(p->files, at(p, "one/configs/x.py")).n, 0); /* no root */
    assert_true(files_add_root(p->files, str_of(p->dir)));
    assert_true(files_add_root(p->files, at(p, "both/ours/configs")));
    check(p, "both/ours/configs/x.py", "both/ours");
    check(p, "both/ours/configs/net/x.py", "both/ours");
    check(p, "both/theirs/package/configs/x.py", "both/theirs/package");
    check(p, "one/configs/x.py", "one");
    check(p, "one/projects/its/configs/x.py", "one"); /* one of several that build upon it */
    assert_true(str_eq(files_project_of(p->files, at(p, "plain/x.py")), str_of(p->dir)));
    check(p, "tree/part/configs/x.py", "tree/part");
}

/* A work tree is one project, whatever it holds. */
static void work_trees(void **state)
{
    struct place *p = *state;
    struct files *files = files_new(p, &LIMITS_DEFAULT);
    assert_true(files_add_root(files, at(p, "tree")));
    assert_true(files_add_root(files, at(p, "tree/part/configs")));
    assert_true(str_eq(files_project_of(files, at(p, "tree/part/configs/x.py")), at(p, "tree")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(projects),
        cmocka_unit_test(work_trees),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
