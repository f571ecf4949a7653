/* Short reads, failing calls and killed runs: a file is read as a whole or refused, replaced or
 * left, and nothing stays beside it. */
#include "base/mem.h"
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

static str beside(struct place *p, const char *name)
{
    return arena_str(p->a, path_join(p->a, str_of(p->dir), str_of(name)));
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

static bool is_there(str path)
{
    struct stat st;
    return lstat(path.p, &st) == 0;
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
        cmocka_unit_test(swept)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
