/* Modules as library code makes them: Module("Conv2d", forward, weight=..., stride=...). */
#include "model/context.h"

#include "eval/ops.h"
#include "model/memo.h"

static struct graph *graph_of(struct eval *e)
{
    return context_of(e)->graph;
}

/* The parameter behind a tensor value, or 0. */
static param_id param_of(struct eval *e, const struct value *v)
{
    struct graph *g = graph_of(e);
    tensor_id t = api_tensor_of(v);
    if (!t) {
        return 0;
    }
    const struct storage *s = &g->storages.items[graph_tensor(g, t)->storage];
    return s->kind == STORAGE_PARAMETER ? s->param : 0;
}

/* Is it worth looking for tensors and modules among the `n` items of a container?  A container may
 * hold itself, or another many times over: how deep one looks is bounded, and each look counts. */
static bool may_look(struct eval *e, uint8_t frozen, uint32_t n, uint32_t depth)
{
    return frozen != FROZEN && depth > 0 && eval_visit(e, n);
}

/* --- making --- */

/* Gives modules and parameters among an attribute's values their name and their place below
 * `parent`. */
static void adopt(struct eval *e, module_id parent, str name, const struct value *v, uint32_t depth)
{
    struct graph *g = graph_of(e);
    struct module_object *m = module_of(v);
    param_id p = param_of(e, v);
    if (m) {
        struct graph_module *row = &g->modules.items[m->id];
        if (!row->parent && m->id != parent) {
            row->parent = parent;
            row->name = name;
            row->place = ++g->adopted;
        }
    } else if (p) {
        struct parameter *row = &g->params.items[p];
        if (!row->module) {
            row->module = parent;
            row->name = name;
            row->place = ++g->adopted;
        }
    } else if (value_is_sequence(v) && may_look(e, v->list->frozen, v->list->n, depth)) {
        bool by_number = str_is(g->modules.items[parent].type, "Sequential");
        for (uint32_t i = 0; i < v->list->n; i++) {
            const struct value *x = &v->list->items[i];
            if (x->kind < VALUE_LIST) {
                continue;
            }
            str item = by_number ? arena_printf(g->arena, "%u", i)
                                 : arena_printf(g->arena, "%.*s.%u", STR_ARG(name), i);
            adopt(e, parent, item, x, depth - 1);
        }
    } else if (v->kind == VALUE_DICT && may_look(e, v->dict->frozen, v->dict->n, depth)) {
        for (uint32_t i = 0; i < v->dict->n; i++) {
            const struct value *k = &v->dict->entries[i].key, *x = &v->dict->entries[i].value;
            if (x->kind < VALUE_LIST) {
                continue;
            }
            str key = value_is_int(k) ? arena_printf(g->arena, "%lld", (long long)value_as_int(k))
                                      : value_str(k);
            adopt(e, parent, arena_printf(g->arena, "%.*s.%.*s", STR_ARG(name), STR_ARG(key)), x,
                depth - 1);
        }
    }
}

/* What a module holds stays as it is: its copies hold the same (memo.h). */
static void own(struct eval *e, const struct value *v, uint32_t depth)
{
    if (value_is_sequence(v) && v->list->frozen == CHANGEABLE) {
        v->list->frozen = OWNED;
        for (uint32_t i = 0; may_look(e, OWNED, 1, depth) && i < v->list->n; i++) {
            own(e, &v->list->items[i], depth - 1);
        }
    } else if (v->kind == VALUE_DICT && v->dict->frozen == CHANGEABLE) {
        v->dict->frozen = OWNED;
        for (uint32_t i = 0; may_look(e, OWNED, 1, depth) && i < v->dict->n; i++) {
            own(e, &v->dict->entries[i].value, depth - 1);
        }
    }
}

