/* The names that library code sees besides `torch`: build, checkpoint, assume, get, ... */
#include "model/context.h"

#include "config/config.h"
#include "eval/ops.h"
#include "model/api.h"
#include "model/memo.h"

static struct graph *graph_of(struct eval *e)
{
    return context_of(e)->graph;
}

/* --- functions that wrap calls --- */

enum {
    SEGMENT_INPUTS = 64, /* tensors that a checkpointed call is given, at most */
    ARGUMENT_DEPTH = 8   /* of the lists that hold them */
};

/* The tensors among arguments, lists included. */
static void collect_tensors(
    struct eval *e, const struct value *v, tensor_id *to, uint32_t *n, uint32_t depth)
{
    tensor_id t = api_tensor_of(v);
    if (t && *n < SEGMENT_INPUTS) {
        to[(*n)++] = t;
    } else if (value_is_sequence(v) && v->list->frozen != FROZEN && depth > 0 &&
               eval_visit(e, v->list->n)) {
        for (uint32_t i = 0; i < v->list->n; i++) {
            collect_tensors(e, &v->list->items[i], to, n, depth - 1);
        }
    }
}

/* Of those that wrap calls; there is one argument at least. */
static bool call_rest(struct eval *e, const struct arguments *args, struct value *out)
{
    struct arguments rest = *args;
    rest.positional++;
    rest.n_positional--;
    return eval_call(e, &args->positional[0], &rest, out);
}

static bool run_no_grad(struct eval *e, const struct arguments *args, struct value *out)
{
    struct graph *g = graph_of(e);
    g->no_grad++;
    bool good = call_rest(e, args, out);
    g->no_grad--;
    return good;
}

static bool run_without_autocast(struct eval *e, const struct arguments *args, struct value *out)
{
    struct graph *g = graph_of(e);
    g->no_autocast++;
    bool good = call_rest(e, args, out);
    g->no_autocast--;
    return good;
}

/* Where autocast ends, what it has cast since is given up. */
static void end_autocast(struct graph *g, size_t from)
{
    for (size_t k = from; k < g->half_casts.n; k++) {
        tensor_id cast = g->half_casts.items[k];
        struct parameter *p = api_cast_parameter(g, cast);
        p->half = p->half == cast ? 0 : p->half;
        graph_release(g, cast);
    }
    g->half_casts.n = from;
}

/* A part of the model that turns on mixed precision by itself. */
static bool run_with_autocast(struct eval *e, const struct arguments *args, struct value *out)
{
    struct graph *g = graph_of(e);
    size_t from = g->half_casts.n;
    uint8_t before = g->options.autocast;
    if (graph_autocasts(g)) {
        return call_rest(e, args, out);
    }
    uint32_t off = g->no_autocast;
    g->no_autocast = 0;
    g->options.autocast = before == DTYPE_F32 ? DTYPE_F16 : before;
    bool good = call_rest(e, args, out);
    if (before == DTYPE_F32) {
        end_autocast(g, from);
    }
    g->options.autocast = before;
    g->no_autocast = off;
    return good;
}

static bool any_needs_grad(struct graph *g, const tensor_id *tensors, uint32_t n)
{
    bool any = false;
    for (uint32_t i = 0; i < n; i++) {
        any |= graph_tensor(g, tensors[i])->requires_grad;
    }
    return any;
}

/* PyTorch runs the part without gradients, and makes a node of its own from what goes in: where
 * none of that wants a gradient, there is none. */
static bool run_again(
    struct eval *e, const struct arguments *args, bool keeps_inputs, struct value *out)
{
    struct graph *g = graph_of(e);
    tensor_id inputs[SEGMENT_INPUTS];
    uint32_t n = 0;
    for (uint32_t i = 1; i < args->n_positional; i++) {
        collect_tensors(e, &args->positional[i], inputs, &n, ARGUMENT_DEPTH);
    }
    if (!graph_grad_enabled(g) || g->segment) { /* nothing to gain inside another one */
        return call_rest(e, args, out);
    }
    if (n > 0 && !any_needs_grad(g, inputs, n)) {
        return run_no_grad(e, args, out);
    }
    graph_segment_begin(g);
    bool good = call_rest(e, args, out);
    graph_segment_end(g, inputs, keeps_inputs ? n : 0);
    return good;
}

static bool run_checkpoint(struct eval *e, const struct arguments *args, struct value *out)
{
    return run_again(e, args, true, out);
}

/* reversible(f, ...): the same of a part whose inputs are made again from what followed. */
static bool run_reversible(struct eval *e, const struct arguments *args, struct value *out)
{
    return run_again(e, args, false, out);
}

