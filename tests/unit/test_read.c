/* What each training script reads of a config, and writes into it: which settings become others
 * when one value is left out, None, another one or not known, and what has to change for each
 * setting to have other values.  Both stand in read.txt, as they are (CFGLINT_WRITE=1 writes them
 * anew). */
#include "texts.h"

#include "settings/settings.h"

#include <stdlib.h>

static struct buf all, text; /* of all scripts; of the script at hand */

/* What of a value has become another one. */
static void difference(const struct value *old, const struct value *new)
{
    bool both = old->kind == VALUE_LIST && new->kind == VALUE_LIST && old->list->n == new->list->n;
    if (old->kind == VALUE_DICT && new->kind == VALUE_DICT) {
        buf_byte(&text, '{');
        for (uint32_t i = 0; i < old->dict->n; i++) {
            if (!dict_get(new->dict, value_str(&old->dict->entries[i].key).p)) {
                buf_printf(&text, " -%s", shown(&old->dict->entries[i].key));
            }
        }
        for (uint32_t i = 0; i < new->dict->n; i++) {
            const struct entry *e = &new->dict->entries[i];
            const struct value *before = dict_get(old->dict, value_str(&e->key).p);
            if (!before || strcmp(shown(before), shown(&e->value)) != 0) {
                buf_printf(&text, " %.*s: ", STR_ARG(value_str(&e->key)));
                difference(before ? before : &e->value, &e->value);
            }
        }
        buf_puts(&text, " }");
    } else if (both) {
        for (uint32_t i = 0; i < new->list->n; i++) {
            if (strcmp(shown(&old->list->items[i]), shown(&new->list->items[i])) != 0) {
                buf_printf(&text, "[%u] ", i);
                difference(&old->list->items[i], &new->list->items[i]);
            }
        }
    } else {
        buf_puts(&text, shown(new));
    }
}

static void say_setting(const struct setting *x, const struct setting *before)
{
    buf_printf(&text, "%.*s ", STR_ARG(x->name));
    if (x->state == SETTING_UNKNOWN) {
        buf_puts(&text, x->wrong ? "makes no sense" : "not known");
    } else if (before) {
        difference(&before->value, &x->value);
    } else {
        buf_puts(&text, shown(&x->value));
    }
    buf_puts(&text, x->state == SETTING_ABSENT && x->has_default ? " by default" : "");
    if (x->path.n > 0 && (!before || !str_eq(x->path, before->path))) {
        buf_printf(&text, " @%.*s", STR_ARG(x->path));
    }
}

static bool same(const struct setting *x, const struct setting *y)
{
    return x->state == y->state && x->wrong == y->wrong && x->has_default == y->has_default &&
           str_eq(x->path, y->path) && strcmp(shown(&x->value), shown(&y->value)) == 0;
}

static void compare(
    struct settings *s, const struct list *names, struct changes *c, str path, const char *what)
{
    struct settings *next = settings_with(s, c);
    bool any = false;
    for (uint32_t i = 0; i < names->n; i++) {
        const struct setting *before = settings_find(s, value_str(&names->items[i]));
        const struct setting *after = settings_find(next, value_str(&names->items[i]));
        if (!same(before, after)) {
            buf_printf(&text, any ? "; " : "%.*s %s: ", STR_ARG(path), what);
            any = true;
            say_setting(after, before);
        }
    }
    buf_puts(&text, any ? "\n" : "");
}

static struct value another(const struct value *v)
{
    switch (v->kind) {
    case VALUE_BOOL: return value_bool(!v->i);
    case VALUE_INT: return value_int(2 * v->i + 1);
    case VALUE_FLOAT: return value_float(v->f / 4);
    case VALUE_NONE: return value_int(3);
    case VALUE_STRING: return value_string(given.a, STR("Other"));
    case VALUE_DICT: return value_of_dict(dict_new(given.a, 1));
    default: return value_of_list(list_new(given.a, 1));
    }
}