bool module_make(struct eval *e, const struct arguments *args, struct value *out)
{
    struct graph *g = graph_of(e);
    if (args->n_positional < 1 || args->n_positional > 2 ||
        args->positional[0].kind != VALUE_STRING) {
        return eval_raise(
            e, TYPE_TYPE_ERROR, "Module() takes a type name, a forward function and attributes");
    }
    struct module_object *m = ARENA_NEW(e->arena, struct module_object);
    m->base.class_ = &MODULE_CLASS;
    m->id = graph_module(g, value_str(&args->positional[0]));
    m->forward = args->n_positional > 1 ? args->positional[1] : value_none();
    m->training = g->options.training;
    m->attributes = dict_new(e->arena, args->n_keywords);
    memo_module(g, m);
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        const struct entry *k = &args->keywords[i];
        dict_set(e->arena, m->attributes, &k->key, k->hash, k->value);
        own(e, &k->value, VALUE_DEPTH);
        adopt(e, m->id, value_str(&k->key), &k->value, 4);
    }
    *out = value_of_object(&m->base);
    return api_recorded(e, "Module");
}

bool module_make_parameter(
    struct eval *e, const struct arguments *args, bool buffer, struct value *out)
{
    struct graph *g = graph_of(e);
    struct call c = {.e = e, .g = g, .name = buffer ? "buffer" : "parameter"};
    struct shape s;
    enum dtype d;
    if (args->n_positional < 1 || args->n_positional > (buffer ? 2 : 1)) {
        return eval_raise(e, TYPE_TYPE_ERROR, "%s() takes a shape%s", c.name,
            buffer ? ", and the name of a dtype" : "");
    }
    for (uint32_t i = 0; i < args->n_positional; i++) {
        c.arg[i] = &args->positional[i];
    }
    if (api_has_unknown(e, c.arg[0], 1)) {
        *out = value_unknown(e->arena, args->tree, args->node, "a size of it is unknown");
        return true;
    }
    if (!call_dims(&c, 0, &s) || !call_dtype(&c, 1, DTYPE_F32, &d)) {
        return false;
    }
    param_id p = buffer ? graph_buffer(g, &s, d) : graph_parameter(g, &s);
    *out = api_tensor_value(e, g->params.items[p].tensor);
    return api_recorded(e, c.name);
}

/* --- using --- */

/* What a config names and whose forward pass fails is unknown from there on; the rest goes on. */
static bool give_up(struct eval *e, module_id id, struct value *out)
{
    const struct graph_module *m = &graph_of(e)->modules.items[id];
    struct value at = {.tree = m->tree, .node = m->node};
    return m->node && build_give_up(e, m->type, NULL, &at, out);
}

/* Calls a function of the module, forward or another, with the module in front. */
static bool call_on(struct eval *e, struct module_object *m, const struct value *function,
    const struct arguments *args, struct value *out)
{
    struct graph *g = graph_of(e);
    struct replay_ticket t;
    t.wanted = false;
    if (function->kind == VALUE_FUNCTION && function->function->outer &&
        replay_recall(e, m, function->function, args, &t, out)) {
        return true;
    }
    struct value *all = ARENA_MANY(e->arena, struct value, args->n_positional + 1u);
    all[0] = value_of_object(&m->base);
    for (uint32_t i = 0; i < args->n_positional; i++) {
        all[i + 1] = args->positional[i];
    }
    struct arguments with_self = *args;
    with_self.positional = all;
    with_self.n_positional = args->n_positional + 1;
    struct model_context *x = context_of(e);
    const struct graph_module *row = &g->modules.items[m->id];
    const struct config_part *around = x->part;
    if (row->node) {
        context_enter(x, &(struct value){.tree = row->tree, .node = row->node});
    }
    module_id outer = g->module;
    struct frame *frame = e->frame;
    g->module = m->id;
    e->frame = NULL; /* a module may hold another of its kind: that is no recursion */
    uint64_t before = context_unknowns(x);
    bool good = eval_call(e, function, &with_self, out) || give_up(e, m->id, out);
    if (before != context_unknowns(x)) {
        context_note_unknown(x);
    }
    e->frame = frame;
    g->module = outer;
    x->part = around;
    if (good && t.wanted) {
        replay_keep(e, m, args, &t, out);
    }
    return good;
}

