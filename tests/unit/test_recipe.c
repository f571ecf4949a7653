/* The recipe of a run, and all that follows another batch: docs/planning.md, counted by hand. */
#include "texts.h"

#include "plan/probe.h"
#include "settings/settings.h"

#define SGD    "dict(type='SGD', lr=0.02)"
#define ADAM   "dict(type='AdamW', lr=0.02)"
#define WARMUP "param_scheduler = [dict(type='LinearLR', start_factor=0.1, begin=0, end=5)]\n"
#define LATE   "param_scheduler = [dict(type='LinearLR', start_factor=0.1, begin=4, end=5)]\n"
#define SCALES "auto_scale_lr = dict(enable=True, base_batch_size=16)\n"
#define STATED "auto_scale_lr = dict(enable=False, base_batch_size=16)\n"

static struct settings *settings_of(const char *name, const char *optimizer, const char *more)
{
    str text = arena_printf(given.a,
        "default_scope = 'mmdet'\nmodel = dict(type='RetinaNet')\n"
        "train_dataloader = dict(batch_size=16)\n"
        "train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=12)\n"
        "optim_wrapper = dict(type='OptimWrapper', optimizer=%s)\n%s\n",
        optimizer, more);
    struct config *c = config_of(name, text.p);
    assert_false(c->failed);
    struct settings_options options = {.files = given.files};
    struct settings *s = settings_extract(given.library, given.a, c, &options, given.diags);
    assert_non_null(s);
    return s;
}

static struct recipe recipe_of(struct settings *s, struct recipe_options o)
{
    struct regime_options asked = {.torch = 200};
    struct regime now = regime_read(s, &asked, given.diags);
    struct recipe r;
    recipe_read(&r, given.a, s, &now, 16, &o);
    return r;
}

