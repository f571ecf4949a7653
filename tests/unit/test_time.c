/* The mechanisms of time: roofline, waves, and two clocks. */
#include "time/step.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* 80 processors, 16e12 operations and 1e12 bytes in a second. */
static struct gpu_facts card(void)
{
    return (struct gpu_facts){.compute = 70,
        .sms = 80,
        .sm_threads = 2048,
        .speed = {.single = 16e12,
            .half = 128e12,
            .bytes = 1e12,
            .pcie = 32e9,
            .l2_bytes = 4e6,
            .host = 1}};
}

static struct kernel square(double n, enum dtype d)
{
    return (struct kernel){.kind = KERNEL_GEMM,
        .dtype = (uint8_t)d,
        .m = n,
        .n = n,
        .k = n,
        .batch = 1,
        .bytes = 3 * n * n * dtype_bytes(d)};
}

static void test_roofline(void **state)
{
    (void)state;
    struct gpu_facts gpu = card();
    enum bound bound;
    struct kernel pass = kernel_pass(KERNEL_POINTWISE, 1e9);
    double seconds = kernel_seconds(&pass, &gpu, &bound);
    assert_true(seconds > 1e-3 && seconds < 2e-3);
    assert_int_equal(bound, BOUND_BANDWIDTH);
    struct kernel large = square(4096, DTYPE_F32);
    seconds = kernel_seconds(&large, &gpu, &bound);
    assert_int_equal(bound, BOUND_ARITHMETIC);
    assert_true(seconds > 2 * 4096.0 * 4096 * 4096 / 16e12);
    struct kernel nothing = kernel_pass(KERNEL_POINTWISE, 4);
    assert_true(kernel_seconds(&nothing, &gpu, &bound) > 1e-6);
    assert_int_equal(bound, BOUND_LAUNCH);
}

/* What a card says of each type, and what stands for it where it says nothing: single precision, of
 * double a thirty-second of it, as GeForce cards have it. */
static void test_peaks(void **state)
{
    (void)state;
    struct gpu_facts volta = card(), hopper = card();
    hopper.speed.tf32 = 64e12;
    hopper.speed.bfloat16 = 120e12;
    hopper.speed.int8 = 256e12;
    const struct {
        enum dtype type;
        bool tf32;
        double volta, hopper;
    } rows[] = {{DTYPE_F32, false, 16e12, 16e12}, {DTYPE_F32, true, 16e12, 64e12},
        {DTYPE_F16, false, 128e12, 128e12}, {DTYPE_F16, true, 128e12, 128e12},
        {DTYPE_BF16, false, 16e12, 120e12}, {DTYPE_F64, false, 5e11, 5e11},
        {DTYPE_U8, false, 16e12, 256e12}, {DTYPE_I32, false, 16e12, 16e12}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(kernel_peak(&volta, rows[i].type, rows[i].tf32) == rows[i].volta);
        assert_true(kernel_peak(&hopper, rows[i].type, rows[i].tf32) == rows[i].hopper);
    }
}

/* Vectors of eight along both of the sides that are read. */
static void test_vectors(void **state)
{
    (void)state;
    struct gpu_facts gpu = card();
    struct kernel even = square(4096, DTYPE_F16);
    double seconds = kernel_seconds(&even, &gpu, NULL);
    for (int way = 0; way < 3; way++) {
        struct kernel k = even;
        *(way == 0 ? &k.m : way == 1 ? &k.n : &k.k) = 4088;
        assert_true(kernel_seconds(&k, &gpu, NULL) < 1.01 * seconds);
        *(way == 0 ? &k.m : way == 1 ? &k.n : &k.k) = 4092;
        assert_true((kernel_seconds(&k, &gpu, NULL) > 2 * seconds) == (way > 0));
    }
}

