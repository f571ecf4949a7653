#include "report/whatif.h"

#include "report/draw.h"

/* Of a module and all below it. */
struct figures {
    double parameters, macs, ms, bytes;
};

static void add_up(const struct graph *g, struct figures *all)
{
    void *ctx = mem_context(NULL);
    struct figures *own = mem_zero(ctx, g->modules.n * sizeof *own);
    memcpy(own, all, g->modules.n * sizeof *own);
    for (size_t i = 1; i < g->modules.n; i++) {
        for (module_id m = (module_id)i; m;) {
            m = g->modules.items[m].parent;
            all[m].parameters += own[i].parameters;
            all[m].macs += own[i].macs;
        }
    }
    talloc_free(ctx);
}

static struct figures *figures_of(void *ctx, const struct complexity *c)
{
    const struct graph *g = c->graph;
    struct figures *all = mem_zero(ctx, g->modules.n * sizeof *all);
    for (size_t i = 1; i < g->params.n; i++) {
        const struct parameter *q = &g->params.items[i];
        all[q->module].parameters += q->is_buffer ? 0 : (double)shape_elems(&q->shape);
    }
    for (size_t i = 1; i < g->ops.n; i++) {
        all[g->ops.items[i].module].macs += (double)g->ops.items[i].macs;
    }
    add_up(g, all);
    for (module_id m = 1; m < g->modules.n && c->latency; m++) {
        module_id timed = complexity_timed(c, m);
        all[m].ms = timed ? 1e3 * c->latency->modules[timed] : 0;
        all[m].bytes = timed ? c->memory_scale * (double)c->holders[timed].bytes : 0;
    }
    if (c->latency) {
        all[0].ms = 1e3 * c->latency->total.expected;
        all[0].bytes = c->memory_scale * (double)c->memory->peak_bytes;
    }
    return all;
}

static void put_change(struct buf *out, double before, double after)
{
    if (before > 0) {
        foreign_printf(out, " %+7.1f %%", 100 * (after / before - 1));
    } else {
        buf_puts(out, "          ");
    }
}

static void put_counts(struct buf *out, const char *name, double before, double after)
{
    foreign_printf(out, "  %-15s ", name);
    draw_count(out, before);
    buf_puts(out, "   ");
    draw_count(out, after);
    put_change(out, before, after);
    buf_byte(out, '\n');
}

static void put_sizes(struct buf *out, const char *name, double before, double after)
{
    foreign_printf(out, "  %-13s ", name);
    draw_bytes(out, before);
    buf_byte(out, ' ');
    draw_bytes(out, after);
    put_change(out, before, after);
    buf_byte(out, '\n');
}

static void put_totals(
    struct buf *out, const struct figures *x, const struct figures *y, bool timed)
{
    buf_puts(out, "                    before      after\n");
    put_counts(out, "parameters", x->parameters, y->parameters);
    put_counts(out, "multiply-adds", x->macs, y->macs);
    put_sizes(out, "weights fp32", 4 * x->parameters, 4 * y->parameters);
    put_sizes(out, "weights fp16", 2 * x->parameters, 2 * y->parameters);
    put_sizes(out, "weights int8", x->parameters, y->parameters);
    if (timed) {
        foreign_printf(out, "  %-13s %7.3g ms %7.3g ms", "latency", x->ms, y->ms);
        put_change(out, x->ms, y->ms);
        buf_byte(out, '\n');
        put_sizes(out, "memory", x->bytes, y->bytes);
    }
}

struct sides {
    struct buf *out;
    const struct complexity *before, *after;
    const struct figures *x, *y; /* by module of each */
};

/* The part of the same name in the other model; NEVER: there is none. */
static module_id same_part(const struct sides *s, module_id m, module_id parent)
{
    const struct graph *a = s->before->graph, *b = s->after->graph;
    for (module_id i = 1; i < b->modules.n; i++) {
        if (b->modules.items[i].parent == parent &&
            str_eq(a->modules.items[m].name, b->modules.items[i].name)) {
            return i;
        }
    }
    return NEVER;
}

static void put_part(struct sides *s, module_id m, module_id other, uint32_t level)
{
    static const struct figures none;
    const struct figures *x = &s->x[m], *y = other == NEVER ? &none : &s->y[other];
    const struct graph_module *it = &s->before->graph->modules.items[m];
    struct buf *out = s->out;
    buf_puts(out, "  ");
    draw_count(out, x->parameters);
    buf_byte(out, ' ');
    draw_count(out, y->parameters);
    buf_puts(out, "   ");
    draw_count(out, x->macs);
    buf_byte(out, ' ');
    draw_count(out, y->macs);
    if (s->before->latency) {
        foreign_printf(out, "   %7.3g %7.3g ms", x->ms, y->ms);
    }
    buf_puts(out, "   ");
    buf_fill(out, ' ', 2 * (size_t)level);
    foreign_printf(
        out, "%.*s%s%.*s\n", STR_ARG(it->name), it->name.n ? "  " : "", STR_ARG(it->type));
}

static void put_parts(struct sides *s, module_id parent, module_id other, uint32_t level)
{
    const struct graph *g = s->before->graph;
    uint32_t depth = s->before->depth;
    for (module_id m = 1; m < g->modules.n && (!depth || level < depth); m++) {
        if (g->modules.items[m].parent != parent ||
            (s->x[m].parameters == 0 && s->x[m].macs == 0)) {
            continue;
        }
        module_id same = other == NEVER ? NEVER : same_part(s, m, other);
        put_part(s, m, same, level);
        put_parts(s, m, same, level + 1);
    }
}

void whatif_text(struct buf *out, const struct complexity *before, const struct complexity *after)
{
    void *ctx = mem_context(NULL);
    struct sides s = {out, before, after, figures_of(ctx, before), figures_of(ctx, after)};
    foreign_printf(out, "%.*s, and as it would be\n\n", STR_ARG(before->path));
    put_totals(out, s.x, s.y, before->latency && after->latency);
    if (after->cut + after->kept > 0) {
        foreign_printf(out, "  %u layers have fewer channels", after->cut);
        if (after->kept > 0) {
            foreign_printf(out,
                "; %u keep theirs, which the model hands back or which meet sizes that stay",
                after->kept);
        }
        buf_byte(out, '\n');
    }
    foreign_printf(out, "\n  parameters          multiply-adds       %smodule\n",
        before->latency ? "            time     " : "");
    put_parts(&s, 0, 0, 0);
    talloc_free(ctx);
}

void whatif_json(struct buf *out, const struct complexity *before, const struct complexity *after)
{
    struct json j = json_new(before->arena, out, true);
    json_object(&j, NULL);
    json_object(&j, "before");
    complexity_fields(&j, before);
    json_end_object(&j);
    json_object(&j, "after");
    complexity_fields(&j, after);
    json_end_object(&j);
    json_end_object(&j);
    json_end(&j);
}
