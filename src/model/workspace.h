/* Bytes that cuDNN takes for a convolution while it runs. */
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
};

uint64_t workspace_conv(const struct graph_options *o, const struct conv_shape *c);
/* At most: on tensor cores in single precision, too, the channels may have to come last. */
uint64_t workspace_conv_most(const struct graph_options *o, const struct conv_shape *c);

#endif
