/* What options say that several commands, or a project's file, may give: one reader for each. */
#ifndef CFGLINT_CLI_VALUES_H
#define CFGLINT_CLI_VALUES_H

#include "cli/run.h"
#include "plan/search.h"
#include "time/step.h"

/* Each reads the last value given, and is false after a diagnostic at its place. */

/* --torch: 113 for 1.13; 0 when it is not given. */
bool values_torch(struct run *r, uint32_t *out);
/* --alloc-conf, or with `env` PYTORCH_ALLOC_CONF or PYTORCH_CUDA_ALLOC_CONF of the environment. */
bool values_alloc_conf(struct run *r, struct allocator_conf *out);
/* How much of a GPU's memory: a share, or bytes. */
struct amount {
    str text; /* as it was written */
    double share;
    uint64_t bytes; /* 0: it is a share */
};
struct amounts {
    VEC(struct amount) list;
};
/* As a share: more than 1 when there is not so much. */
double amount_of(const struct amount *x, uint64_t gpu_bytes);
/* --target, as a share: 0.7; that is also the default, 0.95 with --fit. */
bool values_target(struct run *r, uint64_t gpu_bytes, double *out);
/* Several of them, with commas between them. */
bool values_targets(struct run *r, struct amounts *out);
/* The words of an option with commas between them. */
struct names values_words(struct run *r, enum option o, str fallback);
/* --gpus, --jobs, --ref-batch, --max-batch; 0 when it is not given. */
bool values_count(struct run *r, enum option o, int64_t *out);
/* --gpu-memory, --measured, in bytes; 0 when it is not given. */
bool values_size(struct run *r, enum option o, uint64_t *out);
/* --fail-on; warning when it is not given. */
bool values_fail_on(struct run *r, enum severity *out);
/* --lr-rule; that of the optimizer when it is not given. */
bool values_lr_rule(struct run *r, enum lr_rule *out);
/* --prefer; the target when it is not given. */
bool values_prefer(struct run *r, enum plan_prefer *out);
/* --precision; empty when it is not given. */
bool values_precision(struct run *r, str *out);
/* Of one of its words, or of none. */
enum pass_precision values_pass(str precision);
/* What runs the model: PyTorch, or TensorRT. */
bool values_engine(struct run *r, bool *tensorrt);
/* --max-growth; 0 when it is not given. */
bool values_growth(struct run *r, double *out);
/* --format, of those that the command has: it is one of them from run_setup on. */
str values_format(struct run *r);
bool values_as(struct run *r, const char *format);
/* The same for a command that prints no table this time. */
bool values_no_table(struct run *r);
/* --dialect */
bool values_dialect(struct run *r, const struct dialect **out);

/* Reads all of them, for the diagnostics. */
bool values_check(struct run *r);

#endif
