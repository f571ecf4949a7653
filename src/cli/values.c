#include "cli/values.h"

#include "cli/budgets.h"
#include "config/dialect/dialect.h"

#include <stdlib.h>

enum {
    MOST = 1000000000 /* GPUs, jobs, samples */
};

#define LEAST_GPU_BYTES (UINT64_C(1) << 28)

bool values_torch(struct run *r, uint32_t *out)
{
    str text = args_value(&r->args, OPTION_TORCH, STR(""));
    unsigned major, minor;
    *out = 0;
    if (!args_has(&r->args, OPTION_TORCH)) {
        return true;
    }
    if (sscanf(arena_str(r->arena, text).p, "%u.%u", &major, &minor) != 2 || major > 9 ||
        minor > 99) {
        run_usage(
            r, "--torch: '%.*s' is no version of PyTorch, such as 1.13 or 2.1", STR_ARG(text));
        return run_blame(r, OPTION_TORCH);
    }
    *out = major * 100 + minor;
    return true;
}

bool values_alloc_conf(struct run *r, struct allocator_conf *out)
{
    str text = args_value(&r->args, OPTION_ALLOC_CONF, STR("")), problem = STR("");
    if (str_is(text, "env")) {
        const char *newer = getenv("PYTORCH_ALLOC_CONF"),
                   *older = getenv("PYTORCH_CUDA_ALLOC_CONF");
        text = str_of(newer ? newer : older ? older : "");
    }
    if (!allocator_conf_parse(r->arena, text, out, &problem)) {
        run_usage(r, "--alloc-conf: %.*s", STR_ARG(problem));
        return run_blame(r, OPTION_ALLOC_CONF);
    }
    return true;
}

static bool read_amount(struct run *r, str text, struct amount *out)
{
    char *end;
    double n = strtod(arena_str(r->arena, text).p, &end);
    bool percent = *end == '%';
    *out = (struct amount){.text = text};
    if (size_has_unit(text) && size_parse(text, &out->bytes) && out->bytes > 0) {
        return true;
    }
    bool good = text.n > 0 && !end[percent];
    if (!percent && n > 0 && n <= 1) {
        n *= 100; /* 0.7 */
    }
    if (!good || !(n >= 1) || n > 100) {
        run_usage(r,
            "--target: '%.*s' is no share of a GPU, from 1%% to 100%%, such as 70%%, and no size, "
            "such as 18GB",
            STR_ARG(text));
        return run_blame(r, OPTION_TARGET);
    }
    *out = (struct amount){.text = text, .share = n / 100};
    return true;
}

double amount_of(const struct amount *x, uint64_t gpu_bytes)
{
    return x->bytes ? (double)x->bytes / (double)gpu_bytes : x->share;
}

/* What a run takes that only has to fit may be more. */
static str usual_target(struct run *r)
{
    return args_has(&r->args, OPTION_FIT) ? STR("95%") : STR("70%");
}

bool values_target(struct run *r, uint64_t gpu_bytes, double *out)
{
    struct amount x;
    if (!read_amount(r, args_value(&r->args, OPTION_TARGET, usual_target(r)), &x)) {
        return false;
    }
    *out = amount_of(&x, gpu_bytes);
    if (*out > 1) {
        run_usage(r, "--target: '%.*s' is more than the GPU has, %.2f GiB", STR_ARG(x.text),
            (double)gpu_bytes / (1 << 30));
        return run_blame(r, OPTION_TARGET);
    }
    return true;
}

struct names values_words(struct run *r, enum option o, str fallback)
{
    struct names words = {0};
    for (str rest = args_value(&r->args, o, fallback); rest.n > 0;) {
        size_t comma = str_find(rest, STR(","), 0);
        str word = str_trim(comma == SIZE_MAX ? rest : str_slice(rest, 0, comma));
        rest = comma == SIZE_MAX ? STR("") : str_slice(rest, comma + 1, rest.n);
        vec_push(r, &words.list, ((struct name){.text = word}));
    }
    return words;
}

bool values_targets(struct run *r, struct amounts *out)
{
    struct names words = values_words(r, OPTION_TARGET, usual_target(r));
    bool good = true;
    if (words.list.n == 0) {
        vec_push(r, &words.list, (struct name){.text = STR("")});
    }
    VEC_EACH (const struct name, w, &words.list) {
        struct amount x = {0};
        good = good && read_amount(r, w->text, &x);
        vec_push(r, &out->list, x);
    }
    return good;
}

