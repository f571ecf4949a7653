/* Elementwise functions, softmax, casts between them. */
#include "model/api.h"
#include "model/workspace.h"

#include "base/sizes.h"
#include "eval/number.h"

enum keeps {
    KEEPS_NOTHING,
    KEEPS_INPUT,
    KEEPS_RESULT,
    NOT_DIFFERENTIABLE
};

/* --- one operand --- */

/*
 * Functions of one tensor: what backward keeps, what the in-place form keeps (it overwrites its
 * input), and the last PyTorch whose autocast runs it in single precision (GELU's is pull request
 * 59639).  D, M.
 */
enum {
    NEVER_SINGLE = 0,
    ALWAYS_SINGLE = UINT16_MAX,
    MEASURED_POWERS = 113 /* PyTorch; peaks published with 1.9 have fewer tensors there */
};

static const struct unary {
    const char *name;
    uint8_t keeps, keeps_in_place; /* enum keeps; in place KEEPS_INPUT means a clone of it */
    uint16_t single;
    uint8_t steps; /* tensors that its backward makes on the way (derivatives.yaml), as measured */
} UNARY[] = {
    {"relu", KEEPS_RESULT, KEEPS_RESULT, NEVER_SINGLE, 0},
    {"leaky_relu", KEEPS_INPUT, KEEPS_RESULT, NEVER_SINGLE, 0},
    {"elu", KEEPS_INPUT, KEEPS_RESULT, NEVER_SINGLE, 0},
    {"selu", KEEPS_INPUT, KEEPS_RESULT, NEVER_SINGLE, 0},
    {"gelu", KEEPS_INPUT, KEEPS_INPUT, 109, 0},
    {"silu", KEEPS_INPUT, KEEPS_INPUT, NEVER_SINGLE, 0},
    {"mish", KEEPS_INPUT, KEEPS_INPUT, NEVER_SINGLE, 0},
    {"hardswish", KEEPS_INPUT, KEEPS_INPUT, NEVER_SINGLE, 0},
    {"hardsigmoid", KEEPS_INPUT, KEEPS_INPUT, NEVER_SINGLE, 0},
    {"hardtanh", KEEPS_INPUT, KEEPS_INPUT, NEVER_SINGLE, 0},
    {"relu6", KEEPS_INPUT, KEEPS_INPUT, NEVER_SINGLE, 0},
    {"softplus", KEEPS_INPUT, KEEPS_INPUT, ALWAYS_SINGLE, 0},
    {"logsigmoid", KEEPS_INPUT, KEEPS_INPUT, NEVER_SINGLE, 0},
    {"sigmoid", KEEPS_RESULT, KEEPS_RESULT, NEVER_SINGLE, 0},
    {"tanh", KEEPS_RESULT, KEEPS_RESULT, NEVER_SINGLE, 0},
    {"exp", KEEPS_RESULT, KEEPS_RESULT, ALWAYS_SINGLE, 0},
    {"sqrt", KEEPS_RESULT, KEEPS_RESULT, NEVER_SINGLE, 1},
    {"rsqrt", KEEPS_RESULT, KEEPS_RESULT, ALWAYS_SINGLE, 2},
    {"reciprocal", KEEPS_RESULT, KEEPS_RESULT, ALWAYS_SINGLE, 2},
    {"log", KEEPS_INPUT, KEEPS_INPUT, ALWAYS_SINGLE, 0},
    {"log2", KEEPS_INPUT, KEEPS_INPUT, ALWAYS_SINGLE, 1},
    {"log1p", KEEPS_INPUT, KEEPS_INPUT, ALWAYS_SINGLE, 1},
    {"abs", KEEPS_INPUT, KEEPS_INPUT, NEVER_SINGLE, 1},
    {"square", KEEPS_INPUT, KEEPS_INPUT, ALWAYS_SINGLE, 2},
    {"erf", KEEPS_INPUT, KEEPS_INPUT, NEVER_SINGLE, 4},
    {"sin", KEEPS_INPUT, KEEPS_INPUT, NEVER_SINGLE, 1},
    {"cos", KEEPS_INPUT, KEEPS_INPUT, NEVER_SINGLE, 2},
    {"atan", KEEPS_INPUT, KEEPS_INPUT, NEVER_SINGLE, 2},
    {"nan_to_num", KEEPS_INPUT, KEEPS_INPUT, NEVER_SINGLE, 0},
    {"clamp", KEEPS_INPUT, KEEPS_INPUT, NEVER_SINGLE, 0},
    {"neg", KEEPS_NOTHING, KEEPS_NOTHING, NEVER_SINGLE, 0},
    {"floor", KEEPS_NOTHING, KEEPS_NOTHING, NEVER_SINGLE, 0},
    {"round", KEEPS_NOTHING, KEEPS_NOTHING, NEVER_SINGLE, 0},
    {"ceil", KEEPS_NOTHING, KEEPS_NOTHING, NEVER_SINGLE, 0},
    {"sign", KEEPS_NOTHING, KEEPS_NOTHING, NEVER_SINGLE, 0},
    {"cumsum", KEEPS_NOTHING, KEEPS_NOTHING, ALWAYS_SINGLE, 2},
    {"logical_not", NOT_DIFFERENTIABLE, NOT_DIFFERENTIABLE, NEVER_SINGLE, 0},
    {"isnan", NOT_DIFFERENTIABLE, NOT_DIFFERENTIABLE, NEVER_SINGLE, 0},
};

