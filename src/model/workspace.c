#include "model/workspace.h"

static uint64_t ceil_div(int64_t a, int64_t b)
{
    return (uint64_t)((a + b - 1) / b);
}

/* Convolutions in half precision on tensor cores: the kernels want the channels last, so copies of
 * input, output and weight in that order live while they run. */
static uint64_t reordered(const struct conv_shape *c)
{
    uint64_t elems = (uint64_t)shape_elems(&c->input) + (uint64_t)shape_elems(&c->output) +
                     (uint64_t)shape_elems(&c->weight);
    return elems * dtype_bytes(c->dtype);
}

/* Non-fused Winograd F(4x4, 3x3): the transformed input, output and weight, 36 floats for each 4x4
 * tile and channel. */
static uint64_t winograd(const struct conv_shape *c)
{
    uint64_t n = (uint64_t)c->output.size[0], in = (uint64_t)c->input.size[1],
             out = (uint64_t)c->output.size[1];
    uint64_t tiles = n * ceil_div(c->output.size[2], 4) * ceil_div(c->output.size[3], 4);
    return 36 * 4 * (tiles * (in + out) + in * out);
}

/* Explains published peaks on V100 with cudnn.benchmark off (cuDNN 7 and 8): two-dimensional 3x3
 * convolutions with stride 1, dilation 1 and one group run as Winograd in single precision, unless
 * the whole map is a single tile; all others need nothing that shows. */
uint64_t workspace_conv(const struct graph_options *o, const struct conv_shape *c)
{
    if (c->groups != 1) {
        return 0;
    }
    if (c->dtype != DTYPE_F32) {
        return o->compute >= 70 && c->dims == 2 ? reordered(c) : 0;
    }
    bool plain = c->dims == 2 && !c->transposed;
    for (uint32_t i = 0; i < c->dims; i++) {
        plain &= c->kernel[i] == 3 && c->stride[i] == 1 && c->dilation[i] == 1;
    }
    plain = plain && (c->output.size[2] > 4 || c->output.size[3] > 4);
    return plain ? winograd(c) : 0;
}

uint64_t workspace_conv_most(const struct graph_options *o, const struct conv_shape *c)
{
    uint64_t usual = workspace_conv(o, c);
    uint64_t copies = c->groups == 1 && c->dims == 2 && o->compute >= 80 ? reordered(c) : 0;
    return copies > usual ? copies : usual;
}
