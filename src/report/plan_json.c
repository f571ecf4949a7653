#include "report/json.h"
#include "report/plan.h"

static void add_scheme(struct json *j, const struct plan *p, const struct scheme *s)
{
    json_object(j, NULL);
    json_integer(j, "batch", s->batch);
    json_integer(j, "accumulation", s->accumulation);
    json_text(j, "precision", s->precision);
    json_bool(j, "checkpointing", s->checkpointing);
    json_text(j, "repairs", s->repairs);
    json_object(j, "nvidia_smi_bytes");
    json_bytes(j, "low", s->used.low);
    json_bytes(j, "expected", s->used.expected);
    json_bytes(j, "high", s->used.high);
    json_end_object(j);
    json_number(j, "relative_throughput", s->throughput);
    json_number(j, "samples_per_second", plan_samples(p, s));
    json_bool(j, "current", s->is_current);
    json_bool(j, "fits", s->fits);
    json_number(j, "growth", s->growth);
    json_bool(j, "asked", s->is_asked);
    json_bool(j, "possible", !s->is_impossible);
    json_bool(j, "within_policy", !s->is_beyond);
    json_bool(j, "wrong", s->is_wrong);
    json_text(j, "findings", s->findings);
    json_end_object(j);
}

static void add_recipe(struct json *j, const struct recipe *r)
{
    json_object(j, "recipe");
    json_integer(j, "gpus", r->gpus);
    json_text(j, "gpus_from", r->gpus_from);
    json_integer(j, "update_samples", (int64_t)recipe_update(r, r->batch, r->accumulation));
    json_integer(j, "meant_samples", r->meant);
    json_text(j, "meant_from", r->meant_from);
    json_integer(j, "most_samples", r->most);
    json_text(j, "most_from", r->most_from);
    json_end_object(j);
}

static void add_changes(struct json *j, const struct changes *c)
{
    json_array(j, "changes");
    VEC_EACH (struct change, it, &c->list) {
        json_object(j, NULL);
        json_text(j, "path", it->path);
        if (it->deletes) {
            json_bool(j, "deleted", true);
        } else {
            json_value(j, "value", &it->value);
        }
        json_end_object(j);
    }
    json_end_array(j);
}

void plan_json(struct buf *out, struct arena *a, const struct plan *p, str gpu, str rewritten)
{
    struct json j = json_new(a, out, true);
    json_object(&j, NULL);
    json_text(&j, "gpu", gpu);
    json_bytes(&j, "gpu_bytes", p->gpu_bytes);
    json_bytes(&j, "target_bytes", p->target_bytes);
    json_number(&j, "coverage", p->coverage);
    json_number(&j, "calibration", p->calibration);
    json_number(&j, "offset_bytes", p->offset_bytes);
    add_recipe(&j, &p->recipe);
    json_array(&j, "schemes");
    for (size_t i = 0; i < p->schemes.n; i++) {
        add_scheme(&j, p, &p->schemes.items[i]);
    }
    json_end_array(&j);
    if (p->chosen == SIZE_MAX) {
        json_null(&j, "chosen");
    } else {
        json_bytes(&j, "chosen", p->chosen);
    }
    add_changes(&j, p->changes);
    json_number(&j, "lr_factor", p->lr_factor);
    json_number(&j, "iters_factor", p->iters_factor);
    json_array(&j, "notes");
    VEC_EACH (str, note, &p->notes) {
        json_text(&j, NULL, *note);
    }
    json_end_array(&j);
    json_array(&j, "prices");
    VEC_EACH (str, price, &p->prices) {
        json_text(&j, NULL, *price);
    }
    json_end_array(&j);
    if (rewritten.n > 0) {
        json_text(&j, "rewritten", rewritten);
    }
    json_end_object(&j);
    json_end(&j);
}
