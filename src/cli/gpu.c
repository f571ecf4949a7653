#include "cli/gpu.h"

#include "cli/nvml.h"
#include "cli/values.h"

#include <ctype.h>
#include <stdlib.h>

#define GIB (UINT64_C(1) << 30)

static const uint64_t DEFAULT_BYTES = 24 * GIB;
static const uint32_t DEFAULT_COMPUTE = 86;

bool size_parse(str text, uint64_t *bytes)
{
    static const struct {
        const char *unit;
        double factor;
    } units[] = {{"", 1}, {"b", 1}, {"k", 1024.0}, {"m", 1048576.0}, {"g", 1073741824.0}};
    char number[64], unit[8], *end;
    text = str_trim(text);
    if (text.n >= sizeof number) {
        return false;
    }
    memcpy(number, text.p, text.n);
    number[text.n] = 0;
    double n = strtod(number, &end);
    while (*end == ' ') {
        end++;
    }
    size_t k = 0;
    for (; k < sizeof unit - 1 && end[k]; k++) {
        unit[k] = (char)tolower((unsigned char)end[k]);
    }
    unit[k] = 0;
    bool scaled = k > 1 && (strcmp(unit + 1, "b") == 0 || strcmp(unit + 1, "ib") == 0);
    if (scaled && unit[0] != 'b') {
        unit[1] = 0;
    }
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        double all = n * units[i].factor;
        if (strcmp(unit, units[i].unit) == 0 && end != number && all >= 1 && all < 1e18) {
            *bytes = (uint64_t)all;
            return true;
        }
    }
    return false;
}

bool size_has_unit(str text)
{
    text = str_trim(text);
    return text.n > 0 && isalpha((unsigned char)text.p[text.n - 1]);
}

bool gpu_from_name(struct run *r, str name, struct gpu *out)
{
    struct device d;
    if (!device_find(r->library, r->arena, name, r->diags, &d)) {
        return false;
    }
    *out = (struct gpu){.label = d.label, .bytes = d.bytes, .facts = d.facts};
    return true;
}

static struct gpu_facts like(struct run *r, uint32_t compute)
{
    struct gpu_facts f = device_facts_like(r->library, compute, r->diags);
    f.speed = device_speed_like(r->library, compute, r->diags);
    return f;
}

/* Of the driver's GPU: by its name, where the table has it. */
static struct gpu_facts own_facts(struct run *r, const struct nvml_gpu *own)
{
    struct device d;
    if (device_find(r->library, r->arena, str_of(own->name), diags_new(r), &d)) {
        return d.facts;
    }
    return like(r, own->compute ? own->compute : DEFAULT_COMPUTE);
}

bool run_gpu(struct run *r, struct gpu *out)
{
    return run_gpu_named(r, args_value(&r->args, OPTION_GPU, STR("")), out);
}

bool run_gpu_named(struct run *r, str name, struct gpu *out)
{
    struct nvml_gpu own;
    *out = (struct gpu){0};
    if (name.n > 0 && !gpu_from_name(r, name, out)) {
        return run_blame(r, OPTION_GPU);
    }
    if (name.n == 0) {
        out->facts = like(r, DEFAULT_COMPUTE);
    }
    if (args_has(&r->args, OPTION_GPU_MEMORY)) {
        if (!values_size(r, OPTION_GPU_MEMORY, &out->bytes)) {
            return false;
        }
        out->label = name.n ? out->label : STR("the GPU of --gpu-memory");
        return true;
    }
    if (name.n > 0) {
        return true;
    }
    if (nvml_first_gpu(&own)) {
        out->label = arena_str(r->arena, str_of(own.name));
        out->bytes = own.bytes;
        out->facts = own_facts(r, &own);
        return true;
    }
    out->label = STR("a GPU of 24 GiB (assumed: neither --gpu nor --gpu-memory, and no driver)");
    out->bytes = DEFAULT_BYTES;
    out->is_assumed = true;
    return true;
}
