#include "memory/gather.h"

#include <stdlib.h>

struct unit {
    uint32_t parent; /* the unit around it; 0 is the outermost, which is its own */
    uint64_t elems;  /* that are gathered */
    uint64_t bytes;
    op_id forward;     /* first operation; 0: none */
    op_id first, last; /* of those that have a backward */
    bool stays;        /* from forward to backward */
    uint32_t block;    /* of the gathered weights; 0: they are not there */
};

struct pending {
    uint32_t block, unit;
    uint64_t elems;
};

struct gather {
    const struct sharding *by;
    VEC(struct unit) units;
    uint32_t *unit_of; /* of each module */
    uint32_t *by_last; /* units in the order of backward */
    uint32_t n_by_last, next;
    VEC(uint32_t) open;          /* units whose backward has begun, and is not done */
    uint32_t now;                /* the unit that runs */
    VEC(struct pending) pending; /* gradients that wait to be reduced */
    uint64_t pending_elems;
    VEC(uint32_t) buffers;
};

/* --- units --- */

static bool is_type(const struct sharding *x, str type)
{
    return x->types && list_has_word(x->types, type);
}

struct place {
    module_id module;
    uint32_t depth;
};

static int deepest_first(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    return a->depth != b->depth ? (a->depth < b->depth ? 1 : -1) : a->module < b->module ? -1 : 1;
}

/* Which modules are a unit of their own.  By size: what is in no unit below it is large enough. */
static bool *find_wrapped(void *ctx, const struct graph *g, const struct sharding *x)
{
    bool *wrapped = mem_zero(ctx, g->modules.n * sizeof *wrapped);
    uint64_t *left = mem_zero(ctx, g->modules.n * sizeof *left);
    struct place *order = mem_zero(ctx, g->modules.n * sizeof *order);
    for (size_t i = 1; i < g->params.n; i++) {
        const struct parameter *p = &g->params.items[i];
        left[p->module] += sharding_divides(x, p) ? (uint64_t)shape_elems(&p->shape) : 0;
    }
    for (size_t i = 0; i < g->modules.n; i++) {
        order[i].module = (module_id)i;
        for (module_id m = g->modules.items[i].parent; m && order[i].depth < 64;
             m = g->modules.items[m].parent) {
            order[i].depth++;
        }
    }
    qsort(order, g->modules.n, sizeof *order, deepest_first);
    for (size_t i = 0; i < g->modules.n; i++) {
        module_id m = order[i].module;
        const struct graph_module *it = &g->modules.items[m];
        if (m == 0) {
            continue;
        }
        bool takes = x->units == UNITS_SIZE && left[m] >= x->least && !is_type(x, it->type);
        wrapped[m] = x->units == UNITS_SIZE      ? takes && it->parent
                     : x->units == UNITS_TYPES   ? is_type(x, it->type)
                     : x->units == UNITS_MODULES ? left[m] > 0
                                                 : false;
        if (!wrapped[m] && it->parent && x->units == UNITS_SIZE) {
            left[it->parent] += left[m];
        }
    }
    return wrapped;
}

/* The nearest wrapped module from `m` outwards. */
static module_id wrapped_around(const struct graph *g, const bool *wrapped, module_id m)
{
    for (uint32_t depth = 0; m && !wrapped[m] && depth < 64; depth++) {
        m = g->modules.items[m].parent;
    }
    return m && wrapped[m] ? m : 0;
}

/* A unit for each wrapped module, and for what is in none of them. */
static void make_nested_units(struct simulator *s, struct gather *x)
{
    const struct graph *g = s->g;
    bool *wrapped = find_wrapped(s->ctx, g, x->by);
    for (size_t m = 1; m < g->modules.n; m++) {
        if (wrapped[m]) {
            x->unit_of[m] = (uint32_t)x->units.n;
            vec_push(s->ctx, &x->units, ((struct unit){0}));
        }
    }
    for (size_t m = 1; m < g->modules.n; m++) {
        module_id from = wrapped[m] ? g->modules.items[m].parent : (module_id)m;
        module_id around = wrapped_around(g, wrapped, from);
        uint32_t unit = around ? x->unit_of[around] : 0;
        if (wrapped[m]) {
            x->units.items[x->unit_of[m]].parent = unit;
        } else {
            x->unit_of[m] = unit;
        }
    }
}

