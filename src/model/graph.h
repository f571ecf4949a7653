/*
 * The operation graph of one training step: tensors, storages, operations, parameters, modules.
 *
 * Sizes are numbers: the graph is recorded anew for each batch size, precision and scenario.
 * Recording runs the module descriptions of the library as Python would run the model; what the
 * graph keeps is what decides memory: which storages an operation makes and saves, and when nothing
 * holds them any more.
 *
 * Nothing overflows: a graph refuses sizes below 0 (`refused`), those that no tensor has, and more
 * than 2^56 bytes or 2^60 multiply-adds in all (`fault`), and it takes so many rows alone (`full`).
 * Whoever records asks for both after each step; sums over a graph need no care.
 */
#ifndef CFGLINT_MODEL_GRAPH_H
#define CFGLINT_MODEL_GRAPH_H

#include "base/limits.h"
#include "base/vec.h"
#include "eval/value.h"
#include "model/shape.h"
#include "settings/device.h"

/* The kinds of operations: ops.def. */
enum op_kind {
#define OP(id, name, saves, temps, source) OPKIND_##id,
#include "model/ops.def"
#undef OP
    OP_KINDS
};

/* Custom operations that take their own time: customs.def. */
enum custom_op {
    CUSTOM_OTHER,
#define CUSTOM(id, name, kernel) CUSTOM_##id,
#include "model/customs.def"
#undef CUSTOM
    CUSTOM_OPS
};

typedef uint32_t tensor_id;  /* 0: none */
typedef uint32_t storage_id; /* 0: none */
typedef uint32_t op_id;
typedef uint32_t module_id; /* 0: the model as a whole */
typedef uint32_t param_id;  /* 0: none */

enum {
    NEVER = UINT32_MAX
};

/* What memory is for, in reports. */
enum storage_kind {
    STORAGE_ACTIVATION,
    STORAGE_INPUT,     /* the batch: images, points, labels */
    STORAGE_PARAMETER, /* counted by the regime, not by the graph */
    STORAGE_BUFFER,    /* running statistics */
    STORAGE_KINDS
};

struct storage {
    uint64_t bytes; /* as asked for; rounding is the allocator's */
    op_id born;     /* the operation that allocates it; 0: before the first */
    op_id released; /* the last operation during which a name or an operation still needed it;
                       NEVER: held to the end */
    uint32_t holds; /* names that hold it now (while recording) */
    uint32_t kind;  /* enum storage_kind */
    param_id param; /* STORAGE_PARAMETER */
    tensor_id last; /* of the tensors that lie in it; the others by tensor_info.before */
};

struct tensor_info {
    struct shape shape;
    int64_t stride[MAX_DIMS]; /* in elements */
    uint8_t dtype;
    bool requires_grad;
    storage_id storage;
    op_id producer;  /* 0: an input or a parameter */
    uint16_t output; /* which of the producer's outputs */
    uint16_t pad;
    tensor_id before; /* in the same storage; 0: it is the first */
};

/* How an operation's backward gives the gradient of one input. */
enum grad_rule {
    GRAD_NONE,   /* not differentiable in it */
    GRAD_NEW,    /* a new tensor of the input's size */
    GRAD_SUMMED, /* the same, from one of the result's size: of what was broadcast or is narrower */
    GRAD_PASS,   /* the incoming gradient itself, or a view of it */
    GRAD_SHARED, /* parts of one new tensor that serves several inputs */
};

struct op_input {
    tensor_id tensor;
    uint8_t grad; /* enum grad_rule */
};

