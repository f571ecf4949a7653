#include "texts.h"

#include "memory/regime.h"
#include "memory/uncertain.h"
#include "settings/settings.h"

static struct settings *settings_of(const char *wrapper)
{
    str text = arena_printf(given.a,
        "model = dict(type='RetinaNet')\ntrain_dataloader = dict(batch_size=2)\n"
        "train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=12)\n"
        "optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='AdamW', lr=1e-4))\n"
        "%s\n",
        wrapper);
    struct config *c = config_of("sharded.py", text.p);
    assert_false(c->failed);
    struct settings_options options = {.files = given.files};
    struct settings *s = settings_extract(given.library, given.a, c, &options, given.diags);
    assert_non_null(s);
    return s;
}

static struct sharding sharding_of(const char *wrapper, uint32_t gpus)
{
    return sharding_read(settings_of(wrapper), gpus);
}

#define FSDP(strategy)                                                                             \
    "model_wrapper_cfg = dict(type='MMFullyShardedDataParallel', sharding_strategy='" strategy "'" \
    ")"

/* What each strategy divides, by the documentation of torch.distributed.fsdp.ShardingStrategy. */
static void strategies(void **state)
{
    (void)state;
    struct sharding whole = sharding_of(FSDP("FULL_SHARD"), 8),
                    some = sharding_of(FSDP("SHARD_GRAD_OP"), 8),
                    none = sharding_of(FSDP("NO_SHARD"), 8), plain = sharding_of("", 8);
    assert_true(whole.weights && whole.gradients && whole.states && whole.ranks == 8);
    assert_true(some.gradients && some.states && some.ranks == 8);
    assert_false(none.weights || none.gradients || none.states);
    assert_false(plain.weights || plain.gradients || plain.states);
    assert_true(plain.ddp && plain.by.n == 0 && whole.by.n > 0);
    /* within a node of eight, if there are as many */
    assert_int_equal(sharding_of(FSDP("HYBRID_SHARD"), 16).ranks, 8);
    assert_int_equal(sharding_of(FSDP("HYBRID_SHARD"), 4).ranks, 4);
}

/* Nothing can be divided among one. */
static void one_gpu(void **state)
{
    (void)state;
    struct sharding x = sharding_of(FSDP("FULL_SHARD"), 1);
    assert_int_equal(x.ranks, 1);
    assert_false(x.weights || x.gradients || x.states || x.weights_on_host || x.states_on_host);
    assert_int_equal(sharding_part(&x, 1001), 1001);
}

static void parts(void **state)
{
    (void)state;
    struct sharding x = {.ranks = 8};
    assert_int_equal(sharding_part(&x, 0), 0);
    assert_int_equal(sharding_part(&x, 1), 1);
    assert_int_equal(sharding_part(&x, 8), 1);
    assert_int_equal(sharding_part(&x, 9), 2);
}

/* --- whole parameters, the largest first, each to the GPU that has the least --- */

static uint64_t fullest(const uint64_t *sizes, size_t n, uint32_t ranks)
{
    uint64_t held[8] = {0}, most = 0;
    bool given_out[16] = {0};
    for (size_t k = 0; k < n; k++) {
        size_t next = 16, least = 0;
        for (size_t i = 0; i < n; i++) {
            next = !given_out[i] && (next == 16 || sizes[i] > sizes[next]) ? i : next;
        }
        for (size_t r = 1; r < ranks; r++) {
            least = held[r] < held[least] ? r : least;
        }
        given_out[next] = true;
        held[least] += sizes[next];
        most = held[least] > most ? held[least] : most;
    }
    return most;
}

static void unevenness(void **state)
{
    (void)state;
    static const uint64_t cases[][5] = {
        {1, 2, 3, 4, 5}, {9, 1, 1, 1, 1}, {5, 5, 5, 5, 5}, {7, 6, 5, 4, 100}, {1, 1, 2, 8, 13}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        for (uint32_t ranks = 2; ranks <= 4; ranks++) {
            struct graph g = {0};
            struct sharding s = {.ranks = ranks, .reduces = REDUCE_DDP};
            uint64_t even = 0;
            vec_push(given.ctx, &g.params, ((struct parameter){0})); /* 0 is none */
            for (size_t i = 0; i < 5; i++) {
                struct parameter p = {.trainable = true};
                p.shape.n = 1;
                p.shape.size[0] = (int64_t)cases[c][i];
                vec_push(given.ctx, &g.params, p);
                even += sharding_part(&s, cases[c][i]);
            }
            uint64_t most = fullest(cases[c], 5, ranks);
            assert_int_equal(sharding_unevenness(&s, &g), most > even ? most - even : 0);
        }
    }
}

