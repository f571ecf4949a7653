/* How a setting is written where it is said in a way that few configs have: by the scripts that
 * read it. */
#include "texts.h"

#include "settings/settings.h"

static const char MMENGINE[] =
    "default_scope = 'mmdet'\nmodel = dict(type='RetinaNet')\ntrain_dataloader = "
    "dict(batch_size=2)\n"
    "train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=12)\n"
    "optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.1))\n%s\n";
static const char MMDET[] = "model = dict(type='RetinaNet')\ndata = dict(samples_per_gpu=2)\n"
                            "optimizer = dict(type='SGD', lr=0.1)\noptimizer_config = dict()\n"
                            "lr_config = dict(policy='step', step=[8])\n"
                            "runner = dict(type='EpochBasedRunner', max_epochs=12)\n%s\n";

/* "path = value; path goes", or why not. */
static const char *changed(const char *whole, const char *more, const char *name, const char *text)
{
    struct config *c = config_of("changes.py", arena_printf(given.a, whole, more).p);
    assert_false(c->failed);
    struct settings_options options = {.files = given.files};
    struct settings *s = settings_extract(given.library, given.a, c, &options, given.diags);
    struct changes *made = changes_new(given.a);
    char *end;
    long number = strtol(text, &end, 10);
    str why = STR(""), all = STR("");
    struct value v = *end ? value_string(given.a, str_of(text)) : value_int(number);
    assert_non_null(s);
    if (!settings_change(s, name, v, made, &why)) {
        return arena_str(given.a, why).p;
    }
    VEC_EACH (const struct change, one, &made->list) {
        all = arena_printf(given.a, "%.*s%s%.*s%s%s", STR_ARG(all), all.n ? "; " : "",
            STR_ARG(one->path), one->deletes ? " goes" : " = ",
            one->deletes ? "" : shown(&one->value));
    }
    return all.p;
}

#define DEEPSPEED(more) \
    "runner_type = 'FlexibleRunner'\nstrategy = dict(type='DeepSpeedStrategy', " more ")"
#define HOOK(more) "optimizer_config = dict(type='DistOptimizerHook', " more ")"

