/* Binary and unary operators. */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"

struct value ops_unknown(struct eval *e, const char *reason)
{
    e->made++;
    const struct frame *f = e->frame;
    return value_unknown(e->arena, f ? f->tree : NULL, f ? f->at : 0, "%s", reason);
}

bool ops_mutable(struct eval *e, bool frozen)
{
    if (frozen && e->profile->tolerant) { /* it could be; ours is shared with other configs */
        return eval_raise(e, TYPE_LIMIT,
            "what comes of a change to what another file has made cannot be known without running "
            "it");
    }
    return !frozen || eval_raise(e, TYPE_TYPE_ERROR,
                          "this belongs to a module or to a finished file and cannot be changed");
}

/* int | None, as in annotations */
static bool is_union(enum operator op, const struct value *left, const struct value *right)
{
    bool l = left->kind == VALUE_TYPE || left->kind == VALUE_CLASS,
         r = right->kind == VALUE_TYPE || right->kind == VALUE_CLASS;
    return op == OP_BITOR && (l || r) && (l || value_is_none(left)) && (r || value_is_none(right));
}

const struct value *ops_odd(const struct value *a, const struct value *b)
{
    bool is_b = value_is_none(b) || value_is_number(a);
    return value_is_none(a) || !is_b ? a : b;
}

/* With a list only a list is added. */
static const struct value *odd_operand(
    enum operator op, const struct value *left, const struct value *right)
{
    const struct value *odd = ops_odd(left, right);
    bool is_other = op == OP_ADD && !value_is_none(odd);
    return !is_other ? odd : odd == left ? right : left;
}

bool ops_mismatch(
    struct eval *e, enum operator op, const struct value *left, const struct value *right)
{
    str a = value_type_name(left), b = value_type_name(right);
    eval_raise(e, TYPE_TYPE_ERROR, "unsupported operand type(s) for %s: '%.*s' and '%.*s'",
        operator_name(op), STR_ARG(a), STR_ARG(b));
    return eval_about_operand(e, odd_operand(op, left, right));
}

/* --- numbers --- */

static bool number_failed(struct eval *e, enum number_status status, enum operator op,
    const struct value *left, const struct value *right, struct value *out)
{
    switch (status) {
    case NUMBER_ZERO_DIVISION: {
        bool integers = left->kind != VALUE_FLOAT && right->kind != VALUE_FLOAT;
        return eval_raise(e, TYPE_ZERO_DIVISION_ERROR,
            op == OP_POW   ? "0.0 cannot be raised to a negative power"
            : op == OP_DIV ? (integers ? "division by zero" : "float division by zero")
            : integers     ? "integer division or modulo by zero"
            : op == OP_MOD ? "float modulo"
                           : "float floor division by zero");
    }
    case NUMBER_OVERFLOW:
        return eval_raise(e, TYPE_OVERFLOW_ERROR, "the result is too large for a float");
    case NUMBER_NEGATIVE_SHIFT: return eval_raise(e, TYPE_VALUE_ERROR, "negative shift count");
    case NUMBER_TOO_BIG:
        *out = ops_plain_unknown(e, "the number is larger than the limit integer_bits");
        return true;
    case NUMBER_COMPLEX: *out = ops_plain_unknown(e, "it is a complex number"); return true;
    default: return ops_mismatch(e, op, left, right);
    }
}

/* --- sequences, sets, dicts --- */

static bool repeat(struct eval *e, const struct value *sequence, int64_t times, struct value *out)
{
    bool text = sequence->kind == VALUE_STRING || sequence->kind == VALUE_BYTES;
    uint64_t n = text ? sequence->s->n : sequence->list->n;
    uint64_t count = times > 0 && n > 0 ? (uint64_t)times : 0, total;
    if (__builtin_mul_overflow(n, count, &total)) {
        return eval_limit(e, text ? "text_bytes" : "value_items");
    }
    if (!(text ? eval_text_room(e, total) : eval_room(e, total, sizeof(struct value)))) {
        return false;
    }
    *out = *sequence;
    out->tree = NULL;
    if (text) {
        struct string *s = arena_alloc(e->arena, sizeof *s + total + 1);
        s->n = (uint32_t)total;
        for (uint64_t i = 0; i < count; i++) {
            memcpy(s->bytes + i * n, sequence->s->bytes, n);
        }
        s->hash = str_hash(string_str(s));
        out->s = s;
        return true;
    }
    struct list *l = list_new(e->arena, (uint32_t)total);
    for (uint64_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < n; k++) {
            list_push(e->arena, l, sequence->list->items[k]);
        }
    }
    out->list = l;
    return true;
}

