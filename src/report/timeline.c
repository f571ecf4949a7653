#include "report/timeline.h"

#include "base/embed.h"
#include "memory/timeline.h"
#include "report/json.h"

EMBED(timeline_html, CFGLINT_TIMELINE_PAGE);
extern const char timeline_html[];

/* Where the page takes its data. */
static const char PLACE[] = "__DATA__";

static void add_point(struct json *j, const struct graph *g, const struct timeline_point *p)
{
    const struct op *op = &g->ops.items[p->op];
    json_array(j, NULL);
    json_text(j, NULL, graph_path(g, j->arena, op->module));
    json_word(j, NULL, graph_op_name(op->kind));
    json_word(j, NULL, phase_name(p->phase));
    for (int i = 0; i < CATEGORIES; i++) {
        json_number(j, NULL, (double)p->bytes[i]);
    }
    json_end_array(j);
}

/* What is drawn of each module: the bytes that it holds at the peak, the seconds that it takes. */
struct drawn {
    const struct graph *graph;
    const struct holder *held;
    const double *seconds; /* NULL: the GPU is not known */
};

static bool is_drawn(const struct drawn *x, module_id m)
{
    return x->held[m].bytes > 0 || (x->seconds && x->seconds[m] > 0);
}

static void add_module(
    struct json *j, const char *name, const struct drawn *x, module_id m, uint32_t depth)
{
    const struct graph *g = x->graph;
    json_object(j, name);
    json_text(j, "name", m ? g->modules.items[m].name : STR("all"));
    json_text(j, "type", m ? g->modules.items[m].type : STR(""));
    json_number(j, "bytes", (double)x->held[m].bytes);
    json_number(j, "seconds", x->seconds ? x->seconds[m] : 0);
    json_array(j, "parts");
    for (size_t i = 1; depth > 0 && i < g->modules.n; i++) {
        if (g->modules.items[i].parent == m && is_drawn(x, (module_id)i)) {
            add_module(j, NULL, x, (module_id)i, depth - 1);
        }
    }
    json_end_array(j);
    json_end_object(j);
}

static void add_figures(struct json *j, const struct estimate_report *r)
{
    const struct estimate *e = r->estimate;
    json_text(j, "config", r->path);
    json_text(j, "gpu", r->gpu);
    json_bytes(j, "gpu_bytes", r->gpu_bytes);
    json_word(j, "precision", precision_name(&e->regime));
    json_integer(j, "batch", e->batch);
    json_bytes(j, "allocated", e->allocated.expected);
    json_bytes(j, "reserved", e->reserved.expected);
    json_bytes(j, "used", e->used.expected);
    json_number(j, "coverage", e->coverage);
    time_json(j, &r->time);
    json_array(j, "categories");
    for (int i = 0; i < CATEGORIES; i++) {
        json_word(j, NULL, category_name((enum category)i));
    }
    json_end_array(j);
}

static void page_data(void *ctx, struct buf *out, const struct estimate_report *r)
{
    const struct estimate *e = r->estimate;
    struct timeline t = {0};
    struct json j = json_new(r->arena, out, false);
    timeline_of(ctx, e->simulation, &t);
    json_object(&j, NULL);
    add_figures(&j, r);
    json_array(&j, "points");
    VEC_EACH (struct timeline_point, p, &t.points) {
        add_point(&j, e->graph, p);
    }
    json_end_array(&j);
    struct drawn modules = {e->graph, holders(ctx, e->graph, &e->regime, e->simulation),
        r->time.time ? r->time.time->modules : NULL};
    add_module(&j, "modules", &modules, 0, 16);
    json_end_object(&j);
}

void timeline_page(struct buf *out, const struct estimate_report *r)
{
    void *ctx = mem_context(NULL);
    struct buf data = buf_make(ctx);
    page_data(ctx, &data, r);
    str page = str_of(timeline_html), text = buf_str(&data);
    size_t at = str_find(page, str_of(PLACE), 0);
    buf_put(out, str_slice(page, 0, at));
    for (size_t i = 0; i < text.n; i++) { /* a name cannot end the script element */
        if (text.p[i] == '<') {
            buf_puts(out, "\\u003c");
        } else {
            buf_byte(out, text.p[i]);
        }
    }
    buf_put(out, str_slice(page, at + sizeof PLACE - 1, page.n));
    talloc_free(ctx);
}
