/* cfglint dump: what a stage makes of a file. */
#include "report/dump.h"
#include "cli/dump_examples.h"
#include "cli/schedule.h"
#include "cli/training.h"
#include "model/graph_compare.h"
#include "report/settings.h"
#include "syntax/data.h"
#include "syntax/python.h"
#include "text/path.h"

/* The text of a file; NULL after a diagnostic. */
static struct source *read_source(struct run *r, str path)
{
    struct source *source;
    str reason;
    files_add_root_of(r->files, path);
    if (files_read(r->files, r->arena, path, &source, &reason) == FILE_OK) {
        return source;
    }
    struct diag *d = diags_add(r->diags, "IO001", SEVERITY_ERROR, (struct loc){0},
        "cannot read this file: %.*s", STR_ARG(reason));
    d->subject = path;
    d->fatal = true;
    return NULL;
}

static enum exit_status dump_stage_tokens(struct run *r, str path)
{
    struct source *source = read_source(r, path);
    if (!source) {
        return EXIT_USAGE;
    }
    struct tokens tokens = {0};
    struct buf b = buf_make(r);
    lexer_run(r, &r->limits, source->bytes, &tokens);
    dump_tokens(&b, source, &tokens);
    run_print(r, &b);
    return EXIT_CLEAN;
}

static enum exit_status dump_stage_tree(struct run *r, str path)
{
    struct source *source = read_source(r, path);
    if (!source) {
        return EXIT_USAGE;
    }
    const struct tree *t =
        path_is_yaml(path)
            ? yaml_parse(r->arena, &r->limits, r->diags, source, source->bytes, NULL, 0)
        : str_is(path_extension(path), ".json")
            ? json_parse(r->arena, &r->limits, r->diags, source, source->bytes, NULL, 0)
            : python_parse(r->arena, &r->limits, r->diags, source, source->bytes, NULL, 0);
    struct buf b = buf_make(r);
    dump_tree(&b, t);
    run_print(r, &b);
    return t->broken ? EXIT_USAGE : EXIT_CLEAN;
}

static enum exit_status dump_stage_config(struct run *r, str path)
{
    struct config *c = run_resolve(r, path);
    struct buf b = buf_make(r);
    dump_config(r->arena, &b, c);
    run_print(r, &b);
    return c->failed ? EXIT_USAGE : EXIT_CLEAN;
}

enum {
    EPOCH = 10,   /* iterations of an epoch, which the data set decides */
    RATES = 10000 /* at most */
};

/* Where a value changes. */
static void dump_curve(
    struct buf *b, const char *prefix, const struct schedule_curve *c, uint64_t n)
{
    for (uint64_t i = 0; c->schedule && i < n; i++) {
        if (i == 0 || c->values[i] != c->values[i - 1]) {
            foreign_printf(b, "%s%llu %.9g\n", prefix, (unsigned long long)i, c->values[i]);
        }
    }
}

/* The learning rate of each iteration, and the momentum where it is scheduled. */
static enum exit_status dump_schedule(struct run *r, str path)
{
    struct schedule_report x;
    if (!schedule_of(r, path, EPOCH, RATES, &x)) {
        return EXIT_USAGE;
    }
    if (!x.lr.schedule) {
        run_usage(r, "no learning rates can be told: %.*s", STR_ARG(x.lr.why));
        return EXIT_USAGE;
    }
    struct buf b = buf_make(r);
    dump_curve(&b, "", &x.lr, x.iterations);
    if (x.momentum.schedule && x.momentum.schedule->n_parts > 0) {
        dump_curve(&b, "momentum ", &x.momentum, x.iterations);
    }
    run_print(r, &b);
    return EXIT_CLEAN;
}

static enum exit_status dump_settings(struct run *r, str path)
{
    struct config *c = run_resolve(r, path);
    struct settings *s = c->failed ? NULL : run_settings(r, c, r->diags);
    if (!s) {
        return EXIT_USAGE;
    }
    struct buf b = buf_make(r);
    report_settings(r->arena, &b, s);
    run_print(r, &b);
    return EXIT_CLEAN;
}

/* As `cfglint estimate` with the same options, but for the GPU: without --gpu the reference one. */
static struct estimate *estimate_of(struct run *r, str path)
{
    struct config *c = run_resolve(r, path);
    struct gpu gpu = {0};
    struct estimate_options o;
    int64_t first;
    bool good = !c->failed && (!args_has(&r->args, OPTION_GPU) || run_gpu(r, &gpu)) &&
                training_options(r, &gpu, &o, &first);
    struct settings *s = good ? run_settings(r, c, r->diags) : NULL;
    return s ? estimate_run(r, r->arena, s, &o, r->diags) : NULL;
}

static enum exit_status dump_stage_graph(struct run *r, str path)
{
    struct estimate *e = estimate_of(r, path);
    struct buf b = buf_make(r);
    if (!e) {
        return EXIT_USAGE;
    }
    dump_graph(r->arena, &b, e->graph);
    run_print(r, &b);
    return EXIT_CLEAN;
}

