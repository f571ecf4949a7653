/* Parameters and multiply-adds: totals, and a tree of modules. */
#include "report/complexity.h"

#include "report/draw.h"
#include "report/json.h"
#include "report/time.h"

/* Of a module and all below it. */
struct part {
    uint64_t parameters, macs;
};

struct parts {
    const struct complexity *c;
    struct part *all; /* by module; 0 is the model as a whole */
};

static struct parts parts_of(void *ctx, const struct complexity *c)
{
    const struct graph *g = c->graph;
    struct parts p = {c, mem_zero(ctx, g->modules.n * sizeof *p.all)};
    for (size_t i = 1; i < g->params.n; i++) {
        const struct parameter *q = &g->params.items[i];
        p.all[q->module].parameters += q->is_buffer ? 0 : (uint64_t)shape_elems(&q->shape);
    }
    for (size_t i = 1; i < g->ops.n; i++) {
        p.all[g->ops.items[i].module].macs += g->ops.items[i].macs;
    }
    struct part *own = mem_zero(ctx, g->modules.n * sizeof *own);
    memcpy(own, p.all, g->modules.n * sizeof *own);
    for (size_t i = 1; i < g->modules.n; i++) {
        for (module_id m = (module_id)i; m;) {
            m = g->modules.items[m].parent;
            p.all[m].parameters += own[i].parameters;
            p.all[m].macs += own[i].macs;
        }
    }
    return p;
}

module_id complexity_timed(const struct complexity *c, module_id m)
{
    const struct graph *g = c->graph, *t = c->timed;
    if (!t || m >= t->modules.n) {
        return 0;
    }
    const struct graph_module *a = &g->modules.items[m], *b = &t->modules.items[m];
    return str_eq(a->name, b->name) && a->parent == b->parent ? m : 0;
}

/* The shape of what passed through the model first. */
static str input_shape(const struct complexity *c, const struct graph *g)
{
    for (size_t i = 1; i < g->tensors.n; i++) {
        const struct tensor_info *t = &g->tensors.items[i];
        if (g->storages.items[t->storage].kind == STORAGE_INPUT && t->producer == 0) {
            return shape_text(c->arena, &t->shape);
        }
    }
    return STR("");
}

/* --- JSON --- */

static void add_modules(struct json *j, const struct parts *p, module_id parent, uint32_t depth);

static void add_module(struct json *j, const struct parts *p, module_id m, uint32_t depth)
{
    const struct graph_module *it = &p->c->graph->modules.items[m];
    json_object(j, NULL);
    json_text(j, "name", it->name);
    json_text(j, "type", it->type);
    json_bytes(j, "parameters", p->all[m].parameters);
    json_bytes(j, "macs", p->all[m].macs);
    module_id timed = complexity_timed(p->c, m);
    if (p->c->latency && timed) {
        json_number(j, "latency_ms", 1e3 * p->c->latency->modules[timed]);
        json_number(j, "memory_bytes", p->c->memory_scale * (double)p->c->holders[timed].bytes);
    }
    add_modules(j, p, m, depth);
    json_end_object(j);
}

/* A part that was made and given to no module, beside a model that has something. */
static bool is_stray(const struct parts *p, size_t m)
{
    const struct part *x = &p->all[m], *all = &p->all[0];
    bool empty = x->parameters == 0 && x->macs == 0, model = all->parameters > 0 || all->macs > 0;
    return p->c->graph->modules.items[m].parent == 0 && empty && model;
}

/* The modules in a module, if any, as deep as was asked for. */
static void add_modules(struct json *j, const struct parts *p, module_id parent, uint32_t depth)
{
    const struct graph *g = p->c->graph;
    bool any = false;
    for (size_t i = 1; i < g->modules.n && depth != 1; i++) {
        if (g->modules.items[i].parent == parent && i != parent && !is_stray(p, i)) {
            if (!any) {
                json_array(j, "modules");
            }
            any = true;
            add_module(j, p, (module_id)i, depth - 1);
        }
    }
    if (any) {
        json_end_array(j);
    }
}

static void add_memory(struct json *j, const struct complexity *c)
{
    double weights = (double)c->memory->states[CATEGORY_WEIGHTS];
    json_object(j, "memory_bytes");
    json_number(j, "peak", c->memory_scale * (double)c->memory->peak_bytes);
    json_number(j, "weights", c->memory_scale * weights);
    json_number(j, "activations", c->memory_scale * ((double)c->memory->peak_bytes - weights));
    json_end_object(j);
}

