/*
 * The tests of the module library: example(...) declarations in its files.
 *
 *   example("ResNet-50 as torchvision has it", cfg = dict(type="ResNet", depth=50),
 *           input = [1, 3, 224, 224], parameters = 23508032, macs = ...,
 *           outputs = [[1, 256, 56, 56], ...], source = "...")
 *
 * `run`, a function of the module, stands for calling it with `input`; `training` records a
 * training step, `torch` is the version (113; 200 if not given); `scope` is the project whose
 * registry is asked first.  With `pipeline`, a list of steps, what they leave of a sample is
 * compared with `gives` (rules/transforms/README.md).  `saved` without `training` is of a training
 * step with PyTorch 1.13 beside it.
 */
#ifndef CFGLINT_MODEL_EXAMPLE_H
#define CFGLINT_MODEL_EXAMPLE_H

#include "model/model.h"

struct example_result {
    str name, file;
    str problem; /* empty: all is as the example says */
    uint64_t parameters, macs;
    uint64_t saved_bytes;      /* that backward needs, parameters and buffers apart */
    VEC(str) built;            /* names of the declarations that it used */
    const struct graph *graph; /* NULL: it did not run */
    uint64_t digest;           /* of the graph and of what was returned */
};

/* Runs the example of that name as `options` say (NULL: as itself says), on their GPU.  `around`:
 * not itself but what it leaves out, losses or results, as far as that gets.  Everything lives in
 * the arena. */
struct example_result example_run(struct library *library, struct arena *a, str name,
    const struct graph_options *options, bool around, struct diags *diags);
/* How it says that it is recorded. */
struct graph_options example_options(
    struct library *library, const struct declaration *d, struct diags *diags);

#endif
