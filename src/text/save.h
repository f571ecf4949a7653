/*
 * Writing files.  Whatever gets onto a disk gets there through here.
 *
 * A new file takes no other's place unless that is asked for, and never that of a file which this
 * run has read, by whatever name; nor is a symbolic link followed to it.  A file that was read is
 * replaced only when it still says what was read; its owner, permissions and attributes are kept.
 * Either is atomic: the old or the new text, never half of it, and a run that is killed leaves
 * nothing but a temporary file, which the next one removes.  Of several files that belong together
 * (save_files) all are replaced or none: the next run ends what a killed one has begun.
 *
 * What is named below a root is written below one: a link in a repository does not lead a new file
 * out of it.
 *
 * A folder called .cfglint, the tool's own, is made where it is missing; no other one is.
 *
 * Runs that replace the same file take turns by a lock (flock) on it.  A link below the name that
 * was read is followed when the file lies under a root: it is the file that is replaced.
 */
#ifndef CFGLINT_TEXT_SAVE_H
#define CFGLINT_TEXT_SAVE_H

#include "text/files.h"

struct file_lock;

struct save {
    str path; /* as the user gave it; seen from the working directory */
    str text;
    const struct source *was;     /* the file as it was read; NULL: a new file */
    const struct file_lock *lock; /* on that file; NULL: it is taken for the time of writing */
    bool force;                   /* may take the place of a file, or of one of several links */
    bool quick;                   /* one of many: what a power cut takes away can be made again */
    bool asks;                    /* nothing is written: could it be? */
};

/* Makes the folders that lead to a file, as far as they are not there. */
bool save_folders(const struct files *f, struct arena *a, str path, str *reason);
/* False, with the reason, leaves everything as it was. */
bool save_file(const struct files *f, struct arena *a, const struct save *s, str *reason);
/* The same for files that were read and are replaced together; *which is refused. */
bool save_files(const struct files *f, struct arena *a, const struct save *all, size_t n,
    size_t *which, str *reason);
/* What a killed run had begun in the folder of a file is ended, before anything is read there.  The
 * number of files that were replaced. */
size_t save_go_on(const struct files *f, struct arena *a, str path);

/*
 * Waits until no other run is about to replace the file; goes with the talloc context.  NULL, with
 * the reason, when it is not there, may not be written, or stays locked.
 */
struct file_lock *save_lock(
    const struct files *f, void *talloc_ctx, struct arena *a, str path, str *reason);

#endif