/* What fits into half of the cache runs 1.5 times as fast. */
static void test_cache(void **state)
{
    (void)state;
    struct gpu_facts gpu = card();
    struct kernel in = kernel_pass(KERNEL_POINTWISE, 1.99e6),
                  out = kernel_pass(KERNEL_POINTWISE, 2e6), none = kernel_pass(KERNEL_POINTWISE, 0);
    double start = kernel_seconds(&none, &gpu, NULL);
    double inside = kernel_seconds(&in, &gpu, NULL) - start;
    double outside = kernel_seconds(&out, &gpu, NULL) - start;
    assert_true(outside / 2e6 > 1.49 * inside / 1.99e6 && outside / 2e6 < 1.51 * inside / 1.99e6);
}

static void test_precision(void **state)
{
    (void)state;
    struct gpu_facts gpu = card();
    struct kernel single = square(4096, DTYPE_F32), half = square(4096, DTYPE_F16);
    double slow = kernel_seconds(&single, &gpu, NULL), fast = kernel_seconds(&half, &gpu, NULL);
    assert_true(slow > 3 * fast);
    struct kernel uneven = square(4095, DTYPE_F16); /* no whole vectors */
    assert_true(kernel_seconds(&uneven, &gpu, NULL) > 1.5 * fast);
    struct kernel tf32 = single;
    tf32.tf32 = true; /* which this card has not */
    assert_true(kernel_seconds(&tf32, &gpu, NULL) == slow);
    gpu.speed.tf32 = 64e12;
    assert_true(kernel_seconds(&tf32, &gpu, NULL) < slow / 2);
}

static void takes(struct kernel k, const struct gpu_facts *gpu, double seconds)
{
    double have = kernel_seconds(&k, gpu, NULL);
    assert_true(have > seconds * (1 - 1e-9) && have < seconds * (1 + 1e-9));
}

/* By hand, as docs/time.md says it: what is longer of traffic and arithmetic, each at the share of
 * kinds.def, and 2 us; half as much again of the bandwidth for less than half of the L2. */
static void test_traffic_by_hand(void **state)
{
    (void)state;
    struct gpu_facts old = card(), new = card();
    new.compute = 80;
    takes(kernel_pass(KERNEL_POINTWISE, 3e9), &old, 3e9 / 0.75e12 + 2e-6);
    takes(kernel_pass(KERNEL_POINTWISE, 3e9), &new, 3e9 / 0.88e12 + 2e-6);
    takes(kernel_pass(KERNEL_POINTWISE, 1.9e6), &old, 1.9e6 / (1.5 * 0.75e12) + 2e-6);
    takes(kernel_pass(KERNEL_POINTWISE, 2e6), &old, 2e6 / 0.75e12 + 2e-6);
    takes(kernel_pass(KERNEL_NORM, 3e9), &old, 3e9 / 0.62e12 + 2e-6);
    takes(kernel_pass(KERNEL_SORT, 3e9), &new, 3e9 / 0.19e12 + 2e-6);
    takes(kernel_pass(KERNEL_TRANSFER, 9e9), &new, 2 + 2e-6);
    struct kernel work = kernel_pass(KERNEL_POINTWISE, 1);
    work.flops = 16e12;
    takes(work, &old, 1 / 0.5 + 2e-6);
    work.kind = KERNEL_HOST;
    work.flops = 1e9;
    old.speed.host = 3;
    takes(work, &old, 3 + 2e-6);
    work = kernel_pass(KERNEL_POINTWISE, 1);
    work.least = 1;
    new.speed.clock = 0.99e9; /* half of an H100's */
    takes(work, &new, 2 + 2e-6);
}

/* 1024 tiles of 128 x 128 on 80 processors are 12.8 rounds, and 0.3 of what the last is short of; a
 * tile does k and 32 steps more, on Ampere's tensor cores 96. */