struct op {
    uint16_t kind;       /* enum op_kind */
    bool differentiable; /* an autograd node was made */
    bool in_place;
    bool products;                /* of matrices, by cuBLAS */
    bool saves_first;             /* what only backward needs is made before the result */
    bool scratch_first;           /* forward's scratch is, too */
    uint8_t stride, dilation;     /* of convolutions: the largest; 0: of others */
    bool shared;                  /* of norms: statistics of all GPUs together */
    uint8_t custom;               /* enum custom_op: which of the custom operations */
    uint32_t inputs_at, saved_at; /* into graph->inputs; graph->saved: storages backward needs */
    uint16_t n_inputs, n_saved;
    tensor_id first_output; /* outputs have consecutive ids */
    uint16_t n_outputs;
    uint16_t segment; /* checkpointed segment that it belongs to, 0: none */
    uint8_t parts;    /* equal tensors that make up `backward_temp`; 0: it is one */
    module_id module;
    uint64_t forward_temp, backward_temp;   /* bytes that live only while it runs */
    uint64_t forward_aside, backward_aside; /* of these, the first of two blocks; 0: it is one */
    /* of convolutions, while their weight's gradient is made (then `backward_temp` is for that of
       their input alone); of others, while a gradient is summed */
    uint64_t last_temp;
    uint64_t most_temp; /* at most; of convolutions alone, 0: of others */
    /* Of norms but batch_norm: means that it computes; of softmax: elements from one of a
       distribution to the next, where these do not lie in a row; of RoI pooling: samples of a cell;
       0: of others. */
    uint32_t means;
    uint32_t stack_bytes; /* local memory of each thread, where it is much */
    uint64_t macs;        /* multiply-adds by the counting rule */
};

/* While the batch comes to the GPU, one after another: a block is made, one goes, or the input is
 * there. */
struct arrival {
    uint64_t bytes;   /* that are made; 0: none */
    uint32_t goes;    /* which block, from 1 on; 0: none */
    storage_id input; /* 0: not this time */
};

struct parameter {
    struct shape shape;
    uint8_t dtype;
    bool trainable;
    bool is_buffer;
    bool used; /* touched; once recorded: a gradient reaches it (model/reached.h) */
    module_id module;
    uint32_t place; /* among what its module holds, in the order of registration */
    str name;       /* "weight" */
    tensor_id tensor;
    tensor_id half; /* its cast under autocast, while the cache holds it; 0: none */
};

struct graph_module {
    str type;                /* "ResNet" */
    str name;                /* within its parent: "layer1", "0" */
    module_id parent;        /* 0: none */
    uint32_t place;          /* among what its parent holds, in the order of registration */
    const struct tree *tree; /* where the config names it, if it does */
    node_id node;
};

/* A tensor that has had a gradient only since an operation wrote into its storage. */
struct late_gradient {
    tensor_id tensor;
    op_id since;
};

/* A part of the forward pass whose activations are not kept but made again in backward. */
struct segment {
    op_id first, last; /* operations [first, last] */
    uint32_t inputs_at;
    uint32_t n_inputs;
};

/* A part of the config that is built or called, by its `type`, and those around it. */
struct config_part {
    struct value type;
    const struct config_part *outer;
};

/* Two sizes that should have been one; both 0: none. */
struct mismatch {
    int64_t have, want; /* what arrives, and what it meets */
    module_id source;   /* that made what arrives; 0: not told */
    bool of_place;      /* of maps: their height or width, and not their channels */
};

/* A type that counts for nothing: nobody describes it, or its description stopped. */
struct unknown_type {
    str type, path; /* registry name; where in the config */
    struct value at;
    str reason;
    /* Why a description stopped: */
    const struct exception *raised; /* NULL: there is none */
    const struct list *missing;     /* names of arguments that the config does not give; or NULL */
    struct mismatch mismatch;
    const struct config_part *part; /* the innermost that was at work */
    uint32_t ops, modules;          /* that had been recorded by then */
    bool is_value;                  /* no type: a value of the config, by its path */
};

/* A fact that the config does not decide, and what was assumed. */
struct assumption {
    str name, text, source;
    double low, expected, high;
    bool measured;    /* by `cfglint facts`, in the data at hand */
    struct value how; /* how it is measured in a cloud: ("cells", ...), ("rows", ...); or none */
};

struct graph;
struct memo;

