/* What each kind of operation says about widths. */
#include "model/widths_axis.h"

#include <math.h>

static const struct shape *shape_of(const struct widths *w, tensor_id t)
{
    return &graph_tensor(w->g, t)->shape;
}

struct visit {
    struct widths *w;
    const struct op *op;
    tensor_id in[4]; /* the first inputs; 0: none */
    tensor_id out;
};

static tensor_id input_of(const struct visit *v, uint32_t i)
{
    return i < v->op->n_inputs ? v->w->g->inputs.items[v->op->inputs_at + i].tensor : 0;
}

/* One value for each channel: a bias, a norm's weight. */
static void per_channel(struct visit *v, uint32_t from, struct axis channels)
{
    for (uint32_t i = from; i < v->op->n_inputs; i++) {
        if (shape_of(v->w, input_of(v, i))->n == 1) {
            axis_follow(v->w, input_of(v, i), 0, channels);
        }
    }
}

/* Of which dimension of the weight the result's and the input's channels are. */
static void convolve(struct visit *v, tensor_id weight, uint32_t makes, uint32_t takes)
{
    struct widths *w = v->w;
    const struct shape *k = shape_of(w, weight), *x = shape_of(w, v->in[0]);
    struct axis in = axis_of(w, v->in[0], 1);
    int64_t groups = k->size[takes] > 0 ? x->size[1] / k->size[takes] : 1;
    struct axis made = axis_of(w, weight, makes);
    if (groups > 1) { /* as many groups as before, or one for each channel */
        groups_join(w, axis_melt(w, in), axis_melt(w, made));
        bool apart = k->size[takes] == 1;
        group_in_steps(w, axis_melt(w, in), apart ? x->size[1] : k->size[takes]);
        group_in_steps(w, axis_melt(w, made), apart ? x->size[1] : k->size[makes] / groups);
        struct axis own = apart ? axis_of_group(w, 0, 1) : axis_scaled(w, in, k->size[takes]);
        axis_follow(w, weight, takes, own);
    } else {
        axis_follow(w, weight, takes, in);
    }
    axis_keep_dims(w, weight, 2);
    *axis_at(w, v->out, 1) = made;
    per_channel(v, 2, made);
}

static void product_of_weight(struct visit *v)
{
    struct widths *w = v->w;
    uint32_t last = shape_of(w, v->in[0])->n - 1, own = shape_of(w, v->out)->n - 1;
    axis_follow(w, v->in[1], 1, axis_of(w, v->in[0], last));
    *axis_at(w, v->out, own) = axis_of(w, v->in[1], 0);
    for (uint32_t d = 0; d < own && d < last; d++) {
        *axis_at(w, v->out, d) = axis_of(w, v->in[0], d);
    }
    per_channel(v, 2, axis_of(w, v->out, own));
}

static void product_of_two(struct visit *v)
{
    struct widths *w = v->w;
    const struct shape *a = shape_of(w, v->in[0]), *b = shape_of(w, v->in[1]);
    const struct shape *y = shape_of(w, v->out);
    if (a->n < 2 || b->n < 2 || y->n < 2) {
        axis_keep_dims(w, v->in[0], 0);
        axis_keep_dims(w, v->in[1], 0);
        return;
    }
    axis_unify(w, axis_of(w, v->in[0], a->n - 1), axis_of(w, v->in[1], b->n - 2));
    for (uint32_t d = 0; d + 2 < y->n && d + 2 < a->n; d++) {
        *axis_at(w, v->out, d) = axis_of(w, v->in[0], d);
    }
    *axis_at(w, v->out, y->n - 2) = axis_of(w, v->in[0], a->n - 2);
    *axis_at(w, v->out, y->n - 1) = axis_of(w, v->in[1], b->n - 1);
}

static void attend(struct visit *v)
{
    struct widths *w = v->w;
    uint32_t last = shape_of(w, v->in[0])->n - 1;
    axis_unify(w, axis_of(w, v->in[0], last), axis_of(w, v->in[1], shape_of(w, v->in[1])->n - 1));
    for (uint32_t d = 0; d < last; d++) {
        *axis_at(w, v->out, d) = axis_of(w, v->in[0], d);
    }
    *axis_at(w, v->out, last) = axis_of(w, v->in[2], shape_of(w, v->in[2])->n - 1);
}

