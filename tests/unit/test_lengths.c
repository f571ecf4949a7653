#include "texts.h"

#include "settings/settings.h"

#include <math.h>

static const char RUN[] =
    "default_scope = '%s'\nmodel = dict(type='%s')\ntrain_dataloader = dict(batch_size=2)\n"
    "train_cfg = dict(type='IterBasedTrainLoop', max_iters=4000, val_interval=500)\n"
    "optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.02))\n%s\n";

/* What changes when an iteration takes 1 / factor times the samples. */
static const struct value *scaled(
    const char *scope, const char *model, const char *more, double factor, const char *path)
{
    struct config *c = config_of("lengths.py", arena_printf(given.a, RUN, scope, model, more).p);
    assert_false(c->failed);
    struct settings_options options = {.files = given.files};
    struct settings *s = settings_extract(given.library, given.a, c, &options, given.diags);
    struct changes *found = changes_new(given.a);
    assert_non_null(s);
    assert_true(settings_scale_iters(s, factor, found, NULL));
    VEC_EACH (const struct change, one, &found->list) {
        if (str_is(one->path, path)) {
            return &one->value;
        }
    }
    return NULL;
}

static void near(const struct value *v, double want)
{
    assert_non_null(v);
    double have = v->kind == VALUE_FLOAT ? v->f : (double)v->i;
    assert_true(fabs(have - want) < 2e-3 * want);
}

/* What an average takes of each step where a config does not say: the defaults of the classes
 * themselves, in mmengine/hooks/ema_hook.py, mmdet/engine/hooks/mean_teacher_hook.py,
 * mmpretrain/models/selfsup and BEVDet's mmdet3d/core/hook/ema.py. Of half as many steps each takes
 * what two took. */
static void averages(void **state)
{
    (void)state;
    static const struct {
        const char *model, *hook, *path;
        double rate;
    } takes[] = {
        {"RetinaNet", "custom_hooks = [dict(type='EMAHook')]", "custom_hooks.0.momentum", 0.0002},
        {"RetinaNet", "custom_hooks = [dict(type='EMAHook', ema_type='ExpMomentumEMA')]",
            "custom_hooks.0.momentum", 0.0002},
        {"RetinaNet", "custom_hooks = [dict(type='MeanTeacherHook')]", "custom_hooks.0.momentum",
            0.001},
        {"RetinaNet", "custom_hooks = [dict(type='EMAHook', momentum=0.01)]",
            "custom_hooks.0.momentum", 0.01},
        {"BYOL", "", "model.base_momentum", 0.004}, {"DenseCL", "", "model.momentum", 0.001},
        {"MoCo", "", "model.momentum", 0.001}, {"MoCoV3", "", "model.base_momentum", 0.01}};
    for (size_t i = 0; i < sizeof takes / sizeof *takes; i++) {
        double left = 1 - takes[i].rate;
        near(scaled("mmpretrain", takes[i].model, takes[i].hook, 0.5, takes[i].path),
            1 - left * left);
    }
    const struct value *kept = scaled("mmdet3d", "BEVDet",
        "custom_hooks = [dict(type='MEGVIIEMAHook')]", 0.5, "custom_hooks.0.decay");
    assert_non_null(kept);
    struct value taken = value_float(1 - kept->f);
    near(&taken, 1 - 0.999 * 0.999);
    near(scaled("mmdet", "RetinaNet",
             "custom_hooks = [dict(type='EMAHook', ema_type='ExpMomentumEMA')]", 0.5,
             "custom_hooks.0.gamma"),
        1000);
}

static void told(const char *more, double factor, const char *path, const char *want)
{
    const struct value *v = scaled("mmdet", "RetinaNet", more, factor, path);
    assert_non_null(v);
    assert_string_equal(shown(v), want);
}

/* A warmup never becomes shorter in samples, what follows one another ends where it did, and a run
 * that validates every so many steps still does so at its end. */
static void points(void **state)
{
    (void)state;
    static const char warmup[] = "param_scheduler = [dict(type='LinearLR', start_factor=0.1, "
                                 "by_epoch=False, begin=0, end=%d)]";
    told("", 0.371, "train_cfg.max_iters", "1488");
    told("", 0.371, "train_cfg.val_interval", "186");
    told("", 0.25, "train_cfg.max_iters", "1000");
    told(arena_printf(given.a, warmup, 500).p, 0.25, "param_scheduler.0.end", "125");
    told(arena_printf(given.a, warmup, 501).p, 0.25, "param_scheduler.0.end", "126");
    told("param_scheduler = [dict(type='CosineRestartLR', by_epoch=False, periods=[3, 3, 3], "
         "eta_min=0)]",
        0.5, "param_scheduler.0.periods", "[2, 1, 2]");
    told("param_scheduler = [dict(type='MultiStepLR', by_epoch=False, milestones=[3000, 4000])]",
        0.5, "param_scheduler.0.milestones", "[1500, 2000]");
    /* half a wave from 1000 to the end of 4000, which become 371 and 1488; or of its own length */
    static const char wave[] = "param_scheduler = [dict(type='CosineAnnealingLR', by_epoch=False, "
                               "begin=1000, end=4000, T_max=%d)]";
    told(arena_printf(given.a, wave, 3000).p, 0.371, "param_scheduler.0.T_max", "1117");
    told(arena_printf(given.a, wave, 2000).p, 0.371, "param_scheduler.0.T_max", "742");
    /* behind the seventh validation, and after as many samples as before */
    told("train_cfg['dynamic_intervals'] = [(3501, 100)]", 0.5, "train_cfg.dynamic_intervals",
        "[(1751, 50)]");
    told("train_cfg['dynamic_intervals'] = [(3500, 100)]", 0.25, "train_cfg.dynamic_intervals",
        "[(875, 25)]");
    told("default_hooks = dict(checkpoint=dict(type='CheckpointHook', by_epoch=False, "
         "interval=800))",
        0.5, "default_hooks.checkpoint.interval", "400");
    /* eight validations, and twelve steps for an update: a multiple of 24 */
    told("optim_wrapper['accumulative_counts'] = 12", 0.995, "train_cfg.max_iters", "3984");
}

/* Every other rate and length of a hook; what is no length, and what is none yet, stays. */
static void left_alone(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"custom_hooks = [dict(type='EMAHook', momentum=1.0)]", "custom_hooks.0.momentum"},
        {"custom_hooks = [dict(type='EMAHook', momentum=0)]", "custom_hooks.0.momentum"},
        {"custom_hooks = [dict(type='OurHook', momentum=0.1)]", "custom_hooks.0.momentum"},
        {"custom_hooks = [dict(type='EMAHook', begin_iter=0)]", "custom_hooks.0.begin_iter"},
        {"param_scheduler = [dict(type='MultiStepLR', by_epoch=True, milestones=[8])]",
            "param_scheduler.0.milestones"},
        {"param_scheduler = [dict(type='CosineRestartLR', by_epoch=False, periods=[], "
         "eta_min=0)]",
            "param_scheduler.0.periods"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_null(scaled("mmdet", "RetinaNet", rows[i][0], 0.5, rows[i][1]));
    }
    told("custom_hooks = [dict(type='EMAHook', begin_iter=3)]", 0.5, "custom_hooks.0.begin_iter",
        "2");
    told("custom_hooks = [dict(type='ExpMomentumEMAHook', total_iter=2000)]", 0.5,
        "custom_hooks.0.total_iter", "1000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(averages, set_up, tear_down),
        cmocka_unit_test_setup_teardown(points, set_up, tear_down),
        cmocka_unit_test_setup_teardown(left_alone, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("lengths", tests, NULL, NULL);
}
