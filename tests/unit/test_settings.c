#include "settings/settings.h"

#include "base/buf.h"
#include "base/mem.h"
#include "eval/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static void *ctx;
static struct arena *a;
static struct limits limits;
static struct library *library;
static struct loader *loader;
static struct files *files;
static struct diags *diags;

static int set_up(void **state)
{
    (void)state;
    ctx = mem_context(NULL);
    a = arena_new(ctx);
    limits = LIMITS_DEFAULT;
    files = files_new(ctx, &limits);
    library = library_new(ctx, &limits, files, NULL);
    loader = loader_new(ctx, &limits, files, library);
    diags = diags_new(ctx);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    talloc_free(ctx);
    return 0;
}

static struct settings *settings_of(const char *path)
{
    str full = arena_printf(a, "fixtures/configs/%s", path);
    files_add_root_of(files, full);
    struct config *c = config_resolve(loader, a, full, NULL, diags);
    assert_false(c->failed);
    struct settings_options options = {.files = files};
    struct settings *s = settings_extract(library, a, c, &options, diags);
    assert_non_null(s);
    assert_int_equal(diags->list.n, 0);
    return s;
}

static struct value text(const char *z)
{
    return value_string(a, str_of(z));
}

static const char *shown(const struct changes *c)
{
    struct buf b = buf_make(ctx);
    VEC_EACH (struct change, one, &c->list) {
        buf_printf(&b, "%s%.*s", b.n ? "; " : "", STR_ARG(one->path));
        bool unknown = false;
        buf_puts(&b, one->deletes ? " goes" : " = ");
        if (!one->deletes) {
            text_repr(a, &b, &one->value, &unknown);
        }
    }
    return arena_str(a, buf_str(&b)).p;
}

/* Makes changes one after the other, "name=value", and compares what has to be written. */
static void changing(const char *path, const char *const *steps, const char *want)
{
    struct settings *s = settings_of(path);
    struct changes *c = changes_new(a);
    for (; *steps; steps++) {
        const char *equal = strchr(*steps, '=');
        const char *name = arena_str(a, (str){*steps, (size_t)(equal - *steps)}).p;
        char *end;
        long number = strtol(equal + 1, &end, 10);
        struct value v = *end ? text(equal + 1) : value_int(number);
        str reason = STR("");
        if (!settings_change(s, name, v, c, &reason)) {
            assert_string_equal(arena_str(a, reason).p, want);
            return;
        }
        struct settings *after = settings_with(s, c);
        bool unknown = false;
        assert_true(value_equal(&settings_get(after, name)->value, &v, &unknown, NULL));
    }
    assert_int_equal(diags->list.n, 0);
    assert_string_equal(shown(c), want);
}

#define CHANGING(path, want, ...) changing(path, (const char *const[]){__VA_ARGS__, NULL}, want)

static const char MMENGINE[] = "mmengine/configs/retina/retina_r50_8xb2-1x_toy.py";
static const char MMENGINE_AMP[] = "mmengine/configs/retina/retina_r50_8xb4-amp-90k_toy.py";
static const char MMDET[] = "mmdet2/configs/retina/retina_r50_1x_toy.py";
static const char MMDET_FP16[] = "mmdet2/configs/retina/retina_r50_fp16_1x_toy.py";
static const char MMDET_MANY[] = "mmdet2/configs/retina/retina_r50_cumulative_90k_toy.py";
static const char MMSEG[] = "diffbev/configs/baseline/lss_swin_nuscenes.py";
static const char MMSEG_AMP[] = "diffbev/configs/baseline/lss_swin_nuscenes_amp.py";
static const char BEVFORMER[] = "bevformer/configs/bev_tiny.py";
static const char BEVFUSION[] = "bevfusion/configs/nuscenes/det/fusion/convfuser.yaml";

