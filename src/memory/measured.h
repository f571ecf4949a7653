/*
 * A measured figure beside the predicted one, and which assumption would explain the difference.
 */
#ifndef CFGLINT_MEMORY_MEASURED_H
#define CFGLINT_MEMORY_MEASURED_H

#include "memory/estimate.h"
#include "text/files.h"

enum measured_what {
    MEASURED_USED,     /* nvidia-smi */
    MEASURED_ALLOCATED /* max_memory_allocated(): what training logs print */
};

struct measured {
    uint64_t bytes; /* 0: nothing was measured */
    uint64_t later; /* of a log: without its first figure; 0: there is no other */
    enum measured_what what;
    str from; /* "--measured", the log's path */
};

/* The number after the `memory` at a place of a log, as in `"memory": 3456` and `memory: 3456`; 0:
 * none stands there. */
uint64_t measured_figure(str text, size_t at);
/* The largest `memory` of a training log: JSON lines of mmcv (.log.json) and mmengine
 * (scalars.json), or the text log of either, "memory: 3456"; in MiB.  Where the run
 * ended out of memory, what it wanted to have allocated then.  False after a diagnostic. */
bool measured_from_log(
    struct arena *a, struct files *files, str path, struct measured *out, struct diags *diags);

/* Without cuDNN's search, which mmengine's first figure holds where the config asks for it; mmcv's
 * figures all do. */
void measured_without_search(struct measured *m, struct settings *s);

/* The predicted interval of the same kind of figure. */
struct interval measured_prediction(const struct measured *m, const struct estimate *e);
/* The same figure as nvidia-smi shows it: allocated grows by the predicted cache and context. */
uint64_t measured_as_used(const struct measured *m, const struct estimate *e);

/* How much more is predicted with one assumption at its low, or its high, figure. */
struct effect {
    const struct assumption *assumption;
    int64_t low_bytes, high_bytes;
};

struct effects {
    VEC(struct effect) list; /* the largest first */
};

void measured_effects(void *talloc_ctx, struct settings *s, const struct estimate_options *o,
    const struct measured *m, const struct estimate *e, struct effects *out, struct diags *diags);

#endif