/* Of what data decides: as little as may be met, what is met, as much. */
enum scenario {
    SCENARIO_LOW,
    SCENARIO_EXPECTED,
    SCENARIO_HIGH,
    SCENARIOS
};

/* Which PyTorch, which precision: what changes what operations save and allocate. */
struct graph_options {
    uint32_t torch;    /* 100 * major + minor: 113, 200 */
    uint8_t autocast;  /* enum dtype; DTYPE_F32: off */
    bool half_model;   /* mmcv's fp16 before PyTorch's autocast: the model itself is half */
    uint8_t scenario;  /* enum scenario */
    str varied;        /* the one assumption that takes `varied_to` instead; empty: none */
    uint8_t varied_to; /* enum scenario */
    bool usual;        /* what is met on average, not the most that a run meets: for time */
    bool training;
    bool tensor_cores; /* GPU has them */
    bool distributed;  /* more than one GPU */
    bool mmengine;     /* the generation of libraries on mmengine, not that on mmcv 1.x */
    struct gpu_facts gpu;
    bool anew;                /* copy nothing, neither from `like` nor within: for tests */
    bool brief;               /* end where the first description stops */
    const struct graph *like; /* a finished recording to copy equal parts from; NULL: none */
};

struct graph {
    struct arena *arena;
    const struct limits *limits;
    struct graph_options options;
    uint64_t steps; /* of evaluation that it took */
    VEC(struct tensor_info) tensors;
    VEC(struct storage) storages;
    VEC(struct op) ops; /* 0 is no operation */
    VEC(struct op_input) inputs;
    VEC(storage_id) saved;
    VEC(struct parameter) params;
    VEC(struct graph_module) modules;
    VEC(struct segment) segments;
    VEC(struct arrival) arrivals;
    VEC(struct late_gradient) late_gradients;
    VEC(str) notes; /* for people */
    VEC(struct unknown_type) unknown_types;
    VEC(struct assumption) assumptions;
    const struct dict *measured; /* figures of assumptions by name; NULL: none were measured */
    str measured_in;
    str data; /* what a measurement of the training data is called; empty: there is no data */
    VEC(tensor_id) half_casts; /* parameters whose casts the autocast cache holds */
    VEC(str) built;            /* the declarations that the config's types were found in */
    uint32_t adopted;          /* modules and parameters that have got their place */
    uint32_t known_types;      /* how many types of the config were described */
    uint32_t no_grad;          /* > 0: gradients are off */
    uint32_t no_autocast;      /* > 0: autocast is off */
    uint16_t segment;          /* that is being recorded */
    module_id module;          /* that runs */
    tensor_id loss;            /* what backward starts from */
    const char *full;          /* name of the limit that was reached */
    str fault;                 /* what no tensor can have; empty: nothing */
    str refused; /* what no tensor can have, and whoever asked for it is told so; empty: nothing */
    struct mismatch mismatch; /* of the last operation that was refused */
    uint64_t bytes;           /* of all storages, and what lives while operations run */
    uint64_t macs;
    bool scenario_used; /* some fact depended on the scenario */
    uint32_t hooks;     /* on_output() so far */
    uint32_t unknowns;  /* how often something unknown was met, the same again or not */
    uint32_t torch_from, torch_until; /* PyTorch's in which all answers so far are the same */
    struct memo *memo;                /* what has been built and called; memo.h */
    uint32_t copied;                  /* operations that were not recorded but copied */
};

/* Sets `full` when there are too many rows, or when they and their values take too much memory. */
void graph_check(struct graph *g);
/* Counts the bytes of a storage, or what an operation takes; sets `fault` when it is too much. */
void graph_count_bytes(struct graph *g, uint64_t bytes);
void graph_count_op(struct graph *g, const struct op *op);

struct graph *graph_new(
    void *talloc_ctx, const struct limits *limits, const struct graph_options *o);

static inline const struct tensor_info *graph_tensor(const struct graph *g, tensor_id t)
{
    return &g->tensors.items[t];
}

