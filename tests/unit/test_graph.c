/* What a graph notes of a recording besides its operations. */
#include "base/mem.h"
#include "model/graph.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct graph *begin(void **state)
{
    return graph_new(*state, &LIMITS_DEFAULT, &(struct graph_options){.torch = 113});
}

static int set_up(void **state)
{
    *state = mem_context(NULL);
    return 0;
}

static int tear_down(void **state)
{
    talloc_free(*state);
    return 0;
}

/* Between which releases all that was asked has the same answer. */
static void releases(void **state)
{
    static const struct {
        uint32_t asked;
        bool since;
        uint32_t from, until;
    } rows[] = {{109, true, 109, UINT32_MAX}, {105, true, 109, UINT32_MAX},
        {112, true, 112, UINT32_MAX}, {201, false, 112, 201}, {210, false, 112, 201},
        {114, false, 112, 114}, {113, true, 113, 114}};
    struct graph *g = begin(state);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(graph_torch_since(g, rows[i].asked), rows[i].since);
        assert_int_equal(g->torch_from, rows[i].from);
        assert_int_equal(g->torch_until, rows[i].until);
    }
}

static void most_bytes(void **state)
{
    struct graph *g = begin(state);
    graph_count_bytes(g, UINT64_C(1) << 55);
    graph_count_bytes(g, UINT64_C(1) << 55);
    assert_int_equal(g->fault.n, 0);
    graph_count_bytes(g, 1);
    assert_true(str_is(g->fault, "more memory in all than any computer has"));
    g = begin(state);
    graph_count_bytes(g, UINT64_MAX);
    graph_count_bytes(g, UINT64_MAX);
    assert_true(g->fault.n > 0);
}

/* The first of a name counts, whatever others say. */
static void assumptions(void **state)
{
    struct graph *g = begin(state);
    struct assumption a = {.name = STR("n"), .text = STR("one"), .expected = 1};
    graph_assume(g, &a);
    a.text = STR("other");
    a.expected = 2;
    graph_assume(g, &a);
    a.name = STR("m");
    graph_assume(g, &a);
    assert_int_equal(g->assumptions.n, 2);
    assert_true(g->assumptions.items[0].expected == 1);
    assert_true(str_is(g->assumptions.items[0].text, "one"));
    assert_true(str_is(g->assumptions.items[1].name, "m"));
}

/* A batch is held to the end of the step. */
static void inputs(void **state)
{
    struct graph *g = begin(state);
    struct shape s = {.size = {3, 5}, .n = 2};
    tensor_id batch = graph_input(g, &s, DTYPE_F16, STORAGE_INPUT);
    tensor_id made = graph_input(g, &s, DTYPE_F32, STORAGE_ACTIVATION);
    const struct storage *held = &g->storages.items[graph_tensor(g, batch)->storage];
    const struct storage *free = &g->storages.items[graph_tensor(g, made)->storage];
    assert_int_equal(held->bytes, 30);
    assert_int_equal(held->released, NEVER);
    assert_int_equal(free->bytes, 60);
    assert_int_equal(free->released, 0);
}

