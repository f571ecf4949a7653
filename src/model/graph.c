#include "model/graph.h"

#include "base/sizes.h"

/* Times a few hundred (states of optimizers, copies) this still fits 64 bits. */
static const uint64_t MOST_BYTES = UINT64_C(1) << 56, MOST_MACS = UINT64_C(1) << 60;

enum {
    USUAL_TENSORS = 2048 /* of a step: arrays that are made so long seldom grow */
};

/* A step that is `like` another has as many of everything. */
static void make_room(struct graph *g, const struct graph *like)
{
    size_t tensors = like ? like->tensors.n : USUAL_TENSORS;
    vec_reserve(g, &g->tensors, tensors);
    vec_reserve(g, &g->storages, like ? like->storages.n : tensors);
    vec_reserve(g, &g->ops, like ? like->ops.n : tensors / 2);
    vec_reserve(g, &g->inputs, like ? like->inputs.n : tensors);
    vec_reserve(g, &g->saved, like ? like->saved.n : tensors);
    vec_reserve(g, &g->params, like ? like->params.n : tensors / 8);
    vec_reserve(g, &g->modules, like ? like->modules.n : tensors / 8);
}

struct graph *graph_new(
    void *talloc_ctx, const struct limits *limits, const struct graph_options *o)
{
    struct graph *g = mem_zero(talloc_ctx, sizeof *g);
    g->arena = arena_new(g);
    g->limits = limits;
    g->options = *o;
    g->torch_until = UINT32_MAX;
    make_room(g, o->like);
    vec_push(g, &g->tensors, (struct tensor_info){0});
    vec_push(g, &g->storages, (struct storage){0});
    vec_push(g, &g->ops, (struct op){0});
    vec_push(g, &g->params, (struct parameter){0});
    vec_push(g, &g->modules, (struct graph_module){0});
    vec_push(g, &g->segments, (struct segment){0});
    return g;
}

static struct tensor_info *tensor(struct graph *g, tensor_id t)
{
    return &g->tensors.items[t];
}

static struct storage *storage_of(struct graph *g, tensor_id t)
{
    return &g->storages.items[tensor(g, t)->storage];
}

static uint64_t bytes_of(const struct shape *s, enum dtype d)
{
    return (uint64_t)shape_elems(s) * dtype_bytes(d);
}

uint64_t tensor_bytes(const struct graph *g, tensor_id t)
{
    const struct tensor_info *i = graph_tensor(g, t);
    return bytes_of(&i->shape, (enum dtype)i->dtype);
}

enum {
    STEPS_AN_OPERATION = 50 /* that describing it takes, or its part of a module */
};

static uint64_t described(const struct graph *g)
{
    return g->ops.n + 10 * (g->modules.n + g->params.n);
}

/* Steps that what was recorded does not explain. */
static uint64_t unexplained(const struct graph *g)
{
    uint64_t explained = STEPS_AN_OPERATION * described(g);
    return g->steps > explained ? g->steps - explained : 0;
}

uint64_t graph_work(const struct graph *g)
{
    return described(g) + unexplained(g);
}

uint64_t graph_effort(const struct graph *g)
{
    double recorded = g->ops.n ? 1 - (double)g->copied / (double)g->ops.n : 1;
    uint64_t made = g->ops.n / 4 + g->modules.n + g->params.n;
    return made + (uint64_t)(recorded * (double)described(g)) + unexplained(g) + 1;
}

bool graph_grad_enabled(const struct graph *g)
{
    return g->options.training && g->no_grad == 0;
}

bool graph_autocasts(const struct graph *g)
{
    return g->options.autocast != DTYPE_F32 && g->no_autocast == 0;
}

bool graph_torch_since(struct graph *g, uint32_t version)
{
    if (g->options.torch >= version) {
        g->torch_from = version > g->torch_from ? version : g->torch_from;
        return true;
    }
    g->torch_until = version < g->torch_until ? version : g->torch_until;
    return false;
}

/* --- what a graph takes --- */

