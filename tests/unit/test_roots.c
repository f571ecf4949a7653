/* Which project a file is of, among the roots that may be read. */
#include "place.h"

/* All folders on the way to a path. */
static void folders(struct place *p, const char *path)
{
    char command[160];
    snprintf(command, sizeof command, "mkdir -p %s/%s", p->dir, path);
    assert_int_equal(system(command), 0);
}

static int set_up(void **state)
{
    struct place *p = place_new(state);
    folders(p, "both/ours/configs/net");
    folders(p, "both/theirs/package/configs");
    folders(p, "one/configs");
    folders(p, "one/projects/its/configs");
    folders(p, "plain");
    folders(p, "tree/.git");
    folders(p, "tree/part/configs");
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
