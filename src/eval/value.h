/*
 * Values of the config language: what Python's would be, plus two things.
 *
 * Every value knows where it came from: the node of the tree that made it.  A value read through a
 * name keeps the node that it was first written at, so the literal behind a setting can be found
 * and edited.
 *
 * UNKNOWN is a value: what cannot be told without running code.  It carries a reason and a place,
 * goes through all operations, and is an error for nobody until a stage needs what it hides.
 *
 * Containers are shared by reference, as in Python.  A frozen container belongs to a finished
 * config or library file and is never changed again, so that threads may share it.
 */
#ifndef CFGLINT_EVAL_VALUE_H
#define CFGLINT_EVAL_VALUE_H

#include "base/arena.h"
#include "base/limits.h"
#include "syntax/tree.h"

enum value_kind {
    VALUE_NONE,
    VALUE_BOOL,
    VALUE_INT,
    VALUE_BIG_INT,
    VALUE_FLOAT,
    VALUE_COMPLEX,
    VALUE_STRING,
    VALUE_BYTES,
    VALUE_LIST,
    VALUE_TUPLE,
    VALUE_DICT,
    VALUE_SET, /* a dict without values */
    VALUE_FROZENSET,
    VALUE_RANGE,
    VALUE_SLICE,
    VALUE_ELLIPSIS,
    VALUE_VIEW,
    VALUE_ITERATOR, /* what zip(), map(), a generator and the like give */
    VALUE_FUNCTION, /* def or lambda */
    VALUE_BUILTIN,  /* a function or method of ours */
    VALUE_TYPE,     /* int, dict, ... and exceptions */
    VALUE_CLASS,    /* a class statement: never looked into */
    VALUE_MODULE,   /* an imported module of the standard library */
    VALUE_LAZY,     /* a reference to something in a package: torch.optim.SGD */
    VALUE_EXCEPTION,
    VALUE_OPAQUE, /* a value of some Python class that is only carried along; all we have is its
                     repr */
    VALUE_OBJECT, /* something of the host's: see struct object_class */
    VALUE_UNKNOWN,
    VALUE_KINDS
};

/* How a value came to be, where the node alone does not tell. */
enum origin_how {
    ORIGIN_TEXT,         /* its node is the literal or the expression that made it */
    ORIGIN_TEMPLATE,     /* filled in for {{...}} */
    ORIGIN_COMMAND_LINE, /* --cfg-options; the tree is that of the argument */
    ORIGIN_DEFAULT,      /* what the reading code takes when nothing is written */
};

struct value {
    uint8_t kind; /* enum value_kind */
    uint8_t how;  /* enum origin_how */
    uint16_t pad;
    node_id node; /* of `tree` */
    const struct tree *tree;
    union {
        bool b;
        int64_t i;
        double f;
        const struct string *s;
        struct list *list;
        struct dict *dict;
        const struct big_int *big;
        const struct complex_number *complex;
        const struct range *range;
        const struct slice *slice;
        struct iterator *iterator;
        const struct dict_view *view;
        struct function_value *function;
        const struct builtin_value *builtin;
        const struct type_def *type;
        const struct class_value *class_;
        const struct string *repr; /* OPAQUE */
        const struct module_value *module;
        struct lazy *lazy;
        struct exception *exception;
        struct object *object;
        const struct unknown *unknown;
    };
};

struct big_int {
    int32_t limbs; /* as GMP's _mp_size: negative for a negative number */
    uint32_t pad;
    uint64_t limb[];
};

struct complex_number {
    double real, imag;
};

struct range {
    int64_t start, stop, step;
};

struct slice {
    struct value start, stop, step;
    bool frozen; /* what it holds is */
};

/* Whether a container may be changed. */
enum frozen {
    CHANGEABLE,
    FROZEN, /* it belongs to a finished file, and holds nothing of the host's */
    OWNED   /* by an object of the host's, and may hold others */
};

struct list { /* and tuple */
    struct value *items;
    uint32_t n, cap;
    uint8_t frozen;             /* enum frozen */
    const struct unknown *lost; /* why it can no longer be told what it holds; or NULL */
};

enum next {
    NEXT_ITEM,
    NEXT_END,
    NEXT_UNKNOWN, /* whether there is another item, and which */
    NEXT_RAISED
};

struct eval;

