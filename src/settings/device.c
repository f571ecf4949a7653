#include "settings/device.h"

#include "eval/number.h"

#include <stdlib.h>

static const double GIB = 1073741824.0;

str device_key(struct arena *a, str name)
{
    static const char *const words[] = {"nvidia", "geforce", "tesla", "quadro", "gib", "gb"};
    char *p = (char *)arena_str(a, name).p;
    size_t n = 0;
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        c = (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            p[n++] = c;
        }
    }
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        size_t at = str_find((str){p, n}, str_of(words[k]), 0);
        size_t m = strlen(words[k]);
        if (at != SIZE_MAX) {
            memmove(p + at, p + at + m, n - at - m);
            n -= m;
        }
    }
    if (n > 2 && p[n - 1] == 'g' && p[n - 2] >= '0' && p[n - 2] <= '9' && n > 4) {
        n--; /* "v10032g", but not "a10g" */
    }
    return (str){p, n};
}

static double number(const struct declaration *d, const char *name)
{
    const struct value *v = declaration_get(d, name);
    return !v ? 0 : v->kind == VALUE_FLOAT ? v->f : value_is_int(v) ? (double)value_as_int(v) : 0;
}

static str text(const struct declaration *d, const char *name)
{
    const struct value *v = declaration_get(d, name);
    return v ? value_str(v) : STR("");
}

static double item(const struct value *dict, const char *name)
{
    const struct value *v = dict && dict->kind == VALUE_DICT ? dict_get(dict->dict, name) : NULL;
    double x;
    return v && number_as_double(v, &x) ? x : 0;
}

/* What is known of all GPUs of a compute capability. */
static const struct value *generation_of(struct library *l, uint32_t compute, struct diags *diags)
{
    const struct list *all = library_rows(l, STR("devices/generations.star"), "GENERATIONS", diags);
    uint32_t i = 0;
    while (
        i < all->n && item(&all->items[i], "compute") > compute) { /* that of the last one is 0 */
        i++;
    }
    return i < all->n ? &all->items[i] : NULL;
}

static const struct declaration *usual_of(struct library *l, uint32_t compute, struct diags *diags)
{
    const struct value *g = generation_of(l, compute, diags);
    return g ? library_find(l, LIBRARY_device, value_str(dict_get(g->dict, "usual")), diags) : NULL;
}

struct gpu_facts device_facts_like(struct library *l, uint32_t compute, struct diags *diags)
{
    const struct declaration *d = usual_of(l, compute, diags);
    return (struct gpu_facts){.compute = (uint16_t)compute,
        .sms = d ? (uint16_t)number(d, "sms") : 0,
        .sm_threads = (uint16_t)item(generation_of(l, compute, diags), "sm_threads")};
}

uint32_t device_oldest_torch(struct library *l, uint32_t compute, struct diags *diags)
{
    return (uint32_t)item(generation_of(l, compute, diags), "torch");
}

static struct gpu_speed speed_of(const struct declaration *d)
{
    const struct value *rates = declaration_get(d, "tflops");
    double host = number(d, "host"), base = number(d, "base_mhz"), boost = number(d, "boost_mhz");
    double held = base > 0 && boost > 0 ? 1e12 * (base + boost) / (2 * boost) : 1e12;
    return (struct gpu_speed){.clock = 1e-6 * held * boost,
        .single = held * item(rates, "fp32"),
        .tf32 = held * item(rates, "tf32"),
        .half = held * item(rates, "fp16"),
        .bfloat16 = held * item(rates, "bf16"),
        .int8 = held * item(rates, "int8"),
        .bytes = 1e9 * number(d, "bandwidth_gbs"),
        .l2_bytes = 1048576 * number(d, "l2_mib"),
        .nvlink = 1e9 * number(d, "nvlink_gbs"),
        .nvlink_gpus = (uint16_t)number(d, "nvlink_gpus"),
        .pcie = 1e9 * number(d, "pcie_gbs"),
        .dla_int8 = 1e12 * item(declaration_get(d, "dla"), "int8"),
        .dla_cores = (uint16_t)item(declaration_get(d, "dla"), "cores"),
        .host = host > 0 ? host : 1};
}

static struct device device_of(struct library *l, const struct declaration *d, struct diags *diags)
{
    struct device x = {.name = declaration_first_name(d), .label = text(d, "label")};
    x.bytes = (uint64_t)(number(d, "memory_mib") * 1048576);
    x.cuda_bytes = (uint64_t)(number(d, "cuda_gib") * GIB);
    const struct value *shared = declaration_get(d, "shared");
    x.shared = shared && value_truth(shared);
    if (x.cuda_bytes == 0) { /* drivers keep about a fortieth for themselves */
        x.cuda_bytes = x.shared ? x.bytes : (uint64_t)((double)x.bytes * 0.975);
        x.cuda_is_estimate = true;
    }
    x.architecture = text(d, "architecture");
    x.memory_type = text(d, "memory_type");
    str capability = text(d, "compute");
    uint32_t compute = 0;
    for (size_t i = 0; i < capability.n; i++) {
        if (capability.p[i] != '.') {
            compute = compute * 10 + (uint32_t)(capability.p[i] - '0');
        }
    }
    x.facts = (struct gpu_facts){.compute = (uint16_t)compute,
        .sms = (uint16_t)number(d, "sms"),
        .sm_threads = (uint16_t)item(generation_of(l, compute, diags), "sm_threads"),
        .context_mib = (uint16_t)number(d, "context_mib"),
        .speed = speed_of(d)};
    return x;
}

struct gpu_speed device_speed_like(struct library *l, uint32_t compute, struct diags *diags)
{
    const struct declaration *d = usual_of(l, compute, diags);
    return d ? speed_of(d) : (struct gpu_speed){0};
}

bool device_find(
    struct library *l, struct arena *a, str name, struct diags *diags, struct device *out)
{
    str plain = device_key(a, name);
    const struct declaration *d = library_find(l, LIBRARY_device, plain, diags);
    if (d) {
        *out = device_of(l, d, diags);
        return true;
    }
    str best = library_nearest(l, a, LIBRARY_device, plain);
    struct diag *x = diags_add(diags, "USE001", SEVERITY_ERROR, (struct loc){0},
        "there is no GPU '%.*s' in the table", STR_ARG(name));
    x->fatal = true;
    if (best.n > 0) {
        diag_help(diags, x, "did you mean %.*s?  `cfglint list gpus` shows all", STR_ARG(best));
    } else {
        diag_help(
            diags, x, "`cfglint list gpus` shows all; --gpu-memory gives the memory of any other");
    }
    return false;
}

static int by_name(const void *left, const void *right)
{
    return str_cmp(((const struct device *)left)->name, ((const struct device *)right)->name);
}

void device_all(struct library *l, struct arena *a, struct diags *diags, struct devices *out)
{
    struct list *names = library_names(l, a, LIBRARY_device);
    for (uint32_t i = 0; i < names->n; i++) {
        str name = value_str(&names->items[i]);
        const struct declaration *d = library_find(l, LIBRARY_device, name, diags);
        if (d && str_eq(declaration_first_name(d), name)) {
            vec_push(a->owner, &out->list, device_of(l, d, diags));
        }
    }
    if (out->list.n > 0) {
        qsort(out->list.items, out->list.n, sizeof *out->list.items, by_name);
    }
}
