/* What the stage `kernels` makes of a config: a line for each kernel of a step. */
#include "base/foreign.h"
#include "report/dump.h"
#include "time/kernel.h"

static void put_kernel(
    struct buf *out, const struct graph *g, const struct kernel *k, const char *what, str path)
{
    enum bound bound;
    double seconds = kernel_seconds(k, &g->options.gpu, &bound);
    foreign_printf(out, "%s\t%.*s\t%s\t%.0f %.0f %.0f %.0f\t%.0f\t%.0f\t%s%s\t%.2f\t%s\n", what,
        STR_ARG(path), kernel_name((enum kernel_kind)k->kind), k->m, k->n, k->k, k->batch, k->bytes,
        k->flops, dtype_name((enum dtype)k->dtype), k->tf32 ? " as tf32" : "", seconds * 1e6,
        bound_name(bound));
}

static void put_pass(
    struct arena *a, struct buf *out, const struct graph *g, op_id i, enum pass pass)
{
    struct kernels list;
    kernels_of(&list, g, i, pass);
    str path = graph_path(g, a, g->ops.items[i].module);
    const char *name = graph_op_name(g->ops.items[i].kind);
    for (uint32_t n = 0; n < list.n; n++) {
        buf_puts(out, pass == PASS_FORWARD ? "forward\t" : "backward\t");
        put_kernel(out, g, &list.list[n], name, path);
    }
}

void dump_kernels(struct arena *a, struct buf *out, const struct graph *g, bool training)
{
    buf_puts(out, "# pass, operation, module, kernel, product (m n k batch), bytes, operations "
                  "besides, type, microseconds, bound by\n");
    for (op_id i = 1; i < g->ops.n; i++) {
        put_pass(a, out, g, i, PASS_FORWARD);
    }
    for (op_id i = (op_id)g->ops.n - 1; training && i > 0; i--) {
        if (g->ops.items[i].differentiable) {
            put_pass(a, out, g, i, PASS_BACKWARD);
        }
    }
}
