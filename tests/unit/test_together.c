/* Several files at once: failing calls and killed runs leave all of them new, or none.
 */
#include "bad_io.h"

enum {
    TOGETHER = 5 /* files, in two folders */
};

/* Paths, and what they were read as. */
struct together {
    str path[TOGETHER];
    const struct source *was[TOGETHER];
};

static struct together make_together(struct place *p)
{
    struct together t;
    assert_int_equal(mkdir(arena_printf(p->a, "%s/sub", p->dir).p, 0755), 0);
    for (int i = 0; i < TOGETHER; i++) {
        t.path[i] = arena_printf(p->a, "%s/%s%d.py", p->dir, i & 1 ? "sub/" : "", i);
        FILE *file = fopen(t.path[i].p, "w");
        assert_non_null(file);
        fputs("old\n", file);
        fclose(file);
        p->path = t.path[i];
        t.was[i] = read_old(p);
    }
    return t;
}

static bool replace_together(struct place *p, const struct together *t, size_t *which, str *reason)
{
    struct save all[TOGETHER];
    for (int i = 0; i < TOGETHER; i++) {
        all[i] = (struct save){.path = t->path[i], .text = STR("new\n"), .was = t->was[i]};
    }
    return save_files(p->files, p->a, all, TOGETHER, which, reason);
}

/* How many of the files are new, the others being as they were. */
static int count_new(struct place *p, const struct together *t)
{
    int n = 0;
    for (int i = 0; i < TOGETHER; i++) {
        p->path = t->path[i];
        str now = read_old(p)->bytes;
        assert_true(str_is(now, "new\n") || str_is(now, "old\n"));
        n += str_is(now, "new\n");
    }
    return n;
}

/* Another run looks into the folder. */
static size_t next_run(struct place *p, const struct together *t, int i)
{
    struct files *files = files_new(p->ctx, &LIMITS_DEFAULT);
    assert_true(files_add_root(files, str_of(p->dir)));
    memset(&plan, 0, sizeof plan);
    p->files = files;
    return save_go_on(files, p->a, t->path[i]);
}

static size_t names_in(struct place *p, const char *sub)
{
    struct names names = {0};
    assert_true(files_list(p->files, p->a, arena_printf(p->a, "%s%s", p->dir, sub), &names));
    return names.list.n;
}

static void end_together(struct place *p, const struct together *t)
{
    assert_int_equal(names_in(p, ""), 5); /* x.py, sub and three */
    assert_int_equal(names_in(p, "/sub"), 2);
    for (int i = 0; i < TOGETHER; i++) {
        unlink(t->path[i].p);
    }
    rmdir(arena_printf(p->a, "%s/sub", p->dir).p);
    unlink(arena_printf(p->a, "%s/x.py", p->dir).p);
    rmdir(p->dir);
    talloc_free(p->ctx);
}

static void together(void **state)
{
    (void)state;
    struct place p = make("");
    struct together t = make_together(&p);
    size_t which;
    str reason;
    assert_true(replace_together(&p, &t, &which, &reason));
    assert_int_equal(count_new(&p, &t), TOGETHER);
    assert_false(replace_together(&p, &t, &which, &reason)); /* they have changed */
    assert_int_equal(which, 0);
    assert_int_equal(count_new(&p, &t), TOGETHER);
    end_together(&p, &t);
}

/* Where one cannot be prepared, none is replaced; where one cannot be put, the next run goes on. */
static void together_fails(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        struct place p = make("");
        struct together t = make_together(&p);
        size_t which = 77;
        str reason = STR("");
        plan.error = kind == 1 ? ENOSPC : 0;
        plan.left = 10;
        plan.sync_fails = kind == 2;
        plan.rename_fails = kind == 3;
        if (kind == 0) {
            unlink(t.path[4].p);
        }
        assert_false(replace_together(&p, &t, &which, &reason));
        assert_true(which < TOGETHER && reason.n > 0);
        memset(&plan, 0, sizeof plan);
        if (kind == 0) {
            make_file(t.path[4], "old\n");
        }
        assert_int_equal(count_new(&p, &t), 0);
        assert_int_equal(next_run(&p, &t, kind & 1), kind == 3 ? TOGETHER : 0);
        assert_int_equal(count_new(&p, &t), kind == 3 ? TOGETHER : 0);
        next_run(&p, &t, 0);
        end_together(&p, &t);
    }
}