/* Adds the row of a tensor, whose storage is there. */
tensor_id graph_tensor_row(struct graph *g, struct tensor_info row);
/* What it costs to record and simulate one like it, in operations: making a module takes longer,
 * and descriptions may do more than operations. */
uint64_t graph_work(const struct graph *g);
/* What this one has cost: of what was copied, operations are simulated and modules are there. */
uint64_t graph_effort(const struct graph *g);
uint64_t tensor_bytes(const struct graph *g, tensor_id t);
bool graph_grad_enabled(const struct graph *g);
bool graph_autocasts(const struct graph *g);

/* Is the PyTorch at least that one, 113 for 1.13?  Copies for another version need the same answers
 * (memo.h). */
bool graph_torch_since(struct graph *g, uint32_t version);

/* --- recording one operation --- */

/* begin, then input/output/save/... in any order, then end. */
struct recording {
    struct graph *g;
    struct op op;
    bool any_grad;
};

struct recording op_begin(struct graph *g, uint16_t kind);
void op_input(struct recording *r, tensor_id t, enum grad_rule rule);
/* A new tensor that lies as another does: in the order of its dimensions, if it has the same size
 * and no gaps; with the channels last, if it has them so and both are batches of maps. */
tensor_id op_output_like(
    struct recording *r, const struct shape *shape, enum dtype dtype, tensor_id like);
bool tensor_has_channels_last(const struct graph *g, tensor_id t);
/* The same as PyTorch tells it by strides; of a weight of 1 x 1 kernels, too. */
bool tensor_suggests_channels_last(const struct graph *g, tensor_id t);
/* Of a new tensor of four dimensions. */
void tensor_lay_channels_last(struct graph *g, tensor_id t);
/* A new tensor in a new storage. */
tensor_id op_output(struct recording *r, const struct shape *shape, enum dtype dtype);
/* A new tensor that lies in the storage of `of`: a view, or the result of an in-place operation.
 * `stride` NULL: contiguous. */
tensor_id op_output_in(struct recording *r, const struct shape *shape, const int64_t *stride,
    enum dtype dtype, tensor_id of);
/* Backward needs this tensor's storage. */
void op_save(struct recording *r, tensor_id t);
/* Backward needs so many bytes of its own: a mask, indices, statistics. */
void op_save_bytes(struct recording *r, uint64_t bytes);
/* Ends the record; outputs require gradients if an input does and the operation is differentiable.
 */
void op_end(struct recording *r);

tensor_id graph_input(
    struct graph *g, const struct shape *shape, enum dtype dtype, enum storage_kind kind);
/* Of no module yet. */
param_id graph_parameter(struct graph *g, const struct shape *shape);
param_id graph_buffer(struct graph *g, const struct shape *shape, enum dtype dtype);
module_id graph_module(struct graph *g, str type);
/* "conv", "batch_norm": the name in ops.def */
const char *graph_op_name(uint16_t kind);
/* "backbone.layer1.0.conv1" */
str graph_path(const struct graph *g, struct arena *a, module_id m);

/* A name now holds, or lets go of, a tensor (eval_host.hold, .release). */
void graph_hold(struct graph *g, tensor_id t);
void graph_release(struct graph *g, tensor_id t);
/* The caller of the step has it: it outlives the step. */
void graph_stay(struct graph *g, tensor_id t);

/* Runs between begin and end are checkpointed. */
void graph_segment_begin(struct graph *g);
void graph_segment_end(struct graph *g, const tensor_id *inputs, uint32_t n);

/* Notes it, once for each name. */
void graph_assume(struct graph *g, const struct assumption *a);
/* Share of the config's types that are described: below 1 every sum is a lower bound. */
double graph_coverage(const struct graph *g);
/* NULL when the type is known to be unknown. */
struct unknown_type *graph_unknown_type(
    struct graph *g, str type, str path, struct value at, const char *reason);

#endif
