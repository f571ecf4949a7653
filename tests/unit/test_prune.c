/* Structured pruning: which widths go together. */
#include "model/prune.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void *ctx;
static struct arena *a;
static struct graph *g;

static int set_up(void **state)
{
    (void)state;
    struct graph_options o = {.torch = 113};
    ctx = mem_context(NULL);
    a = arena_new(ctx);
    g = graph_new(ctx, &LIMITS_DEFAULT, &o);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    talloc_free(ctx);
    return 0;
}

static struct shape map_of(int64_t channels)
{
    return (struct shape){.size = {1, channels, 8, 8}, .n = 4};
}

static tensor_id picture(void)
{
    struct shape s = map_of(3);
    return graph_input(g, &s, DTYPE_F32, STORAGE_INPUT);
}

static tensor_id weight(const char *module, const struct shape *w)
{
    module_id m = graph_module(g, STR("Layer"));
    g->modules.items[m].name = str_of(module);
    param_id p = graph_parameter(g, w);
    g->params.items[p].module = m;
    g->params.items[p].name = STR("weight");
    g->module = m;
    return g->params.items[p].tensor;
}

/* `x` by a weight, in a module of its own. */
static tensor_id weighed(
    const char *name, enum op_kind kind, tensor_id x, const struct shape *w, const struct shape *y)
{
    tensor_id by = weight(name, w);
    struct recording r = op_begin(g, (uint16_t)kind);
    op_input(&r, x, GRAD_NEW);
    op_input(&r, by, GRAD_NEW);
    tensor_id out = op_output(&r, y, DTYPE_F32);
    r.op.macs = (uint64_t)(shape_elems(y) * shape_elems(w) / w->size[0]);
    r.op.products = kind == OPKIND_CUSTOM;
    op_end(&r);
    return out;
}

/* A sparse convolution of rows. */
static tensor_id sparse(const char *name, tensor_id x, int64_t makes)
{
    struct shape y = graph_tensor(g, x)->shape;
    struct shape w = {.size = {3, 3, 3, y.size[1], makes}, .n = 5};
    y.size[1] = makes;
    return weighed(name, OPKIND_CUSTOM, x, &w, &y);
}

/* A deformable convolution of 1 x 1 where `offset` says. */
static tensor_id deformed(const char *name, tensor_id x, tensor_id offset, int64_t makes)
{
    struct shape y = map_of(makes),
                 w = {.size = {makes, graph_tensor(g, x)->shape.size[1], 1, 1}, .n = 4};
    tensor_id by = weight(name, &w);
    struct recording r = op_begin(g, OPKIND_CUSTOM);
    r.op.custom = CUSTOM_DEFORM_CONV;
    r.op.products = true;
    r.op.macs = 1000;
    op_input(&r, x, GRAD_NEW);
    op_input(&r, offset, GRAD_NEW);
    op_input(&r, by, GRAD_NEW);
    tensor_id out = op_output(&r, &y, DTYPE_F32);
    op_end(&r);
    return out;
}

/* A convolution of 3 x 3. */
static tensor_id layer(const char *name, tensor_id x, int64_t makes, int64_t groups)
{
    int64_t takes = graph_tensor(g, x)->shape.size[1];
    struct shape y = map_of(makes), w = {.size = {makes, takes / groups, 3, 3}, .n = 4};
    return weighed(name, OPKIND_CONV, x, &w, &y);
}

static tensor_id linear(const char *name, tensor_id x, int64_t makes)
{
    struct shape y = graph_tensor(g, x)->shape;
    struct shape w = {.size = {makes, y.size[y.n - 1]}, .n = 2};
    y.size[y.n - 1] = makes;
    return weighed(name, OPKIND_LINEAR, x, &w, &y);
}

