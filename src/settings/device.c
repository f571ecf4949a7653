#include "settings/device.h"

#include <stdlib.h>

static const double GIB = 1073741824.0;

/* Lower case, letters and digits alone, without the maker's words and without "gb". */
static str plain_name(struct arena *a, str name)
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

static str first_name(const struct declaration *d)
{
    const struct value *v = declaration_get(d, "name");
    return v->kind == VALUE_LIST && v->list->n ? value_str(&v->list->items[0]) : value_str(v);
}

/* By compute capability: CUDA C++ Programming Guide, "Maximum number of resident threads per SM".
 */
static uint16_t sm_threads(uint32_t compute)
{
    return compute == 75 ? 1024 : (compute > 80 && compute < 90) || compute >= 120 ? 1536 : 2048;
}

struct gpu_facts device_facts_like(uint32_t compute)
{
    static const struct {
        uint16_t from, sms;
    } usual[] = {{120, 170}, {100, 148}, {90, 132}, {89, 128}, {87, 16}, {86, 82}, {80, 108},
        {75, 68}, {70, 80}, {0, 56}};
    size_t i = 0;
    while (usual[i].from > compute) {
        i++;
    }
    return (struct gpu_facts){
        .compute = (uint16_t)compute, .sms = usual[i].sms, .sm_threads = sm_threads(compute)};
}

uint32_t device_oldest_torch(uint32_t compute)
{
    /* From the CUDA that a release was built with first: 12.8 for Blackwell, 11.8 for Hopper, 11.0
     * for Ampere, whose kernels run on Ada too; Orin's builds are NVIDIA's (JetPack 5). */
    static const struct {
        uint32_t compute, torch;
    } rows[] = {{100, 207}, {90, 200}, {88, 107}, {87, 111}, {80, 107}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (compute >= rows[i].compute) {
            return rows[i].torch;
        }
    }
    return 0;
}

static struct device device_of(const struct declaration *d)
{
    struct device x = {.name = first_name(d), .label = text(d, "label")};
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
    x.facts = device_facts_like(compute);
    x.facts.sms = (uint16_t)number(d, "sms");
    x.facts.context_mib = (uint16_t)number(d, "context_mib");
    return x;
}

bool device_find(
    struct library *l, struct arena *a, str name, struct diags *diags, struct device *out)
{
    str plain = plain_name(a, name);
    const struct declaration *d = library_find(l, LIBRARY_device, plain, diags);
    if (d) {
        *out = device_of(d);
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
        if (d && str_eq(first_name(d), name)) {
            vec_push(a->owner, &out->list, device_of(d));
        }
    }
    if (out->list.n > 0) {
        qsort(out->list.items, out->list.n, sizeof *out->list.items, by_name);
    }
}