static void precision(void **state)
{
    (void)state;
    static const char *const rows[][4] = {
        {MMENGINE, DEEPSPEED(""), "fp16", "strategy.fp16 = {'enabled': True, 'loss_scale': 0}"},
        {MMENGINE, DEEPSPEED("fp16=dict(enabled=True)"), "bf16",
            "strategy.bf16 = {'enabled': True}; strategy.fp16 goes"},
        {MMENGINE, DEEPSPEED("bf16=dict(enabled=True)"), "fp32", "strategy.bf16 goes"},
        {MMENGINE, "optim_wrapper.update(type='AmpOptimWrapper', loss_scale='dynamic')", "bf16",
            "optim_wrapper.loss_scale goes; optim_wrapper.dtype = 'bfloat16'"},
        {MMENGINE, "optim_wrapper.update(type='AmpOptimWrapper', dtype='bfloat16')", "fp16",
            "optim_wrapper.dtype goes"},
        {MMENGINE, "optim_wrapper.update(type='AmpOptimWrapper', dtype='bfloat16')", "fp32",
            "optim_wrapper.type = 'OptimWrapper'; optim_wrapper.dtype goes"},
        {MMENGINE, "", "fp8", "mmengine has no precision fp8"},
        {MMDET, HOOK("use_fp16=True"), "fp32",
            "its hook, DistOptimizerHook, has mixed precision by apex alone"},
        {MMDET,
            "optimizer_config = dict(type='GradientCumulativeFp16OptimizerHook', "
            "cumulative_iters=2, loss_scale=512.)",
            "fp32",
            "optimizer_config.type = 'GradientCumulativeOptimizerHook'; "
            "optimizer_config.loss_scale goes"},
        {MMDET, "optimizer_config = dict(type='Fp16OptimizerHook', distributed=False)", "fp32",
            "optimizer_config.type = 'OptimizerHook'; optimizer_config.distributed goes"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_string_equal(changed(rows[i][0], rows[i][1], "precision", rows[i][2]), rows[i][3]);
    }
}

static void steps(void **state)
{
    (void)state;
    static const char *const rows[][4] = {
        {MMENGINE, DEEPSPEED(""), "4", "strategy.gradient_accumulation_steps = 4"},
        {MMENGINE, "optim_wrapper = dict(type='OptimWrapper')", "4",
            "the optimizer wrapper is not one plain wrapper"},
        {MMDET, HOOK("update_interval=1, use_fp16=True"), "4",
            "optimizer_config.update_interval = 4"},
        {MMDET, HOOK("use_fp16=True"), "4",
            "whether its DistOptimizerHook adds up gradients is not known: it names no "
            "update_interval"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_string_equal(
            changed(rows[i][0], rows[i][1], "accumulation", rows[i][2]), rows[i][3]);
    }
}

/* GPUs x samples, as names of configs have it: no picture's sides, and no more than 64 of either.
 */
static void named(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int64_t batch; /* 0: the name tells none */
    } rows[] = {{"fcn_8xb2-80k.py", 16}, {"fcn_b4x2.py", 8}, {"fcn_4x8_80k.py", 32},
        {"fcn_4x64.py", 256}, {"fcn_64x4.py", 256}, {"fcn_4x65.py", 0}, {"fcn_65x4.py", 0},
        {"fcn_512x512.py", 0}, {"fcn_x4.py", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct config *c = config_of(rows[i].name, arena_printf(given.a, MMENGINE, "").p);
        struct settings_options options = {.files = given.files};
        struct settings *s = settings_extract(given.library, given.a, c, &options, given.diags);
        int64_t batch = 0;
        assert_non_null(s);
        bool tells = setting_int(settings_get(s, "named_batch"), &batch);
        assert_int_equal(tells ? batch : 0, rows[i].batch);
    }
}

static const char *listed(const struct changes *c)
{
    str all = STR("");
    VEC_EACH (const struct change, one, &c->list) {
        all = arena_printf(given.a, "%.*s%s%.*s%s%s", STR_ARG(all), all.n ? "; " : "",
            STR_ARG(one->path), one->deletes ? " goes" : " = ",
            one->deletes ? "" : shown(&one->value));
    }
    return all.p;
}

/* A change takes the place of what was to be changed there, or below. */
static void one_after_the_other(void **state)
{
    (void)state;
    struct changes *c = changes_new(given.a);
    changes_put(c, STR("a.b"), value_int(1));
    changes_put(c, STR("a.bc"), value_int(2));
    changes_put(c, STR("a.b.c"), value_int(3));
    changes_drop(c, STR("a.b.d"));
    assert_string_equal(listed(c), "a.b = 1; a.bc = 2; a.b.c = 3; a.b.d goes");
    changes_put(c, STR("a.b.c"), value_int(4));
    assert_string_equal(listed(c), "a.b = 1; a.bc = 2; a.b.d goes; a.b.c = 4");
    changes_put(c, STR("a.b"), value_int(5));
    assert_string_equal(listed(c), "a.bc = 2; a.b = 5");
    changes_drop(c, STR("a.b"));
    assert_string_equal(listed(c), "a.bc = 2; a.b goes");
    changes_drop(c, STR("a"));
    changes_put(c, STR("a.x"), value_int(6));
    assert_string_equal(listed(c), "a goes; a.x = 6");
}

/* What is data can be written; a fix that outlives its config says the same. */
static void copied(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool data;
    } rows[] = {{"None", true}, {"True", true}, {"-7", true}, {"2.5", true}, {"2 ** 70", true},
        {"'text'", true}, {"b'bytes'", true}, {"[1, [2, (3, 'x')]]", true},
        {"{'a': {'b': [1]}}", true}, {"{1: 2, (3, 'k'): 4}", true}, {"len", false},
        {"[1, len]", false}, {"{'a': [lambda: 0]}", false}, {"(slice(1),)", false},
        {"{1, 2}", true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct config *c =
            config_of("copied.py", arena_printf(given.a, "x = [%s]\n", rows[i].text).p);
        const struct value *v = config_at(c, STR("x.0"));
        if (!v) {
            fail_msg("nothing is there: %s", rows[i].text);
        }
        if (changes_can_hold(v) != rows[i].data) {
            fail_msg("%s", rows[i].text);
        }
        struct fix f = {.title = STR("title"), .safety = 2, .changes = changes_new(given.a)};
        changes_put(f.changes, STR("a.b"), *v);
        changes_drop(f.changes, STR("c"));
        const struct fix *copy = fix_copy(arena_new(given.a->owner), &f);
        assert_true(str_is(copy->title, "title") && copy->safety == 2);
        if (rows[i].data) {
            assert_string_equal(listed(copy->changes), listed(f.changes));
        }
    }
    assert_null(fix_copy(given.a, NULL));
}

/* The config as it would be: what a change replaces, adds or takes away, in dicts and in lists, and
 * that the config itself stays as it is. */
static void as_it_would_be(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        int value; /* 0: it goes */
        const char *x, *l;
    } rows[] = {
        {"x.a", 5, "{'a': 5, 'b': {'c': 2}}", "[1, {'d': 3}, (4,)]"},
        {"x.new", 5, "{'a': 1, 'b': {'c': 2}, 'new': 5}", "[1, {'d': 3}, (4,)]"},
        {"x.b", 5, "{'a': 1, 'b': 5}", "[1, {'d': 3}, (4,)]"},
        {"x.b.c", 5, "{'a': 1, 'b': {'c': 5}}", "[1, {'d': 3}, (4,)]"},
        {"x.a.deep", 5, "{'a': {'deep': 5}, 'b': {'c': 2}}", "[1, {'d': 3}, (4,)]"},
        {"x.n.deep", 5, "{'a': 1, 'b': {'c': 2}, 'n': {'deep': 5}}", "[1, {'d': 3}, (4,)]"},
        {"x.a", 0, "{'b': {'c': 2}}", "[1, {'d': 3}, (4,)]"},
        {"x.b.c", 0, "{'a': 1, 'b': {}}", "[1, {'d': 3}, (4,)]"},
        {"x.none", 0, "{'a': 1, 'b': {'c': 2}}", "[1, {'d': 3}, (4,)]"},
        {"x.none.c", 0, "{'a': 1, 'b': {'c': 2}}", "[1, {'d': 3}, (4,)]"},
        {"x.a.c", 0, "{'a': 1, 'b': {'c': 2}}", "[1, {'d': 3}, (4,)]"},
        {"l.0", 5, "{'a': 1, 'b': {'c': 2}}", "[5, {'d': 3}, (4,)]"},
        {"l.2", 5, "{'a': 1, 'b': {'c': 2}}", "[1, {'d': 3}, 5]"},
        {"l.3", 5, "{'a': 1, 'b': {'c': 2}}", "[1, {'d': 3}, (4,)]"},
        {"l.1.d", 5, "{'a': 1, 'b': {'c': 2}}", "[1, {'d': 5}, (4,)]"},
        {"l.2.0", 5, "{'a': 1, 'b': {'c': 2}}", "[1, {'d': 3}, (5,)]"},
        {"l.2.1", 5, "{'a': 1, 'b': {'c': 2}}", "[1, {'d': 3}, (4,)]"},
        {"l.x", 5, "{'a': 1, 'b': {'c': 2}}", "[1, {'d': 3}, (4,)]"},
        {"l.00000002", 5, "{'a': 1, 'b': {'c': 2}}", "[1, {'d': 3}, 5]"},
        {"l.000000002", 5, "{'a': 1, 'b': {'c': 2}}", "[1, {'d': 3}, (4,)]"},
        {"l.1", 0, "{'a': 1, 'b': {'c': 2}}", "[1, {'d': 3}, (4,)]"},
        {"l.1.d", 0, "{'a': 1, 'b': {'c': 2}}", "[1, {}, (4,)]"},
    };
    struct config *c = config_of("changes.py",
        arena_printf(given.a, MMENGINE, "x = dict(a=1, b=dict(c=2))\nl = [1, dict(d=3), (4,)]").p);
    struct settings_options options = {.files = given.files};
    struct settings *s = settings_extract(given.library, given.a, c, &options, given.diags);
    assert_non_null(s);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct changes *made = changes_new(given.a);
        if (rows[i].value) {
            changes_put(made, str_of(rows[i].path), value_int(rows[i].value));
        } else {
            changes_drop(made, str_of(rows[i].path));
        }
        struct settings *next = settings_with(s, made);
        struct setting x = settings_at(next, STR("x")), l = settings_at(next, STR("l"));
        assert_string_equal(shown(&x.value), rows[i].x);
        assert_string_equal(shown(&l.value), rows[i].l);
        assert_string_equal(shown(config_at(c, STR("x"))), "{'a': 1, 'b': {'c': 2}}");
        assert_string_equal(shown(config_at(c, STR("l"))), "[1, {'d': 3}, (4,)]");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(precision, set_up, tear_down),
        cmocka_unit_test_setup_teardown(steps, set_up, tear_down),
        cmocka_unit_test_setup_teardown(named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_after_the_other, set_up, tear_down),
        cmocka_unit_test_setup_teardown(copied, set_up, tear_down),
        cmocka_unit_test_setup_teardown(as_it_would_be, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("changes", tests, NULL, NULL);
}
