#include "text/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char PREFIX[] = ".cfglint-";

enum {
    PREFIX_BYTES = sizeof PREFIX - 1,
    DIGITS = 8,
    ATTEMPTS = 100
};

/* --- making one --- */

static uint32_t some_number(uint32_t attempt)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint32_t)now.tv_nsec + attempt) * 2654435761u ^ (uint32_t)getpid() * 40503u;
}

/* Locks it and gives it its whole name.  False with errno EEXIST when a sweep was faster. */
static bool claim(struct temporary *t)
{
    struct stat st;
    char whole[sizeof t->name];
    if (flock(t->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        errno = EEXIST;
        return false;
    }
    if (fstat(t->fd, &st) != 0) {
        return false;
    }
    snprintf(whole, sizeof whole, "%.*s.%llu", PREFIX_BYTES + DIGITS, t->name,
        (unsigned long long)st.st_ino);
    if (renameat(t->folder, t->name, t->folder, whole) != 0) {
        errno = errno == ENOENT ? EEXIST : errno;
        return false;
    }
    strcpy(t->name, whole);
    return true;
}

bool temporary_new(struct temporary *t, int folder, mode_t mode)
{
    for (uint32_t i = 0; i < ATTEMPTS; i++) {
        *t = (struct temporary){.folder = folder};
        snprintf(t->name, sizeof t->name, "%s%08x", PREFIX, (unsigned)some_number(i));
        t->fd = openat(folder, t->name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        if (t->fd >= 0 && claim(t)) {
            return true;
        }
        int why = errno;
        if (t->fd >= 0) {
            temporary_drop(t);
        }
        errno = why;
        if (why != EEXIST) {
            break;
        }
    }
    t->fd = -1;
    return false;
}

void temporary_drop(struct temporary *t)
{
    if (t->fd >= 0) {
        if (t->name[0]) {
            unlinkat(t->folder, t->name, 0);
        }
        close(t->fd);
        t->fd = -1;
    }
}

/* --- what killed runs left --- */

/* Is it the name of a temporary file?  *inode: the number in it, 0 when there is none. */
static bool is_name(const char *name, unsigned long long *inode)
{
    if (strncmp(name, PREFIX, PREFIX_BYTES) != 0 ||
        strspn(name + PREFIX_BYTES, "0123456789abcdef") != DIGITS) {
        return false;
    }
    const char *rest = name + PREFIX_BYTES + DIGITS;
    *inode = *rest == '.' ? strtoull(rest + 1, NULL, 10) : 0;
    return !*rest || (*inode > 0 && rest[1 + strspn(rest + 1, "0123456789")] == '\0');
}

unsigned long long temporary_inode(const char *name)
{
    unsigned long long inode = 0;
    return is_name(name, &inode) ? inode : 0;
}

static bool is_ours(const struct stat *st, unsigned long long inode)
{
    bool same = inode ? inode == (unsigned long long)st->st_ino : st->st_size == 0;
    return S_ISREG(st->st_mode) && same && (st->st_uid == geteuid() || geteuid() == 0);
}

/* Does nobody hold it any more?  It is removed, if that is asked for. */
static bool is_dead(int folder, const char *name, bool removes)
{
    struct stat st;
    unsigned long long inode;
    if (!is_name(name, &inode) || fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
        !is_ours(&st, inode)) {
        return false;
    }
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) {
        return false;
    }
    bool dead = flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &st) == 0 && is_ours(&st, inode);
    if (dead && removes) {
        unlinkat(folder, name, 0);
    }
    close(fd);
    return dead;
}

void temporaries_dead(struct arena *a, int folder, struct temporaries *out)
{
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    if (!d) {
        if (fd >= 0) {
            close(fd);
        }
        return;
    }
    for (struct dirent *it; (it = readdir(d)) != NULL;) {
        if (is_dead(folder, it->d_name, false)) {
            vec_push(a->owner, &out->names, arena_str(a, str_of(it->d_name)).p);
        }
    }
    closedir(d);
}

void temporary_sweep(int folder, const char *name)
{
    is_dead(folder, name, true);
}