void graph_check(struct graph *g)
{
    const struct {
        size_t n, bytes;
    } rows[] = {
        {g->ops.n, sizeof *g->ops.items},
        {g->tensors.n, sizeof *g->tensors.items},
        {g->storages.n, sizeof *g->storages.items},
        {g->params.n, sizeof *g->params.items},
        {g->modules.n, sizeof *g->modules.items},
        {g->inputs.n, sizeof *g->inputs.items},
        {g->saved.n, sizeof *g->saved.items},
        {g->built.n, sizeof *g->built.items},
    };
    size_t bytes = g->arena->total_bytes;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bytes += rows[i].n * rows[i].bytes;
    }
    g->full = g->ops.n > g->limits->ops || g->tensors.n > g->limits->ops ||
                      g->params.n > g->limits->ops || g->modules.n > g->limits->ops ||
                      g->segments.n > UINT16_MAX
                  ? "ops"
              : bytes > g->limits->model_bytes ? "model_bytes"
                                               : g->full;
}

static void too_much(struct graph *g, const char *what)
{
    if (g->fault.n == 0) {
        g->fault = arena_printf(g->arena, "more %s in all than any computer has", what);
    }
}

void graph_count_bytes(struct graph *g, uint64_t bytes)
{
    g->bytes = count_add(g->bytes, bytes);
    if (g->bytes > MOST_BYTES) {
        too_much(g, "memory");
    }
}

void graph_count_op(struct graph *g, const struct op *op)
{
    graph_count_bytes(g, count_add(op->forward_temp, op->backward_temp));
    graph_count_bytes(g, count_add(op->last_temp, op->most_temp));
    g->macs = count_add(g->macs, op->macs);
    if (g->macs > MOST_MACS) {
        too_much(g, "multiply-adds");
    }
}

/* The shape, or that of a scalar where a tensor cannot have it. */
static struct shape fitting(struct graph *g, const struct shape *s)
{
    if (shape_fits(s)) {
        return *s;
    }
    bool known = s->n <= MAX_DIMS;
    str *why = &g->fault;
    for (uint32_t i = 0; known && i < s->n; i++) {
        known = s->size[i] != NO_SIZE;
        why = known && s->size[i] < 0 ? &g->refused : why;
    }
    if (why->n == 0 && !known) {
        *why = STR("a tensor with a size that is too large, or divided by zero");
    } else if (why->n == 0) {
        str text = shape_text(g->arena, s);
        *why = arena_printf(g->arena, "a tensor of %.*s, which %s", STR_ARG(text),
            why == &g->fault ? "is too large" : "has a size below zero");
    }
    return (struct shape){.n = 0};
}

static storage_id new_storage(struct graph *g, uint64_t bytes, enum storage_kind kind, op_id born)
{
    vec_push(g, &g->storages,
        ((struct storage){.bytes = bytes, .born = born, .released = born, .kind = kind}));
    return (storage_id)(g->storages.n - 1);
}

tensor_id graph_tensor_row(struct graph *g, struct tensor_info row)
{
    struct storage *s = &g->storages.items[row.storage];
    graph_count_bytes(g, bytes_of(&row.shape, (enum dtype)row.dtype));
    row.before = s->last;
    s->last = (tensor_id)g->tensors.n;
    vec_push(g, &g->tensors, row);
    return s->last;
}

static tensor_id new_tensor(
    struct graph *g, const struct shape *s, enum dtype d, storage_id storage)
{
    struct tensor_info info = {.shape = *s, .dtype = (uint8_t)d, .storage = storage};
    shape_strides(s, info.stride);
    return graph_tensor_row(g, info);
}

/* --- recording --- */

/* The number that the operation being recorded will have. */
static op_id next_op(const struct graph *g)
{
    return (op_id)g->ops.n;
}

struct recording op_begin(struct graph *g, uint16_t kind)
{
    struct recording r = {.g = g};
    r.op.kind = kind;
    r.op.inputs_at = (uint32_t)g->inputs.n;
    r.op.saved_at = (uint32_t)g->saved.n;
    r.op.module = g->module;
    r.op.segment = g->segment;
    return r;
}