static void add_placement(struct json *j, const struct complexity *c)
{
    const struct placement *p = c->placement;
    json_object(j, "placement");
    json_number(j, "int8_macs", p->int8_macs);
    json_number(j, "int8_share_of_time", draw_share(p->int8_seconds, p->seconds));
    if (c->dla_rate > 0) {
        json_number(j, "dla_macs", p->dla_macs);
        json_number(j, "dla_share_of_time", draw_share(p->dla_seconds, p->seconds));
        json_integer(j, "dla_stretches", p->stretches);
        json_number(j, "dla_ms", 1e3 * p->dla_own);
    }
    json_array(j, "obstacles");
    VEC_EACH (const struct obstacle, o, &p->obstacles) {
        json_object(j, NULL);
        json_word(j, "operation", o->operation);
        json_word(j, "why", o->why);
        json_bool(j, "int8", o->int8);
        json_bool(j, "dla", o->dla);
        json_integer(j, "count", o->count);
        json_number(j, "ms", 1e3 * o->seconds);
        json_text(j, "module", graph_path(c->timed, c->arena, o->module));
        json_end_object(j);
    }
    json_end_array(j);
    json_end_object(j);
}

static void add_totals(struct json *j, const struct graph *g)
{
    uint64_t parameters = model_parameters(g, false);
    json_bytes(j, "parameters", parameters);
    json_bytes(j, "trainable_parameters", model_parameters(g, true));
    json_bytes(j, "macs", model_macs(g));
    json_object(j, "weight_bytes");
    json_number(j, "fp32", 4.0 * (double)parameters);
    json_number(j, "fp16", 2.0 * (double)parameters);
    json_bytes(j, "int8", parameters);
    json_end_object(j);
}

void complexity_fields(struct json *j, const struct complexity *c)
{
    const struct graph *g = c->graph;
    void *ctx = mem_context(NULL);
    struct parts p = parts_of(ctx, c);
    json_text(j, "input", input_shape(c, c->graph));
    if (c->timed) {
        json_text(j, "timed_input", input_shape(c, c->timed));
    }
    json_word(j, "rule", "mmengine");
    add_totals(j, g);
    coverage_json(j, g);
    if (c->latency) {
        latency_json(j, c->latency, c->gpu);
    }
    if (c->memory) {
        add_memory(j, c);
    }
    if (c->placement) {
        add_placement(j, c);
    }
    json_array(j, "modules");
    for (size_t i = 1; i < g->modules.n; i++) {
        if (!g->modules.items[i].parent) {
            add_module(j, &p, (module_id)i, c->depth);
        }
    }
    json_end_array(j);
    talloc_free(ctx);
}

void complexity_json(struct buf *out, const struct complexity *c)
{
    struct json j = json_new(c->arena, out, true);
    json_object(&j, NULL);
    complexity_fields(&j, c);
    json_end_object(&j);
    json_end(&j);
}

/* --- text --- */

/* "25 557 032" */
static void put_exact(struct buf *out, uint64_t n, int width)
{
    char digits[32], text[48];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)n), at = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) {
            text[at++] = ' ';
        }
        text[at++] = digits[i];
    }
    text[at] = '\0';
    foreign_printf(out, "%*s", width, text);
}

static void put_totals(struct buf *out, const struct complexity *c)
{
    const struct graph *g = c->graph;
    uint64_t parameters = model_parameters(g, false), trainable = model_parameters(g, true);
    buf_puts(out, "  parameters     ");
    put_exact(out, parameters, 20);
    if (trainable == parameters) {
        buf_puts(out, "  all trainable\n");
    } else {
        buf_puts(out, "  of which ");
        put_exact(out, trainable, 0);
        buf_puts(out, " are trainable\n");
    }
    buf_puts(out, "  multiply-adds  ");
    put_exact(out, model_macs(g), 20);
    buf_puts(out, "\n  weights         ");
    static const struct {
        const char *name;
        double bytes;
    } precisions[] = {{"fp32", 4}, {"fp16", 2}, {"int8", 1}};
    for (size_t i = 0; i < 3; i++) {
        draw_bytes(out, precisions[i].bytes * (double)parameters);
        foreign_printf(out, " %s", precisions[i].name);
        buf_puts(out, i < 2 ? ", " : "\n");
    }
}

/* Time and memory of a module on the GPU. */
static void put_use(struct buf *out, const struct complexity *c, module_id m)
{
    module_id timed = complexity_timed(c, m);
    if (c->latency) {
        foreign_printf(out, " %8.3g ms ", timed ? 1e3 * c->latency->modules[timed] : 0);
        draw_bytes(out, timed ? c->memory_scale * (double)c->holders[timed].bytes : 0);
    }
}

static void put_row(struct buf *out, const struct parts *p, module_id m, uint32_t level)
{
    const struct graph *g = p->c->graph;
    const struct part *x = &p->all[m], *all = &p->all[0];
    const struct graph_module *it = &g->modules.items[m];
    uint64_t of[][2] = {{x->parameters, all->parameters}, {x->macs, all->macs}};
    for (size_t i = 0; i < 2; i++) {
        buf_puts(out, "  ");
        draw_count(out, (double)of[i][0]);
        foreign_printf(out, " %5.1f %%  ", 100 * draw_share((double)of[i][0], (double)of[i][1]));
        draw_bar(out, draw_share((double)of[i][0], (double)of[i][1]), 10);
    }
    put_use(out, p->c, m);
    buf_puts(out, "  ");
    buf_fill(out, ' ', 2 * (size_t)level);
    if (it->name.n) {
        foreign_printf(out, "%.*s  ", STR_ARG(it->name));
    }
    foreign_printf(out, "%.*s\n", STR_ARG(it->type));
}

