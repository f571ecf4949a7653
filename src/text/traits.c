#include "text/traits.h"

#include "base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

static bool keep_owner(const struct stat *st, int to)
{
    struct stat now;
    return fstat(to, &now) == 0 && ((now.st_uid == st->st_uid && now.st_gid == st->st_gid) ||
                                       fchown(to, st->st_uid, st->st_gid) == 0);
}

/* After the owner, since a new one clears some of the bits. */
static bool keep_mode(const struct stat *st, int to)
{
    struct stat now;
    return fchmod(to, st->st_mode & 07777) == 0 && fstat(to, &now) == 0 &&
           now.st_mode == st->st_mode;
}

#ifdef __linux__

/* What fits here is kept; a file that has more is not replaced. */
enum {
    NAMES_BYTES = 4096,
    ATTRIBUTE_BYTES = 65536
};

/* What the system gives a file by itself may differ. */
static bool is_systems(const char *name)
{
    return strncmp(name, "security.", 9) == 0 || strncmp(name, "trusted.", 8) == 0;
}

static bool copy_attribute(int from, int to, const char *name, char *value)
{
    ssize_t n = fgetxattr(from, name, value, ATTRIBUTE_BYTES);
    return n >= 0 && fsetxattr(to, name, value, (size_t)n, 0) == 0;
}

static bool copy_attributes(int from, int to, const char *names, ssize_t n)
{
    char *value = mem_system(ATTRIBUTE_BYTES);
    bool good = true;
    for (const char *at = names; good && at < names + n; at += strlen(at) + 1) {
        good = copy_attribute(from, to, at, value) || is_systems(at);
    }
    free(value);
    return good;
}

/* A folder may give new files an access control list of its own. */
static bool drop_attributes(int to, const char *names, ssize_t n)
{
    char more[NAMES_BYTES];
    ssize_t m = flistxattr(to, more, sizeof more);
    bool good = true;
    for (const char *at = more; m > 0 && at < more + m; at += strlen(at) + 1) {
        bool wanted = false;
        for (const char *it = names; it < names + n; it += strlen(it) + 1) {
            wanted |= strcmp(it, at) == 0;
        }
        good &= wanted || is_systems(at) || fremovexattr(to, at) == 0;
    }
    return good;
}

static bool keep_attributes(int from, int to)
{
    char names[NAMES_BYTES];
    ssize_t n = flistxattr(from, names, sizeof names);
    if (n < 0) {
        return errno == ENOTSUP || errno == ENOSYS;
    }
    return drop_attributes(to, names, n) && copy_attributes(from, to, names, n);
}

#else

static bool keep_attributes(int from, int to)
{
    (void)from;
    (void)to;
    return true;
}

#endif

bool traits_copy(int from, const struct stat *st, int to, const char **reason)
{
    if (!keep_owner(st, to)) {
        *reason = "its owner or group cannot be kept";
        return false;
    }
    if (!keep_attributes(from, to)) {
        *reason = "its extended attributes cannot be kept";
        return false;
    }
    if (!keep_mode(st, to)) {
        *reason = "its permissions cannot be kept";
        return false;
    }
    return true;
}