/* Units of modules one after the other. */
static void make_chunks(struct simulator *s, struct gather *x)
{
    uint64_t elems = x->by->least;
    for (size_t i = 1; i < s->g->params.n; i++) {
        const struct parameter *p = &s->g->params.items[i];
        if (!sharding_divides(x->by, p) || x->unit_of[p->module]) {
            continue;
        }
        if (elems >= x->by->least) {
            vec_push(s->ctx, &x->units, ((struct unit){0}));
            elems = 0;
        }
        x->unit_of[p->module] = (uint32_t)x->units.n - 1;
        elems += (uint64_t)shape_elems(&p->shape);
    }
}

static void make_units(struct simulator *s, struct gather *x)
{
    const struct graph *g = s->g;
    x->unit_of = mem_zero(s->ctx, g->modules.n * sizeof *x->unit_of);
    vec_push(s->ctx, &x->units, ((struct unit){0}));
    if (x->by->units == UNITS_CHUNKS) {
        make_chunks(s, x);
    } else {
        make_nested_units(s, x);
    }
    for (size_t i = 1; i < g->params.n; i++) {
        const struct parameter *p = &g->params.items[i];
        if (sharding_divides(x->by, p)) {
            struct unit *u = &x->units.items[x->unit_of[p->module]];
            u->elems += (uint64_t)shape_elems(&p->shape);
            u->bytes += (uint64_t)shape_elems(&p->shape) * dtype_bytes(p->dtype);
        }
    }
}

/* When each unit is needed. */
static void find_spans(struct simulator *s, struct gather *x)
{
    for (op_id i = 1; i < s->g->ops.n; i++) {
        const struct op *op = &s->g->ops.items[i];
        for (uint32_t u = x->unit_of[op->module];; u = x->units.items[u].parent) {
            struct unit *it = &x->units.items[u];
            it->forward = it->forward ? it->forward : i;
            if (s->reachable[i] && op->differentiable) {
                it->first = it->first ? it->first : i;
                it->last = i;
            }
            if (u == 0) {
                break;
            }
        }
    }
}

struct moment {
    uint32_t unit;
    op_id at;
};

static int later_first(const void *left, const void *right)
{
    const struct moment *a = left, *b = right;
    return a->at < b->at ? 1 : a->at > b->at ? -1 : a->unit < b->unit ? -1 : a->unit > b->unit;
}

/* Units by one of their operations, the last first. */
static uint32_t order_units(const struct gather *x, bool backward, struct moment *out)
{
    uint32_t n = 0;
    for (uint32_t u = 0; u < x->units.n; u++) {
        op_id at = backward ? x->units.items[u].last : x->units.items[u].forward;
        if (at) {
            out[n++] = (struct moment){u, at};
        }
    }
    qsort(out, n, sizeof *out, later_first);
    return n;
}

static void find_orders(struct simulator *s, struct gather *x)
{
    struct moment *spans = mem_zero(s->ctx, x->units.n * sizeof *spans);
    uint32_t n = order_units(x, false, spans);
    uint64_t after = 0; /* elements between a unit and the end of forward */
    for (uint32_t i = 0; i < n; i++) {
        struct unit *u = &x->units.items[spans[i].unit];
        u->stays = x->by->keeps == SHARD_ALWAYS || (x->by->keeps > 0 && 2 * after < x->by->keeps);
        after += u->elems;
    }
    x->by_last = mem_zero(s->ctx, x->units.n * sizeof *x->by_last);
    x->n_by_last = order_units(x, true, spans);
    for (uint32_t i = 0; i < x->n_by_last; i++) {
        x->by_last[i] = spans[i].unit;
    }
}