/* What has neither parameters nor operations is left out. */
static void put_tree(struct buf *out, const struct parts *p, module_id parent, uint32_t level)
{
    const struct graph *g = p->c->graph;
    if (p->c->depth && level >= p->c->depth) {
        return;
    }
    for (size_t i = 1; i < g->modules.n; i++) {
        if (g->modules.items[i].parent == parent && (p->all[i].parameters || p->all[i].macs)) {
            put_row(out, p, (module_id)i, level);
            put_tree(out, p, (module_id)i, level + 1);
        }
    }
}

static void put_latency(struct buf *out, const struct complexity *c)
{
    const struct step_time *t = c->latency;
    if (t) {
        foreign_printf(out,
            "  latency        %.3g ms (%.3g to %.3g) on %.*s%s: ", 1e3 * t->total.expected,
            1e3 * t->total.low, 1e3 * t->total.high, STR_ARG(c->gpu),
            c->placement ? ", a TensorRT engine" : "");
        bounds_text(out, t);
        buf_byte(out, '\n');
    }
    str tested = c->timed ? input_shape(c, c->timed) : STR("");
    if (tested.n > 0 && !str_eq(tested, input_shape(c, c->graph))) {
        foreign_printf(
            out, "  timed          %.*s, as the test pipeline makes it\n", STR_ARG(tested));
    }
    if (c->memory) {
        double weights = c->memory_scale * (double)c->memory->states[CATEGORY_WEIGHTS];
        double all = c->memory_scale * (double)c->memory->peak_bytes;
        buf_puts(out, "  memory         ");
        draw_bytes(out, all);
        buf_puts(out, ": weights ");
        draw_bytes(out, weights);
        buf_puts(out, ", activations at the peak ");
        draw_bytes(out, all - weights);
        buf_byte(out, '\n');
    }
}

static void put_times(struct buf *out, const struct complexity *c)
{
    if (c->latency) {
        struct time_report r = {.graph = c->timed, .time = c->latency};
        time_tree(out, &r);
    }
}

enum {
    MOST_OBSTACLES = 8
};

static void put_share(
    struct buf *out, const char *where, double macs, double seconds, const struct placement *p)
{
    foreign_printf(out, "  %-14s %5.1f %% of the multiply-adds, %5.1f %% of the time", where,
        100 * draw_share(macs, p->macs), 100 * draw_share(seconds, p->seconds));
}

/* What an engine may run in int8 and on the DLA, and what keeps the rest from it. */
static void put_placement(struct buf *out, const struct complexity *c)
{
    const struct placement *p = c->placement;
    if (!p) {
        return;
    }
    buf_puts(out, "\nWhere it may run\n");
    put_share(out, "int8", p->int8_macs, p->int8_seconds, p);
    buf_byte(out, '\n');
    if (c->dla_rate > 0) {
        put_share(out, "DLA", p->dla_macs, p->dla_seconds, p);
        foreign_printf(out,
            ", in %u stretches between which tensors go to the GPU and back\n"
            "  %-14s %.3g ms on one of them in int8, where the GPU takes %.3g ms as it is\n",
            p->stretches, "", 1e3 * p->dla_own, 1e3 * p->dla_seconds);
    }
    for (size_t i = 0; i < p->obstacles.n && i < MOST_OBSTACLES; i++) {
        const struct obstacle *o = &p->obstacles.items[i];
        if ((o->int8 && c->dla_rate <= 0) || o->seconds <= 0) {
            continue;
        }
        str path = graph_path(c->timed, c->arena, o->module);
        foreign_printf(out, "  %8.3g ms  %-12s not %s: %s (%.*s)\n", 1e3 * o->seconds, o->operation,
            o->int8                      ? "on the DLA"
            : o->dla || c->dla_rate <= 0 ? "in int8"
                                         : "in int8, not on the DLA",
            o->why, STR_ARG(path.n ? path : STR("results")));
    }
}

void complexity_text(struct buf *out, const struct complexity *c)
{
    const struct graph *g = c->graph;
    void *ctx = mem_context(NULL);
    struct parts p = parts_of(ctx, c);
    str shape = input_shape(c, c->graph);
    foreign_printf(out, "%.*s: %.*s, counted as mmengine counts with PyTorch %u.%u\n\n",
        STR_ARG(c->path), STR_ARG(shape), g->options.torch / 100, g->options.torch % 100);
    put_totals(out, c);
    put_latency(out, c);
    if (g->unknown_types.n > 0) {
        buf_puts(out, "  All of this is a lower bound: parts of the model are not described.\n");
    }
    foreign_printf(out,
        "\n  parameters                    multiply-adds                 %smodule\n",
        c->latency ? "       time     memory  " : "");
    put_tree(out, &p, 0, 0);
    put_times(out, c);
    put_placement(out, c);
    if (g->unknown_types.n > 0) {
        buf_byte(out, '\n');
        coverage_text(out, g, c->library, c->path);
    }
    talloc_free(ctx);
}