static tensor_id joined(enum op_kind kind, tensor_id x, tensor_id y)
{
    struct shape s = graph_tensor(g, x)->shape;
    s.size[1] += kind == OPKIND_CAT ? graph_tensor(g, y)->shape.size[1] : 0;
    struct recording r = op_begin(g, (uint16_t)kind);
    op_input(&r, x, GRAD_NEW);
    op_input(&r, y, GRAD_NEW);
    tensor_id out = op_output(&r, &s, DTYPE_F32);
    op_end(&r);
    return out;
}

/* Two tensors side by side, along a dimension of their own. */
static tensor_id stacked(tensor_id x, tensor_id y, uint32_t along)
{
    struct shape from = graph_tensor(g, x)->shape, s = {.n = from.n + 1};
    for (uint32_t d = 0; d < s.n; d++) {
        s.size[d] = d == along ? 2 : from.size[d - (d > along)];
    }
    struct recording r = op_begin(g, OPKIND_CAT);
    op_input(&r, x, GRAD_NEW);
    op_input(&r, y, GRAD_NEW);
    tensor_id out = op_output(&r, &s, DTYPE_F32);
    op_end(&r);
    return out;
}

static const struct shape *weight_of(param_id p)
{
    return &graph_tensor(g, g->params.items[p].tensor)->shape;
}

static int64_t channels(tensor_id t)
{
    return graph_tensor(g, t)->shape.size[1];
}

static enum prune_verdict prune(const char *path, double ratio)
{
    struct pruning p;
    prune_begin(&p, ctx, g);
    struct prune what = {str_of(path), ratio};
    enum prune_verdict verdict = prune_module(&p, a, &what);
    if (verdict == PRUNE_DONE) {
        assert_int_equal(prune_apply(&p, g), 0);
    }
    return verdict;
}

/* What is added has one width: the other branch is cut as well, and the layer behind takes less. */
static void test_residual(void **state)
{
    (void)state;
    tensor_id x = layer("stem", picture(), 64, 1), y = layer("branch", x, 64, 1);
    tensor_id sum = joined(OPKIND_BINARY, x, y), last = layer("last", sum, 10, 1);
    uint64_t before = g->ops.items[g->ops.n - 1].macs;
    assert_int_equal(prune("branch", 0.5), PRUNE_DONE);
    assert_int_equal(channels(x), 32);
    assert_int_equal(channels(y), 32);
    assert_int_equal(channels(sum), 32);
    assert_int_equal(channels(last), 10);
    assert_int_equal(g->ops.items[g->ops.n - 1].macs, before / 2);
}

/* What is put together keeps what was not cut. */
static void test_concatenation(void **state)
{
    (void)state;
    tensor_id x = layer("one", picture(), 64, 1), y = layer("two", picture(), 32, 1);
    tensor_id both = joined(OPKIND_CAT, x, y);
    layer("last", both, 10, 1);
    assert_int_equal(prune("one", 0.25), PRUNE_DONE);
    assert_int_equal(channels(x), 48);
    assert_int_equal(channels(y), 32);
    assert_int_equal(channels(both), 80);
    assert_int_equal(weight_of(3)->size[1], 80);
}

/* What is put together along another dimension has one width. */
static void test_side_by_side(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        tensor_id x = layer("one", picture(), 64, 1), y = layer("two", picture(), 64, 1);
        struct shape s = map_of(64);
        s.size[2] = 16;
        struct recording r = op_begin(g, OPKIND_CAT);
        op_input(&r, x, GRAD_NEW);
        op_input(&r, y, GRAD_NEW);
        tensor_id both = op_output(&r, &s, DTYPE_F32);
        op_end(&r);
        tensor_id last = layer("last", both, 10, 1);
        assert_int_equal(prune(i ? "two" : "one", 0.25), PRUNE_DONE);
        assert_int_equal(channels(x), 48);
        assert_int_equal(channels(y), 48);
        assert_int_equal(channels(both), 48);
        assert_int_equal(channels(last), 10);
        tear_down(state);
        set_up(state);
    }
}

