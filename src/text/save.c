#include "text/save.h"

#include "base/mem.h"
#include "text/identity.h"
#include "text/journal.h"
#include "text/path.h"
#include "text/real.h"
#include "text/traits.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* --- what killed runs left --- */

/* Once in a folder, unless it is to be looked at `again`. */
static size_t go_on(const struct files *f, int folder, bool again)
{
    struct stat st;
    if (fstat(folder, &st) != 0 || (!again && identities_have(f->swept, &st))) {
        return 0;
    }
    identities_add(f->swept, &st);
    return journal_go_on(f, folder);
}

static size_t go_on_in(const struct files *f, str dir, bool again)
{
    int folder = files_open_folder(f, dir);
    size_t n = folder >= 0 ? go_on(f, folder, again) : 0;
    if (folder >= 0) {
        close(folder);
    }
    return n;
}

size_t save_go_on(const struct files *f, struct arena *a, str path)
{
    return go_on_in(f, path_dirname(files_real(f, a, path)), false);
}

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
static bool wait_for(int fd, bool *waited)
{
    const struct timespec step = {0, STEP_MS * 1000000L};
    for (int ms = 0; ms < PATIENCE_MS; ms += STEP_MS) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
            return true;
        }
        *waited = true;
        nanosleep(&step, NULL);
    }
    errno = ETXTBSY;
    return false;
}

/* Opens and locks what is there now; *again when another run had it, which may have replaced it, or
 * was killed before. */
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
    if (!wait_for(fd, again)) {
        *again = false;
        *reason = STR("another program keeps it locked");
    } else if (fstat(fd, &l->st) != 0 || stat(real, &now) != 0) {
        *reason = str_of(strerror(errno));
    } else if (identity_same(&l->st, &now) && !*again) {
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
    bool again = false;
    struct file_lock *l = NULL;
    if (!real_path(f->real, path_absolute(a, f->cwd, path), real, &st)) {
        *reason = str_of(strerror(errno));
        return NULL;
    }
    if (!S_ISREG(st.st_mode)) {
        *reason = STR("it is not a regular file");
        return NULL;
    }
    do {
        go_on_in(f, path_dirname(str_of(real)), again);
        l = lock_once(talloc_ctx, real, reason, &again);
    } while (again && !l);
    return l;
}

/* --- one file --- */

