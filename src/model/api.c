#include "model/api.h"

#include "base/sizes.h"
#include "eval/number.h"
#include "model/context.h"

#include <stdlib.h>

static const struct api_row *const TABLES[] = {API_SHAPE, API_PARTS, API_INDEX, API_MATH,
    API_PRODUCTS, API_CONV, API_NN, API_REDUCE, API_LOSS};

/* --- binding --- */

/* A parameter of a row: "stride>0?" has to be above 0, and may be left out. */
struct param {
    str name;
    bool optional;
    int64_t least; /* NO_SIZE: it may be anything */
};

/* The next one; false at the end. */
static bool next_param(const char **at, struct param *out)
{
    const char *p = *at;
    size_t n = 0;
    while (*p == ' ') {
        p++;
    }
    while (p[n] != '\0' && p[n] != ' ' && p[n] != '?' && p[n] != '>') {
        n++;
    }
    out->name = (str){p, n};
    out->least = p[n] != '>' ? NO_SIZE : p[n + 1] == '=' ? 0 : 1;
    for (p += n; *p != '\0' && *p != ' ' && *p != '?';) {
        p++;
    }
    out->optional = *p == '?';
    *at = p + out->optional;
    return n > 0;
}

/* The numbers of a bounded parameter. */
static bool in_bounds(struct call *c, const struct param *p, const struct value *v)
{
    const struct list one = {.items = (struct value *)v, .n = 1};
    const struct list *l = value_is_sequence(v) ? v->list : &one;
    for (uint32_t i = 0; i < l->n; i++) {
        double x;
        bool number = number_as_double(&l->items[i], &x);
        if (number && !(x >= (double)p->least)) {
            return call_fail(
                c, "%.*s has to be %s", STR_ARG(p->name), p->least > 0 ? "above 0" : "0 or more");
        }
    }
    return true;
}

bool api_has_unknown(struct eval *e, const struct value *v, uint32_t depth)
{
    if (value_is_unknown(v)) {
        return true;
    }
    if (value_is_sequence(v) && v->list->frozen != FROZEN && depth > 0 &&
        eval_visit(e, v->list->n)) {
        for (uint32_t i = 0; i < v->list->n; i++) {
            if (api_has_unknown(e, &v->list->items[i], depth - 1)) {
                return true;
            }
        }
    }
    return false;
}

/* Takes all that is left, as a tuple. */
static const struct value *rest_of(struct eval *e, const struct arguments *args, uint32_t *next)
{
    struct list *l = list_new(e->arena, args->n_positional - *next);
    while (*next < args->n_positional) {
        list_push(e->arena, l, args->positional[(*next)++]);
    }
    struct value *v = ARENA_NEW(e->arena, struct value);
    *v = value_of_tuple(l->n == 1 && value_is_sequence(&l->items[0]) ? l->items[0].list : l);
    return v;
}

static bool bind(struct call *c, const struct api_row *row, const struct value *self,
    const struct arguments *args)
{
    const char *at = row->params;
    struct param p;
    uint32_t n = 0, positional = 0, used_keywords = 0;
    for (bool rest = false; next_param(&at, &p); n++) {
        if (n == MAX_ARGS) {
            abort();
        }
        if (p.name.p[0] == '*') {
            c->arg[n] = rest_of(c->e, args, &positional);
            rest = true;
        } else if (n == 0 && self) {
            c->arg[n] = self;
        } else if (!rest && positional < args->n_positional) {
            c->arg[n] = &args->positional[positional++];
        }
        for (uint32_t k = 0; !c->arg[n] && k < args->n_keywords; k++) {
            if (str_eq(value_str(&args->keywords[k].key), p.name)) {
                c->arg[n] = &args->keywords[k].value;
                used_keywords++;
            }
        }
        if (!c->arg[n] && !p.optional) {
            return eval_raise(c->e, TYPE_TYPE_ERROR, "%s() missing the argument '%.*s'", row->name,
                STR_ARG(p.name));
        }
        if (p.least != NO_SIZE && c->arg[n] && !in_bounds(c, &p, c->arg[n])) {
            return false;
        }
    }
    c->n_args = n;
    return (positional == args->n_positional && used_keywords == args->n_keywords) ||
           eval_raise(
               c->e, TYPE_TYPE_ERROR, "%s() takes the arguments: %s", row->name, row->params);
}

