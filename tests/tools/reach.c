/*
 * What a run has reached, for mutate.py: linked into programs built with
 * -fsanitize-coverage=trace-pc.  Where a file `PROGRAM.reach` stands beside the program, byte
 * `address - start` of it is set for each block of C that was run, and for the text of each
 * statement of the embedded library; what conditions.h says of a node stands in the node's byte.
 * Processes and threads share the file; nothing has to be written at the end.  Where a file
 * `PROGRAM.decided` stands beside it, the configs that are checked and what each is the first to
 * say of a part of a condition are appended to that (decide.py).
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

extern const char __executable_start[];
const char reach_counted[] = "gcov"; /* tests that limit time ask for this word */

static uint8_t *map;
static size_t n_map;
static FILE *decided;

static __attribute__((constructor)) void open_map(void)
{
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 16);
    if (n <= 0) {
        return;
    }
    memcpy(path + n, ".reach", 7);
    struct stat s;
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &s) == 0) {
        void *p = mmap(NULL, (size_t)s.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        map = p == MAP_FAILED ? NULL : p;
        n_map = (size_t)s.st_size;
        close(fd);
    }
    memcpy(path + n, ".decided", 9);
    decided = access(path, F_OK) == 0 ? fopen(path, "a") : NULL;
}

void reach_config(const char *path, size_t n);
void reach_config(const char *path, size_t n)
{
    if (decided) {
        fprintf(decided, "> %.*s\n", (int)n, path);
        if (getenv("REACH_ALONE")) { /* as if it were the first one */
            memset(map, 0, n_map);
        }
    }
}

void reach_part(uint8_t *byte, uint8_t bits);
void reach_part(uint8_t *byte, uint8_t bits)
{
    if (decided && (bits & ~*byte)) {
        fprintf(decided, "%zu %d\n", (size_t)(byte - map), bits & ~*byte);
    }
    *byte |= bits;
}

extern _Thread_local int reach_held; /* what is only tried is not reached */
_Thread_local int reach_held;

uint8_t *reach_byte(const void *address);
uint8_t *reach_byte(const void *address)
{
    uintptr_t at = (uintptr_t)address - (uintptr_t)__executable_start;
    return map && at < n_map ? map + at : NULL;
}

void reach(const void *address);
void reach(const void *address)
{
    uint8_t *byte = reach_held ? NULL : reach_byte(address);
    if (byte) {
        *byte |= 1;
    }
}

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    reach(__builtin_return_address(0));
}
