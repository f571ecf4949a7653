/* Short reads, failing reads and failing writes: a file is read as a whole or refused, replaced or
 * left. */
#include "base/mem.h"
#include "text/files.h"
#include "text/path.h"

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* What the next calls do; a program of its own, so a global is fine here. */
static struct {
    int interrupted; /* calls that end with EINTR first */
    int left;        /* bytes until `error` */
    int error;
    bool sync_fails, rename_fails;
} plan;

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
    ssize_t k = few(n);
    k = k > 0 ? write(fd, from, (size_t)k) : k;
    plan.left -= k > 0 && plan.left > 0 ? (k < plan.left ? (int)k : plan.left) : 0;
    return k;
}

static int sync_or_not(int fd)
{
    (void)fd;
    errno = EIO;
    return plan.sync_fails ? -1 : 0;
}

static int rename_or_not(const char *from, const char *to)
{
    errno = EACCES;
    return plan.rename_fails ? -1 : rename(from, to);
}

static const struct io BAD = {read_few, write_few, sync_or_not, rename_or_not};

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
    assert_true(files_replace(p.files, p.a, p.path, STR("a new text\n"), &reason));
    check(&p, "a new text\n");
}

static void fails(int error, int left, bool sync, bool move)
{
    struct place p = make("old\n");
    str reason = STR("");
    plan.error = error;
    plan.left = left;
    plan.sync_fails = sync;
    plan.rename_fails = move;
    assert_false(files_replace(p.files, p.a, p.path, STR("a new text\n"), &reason));
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
    struct source *s;
    str reason = STR("");
    assert_int_equal(files_read(p.files, p.a, p.path, &s, &reason), FILE_OK);
    assert_true(files_replace_source(p.files, p.a, s, STR("mine\n"), &reason));
    assert_false(files_replace_source(p.files, p.a, s, STR("mine again\n"), &reason));
    assert_true(str_is(reason, "it has changed since it was read"));
    check(&p, "mine\n");
}

static void gone_meanwhile(void **state)
{
    (void)state;
    struct place p = make("old\n");
    struct source *s;
    str reason = STR("");
    assert_int_equal(files_read(p.files, p.a, p.path, &s, &reason), FILE_OK);
    assert_int_equal(unlink(arena_str(p.a, p.path).p), 0);
    assert_false(files_replace_source(p.files, p.a, s, STR("mine\n"), &reason));
    assert_true(reason.n > 0);
    rmdir(p.dir);
    talloc_free(p.ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(short_reads),
        cmocka_unit_test(failing_read), cmocka_unit_test(short_writes),
        cmocka_unit_test(failing_writes), cmocka_unit_test(changed_meanwhile),
        cmocka_unit_test(gone_meanwhile)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
