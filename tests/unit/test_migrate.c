#include "texts.h"

#include "config/compare.h"
#include "migrate/override.h"
#include "migrate/translate.h"

#include <string.h>

/* --- what a file has to say over its bases --- */

/* Numbers that are the same each time. */
static uint64_t drawn = 5;

static unsigned draw(unsigned below)
{
    drawn = drawn * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(drawn >> 33) % below;
}

static void put_random(struct buf *out, unsigned depth)
{
    static const char *const plain[] = {
        "1", "2", "1.0", "None", "'a'", "()", "[]", "[1]", "[{'a': 1}]", "[{'a': 1}, 2]", "True"};
    if (depth == 0 || draw(3) == 0) {
        buf_puts(out, plain[draw(sizeof plain / sizeof *plain)]);
        return;
    }
    buf_puts(out, "{");
    for (char key = 'a'; key <= 'd'; key++) {
        if (draw(3) > 0) {
            buf_printf(out, "'%c': ", key);
            put_random(out, depth - 1);
            buf_puts(out, ", ");
        }
    }
    buf_puts(out, "}");
}

/* The top-level names of a config. */
static str random_config(void)
{
    struct buf b = buf_make(given.ctx);
    for (char key = 'a'; key <= 'c'; key++) {
        if (draw(4) > 0) {
            buf_printf(&b, "%c = ", key);
            put_random(&b, 3);
            buf_byte(&b, '\n');
        }
    }
    return arena_str(given.a, buf_str(&b));
}

static str assignments(const struct value *root)
{
    struct buf b = buf_make(given.ctx);
    for (uint32_t i = 0; i < root->dict->n; i++) {
        const struct entry *e = &root->dict->entries[i];
        buf_printf(&b, "%.*s = %s\n", STR_ARG(value_str(&e->key)), shown(&e->value));
    }
    return arena_str(given.a, buf_str(&b));
}

/* What the loader of mmengine makes of a file above its base. */
static struct config *above(int number, str base, str own)
{
    str name = arena_printf(given.a, "base%d.py", number);
    str path =
        arena_printf(given.a, "%.*s/fixtures/%.*s", STR_ARG(given.files->cwd), STR_ARG(name));
    files_overlay(given.files, path, base);
    str text = arena_printf(given.a, "_base_ = '%.*s'\n%.*s", STR_ARG(name), STR_ARG(own));
    return config_of(arena_printf(given.a, "above%d.py", number).p, text.p);
}

static void overrides(void **state)
{
    (void)state;
    int whole = 0, impossible = 0;
    for (int i = 0; i < 400; i++) {
        str base = random_config(), wanted = random_config();
        const struct config *a = config_of("text.py", base.p), *b = config_of("text.py", wanted.p);
        struct value over;
        str key = STR("");
        if (override_find(given.a, &a->root, &b->root, &over, &key)) {
            struct config *made = above(i, base, assignments(&over));
            assert_false(made->failed);
            assert_true(value_same(&made->root, &b->root));
            whole++;
        } else {
            assert_non_null(config_at(a, key));
            assert_null(config_at(b, key));
            impossible++;
        }
    }
    assert_true(whole > 50 && impossible > 50);
}

static void over_of(const char *base, const char *want, const char *expected)
{
    struct value over;
    str key = STR("");
    assert_true(override_find(given.a, value_of(base), value_of(want), &over, &key));
    assert_string_equal(shown(&over), expected);
}

/* No more than has to be said. */
static void least_overrides(void **state)
{
    (void)state;
    over_of("dict(a=1, b=2)", "dict(a=1, b=2)", "{}");
    over_of("dict(a=1, b=2)", "dict(b=2, a=3, c=4)", "{'a': 3, 'c': 4}");
    over_of("dict(a=dict(x=1, y=dict(z=2)))", "dict(a=dict(x=1, y=dict(z=3)))",
        "{'a': {'y': {'z': 3}}}");
    over_of("dict(a=dict(x=1, y=2))", "dict(a=dict(x=1))", "{'a': {'_delete_': True, 'x': 1}}");
    over_of("dict(a=1)", "dict(a=dict(x=1))", "{'a': {'_delete_': True, 'x': 1}}");
    over_of("dict(a=[1, 2])", "dict(a=[1, 3])", "{'a': [1, 3]}");
    over_of("dict(a=1)", "dict(a=1.0)", "{'a': 1.0}");
}