static const struct unary *unary_row(str name)
{
    for (size_t i = 0; i < sizeof UNARY / sizeof *UNARY; i++) {
        if (str_is(name, UNARY[i].name)) {
            return &UNARY[i];
        }
    }
    return NULL;
}

/* A linear layer of three dimensions gives a view of a product of two since 1.12 (pull 72728), one
 * of four since 2.1 (pull 106433). Written in place, a view's backward goes by CopySlices: the
 * gradient as the base lies, a clone of the part, and then what the function makes of it. */
static uint8_t slice_copies(struct graph *g, tensor_id t)
{
    const struct op *made = &g->ops.items[graph_tensor(g, t)->producer];
    uint32_t n = shape_of(g, t)->n;
    bool view = made->kind == OPKIND_LINEAR && made->n_inputs == 3 && n > 2;
    return view && graph_torch_since(g, n == 3 ? 112 : 201) ? 2 : 0;
}

static tensor_id unary(struct graph *g, const struct unary *u, tensor_id t, bool in_place)
{
    if (!in_place && !graph_torch_since(g, u->single + 1)) { /* what is in place keeps its dtype */
        t = api_to_float(g, t);
    }
    uint8_t keeps = in_place ? u->keeps_in_place : u->keeps;
    /* hardtanh_ kept its result until 1.10. */
    bool clamps = strcmp(u->name, "hardtanh") == 0 || strcmp(u->name, "relu6") == 0;
    if (in_place && clamps && !graph_torch_since(g, 111)) {
        keeps = KEEPS_RESULT;
    }
    /* relu kept its input until 1.9 (PyTorch's pull request 63089). */
    if (!in_place && strcmp(u->name, "relu") == 0 && !graph_torch_since(g, 110)) {
        keeps = KEEPS_INPUT;
    }
    struct shape s = *shape_of(g, t);
    enum dtype d = keeps == NOT_DIFFERENTIABLE ? DTYPE_BOOL : dtype_of(g, t);
    struct recording r = op_begin(g, OPKIND_UNARY);
    op_input(&r, t, keeps == NOT_DIFFERENTIABLE ? GRAD_NONE : GRAD_NEW);
    tensor_id out = in_place ? op_output_in(&r, &s, graph_tensor(g, t)->stride, d, t)
                             : op_output_like(&r, &s, d, t);
    if (keeps == KEEPS_RESULT) {
        op_save(&r, out);
    } else if (keeps == KEEPS_INPUT && in_place) {
        op_save_bytes(&r, tensor_bytes(g, t)); /* a clone, made before the input is overwritten */
    } else if (keeps == KEEPS_INPUT) {
        op_save(&r, t);
    }
    r.op.in_place = in_place;
    r.op.parts = (uint8_t)(u->steps + (in_place ? slice_copies(g, t) : 0));
    r.op.backward_temp = r.op.parts * tensor_bytes(g, out);
    op_end(&r);
    return out;
}

