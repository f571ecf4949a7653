#include "report/estimate.h"

#include "report/json.h"

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
    put_bytes(m, "validation_bytes", e->validation_bytes);
    cJSON *outside = cJSON_AddObjectToObject(m, "outside_allocator_bytes");
    for (int i = 0; i < OUTSIDE_PARTS; i++) {
        put_interval(outside, outside_key((enum outside_part)i), &e->outside.parts[i]);
    }
    cJSON *categories = cJSON_AddObjectToObject(m, "at_peak_bytes");
    for (int i = 0; i < CATEGORIES; i++) {
        put_bytes(categories, category_name((enum category)i), e->simulation->peak[i]);
    }
}

static void put_peak(cJSON *root, struct arena *a, const struct estimate *e)
{
    const struct simulation *s = e->simulation;
    const struct op *op = &e->graph->ops.items[s->peak_op];
    cJSON *p = cJSON_AddObjectToObject(root, "peak");
    cJSON_AddStringToObject(p, "phase", phase_name(s->peak_phase));
    cJSON_AddStringToObject(p, "op", graph_op_name(op->kind));
    json_add(a, p, "module", graph_path(e->graph, a, op->module));
}

static void put_sharding(cJSON *to, struct arena *a, const struct sharding *x)
{
    if (x->by.n == 0) {
        cJSON_AddNullToObject(to, "sharding");
        return;
    }
    cJSON *o = cJSON_AddObjectToObject(to, "sharding");
    json_add(a, o, "by", x->by);
    cJSON_AddNumberToObject(o, "gpus", x->ranks);
    cJSON_AddBoolToObject(o, "weights", x->weights);
    cJSON_AddBoolToObject(o, "gradients", x->gradients);
    cJSON_AddBoolToObject(o, "states", x->states);
    cJSON_AddBoolToObject(o, "weights_on_host", x->weights_on_host);
    cJSON_AddBoolToObject(o, "states_on_host", x->states_on_host);
}

static void put_regime(cJSON *root, struct arena *a, const struct estimate *e)
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
    cJSON_AddStringToObject(o, "precision", precision_name(r));
    json_add(a, o, "optimizer", r->optimizer);
    cJSON_AddNumberToObject(o, "accumulation", r->accumulation);
    cJSON_AddBoolToObject(o, "ema", r->ema);
    put_sharding(o, a, &r->sharding);
    cJSON *notes = cJSON_AddArrayToObject(o, "notes");
    VEC_EACH (str, note, &e->notes) {
        cJSON_AddItemToArray(notes, json_string(a, *note));
    }
}

static void put_uncertainties(cJSON *root, struct arena *a, const struct estimate *e)
{
    cJSON *list = cJSON_AddArrayToObject(root, "uncertainties");
    VEC_EACH (struct uncertainty, it, &e->uncertainties.list) {
        cJSON *o = cJSON_CreateObject();
        cJSON_AddStringToObject(o, "name", it->name);
        json_add(a, o, "low", it->low);
        json_add(a, o, "high", it->high);
        cJSON_AddStringToObject(o, "text", it->text);
        cJSON_AddItemToArray(list, o);
    }
}

static void put_assumptions(cJSON *root, struct arena *a, const struct graph *g)
{
    cJSON *list = cJSON_AddArrayToObject(root, "assumptions");
    VEC_EACH (struct assumption, it, &g->assumptions) {
        cJSON *o = cJSON_CreateObject();
        json_add(a, o, "name", it->name);
        json_add(a, o, "text", it->text);
        cJSON_AddNumberToObject(o, "low", it->low);
        cJSON_AddNumberToObject(o, "expected", it->expected);
        cJSON_AddNumberToObject(o, "high", it->high);
        json_add(a, o, "source", it->source);
        cJSON_AddItemToArray(list, o);
    }
}

static void put_advice(cJSON *root, struct arena *a, const struct advices *advices)
{
    cJSON *list = cJSON_AddArrayToObject(root, "advice");
    VEC_EACH (struct advice, it, &advices->list) {
        cJSON *o = cJSON_CreateObject();
        json_add(a, o, "what", it->what);
        cJSON_AddNumberToObject(o, "saved_bytes", (double)it->saved_bytes);
        cJSON *changes = cJSON_AddObjectToObject(o, "changes");
        VEC_EACH (struct change, c, &it->changes->list) {
            cJSON *value = c->deletes ? cJSON_CreateNull() : json_value(a, &c->value);
            cJSON_AddItemToObject(changes, arena_str(a, c->path).p, value);
        }
        cJSON_AddItemToArray(list, o);
    }
}

void estimate_json(struct buf *out, const struct estimate_report *r)
{
    const struct estimate *e = r->estimate;
    cJSON *root = cJSON_CreateObject();
    put_memory(root, e);
    put_peak(root, r->arena, e);
    cJSON_AddNumberToObject(root, "coverage", e->coverage);
    cJSON *unknown = cJSON_AddArrayToObject(root, "unknown_types");
    VEC_EACH (struct unknown_type, it, &e->graph->unknown_types) {
        cJSON_AddItemToArray(unknown, json_string(r->arena, it->type));
    }
    put_regime(root, r->arena, e);
    cJSON_AddNumberToObject(root, "parameters", (double)model_parameters(e->graph, false));
    cJSON_AddNumberToObject(root, "trainable_parameters", (double)model_parameters(e->graph, true));
    put_assumptions(root, r->arena, e->graph);
    put_uncertainties(root, r->arena, e);
    if (r->measured) {
        struct interval predicted = measured_prediction(r->measured, e);
        cJSON *m = cJSON_AddObjectToObject(root, "measured");
        put_bytes(m, "bytes", r->measured->bytes);
        cJSON_AddStringToObject(
            m, "what", r->measured->what == MEASURED_USED ? "nvidia_smi" : "allocated");
        cJSON_AddNumberToObject(
            m, "of_predicted", (double)r->measured->bytes / (double)predicted.expected);
    }
    if (r->advices) {
        put_advice(root, r->arena, r->advices);
    }
    json_print(out, root, true);
}
