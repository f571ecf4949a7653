#include "report/coverage.h"
#include "report/estimate.h"

#include "report/json.h"

#include <stdio.h>

static void put_memory(struct json *j, const struct estimate *e)
{
    json_object(j, "memory");
    json_interval(j, "allocated_bytes", &e->allocated);
    json_interval(j, "reserved_bytes", &e->reserved);
    json_interval(j, "nvidia_smi_bytes", &e->used);
    json_bytes(j, "validation_bytes", e->validation_bytes);
    json_object(j, "outside_allocator_bytes");
    for (int i = 0; i < OUTSIDE_PARTS; i++) {
        json_interval(j, outside_key((enum outside_part)i), &e->outside.parts[i]);
    }
    json_bool(j, "context_is_measured", e->outside.is_measured);
    json_end_object(j);
    json_object(j, "at_peak_bytes");
    for (int i = 0; i < CATEGORIES; i++) {
        json_bytes(j, category_name((enum category)i), e->simulation->peak[i]);
    }
    json_end_object(j);
    json_end_object(j);
}

static void put_peak(struct json *j, const struct estimate *e)
{
    const struct simulation *s = e->simulation;
    const struct op *op = &e->graph->ops.items[s->peak_op];
    json_object(j, "peak");
    json_word(j, "phase", phase_name(s->peak_phase));
    json_word(j, "op", graph_op_name(op->kind));
    json_text(j, "module", graph_path(e->graph, j->arena, op->module));
    json_end_object(j);
}

static void put_inference(struct json *j, const struct estimate *e)
{
    uint64_t returned = e->simulation->returned_bytes;
    if (!e->regime.inference) {
        json_null(j, "inference");
        return;
    }
    json_object(j, "inference");
    json_bytes(j, "returned_bytes", returned);
    json_bytes(j, "after_first_bytes", returned + e->simulation->states[CATEGORY_TEMPORARY]);
    json_end_object(j);
}

static void put_sharding(struct json *j, const struct sharding *x)
{
    if (x->by.n == 0) {
        json_null(j, "sharding");
        return;
    }
    json_object(j, "sharding");
    json_text(j, "by", x->by);
    json_integer(j, "gpus", x->ranks);
    json_bool(j, "weights", x->weights);
    json_bool(j, "gradients", x->gradients);
    json_bool(j, "states", x->states);
    json_bool(j, "weights_on_host", x->weights_on_host);
    json_bool(j, "states_on_host", x->states_on_host);
    json_end_object(j);
}

static void put_regime(struct json *j, const struct estimate *e)
{
    const struct regime *r = &e->regime;
    char version[16];
    snprintf(version, sizeof version, "%u.%u", r->torch / 100, r->torch % 100);
    json_object(j, "regime");
    json_word(j, "torch", version);
    json_word(j, "torch_from", r->torch_from);
    json_integer(j, "gpus", r->gpus);
    json_word(j, "gpus_from", r->gpus_from);
    json_integer(j, "batch", e->batch);
    json_word(j, "precision", precision_name(r));
    json_text(j, "optimizer", r->optimizer);
    json_integer(j, "accumulation", r->accumulation);
    json_bool(j, "ema", r->ema);
    put_sharding(j, &r->sharding);
    json_array(j, "notes");
    VEC_EACH (str, note, &e->notes) {
        json_text(j, NULL, *note);
    }
    json_end_array(j);
    json_end_object(j);
}

static void put_uncertainties(struct json *j, const struct estimate *e)
{
    json_array(j, "uncertainties");
    VEC_EACH (struct uncertainty, it, &e->uncertainties.list) {
        json_object(j, NULL);
        json_word(j, "name", it->name);
        json_text(j, "low", it->low);
        json_text(j, "high", it->high);
        json_word(j, "text", it->text);
        json_end_object(j);
    }
    json_end_array(j);
}

static void put_assumptions(struct json *j, const struct graph *g)
{
    json_array(j, "assumptions");
    VEC_EACH (struct assumption, it, &g->assumptions) {
        json_object(j, NULL);
        json_text(j, "name", it->name);
        json_text(j, "text", it->text);
        json_number(j, "low", it->low);
        json_number(j, "expected", it->expected);
        json_number(j, "high", it->high);
        json_text(j, "source", it->source);
        json_bool(j, "measured", it->measured);
        json_end_object(j);
    }
    json_end_array(j);
}

static void put_measured(struct json *j, const struct estimate_report *r)
{
    struct interval predicted = measured_prediction(r->measured, r->estimate);
    json_object(j, "measured");
    json_bytes(j, "bytes", r->measured->bytes);
    json_word(j, "what", r->measured->what == MEASURED_USED ? "nvidia_smi" : "allocated");
    json_number(j, "of_predicted", (double)r->measured->bytes / (double)predicted.expected);
    json_end_object(j);
}

void estimate_json(struct buf *out, const struct estimate_report *r)
{
    const struct estimate *e = r->estimate;
    struct json j = json_new(r->arena, out, true);
    json_object(&j, NULL);
    put_memory(&j, e);
    put_peak(&j, e);
    put_inference(&j, e);
    time_json(&j, &r->time);
    coverage_json(&j, e->graph);
    put_regime(&j, e);
    json_bytes(&j, "parameters", model_parameters(e->graph, false));
    json_bytes(&j, "trainable_parameters", model_parameters(e->graph, true));
    put_assumptions(&j, e->graph);
    put_uncertainties(&j, e);
    if (r->measured) {
        put_measured(&j, r);
    }
    json_end_object(&j);
    json_end(&j);
}