static void vary(struct settings *s, const struct list *names, const struct value *v, str path)
{
    struct value others[] = {
        value_none(), another(v), value_unknown(given.a, NULL, 0, "%s", "nobody can tell")};
    struct changes *gone = changes_new(given.a);
    changes_drop(gone, path);
    if (path.n > 0) {
        compare(s, names, gone, path, "goes");
    }
    for (size_t i = 0; path.n > 0 && i < 3; i++) {
        struct changes *c = changes_new(given.a);
        changes_put(c, path, others[i]);
        compare(
            s, names, c, path, i == 2 ? "?" : arena_printf(given.a, "= %s", shown(&others[i])).p);
    }
    const char *dot = path.n > 0 ? "." : "";
    for (uint32_t i = 0; v->kind == VALUE_DICT && i < v->dict->n; i++) {
        const struct entry *e = &v->dict->entries[i];
        str below =
            arena_printf(given.a, "%.*s%s%.*s", STR_ARG(path), dot, STR_ARG(value_str(&e->key)));
        vary(s, names, &e->value, below);
    }
    for (uint32_t i = 0; value_is_sequence(v) && i < v->list->n; i++) {
        vary(
            s, names, &v->list->items[i], arena_printf(given.a, "%.*s%s%u", STR_ARG(path), dot, i));
    }
}

static void say(const char *what, bool good, const struct changes *made, str why)
{
    buf_printf(&text, "%s: %.*s", what, STR_ARG(good ? STR("") : why));
    for (size_t i = 0; good && i < made->list.n; i++) {
        const struct change *one = &made->list.items[i];
        buf_printf(&text, "%s%.*s%s%s", i ? "; " : "", STR_ARG(one->path),
            one->deletes ? " goes" : " = ", one->deletes ? "" : shown(&one->value));
    }
    buf_byte(&text, '\n');
}

static void write_all(struct settings *s, const struct list *names)
{
    static const char *const WORDS[] = {"fp32", "fp16", "bf16", "True", "False", "None", "3", "64"};
    for (uint32_t i = 0; i < names->n; i++) {
        str name = value_str(&names->items[i]);
        for (size_t k = 0; k < sizeof WORDS / sizeof *WORDS; k++) {
            bool is_word = k < 3, about_words = str_is(name, "precision");
            struct value v =
                is_word ? value_string(given.a, str_of(WORDS[k])) : *value_of(WORDS[k]);
            struct changes *made = changes_new(given.a);
            str why = STR("");
            if (is_word == about_words) {
                bool good = settings_change(s, arena_str(given.a, name).p, v, made, &why);
                bool has = !str_ends(why, STR("have no such setting"));
                if (good || (has && (k == 0 || k == 6))) {
                    say(arena_printf(given.a, "%.*s to %s", STR_ARG(name), WORDS[k]).p, good, made,
                        why);
                }
            }
        }
    }
    static const double FACTORS[] = {2, 0.5, 1.0 / 3};
    for (size_t i = 0; i < sizeof FACTORS / sizeof *FACTORS; i++) {
        struct changes *rates = changes_new(given.a), *lengths = changes_new(given.a);
        str why = STR("");
        bool good = settings_scale_lr(s, FACTORS[i], rates, &why);
        say("rates", good, rates, why);
        good = settings_scale_iters(s, FACTORS[i], lengths, &why);
        say("lengths", good, lengths, why);
    }
    struct changes *probe = changes_new(given.a);
    str why = STR("");
    bool good = settings_probe(s, 30, STR("work"), probe, &why);
    say("probe", good, probe, why);
    for (int lengths = 0; lengths < 2; lengths++) {
        const struct list *l = settings_look_alikes(s, lengths);
        struct value v = l ? value_of_list((struct list *)(uintptr_t)l) : value_none();
        buf_printf(&text, "look alike: %s\n", shown(&v));
    }
    const struct list *repairs = settings_repairs(s);
    for (uint32_t i = 0; repairs && i < repairs->n; i++) {
        struct changes *made = changes_new(given.a);
        const struct value *name = dict_get(repairs->items[i].dict, "name");
        why = STR("");
        good = settings_repair(s, &repairs->items[i], made, &why);
        say(arena_printf(given.a, "repair %s", shown(name)).p, good, made, why);
    }
}

