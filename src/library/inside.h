/* Inside of the library: its files and what they declare.  Private to the library layer. */
#ifndef CFGLINT_LIBRARY_INSIDE_H
#define CFGLINT_LIBRARY_INSIDE_H

#include "library/blob.h"
#include "library/library.h"

#include "base/hash.h"
#include <pthread.h>

/* A library file: embedded or the user's.  It is run when it is first needed. */
struct file {
    str name; /* "modules/backbones/resnet.star" */
    const struct tree *tree;
    struct dict *globals; /* NULL until it runs */
    bool running, failed;
    bool is_user;
    struct loc problem_at; /* why it failed, when that is its own fault */
    str problem;
    struct file *because; /* the file that it imports, or that left nothing of the account */
};

/* What a file declares, known from its tree; `declaration` is set once the call has run: with the
 * file if that is the user's, else when it is asked for. */
struct declared {
    enum library_kind kind;
    str name;
    struct file *file;
    struct declaration *declaration;
    node_id call;
    struct declared *older; /* of the same name */
    UT_hash_handle hh;      /* in library.by_name, of the newest one of a name */
};

/* What all files of the user's folders draw on. */
struct account {
    struct fuel fuel;
    uint64_t seen, bytes; /* entries of the folders; of the files */
    bool has_fuel;        /* since the first of them runs: limits may be set until then */
    struct file *spender; /* of the last of the fuel; NULL: there is some left */
};

struct library {
    struct arena *arena;
    const struct limits *limits;
    struct files *files;
    struct eval_host host; /* the caller's, with ours for import */
    const struct eval_host *outer;
    pthread_mutex_t lock;
    struct file *embedded; /* one for each file of the blob */
    VEC(struct file *) user;
    VEC(struct declared *) entries; /* those looked up so far, and all of the user's */
    struct declared *by_name[LIBRARY_KINDS];
    struct dict *bare_names[LIBRARY_KINDS]; /* NULL until asked for */
    struct value described;                 /* a dict, or of no kind until asked for */
    struct dict *takes;                     /* what library_takes() found, by bare name */
    struct answers *answers;                /* NULL: none */
    struct arena *answers_in;
    struct diags *diags; /* of the load that runs */
    struct file *running;
    struct account *account;
};

/* See answers.c. */
void library_forget_answers(struct library *l);
/* The file of that name, "modules/nn.star", the user's first; NULL when there is none. */
struct file *library_file(struct library *l, str name);
/* What a file declares by that name; NULL when it does not. */
struct declared *library_noted(struct library *l, struct file *f, enum library_kind kind, str name);
/* The same, which it is from now on. */
struct declared *library_note(
    struct library *l, struct file *f, enum library_kind kind, str name, node_id call);
/* Notes what a file of the user's declares; it need not run for that. */
void library_note_file(struct library *l, struct file *f);
/* False, with a diagnostic, when the file has an error, or runs already. */
bool library_run_file(struct library *l, struct file *f);
/* The same with a call in it, once. */
bool library_run_declaration(struct library *l, const struct declared *x);

#endif
