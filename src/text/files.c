#define _DEFAULT_SOURCE /* DT_REG */
#include "text/files.h"

#include "base/hash.h"
#include "base/utf8.h"
#include "text/beneath.h"
#include "text/identity.h"
#include "text/path.h"
#include "text/real.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int rename_in(int folder, const char *from, const char *to)
{
    return renameat(folder, from, folder, to);
}

static int link_in(int folder, const char *from, const char *to)
{
    return linkat(folder, from, folder, to, 0);
}

const struct io IO_SYSTEM = {
    .read = read, .write = write, .sync = fsync, .rename = rename_in, .link = link_in};

struct files *files_new(void *talloc_ctx, const struct limits *limits)
{
    struct files *f = mem_zero(talloc_ctx, sizeof *f);
    f->limits = limits;
    f->io = &IO_SYSTEM;
    f->arena = arena_new(f);
    f->real = real_paths_new(f);
    f->seen = identities_new(f);
    f->swept = identities_new(f);
    char cwd[PATH_MAX];
    f->cwd = arena_str(f->arena, str_of(getcwd(cwd, sizeof cwd) ? cwd : "/"));
    return f;
}

bool files_is_inside(const struct files *f, str path)
{
    char real[PATH_MAX];
    struct stat st;
    return real_path(f->real, path, real, &st) && files_under_roots(f, str_of(real));
}

str files_real(const struct files *f, struct arena *a, str path)
{
    char real[PATH_MAX];
    struct stat st;
    str absolute = path_absolute(a, f->cwd, path);
    return real_path(f->real, absolute, real, &st) ? arena_str(a, str_of(real)) : absolute;
}

str files_outside(const struct files *f, struct arena *a, str path)
{
    char real[PATH_MAX];
    struct stat st;
    bool outside = real_path(f->real, path, real, &st) && !files_under_roots(f, str_of(real));
    return outside ? arena_str(a, str_of(real)) : STR("");
}

/* What there is at a path inside; 0: nothing. */
static mode_t mode_of(const struct files *f, str path)
{
    char real[PATH_MAX];
    struct stat st;
    bool there = real_path(f->real, path, real, &st) && files_under_roots(f, str_of(real));
    return there ? st.st_mode & S_IFMT : 0;
}

bool files_has(const struct files *f, str path)
{
    mode_t mode = mode_of(f, path);
    return mode == S_IFREG || mode == S_IFDIR;
}

bool files_has_file(const struct files *f, str path)
{
    return mode_of(f, path) == S_IFREG;
}

bool files_has_dir(const struct files *f, str path)
{
    return mode_of(f, path) == S_IFDIR;
}

/* What there is at a path, wherever it lies: a link, where it is one. */
static mode_t own_mode(const struct files *f, str path)
{
    struct stat st;
    str absolute = path_absolute(f->arena, f->cwd, path);
    return lstat(arena_str(f->arena, absolute).p, &st) == 0 ? st.st_mode & S_IFMT : 0;
}

bool files_is_folder(const struct files *f, str path)
{
    return own_mode(f, path) == S_IFDIR;
}

bool files_is_regular(const struct files *f, str path)
{
    return own_mode(f, path) == S_IFREG;
}

bool files_has_name(const struct files *f, str path)
{
    return own_mode(f, path) != 0;
}

/* Opens a real path that lies under a root. */
static int open_inside(const struct files *f, str real, int flags)
{
    VEC_EACH (str, root, &f->roots) {
        if (path_is_under(real, *root)) {
            return open_beneath(*root, real, flags);
        }
    }
    errno = ENOENT;
    return -1;
}

