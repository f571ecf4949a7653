/* Short reads, failing calls and killed runs: a file is read as a whole or refused, replaced or
 * left, and nothing stays beside it. */
#include "bad_io.h"

static void short_reads(void **state)
{
    (void)state;
    struct place p = make("a = 'some text'\n");
    struct source *s;
    str reason;
    plan.interrupted = 2;
    assert_int_equal(files_read(p.files, p.a, p.path, &s, &reason), FILE_OK);
    assert_int_equal(plan.interrupted, 0);
    assert_true(str_is(s->bytes, "a = 'some text'\n"));
    check(&p, "a = 'some text'\n");
}

static void failing_read(void **state)
{
    (void)state;
    struct place p = make("a = 'some text'\n");
    struct source *s;
    str reason;
    plan.error = EIO;
    plan.left = 6;
    assert_int_equal(files_read(p.files, p.a, p.path, &s, &reason), FILE_UNREADABLE);
    assert_true(reason.n > 0);
    check(&p, "a = 'some text'\n");
}

static void short_writes(void **state)
{
    (void)state;
    struct place p = make("old\n");
    str reason;
    plan.interrupted = 2;
    assert_true(replace(&p, NULL, "a new text\n", &reason));
    assert_true(replace(&p, read_old(&p), "another text\n", &reason));
    check(&p, "another text\n");
}

static void fails(int error, int left, bool sync, bool move)
{
    struct place p = make("old\n");
    str reason = STR("");
    plan.error = error;
    plan.left = left;
    plan.sync_fails = sync;
    plan.rename_fails = move;
    assert_false(replace(&p, NULL, "a new text\n", &reason));
    assert_true(reason.n > 0);
    check(&p, "old\n");
}

static void failing_writes(void **state)
{
    (void)state;
    fails(ENOSPC, 0, false, false);
    fails(ENOSPC, 6, false, false);
    fails(EIO, 9, false, false);
    fails(0, 0, true, false);
    fails(0, 0, false, true);
}

/* A file system that takes no byte more, and says nothing of it, is a full one. */
static void nothing_written(void **state)
{
    (void)state;
    struct place p = make("old\n");
    str reason = STR("");
    plan.full = true;
    plan.left = 4;
    assert_false(replace(&p, NULL, "a new text\n", &reason));
    assert_true(str_find(reason, str_of(strerror(ENOSPC)), 0) != SIZE_MAX);
    check(&p, "old\n");
}

/* Between reading a file and replacing it, somebody else has written it. */
static void changed_meanwhile(void **state)
{
    (void)state;
    struct place p = make("old\n");
    const struct source *s = read_old(&p);
    str reason = STR("");
    assert_true(replace(&p, s, "mine\n", &reason));
    assert_false(replace(&p, s, "mine again\n", &reason));
    assert_true(str_is(reason, "it has changed since it was read"));
    check(&p, "mine\n");
}

static void gone_meanwhile(void **state)
{
    (void)state;
    struct place p = make("old\n");
    const struct source *s = read_old(&p);
    str reason = STR("");
    assert_int_equal(unlink(arena_str(p.a, p.path).p), 0);
    assert_false(replace(&p, s, "mine\n", &reason));
    assert_true(reason.n > 0);
    rmdir(p.dir);
    talloc_free(p.ctx);
}

/* Where there are no hard links, a new file gets its name by renaming. */
static void no_links(void **state)
{
    (void)state;
    struct place p = make("old\n");
    str reason;
    unlink(arena_str(p.a, p.path).p);
    plan.link_error = EPERM;
    assert_true(replace(&p, NULL, "new\n", &reason));
    struct save again = {.path = p.path, .text = STR("newer\n")};
    assert_false(save_file(p.files, p.a, &again, &reason));
    check(&p, "new\n");
}

