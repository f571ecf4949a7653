/*
 * Reading files, within the roots that the user allowed; save.h writes them.
 *
 * A file may be read when its real path (symbolic links followed) lies under a root.  Only regular
 * files are opened; nothing is ever executed.
 */
#ifndef CFGLINT_TEXT_FILES_H
#define CFGLINT_TEXT_FILES_H

#include "base/limits.h"
#include "base/vec.h"
#include "text/io.h"
#include "text/source.h"

struct files {
    const struct limits *limits;
    const struct io *io;
    str cwd;        /* absolute */
    VEC(str) roots; /* real paths */
    struct arena *arena;
    struct real_paths *real;
    struct identities *seen;  /* files that were opened for reading */
    struct identities *swept; /* folders without temporary files of killed runs */
    struct overlay *overlay;  /* texts that stand for files; see files_overlay */
};

enum file_status {
    FILE_OK,
    FILE_MISSING,
    FILE_OUTSIDE,    /* its real path is under no root */
    FILE_IRREGULAR,  /* a folder, pipe, socket or device */
    FILE_TOO_LARGE,  /* limit file_bytes */
    FILE_NOT_TEXT,   /* not UTF-8, or with NUL bytes */
    FILE_UNREADABLE, /* the system said no: `reason` tells why */
};

struct files *files_new(void *talloc_ctx, const struct limits *limits);
/* Allows the files below `dir`; false when there is no such folder. */
bool files_add_root(struct files *f, str dir);
/*
 * Allows what a config named on the command line may pull in: the work tree that holds it (folder
 * with .git, .hg or .svn); or else the project around the nearest folder called configs, the
 * outermost folder that its owner has marked with a .cfglint.yaml, and the working directory where
 * that holds it; or else its own folder.  Never `/`, nor the home folder or what holds it: then the
 * file alone.
 */
void files_add_root_of(struct files *f, str path);
/*
 * The project that a file is of (real path): the outermost root around it where that is a work
 * tree; else, of several that may lie below a root, that around the nearest folder called configs.
 * Nothing: no root holds it.
 */
str files_project_of(const struct files *f, str path);
/* Does a real path lie under a root? */
bool files_under_roots(const struct files *f, str real);
/* Is the place inside that a path leads to, whether something is there or not? */
bool files_leads_inside(const struct files *f, struct arena *a, str path);
bool files_is_inside(const struct files *f, str path);
/* The real path of what is there, wherever it lies; else the absolute path. */
str files_real(const struct files *f, struct arena *a, str path);
/* Where a path that is there leads to, when that is outside of all roots; else nothing. */
str files_outside(const struct files *f, struct arena *a, str path);

/* Reads a file as text.  The source lives in `a`.  On failure `*reason` is a phrase for a message.
 */
enum file_status files_read(
    const struct files *f, struct arena *a, str path, struct source **out, str *reason);
/* From now on the text is what this absolute path is read as, whether there is a file or not.  Not
 * while other threads read.  The text is to live as long as `f`. */
void files_overlay(struct files *f, str path, str text);
/* A file that is read piece by piece, as bytes; no larger than the limit data_bytes. */
struct stream {
    const struct files *files;
    int fd;
    uint64_t bytes, at; /* its size when it was opened; what has been read */
};

/* The same as files_read, piece by piece.  stream_close ends it. */
enum file_status files_open(
    const struct files *f, struct arena *a, str path, struct stream *out, str *reason);
/* Fewer bytes than wanted only at the end; -1 with the reason. */
ptrdiff_t stream_read(struct stream *s, void *to, size_t bytes, str *reason);
void stream_close(struct stream *s);

/* Is there a file, or a folder, of that name?  Follows links; looks only under the roots. */
bool files_has_file(const struct files *f, str path);
bool files_has_dir(const struct files *f, str path);
/* Either of them. */
bool files_has(const struct files *f, str path);
/* Is it a folder, or a file, wherever it lies, and no link to one? */
bool files_is_folder(const struct files *f, str path);
bool files_is_regular(const struct files *f, str path);
/* Is there anything of that name, be it a link to nothing or a pipe? */
bool files_has_name(const struct files *f, str path);

/* Opens a folder by its absolute path.  Where the path lies under a root, so does the folder that
 * it leads to, else there is none.  -1, with errno set. */
int files_open_folder(const struct files *f, str dir);

/* What a folder holds; links are not followed. */
struct name {
    str text;
    bool is_file, is_dir;
};

struct names {
    VEC(struct name) list;
};

/* Adds the names in a folder, in order, without `.` and `..`.  False when it cannot be listed. */
bool files_list(const struct files *f, struct arena *a, str dir, struct names *out);

#endif
