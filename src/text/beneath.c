#define _GNU_SOURCE /* O_PATH */
#include "text/beneath.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#ifdef O_PATH
enum {
    SEARCH = O_PATH /* folders that may be passed through, but not be listed */
};
#else
enum {
    SEARCH = O_RDONLY
};
#endif

/* The next name of a path, as a C string; false at its end. */
static bool next_name(str *rest, char name[PATH_MAX])
{
    while (rest->n > 0 && rest->p[0] == '/') {
        *rest = str_slice(*rest, 1, rest->n);
    }
    size_t n = 0;
    while (n < rest->n && rest->p[n] != '/') {
        n++;
    }
    memcpy(name, rest->p, n);
    name[n] = '\0';
    *rest = str_slice(*rest, n, rest->n);
    return n > 0;
}

int open_beneath(str root, str real, int flags)
{
    char name[PATH_MAX], next[PATH_MAX];
    if (real.n >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(name, root.p, root.n);
    name[root.n] = '\0';
    flags |= O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
    str rest = str_slice(real, root.n, real.n);
    int at = AT_FDCWD;
    for (bool more = true; more;) {
        more = next_name(&rest, next);
        int step = more ? SEARCH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC : flags;
        int fd = openat(at, name, step);
        int why = errno;
        if (at != AT_FDCWD) {
            close(at);
        }
        if (fd < 0) {
            errno = why;
            return -1;
        }
        at = fd;
        memcpy(name, next, strlen(next) + 1);
    }
    return at;
}
