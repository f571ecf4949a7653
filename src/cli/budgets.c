#include "cli/budgets.h"

#include <math.h>
#include <stdlib.h>

struct unit {
    const char *name;
    double factor;
};

static const struct unit SECONDS[] = {{"ms", 1e-3}, {"s", 1}, {0}};
static const struct unit ELEMENTS[] = {{"", 1}, {"k", 1e3}, {"M", 1e6}, {"B", 1e9}, {0}};
static const struct unit HOURS[] = {{"", 1}, {"h", 1}, {"d", 24}, {0}};
static const struct unit COUNT[] = {{"", 1}, {0}};

enum {
    MOST_COUNTED = 100000 /* GPUs, images */
};

/* A positive number with its unit: "100ms". */
static bool read_quantity(struct arena *a, str text, const struct unit *units, double *out)
{
    char *end;
    double n = strtod(arena_str(a, text).p, &end);
    str unit = str_trim(str_of(end));
    for (; units->name; units++) {
        if (str_eq(unit, str_of(units->name))) {
            *out = n * units->factor;
            return isfinite(*out) && *out > 0;
        }
    }
    return false;
}

static bool read_count(struct arena *a, str text, int64_t *out)
{
    double n = 0;
    bool good = read_quantity(a, text, COUNT, &n) && n <= MOST_COUNTED && floor(n) == n;
    *out = good ? (int64_t)n : 0;
    return good;
}

/* "4GiB", or "90%" of the GPU. */
static bool read_memory(struct arena *a, str text, struct budget *b)
{
    static const struct unit percent[] = {{"%", 0.01}, {0}};
    b->memory = 0;
    b->share = 0;
    return str_ends(text, STR("%")) ? read_quantity(a, text, percent, &b->share) && b->share <= 1
                                    : size_has_unit(text) && size_parse(text, &b->memory);
}

static bool read_precision(str text, struct budget *b)
{
    bool quarter = str_is(text, "int8");
    b->precision = text;
    b->engine |= quarter;
    return quarter || STR_IS_ANY(text, "fp32", "fp16", "bf16");
}

/* What is wanted where it is wrong; NULL: it is right. */
static const char *take(struct arena *a, bool deploy, str key, str text, struct budget *b)
{
    if (str_is(key, "gpu")) {
        b->gpu_name = text;
        return text.n ? NULL : "the name of a GPU";
    }
    if (str_is(key, "memory")) {
        return read_memory(a, text, b) ? NULL : "a size such as 4GiB, or a share such as 90%";
    }
    if (deploy && str_is(key, "precision")) {
        return read_precision(text, b) ? NULL : "fp32, fp16, bf16 or int8";
    }
    if (deploy && str_is(key, "engine")) {
        b->engine = true;
        return str_is(text, "tensorrt") ? NULL : "tensorrt";
    }
    if (deploy && str_is(key, "batch")) {
        return read_count(a, text, &b->batch) ? NULL : "a number of images";
    }
    if (deploy && str_is(key, "latency")) {
        return read_quantity(a, text, SECONDS, &b->latency) ? NULL : "a time such as 100ms";
    }
    if (deploy && str_is(key, "parameters")) {
        return read_quantity(a, text, ELEMENTS, &b->parameters) ? NULL : "a number such as 60M";
    }
    if (!deploy && str_is(key, "gpus")) {
        return read_count(a, text, &b->gpus) ? NULL : "a number of GPUs";
    }
    if (!deploy && str_is(key, "hours")) {
        return read_quantity(a, text, HOURS, &b->hours) ? NULL : "a number of hours";
    }
    return deploy ? "one of gpu, precision, engine, batch, latency, memory, parameters"
                  : "one of gpu, gpus, memory, hours";
}

static bool blame(struct diag *d, const struct given *g)
{
    if (g->at.source && !d->at.source) {
        d->at = g->at;
    }
    return false;
}

static bool take_pair(struct run *r, const struct given *g, str word, struct budget *b)
{
    size_t equal = str_find(word, STR("="), 0);
    bool pair = equal != SIZE_MAX;
    str key = str_trim(pair ? str_slice(word, 0, equal) : word);
    str text = pair ? str_trim(str_slice(word, equal + 1, word.n)) : STR("");
    const char *wanted = take(r->arena, g->option == OPTION_DEPLOY, key, text, b);
    b->given = true;
    return !wanted || blame(run_usage(r, "--%s: '%.*s': %s is expected",
                                args_option_name(g->option), STR_ARG(word), wanted),
                          g);
}

/* "gpu=orin,latency=100ms" */
static bool take_given(struct run *r, const struct given *g, struct budget *b)
{
    bool good = true;
    for (size_t at = 0; good && at <= g->value.n;) {
        size_t comma = str_find(g->value, STR(","), at);
        size_t end = comma == SIZE_MAX ? g->value.n : comma;
        good = take_pair(r, g, str_slice(g->value, at, end), b);
        at = end + 1;
    }
    return good;
}

static const struct given *last_of(const struct run *r, enum option o)
{
    const struct given *last = NULL;
    VEC_EACH (const struct given, g, &r->args.options) {
        last = g->option == o ? g : last;
    }
    return last;
}

/* Time, and a share of memory, are those of a GPU. */
static bool names_its_gpu(struct run *r, const struct budget *b, enum option o)
{
    bool named = r->args.command == COMMAND_COMPLEXITY && args_has(&r->args, OPTION_GPU);
    if (b->gpu_name.n > 0 || named || (b->latency <= 0 && b->hours <= 0 && b->share <= 0)) {
        return true;
    }
    const char *what = b->share > 0 ? "a share of memory" : b->hours > 0 ? "hours" : "latency";
    return blame(run_usage(r, "--%s: %s is that of a GPU: name it as gpu=NAME, or `gpu: NAME`",
                     args_option_name(o), what),
        last_of(r, o));
}

bool budgets_read(struct run *r, struct budgets *out)
{
    *out = (struct budgets){0};
    VEC_EACH (const struct given, g, &r->args.options) {
        bool deploy = g->option == OPTION_DEPLOY, train = g->option == OPTION_TRAIN;
        if ((deploy || train) && !take_given(r, g, deploy ? &out->deploy : &out->train)) {
            return false;
        }
    }
    return names_its_gpu(r, &out->deploy, OPTION_DEPLOY) &&
           names_its_gpu(r, &out->train, OPTION_TRAIN);
}

static bool find_gpu(struct run *r, struct budget *b, enum option o)
{
    if (b->gpu_name.n == 0) {
        return true;
    }
    const struct given *named = NULL;
    VEC_EACH (const struct given, g, &r->args.options) {
        named = g->option == o && str_starts(g->value, STR("gpu=")) ? g : named;
    }
    if (!gpu_from_name(r, b->gpu_name, &b->gpu)) {
        struct diag *d = r->diags->list.n ? &r->diags->list.items[r->diags->list.n - 1] : NULL;
        return d && named && blame(d, named);
    }
    b->memory = b->share > 0 ? (uint64_t)(b->share * (double)b->gpu.bytes) : b->memory;
    return true;
}

bool budgets_find(struct run *r, struct budgets *out)
{
    return budgets_read(r, out) && find_gpu(r, &out->deploy, OPTION_DEPLOY) &&
           find_gpu(r, &out->train, OPTION_TRAIN);
}
