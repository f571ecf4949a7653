/* The table of layers: what each module of its own makes, computes and keeps. */
#include "report/draw.h"
#include "report/estimate.h"
#include "report/json.h"

struct layer {
    uint64_t parameters, macs;
    uint64_t output_bytes; /* of what it made last */
    uint64_t saved_bytes;  /* that it made and backward needs */
    struct shape output;
    bool runs;
};

static void count_ops(struct layer *all, const struct graph *g)
{
    for (size_t i = 1; i < g->ops.n; i++) {
        const struct op *op = &g->ops.items[i];
        struct layer *x = &all[op->module];
        x->macs += op->macs;
        x->runs = true;
        if (op->n_outputs > 0) {
            x->output = graph_tensor(g, op->first_output)->shape;
            x->output_bytes = tensor_bytes(g, op->first_output);
        }
    }
}

static void count_saved(void *ctx, struct layer *all, const struct graph *g)
{
    bool *kept = mem_zero(ctx, g->storages.n * sizeof *kept);
    VEC_EACH (struct op, op, &g->ops) {
        for (uint32_t i = 0; i < op->n_saved; i++) {
            storage_id id = g->saved.items[op->saved_at + i];
            const struct storage *st = &g->storages.items[id];
            if (st->kind == STORAGE_ACTIVATION && !kept[id]) {
                kept[id] = true;
                all[g->ops.items[st->born].module].saved_bytes += st->bytes;
            }
        }
    }
}

/* One for each module; 0 is what runs in none. */
static struct layer *layers_of(void *ctx, const struct graph *g)
{
    struct layer *all = mem_zero(ctx, g->modules.n * sizeof *all);
    for (size_t i = 1; i < g->params.n; i++) {
        const struct parameter *p = &g->params.items[i];
        all[p->module].parameters += p->is_buffer ? 0 : (uint64_t)shape_elems(&p->shape);
    }
    count_ops(all, g);
    count_saved(ctx, all, g);
    return all;
}

static bool has_row(const struct layer *x)
{
    return x->runs || x->parameters > 0;
}

static void row(struct buf *out, const struct layer *x, str shape, str type, str path)
{
    buf_puts(out, "  ");
    draw_count(out, (double)x->parameters);
    buf_puts(out, "  ");
    draw_count(out, (double)x->macs);
    buf_puts(out, "  ");
    draw_bytes(out, (double)x->output_bytes);
    buf_puts(out, "  ");
    draw_bytes(out, (double)x->saved_bytes);
    foreign_printf(out, "  %-20.*s %-21.*s %.*s\n", STR_ARG(shape), STR_ARG(type), STR_ARG(path));
}

void estimate_layers(struct buf *out, const struct estimate_report *r)
{
    const struct graph *g = r->estimate->graph;
    void *ctx = mem_context(NULL);
    struct layer *all = layers_of(ctx, g), sum = {0};
    buf_puts(out, "  output: what the layer makes last; saved: what it makes and backward needs\n\n"
                  "parameters      MACs      output       saved  shape                type       "
                  "           module\n");
    for (size_t i = 1; i < g->modules.n; i++) {
        const struct layer *x = &all[i];
        if (has_row(x)) {
            row(out, x, x->runs ? shape_text(r->arena, &x->output) : STR("-"),
                g->modules.items[i].type, graph_path(g, r->arena, (module_id)i));
            sum.parameters += x->parameters;
            sum.macs += x->macs;
            sum.output_bytes += x->output_bytes;
            sum.saved_bytes += x->saved_bytes;
        }
    }
    row(out, &sum, STR(""), STR("all"), STR(""));
    talloc_free(ctx);
}

static void add_layer(struct json *j, const struct graph *g, const struct layer *x, module_id m)
{
    json_object(j, NULL);
    json_text(j, "module", graph_path(g, j->arena, m));
    json_text(j, "type", g->modules.items[m].type);
    json_array(j, "output_shape");
    for (uint32_t d = 0; d < x->output.n; d++) {
        json_integer(j, NULL, x->output.size[d]);
    }
    json_end_array(j);
    json_bytes(j, "output_bytes", x->output_bytes);
    json_bytes(j, "saved_bytes", x->saved_bytes);
    json_bytes(j, "parameters", x->parameters);
    json_bytes(j, "macs", x->macs);
    json_end_object(j);
}

void estimate_layers_json(struct buf *out, const struct estimate_report *r)
{
    const struct graph *g = r->estimate->graph;
    void *ctx = mem_context(NULL);
    struct layer *all = layers_of(ctx, g);
    struct json j = json_new(r->arena, out, true);
    json_array(&j, NULL);
    for (size_t i = 1; i < g->modules.n; i++) {
        if (has_row(&all[i])) {
            add_layer(&j, g, &all[i], (module_id)i);
        }
    }
    json_end_array(&j);
    json_end(&j);
    talloc_free(ctx);
}
