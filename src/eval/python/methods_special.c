/* The methods that operators call, called by their names: x.__len__(), d.__setitem__(k, v), ...  A
 * type has those of its operators; what it gives back for operands that it does not take
 * (NotImplemented) is unknown. */
#include "eval/builtins.h"
#include "eval/ops.h"
#include "eval/run/iterators.h"

enum has {
    NUMBER = 1,
    TEXT = 2,
    LIST = 4,
    TUPLE = 8,
    DICT = 16,
    SET = 32,
    RANGE = 64,
    VIEW = 128,
    ITERATOR = 256,
    WHOLE = 512,
    REAL = 1024,
    SEQUENCE = TEXT | LIST | TUPLE | RANGE,
    SIZED = SEQUENCE | DICT | SET | VIEW,
};

static unsigned kind_of(enum type_id type)
{
    switch (type) {
    case TYPE_INT:
    case TYPE_BOOL:
    case TYPE_FLOAT:
    case TYPE_COMPLEX: return NUMBER;
    case TYPE_STR:
    case TYPE_BYTES: return TEXT;
    case TYPE_LIST: return LIST;
    case TYPE_TUPLE: return TUPLE;
    case TYPE_DICT: return DICT;
    case TYPE_SET:
    case TYPE_FROZENSET: return SET;
    case TYPE_RANGE: return RANGE;
    default: return 0;
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
    unsigned kind = kind_of(type_of(self)), with = kind_of(type_of(other));
    bool comparison =
        op == OP_EQ || op == OP_NE || op == OP_LT || op == OP_LE || op == OP_GT || op == OP_GE;
    if (op == OP_MUL && (kind & (TEXT | LIST | TUPLE))) {
        return value_is_int(other);
    }
    if (op == OP_MOD && kind == TEXT) {
        return true;
    }
    if (kind == NUMBER && with == NUMBER) {
        return self->kind == VALUE_COMPLEX || other->kind != VALUE_COMPLEX
                   ? other->kind != VALUE_FLOAT || self->kind == VALUE_FLOAT ||
                         self->kind == VALUE_COMPLEX
                   : false;
    }
    return kind == with && (type_of(self) == type_of(other) || (kind == SET && !comparison));
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
    {WHOLE, {"__index__", special_int, 0, 0, NULL}},
    {WHOLE, {"__lshift__", special_lshift, 1, 1, NULL}},
    {WHOLE, {"__rshift__", special_rshift, 1, 1, NULL}},
    {SET | WHOLE, {"__and__", special_and, 1, 1, NULL}},
    {SET | DICT | WHOLE, {"__or__", special_or, 1, 1, NULL}},
    {SET | WHOLE, {"__xor__", special_xor, 1, 1, NULL}},
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
    {SIZED, {"__contains__", special_contains, 1, 1, NULL}},
    {SEQUENCE | DICT, {"__getitem__", special_getitem, 1, 1, NULL}},
    {LIST | DICT, {"__setitem__", special_setitem, 2, 2, NULL}},
    {LIST | DICT, {"__delitem__", special_delitem, 1, 1, NULL}},
    {SIZED | ITERATOR, {"__iter__", special_iter, 0, 0, NULL}},
    {LIST | DICT | RANGE | VIEW, {"__reversed__", special_reversed, 0, 0, NULL}},
    {ITERATOR, {"__next__", special_next, 0, 0, NULL}},
    {NUMBER | SIZED, {"__repr__", special_repr, 0, 0, NULL}},
    {NUMBER | SIZED, {"__str__", special_str, 0, 0, NULL}},
    {NUMBER | SIZED, {"__format__", special_format, 1, 1, NULL}},
    {NUMBER, {"__abs__", special_abs, 0, 0, NULL}},
    {NUMBER, {"__neg__", special_neg, 0, 0, NULL}},
    {NUMBER, {"__bool__", special_bool, 0, 0, NULL}},
};

const struct builtin_def *builtins_special(const struct value *self, str name)
{
    unsigned kind = self->kind == VALUE_ITERATOR ? ITERATOR
                    : self->kind == VALUE_VIEW   ? VIEW
                    : self->kind == VALUE_TYPE   ? kind_of(self->type->id)
                                                 : kind_of(type_of(self));
    enum type_id type = self->kind == VALUE_TYPE ? self->type->id : type_of(self);
    bool whole = type == TYPE_INT || type == TYPE_BOOL;
    kind |= whole ? WHOLE | REAL : type == TYPE_FLOAT ? REAL : 0;
    if (self->kind == VALUE_DICT && dict_has_attributes(self->dict)) {
        return NULL;
    }
    if ((kind & VIEW) && self->view->of == VIEW_VALUES && str_is(name, "__contains__")) {
        return NULL;
    }
    for (size_t i = 0; i < sizeof SPECIAL / sizeof *SPECIAL; i++) {
        if ((SPECIAL[i].has & kind) && str_is(name, SPECIAL[i].def.name)) {
            return &SPECIAL[i].def;
        }
    }
    return NULL;
}