/* note(text): what an estimate of this step tells with its figures, once. */
static bool run_note(struct eval *e, const struct arguments *args, struct value *out)
{
    struct graph *g = graph_of(e);
    str text = args->n_positional == 1 ? value_str(&args->positional[0]) : STR("");
    VEC_EACH (str, old, &g->notes) {
        text = str_eq(*old, text) ? STR("") : text;
    }
    if (text.n > 0) {
        vec_push(g, &g->notes, arena_str(e->arena, text));
    }
    *out = value_none();
    return true;
}

/* backward(loss): the end of the forward pass. */
static bool run_backward(struct eval *e, const struct arguments *args, struct value *out)
{
    struct graph *g = graph_of(e);
    *out = value_none();
    if (args->n_positional != 1) {
        return eval_raise(e, TYPE_TYPE_ERROR, "backward() takes the loss");
    }
    if (value_is_unknown(&args->positional[0])) {
        return true;
    }
    tensor_id loss = api_tensor_of(&args->positional[0]);
    if (!loss) {
        return eval_raise(e, TYPE_TYPE_ERROR, "backward() takes a tensor");
    }
    VEC_EACH (tensor_id, cast, &g->half_casts) {
        graph_release(g, *cast); /* autocast ends before backward */
    }
    struct recording r = op_begin(g, OPKIND_BACKWARD);
    op_input(&r, loss, GRAD_NONE);
    op_end(&r);
    g->loss = loss;
    return true;
}

/* agree(have, want, "maps"): raises when what arrives is not what the module is made for. */
static bool run_agree(struct eval *e, const struct arguments *args, struct value *out)
{
    struct graph *g = graph_of(e);
    const struct value *v = args->positional;
    *out = value_none();
    if (args->n_positional != 3 || v[2].kind != VALUE_STRING) {
        return eval_raise(e, TYPE_TYPE_ERROR, "agree() takes two numbers and what they count");
    }
    if (!value_is_int(&v[0]) || !value_is_int(&v[1]) ||
        value_as_int(&v[0]) == value_as_int(&v[1])) {
        return true;
    }
    g->mismatch = (struct mismatch){.have = value_as_int(&v[0]), .want = value_as_int(&v[1])};
    return eval_raise(e, TYPE_VALUE_ERROR, "it is made for %lld %.*s, and %lld arrive",
        (long long)g->mismatch.want, STR_ARG(value_str(&v[2])), (long long)g->mismatch.have);
}

/* get(d, "a.b.c", fallback): a value of nested dicts. */
static bool run_get(struct eval *e, const struct arguments *args, struct value *out)
{
    if (args->n_positional < 2 || args->n_positional > 3) {
        return eval_raise(e, TYPE_TYPE_ERROR, "get() takes a dict, a dotted path and a fallback");
    }
    str path = value_str(&args->positional[1]);
    const struct value *v = &args->positional[0];
    while (v && path.n > 0) {
        str part = dotted_head(path, &path);
        const struct entry *x = v->kind == VALUE_DICT ? dict_find_str(v->dict, part) : NULL;
        v = x ? &x->value : NULL;
    }
    *out = v ? *v : args->n_positional > 2 ? args->positional[2] : value_none();
    return true;
}

/* struct(a=1, ...): an object with attributes. */
static bool make_struct(struct eval *e, const struct arguments *args, struct value *out)
{
    struct dict *d = dict_new(e->arena, args->n_keywords);
    d->flavor = DICT_STRUCT;
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        dict_set(
            e->arena, d, &args->keywords[i].key, args->keywords[i].hash, args->keywords[i].value);
    }
    *out = value_of_dict(d);
    return true;
}

/* How it comes to the GPU: n: a block of n bytes is made; -n: the nth of them goes; 0: `input`. */
static void add_arrivals(struct call *c, uint32_t at, storage_id input)
{
    const struct value *v = c->arg[at];
    for (uint32_t i = 0; v && v->kind == VALUE_LIST && i < v->list->n; i++) {
        const struct value *x = &v->list->items[i];
        int64_t n = value_is_int(x) ? value_as_int(x) : 0;
        uint32_t goes = n < 0 && -n <= UINT32_MAX ? (uint32_t)-n : 0;
        vec_push(c->g, &c->g->arrivals,
            ((struct arrival){n > 0 ? (uint64_t)n : 0, goes, n == 0 ? input : 0}));
    }
}

