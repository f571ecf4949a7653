#include "cli/training.h"

#include "cli/values.h"

#include <stdlib.h>

enum {
    MOST_POINTS = 256 /* of a curve */
};

static bool parse_count(struct run *r, str text, int64_t *out)
{
    char *end;
    str copy = arena_str(r->arena, text);
    long long n = strtoll(copy.p, &end, 10);
    *out = n;
    return copy.n > 0 && !*end && n >= 1 && n <= 1000000;
}

/* "4", or "1..16". */
static bool read_batch(struct run *r, int64_t *first, int64_t *last)
{
    str text = args_value(&r->args, OPTION_BATCH, STR(""));
    size_t dots = str_find(text, STR(".."), 0);
    *first = *last = 0;
    if (text.n == 0) {
        return true;
    }
    bool good = dots == SIZE_MAX ? parse_count(r, text, last)
                                 : parse_count(r, str_slice(text, 0, dots), first) &&
                                       parse_count(r, str_slice(text, dots + 2, text.n), last) &&
                                       *first <= *last && *last - *first < MOST_POINTS;
    if (!good) {
        run_usage(r, "--batch: '%.*s' is no batch, such as 4, and no range, such as 1..16",
            STR_ARG(text));
    }
    return good;
}

bool training_measured(struct run *r, struct measured *out)
{
    str size = args_value(&r->args, OPTION_MEASURED, STR(""));
    str log = args_value(&r->args, OPTION_LOG, STR(""));
    *out = (struct measured){.from = STR("--measured")};
    if (size.n > 0 && log.n > 0) {
        run_usage(r, "--measured and --log: give one of them");
        return false;
    }
    if (!values_size(r, OPTION_MEASURED, &out->bytes)) {
        return false;
    }
    if (log.n > 0) {
        return measured_from_log(r->arena, r->files, log, out, r->diags);
    }
    return true;
}

bool training_options(
    struct run *r, const struct gpu *gpu, struct estimate_options *o, int64_t *first)
{
    int64_t gpus;
    *o = (struct estimate_options){.gpu = gpu->facts};
    if (!values_torch(r, &o->regime.torch) || !values_count(r, OPTION_GPUS, &gpus) ||
        !values_alloc_conf(r, &o->allocator) || !read_batch(r, first, &o->batch)) {
        return false;
    }
    o->regime.gpus = (uint32_t)gpus;
    if (args_has(&r->args, OPTION_AMP)) {
        o->regime.precision = STR("fp16");
    }
    o->inference = args_has(&r->args, OPTION_INFERENCE);
    bool named = r->args.command == COMMAND_ESTIMATE && args_has(&r->args, OPTION_PRECISION);
    return !named || values_precision(r, &o->regime.precision);
}

static int64_t number_of(struct settings *s, const char *name)
{
    int64_t n;
    return setting_int(settings_get(s, name), &n) && n > 0 ? n : 0;
}

struct run_length training_length(struct settings *s)
{
    return (struct run_length){
        number_of(s, "train_samples"), number_of(s, "max_epochs"), number_of(s, "max_iters")};
}