/* What PyTorch's Module.__call__ passes on stays in its own frame, whatever `forward` does with its
 * names; of a list, what is in it when the call begins. */
static struct list *arguments_held(struct eval *e, const struct arguments *args)
{
    struct list *all = list_new(e->arena, args->n_positional + args->n_keywords);
    for (uint32_t i = 0; i < args->n_positional + args->n_keywords; i++) {
        struct value v = i < args->n_positional ? args->positional[i]
                                                : args->keywords[i - args->n_positional].value;
        bool copies = v.kind == VALUE_LIST && v.list->frozen != FROZEN && eval_visit(e, v.list->n);
        list_push(e->arena, all, copies ? value_of_list(list_copy(e->arena, v.list)) : v);
    }
    return all;
}

static const struct object_class METHOD_CLASS;

/* A function among a module's attributes, called on it. */
struct method_object {
    struct object base;
    struct module_object *module;
    struct value function;
};

static struct value method_of(struct eval *e, struct module_object *m, const struct value *function)
{
    struct method_object *b = ARENA_NEW(e->arena, struct method_object);
    b->base.class_ = &METHOD_CLASS;
    b->module = m;
    b->function = *function;
    return value_of_object(&b->base);
}

/* What stands around forward, with it in front of the arguments. */
static bool call_around(
    struct eval *e, struct module_object *m, const struct arguments *args, struct value *out)
{
    struct value *all = ARENA_MANY(e->arena, struct value, args->n_positional + 1u);
    struct arguments with_forward = *args;
    all[0] = method_of(e, m, &m->forward);
    for (uint32_t i = 0; i < args->n_positional; i++) {
        all[i + 1] = args->positional[i];
    }
    with_forward.positional = all;
    with_forward.n_positional = args->n_positional + 1;
    return eval_call(e, &m->around, &with_forward, out);
}

static bool module_call(
    struct eval *e, struct object *o, const struct arguments *args, struct value *out)
{
    struct module_object *m = (struct module_object *)o;
    if (m->forward.kind == VALUE_NONE) {
        return eval_raise(e, TYPE_TYPE_ERROR, "the module '%.*s' has no forward function",
            STR_ARG(graph_of(e)->modules.items[m->id].type));
    }
    const struct list *held = arguments_held(e, args);
    eval_hold(e, held->items, held->n, true);
    bool wrapped = m->around.kind == VALUE_FUNCTION;
    bool good = wrapped ? call_around(e, m, args, out) : call_on(e, m, &m->forward, args, out);
    eval_hold(e, held->items, held->n, false);
    if (good && m->hook.kind == VALUE_FUNCTION) {
        struct arguments seen = {.positional = out, .n_positional = 1};
        struct value nothing;
        good = eval_call(e, &m->hook, &seen, &nothing);
    }
    return good;
}

/* on_output(module, f): f is called with what the module returns, each time. */
bool module_hook(struct eval *e, const struct arguments *args, struct value *out)
{
    struct module_object *m = args->n_positional == 2 ? module_of(&args->positional[0]) : NULL;
    if (!m || args->positional[1].kind != VALUE_FUNCTION) {
        return eval_raise(e, TYPE_TYPE_ERROR, "on_output() takes a module and a function");
    }
    m->hook = args->positional[1];
    graph_of(e)->hooks++;
    memo_change_above(graph_of(e), m->id);
    *out = value_none();
    return true;
}

/* wrap(module, f): f is called instead of forward, with forward and its arguments. */
bool module_wrap(struct eval *e, const struct arguments *args, struct value *out)
{
    struct module_object *m = args->n_positional == 2 ? module_of(&args->positional[0]) : NULL;
    if (!m || args->positional[1].kind != VALUE_FUNCTION) {
        return eval_raise(e, TYPE_TYPE_ERROR, "wrap() takes a module and a function");
    }
    m->around = args->positional[1];
    graph_of(e)->hooks++;
    memo_change_above(graph_of(e), m->id);
    *out = value_none();
    return true;
}