bool values_count(struct run *r, enum option o, int64_t *out)
{
    str text = args_value(&r->args, o, STR(""));
    char *end;
    *out = 0;
    if (!args_has(&r->args, o)) {
        return true;
    }
    *out = strtoll(arena_str(r->arena, text).p, &end, 10);
    if (text.n == 0 || *end || *out < 1 || *out > MOST) {
        run_usage(r, "--%s: '%.*s' is no positive number", args_option_name(o), STR_ARG(text));
        return run_blame(r, o);
    }
    return true;
}

bool values_size(struct run *r, enum option o, uint64_t *out)
{
    str text = args_value(&r->args, o, STR(""));
    bool is_gpu = o == OPTION_GPU_MEMORY;
    *out = 0;
    bool has_unit = is_gpu || size_has_unit(text);
    if (!args_has(&r->args, o) ||
        (size_parse(text, out) && has_unit && !(is_gpu && *out < LEAST_GPU_BYTES))) {
        return true;
    }
    run_usage(r,
        is_gpu ? "--%s: '%.*s' is no size of a GPU, such as 24GB or 40960MiB"
               : "--%s: '%.*s' is no size with its unit, such as 10.5GB or 10752MiB",
        args_option_name(o), STR_ARG(text));
    return run_blame(r, o);
}

bool values_fail_on(struct run *r, enum severity *out)
{
    str name = args_value(&r->args, OPTION_FAIL_ON, STR("warning"));
    for (int i = SEVERITY_INFO; i <= SEVERITY_ERROR; i++) {
        if (str_is(name, severity_name((enum severity)i))) {
            *out = (enum severity)i;
            return true;
        }
    }
    run_usage(r, "--fail-on: '%.*s' is none of error, warning, info", STR_ARG(name));
    return run_blame(r, OPTION_FAIL_ON);
}

/* Which of the names; the first one when the option is not given. */
static bool take_word(struct run *r, enum option o, const char *const *names, int n, int *out)
{
    str text = args_value(&r->args, o, str_of(names[0]));
    for (int i = 0; i < n; i++) {
        if (str_is(text, names[i])) {
            *out = i;
            return true;
        }
    }
    struct buf all = buf_make(r);
    for (int i = 0; i < n; i++) {
        buf_puts(&all, i ? ", " : "");
        buf_puts(&all, names[i]);
    }
    str list = buf_str(&all);
    run_usage(r, "--%s: '%.*s' is none of %.*s", args_option_name(o), STR_ARG(text), STR_ARG(list));
    return run_blame(r, o);
}

bool values_lr_rule(struct run *r, enum lr_rule *out)
{
    static const char *const names[] = {"optimizer", "linear", "sqrt", "keep"};
    int i = 0;
    bool good = take_word(r, OPTION_LR_RULE, names, 4, &i);
    *out = (enum lr_rule)i;
    return good;
}

bool values_prefer(struct run *r, enum plan_prefer *out)
{
    static const char *const names[] = {"target", "recipe", "speed", "memory"};
    int i = 0;
    bool good = take_word(r, OPTION_PREFER, names, 4, &i);
    *out = (enum plan_prefer)i;
    return good;
}

bool values_precision(struct run *r, str *out)
{
    static const char *const names[] = {"fp32", "fp16", "bf16", "tf32", "int8"};
    int i = 0, n = r->args.command == COMMAND_COMPLEXITY ? 5 : 3; /* two are of inference alone */
    *out = args_value(&r->args, OPTION_PRECISION, STR(""));
    return !args_has(&r->args, OPTION_PRECISION) || take_word(r, OPTION_PRECISION, names, n, &i);
}

enum pass_precision values_pass(str precision)
{
    return str_is(precision, "fp32")   ? PRECISION_FP32
           : str_is(precision, "tf32") ? PRECISION_TF32
           : str_is(precision, "fp16") ? PRECISION_FP16
           : str_is(precision, "bf16") ? PRECISION_BF16
           : str_is(precision, "int8") ? PRECISION_INT8
                                       : PRECISION_RECORDED;
}

bool values_engine(struct run *r, bool *tensorrt)
{
    static const char *const names[] = {"pytorch", "tensorrt"};
    int i = 0;
    bool good = take_word(r, OPTION_ENGINE, names, 2, &i);
    *tensorrt = i == 1;
    return good;
}

