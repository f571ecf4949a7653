/* Operators where one side is unknown. */
#include "eval/ops.h"

bool ops_with_unknown(
    struct eval *e, const struct value *left, const struct value *right, struct value *out)
{
    struct value both[] = {*left, *right};
    *out = value_is_unknown(left) ? *left : *right;
    ops_hold(e, out, both, 2);
    return ops_meet(e, left, right);
}

bool ops_augmented_unknown(
    struct eval *e, const struct value *left, const struct value *right, struct value *out)
{
    struct value both[] = {*left, *right};
    if (value_is_unknown(left)) { /* it may change itself */
        *out = *left;
        bool changes = !left->unknown->plain || left->unknown->holds;
        return changes ? ops_give(e, both, 2) : ops_with_unknown(e, left, right, out);
    }
    bool container =
        left->kind == VALUE_LIST || left->kind == VALUE_DICT || left->kind == VALUE_SET;
    if (!container) {
        return ops_with_unknown(e, left, right, out);
    }
    if (!ops_lose(e, left, right, "it is extended by something unknown") || !ops_use(e, right) ||
        (!right->unknown->plain && left->kind != VALUE_LIST && !ops_give(e, both, 2))) {
        return false;
    }
    *out = value_found(*left);
    return true;
}

bool ops_compare_unknown(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct value *out)
{
    *out = value_is_unknown(left) ? *left : *right;
    if (op == OP_IS || op == OP_IS_NOT) {
        *out = ops_plain_unknown(e, "it compares something unknown");
        return true;
    }
    if (op != OP_IN && op != OP_NOT_IN) {
        return ops_with_unknown(e, left, right, out);
    }
    *out = ops_plain_unknown(e, "it looks for something unknown");
    if (value_is_unknown(right) && right->unknown->names && left->kind == VALUE_STRING) {
        return true;
    }
    if (right->kind == VALUE_ITERATOR &&
        !ops_lose(e, right, NULL, "something was looked for in it")) {
        return false;
    }
    return ops_use(e, right) &&
           (value_is_sequence(right) && !left->unknown->plain
                   ? ops_give(e, right->list->items, right->list->n)
                   : ops_meet(e, left, value_is_unknown(right) ? right : left));
}