static void test_products_by_hand(void **state)
{
    (void)state;
    struct gpu_facts old = card(), new = card();
    const double tile = 2.0 * 128 * 128, rounds = 12.8 + 0.3 * 0.2;
    takes(square(4096, DTYPE_F32), &old, rounds * tile * 4128 * 80 / (16e12 * 0.85) + 2e-6);
    takes(square(4096, DTYPE_F16), &old, rounds * tile * 4128 * 80 / (128e12 * 0.60) + 2e-6);
    struct kernel tuned = square(4096, DTYPE_F16);
    tuned.tuned = true;
    takes(tuned, &old, rounds * tile * 4128 * 80 / (1.2 * 128e12 * 0.60) + 2e-6);
    struct kernel uneven = square(4096, DTYPE_F16);
    uneven.k = 4092; /* no whole vectors of 8 */
    takes(uneven, &old, rounds * tile * 4124 * 80 / (32e12 * 0.60) + 2e-6);
    new.compute = 80;
    takes(square(4096, DTYPE_F32), &new, rounds * tile * 4128 * 80 / (16e12 * 0.72) + 4.5e-6);
    takes(
        square(4096, DTYPE_F16), &new, rounds * tile * 4192 * 80 / (0.75 * 128e12 * 0.81) + 4.5e-6);
    new.compute = 90;
    takes(square(4096, DTYPE_F16), &new, rounds * tile * 4192 * 80 / (128e12 * 0.81) + 4.5e-6);
    takes(tuned, &new, rounds * tile * 4192 * 80 / (128e12 * 0.81) + 2e-6);
    /* one tile is cut along k, a part of at least 128 for each processor */
    struct kernel one = square(128, DTYPE_F32);
    one.k = 65536;
    takes(one, &old, tile * (65536.0 / 80 + 32) * 80 / (16e12 * 0.85) + 2e-6);
    one.k = 1280; /* sixteen tiles of 32 x 32 in five parts each, at half of the peak */
    takes(one, &old, 2.0 * 32 * 32 * (256 + 32) / 0.5 * 80 / (16e12 * 0.85) + 2e-6);
}

/* A product of 81 tiles takes no less than one of 160: the last wave is not full. */
static void test_waves(void **state)
{
    (void)state;
    struct gpu_facts gpu = card();
    double before = 0;
    for (double rows = 128; rows <= 128 * 200; rows += 128) {
        struct kernel k = square(128, DTYPE_F32);
        k.k = 4096;
        k.m = rows;
        double seconds = kernel_seconds(&k, &gpu, NULL);
        assert_true(seconds >= before);
        before = seconds;
    }
    struct kernel one = square(128, DTYPE_F32), few = one;
    one.k = few.k = 65536;
    few.batch = 40; /* where there are fewer tiles than processors, k is divided among them */
    double alone = kernel_seconds(&one, &gpu, NULL), together = kernel_seconds(&few, &gpu, NULL);
    assert_true(together < 40 * alone && together > 2 * alone);
}

/* Tensor cores are fed by two tiles on each processor: one alone takes as long. */
static void test_tensor_cores(void **state)
{
    (void)state;
    struct gpu_facts gpu = card();
    struct kernel one = square(32, DTYPE_F16);
    one.k = 8192;
    one.batch = 80;
    struct kernel two = one;
    two.batch = 160;
    double alone = kernel_seconds(&one, &gpu, NULL), together = kernel_seconds(&two, &gpu, NULL);
    assert_true(together < 1.1 * alone);
    two.tuned = true;
    assert_true(kernel_seconds(&two, &gpu, NULL) < 0.9 * together);
    one.dtype = two.dtype = DTYPE_F32;
    assert_true(kernel_seconds(&two, &gpu, NULL) > 1.8 * kernel_seconds(&one, &gpu, NULL));
}

/* What its longest thread takes bounds a kernel from below; of several each takes its time. */
static void test_least(void **state)
{
    (void)state;
    struct gpu_facts gpu = card();
    struct kernel k = kernel_pass(KERNEL_POINTWISE, 1e6);
    double once = kernel_seconds(&k, &gpu, NULL);
    k.least = 1e-3;
    double fast = kernel_seconds(&k, &gpu, NULL);
    assert_true(fast > 1e-3);
    gpu.speed.clock = 0.99e9; /* half of what `least` is meant for */
    assert_true(kernel_seconds(&k, &gpu, NULL) > 1.9 * fast);
    k.least = 0;
    k.launches = 27;
    double all = kernel_seconds(&k, &gpu, NULL);
    assert_true(all > 26.9 * once && all < 27.1 * once);
}