/* The functions above, as `relu(x, inplace=False)` and so on; other keywords do not matter here. */
static bool run_unary(struct call *c, struct value *out)
{
    tensor_id t;
    const struct unary *u = unary_row(str_of(c->name));
    bool in_place = false;
    for (uint32_t i = 1; i < MAX_ARGS; i++) { /* the only boolean argument is `inplace` */
        in_place |= c->arg[i] && c->arg[i]->kind == VALUE_BOOL && c->arg[i]->b;
    }
    return call_tensor(c, 0, &t) && call_result(c, unary(c->g, u, t, in_place), out);
}

static bool run_dropout(struct call *c, struct value *out)
{
    tensor_id t;
    double p;
    bool training;
    if (!call_tensor(c, 0, &t) || !call_double(c, 1, 0.5, &p) ||
        !call_bool(c, 2, c->g->options.training, &training)) {
        return false;
    }
    if (p == 0 || !training) {
        return call_result(c, t, out);
    }
    struct shape s = *shape_of(c->g, t);
    struct recording r = op_begin(c->g, OPKIND_DROPOUT);
    op_input(&r, t, GRAD_NEW);
    tensor_id made = op_output_like(&r, &s, dtype_of(c->g, t), t);
    op_save_bytes(&r, (uint64_t)shape_elems(&s)); /* bool mask, uint8 before 1.12 */
    r.op.saves_first = true;
    op_end(&r);
    return call_result(c, made, out);
}

/* --- two operands --- */

/* Dimensions win over scalars: a tensor without dimensions does not lift the dtype of one that has
 * some. */
static enum dtype result_dtype(const struct graph *g, tensor_id a, tensor_id b)
{
    enum dtype x = dtype_of(g, a), y = dtype_of(g, b);
    bool same_kind = dtype_is_float(x) == dtype_is_float(y);
    if (same_kind && shape_of(g, a)->n == 0 && shape_of(g, b)->n > 0) {
        return y;
    }
    if (same_kind && shape_of(g, b)->n == 0 && shape_of(g, a)->n > 0) {
        return x;
    }
    return promote(x, y);
}

static bool is_comparison(enum operator op)
{
    return op >= OP_LT && op <= OP_GE;
}

static enum grad_rule sum_rule(const struct graph *g, tensor_id t, const struct shape *out)
{
    return shape_equal(shape_of(g, t), out) ? GRAD_PASS
                                            : GRAD_NEW; /* broadcast: summed into a new one */
}

/* The gradient of an operand that was broadcast is summed over what it was repeated along. */
static uint64_t broadcast_sum(const struct graph *g, tensor_id t, tensor_id out)
{
    const struct shape *small = shape_of(g, t), *all = shape_of(g, out);
    uint64_t width = small->n > 0 ? (uint64_t)small->size[small->n - 1] : 0;
    uint64_t outputs = (uint64_t)shape_elems(small);
    bool aligned = width > 1 && outputs > 0 && all->n > 0 &&
                   small->size[small->n - 1] == all->size[all->n - 1];
    return aligned
               ? workspace_sum(&g->options, (uint64_t)shape_elems(all) / outputs, outputs, width)
               : 0;
}

/* The gradient of an operand that was broadcast, or is of a narrower type, has the size of the
 * result before it is summed; where it is the incoming one itself, that is there already. */
static enum grad_rule operand_rule(const struct graph *g, enum operator op, bool right, tensor_id t,
    const struct shape *out, enum dtype d)
{
    bool passes = op == OP_ADD || (op == OP_SUB && !right);
    uint64_t size = (uint64_t)shape_elems(out) * dtype_bytes(d);
    return passes ? sum_rule(g, t, out) : tensor_bytes(g, t) < size ? GRAD_SUMMED : GRAD_NEW;
}

