#include "text/save.h"

#include "base/mem.h"
#include "text/identity.h"
#include "text/path.h"
#include "text/real.h"
#include "text/temporary.h"
#include "text/traits.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* --- locks --- */

enum {
    PATIENCE_MS = 60000,
    STEP_MS = 2
};

struct file_lock {
    int fd;
    struct stat st;
};

static int unlock(struct file_lock *l)
{
    return close(l->fd);
}

/* Where the system has no such locks, there is nothing to wait for. */
static bool wait_for(int fd)
{
    const struct timespec step = {0, STEP_MS * 1000000L};
    for (int ms = 0; ms < PATIENCE_MS; ms += STEP_MS) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
            return true;
        }
        nanosleep(&step, NULL);
    }
    errno = ETXTBSY;
    return false;
}

/* Opens and locks what is there now; *again when another run has replaced it meanwhile. */
static struct file_lock *lock_once(void *talloc_ctx, const char *real, str *reason, bool *again)
{
    struct stat now;
    int fd = open(real, O_RDWR | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY);
    *again = false;
    if (fd < 0) {
        *reason = str_of(strerror(errno));
        return NULL;
    }
    struct file_lock *l = mem_zero(talloc_ctx, sizeof *l);
    l->fd = fd;
    talloc_set_destructor(l, unlock);
    if (!wait_for(fd)) {
        *reason = STR("another program keeps it locked");
    } else if (fstat(fd, &l->st) != 0 || stat(real, &now) != 0) {
        *reason = str_of(strerror(errno));
    } else if (identity_same(&l->st, &now)) {
        return l;
    } else {
        *again = true;
    }
    talloc_free(l);
    return NULL;
}

struct file_lock *save_lock(
    const struct files *f, void *talloc_ctx, struct arena *a, str path, str *reason)
{
    char real[PATH_MAX];
    struct stat st;
    bool again = true;
    struct file_lock *l = NULL;
    if (!real_path(f->real, path_absolute(a, f->cwd, path), real, &st)) {
        *reason = str_of(strerror(errno));
        return NULL;
    }
    if (!S_ISREG(st.st_mode)) {
        *reason = STR("it is not a regular file");
        return NULL;
    }
    while (again && !l) {
        l = lock_once(talloc_ctx, real, reason, &again);
    }
    return l;
}

/* --- one file --- */

struct saving {
    const struct files *f;
    struct arena *a;
    const struct save *s;
    void *ctx;
    int folder;
    const char *name; /* in the folder */
    bool there;
    struct stat st; /* of what is there */
    const struct file_lock *lock;
    struct temporary temporary;
    str *reason;
};

static bool refuse(struct saving *x, const char *why)
{
    *x->reason = str_of(why);
    return false;
}

static bool failed(struct saving *x)
{
    return refuse(x, strerror(errno));
}

static const char LEADS_OUT[] =
    "a link in its path leads out of the repository; name the folder that it leads to";

/* Links in a repository are not the user's; what the user names elsewhere is. */
static bool leads_out(const struct files *f, struct arena *a, str dir)
{
    return files_under_roots(f, dir) && !files_leads_inside(f, a, dir);
}

static bool open_folder(struct saving *x, str absolute)
{
    str dir = path_dirname(absolute);
    x->name = arena_str(x->a, path_basename(absolute)).p;
    if (leads_out(x->f, x->a, dir)) {
        return refuse(x, LEADS_OUT);
    }
    if (str_is(path_basename(dir), ".cfglint")) { /* the tool's own: it is there, or can be made */
        mkdir(arena_str(x->a, dir).p, 0777);
    }
    x->folder = files_open_folder(x->f, dir);
    if (x->folder < 0 && (errno == ENOENT || errno == ENOTDIR)) {
        return refuse(x, "its folder is not there");
    }
    if (x->folder < 0) {
        return failed(x);
    }
    x->there = fstatat(x->folder, x->name, &x->st, AT_SYMLINK_NOFOLLOW) == 0;
    return x->there || errno == ENOENT || failed(x);
}

/* `link/../x` is another file for the system than for whoever reads paths as text. */
static bool is_plain(struct saving *x)
{
    struct stat by_system, by_text;
    str dir = path_dirname(x->s->path);
    return (stat(dir.n ? arena_str(x->a, dir).p : ".", &by_system) == 0 &&
               fstat(x->folder, &by_text) == 0 && identity_same(&by_system, &by_text)) ||
           refuse(x, "`..` in its path leads out of a linked folder; name the folder itself");
}

static bool names_folder(str path)
{
    str name = path_basename(path);
    return name.n == 0 || str_is(name, ".") || str_is(name, "..");
}

static bool may_replace(struct saving *x)
{
    if (S_ISLNK(x->st.st_mode)) {
        return refuse(x, "it is a symbolic link; name the file that it leads to");
    }
    if (!S_ISREG(x->st.st_mode)) {
        return refuse(x, S_ISDIR(x->st.st_mode) ? "it is a folder" : "it is not a regular file");
    }
    if (!x->s->was && identities_have(x->f->seen, &x->st)) {
        return refuse(x, "it is one of the files that were read to make it");
    }
    if (!x->s->was && !x->s->force) {
        return refuse(x, "it is there already; --force replaces it");
    }
    if (!(x->st.st_mode & 0222)) {
        return refuse(x, "it is read-only");
    }
    if (x->st.st_nlink > 1 && !x->s->force) {
        *x->reason = arena_printf(x->a, "it has %llu names (hard links); --force replaces this one",
            (unsigned long long)x->st.st_nlink);
        return false;
    }
    return true;
}

