#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/run/interp.h"
#include "eval/run/nodes.h"
#include "eval/text.h"

#include <assert.h>

bool interp_test(struct eval *e, struct frame *f, node_id id, bool *truth, bool *unknown)
{
    struct value v;
    if (!interp_expression(e, f, id, &v)) {
        return false;
    }
    *unknown = value_is_unknown(&v);
    *truth = value_truth(&v);
    return true;
}

/* --- names --- */

static bool unbound(
    struct eval *e, struct frame *f, node_id id, const struct tree *tree, uint32_t literal)
{
    const struct string *name = tree_string(tree, literal);
    if (node_of(f, id)->op == NAME_FREE) {
        return eval_raise_at(e, f->tree, id, TYPE_NAME_ERROR,
            "cannot access free variable '%s' where it is not associated with a value",
            name->bytes);
    }
    return eval_raise_at(e, f->tree, id, TYPE_UNBOUND_LOCAL_ERROR,
        "cannot access local variable '%s' where it is not associated with a value", name->bytes);
}

/* A name that the host or the language defines.  Their functions are always the same. */
static bool known_name(struct eval *e, const struct string *name, struct value *out)
{
    const struct entry *known = e->names ? dict_find_string(e->names, name) : NULL;
    if (known) {
        *out = known->value;
        return true;
    }
    bool good = (e->host->name && e->host->name(e, string_str(name), out)) ||
                (!e->raised && builtins_find(e, string_str(name), out));
    if (good &&
        (out->kind == VALUE_BUILTIN || out->kind == VALUE_TYPE || out->kind == VALUE_OBJECT)) {
        struct value key = value_of_string(name);
        e->names = e->names ? e->names : dict_new(e->arena, 16);
        dict_set(e->arena, e->names, &key, name->hash, *out);
    }
    return good;
}

static bool global_name(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    const struct string *name = tree_string(f->tree, node_of(f, id)->data);
    const struct entry *entry = dict_find_string(f->globals, name);
    if (entry) {
        *out = entry->value;
        return true;
    }
    if (f->globals->lost) {
        *out = ops_unknown(e, "all names may have been set by something unknown");
        return true;
    }
    return known_name(e, name, out) || (!e->raised && eval_raise_at(e, f->tree, id, TYPE_NAME_ERROR,
                                                          "name '%s' is not defined", name->bytes));
}

/* The value of a local name of the frame's own code. */
static inline const struct value *local_value(const struct frame *f, uint32_t slot)
{
    assert(slot < f->def->n_slots);
    return &f->slots[slot];
}

/* Where a name that is not global has its value. */
static const struct frame *home_of(const struct frame *f, const struct node *name)
{
    for (uint32_t up = name->op == NAME_FREE ? name->data >> 16 : 0; up > 0; up--) {
        f = f->outer;
    }
    return f;
}

static bool name(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    const struct node *n = node_of(f, id);
    if (n->op == NAME_GLOBAL) {
        return global_name(e, f, id, out);
    }
    uint32_t slot = n->data & 0xFFFF;
    const struct frame *home = home_of(f, n);
    *out = *local_value(home, slot);
    if (out->kind == VALUE_KINDS) {
        return unbound(e, f, id, home->tree, home->tree->slot_names[home->def->slots_at + slot]);
    }
    return true;
}

/* --- literals --- */

static struct value integer(struct eval *e, struct frame *f, node_id id)
{
    const struct literal *l = &f->tree->literals[node_of(f, id)->data];
    struct value v = value_none();
    if (l->kind == LITERAL_INTEGER) {
        return value_int(l->i);
    }
    const struct string *digits = tree_string(f->tree, node_of(f, id)->data);
    if (!number_parse_int(e->arena, string_str(digits), 0, &v)) {
        return value_unknown(e->arena, f->tree, id, "the number is too large");
    }
    return v;
}

static struct value imaginary(struct eval *e, struct frame *f, node_id id)
{
    struct complex_number *c = ARENA_NEW(e->arena, struct complex_number);
    c->imag = f->tree->literals[node_of(f, id)->data].f;
    return (struct value){.kind = VALUE_COMPLEX, .complex = c};
}

/* --- operators --- */

