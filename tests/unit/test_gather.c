/* When weights that GPUs share are gathered and given back, and when their gradients are reduced:
 * the order is written down by hand, as FSDP, DeepSpeed and ColossalAI say it. */
#include "memory/simulate.h"

#include "base/buf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void *ctx;

static int set_up(void **state)
{
    (void)state;
    ctx = mem_context(NULL);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    talloc_free(ctx);
    return 0;
}

/* Three linear layers with weights of 1, 2 and 5 KiB. */
static struct graph *layers(void)
{
    static const int64_t elems[] = {256, 512, 1280};
    struct graph_options o = {.torch = 210, .training = true};
    struct graph *g = graph_new(ctx, &LIMITS_DEFAULT, &o);
    struct shape map = {.size = {1, 16}, .n = 2};
    tensor_id x = graph_input(g, &map, DTYPE_F32, STORAGE_INPUT);
    module_id model = graph_module(g, STR("Model"));
    for (int i = 0; i < 3; i++) {
        struct shape weight = {.size = {16, elems[i] / 16}, .n = 2};
        g->module = model;
        module_id m = g->module = graph_module(g, STR("Linear"));
        g->modules.items[m].parent = model;
        param_id p = graph_parameter(g, &weight);
        g->params.items[p].module = m;
        g->params.items[p].used = true;
        struct recording r = op_begin(g, OPKIND_LINEAR);
        op_input(&r, x, GRAD_NEW);
        op_input(&r, g->params.items[p].tensor, GRAD_NEW);
        x = op_output(&r, &map, DTYPE_F32);
        op_end(&r);
    }
    g->loss = x;
    return g;
}

/* KiB that come and go of one category. */
static const char *story(const struct simulation *s, enum category c)
{
    struct buf b = buf_make(ctx);
    VEC_EACH (struct trace_event, t, &s->trace) {
        if (t->block && s->blocks[t->block].category == c) {
            buf_printf(&b, "%s%+g", b.n ? " " : "", (double)t->bytes / 1024);
        }
    }
    buf_byte(&b, '\0');
    return b.p;
}

static void tells(struct sharding x, const char *weights, const char *gradients)
{
    struct regime r = {.torch = 210, .gpus = 2, .state_bytes = 8, .accumulation = 1};
    x.by = STR("x");
    x.weights = x.gradients = x.states = true;
    x.ranks = 2;
    x.masters = MASTERS_ALONE;
    r.sharding = x;
    const struct simulation *s = simulate(ctx, layers(), &r, false);
    assert_string_equal(story(s, CATEGORY_WEIGHTS), weights);
    assert_string_equal(story(s, CATEGORY_GRADIENTS), gradients);
}

#define EACH    "+1 -1 +2 -2 +5 -5 +5 -5 +2 -2 +1 -1"
#define REDUCED "+5 -5 +2.5 +2 -2 +1 +1 -1 +0.5"

static void units(void **state)
{
    (void)state;
    struct sharding x = {.units = UNITS_MODULES, .reduces = REDUCE_UNIT};
    tells(x, EACH, REDUCED);
    /* modules of so many elements; the rest is with the model, which stays */
    x.units = UNITS_SIZE;
    x.least = 512;
    tells(x, "+1 +2 -2 +5 -5 +5 -5 +2 -2 -1", "+5 -5 +2.5 +2 -2 +1 +1 -1 +0.5");
    x.least = 513;
    tells(x, "+3 +5 -5 +5 -5 -3", "+5 -5 +2.5 +2 +1 -2 -1 +1.5");
    /* one after the other, until they have so many */
    x.units = UNITS_CHUNKS;
    x.least = 256;
    tells(x, EACH, REDUCED);
    x.least = 257;
    tells(x, "+3 -3 +5 -5 +5 -5 +3 -3", "+5 -5 +2.5 +2 +1 -2 -1 +1.5");
    x.units = UNITS_MODEL;
    tells(x, "+8 -8", "+5 +2 +1 -5 -2 -1 +4");
    /* what is small is not divided, but reduced */
    x.units = UNITS_MODULES;
    x.small = 512;
    tells(x, "+2 -2 +5 -5 +5 -5 +2 -2", "+5 -5 +2.5 +2 -2 +1 +1 -1 +0.5");
}

/* What is used again within so many elements stays, and what comes next may be gathered early. */
static void stays(void **state)
{
    (void)state;
    struct sharding x = {.units = UNITS_MODULES, .reduces = REDUCE_UNIT};
    x.keeps = SHARD_ALWAYS;
    tells(x, "+1 +2 +5 -5 -2 -1", REDUCED);
    x.keeps = 2 * 1280;
    tells(x, "+1 -1 +2 -2 +5 -5 +2 -2 +1 -1", REDUCED);
    x.keeps = 2 * 1280 + 1;
    tells(x, "+1 -1 +2 +5 -5 -2 +1 -1", REDUCED);
    x.keeps = 0;
    x.ahead = SHARD_ALWAYS;
    tells(x, "+1 -1 +2 -2 +5 -5 +5 +2 -5 +1 -2 -1", REDUCED);
    x.ahead = 512; /* elements */
    tells(x, "+1 -1 +2 -2 +5 -5 +5 +2 -5 +1 -2 -1", REDUCED);
    x.ahead = 513;
    tells(x, "+1 -1 +2 -2 +5 -5 +5 +2 +1 -5 -2 -1", REDUCED);
}

static void reductions(void **state)
{
    (void)state;
    struct sharding x = {.units = UNITS_MODULES, .reduces = REDUCE_BUCKET};
    x.bucket = 1280;
    tells(x, EACH, "+5 -5 +2.5 +2 +1 -2 -1 +1.5");
    x.bucket = 1281;
    tells(x, EACH, "+5 +2 -5 -2 +3.5 +1 -1 +0.5");
    x.buffers = 1; /* at once into the buffer */
    tells(x, EACH, REDUCED);
    x.buffers = 0;
    x.reduces = REDUCE_END;
    tells(x, EACH, "+5 +2 +1 -5 -2 -1 +4");
    x.reduces = REDUCE_PLACE;
    tells(x, EACH, "+5 -5 +2 -2 +1 -1");
    x.reduces = REDUCE_UNIT;
    x.always = true; /* one GPU's part was there before */
    tells(x, EACH, "+5 -5 +2 -2 +1 -1");
    x.always = false;
    x.states_on_host = true;
    tells(x, EACH, "+5 -5 +2 -2 +1 -1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(units, set_up, tear_down),
        cmocka_unit_test_setup_teardown(stays, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reductions, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("gather", tests, NULL, NULL);
}
