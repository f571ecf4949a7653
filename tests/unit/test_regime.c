/* What lives through training: of each optimizer, release and way to say it; counted by hand. */
#include "texts.h"

#include "memory/regime.h"
#include "memory/uncertain.h"
#include "settings/settings.h"

#include <string.h>

static struct settings *settings_of(const char *whole, const char *more)
{
    struct config *c = config_of("regime.py", arena_printf(given.a, whole, more).p);
    assert_false(c->failed);
    struct settings_options options = {
        .files = given.files, .profile = strstr(whole, "samples_per_gpu") ? STR("mmdet") : STR("")};
    struct settings *s = settings_extract(given.library, given.a, c, &options, given.diags);
    assert_non_null(s);
    return s;
}

static struct regime regime_of(const char *whole, const char *more, struct regime_options o)
{
    return regime_read(settings_of(whole, more), &o, given.diags);
}

static const char NEW[] =
    "import random\ndefault_scope = 'mmdet'\nmodel = dict(type='RetinaNet')\n"
    "train_dataloader = dict(batch_size=2)\n"
    "train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=12)\n"
    "optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.1))\n%s\n";
static const char OLD[] = "model = dict(type='RetinaNet')\ndata = dict(samples_per_gpu=2)\n"
                          "optimizer = dict(type='SGD', lr=0.1)\noptimizer_config = dict()\n"
                          "lr_config = dict(policy='step', step=[8])\n"
                          "runner = dict(type='EpochBasedRunner', max_epochs=12)\n%s\n";

#define IS(optimizer) "optim_wrapper['optimizer'] = dict(" optimizer ", lr=0.1)\n"

/* Bytes of states for each element; copies that a step makes for a moment: none until 2.0, more
 * with 2.0 itself; whether states come last; whether each parameter is a group. */