/* --- what lives through training, of one parameter --- */

enum {
    ELEMS = 1 << 20
};

/* Bytes of each element, of what eight GPUs hold of it. */
static void lives(struct regime r, double weights, double gradients, double states, double buckets)
{
    struct parameter p = {
        .dtype = r.half_model ? DTYPE_F16 : DTYPE_F32, .trainable = true, .used = true};
    uint64_t bytes[CATEGORIES];
    p.shape.n = 1;
    p.shape.size[0] = ELEMS;
    r.state_bytes = 8;
    regime_parameter_bytes(&r, &p, bytes);
    assert_true((double)bytes[CATEGORY_WEIGHTS] == weights * ELEMS);
    assert_true((double)bytes[CATEGORY_GRADIENTS] == gradients * ELEMS);
    assert_true((double)bytes[CATEGORY_OPTIMIZER] == states * ELEMS);
    assert_true((double)bytes[CATEGORY_BUCKETS] == buckets * ELEMS);
}

/* Adam's two moments are 8 bytes of an element; ZeRO divides them, gradients and weights, one after
 * the other (arXiv 1910.02054, figure 1, with 2 + 2 + 12 bytes); zero_grad() keeps gradients until
 * PyTorch 2.0. */
static void each_stage(void **state)
{
    (void)state;
    const struct sharding none = {.ranks = 1, .ddp = true};
    lives((struct regime){.gpus = 1, .sharding = none}, 4, 0, 8, 0);
    lives((struct regime){.gpus = 1, .sharding = none, .grads_persist = true}, 4, 4, 8, 0);
    lives((struct regime){.gpus = 8, .sharding = none}, 4, 0, 8, 4);
    lives((struct regime){.gpus = 8, .sharding = none, .ema = true}, 4, 0, 12, 4);
    lives((struct regime){.gpus = 1, .sharding = none, .inference = true}, 4, 0, 0, 0);
    /* mmcv's fp16 before autocast: masters and their gradients beside the moments */
    lives((struct regime){.gpus = 1, .sharding = none, .half_model = true}, 2, 0, 16, 0);
    const struct sharding one = {.ranks = 8, .states = true, .masters = MASTERS_APART};
    struct sharding two = one, three, host;
    two.gradients = two.always = true;
    three = two;
    three.weights = true;
    host = three;
    host.states_on_host = true;
    lives((struct regime){.gpus = 8, .half_model = true, .sharding = one}, 2, 0, 1.5, 0);
    lives((struct regime){.gpus = 8, .half_model = true, .sharding = two}, 2, 0.25, 1.5, 0);
    lives((struct regime){.gpus = 8, .half_model = true, .sharding = three}, 0.25, 0.25, 1.5, 0);
    lives((struct regime){.gpus = 8, .half_model = true, .sharding = host}, 0.25, 0, 0, 0);
    host.weights_on_host = true;
    lives((struct regime){.gpus = 8, .half_model = true, .sharding = host}, 0, 0, 0, 0);
    /* those that come in backward alone stay between steps with a zero_grad() that zeroes */
    two.always = false;
    lives((struct regime){.gpus = 8, .half_model = true, .sharding = two}, 2, 0, 1.5, 0);
    struct regime old = {.gpus = 8, .half_model = true, .sharding = two, .grads_persist = true};
    lives(old, 2, 0.25, 1.5, 0);
    /* FSDP's own part is in single precision, and the only one */
    const struct sharding alone = {
        .ranks = 8, .weights = true, .gradients = true, .states = true, .masters = MASTERS_ALONE};
    old.sharding = alone;
    lives(old, 0.5, 0.5, 1, 0);
}