/* Ampere's tensor cores reach less of their peak than Hopper's; TF32 counts where it is allowed. */
static void test_generations(void **state)
{
    (void)state;
    struct gpu_facts gpu = card();
    struct kernel k = square(8192, DTYPE_F32);
    k.kind = KERNEL_CONV;
    k.tf32 = true;
    gpu.speed.tf32 = 64e12;
    gpu.compute = 80;
    double ampere = kernel_seconds(&k, &gpu, NULL);
    gpu.compute = 90;
    double hopper = kernel_seconds(&k, &gpu, NULL);
    assert_true(ampere > 1.2 * hopper && ampere < 1.5 * hopper);
    k.kind = KERNEL_WEIGHT;
    assert_true(kernel_seconds(&k, &gpu, NULL) > 1.5 * hopper);
    k.tf32 = false;
    assert_true(kernel_seconds(&k, &gpu, NULL) > 3 * hopper);
}

/* --- steps --- */

struct made {
    struct graph *graph;
    tensor_id out;
};

/* `n` pointwise operations, one after the other, on so many elements. */
static struct made chain(void *ctx, uint32_t n, int64_t elements)
{
    struct graph_options o = {.torch = 113, .gpu = card(), .training = true};
    struct made m = {.graph = graph_new(ctx, &LIMITS_DEFAULT, &o)};
    struct shape s = {.size = {elements}, .n = 1};
    param_id p = graph_parameter(m.graph, &s);
    m.out = m.graph->params.items[p].tensor;
    for (uint32_t i = 0; i < n; i++) {
        struct recording r = op_begin(m.graph, OPKIND_UNARY);
        op_input(&r, m.out, GRAD_NEW);
        m.out = op_output(&r, &s, DTYPE_F32);
        op_end(&r);
    }
    m.graph->loss = m.out;
    return m;
}

static void test_host_bound(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct step_time small, large, slow;
    assert_true(pass_time(ctx, chain(ctx, 100, 16).graph, NULL, &small));
    assert_true(pass_time(ctx, chain(ctx, 100, 1 << 26).graph, NULL, &large));
    assert_int_equal(step_bound(&small), BOUND_LAUNCH);
    assert_int_equal(step_bound(&large), BOUND_BANDWIDTH);
    assert_true(large.bounds[BOUND_LAUNCH] < 0.01 * large.total.expected);
    struct graph *g = chain(ctx, 100, 16).graph;
    g->options.gpu.speed.host = 3; /* a slow host matters where the host is what is waited for */
    assert_true(pass_time(ctx, g, NULL, &slow));
    assert_true(slow.total.expected > 2.5 * small.total.expected);
    assert_true(small.total.low < small.total.expected);
    assert_true(small.total.expected < small.total.high);
    talloc_free(ctx);
}

/* A product of n x n matrices, and so many pointwise operations on it. */
static struct graph *product_and_more(void *ctx, uint32_t more, int64_t n)
{
    struct graph_options o = {.torch = 113, .gpu = card()};
    struct graph *g = graph_new(ctx, &LIMITS_DEFAULT, &o);
    struct shape s = {.size = {n, n}, .n = 2};
    tensor_id x = graph_input(g, &s, DTYPE_F32, STORAGE_INPUT);
    for (uint32_t i = 0; i <= more; i++) {
        struct recording r = op_begin(g, i == 0 ? OPKIND_MATMUL : OPKIND_UNARY);
        op_input(&r, x, GRAD_NONE);
        x = op_output(&r, &s, DTYPE_F32);
        r.op.macs = i == 0 ? (uint64_t)(n * n * n) : 0;
        op_end(&r);
    }
    return g;
}

