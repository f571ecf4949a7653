/* Reading the arguments of a call. */
#include "base/sizes.h"
#include "eval/number.h"
#include "model/api.h"

static bool refuse(struct call *c, struct mismatch m, const char *format, va_list args)
{
    str message = arena_vprintf(c->e->arena, format, args);
    c->g->mismatch = m;
    return eval_raise(c->e, TYPE_VALUE_ERROR, "%s(): %.*s", c->name, STR_ARG(message));
}

bool call_fail(struct call *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    refuse(c, (struct mismatch){0}, format, args);
    va_end(args);
    return false;
}

bool call_mismatch(struct call *c, tensor_id x, int64_t have, int64_t want, const char *format, ...)
{
    module_id source = c->g->ops.items[graph_tensor(c->g, x)->producer].module;
    va_list args;
    va_start(args, format);
    refuse(c, (struct mismatch){have, want, source}, format, args);
    va_end(args);
    return false;
}

tensor_id api_tensor_of(const struct value *v)
{
    if (v->kind == VALUE_OBJECT && v->object->class_ == &TENSOR_CLASS) {
        return ((const struct tensor_object *)v->object)->id;
    }
    return 0;
}

/* `odd`: the argument, or one of its items. */
static bool wrong_for(struct call *c, uint32_t i, const char *wanted, const struct value *odd)
{
    if (!c->arg[i]) {
        return call_fail(c, "argument %u is missing; %s is needed", i + 1, wanted);
    }
    str type = value_type_name(c->arg[i]);
    call_fail(c, "argument %u is of type %.*s; %s is needed", i + 1, STR_ARG(type), wanted);
    return eval_about_operand(c->e, odd);
}

static bool wrong(struct call *c, uint32_t i, const char *wanted)
{
    return wrong_for(c, i, wanted, c->arg[i]);
}

bool call_tensor(struct call *c, uint32_t i, tensor_id *out)
{
    *out = c->arg[i] ? api_tensor_of(c->arg[i]) : 0;
    return *out != 0 || wrong(c, i, "a tensor");
}

bool call_tensor_or_none(struct call *c, uint32_t i, tensor_id *out)
{
    *out = 0;
    return !call_given(c, i) || call_tensor(c, i, out);
}

/* An integer; of more than 64 bits, NO_SIZE. */
static bool as_size(const struct value *v, int64_t *out)
{
    *out = v->kind == VALUE_BIG_INT ? NO_SIZE : value_is_int(v) ? value_as_int(v) : 0;
    return v->kind == VALUE_BIG_INT || value_is_int(v);
}

bool call_int(struct call *c, uint32_t i, int64_t fallback, int64_t *out)
{
    *out = fallback;
    if (!call_given(c, i)) {
        return true;
    }
    if (c->arg[i]->kind == VALUE_FLOAT) {
        *out = size_of_double(c->arg[i]->f);
        return (double)*out == c->arg[i]->f || wrong(c, i, "an integer");
    }
    return as_size(c->arg[i], out) || wrong(c, i, "an integer");
}

bool call_bool(struct call *c, uint32_t i, bool fallback, bool *out)
{
    *out = call_given(c, i) ? value_truth(c->arg[i]) : fallback;
    return true;
}

bool call_double(struct call *c, uint32_t i, double fallback, double *out)
{
    *out = fallback;
    return !call_given(c, i) || number_as_double(c->arg[i], out) || wrong(c, i, "a number");
}

bool call_ints(struct call *c, uint32_t i, uint32_t n, int64_t fallback, int64_t *out)
{
    const struct value *v = c->arg[i];
    bool list = call_given(c, i) && value_is_sequence(v);
    if (list && v->list->n != n && v->list->n != 1) {
        return wrong(c, i, "one integer, or one for each dimension,");
    }
    for (uint32_t k = 0; k < n; k++) {
        const struct value *item = list ? &v->list->items[v->list->n == 1 ? 0 : k] : v;
        out[k] = fallback;
        if (call_given(c, i) && !as_size(item, &out[k])) {
            return wrong_for(c, i, "one integer, or one for each dimension,", item);
        }
    }
    return true;
}

bool call_dims(struct call *c, uint32_t i, struct shape *out)
{
    out->n = 0;
    const struct value *v = c->arg[i];
    if (!call_given(c, i)) {
        return true;
    }
    struct list one = {.items = (struct value *)v, .n = 1};
    const struct list *l = value_is_sequence(v) ? v->list : &one;
    if (l->n > MAX_DIMS) {
        return wrong(c, i, "a shorter list");
    }
    for (uint32_t k = 0; k < l->n; k++) {
        if (!as_size(&l->items[k], &out->size[out->n++])) {
            return wrong_for(c, i, "a list of integers", &l->items[k]);
        }
    }
    return true;
}

bool call_dtype(struct call *c, uint32_t i, enum dtype fallback, enum dtype *out)
{
    *out = fallback;
    if (!call_given(c, i)) {
        return true;
    }
    for (int d = 0; d < DTYPES; d++) {
        if (value_is_str(c->arg[i], dtype_name((enum dtype)d))) {
            *out = (enum dtype)d;
            return true;
        }
    }
    return wrong(c, i, "the name of a dtype, such as 'float32',");
}

bool call_tensors(struct call *c, uint32_t i, tensor_id **out, uint32_t *n)
{
    const struct value *v = c->arg[i];
    if (!v || !value_is_sequence(v)) {
        return wrong(c, i, "a list of tensors");
    }
    *out = ARENA_MANY(c->e->arena, tensor_id, v->list->n + 1u);
    *n = v->list->n;
    for (uint32_t k = 0; k < v->list->n; k++) {
        (*out)[k] = api_tensor_of(&v->list->items[k]);
        if (!(*out)[k]) {
            return wrong(c, i, "a list of tensors");
        }
    }
    return true;
}

str call_str(struct call *c, uint32_t i, const char *fallback)
{
    return c->arg[i] && c->arg[i]->kind == VALUE_STRING ? value_str(c->arg[i]) : str_of(fallback);
}

bool call_dim(struct call *c, int64_t dim, uint32_t n, uint32_t *out)
{
    int64_t d = dim < 0 ? dim + (int64_t)n : dim;
    if (d < 0 || d >= (int64_t)(n ? n : 1)) {
        return call_fail(c, "dimension %lld is out of range for %u dimensions", (long long)dim, n);
    }
    *out = (uint32_t)d;
    return true;
}

bool call_rank(struct call *c, tensor_id t, uint32_t least, uint32_t most)
{
    const struct shape *s = shape_of(c->g, t);
    if (s->n >= least && s->n <= most) {
        return true;
    }
    str have = shape_text(c->e->arena, s);
    return least == most
               ? call_fail(c, "a tensor of %u dimensions is needed, not %.*s", least, STR_ARG(have))
               : call_fail(c, "a tensor of %u to %u dimensions is needed, not %.*s", least, most,
                     STR_ARG(have));
}

bool call_push(struct call *c, struct shape *s, int64_t size)
{
    if (s->n == MAX_DIMS) {
        return call_fail(c, "more than %d dimensions", MAX_DIMS);
    }
    s->size[s->n++] = size;
    return true;
}

bool call_result(struct call *c, tensor_id t, struct value *out)
{
    *out = api_tensor_value(c->e, t);
    return true;
}
