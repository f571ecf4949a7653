#include "text/real.h"

#include "base/arena.h"
#include "text/path.h"

#include "base/hash.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

/* A folder; the key follows the real path in one block. */
struct folder {
    char *real;
    UT_hash_handle hh;
};

struct real_paths {
    pthread_mutex_t lock;
    struct arena *arena;
    struct folder *folders;
};

static int forget(struct real_paths *r)
{
    HASH_CLEAR(hh, r->folders);
    pthread_mutex_destroy(&r->lock);
    return 0;
}

struct real_paths *real_paths_new(void *talloc_ctx)
{
    struct real_paths *r = mem_zero(talloc_ctx, sizeof *r);
    r->arena = arena_new(r);
    pthread_mutex_init(&r->lock, NULL);
    talloc_set_destructor(r, forget);
    return r;
}

/* The path as a C string; false when it is too long or holds a NUL. */
static bool to_c(str path, char to[PATH_MAX])
{
    if (path.n >= PATH_MAX || memchr(path.p, 0, path.n)) {
        errno = path.n >= PATH_MAX ? ENAMETOOLONG : ENOENT;
        return false;
    }
    memcpy(to, path.p, path.n);
    to[path.n] = '\0';
    return true;
}

static const char *remember(struct real_paths *r, str dir, const char *real)
{
    struct folder *f = ARENA_NEW(r->arena, struct folder);
    f->real = arena_alloc(r->arena, strlen(real) + 1 + dir.n);
    strcpy(f->real, real);
    char *key = memcpy(f->real + strlen(real) + 1, dir.p, dir.n);
    HASH_ADD_KEYPTR(hh, r->folders, key, dir.n, f);
    return f->real;
}

static const char *by_system(struct real_paths *r, str dir)
{
    char z[PATH_MAX], real[PATH_MAX];
    return to_c(dir, z) && realpath(z, real) ? remember(r, dir, real) : NULL;
}

/* Below the real path of the one around it, so that each folder is looked at once; with the lock.
 */
static const char *find_folder(struct real_paths *r, str dir)
{
    struct folder *f = NULL;
    str name = path_basename(dir);
    HASH_FIND(hh, r->folders, dir.p, dir.n, f);
    if (f) {
        return f->real;
    }
    if (dir.n <= 1 || dir.n >= PATH_MAX || dir.p[0] != '/' || name.n == 0 || name.p[0] == '.' ||
        memchr(name.p, 0, name.n)) {
        return by_system(r, dir);
    }
    const char *around = find_folder(r, path_dirname(dir));
    struct stat st;
    if (!around) {
        return NULL;
    }
    size_t n = around[1] ? strlen(around) : 0; /* of "/" nothing */
    char *real = mem_alloc(r, n + 1 + name.n + 1);
    memcpy(real, around, n);
    real[n] = '/';
    memcpy(real + n + 1, name.p, name.n);
    real[n + 1 + name.n] = '\0';
    bool plain = lstat(real, &st) == 0 && !S_ISLNK(st.st_mode);
    const char *found = plain ? remember(r, dir, real) : by_system(r, dir);
    talloc_free(real);
    return found;
}

static const char *real_folder(struct real_paths *r, str dir)
{
    pthread_mutex_lock(&r->lock);
    const char *real = find_folder(r, dir);
    pthread_mutex_unlock(&r->lock);
    return real;
}

/* All of it by the system: for links, and for paths that do not end in a name. */
static bool follow(str path, char to[PATH_MAX], struct stat *st)
{
    char z[PATH_MAX];
    return to_c(path, z) && realpath(z, to) && stat(to, st) == 0;
}

bool real_path(struct real_paths *r, str path, char to[PATH_MAX], struct stat *st)
{
    str name = path_basename(path), dir = path_dirname(path);
    if (path.n == 0 || path.p[0] != '/' || name.n == 0 || str_is(name, ".") || str_is(name, "..")) {
        return follow(path, to, st);
    }
    const char *real = real_folder(r, dir);
    size_t n = real ? strlen(real) : 0;
    if (!real) {
        return false;
    }
    bool is_long = n + 1 + name.n >= PATH_MAX;
    if (is_long || memchr(name.p, 0, name.n)) {
        errno = is_long ? ENAMETOOLONG : ENOENT;
        return false;
    }
    memcpy(to, real, n);
    if (to[n - 1] != '/') {
        to[n++] = '/';
    }
    memcpy(to + n, name.p, name.n);
    to[n + name.n] = '\0';
    if (lstat(to, st) != 0) {
        return false;
    }
    return !S_ISLNK(st->st_mode) || follow(path, to, st);
}
