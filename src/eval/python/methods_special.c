/* The methods that operators call, called by their names: x.__len__(), d.__setitem__(k, v), ...  A
 * type has those that Python's has, and no others; what it gives back for operands that it does not
 * take (NotImplemented) is unknown. */
#include "eval/builtins.h"
#include "eval/ops.h"
#include "eval/run/iterators.h"

/* Types, each a bit. */
enum has {
    INT = 1, /* and bool */
    FLOAT = 2,
    COMPLEX = 4,
    STRINGS = 8,
    BYTES = 16,
    LIST = 32,
    TUPLE = 64,
    DICT = 128,
    MUTABLE_SET = 256,
    FROZENSET = 512,
    RANGE = 1024,
    SLICE = 2048,
    NONE = 4096,
    ELLIPSIS = 8192,
    VIEW = 16384,   /* of keys or items */
    VALUES = 32768, /* a view of values */
    ITERATOR = 65536,
    GENERATOR = 131072,
    METATYPE = 262144, /* what a type has for being one */
    REAL = INT | FLOAT,
    NUMBER = REAL | COMPLEX,
    TEXT = STRINGS | BYTES,
    SET = MUTABLE_SET | FROZENSET,
    SETLIKE = SET | VIEW,
    SEQUENCE = TEXT | LIST | TUPLE | RANGE,
    SIZED = SEQUENCE | DICT | SETLIKE | VALUES,
    EVERY = 0x7fffffff,
};

static unsigned of_type(enum type_id type)
{
    switch (type) {
    case TYPE_INT:
    case TYPE_BOOL: return INT;
    case TYPE_FLOAT: return FLOAT;
    case TYPE_COMPLEX: return COMPLEX;
    case TYPE_STR: return STRINGS;
    case TYPE_BYTES: return BYTES;
    case TYPE_LIST: return LIST;
    case TYPE_TUPLE: return TUPLE;
    case TYPE_DICT: return DICT;
    case TYPE_SET: return MUTABLE_SET;
    case TYPE_FROZENSET: return FROZENSET;
    case TYPE_RANGE: return RANGE;
    case TYPE_SLICE: return SLICE;
    case TYPE_NONE: return NONE;
    default: return 0;
    }
}

/* 0: what it has is not known here. */
static unsigned kind_of(const struct value *v)
{
    switch (v->kind) {
    case VALUE_ITERATOR: return v->iterator->generator ? ITERATOR | GENERATOR : ITERATOR;
    case VALUE_VIEW: return v->view->of == VIEW_VALUES ? VALUES : VIEW;
    case VALUE_ELLIPSIS: return ELLIPSIS;
    case VALUE_DICT: return dict_has_attributes(v->dict) ? 0 : DICT;
    default: return of_type(type_of(v));
    }
}

static bool call_builtin(
    struct eval *e, const char *name, const struct value *values, uint32_t n, struct value *out)
{
    struct value function;
    struct arguments args = {.positional = values, .n_positional = n};
    return builtins_find(e, str_of(name), &function) && eval_call(e, &function, &args, out);
}

/* Does its own type know what to do with such an operand?  Else another's may. */
static bool goes_with(enum operator op, const struct value *self, const struct value *other)
{
    unsigned kind = of_type(type_of(self)), with = of_type(type_of(other));
    bool order = op == OP_LT || op == OP_LE || op == OP_GT || op == OP_GE;
    bool comparison = order || op == OP_EQ || op == OP_NE;
    if (op == OP_MUL && (kind & (TEXT | LIST | TUPLE))) {
        return value_is_int(other);
    }
    if (op == OP_MOD && (kind & TEXT)) {
        return true;
    }
    if ((kind & NUMBER) && (with & NUMBER)) {
        return kind == COMPLEX ? !order : kind == FLOAT ? with != COMPLEX : with == INT;
    }
    return type_of(self) == type_of(other) || ((kind & SET) && (with & SET) && !comparison);
}