/* What is not trained has neither a gradient nor states, and nor has what no loss reaches. */
static void what_is_not_trained(void **state)
{
    (void)state;
    static const struct {
        bool is_buffer, trainable, used;
        uint64_t gradient, states;
    } rows[] = {{true, true, true, 0, 0}, {false, false, true, 0, 0}, {false, true, false, 0, 0},
        {false, true, true, 1024, 2048}};
    struct regime r = {.gpus = 1, .state_bytes = 8, .grads_persist = true, .sharding.ranks = 1};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct parameter p = {.dtype = DTYPE_F32,
            .is_buffer = rows[i].is_buffer,
            .trainable = rows[i].trainable,
            .used = rows[i].used};
        uint64_t bytes[CATEGORIES];
        p.shape.n = 1;
        p.shape.size[0] = 129; /* 516 bytes: two pieces of 512 */
        regime_parameter_bytes(&r, &p, bytes);
        assert_int_equal(bytes[CATEGORY_WEIGHTS], 1024);
        assert_int_equal(bytes[CATEGORY_GRADIENTS], rows[i].gradient);
        assert_int_equal(bytes[CATEGORY_OPTIMIZER], rows[i].states);
    }
}

/* Of eight GPUs: what is divided (w, g, s) and lies with the host (W, S), units of how many
 * elements, when gradients are reduced, in buckets of how many, with how many buffers, what stays
 * gathered and what comes early. */
static const char *described(const char *wrapper)
{
    static const char *const units[] = {"model", "size", "types", "modules", "chunks"};
    static const char *const reduces[] = {"ddp", "unit", "bucket", "end", "place"};
    static const char *const masters[] = {"", "apart", "alone"};
    struct sharding x = sharding_of(wrapper, 8);
    return arena_printf(given.a, "%s%s%s%s%s%s %s %llu, %s %llu x %u of %u, %lld %llu %lld, %s%s",
        x.weights ? "w" : "", x.gradients ? "g" : "", x.states ? "s" : "",
        x.weights_on_host ? "W" : "", x.states_on_host ? "S" : "", x.always ? "!" : "",
        units[x.units], (unsigned long long)x.least, reduces[x.reduces],
        (unsigned long long)x.bucket, x.buffers, x.reduce_bytes, (long long)x.keeps,
        (unsigned long long)x.small, (long long)x.ahead, masters[x.masters],
        x.whole ? " whole" : "")
        .p;
}

#define STRATEGY(type, more) \
    "runner_type = 'FlexibleRunner'\nstrategy = dict(type='" type "', " more ")"
#define ZERO(more) \
    STRATEGY("DeepSpeedStrategy", "fp16=dict(enabled=True), zero_optimization=dict(" more ")")
#define PLUGIN(more) STRATEGY("ColossalAIStrategy", "plugin=dict(" more ")")

/* The defaults are those of DeepSpeed's DeepSpeedZeroConfig, of ColossalAI's plugins and of
 * torch.distributed.fsdp. */
