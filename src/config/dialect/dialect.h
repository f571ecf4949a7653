/*
 * How the files of a config inherit from each other.
 *
 * One file of this folder is one dialect: NAME.c ends with the table `dialect_NAME`.  The build
 * finds the files by themselves; nothing else knows which dialects there are, and what comes after
 * `config` asks the table.
 */
#ifndef CFGLINT_CONFIG_DIALECT_DIALECT_H
#define CFGLINT_CONFIG_DIALECT_DIALECT_H

#include "config/load.h"

/* How a statement of a file can reach what the file inherits. */
enum bases_seen {
    BASES_UNSEEN,
    BASES_BY_NAME, /* as parts of `_base_` */
    BASES_BOUND,   /* under their own names, as Python's import binds them */
};

/* How a mapping is written that takes the place of what is inherited. */
enum whole_edit {
    WHOLE_NEVER,
    WHOLE_DELETING, /* with `_delete_=True` */
    WHOLE_AS_IT_IS, /* over what is no mapping there, such as an expression */
};

struct dialect {
    const char *name;     /* for --dialect, `cfg.dialect` and the `dialects` of a profile */
    const char *style_of; /* the dialect whose name asks for this one, too; NULL: none */

    /* --- reading --- */

    /* How sure it is by the text alone that the file at an absolute path is of this dialect: 0 is
     * no, and the most certain one has it.  NULL: its text never tells. */
    uint32_t (*detect)(struct load *l, struct arena *a, str path);
    /* Is the line one with which a file inherits?  NULL: no line tells. */
    bool (*inherits)(str line);
    load_fn *load;
    enum text_kind text; /* that `load` parses */
    /* `m`, or the config as another dialect has it where what was loaded turns out to be one of
     * that.  NULL: it never does. */
    struct module *(*reconsider)(struct load *l, struct arena *a, struct module *m);
    const char *reserved[5]; /* keys that the loader keeps for itself at the top */
    /* What stands around an expression that sees the config as it comes out, of all its files;
     * NULL: there are none. */
    const char *opens, *closes;
    /* Do all others of its folder inherit a file of this name?  NULL: only by saying so. */
    bool (*shares)(str name);

    /* --- writing --- */

    enum bases_seen bases;
    enum whole_edit whole;
    /* The text of a new file at `path` (absolute) that inherits from the config and changes
     * nothing yet, or the config's own where that has to do; false, with the reason, when neither
     * does.  NULL: no new file can inherit. */
    bool (*variant)(struct arena *a, const struct config *c, str path, str *text, str *why);
};

/* All of them, in the order of their names; ends with NULL. */
extern const struct dialect *const DIALECTS[];

/* NULL: there is none of that name. */
const struct dialect *dialect_find(str name);
/* The names that --dialect takes, separated by commas. */
str dialect_names(struct arena *a);
/* The dialect of a file by its text alone: of any, or (`named`) of its styles. */
const struct dialect *dialect_detect(
    struct load *l, struct arena *a, str path, const struct dialect *named);
/* `shares` and `inherits` of any. */
bool dialect_shares(str name);
bool dialect_inherits(str line);

#endif