/* What goes over items, and makes them when they are asked for, as Python does. */
struct iterator {
    const char *type;  /* "zip": Python's name for it */
    struct list *list; /* the items; NULL once all are taken, or when `step` makes them */
    uint32_t at;
    const struct unknown *lost;  /* why it can no longer be told what comes next; or NULL */
    struct generator *generator; /* a function that yields; NULL: none */
    enum next (*step)(struct eval *e, struct iterator *it, struct value *out);
    struct iterator **sources; /* what `step` takes from */
    uint32_t n_sources;
    struct list *past;    /* what it has gone over to the end, and may have called; or NULL */
    struct value *values; /* what `step` keeps: a function, a count, ... */
    uint32_t n_values;
    bool runs;   /* `step` is at work */
    bool frozen; /* it gives nothing any more */
};

/* d.keys(), d.values() or d.items(): always what the dict holds now. */
struct dict_view {
    struct dict *dict;
    enum view_of {
        VIEW_KEYS,
        VIEW_VALUES,
        VIEW_ITEMS
    } of;
};

/* What a value stood for before a child config or the command line replaced it. */
struct past {
    struct value value;
    const struct past *next;
};

struct entry {
    struct value key, value;
    const struct past *past;
    uint32_t hash;
    uint32_t pad;
};

enum dict_flavor {
    DICT_PLAIN,
    DICT_ORDERED,   /* collections.OrderedDict */
    DICT_STRUCT,    /* struct() of a description: attributes are keys */
    DICT_CONFIG,    /* mmengine's ConfigDict: attributes are keys, update is deep */
    DICT_TORCHPACK, /* torchpack's Config: attributes are keys, update is deep */
    DICT_ADDICT,    /* addict's Dict, which ConfigDict | dict gives: makes what it lacks */
};

struct dict {              /* and set */
    struct entry *entries; /* in order of insertion */
    uint32_t *index;       /* open-addressed: entry number + 1; NULL while there are few */
    uint32_t n, cap, index_cap;
    uint32_t removals;          /* so far: places of entries before and after one differ */
    uint8_t flavor;             /* enum dict_flavor */
    uint8_t frozen;             /* enum frozen */
    const struct unknown *lost; /* as of a list */
};

struct frame;
struct generator;
struct profile;

struct function_value {
    const struct tree *tree;
    const struct function *def;
    const struct profile *language; /* that it is written in */
    struct frame *outer;            /* where it was defined; NULL at module level */
    struct dict *globals;
    struct value *defaults;  /* one for each parameter; kind VALUE_KINDS where there is none */
    struct dict *attributes; /* its __dict__; or NULL */
    struct dict *own;        /* __name__ and the like, where they were set; or NULL */
    uint64_t walk;           /* that came here last: see reach.c */
    bool outside;            /* code that is not evaluated may call it */
    bool changed;            /* it may be another function now (f.__code__ = ...) */
    bool frozen;             /* what it keeps from call to call stays as it is */
};

struct unknown {
    str reason; /* completes "unknown because ..." */
    const struct tree *tree;
    node_id node;
    struct list *holds; /* values that it may be, or lead to; NULL: nothing that can be changed */
    bool plain;         /* of a type of Python's own: using it runs no code that is not seen */
    bool names;         /* a dict of names: to look for a text among them runs nothing */
    bool absent;        /* it may be that the name it stands for is not there */
    bool only_reads;    /* a function that leaves what it is given as it is, and calls none of it */
    bool imports;       /* a function that gives the module whose name it is given */
};

/* A name in a package that is not imported: LazyObject and LazyAttr of mmengine. */
struct lazy {
    str module; /* "torch.optim" */
    str name;   /* "SGD"; for a bare module, what str() of it gives */
    bool is_module;
    bool is_attribute;          /* LazyAttr */
    uint8_t frozen;             /* enum frozen */
    str path;                   /* what an attribute of it has as its module */
    struct dict *attributes;    /* that were set; or NULL */
    const struct unknown *lost; /* why it can no longer be told what it stands for; or NULL */
};

struct class_value {
    str name, module;            /* its __qualname__ and __module__ */
    struct function_value *body; /* what its methods can reach */
};

/* A value of the host's: the model layer's tensors and modules, the lint layer's settings. */
struct object {
    const struct object_class *class_;
};

struct arguments {
    const struct value *positional;
    uint32_t n_positional;
    const struct entry *keywords; /* keys are strings */
    uint32_t n_keywords;
    const struct tree *tree; /* the call */
    node_id node;
};