static bool concat(
    struct eval *e, const struct value *left, const struct value *right, struct value *out)
{
    *out = (struct value){.kind = left->kind};
    if (left->kind == VALUE_STRING || left->kind == VALUE_BYTES) {
        if (!eval_text_room(e, (uint64_t)left->s->n + right->s->n)) {
            return false;
        }
        str joined = arena_concat(e->arena, string_str(left->s), string_str(right->s));
        out->s = string_new(e->arena, joined);
        return true;
    }
    if (!eval_room(e, (uint64_t)left->list->n + right->list->n, sizeof(struct value))) {
        return false;
    }
    struct list *l = list_new(e->arena, left->list->n + right->list->n);
    for (uint32_t i = 0; i < left->list->n; i++) {
        list_push(e->arena, l, left->list->items[i]);
    }
    for (uint32_t i = 0; i < right->list->n; i++) {
        list_push(e->arena, l, right->list->items[i]);
    }
    out->list = l;
    return true;
}

bool ops_set_binary(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct value *out)
{
    int kind = left->kind;
    if (!eval_spend(e, (left->dict->n + (uint64_t)right->dict->n) / 2)) {
        return false;
    }
    struct dict *d = dict_new(e->arena, left->dict->n);
    if (op == OP_BITAND && right->dict->n <= left->dict->n) {
        const struct value *swapped =
            left; /* CPython goes over the smaller one, and takes its elements */
        left = right;
        right = swapped;
    }
    for (uint32_t i = 0; i < left->dict->n; i++) {
        const struct entry *x = &left->dict->entries[i];
        bool in_right = dict_find(right->dict, &x->key, x->hash) != NULL;
        bool keep = op == OP_BITOR || (op == OP_BITAND ? in_right : !in_right);
        if (keep) {
            dict_set(e->arena, d, &x->key, x->hash, value_none());
        }
    }
    if (op == OP_BITOR || op == OP_BITXOR) {
        for (uint32_t i = 0; i < right->dict->n; i++) {
            const struct entry *x = &right->dict->entries[i];
            if (op == OP_BITOR || !dict_find(left->dict, &x->key, x->hash)) {
                dict_set(e->arena, d, &x->key, x->hash, value_none());
            }
        }
    }
    *out = (struct value){.kind = (uint8_t)kind, .dict = d};
    return true;
}

static bool dict_union(
    struct eval *e, const struct value *left, const struct value *right, struct value *out)
{
    uint64_t n = left->dict->n + (uint64_t)right->dict->n;
    if (!eval_room(e, n, 2 * sizeof(struct entry))) {
        return false;
    }
    if (dict_is_config(left->dict) || dict_is_config(right->dict)) {
        return ops_config_union(e, left, right, out);
    }
    struct dict *d = dict_copy(e->arena, left->dict);
    bool ordered = left->dict->flavor == DICT_ORDERED ||
                   (left->dict->flavor == DICT_PLAIN && right->dict->flavor == DICT_ORDERED);
    d->flavor = ordered ? DICT_ORDERED : DICT_PLAIN;
    for (uint32_t i = 0; i < right->dict->n; i++) {
        const struct entry *x = &right->dict->entries[i];
        dict_set(e->arena, d, &x->key, x->hash, x->value);
    }
    *out = value_of_dict(d);
    return true;
}

static bool object_binary(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct value *out)
{
    const struct object_class *c =
        left->kind == VALUE_OBJECT ? left->object->class_ : right->object->class_;
    if (!c->binary) {
        return ops_mismatch(e, op, left, right);
    }
    return c->binary(e, op, left, right, out);
}

static bool is_text(const struct value *v)
{
    return v->kind == VALUE_STRING || v->kind == VALUE_BYTES;
}

/* A text or a sequence, so many times. */
static bool times(
    struct eval *e, const struct value *left, const struct value *right, struct value *out)
{
    bool first = is_text(left) || value_is_sequence(left);
    const struct value *of = first ? left : right, *n = first ? right : left;
    bool repeats = first || is_text(right) || value_is_sequence(right);
    if (repeats && value_is_int(n)) {
        return repeat(e, of, value_as_int(n), out);
    }
    if (repeats && n->kind == VALUE_BIG_INT) {
        return eval_raise(e, TYPE_OVERFLOW_ERROR, "cannot fit 'int' into an index-sized integer");
    }
    return ops_mismatch(e, OP_MUL, left, right);
}

