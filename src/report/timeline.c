#include "report/timeline.h"

#include "memory/timeline.h"
#include "report/json.h"

#ifdef __APPLE__
#define SECTION ".const_data"
#define SYMBOL  "_timeline_html"
#else
#define SECTION ".section .rodata"
#define SYMBOL  "timeline_html"
#endif

__asm__(SECTION "\n"
                ".global " SYMBOL "\n"
#ifndef __APPLE__
                ".hidden " SYMBOL "\n"
#endif
    SYMBOL ":\n"
                ".incbin \"" CFGLINT_TIMELINE_PAGE "\"\n"
                ".byte 0\n"
#ifndef __APPLE__
                ".previous\n"
#endif
);

extern const char timeline_html[];

/* Where the page takes its data. */
static const char PLACE[] = "__DATA__";

static cJSON *point(struct arena *a, const struct graph *g, const struct timeline_point *p)
{
    const struct op *op = &g->ops.items[p->op];
    cJSON *row = cJSON_CreateArray();
    cJSON_AddItemToArray(row, json_string(a, graph_path(g, a, op->module)));
    cJSON_AddItemToArray(row, cJSON_CreateString(graph_op_name(op->kind)));
    cJSON_AddItemToArray(row, cJSON_CreateString(phase_name(p->phase)));
    for (int i = 0; i < CATEGORIES; i++) {
        cJSON_AddItemToArray(row, cJSON_CreateNumber((double)p->bytes[i]));
    }
    return row;
}

static cJSON *module(
    struct arena *a, const struct graph *g, const struct holder *held, module_id m, uint32_t depth)
{
    cJSON *o = cJSON_CreateObject();
    json_add(a, o, "name", m ? g->modules.items[m].name : STR("all"));
    json_add(a, o, "type", m ? g->modules.items[m].type : STR(""));
    cJSON_AddNumberToObject(o, "bytes", (double)held[m].bytes);
    cJSON *parts = cJSON_AddArrayToObject(o, "parts");
    for (size_t i = 1; depth > 0 && i < g->modules.n; i++) {
        if (g->modules.items[i].parent == m && held[i].bytes > 0) {
            cJSON_AddItemToArray(parts, module(a, g, held, (module_id)i, depth - 1));
        }
    }
    return o;
}

static cJSON *page_data(void *ctx, const struct estimate_report *r)
{
    const struct estimate *e = r->estimate;
    struct timeline t = {0};
    timeline_of(ctx, e->simulation, &t);
    cJSON *o = cJSON_CreateObject();
    json_add(r->arena, o, "config", r->path);
    json_add(r->arena, o, "gpu", r->gpu);
    cJSON_AddNumberToObject(o, "gpu_bytes", (double)r->gpu_bytes);
    cJSON_AddStringToObject(o, "precision", precision_name(&e->regime));
    cJSON_AddNumberToObject(o, "batch", (double)e->batch);
    cJSON_AddNumberToObject(o, "allocated", (double)e->allocated.expected);
    cJSON_AddNumberToObject(o, "reserved", (double)e->reserved.expected);
    cJSON_AddNumberToObject(o, "used", (double)e->used.expected);
    cJSON_AddNumberToObject(o, "coverage", e->coverage);
    cJSON *categories = cJSON_AddArrayToObject(o, "categories");
    for (int i = 0; i < CATEGORIES; i++) {
        cJSON_AddItemToArray(categories, cJSON_CreateString(category_name((enum category)i)));
    }
    cJSON *points = cJSON_AddArrayToObject(o, "points");
    VEC_EACH (struct timeline_point, p, &t.points) {
        cJSON_AddItemToArray(points, point(r->arena, e->graph, p));
    }
    const struct holder *held = holders(ctx, e->graph, &e->regime, e->simulation);
    cJSON_AddItemToObject(o, "modules", module(r->arena, e->graph, held, 0, 16));
    return o;
}

void timeline_page(struct buf *out, const struct estimate_report *r)
{
    void *ctx = mem_context(NULL);
    struct buf data = buf_make(ctx);
    json_print(&data, page_data(ctx, r), false);
    str page = str_of(timeline_html), text = str_trim(buf_str(&data));
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