struct object_class {
    const char *name;
    /* Each may be NULL: then the operation is an error.  All return false after raising. */
    bool (*attribute)(struct eval *e, struct object *o, str name, struct value *out);
    bool (*set_attribute)(
        struct eval *e, struct object *o, const struct string *name, struct value v);
    bool (*call)(struct eval *e, struct object *o, const struct arguments *args, struct value *out);
    bool (*binary)(struct eval *e, enum operator op, const struct value *left,
        const struct value *right, struct value *out);
    bool (*unary)(struct eval *e, enum operator op, const struct value *operand, struct value *out);
    bool (*item)(struct eval *e, struct object *o, const struct value *index, struct value *out);
    bool (*set_item)(
        struct eval *e, struct object *o, const struct value *index, const struct value *v);
    /* x op= y; without it, x op y. */
    bool (*augmented)(struct eval *e, enum operator op, struct object *left,
        const struct value *right, struct value *out);
    bool (*iterate)(struct eval *e, struct object *o, struct list **out);
    /* The value that all that it holds can be reached through. */
    const struct value *(*inside)(const struct object *o);
    str (*describe)(struct arena *a, const struct object *o);
    bool is_held; /* bindings of it are told to the host (eval.h: hold, release) */
};

/* Is it a ConfigDict, or the Dict that it is derived from? */
static inline bool dict_is_config(const struct dict *d)
{
    return d->flavor == DICT_CONFIG || d->flavor == DICT_ADDICT;
}

/* Are its keys attributes, too? */
static inline bool dict_has_attributes(const struct dict *d)
{
    return d->flavor > DICT_ORDERED;
}

/* Each field by itself, what it holds by who asks: a whole that is made at once is put together in
 * memory and read back, for which a processor waits. */
static inline struct value value_of_kind(enum value_kind kind)
{
    struct value v;
    v.kind = (uint8_t)kind;
    v.how = ORIGIN_TEXT;
    v.pad = 0;
    v.node = 0;
    v.tree = NULL;
    return v;
}

static inline struct value value_none(void)
{
    struct value v = value_of_kind(VALUE_NONE);
    v.i = 0;
    return v;
}

static inline struct value value_bool(bool b)
{
    struct value v = value_of_kind(VALUE_BOOL);
    v.i = 0; /* the bytes beside it */
    v.b = b;
    return v;
}

static inline struct value value_int(int64_t i)
{
    struct value v = value_of_kind(VALUE_INT);
    v.i = i;
    return v;
}

static inline struct value value_float(double f)
{
    struct value v = value_of_kind(VALUE_FLOAT);
    v.f = f;
    return v;
}

static inline struct value value_of_string(const struct string *s)
{
    struct value v = value_of_kind(VALUE_STRING);
    v.s = s;
    return v;
}

static inline struct value value_of_list(struct list *l)
{
    struct value v = value_of_kind(VALUE_LIST);
    v.list = l;
    return v;
}

static inline struct value value_of_tuple(struct list *l)
{
    struct value v = value_of_kind(VALUE_TUPLE);
    v.list = l;
    return v;
}

static inline struct value value_of_dict(struct dict *d)
{
    struct value v = value_of_kind(VALUE_DICT);
    v.dict = d;
    return v;
}

static inline struct value value_of_builtin(const struct builtin_value *b)
{
    struct value v = value_of_kind(VALUE_BUILTIN);
    v.builtin = b;
    return v;
}

static inline struct value value_of_object(struct object *o)
{
    struct value v = value_of_kind(VALUE_OBJECT);
    v.object = o;
    return v;
}

struct value value_string(struct arena *a, str s);
const struct string *string_new(struct arena *a, str s);
struct value value_unknown(struct arena *a, const struct tree *tree, node_id node,
    const char *format, ...) __attribute__((format(printf, 4, 5)));

static inline bool value_is_unknown(const struct value *v)
{
    return v->kind == VALUE_UNKNOWN;
}

static inline bool value_is_none(const struct value *v)
{
    return v->kind == VALUE_NONE;
}

static inline bool value_is_sequence(const struct value *v)
{
    return v->kind == VALUE_LIST || v->kind == VALUE_TUPLE;
}

static inline bool value_is_set(const struct value *v)
{
    return v->kind == VALUE_SET || v->kind == VALUE_FROZENSET;
}

/* Is it not equal to itself? */
static inline bool value_is_nan(const struct value *v)
{
    return v->kind == VALUE_FLOAT ? v->f != v->f
           : v->kind == VALUE_COMPLEX
               ? v->complex->real != v->complex->real || v->complex->imag != v->complex->imag
               : false;
}

/* int or bool that fits 64 bits */
static inline bool value_is_int(const struct value *v)
{
    return v->kind == VALUE_INT || v->kind == VALUE_BOOL;
}

static inline int64_t value_as_int(const struct value *v)
{
    return v->kind == VALUE_BOOL ? v->b : v->i;
}

static inline bool value_is_number(const struct value *v)
{
    return v->kind >= VALUE_BOOL && v->kind <= VALUE_FLOAT;
}

