#include "plan/throughput.h"

#include "base/sizes.h"

/* What a generation of GPUs sustains in training, roughly: multiply-adds and bytes per second. */
struct machine {
    uint32_t compute; /* from this capability on */
    double single, half, bytes;
};

static const struct machine MACHINES[] = {
    {90, 60e12, 250e12, 2.5e12}, /* with TF32 */
    {89, 30e12, 60e12, 0.8e12}, {86, 12e12, 30e12, 0.7e12}, {80, 40e12, 100e12, 1.4e12},
    {75, 4e12, 15e12, 0.3e12}, {70, 5e12, 25e12, 0.7e12},
    {0, 3e12, 3e12, 0.3e12}, /* no tensor cores: half precision saves traffic only */
};

static const double LAUNCH_SECONDS = 6e-6;

static const struct machine *machine_of(uint32_t compute)
{
    const struct machine *m = MACHINES;
    while (m->compute > compute) {
        m++;
    }
    return m;
}

static double forward_seconds(const struct graph *g, const struct op *op, const struct machine *m)
{
    uint64_t bytes = 0;
    bool half = false;
    for (uint32_t i = 0; i < op->n_inputs; i++) {
        tensor_id t = g->inputs.items[op->inputs_at + i].tensor;
        bytes = count_add(bytes, tensor_bytes(g, t));
        half |= dtype_bytes(graph_tensor(g, t)->dtype) == 2;
    }
    for (uint32_t i = 0; i < op->n_outputs; i++) {
        bytes = count_add(bytes, tensor_bytes(g, op->first_output + i));
    }
    double arithmetic = (double)op->macs / (half ? m->half : m->single);
    double traffic = (double)bytes / m->bytes;
    return (arithmetic > traffic ? arithmetic : traffic) + LAUNCH_SECONDS;
}

double step_seconds(const struct graph *g, uint32_t compute)
{
    const struct machine *m = machine_of(compute);
    double sum = 0;
    for (size_t i = 1; i < g->ops.n; i++) {
        const struct op *op = &g->ops.items[i];
        bool is_view = op->n_outputs > 0 && !op->in_place && op->macs == 0 &&
                       g->storages.items[graph_tensor(g, op->first_output)->storage].born != i;
        if (!is_view) {
            double passes = 1 + (op->differentiable ? 2 : 0) + (op->segment ? 1 : 0);
            sum += passes * forward_seconds(g, op, m);
        }
    }
    return sum;
}
