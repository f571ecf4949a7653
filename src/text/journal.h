/*
 * Several files that are replaced together.
 *
 * When all new texts lie beside the old files, a list says which of them take which place.  It is a
 * temporary file, with a name in each of the folders, and counts from the moment when it is whole:
 * a run that is killed after that leaves it, and the next one that looks into one of the folders
 * makes the steps that are left.  It makes none where a file is neither what was to be replaced nor
 * what it was to become: somebody has gone on otherwise.
 *
 * What is to be replaced is told by the moment of its last change as well, which no archive and no
 * repository can set: a list that is not ours moves nothing.
 */
#ifndef CFGLINT_TEXT_JOURNAL_H
#define CFGLINT_TEXT_JOURNAL_H

#include "text/files.h"
#include "text/temporary.h"

#include <sys/stat.h>

/* A temporary file takes the place of another file in its folder. */
struct step {
    str dir; /* absolute */
    const char *temporary, *name, *was;
};

struct steps {
    VEC(struct step) list;
};

/* Which file it is, and of when. */
const char *step_identity(struct arena *a, const struct stat *st);

/* Writes the list into an open folder, with a name in the others too.  False, with errno set. */
bool journal_write(
    struct temporary *list, const struct files *f, int folder, const struct steps *steps);
/* Removes it by all its names. */
void journal_drop(struct temporary *list, const struct files *f, const struct steps *steps);

/* Makes the steps that killed runs have left in a folder, and removes their other temporary files.
 * The number of files that were replaced. */
size_t journal_go_on(const struct files *f, int folder);

#endif