static void test_engine(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct graph *g = product_and_more(ctx, 4, 2048);
    struct pass_options single = {PRECISION_FP32, true}, half = {PRECISION_FP16, true};
    struct pass_options int8 = {PRECISION_INT8, true};
    struct step_time eager, whole, fast, faster;
    g->options.gpu.speed.int8 = 256e12;
    assert_true(pass_time(ctx, g, NULL, &eager) && pass_time(ctx, g, &single, &whole));
    assert_int_equal(eager.kernels, 5);
    assert_int_equal(whole.kernels, 1);
    assert_true(whole.parts[STEP_FORWARD] < eager.parts[STEP_FORWARD]);
    assert_true(pass_time(ctx, g, &half, &fast) && pass_time(ctx, g, &int8, &faster));
    assert_true(fast.parts[STEP_FORWARD] < whole.parts[STEP_FORWARD] / 2);
    assert_true(faster.parts[STEP_FORWARD] < fast.parts[STEP_FORWARD]);
    talloc_free(ctx);
}

static void test_backward(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct regime r = {.torch = 113, .gpus = 1};
    struct step_time pass, step, many;
    struct graph *g = chain(ctx, 20, 1 << 24).graph;
    assert_true(pass_time(ctx, g, NULL, &pass) && step_time(ctx, g, &r, &step));
    assert_true(step.parts[STEP_BACKWARD] > 0.9 * step.parts[STEP_FORWARD]);
    assert_true(step.parts[STEP_OPTIMIZER] > 0);
    assert_true(step.total.expected > 1.9 * pass.total.expected);
    g->loss = 0; /* nothing to go back from */
    assert_true(step_time(ctx, g, &r, &many));
    assert_true(many.parts[STEP_BACKWARD] < 0.01 * step.parts[STEP_BACKWARD]);
    talloc_free(ctx);
}

/* A step with half of the largest images' area takes half the time on the GPU, but for the
 * optimizer. */
static void test_usual_images(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct regime r = {.torch = 113, .gpus = 1};
    struct step_time whole, half;
    struct graph *g = chain(ctx, 20, 1 << 24).graph;
    assert_true(step_time(ctx, g, &r, &whole));
    graph_assume(g, &(struct assumption){.name = STR("usual_area"), .expected = 0.5});
    assert_true(step_time(ctx, g, &r, &half));
    assert_true(half.parts[STEP_BACKWARD] < 0.6 * whole.parts[STEP_BACKWARD]);
    assert_true(half.parts[STEP_OPTIMIZER] > 0.9 * whole.parts[STEP_OPTIMIZER]);
    talloc_free(ctx);
}

/* The gradients of 64 MiB of parameters go to the others after backward, as nothing is left to hide
 * them. */
static void test_all_reduce(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct regime one = {.torch = 113, .gpus = 1}, eight = {.torch = 113, .gpus = 8};
    struct step_time alone, together, linked;
    struct graph *g = chain(ctx, 1, 1 << 24).graph;
    assert_true(step_time(ctx, g, &one, &alone) && step_time(ctx, g, &eight, &together));
    assert_true(alone.bounds[BOUND_REDUCE] == 0);
    assert_true(together.bounds[BOUND_REDUCE] > 0.005);
    g->options.gpu.speed.nvlink = 300e9;
    assert_true(step_time(ctx, g, &eight, &linked));
    assert_true(linked.bounds[BOUND_REDUCE] < together.bounds[BOUND_REDUCE] / 5);
    g->options.gpu.speed.nvlink_gpus = 2; /* a bridge of pairs, which eight do not use */
    assert_true(step_time(ctx, g, &eight, &linked));
    assert_true(linked.bounds[BOUND_REDUCE] == together.bounds[BOUND_REDUCE]);
    talloc_free(ctx);
}