/* Aligned at the end; a size of 1 goes with any. */
static void broadcast(struct visit *v)
{
    struct widths *w = v->w;
    const struct shape *y = shape_of(w, v->out);
    for (uint32_t i = 0; i < v->op->n_inputs; i++) {
        tensor_id t = input_of(v, i);
        const struct shape *x = shape_of(w, t);
        for (uint32_t d = 0; d < x->n && d < y->n; d++) {
            if (x->size[x->n - 1 - d] > 1) {
                axis_follow(w, v->out, y->n - 1 - d, axis_of(w, t, x->n - 1 - d));
            }
        }
    }
}

/* Dimensions that have kept their size, in their order; others are what is reduced, or new. */
static void pass(struct visit *v, tensor_id out)
{
    struct widths *w = v->w;
    const struct shape *x = shape_of(w, v->in[0]), *y = shape_of(w, out);
    uint32_t from = 0;
    for (uint32_t d = 0; d < y->n; d++) {
        uint32_t at = x->n == y->n ? d : from;
        while (x->n != y->n && at < x->n && x->size[at] != y->size[d]) {
            at++;
        }
        if (at < x->n && x->size[at] == y->size[d]) {
            axis_follow(w, out, d, axis_of(w, v->in[0], at));
            from = at + 1;
        }
    }
}

static void norm(struct visit *v)
{
    struct widths *w = v->w;
    const struct shape *x = shape_of(w, v->in[0]);
    pass(v, v->out);
    if (v->op->kind != OPKIND_LAYER_NORM) {
        struct axis channels = axis_of(w, v->in[0], x->n > 1 ? 1 : 0);
        per_channel(v, 1, channels);
        int64_t samples = x->size[0] > 0 ? x->size[0] : 1;
        int64_t groups = v->op->kind == OPKIND_GROUP_NORM ? v->op->means / samples : 1;
        if (groups > 1) {
            group_in_steps(w, axis_melt(w, channels), x->size[1] / groups);
        }
        return;
    }
    for (uint32_t i = 1; i < v->op->n_inputs; i++) {
        tensor_id t = input_of(v, i);
        uint32_t n = shape_of(w, t)->n;
        for (uint32_t d = 0; d < n; d++) {
            axis_follow(w, t, d, axis_of(w, v->in[0], x->n - n + d));
        }
    }
}

/* The dimension along which tensors are put together or taken apart. */
static uint32_t seam(const struct shape *whole, const struct shape *part)
{
    for (uint32_t d = 0; d < whole->n && d < part->n; d++) {
        if (whole->size[d] != part->size[d]) {
            return d;
        }
    }
    return 0;
}

/* Tensors side by side along a dimension of their own. */
static void stack(struct visit *v)
{
    struct widths *w = v->w;
    const struct shape *x = shape_of(w, v->in[0]), *y = shape_of(w, v->out);
    uint32_t own = 0;
    while (own < x->n && y->size[own] == x->size[own]) {
        own++;
    }
    for (uint32_t i = 0; i < v->op->n_inputs; i++) {
        for (uint32_t d = 0; d < y->n; d++) {
            if (d != own) {
                axis_follow(w, v->out, d, axis_of(w, input_of(v, i), d - (d > own)));
            }
        }
    }
}

static void concatenate(struct visit *v)
{
    struct widths *w = v->w;
    const struct shape *y = shape_of(w, v->out);
    uint32_t along = seam(y, shape_of(w, v->in[0]));
    for (uint32_t i = 0; i < v->op->n_inputs; i++) {
        for (uint32_t d = 0; d < y->n && d < shape_of(w, input_of(v, i))->n; d++) {
            struct axis a = axis_of(w, input_of(v, i), d);
            if (d != along) {
                axis_follow(w, v->out, d, a);
            }
        }
    }
    struct axis all = {(uint32_t)w->parts.n, 0};
    for (uint32_t i = 0; i < v->op->n_inputs; i++) {
        struct axis a = axis_of(w, input_of(v, i), along);
        for (uint32_t k = 0; k < a.n; k++) {
            struct part p = w->parts.items[a.at + k];
            vec_push(w, &w->parts, p);
        }
        all.n += a.n;
    }
    *axis_at(w, v->out, along) = all;
}