struct gather *gather_new(struct simulator *s)
{
    if (s->r->sharding.by.n == 0) {
        return NULL;
    }
    struct gather *x = mem_zero(s->ctx, sizeof *x);
    x->by = &s->r->sharding;
    make_units(s, x);
    find_spans(s, x);
    find_orders(s, x);
    x->units.items[0].stays = true;
    return x;
}

static uint32_t gradient_bytes(const struct simulator *s)
{
    return s->r->half_model ? 2 : 4;
}

/* --- weights --- */

static void take(struct simulator *s, uint32_t unit)
{
    struct unit *u = &s->gather->units.items[unit];
    if (!u->block && u->bytes > 0) {
        u->block = sim_new_block(s, u->bytes, CATEGORY_WEIGHTS);
        block(s, u->block)->refs = 1;
        sim_allocate(s, u->block);
    }
}

static void give(struct simulator *s, uint32_t unit)
{
    struct unit *u = &s->gather->units.items[unit];
    if (u->block) {
        sim_let_go(s, u->block);
        u->block = 0;
    }
}

static bool is_around(const struct gather *x, uint32_t outer, uint32_t inner)
{
    while (inner != outer && inner) {
        inner = x->units.items[inner].parent;
    }
    return inner == outer;
}

void gather_forward(struct simulator *s, op_id i)
{
    struct gather *x = s->gather;
    uint32_t to = x->unit_of[s->g->ops.items[i].module];
    if (i == 1) {
        take(s, 0);
    }
    if (to == x->now) {
        return;
    }
    for (uint32_t u = x->now; u && !is_around(x, u, to); u = x->units.items[u].parent) {
        if (!x->units.items[u].stays) {
            give(s, u);
        }
    }
    for (uint32_t u = to; u; u = x->units.items[u].parent) {
        take(s, u);
    }
    x->now = to;
}

void gather_forward_end(struct simulator *s)
{
    struct gather *x = s->gather;
    for (uint32_t u = 1; u < x->units.n; u++) {
        if (!x->units.items[u].stays || !x->units.items[u].last) {
            give(s, u);
        }
    }
    x->now = 0;
}

void gather_backward_begin(struct simulator *s)
{
    struct gather *x = s->gather;
    uint64_t bytes = x->by->bucket * gradient_bytes(s);
    for (uint32_t i = 0; !x->by->always && i < x->by->buffers; i++) {
        uint32_t b = sim_new_block(s, bytes, CATEGORY_BUCKETS);
        block(s, b)->refs = 1;
        sim_allocate(s, b);
        vec_push(s->ctx, &x->buffers, b);
    }
    x->next = 0;
}

void gather_backward(struct simulator *s, op_id i)
{
    struct gather *x = s->gather;
    bool new = false;
    while (x->next < x->n_by_last && x->units.items[x->by_last[x->next]].last >= i) {
        vec_push(s->ctx, &x->open, x->by_last[x->next]);
        take(s, x->by_last[x->next++]);
        new = true;
    }
    uint64_t ahead = 0;
    for (uint32_t k = x->next; new &&ahead < x->by->ahead &&k < x->n_by_last; k++) {
        take(s, x->by_last[k]);
        ahead = x->by->ahead == SHARD_ALWAYS ? SHARD_ALWAYS
                                             : ahead + x->units.items[x->by_last[k]].elems;
    }
}

/* --- gradients --- */

/* One GPU's part of reduced gradients, which stays until the step. */
static void keep_own(struct simulator *s, uint64_t bytes)
{
    const struct sharding *by = s->gather->by;
    if (s->r->grads_persist || by->states_on_host || by->always || by->reduces == REDUCE_PLACE) {
        return;
    }
    uint32_t b = sim_new_block(s, bytes, CATEGORY_GRADIENTS);
    block(s, b)->refs = 1;
    sim_allocate(s, b);
}