/* --- what becomes of each value --- */

static const char OLD[] =
    "model = dict(type='RetinaNet')\n"
    "data = dict(samples_per_gpu=3, workers_per_gpu=5, train=dict(type='CocoDataset'))\n"
    "optimizer = dict(type='SGD', lr=0.02, momentum=0.9)\n"
    "optimizer_config = dict(grad_clip=dict(max_norm=35))\n"
    "lr_config = dict(policy='step', step=[8, 11])\n"
    "runner = dict(type='EpochBasedRunner', max_epochs=12)\n"
    "nonsense = 7\n";

/* Where the values of the old config are, in the words of mmengine's own guide to migration. */
static void fates(void **state)
{
    (void)state;
    static const struct {
        const char *old, *new;
    } moved[] = {{"data.samples_per_gpu", "train_dataloader.batch_size"},
        {"data.workers_per_gpu", "train_dataloader.num_workers"},
        {"optimizer.lr", "optim_wrapper.optimizer.lr"},
        {"optimizer.momentum", "optim_wrapper.optimizer.momentum"},
        {"optimizer_config.grad_clip.max_norm", "optim_wrapper.clip_grad.max_norm"},
        {"lr_config.step", "param_scheduler.0.milestones"},
        {"runner.max_epochs", "train_cfg.max_epochs"}};
    struct config *c = config_of("old.py", OLD);
    bool certain;
    const struct declaration *table =
        translate_find(given.library, given.a, &c->root, STR("mmdet"), &certain, given.diags);
    struct translation t = {0};
    assert_non_null(table);
    assert_true(translate(given.library, table, certain, given.a, &c->root, &t, given.diags));
    for (size_t i = 0; i < sizeof moved / sizeof *moved; i++) {
        const struct value *was = config_at(c, str_of(moved[i].old));
        const struct value *is = value_at(&t.root, str_of(moved[i].new));
        assert_true(was && is && value_same(was, is));
        assert_true(str_is(translate_origin(given.a, &c->root, is), moved[i].old));
    }
    assert_true(value_same(config_at(c, STR("nonsense")), value_at(&t.root, STR("nonsense"))));
    VEC_EACH (const struct note, n, &t.notes) { /* a note is about something that was there */
        assert_non_null(config_at(c, n->path));
        assert_true(n->to.n == 0 || value_at(&t.root, n->to));
        assert_true(strlen(fate_name(n->fate)) > 0);
    }
    assert_true(value_same(&c->root, &config_of("old.py", OLD)->root)); /* which stays as it is */
}

static void tables(void **state)
{
    (void)state;
    static const struct {
        const char *types, *table;
        bool certain;
    } told[] = {{"model = dict(type='RetinaNet')\ndata = dict(train=dict(type='CocoDataset'))\n",
                    "mmdet", true},
        {"model = dict(type='Bird')\ndata = dict(train=dict(type='Nests'))\n", "mmdet", false},
        {"model = dict(type='EncoderDecoder')\ndata = dict(train=dict(type='CityscapesDataset'))\n",
            "mmseg", true},
        {"model = dict(type='ImageClassifier')\ndata = dict(train=dict(type='ImageNet'))\n",
            "mmpretrain", true},
        {"model = dict(type='CenterPoint')\ndata = dict(train=dict(type='NuScenesDataset'))\n",
            "mmdet3d", true},
        {"model = dict(type='TopDown')\ndata = dict(train=dict(type='TopDownCocoDataset'))\n",
            "mmpose", true}};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        struct config *c = config_of("old.py", told[i].types);
        bool certain;
        const struct declaration *d =
            translate_find(given.library, given.a, &c->root, STR(""), &certain, given.diags);
        assert_true(d && str_is(d->name, told[i].table));
        assert_int_equal(certain, told[i].certain);
    }
    struct config *old = config_of("old.py", OLD);
    bool certain;
    assert_null(translate_find(
        given.library, given.a, &old->root, STR("no such project"), &certain, given.diags));
    assert_int_equal(given.diags->list.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(overrides, set_up, tear_down),
        cmocka_unit_test_setup_teardown(least_overrides, set_up, tear_down),
        cmocka_unit_test_setup_teardown(fates, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tables, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("migrate", tests, NULL, NULL);
}