bool api_recorded(struct eval *e, const char *name)
{
    struct graph *g = api_graph(e);
    str refused = g->refused;
    if (g->full) {
        return eval_limit(e, g->full);
    }
    if (g->fault.n > 0) {
        return eval_raise(e, TYPE_LIMIT, "%s() makes %.*s", name, STR_ARG(g->fault));
    }
    g->refused = STR("");
    return refused.n == 0 ||
           eval_raise(e, TYPE_VALUE_ERROR, "%s() makes %.*s", name, STR_ARG(refused));
}

bool api_run_row(struct eval *e, const struct api_row *row, const struct value *self,
    const struct arguments *args, struct value *out)
{
    struct call c = {.e = e, .g = api_graph(e), .name = row->name};
    if (!bind(&c, row, self, args)) {
        return false;
    }
    for (uint32_t i = 0; i < c.n_args; i++) {
        if (c.arg[i] && api_has_unknown(e, c.arg[i], 2)) {
            *out = value_is_unknown(c.arg[i]) ? *c.arg[i]
                                              : value_unknown(e->arena, args->tree, args->node,
                                                    "a tensor in it is unknown");
            return true;
        }
    }
    return row->run(&c, out) && api_recorded(e, row->name);
}

/* --- functions and methods as values --- */

static const struct api_row *search_row(str name)
{
    for (size_t t = 0; t < sizeof TABLES / sizeof *TABLES; t++) {
        for (const struct api_row *row = TABLES[t]; row->name; row++) {
            if (row->name[0] == name.p[0] && str_is(name, row->name)) {
                return row;
            }
        }
    }
    return NULL;
}

/* torch.relu, or x.relu with `self` bound. */
struct function_object {
    struct object base;
    const struct api_row *row;
    struct value self;
};

static bool function_call(
    struct eval *e, struct object *o, const struct arguments *args, struct value *out)
{
    struct function_object *f = (struct function_object *)o;
    return api_run_row(e, f->row, f->self.kind == VALUE_OBJECT ? &f->self : NULL, args, out);
}

static const struct object_class FUNCTION_CLASS = {.name = "torch function", .call = function_call};

static struct value function_value(
    struct eval *e, const struct api_row *row, const struct value *self)
{
    struct function_object *f = ARENA_NEW(e->arena, struct function_object);
    f->base.class_ = &FUNCTION_CLASS;
    f->row = row;
    f->self = self ? *self : value_none();
    return value_of_object(&f->base);
}

/* torch.NAME; NULL when there is none. */
static const struct value *find_function(struct eval *e, str name)
{
    struct model_context *x = context_of(e);
    x->functions = x->functions ? x->functions : dict_new(e->arena, 64);
    struct entry *known = dict_find_str(x->functions, name);
    if (!known) {
        const struct api_row *row = search_row(name);
        known =
            row ? dict_set_str(e->arena, x->functions, name, function_value(e, row, NULL)) : NULL;
    }
    return known ? &known->value : NULL;
}

static const struct api_row *find_row(struct eval *e, str name)
{
    const struct value *f = find_function(e, name);
    return f ? ((const struct function_object *)f->object)->row : NULL;
}

static bool namespace_attribute(struct eval *e, struct object *o, str name, struct value *out)
{
    (void)o;
    const struct value *known = find_function(e, name);
    if (known) {
        *out = *known;
        return true;
    }
    for (int d = 0; d < DTYPES; d++) {
        if (str_is(name, dtype_name((enum dtype)d))) {
            *out = value_string(e->arena, name);
            return true;
        }
    }
    return eval_raise(e, TYPE_ATTRIBUTE_ERROR,
        "torch has no function '%.*s' here; "
        "`cfglint list ops` shows those that there are",
        STR_ARG(name));
}

