#include "cli/nvml.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

/* Of nvml.h, as far as it is used here. */
typedef void *nvml_device;

struct nvml_memory {
    unsigned long long total, free, used;
};

enum {
    NVML_OK = 0
};

typedef int init_fn(void);
typedef int handle_fn(unsigned, nvml_device *);
typedef int name_fn(nvml_device, char *, unsigned);
typedef int memory_fn(nvml_device, struct nvml_memory *);
typedef int compute_fn(nvml_device, int *, int *);

/* dlsym gives an object pointer; POSIX wants it to be used as one to a function. */
static bool symbol(void *library, const char *name, void *out)
{
    void *p = dlsym(library, name);
    memcpy(out, &p, sizeof p);
    return p != NULL;
}

/* What the driver makes, on a Tegra and within WSL, too; looking for its library takes longer. */
static bool has_driver(void)
{
    static const char *const signs[] = {
        "/proc/driver/nvidia/version", "/dev/nvidiactl", "/dev/nvhost-gpu", "/dev/dxg"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (access(signs[i], F_OK) == 0) {
            return true;
        }
    }
    return false;
}

bool nvml_first_gpu(struct nvml_gpu *out)
{
    if (!has_driver()) {
        return false;
    }
    void *library = dlopen("libnvidia-ml.so.1", RTLD_LAZY | RTLD_LOCAL);
    init_fn *init, *shut_down;
    handle_fn *handle;
    name_fn *name;
    memory_fn *memory;
    compute_fn *compute;
    nvml_device device;
    struct nvml_memory m;
    int major, minor;
    if (!library) {
        return false;
    }
    memset(out, 0, sizeof *out);
    bool good = symbol(library, "nvmlInit_v2", &init) &&
                symbol(library, "nvmlShutdown", &shut_down) &&
                symbol(library, "nvmlDeviceGetHandleByIndex_v2", &handle) &&
                symbol(library, "nvmlDeviceGetName", &name) &&
                symbol(library, "nvmlDeviceGetMemoryInfo", &memory) && init() == NVML_OK;
    if (good) {
        good = handle(0, &device) == NVML_OK && memory(device, &m) == NVML_OK &&
               name(device, out->name, sizeof out->name - 1) == NVML_OK;
        out->bytes = good ? m.total : 0;
        if (good && symbol(library, "nvmlDeviceGetCudaComputeCapability", &compute) &&
            compute(device, &major, &minor) == NVML_OK) {
            out->compute = (uint32_t)(major * 10 + minor);
        }
        shut_down();
    }
    dlclose(library);
    return good;
}