/* What summing the gradients takes. */
static uint64_t sum_temp(
    const struct graph *g, enum operator op, tensor_id a, tensor_id b, tensor_id out)
{
    uint64_t size = tensor_bytes(g, out), sum = 0;
    bool products = op == OP_MUL || op == OP_DIV;
    if (graph_tensor(g, a)->requires_grad && products && tensor_bytes(g, a) < size) {
        sum = broadcast_sum(g, a, out);
    }
    if (graph_tensor(g, b)->requires_grad && tensor_bytes(g, b) < size) {
        sum = broadcast_sum(g, b, out);
    }
    return sum;
}

tensor_id api_binary(struct graph *g, enum operator op, tensor_id a, tensor_id b, bool in_place)
{
    struct shape s;
    if (op == OP_POW && !in_place) {
        a = api_to_float(g, a);
        b = api_to_float(g, b);
    }
    if (!broadcast(shape_of(g, a), shape_of(g, b), &s) ||
        (in_place && !shape_equal(shape_of(g, a), &s))) {
        return 0;
    }
    enum dtype d = is_comparison(op) || op == OP_BITAND || op == OP_BITOR   ? DTYPE_BOOL
                   : op == OP_DIV && !dtype_is_float(result_dtype(g, a, b)) ? DTYPE_F32
                                                                            : result_dtype(g, a, b);
    bool differentiable =
        op == OP_ADD || op == OP_SUB || op == OP_MUL || op == OP_DIV || op == OP_POW;
    bool needs_a = graph_tensor(g, a)->requires_grad, needs_b = graph_tensor(g, b)->requires_grad;
    struct recording r = op_begin(g, is_comparison(op) ? OPKIND_COMPARE : OPKIND_BINARY);
    op_input(&r, a, differentiable ? operand_rule(g, op, false, a, &s, d) : GRAD_NONE);
    op_input(&r, b, differentiable ? operand_rule(g, op, true, b, &s, d) : GRAD_NONE);
    tensor_id like = shape_equal(shape_of(g, a), &s) ? a : b; /* the first that is not repeated */
    tensor_id out = in_place ? op_output_in(&r, &s, graph_tensor(g, a)->stride, dtype_of(g, a), a)
                             : op_output_like(&r, &s, d, like);
    if (op == OP_MUL) {
        op_save(&r, needs_a ? b : 0);
        op_save(&r, needs_b ? a : 0);
    }
    if (op == OP_DIV) {
        op_save(&r, needs_a || needs_b ? b : 0);
        op_save(&r, needs_b ? a : 0);
    }
    if (op == OP_POW) {
        op_save(&r, a);
        op_save(&r, b);
        op_save(&r, out);
    }
    if (differentiable) {
        r.op.last_temp = sum_temp(g, op, a, b, out);
    }
    if (needs_b && op == OP_DIV) { /* that of a divisor takes three steps */
        r.op.backward_temp = 3 * tensor_bytes(g, out);
        r.op.parts = 3;
    }
    r.op.in_place = in_place;
    op_end(&r);
    return out;
}

/* A tensor and a Python number. */
static tensor_id with_number(
    struct graph *g, enum operator op, tensor_id t, bool number_left, bool floating, bool in_place)
{
    bool power = op == OP_POW;
    if (power && !in_place) {
        t = api_to_float(g, t);
    }
    if (op == OP_DIV && number_left) { /* Tensor.__rtruediv__ */
        t = unary(g, unary_row(STR("reciprocal")), t, false);
        op = OP_MUL;
        floating = true;
    }
    struct shape s = *shape_of(g, t);
    enum dtype d = dtype_of(g, t);
    if (is_comparison(op)) {
        d = DTYPE_BOOL;
    } else if ((op == OP_DIV || floating) && !dtype_is_float(d)) {
        d = DTYPE_F32;
    }
    bool differentiable = !is_comparison(op) && op != OP_FLOORDIV && op != OP_MOD;
    bool passes = op == OP_ADD || (op == OP_SUB && !number_left);
    struct recording r = op_begin(g, is_comparison(op) ? OPKIND_COMPARE : OPKIND_BINARY);
    op_input(&r, t, !differentiable ? GRAD_NONE : passes ? GRAD_PASS : GRAD_NEW);
    tensor_id out = in_place ? op_output_in(&r, &s, graph_tensor(g, t)->stride, dtype_of(g, t), t)
                             : op_output_like(&r, &s, d, t);
    if (power && in_place) {
        op_save_bytes(&r, tensor_bytes(g, t)); /* a clone, made before the input is overwritten */
    } else if (power) {
        op_save(&r, t);
        op_save(&r, number_left ? out : 0);
    }
    if (power && !number_left && graph_torch_since(g, MEASURED_POWERS)) {
        r.op.parts = 2; /* exponent * x ** (exponent - 1) */
        r.op.backward_temp = 2 * tensor_bytes(g, out);
    }
    r.op.in_place = in_place;
    op_end(&r);
    return out;
}

