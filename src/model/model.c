#include "model/model.h"

#include "config/dialect/dialect.h"
#include "eval/number.h"
#include "model/context.h"
#include "model/memo.h"
#include "model/reached.h"

#include <math.h>

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

static void stay(struct eval *e, struct object *o)
{
    graph_stay(api_graph(e), ((struct tensor_object *)o)->id);
}

static struct value options_value(
    struct arena *a, const struct config *c, const struct model_options *o, str scope)
{
    struct dict *d = dict_new(a, 8);
    d->flavor = DICT_STRUCT;
    dict_set_str(a, d, STR("batch"), o->batch > 0 ? value_int(o->batch) : value_none());
    dict_set_str(a, d, STR("scope"), value_string(a, scope));
    dict_set_str(a, d, STR("channels"), value_int(o->input_channels));
    dict_set_str(a, d, STR("height"), value_int(o->input_height));
    dict_set_str(a, d, STR("width"), value_int(o->input_width));
    dict_set_str(a, d, STR("dialect"), value_string(a, str_of(c->dialect->name)));
    dict_set_str(a, d, STR("training"), value_bool(o->graph.training));
    return value_of_dict(d);
}

/* --- what went wrong --- */

/* The dict in `v` whose type stands there, NULL if there is none. */
static const struct dict *part_at(
    const struct value *v, const struct value *type, uint32_t depth, uint32_t *room)
{
    const struct dict *found = NULL;
    if (depth == 0 || *room == 0) {
        return NULL;
    }
    --*room;
    if (v->kind == VALUE_DICT) {
        const struct value *t = dict_get(v->dict, "type");
        if (t && t->tree == type->tree && t->node == type->node) {
            return v->dict;
        }
        for (uint32_t i = 0; !found && i < v->dict->n; i++) {
            found = part_at(&v->dict->entries[i].value, type, depth - 1, room);
        }
    }
    for (uint32_t i = 0; value_is_sequence(v) && !found && i < v->list->n; i++) {
        found = part_at(&v->list->items[i], type, depth - 1, room);
    }
    return found;
}

/* The largest number of a value, lists included, but not what has a type of its own. */
static double largest_in(const struct value *v, uint32_t depth)
{
    double most = 0, x;
    if (number_as_double(v, &x)) {
        return fabs(x);
    }
    for (uint32_t i = 0; value_is_sequence(v) && depth > 0 && i < v->list->n; i++) {
        x = largest_in(&v->list->items[i], depth - 1);
        most = x > most ? x : most;
    }
    return most;
}

/* The entry of a part with the largest number: most often that is what makes it too large. */
static const struct entry *largest_entry(const struct dict *d)
{
    const struct entry *most = NULL;
    for (uint32_t i = 0; i < d->n; i++) {
        bool larger = !most || largest_in(&d->entries[i].value, 3) > largest_in(&most->value, 3);
        most = larger && largest_in(&d->entries[i].value, 3) > 1 ? &d->entries[i] : most;
    }
    return most;
}

enum {
    PART_DEPTH = 64,
    PART_VALUES = 100000
};

static str reason(const struct model_context *x)
{
    const char *spent = x->eval.fuel->spent;
    const char *limit = !spent ? NULL : strcmp(spent, "steps") == 0 ? "model_steps" : "model_bytes";
    return limit ? arena_printf(x->graph->arena, "this takes more than the limit %s allows", limit)
                 : eval_exception_message(x->graph->arena, x->eval.raised);
}

/* The value that it could not do without or with, where the config says it; NULL: it is not known.
 */
static const struct value *to_blame(const struct exception *x)
{
    const struct value *v = x->about;
    struct loc at = v ? value_loc(v) : (struct loc){0};
    return at.source && !str_ends(at.source->path, STR(".star")) ? v : NULL;
}

/* At the part of the config that is too much, or what is to blame, if it is known, else where the
 * description stopped. */
