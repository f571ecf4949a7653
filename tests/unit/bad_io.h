/* Calls that read and write little at a time, fail or kill the process when they are told to. */
#ifndef CFGLINT_TESTS_BAD_IO_H
#define CFGLINT_TESTS_BAD_IO_H

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
    bool full; /* instead of an error: nothing is written */
    bool sync_fails, rename_fails;
    int syncs; /* that succeed before one fails */
    int link_error;
    int calls; /* until the process is killed; 0: it is not */
    bool dies_after;
} plan;

/* Kills the process before its last call, or after it. */
static inline bool dies(bool after)
{
    if (after != plan.dies_after || plan.calls == 0 || --plan.calls > 0) {
        return false;
    }
    return raise(SIGKILL) == 0;
}

static inline ssize_t few(size_t n)
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

static inline ssize_t read_few(int fd, void *to, size_t n)
{
    ssize_t k = few(n);
    k = k > 0 ? read(fd, to, (size_t)k) : k;
    errno = k < 0 ? errno : EINTR; /* what succeeds may leave anything there, at the end, too */
    plan.left -= k > 0 && plan.left > 0 ? (k < plan.left ? (int)k : plan.left) : 0;
    return k;
}

static inline ssize_t write_few(int fd, const void *from, size_t n)
{
    dies(false);
    errno = 0;
    ssize_t k = plan.full && plan.left == 0 ? 0 : few(n);
    k = k > 0 ? write(fd, from, (size_t)k) : k;
    errno = k > 0 ? EINTR : errno;
    dies(true);
    plan.left -= k > 0 && plan.left > 0 ? (k < plan.left ? (int)k : plan.left) : 0;
    return k;
}

static inline int sync_or_not(int fd)
{
    (void)fd;
    dies(false);
    errno = EIO;
    dies(true);
    return plan.sync_fails && plan.syncs-- == 0 ? -1 : 0;
}

static inline int rename_or_not(int folder, const char *from, const char *to)
{
    dies(false);
    errno = EACCES;
    int result = plan.rename_fails ? -1 : renameat(folder, from, folder, to);
    dies(true);
    return result;
}

static inline int link_or_not(int folder, const char *from, const char *to)
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

static inline struct place make(const char *text)
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
static inline void check(struct place *p, const char *text)
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

static inline bool replace(struct place *p, const struct source *was, const char *text, str *reason)
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

static inline ino_t make_file(str path, const char *text)
{
    struct stat st;
    int fd = open(path.p, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    assert_int_equal(fstat(fd, &st), 0);
    close(fd);
    return st.st_ino;
}

#endif
