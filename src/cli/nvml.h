/* The first GPU of this machine, by the driver's libnvidia-ml when it is there. */
#ifndef CFGLINT_CLI_NVML_H
#define CFGLINT_CLI_NVML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nvml_gpu {
    char name[96];
    uint64_t bytes;
    uint32_t compute; /* 10 * the compute capability; 0: the driver does not tell */
};

/* False when there is no driver, or no GPU. */
bool nvml_first_gpu(struct nvml_gpu *out);

#endif