/* Can an operation have one more of something? */
static bool has_place(struct graph *g, uint16_t n)
{
    if (n == UINT16_MAX && g->fault.n == 0) {
        g->fault = STR("an operation on more than 65535 tensors");
    }
    return n < UINT16_MAX;
}

void op_input(struct recording *r, tensor_id t, enum grad_rule rule)
{
    struct graph *g = r->g;
    if (!t || !has_place(g, r->op.n_inputs)) {
        return;
    }
    struct storage *s = storage_of(g, t);
    if (s->released != NEVER && s->released < next_op(g)) {
        s->released = next_op(g);
    }
    if (s->kind == STORAGE_PARAMETER) {
        g->params.items[s->param].used = true;
    }
    if (!tensor(g, t)->requires_grad) {
        rule = GRAD_NONE;
    }
    r->any_grad |= rule != GRAD_NONE;
    vec_push(g, &g->inputs, ((struct op_input){t, (uint8_t)rule}));
    r->op.n_inputs++;
}

static tensor_id add_output(struct recording *r, tensor_id t)
{
    struct tensor_info *i = tensor(r->g, t);
    if (!has_place(r->g, r->op.n_outputs)) {
        return t;
    }
    i->producer = next_op(r->g);
    i->output = r->op.n_outputs;
    if (r->op.n_outputs == 0) {
        r->op.first_output = t;
    }
    r->op.n_outputs++;
    return t;
}

tensor_id op_output(struct recording *r, const struct shape *shape, enum dtype dtype)
{
    struct shape fit = fitting(r->g, shape);
    storage_id s = new_storage(r->g, bytes_of(&fit, dtype), STORAGE_ACTIVATION, next_op(r->g));
    return add_output(r, new_tensor(r->g, &fit, dtype, s));
}

static void channels_last(const struct shape *s, int64_t *stride)
{
    stride[1] = 1;
    stride[3] = s->size[1];
    stride[2] = size_mul(stride[3], s->size[3]);
    stride[0] = size_mul(stride[2], s->size[2]);
}

bool tensor_has_channels_last(const struct graph *g, tensor_id t)
{
    const struct tensor_info *i = graph_tensor(g, t);
    int64_t stride[MAX_DIMS];
    if (i->shape.n != 4 || i->shape.size[1] < 2 || i->shape.size[2] * i->shape.size[3] < 2) {
        return false;
    }
    channels_last(&i->shape, stride);
    return memcmp(stride, i->stride, 4 * sizeof *stride) == 0;
}

/* is_channels_last_strides_2d(): where a size is 1, strides tell more than elements do. */
bool tensor_suggests_channels_last(const struct graph *g, tensor_id t)
{
    static const uint32_t from_inside[] = {1, 3, 2, 0};
    const struct tensor_info *i = graph_tensor(g, t);
    int64_t least = 0;
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t d = from_inside[k];
        bool ambiguous = d == 0 && i->shape.n == 4 && least == i->stride[1];
        if (i->shape.n != 4 || i->shape.size[d] == 0 || i->stride[d] < least || ambiguous ||
            i->stride[1] == 0) {
            return false;
        }
        least = i->stride[d] * i->shape.size[d];
    }
    return true;
}

void tensor_lay_channels_last(struct graph *g, tensor_id t)
{
    channels_last(&tensor(g, t)->shape, tensor(g, t)->stride);
}

tensor_id op_output_like(
    struct recording *r, const struct shape *shape, enum dtype dtype, tensor_id like)
{
    const struct tensor_info *as = graph_tensor(r->g, like);
    struct shape want = *shape; /* it may lie in the array that grows below */
    int64_t stride[MAX_DIMS];
    bool same = shape_equal(&as->shape, &want) && !shape_is_expanded(&as->shape, as->stride);
    bool last = !same && want.n == 4 && tensor_has_channels_last(r->g, like);
    if (same && !shape_is_dense(&as->shape, as->stride)) {
        shape_dense_strides(&as->shape, as->stride, stride);
    } else {
        memcpy(stride, as->stride, sizeof stride);
    }
    tensor_id t = op_output(r, &want, dtype);
    struct tensor_info *made = tensor(r->g, t);
    if (last) {
        channels_last(&made->shape, made->stride);
    } else if (same && shape_equal(&made->shape, &want)) {
        memcpy(made->stride, stride, sizeof stride);
    }
    return t;
}

