#include "base/foreign.h"
#include "base/utf8.h"
#include "report/coverage.h"
#include "report/draw.h"
#include "report/estimate.h"
#include "report/text.h"

#include <stdlib.h>

enum {
    BAR = 24,
    DEEPEST = 3, /* levels of modules that are shown */
    MOST_ROWS = 24
};

/* Modules with less of the peak than this have no row. */
static const double LEAST_SHARE = 0.03;

static const double MIB = 1048576;

const char *precision_name(const struct regime *r)
{
    if (r->half_model) {
        return r->model_half == DTYPE_BF16 ? "bf16 (half model)" : "fp16 (half model)";
    }
    return r->half == DTYPE_F16 ? "fp16" : r->half == DTYPE_BF16 ? "bf16" : "fp32";
}

/* --- what runs, and the three totals --- */

static void sharding_words(struct buf *out, const struct sharding *x)
{
    const struct {
        bool is;
        const char *name;
    } parts[] = {
        {x->weights, "weights"}, {x->gradients, "gradients"}, {x->states, "optimizer states"}};
    const char *before = " divides ";
    if (x->by.n == 0) {
        return;
    }
    foreign_printf(out, ", %.*s", STR_ARG(x->by));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].is) {
            foreign_printf(out, "%s%s", before, parts[i].name);
            before = ", ";
        }
    }
    if (x->weights || x->gradients || x->states) {
        foreign_printf(out, " among %u GPUs", x->ranks);
    }
    if (x->states_on_host) {
        buf_puts(
            out, x->weights_on_host ? ", states and weights on the host" : ", states on the host");
    }
}

static void training_words(struct buf *out, const struct estimate_report *r)
{
    const struct estimate *e = r->estimate;
    const struct regime *g = &e->regime;
    foreign_printf(out, "%.*s: %s, batch %lld on each of %u GPU%s (%s), %.*s", STR_ARG(r->path),
        precision_name(g), (long long)e->batch, g->gpus, g->gpus == 1 ? "" : "s", g->gpus_from,
        STR_ARG(g->optimizer.n > 0 ? g->optimizer : STR("an unknown optimizer")));
    if (g->accumulation > 1) {
        foreign_printf(out, ", gradients of %u steps added up", g->accumulation);
    }
    sharding_words(out, &g->sharding);
}

static void regime_line(struct buf *out, const struct estimate_report *r)
{
    const struct estimate *e = r->estimate;
    const struct regime *g = &e->regime;
    if (g->inference) {
        foreign_printf(out, "%.*s: %s, a test step of %lld without gradients", STR_ARG(r->path),
            precision_name(g), (long long)e->batch);
    } else {
        training_words(out, r);
    }
    foreign_printf(out, "%s, PyTorch %u.%u (%s)\n", g->ema ? ", EMA" : "", g->torch / 100,
        g->torch % 100, g->torch_from);
    VEC_EACH (str, note, &e->notes) {
        foreign_printf(out, "  note: %.*s\n", STR_ARG(*note));
    }
    buf_byte(out, '\n');
}

static void total_row(
    struct buf *out, const char *name, const struct interval *i, const char *meaning)
{
    foreign_printf(out, "  %-12s %9.0f %9.0f %9.0f MiB   %s\n", name, (double)i->low / MIB,
        (double)i->expected / MIB, (double)i->high / MIB, meaning);
}

/* The first step leaves the workspaces of cuBLAS, too. */
static void returned_row(struct buf *out, const struct estimate *e)
{
    double returned = (double)e->simulation->returned_bytes / MIB;
    double kept = (double)e->simulation->states[CATEGORY_TEMPORARY] / MIB;
    foreign_printf(out,
        "  returned %33.2f MiB   memory_allocated() rises by it; by %.2f in the first step\n",
        returned, returned + kept);
}