static const struct object_class NAMESPACE_CLASS = {
    .name = "torch", .attribute = namespace_attribute};

struct value api_namespace(struct eval *e)
{
    struct object *o = ARENA_NEW(e->arena, struct object);
    o->class_ = &NAMESPACE_CLASS;
    return value_of_object(o);
}

/* --- tensors as values --- */

struct value api_tensor_value(struct eval *e, tensor_id t)
{
    struct tensor_object *o = ARENA_NEW(e->arena, struct tensor_object);
    o->base.class_ = &TENSOR_CLASS;
    o->id = t;
    return value_of_object(&o->base);
}

static struct value shape_value(struct eval *e, const struct shape *s)
{
    struct list *l = list_new(e->arena, s->n);
    for (uint32_t i = 0; i < s->n; i++) {
        list_push(e->arena, l, value_int(s->size[i]));
    }
    return value_of_tuple(l);
}

static bool tensor_attribute(struct eval *e, struct object *o, str name, struct value *out)
{
    struct graph *g = api_graph(e);
    struct value self = value_of_object(o);
    tensor_id t = api_tensor_of(&self);
    if (str_is(name, "shape")) {
        *out = shape_value(e, shape_of(g, t));
        return true;
    }
    if (str_is(name, "ndim")) {
        *out = value_int(shape_of(g, t)->n);
        return true;
    }
    if (str_is(name, "dtype")) {
        *out = value_string(e->arena, str_of(dtype_name(dtype_of(g, t))));
        return true;
    }
    if (str_is(name, "requires_grad")) {
        *out = value_bool(graph_tensor(g, t)->requires_grad);
        return true;
    }
    const struct api_row *row = find_row(e, name);
    if (!row) {
        return eval_raise(e, TYPE_ATTRIBUTE_ERROR, "a tensor has no '%.*s' here", STR_ARG(name));
    }
    *out = function_value(e, row, &self);
    return true;
}

static bool run_named(struct eval *e, const char *name, const struct value *const *values,
    uint32_t n, struct value *out)
{
    struct value copy[4];
    for (uint32_t i = 0; i < n; i++) {
        copy[i] = *values[i];
    }
    const struct frame *f = e->frame;
    struct arguments args = {
        .positional = copy, .n_positional = n, .tree = f ? f->tree : NULL, .node = 0};
    return api_run_row(e, find_row(e, str_of(name)), NULL, &args, out);
}

static const char *const BINARY_NAMES[] = {[OP_ADD] = "add",
    [OP_SUB] = "sub",
    [OP_MUL] = "mul",
    [OP_DIV] = "div",
    [OP_FLOORDIV] = "floor_divide",
    [OP_MOD] = "remainder",
    [OP_POW] = "pow",
    [OP_MATMUL] = "matmul",
    [OP_BITAND] = "logical_and",
    [OP_BITOR] = "logical_or",
    [OP_LT] = "lt",
    [OP_GT] = "gt",
    [OP_LE] = "le",
    [OP_GE] = "ge",
    [OP_EQ] = "eq",
    [OP_NE] = "ne",
    [OP_RSHIFT] = NULL};

static bool tensor_binary(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct value *out)
{
    const char *name = op < sizeof BINARY_NAMES / sizeof *BINARY_NAMES ? BINARY_NAMES[op] : NULL;
    if (!name) {
        return eval_raise(
            e, TYPE_TYPE_ERROR, "tensors do not know the operator %s", operator_name(op));
    }
    if ((op == OP_EQ || op == OP_NE) && (value_is_none(left) || value_is_none(right))) {
        *out = value_bool(op == OP_NE); /* a tensor is not None */
        return true;
    }
    const struct value *both[] = {left, right};
    return run_named(e, name, both, 2, out);
}

