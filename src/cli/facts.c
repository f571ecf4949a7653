#include "cli/facts.h"

#include "cli/spend.h"
#include "cli/training.h"
#include "cli/values.h"

#include <stdlib.h>

/* The prediction for one config; made when a rule asks for it. */
struct facts {
    struct settings_facts base;
    struct run *run;
    bool asked;
    const struct estimate *estimate; /* NULL: nobody asked, or it cannot be made */
    struct spend spend;
};

bool facts_setup(struct run *r)
{
    struct gpu gpu;
    double target = 0;
    int64_t first;
    bool has_target = args_has(&r->args, OPTION_TARGET);
    bool has_gpu = args_has(&r->args, OPTION_GPU) || args_has(&r->args, OPTION_GPU_MEMORY);
    struct memory_facts *m = ARENA_NEW(r->arena, struct memory_facts);
    struct budgets *b = ARENA_NEW(r->arena, struct budgets);
    if (!budgets_find(r, b)) {
        return false;
    }
    r->budgets = b->deploy.given || b->train.given ? b : NULL;
    if (!has_gpu && !has_target) {
        return true;
    }
    if (!run_gpu(r, &gpu) || !training_options(r, &gpu, &m->options, &first) ||
        (has_target && !values_target(r, gpu.bytes, &target))) {
        return false;
    }
    if (gpu.is_assumed) {
        run_usage(r, "--target is a share of a GPU's memory: name it with --gpu or --gpu-memory");
        return false;
    }
    m->options.validation = true;
    m->budget = gpu.bytes;
    m->target = (uint64_t)((double)gpu.bytes * target);
    r->memory = m;
    return true;
}

/* A number that the user gives as an option. */
static bool option_fact(const struct run *r, enum option option, struct value *out)
{
    str text = args_value(&r->args, option, STR(""));
    char digits[24] = "";
    if (text.n < sizeof digits) {
        memcpy(digits, text.p ? text.p : "", text.n);
    }
    *out = value_int((int64_t)strtoll(digits, NULL, 10));
    return out->i > 0;
}

/* What goes wrong in a prediction is for `cfglint estimate` to tell. */
static const struct estimate *predict(struct facts *f, struct settings *s)
{
    if (!f->asked) {
        struct arena *a = settings_config(s)->arena;
        f->asked = true;
        f->estimate = estimate_run(a->owner, a, s, &f->run->memory->options, diags_new(a->owner));
    }
    return f->estimate;
}

static bool memory_fact(struct facts *f, struct settings *s, str name, struct value *out)
{
    const struct memory_facts *m = f->run->memory;
    if (str_is(name, "memory_budget") || str_is(name, "memory_target")) {
        uint64_t bytes = str_is(name, "memory_budget") ? m->budget : m->target;
        *out = value_int((int64_t)bytes);
        return bytes > 0;
    }
    const struct estimate *e = predict(f, s);
    if (!e) {
        return false;
    }
    if (str_is(name, "memory_validation")) {
        uint64_t more = e->validation_bytes > e->allocated.expected
                            ? e->validation_bytes - e->allocated.expected
                            : 0;
        *out = value_int(more ? (int64_t)(e->used.expected + more) : 0);
        return true;
    }
    *out = str_is(name, "memory_expected") ? value_int((int64_t)e->used.expected)
           : str_is(name, "memory_low")    ? value_int((int64_t)e->used.low)
           : str_is(name, "memory_high")   ? value_int((int64_t)e->used.high)
                                           : value_float(e->coverage);
    return true;
}

static bool get(void *data, struct settings *s, str name, struct value *out)
{
    struct facts *f = data;
    if (str_is(name, "gpus")) {
        return option_fact(f->run, OPTION_GPUS, out);
    }
    if (str_is(name, "reference_batch")) {
        return option_fact(f->run, OPTION_REF_BATCH, out);
    }
    if (str_starts(name, STR("deploy_")) || str_is(name, "train_memory") ||
        str_is(name, "train_hours")) {
        return f->run->budgets && spend_fact(&f->spend, f->run, s, name, out);
    }
    return f->run->memory && str_starts(name, STR("memory_")) && memory_fact(f, s, name, out);
}

const struct settings_facts *facts_new(struct run *r, struct arena *a)
{
    struct facts *f = ARENA_NEW(a, struct facts);
    *f = (struct facts){.base = {f, get}, .run = r};
    return &f->base;
}