/* | & ^ - of sets, views and dicts. */
static bool set_binary(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct value *out)
{
    bool environment = ops_is_environment(left) || ops_is_environment(right);
    bool dict = left->kind == VALUE_DICT || right->kind == VALUE_DICT;
    if (value_is_set(left) && value_is_set(right)) {
        return ops_set_binary(e, op, left, right, out);
    }
    if (ops_is_set_view(left) || ops_is_set_view(right)) {
        return ops_view_binary(e, op, left, right, out);
    }
    if (op == OP_BITOR && left->kind == VALUE_DICT && right->kind == VALUE_DICT) {
        return dict_union(e, left, right, out);
    }
    if (op == OP_BITOR && environment && dict) {
        *out = ops_unknown(e, "it depends on environment variables");
        return true;
    }
    if (is_union(op, left, right)) {
        *out = ops_unknown(e, "unions of classes are not evaluated");
        return true;
    }
    return ops_mismatch(e, op, left, right);
}

static bool binary(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct value *out)
{
    if (value_is_unknown(left) || value_is_unknown(right)) {
        return ops_with_unknown(e, left, right, out);
    }
    if (left->kind == VALUE_OBJECT || right->kind == VALUE_OBJECT) {
        return object_binary(e, op, left, right, out);
    }
    if (value_is_number(left) && value_is_number(right)) {
        bool big = left->kind == VALUE_BIG_INT || right->kind == VALUE_BIG_INT || op == OP_POW;
        if (big && !eval_spend(e, 1 + eval_digits_work(left, right))) {
            return false;
        }
        enum number_status status = number_binary(e->arena, e->limits, op, left, right, out);
        return status == NUMBER_OK || number_failed(e, status, op, left, right, out);
    }
    bool text = is_text(left);
    if ((left->kind == VALUE_COMPLEX || right->kind == VALUE_COMPLEX) && !(op == OP_MOD && text)) {
        return ops_complex(e, op, left, right, out);
    }
    if (op == OP_MOD && left->kind == VALUE_STRING) {
        return text_percent(e, string_str(left->s), right, out);
    }
    if (op == OP_MOD && left->kind == VALUE_BYTES) {
        return bytes_percent(e, string_str(left->s), right, out);
    }
    if (op == OP_ADD && left->kind == right->kind && (text || value_is_sequence(left))) {
        return concat(e, left, right, out);
    }
    if (op == OP_ADD && left->kind == VALUE_DICT && dict_is_config(left->dict) &&
        left->dict->n == 0) {
        *out = *right; /* addict's Dict.__add__ */
        return true;
    }
    bool set_op = op == OP_BITOR || op == OP_BITAND || op == OP_BITXOR || op == OP_SUB;
    return op == OP_MUL ? times(e, left, right, out)
           : set_op     ? set_binary(e, op, left, right, out)
                        : ops_mismatch(e, op, left, right);
}

/* `out` may be one of the operands. */
bool ops_binary(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct value *out)
{
    struct value result;
    if (!binary(e, op, left, right, &result)) {
        return false;
    }
    *out = result;
    return true;
}

/* list += iterator: whoever makes the items sees those that are there already. */
static bool extend_slowly(
    struct eval *e, const struct value *left, struct iterator *it, struct value *out)
{
    struct value v;
    enum next next = NEXT_ITEM;
    *out = *left;
    if (!ops_mutable(e, left->list->frozen)) {
        return false;
    }
    while ((next = ops_next(e, it, &v)) == NEXT_ITEM) {
        list_push(e->arena, left->list, v);
        if (!eval_grown(e, left->list->n)) {
            return false;
        }
    }
    struct value all = {.kind = VALUE_ITERATOR, .iterator = it};
    if (next == NEXT_UNKNOWN && !ops_lose(e, left, &all, "it is extended by something unknown")) {
        return false;
    }
    *out = value_found(*left);
    return next != NEXT_RAISED;
}