/* The last sizes of two shapes that cannot be broadcast. */
static struct mismatch unequal(const struct shape *a, const struct shape *b)
{
    for (uint32_t i = 1; i <= a->n && i <= b->n; i++) {
        int64_t x = a->size[a->n - i], y = b->size[b->n - i];
        if (x != y && x != 1 && y != 1) {
            bool of_place = a->n == b->n && a->n > 3 && i < a->n - 1;
            return (struct mismatch){.have = x, .want = y, .of_place = of_place};
        }
    }
    return (struct mismatch){0};
}

static bool binary(struct call *c, enum operator op, bool in_place, struct value *out)
{
    tensor_id a = c->arg[0] ? api_tensor_of(c->arg[0]) : 0,
              b = c->arg[1] ? api_tensor_of(c->arg[1]) : 0;
    if (a && b) {
        tensor_id made = api_binary(c->g, op, a, b, in_place);
        if (!made) {
            str x = shape_text(c->e->arena, shape_of(c->g, a));
            str y = shape_text(c->e->arena, shape_of(c->g, b));
            struct mismatch m = unequal(shape_of(c->g, a), shape_of(c->g, b));
            (void)call_mismatch(c, a, m.have, m.want,
                "the shapes %.*s and %.*s cannot be broadcast", STR_ARG(x), STR_ARG(y));
            c->g->mismatch.of_place = m.of_place;
            return false;
        }
        return call_result(c, made, out);
    }
    const struct value *number = a ? c->arg[1] : c->arg[0];
    if ((!a && !b) || !number || !value_is_number(number)) {
        call_fail(c, "tensors or numbers are needed");
        return number ? eval_about_operand(c->e, number) : false;
    }
    return call_result(
        c, with_number(c->g, op, a ? a : b, !a, number->kind == VALUE_FLOAT, in_place), out);
}

#define BINARY(id, op)                                      \
    static bool run_##id(struct call *c, struct value *out) \
    {                                                       \
        return binary(c, op, false, out);                   \
    }
#define BINARY_IN_PLACE(id, op)                             \
    static bool run_##id(struct call *c, struct value *out) \
    {                                                       \
        return binary(c, op, true, out);                    \
    }

BINARY(add, OP_ADD)
BINARY(sub, OP_SUB)
BINARY(mul, OP_MUL)
BINARY(div, OP_DIV)
BINARY(pow, OP_POW)
BINARY(floor_divide, OP_FLOORDIV)
BINARY(remainder, OP_MOD)
BINARY(logical_and, OP_BITAND)
BINARY(logical_or, OP_BITOR)
BINARY(lt, OP_LT)
BINARY(gt, OP_GT)
BINARY(le, OP_LE)
BINARY(ge, OP_GE)
BINARY(eq, OP_EQ)
BINARY(ne, OP_NE)
BINARY_IN_PLACE(add_, OP_ADD)
BINARY_IN_PLACE(sub_, OP_SUB)
BINARY_IN_PLACE(mul_, OP_MUL)
BINARY_IN_PLACE(div_, OP_DIV)
BINARY_IN_PLACE(pow_, OP_POW)

