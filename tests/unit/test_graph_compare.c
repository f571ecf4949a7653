/* Recordings that differ in one member of one row are not the same. */
#include "base/mem.h"
#include "model/graph_compare.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

struct pair {
    void *ctx;
    struct arena *arena;
    struct graph *a, *b;
};

static struct graph *recorded(void *ctx)
{
    struct graph *g = graph_new(ctx, &LIMITS_DEFAULT, &(struct graph_options){.torch = 113});
    struct shape s = {.size = {4, 4}, .n = 2};
    graph_module(g, STR("Linear"));
    graph_parameter(g, &s);
    struct recording r = op_begin(g, OPKIND_CAT);
    tensor_id made = op_output(&r, &s, DTYPE_F32);
    op_end(&r);
    r = op_begin(g, OPKIND_CAT);
    op_input(&r, made, GRAD_NEW);
    op_save(&r, made);
    op_output(&r, &s, DTYPE_F32);
    op_end(&r);
    vec_push(g, &g->segments, (struct segment){0});
    vec_push(g, &g->arrivals, (struct arrival){0});
    vec_push(g, &g->half_casts, 1);
    return g;
}

static struct pair make(void)
{
    void *ctx = mem_context(NULL);
    struct pair p = {ctx, arena_new(ctx), recorded(ctx), recorded(ctx)};
    assert_int_equal(graph_difference(p.arena, p.a, p.b).n, 0);
    assert_int_equal(graph_digest(p.a), graph_digest(p.b));
    return p;
}

/* The last row of `array` with another `member`, in both directions. */
#define DIFFERS(array, member)                                              \
    do {                                                                    \
        struct pair p = make();                                             \
        p.b->array.items[p.b->array.n - 1].member ^= 1;                     \
        if (graph_difference(p.arena, p.a, p.b).n == 0 ||                   \
            graph_difference(p.arena, p.b, p.a).n == 0) {                   \
            fail_msg("a difference of %s.%s is not seen", #array, #member); \
        }                                                                   \
        talloc_free(p.ctx);                                                 \
    } while (0)

static void operations(void **state)
{
    (void)state;
    DIFFERS(ops, kind);
    DIFFERS(ops, differentiable);
    DIFFERS(ops, in_place);
    DIFFERS(ops, saves_first);
    DIFFERS(ops, scratch_first);
    DIFFERS(ops, stride);
    DIFFERS(ops, dilation);
    DIFFERS(ops, shared);
    DIFFERS(ops, custom);
    DIFFERS(ops, parts);
    DIFFERS(ops, means);
    DIFFERS(ops, inputs_at);
    DIFFERS(ops, saved_at);
    DIFFERS(ops, n_inputs);
    DIFFERS(ops, n_saved);
    DIFFERS(ops, first_output);
    DIFFERS(ops, n_outputs);
    DIFFERS(ops, segment);
    DIFFERS(ops, module);
    DIFFERS(ops, forward_temp);
    DIFFERS(ops, forward_aside);
    DIFFERS(ops, backward_aside);
    DIFFERS(ops, backward_temp);
    DIFFERS(ops, last_temp);
    DIFFERS(ops, most_temp);
    DIFFERS(ops, products);
    DIFFERS(ops, macs);
    DIFFERS(ops, stack_bytes);
}

static void other_rows(void **state)
{
    (void)state;
    DIFFERS(inputs, tensor);
    DIFFERS(inputs, grad);
    DIFFERS(tensors, shape.size[0]);
    DIFFERS(tensors, stride[0]);
    DIFFERS(tensors, dtype);
    DIFFERS(tensors, requires_grad);
    DIFFERS(tensors, storage);
    DIFFERS(tensors, producer);
    DIFFERS(tensors, output);
    DIFFERS(storages, bytes);
    DIFFERS(storages, born);
    DIFFERS(storages, released);
    DIFFERS(storages, kind);
    DIFFERS(storages, param);
    DIFFERS(params, shape.size[1]);
    DIFFERS(params, dtype);
    DIFFERS(params, trainable);
    DIFFERS(params, is_buffer);
    DIFFERS(params, used);
    DIFFERS(params, half);
    DIFFERS(params, module);
    DIFFERS(params, tensor);
    DIFFERS(params, name.n);
    DIFFERS(modules, parent);
    DIFFERS(modules, node);
    DIFFERS(segments, first);
    DIFFERS(segments, last);
    DIFFERS(segments, inputs_at);
    DIFFERS(segments, n_inputs);
    DIFFERS(arrivals, bytes);
    DIFFERS(arrivals, goes);
    DIFFERS(arrivals, input);
}

static void lengths(void **state)
{
    (void)state;
    struct pair p = make();
    p.b->half_casts.items[0]++;
    assert_true(str_is(graph_difference(p.arena, p.a, p.b), "cast 0"));
    p.b->half_casts.n = 0;
    assert_true(str_is(graph_difference(p.arena, p.a, p.b), "cast 0"));
    assert_true(str_is(graph_difference(p.arena, p.b, p.a), "cast 0"));
    p.b->ops.n--;
    assert_true(str_is(graph_difference(p.arena, p.a, p.b), "operation 2"));
    talloc_free(p.ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations),
        cmocka_unit_test(other_rows),
        cmocka_unit_test(lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
