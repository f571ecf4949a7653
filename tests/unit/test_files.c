/* What reading and writing leave of a process, and of a path that cannot be. */
#include "place.h"
#include "text/real.h"
#include "text/save.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int set_up(void **state)
{
    struct place *p = place_new(state);
    assert_true(files_add_root(p->files, str_of(p->dir)));
    assert_int_equal(mkdir(at(p, "a").p, 0755), 0);
    assert_int_equal(mkdir(at(p, "a/b").p, 0755), 0);
    assert_int_equal(mkfifo(at(p, "pipe").p, 0644), 0);
    int fd = open(at(p, "a/b/x.py").p, O_WRONLY | O_CREAT, 0644);
    assert_int_equal(write(fd, "old\n", 4), 4);
    close(fd);
    return 0;
}

static int open_descriptors(void)
{
    int n = 0;
    DIR *d = opendir("/dev/fd");
    while (d && readdir(d)) {
        n++;
    }
    closedir(d);
    return n;
}

static bool save(struct place *p, const char *path, const struct source *was, const char *text)
{
    str reason = STR("");
    struct save s = {.path = at(p, path), .text = str_of(text), .was = was};
    return save_file(p->files, p->a, &s, &reason);
}

/* Whatever was opened is closed, whether it could be read or not. */
static void closes_all(void **state)
{
    struct place *p = *state;
    struct source *was;
    struct stream s;
    struct names names = {0};
    str reason;
    int before = open_descriptors();
    assert_int_equal(files_read(p->files, p->a, at(p, "a/b/x.py"), &was, &reason), FILE_OK);
    assert_int_equal(files_read(p->files, p->a, at(p, "a/b/y.py"), &was, &reason), FILE_MISSING);
    assert_int_equal(open_descriptors(), before);
    assert_int_equal(files_open(p->files, p->a, at(p, "pipe"), &s, &reason), FILE_IRREGULAR);
    assert_int_equal(files_open(p->files, p->a, at(p, "a/b/x.py"), &s, &reason), FILE_OK);
    stream_close(&s);
    assert_int_equal(open_descriptors(), before);
    assert_true(files_list(p->files, p->a, at(p, "a"), &names));
    assert_int_equal(names.list.n, 1);
    assert_false(files_list(p->files, p->a, at(p, "a/b/x.py"), &names));
    assert_int_equal(open_descriptors(), before);
    assert_true(save(p, "a/new.py", NULL, "new\n"));
    assert_false(save(p, "a/new.py", NULL, "newer\n"));
    assert_int_equal(save_go_on(p->files, p->a, at(p, "a/b/x.py")), 0);
    assert_int_equal(open_descriptors(), before);
    void *locked = mem_context(NULL);
    assert_int_equal(files_read(p->files, p->a, at(p, "a/b/x.py"), &was, &reason), FILE_OK);
    assert_true(save(p, "a/b/x.py", was, "newer\n"));
    assert_non_null(save_lock(p->files, locked, p->a, at(p, "a/b/x.py"), &reason));
    assert_int_equal(open_descriptors(), before + 1);
    talloc_free(locked);
    assert_int_equal(open_descriptors(), before);
}

/* A new file has the permissions that the umask leaves, as any program's. */
static void new_modes(void **state)
{
    static const mode_t masks[] = {0022, 0002, 0077};
    struct place *p = *state;
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
        struct stat st;
        const char *name = arena_printf(p->a, "new%zu.py", i).p;
        mode_t before = umask(masks[i]);
        assert_true(save(p, name, NULL, "new\n"));
        umask(before);
        assert_int_equal(stat(at(p, name).p, &st), 0);
        assert_int_equal(st.st_mode & 0777, 0666 & ~masks[i]);
    }
}

/* A lock that another run holds for a moment is waited for. */
static void takes_turns(void **state)
{
    struct place *p = *state;
    str reason, path = at(p, "a/b/x.py");
    int ready[2], status;
    char byte = 0;
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        const struct timespec moment = {0, 50 * 1000000L};
        int fd = open(path.p, O_RDWR);
        bool good = flock(fd, LOCK_EX) == 0 && write(ready[1], &byte, 1) == 1;
        nanosleep(&moment, NULL);
        _exit(good ? 0 : 1);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_non_null(save_lock(p->files, p->files, p->a, path, &reason));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    close(ready[0]);
    close(ready[1]);
}

static void outside(void **state)
{
    struct place *p = *state;
    assert_int_equal(files_outside(p->files, p->a, at(p, "a/b/x.py")).n, 0);
    assert_int_equal(files_outside(p->files, p->a, at(p, "none")).n, 0);
    assert_int_equal(symlink("/etc", at(p, "a/etc").p), 0);
    assert_true(str_is(files_outside(p->files, p->a, at(p, "a/etc")), "/etc"));
}

/* Paths that no file can have, and why. */
static void impossible(void **state)
{
    struct place *p = *state;
    char real[PATH_MAX], longest[PATH_MAX + 8];
    struct stat st;
    memset(longest, 'x', sizeof longest);
    longest[0] = '/';
    for (size_t n = PATH_MAX - 1; n < sizeof longest; n++) {
        for (size_t slash = 1; slash < n; slash += n - 3) { /* which of its parts is the long one */
            longest[slash] = '/';
            assert_false(real_path(p->files->real, (str){longest, n}, real, &st));
            assert_int_equal(errno, ENAMETOOLONG);
            longest[slash] = 'x';
        }
    }
    static const str nul[] = {{"/a\0b", 4}, {"/a\0b/c", 6}};
    for (size_t i = 0; i < sizeof nul / sizeof *nul; i++) {
        assert_false(real_path(p->files->real, nul[i], real, &st));
        assert_int_equal(errno, ENOENT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(closes_all), cmocka_unit_test(new_modes),
        cmocka_unit_test(takes_turns), cmocka_unit_test(outside), cmocka_unit_test(impossible)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
