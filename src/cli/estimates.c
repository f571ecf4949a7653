#include "cli/estimates.h"

#include "cli/many.h"
#include "cli/training.h"
#include "cli/values.h"
#include "report/estimate.h"
#include "report/table.h"
#include "time/step.h"

static const struct table_column COLUMNS[] = {
    {"file", CELL_TEXT, "file", 64},
    {"code", CELL_TEXT, "code", 6},
    {"batch", CELL_NUMBER, "batch", 5},
    {"gpus", CELL_NUMBER, "gpus", 4},
    {"precision", CELL_TEXT, "prec", 6},
    {"coverage", CELL_NUMBER, "known", 5},
    {"allocated_bytes", CELL_BYTES, "alloc", 7},
    {"expected_bytes", CELL_BYTES, "GiB", 7},
    {"low_bytes", CELL_BYTES, "low", 7},
    {"high_bytes", CELL_BYTES, "high", 7},
    {"step_seconds", CELL_NUMBER, NULL, 0},
    {"message", CELL_TEXT, NULL, 0},
};

struct estimating {
    struct gpu gpu;
    struct estimate_options options;
    struct table rows;
    bool has_findings;
};

bool estimates_are_meant(struct run *r)
{
    bool many = r->args.paths.n > 1;
    VEC_EACH (const str, path, &r->args.paths) {
        many |= many_is_folder(r, *path);
    }
    return many;
}

struct estimated {
    const struct estimate *estimate; /* NULL: it cannot be estimated */
    bool left_out;
};

static void estimate_one(void *data, struct one *one)
{
    struct estimating *x = data;
    struct run *r = one->run;
    struct config *c =
        config_resolve(r->loader, one->arena, one->found->path, &r->config_options, one->diags);
    struct settings *s = c->failed ? NULL : run_settings(r, c, one->diags);
    struct estimated *e = ARENA_NEW(one->arena, struct estimated);
    e->left_out = !one->found->is_named && !(s && settings_is_complete(s)); /* others inherit it */
    e->estimate =
        s && !e->left_out ? estimate_run(one->ctx, one->arena, s, &x->options, one->diags) : NULL;
    one->result = e;
}

static void take_one(void *data, struct one *one)
{
    struct estimating *x = data;
    struct arena *a = x->rows.arena;
    const struct estimated *result = one->result;
    const struct estimate *e = result->estimate;
    const struct diag *why = diags_worst(one->diags);
    if (result->left_out) {
        return;
    }
    str *cells = table_add(&x->rows)->cells;
    cells[0] = arena_str(a, one->found->path);
    bool refused = !e || diags_has_fatal(one->diags);
    x->has_findings |= refused || e->coverage < 1;
    if (refused) {
        cells[1] = why ? arena_str(a, str_of(why->code)) : STR("");
        cells[11] = why ? arena_str(a, why->message) : STR("");
        return;
    }
    cells[2] = cell_integer(a, (uint64_t)e->batch);
    cells[3] = cell_integer(a, e->regime.gpus);
    cells[4] = arena_str(a, str_of(precision_name(&e->regime)));
    cells[5] = arena_printf(a, "%.3g", e->coverage);
    cells[6] = cell_integer(a, e->allocated.expected);
    cells[7] = cell_integer(a, e->used.expected);
    cells[8] = cell_integer(a, e->used.low);
    cells[9] = cell_integer(a, e->used.high);
    cells[10] = cell_number(a, step_seconds(e->graph, &e->regime));
}

enum exit_status estimates(struct run *r)
{
    struct found_configs configs = {0};
    struct estimating x = {0};
    struct buf out = buf_make(r);
    int64_t first;
    table_report_fn *report = table_format(values_format(r));
    static const enum option alone[] = {
        OPTION_MEASURED, OPTION_LOG, OPTION_LAYERS, OPTION_TIMELINE};
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++) {
        if (args_has(&r->args, alone[i])) {
            run_usage(r, "--%s is for one config", args_option_name(alone[i]));
        }
    }
    many_find(r, &configs);
    if (diags_has_fatal(r->diags) || !run_gpu(r, &x.gpu) ||
        !training_options(r, &x.gpu, &x.options, &first)) {
        return EXIT_USAGE;
    }
    if (first > 0) {
        run_usage(r, "--batch: a range is for one config");
        return EXIT_USAGE;
    }
    x.rows = table_new(r->arena, "estimates", COLUMNS, sizeof COLUMNS / sizeof *COLUMNS);
    many_each(r, &configs, &(struct many_steps){estimate_one, take_one, NULL}, &x);
    report(&out, &x.rows);
    run_print(r, &out);
    return x.has_findings ? EXIT_FINDINGS : EXIT_CLEAN;
}
