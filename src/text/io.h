/* The few system calls that move bytes, behind a table so that tests can make them fail. */
#ifndef CFGLINT_TEXT_IO_H
#define CFGLINT_TEXT_IO_H

#include <stddef.h>
#include <sys/types.h>

struct io {
    ssize_t (*read)(int fd, void *to, size_t bytes);
    ssize_t (*write)(int fd, const void *from, size_t bytes);
    int (*sync)(int fd);
    int (*rename)(const char *from, const char *to);
};

extern const struct io IO_SYSTEM;

#endif