/* Says the first line that is another one. */
static void expect_file(const char *path, str now)
{
    if (getenv("CFGLINT_WRITE")) {
        FILE *f = fopen(path, "w");
        assert_non_null(f);
        assert_int_equal(fwrite(now.p, 1, now.n, f), now.n);
        assert_int_equal(fclose(f), 0);
    }
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char *line = NULL;
    size_t size = 0, at = 0;
    for (ssize_t n; (n = getline(&line, &size, f)) > 0; at += (size_t)n) {
        size_t end = at < now.n ? str_find(now, STR("\n"), at) : at;
        assert_string_equal(arena_printf(given.a, "%.*s\n", (int)(end - at), now.p + at).p, line);
    }
    assert_int_equal(at, now.n);
    free(line);
    fclose(f);
}

static struct names lines_of(str whole)
{
    struct names out = {0};
    for (size_t at = 0, end; at < whole.n; at = end + 1) {
        end = str_find(whole, STR("\n"), at);
        vec_push(given.ctx, &out.list, ((struct name){.text = str_slice(whole, at, end)}));
    }
    return out;
}

/* Such a line, or with `part` one that begins so. */
static bool has_line(const struct names *lines, str line, bool part)
{
    VEC_EACH (const struct name, one, &lines->list) {
        if (str_starts(one->text, line) &&
            (one->text.n == line.n ||
                (part && (one->text.p[line.n] == ':' || one->text.p[line.n] == ' ')))) {
            return true;
        }
    }
    return false;
}

/* All that a script makes of a config, or, beside another one's lines, what is otherwise and what
 * is not there. */
static struct names one(const char *config, const char *profile, const struct names *beside)
{
    struct config *c = config_of("read.py", config);
    assert_false(c->failed);
    struct settings_options options = {.files = given.files, .profile = str_of(profile)};
    struct settings *s = settings_extract(given.library, given.a, c, &options, given.diags);
    assert_non_null(s);
    struct list *names = settings_names(given.library, given.a);
    text = buf_make(given.ctx);
    buf_puts(&text, settings_is_complete(s) ? "" : "it needs more\n");
    for (uint32_t i = 0; i < names->n; i++) {
        say_setting(settings_find(s, value_str(&names->items[i])), NULL);
        buf_byte(&text, '\n');
    }
    vary(s, names, &c->root, STR(""));
    write_all(s, names);
    struct names lines = lines_of(buf_str(&text)), none = {0};
    buf_printf(&all, "=== %s\n", profile);
    VEC_EACH (const struct name, line, &lines.list) {
        if (!beside || !has_line(beside, line->text, false)) {
            buf_printf(&all, "%.*s\n", STR_ARG(line->text));
        }
    }
    VEC_EACH (const struct name, line, beside ? &beside->list : &none.list) {
        size_t sign = str_find(line->text, STR(": "), 0);
        size_t end = sign == SIZE_MAX ? str_find(line->text, STR(" "), 0) : sign;
        if (!has_line(&lines, str_slice(line->text, 0, end), true)) {
            buf_printf(&all, "- %.*s\n", STR_ARG(line->text));
        }
    }
    return lines;
}

