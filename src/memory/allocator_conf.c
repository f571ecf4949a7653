/* PYTORCH_CUDA_ALLOC_CONF: c10/cuda/CUDAAllocatorConfig.cpp, as far as sizes go. */
#include "memory/allocator.h"

#include <stdlib.h>
#include <string.h>

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

static bool read_divisions(struct arena *a, str text, uint8_t *out)
{
    uint64_t n = 0;
    bool good = read_number(a, text, &n) && (n == 0 || is_power_of_two(n)) && n <= 64;
    *out = (uint8_t)(good ? n : 0);
    return good;
}

/* "256": where requests of 256 MiB up to 512 stand. */
static bool read_place(struct arena *a, str text, size_t *at)
{
    uint64_t mib = 0;
    bool good = read_number(a, text, &mib) && is_power_of_two(mib);
    for (*at = 0; mib > 1 && *at < POWER2_SIZES - 1; mib /= 2) {
        ++*at;
    }
    return good;
}

/* "256:1": the first of them says it of all smaller requests, too, and ">:8" of all from *next on.
 */
static bool take_size(struct arena *a, str one, size_t *next, uint8_t *divisions)
{
    size_t colon = str_find(one, STR(":"), 0), at = POWER2_SIZES - 1;
    str size = str_trim(str_slice(one, 0, colon == SIZE_MAX ? 0 : colon));
    bool rest = str_is(size, ">");
    uint8_t n = 0;
    if (!(rest || read_place(a, size, &at)) ||
        !read_divisions(a, str_trim(str_slice(one, colon + 1, one.n)), &n)) {
        return false;
    }
    for (size_t i = rest || *next == 0 ? *next : at; i <= at; i++) {
        divisions[i] = n;
    }
    *next = at + 1;
    return true;
}

/* The text up to a comma outside of brackets, and what is behind it. */
static str cut_item(str *rest)
{
    size_t end = 0;
    for (int depth = 0; end < rest->n && (depth > 0 || rest->p[end] != ','); end++) {
        depth += (rest->p[end] == '[') - (rest->p[end] == ']');
    }
    str item = str_trim(str_slice(*rest, 0, end));
    *rest = str_slice(*rest, end + (end < rest->n), rest->n);
    return item;
}

/* "4", for requests of all sizes, or "[256:1,512:2,>:8]". */
static bool take_divisions(struct arena *a, str value, uint8_t *divisions)
{
    if (!str_starts(value, STR("["))) {
        bool good = read_divisions(a, value, &divisions[0]) && divisions[0] > 0;
        memset(divisions, divisions[0], POWER2_SIZES);
        return good;
    }
    bool good = str_ends(value, STR("]"));
    size_t next = 0;
    for (str rest = str_slice(value, 1, value.n - 1); good && rest.n > 0;) {
        good = take_size(a, cut_item(&rest), &next, divisions);
    }
    return good;
}

/* Settings that change no size in a step. */
static bool changes_nothing(str name)
{
    return STR_IS_ANY(name, "garbage_collection_threshold", "release_lock_on_cudamalloc",
        "pinned_use_cuda_host_register", "pinned_num_register_threads",
        "pinned_use_background_threads");
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
    if (str_is(name, "roundup_power2_divisions") &&
        take_divisions(a, value, out->power2_divisions)) {
        return true;
    }
    if (changes_nothing(name) || (str_is(name, "backend") && str_is(value, "native"))) {
        return true;
    }
    *problem = arena_printf(a,
        "'%.*s:%.*s' is none of expandable_segments:True|False, max_split_size_mb:N (more than "
        "%d), "
        "roundup_power2_divisions:N (a power of two) or [MIB:N,...,>:N], "
        "garbage_collection_threshold:X",
        STR_ARG(name), STR_ARG(value), LEAST_SPLIT_MIB);
    return false;
}

bool allocator_conf_parse(struct arena *a, str text, struct allocator_conf *out, str *problem)
{
    *out = (struct allocator_conf){0};
    for (str rest = str_trim(text); rest.n > 0;) {
        str one = cut_item(&rest);
        size_t colon = str_find(one, STR(":"), 0);
        str name = colon == SIZE_MAX ? one : str_trim(str_slice(one, 0, colon));
        str value = colon == SIZE_MAX ? STR("") : str_trim(str_slice(one, colon + 1, one.n));
        if (!take(a, name, value, out, problem)) {
            return false;
        }
    }
    return true;
}
