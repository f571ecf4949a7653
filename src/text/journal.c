#include "text/journal.h"

#include "base/buf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

static const char BEGIN[] = "cfglint replaces"; /* and a NUL, as behind each part: it is no text */
static const char END[] = "these files";

const char *step_identity(struct arena *a, const struct stat *st)
{
    return arena_printf(a, "%llu %llu %lld.%09ld", (unsigned long long)st->st_dev,
        (unsigned long long)st->st_ino, (long long)st->st_ctim.tv_sec, (long)st->st_ctim.tv_nsec)
        .p;
}

/* --- the list --- */

static void put_part(struct buf *b, str part)
{
    buf_put(b, part);
    buf_byte(b, '\0');
}

static str list_text(struct buf *b, const struct steps *steps)
{
    put_part(b, str_of(BEGIN));
    VEC_EACH (const struct step, s, &steps->list) {
        put_part(b, s->dir);
        put_part(b, str_of(s->temporary));
        put_part(b, str_of(s->name));
        put_part(b, str_of(s->was));
    }
    put_part(b, str_of(END));
    return buf_str(b);
}

static bool write_list(const struct temporary *list, const struct steps *steps)
{
    void *ctx = mem_context(NULL);
    struct buf b = buf_make(ctx);
    bool good = true;
    for (str left = list_text(&b, steps); good && left.n > 0;) {
        ssize_t n = write(list->fd, left.p, left.n);
        good = n > 0 || (n < 0 && errno == EINTR);
        left = str_slice(left, n > 0 ? (size_t)n : 0, left.n);
    }
    talloc_free(ctx);
    return good;
}

/* Calls for each folder that opens. */
static void at_each_folder(const struct files *f, const struct steps *steps,
    void (*at)(int from, int folder, const char *name), int from, const char *name)
{
    VEC_EACH (const struct step, s, &steps->list) {
        bool again = s > steps->list.items && str_eq(s->dir, s[-1].dir);
        int folder = again ? -1 : files_open_folder(f, s->dir);
        if (folder >= 0) {
            at(from, folder, name);
            close(folder);
        }
    }
}

/* On another file system, or one without hard links, it has one name less. */
static void add_name(int from, int folder, const char *name)
{
    (void)linkat(from, name, folder, name, 0);
}

static void remove_name(int from, int folder, const char *name)
{
    struct stat one, other;
    if (fstat(from, &one) == 0 && fstatat(folder, name, &other, AT_SYMLINK_NOFOLLOW) == 0 &&
        one.st_ino == other.st_ino && one.st_dev == other.st_dev) {
        unlinkat(folder, name, 0);
    }
}

bool journal_write(
    struct temporary *list, const struct files *f, int folder, const struct steps *steps)
{
    if (!temporary_new(list, folder, 0600)) {
        return false;
    }
    at_each_folder(f, steps, add_name, folder, list->name);
    bool good = write_list(list, steps) && f->io->sync(list->fd) == 0;
    if (!good) {
        int why = errno;
        journal_drop(list, f, steps);
        errno = why;
    }
    return good;
}

void journal_drop(struct temporary *list, const struct files *f, const struct steps *steps)
{
    at_each_folder(f, steps, remove_name, list->fd, list->name);
    temporary_drop(list);
}

/* --- what a killed run has left of one --- */

static bool next_part(str *rest, str *part)
{
    const char *end = memchr(rest->p, '\0', rest->n);
    if (!end) {
        return false;
    }
    *part = (str){rest->p, (size_t)(end - rest->p)};
    *rest = str_slice(*rest, part->n + 1, rest->n);
    return true;
}

static bool is_name(str s)
{
    return s.n > 0 && !memchr(s.p, '/', s.n) && !str_is(s, ".") && !str_is(s, "..");
}

