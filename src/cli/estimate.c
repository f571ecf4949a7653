/* cfglint estimate FILE: the GPU memory of training with a config. */
#include "report/estimate.h"
#include "base/parallel.h"
#include "cli/estimates.h"
#include "cli/output.h"
#include "cli/results.h"
#include "cli/training.h"
#include "cli/values.h"
#include "report/curve.h"
#include "report/text.h"
#include "report/timeline.h"
#include "time/step.h"

static bool read_subject(struct run *r, str path, struct estimated *x)
{
    struct config *c = run_resolve(r, path);
    if (!c || c->failed || !run_gpu(r, &x->gpu) ||
        !training_options(r, &x->gpu, &x->options, &x->first) ||
        !training_measured(r, &x->measured)) {
        return false;
    }
    x->settings = run_settings(r, c, r->diags);
    if (x->settings) {
        measured_without_search(&x->measured, x->settings);
    }
    return x->settings != NULL;
}

/* The estimates of a range of batches. */
struct batches {
    const struct estimated *subject;
    struct estimate_options options;
    const struct estimate *first; /* lends its parts to the others */
    struct curve_point *points;   /* one for each; its batch is 0 when it cannot be estimated */
    uint64_t *work;               /* graph_effort() of each one's model */
};

static void one_of_batches(void *data, uint32_t i)
{
    const struct batches *x = data;
    void *ctx = mem_context(NULL);
    struct estimate_options o = x->options;
    o.batch = x->subject->first + 1 + i;
    struct estimate *e = estimate_with_batch(ctx, x->first, o.batch);
    bool good = estimate_record(e, arena_new(ctx), x->subject->settings, &o, diags_new(ctx));
    x->points[i + 1] = (struct curve_point){
        good ? o.batch : 0, e->allocated, e->used, good ? step_seconds(e->graph, &e->regime) : 0};
    x->work[i + 1] = good ? graph_effort(e->graph) : 0;
    talloc_free(ctx);
}

/* Lower bounds are findings. */
static enum exit_status covered(const struct estimate *e)
{
    return e->graph->unknown_types.n ? EXIT_FINDINGS : EXIT_CLEAN;
}

static enum exit_status curve(struct run *r, const struct estimated *x)
{
    uint32_t n = (uint32_t)(x->options.batch - x->first + 1);
    struct batches batches = {.subject = x, .options = x->options};
    struct buf out = buf_make(r);
    batches.options.batch = x->first;
    batches.points = mem_zero(r, n * sizeof *batches.points);
    batches.work = mem_zero(r, n * sizeof *batches.work);
    struct estimate *first = estimate_run(r, r->arena, x->settings, &batches.options, r->diags);
    if (!first) {
        return EXIT_USAGE;
    }
    batches.first = first;
    batches.options.like = first->graph;
    batches.points[0] = (struct curve_point){
        x->first, first->allocated, first->used, step_seconds(first->graph, &first->regime)};
    if (n > 1) { /* the largest of them */
        one_of_batches(&batches, n - 2);
    }
    bool large = first->graph->ops.n > LARGE_STEP;
    uint64_t work = graph_work(first->graph) + (n - 1) * batches.work[n - 1];
    if (work * RECORDED > r->limits.search_ops) {
        run_usage(r,
            "--batch: %u batches of this model are more than the limit search_ops allows; name "
            "fewer, or raise it with --limit search_ops=N",
            n);
        return EXIT_USAGE;
    }
    if (n > 2) {
        parallel_each(n - 2, large ? 1 : parallel_processors(), one_of_batches, &batches);
    }
    for (uint32_t i = 1; i < n; i++) {
        if (batches.points[i].batch == 0) { /* once more, for the reason */
            batches.options.batch = x->first + i;
            estimate_run(r, r->arena, x->settings, &batches.options, r->diags);
            return EXIT_USAGE;
        }
    }
    curve_format(values_format(r))(
        &out, &(struct curve){r->arena, batches.points, n, x->gpu.label, x->gpu.bytes});
    run_print(r, &out);
    return covered(first);
}

