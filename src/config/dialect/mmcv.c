/*
 * mmcv 1.x: the file runs first, and `_base_` is one of its names.
 */
#include "config/dialect/family.h"

#include "config/variant.h"

static uint32_t count_keys(const struct dict *d, const char *const *names)
{
    uint32_t n = 0;
    for (; *names; names++) {
        n += dict_get(d, *names) != NULL;
    }
    return n;
}

/* A train_cfg that has nothing of a loop: mmcv's models had theirs at the top. */
static bool has_old_train_cfg(const struct dict *d)
{
    static const char *const loop[] = {"type", "by_epoch", "max_epochs", "max_iters", "val_begin",
        "val_interval", "dynamic_intervals", NULL};
    const struct value *v = dict_get(d, "train_cfg");
    return v && v->kind == VALUE_DICT && v->dict->n > 0 && count_keys(v->dict, loop) == 0;
}

int mmcv_marks(const struct dict *d)
{
    static const char *const old[] = {"data", "runner", "optimizer_config", "lr_config",
        "checkpoint_config", "log_config", "evaluation", "workflow", "total_epochs", "total_iters",
        "resume_from", NULL};
    static const char *const new[] = {"train_dataloader", "optim_wrapper", "param_scheduler",
        "default_scope", "default_hooks", "env_cfg", "val_evaluator", "train_pipeline_cfg",
        "visualizer", "log_processor", "log_level_", NULL};
    static const char *const runs[] = {"train_dataloader", "optim_wrapper", "train_cfg", NULL};
    if (count_keys(d, runs) == 3) {
        return -1;
    }
    int marks = (int)count_keys(d, old) - (int)count_keys(d, new);
    return marks == 0 && has_old_train_cfg(d) ? 1 : marks;
}

const struct dialect dialect_mmcv = {
    .name = "mmcv",
    .load = text_load,
    .text = TEXT_MMCV,
    .reserved = {"filename", "text", "pretty_text"},
    .whole = WHOLE_DELETING,
    .variant = variant_by_base,
};