static const char OLD[] =
    "model = dict(type='Net', backbone=dict(type='ResNet', depth=50, with_cp=True, norm_cfg="
    "dict(type='BN')), bbox_head=dict(type='Head', num_classes=3), train_cfg=dict())\n"
    "data = dict(samples_per_gpu=2, workers_per_gpu=4, persistent_workers=True, train_dataloader="
    "dict(samples_per_gpu=8, workers_per_gpu=1, drop_last=True), val_dataloader=dict("
    "samples_per_gpu=5), train=dict(type='RepeatDataset', times=3, dataset=dict(type="
    "'CocoDataset', classes=('a', 'b'), pipeline=[dict(type='LoadImageFromFile'), dict("
    "type='Resize', img_scale=(64, 96))])), val=dict(type='CocoDataset', samples_per_gpu=6))\n"
    "optimizer = dict(type='AdamW', lr=0.01, betas=(0.9, 0.99), weight_decay=0.05, constructor="
    "'OurConstructor', paramwise_cfg=dict(custom_keys=dict(x=dict(lr_mult=0.1)), num_layers=6))\n"
    "optimizer_config = dict(type='GradientCumulativeFp16OptimizerHook', cumulative_iters=4, "
    "loss_scale=512., grad_clip=dict(max_norm=35, norm_type=2), update_interval=2, use_fp16=True)\n"
    "lr_config = dict(policy='step', warmup='linear', warmup_iters=500, warmup_ratio=0.1, step="
    "[8, 11], gamma=0.2, min_lr=1e-5, by_epoch=True)\n"
    "momentum_config = dict(policy='cyclic', target_ratio=(0.8, 1), cyclic_times=1, "
    "step_ratio_up=0.4)\n"
    "runner = dict(type='EpochBasedRunner', max_epochs=12)\ntotal_epochs = 14\n"
    "evaluation = dict(interval=2, start=3, by_epoch=True, dynamic_intervals=[(5, 1)])\n"
    "checkpoint_config = dict(interval=5, by_epoch=True)\n"
    "log_config = dict(interval=50, hooks=[dict(type='TextLoggerHook', interval=20)])\n"
    "fp16 = dict(loss_scale=256.)\nauto_scale_lr = dict(enable=True, base_batch_size=16)\n"
    "custom_hooks = [dict(type='EMAHook', interval=2, warm_up=100), dict(type='OurHook', "
    "start_iters=10)]\nload_from = 'a.pth'\nresume_from = 'b.pth'\nauto_resume = True\n"
    "find_unused_parameters = True\ncudnn_benchmark = True\nsync_bn = True\n";
static const char ITERATIONS[] =
    "model = dict(type='EncoderDecoder', backbone=dict(type='ResNet', depth=50), decode_head="
    "dict(type='Head'))\ndata = dict(imgs_per_gpu=3, workers_per_gpu=2, train=dict(type="
    "'OurDataset', pipeline=[dict(type='RandomCrop', crop_size=(64, 64))]))\n"
    "optimizer = dict(type='SGD', lr=0.02, momentum=0.9)\noptimizer_config = dict(type="
    "'DistOptimizerHook', update_interval=2, use_fp16=True)\n"
    "lr_config = dict(policy='CosineRestart', periods=[30000, 60000], restart_weights=[1, 0.5], "
    "min_lr=1e-4, by_epoch=False)\nrunner = dict(type='IterBasedRunner', max_iters=90000)\n"
    "evaluation = dict(interval=10000, start=20000)\ncheckpoint_config = dict(interval=30000, "
    "by_epoch=False)\nlog_config = dict(interval=10)\n";
static const char NEW[] =
    "default_scope = 'mmdet'\nmodel = dict(type='Net', backbone=dict(type='ResNet', with_cp=True, "
    "norm_cfg=dict(type='SyncBN')), data_preprocessor=dict(type='DetDataPreprocessor'))\n"
    "train_dataloader = dict(batch_size=2, num_workers=3, persistent_workers=True, drop_last=True, "
    "sampler=dict(type='DefaultSampler', shuffle=True), batch_sampler=dict(type="
    "'AspectRatioBatchSampler'), dataset=dict(type='CocoDataset', metainfo=dict(classes=('a', "
    "'b')), pipeline=[dict(type='Resize', scale=(64, 96))]))\n"
    "val_dataloader = dict(batch_size=5)\ntrain_cfg = dict(type='EpochBasedTrainLoop', "
    "max_epochs=12, val_interval=3, val_begin=2, dynamic_intervals=[(8, 1)])\n"
    "optim_wrapper = dict(type='AmpOptimWrapper', dtype='bfloat16', loss_scale=512., "
    "accumulative_counts=4, optimizer=dict(type='AdamW', lr=0.01, betas=(0.9, 0.99), "
    "weight_decay=0.05), clip_grad=dict(max_norm=35), constructor='Ours', paramwise_cfg=dict("
    "custom_keys=dict(x=dict(lr_mult=0.1)), norm_decay_mult=0.))\n"
    "param_scheduler = [dict(type='LinearLR', start_factor=0.1, by_epoch=False, begin=0, end=500), "
    "dict(type='CosineAnnealingLR', T_max=11, eta_min=1e-5, begin=1, end=12, by_epoch=True, "
    "convert_to_iter_based=True), dict(type='CosineAnnealingMomentum', T_max=6, eta_min=0.8, "
    "begin=0, end=6)]\n"
    "default_hooks = dict(checkpoint=dict(type='CheckpointHook', interval=5, by_epoch=True), "
    "logger=dict(type='LoggerHook', interval=50), sampler_seed=dict(type='DistSamplerSeedHook'))\n"
    "custom_hooks = [dict(type='EMAHook', ema_type='ExpMomentumEMA', begin_iter=10)]\n"
    "auto_scale_lr = dict(enable=True, base_batch_size=16)\nload_from = 'a.pth'\nresume = True\n"
    "env_cfg = dict(cudnn_benchmark=True)\nfind_unused_parameters = True\nsync_bn = 'torch'\n"
    "compile = dict(mode='default')\nmodel_wrapper_cfg = dict(type='MMFullyShardedDataParallel', "
    "cpu_offload=True)\nlog_processor = dict(by_epoch=True, window_size=50)\n";