static void totals(struct buf *out, const struct estimate_report *r)
{
    const struct estimate *e = r->estimate;
    buf_puts(out, "                     low  expected      high\n");
    total_row(out, "allocated", &e->allocated, "max_memory_allocated(), what training logs print");
    total_row(out, "reserved", &e->reserved, "max_memory_reserved(), with the allocator's cache");
    total_row(out, "nvidia-smi", &e->used, "with the CUDA context");
    if (e->regime.inference) {
        returned_row(out, e);
    }
    if (r->gpu_bytes) {
        foreign_printf(out, "  %.0f %% of %.*s, %.2f GiB%s\n",
            100 * (double)e->used.expected / (double)r->gpu_bytes, STR_ARG(r->gpu),
            (double)r->gpu_bytes / MIB / 1024,
            e->used.expected > r->gpu_bytes ? ": it does not fit"
            : e->used.high > r->gpu_bytes   ? ": at its highest it does not fit"
                                            : "");
    }
    if (e->coverage < 1) {
        buf_puts(out, "  All of this is a lower bound: parts of the model are not described.\n");
    }
}

/* --- what it consists of --- */

static void part_row(struct buf *out, const char *name, uint64_t bytes, uint64_t all)
{
    double share = draw_share((double)bytes, (double)all);
    if (bytes > 0) {
        foreign_printf(out, "  %-24s", name);
        draw_bytes(out, (double)bytes);
        buf_puts(out, "  ");
        draw_bar(out, share, BAR);
        foreign_printf(out, " %5.1f %%\n", 100 * share);
    }
}

static void parts(struct buf *out, const struct estimate_report *r)
{
    static const char *const names[CATEGORIES] = {"weights", "gradients of weights",
        "optimizer states", "gradient buckets", "the batch", "activations for backward",
        "other activations", "gradients of activations", "temporaries"};
    const struct estimate *e = r->estimate;
    uint64_t all = e->used.expected, sum = 0;
    text_heading(out, r->color, "At the peak");
    for (int i = 0; i < CATEGORIES; i++) {
        part_row(out, names[i], e->simulation->peak[i], all);
        sum += e->simulation->peak[i];
    }
    part_row(
        out, "allocator's cache", e->reserved.expected > sum ? e->reserved.expected - sum : 0, all);
    for (int i = 0; i < OUTSIDE_PARTS; i++) {
        part_row(out, outside_name((enum outside_part)i), e->outside.parts[i].expected, all);
    }
}

/* --- when and where --- */

static void place(struct buf *out, const struct estimate_report *r, struct loc at)
{
    unsigned line = source_line_of(at.source, at.span.start);
    if (str_eq(at.source->path, r->path)) {
        foreign_printf(out, "line %u", line);
    } else {
        foreign_printf(out, "%.*s:%u", STR_ARG(at.source->path), line);
    }
}

/* Where the config names the module, or the nearest one around it that it names. */
static void config_place(
    struct buf *out, const struct estimate_report *r, module_id m, const char *before)
{
    const struct graph *g = r->estimate->graph;
    for (uint32_t depth = 0; m && depth < 64; depth++) {
        const struct graph_module *it = &g->modules.items[m];
        if (it->tree && it->node) {
            struct loc at = tree_loc(it->tree, it->node);
            if (at.source) {
                buf_puts(out, before);
                place(out, r, at);
            }
            return;
        }
        m = it->parent;
    }
}

static void peak_line(struct buf *out, const struct estimate_report *r)
{
    const struct estimate *e = r->estimate;
    const struct op *op = &e->graph->ops.items[e->simulation->peak_op];
    if (e->simulation->peak_op == 0) {
        if (e->simulation->peak_phase == PHASE_STEP) {
            buf_puts(out, "  reached in the optimizer's step\n");
        }
        return; /* or nothing runs */
    }
    str path = graph_path(e->graph, r->arena, op->module);
    foreign_printf(out, "  reached in %s, in `%s` of %.*s", phase_name(e->simulation->peak_phase),
        graph_op_name(op->kind),
        STR_ARG(path.n                ? path
                : e->regime.inference ? STR("the step")
                                      : STR("the training step")));
    config_place(out, r, op->module, ", ");
    buf_puts(out, "\n");
}

/* --- who holds it --- */

struct tree_rows {
    struct buf *out;
    const struct estimate_report *r;
    const struct holder *holders;
    uint64_t all;
    unsigned rows;
};