/* Pieces are whole parts where they end at their seams; else all is cut alike. */
static void take_apart(struct visit *v)
{
    struct widths *w = v->w;
    const struct shape *x = shape_of(w, v->in[0]);
    uint32_t along = seam(x, shape_of(w, v->out)), at = 0;
    struct axis whole = axis_of(w, v->in[0], along);
    bool fits = v->op->n_outputs == whole.n;
    for (uint32_t i = 0; i < v->op->n_outputs && fits; i++) {
        double size = (double)shape_of(w, v->out + i)->size[along];
        fits = fabs(w->parts.items[whole.at + i].share - size) < 0.5;
    }
    if (!fits) {
        axis_melt(w, whole);
    }
    for (uint32_t i = 0; i < v->op->n_outputs; i++) {
        tensor_id t = v->out + i;
        int64_t size = shape_of(w, t)->size[along];
        if (!fits) {
            group_in_steps(w, axis_melt(w, whole), size);
        }
        pass(v, t);
        struct axis piece = {whole.at + at, 1};
        *axis_at(w, t, along) = fits ? piece : axis_scaled(w, whole, size);
        at++;
    }
}

/* --- views --- */

/* Dimensions in another order: each is found again by its size and stride. */
static bool permute(struct visit *v)
{
    const struct tensor_info *x = graph_tensor(v->w->g, v->in[0]),
                             *y = graph_tensor(v->w->g, v->out);
    uint32_t from[MAX_DIMS];
    uint32_t taken = 0;
    if (x->shape.n != y->shape.n) {
        return false;
    }
    for (uint32_t d = 0; d < y->shape.n; d++) {
        uint32_t k = 0;
        while (k < x->shape.n && ((taken >> k & 1) || x->shape.size[k] != y->shape.size[d] ||
                                     x->stride[k] != y->stride[d])) {
            k++;
        }
        if (k == x->shape.n) {
            return false;
        }
        from[d] = k;
        taken |= 1u << k;
    }
    for (uint32_t d = 0; d < y->shape.n; d++) {
        *axis_at(v->w, v->out, d) = axis_of(v->w, v->in[0], from[d]);
    }
    return true;
}

/* Of dimensions [a, b) of the input and [c, d) of the result, which have as many elements. */
static void regroup(struct visit *v, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    struct widths *w = v->w;
    const struct shape *y = shape_of(w, v->out);
    uint32_t moving = b, largest = c;
    for (uint32_t i = a; i < b; i++) {
        if (!axis_stays(w, axis_of(w, v->in[0], i))) {
            if (moving < b) { /* two at once: neither is cut */
                axis_keep(w, axis_of(w, v->in[0], moving));
                axis_keep(w, axis_of(w, v->in[0], i));
            }
            moving = i;
        }
    }
    for (uint32_t i = c; i < d; i++) {
        largest = y->size[i] >= y->size[largest] ? i : largest;
    }
    if (moving < b && c < d) {
        struct axis from = axis_of(w, v->in[0], moving);
        int64_t size = y->size[largest];
        if (d - c > 1 && size < shape_of(w, v->in[0])->size[moving]) {
            group_in_steps(w, axis_melt(w, from), size);
        }
        *axis_at(w, v->out, largest) = axis_scaled(w, from, size);
    }
}

static void reshape(struct visit *v)
{
    const struct shape *x = shape_of(v->w, v->in[0]), *y = shape_of(v->w, v->out);
    uint32_t a = 0, c = 0;
    while (a < x->n && c < y->n) {
        uint32_t b = a + 1, d = c + 1;
        int64_t have = x->size[a], want = y->size[c];
        while (have != want && (b < x->n || d < y->n)) {
            bool more = have < want ? b < x->n : d >= y->n;
            if (more) {
                have *= x->size[b++];
            } else {
                want *= y->size[d++];
            }
        }
        regroup(v, a, b, c, d);
        a = b;
        c = d;
    }
}

static void look_at(struct visit *v)
{
    if (!permute(v)) {
        reshape(v);
    }
}

/* --- all kinds --- */

/* Channels that come through are those of the second or the last dimension; what else goes in
 * stays. */
