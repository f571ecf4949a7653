/* Short reads, failing calls and killed runs: a file is read as a whole or refused, replaced or
 * left, and nothing stays beside it. */
#include "base/buf.h"
#include "base/mem.h"
#include "text/journal.h"
#include "text/path.h"
#include "text/save.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* What the next calls do; a program of its own, so a global is fine here. */
static struct {
    int interrupted; /* calls that end with EINTR first */
    int left;        /* bytes until `error` */
    int error;
    bool sync_fails, rename_fails;
    int link_error;
    int calls; /* until the process is killed; 0: it is not */
    bool dies_after;
} plan;

/* Kills the process before its last call, or after it. */
static bool dies(bool after)
{
    if (after != plan.dies_after || plan.calls == 0 || --plan.calls > 0) {
        return false;
    }
    return raise(SIGKILL) == 0;
}

static ssize_t few(size_t n)
{
    if (plan.interrupted > 0) {
        plan.interrupted--;
        errno = EINTR;
        return -1;
    }
    if (plan.error && plan.left == 0) {
        errno = plan.error;
        return -1;
    }
    return n > 3 ? 3 : (ssize_t)n;
}

static ssize_t read_few(int fd, void *to, size_t n)
{
    ssize_t k = few(n);
    k = k > 0 ? read(fd, to, (size_t)k) : k;
    plan.left -= k > 0 && plan.left > 0 ? (k < plan.left ? (int)k : plan.left) : 0;
    return k;
}

static ssize_t write_few(int fd, const void *from, size_t n)
{
    dies(false);
    ssize_t k = few(n);
    k = k > 0 ? write(fd, from, (size_t)k) : k;
    dies(true);
    plan.left -= k > 0 && plan.left > 0 ? (k < plan.left ? (int)k : plan.left) : 0;
    return k;
}

static int sync_or_not(int fd)
{
    (void)fd;
    dies(false);
    errno = EIO;
    dies(true);
    return plan.sync_fails ? -1 : 0;
}

static int rename_or_not(int folder, const char *from, const char *to)
{
    dies(false);
    errno = EACCES;
    int result = plan.rename_fails ? -1 : renameat(folder, from, folder, to);
    dies(true);
    return result;
}

static int link_or_not(int folder, const char *from, const char *to)
{
    dies(false);
    errno = plan.link_error;
    int result = plan.link_error ? -1 : linkat(folder, from, folder, to, 0);
    dies(true);
    return result;
}

static const struct io BAD = {read_few, write_few, sync_or_not, rename_or_not, link_or_not};

struct place {
    void *ctx;
    struct files *files;
    struct arena *a;
    char dir[64];
    str path;
};

static struct place make(const char *text)
{
    struct place p = {.ctx = mem_context(NULL)};
    strcpy(p.dir, "/tmp/cfglint-io-XXXXXX");
    assert_non_null(mkdtemp(p.dir));
    p.files = files_new(p.ctx, &LIMITS_DEFAULT);
    p.a = arena_new(p.ctx);
    assert_true(files_add_root(p.files, str_of(p.dir)));
    p.path = path_join(p.a, str_of(p.dir), STR("x.py"));
    FILE *f = fopen(arena_str(p.a, p.path).p, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    p.files->io = &BAD;
    memset(&plan, 0, sizeof plan);
    return p;
}

/* The file says `text`, and nothing else lies in the folder. */
static void check(struct place *p, const char *text)
{
    struct source *s;
    str reason;
    struct names names = {0};
    memset(&plan, 0, sizeof plan);
    assert_int_equal(files_read(p->files, p->a, p->path, &s, &reason), FILE_OK);
    assert_true(str_is(s->bytes, text));
    assert_true(files_list(p->files, p->a, str_of(p->dir), &names));
    assert_int_equal(names.list.n, 1);
    unlink(arena_str(p->a, p->path).p);
    rmdir(p->dir);
    talloc_free(p->ctx);
}

static bool replace(struct place *p, const struct source *was, const char *text, str *reason)
{
    struct save s = {.path = p->path, .text = str_of(text), .was = was, .force = !was};
    return save_file(p->files, p->a, &s, reason);
}

static const struct source *read_old(struct place *p)
{
    struct source *s;
    str reason;
    const struct io *io = p->files->io;
    p->files->io = &IO_SYSTEM;
    assert_int_equal(files_read(p->files, p->a, p->path, &s, &reason), FILE_OK);
    p->files->io = io;
    return s;
}

static void short_reads(void **state)
{
    (void)state;
    struct place p = make("a = 'some text'\n");
    plan.interrupted = 2;
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

static ino_t make_file(str path, const char *text)
{
    struct stat st;
    int fd = open(path.p, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    assert_int_equal(fstat(fd, &st), 0);
    close(fd);
    return st.st_ino;
}

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

/* What somebody has changed after the kill ends it: nothing else moves. */
static void killed_and_changed(void **state)
{
    (void)state;
    for (int changed = 0; changed < TOGETHER; changed++) {
        struct place p = make("");
        struct together t = make_together(&p);
        size_t which;
        str reason;
        pid_t child = fork();
        if (child == 0) {
            plan.rename_fails = true;
            replace_together(&p, &t, &which, &reason);
            raise(SIGKILL);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        make_file(t.path[changed], "mine\n");
        assert_int_equal(next_run(&p, &t, 0), 0);
        make_file(t.path[changed], "old\n");
        assert_int_equal(next_run(&p, &t, 1), 0);
        assert_int_equal(count_new(&p, &t), 0);
        next_run(&p, &t, 0);
        end_together(&p, &t);
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
        cmocka_unit_test(failing_writes), cmocka_unit_test(changed_meanwhile),
        cmocka_unit_test(gone_meanwhile), cmocka_unit_test(no_links), cmocka_unit_test(killed),
        cmocka_unit_test(together), cmocka_unit_test(together_fails),
        cmocka_unit_test(all_killed_together), cmocka_unit_test(killed_and_changed),
        cmocka_unit_test(forged), cmocka_unit_test(swept)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
