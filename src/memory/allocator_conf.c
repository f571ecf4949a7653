/* PYTORCH_CUDA_ALLOC_CONF: c10/cuda/CUDAAllocatorConfig.cpp, as far as sizes go. */
#include "memory/allocator.h"

#include <stdlib.h>

enum {
    LEAST_SPLIT_MIB = 20 /* PyTorch's own lower bound */
};

static bool read_number(struct arena *a, str text, uint64_t *out)
{
    char *end;
    const char *z = arena_str(a, text).p;
    *out = strtoull(z, &end, 10);
    return text.n > 0 && !*end && z[0] >= '0' && z[0] <= '9' && *out < UINT64_C(1) << 32;
}

static bool is_power_of_two(uint64_t n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

/* Settings that change no size in a step. */
static bool changes_nothing(str name)
{
    static const char *const names[] = {"garbage_collection_threshold",
        "release_lock_on_cudamalloc", "pinned_use_cuda_host_register",
        "pinned_num_register_threads", "pinned_use_background_threads"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        found |= str_is(name, names[i]);
    }
    return found;
}

static bool take(struct arena *a, str name, str value, struct allocator_conf *out, str *problem)
{
    uint64_t n = 0;
    if (str_is(name, "expandable_segments") && (str_is(value, "True") || str_is(value, "False"))) {
        out->expandable = str_is(value, "True");
        return true;
    }
    if (str_is(name, "max_split_size_mb") && read_number(a, value, &n) && n > LEAST_SPLIT_MIB) {
        out->most_split = n << 20;
        return true;
    }
    if (str_is(name, "roundup_power2_divisions") && read_number(a, value, &n) &&
        is_power_of_two(n) && n <= 64) {
        out->power2_divisions = (uint32_t)n;
        return true;
    }
    if (changes_nothing(name) || (str_is(name, "backend") && str_is(value, "native"))) {
        return true;
    }
    *problem = arena_printf(a,
        "'%.*s:%.*s' is none of expandable_segments:True|False, max_split_size_mb:N (more than "
        "%d), "
        "roundup_power2_divisions:N (a power of two), garbage_collection_threshold:X",
        STR_ARG(name), STR_ARG(value), LEAST_SPLIT_MIB);
    return false;
}

bool allocator_conf_parse(struct arena *a, str text, struct allocator_conf *out, str *problem)
{
    *out = (struct allocator_conf){0};
    for (str rest = str_trim(text); rest.n > 0;) {
        size_t comma = str_find(rest, STR(","), 0), end = comma == SIZE_MAX ? rest.n : comma;
        str one = str_trim(str_slice(rest, 0, end));
        size_t colon = str_find(one, STR(":"), 0);
        str name = colon == SIZE_MAX ? one : str_trim(str_slice(one, 0, colon));
        str value = colon == SIZE_MAX ? STR("") : str_trim(str_slice(one, colon + 1, one.n));
        if (!take(a, name, value, out, problem)) {
            return false;
        }
        rest = str_slice(rest, comma == SIZE_MAX ? rest.n : comma + 1, rest.n);
    }
    return true;
}