int files_open_folder(const struct files *f, str dir)
{
    char real[PATH_MAX];
    struct stat st;
    if (!real_path(f->real, dir, real, &st)) {
        return -1;
    }
    return files_under_roots(f, dir) ? open_inside(f, str_of(real), O_DIRECTORY)
                                     : open(real, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static int by_name(const void *left, const void *right)
{
    return str_cmp(((const struct name *)left)->text, ((const struct name *)right)->text);
}

/* What a folder says of an entry; not all file systems do. */
static bool kind_of_entry(int folder, const struct dirent *it, struct name *out)
{
    struct stat st;
    if (it->d_type != DT_UNKNOWN) {
        out->is_file = it->d_type == DT_REG;
        out->is_dir = it->d_type == DT_DIR;
        return true;
    }
    bool good = fstatat(folder, it->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0;
    out->is_file = good && S_ISREG(st.st_mode);
    out->is_dir = good && S_ISDIR(st.st_mode);
    return good;
}

bool files_list(const struct files *f, struct arena *a, str dir, struct names *out)
{
    char real[PATH_MAX];
    struct stat st;
    int fd = real_path(f->real, dir, real, &st) ? open_inside(f, str_of(real), O_DIRECTORY) : -1;
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    if (!d) {
        if (fd >= 0) {
            close(fd);
        }
        return false;
    }
    for (struct dirent *it; (it = readdir(d)) != NULL;) {
        struct name one;
        if (strcmp(it->d_name, ".") != 0 && strcmp(it->d_name, "..") != 0 &&
            kind_of_entry(dirfd(d), it, &one)) {
            one.text = arena_str(a, str_of(it->d_name));
            vec_push(a->owner, &out->list, one);
        }
    }
    closedir(d);
    if (out->list.n > 0) {
        qsort(out->list.items, out->list.n, sizeof *out->list.items, by_name);
    }
    return true;
}

/* The status of a file that was opened, of no more than `most` bytes. */
static enum file_status is_regular(
    const struct files *f, struct arena *a, int fd, uint64_t most, struct stat *st, str *reason)
{
    if (fstat(fd, st) != 0) {
        *reason = str_of(strerror(errno));
        return FILE_UNREADABLE;
    }
    if (!S_ISREG(st->st_mode)) {
        *reason = S_ISDIR(st->st_mode) ? STR("it is a folder") : STR("it is not a regular file");
        return FILE_IRREGULAR;
    }
    if ((uint64_t)st->st_size > most) {
        bool config = most == f->limits->file_bytes;
        *reason = arena_printf(a, "it has %llu bytes; the limit %s is %llu",
            (unsigned long long)st->st_size, config ? "file_bytes" : "data_bytes",
            (unsigned long long)most);
        return FILE_TOO_LARGE;
    }
    identities_add(f->seen, st);
    return FILE_OK;
}

/* Bytes that were read: fewer than wanted only at the end; -1 with the reason. */
static ssize_t read_some(const struct files *f, int fd, char *to, size_t want, str *reason)
{
    size_t got = 0;
    while (got < want) {
        ssize_t n = f->io->read(fd, to + got, want - got);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            *reason = str_of(strerror(errno));
            return -1;
        }
        if (n == 0) {
            break; /* it shrank while we read */
        }
        got += (size_t)n;
    }
    return (ssize_t)got;
}

static enum file_status read_all(
    const struct files *f, struct arena *a, int fd, str *bytes, str *reason)
{
    struct stat st;
    enum file_status status = is_regular(f, a, fd, f->limits->file_bytes, &st, reason);
    if (status != FILE_OK) {
        return status;
    }
    char *p = arena_alloc(a, (size_t)st.st_size + 1);
    ssize_t got = read_some(f, fd, p, (size_t)st.st_size, reason);
    if (got < 0) {
        return FILE_UNREADABLE;
    }
    *bytes = (str){p, (size_t)got};
    return FILE_OK;
}

/* Opens what a path leads to, wherever that is under the roots, and says where. */
static enum file_status open_file(
    const struct files *f, struct arena *a, str absolute, int *fd, str *where, str *reason)
{
    char real[PATH_MAX];
    struct stat st;
    if (absolute.n >= PATH_MAX || memchr(absolute.p, 0, absolute.n)) {
        *reason = STR("its name is too long or holds a NUL byte");
        return FILE_UNREADABLE;
    }
    bool there = real_path(f->real, absolute, real, &st);
    int why = errno;
    if (there ? !files_under_roots(f, str_of(real)) : !files_leads_inside(f, a, absolute)) {
        *reason = STR("it lies outside the folders that may be read");
        return FILE_OUTSIDE; /* whether there is something or not */
    }
    if (!there) {
        *reason = str_of(strerror(why));
        return why == ENOENT || why == ENOTDIR ? FILE_MISSING : FILE_UNREADABLE;
    }
    *fd = open_inside(f, str_of(real), 0);
    if (*fd < 0) {
        *reason = str_of(strerror(errno));
        return errno == ENOENT ? FILE_MISSING : FILE_UNREADABLE;
    }
    *where = str_eq(absolute, str_of(real)) ? absolute : arena_str(a, str_of(real));
    return FILE_OK;
}

enum file_status files_open(
    const struct files *f, struct arena *a, str path, struct stream *out, str *reason)
{
    struct stat st;
    *out = (struct stream){.files = f, .fd = -1};
    str real, absolute = path_absolute(a, f->cwd, path);
    enum file_status status = open_file(f, a, absolute, &out->fd, &real, reason);
    if (status != FILE_OK) {
        return status;
    }
    status = is_regular(f, a, out->fd, f->limits->data_bytes, &st, reason);
    if (status != FILE_OK) {
        stream_close(out);
        return status;
    }
    out->bytes = (uint64_t)st.st_size;
    return FILE_OK;
}

ptrdiff_t stream_read(struct stream *s, void *to, size_t bytes, str *reason)
{
    uint64_t left = s->bytes - s->at; /* what is appended meanwhile is not read */
    ssize_t n = read_some(s->files, s->fd, to, bytes < left ? bytes : (size_t)left, reason);
    s->at += n > 0 ? (uint64_t)n : 0;
    return n;
}

void stream_close(struct stream *s)
{
    if (s->fd >= 0) {
        close(s->fd);
    }
    s->fd = -1;
}

struct overlay {
    str path, text;
    UT_hash_handle hh;
};

static int overlay_free(struct files *f)
{
    HASH_CLEAR(hh, f->overlay);
    return 0;
}

static const struct overlay *overlay_find(const struct files *f, str path)
{
    struct overlay *found = NULL;
    if (f->overlay) {
        HASH_FIND(hh, f->overlay, path.p, path.n, found);
    }
    return found;
}

void files_overlay(struct files *f, str path, str text)
{
    struct overlay *x = (struct overlay *)overlay_find(f, path);
    if (!x) {
        x = ARENA_NEW(f->arena, struct overlay);
        x->path = arena_str(f->arena, path);
        HASH_ADD_KEYPTR(hh, f->overlay, x->path.p, x->path.n, x);
        talloc_set_destructor(f, overlay_free);
    }
    x->text = text;
}

enum file_status files_read(
    const struct files *f, struct arena *a, str path, struct source **out, str *reason)
{
    int fd;
    str bytes, real, absolute = path_absolute(a, f->cwd, path);
    const struct overlay *x = overlay_find(f, absolute);
    if (x) {
        *out = source_new(a, path, absolute, arena_str(a, x->text), true);
        (*out)->real = files_real(f, a, absolute);
        return FILE_OK;
    }
    enum file_status status = open_file(f, a, absolute, &fd, &real, reason);
    if (status != FILE_OK) {
        return status;
    }
    status = read_all(f, a, fd, &bytes, reason);
    close(fd);
    if (status != FILE_OK) {
        return status;
    }
    size_t bad = utf8_check(bytes);
    const char *nul = memchr(bytes.p, 0, bytes.n);
    if (bad < bytes.n || nul) {
        *reason = nul ? arena_printf(a, "it has a NUL byte at offset %zu", (size_t)(nul - bytes.p))
                      : arena_printf(a, "it is not UTF-8: byte 0x%02x at offset %zu",
                            (unsigned)(unsigned char)bytes.p[bad], bad);
        return FILE_NOT_TEXT;
    }
    *out = source_new(a, path, absolute, bytes, true);
    (*out)->real = real;
    return FILE_OK;
}
