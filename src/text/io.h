/* The few system calls that move bytes, behind a table so that tests can make them fail. */
#ifndef CFGLINT_TEXT_IO_H
#define CFGLINT_TEXT_IO_H

#include <stddef.h>
#include <sys/types.h>

struct io {
    ssize_t (*read)(int fd, void *to, size_t bytes);
    ssize_t (*write)(int fd, const void *from, size_t bytes);
    int (*sync)(int fd);
    /* Both names in one folder.  `link` fails where the second one is there, `rename` replaces it.
     */
    int (*rename)(int folder, const char *from, const char *to);
    int (*link)(int folder, const char *from, const char *to);
};

extern const struct io IO_SYSTEM;

#endif