/* PyTorch's suggest_memory_format(): by strides alone, where a size is 1. */
static void layouts(void **state)
{
    static const struct {
        uint32_t n;
        int64_t size[4], stride[4];
        bool last;
    } rows[] = {
        {4, {2, 3, 4, 5}, {60, 20, 5, 1}, false}, /* as it is made */
        {4, {2, 3, 4, 5}, {60, 1, 15, 3}, true},  /* channels last */
        {4, {2, 3, 4, 5}, {15, 1, 30, 6}, false}, /* rows before samples */
        {4, {2, 3, 4, 5}, {60, 1, 3, 12}, false}, /* columns before rows */
        {4, {2, 3, 4, 5}, {60, 4, 15, 1}, false}, /* channels behind columns */
        {4, {2, 3, 4, 5}, {120, 2, 30, 6}, true}, /* every other channel */
        {4, {2, 3, 4, 5}, {3, 1, 24, 6}, false},  /* samples inside of columns */
        {4, {2, 3, 4, 5}, {59, 1, 15, 3}, false}, /* samples that meet */
        {4, {2, 3, 4, 5}, {60, 1, 14, 3}, false}, /* rows that meet */
        {4, {2, 3, 4, 5}, {60, 1, 15, 2}, false}, /* columns that meet */
        {4, {2, 3, 4, 5}, {60, 0, 15, 3}, false}, /* expanded channels */
        {4, {2, 0, 4, 5}, {60, 1, 15, 3}, false}, /* nothing at all */
        {4, {2, 3, 4, 0}, {60, 1, 15, 3}, false},
        {4, {2, 3, 0, 5}, {60, 1, 15, 3}, false},
        {4, {0, 3, 4, 5}, {60, 1, 15, 3}, false},
        {4, {2, 1, 4, 5}, {20, 20, 5, 1}, false}, /* one channel as it is made */
        {4, {2, 1, 4, 5}, {20, 1, 5, 1}, true},   /* and as a slice of channels last has it */
        {4, {2, 3, 1, 1}, {3, 1, 1, 1}, false},   /* pooled, as it is made */
        {4, {2, 3, 1, 1}, {3, 1, 3, 3}, true},    /* pooled, channels last */
        {4, {1, 1, 1, 1}, {1, 1, 1, 1}, false},   /* it may be either: as it is made */
        {4, {2, 1, 1, 1}, {1, 1, 1, 1}, false},
        {4, {1, 3, 4, 5}, {60, 1, 15, 3}, true},
        {3, {3, 4, 5}, {1, 15, 3}, false},
    };
    struct graph *g = begin(state);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct shape s = {.n = rows[i].n};
        memcpy(s.size, rows[i].size, sizeof rows[i].size);
        tensor_id t = graph_input(g, &s, DTYPE_F32, STORAGE_INPUT);
        memcpy(g->tensors.items[t].stride, rows[i].stride, sizeof rows[i].stride);
        if (tensor_suggests_channels_last(g, t) != rows[i].last) {
            fail_msg("row %zu", i);
        }
    }
}

/* Without gaps a tensor keeps the order of its dimensions; of equal strides, and where none has
 * more than one element, the last dimension is the innermost. */
static void without_gaps(void **state)
{
    (void)state;
    static const struct {
        uint32_t n;
        int64_t size[4], stride[4], made[4];
        bool dense, expanded;
    } rows[] = {
        {3, {2, 3, 4}, {12, 4, 1}, {12, 4, 1}, true, false},
        {3, {2, 3, 4}, {24, 8, 2}, {12, 4, 1}, false, false},
        {3, {2, 3, 4}, {1, 2, 6}, {1, 2, 6}, true, false},
        {3, {2, 3, 4}, {2, 4, 12}, {1, 2, 6}, false, false},
        {4, {2, 3, 4, 5}, {60, 1, 15, 3}, {60, 1, 15, 3}, true, false},
        {3, {2, 3, 4}, {0, 0, 1}, {3, 1, 6}, false, true}, /* repeated */
        {3, {2, 3, 4}, {0, 0, 0}, {12, 4, 1}, false, true},
        {2, {5, 5}, {1, 1}, {5, 1}, false, false}, /* windows that meet */
        {3, {2, 1, 4}, {1, 99, 2}, {1, 4, 2}, true, false},
        {2, {1, 1}, {0, 7}, {1, 1}, true, false},
        {2, {1, 4}, {0, 1}, {4, 1}, true, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct shape s = {.n = rows[i].n};
        int64_t made[MAX_DIMS];
        memcpy(s.size, rows[i].size, sizeof rows[i].size);
        shape_dense_strides(&s, rows[i].stride, made);
        bool same = memcmp(made, rows[i].made, rows[i].n * sizeof *made) == 0;
        if (!same || shape_is_dense(&s, rows[i].stride) != rows[i].dense ||
            shape_is_expanded(&s, rows[i].stride) != rows[i].expanded) {
            fail_msg("row %zu", i);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(releases, set_up, tear_down),
        cmocka_unit_test_setup_teardown(most_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(assumptions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(inputs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(layouts, set_up, tear_down),
        cmocka_unit_test(without_gaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
