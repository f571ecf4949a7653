/* Methods of sets and numbers. */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"

BUILTIN(set_add)
{
    uint32_t hash;
    bool unknown = false;
    *out = value_none();
    if (!ops_mutable(e, self->dict->frozen) ||
        !ops_hash(e, &args->positional[0], &hash, &unknown)) {
        return false;
    }
    if (!unknown) {
        dict_set(e->arena, self->dict, &args->positional[0], hash, value_none());
    }
    return eval_room(e, self->dict->n);
}

BUILTIN(set_discard)
{
    uint32_t hash;
    bool unknown = false;
    *out = value_none();
    if (!ops_mutable(e, self->dict->frozen) ||
        !ops_hash(e, &args->positional[0], &hash, &unknown)) {
        return false;
    }
    struct entry *entry = unknown ? NULL : dict_find(self->dict, &args->positional[0], hash);
    if (entry) {
        dict_remove(self->dict, entry);
    }
    return true;
}

static bool set_with(struct eval *e, const struct value *self, const struct arguments *args,
    enum operator op, struct value *out)
{
    struct value result = *self;
    for (uint32_t i = 0; i < args->n_positional; i++) {
        struct list *items;
        if (!ops_items(e, &args->positional[i], &items)) {
            return false;
        }
        struct value other = args->positional[i];
        if (!value_is_set(&other)) {
            struct dict *d = dict_new(e->arena, 4);
            for (uint32_t k = 0; items && k < items->n; k++) {
                uint32_t hash;
                bool unknown = false;
                if (!ops_hash(e, &items->items[k], &hash, &unknown)) {
                    return false;
                }
                dict_set(e->arena, d, &items->items[k], hash, value_none());
            }
            other = (struct value){.kind = VALUE_SET, .dict = d};
            if (!items) {
                *out = ops_unknown(e, "it is made with something unknown");
                return true;
            }
        }
        if (!ops_binary(e, op, &result, &other, &result)) {
            return false;
        }
    }
    *out = result;
    return true;
}

BUILTIN(set_union)
{
    return set_with(e, self, args, OP_BITOR, out);
}

BUILTIN(set_intersection)
{
    return set_with(e, self, args, OP_BITAND, out);
}

BUILTIN(set_difference)
{
    return set_with(e, self, args, OP_SUB, out);
}

BUILTIN(set_update)
{
    struct value result;
    if (!ops_mutable(e, self->dict->frozen) || !set_with(e, self, args, OP_BITOR, &result)) {
        return false;
    }
    if (!value_is_unknown(&result)) {
        *self->dict = *result.dict;
    }
    *out = value_none();
    return true;
}

const struct builtin_def SET_METHODS[] = {
    {"add", set_add, 1, 1, false},
    {"discard", set_discard, 1, 1, false},
    {"remove", set_discard, 1, 1, false},
    {"union", set_union, 0, -1, false},
    {"intersection", set_intersection, 0, -1, false},
    {"difference", set_difference, 0, -1, false},
    {"update", set_update, 0, -1, false},
    {"copy", set_union, 0, 0, false},
    {0},
};

BUILTIN(number_bit_length)
{
    (void)args;
    struct value size;
    number_unary(e->arena, OP_NONE, self, &size);
    str bits = number_text(e->arena, &size, 2);
    *out = value_int(value_truth(self) ? (int64_t)bits.n : 0);
    return true;
}

BUILTIN(number_is_integer)
{
    (void)args;
    struct value whole;
    *out =
        value_bool(self->kind != VALUE_FLOAT || (number_truncate(e->arena, self->f, &whole) &&
                                                    number_compare(self, &whole) == NUMBER_EQUAL));
    return true;
}

BUILTIN(number_unmodelled)
{
    (void)self, (void)args;
    *out = ops_unknown(e, "this method of numbers is not evaluated");
    return true;
}

const struct builtin_def NUMBER_METHODS[] = {
    {"bit_length", number_bit_length, 0, 0, false},
    {"is_integer", number_is_integer, 0, 0, false},
    {"conjugate", number_unmodelled, 0, 0, false},
    {"as_integer_ratio", number_unmodelled, 0, 0, false},
    {"hex", number_unmodelled, 0, 0, false},
    {"to_bytes", number_unmodelled, 0, -1, true},
    {"real", number_unmodelled, 0, 0, false},
    {"imag", number_unmodelled, 0, 0, false},
    {0},
};
