#include "report/estimate.h"
#include "cli/training.h"

static void print_text(struct run *r, const struct estimate *e)
{
    const struct simulation *s = e->simulation;
    const struct graph *g = e->graph;
    fprintf(r->out, "allocated %.1f .. %.1f .. %.1f MiB, reserved %.1f MiB\n",
        (double)e->allocated.low / 1048576, (double)e->allocated.expected / 1048576,
        (double)e->allocated.high / 1048576, (double)e->reserved.expected / 1048576);
    fprintf(r->out, "peak at op %u of %zu (%s), phase %d\n", s->peak_op, g->ops.n,
        graph_path(g, r->arena, g->ops.items[s->peak_op].module).p, s->peak_phase);
    for (int i = 0; i < CATEGORIES; i++) {
        fprintf(r->out, "  %-22s %10.1f MiB\n", category_name((enum category)i),
            (double)s->peak[i] / 1048576);
    }
    for (size_t i = 0; i < s->peak_items.n && i < 30; i++) {
        const struct peak_item *it = &s->peak_items.items[i];
        const struct op *op = &g->ops.items[it->op];
        str p = graph_path(g, r->arena, op->module);
        fprintf(r->out, "    %8.1f MiB %-10s op %u %.*s\n", (double)it->bytes / 1048576,
            category_name(it->category), it->op, STR_ARG(p));
    }
    for (size_t i = 0; i < g->unknown_types.n; i++) {
        fprintf(r->out, "unknown %.*s\n", STR_ARG(g->unknown_types.items[i].type));
    }
}

enum exit_status command_estimate(struct run *r)
{
    str path = run_one_path(r);
    struct config *c = path.n ? run_resolve(r, path) : NULL;
    struct estimate_options o;
    struct gpu gpu;
    if (!c || c->failed || !run_gpu(r, &gpu) || !training_options(r, &gpu, &o)) {
        return EXIT_USAGE;
    }
    struct settings *s = run_settings(r, c, r->diags);
    struct estimate *e = s ? estimate_run(r, r->arena, s, &o, r->diags) : NULL;
    if (!e) {
        return EXIT_USAGE;
    }
    if (str_is(args_value(&r->args, OPTION_FORMAT, STR("text")), "json")) {
        struct buf out = buf_make(r);
        estimate_json(&out, e, r->arena);
        str text = buf_str(&out);
        fwrite(text.p, 1, text.n, r->out);
    } else {
        print_text(r, e);
    }
    return EXIT_CLEAN;
}
