/* The GPU that a command is about: --gpu-memory, --gpu, the driver's own, or a documented default.
 */
#ifndef CFGLINT_CLI_GPU_H
#define CFGLINT_CLI_GPU_H

#include "cli/run.h"
#include "settings/device.h"

struct gpu {
    str label;      /* "GeForce RTX 5090", "--gpu-memory" */
    uint64_t bytes; /* of the card, as nvidia-smi shows it */
    struct gpu_facts facts;
    bool is_assumed; /* nobody said and there is no driver: 24 GiB */
};

/* False after a diagnostic. */
bool run_gpu(struct run *r, struct gpu *out);
/* The one of that name alone, whatever the options say. */
bool gpu_from_name(struct run *r, str name, struct gpu *out);
/* The same for one of several names. */
bool run_gpu_named(struct run *r, str name, struct gpu *out);
/* "24GB", "40960MiB", "10.5 GiB": KB, MB, GB and KiB, MiB, GiB all count by 1024, as nvidia-smi and
 * PyTorch do. */
bool size_parse(str text, uint64_t *bytes);
/* Does it name its unit?  "10.5" does not. */
bool size_has_unit(str text);

#endif
