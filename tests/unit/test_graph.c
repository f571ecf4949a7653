/* What a graph notes of a recording besides its operations. */
#include "base/mem.h"
#include "model/graph.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(releases, set_up, tear_down),
        cmocka_unit_test_setup_teardown(most_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(assumptions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(inputs, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