static bool operate(struct eval *e, enum operator op, const struct value *self,
    const struct arguments *args, bool reflected, struct value *out)
{
    const struct value *other = &args->positional[0];
    bool compares =
        op == OP_EQ || op == OP_NE || op == OP_LT || op == OP_LE || op == OP_GT || op == OP_GE;
    if (value_is_unknown(other) || !goes_with(op, self, other)) {
        *out = ops_unknown(e, "what another type makes of this is not evaluated");
        return true;
    }
    const struct value *left = reflected ? other : self, *right = reflected ? self : other;
    return compares ? ops_compare(e, op, left, right, out) : ops_binary(e, op, left, right, out);
}

#define OPERATOR(name, op)                         \
    BUILTIN(special_##name)                        \
    {                                              \
        return operate(e, op, self, args, 0, out); \
    }                                              \
    BUILTIN(special_r##name)                       \
    {                                              \
        return operate(e, op, self, args, 1, out); \
    }
#define PLAIN(name, op)                            \
    BUILTIN(special_##name)                        \
    {                                              \
        return operate(e, op, self, args, 0, out); \
    }
#define IN_PLACE(name, op)                                            \
    BUILTIN(special_##name)                                           \
    {                                                                 \
        return ops_augmented(e, op, self, &args->positional[0], out); \
    }
#define FUNCTION(name, function)                        \
    BUILTIN(special_##name)                             \
    {                                                   \
        (void)args;                                     \
        return call_builtin(e, function, self, 1, out); \
    }

OPERATOR(add, OP_ADD)
OPERATOR(sub, OP_SUB)
OPERATOR(truediv, OP_DIV)
OPERATOR(floordiv, OP_FLOORDIV)
OPERATOR(mod, OP_MOD)
PLAIN(mul, OP_MUL)
PLAIN(lshift, OP_LSHIFT)
PLAIN(rshift, OP_RSHIFT)
PLAIN(and, OP_BITAND)
PLAIN(or, OP_BITOR)
PLAIN(xor, OP_BITXOR)
PLAIN(eq, OP_EQ)
PLAIN(ne, OP_NE)
PLAIN(lt, OP_LT)
PLAIN(le, OP_LE)
PLAIN(gt, OP_GT)
PLAIN(ge, OP_GE)
IN_PLACE(iadd, OP_ADD)
IN_PLACE(imul, OP_MUL)
IN_PLACE(ior, OP_BITOR)
FUNCTION(len, "len")
FUNCTION(repr, "repr")
FUNCTION(str, "str")
FUNCTION(abs, "abs")
FUNCTION(int, "int")
FUNCTION(float, "float")
FUNCTION(iter, "iter")
FUNCTION(reversed, "reversed")

BUILTIN(special_contains)
{
    return ops_compare(e, OP_IN, &args->positional[0], self, out);
}

BUILTIN(special_getitem)
{
    return ops_get_item(e, self, &args->positional[0], out);
}

BUILTIN(special_setitem)
{
    *out = value_none();
    return ops_set_item(e, self, &args->positional[0], args->positional[1]);
}

BUILTIN(special_delitem)
{
    *out = value_none();
    return ops_delete_item(e, self, &args->positional[0]);
}

BUILTIN(special_neg)
{
    (void)args;
    return ops_unary(e, OP_NEG, self, out);
}

BUILTIN(special_divmod)
{
    struct value two[] = {*self, args->positional[0]};
    if (value_is_unknown(&two[1]) || !goes_with(OP_FLOORDIV, self, &two[1])) {
        *out = ops_unknown(e, "what another type makes of this is not evaluated");
        return true;
    }
    return call_builtin(e, "divmod", two, 2, out);
}

BUILTIN(special_round)
{
    struct value two[] = {*self, args->n_positional ? args->positional[0] : value_none()};
    if (args->n_positional && value_is_none(&two[1]) && self->kind != VALUE_FLOAT) {
        return eval_raise(
            e, TYPE_TYPE_ERROR, "'NoneType' object cannot be interpreted as an integer");
    }
    return call_builtin(e, "round", two, 1 + args->n_positional, out);
}

BUILTIN(special_bool)
{
    (void)args, (void)e;
    *out = value_bool(value_truth(self));
    return true;
}

BUILTIN(special_format)
{
    struct value two[] = {*self, args->positional[0]};
    return call_builtin(e, "format", two, 2, out);
}

BUILTIN(special_next)
{
    struct value one = *self;
    (void)args;
    return call_builtin(e, "next", &one, 1, out);
}

static const struct {
    unsigned has;
    struct builtin_def def;
} SPECIAL[] = {
    {NUMBER | TEXT | LIST | TUPLE, {"__add__", special_add, 1, 1, NULL}},
    {NUMBER, {"__radd__", special_radd, 1, 1, NULL}},
    {NUMBER | SET, {"__sub__", special_sub, 1, 1, NULL}},
    {NUMBER, {"__rsub__", special_rsub, 1, 1, NULL}},
    {NUMBER | TEXT | LIST | TUPLE, {"__mul__", special_mul, 1, 1, NULL}},
    {NUMBER | TEXT | LIST | TUPLE, {"__rmul__", special_mul, 1, 1, NULL}},
    {TEXT | REAL, {"__mod__", special_mod, 1, 1, NULL}},
    {REAL, {"__rmod__", special_rmod, 1, 1, NULL}},
    {NUMBER, {"__truediv__", special_truediv, 1, 1, NULL}},
    {NUMBER, {"__rtruediv__", special_rtruediv, 1, 1, NULL}},
    {REAL, {"__floordiv__", special_floordiv, 1, 1, NULL}},
    {REAL, {"__rfloordiv__", special_rfloordiv, 1, 1, NULL}},
    {REAL, {"__divmod__", special_divmod, 1, 1, NULL}},
    {REAL, {"__round__", special_round, 0, 1, NULL}},
    {REAL, {"__trunc__", special_int, 0, 0, NULL}},
    {REAL, {"__int__", special_int, 0, 0, NULL}},
    {REAL, {"__float__", special_float, 0, 0, NULL}},
    {INT, {"__index__", special_int, 0, 0, NULL}},
    {INT, {"__lshift__", special_lshift, 1, 1, NULL}},
    {INT, {"__rshift__", special_rshift, 1, 1, NULL}},
    {SET | INT, {"__and__", special_and, 1, 1, NULL}},
    {SET | DICT | INT, {"__or__", special_or, 1, 1, NULL}},
    {SET | INT, {"__xor__", special_xor, 1, 1, NULL}},
    {NUMBER | SIZED, {"__eq__", special_eq, 1, 1, NULL}},
    {NUMBER | SIZED, {"__ne__", special_ne, 1, 1, NULL}},
    {NUMBER | TEXT | LIST | TUPLE | SET, {"__lt__", special_lt, 1, 1, NULL}},
    {NUMBER | TEXT | LIST | TUPLE | SET, {"__le__", special_le, 1, 1, NULL}},
    {NUMBER | TEXT | LIST | TUPLE | SET, {"__gt__", special_gt, 1, 1, NULL}},
    {NUMBER | TEXT | LIST | TUPLE | SET, {"__ge__", special_ge, 1, 1, NULL}},
    {LIST, {"__iadd__", special_iadd, 1, 1, NULL}},
    {LIST, {"__imul__", special_imul, 1, 1, NULL}},
    {DICT, {"__ior__", special_ior, 1, 1, NULL}},
    {SIZED, {"__len__", special_len, 0, 0, NULL}},
    {SIZED & ~VALUES, {"__contains__", special_contains, 1, 1, NULL}},
    {SEQUENCE | DICT, {"__getitem__", special_getitem, 1, 1, NULL}},
    {LIST | DICT, {"__setitem__", special_setitem, 2, 2, NULL}},
    {LIST | DICT, {"__delitem__", special_delitem, 1, 1, NULL}},
    {SIZED | ITERATOR, {"__iter__", special_iter, 0, 0, NULL}},
    {LIST | DICT | RANGE | VIEW | VALUES, {"__reversed__", special_reversed, 0, 0, NULL}},
    {ITERATOR, {"__next__", special_next, 0, 0, NULL}},
    {NUMBER | SIZED, {"__repr__", special_repr, 0, 0, NULL}},
    {NUMBER | SIZED, {"__str__", special_str, 0, 0, NULL}},
    {NUMBER | SIZED, {"__format__", special_format, 1, 1, NULL}},
    {NUMBER, {"__abs__", special_abs, 0, 0, NULL}},
    {NUMBER, {"__neg__", special_neg, 0, 0, NULL}},
    {NUMBER, {"__bool__", special_bool, 0, 0, NULL}},
};

/* What types have besides, which is not evaluated. */
static const struct {
    unsigned has;
    const char *names;
} OTHERS[] = {
    {EVERY, "__class__ __delattr__ __dir__ __doc__ __eq__ __format__ __ge__ __getattribute__ "
            "__getstate__ __gt__ __hash__ __init__ __init_subclass__ __le__ __lt__ __ne__ __new__ "
            "__reduce__ __reduce_ex__ __repr__ __setattr__ __sizeof__ __str__ __subclasshook__"},
    {NUMBER, "__pos__ __pow__ __rpow__"},
    {REAL, "__ceil__ __floor__ __rdivmod__"},
    {INT, "__invert__ __rlshift__ __rrshift__"},
    {FLOAT, "__getformat__"},
    {COMPLEX, "__complex__"},
    {BYTES, "__bytes__"},
    {TEXT, "__rmod__"},
    {NUMBER | TEXT | TUPLE, "__getnewargs__"},
    {INT | SETLIKE, "__rand__ __rxor__"},
    {INT | SETLIKE | DICT, "__ror__"},
    {SETLIKE, "__rsub__"},
    {VIEW, "__and__ __or__ __sub__ __xor__"},
    {MUTABLE_SET, "__iand__ __ior__ __isub__ __ixor__"},
    {LIST | TUPLE | DICT | SET | ITERATOR, "__class_getitem__"},
    {RANGE | NONE, "__bool__"},
    {ITERATOR, "__copy__ __length_hint__ __setstate__"},
    {GENERATOR, "__del__ __name__ __qualname__"},
    {METATYPE, "__base__ __bases__ __basicsize__ __call__ "
               "__dict__ __dictoffset__ __flags__ __instancecheck__ __itemsize__ __module__ "
               "__mro__ __name__ __or__ __prepare__ __qualname__ __ror__ __subclasscheck__ "
               "__subclasses__ __text_signature__ __weakrefoffset__"},
};

static bool has_word(const char *words, str word)
{
    for (size_t n; *words; words += n + (words[n] == ' ')) {
        n = strcspn(words, " ");
        if (str_eq((str){words, n}, word)) {
            return true;
        }
    }
    return false;
}

static unsigned whose(const struct value *self)
{
    return self->kind == VALUE_TYPE ? of_type(self->type->id) : kind_of(self);
}

static const struct builtin_def *find_special(unsigned kind, str name)
{
    for (size_t i = 0; i < sizeof SPECIAL / sizeof *SPECIAL; i++) {
        if ((SPECIAL[i].has & kind) && str_is(name, SPECIAL[i].def.name)) {
            return &SPECIAL[i].def;
        }
    }
    return NULL;
}

/* Types have these from object, which takes anything. */
static bool is_of_object(unsigned kind, str name)
{
    return (!(kind & STRINGS) && str_is(name, "__str__")) ||
           (!(kind & (NUMBER | STRINGS)) && str_is(name, "__format__"));
}

const struct builtin_def *builtins_special(const struct value *self, str name)
{
    unsigned kind = whose(self);
    bool inherited = self->kind == VALUE_TYPE && is_of_object(kind, name);
    return inherited ? NULL : find_special(kind, name);
}

bool builtins_has_special(const struct value *self, str name)
{
    unsigned kind = whose(self);
    if (kind == 0) {
        return true;
    }
    kind |= self->kind == VALUE_TYPE ? METATYPE : 0;
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        if ((OTHERS[i].has & kind) && has_word(OTHERS[i].names, name)) {
            return true;
        }
    }
    return find_special(kind, name) != NULL;
}
