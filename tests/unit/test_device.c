#include "settings/device.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void *ctx;
static struct arena *a;
static struct limits limits;
static struct library *library;
static struct diags *diags;

static int set_up(void **state)
{
    (void)state;
    ctx = mem_context(NULL);
    a = arena_new(ctx);
    limits = LIMITS_DEFAULT;
    library = library_new(ctx, &limits, files_new(ctx, &limits), NULL);
    diags = diags_new(ctx);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    talloc_free(ctx);
    return 0;
}

static void is(const char *typed, const char *name)
{
    struct device d;
    assert_true(device_find(library, a, str_of(typed), diags, &d));
    assert_string_equal(arena_str(a, d.name).p, name);
    assert_int_equal(diags->list.n, 0);
}

static void typed(void **state)
{
    (void)state;
    is("rtx5090", "rtx5090");
    is("NVIDIA GeForce RTX 5090", "rtx5090");
    is("V100-32GB", "v10032");
    is("Tesla V100-SXM2-16GB", "v100");
    is("v100-32g", "v10032");
    is("Tesla V100-PCIE-16GB", "v100pcie16");
    is("a100", "a100");
    is("A100-SXM4-80GB", "a10080");
    is("NVIDIA A10G", "a10g");
    is("H100 NVL", "h100nvl");
    is("rtx 4060 ti 16 GB", "rtx4060ti16");
    is("3080", "rtx3080");
    is("RTX 3080 12GiB", "rtx308012");
    is("jetson agx orin 64GB", "orin64");
}

static void nearest(void **state)
{
    (void)state;
    struct device d;
    assert_false(device_find(library, a, STR("rtx5900"), diags, &d));
    assert_int_equal(diags->list.n, 1);
    assert_true(diags->list.items[0].fatal);
    assert_true(str_starts(diags->list.items[0].help, STR("did you mean rtx")));
    assert_false(device_find(library, a, STR("warp drive"), diags, &d));
    assert_true(str_find(diags->list.items[1].help, STR("--gpu-memory"), 0) != SIZE_MAX);
}

static void figures(void **state)
{
    (void)state;
    struct devices all = {0};
    device_all(library, a, diags, &all);
    assert_true(all.list.n >= 35);
    VEC_EACH (struct device, d, &all.list) {
        assert_true(d->bytes > (uint64_t)8 << 30 && d->bytes < (uint64_t)256 << 30);
        assert_true(d->cuda_bytes <= d->bytes);
        assert_true((double)d->cuda_bytes > 0.94 * (double)d->bytes);
        assert_true(d->facts.compute >= 60 && d->facts.compute <= 130);
        assert_true(d->architecture.n > 0 && d->label.n > 0 && d->memory_type.n > 0);
    }
    struct device d;
    assert_true(device_find(library, a, STR("rtx5090"), diags, &d));
    assert_int_equal(d.bytes >> 20, 32607);
    assert_int_equal(d.facts.compute, 120);
    assert_false(d.cuda_is_estimate);
}

/* By compute capability: threads that are resident in a multiprocessor (CUDA C++ Programming
 * Guide), the CUDA that first had kernels for it as the first PyTorch that was built with that, and
 * a GPU of it. */
static void generations(void **state)
{
    (void)state;
    static const struct {
        uint32_t compute, threads, torch;
        const char *usual;
    } all[] = {{60, 2048, 0, "p100"}, {61, 2048, 0, NULL}, {70, 2048, 0, "v100"},
        {72, 2048, 0, NULL}, {75, 1024, 0, "rtx2080ti"}, {80, 2048, 107, "a100"},
        {86, 1536, 107, "rtx3090"}, {87, 1536, 111, "orin64"}, {89, 1536, 107, "rtx4090"},
        {90, 2048, 200, "h100"}, {100, 2048, 207, "b200"}, {103, 2048, 207, NULL},
        {120, 1536, 207, "rtx5090"}, {121, 1536, 207, NULL}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct gpu_facts like = device_facts_like(library, all[i].compute, diags);
        assert_int_equal(like.compute, all[i].compute);
        assert_int_equal(like.sm_threads, all[i].threads);
        assert_int_equal(device_oldest_torch(library, all[i].compute, diags), all[i].torch);
        struct device d;
        if (all[i].usual) {
            assert_true(device_find(library, a, str_of(all[i].usual), diags, &d));
            assert_int_equal(d.facts.compute, all[i].compute);
            assert_int_equal(d.facts.sm_threads, all[i].threads);
            assert_int_equal(d.facts.sms, like.sms);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(generations, set_up, tear_down),
        cmocka_unit_test_setup_teardown(typed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nearest, set_up, tear_down),
        cmocka_unit_test_setup_teardown(figures, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("device", tests, NULL, NULL);
}