static bool tensor_augmented(struct eval *e, enum operator op, struct object *left,
    const struct value *right, struct value *out)
{
    struct value self = value_of_object(left);
    static const char *const names[] = {
        [OP_ADD] = "add_", [OP_SUB] = "sub_", [OP_MUL] = "mul_", [OP_DIV] = "div_"};
    if (op < sizeof names / sizeof *names && names[op]) {
        const struct value *both[] = {&self, right};
        return run_named(e, names[op], both, 2, out);
    }
    return tensor_binary(e, op, &self, right, out);
}

static bool tensor_unary(
    struct eval *e, enum operator op, const struct value *operand, struct value *out)
{
    const struct value *one[] = {operand};
    if (op == OP_POS) {
        *out = *operand;
        return true;
    }
    return run_named(e, op == OP_NEG ? "neg" : "logical_not", one, 1, out);
}

static bool tensor_item(
    struct eval *e, struct object *o, const struct value *index, struct value *out)
{
    struct value self = value_of_object(o);
    const struct value *both[] = {&self, index};
    return run_named(e, "index", both, 2, out);
}

static bool tensor_set_item(
    struct eval *e, struct object *o, const struct value *index, const struct value *v)
{
    struct value self = value_of_object(o), out;
    const struct value *three[] = {&self, index, v};
    return run_named(e, "index_put_", three, 3, &out);
}

/* Walking over a tensor is unbind. */
static bool tensor_iterate(struct eval *e, struct object *o, struct list **out)
{
    struct value self = value_of_object(o), parts;
    const struct value *one[] = {&self};
    if (!run_named(e, "unbind", one, 1, &parts)) {
        return false;
    }
    *out = value_is_sequence(&parts) ? parts.list : NULL;
    return true;
}

static str tensor_describe(struct arena *a, const struct object *o)
{
    (void)o;
    return arena_str(a, STR("<tensor>"));
}

const struct object_class TENSOR_CLASS = {
    .name = "Tensor",
    .attribute = tensor_attribute,
    .binary = tensor_binary,
    .unary = tensor_unary,
    .item = tensor_item,
    .set_item = tensor_set_item,
    .augmented = tensor_augmented,
    .iterate = tensor_iterate,
    .describe = tensor_describe,
    .is_held = true,
};

/* --- shared by the operations --- */

const struct shape *shape_of(const struct graph *g, tensor_id t)
{
    return &graph_tensor(g, t)->shape;
}

uint64_t api_elems(const struct graph *g, tensor_id t)
{
    return (uint64_t)shape_elems(shape_of(g, t));
}

struct shape api_folded(const struct shape *s)
{
    struct shape outer = *s;
    outer.n--;
    return (struct shape){.size = {shape_elems(&outer), s->size[outer.n]}, .n = 2};
}

enum dtype dtype_of(const struct graph *g, tensor_id t)
{
    return (enum dtype)graph_tensor(g, t)->dtype;
}

bool broadcast(const struct shape *a, const struct shape *b, struct shape *out)
{
    const struct shape *longer = a->n >= b->n ? a : b, *shorter = longer == a ? b : a;
    *out = *longer;
    uint32_t skip = longer->n - shorter->n;
    for (uint32_t i = 0; i < shorter->n; i++) {
        int64_t x = longer->size[skip + i], y = shorter->size[i];
        if (x != y && x != 1 && y != 1) {
            return false;
        }
        out->size[skip + i] = x == 1 ? y : x;
    }
    return true;
}

enum dtype promote(enum dtype a, enum dtype b)
{
    static const uint8_t rank[] = {[DTYPE_BOOL] = 0,
        [DTYPE_U8] = 1,
        [DTYPE_I16] = 2,
        [DTYPE_I32] = 3,
        [DTYPE_I64] = 4,
        [DTYPE_F16] = 5,
        [DTYPE_BF16] = 5,
        [DTYPE_F32] = 6,
        [DTYPE_F64] = 7};
    if (a != b && rank[a] == rank[b]) {
        return DTYPE_F32; /* half and bfloat16 */
    }
    return rank[a] >= rank[b] ? a : b;
}