static void unheard_of(struct visit *v)
{
    struct widths *w = v->w;
    for (uint32_t i = 0; i < v->op->n_inputs; i++) {
        tensor_id t = input_of(v, i);
        bool through = false;
        const struct shape *x = shape_of(w, t);
        for (uint32_t o = 0; o < v->op->n_outputs && i == 0 && x->n > 1; o++) {
            const struct shape *y = shape_of(w, v->out + o);
            uint32_t d = x->n == 2 ? 1 : 1 + (x->n == 3);
            uint32_t own = y->n > 1 && y->size[1] == x->size[d] ? 1 : y->n ? y->n - 1 : 0;
            if (y->n > 0 && y->size[own] == x->size[d]) {
                axis_follow(w, v->out + o, own, axis_of(w, t, d));
                through = true;
            }
        }
        if (!through) {
            axis_keep_dims(w, t, 0);
        }
    }
}

uint32_t widths_deform_weight(const struct graph *g, const struct op *op)
{
    const struct op_input *in = &g->inputs.items[op->inputs_at];
    return op->n_inputs > 3 && graph_tensor(g, in[3].tensor)->shape.n == 4 ? 3 : 2;
}

static void custom(struct visit *v)
{
    struct widths *w = v->w;
    if (v->op->custom == CUSTOM_DEFORM_CONV) {
        uint32_t at = widths_deform_weight(w->g, v->op);
        for (uint32_t i = 1; i < at; i++) {
            axis_keep_dims(w, input_of(v, i), 0);
        }
        convolve(v, input_of(v, at), 0, 1);
        return;
    }
    const struct shape *k = v->op->n_inputs > 1 ? shape_of(w, v->in[1]) : NULL;
    bool sparse = v->op->products && k && k->n == 5 && shape_of(w, v->in[0])->n == 2;
    if (sparse) { /* kernel sizes, channels in, channels out */
        axis_follow(w, v->in[1], 3, axis_of(w, v->in[0], 1));
        *axis_at(w, v->out, 1) = axis_of(w, v->in[1], 4);
        return;
    }
    unheard_of(v);
}

static void visit(struct visit *v)
{
    switch ((enum op_kind)v->op->kind) {
    case OPKIND_CONV: convolve(v, v->in[1], 0, 1); break;
    case OPKIND_CONV_TRANSPOSE: convolve(v, v->in[1], 1, 0); break;
    case OPKIND_LINEAR: product_of_weight(v); break;
    case OPKIND_MATMUL: product_of_two(v); break;
    case OPKIND_ATTENTION: attend(v); break;
    case OPKIND_BATCH_NORM:
    case OPKIND_LAYER_NORM:
    case OPKIND_GROUP_NORM:
    case OPKIND_INSTANCE_NORM: norm(v); break;
    case OPKIND_BINARY:
    case OPKIND_WHERE:
    case OPKIND_COMPARE: broadcast(v); break;
    case OPKIND_CAT:
        (shape_of(v->w, v->in[0])->n < shape_of(v->w, v->out)->n ? stack : concatenate)(v);
        break;
    case OPKIND_SPLIT: take_apart(v); break;
    case OPKIND_VIEW: look_at(v); break;
    case OPKIND_EMBEDDING:
        *axis_at(v->w, v->out, shape_of(v->w, v->out)->n - 1) = axis_of(v->w, v->in[1], 1);
        break;
    case OPKIND_UNFOLD:
        *axis_at(v->w, v->out, 1) =
            axis_scaled(v->w, axis_of(v->w, v->in[0], 1), shape_of(v->w, v->out)->size[1]);
        break;
    case OPKIND_CUSTOM: custom(v); break;
    default: pass(v, v->out); break;
    }
}

void widths_visit(struct widths *w, const struct op *op)
{
    struct visit v = {.w = w, .op = op, .out = op->first_output};
    for (uint32_t i = 0; i < 4; i++) {
        v.in[i] = input_of(&v, i);
    }
    if (op->n_outputs == 0 || op->n_inputs == 0 || !v.in[0]) {
        return;
    }
    const struct shape *x = shape_of(w, v.in[0]), *y = shape_of(w, v.out);
    bool copied = op->kind == OPKIND_COPY && !shape_equal(x, y);
    bool sliced = op->kind == OPKIND_SLICE && x->n == y->n && !shape_equal(x, y);
    if (copied) {
        reshape(&v);
    } else if (sliced) {
        take_apart(&v);
    } else {
        visit(&v);
    }
}