/* list += iterable */
static bool extend(
    struct eval *e, const struct value *left, const struct value *right, struct value *out)
{
    struct list *items;
    if (!ops_mutable(e, left->list->frozen) || !ops_items(e, right, &items)) {
        return false;
    }
    *out = *left;
    if (!items || left->list->lost) {
        bool good = ops_lose(e, left, right, "it is extended by something unknown");
        *out = value_found(*left);
        return good;
    }
    uint32_t n = items->n;
    if (!eval_grown(e, (uint64_t)left->list->n + n) || !eval_room(e, n, sizeof(struct value))) {
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        list_push(e->arena, left->list, items->items[i]);
    }
    return true;
}

/* dict |= pairs: the same as update(). */
static bool update_by_pairs(
    struct eval *e, const struct value *left, const struct value *right, struct value *out)
{
    struct arguments args = {.positional = right, .n_positional = 1};
    bool unknown = false;
    *out = *left;
    if (!ops_mutable(e, left->dict->frozen) ||
        !builtins_fill_dict(e, left->dict, &args, &unknown)) {
        return false;
    }
    if (unknown && !ops_lose(e, left, right, "it is updated by something unknown")) {
        return false;
    }
    *out = value_found(*left);
    return true;
}

/* dict |= dict */
static bool update(
    struct eval *e, const struct value *left, const struct value *right, struct value *out)
{
    if (!ops_mutable(e, left->dict->frozen)) {
        return false;
    }
    *out = *left;
    if (dict_is_config(left->dict)) {
        return ops_config_update(e, left->dict, right->dict);
    }
    if (!eval_room(e, left->dict->n + (uint64_t)right->dict->n, 2 * sizeof(struct entry))) {
        return false;
    }
    for (uint32_t i = 0; i < right->dict->n; i++) {
        const struct entry *x = &right->dict->entries[i];
        dict_set(e->arena, left->dict, &x->key, x->hash, x->value);
    }
    return true;
}

bool ops_augmented(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct value *out)
{
    struct value result;
    if (op == OP_BITOR && ops_is_environment(left)) {
        e->environment.lost = true;
        *out = *left;
        return true;
    }
    if (value_is_unknown(left) || value_is_unknown(right)) {
        return ops_augmented_unknown(e, left, right, out);
    }
    if (left->kind == VALUE_OBJECT && left->object->class_->augmented) {
        return left->object->class_->augmented(e, op, left->object, right, out);
    }
    if (left->kind == VALUE_LIST && op == OP_ADD) {
        return right->kind == VALUE_ITERATOR ? extend_slowly(e, left, right->iterator, out)
                                             : extend(e, left, right, out);
    }
    if (left->kind == VALUE_LIST && op == OP_MUL && value_is_int(right)) {
        if (!ops_mutable(e, left->list->frozen) || !repeat(e, left, value_as_int(right), &result)) {
            return false;
        }
        *left->list = *result.list;
        *out = *left;
        return true;
    }
    if (left->kind == VALUE_DICT && op == OP_BITOR && right->kind == VALUE_DICT) {
        return update(e, left, right, out);
    }
    if (left->kind == VALUE_DICT && op == OP_BITOR && !dict_has_attributes(left->dict)) {
        return update_by_pairs(e, left, right, out);
    }
    if (left->kind == VALUE_SET && value_is_set(right)) {
        if (!ops_binary(e, op, left, right, &result)) {
            return false;
        }
        *left->dict = *result.dict;
        *out = *left;
        return true;
    }
    return ops_binary(e, op, left, right, out);
}

bool ops_unary(struct eval *e, enum operator op, const struct value *operand, struct value *out)
{
    if (value_is_unknown(operand)) {
        *out = *operand;
        return true;
    }
    if (op == OP_NOT) {
        *out = value_bool(!value_truth(operand));
        return true;
    }
    if (operand->kind == VALUE_OBJECT && operand->object->class_->unary) {
        return operand->object->class_->unary(e, op, operand, out);
    }
    if (operand->kind == VALUE_COMPLEX && op != OP_INVERT) {
        struct complex_number *c = ARENA_NEW(e->arena, struct complex_number);
        double sign = op == OP_NEG ? -1 : 1;
        c->real = sign * operand->complex->real;
        c->imag = sign * operand->complex->imag;
        *out = (struct value){.kind = VALUE_COMPLEX, .complex = c};
        return true;
    }
    if (value_is_number(operand) && number_unary(e->arena, op, operand, out) == NUMBER_OK) {
        return true;
    }
    str type = value_type_name(operand);
    return eval_raise(e, TYPE_TYPE_ERROR, "bad operand type for unary %s: '%.*s'",
        operator_name(op), STR_ARG(type));
}