static enum exit_status dump_stage_kernels(struct run *r, str path)
{
    if (!args_has(&r->args, OPTION_GPU)) {
        run_usage(r, "dump kernels: --gpu NAME says on what");
        return EXIT_USAGE;
    }
    struct estimate *e = estimate_of(r, path);
    struct buf b = buf_make(r);
    if (!e) {
        return EXIT_USAGE;
    }
    dump_kernels(r->arena, &b, e->graph, !e->regime.inference);
    run_print(r, &b);
    return EXIT_CLEAN;
}

static enum exit_status dump_stage_memory(struct run *r, str path)
{
    struct estimate *e = estimate_of(r, path);
    struct buf b = buf_make(r);
    if (!e) {
        return EXIT_USAGE;
    }
    dump_memory(r->arena, &b, e);
    run_print(r, &b);
    return EXIT_CLEAN;
}

static enum exit_status dump_stage_trace(struct run *r, str path)
{
    struct estimate *e = estimate_of(r, path);
    struct buf b = buf_make(r);
    if (!e) {
        return EXIT_USAGE;
    }
    dump_trace(r->arena, &b, e);
    run_print(r, &b);
    return EXIT_CLEAN;
}

/* Records a step anew, and once more with copies: are they the same? */
static bool compare_copies(
    struct run *r, struct settings *s, const char *what, struct estimate_options o, struct buf *out)
{
    o.expected_only = o.anew = true;
    struct estimate *anew = estimate_run(r, r->arena, s, &o, r->diags);
    o.anew = false;
    struct estimate *copied = anew ? estimate_run(r, r->arena, s, &o, r->diags) : NULL;
    str differs = copied ? graph_difference(r->arena, anew->graph, copied->graph) : STR("");
    if (copied) {
        foreign_printf(out, "%s: %zu operations, %u copied; %s%.*s\n", what,
            copied->graph->ops.n - 1, copied->graph->copied, differs.n ? "DIFFERS at " : "equal",
            STR_ARG(differs));
    }
    return copied && differs.n == 0;
}

/* What is copied instead of recorded (model/memo.h), within a recording and from another one. */
static enum exit_status dump_copies(struct run *r, str path)
{
    struct config *c = run_resolve(r, path);
    struct settings *s = c->failed ? NULL : run_settings(r, c, r->diags);
    struct estimate_options o = {.expected_only = true};
    struct estimate *first = s ? estimate_run(r, r->arena, s, &o, r->diags) : NULL;
    struct buf b = buf_make(r);
    if (!first) {
        return EXIT_USAGE;
    }
    bool good = compare_copies(r, s, "alone", o, &b);
    o.like = first->graph;
    good &= compare_copies(r, s, "beside another", o, &b);
    if (first->graph->assumptions.n > 0) {
        o.varied = first->graph->assumptions.items[0].name;
        good &= compare_copies(r, s, "with less of what data decides", o, &b);
    }
    o.varied = STR("");
    o.regime.torch = first->regime.torch < 200 ? 200 : 109;
    good &= compare_copies(r, s, "with another PyTorch", o, &b);
    o.regime.torch = 0;
    o.batch = first->batch + 1;
    good &= compare_copies(r, s, "with a larger batch", o, &b);
    bool single = first->regime.half == DTYPE_F32 && !first->regime.half_model;
    o.batch = 0;
    o.regime.torch = 107; /* when mmcv made the model itself half */
    o.regime.precision = single ? STR("fp16") : STR("fp32");
    good &= compare_copies(r, s, "in another precision", o, &b);
    run_print(r, &b);
    return good ? EXIT_CLEAN : EXIT_FINDINGS;
}

static const struct {
    const char *name;
    enum exit_status (*run)(struct run *r, str path);
} STAGES[] = {
    {"tokens", dump_stage_tokens},
    {"tree", dump_stage_tree},
    {"config", dump_stage_config},
    {"settings", dump_settings},
    {"schedule", dump_schedule},
    {"graph", dump_stage_graph},
    {"kernels", dump_stage_kernels},
    {"memory", dump_stage_memory},
    {"trace", dump_stage_trace},
    {"copies", dump_copies},
    {"examples", dump_examples},
    {"recordings", dump_recordings},
};

enum exit_status command_dump(struct run *r)
{
    if (r->args.paths.n != 2) {
        run_usage(r, "cfglint dump takes a stage and a file");
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < sizeof STAGES / sizeof *STAGES; i++) {
        if (str_is(r->args.paths.items[0], STAGES[i].name)) {
            return STAGES[i].run(r, r->args.paths.items[1]);
        }
    }
    struct buf names = buf_make(r);
    for (size_t i = 0; i < sizeof STAGES / sizeof *STAGES; i++) {
        foreign_printf(&names, "%s%s", i ? ", " : "", STAGES[i].name);
    }
    run_usage(r, "there is no stage '%.*s'; there are %.*s", STR_ARG(r->args.paths.items[0]),
        STR_ARG(buf_str(&names)));
    return EXIT_USAGE;
}