/* What takes most is named, whichever it is; of two that take as much the first. */
static void test_bounds_by_name(void **state)
{
    (void)state;
    for (int i = 0; i < BOUNDS; i++) {
        struct step_time t = {0};
        t.bounds[i] = 1;
        assert_int_equal(step_bound(&t), i);
        for (int k = 0; k < BOUNDS; k++) {
            t.bounds[k] = k == i ? 1 : 0.5;
        }
        assert_int_equal(step_bound(&t), i);
        t.bounds[BOUNDS - 1] = 1;
        assert_int_equal(step_bound(&t), i);
    }
}

/* docs/time.md: low and high are 1.6 deviations away.  Of a link that takes all of the time the
 * deviation is 0.30, of a host that does 0.33. */
static void test_intervals_of_links_and_hosts(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct regime one = {.torch = 113, .gpus = 1}, eight = {.torch = 113, .gpus = 8};
    struct step_time t;
    struct graph *g = chain(ctx, 1, 1 << 24).graph;
    g->options.gpu.speed.nvlink = 1e6;
    assert_true(step_time(ctx, g, &eight, &t));
    assert_true(t.bounds[BOUND_REDUCE] > 0.999 * t.total.expected);
    assert_float_equal((float)log(t.total.high / t.total.expected) / 1.6F, 0.30F, 0.001F);
    assert_float_equal((float)log(t.total.expected / t.total.low) / 1.6F, 0.30F, 0.001F);
    g = chain(ctx, 50, 16).graph;
    assert_true(step_time(ctx, g, &one, &t));
    double share = t.bounds[BOUND_LAUNCH] / t.total.expected;
    assert_true(share > 0.5);
    assert_true(log(t.total.high / t.total.expected) / 1.6 >= 0.33 * share);
    talloc_free(ctx);
}

/* What a step is spent on is all of it, where gradients wait for a host that is behind, too. */
static void test_all_of_it(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct regime eight = {.torch = 113, .gpus = 8};
    struct step_time t;
    double sum = 0;
    assert_true(step_time(ctx, chain(ctx, 50, 16).graph, &eight, &t));
    for (int i = 0; i < BOUNDS; i++) {
        sum += t.bounds[i];
    }
    assert_true(sum > t.total.expected * 0.9999 && sum < t.total.expected * 1.0001);
    talloc_free(ctx);
}

/* Half precision is less certain than single, and what has two reasons to be uncertain is surer
 * than what has one. */
static void test_intervals(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct graph *g = product_and_more(ctx, 0, 2048);
    struct pass_options single = {PRECISION_FP32, true}, half = {PRECISION_FP16, true};
    struct step_time sure, unsure, both;
    struct graph *more = product_and_more(ctx, 20, 2048);
    g->options.gpu.speed.pcie = more->options.gpu.speed.pcie = 1e15;
    assert_true(pass_time(ctx, g, &single, &sure) && pass_time(ctx, g, &half, &unsure));
    double narrow = sure.total.high / sure.total.low, wide = unsure.total.high / unsure.total.low;
    assert_true(narrow > 1.2 && wide > 1.2 * narrow);
    assert_true(pass_time(ctx, more, NULL, &both));
    assert_true(both.total.high / both.total.low < narrow);
    talloc_free(ctx);
}

/* Forward seconds of one operation on channels of 128 x 128 with a kernel of 3 x 3. */
static double on_maps(enum op_kind kind, int64_t channels, int64_t groups)
{
    void *ctx = mem_context(NULL);
    struct graph_options o = {.torch = 113, .gpu = card()};
    struct graph *g = graph_new(ctx, &LIMITS_DEFAULT, &o);
    struct shape s = {.size = {1, channels, 128, 128}, .n = 4},
                 w = {.size = {channels, channels / groups, 3, 3}, .n = 4};
    struct shape offsets = {.size = {1, 18, 128, 128}, .n = 4};
    tensor_id x = graph_input(g, &s, DTYPE_F32, STORAGE_INPUT);
    tensor_id off = graph_input(g, &offsets, DTYPE_F32, STORAGE_INPUT);
    tensor_id weight = graph_input(g, &w, DTYPE_F32, STORAGE_INPUT);
    struct recording r = op_begin(g, (uint16_t)kind);
    r.op.custom = CUSTOM_DEFORM_CONV;
    op_input(&r, x, GRAD_NONE);
    if (kind == OPKIND_CUSTOM) {
        op_input(&r, off, GRAD_NONE);
    }
    op_input(&r, weight, GRAD_NONE);
    op_output(&r, &s, DTYPE_F32);
    r.op.macs = (uint64_t)(channels * channels / groups * 9 * 128 * 128);
    op_end(&r);
    struct step_time t;
    assert_true(pass_time(ctx, g, NULL, &t));
    double seconds = t.parts[STEP_FORWARD];
    talloc_free(ctx);
    return seconds;
}