static void libraries(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {ZERO("stage=0"), " model 0, end 500000000 x 0 of 0, 0 0 0, apart whole"},
        {ZERO("stage=1"), "s model 0, end 500000000 x 0 of 0, 0 0 0, apart whole"},
        {ZERO("stage=2"), "gs model 0, bucket 500000000 x 1 of 0, 0 0 0, apart whole"},
        {ZERO("stage=2, overlap_comm=True, reduce_bucket_size=1e6"),
            "gs model 0, bucket 1000000 x 2 of 0, 0 0 0, apart whole"},
        {ZERO("stage=2, contiguous_gradients=False"),
            "gs model 0, bucket 500000000 x 0 of 0, 0 0 0, apart whole"},
        {ZERO("stage=2, contiguous_gradients=False, offload_optimizer=dict(device='cpu')"),
            "gsS model 0, bucket 500000000 x 1 of 0, 0 0 0, apart whole"},
        {ZERO("stage=2, offload_optimizer=dict(device='none')"),
            "gs model 0, bucket 500000000 x 1 of 0, 0 0 0, apart whole"},
        {ZERO("stage=3"),
            "wgs! modules 0, bucket 500000000 x 1 of 0, 1000000000 100000 50000000, apart whole"},
        {ZERO("stage=2, cpu_offload=True, reduce_bucket_size=-1"),
            "gsS model 0, bucket 500000000 x 1 of 0, 0 0 0, apart whole"},
        {ZERO("stage=4"), " model 0, ddp 0 x 0 of 0, 0 0 0, "},
        {STRATEGY("DeepSpeedStrategy", "zero_optimization=dict(stage=0)"),
            " model 0, end 500000000 x 0 of 0, 0 0 0,  whole"},
        {STRATEGY("DeepSpeedStrategy", "config=dict(zero_optimization=dict(stage=1))"),
            "s model 0, end 500000000 x 0 of 0, 0 0 0, apart whole"},
        {STRATEGY("DeepSpeedStrategy", "config='a.json'"), " model 0, ddp 0 x 0 of 0, 0 0 0, "},
        {STRATEGY("DeepSpeedStrategy", "config='a.json', zero_optimization=dict(stage=1)"),
            "s model 0, end 500000000 x 0 of 0, 0 0 0, apart whole"},
        {"strategy = dict(type='DeepSpeedStrategy', zero_optimization=dict(stage=1))",
            " model 0, ddp 0 x 0 of 0, 0 0 0, "},
        {ZERO("stage=3, contiguous_gradients=False, cpu_offload_param=True"),
            "wgsW! modules 0, bucket 500000000 x 0 of 0, 1000000000 100000 50000000, apart whole"},
        {ZERO("stage=3, stage3_max_live_parameters=1e8, stage3_param_persistence_threshold=10, "
              "stage3_prefetch_bucket_size=20, offload_param=dict(device='cpu')"),
            "wgsW! modules 0, bucket 500000000 x 1 of 0, 100000000 10 20, apart whole"},
        {PLUGIN("type='LowLevelZeroPlugin'"),
            "s model 0, end 12582912 x 0 of 0, 0 0 0, apart whole"},
        {PLUGIN("type='LowLevelZeroPlugin', stage=2, reduce_bucket_size_in_m=4, cpu_offload=True"),
            "gsS model 0, bucket 4194304 x 0 of 0, 0 0 0, apart whole"},
        {PLUGIN("type='GeminiPlugin'"),
            "wgs chunks 33554432, place 0 x 0 of 0, 0 0 0, apart whole"},
        {PLUGIN("type='GeminiPlugin', offload_optim_frac=1, offload_param_frac=1"),
            "wgsWS chunks 33554432, place 0 x 0 of 0, 0 0 0, apart whole"},
        {PLUGIN("type='GeminiPlugin', placement_policy='cpu'"),
            "wgsS chunks 33554432, place 0 x 0 of 0, 0 0 0, apart whole"},
        {STRATEGY("ColossalAIStrategy", "mixed_precision='fp16'"),
            "wgs chunks 33554432, place 0 x 0 of 0, 0 0 0, apart whole"},
        {STRATEGY("ColossalAIStrategy", "plugin='lowlevel-zero'"),
            "s model 0, end 12582912 x 0 of 0, 0 0 0, apart whole"},
        {PLUGIN("stage=1"), "wgs chunks 33554432, place 0 x 0 of 0, 0 0 0, apart whole"},
        {PLUGIN("type='HybridParallelPlugin'"), " model 0, ddp 0 x 0 of 0, 0 0 0, "},
        {PLUGIN("type='TorchFSDPPlugin'"), "wgs model 0, unit 0 x 0 of 0, 0 0 0, alone"},
        {PLUGIN("type='TorchDDPPlugin'"), " model 0, ddp 0 x 0 of 0, 0 0 0, "},
        {STRATEGY("FSDPStrategy", "model_wrapper=None"),
            "wgs model 0, unit 0 x 0 of 0, 0 0 0, alone"},
        {STRATEGY("FSDPStrategy",
             "model_wrapper=dict(cpu_offload=dict(offload_params=False), "
             "backward_prefetch='BACKWARD_POST', auto_wrap_policy=dict("
             "type='transformer_auto_wrap_policy', transformer_layer_cls='a.Block'))"),
            "wgs types 0, unit 0 x 0 of 0, 0 0 0, alone"},
        {STRATEGY("FSDPStrategy",
             "model_wrapper=dict(cpu_offload=dict(offload_params=True), "
             "auto_wrap_policy=dict(type='ModuleWrapPolicy', module_classes=['A', 'B']))"),
            "wgsWS types 0, unit 0 x 0 of 0, 0 0 0, alone"},
        {STRATEGY(
             "FSDPStrategy", "model_wrapper=dict(auto_wrap_policy='transformer_auto_wrap_policy')"),
            "wgs model 0, unit 0 x 0 of 0, 0 0 0, alone"},
        {STRATEGY(
             "FSDPStrategy", "model_wrapper=dict()") "\noptim_wrapper['accumulative_counts'] = 2",
            "ws model 0, unit 0 x 0 of 0, 0 0 0, alone"},
        {"optim_wrapper['optimizer']['type'] = 'ZeroRedundancyOptimizer'",
            "s model 0, ddp 0 x 0 of 0, 0 0 0, "},
        {FSDP("SHARD_GRAD_OP"), "wgs model 0, unit 0 x 0 of 0, -1 0 0, alone"},
        {"model_wrapper_cfg = dict(type='MMFullyShardedDataParallel', cpu_offload=True, "
         "auto_wrap_policy=dict(type='size_based_auto_wrap_policy', min_num_params=1e6), "
         "backward_prefetch='BACKWARD_PRE', mixed_precision=dict(param_dtype='float16', "
         "reduce_dtype='float32'))",
            "wgsWS size 1000000, unit 0 x 0 of 4, 0 0 -1, alone"},
        {"model_wrapper_cfg = dict(type='MMFullyShardedDataParallel', "
         "auto_wrap_policy='always_wrap_policy', mixed_precision=dict(reduce_dtype='bfloat16'))",
            "wgs modules 0, unit 0 x 0 of 2, 0 0 0, alone"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_string_equal(described(rows[i][0]), rows[i][1]);
    }
}

