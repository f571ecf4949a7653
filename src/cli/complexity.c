/* cfglint complexity FILE: parameters and multiply-adds of a config's model. */
#include "report/complexity.h"
#include "cli/training.h"
#include "cli/values.h"
#include "memory/regime.h"

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

/* In the precision that is asked for, or that the config tests with. */
static bool read_precision(
    struct run *r, struct config *c, struct graph_options *o, struct pass_options *p)
{
    str name;
    struct settings *s = run_settings(r, c, r->diags);
    if (!s || !values_precision(r, &name) || !values_engine(r, &p->engine)) {
        return false;
    }
    p->precision = str_is(name, "fp32")   ? PRECISION_FP32
                   : str_is(name, "tf32") ? PRECISION_TF32
                   : str_is(name, "fp16") ? PRECISION_FP16
                   : str_is(name, "bf16") ? PRECISION_BF16
                   : str_is(name, "int8") ? PRECISION_INT8
                                          : PRECISION_RECORDED;
    if (p->precision == PRECISION_INT8 && !p->engine) {
        run_usage(r, "--precision: PyTorch runs nothing in int8 on a GPU; --engine tensorrt does");
        return false;
    }
    bool single = p->precision == PRECISION_FP32 || p->precision == PRECISION_TF32 || p->engine;
    struct regime_options asked = {.torch = o->torch, .gpus = 1, .precision = name};
    struct regime regime = regime_read(s, &asked, r->diags);
    bool casts = regime.half_model && regime.mmengine; /* which never makes a model half */
    enum dtype half = casts ? regime.model_half : regime.half;
    o->autocast = (uint8_t)(single ? DTYPE_F32 : half);
    o->half_model = !single && regime.half_model && !casts;
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
static bool find_latency(
    struct run *r, struct config *c, const struct model_options *counted, struct complexity *x)
{
    struct gpu gpu;
    struct model_options o = *counted;
    struct pass_options p = {0};
    if (!args_has(&r->args, OPTION_GPU)) {
        return without_gpu(r);
    }
    o.inference = true;
    if (!run_gpu(r, &gpu) || !read_batch(r, &o.batch) || !read_precision(r, c, &o.graph, &p)) {
        return false;
    }
    o.graph.gpu = gpu.facts;
    const struct graph *g = model_record(r->library, r->arena, c, &o, r->diags);
    struct step_time *t = mem_zero(r->arena->owner, sizeof *t);
    bool told = g && pass_time(r->arena->owner, g, &p, t);
    x->gpu = gpu.label;
    x->timed = g;
    x->latency = told ? t : NULL;
    return g != NULL;
}

enum exit_status command_complexity(struct run *r)
{
    str path = run_one_path(r);
    struct config *c = path.n ? run_resolve(r, path) : NULL;
    struct model_options o = {.graph = {.scenario = 1}};
    struct complexity x = {.arena = r->arena, .library = r->library, .path = path};
    if (!c || c->failed || !read_options(r, &o, &x.depth)) {
        return EXIT_USAGE;
    }
    x.graph = model_record(r->library, r->arena, c, &o, r->diags);
    if (!x.graph) {
        return EXIT_USAGE;
    }
    if (!find_latency(r, c, &o, &x)) {
        return EXIT_USAGE;
    }
    struct buf out = buf_make(r);
    (str_is(values_format(r), "json") ? complexity_json : complexity_text)(&out, &x);
    run_print(r, &out);
    return x.graph->unknown_types.n ? EXIT_FINDINGS : EXIT_CLEAN;
}