/* Reduces the gradients of a unit, or all that wait; its own part of them stays.  They are first
 * made one tensor, if they do not lie in the bucket's buffer already. */
static void reduce(struct simulator *s, uint32_t unit, bool all)
{
    struct gather *x = s->gather;
    uint64_t elems = 0;
    size_t kept = 0;
    VEC_EACH (struct pending, p, &x->pending) {
        elems += all || p->unit == unit ? p->elems : 0;
    }
    if (elems == 0) {
        return;
    }
    bool lie_there = x->by->buffers > 0 || x->by->reduces == REDUCE_PLACE;
    uint64_t flat = lie_there ? 0 : elems * gradient_bytes(s);
    sim_check(s, flat);
    for (size_t i = 0; i < x->pending.n; i++) {
        struct pending p = x->pending.items[i];
        if (all || p.unit == unit) {
            sim_let_go(s, p.block);
        } else {
            x->pending.items[kept++] = p;
        }
    }
    x->pending.n = kept;
    x->pending_elems = 0;
    if (x->by->reduces == REDUCE_UNIT) {
        give(s, unit);
    }
    uint32_t size = x->by->masters == MASTERS_ALONE ? 4 : gradient_bytes(s);
    uint64_t own = sharding_part(x->by, elems) * size;
    if (x->by->reduce_bytes && x->by->reduce_bytes != gradient_bytes(s)) {
        sim_check(s, flat + elems * x->by->reduce_bytes + own);
    }
    keep_own(s, own);
}

bool gather_gradient(struct simulator *s, param_id p, uint32_t b)
{
    struct gather *x = s->gather;
    const struct parameter *it = &s->g->params.items[p];
    uint64_t elems = (uint64_t)shape_elems(&it->shape);
    if (!x->by->gradients || s->parameter_grad[p]) {
        return false;
    }
    s->parameter_grad[p] = b + 1;
    block(s, b)->category = CATEGORY_GRADIENTS;
    vec_push(s->ctx, &x->pending, ((struct pending){b, x->unit_of[it->module], elems}));
    x->pending_elems += elems;
    bool full = x->by->buffers > 0 || x->pending_elems >= x->by->bucket;
    if (x->by->reduces == REDUCE_PLACE || (x->by->reduces == REDUCE_BUCKET && full)) {
        reduce(s, 0, true);
    }
    return true;
}

void gather_backward_done(struct simulator *s, op_id i)
{
    struct gather *x = s->gather;
    size_t kept = 0;
    for (size_t k = 0; k < x->open.n; k++) {
        uint32_t u = x->open.items[k];
        bool done = u && x->units.items[u].first >= i;
        if (done && x->units.items[u].block) {
            if (x->by->reduces == REDUCE_UNIT) {
                reduce(s, u, false);
            }
            give(s, u);
        }
        if (!done) {
            x->open.items[kept++] = u;
        }
    }
    x->open.n = kept;
}

void gather_backward_end(struct simulator *s)
{
    struct gather *x = s->gather;
    uint64_t elems = 0;
    for (size_t i = 1; x->by->reduces == REDUCE_END && i < s->g->params.n; i++) {
        const struct parameter *p = &s->g->params.items[i];
        elems += p->trainable && !p->is_buffer ? (uint64_t)shape_elems(&p->shape) : 0;
    }
    elems = elems < x->by->bucket ? elems : x->by->bucket;
    if (elems > 0) {
        sim_check(s, elems * gradient_bytes(s));
    }
    reduce(s, 0, true);
    for (uint32_t u = 0; u < x->units.n; u++) {
        give(s, u);
    }
    VEC_EACH (uint32_t, b, &x->buffers) {
        sim_let_go(s, *b);
    }
}