/* Each text and the list of steps have to be on the disk before any file gets its place. */
static void together_without_a_disk(void **state)
{
    (void)state;
    for (int syncs = 0; syncs <= TOGETHER + 1; syncs++) {
        struct place p = make("");
        struct together t = make_together(&p);
        size_t which = 77;
        str reason = STR("");
        plan.sync_fails = true;
        plan.syncs = syncs;
        bool good = replace_together(&p, &t, &which, &reason);
        assert_int_equal(good, syncs > TOGETHER);
        assert_int_equal(reason.n == 0, good);
        memset(&plan, 0, sizeof plan);
        assert_int_equal(count_new(&p, &t), good ? TOGETHER : 0);
        assert_int_equal(next_run(&p, &t, syncs & 1), 0);
        assert_int_equal(count_new(&p, &t), good ? TOGETHER : 0);
        end_together(&p, &t);
    }
}

/* Killed at one of its calls: whatever folder the next run looks into, all are new, or none. */
static int killed_together(int call, bool after, int look)
{
    struct place p = make("");
    struct together t = make_together(&p);
    size_t which;
    str reason;
    pid_t child = fork();
    if (child == 0) {
        plan.calls = call;
        plan.dies_after = after;
        replace_together(&p, &t, &which, &reason);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    int before = count_new(&p, &t);
    size_t made = next_run(&p, &t, look);
    int n = count_new(&p, &t);
    assert_true(n == 0 || n == TOGETHER);
    assert_int_equal(made, n - before);
    next_run(&p, &t, !look);
    assert_int_equal(count_new(&p, &t), n);
    end_together(&p, &t);
    return before;
}

static void all_killed_together(void **state)
{
    (void)state;
    int between = 0;
    for (int call = 1; call < 25; call++) {
        for (int kind = 0; kind < 4; kind++) {
            int n = killed_together(call, kind & 1, kind >> 1);
            between += n > 0 && n < TOGETHER;
        }
    }
    assert_true(between >= 2 * (TOGETHER - 1));
}

/* Nothing is renamed yet. */
static void replace_and_be_killed(struct place *p, struct together *t)
{
    size_t which;
    str reason;
    int status;
    pid_t child = fork();
    if (child == 0) {
        plan.rename_fails = true;
        replace_together(p, t, &which, &reason);
        raise(SIGKILL);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
}

/* What somebody has changed after the kill ends it: nothing else moves. */
static void killed_and_changed(void **state)
{
    (void)state;
    for (int changed = 0; changed < TOGETHER; changed++) {
        struct place p = make("");
        struct together t = make_together(&p);
        replace_and_be_killed(&p, &t);
        make_file(t.path[changed], "mine\n");
        assert_int_equal(next_run(&p, &t, 0), 0);
        make_file(t.path[changed], "old\n");
        assert_int_equal(next_run(&p, &t, 1), 0);
        assert_int_equal(count_new(&p, &t), 0);
        next_run(&p, &t, 0);
        end_together(&p, &t);
    }
}

/* What another run has in hand is not moved, and all of it once that has let go. */
static void killed_and_in_hand(void **state)
{
    (void)state;
    for (int held = 0; held < TOGETHER; held++) {
        struct place p = make("");
        struct together t = make_together(&p);
        replace_and_be_killed(&p, &t);
        int fd = open(t.path[held].p, O_RDONLY | O_CLOEXEC);
        assert_int_equal(flock(fd, LOCK_EX | LOCK_NB), 0);
        assert_int_equal(next_run(&p, &t, 0), TOGETHER - 1);
        assert_int_equal(count_new(&p, &t), TOGETHER - 1);
        close(fd);
        assert_int_equal(next_run(&p, &t, 1), 1);
        assert_int_equal(count_new(&p, &t), TOGETHER);
        next_run(&p, &t, 0);
        end_together(&p, &t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(together), cmocka_unit_test(together_fails),
        cmocka_unit_test(together_without_a_disk), cmocka_unit_test(all_killed_together),
        cmocka_unit_test(killed_and_changed), cmocka_unit_test(killed_and_in_hand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
