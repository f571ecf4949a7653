/* Bytes that an operation takes while it runs: cuDNN for a convolution, PyTorch for a sum. */
#ifndef CFGLINT_MODEL_WORKSPACE_H
#define CFGLINT_MODEL_WORKSPACE_H

#include "model/graph.h"

struct conv_shape {
    struct shape input, weight, output;
    int64_t kernel[3], stride[3], dilation[3];
    uint32_t dims; /* 1, 2 or 3 */
    int64_t groups;
    enum dtype dtype;
    bool transposed;
    bool channels_last; /* of the maps already */
};

struct conv_workspace {
    uint64_t forward, data, weight; /* the pass forward, and the gradients of input and weight */
};

struct conv_workspace workspace_conv(const struct graph_options *o, const struct conv_shape *c);
/* Where the usual one is not known for sure: the most that any of the passes takes. */
uint64_t workspace_conv_most(const struct graph_options *o, const struct conv_shape *c);

/* The buffer of a sum over `rows` that makes `outputs` results, of which `width` lie side by side.
 */
uint64_t workspace_sum(
    const struct graph_options *o, uint64_t rows, uint64_t outputs, uint64_t width);

#endif
