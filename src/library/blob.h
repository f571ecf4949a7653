/*
 * How library files are stored in the program: flat arrays at offsets from the start of the blob,
 * written by the build tool (embed.c) and used in place.  Private to the library layer.
 */
#ifndef CFGLINT_LIBRARY_BLOB_H
#define CFGLINT_LIBRARY_BLOB_H

#include "syntax/tree.h"

struct blob_part {
    uint32_t at, n; /* byte offset; number of items */
};

struct blob_file { /* in order of names */
    struct blob_part name, text;
    struct blob_part line_starts, characters; /* of its source */
    struct blob_part nodes, places, literals, functions, slot_names, pool;
    uint32_t root, pad;
};

struct blob_entry { /* in order of kind, then name */
    uint32_t kind, file;
    struct blob_part name;
    node_id call; /* that declares it */
};

struct blob_header {
    uint32_t magic, n_files, n_entries, files_at, entries_at, pad;
};

enum {
    BLOB_MAGIC = 0x43464c31
};

/* What a top-level call of a file declares; found in the tree, without running it. */
struct blob_name {
    uint32_t kind;
    str name;
    node_id call;
};

/* Is a statement of a file a call that declares?  Of which kind, then. */
bool blob_declares(const struct tree *t, node_id statement, uint32_t *kind);
/* Calls `each` for every declaration of a parsed file. */
void blob_each_name(
    const struct tree *t, void (*each)(void *data, const struct blob_name *name), void *data);

#endif