bool values_growth(struct run *r, double *out)
{
    str text = args_value(&r->args, OPTION_MAX_GROWTH, STR(""));
    char *end;
    *out = strtod(arena_str(r->arena, text).p, &end);
    if (!args_has(&r->args, OPTION_MAX_GROWTH)) {
        *out = 0;
        return true;
    }
    if (text.n == 0 || *end || !(*out >= 1) || *out > MOST) {
        run_usage(r, "--max-growth: '%.*s' is no factor from 1 on, such as 4", STR_ARG(text));
        return run_blame(r, OPTION_MAX_GROWTH);
    }
    return true;
}

str values_format(struct run *r)
{
    return args_value(&r->args, OPTION_FORMAT, STR("text"));
}

bool values_as(struct run *r, const char *format)
{
    return str_is(values_format(r), format);
}

static bool values_known_format(struct run *r)
{
    str name = values_format(r), words = args_formats(r->args.command), all = STR("");
    while (words.n > 0) {
        size_t end = str_find(words, STR(" "), 0);
        str word = end == SIZE_MAX ? words : str_slice(words, 0, end);
        words = str_slice(words, word.n + (end != SIZE_MAX), words.n);
        if (str_eq(word, name)) {
            return true;
        }
        all = arena_printf(r->arena, "%.*s%s%.*s", STR_ARG(all), all.n ? ", " : "", STR_ARG(word));
    }
    if (all.n == 0) {
        return true;
    }
    run_usage(r, "--format: '%.*s' is none of %.*s", STR_ARG(name), STR_ARG(all));
    return run_blame(r, OPTION_FORMAT);
}

/* Options that have one form of their own, whatever the format. */
static const struct {
    enum option option;
    unsigned commands;
} OWN_FORM[] = {
    {OPTION_STATISTICS, C_CHECK},
    {OPTION_DIFF, C_CHECK | C_SHOW},
    {OPTION_ORIGINS, C_SHOW},
    {OPTION_TIMELINE, C_ESTIMATE},
};

static bool values_own_form(struct run *r)
{
    str name = values_format(r);
    for (size_t i = 0; i < sizeof OWN_FORM / sizeof *OWN_FORM && !str_is(name, "text"); i++) {
        if (OWN_FORM[i].commands & 1u << r->args.command &&
            args_has(&r->args, OWN_FORM[i].option)) {
            run_usage(r, "--format: %.*s does not go with --%s, which has a form of its own",
                STR_ARG(name), args_option_name(OWN_FORM[i].option));
            return run_blame(r, OPTION_FORMAT);
        }
    }
    return true;
}

bool values_no_table(struct run *r)
{
    if (!values_as(r, "csv")) {
        return true;
    }
    run_usage(r, "--format: csv is for tables, of several configs, cards, targets or batches");
    return false;
}

bool values_dialect(struct run *r, const struct dialect **out)
{
    str name = args_value(&r->args, OPTION_DIALECT, STR("auto")), all = dialect_names(r->arena);
    *out = dialect_find(name);
    if (*out || str_is(name, "auto")) {
        return true;
    }
    run_usage(r, "--dialect: '%.*s' is none of %.*s, auto", STR_ARG(name), STR_ARG(all));
    return run_blame(r, OPTION_DIALECT);
}

bool values_check(struct run *r)
{
    struct budgets budgets;
    uint32_t torch;
    struct amounts targets = {0};
    int64_t count;
    uint64_t size;
    enum severity severity;
    enum lr_rule rule;
    enum plan_prefer prefer;
    const struct dialect *dialect;
    str precision;
    double growth;
    struct allocator_conf allocator;
    return values_torch(r, &torch) && values_alloc_conf(r, &allocator) &&
           values_targets(r, &targets) && values_count(r, OPTION_GPUS, &count) &&
           values_count(r, OPTION_JOBS, &count) && values_count(r, OPTION_MAX_BATCH, &count) &&
           values_prefer(r, &prefer) && values_precision(r, &precision) &&
           values_growth(r, &growth) && values_count(r, OPTION_REF_BATCH, &count) &&
           values_size(r, OPTION_GPU_MEMORY, &size) && values_size(r, OPTION_MEASURED, &size) &&
           values_fail_on(r, &severity) && values_lr_rule(r, &rule) && values_known_format(r) &&
           values_own_form(r) && values_dialect(r, &dialect) && budgets_read(r, &budgets);
}