static bool binary(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    struct value left, right;
    return interp_expression(e, f, child(f, id, 0), &left) &&
           interp_expression(e, f, child(f, id, 1), &right) &&
           ops_binary(e, (enum operator)node_of(f, id)->op, &left, &right, out);
}

static bool unary(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    struct value v;
    return interp_expression(e, f, child(f, id, 0), &v) &&
           ops_unary(e, (enum operator)node_of(f, id)->op, &v, out);
}

/* What an expression gives that goes on to the operands from `rest` on, or not. */
static struct value perhaps(
    struct eval *e, struct frame *f, node_id rest, const struct value *so_far)
{
    struct value v = interp_maybe(e, f, rest, true, *so_far);
    ops_hold(e, &v, so_far, 1);
    return v;
}

static bool and_or(struct eval *e, struct frame *f, node_id id, bool stop_at, struct value *out)
{
    if (!interp_expression(e, f, child(f, id, 0), out)) {
        return false;
    }
    if (value_is_unknown(out)) {
        *out = perhaps(e, f, child(f, id, 1), out);
        return true;
    }
    return interp_settled(e, f, id, value_truth(out) == stop_at) ||
           interp_expression(e, f, child(f, id, 1), out);
}

static bool compare(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    struct value left, right;
    node_id first = child(f, id, 0);
    if (!interp_expression(e, f, first, &left)) {
        return false;
    }
    for (node_id it = node_of(f, first)->next; it; it = node_of(f, it)->next) {
        if (!interp_expression(e, f, child(f, it, 0), &right) ||
            !ops_compare(e, (enum operator)node_of(f, it)->op, &left, &right, out)) {
            return false;
        }
        if (value_is_unknown(out) && node_of(f, it)->next) {
            *out = perhaps(e, f, node_of(f, it)->next, out);
            return true;
        }
        if (value_is_unknown(out) || !interp_settled(e, f, it, value_truth(out))) {
            return true;
        }
        left = right;
    }
    return true;
}

static bool conditional(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    bool truth, unknown = false;
    if (!interp_test(e, f, child(f, id, 0), &truth, &unknown)) {
        return false;
    }
    if (unknown) {
        *out = ops_plain_unknown(e, "it depends on a condition that cannot be evaluated");
        *out = interp_maybe(e, f, child(f, id, 1), true, *out);
        return true;
    }
    truth = interp_settled(e, f, id, truth);
    return interp_expression(e, f, child(f, id, truth ? 1 : 2), out);
}

static bool subscript(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    struct value object, index;
    return interp_expression(e, f, child(f, id, 0), &object) &&
           interp_expression(e, f, child(f, id, 1), &index) &&
           ops_get_item(e, &object, &index, out);
}

static bool slice(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    struct slice *s = ARENA_NEW(e->arena, struct slice);
    struct value *parts[] = {&s->start, &s->stop, &s->step};
    uint32_t n = 0;
    EACH_CHILD (f->tree, id, it) {
        *parts[n] = value_none();
        if (node_of(f, it)->kind != NODE_NOTHING && !interp_expression(e, f, it, parts[n])) {
            return false;
        }
        n++;
    }
    *out = (struct value){.kind = VALUE_SLICE, .slice = s};
    return true;
}

static bool attribute(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    struct value object;
    return interp_expression(e, f, child(f, id, 0), &object) &&
           ops_get_attribute(
               e, &object, string_str(tree_string(f->tree, node_of(f, id)->data)), out);
}

static bool walrus(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    return interp_expression(e, f, child(f, id, 1), out) &&
           interp_assign(e, f, child(f, id, 0), *out);
}

/* --- f-strings --- */

static bool format_part(struct eval *e, struct frame *f, node_id id, struct buf *to, bool *unknown)
{
    struct value v, spec = value_none();
    if (!interp_expression(e, f, child(f, id, 0), &v)) {
        return false;
    }
    if (child(f, id, 1) && !interp_string(e, f, child(f, id, 1), &spec)) {
        return false;
    }
    if (value_is_unknown(&v) || value_is_unknown(&spec)) {
        *unknown = true;
        return true;
    }
    char conversion = (char)node_of(f, id)->op;
    if (conversion) {
        struct buf b = eval_buf(e);
        if (!eval_text(e, &b, &v, conversion != 's', unknown)) {
            return false;
        }
        v = value_string(e->arena, buf_str(&b));
        if (conversion == 'a') {
            b.n = 0;
            text_ascii(&b, value_str(&v));
            v = value_string(e->arena, buf_str(&b));
        }
    }
    return text_format(e, &v, value_str(&spec), to, unknown);
}