static void raised(struct model_context *x, const struct config *c)
{
    const struct exception *r = x->eval.raised;
    const struct value *part = x->too_much.node ? &x->too_much : NULL;
    uint32_t room = PART_VALUES;
    const struct value *blamed = part ? part : to_blame(r);
    bool of_value = r->tree && r->node && r->type->id != TYPE_LIMIT;
    struct loc at = blamed     ? value_loc(blamed)
                    : of_value ? tree_loc(r->tree, r->node)
                               : (struct loc){c->source, {0, 0}};
    const struct dict *d = part ? part_at(&c->root, part, PART_DEPTH, &room) : NULL;
    const struct entry *most = d ? largest_entry(d) : NULL;
    str text = reason(x), type = part ? x->too_much_type : STR("the model");
    struct diag *it = diags_add(x->diags, "MOD001", SEVERITY_ERROR, at,
        "%.*s cannot be described: %.*s", STR_ARG(type), STR_ARG(text));
    if (blamed && blamed != part && of_value) {
        diag_relate(x->diags, it, tree_loc(r->tree, r->node), "the description stopped here");
    }
    if (most) {
        diag_relate(x->diags, it, value_loc(&most->value), "%.*s is its largest number",
            STR_ARG(value_str(&most->key)));
    }
    if (x->eval.fuel->spent || x->graph->full) {
        diag_help(x->diags, it, "--limit NAME=N raises a limit; `cfglint list limits` shows them");
    }
}

void context_begin(struct model_context *x, struct library *library, struct arena *a,
    const struct graph_options *o, str scope, struct diags *diags)
{
    *x = (struct model_context){.library = library, .diags = diags, .scope = scope};
    x->parents = library_words(library, REGISTRIES, "PARENTS", diags);
    x->older = library_dict(library, REGISTRIES, "OLDER", diags);
    x->graph = graph_new(a->owner, library_limits(library), o);
    x->host = (struct eval_host){.data = x,
        .name = context_name,
        .hold = hold,
        .release = release,
        .recall = memo_recall,
        .keep = memo_keep};
    memo_begin(x->graph);
    eval_init(&x->eval, x->graph->arena, library_limits(library), &PROFILE_LIBRARY, &x->host);
    x->eval.fuel->steps = library_limits(library)->model_steps;
    x->eval.fuel->bytes = library_limits(library)->model_bytes;
}

/* What a function of the registries' file makes of these arguments; None when it fails. */
static struct value asked(struct library *library, struct arena *a, const char *name,
    const struct value *args, uint32_t n, struct diags *diags)
{
    struct value out;
    return library_ask(library, a, REGISTRIES, name, args, n, &out, diags) ? out : value_none();
}

/* Of the dict that is trained; NULL when it has none. */
static const struct value *model_type(
    struct library *library, struct arena *a, const struct config *c, struct diags *diags)
{
    struct value part = asked(library, a, "trained_part", &c->root, 1, diags);
    return part.kind == VALUE_DICT ? dict_get(part.dict, "type") : NULL;
}

/* The project whose registry the config's types come from first: what the config says, or what is
 * known of its kind. */
static str default_scope(
    struct library *library, struct arena *a, const struct config *c, struct diags *diags)
{
    const struct value *v = config_at(c, STR("default_scope"));
    if (v && v->kind == VALUE_STRING) {
        return value_str(v);
    }
    const struct value *type = model_type(library, a, c, diags);
    const struct declaration *d =
        type && type->kind == VALUE_STRING
            ? library_find(library, LIBRARY_module, value_str(type), diags)
            : NULL;
    const struct value *own = d ? declaration_get(d, "project") : NULL;
    struct value args[] = {
        c->root, value_string(a, str_of(c->dialect->name)), own ? *own : value_none()};
    struct value scope = asked(library, a, "project_of", args, 3, diags);
    return value_str(&scope);
}