static bool write_page(struct run *r, str path, struct buf *page)
{
    if (!str_ends(path, STR(".html"))) {
        run_usage(r, "--timeline: the page's name has to end in .html");
        return false;
    }
    if (!output_new(r, path, buf_str(page))) {
        return false;
    }
    struct buf wrote = buf_make(r);
    foreign_printf(&wrote, "wrote %.*s\n", STR_ARG(path));
    run_note(r, &wrote);
    return true;
}

/* Without a GPU that is named, or there, the time would be that of no card in particular. */
static struct time_report time_of(
    struct run *r, const struct estimated *x, const struct estimate *e)
{
    struct step_time *t = mem_zero(r, sizeof *t);
    bool asked = args_has(&r->args, OPTION_GPU) || !x->gpu.is_assumed;
    bool told = asked && !e->regime.inference && step_time(r, e->graph, &e->regime, t);
    return (struct time_report){.graph = e->graph,
        .time = told ? t : NULL,
        .length = training_length(x->settings),
        .batch = e->batch,
        .gpus = e->regime.gpus,
        .accumulation = e->regime.accumulation,
        .gpu = x->gpu.label};
}

static enum exit_status report(
    struct run *r, const struct estimated *x, str path, const struct estimate *e)
{
    struct advices advices = {0};
    struct effects effects = {0};
    bool as_json = values_as(r, "json");
    struct buf out = buf_make(r);
    struct estimate_report report = {.arena = r->arena,
        .estimate = e,
        .library = r->library,
        .path = path,
        .gpu = x->gpu.label,
        .gpu_bytes = x->gpu.bytes,
        .time = time_of(r, x, e),
        .measured = x->measured.bytes ? &x->measured : NULL,
        .color = text_wants_color(r->out, args_value(&r->args, OPTION_COLOR, STR("auto")))};
    report.time.color = report.color;
    str page = args_value(&r->args, OPTION_TIMELINE, STR(""));
    if (args_has(&r->args, OPTION_TIMELINE)) {
        timeline_page(&out, &report);
        return write_page(r, page, &out) ? covered(e) : EXIT_USAGE;
    }
    bool layers = args_has(&r->args, OPTION_LAYERS);
    if (as_json && layers) {
        estimate_layers_json(&out, &report);
    } else if (as_json) {
        estimate_json(&out, &report);
    } else if (layers) {
        estimate_layers(&out, &report);
    } else {
        if (!x->options.inference) {
            advice_find(r, r->arena, x->settings, &x->options, e, &advices, r->diags);
        }
        report.advices = &advices;
        if (report.measured) {
            measured_effects(r, x->settings, &x->options, &x->measured, e, &effects, r->diags);
            report.effects = &effects;
        }
        estimate_text(&out, &report);
    }
    run_print(r, &out);
    return covered(e);
}

bool estimate_find(struct run *r, str path, struct estimated *x)
{
    *x = (struct estimated){0};
    if (path.n == 0 || !read_subject(r, path, x)) {
        return false;
    }
    if (x->first > 0) {
        return true;
    }
    x->options.threads = parallel_processors();
    struct estimate_options o = x->options;
    o.validation = !o.inference;
    x->estimate = estimate_run(r, r->arena, x->settings, &o, r->diags);
    return x->estimate != NULL;
}

static enum exit_status estimate_one_config(struct run *r)
{
    str path = run_one_path(r);
    struct estimated x;
    if (!estimate_find(r, path, &x)) {
        return EXIT_USAGE;
    }
    if (!x.estimate) {
        return curve(r, &x);
    }
    return values_no_table(r) ? report(r, &x, path, x.estimate) : EXIT_USAGE;
}

enum exit_status command_estimate(struct run *r)
{
    return estimates_are_meant(r) ? estimates(r) : estimate_one_config(r);
}
