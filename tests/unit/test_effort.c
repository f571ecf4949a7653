/* What a recording has cost, as searches count it. */
#include "base/mem.h"
#include "model/graph.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* So many modules with a parameter each, and a tenth of the operations. */
static struct graph *recorded(void *ctx, uint32_t modules, bool copied)
{
    struct graph_options o = {.torch = 113};
    struct graph *g = graph_new(ctx, &LIMITS_DEFAULT, &o);
    struct shape s = {.size = {4, 4}, .n = 2};
    for (uint32_t i = 0; i < modules; i++) {
        graph_module(g, STR("Linear"));
        graph_parameter(g, &s);
    }
    for (uint32_t i = 0; i < modules / 10; i++) {
        struct recording r = op_begin(g, OPKIND_CAT);
        op_output(&r, &s, DTYPE_F32);
        op_end(&r);
    }
    g->copied = copied ? (uint32_t)g->ops.n : 0;
    return g;
}

static void test_modules_count_where_operations_are_copied(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct graph *few = recorded(ctx, 1000, true), *many = recorded(ctx, 10000, true);
    assert_true(graph_effort(few) >= 2000);
    assert_true(graph_effort(many) > 9 * graph_effort(few));
    assert_true(graph_effort(recorded(ctx, 1000, false)) > 4 * graph_effort(few));
    talloc_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_modules_count_where_operations_are_copied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