/* One map that weighs all channels goes with any number of them. */
static void test_gate(void **state)
{
    (void)state;
    tensor_id x = layer("stem", picture(), 64, 1), gate = layer("gate", x, 1, 1);
    tensor_id y = joined(OPKIND_BINARY, x, gate);
    layer("last", y, 10, 1);
    assert_int_equal(prune("stem", 0.5), PRUNE_DONE);
    assert_int_equal(channels(y), 32);
    assert_int_equal(channels(gate), 1);
}

/* As many in each group; of a depthwise layer as many groups as channels. */
static void test_groups(void **state)
{
    (void)state;
    tensor_id x = layer("stem", picture(), 60, 1), y = layer("groups", x, 60, 6);
    tensor_id z = layer("apart", y, 60, 60);
    layer("last", z, 10, 1);
    assert_int_equal(prune("stem", 0.45), PRUNE_DONE);
    assert_int_equal(channels(x), 36); /* 5.5 of 10 are 6 */
    assert_int_equal(channels(y), 36);
    assert_int_equal(channels(z), 36);
}

/* What is stacked has one width; what is recorded behind it has its own. */
static void test_stacked(void **state)
{
    (void)state;
    tensor_id x = layer("one", picture(), 64, 1), y = layer("two", picture(), 64, 1);
    tensor_id apart = layer("apart", picture(), 64, 1), both = stacked(x, y, 2);
    layer("last", apart, 10, 1);
    layer("volume", both, 10, 1);
    assert_int_equal(prune("apart", 0.5), PRUNE_DONE);
    assert_int_equal(channels(apart), 32);
    assert_int_equal(channels(x), 64);
    assert_int_equal(prune("one", 0.25), PRUNE_DONE);
    assert_int_equal(channels(y), 48);
    assert_int_equal(graph_tensor(g, both)->shape.size[1], 48);
}

/* Behind the dimension that is new the others come one later. */
static void test_stacked_in_front(void **state)
{
    (void)state;
    struct shape s = {.size = {1, 7, 3}, .n = 3};
    tensor_id words = graph_input(g, &s, DTYPE_F32, STORAGE_INPUT);
    tensor_id x = linear("one", words, 64), y = linear("two", words, 64);
    tensor_id both = stacked(x, y, 1);
    tensor_id last = linear("last", both, 10);
    assert_int_equal(prune("one", 0.25), PRUNE_DONE);
    assert_int_equal(graph_tensor(g, y)->shape.size[2], 48);
    assert_int_equal(graph_tensor(g, both)->shape.size[3], 48);
    assert_int_equal(graph_tensor(g, both)->shape.size[2], 7);
    assert_int_equal(graph_tensor(g, last)->shape.size[3], 10);
    assert_int_equal(weight_of(3)->size[1], 48);
}

/* A sparse kernel has its channels last: those that come in, and those that it makes. */
static void test_sparse(void **state)
{
    (void)state;
    struct shape s = {.size = {50, 4}, .n = 2};
    tensor_id rows = graph_input(g, &s, DTYPE_F32, STORAGE_INPUT);
    tensor_id x = sparse("one", rows, 64), y = sparse("two", x, 32), z = sparse("last", y, 10);
    assert_int_equal(prune("one", 0.25), PRUNE_DONE);
    assert_int_equal(channels(x), 48);
    assert_int_equal(channels(y), 32);
    assert_int_equal(channels(z), 10);
    assert_int_equal(weight_of(1)->size[3], 4);
    assert_int_equal(weight_of(1)->size[4], 48);
    assert_int_equal(weight_of(2)->size[3], 48);
    assert_int_equal(weight_of(2)->size[4], 32);
    assert_int_equal(weight_of(3)->size[3], 32);
}

/* Where a deformable convolution looks is told by so many numbers; what it looks at may be
 * narrower. */