static const char SHARDED[] =
    "default_scope = 'mmpretrain'\nmodel = dict(type='Net')\nrunner_type = 'FlexibleRunner'\n"
    "strategy = dict(type='DeepSpeedStrategy', fp16=dict(enabled=True, loss_scale=0), "
    "gradient_accumulation_steps=2, zero_optimization=dict(stage=3, cpu_offload=True), "
    "train_micro_batch_size_per_gpu=4)\ntrain_dataloader = dict(batch_size=4, dataset=dict(type="
    "'ImageNet'))\ntrain_cfg = dict(type='IterBasedTrainLoop', max_iters=1000, val_interval=100)\n"
    "optim_wrapper = dict(type='DeepSpeedOptimWrapper', optimizer=dict(type='AdamW', lr=0.1))\n"
    "param_scheduler = [dict(type='OneCycleLR', eta_max=0.2, total_steps=1000, pct_start=0.3, "
    "by_epoch=False)]\n";
static const char OWN[] =
    "model = dict(type='Net')\ntrain_data_loader = dict(batch_size=2, num_workers=3)\n"
    "val_data_loader = dict(batch_size=4)\noptimizer = dict(type='AdamW', lr=0.1, weight_decay="
    "0.01, optimizer=dict(type='AdamW', lr=2e-4))\ngrad_max_norm = 35\nmax_epochs = 24\n"
    "print_freq = 50\ndataset_params = dict(version='x')\nload_from = 'a.pth'\nresume_from = ''\n"
    "data = dict(videos_per_gpu=3, workers_per_gpu=2, train=dict(type='VideoDataset'))\n"
    "batch_size = 8\nresume_config = dict(a=1)\neval_config = dict(interval=3)\nloggers = 3\n"
    "omnisource = True\nuse_infinite_sampler = True\nupdate_interval = 2\nuse_fp16 = True\n"
    "total_epochs = 20\nlr_config = dict(policy='fixed')\nlog_config = dict(interval=5)\n";

static void as_it_is(void **state)
{
    (void)state;
    all = buf_make(given.ctx);
    static const char *const SCRIPTS[] = {"mmdet", "mmdet3d", "mmdet3d-seg", "mmseg", "mmcls",
        "mmaction", "mmpose", "mmselfsup", "mmtrack", "bevformer", "bevfusion", "sparsebev", "ipu",
        "tpvformer"};
    struct names first = one(OLD, "mmcv", NULL);
    for (size_t i = 0; i < sizeof SCRIPTS / sizeof *SCRIPTS; i++) {
        one(OLD, SCRIPTS[i], &first);
    }
    one(ITERATIONS, "mmdet", &first);
    one(OWN, "mmaction", &first);
    one(OWN, "tpvformer", &first);
    first = one(NEW, "mmengine", NULL);
    one(SHARDED, "mmengine", &first);
    expect_file("tests/unit/read.txt", buf_str(&all));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(as_it_is, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("read", tests, NULL, NULL);
}
