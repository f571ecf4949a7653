#include "model/model.h"

#include "model/context.h"
#include "model/memo.h"

struct model_context *context_of(struct eval *e)
{
    return e->host->data;
}

struct graph *api_graph(struct eval *e)
{
    return context_of(e)->graph;
}

static void hold(struct eval *e, struct object *o)
{
    graph_hold(api_graph(e), ((struct tensor_object *)o)->id);
}

static void release(struct eval *e, struct object *o)
{
    graph_release(api_graph(e), ((struct tensor_object *)o)->id);
}

/*
 * The project whose registry the config's types come from first: what the config says, or the
 * `project` of its model's description; mmcv 1.x knows no default scope.
 */
static str default_scope(struct library *library, const struct config *c, struct diags *diags)
{
    const struct value *v = config_at(c, STR("default_scope"));
    const struct value *type = config_at(c, STR("model.type"));
    if (v && v->kind == VALUE_STRING) {
        return value_str(v);
    }
    if (c->dialect == DIALECT_TORCHPACK) {
        return STR("bevfusion");
    }
    const struct declaration *d =
        type && type->kind == VALUE_STRING
            ? library_find(library, LIBRARY_module, value_str(type), diags)
            : NULL;
    const struct value *project = d ? declaration_get(d, "project") : NULL;
    return project ? value_str(project) : STR("mmdet");
}

static struct value options_value(
    struct arena *a, const struct config *c, const struct model_options *o, str scope)
{
    struct dict *d = dict_new(a, 8);
    d->flavor = DICT_TORCHPACK; /* attributes are keys */
    dict_set_str(a, d, STR("batch"), o->batch > 0 ? value_int(o->batch) : value_none());
    dict_set_str(a, d, STR("scope"), value_string(a, scope));
    dict_set_str(a, d, STR("channels"), value_int(o->input_channels));
    dict_set_str(a, d, STR("height"), value_int(o->input_height));
    dict_set_str(a, d, STR("width"), value_int(o->input_width));
    dict_set_str(a, d, STR("dialect"), value_string(a, str_of(dialect_name(c->dialect))));
    dict_set_str(a, d, STR("training"), value_bool(o->graph.training));
    return value_of_dict(d);
}

static void raised(struct model_context *x, const struct config *c)
{
    const struct exception *r = x->eval.raised;
    struct loc at =
        r->tree && r->node ? tree_loc(r->tree, r->node) : (struct loc){c->source, {0, 0}};
    str text = eval_exception_message(x->graph->arena, r);
    diags_add(x->diags, "MOD001", SEVERITY_ERROR, at, "the model cannot be described: %.*s",
        STR_ARG(text));
}

void context_begin(struct model_context *x, struct library *library, struct arena *a,
    const struct graph_options *o, str scope, struct diags *diags)
{
    *x = (struct model_context){.library = library, .diags = diags, .scope = scope};
    x->graph = graph_new(a->owner, library_limits(library), o);
    x->host = (struct eval_host){.data = x,
        .name = context_name,
        .hold = hold,
        .release = release,
        .recall = memo_recall,
        .keep = memo_keep};
    memo_begin(x->graph);
    eval_init(&x->eval, x->graph->arena, library_limits(library), &PROFILE_LIBRARY, &x->host);
}

/* mmtracking 0.x trains one network of a tracker when the config says so: that has the type. */
static bool trains_a_part(const struct config *c)
{
    static const char *const parts[][2] = {
        {"USE_MMDET", "model.detector.type"}, {"TRAIN_REID", "model.reid.type"}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const struct value *flag = config_at(c, str_of(parts[i][0]));
        if (flag && flag->kind == VALUE_BOOL && flag->b && config_at(c, str_of(parts[i][1]))) {
            return true;
        }
    }
    return false;
}