/* A run that is killed at one of its calls. */
static void killed_at(int call, bool after, bool new_file)
{
    struct place p = make("old text\n");
    const struct source *was = new_file ? NULL : read_old(&p);
    str reason;
    if (new_file) {
        unlink(arena_str(p.a, p.path).p);
    }
    pid_t child = fork();
    if (child == 0) {
        plan.calls = call;
        plan.dies_after = after;
        replace(&p, was, "new text\n", &reason);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    const struct source *now = files_has_file(p.files, p.path) ? read_old(&p) : NULL;
    assert_true(
        !now ? new_file
             : str_is(now->bytes, "new text\n") || (!new_file && str_is(now->bytes, "old text\n")));
    /* The next run finds what it left. */
    struct files *files = files_new(p.ctx, &LIMITS_DEFAULT);
    assert_true(files_add_root(files, str_of(p.dir)));
    p.files = files;
    assert_true(replace(&p, now, "last text\n", &reason));
    check(&p, "last text\n");
}

static void killed(void **state)
{
    (void)state;
    for (int call = 1; call < 10; call++) {
        for (int kind = 0; kind < 4; kind++) {
            killed_at(call, kind & 1, kind & 2);
        }
    }
}

static str beside(struct place *p, const char *name)
{
    return arena_str(p->a, path_join(p->a, str_of(p->dir), str_of(name)));
}

static bool is_there(str path)
{
    struct stat st;
    return lstat(path.p, &st) == 0;
}

static str named_by_inode(struct place *p, const char *name, const char *bytes, size_t n)
{
    str begun = beside(p, "begun");
    unsigned long long inode = (unsigned long long)make_file(begun, "");
    str path = arena_printf(p->a, "%s/%s.%llu", p->dir, name, inode);
    int fd = open(begun.p, O_WRONLY);
    assert_int_equal(write(fd, bytes, n), n);
    close(fd);
    assert_int_equal(rename(begun.p, path.p), 0);
    return path;
}

/* A list that somebody has written by hand: it would have to name the moment of the last change. */
static void forged(void **state)
{
    (void)state;
    for (int kind = 0; kind < 7; kind++) {
        struct place p = make("old\n");
        struct stat st;
        str temporary = named_by_inode(&p, ".cfglint-0000000a", "new\n", 4);
        assert_int_equal(stat(p.path.p, &st), 0);
        st.st_ctim.tv_nsec += kind == 1;
        st.st_ino += kind == 2;
        const char *name = kind == 3 ? "../x.py" : kind == 4 ? "sub/../x.py" : "x.py";
        const char *parts[] = {"cfglint replaces", p.dir, path_basename(temporary).p, name,
            step_identity(p.a, &st), kind == 5 ? "" : "these files", kind == 6 ? "and more" : NULL};
        struct buf b = buf_make(p.ctx);
        for (size_t i = 0; i < sizeof parts / sizeof *parts && parts[i]; i++) {
            buf_puts(&b, parts[i]);
            buf_byte(&b, '\0');
        }
        named_by_inode(&p, ".cfglint-0000000b", b.p, b.n);
        assert_int_equal(save_go_on(p.files, p.a, p.path), kind == 0);
        check(&p, kind == 0 ? "new\n" : "old\n");
    }
}

/* What is swept away: the files of killed runs, and nothing else. */
static void swept(void **state)
{
    (void)state;
    struct place p = make("old\n");
    str reason, copied = beside(&p, ".cfglint-0000000a.1"), named = beside(&p, ".cfglint-0000000b"),
                empty = beside(&p, ".cfglint-0000000c"), link = beside(&p, ".cfglint-0000000d"),
                other = beside(&p, ".cfglint.yaml"), begun = beside(&p, "begun");
    make_file(copied, "mine");
    make_file(named, "mine");
    make_file(empty, "");
    make_file(other, "");
    assert_int_equal(symlink("x.py", link.p), 0);
    unsigned long long inode = (unsigned long long)make_file(begun, "half a te");
    str left = arena_printf(p.a, "%s/.cfglint-0000000e.%llu", p.dir, inode);
    assert_int_equal(rename(begun.p, left.p), 0);
    inode = (unsigned long long)make_file(begun, "half a te");
    str held = arena_printf(p.a, "%s/.cfglint-0000000f.%llu", p.dir, inode);
    assert_int_equal(rename(begun.p, held.p), 0);
    int fd = open(held.p, O_RDONLY);
    assert_int_equal(flock(fd, LOCK_EX), 0);
    assert_true(replace(&p, read_old(&p), "new\n", &reason));
    assert_false(is_there(empty) || is_there(left));
    assert_true(is_there(copied) && is_there(named) && is_there(link) && is_there(other));
    assert_true(is_there(held));
    close(fd);
    const str all[] = {copied, named, link, other, held};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        unlink(all[i].p);
    }
    check(&p, "new\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(short_reads),
        cmocka_unit_test(failing_read), cmocka_unit_test(short_writes),
        cmocka_unit_test(failing_writes), cmocka_unit_test(nothing_written),
        cmocka_unit_test(changed_meanwhile), cmocka_unit_test(gone_meanwhile),
        cmocka_unit_test(no_links), cmocka_unit_test(killed), cmocka_unit_test(forged),
        cmocka_unit_test(swept)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
