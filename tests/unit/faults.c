/*
 * An allocator that fails as the environment says: linked in with --wrap.
 *
 * CFGLINT_FAIL_AT=N      the Nth allocation fails
 * CFGLINT_FAIL_EACH=FILE each one fails in a child, which begins as a copy of the process and makes
 * no file; FILE gets a line for each child that does not end with status 3 and one line, and for
 * where the first file is made and where the process ends: the number of allocations, and what
 * happened
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MAKES = 77, /* how a child ends that would make a file */
    SECONDS = 20
};

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void *__real_realloc(void *block, size_t bytes);
int __real_openat(int folder, const char *path, int flags, ...);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
void *__wrap_realloc(void *block, size_t bytes);
int __wrap_openat(int folder, const char *path, int flags, ...);

static atomic_long so_far;
static atomic_bool over; /* what follows is the compiler's: counts of what ran */
static int report = -1, errors = -1;
static bool is_child;

static void say(long n, const char *what, int status)
{
    char line[64];
    int bytes = snprintf(line, sizeof line, "%ld %s %d\n", n, what, status);
    ssize_t ignored = write(report, line, (size_t)bytes);
    (void)ignored;
}

static void end(void)
{
    if (report >= 0 && !is_child) {
        say(atomic_load(&so_far), "end", 0);
    }
    atomic_store(&over, true);
}

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("CFGLINT_FAIL_EACH");
    if (path) {
        report = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        FILE *f = tmpfile();
        errors = f ? fileno(f) : -1;
    }
    atexit(end);
}

/* Does the child's stderr hold the one line? */
static bool said_so(void)
{
    static const char line[] = "cfglint: out of memory\n";
    char text[sizeof line];
    return pread(errors, text, sizeof text, 0) == sizeof line - 1 &&
           memcmp(text, line, sizeof line - 1) == 0;
}

/* In the child, whose allocation fails, it is true. */
static bool splits(long n)
{
    int status = 0;
    bool empty = ftruncate(errors, 0) == 0 && lseek(errors, 0, SEEK_SET) == 0;
    pid_t child = empty ? fork() : -1;
    if (child == 0) {
        is_child = true;
        alarm(SECONDS);
        dup2(errors, STDERR_FILENO);
        dup2(errors, STDOUT_FILENO);
        return true;
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        say(n, "none", errno);
    } else if (!WIFEXITED(status) || WEXITSTATUS(status) != 3 || !said_so()) {
        say(n, "ended", status);
    }
    return false;
}

static bool fails(void)
{
    if (atomic_load(&over) || is_child) {
        return false;
    }
    const char *wanted = getenv("CFGLINT_FAIL_AT");
    long n = wanted || report >= 0 ? atomic_fetch_add(&so_far, 1) + 1 : 0;
    bool fail =
        (wanted && n == strtol(wanted, NULL, 10)) || (report >= 0 && errors >= 0 && splits(n));
    if (fail) {
        errno = ENOMEM;
    }
    return fail;
}

void *__wrap_malloc(size_t bytes)
{
    return fails() ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t n, size_t bytes)
{
    return fails() ? NULL : __real_calloc(n, bytes);
}

void *__wrap_realloc(void *block, size_t bytes)
{
    return fails() ? NULL : __real_realloc(block, bytes);
}

/* Where a new file is made, a child ends and the process has no more of them. */
static void makes(int flags)
{
    if (report < 0 || (flags & O_CREAT) == 0) {
        return;
    }
    if (is_child) {
        _exit(MAKES);
    }
    if (errors >= 0) {
        say(atomic_load(&so_far), "makes", 0);
        errors = -1;
    }
}

int __wrap_openat(int folder, const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    int mode = flags & O_CREAT ? va_arg(args, int) : 0;
    va_end(args);
    makes(flags);
    return __real_openat(folder, path, flags, mode);
}