/* input(shape, dtype, arrival): a tensor of the batch, held to the end of the step. */
static bool make_input(struct eval *e, const struct arguments *args, struct value *out)
{
    struct graph *g = graph_of(e);
    struct call c = {.e = e, .g = g, .name = "input"};
    struct shape s;
    enum dtype d;
    for (uint32_t i = 0; i < args->n_positional && i < MAX_ARGS; i++) {
        c.arg[i] = &args->positional[i];
    }
    if (c.arg[0] && api_has_unknown(e, c.arg[0], 1)) {
        context_note_unknown(context_of(e));
        *out = value_unknown(e->arena, args->tree, args->node, "a size of it is unknown");
        return true;
    }
    if (!call_dims(&c, 0, &s) || !call_dtype(&c, 1, DTYPE_F32, &d)) {
        return false;
    }
    tensor_id made = graph_input(g, &s, d, STORAGE_INPUT);
    add_arrivals(&c, 2, graph_tensor(g, made)->storage);
    *out = api_tensor_value(e, made);
    return api_recorded(e, "input");
}

static str type_name(const struct value *t)
{
    return t->kind == VALUE_LAZY ? t->lazy->name : value_str(t);
}

static bool run_unknown_type(struct eval *e, const struct arguments *args, struct value *out)
{
    struct graph *g = graph_of(e);
    const struct value *t = args->n_positional > 0 ? &args->positional[0] : NULL;
    str type = t ? type_name(t) : STR("");
    str why = args->n_positional > 1 ? value_str(&args->positional[1]) : STR("not described");
    graph_unknown_type(g, type, STR(""), args->n_positional ? args->positional[0] : value_none(),
        arena_str(e->arena, why).p);
    *out =
        value_unknown(e->arena, args->tree, args->node, "'%.*s' is not described", STR_ARG(type));
    return true;
}

/* attempt(type, f, ...): f(...).  Where that fails, the type is unknown, and so is the result. */
static bool run_attempt(struct eval *e, const struct arguments *args, struct value *out)
{
    struct arguments rest = *args;
    if (args->n_positional < 2) {
        return eval_raise(e, TYPE_TYPE_ERROR, "attempt() takes a type and a function");
    }
    const struct value *type = &args->positional[0];
    rest.positional += 2;
    rest.n_positional -= 2;
    return eval_call(e, &args->positional[1], &rest, out) ||
           build_give_up(e, type_name(type), NULL, type, out);
}

static bool run_is_unknown(struct eval *e, const struct arguments *args, struct value *out)
{
    (void)e;
    *out = value_bool(args->n_positional > 0 && value_is_unknown(&args->positional[0]));
    return true;
}

static bool run_parameter(struct eval *e, const struct arguments *args, struct value *out)
{
    return module_make_parameter(e, args, false, out);
}

static bool run_buffer(struct eval *e, const struct arguments *args, struct value *out)
{
    return module_make_parameter(e, args, true, out);
}

static bool run_build(struct eval *e, const struct arguments *args, struct value *out)
{
    return build_module(e, &args->positional[0], args, out);
}

static bool run_mode(
    struct eval *e, const struct arguments *args, enum module_mode mode, struct value *out)
{
    *out = value_none();
    for (uint32_t i = 0; i < args->n_positional; i++) {
        module_set_mode(e, &args->positional[i], mode);
    }
    return true;
}

static bool run_freeze(struct eval *e, const struct arguments *args, struct value *out)
{
    return run_mode(e, args, MODULE_FREEZE, out);
}

static bool run_unfreeze(struct eval *e, const struct arguments *args, struct value *out)
{
    return run_mode(e, args, MODULE_UNFREEZE, out);
}

static bool run_eval_mode(struct eval *e, const struct arguments *args, struct value *out)
{
    return run_mode(e, args, MODULE_EVAL, out);
}

static bool run_out_of_place(struct eval *e, const struct arguments *args, struct value *out)
{
    return run_mode(e, args, MODULE_OUT_OF_PLACE, out);
}

/* package_config("mmyolo::rtmdet/x.py"): what that config holds; unknown when it cannot be had. */
static bool run_package_config(struct eval *e, const struct arguments *args, struct value *out)
{
    struct model_context *x = context_of(e);
    if (args->n_positional != 1 || args->positional[0].kind != VALUE_STRING) {
        return eval_raise(e, TYPE_TYPE_ERROR, "package_config() takes the name of a config");
    }
    const struct value *name = &args->positional[0];
    str problem = STR("an example has no packages");
    const struct config *found =
        x->config ? config_in_package(x->config, e->arena, value_str(name), &problem) : NULL;
    if (found) {
        *out = found->root;
        return true;
    }
    graph_unknown_type(x->graph, value_str(name), STR(""), *name, arena_str(e->arena, problem).p);
    *out = value_unknown(e->arena, name->tree, name->node, "'%.*s': %.*s", STR_ARG(value_str(name)),
        STR_ARG(problem));
    return true;
}

