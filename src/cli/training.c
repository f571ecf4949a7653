#include "cli/training.h"

#include <stdlib.h>

/* "1.13" is 113, "2.1.0" is 201. */
static bool read_torch(struct run *r, uint32_t *out)
{
    str text = args_value(&r->args, OPTION_TORCH, STR(""));
    unsigned major, minor;
    *out = 0;
    if (text.n == 0) {
        return true;
    }
    if (sscanf(text.p, "%u.%u", &major, &minor) != 2 || major > 9 || minor > 99) {
        run_usage(
            r, "--torch: '%.*s' is no version of PyTorch, such as 1.13 or 2.1", STR_ARG(text));
        return false;
    }
    *out = major * 100 + minor;
    return true;
}

static bool read_count(struct run *r, enum option option, const char *name, int64_t *out)
{
    str text = args_value(&r->args, option, STR(""));
    char *end;
    *out = 0;
    if (text.n == 0) {
        return true;
    }
    long long n = strtoll(text.p, &end, 10);
    if (*end || n < 1 || n > 1000000) {
        run_usage(r, "--%s: '%.*s' is no positive number", name, STR_ARG(text));
        return false;
    }
    *out = n;
    return true;
}

bool training_options(struct run *r, const struct gpu *gpu, struct estimate_options *o)
{
    int64_t gpus;
    *o = (struct estimate_options){.compute = (uint16_t)gpu->compute};
    if (!read_torch(r, &o->regime.torch) || !read_count(r, OPTION_GPUS, "gpus", &gpus) ||
        !read_count(r, OPTION_BATCH, "batch", &o->batch)) {
        return false;
    }
    o->regime.gpus = (uint32_t)gpus;
    if (args_has(&r->args, OPTION_AMP)) {
        o->regime.precision = STR("fp16");
    }
    return true;
}
