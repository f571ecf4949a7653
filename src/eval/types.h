/* The classes of the config language: int, dict, KeyError, ... */
#ifndef CFGLINT_EVAL_TYPES_H
#define CFGLINT_EVAL_TYPES_H

#include "eval/value.h"

enum type_id {
#define TYPE(id, name, base) TYPE_##id,
#include "eval/types.def"
#undef TYPE
    TYPE_COUNT
};

struct type_def {
    const char *name;
    enum type_id id, base;
};

extern const struct type_def TYPES[];

/* The type called `name` among those that programs can name; NULL when there is none. */
const struct type_def *type_find(str name);
bool type_is_subtype(enum type_id type, enum type_id of);
/* The class of a value; OBJECT for what has none of these. */
enum type_id type_of(const struct value *v);

struct exception {
    const struct type_def *type;
    struct list *args;
    struct list *members; /* of a group; or NULL */
    struct list *missing; /* names of parameters that a call left without a value; or NULL */
    const struct function *lacking; /* whose they are */
    const struct value *about; /* a None where something is needed, a dict without the key, what is
                                * no dict and has to be one, or an operand; or NULL */
    bool operand;              /* `about` is of a kind that the operation does not take */
    str words;                 /* of one that we raise: its message for people; or none */
    struct dict *attributes;   /* that were set; or NULL */
    bool any;                  /* of a class that is not known */
    bool frozen;               /* its attributes stay as they are */
    const struct tree *tree;   /* where it was raised */
    node_id node;
};

#endif
