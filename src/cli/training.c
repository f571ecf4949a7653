#include "cli/training.h"

#include <stdlib.h>

enum {
    MOST_POINTS = 256 /* of a curve */
};

/* "1.13" is 113, "2.1.0" is 201. */
bool training_torch(struct run *r, uint32_t *out)
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

static bool parse_count(struct run *r, str text, int64_t *out)
{
    char *end;
    str copy = arena_str(r->arena, text);
    long long n = strtoll(copy.p, &end, 10);
    *out = n;
    return copy.n > 0 && !*end && n >= 1 && n <= 1000000;
}

static bool read_count(struct run *r, enum option option, const char *name, int64_t *out)
{
    str text = args_value(&r->args, option, STR(""));
    *out = 0;
    if (text.n == 0 || parse_count(r, text, out)) {
        return true;
    }
    run_usage(r, "--%s: '%.*s' is no positive number", name, STR_ARG(text));
    return false;
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
    if (size.n > 0 && !size_parse(size, &out->bytes)) {
        run_usage(r, "--measured: '%.*s' is no size, such as 10.5GB or 10752MiB", STR_ARG(size));
        return false;
    }
    if (log.n > 0) {
        files_add_root_of(r->files, log);
        return measured_from_log(r->arena, r->files, log, out, r->diags);
    }
    return true;
}

bool training_options(
    struct run *r, const struct gpu *gpu, struct estimate_options *o, int64_t *first)
{
    int64_t gpus;
    *o = (struct estimate_options){.gpu = gpu->facts};
    if (!training_torch(r, &o->regime.torch) || !read_count(r, OPTION_GPUS, "gpus", &gpus) ||
        !read_batch(r, first, &o->batch)) {
        return false;
    }
    o->regime.gpus = (uint32_t)gpus;
    if (args_has(&r->args, OPTION_AMP)) {
        o->regime.precision = STR("fp16");
    }
    return true;
}

bool read_target(struct run *r, double *out)
{
    str text = args_value(&r->args, OPTION_TARGET, STR("70%"));
    char *end;
    double n = strtod(text.p, &end);
    bool percent = *end == '%';
    end += percent;
    if (!percent && n > 0 && n <= 1) {
        n *= 100; /* 0.7 */
    }
    if (end == text.p || *end || !(n >= 1) || n > 100) {
        run_usage(r,
            "--target: '%.*s' is no share of a GPU; write one from 1%% to 100%%, such as 70%%",
            STR_ARG(text));
        return false;
    }
    *out = n / 100;
    return true;
}
