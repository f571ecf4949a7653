/*
 * Temporary files, beside the file that they are to become.
 *
 * A name says whose it is: `.cfglint-`, eight hexadecimal digits, a dot and the file's own inode
 * number; an empty file may still lack the last two.  So a copy, or anything that somebody else
 * made, is never taken for one.  Whoever makes one holds a lock (flock) on it while it lives, and
 * what nobody holds was left by a run that was killed.
 */
#ifndef CFGLINT_TEXT_TEMPORARY_H
#define CFGLINT_TEXT_TEMPORARY_H

#include "base/arena.h"
#include "base/vec.h"

#include <stdbool.h>
#include <sys/types.h>

struct temporary {
    int folder, fd; /* fd -1: there is none */
    char name[64];  /* empty: it has become another file */
};

/* An empty file with this mode (umask applies) in an open folder.  False, with errno set. */
bool temporary_new(struct temporary *t, int folder, mode_t mode);
/* Closes it, and removes what still has its name. */
void temporary_drop(struct temporary *t);
/* The inode number in a name; 0 where it is none of a whole temporary file. */
unsigned long long temporary_inode(const char *name);

struct temporaries {
    VEC(const char *) names;
};

/* Those of killed runs. */
void temporaries_dead(struct arena *a, int folder, struct temporaries *out);
/* Removes one of them. */
void temporary_sweep(int folder, const char *name);

#endif