/* The larger or smaller of two tensors: keeps both when either needs a gradient. */
static bool run_maximum(struct call *c, struct value *out)
{
    tensor_id a, b;
    struct shape s;
    if (!call_tensor(c, 0, &a) || !call_tensor(c, 1, &b)) {
        return false;
    }
    if (!broadcast(shape_of(c->g, a), shape_of(c->g, b), &s)) {
        return call_fail(c, "the shapes cannot be broadcast");
    }
    struct recording r = op_begin(c->g, OPKIND_BINARY);
    op_input(&r, a, GRAD_NEW);
    op_input(&r, b, GRAD_NEW);
    tensor_id made = op_output(&r, &s, result_dtype(c->g, a, b));
    op_save(&r, a);
    op_save(&r, b);
    op_end(&r);
    return call_result(c, made, out);
}

static bool run_where(struct call *c, struct value *out)
{
    tensor_id condition, a = c->arg[1] ? api_tensor_of(c->arg[1]) : 0,
                         b = c->arg[2] ? api_tensor_of(c->arg[2]) : 0;
    if (!call_tensor(c, 0, &condition)) {
        return false;
    }
    struct shape s = *shape_of(c->g, condition);
    if ((a && !broadcast(&s, shape_of(c->g, a), &s)) ||
        (b && !broadcast(&s, shape_of(c->g, b), &s))) {
        return call_fail(c, "the shapes cannot be broadcast");
    }
    enum dtype d = a && b ? result_dtype(c->g, a, b)
                   : a    ? dtype_of(c->g, a)
                   : b    ? dtype_of(c->g, b)
                          : DTYPE_F32;
    struct recording r = op_begin(c->g, OPKIND_WHERE);
    op_input(&r, condition, GRAD_NONE);
    op_input(&r, a, GRAD_NEW);
    op_input(&r, b, GRAD_NEW);
    tensor_id made = op_output(&r, &s, d);
    op_save(&r, condition);
    op_end(&r);
    return call_result(c, made, out);
}

static bool masked_fill(struct call *c, bool in_place, struct value *out)
{
    tensor_id t, mask;
    if (!call_tensor(c, 0, &t) || !call_tensor(c, 1, &mask)) {
        return false;
    }
    struct shape s = *shape_of(c->g, t);
    enum dtype d = dtype_of(c->g, t);
    struct recording r = op_begin(c->g, OPKIND_WHERE);
    op_input(&r, t, GRAD_NEW);
    op_input(&r, mask, GRAD_NONE);
    tensor_id made =
        in_place ? op_output_in(&r, &s, graph_tensor(c->g, t)->stride, d, t) : op_output(&r, &s, d);
    r.op.in_place = in_place;
    op_save(&r, mask);
    op_end(&r);
    return call_result(c, made, out);
}

static bool run_masked_fill(struct call *c, struct value *out)
{
    return masked_fill(c, false, out);
}

static bool run_masked_fill_in_place(struct call *c, struct value *out)
{
    return masked_fill(c, true, out);
}

/* --- softmax --- */

/* Elements from one along `dim` to the next. */
static uint32_t step_along(const struct shape *s, uint32_t dim)
{
    double step = 1;
    for (uint32_t i = dim + 1; i < s->n; i++) {
        step *= (double)s->size[i];
    }
    return step < UINT32_MAX ? (uint32_t)step : UINT32_MAX;
}

/* The kernel reads float16 and writes single precision; whatever else differs is cast first. */
tensor_id api_softmax(struct graph *g, tensor_id t, uint32_t dim, enum dtype d, bool log)
{
    if (!(dtype_of(g, t) == DTYPE_F16 && d == DTYPE_F32)) {
        t = api_cast(g, t, d);
    }
    struct shape s = *shape_of(g, t);
    struct recording r = op_begin(g, OPKIND_SOFTMAX);
    op_input(&r, t, GRAD_NEW);
    tensor_id made = op_output(&r, &s, d);
    op_save(&r, made);
    if (!graph_torch_since(g, 111)) { /* PyTorch pull request 65242 */
        op_save(&r, t);
    }
    uint32_t step = step_along(&s, dim);
    r.op.means = step > 1 ? step : 0;
    r.op.forward_temp = api_is_contiguous(g, t) ? 0 : tensor_bytes(g, t); /* put in order */
    if (!log) { /* softmax_backward_cuda multiplies gradient and result first */
        r.op.backward_temp = tensor_bytes(g, made);
    }
    op_end(&r);
    return made;
}