/* The text of a string value; empty for any other, and for none. */
static inline str value_str(const struct value *v)
{
    return v && v->kind == VALUE_STRING ? string_str(v->s) : (str){"", 0};
}

static inline bool value_is_str(const struct value *v, const char *z)
{
    return v->kind == VALUE_STRING && str_is(string_str(v->s), z);
}

/* Python's name for the type of a value. */
str value_type_name(const struct value *v);
/* Where it came from; no source when nobody wrote it. */
struct loc value_loc(const struct value *v);

/* --- lists --- */

struct list *list_new(struct arena *a, uint32_t room);
/* Makes room for more. */
void list_grow(struct arena *a, struct list *l);

static inline void list_push(struct arena *a, struct list *l, struct value v)
{
    if (l->n == l->cap) {
        list_grow(a, l);
    }
    l->items[l->n++] = v;
}

struct list *list_copy(struct arena *a, const struct list *l);
/* Is one of the items the word? */
bool list_has_word(const struct list *l, str word);

/* --- dicts --- */

struct dict *dict_new(struct arena *a, uint32_t room);
/* The entry of a key whose hash is known; NULL when absent. */
struct entry *dict_find(const struct dict *d, const struct value *key, uint32_t hash);
struct entry *dict_find_string(const struct dict *d, const struct string *key);
struct entry *dict_find_str(const struct dict *d, str key);
/* The value of a string key; NULL when absent. */
const struct value *dict_get(const struct dict *d, const char *key);
/* Sets a key; a new one goes to the end, an old one keeps its place (and its key). */
struct entry *dict_set(
    struct arena *a, struct dict *d, const struct value *key, uint32_t hash, struct value v);
/* The same for a key that is not there. */
struct entry *dict_add(
    struct arena *a, struct dict *d, const struct value *key, uint32_t hash, struct value v);
struct entry *dict_set_str(struct arena *a, struct dict *d, str key, struct value v);
/* Is there a name of a program in it that may not be there? */
bool dict_may_lack(const struct dict *d);
void dict_remove(struct dict *d, struct entry *e);
void dict_clear(struct dict *d);
/* Same keys and values, same flavor, not frozen. */
struct dict *dict_copy(struct arena *a, const struct dict *d);

/* --- comparing --- */

/* False for what Python cannot hash, for unknowns, and when the fuel is spent. */
bool value_hash(const struct value *v, uint32_t *out, struct fuel *fuel);
/* Python's ==.  An unknown inside, or more steps than there is fuel, makes the answer false and
 * sets *unknown (which may be NULL).  Without fuel there is a limit too. */
bool value_equal(const struct value *a, const struct value *b, bool *unknown, struct fuel *fuel);
/* The same for what a container compares, which is equal to itself even when it is no number. */
bool value_equal_item(
    const struct value *a, const struct value *b, bool *unknown, struct fuel *fuel);
/* Python's truth; for an unknown, false. */
bool value_truth(const struct value *v);

/* How deep containers may be nested: what is deeper is left alone, unequal, or unknown. */
#define VALUE_DEPTH 500

/* Why it can no longer be told what a container holds; NULL when it can. */
static inline const struct unknown *value_lost(const struct value *v)
{
    switch (v->kind) {
    case VALUE_LIST:
    case VALUE_TUPLE: return v->list->lost;
    case VALUE_DICT:
    case VALUE_SET: return v->dict->lost;
    case VALUE_VIEW: return v->view->dict->lost;
    case VALUE_ITERATOR: return v->iterator->lost;
    case VALUE_LAZY: return v->lazy->lost;
    default: return NULL;
    }
}

/* A container that is lost, as the unknown that it is; all else as it is. */
struct value value_found(struct value v);
/* The same for all that is in it; it has to be of finite extent. */
void value_find_all(struct value *v);
/*
 * Marks all containers below as frozen; those that are lost become unknowns (freeze.c).  False
 * where something below can be changed all the same: the state of functions, iterators and the
 * like.
 */
bool value_freeze(struct value *v);
/* The same, of that state, too. */
void value_freeze_all(struct value *v);

/* The first part that is not known, or no longer, and its path below the value ("": itself).  NULL:
 * there is none among the containers that are looked at, *left at most, which are taken off. */
const struct unknown *value_unknown_part(
    struct arena *a, const struct value *v, uint32_t *left, str *path);

/* Can a loader make a config of it?  A container may hold itself, or others many times over. */
enum extent {
    EXTENT_FINE,
    EXTENT_DEEP,  /* CPython raises RecursionError */
    EXTENT_LARGE, /* more than so many items, or bytes of texts, when all is written out */
};
enum extent value_extent(const struct value *v, uint64_t items, uint64_t bytes);

#endif