bool interp_string(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    struct buf b = eval_buf(e);
    bool unknown = false;
    EACH_CHILD (f->tree, id, it) {
        struct value v;
        size_t before = b.n;
        if (node_of(f, it)->kind == NODE_STRING) {
            buf_put(&b, string_str(tree_string(f->tree, node_of(f, it)->data)));
        } else if (interp_made(f, it, &v)) {
            buf_put(&b, value_str(&v));
        } else if (!format_part(e, f, it, &b, &unknown)) {
            return false;
        } else if (!unknown) {
            interp_make(e, f, it, value_string(e->arena, str_slice(buf_str(&b), before, b.n)));
        }
        if (!eval_text_room(e, b.n)) {
            return false;
        }
    }
    *out = unknown ? ops_plain_unknown(e, "something unknown is formatted into it")
                   : value_string(e->arena, buf_str(&b));
    buf_free(&b);
    return true;
}

/* --- all expressions --- */

/* A class that is imported is said where it is used: each use is a part of its own. */
static void place_class(const struct frame *f, node_id id, struct value *v)
{
    if (v->kind == VALUE_LAZY) {
        interp_place(f, id, v);
    }
}

/* Values that the expression makes get its node as their origin; those it passes on keep theirs. */
static inline __attribute__((always_inline)) bool evaluate(
    struct eval *e, struct frame *f, node_id id, struct value *out)
{
    const struct node *n = node_of(f, id);
    bool good = true;
    switch (n->kind) {
    case NODE_NAME:
        good = name(e, f, id, out);
        if (good) {
            place_class(f, id, out);
        }
        return good;
    case NODE_STRING: *out = value_of_string(tree_string(f->tree, n->data)); break;
    case NODE_BYTES:
        *out = (struct value){.kind = VALUE_BYTES, .s = tree_string(f->tree, n->data)};
        break;
    case NODE_INTEGER: *out = integer(e, f, id); break;
    case NODE_FLOAT: *out = value_float(f->tree->literals[n->data].f); break;
    case NODE_IMAGINARY: *out = imaginary(e, f, id); break;
    case NODE_TRUE: *out = value_bool(true); break;
    case NODE_FALSE: *out = value_bool(false); break;
    case NODE_NONE: *out = value_none(); break;
    case NODE_ELLIPSIS: *out = (struct value){.kind = VALUE_ELLIPSIS}; break;
    case NODE_FSTRING: good = interp_string(e, f, id, out); break;
    case NODE_LIST: good = interp_display(e, f, id, false, out); break;
    case NODE_TUPLE: good = interp_display(e, f, id, true, out); break;
    case NODE_SET: good = interp_set_display(e, f, id, out); break;
    case NODE_DICT: good = interp_dict_display(e, f, id, out); break;
    case NODE_BINARY: good = binary(e, f, id, out); break;
    case NODE_UNARY: good = unary(e, f, id, out); break;
    case NODE_COMPARE: good = compare(e, f, id, out); break;
    case NODE_SLICE: good = slice(e, f, id, out); break;
    case NODE_LAMBDA: *out = interp_function(e, f, id, &good); break;
    case NODE_LIST_COMP:
    case NODE_SET_COMP:
    case NODE_DICT_COMP:
    case NODE_GENERATOR: good = interp_comprehension(e, f, id, out); break;
    case NODE_CALL:
        good = interp_call(e, f, id, out);
        if (good && !out->tree) {
            interp_place(f, id, out);
        }
        return good;
    case NODE_AND: return and_or(e, f, id, false, out);
    case NODE_OR: return and_or(e, f, id, true, out);
    case NODE_IF_EXPR: return conditional(e, f, id, out);
    case NODE_SUBSCRIPT:
        good = subscript(e, f, id, out);
        if (good && !out->tree) {
            interp_place(f, id, out);
        }
        return good;
    case NODE_ATTRIBUTE:
        good = attribute(e, f, id, out);
        if (good && !out->tree) {
            interp_place(f, id, out);
        }
        return good;
    case NODE_WALRUS: return walrus(e, f, id, out);
    case NODE_YIELD: return interp_yield(e, f, id, out);
    case NODE_AWAIT:
        *out = interp_maybe(
            e, f, id, false, ops_plain_unknown(e, "generators and coroutines are not run"));
        break;
    default:
        *out =
            interp_maybe(e, f, id, false, ops_plain_unknown(e, "this expression is not evaluated"));
        break;
    }
    if (good) {
        interp_place(f, id, out);
    }
    return good;
}

