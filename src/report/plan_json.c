#include "report/json.h"
#include "report/plan.h"

static cJSON *interval(const struct interval *i)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddNumberToObject(o, "low", (double)i->low);
    cJSON_AddNumberToObject(o, "expected", (double)i->expected);
    cJSON_AddNumberToObject(o, "high", (double)i->high);
    return o;
}

static cJSON *scheme(struct arena *a, const struct scheme *s)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddNumberToObject(o, "batch", (double)s->batch);
    cJSON_AddNumberToObject(o, "accumulation", (double)s->accumulation);
    json_add(a, o, "precision", s->precision);
    cJSON_AddBoolToObject(o, "checkpointing", s->checkpointing);
    cJSON_AddItemToObject(o, "nvidia_smi_bytes", interval(&s->used));
    cJSON_AddNumberToObject(o, "relative_throughput", s->throughput);
    cJSON_AddBoolToObject(o, "current", s->is_current);
    cJSON_AddBoolToObject(o, "fits", s->fits);
    return o;
}

static cJSON *changes(struct arena *a, const struct changes *c)
{
    cJSON *list = cJSON_CreateArray();
    VEC_EACH (struct change, it, &c->list) {
        cJSON *o = cJSON_CreateObject();
        json_add(a, o, "path", it->path);
        if (it->deletes) {
            cJSON_AddBoolToObject(o, "deleted", true);
        } else {
            cJSON_AddItemToObject(o, "value", json_value(a, &it->value));
        }
        cJSON_AddItemToArray(list, o);
    }
    return list;
}

void plan_json(struct buf *out, struct arena *a, const struct plan *p, str gpu, str rewritten)
{
    cJSON *root = cJSON_CreateObject();
    json_add(a, root, "gpu", gpu);
    cJSON_AddNumberToObject(root, "gpu_bytes", (double)p->gpu_bytes);
    cJSON_AddNumberToObject(root, "target_bytes", (double)p->target_bytes);
    cJSON_AddNumberToObject(root, "coverage", p->coverage);
    cJSON_AddNumberToObject(root, "calibration", p->calibration);
    cJSON *schemes = cJSON_AddArrayToObject(root, "schemes");
    for (size_t i = 0; i < p->schemes.n; i++) {
        cJSON_AddItemToArray(schemes, scheme(a, &p->schemes.items[i]));
    }
    if (p->chosen == SIZE_MAX) {
        cJSON_AddNullToObject(root, "chosen");
    } else {
        cJSON_AddNumberToObject(root, "chosen", (double)p->chosen);
    }
    cJSON_AddItemToObject(root, "changes", changes(a, p->changes));
    cJSON_AddNumberToObject(root, "lr_factor", p->lr_factor);
    cJSON_AddNumberToObject(root, "iters_factor", p->iters_factor);
    cJSON *notes = cJSON_AddArrayToObject(root, "notes");
    VEC_EACH (str, note, &p->notes) {
        cJSON_AddItemToArray(notes, json_string(a, *note));
    }
    if (rewritten.n > 0) {
        json_add(a, root, "rewritten", rewritten);
    }
    json_print(out, root, true);
}