/* lookup("transform", "mmdet.Resize"): the arguments of that declaration, None if there is none. */
static bool run_lookup(struct eval *e, const struct arguments *args, struct value *out)
{
    struct model_context *x = context_of(e);
    *out = value_none();
    if (args->n_positional == 2 && value_is_unknown(&args->positional[1])) {
        return true;
    }
    if (args->n_positional != 2 || args->positional[0].kind != VALUE_STRING ||
        args->positional[1].kind != VALUE_STRING) {
        return eval_raise(e, TYPE_TYPE_ERROR, "lookup() takes a kind and a type");
    }
    str kind = value_str(&args->positional[0]);
    for (int k = 0; k < LIBRARY_KINDS; k++) {
        if (str_is(kind, library_kind_name((enum library_kind)k))) {
            const struct declaration *d =
                context_find(x, (enum library_kind)k, x->scope, value_str(&args->positional[1]));
            if (d) {
                *out = value_of_dict((struct dict *)d->arguments);
            }
            return true;
        }
    }
    return eval_raise(e, TYPE_VALUE_ERROR, "nothing is declared by '%.*s'", STR_ARG(kind));
}

/* --- the names --- */

struct global_row {
    const char *name;
    bool (*run)(struct eval *e, const struct arguments *args, struct value *out);
    bool wraps; /* its first argument is what to call or build */
};

static const struct global_row GLOBALS[] = {
    {"Module", module_make},
    {"agree", run_agree},
    {"assume", assume_run},
    {"attempt", run_attempt},
    {"backward", run_backward},
    {"buffer", run_buffer},
    {"build", run_build, true},
    {"checkpoint", run_checkpoint, true},
    {"reversible", run_reversible, true},
    {"eval_mode", run_eval_mode},
    {"freeze", run_freeze},
    {"get", run_get},
    {"input", make_input},
    {"is_unknown", run_is_unknown},
    {"lookup", run_lookup},
    {"measurement", assume_measurement},
    {"no_grad", run_no_grad, true},
    {"note", run_note},
    {"on_output", module_hook},
    {"out_of_place", run_out_of_place},
    {"package_config", run_package_config},
    {"parameter", run_parameter},
    {"struct", make_struct},
    {"unfreeze", run_unfreeze},
    {"unknown_type", run_unknown_type},
    {"with_autocast", run_with_autocast, true},
    {"without_autocast", run_without_autocast, true},
    {"wrap", module_wrap},
};

struct global_object {
    struct object base;
    const struct global_row *row;
};

static bool global_call(
    struct eval *e, struct object *o, const struct arguments *args, struct value *out)
{
    const struct global_row *row = ((struct global_object *)o)->row;
    if (row->wraps && args->n_positional < 1) {
        return eval_raise(e, TYPE_TYPE_ERROR, "%s() needs an argument", row->name);
    }
    return row->run(e, args, out);
}

static const struct object_class GLOBAL_CLASS = {.name = "function", .call = global_call};

bool context_name(struct eval *e, str name, struct value *out)
{
    if (str_is(name, "torch") || str_is(name, "F")) {
        *out = api_namespace(e);
        return true;
    }
    if (str_is(name, "TORCH")) { /* 113 for PyTorch 1.13 */
        memo_asks(graph_of(e), MEMO_TORCH);
        *out = value_int(graph_of(e)->options.torch);
        return true;
    }
    if (str_is(name, "HALF_MODEL")) { /* mmcv's fp16 of old */
        *out = value_bool(graph_of(e)->options.half_model);
        return true;
    }
    if (str_is(name, "AUTOCAST")) { /* mixed precision, and not inside without_autocast() */
        memo_asks(graph_of(e), MEMO_AUTOCAST);
        *out = value_bool(graph_autocasts(graph_of(e)));
        return true;
    }
    if (str_is(name, "DISTRIBUTED")) {
        *out = value_bool(graph_of(e)->options.distributed);
        return true;
    }
    if (str_is(name, "MMENGINE")) { /* the libraries' generation; False for that on mmcv 1.x */
        *out = value_bool(graph_of(e)->options.mmengine);
        return true;
    }
    if (str_is(name, "TRAINING")) {
        *out = value_bool(graph_of(e)->options.training);
        return true;
    }
    if (str_is(name, "SCENARIO")) { /* 0 low, 1 expected, 2 high */
        graph_of(e)->scenario_used = true;
        memo_asks(graph_of(e), MEMO_SCENARIO);
        *out = value_int(graph_of(e)->options.scenario);
        return true;
    }
    for (size_t i = 0; i < sizeof GLOBALS / sizeof *GLOBALS; i++) {
        if (str_is(name, GLOBALS[i].name)) {
            struct global_object *o = ARENA_NEW(e->arena, struct global_object);
            o->base.class_ = &GLOBAL_CLASS;
            o->row = &GLOBALS[i];
            *out = value_of_object(&o->base);
            return true;
        }
    }
    return false;
}
