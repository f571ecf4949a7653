/* GPUs: rules/devices, by the names that people type. */
#ifndef CFGLINT_SETTINGS_DEVICE_H
#define CFGLINT_SETTINGS_DEVICE_H

#include "library/library.h"

/* What of a GPU decides bytes beside its own: of the table, or of its like. */
struct gpu_facts {
    uint16_t compute;     /* 86: compute capability 8.6 */
    uint16_t sms;         /* streaming multiprocessors */
    uint16_t sm_threads;  /* that can be resident in each */
    uint16_t context_mib; /* a CUDA context alone, where it was measured; 0: it was not */
};

struct device {
    str name, label;     /* "rtx5090", "GeForce RTX 5090" */
    uint64_t bytes;      /* as nvidia-smi shows it */
    uint64_t cuda_bytes; /* as a CUDA program finds it; estimated when `cuda_is_estimate` */
    bool cuda_is_estimate;
    bool shared; /* with the system */
    str architecture, memory_type;
    struct gpu_facts facts;
};

/* The oldest PyTorch, 207 for 2.7, whose own builds have kernels that such a GPU runs; 0: any. */
uint32_t device_oldest_torch(uint32_t compute);

/* Of a GPU of which nothing but its compute capability is known: those of the largest usual one. */
struct gpu_facts device_facts_like(uint32_t compute);

/* "V100-32GB", "RTX 5090", "nvidia a100 80 GB", ...  False after a diagnostic with the nearest
 * name. */
bool device_find(
    struct library *l, struct arena *a, str name, struct diags *diags, struct device *out);
/* All GPUs, each once, in order of their first names. */
struct devices {
    VEC(struct device) list;
};
void device_all(struct library *l, struct arena *a, struct diags *diags, struct devices *out);

#endif