static bool method_call(
    struct eval *e, struct object *o, const struct arguments *args, struct value *out)
{
    struct method_object *b = (struct method_object *)o;
    return call_on(e, b->module, &b->function, args, out);
}

static const struct object_class METHOD_CLASS = {.name = "method", .call = method_call};

static bool module_attribute(struct eval *e, struct object *o, str name, struct value *out)
{
    struct module_object *m = (struct module_object *)o;
    struct graph *g = graph_of(e);
    const struct entry *x = dict_find_str(m->attributes, name);
    if (x && x->value.kind == VALUE_FUNCTION) {
        *out = method_of(e, m, &x->value);
        return true;
    }
    if (x) {
        *out = x->value;
        return true;
    }
    if (str_is(name, "training")) {
        *out = value_bool(m->training);
        return true;
    }
    if (str_is(name, "type")) {
        *out = value_string(e->arena, g->modules.items[m->id].type);
        return true;
    }
    return eval_raise(e, TYPE_ATTRIBUTE_ERROR, "the module '%.*s' has no '%.*s'",
        STR_ARG(g->modules.items[m->id].type), STR_ARG(name));
}

const struct object_class MODULE_CLASS = {
    .name = "Module", .attribute = module_attribute, .call = module_call};

/* --- freezing and modes --- */

static void walk(struct eval *e, const struct value *v, enum module_mode action, uint32_t depth)
{
    struct graph *g = graph_of(e);
    struct module_object *m = module_of(v);
    param_id p = param_of(e, v);
    if (depth == 0) {
        return;
    }
    struct entry *own =
        m && action == MODULE_OUT_OF_PLACE ? dict_find_str(m->attributes, STR("inplace")) : NULL;
    if (own) { /* what is below stays as it is: so does the activation of mmcv's ConvModule */
        own->value = value_bool(false);
        return;
    }
    if (m) {
        memo_change(g, m, action);
        m->training &= action != MODULE_EVAL;
        for (uint32_t i = 0; eval_visit(e, 1) && i < m->attributes->n; i++) {
            walk(e, &m->attributes->entries[i].value, action, depth - 1);
        }
    } else if (p && action != MODULE_EVAL && action != MODULE_OUT_OF_PLACE) {
        struct parameter *row = &g->params.items[p];
        row->trainable = action == MODULE_UNFREEZE && !row->is_buffer;
        g->tensors.items[row->tensor].requires_grad = row->trainable;
    } else if (value_is_sequence(v) && may_look(e, v->list->frozen, v->list->n, depth)) {
        for (uint32_t i = 0; i < v->list->n; i++) {
            walk(e, &v->list->items[i], action, depth - 1);
        }
    } else if (v->kind == VALUE_DICT && may_look(e, v->dict->frozen, v->dict->n, depth)) {
        for (uint32_t i = 0; i < v->dict->n; i++) {
            walk(e, &v->dict->entries[i].value, action, depth - 1);
        }
    }
}

/* What holds the modules and parameters of a value is no longer as it was made. */
static void change_above(struct eval *e, const struct value *v, uint32_t depth)
{
    struct graph *g = graph_of(e);
    const struct module_object *m = module_of(v);
    param_id p = param_of(e, v);
    if (m) {
        memo_change_above(g, g->modules.items[m->id].parent);
    } else if (p) {
        memo_change_above(g, g->params.items[p].module);
    } else if (value_is_sequence(v) && may_look(e, v->list->frozen, v->list->n, depth)) {
        for (uint32_t i = 0; i < v->list->n; i++) {
            change_above(e, &v->list->items[i], depth - 1);
        }
    } else if (v->kind == VALUE_DICT && may_look(e, v->dict->frozen, v->dict->n, depth)) {
        for (uint32_t i = 0; i < v->dict->n; i++) {
            change_above(e, &v->dict->entries[i].value, depth - 1);
        }
    }
}

void module_set_mode(struct eval *e, const struct value *v, enum module_mode mode)
{
    change_above(e, v, 8);
    walk(e, v, mode, 32);
}