tensor_id op_output_in(struct recording *r, const struct shape *shape, const int64_t *stride,
    enum dtype dtype, tensor_id of)
{
    int64_t kept[MAX_DIMS];
    if (stride) {
        memcpy(kept, stride, sizeof kept); /* it may lie in the array that grows below */
    }
    struct shape fit = fitting(r->g, shape);
    tensor_id t = new_tensor(r->g, &fit, dtype, tensor(r->g, of)->storage);
    if (stride) {
        memcpy(tensor(r->g, t)->stride, kept, sizeof kept);
    }
    return add_output(r, t);
}

enum {
    FEW_SAVED = 64 /* of which none is kept twice */
};

static void save(struct recording *r, storage_id s)
{
    if (!has_place(r->g, r->op.n_saved)) {
        return;
    }
    for (uint32_t i = 0; i < r->op.n_saved && i < FEW_SAVED; i++) {
        if (r->g->saved.items[r->op.saved_at + i] == s) {
            return;
        }
    }
    vec_push(r->g, &r->g->saved, s);
    r->op.n_saved++;
}

void op_save(struct recording *r, tensor_id t)
{
    if (t) {
        save(r, tensor(r->g, t)->storage);
    }
}

void op_save_bytes(struct recording *r, uint64_t bytes)
{
    graph_count_bytes(r->g, bytes);
    storage_id s = new_storage(r->g, bytes, STORAGE_ACTIVATION, next_op(r->g));
    r->g->storages.items[s].released = NEVER; /* no name holds it: the node does */
    save(r, s);
}

/* Written in place with what has a gradient, a tensor without one has it from then on, and so have
 * all views of its storage and those that it is a view of. */
static void spread_gradient(struct recording *r)
{
    struct graph *g = r->g;
    storage_id s = tensor(g, r->op.first_output)->storage;
    bool spreads = false;
    for (uint32_t i = 0; i < r->op.n_inputs; i++) {
        const struct tensor_info *t = tensor(g, g->inputs.items[r->op.inputs_at + i].tensor);
        spreads |= t->storage == s && !t->requires_grad;
    }
    for (tensor_id i = spreads ? g->storages.items[s].last : 0; i; i = tensor(g, i)->before) {
        if (!tensor(g, i)->requires_grad && dtype_is_float((enum dtype)tensor(g, i)->dtype)) {
            tensor(g, i)->requires_grad = true;
            vec_push(g, &g->late_gradients, ((struct late_gradient){i, next_op(g)}));
        }
    }
}

/* Indices, masks and statistics, which no tensor has. */
static uint64_t private_bytes(const struct recording *r)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < r->op.n_saved; i++) {
        const struct storage *s = &r->g->storages.items[r->g->saved.items[r->op.saved_at + i]];
        bytes = count_add(bytes, s->last ? 0 : s->bytes);
    }
    return bytes;
}

void op_end(struct recording *r)
{
    struct graph *g = r->g;
    r->op.differentiable = r->any_grad && graph_grad_enabled(g);
    if (!r->op.differentiable) { /* no node keeps them: they go with the operation */
        r->op.forward_temp = count_add(r->op.forward_temp, private_bytes(r));
        r->op.n_saved = 0;
    }
    for (uint32_t i = 0; i < r->op.n_outputs; i++) {
        struct tensor_info *t = tensor(g, r->op.first_output + i);
        t->requires_grad = r->op.differentiable && dtype_is_float((enum dtype)t->dtype);
    }
    if (r->op.in_place && r->op.differentiable && r->op.n_outputs > 0) {
        spread_gradient(r);
    }
    graph_count_op(g, &r->op);
    vec_push(g, &g->ops, r->op);
    graph_check(g);
}