/* How far an update of 16 samples may grow, and why not further. */
static void growth(void **state)
{
    (void)state;
    static const struct {
        const char *optimizer, *more;
        struct recipe_options o;
        int64_t most;
        const char *why;
    } rows[] = {{SGD, "", {0}, 32, "twice without a warmup"},
        {SGD, LATE, {0}, 32, "twice without a warmup"},
        {SGD, WARMUP, {0}, 128, "8 times with SGD: "},
        {SGD, "", {.rule = LR_SQRT}, 128, "8 times with SGD: "},
        {ADAM, "", {0}, 128, "8 times with AdamW: "},
        {ADAM, "", {.rule = LR_LINEAR}, 32, "twice without a warmup"},
        {ADAM, WARMUP, {.growth = 2.5}, 40, "--max-growth"},
        {ADAM, "", {.growth = 0.5}, 16, "--max-growth"}, /* it need not shrink */
        {"dict(type='Unheard', lr=0.1)", "", {0}, 16, "no rule is published for this optimizer"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct settings *s = settings_of("recipe.py", rows[i].optimizer, rows[i].more);
        struct recipe r = recipe_of(s, rows[i].o);
        assert_int_equal(r.meant, 16);
        assert_int_equal(r.most, rows[i].most);
        assert_true(str_starts(r.most_from, str_of(rows[i].why)));
    }
}

/* The samples of one GPU are a whole number: the nearest, a half is rounded up, one at least. */
static void of_one_gpu(void **state)
{
    (void)state;
    static const int64_t rows[][3] = {{4, 2, 2}, {5, 2, 3}, {16, 3, 5}, {17, 3, 6}, {1, 8, 1},
        {11, 8, 1}, {12, 8, 2}, {13, 8, 2}, {20, 8, 3}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct recipe r = {.meant = rows[i][0], .gpus = rows[i][1]};
        assert_int_equal(recipe_per_gpu(&r), rows[i][2]);
    }
}

/* "path = value; ..." of another batch and other steps. */
static const char *followed(
    struct settings *s, struct recipe_options o, int64_t batch, int64_t accumulation)
{
    struct recipe r = recipe_of(s, o);
    struct changes *made = changes_new(given.a);
    struct followed f = {.arena = given.a};
    str all = STR("");
    assert_true(recipe_follow(&r, s, batch, accumulation, made, &f));
    VEC_EACH (const struct change, one, &made->list) {
        all = arena_printf(given.a, "%.*s%s%.*s%s%s", STR_ARG(all), all.n ? "; " : "",
            STR_ARG(one->path), one->deletes ? " goes" : " = ",
            one->deletes ? "" : shown(&one->value));
    }
    return all.p;
}

#define BATCH(n)   "train_dataloader.batch_size = " #n
#define RATE(x)    "; optim_wrapper.optimizer.lr = " #x
#define BASE(n)    "; auto_scale_lr.base_batch_size = " #n
#define STEPS(n)   "optim_wrapper.accumulative_counts = " #n
#define ITS_OWN(x) "dict(type='SGD', lr=0.02, batch_size_per_gpu=" #x ")"
#define FLOOR      "param_scheduler = [dict(type='CosineAnnealingLR', T_max=12, eta_min=0.001)]\n"

static void what_follows(void **state)
{
    (void)state;
    static const struct {
        const char *name, *optimizer, *more;
        struct recipe_options o;
        int64_t batch, steps;
        const char *want;
    } rows[] = {{"recipe.py", SGD, "", {0}, 16, 1, ""},
        {"recipe.py", SGD, WARMUP, {0}, 32, 1, BATCH(32) RATE(0.04)},
        {"recipe.py", ADAM, "", {0}, 64, 1, BATCH(64) RATE(0.04)},
        {"recipe.py", SGD, WARMUP, {.rule = LR_KEEP}, 32, 1, BATCH(32)},
        {"recipe.py", SGD, WARMUP, {0}, 16, 2, STEPS(2) RATE(0.04)},
        {"recipe.py", SGD, WARMUP, {0}, 8, 2, BATCH(8) "; " STEPS(2)},
        /* a plan that knows only the result would grow it again from half of the bound on */
        {"recipe.py", SGD, WARMUP, {0}, 64, 1, BATCH(64) RATE(0.08)},
        {"recipe.py", SGD, WARMUP, {0}, 65, 1,
            BATCH(65) RATE(0.08125) "; cfglint.update = 65; cfglint.origin = 16"},
        {"recipe_1xb16.py", SGD, WARMUP, {0}, 128, 1,
            BATCH(128) RATE(0.16) "; cfglint.update = 128"}, /* the name tells the origin */
        /* what auto_scale_lr compares with: without the accumulated steps */
        {"recipe.py", SGD, STATED, {0}, 32, 1,
            BATCH(32) RATE(0.04) BASE(32) "; cfglint.origin = 16"},
        {"recipe.py", SGD, STATED, {0}, 8, 2, BATCH(8) "; " STEPS(2) BASE(8)},
        {"recipe.py", SGD, STATED, {.rule = LR_KEEP}, 8, 4, BATCH(8) "; " STEPS(4) BASE(4)},
        /* it scales the rates of the optimizer, and no floor of a schedule */
        {"recipe.py", SGD, SCALES FLOOR, {0}, 32, 1,
            BATCH(32) "; param_scheduler.0.eta_min = 0.002; cfglint.update = 32; "
                      "cfglint.origin = 16"},
        /* YOLO's constructor has a batch of its own: one at least */
        {"recipe.py", ITS_OWN(16), "", {.rule = LR_KEEP}, 32, 1,
            "optim_wrapper.optimizer.batch_size_per_gpu = 32; " BATCH(32)},
        {"recipe.py", ITS_OWN(1), "", {.rule = LR_KEEP}, 4, 1, BATCH(4)}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct settings *s = settings_of(rows[i].name, rows[i].optimizer, rows[i].more);
        assert_string_equal(followed(s, rows[i].o, rows[i].batch, rows[i].steps), rows[i].want);
    }
}

/* --- what a search may try --- */

static struct plan plan;
static const struct plan_options none;

static struct search search_of(int64_t gpus, int64_t meant, int64_t most)
{
    plan = (struct plan){.recipe = {.gpus = gpus, .meant = meant, .most = most}};
    return (struct search){
        .p = &plan, .o = &none, .accumulation = 1, .most = MOST_SAMPLES, .most_steps = 65536};
}

/* Steps that come nearest to the samples that the rate is meant for. */
static void steps(void **state)
{
    (void)state;
    static const int64_t rows[][4] = {/* GPUs, meant, batch, steps */
        {1, 16, 16, 1}, {1, 16, 8, 2}, {1, 16, 3, 5}, {1, 16, 6, 3}, {1, 16, 7, 2}, {1, 16, 32, 1},
        {1, 16, 100, 1}, {2, 16, 3, 3}, {8, 16, 1, 2}, {8, 16, 2, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct search x = search_of(rows[i][0], rows[i][1], 1000);
        assert_int_equal(accumulation_for(&x, rows[i][2]), rows[i][3]);
    }
    struct search x = search_of(1, 16, 1000);
    x.most_steps = 4;
    assert_int_equal(accumulation_for(&x, 1), 4);
    const struct plan_options keeps = {.keep = KEEP_ACCUMULATION};
    x.o = &keeps;
    assert_int_equal(accumulation_for(&x, 1), 1);
}

/* The bound of an update is shared by the GPUs; a sample may always be tried. */
static void batches(void **state)
{
    (void)state;
    static const int64_t rows[][4] = {/* GPUs, most of an update, of the model, of one GPU */
        {1, 32, 4096, 32}, {2, 32, 4096, 16}, {3, 32, 4096, 10}, {64, 32, 4096, 1}, {1, 32, 5, 5},
        {1, 10000, 4096, 4096}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct search x = search_of(rows[i][0], 16, rows[i][1]);
        x.most = rows[i][2];
        assert_int_equal(most_to_try(&x), rows[i][3]);
    }
}

/* Expected under the target, and the high end under 98 % of the card: both may be reached. */
static void under(void **state)
{
    (void)state;
    static const struct {
        struct interval used;
        bool fits;
    } rows[] = {{{60, 70, 98}, true}, {{60, 71, 98}, false}, {{60, 70, 99}, false}};
    struct search x = search_of(1, 16, 16);
    plan.target_bytes = 70;
    plan.gpu_bytes = 100;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(is_under(&x, &rows[i].used), rows[i].fits);
    }
}

/* --- what searches for one config keep --- */

/* Each part of a key tells two probes apart, and what was recorded with the ends stays so. */
static void probes(void **state)
{
    (void)state;
    struct plan_memo *m = plan_memo_new(given.ctx);
    struct gpu_facts gpu = {
        .compute = 80, .sms = 108, .sm_threads = 2048, .context_mib = 400, .speed = {.half = 1}};
    struct probe_key key = {STR("fp16"), STR("FSDP"), true, true, 4, gpu, 200};
    struct probe p = {.seconds = 7}, out;
    bool ends;
    recorded_keep(m, &key, true, &p);
    for (int i = 0; i < 12; i++) {
        struct probe_key k = key;
        switch (i) {
        case 0: k.precision = STR("bf16"); break;
        case 1: k.repairs = STR(""); break;
        case 2: k.checkpointing = false; break;
        case 3: k.accumulates = false; break;
        case 4: k.batch = 5; break;
        case 5: k.torch = 201; break;
        case 6: k.gpu.compute = 86; break;
        case 7: k.gpu.sms = 84; break;
        case 8: k.gpu.sm_threads = 1536; break;
        case 9: k.gpu.context_mib = 401; break;
        case 10: k.gpu.speed.half = 2; break;
        default: k.gpu.speed.nvlink_gpus = 4; break;
        }
        assert_false(recorded_find(m, &k, &out, &ends));
    }
    assert_true(recorded_find(m, &key, &out, &ends) && ends && out.seconds == 7);
    p.seconds = 8;
    recorded_keep(m, &key, false, &p); /* in its place */
    assert_true(recorded_find(m, &key, &out, &ends) && !ends && out.seconds == 8);
}

/* The config as it is, once for each card and each PyTorch that the card asks for. */
static void as_it_is(void **state)
{
    (void)state;
    struct plan_memo *m = plan_memo_new(given.ctx);
    struct estimate_options o = {.gpu = {.compute = 80, .sms = 108}}, other = o;
    struct estimate e;
    recorded_keep_now(m, &o, &e);
    assert_ptr_equal(recorded_now(m, &o), &e);
    other.regime.card = 111;
    assert_null(recorded_now(m, &other));
    other = o;
    other.gpu.sms = 84;
    assert_null(recorded_now(m, &other));
}

/* Bytes of one sample more lie between the smallest and the largest batch of one kind; where the
 * card has none, between those of another one. */
static void slopes(void **state)
{
    (void)state;
    struct plan_memo *m = plan_memo_new(given.ctx);
    struct estimate_options here = {.gpu.compute = 80}, there = {.gpu.compute = 86};
    struct estimate e;
    struct probe_key k = {STR("fp16"), STR(""), false, false, 4, there.gpu, 200};
    static const int64_t batches[] = {4, 2, 8, 6};
    recorded_keep_now(m, &here, &e);
    recorded_keep_now(m, &there, &e);
    for (size_t i = 0; i < 4; i++) {
        struct probe p = {.used.expected = (uint64_t)(1000 + batches[i] * batches[i])};
        k.batch = batches[i];
        assert_true(recorded_slope(m, &k) == (i == 0 ? 0 : i == 1 ? 0 : i == 2 ? 6 : 10));
        recorded_keep(m, &k, true, &p);
    }
    assert_true(recorded_slope(m, &k) == 10); /* 64 - 4 in 8 - 2 */
    k.gpu = here.gpu;
    assert_true(recorded_slope(m, &k) == 10);
    k.accumulates = true;
    assert_true(recorded_slope(m, &k) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(growth, set_up, tear_down),
        cmocka_unit_test(of_one_gpu),
        cmocka_unit_test_setup_teardown(what_follows, set_up, tear_down),
        cmocka_unit_test(steps),
        cmocka_unit_test(batches),
        cmocka_unit_test(under),
        cmocka_unit_test_setup_teardown(probes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(as_it_is, set_up, tear_down),
        cmocka_unit_test_setup_teardown(slopes, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("recipe", tests, NULL, NULL);
}