/* A channel by itself is a pass over memory; columns that are sampled come on top of a product. */
static void test_convolutions(void **state)
{
    (void)state;
    double whole = on_maps(OPKIND_CONV, 256, 1);
    assert_true(on_maps(OPKIND_CONV, 256, 256) < whole / 4);
    assert_true(on_maps(OPKIND_CONV, 2, 2) < on_maps(OPKIND_CONV, 4, 4));
    assert_true(on_maps(OPKIND_CUSTOM, 256, 1) > whole);
}

/* The fused kernel reads queries, keys and values once, however many keys there are. */
static void test_attention(void **state)
{
    (void)state;
    double seconds[2];
    for (int i = 0; i < 2; i++) {
        void *ctx = mem_context(NULL);
        struct graph_options o = {.torch = 210, .gpu = card()};
        struct graph *g = graph_new(ctx, &LIMITS_DEFAULT, &o);
        int64_t n = i ? 8192 : 4096;
        struct shape s = {.size = {1, 8, n, 64}, .n = 4};
        struct recording r = op_begin(g, OPKIND_ATTENTION);
        for (int k = 0; k < 3; k++) {
            op_input(&r, graph_input(g, &s, DTYPE_F32, STORAGE_INPUT), GRAD_NONE);
        }
        op_output(&r, &s, DTYPE_F32);
        r.op.macs = (uint64_t)(2 * 8 * n * n * 64);
        op_end(&r);
        struct step_time t;
        assert_true(pass_time(ctx, g, NULL, &t));
        seconds[i] = t.parts[STEP_FORWARD];
        assert_int_equal(t.kernels, 1);
        assert_true(seconds[i] > 2 * (double)g->ops.items[0].macs / 16e12);
        talloc_free(ctx);
    }
    assert_true(seconds[1] > 3 * seconds[0] && seconds[1] < 5 * seconds[0]);
}

static void test_nothing_known(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct step_time t;
    struct graph *g = chain(ctx, 1, 16).graph;
    g->options.gpu = (struct gpu_facts){.compute = 70, .sms = 80, .sm_threads = 2048};
    assert_false(pass_time(ctx, g, NULL, &t));
    talloc_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_roofline),
        cmocka_unit_test(test_peaks),
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_cache),
        cmocka_unit_test(test_precision),
        cmocka_unit_test(test_traffic_by_hand),
        cmocka_unit_test(test_products_by_hand),
        cmocka_unit_test(test_waves),
        cmocka_unit_test(test_tensor_cores),
        cmocka_unit_test(test_least),
        cmocka_unit_test(test_generations),
        cmocka_unit_test(test_host_bound),
        cmocka_unit_test(test_engine),
        cmocka_unit_test(test_backward),
        cmocka_unit_test(test_usual_images),
        cmocka_unit_test(test_bounds_by_name),
        cmocka_unit_test(test_intervals_of_links_and_hosts),
        cmocka_unit_test(test_all_reduce),
        cmocka_unit_test(test_all_of_it),
        cmocka_unit_test(test_intervals),
        cmocka_unit_test(test_convolutions),
        cmocka_unit_test(test_attention),
        cmocka_unit_test(test_nothing_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