/* A part that others inherit may have none, or one that is not whole. */
static bool has_model(
    struct library *library, struct arena *a, const struct config *c, struct diags *diags)
{
    const struct value *model = config_at(c, STR("model"));
    bool is_dict = model && model->kind == VALUE_DICT;
    if (is_dict && model_type(library, a, c, diags)) {
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

/* False when it does not come to its end; x->graph is NULL when it has no beginning. */
static bool record(struct model_context *x, struct library *library, struct arena *a,
    const struct config *c, const struct model_options *options, struct diags *diags)
{
    const struct value *entry = library_global(library, STR("model/entry.star"),
        options->graph.training ? "train_step"
        : options->inference    ? "infer"
                                : "forward",
        diags);
    x->graph = NULL;
    if (!entry || !has_model(library, a, c, diags)) {
        return false;
    }
    context_begin(x, library, a, &options->graph, default_scope(library, a, c, diags), diags);
    x->config = c;
    struct value args[] = {c->root, options_value(x->graph->arena, c, options, x->scope)}, result;
    struct arguments call = {.positional = args, .n_positional = 2};
    bool good = eval_call(&x->eval, entry, &call, &result) && api_recorded(&x->eval, "the step");
    x->host.hold = stay;
    eval_hold(&x->eval, &result, good, true);
    x->graph->steps = library_limits(library)->model_steps - x->eval.fuel->steps;
    return good;
}

/* What was recorded up to a limit is as large as that allows, and others will be tried. */
static bool drop_if_too_much(struct model_context *x)
{
    const struct exception *r = x->eval.raised;
    bool too_much = x->graph && r && r->type->id == TYPE_LIMIT;
    if (too_much) {
        talloc_free(x->graph);
    }
    return too_much;
}

struct graph *model_record(struct library *library, struct arena *a, const struct config *c,
    const struct model_options *options, struct diags *diags)
{
    struct model_context x;
    bool good = record(&x, library, a, c, options, diags);
    if (good) {
        reached_parameters(x.graph);
        return x.graph;
    }
    if (x.graph) {
        raised(&x, c);
        drop_if_too_much(&x);
    }
    return NULL;
}

struct graph *model_try(struct library *library, struct arena *a, const struct config *c,
    const struct model_options *options)
{
    struct model_context x;
    bool good = record(&x, library, a, c, options, diags_new(a->owner));
    return !good && drop_if_too_much(&x) ? NULL : x.graph;
}

bool model_inputs(struct library *library, struct arena *a, const struct config *c,
    const struct model_options *options, struct value *out)
{
    struct model_context x;
    struct diags *diags = diags_new(a->owner);
    const struct value *entry =
        library_global(library, STR("model/entry.star"), "train_inputs", diags);
    if (!entry || !has_model(library, a, c, diags)) {
        return false;
    }
    context_begin(&x, library, a, &options->graph, default_scope(library, a, c, diags), diags);
    x.config = c;
    struct value args[] = {c->root, options_value(x.graph->arena, c, options, x.scope)};
    struct arguments call = {.positional = args, .n_positional = 2};
    return eval_call(&x.eval, entry, &call, out);
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
    context_begin(&x, library, a, &options->graph, default_scope(library, a, c, diags), diags);
    struct value args[] = {c->root, options_value(x.graph->arena, c, options, x.scope)}, result;
    struct arguments call = {.positional = args, .n_positional = 2};
    if (!eval_call(&x.eval, entry, &call, &result) || !api_recorded(&x.eval, "the step") ||
        !value_is_sequence(&result) || result.list->n != 3) {
        drop_if_too_much(&x);
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

/* Bytes of a storage that backward alone keeps; 0 when they were counted. */
static uint64_t kept_bytes(const struct graph *g, bool *counted, storage_id id)
{
    const struct storage *s = &g->storages.items[id];
    bool own = s->kind == STORAGE_ACTIVATION || s->kind == STORAGE_INPUT;
    uint64_t bytes = own && !counted[id] ? s->bytes : 0;
    counted[id] = true;
    return bytes;
}

uint64_t model_saved_bytes(const struct graph *g)
{
    uint64_t n = 0;
    void *ctx = mem_context(NULL);
    bool *counted = mem_zero(ctx, g->storages.n * sizeof *counted);
    VEC_EACH (struct op, op, &g->ops) { /* what runs again keeps nothing but its inputs */
        for (uint32_t i = 0; i < op->n_saved && !op->segment; i++) {
            n += kept_bytes(g, counted, g->saved.items[op->saved_at + i]);
        }
    }
    VEC_EACH (struct segment, x, &g->segments) {
        for (uint32_t i = 0; i < x->n_inputs; i++) {
            n += kept_bytes(g, counted, g->saved.items[x->inputs_at + i]);
        }
    }
    talloc_free(ctx);
    return n;
}

/* --- names --- */

struct model_names {
    struct model_context context;
    struct dict *globals;
};

struct model_names *model_names_new(struct library *library, struct arena *a)
{
    struct model_names *n = ARENA_NEW(a, struct model_names);
    struct graph_options none = {0};
    context_begin(&n->context, library, a, &none, STR(""), NULL);
    n->globals = dict_new(a, 1);
    return n;
}

bool model_names_has(struct model_names *n, const struct tree *tree, node_id name)
{
    struct value v;
    bool has = eval_expression(&n->context.eval, tree, name, n->globals, &v);
    n->context.eval.raised = NULL;
    return has;
}