/* False where it is no list, or not a whole one. */
static bool read_steps(void *ctx, str text, struct steps *out)
{
    str part, temporary, name, was;
    bool good = next_part(&text, &part) && str_is(part, BEGIN);
    while (good && next_part(&text, &part) && !(text.n == 0 && str_is(part, END))) {
        good = next_part(&text, &temporary) && next_part(&text, &name) && next_part(&text, &was) &&
               part.n > 0 && part.p[0] == '/' && is_name(name) && temporary_inode(temporary.p) > 0;
        if (good) {
            struct step s = {.dir = part, .temporary = temporary.p, .name = name.p, .was = was.p};
            vec_push(ctx, &out->list, s);
        }
    }
    return good && text.n == 0 && str_is(part, END);
}

static bool read_list(const struct files *f, struct arena *a, int fd, struct steps *out)
{
    struct stat st;
    char begin[sizeof BEGIN];
    if (pread(fd, begin, sizeof begin, 0) != sizeof begin ||
        memcmp(begin, BEGIN, sizeof begin) != 0 || fstat(fd, &st) != 0 ||
        (uint64_t)st.st_size > f->limits->data_bytes) {
        return false;
    }
    char *text = arena_alloc(a, (size_t)st.st_size + 1);
    return pread(fd, text, (size_t)st.st_size, 0) == (ssize_t)st.st_size &&
           read_steps(a->owner, (str){text, (size_t)st.st_size}, out);
}

enum state {
    LEFT,
    DONE,
    OVER /* somebody has gone on otherwise */
};

static enum state state_in(struct arena *a, int folder, const struct step *s)
{
    struct stat now, new;
    bool ready = fstatat(folder, s->temporary, &new, AT_SYMLINK_NOFOLLOW) == 0 &&
                 S_ISREG(new.st_mode) && new.st_ino == temporary_inode(s->temporary);
    if (fstatat(folder, s->name, &now, AT_SYMLINK_NOFOLLOW) != 0) {
        return OVER;
    }
    if (!ready) {
        return now.st_ino == temporary_inode(s->temporary) ? DONE : OVER;
    }
    return strcmp(step_identity(a, &now), s->was) == 0 ? LEFT : OVER;
}

/* Not while another run has the file in hand. */
static bool make_step(const struct files *f, struct arena *a, int folder, const struct step *s)
{
    int fd = openat(folder, s->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    bool made = fd >= 0 && (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) &&
                state_in(a, folder, s) == LEFT && f->io->rename(folder, s->temporary, s->name) == 0;
    if (fd >= 0) {
        close(fd);
    }
    return made;
}

/* The number of steps in this state; with `make` it makes those that are left. */
static size_t count(
    const struct files *f, struct arena *a, const struct steps *steps, enum state state, bool make)
{
    size_t n = 0;
    VEC_EACH (const struct step, s, &steps->list) {
        int folder = files_open_folder(f, s->dir);
        enum state is = folder >= 0 ? state_in(a, folder, s) : OVER;
        n += is == state && (!make || make_step(f, a, folder, s));
        if (folder >= 0) {
            close(folder);
        }
    }
    return n;
}

/* False where something of a list is left, and its temporary files have to stay. */
static bool go_on(
    const struct files *f, struct arena *a, int folder, const char *name, size_t *made)
{
    struct steps steps = {0};
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    bool ended = fd < 0 || !read_list(f, a, fd, &steps);
    if (!ended && flock(fd, LOCK_EX | LOCK_NB) == 0) {
        size_t left = count(f, a, &steps, OVER, false) > 0 ? 0 : count(f, a, &steps, LEFT, false);
        size_t moved = left > 0 ? count(f, a, &steps, LEFT, true) : 0;
        *made += moved;
        ended = moved == left;
        if (ended) {
            at_each_folder(f, &steps, remove_name, fd, name);
        }
    }
    if (fd >= 0) {
        close(fd);
    }
    return ended;
}

size_t journal_go_on(const struct files *f, int folder)
{
    size_t made = 0;
    bool ended = true;
    struct arena *a = arena_new(NULL);
    struct temporaries dead = {0};
    temporaries_dead(a, folder, &dead); /* before their lists: no run can end in between */
    VEC_EACH (const char *, name, &dead.names) {
        ended &= go_on(f, a, folder, *name, &made);
    }
    for (size_t i = 0; ended && i < dead.names.n; i++) {
        temporary_sweep(folder, dead.names.items[i]);
    }
    talloc_free(a);
    return made;
}
