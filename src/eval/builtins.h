/* Builtin functions, methods of builtin types, and the modules of the standard library that configs
 * use. */
#ifndef CFGLINT_EVAL_BUILTINS_H
#define CFGLINT_EVAL_BUILTINS_H

#include "eval/eval.h"

typedef bool builtin_fn(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out);

struct builtin_def {
    const char *name;
    builtin_fn *run;
    int8_t min, max; /* positional arguments; max -1: any number */
    /* What its arguments are called, in order, "-" for one without a name; after "*" only by name;
     * "**": any names.  NULL: none has a name. */
    const char *names;
    bool python;      /* a function written in Python: loaders drop those from a config */
    const char *repr; /* for classes; NULL: "<built-in function NAME>" */
    bool constant; /* the work does not grow with what it is called on, or it is charged inside */
};

/* functools.lru_cache */
struct cache {
    struct value function;
    struct dict *results; /* the one used last at the end */
    int64_t most;         /* -1: any number */
    bool typed, lost;     /* lost: it cannot be told what it holds */
};

struct builtin_value {
    const struct builtin_def *def;
    struct value self;  /* methods: what it is bound to */
    bool unbound;       /* str.upper: its first argument is what it is called on */
    struct list *bound; /* functools.partial: leading arguments */
    struct dict *bound_keywords;
    struct cache *cache; /* of what a cached function gave; or NULL */
};

struct module_value {
    const char *name;                    /* "os.path" */
    const struct builtin_def *functions; /* NULL: its attributes are unknown */
};

#define BUILTIN(name) \
    static bool name( \
        struct eval *e, const struct value *self, const struct arguments *args, struct value *out)

/* Whether these may be the arguments, by number and by name: those that come next in order are put
 * among the positional ones.  False after raising. */
bool builtins_take(struct eval *e, const struct builtin_def *def, struct arguments *args);
/* A builtin function or type by name; false when there is none. */
bool builtins_find(struct eval *e, str name, struct value *out);
/* A method of a builtin value; false when it has none of that name. */
bool builtins_method(struct eval *e, const struct value *self, str name, struct value *out);
/* A method that an operator calls: __add__, __len__, ... of a builtin value or type; NULL when it
 * is not evaluated. */
const struct builtin_def *builtins_special(const struct value *self, str name);
/* Has it a special name (__add__, __doc__, ...) in Python, or may it have? */
bool builtins_has_special(const struct value *self, str name);
/* Is it a module of Python's standard library? */
bool builtins_is_stdlib(str module);
/* Is it certain that the standard library has this module, or this name in it? */
bool builtins_has(struct eval *e, str module, str name);
/* The module object; one that we do not model has unknown attributes. */
struct value builtins_module(struct eval *e, str name);
/* What `from module import *` binds, in its order; NULL where that is not known. */
const char *const *builtins_public_names(str module);
/* What `from module import name` gives.  False after raising. */
bool builtins_import_from(struct eval *e, str module, str name, struct value *out);
/* Does this of a module lead to the names of the module that runs?  An empty name: does anything of
 * it? */
bool builtins_reflects(str module, str name);
/* Does this function give the module whose name it is given? */
bool builtins_imports(str module, str name);
bool builtins_module_attribute(
    struct eval *e, const struct module_value *m, str name, struct value *out);
/* What a builtin class of ours has, such as itertools.chain.from_iterable; false when it has no
 * such thing. */
bool builtins_part(struct eval *e, const struct builtin_value *b, str name, struct value *out);
bool tools_cached(
    struct eval *e, struct cache *cache, const struct arguments *args, struct value *out);
bool tools_cache_part(
    struct eval *e, const struct builtin_value *cache, str name, struct value *out);
/* Is it str.format, of some string? */
bool builtins_is_format(const struct value *v);
/* bytes(...), and what a method decode() with arguments from number `at` on gives. */
bool builtins_make_bytes(struct eval *e, const struct arguments *args, struct value *out);
bool builtins_decode(struct eval *e, const struct value *bytes, const struct arguments *args,
    uint32_t at, struct value *out);
/* complex(...) */
bool builtins_make_complex(struct eval *e, const struct arguments *args, struct value *out);
bool builtins_call_type(
    struct eval *e, const struct type_def *type, const struct arguments *args, struct value *out);

/* --- for the implementations --- */

/* Does it call what it is given? */
bool builtins_calls(const struct builtin_def *def);
/* Positional argument `i`, or the keyword `name`; NULL when neither is given. */
const struct value *arg(const struct arguments *args, uint32_t i, const char *name);
/* An integer argument, `fallback` when absent.  False after raising. */
bool arg_int(struct eval *e, const struct arguments *args, uint32_t i, const char *name,
    int64_t fallback, int64_t *out);

/* Start and end of a search, arguments 1 and 2, counted from the beginning and cut to the length
 * (but for a start that lies beyond it).  May they be None? */
bool arg_bounds(struct eval *e, const struct arguments *args, int64_t length, bool none,
    int64_t *start, int64_t *end);
/* False after raising when it is no str. */
bool arg_wants_str(struct eval *e, const struct value *v);
bool builtins_callable(const struct value *v);
/* Is an argument unknown?  Then *out is that one. */
bool args_unknown(const struct arguments *args, struct value *out);
/* Unknown, because items that it is made from are; true. */
bool builtins_unknown_items(struct eval *e, struct value *out);
/* An iterator over the sources given, or something unknown. */
bool builtins_iterator(
    struct eval *e, struct iterator *it, const struct value *from, uint32_t n, struct value *out);
/* The text in the buffer, which is freed; true. */
bool builtins_text(struct eval *e, struct buf *b, struct value *out);

/* dict(x, **kw) and x.update(y, **kw).  *unknown when something unknown is among it. */
bool builtins_fill_dict(
    struct eval *e, struct dict *to, const struct arguments *args, bool *unknown);
/* The items of a set, each put there as it comes; *unknown when one of them is. */
bool builtins_fill_set(struct eval *e, struct dict *to, const struct value *from, bool *unknown);

/* Tables, each ending in a row without a name. */
extern const struct builtin_def NUMBER_FUNCTIONS[], ITEM_FUNCTIONS[], LAZY_FUNCTIONS[],
    VALUE_FUNCTIONS[], LIBRARY_FUNCTIONS[];
extern const struct builtin_def OPERATOR[], SYS[], OS[], OS_PATH[], OS_ENVIRON[], MATH[], COPY[],
    FUNCTOOLS[], ITERTOOLS[], ITERTOOLS_CHOICES[], ITERTOOLS_GROUP[], CHAIN_PARTS[], COLLECTIONS[];
extern const struct builtin_def STR_METHODS[], SPLIT_METHODS[], CASE_METHODS[], TABLE_METHODS[],
    ENCODE_METHODS[], BYTES_METHODS[], COMPLEX_METHODS[], LIST_METHODS[], TUPLE_METHODS[],
    RANGE_METHODS[], DICT_METHODS[], ORDERED_METHODS[], TORCHPACK_METHODS[], VIEW_METHODS[],
    GENERATOR_METHODS[], CONFIG_DICT_METHODS[], ADDICT_METHODS[], SET_METHODS[],
    FROZENSET_METHODS[], INT_METHODS[], FLOAT_METHODS[];
/* Functions that look at the program's own names: for the tolerant profiles only. */
extern const struct builtin_def NAME_FUNCTIONS[];

#endif