static void precision(void **state)
{
    (void)state;
    CHANGING(MMENGINE, "optim_wrapper.type = 'AmpOptimWrapper'", "precision=fp16");
    CHANGING(MMENGINE, "optim_wrapper.type = 'AmpOptimWrapper'; optim_wrapper.dtype = 'bfloat16'",
        "precision=bf16");
    CHANGING(MMENGINE_AMP, "optim_wrapper.type = 'OptimWrapper'", "precision=fp32");
    CHANGING(MMENGINE, "", "precision=fp16", "precision=fp32");
    CHANGING(MMDET, "fp16 = {'loss_scale': 'dynamic'}", "precision=fp16");
    CHANGING(MMDET, "mmcv 1.x trains in fp32 or mixed fp16, not in bf16", "precision=bf16");
    CHANGING(MMDET_FP16, "fp16 goes", "precision=fp32");
    CHANGING(MMSEG,
        "optimizer_config.type = 'Fp16OptimizerHook'; optimizer_config.loss_scale = 'dynamic'",
        "precision=fp16");
    CHANGING(MMSEG_AMP, "optimizer_config.type = 'OptimizerHook'; optimizer_config.loss_scale goes",
        "precision=fp32");
    CHANGING(BEVFUSION, "fp16 = None", "precision=fp32");
    CHANGING(BEVFORMER, "fp16 = {'loss_scale': 'dynamic'}", "precision=fp16");
}

static void accumulation(void **state)
{
    (void)state;
    CHANGING(MMENGINE, "optim_wrapper.accumulative_counts = 4", "accumulation=4");
    CHANGING(MMENGINE_AMP, "optim_wrapper.accumulative_counts = 4", "accumulation=4");
    CHANGING(MMENGINE_AMP, "", "accumulation=2");
    CHANGING(MMDET,
        "optimizer_config.type = 'GradientCumulativeOptimizerHook'; "
        "optimizer_config.cumulative_iters = 2",
        "accumulation=2");
    CHANGING(MMDET_MANY, "optimizer_config.cumulative_iters = 8", "accumulation=8");
    CHANGING(BEVFUSION, "optimizer_config.cumulative_iters = 2", "accumulation=2");
}

/* One hook does both: what one change wrote, the other one has to take into account. */
static void precision_and_accumulation(void **state)
{
    (void)state;
    const char *both = "optimizer_config.type = 'GradientCumulativeFp16OptimizerHook'; "
                       "optimizer_config.cumulative_iters = 2; "
                       "optimizer_config.loss_scale = 'dynamic'";
    CHANGING(MMDET, both, "precision=fp16", "accumulation=2");
    CHANGING(MMDET,
        "optimizer_config.cumulative_iters = 2; "
        "optimizer_config.type = 'GradientCumulativeFp16OptimizerHook'; "
        "optimizer_config.loss_scale = 'dynamic'",
        "accumulation=2", "precision=fp16");
    CHANGING(MMDET_FP16,
        "fp16 goes; optimizer_config.type = 'GradientCumulativeFp16OptimizerHook'; "
        "optimizer_config.cumulative_iters = 2; optimizer_config.loss_scale = 512.0",
        "accumulation=2");
    CHANGING(MMDET_MANY,
        "optimizer_config.type = 'GradientCumulativeFp16OptimizerHook'; "
        "optimizer_config.loss_scale = 'dynamic'",
        "precision=fp16");
    CHANGING(MMSEG,
        "optimizer_config.loss_scale = 'dynamic'; "
        "optimizer_config.type = 'GradientCumulativeFp16OptimizerHook'; "
        "optimizer_config.cumulative_iters = 2",
        "precision=fp16", "accumulation=2");
    CHANGING(BEVFUSION,
        "optimizer_config.cumulative_iters = 2; fp16 = None; "
        "optimizer_config.type = 'GradientCumulativeOptimizerHook'",
        "accumulation=2", "precision=fp32");
}

static void plain_fields(void **state)
{
    (void)state;
    CHANGING(MMENGINE, "train_dataloader.batch_size = 8", "batch=8");
    CHANGING(MMDET, "data.samples_per_gpu = 8", "batch=8");
    CHANGING(MMENGINE, "model.backbone.with_cp = 1", "checkpointing=1");
    CHANGING(MMSEG, "model.backbone.with_cp = 1", "checkpointing=1");
    CHANGING(BEVFORMER, "total_epochs = 12; runner.max_epochs = 12", "max_epochs=12");
    CHANGING(MMENGINE, "train_cfg.max_epochs = 24; train_cfg.val_interval = 2", "max_epochs=24",
        "val_interval=2");
    CHANGING(MMSEG, "drop_last is not written in the config", "drop_last=1");
    CHANGING(MMSEG, "configs of the profile mmseg have no such setting", "strategy=FSDPStrategy");
}

