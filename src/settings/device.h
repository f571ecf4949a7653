/* GPUs: rules/devices, by the names that people type. */
#ifndef CFGLINT_SETTINGS_DEVICE_H
#define CFGLINT_SETTINGS_DEVICE_H

#include "library/library.h"

/* How fast a GPU is by its maker's figures; all 0: nothing is known. */
struct gpu_speed {
    /* Operations (of which a multiply-add is two) in a second, dense; 0: not by units of their own.
     */
    double single, tf32, half, bfloat16, int8;
    double clock;    /* of its processors, in a second; 0: not known */
    double bytes;    /* of its memory, in a second */
    double l2_bytes; /* size of the L2 cache */
    /* Bytes in a second, both directions together; 0: none.  NVLink joins so many; 0: all. */
    double nvlink, pcie;
    uint16_t nvlink_gpus;
    double dla_int8; /* operations in a second of its deep learning accelerators; 0: it has none */
    uint16_t dla_cores;
    double host; /* how many times as long as a server's the host takes for an operation */
};

/* What of a GPU decides bytes beside its own, and time: of the table, or of its like. */
struct gpu_facts {
    uint16_t compute;     /* 86: compute capability 8.6 */
    uint16_t sms;         /* streaming multiprocessors */
    uint16_t sm_threads;  /* that can be resident in each */
    uint16_t context_mib; /* a CUDA context alone, where it was measured; 0: it was not */
    struct gpu_speed speed;
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
uint32_t device_oldest_torch(struct library *l, uint32_t compute, struct diags *diags);

/* Of a GPU of which nothing but its compute capability is known: those of the largest usual one,
 * without its speed. */
struct gpu_facts device_facts_like(struct library *l, uint32_t compute, struct diags *diags);
/* That GPU's speed. */
struct gpu_speed device_speed_like(struct library *l, uint32_t compute, struct diags *diags);

/* The name that a table has for it: lower case, letters and digits alone, without the maker's words
 * and without "gb". */
str device_key(struct arena *a, str name);
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