tensor_id graph_input(
    struct graph *g, const struct shape *shape, enum dtype dtype, enum storage_kind kind)
{
    struct shape fit = fitting(g, shape);
    storage_id s = new_storage(g, bytes_of(&fit, dtype), kind, 0);
    g->storages.items[s].released = kind == STORAGE_INPUT ? NEVER : 0;
    return new_tensor(g, &fit, dtype, s);
}

static param_id add_parameter(struct graph *g, struct parameter row)
{
    row.shape = fitting(g, &row.shape);
    storage_id s =
        new_storage(g, bytes_of(&row.shape, (enum dtype)row.dtype), STORAGE_PARAMETER, 0);
    g->storages.items[s].released = NEVER;
    g->storages.items[s].param = (param_id)g->params.n;
    row.tensor = new_tensor(g, &row.shape, (enum dtype)row.dtype, s);
    tensor(g, row.tensor)->requires_grad = row.trainable;
    vec_push(g, &g->params, row);
    graph_check(g);
    return (param_id)(g->params.n - 1);
}

param_id graph_parameter(struct graph *g, const struct shape *shape)
{
    /* model.half() leaves norm layers, whose parameters have one dimension, in single precision. */
    bool half = g->options.half_model && shape->n > 1;
    return add_parameter(
        g, (struct parameter){
               .shape = *shape, .dtype = half ? DTYPE_F16 : DTYPE_F32, .trainable = true});
}

param_id graph_buffer(struct graph *g, const struct shape *shape, enum dtype dtype)
{
    return add_parameter(
        g, (struct parameter){.shape = *shape, .dtype = (uint8_t)dtype, .is_buffer = true});
}

module_id graph_module(struct graph *g, str type)
{
    vec_push(g, &g->modules, ((struct graph_module){.type = type}));
    graph_check(g);
    return (module_id)(g->modules.n - 1);
}

const char *graph_op_name(uint16_t kind)
{
    static const char *const names[] = {
#define OP(id, name, keeps, allocates, source) name,
#include "model/ops.def"
#undef OP
    };
    return kind < sizeof names / sizeof *names ? names[kind] : "?";
}

str graph_path(const struct graph *g, struct arena *a, module_id m)
{
    str path = STR("");
    for (uint32_t depth = 0; m && depth < 64; depth++) {
        const struct graph_module *it = &g->modules.items[m];
        if (it->name.n > 0) {
            path =
                path.n ? arena_printf(a, "%.*s.%.*s", STR_ARG(it->name), STR_ARG(path)) : it->name;
        }
        m = it->parent;
    }
    return path;
}

void graph_hold(struct graph *g, tensor_id t)
{
    storage_of(g, t)->holds++;
}

void graph_release(struct graph *g, tensor_id t)
{
    struct storage *s = storage_of(g, t);
    if (s->holds > 0) {
        s->holds--;
    }
    op_id now = (op_id)(g->ops.n - 1);
    if (s->released != NEVER && s->released < now) {
        s->released = now;
    }
}

void graph_stay(struct graph *g, tensor_id t)
{
    storage_of(g, t)->released = NEVER;
}

/* --- segments, notes --- */

void graph_segment_begin(struct graph *g)
{
    vec_push(g, &g->segments, ((struct segment){.first = next_op(g)}));
    g->segment = (uint16_t)(g->segments.n - 1);
}

void graph_segment_end(struct graph *g, const tensor_id *inputs, uint32_t n)
{
    struct segment *s = &g->segments.items[g->segment];
    s->last = (op_id)(g->ops.n - 1);
    s->inputs_at = (uint32_t)g->saved.n;
    for (uint32_t i = 0; i < n; i++) {
        vec_push(g, &g->saved, tensor(g, inputs[i])->storage);
    }
    s->n_inputs = n;
    g->segment = 0;
}

void graph_assume(struct graph *g, const struct assumption *a)
{
    VEC_EACH (struct assumption, it, &g->assumptions) {
        if (str_eq(it->name, a->name)) {
            return;
        }
    }
    struct assumption *x = &vec_add(g, &g->assumptions);
    *x = *a;
    x->name = arena_str(g->arena, a->name);
    x->text = arena_str(g->arena, a->text);
    x->source = arena_str(g->arena, a->source);
}