static bool softmax(struct call *c, struct value *out)
{
    tensor_id t;
    enum dtype d;
    int64_t along;
    uint32_t dim;
    if (!call_tensor(c, 0, &t) || !call_int(c, 1, -1, &along) ||
        !call_dim(c, along, shape_of(c->g, t)->n, &dim) ||
        !call_dtype(c, 2, api_is_half(c->g, t) ? DTYPE_F32 : dtype_of(c->g, t), &d)) {
        return false;
    }
    return call_result(c, api_softmax(c->g, t, dim, d, c->name[0] == 'l'), out);
}

const struct api_row API_MATH[] = {
    {"relu", "input inplace?", run_unary},
    {"leaky_relu", "input negative_slope? inplace?", run_unary},
    {"elu", "input alpha? inplace?", run_unary},
    {"selu", "input inplace?", run_unary},
    {"gelu", "input approximate?", run_unary},
    {"silu", "input inplace?", run_unary},
    {"mish", "input inplace?", run_unary},
    {"hardswish", "input inplace?", run_unary},
    {"hardsigmoid", "input inplace?", run_unary},
    {"hardtanh", "input min_val? max_val? inplace?", run_unary},
    {"relu6", "input inplace?", run_unary},
    {"softplus", "input beta? threshold?", run_unary},
    {"logsigmoid", "input", run_unary},
    {"sigmoid", "input inplace?", run_unary},
    {"tanh", "input", run_unary},
    {"exp", "input", run_unary},
    {"sqrt", "input", run_unary},
    {"rsqrt", "input", run_unary},
    {"reciprocal", "input", run_unary},
    {"log", "input", run_unary},
    {"log2", "input", run_unary},
    {"log1p", "input", run_unary},
    {"abs", "input", run_unary},
    {"square", "input", run_unary},
    {"erf", "input", run_unary},
    {"sin", "input", run_unary},
    {"cos", "input", run_unary},
    {"atan", "input", run_unary},
    {"nan_to_num", "input", run_unary},
    {"clamp", "input min? max?", run_unary},
    {"neg", "input", run_unary},
    {"floor", "input", run_unary},
    {"round", "input", run_unary},
    {"ceil", "input", run_unary},
    {"sign", "input", run_unary},
    {"cumsum", "input dim?", run_unary},
    {"logical_not", "input", run_unary},
    {"isnan", "input", run_unary},
    {"dropout", "input p? training?", run_dropout},
    {"add", "input other", run_add},
    {"sub", "input other", run_sub},
    {"mul", "input other", run_mul},
    {"div", "input other", run_div},
    {"pow", "input exponent", run_pow},
    {"floor_divide", "input other", run_floor_divide},
    {"remainder", "input other", run_remainder},
    {"logical_and", "input other", run_logical_and},
    {"logical_or", "input other", run_logical_or},
    {"lt", "input other", run_lt},
    {"gt", "input other", run_gt},
    {"le", "input other", run_le},
    {"ge", "input other", run_ge},
    {"eq", "input other", run_eq},
    {"ne", "input other", run_ne},
    {"add_", "input other", run_add_},
    {"sub_", "input other", run_sub_},
    {"pow_", "input other", run_pow_},
    {"mul_", "input other", run_mul_},
    {"div_", "input other", run_div_},
    {"maximum", "input other", run_maximum},
    {"minimum", "input other", run_maximum},
    {"where", "condition input other", run_where},
    {"masked_fill", "input mask value", run_masked_fill},
    {"masked_fill_", "input mask value", run_masked_fill_in_place},
    {"softmax", "input dim? dtype?", softmax},
    {"log_softmax", "input dim? dtype?", softmax},
    {0},
};