static void sweep(struct saving *x)
{
    struct stat st;
    if (fstat(x->folder, &st) == 0 && !identities_have(x->f->swept, &st)) {
        identities_add(x->f->swept, &st);
        temporaries_sweep(x->folder);
        if (x->there) { /* it may have had a second name until now */
            fstatat(x->folder, x->name, &x->st, AT_SYMLINK_NOFOLLOW);
        }
    }
}

/* Finds the place, and what is there. */
static bool look(struct saving *x)
{
    char real[PATH_MAX];
    struct stat st;
    const struct source *was = x->s->was;
    if (was && !real_path(x->f->real, was->absolute, real, &st)) {
        return failed(x);
    }
    if (was && !files_is_inside(x->f, was->absolute)) {
        return refuse(x, "it lies outside the folders that may be read");
    }
    if (!was && names_folder(x->s->path)) {
        return refuse(x, "its name is that of a folder");
    }
    str absolute = was ? str_of(real) : path_absolute(x->a, x->f->cwd, x->s->path);
    if (!open_folder(x, absolute) || (!was && !is_plain(x))) {
        return false;
    }
    sweep(x);
    if (!x->there) {
        return !was || refuse(x, strerror(ENOENT));
    }
    x->lock = x->s->lock;
    return may_replace(x) &&
           (x->lock || (x->lock = save_lock(x->f, x->ctx, x->a, absolute, x->reason)));
}

static bool write_all(struct saving *x)
{
    str left = x->s->text;
    while (left.n > 0) {
        ssize_t n = x->f->io->write(x->temporary.fd, left.p, left.n);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            errno = n == 0 ? ENOSPC : errno;
            return failed(x);
        }
        left = str_slice(left, (size_t)n, left.n);
    }
    return true;
}

static bool keep_traits(struct saving *x)
{
    const char *why;
    return !x->there || traits_copy(x->lock->fd, &x->lock->st, x->temporary.fd, &why) ||
           refuse(x, why);
}

/* Does the locked file say what was read? */
static bool says_same(struct saving *x)
{
    str left = x->s->was->bytes;
    char part[16384];
    bool more = lseek(x->lock->fd, 0, SEEK_SET) == 0;
    while (more) {
        ssize_t n = x->f->io->read(x->lock->fd, part, sizeof part);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return n == 0 && left.n == 0;
        }
        more = (size_t)n <= left.n && memcmp(part, left.p, (size_t)n) == 0;
        left = str_slice(left, more ? (size_t)n : 0, left.n);
    }
    return false;
}

/* The last look before it is replaced. */
static bool is_unchanged(struct saving *x)
{
    struct stat now;
    bool same = !x->there || (fstatat(x->folder, x->name, &now, AT_SYMLINK_NOFOLLOW) == 0 &&
                                 identity_same(&now, &x->lock->st));
    return (same && (!x->s->was || says_same(x))) || refuse(x, "it has changed since it was read");
}

/* Without the place of another: what has come meanwhile is left alone. */
static bool put_new(struct saving *x)
{
    struct temporary *t = &x->temporary;
    if (x->f->io->link(x->folder, t->name, x->name) == 0) {
        return true;
    }
    if (errno == EEXIST) {
        return refuse(x, "it is there already; --force replaces it");
    }
    if (errno != EPERM && errno != ENOTSUP && errno != ENOSYS) {
        return failed(x);
    }
    struct stat st; /* a file system without hard links */
    if (fstatat(x->folder, x->name, &st, AT_SYMLINK_NOFOLLOW) == 0) {
        return refuse(x, "it is there already; --force replaces it");
    }
    if (x->f->io->rename(x->folder, t->name, x->name) != 0) {
        return failed(x);
    }
    t->name[0] = '\0';
    return true;
}

static bool put_in_place(struct saving *x)
{
    struct temporary *t = &x->temporary;
    if (!x->there) {
        return put_new(x);
    }
    if (x->f->io->rename(x->folder, t->name, x->name) != 0) {
        return failed(x);
    }
    t->name[0] = '\0';
    return true;
}

static bool could_run(struct saving *x)
{
    return look(x) && (faccessat(x->folder, ".", W_OK, AT_EACCESS) == 0 || failed(x)) &&
           is_unchanged(x);
}

static bool run(struct saving *x)
{
    return look(x) &&
           (temporary_new(&x->temporary, x->folder, x->there ? 0600 : 0666) || failed(x)) &&
           write_all(x) && keep_traits(x) &&
           (x->s->quick || x->f->io->sync(x->temporary.fd) == 0 || failed(x)) && is_unchanged(x) &&
           put_in_place(x);
}

bool save_folders(const struct files *f, struct arena *a, str path, str *reason)
{
    str dir = path_dirname(path_absolute(a, f->cwd, path));
    if (leads_out(f, a, dir)) {
        *reason = str_of(LEADS_OUT);
        return false;
    }
    for (size_t end = 1; end <= dir.n; end++) {
        if (end == dir.n || dir.p[end] == '/') {
            str one = arena_str(a, str_slice(dir, 0, end));
            if (mkdir(one.p, 0777) != 0 && errno != EEXIST) {
                *reason = str_of(strerror(errno));
                return false;
            }
        }
    }
    return true;
}

bool save_file(const struct files *f, struct arena *a, const struct save *s, str *reason)
{
    struct saving x = {.f = f,
        .a = a,
        .s = s,
        .ctx = mem_context(NULL),
        .folder = -1,
        .temporary = {.fd = -1},
        .reason = reason};
    bool good = s->asks ? could_run(&x) : run(&x);
    temporary_drop(&x.temporary);
    if (good && !s->asks &&
        !s->quick) { /* the new name lasts, too; a system that cannot promise it says so in vain */
        (void)f->io->sync(x.folder);
    }
    if (x.folder >= 0) {
        close(x.folder);
    }
    talloc_free(x.ctx);
    return good;
}
