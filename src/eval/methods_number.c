/* Methods of int, bool and float. */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"

BUILTIN(number_bit_length)
{
    (void)args;
    struct value size;
    number_unary(e->arena, OP_NONE, self, &size);
    str bits = number_text(e->arena, &size, 2);
    *out = value_int(value_truth(self) ? (int64_t)bits.n : 0);
    return true;
}

BUILTIN(number_bit_count)
{
    (void)args;
    struct value size;
    int64_t n = 0;
    number_unary(e->arena, OP_NONE, self, &size);
    str bits = number_text(e->arena, &size, 2);
    for (size_t i = 0; i < bits.n; i++) {
        n += bits.p[i] == '1';
    }
    *out = value_int(n);
    return true;
}

BUILTIN(number_is_integer)
{
    (void)args;
    struct value whole;
    *out = value_bool(
        number_truncate(e->arena, self->f, &whole) && number_compare(self, &whole) == NUMBER_EQUAL);
    return true;
}

BUILTIN(number_conjugate)
{
    (void)args, (void)e;
    *out = *self;
    if (self->kind == VALUE_BOOL) {
        *out = value_int(self->b);
    }
    return true;
}

BUILTIN(number_unmodelled)
{
    (void)self, (void)args;
    *out = ops_unknown(e, "this method of numbers is not evaluated");
    return true;
}

const struct builtin_def INT_METHODS[] = {
    {"bit_length", number_bit_length, 0, 0, false},
    {"bit_count", number_bit_count, 0, 0, false},
    {"conjugate", number_conjugate, 0, 0, false},
    {"as_integer_ratio", number_unmodelled, 0, 0, false},
    {"to_bytes", number_unmodelled, 0, -1, true},
    {"from_bytes", number_unmodelled, 0, -1, true},
    {0},
};

const struct builtin_def FLOAT_METHODS[] = {
    {"is_integer", number_is_integer, 0, 0, false},
    {"conjugate", number_conjugate, 0, 0, false},
    {"as_integer_ratio", number_unmodelled, 0, 0, false},
    {"hex", number_unmodelled, 0, 0, false},
    {"fromhex", number_unmodelled, 0, -1, false},
    {0},
};
