/*
 * The library: what the tool knows about models, data sets, GPUs, settings and rules, written in
 * the language of the configs themselves (profile `library`) in `.star` files.
 *
 * The files of rules/ are embedded in the program, parsed at build time and indexed by what they
 * declare; a declaration is run only when it is asked for, after the other statements of its file.
 * Folders given by the user come first: `.cfglint/` above a config, and --library DIR; what they
 * declare is run with the file, so that its mistakes are told.
 */
#ifndef CFGLINT_LIBRARY_LIBRARY_H
#define CFGLINT_LIBRARY_LIBRARY_H

#include "diag/diag.h"
#include "eval/eval.h"
#include "text/files.h"

enum library_kind {
#define KIND(name, what) LIBRARY_##name,
#include "library/kinds.def"
#undef KIND
    LIBRARY_KINDS
};

/* One declaration: the arguments of its call, by name.  The first one is "name". */
struct declaration {
    enum library_kind kind;
    str name;
    const struct dict *arguments; /* frozen */
    const struct tree *tree;
    node_id node;         /* the call */
    struct dict *globals; /* of its file */
    str file;             /* "modules/backbones/resnet.star" */
};

struct library;

/* `host` is what library code sees besides the language's own builtins; it must outlive the
 * library. */
struct library *library_new(void *talloc_ctx, const struct limits *limits, struct files *files,
    const struct eval_host *host);
/* Another one for the same run: the user's folders of both draw on one account, that of `first`,
 * which outlives it. */
struct library *library_beside(void *talloc_ctx, struct library *first);
/* Adds the .star files below a folder; they override those of the same declaration that came
 * before. */
void library_add_folder(struct library *l, str folder, struct diags *diags);

/* NULL when nothing of that kind and name is declared, or its file is wrong (then a diagnostic says
 * why). */
const struct declaration *library_find(
    struct library *l, enum library_kind kind, str name, struct diags *diags);
/* The names of all declarations of a kind, in order; the same name comes once. */
struct list *library_names(struct library *l, struct arena *a, enum library_kind kind);
/* By the names without their projects, "ResNet" of "mmpretrain.ResNet": lists of the whole names;
 * the library's own. */
const struct dict *library_bare_names(struct library *l, enum library_kind kind);
/* By the same names, the files that describe a module, data set, transform or optimizer, of the
 * program's own; frozen, and lists of words.  What a config of a project uses and nothing describes
 * is not in it. */
const struct value *library_described(struct library *l);
/* By name, the arguments that the descriptions of a module of that bare name take, with the kind of
 * the default ("flag", "number", "dict", "list", "needed"; None: of any); frozen, the library's
 * own. NULL: not known.  Whoever asks is to be charged so many steps, each time the same. */
struct dict *library_takes(struct library *l, str type, struct diags *diags, uint64_t *steps);
/* What a function of the library said, for the run: under a key that stands for the function and
 * all that it was given.  Threads may ask and keep. */
struct answer {
    struct value value; /* frozen, and of no file */
    struct fuel spent;  /* on it */
};
/* NULL when it has not been asked. */
const struct answer *library_answer(struct library *l, uint64_t key);
/* A copy is kept, if the value is plain. */
void library_keep(struct library *l, uint64_t key, const struct value *v, const struct fuel *spent);
/* The declared name that `name` looks most like; empty when none does. */
str library_nearest(struct library *l, struct arena *a, enum library_kind kind, str name);
/* The i-th embedded file as it was parsed, and its name, in order; NULL behind the last one. */
const struct tree *library_tree(struct library *l, uint32_t i, str *name);
/* All files, for tests: their names, and whether each runs without an error. */
bool library_check(struct library *l, struct diags *diags);
/* The user's files that declare such things run: what is wrong in them is told before what they say
 * is needed.  False: something is. */
bool library_run_own(struct library *l, enum library_kind kind, struct diags *diags);
/* A global of a library file, such as a function that C calls; NULL after a diagnostic. */
const struct value *library_global(
    struct library *l, str file, const char *name, struct diags *diags);
/* The same of a dict, of a list or tuple of words, and of one of dicts; empty after a diagnostic.
 */
const struct dict *library_dict(struct library *l, str file, const char *name, struct diags *diags);
const struct list *library_words(
    struct library *l, str file, const char *name, struct diags *diags);
const struct list *library_rows(struct library *l, str file, const char *name, struct diags *diags);
/* What a function of a library file makes of these arguments; false when it fails. */
bool library_ask(struct library *l, struct arena *a, str file, const char *function,
    const struct value *args, uint32_t n, struct value *out, struct diags *diags);
const char *library_kind_name(enum library_kind kind);
const struct limits *library_limits(const struct library *l);

/* An argument of a declaration; NULL when it was not given. */
const struct value *declaration_get(const struct declaration *d, const char *name);
/* One that is a list of dicts; NULL when it is none. */
const struct list *declaration_rows(const struct declaration *d, const char *name);
/* Of several names of one declaration that by which it is listed. */
str declaration_first_name(const struct declaration *d);

#endif
