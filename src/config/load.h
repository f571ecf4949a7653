/* What the loaders of the dialects share.  Private to the config layer. */
#ifndef CFGLINT_CONFIG_LOAD_H
#define CFGLINT_CONFIG_LOAD_H

#include "config/config.h"
#include "config/template.h"
#include "eval/eval.h"

/* A parsed file; kept by the loader for all configs. */
struct parsed {
    str path; /* absolute */
    const struct source *source;
    const struct tree *tree;
    struct template template;
    struct diags *diags; /* of parsing; NULL when there are none */
    enum file_status status;
    str reason; /* why it could not be read, or why its templates cannot be filled in */
    span reason_at;
    bool template_failed;
};

/* Which text of a file is parsed. */
enum text_kind {
    TEXT_VERBATIM,
    TEXT_MMENGINE,
    TEXT_MMCV
};

/* What a file resolves to, with all its bases. */
struct module {
    str path;                      /* absolute */
    const struct dialect *dialect; /* that it was loaded as */
    const struct parsed *file;
    struct value dict; /* frozen; kind DICT unless failed */
    struct value
        own; /* where it failed: what the file itself says, if it ran; or of another kind */
    const struct dict *imported; /* lazy: its keys do not show in the result; or NULL */
    const struct module **bases;
    uint32_t n_bases;
    struct diags *diags; /* NULL when there are none */
    bool failed;
    bool blind;        /* it failed for what cannot be known: its loader may take it */
    bool personal;     /* what it is depends on how its path was spelled, it has functions or
                          iterators, which keep a state, or a base is so: no other config shares it */
    struct fuel spent; /* on it and its bases */
    struct variables environment; /* once it has run */
    bool needs_mmengine; /* it, or a base, uses what mmcv 1.x does not have, or has with another
                            meaning */
};

/* A config being resolved. */
struct load {
    struct loader *loader;
    struct store *store; /* of the loader: files and bases that were read before */
    struct arena *arena; /* of the config */
    const struct config_options *options;
    str path; /* as it was given */
    struct diags *diags;
    struct load_chain *chain; /* files being loaded, innermost first */
    uint32_t depth;
    uint32_t files;               /* read so far */
    uint64_t bytes;               /* of them; a file may count twice */
    struct fuel fuel;             /* of the config with all its files */
    struct variables environment; /* as the files that have run so far left it */
};

struct load_chain {
    str path;    /* absolute */
    str spelled; /* as the loader spells it, which new-style files know as `__file__` */
    struct load_chain *outer;
    bool personal; /* it holds what belongs to this config, so no other may find it */
};

/* The store that a config in this arena is resolved with: `same`, or the loader's newest (NULL). */
struct store *store_hold(struct loader *l, struct store *same, struct arena *a);
const struct limits *loader_limits(const struct loader *l);
struct files *loader_files(const struct loader *l);

/* Reads and parses a file, or finds it among those parsed before.  It counts. */
const struct parsed *load_parsed(struct load *l, str path, enum text_kind kind);
/* The same as it is, of a file that counts elsewhere: to find out what it is. */
const struct parsed *load_peek(struct load *l, str path);
/* Have as many files been read as one config may, or more than their bytes? */
bool load_is_full(const struct load *l);
/* Adds the diagnostics of a file that cannot be used; true when it can. */
bool load_usable(struct load *l, const struct parsed *p, struct loc from, struct diags *diags);
/* The path as messages show it: relative when it lies below the working directory. */
str load_shown(struct arena *a, const struct files *f, str absolute);
/* What helps somebody who wrote, at `from`, an absolute path that leads to no file: the one that
 * may be meant, or an empty folder on the way.  Nothing where there is neither, or no `from`. */
str load_meant(const struct load *l, struct arena *a, str path, struct loc from);
/* Fills in a module that has its path: the file with its bases, asked for at `from`. */
typedef void load_fn(struct load *l, struct arena *a, struct module *m, struct loc from);
/* Resolves a base: from the loader's store, or in an arena that the store keeps. */
const struct module *load_module(
    struct load *l, str path, str spelled, const struct dialect *dialect, struct loc from);
/* The config itself, in this dialect. */
struct module *load_as(struct load *l, struct arena *a, str path, const struct dialect *dialect);

/* A fatal finding. */
struct diag *load_fail(struct module *m, struct arena *a, const char *code, struct loc at,
    const char *format, ...) __attribute__((format(printf, 5, 6)));
/* The same; false. */
bool load_refuse(struct module *m, struct arena *a, const char *code, struct loc at,
    const char *format, ...) __attribute__((format(printf, 5, 6)));
/* The exception that the evaluator raised, as a fatal finding. */
void load_raised(struct module *m, struct arena *a, const struct eval *e);
/* False after noting that it cannot be known which names the code has bound. */
bool load_names(struct module *m, struct arena *a, const struct dict *globals);
/* False, after a diagnostic, for a value that is nested too deeply for the loader, or holds itself,
 * or that is larger than the limit value_items when all of it is written out. */
bool load_fits(struct module *m, struct arena *a, struct eval *e, const struct value *v);
/* Makes objects that are left in a config what the loader shows of them; false after refusing what
 * it cannot copy, if it copies. */
bool load_settle(struct module *m, struct arena *a, struct eval *e, struct value *v, bool copies);

/* Names that Python or a loader sets before a module runs, in its order; none of them stays in a
 * config. */
void load_own_names(struct eval *e, struct dict *globals, const char *const *names);

/* A file goes on with what those before it have set in the environment, and in modules. */
void load_enter_environment(const struct load *l, struct eval *e);
void load_leave_environment(struct load *l, const struct eval *e);

/* The environment variable, for eval_host. */
str load_environment(struct eval *e, const char *name);

/* A copy of what bases give that code may change: all dicts are ConfigDicts. */
struct value load_thawed(struct arena *a, const struct value *v, uint32_t depth);
/* Merges `a` over `b`, as Config._merge_a_into_b does; neither is changed. */
bool merge_configs(struct eval *e, const struct value *a, const struct value *b, bool list_keys,
    struct value *out);
/* Applies "key=value" overrides (argparse's DictAction, then merge_from_dict). */
bool options_apply(struct load *l, struct arena *a, struct module *m);

/* The folder of an installed package; false when it is not installed. */
bool packages_find(struct loader *l, struct arena *a, str package, str *out);
/* The package's folder in the checkout that holds the file `of` (absolute). */
bool packages_own(const struct loader *l, struct arena *a, str of, str package, str *out);
/* Where its folder leads to, when it is a link that leaves all roots; else nothing. */
str packages_outside(struct loader *l, struct arena *a, str package);
/* The path of `pkg::file`, a base of the file `of` (absolute); on failure says why. */
bool packages_base(
    const struct load *l, struct arena *a, str of, str base, str *path, str *scope, str *problem);

#endif