/* Names and literals nest nothing, and no program has more of them than it has text. */
static bool is_leaf(const struct node *n)
{
    switch (n->kind) {
    case NODE_NAME:
    case NODE_STRING:
    case NODE_INTEGER:
    case NODE_FLOAT:
    case NODE_TRUE:
    case NODE_FALSE:
    case NODE_NONE: return true;
    default: return false;
    }
}

/* Something unknown has come up; to find out what it is, code may have run. */
static bool noticed(struct eval *e, const struct value *unknown)
{
    e->unseen++;
    return !e->outside || unknown->unknown->plain || ops_give(e, NULL, 0);
}

static bool is_known(const struct value *v)
{
    return v->kind < VALUE_LIST || (v->kind < VALUE_UNKNOWN && !value_lost(v));
}

/* Most expressions are local names with values that are known, and words. */
static bool at_once(const struct frame *f, node_id id, const struct node *n, struct value *out)
{
    if (n->kind == NODE_STRING) {
        *out = interp_at(f, id, value_of_string(tree_string(f->tree, n->data)));
        return true;
    }
    if (n->kind != NODE_NAME || n->op != NAME_LOCAL) {
        return false;
    }
    const struct value *v = local_value(f, n->data & 0xFFFF);
    *out = *v;
    return is_known(v);
}

static bool evaluate_part(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    return evaluate(e, f, id, out);
}

static __attribute__((noinline)) bool expression(
    struct eval *e, struct frame *f, node_id id, bool leaf, struct value *out)
{
    bool good = leaf || interp_enter(e);
    uint32_t suspended = interp_suspended(e);
    if (good) {
        good = f->generator ? interp_part(e, f, id, out, evaluate_part) : evaluate(e, f, id, out);
        e->depth -= !leaf;
    }
    if (e->suspended && e->suspended->n > suspended) {
        good = interp_drop(e, suspended) && good;
    }
    if (good && out->kind >= VALUE_LIST) {
        if (value_lost(out)) {
            *out = value_found(*out);
        }
        good = !value_is_unknown(out) || noticed(e, out);
    }
    if (!good && !e->raised->tree) {
        e->raised->tree = f->tree;
        e->raised->node = id;
    }
    return good;
}

/* What a global name, or one of the language's, stands for; NULL: that has to be looked for. */
static const struct value *global_value(
    const struct eval *e, const struct frame *f, const struct string *name)
{
    const struct entry *x = dict_find_string(f->globals, name);
    if (!x && e->names && !f->globals->lost) {
        x = dict_find_string(e->names, name);
    }
    return x ? &x->value : NULL;
}

/* Most of the others that nest nothing are known, too. */
static __attribute__((noinline)) bool leaf(
    struct eval *e, struct frame *f, node_id id, struct value *out)
{
    const struct node *n = node_of(f, id);
    const struct value *v = NULL;
    if (n->kind == NODE_INTEGER && f->tree->literals[n->data].kind == LITERAL_INTEGER) {
        *out = interp_at(f, id, value_int(f->tree->literals[n->data].i));
        return true;
    }
    if (n->kind == NODE_NONE) {
        *out = interp_at(f, id, value_none());
        return true;
    }
    if (n->kind == NODE_NAME && n->op == NAME_GLOBAL) {
        v = global_value(e, f, tree_string(f->tree, n->data));
    } else if (n->kind == NODE_NAME) {
        v = local_value(home_of(f, n), n->data & 0xFFFF);
    }
    if (v && is_known(v)) {
        *out = *v;
        place_class(f, id, out);
        return true;
    }
    return expression(e, f, id, true, out);
}

bool interp_expression(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    const struct node *n = node_of(f, id);
    bool nests = !is_leaf(n);
    if (f->generator || nests) {
        return expression(e, f, id, !nests, out);
    }
    return at_once(f, id, n, out) || leaf(e, f, id, out);
}