static void optimizers(void **state)
{
    (void)state;
    static const struct {
        const char *more;
        uint32_t torch;
        const char *want;
    } rows[] = {
        {IS("type='SGD'"), 201, "0 0 last"},
        {IS("type='SGD', momentum=0.9"), 201, "4 0 last"},
        {IS("type='SGD', momentum=0"), 201, "0 0 last"},
        {IS("type='SGD', momentum=0.9, weight_decay=1e-4"), 113, "4 0 last"},
        {IS("type='SGD', momentum=0.9, weight_decay=1e-4"), 200, "4 1 last"},
        {IS("type='SGD', momentum=0.9, weight_decay=0"), 200, "4 0 last"},
        {IS("type='SGD', momentum=random.random()"), 200, "4 0 last, momentum?"},
        {IS("type='AdamW'"), 113, "8 0"},
        {IS("type='AdamW'"), 200, "8 2"},
        {IS("type='AdamW'"), 201, "8 1"},
        {IS("type='AdamW', amsgrad=True"), 201, "12 1"},
        {IS("type='AdamW', amsgrad=False"), 201, "8 1"},
        {IS("type='AdamW', amsgrad=random.choice([True, False])"), 201, "12 1, amsgrad?"},
        {IS("type='RMSprop', momentum=0.9, centered=True"), 201, "12 2"},
        {IS("type='NAdam'"), 200, "8 2"},
        {IS("type='Unheard'"), 201, "8 0, not described"},
        {"optim_wrapper['paramwise_cfg'] = dict(norm_decay_mult=0.)", 201, "0 0 last groups"},
        {"optim_wrapper['paramwise_cfg'] = dict()", 201, "0 0 last"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct regime_options o = {.torch = rows[i].torch};
        struct regime r = regime_of(NEW, rows[i].more, o);
        str have = arena_printf(given.a, "%u %u%s%s%s%.*s%s", r.state_bytes, r.foreach_copies,
            r.states_last ? " last" : "", r.own_groups ? " groups" : "",
            r.optimizer_lacks.n ? ", " : "", STR_ARG(r.optimizer_lacks),
            r.optimizer_lacks.n        ? "?"
            : r.optimizer_is_described ? ""
                                       : ", not described");
        assert_string_equal(have.p, rows[i].want);
    }
}

/* Who says how many GPUs there are: an option, a key, nobody. */
static void gpus(void **state)
{
    (void)state;
    static const struct {
        const char *more;
        uint32_t asked, gpus;
        const char *from;
    } rows[] = {{"", 0, 1, "assumed"}, {"", 3, 3, "--gpus"}, {"num_gpus = 100", 0, 100, "num_gpus"},
        {"num_gpus = 100", 3, 3, "--gpus"}, {"num_gpus = 65535", 0, 65535, "num_gpus"},
        {"num_gpus = 65536", 0, 1, "assumed"}, {"num_gpus = 0", 0, 1, "assumed"},
        {"auto_scale_lr = dict(base_batch_size=16)", 0, 8, "auto_scale_lr.base_batch_size"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct regime r =
            regime_of(NEW, rows[i].more, (struct regime_options){.gpus = rows[i].asked});
        assert_int_equal(r.gpus, rows[i].gpus);
        assert_string_equal(r.gpus_from, rows[i].from);
    }
}

#define HALF "optim_wrapper['type'] = 'AmpOptimWrapper'\n"
#define SEES "fp16 = dict(loss_scale=512.)\n"
#define ZERO                                                                               \
    "runner_type = 'FlexibleRunner'\nstrategy = dict(type='DeepSpeedStrategy', fp16=dict(" \
    "enabled=True), zero_optimization=dict(stage=1))\n"

/* Autocast (a type), or a model that is half itself; with `i`, of inference; gradients that
 * persist (+): until 2.0, between accumulated steps, and not where the engine frees them. */
static void precision(void **state)
{
    (void)state;
    static const struct {
        const char *whole, *more;
        uint32_t torch;
        const char *asked, *want;
    } rows[] = {{NEW, "", 200, "", "float32, i float32"},
        {NEW, HALF, 200, "", "float16, i float16"}, {NEW, "", 200, "bf16", "bfloat16, i bfloat16"},
        {NEW, HALF, 200, "fp32", "float32, i float32"}, {NEW, "", 113, "", "float32 +, i float32"},
        {NEW, "optim_wrapper['accumulative_counts'] = 2", 200, "", "float32 +, i float32"},
        {OLD, SEES, 108, "", "float16 +, i float16"},
        {OLD, SEES, 107, "", "half float16 +, i half float16"},
        {OLD, SEES, 107, "fp32", "float32 +, i float32"},
        {OLD, "", 107, "fp16", "half float16 +, i half float16"},
        {OLD, "", 107, "bf16", "bfloat16 +, i bfloat16"},
        /* a project that is younger than that */
        {OLD, SEES "default_scope = 'mmrotate'", 107, "", "float16 +, i float16"},
        {NEW, ZERO, 200, "", "half float16, i float16"},
        {NEW, ZERO, 113, "", "half float16, i float16"},
        {NEW, ZERO "strategy['zero_optimization'] = dict(stage=2)", 113, "",
            "half float16, i float16"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct regime_options o = {.torch = rows[i].torch, .precision = str_of(rows[i].asked)};
        struct regime r = regime_of(rows[i].whole, rows[i].more, o), without = r;
        regime_without_training(&without);
        str have = arena_printf(given.a, "%s%s%s, i %s%s%s", r.half_model ? "half " : "",
            dtype_name(r.half_model ? r.model_half : r.half), r.grads_persist ? " +" : "",
            without.half_model ? "half " : "",
            dtype_name(without.half_model ? without.model_half : without.half),
            without.grads_persist ? " +" : "");
        assert_string_equal(have.p, rows[i].want);
    }
}

/* Buckets of the engine are there from the start, in the type of the gradients. */
static void buckets(void **state)
{
    (void)state;
    struct graph *g = graph_new(given.ctx, &given.limits, &(struct graph_options){.torch = 200});
    for (int half = 0; half < 2; half++) {
        struct sharding x = {.ranks = 8, .by = STR("x"), .bucket = 1000, .buffers = 2};
        struct regime r = {.gpus = 8, .half_model = half, .sharding = x};
        uint64_t bytes[CATEGORIES];
        regime_states(&r, g, bytes);
        assert_int_equal(bytes[CATEGORY_BUCKETS], 0);
        r.sharding.always = true;
        regime_states(&r, g, bytes);
        assert_int_equal(bytes[CATEGORY_BUCKETS], half ? 4000 : 8000);
    }
}

/* The ends of a run whose project says which releases it takes stay among those. */
static void releases(void **state)
{
    (void)state;
    static const struct {
        const char *whole;
        uint32_t least, most, low, high;
    } rows[] = {{NEW, 0, 0, 200, 108}, {NEW, 112, 0, 200, 112}, {NEW, 107, 0, 200, 108},
        {NEW, 200, 0, 200, 200}, {OLD, 0, 0, 113, 110}, {OLD, 0, 112, 112, 110},
        {OLD, 0, 110, 110, 110}, {OLD, 110, 111, 111, 110}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct settings *s = settings_of(rows[i].whole, "");
        struct regime_options o = {.torch = 0};
        struct regime r = regime_read(s, &o, given.diags);
        r.torch_least = rows[i].least;
        r.torch_most = rows[i].most;
        assert_int_equal(
            uncertain_regime(s, &r, &o, 70, SCENARIO_LOW, given.diags).torch, rows[i].low);
        assert_int_equal(
            uncertain_regime(s, &r, &o, 70, SCENARIO_HIGH, given.diags).torch, rows[i].high);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(optimizers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(gpus, set_up, tear_down),
        cmocka_unit_test_setup_teardown(precision, set_up, tear_down),
        cmocka_unit_test_setup_teardown(buckets, set_up, tear_down),
        cmocka_unit_test_setup_teardown(releases, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("regime", tests, NULL, NULL);
}