/* A part that others inherit may have none, or one that is not whole. */
static bool has_model(const struct config *c, struct diags *diags)
{
    const struct value *model = config_at(c, STR("model"));
    bool is_dict = model && model->kind == VALUE_DICT;
    if (is_dict && (dict_get(model->dict, "type") || trains_a_part(c))) {
        return true;
    }
    struct loc at = is_dict && model->tree && model->node ? tree_loc(model->tree, model->node)
                                                          : (struct loc){c->source, {0, 0}};
    struct diag *d = diags_add(diags, "MOD002", SEVERITY_ERROR, at,
        is_dict ? "the `model` of this config has no type: there is nothing to train"
                : "this config has no `model` to train");
    diag_help(diags, d, "it may be a part that others inherit; name one of those");
    d->fatal = true;
    return false;
}

struct graph *model_record(struct library *library, struct arena *a, const struct config *c,
    const struct model_options *options, struct diags *diags)
{
    struct model_context x;
    const struct value *entry = library_global(library, STR("model/entry.star"),
        options->graph.training ? "train_step" : "forward", diags);
    if (!entry) {
        return NULL;
    }
    if (!has_model(c, diags)) {
        return NULL;
    }
    context_begin(&x, library, a, &options->graph, default_scope(library, c, diags), diags);
    x.config = c;
    struct value args[] = {c->root, options_value(x.graph->arena, c, options, x.scope)}, result;
    struct arguments call = {.positional = args, .n_positional = 2};
    if (!eval_call(&x.eval, entry, &call, &result)) {
        raised(&x, c);
        return NULL;
    }
    return x.graph;
}

struct model_validation model_record_validation(struct library *library, struct arena *a,
    const struct config *c, const struct model_options *options)
{
    struct model_validation v = {0};
    struct model_context x;
    struct diags *diags = diags_new(a->owner); /* whatever is wrong here, training has told */
    const struct value *entry = library_global(library, STR("model/entry.star"), "val_step", diags);
    const struct value *model = config_at(c, STR("model"));
    if (!entry || !model || model->kind != VALUE_DICT) {
        return v;
    }
    context_begin(&x, library, a, &options->graph, default_scope(library, c, diags), diags);
    struct value args[] = {c->root, options_value(x.graph->arena, c, options, x.scope)}, result;
    struct arguments call = {.positional = args, .n_positional = 2};
    if (!eval_call(&x.eval, entry, &call, &result) || !value_is_sequence(&result) ||
        result.list->n != 3) {
        return v;
    }
    const struct value *size = result.list->items;
    v = (struct model_validation){
        x.graph, value_as_int(&size[0]), value_as_int(&size[1]), value_as_int(&size[2])};
    return v;
}

uint64_t model_parameters(const struct graph *g, bool trainable_only)
{
    uint64_t n = 0;
    for (size_t i = 1; i < g->params.n; i++) {
        const struct parameter *p = &g->params.items[i];
        if (!p->is_buffer && (p->trainable || !trainable_only)) {
            n += (uint64_t)shape_elems(&p->shape);
        }
    }
    return n;
}

uint64_t model_macs(const struct graph *g)
{
    uint64_t n = 0;
    for (size_t i = 1; i < g->ops.n; i++) {
        n += g->ops.items[i].macs;
    }
    return n;
}

uint64_t model_saved_bytes(const struct graph *g)
{
    uint64_t n = 0;
    void *ctx = mem_context(NULL);
    bool *counted = mem_zero(ctx, g->storages.n * sizeof *counted);
    VEC_EACH (struct op, op, &g->ops) {
        for (uint32_t i = 0; i < op->n_saved; i++) {
            storage_id id = g->saved.items[op->saved_at + i];
            const struct storage *s = &g->storages.items[id];
            bool own = s->kind == STORAGE_ACTIVATION || s->kind == STORAGE_INPUT;
            n += own && !counted[id] ? s->bytes : 0;
            counted[id] = true;
        }
    }
    talloc_free(ctx);
    return n;
}