struct saving {
    const struct files *f;
    struct arena *a;
    const struct save *s;
    void *ctx;
    struct identities *others; /* what else is replaced with it */
    str dir;                   /* absolute */
    int folder;
    const char *name; /* in it */
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

static const char CHANGED[] = "it has changed since it was read";
static const char LEADS_OUT[] =
    "a link in its path leads out of the repository; name the folder that it leads to";

/* Links in a repository are not the user's; what the user names elsewhere is. */
static bool leads_out(const struct files *f, struct arena *a, str dir)
{
    return files_under_roots(f, dir) && !files_leads_inside(f, a, dir);
}

static bool open_folder(struct saving *x, str absolute)
{
    str dir = x->dir = arena_str(x->a, path_dirname(absolute));
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
    go_on(x->f, x->folder, false);
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
    if (!x->there) {
        return !was || refuse(x, strerror(ENOENT));
    }
    if (identities_have(x->others, &x->st)) {
        return refuse(x, "another name of it is replaced as well; give each a file of its own");
    }
    identities_add(x->others, &x->st);
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
    return (same && (!x->s->was || says_same(x))) || refuse(x, CHANGED);
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

static bool prepare(struct saving *x)
{
    return look(x) &&
           (temporary_new(&x->temporary, x->folder, x->there ? 0600 : 0666) || failed(x)) &&
           write_all(x) && keep_traits(x) &&
           (x->s->quick || x->f->io->sync(x->temporary.fd) == 0 || failed(x));
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

static struct saving begin(const struct files *f, struct arena *a, const struct save *s, void *ctx,
    struct identities *others, str *reason)
{
    return (struct saving){.f = f,
        .a = a,
        .s = s,
        .ctx = ctx,
        .others = others,
        .folder = -1,
        .temporary = {.fd = -1},
        .reason = reason};
}

static void end(struct saving *x, bool good)
{
    temporary_drop(&x->temporary);
    if (good && !x->s->asks && !x->s->quick) {
        /* the new name lasts, too; a system that cannot promise it says so in vain */
        (void)x->f->io->sync(x->folder);
    }
    if (x->folder >= 0) {
        close(x->folder);
    }
}

bool save_file(const struct files *f, struct arena *a, const struct save *s, str *reason)
{
    void *ctx = mem_context(NULL);
    struct saving x = begin(f, a, s, ctx, identities_new(ctx), reason);
    bool good = s->asks ? could_run(&x) : prepare(&x) && is_unchanged(&x) && put_in_place(&x);
    end(&x, good);
    talloc_free(ctx);
    return good;
}

/* --- several files --- */

struct set {
    void *ctx;
    struct steps steps;
    struct temporary list;
    VEC(struct saving) files;
};

/* Folder, temporary file and lock of each stay open. */
static void allow_open(size_t files)
{
    struct rlimit most;
    rlim_t wanted = (rlim_t)files * 3 + 64;
    if (getrlimit(RLIMIT_NOFILE, &most) == 0 && most.rlim_cur < wanted) {
        most.rlim_cur = wanted < most.rlim_max ? wanted : most.rlim_max;
        setrlimit(RLIMIT_NOFILE, &most);
    }
}

static bool list_steps(struct set *s)
{
    VEC_EACH (struct saving, x, &s->files) {
        vec_push(s->ctx, &s->steps.list,
            ((struct step){x->dir, x->temporary.name, x->name, step_identity(x->a, &x->lock->st)}));
    }
    struct saving *first = s->files.items;
    return journal_write(&s->list, first->f, first->folder, &s->steps) || failed(first);
}

/* False for a file that has changed in the last moment.  One that cannot get its place now keeps
 * its temporary file: *stuck. */
static bool put_one(struct saving *x, const struct step *step, bool *stuck)
{
    struct stat now;
    if (fstatat(x->folder, x->name, &now, AT_SYMLINK_NOFOLLOW) != 0 ||
        strcmp(step_identity(x->a, &now), step->was) != 0) {
        return refuse(x, CHANGED);
    }
    if (!put_in_place(x)) {
        *stuck = true;
        x->temporary.name[0] = '\0';
        return false;
    }
    return true;
}

static bool put_all(struct set *s, size_t *which)
{
    sigset_t all, before;
    bool good = true, stuck = false;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    for (size_t i = 0; i < s->files.n; i++) {
        if (!put_one(&s->files.items[i], &s->steps.list.items[i], &stuck) && good) {
            *which = i;
            good = false;
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (stuck) { /* the next run goes on with the list */
        s->list.name[0] = '\0';
        temporary_drop(&s->list);
    } else {
        journal_drop(&s->list, s->files.items->f, &s->steps);
    }
    return good;
}

bool save_files(const struct files *f, struct arena *a, const struct save *all, size_t n,
    size_t *which, str *reason)
{
    struct set s = {.ctx = mem_context(NULL), .list = {.fd = -1}};
    struct identities *others = identities_new(s.ctx);
    bool good = n > 0;
    allow_open(n);
    vec_reserve(s.ctx, &s.files, n);
    for (size_t i = 0; i < n && good; i++) {
        vec_push(s.ctx, &s.files, begin(f, a, &all[i], s.ctx, others, reason));
        *which = i;
        good = prepare(&s.files.items[i]);
    }
    for (size_t i = 0; i < n && good; i++) {
        *which = i;
        good = is_unchanged(&s.files.items[i]);
    }
    good = good && list_steps(&s) && put_all(&s, which);
    VEC_EACH (struct saving, x, &s.files) {
        end(x, good);
    }
    talloc_free(s.ctx);
    return good || n == 0;
}
