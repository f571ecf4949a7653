/* The module operator. */
#include "eval/builtins.h"
#include "eval/ops.h"

#define BINARY(name, op)                                                              \
    BUILTIN(operator_##name)                                                          \
    {                                                                                 \
        (void)self;                                                                   \
        return ops_binary(e, op, &args->positional[0], &args->positional[1], out);    \
    }                                                                                 \
    BUILTIN(operator_i##name)                                                         \
    {                                                                                 \
        (void)self;                                                                   \
        return ops_augmented(e, op, &args->positional[0], &args->positional[1], out); \
    }
#define COMPARES(name, op)                                                          \
    BUILTIN(operator_##name)                                                        \
    {                                                                               \
        (void)self;                                                                 \
        return ops_compare(e, op, &args->positional[0], &args->positional[1], out); \
    }
#define UNARY(name, op)                                     \
    BUILTIN(operator_##name)                                \
    {                                                       \
        (void)self;                                         \
        return ops_unary(e, op, &args->positional[0], out); \
    }

BINARY(add, OP_ADD)
BINARY(sub, OP_SUB)
BINARY(mul, OP_MUL)
BINARY(truediv, OP_DIV)
BINARY(floordiv, OP_FLOORDIV)
BINARY(mod, OP_MOD)
BINARY(pow, OP_POW)
BINARY(lshift, OP_LSHIFT)
BINARY(rshift, OP_RSHIFT)
BINARY(and, OP_BITAND)
BINARY(or, OP_BITOR)
BINARY(xor, OP_BITXOR)
COMPARES(lt, OP_LT)
COMPARES(le, OP_LE)
COMPARES(eq, OP_EQ)
COMPARES(ne, OP_NE)
COMPARES(ge, OP_GE)
COMPARES(gt, OP_GT)
COMPARES(is, OP_IS)
COMPARES(is_not, OP_IS_NOT)
UNARY(neg, OP_NEG)
UNARY(pos, OP_POS)
UNARY(invert, OP_INVERT)
UNARY(not, OP_NOT)

BUILTIN(operator_truth)
{
    struct value not ;
    (void)self;
    if (!ops_unary(e, OP_NOT, &args->positional[0], &not )) {
        return false;
    }
    return ops_unary(e, OP_NOT, &not, out);
}

BUILTIN(operator_contains)
{
    (void)self;
    return ops_compare(e, OP_IN, &args->positional[1], &args->positional[0], out);
}

BUILTIN(operator_getitem)
{
    (void)self;
    return ops_get_item(e, &args->positional[0], &args->positional[1], out);
}

BUILTIN(operator_setitem)
{
    (void)self;
    *out = value_none();
    return ops_set_item(e, &args->positional[0], &args->positional[1], args->positional[2]);
}

BUILTIN(operator_delitem)
{
    (void)self;
    *out = value_none();
    return ops_delete_item(e, &args->positional[0], &args->positional[1]);
}

#define ROW(name, function, n)           \
    {                                    \
#name, operator_##function, n, n \
    }

const struct builtin_def OPERATOR[] = {
    ROW(add, add, 2),
    ROW(sub, sub, 2),
    ROW(mul, mul, 2),
    ROW(truediv, truediv, 2),
    ROW(floordiv, floordiv, 2),
    ROW(mod, mod, 2),
    ROW(pow, pow, 2),
    ROW(lshift, lshift, 2),
    ROW(rshift, rshift, 2),
    ROW(and_, and, 2),
    ROW(or_, or, 2),
    ROW(xor, xor, 2),
    ROW(iadd, iadd, 2),
    ROW(isub, isub, 2),
    ROW(imul, imul, 2),
    ROW(itruediv, itruediv, 2),
    ROW(ifloordiv, ifloordiv, 2),
    ROW(imod, imod, 2),
    ROW(ipow, ipow, 2),
    ROW(ilshift, ilshift, 2),
    ROW(irshift, irshift, 2),
    ROW(iand, iand, 2),
    ROW(ior, ior, 2),
    ROW(ixor, ixor, 2),
    ROW(lt, lt, 2),
    ROW(le, le, 2),
    ROW(eq, eq, 2),
    ROW(ne, ne, 2),
    ROW(ge, ge, 2),
    ROW(gt, gt, 2),
    ROW(is_, is, 2),
    ROW(is_not, is_not, 2),
    ROW(neg, neg, 1),
    ROW(pos, pos, 1),
    ROW(inv, invert, 1),
    ROW(invert, invert, 1),
    ROW(not_, not, 1),
    ROW(truth, truth, 1),
    ROW(contains, contains, 2),
    ROW(getitem, getitem, 2),
    ROW(setitem, setitem, 3),
    ROW(delitem, delitem, 2),
    {0},
};