struct child {
    module_id id;
    uint64_t bytes;
};

static int by_bytes(const void *left, const void *right)
{
    const struct child *a = left, *b = right;
    return a->bytes < b->bytes   ? 1
           : a->bytes > b->bytes ? -1
           : a->id > b->id       ? 1
           : a->id < b->id       ? -1
                                 : 0;
}

static void module_row(struct tree_rows *t, module_id m, uint32_t depth)
{
    const struct graph_module *it = &t->r->estimate->graph->modules.items[m];
    const struct holder *h = &t->holders[m];
    double share = draw_share((double)h->bytes, (double)t->all);
    str name = arena_printf(t->r->arena, "%*s%.*s", (int)(2 * depth), "", STR_ARG(it->name));
    name.n = utf8_offset(name, 24);
    foreign_printf(t->out, "  %-24.*s", STR_ARG(name));
    draw_bytes(t->out, (double)h->bytes);
    buf_puts(t->out, "  ");
    draw_bar(t->out, share, BAR);
    foreign_printf(t->out, " %5.1f %%  ", 100 * share);
    draw_count(t->out, (double)h->parameters);
    foreign_printf(t->out, "  %.*s", STR_ARG(it->type));
    if (it->tree && it->node) {
        config_place(t->out, t->r, m, "  ");
    }
    buf_byte(t->out, '\n');
    t->rows++;
}

static void module_rows(struct tree_rows *t, module_id parent, uint32_t depth)
{
    const struct graph *g = t->r->estimate->graph;
    VEC(struct child) children = {0};
    void *ctx = mem_context(NULL);
    for (size_t i = 1; i < g->modules.n && depth < DEEPEST; i++) {
        bool below = g->modules.items[i].parent == parent;
        if (below && (double)t->holders[i].bytes >= LEAST_SHARE * (double)t->all) {
            vec_push(ctx, &children, ((struct child){(module_id)i, t->holders[i].bytes}));
        }
    }
    if (children.n > 0) {
        qsort(children.items, children.n, sizeof *children.items, by_bytes);
    }
    VEC_EACH (struct child, c, &children) {
        bool is_model = g->modules.items[c->id].name.n == 0;
        if (!is_model && t->rows < MOST_ROWS) {
            module_row(t, c->id, depth);
        }
        module_rows(t, c->id, is_model ? depth : depth + 1);
    }
    talloc_free(ctx);
}

static void who_holds(struct buf *out, const struct estimate_report *r)
{
    const struct estimate *e = r->estimate;
    void *ctx = mem_context(NULL);
    struct tree_rows t = {.out = out, .r = r, .all = e->simulation->peak_bytes};
    t.holders = holders(ctx, e->graph, &e->regime, e->simulation);
    if (t.holders[0].parameters + t.holders[0].bytes == 0) {
        talloc_free(ctx);
        return;
    }
    text_heading(out, r->color,
        "Who holds it                     bytes  of what is allocated            parameters");
    module_rows(&t, 0, 0);
    talloc_free(ctx);
}

/* --- beside a measured figure --- */

static void effect_row(struct buf *out, const struct effect *x, int64_t missing)
{
    int64_t bytes = missing > 0 ? (x->high_bytes > 0 ? x->high_bytes : x->low_bytes)
                                : (x->low_bytes < 0 ? x->low_bytes : x->high_bytes);
    bool at_high = bytes == x->high_bytes;
    if ((bytes > 0) != (missing > 0)) {
        return;
    }
    buf_puts(out, "  ");
    draw_bytes(out, (double)bytes);
    foreign_printf(out, "  with %.*s at %.6g instead of %.6g%s\n", STR_ARG(x->assumption->name),
        at_high ? x->assumption->high : x->assumption->low, x->assumption->expected,
        (missing > 0 ? bytes >= missing : bytes <= missing) ? ": this alone would explain it" : "");
}

