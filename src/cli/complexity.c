/* cfglint complexity FILE: parameters and multiply-adds of a config's model. */
#include "cli/measure.h"
#include "cli/stages.h"
#include "cli/values.h"
#include "report/whatif.h"

#include <stdlib.h>

enum {
    DEFAULT_DEPTH = 3,
    DEFAULT_TORCH = 113, /* the last that mmengine sees whole: later ones fuse attention */
    MOST_PIXELS = 100000
};

/* "224", "224x224" or "3x800x1333". */
static bool read_input(struct run *r, struct model_options *o)
{
    str text = args_value(&r->args, OPTION_INPUT, STR(""));
    long long size[4];
    int n = 0;
    const char *at = arena_str(r->arena, text).p;
    for (bool more = text.n > 0; more && n < 4; n++) {
        char *end;
        size[n] = strtoll(at, &end, 10);
        if (end == at || size[n] < 1 || size[n] > MOST_PIXELS) {
            n = 4;
            break;
        }
        more = *end == 'x';
        at = end + more;
    }
    if (n == 4 || *at) {
        run_usage(r, "--input: '%.*s' is no size, such as 224x224 or 3x800x1333", STR_ARG(text));
        return false;
    }
    if (n > 0) {
        o->input_height = size[n == 3];
        o->input_width = size[n - 1];
        o->input_channels = n == 3 ? size[0] : 0;
    }
    return true;
}

static bool read_depth(struct run *r, uint32_t *out)
{
    str text = args_value(&r->args, OPTION_DEPTH, STR(""));
    char *end;
    *out = DEFAULT_DEPTH;
    if (text.n == 0) {
        return true;
    }
    long long depth = strtoll(text.p, &end, 10);
    if (*end || depth < 0 || depth > 64) {
        run_usage(r, "--depth: '%.*s' is no number from 0 (all) to 64", STR_ARG(text));
        return false;
    }
    *out = (uint32_t)depth;
    return true;
}

static bool read_options(struct run *r, struct model_options *o, uint32_t *depth)
{
    str rule = args_value(&r->args, OPTION_RULE, STR("mmengine"));
    if (!str_is(rule, "mmengine")) {
        run_usage(r, "--rule: there is no rule '%.*s'; mmengine is there", STR_ARG(rule));
        return false;
    }
    if (!values_torch(r, &o->graph.torch) || !read_input(r, o) || !read_depth(r, depth)) {
        return false;
    }
    o->graph.torch = o->graph.torch ? o->graph.torch : DEFAULT_TORCH;
    return true;
}

/* --- latency --- */

static bool read_batch(struct run *r, int64_t *out)
{
    str text = args_value(&r->args, OPTION_BATCH, STR("1"));
    char *end;
    long long n = strtoll(arena_str(r->arena, text).p, &end, 10);
    if (*end || n < 1 || n > MOST_PIXELS) {
        run_usage(r, "--batch: '%.*s' is no number of images", STR_ARG(text));
        return false;
    }
    *out = n;
    return true;
}

static bool read_precision(struct run *r, struct asked *a)
{
    struct pass_options *p = &a->pass;
    if (!values_precision(r, &a->precision) || !values_engine(r, &p->engine)) {
        return false;
    }
    p->precision = (uint8_t)values_pass(a->precision);
    bool quarter = p->precision == PRECISION_INT8;
    if (quarter && args_has(&r->args, OPTION_ENGINE) && !p->engine) {
        run_usage(r, "--precision: PyTorch runs nothing in int8 on a GPU; --engine tensorrt does");
        return false;
    }
    p->engine |= quarter;
    return true;
}

/* Options of the latency say nothing without it. */
static bool without_gpu(struct run *r)
{
    bool lost = args_has(&r->args, OPTION_PRECISION) || args_has(&r->args, OPTION_ENGINE) ||
                args_has(&r->args, OPTION_BATCH);
    if (lost) {
        run_usage(
            r, "--precision, --engine and --batch are about the latency: --gpu NAME asks for it");
    }
    return !lost;
}

/* False after a diagnostic; without --gpu there is nothing to do. */
static bool read_asked(struct run *r, struct asked *a)
{
    *a = (struct asked){.gpu = args_has(&r->args, OPTION_GPU)};
    if (!a->gpu) {
        return without_gpu(r);
    }
    return run_gpu(r, &a->card) && read_batch(r, &a->batch) && read_precision(r, a);
}

static void print(struct run *r, const struct complexity *x, const struct complexity *y)
{
    struct buf out = buf_make(r);
    bool json = values_as(r, "json");
    if (y) {
        (json ? whatif_json : whatif_text)(&out, x, y);
    } else {
        (json ? complexity_json : complexity_text)(&out, x);
    }
    run_print(r, &out);
}

/* Budgets of the command line are compared with nothing else. */
static bool compares(struct run *r)
{
    VEC_EACH (struct given, g, &r->args.options) {
        if (g->option == OPTION_DEPLOY && !g->at.source && !args_has(&r->args, OPTION_STAGES)) {
            run_usage(r, "--deploy: complexity compares budgets with the stages of --plan");
            return false;
        }
    }
    return true;
}

static enum exit_status plan_stages(struct run *r, struct config *c, const struct model_options *o,
    const struct asked *a, bool changed)
{
    struct stages s;
    if (changed) {
        run_usage(
            r, "--plan finds out what to prune and to set: it does not go with --prune or --set");
        return EXIT_USAGE;
    }
    if (!a->gpu) {
        run_usage(r, "--plan: the stages are those of a deployment: --gpu NAME says on what");
        return EXIT_USAGE;
    }
    if (!stages_find(r, c, o, a, &s)) {
        return EXIT_USAGE;
    }
    struct buf out = buf_make(r);
    (values_as(r, "json") ? stages_json : stages_text)(&out, &s);
    run_print(r, &out);
    return EXIT_CLEAN;
}

enum exit_status command_complexity(struct run *r)
{
    str path = run_one_path(r);
    struct config *c = path.n ? run_resolve(r, path) : NULL;
    struct model_options o = {.graph = {.scenario = SCENARIO_EXPECTED}};
    struct complexity x = {.arena = r->arena, .library = r->library, .path = path}, y;
    struct asked a;
    struct whatif w;
    if (!c || c->failed || !read_options(r, &o, &x.depth) || !read_asked(r, &a) || !compares(r) ||
        !whatif_read(r, &w)) {
        return EXIT_USAGE;
    }
    if (args_has(&r->args, OPTION_STAGES)) {
        return plan_stages(r, c, &o, &a, w.asked);
    }
    y = x;
    struct config *other = w.asked ? whatif_config(r, &w, path) : NULL;
    if ((w.asked && (!other || !whatif_reads(r, &w, c, &o))) || !measure(r, c, &o, &a, NULL, &x) ||
        (w.asked &&
            (!measure(r, other, &o, &a, &w, &y) || !whatif_fits(r, &w, x.graph, y.graph)))) {
        return EXIT_USAGE;
    }
    print(r, &x, w.asked ? &y : NULL);
    return x.graph->unknown_types.n ? EXIT_FINDINGS : EXIT_CLEAN;
}
