#include "report/estimate.h"

#include <cjson/cJSON.h>

static cJSON *text(str s)
{
    char *z = talloc_strndup(NULL, s.p ? s.p : "", s.n);
    cJSON *j = cJSON_CreateString(z);
    talloc_free(z);
    return j;
}

static void put_bytes(cJSON *to, const char *name, uint64_t bytes)
{
    cJSON_AddNumberToObject(to, name, (double)bytes);
}

static void put_interval(cJSON *to, const char *name, const struct interval *i)
{
    cJSON *o = cJSON_AddObjectToObject(to, name);
    put_bytes(o, "low", i->low);
    put_bytes(o, "expected", i->expected);
    put_bytes(o, "high", i->high);
}

static void put_memory(cJSON *root, const struct estimate *e)
{
    cJSON *m = cJSON_AddObjectToObject(root, "memory");
    put_interval(m, "allocated_bytes", &e->allocated);
    put_interval(m, "reserved_bytes", &e->reserved);
    put_interval(m, "nvidia_smi_bytes", &e->used);
    cJSON *categories = cJSON_AddObjectToObject(m, "at_peak_bytes");
    for (int i = 0; i < CATEGORIES; i++) {
        put_bytes(categories, category_name((enum category)i), e->simulation->peak[i]);
    }
}

static void put_peak(cJSON *root, const struct estimate *e, struct arena *a)
{
    static const char *const phases[] = {"forward", "recompute", "backward"};
    const struct simulation *s = e->simulation;
    const struct op *op = &e->graph->ops.items[s->peak_op];
    cJSON *p = cJSON_AddObjectToObject(root, "peak");
    cJSON_AddStringToObject(p, "phase", phases[s->peak_phase]);
    cJSON_AddStringToObject(p, "op", graph_op_name(op->kind));
    cJSON_AddItemToObject(p, "module", text(graph_path(e->graph, a, op->module)));
}

static void put_regime(cJSON *root, const struct estimate *e)
{
    const struct regime *r = &e->regime;
    char version[16];
    snprintf(version, sizeof version, "%u.%u", r->torch / 100, r->torch % 100);
    cJSON *o = cJSON_AddObjectToObject(root, "regime");
    cJSON_AddStringToObject(o, "torch", version);
    cJSON_AddStringToObject(o, "torch_from", r->torch_from);
    cJSON_AddNumberToObject(o, "gpus", r->gpus);
    cJSON_AddStringToObject(o, "gpus_from", r->gpus_from);
    cJSON_AddNumberToObject(o, "batch", (double)e->batch);
    cJSON_AddStringToObject(o, "precision",
        r->half_model          ? "fp16 (half model)"
        : r->half == DTYPE_F32 ? "fp32"
                               : dtype_name(r->half));
    cJSON_AddItemToObject(o, "optimizer", text(r->optimizer));
    cJSON_AddNumberToObject(o, "accumulation", r->accumulation);
    cJSON_AddBoolToObject(o, "ema", r->ema);
}

static void put_assumptions(cJSON *root, const struct graph *g)
{
    cJSON *list = cJSON_AddArrayToObject(root, "assumptions");
    VEC_EACH (struct assumption, it, &g->assumptions) {
        cJSON *o = cJSON_CreateObject();
        cJSON_AddItemToObject(o, "name", text(it->name));
        cJSON_AddItemToObject(o, "text", text(it->text));
        cJSON_AddNumberToObject(o, "low", it->low);
        cJSON_AddNumberToObject(o, "expected", it->expected);
        cJSON_AddNumberToObject(o, "high", it->high);
        cJSON_AddItemToObject(o, "source", text(it->source));
        cJSON_AddItemToArray(list, o);
    }
}

void estimate_json(struct buf *out, const struct estimate *e, struct arena *a)
{
    cJSON *root = cJSON_CreateObject();
    put_memory(root, e);
    put_peak(root, e, a);
    cJSON_AddNumberToObject(root, "coverage", e->coverage);
    cJSON *unknown = cJSON_AddArrayToObject(root, "unknown_types");
    VEC_EACH (struct unknown_type, it, &e->graph->unknown_types) {
        cJSON_AddItemToArray(unknown, text(it->type));
    }
    put_regime(root, e);
    cJSON_AddNumberToObject(root, "parameters", (double)model_parameters(e->graph, false));
    cJSON_AddNumberToObject(root, "trainable_parameters", (double)model_parameters(e->graph, true));
    put_assumptions(root, e->graph);
    char *printed = cJSON_Print(root);
    buf_puts(out, printed);
    buf_byte(out, '\n');
    cJSON_free(printed);
    cJSON_Delete(root);
}