/* --- what is not known of a run --- */

static const char OLD[] = "optimizer = dict(type='SGD', lr=0.02, momentum=0.9)\n"
                          "data = dict(samples_per_gpu=2)\nrunner = dict(max_epochs=12)\n"
                          "del optim_wrapper, train_cfg, train_dataloader";

/* Without --torch the low end of mmcv's runs is that of 1.13, and the high end of mmengine's that
 * of 1.8, as far as the card allows; what cuDNN takes is known for Volta and Hopper. */
static void ends_of_a_run(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t asked, compute, card, low, expected, high;
        bool known;
    } rows[] = {{"", 0, 70, 0, 200, 200, 108, true}, {"", 0, 80, 0, 200, 200, 108, false},
        {"", 0, 89, 0, 200, 200, 108, false}, {"", 0, 90, 0, 200, 200, 108, true},
        {"", 0, 100, 0, 200, 200, 108, false}, {"", 0, 70, 111, 200, 200, 111, true},
        {"", 201, 70, 0, 201, 201, 201, true}, {OLD, 0, 70, 0, 113, 110, 110, true},
        {OLD, 109, 70, 0, 109, 109, 109, true}, {OLD, 0, 86, 0, 113, 110, 110, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct settings *s = settings_of(rows[i].text);
        struct regime_options o = {.torch = rows[i].asked, .card = rows[i].card};
        struct regime r = regime_read(s, &o, given.diags);
        struct regime low = uncertain_regime(s, &r, &o, rows[i].compute, SCENARIO_LOW, given.diags);
        struct regime high =
            uncertain_regime(s, &r, &o, rows[i].compute, SCENARIO_HIGH, given.diags);
        assert_int_equal(r.torch, rows[i].expected);
        assert_int_equal(low.torch, rows[i].low);
        assert_int_equal(high.torch, rows[i].high);
        assert_int_equal(low.workspaces == high.workspaces, rows[i].known);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(strategies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_gpu, set_up, tear_down),
        cmocka_unit_test_setup_teardown(parts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unevenness, set_up, tear_down),
        cmocka_unit_test_setup_teardown(libraries, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ends_of_a_run, set_up, tear_down),
        cmocka_unit_test(each_stage),
        cmocka_unit_test(what_is_not_trained),
    };
    return cmocka_run_group_tests_name("sharding", tests, NULL, NULL);
}