static void test_deformable(void **state)
{
    (void)state;
    tensor_id x = layer("stem", picture(), 64, 1), offset = layer("offset", x, 2, 1);
    tensor_id y = deformed("deformed", x, offset, 32);
    op_id at = (op_id)g->ops.n - 1;
    layer("last", y, 10, 1);
    assert_int_equal(prune("offset", 0.5), PRUNE_STAYS);
    assert_int_equal(prune("stem", 0.25), PRUNE_DONE);
    assert_int_equal(channels(x), 48);
    assert_int_equal(channels(offset), 2);
    assert_int_equal(channels(y), 32);
    assert_int_equal(g->ops.items[at].macs, 750);
    assert_int_equal(weight_of(3)->size[1], 48);
    assert_int_equal(prune("deformed", 0.5), PRUNE_DONE);
    assert_int_equal(weight_of(3)->size[0], 16);
    assert_int_equal(weight_of(4)->size[1], 16);
}

static void begin_anew(void)
{
    struct graph_options o = {.torch = 113};
    g = graph_new(ctx, &LIMITS_DEFAULT, &o);
}

/* How much work is left: products are narrower by what they make, and by what they take. */
static void test_work(void **state)
{
    (void)state;
    static const struct {
        enum op_kind kind;
        struct shape from, weight, to; /* of 64 wide, and of 32 */
        const char *cut;
        double left;
    } rows[] = {
        {OPKIND_CONV, {{1, 64, 8, 8}, .n = 4}, {{32, 64, 3, 3}, .n = 4}, {{1, 32, 8, 8}, .n = 4},
            "a", 0.75},
        {OPKIND_CONV, {{1, 64, 8, 8}, .n = 4}, {{32, 64, 3, 3}, .n = 4}, {{1, 32, 8, 8}, .n = 4},
            "b", 0.5},
        {OPKIND_CONV_TRANSPOSE, {{1, 64, 8, 8}, .n = 4}, {{64, 32, 3, 3}, .n = 4},
            {{1, 32, 8, 8}, .n = 4}, "a", 0.75},
        {OPKIND_CONV_TRANSPOSE, {{1, 64, 8, 8}, .n = 4}, {{64, 32, 3, 3}, .n = 4},
            {{1, 32, 8, 8}, .n = 4}, "b", 0.5},
        {OPKIND_LINEAR, {{5, 7, 64}, .n = 3}, {{32, 64}, .n = 2}, {{5, 7, 32}, .n = 3}, "a", 0.75},
        {OPKIND_LINEAR, {{5, 7, 64}, .n = 3}, {{32, 64}, .n = 2}, {{5, 7, 32}, .n = 3}, "b", 0.5},
        {OPKIND_CUSTOM, {{50, 64}, .n = 2}, {{3, 3, 3, 64, 32}, .n = 5}, {{50, 32}, .n = 2}, "a",
            0.75},
        {OPKIND_CUSTOM, {{50, 64}, .n = 2}, {{3, 3, 3, 64, 32}, .n = 5}, {{50, 32}, .n = 2}, "b",
            0.5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        begin_anew();
        struct shape s = rows[i].from;
        uint32_t wide = rows[i].kind == OPKIND_LINEAR ? 2 : 1;
        s.size[wide] = 3;
        tensor_id first = graph_input(g, &s, DTYPE_F32, STORAGE_INPUT);
        struct shape w = rows[i].kind == OPKIND_CUSTOM
                             ? (struct shape){{3, 3, 3, 3, 64}, .n = 5}
                             : (struct shape){{64, 3, 1, 1}, .n = s.n == 4 ? 4 : 2};
        enum op_kind kind = rows[i].kind == OPKIND_CONV_TRANSPOSE ? OPKIND_CONV : rows[i].kind;
        tensor_id x = weighed("a", kind, first, &w, &rows[i].from);
        tensor_id y = weighed("b", rows[i].kind, x, &rows[i].weight, &rows[i].to);
        op_id at = (op_id)g->ops.n - 1;
        struct shape last = rows[i].kind == OPKIND_CUSTOM
                                ? (struct shape){{3, 3, 3, 32, 8}, .n = 5}
                                : (struct shape){{8, 32, 1, 1}, .n = s.n == 4 ? 4 : 2};
        s = rows[i].to;
        s.size[wide] = 8;
        weighed("last", kind, y, &last, &s);
        g->ops.items[at].macs = 1000;
        assert_int_equal(prune(rows[i].cut, 1 - rows[i].left), PRUNE_DONE);
        assert_int_equal(g->ops.items[at].macs, (uint64_t)(1000 * rows[i].left));
    }
}

/* Groups take equal parts of what comes in, and make equal parts of what goes out. */
static void test_meeting(void **state)
{
    (void)state;
    static const struct {
        int64_t takes, makes, output; /* of 64 */
        bool meets;
    } rows[] = {{64, 32, 32, true}, {16, 32, 32, true}, {48, 32, 32, false}, {128, 32, 32, false},
        {64, 32, 16, false}, {64, 16, 32, false}, {0, 32, 32, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct graph_options o = {.torch = 113};
        g = graph_new(ctx, &LIMITS_DEFAULT, &o);
        tensor_id out = layer("layer", layer("stem", picture(), 64, 1), 32, 1);
        const struct op *op = &g->ops.items[g->ops.n - 1];
        tensor_id weight = g->inputs.items[op->inputs_at + 1].tensor;
        g->tensors.items[weight].shape.size[0] = rows[i].makes;
        g->tensors.items[weight].shape.size[1] = rows[i].takes;
        g->tensors.items[out].shape.size[1] = rows[i].output;
        struct pruning p;
        prune_begin(&p, ctx, g);
        op_id unmet = prune_apply(&p, g);
        assert_int_equal(unmet == g->ops.n - 1, !rows[i].meets);
    }
}

/* Of each ratio in hundredths what is left is rounded up, and is one at least. */
static void test_ratios(void **state)
{
    (void)state;
    static const int64_t widths[] = {100, 64, 50, 7};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        for (int64_t gone = 1; gone < 100; gone++) {
            begin_anew();
            tensor_id x = layer("stem", picture(), widths[i], 1);
            layer("last", x, 10, 1);
            assert_int_equal(prune("stem", (double)gone / 100), PRUNE_DONE);
            assert_int_equal(channels(x), (widths[i] * (100 - gone) + 99) / 100);
        }
    }
}

/* Two that have one width are as narrow as the narrower of them, in whatever order. */
static void test_two_ratios(void **state)
{
    (void)state;
    for (int turn = 0; turn < 2; turn++) {
        begin_anew();
        tensor_id x = layer("one", picture(), 64, 1), y = layer("other", x, 64, 1);
        layer("last", joined(OPKIND_BINARY, x, y), 10, 1);
        struct pruning p;
        prune_begin(&p, ctx, g);
        struct prune both[] = {{STR("one"), turn ? 0.5 : 0.25}, {STR("other"), turn ? 0.25 : 0.5}};
        assert_int_equal(prune_module(&p, a, &both[0]), PRUNE_DONE);
        assert_int_equal(prune_module(&p, a, &both[1]), PRUNE_DONE);
        assert_int_equal(prune_apply(&p, g), 0);
        assert_int_equal(channels(x), 32);
        assert_int_equal(channels(y), 32);
    }
}

/* A group norm's groups stay, and have as many channels each. */
static void test_group_norm(void **state)
{
    (void)state;
    static const int64_t groups[] = {1, 2, 4, 30};
    static const int64_t left[] = {33, 34, 36, 60}; /* the next multiple after 33 */
    for (size_t i = 0; i < 4; i++) {
        begin_anew();
        tensor_id x = layer("stem", picture(), 60, 1);
        struct shape s = map_of(60);
        struct recording r = op_begin(g, OPKIND_GROUP_NORM);
        op_input(&r, x, GRAD_NEW);
        tensor_id y = op_output(&r, &s, DTYPE_F32);
        r.op.means = (uint32_t)groups[i];
        op_end(&r);
        layer("last", y, 10, 1);
        assert_int_equal(prune("stem", 0.45), PRUNE_DONE);
        assert_int_equal(channels(y), left[i]);
        assert_int_equal(channels(x), left[i]);
    }
}

/* What has as many elements as all its results together has as many afterwards, or it is told. */
static void test_several_results(void **state)
{
    (void)state;
    for (int64_t second = 31; second < 34; second++) {
        begin_anew();
        tensor_id x = layer("stem", picture(), 64, 1);
        struct shape s = map_of(32), other = map_of(second);
        struct recording r = op_begin(g, OPKIND_COPY);
        op_input(&r, x, GRAD_NEW);
        tensor_id out = op_output(&r, &s, DTYPE_F32);
        op_output(&r, &other, DTYPE_F32); /* which nothing narrows */
        op_end(&r);
        op_id at = (op_id)g->ops.n - 1;
        layer("last", out, 10, 1);
        struct pruning p;
        prune_begin(&p, ctx, g);
        struct prune what = {STR("stem"), 0.5};
        assert_int_equal(prune_module(&p, a, &what), PRUNE_DONE);
        assert_int_equal(prune_apply(&p, g), second == 32 ? at : 0);
    }
}

/* A transposed convolution makes the second dimension of its weight, and takes the first. */
static void test_transposed(void **state)
{
    (void)state;
    struct shape w = {.size = {16, 48, 2, 2}, .n = 4}, map = map_of(48);
    tensor_id x = layer("stem", picture(), 16, 1);
    tensor_id y = weighed("up", OPKIND_CONV_TRANSPOSE, x, &w, &map);
    layer("last", y, 10, 1);
    struct op *up = &g->ops.items[2];
    uint64_t macs = up->macs;
    assert_int_equal(prune("up", 0.25), PRUNE_DONE);
    assert_int_equal(channels(x), 16);
    assert_int_equal(channels(y), 36);
    assert_int_equal(g->params.items[2].shape.size[0], 16);
    assert_int_equal(g->params.items[2].shape.size[1], 36);
    assert_int_equal(up->macs, macs / 4 * 3);
    assert_int_equal(prune("stem", 0.5), PRUNE_DONE);
    assert_int_equal(g->params.items[2].shape.size[0], 8);
    assert_int_equal(up->macs, macs / 8 * 3);
}

/* Statistics of a norm go along with its channels, and are no parameters. */
static void test_parameters(void **state)
{
    (void)state;
    struct shape s = {.size = {64}, .n = 1};
    struct prune what = {STR("stem"), 0.5};
    struct pruning p;
    tensor_id x = layer("stem", picture(), 64, 1);
    param_id statistics = graph_buffer(g, &s, DTYPE_F32);
    struct shape map = map_of(64);
    struct recording r = op_begin(g, OPKIND_BATCH_NORM);
    op_input(&r, x, GRAD_NEW);
    op_input(&r, g->params.items[statistics].tensor, GRAD_NONE);
    tensor_id y = op_output(&r, &map, DTYPE_F32);
    op_end(&r);
    layer("last", y, 10, 1);
    prune_begin(&p, ctx, g);
    assert_true(prune_parameters(&p) == 9 * (64 * 3 + 10 * 64));
    assert_int_equal(prune_module(&p, a, &what), PRUNE_DONE);
    assert_true(prune_parameters(&p) == 9 * (32 * 3 + 10 * 32));
    assert_int_equal(prune_apply(&p, g), 0);
    assert_int_equal(g->params.items[statistics].shape.size[0], 32);
}

static void test_refused(void **state)
{
    (void)state;
    layer("last", layer("stem", picture(), 16, 1), 10, 1);
    assert_int_equal(prune("last", 0.5), PRUNE_STAYS);
    assert_int_equal(prune("lost", 0.5), PRUNE_NO_MODULE);
    assert_int_equal(prune("stem", 0.99), PRUNE_DONE);
    assert_int_equal(g->params.items[2].shape.size[1], 1); /* one is left */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_residual, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_side_by_side, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_concatenation, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_gate, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_groups, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stacked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stacked_in_front, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_sparse, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_deformable, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_work, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_meeting, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_ratios, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_two_ratios, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_group_norm, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_several_results, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_transposed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_parameters, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