static void scaling(void **state)
{
    (void)state;
    struct changes *c = changes_new(a);
    assert_true(settings_scale_lr(settings_of(MMENGINE_AMP), 2, c, NULL));
    assert_string_equal(
        shown(c), "optim_wrapper.optimizer.lr = 0.08; param_scheduler.1.eta_min = 2e-05");
    c = changes_new(a);
    assert_true(settings_scale_iters(settings_of(MMENGINE_AMP), 0.5, c, NULL));
    assert_string_equal(shown(c), "param_scheduler.0.end = 500; param_scheduler.1.begin = 500; "
                                  "param_scheduler.1.end = 45000; param_scheduler.1.T_max = 44500; "
                                  "train_cfg.max_iters = 45000; train_cfg.val_interval = 5000; "
                                  "default_hooks.checkpoint.interval = 5000");
    c = changes_new(a);
    assert_true(settings_scale_iters(settings_of(MMENGINE), 0.5, c, NULL));
    assert_string_equal(shown(c), "param_scheduler.0.end = 250");
    c = changes_new(a);
    assert_true(settings_scale_iters(settings_of(MMSEG), 0.5, c, NULL));
    assert_string_equal(shown(c), "runner.max_iters = 100000; evaluation.interval = 10000; "
                                  "checkpoint_config.interval = 10000");
    c = changes_new(a);
    assert_true(settings_scale_lr(settings_of(MMSEG), 2, c, NULL));
    assert_string_equal(shown(c), "optimizer.lr = 0.0004; lr_config.min_lr = 0.0002");
    c = changes_new(a);
    assert_true(settings_scale_iters(settings_of(MMDET_MANY), 0.5, c, NULL));
    assert_string_equal(shown(c),
        "lr_config.warmup_iters = 500; runner.max_iters = 45000; evaluation.interval = 2500; "
        "checkpoint_config.interval = 2500");
}

/* Every profile's fields are declared settings. */
static void declared(void **state)
{
    (void)state;
    struct list *profiles = library_names(library, a, LIBRARY_profile);
    struct list *names = settings_names(library, a);
    assert_true(profiles->n >= 9);
    for (uint32_t i = 0; i < profiles->n; i++) {
        const struct declaration *d =
            library_find(library, LIBRARY_profile, value_str(&profiles->items[i]), diags);
        assert_non_null(d);
        const struct dict *fields = declaration_get(d, "fields")->dict;
        for (uint32_t k = 0; k < fields->n; k++) {
            bool found = false;
            for (uint32_t j = 0; j < names->n; j++) {
                found |= value_equal(&names->items[j], &fields->entries[k].key, NULL, NULL);
            }
            assert_true(found);
        }
    }
    assert_int_equal(diags->list.n, 0);
}

/* A quarter of what a search may record is for the models that rules try; mending has eight times
 * as much. */
static void what_rules_may_record(void **state)
{
    (void)state;
    limits.search_ops = 400;
    struct settings *s = settings_of(MMENGINE), *next = settings_of(MMENGINE);
    settings_recorded(s, 99);
    assert_null(settings_spent(s));
    settings_go_on(next, s);
    settings_recorded(s, 1);
    assert_string_equal(settings_spent(s), "search_ops");
    assert_null(settings_spent(next));
    settings_recorded(next, UINT64_MAX);
    assert_string_equal(settings_spent(next), "search_ops");
    next = settings_of(MMENGINE);
    settings_rounds(next);
    settings_recorded(next, 799);
    assert_null(settings_spent(next));
    settings_recorded(next, 1);
    assert_string_equal(settings_spent(next), "search_ops");
    limits.search_ops = UINT64_MAX;
    next = settings_of(MMENGINE);
    settings_rounds(next);
    settings_recorded(next, UINT64_MAX - 1);
    assert_null(settings_spent(next));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(precision, set_up, tear_down),
        cmocka_unit_test_setup_teardown(accumulation, set_up, tear_down),
        cmocka_unit_test_setup_teardown(precision_and_accumulation, set_up, tear_down),
        cmocka_unit_test_setup_teardown(plain_fields, set_up, tear_down),
        cmocka_unit_test_setup_teardown(scaling, set_up, tear_down),
        cmocka_unit_test_setup_teardown(declared, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_rules_may_record, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("settings", tests, NULL, NULL);
}