static void measured_rows(struct buf *out, const struct estimate_report *r)
{
    const struct measured *m = r->measured;
    if (!m) {
        return;
    }
    struct interval predicted = measured_prediction(m, r->estimate);
    int64_t missing = (int64_t)m->bytes - (int64_t)predicted.expected;
    text_heading(out, r->color, "Measured");
    foreign_printf(out, "  %.0f MiB %s (%.*s); predicted %.0f: %+.1f %%, %s\n",
        (double)m->bytes / MIB, m->what == MEASURED_USED ? "by nvidia-smi" : "allocated",
        STR_ARG(m->from), (double)predicted.expected / MIB,
        100 * draw_share((double)missing, (double)predicted.expected),
        m->bytes < predicted.low    ? "below what the assumptions allow"
        : m->bytes > predicted.high ? "above what the assumptions allow"
                                    : "within what the assumptions allow");
    if (r->effects && missing != 0) {
        VEC_EACH (struct effect, x, &r->effects->list) {
            effect_row(out, x, missing);
        }
    }
    if (m->bytes > predicted.high) {
        buf_puts(out,
            "  also possible: other programs on the GPU, cudnn.benchmark, another version "
            "of PyTorch (--torch)\n");
    }
}

/* --- advice, assumptions, coverage --- */

static void advice_rows(struct buf *out, const struct estimate_report *r)
{
    if (!r->advices || r->advices->list.n == 0) {
        return;
    }
    text_heading(out, r->color, "What would save (estimated again with each)");
    VEC_EACH (struct advice, it, &r->advices->list) {
        buf_puts(out, "  ");
        draw_bytes(out, -(double)it->saved_bytes);
        foreign_printf(out, "  %.*s", STR_ARG(it->what));
        const struct change *c = it->changes->list.n ? &it->changes->list.items[0] : NULL;
        if (c) {
            foreign_printf(
                out, "   %.*s%s", STR_ARG(c->path), it->changes->list.n > 1 ? ", …" : "");
        }
        buf_byte(out, '\n');
    }
}

static void assumptions_that(
    struct buf *out, const struct estimate_report *r, bool measured, const char *title)
{
    bool any = false;
    VEC_EACH (struct assumption, it, &r->estimate->graph->assumptions) {
        if (it->measured != measured) {
            continue;
        }
        if (!any) {
            text_heading(out, r->color, title);
        }
        any = true;
        foreign_printf(out, "  %-18.*s %9.6g %9.6g %9.6g  %.*s\n", STR_ARG(it->name), it->low,
            it->expected, it->high, STR_ARG(it->text));
        if (it->source.n > 0) {
            foreign_printf(out, "  %50s%.*s\n", "", STR_ARG(it->source));
        }
    }
}

static void assumption_rows(struct buf *out, const struct estimate_report *r)
{
    assumptions_that(out, r, true, "Measured in the data (low, expected, high)");
    assumptions_that(out, r, false, "Assumed, because data decides it (low, expected, high)");
}

static void uncertainty_rows(struct buf *out, const struct estimate_report *r)
{
    text_heading(out, r->color, "Not certain, and part of low and high");
    VEC_EACH (struct uncertainty, it, &r->estimate->uncertainties.list) {
        foreign_printf(out, "  %-18s %9.*s %9s %9.*s  %s\n", it->name, STR_ARG(it->low), "",
            STR_ARG(it->high), it->text);
    }
}

static void coverage_rows(struct buf *out, const struct estimate_report *r)
{
    const struct graph *g = r->estimate->graph;
    buf_byte(out, '\n');
    if (g->unknown_types.n == 0) {
        foreign_printf(out,
            "Coverage 100 %%: the config builds %u type%s, all of them described.\n",
            g->known_types, g->known_types == 1 ? "" : "s");
        return;
    }
    coverage_text(out, g, r->library, r->path);
}

void estimate_text(struct buf *out, const struct estimate_report *r)
{
    regime_line(out, r);
    totals(out, r);
    parts(out, r);
    peak_line(out, r);
    who_holds(out, r);
    time_text(out, &r->time);
    measured_rows(out, r);
    advice_rows(out, r);
    assumption_rows(out, r);
    uncertainty_rows(out, r);
    coverage_rows(out, r);
}

/* --- a curve over batch sizes --- */
