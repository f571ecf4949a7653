#include "model/example.h"

#include "eval/ops.h"
#include "eval/text.h"
#include "model/context.h"
#include "model/graph_compare.h"

static str texts_differ(
    struct arena *a, const char *what, const struct value *wanted, uint64_t have, bool *differs)
{
    bool good = wanted && value_is_int(wanted) && (uint64_t)value_as_int(wanted) == have;
    *differs = wanted && !good;
    return *differs ? arena_printf(a, "%s: %llu, not %lld", what, (unsigned long long)have,
                          (long long)(value_is_int(wanted) ? value_as_int(wanted) : -1))
                    : STR("");
}

static bool same_shapes(const struct value *a, const struct value *b)
{
    if (value_is_sequence(a) && value_is_sequence(b)) {
        bool same = a->list->n == b->list->n;
        for (uint32_t i = 0; same && i < a->list->n; i++) {
            same = same_shapes(&a->list->items[i], &b->list->items[i]);
        }
        return same;
    }
    return value_is_int(a) && value_is_int(b) && value_as_int(a) == value_as_int(b);
}

static str shapes_text(struct arena *a, const struct value *v)
{
    if (!value_is_sequence(v)) {
        return arena_printf(a, "%lld", (long long)(value_is_int(v) ? value_as_int(v) : -1));
    }
    str text = STR("[");
    for (uint32_t i = 0; i < v->list->n; i++) {
        str item = shapes_text(a, &v->list->items[i]);
        text = arena_printf(a, "%.*s%s%.*s", STR_ARG(text), i ? ", " : "", STR_ARG(item));
    }
    return arena_printf(a, "%.*s]", STR_ARG(text));
}

static void compare(struct example_result *r, struct arena *a, const struct declaration *d,
    const struct graph *g, const struct value *outputs)
{
    bool differs = false;
    if (g->unknown_types.n > 0) {
        const struct unknown_type *u = &g->unknown_types.items[0];
        r->problem = arena_printf(a, "'%.*s': %.*s", STR_ARG(u->type), STR_ARG(u->reason));
        return;
    }
    r->problem =
        texts_differ(a, "parameters", declaration_get(d, "parameters"), r->parameters, &differs);
    if (!differs) {
        r->problem = texts_differ(a, "macs", declaration_get(d, "macs"), r->macs, &differs);
    }
    if (!differs) {
        r->problem =
            texts_differ(a, "saved", declaration_get(d, "saved"), r->saved_bytes, &differs);
    }
    const struct value *wanted = declaration_get(d, "outputs");
    if (!differs && wanted && !same_shapes(wanted, outputs)) {
        str text = shapes_text(a, outputs);
        r->problem = arena_printf(a, "outputs: %.*s", STR_ARG(text));
    }
}

struct graph_options example_options(
    struct library *library, const struct declaration *d, struct diags *diags)
{
    const struct value *training = declaration_get(d, "training"),
                       *torch = declaration_get(d, "torch"), *amp = declaration_get(d, "amp");
    return (struct graph_options){
        .torch = torch && value_is_int(torch) ? (uint32_t)value_as_int(torch) : 200,
        .scenario = SCENARIO_EXPECTED,
        .autocast = amp && value_truth(amp) ? DTYPE_F16 : DTYPE_F32,
        .mmengine = amp && value_truth(amp),
        .training = training && value_truth(training),
        .gpu = device_facts_like(library, 80, diags)};
}

static uint64_t digest_of(struct arena *a, const struct graph *g, const struct value *outputs)
{
    bool unknown = false;
    struct buf text = buf_make(a->owner);
    text_repr(a, &text, outputs, &unknown);
    uint64_t digest = graph_digest(g) + str_hash(buf_str(&text));
    buf_free(&text);
    return digest;
}

/* Records it; false after a problem. */
static bool record(struct example_result *r, struct library *library, struct arena *a,
    const struct declaration *d, const struct graph_options *o, bool around, struct diags *diags,
    struct value *outputs)
{
    const struct value *scope = declaration_get(d, "scope");
    const struct value *entry =
        around ? library_global(library, STR("model/around.star"), "run_around", diags)
               : library_global(library, STR("model/entry.star"), "run_example", diags);
    if (!entry) {
        r->problem = STR("it cannot be read");
        return false;
    }
    struct model_context x;
    context_begin(&x, library, a, o, scope ? value_str(scope) : STR("mmdet"), diags);
    struct value argument = value_of_dict((struct dict *)d->arguments);
    struct arguments call = {.positional = &argument, .n_positional = 1};
    if (!eval_call(&x.eval, entry, &call, outputs)) {
        r->problem = eval_exception_message(x.graph->arena, x.eval.raised);
        return false;
    }
    r->graph = x.graph;
    r->parameters = model_parameters(x.graph, false);
    r->macs = model_macs(x.graph);
    r->saved_bytes = model_saved_bytes(x.graph);
    return true;
}

struct example_result example_run(struct library *library, struct arena *a, str name,
    const struct graph_options *options, bool around, struct diags *diags)
{
    struct example_result r = {.name = name};
    const struct declaration *d = library_find(library, LIBRARY_example, name, diags);
    if (!d) {
        r.problem = STR("it cannot be read");
        return r;
    }
    struct graph_options o = options ? *options : example_options(library, d, diags);
    struct value outputs, ignored;
    r.file = d->file;
    if (!record(&r, library, a, d, &o, around, diags, &outputs)) {
        return r;
    }
    if (!options && declaration_get(d, "saved") && !declaration_get(d, "training")) {
        struct example_result trained = r; /* `saved` alone is of a training step beside it */
        o.training = true;
        o.torch = 113;
        bool good = record(&trained, library, a, d, &o, false, diags, &ignored);
        r.saved_bytes = good ? trained.saved_bytes : 0;
    }
    VEC_EACH (str, built, &r.graph->built) {
        vec_push(a->owner, &r.built, *built);
    }
    r.digest = digest_of(a, r.graph, &outputs);
    compare(&r, a, d, r.graph, &outputs);
    return r;
}
