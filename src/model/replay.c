/* Copies of the operations that a function has recorded for equal inputs, or a module of the same
 * kind. */
#include "model/memo.h"

#include "base/hash.h"
#include "model/api.h"

/* A call and what it recorded. */
struct replay {
    uint64_t key;
    const struct graph *graph;
    struct graph_mark from, to;
    const struct made_at *at; /* where the module lies that the function belongs to */
    module_id module;         /* that was running */
    struct value result;
    bool asked[MEMO_FACTS];
    uint32_t torch_from, torch_until; /* it would have been the same in these */
    uint16_t segment;                 /* that it was called in */
    uint32_t n_inputs, n_results, n_casts;
    tensor_id *inputs, *results, *casts; /* casts of parameters that autocast keeps */
    const void **containers; /* of the arguments; while it is being kept, of the result, too */
    uint32_t n_given, n_containers;
    int64_t *released; /* of the storages of inputs, then results, since the first operation */
    UT_hash_handle hh;
};

/* --- numbers and results, then and now --- */

struct replaying {
    const struct replay *x;
    struct graph *to;
    struct graph_mark at;
    const struct made_at *made; /* where the module's kind lies now */
    const tensor_id *inputs;
};

/* The number that a tensor or a storage of the earlier call has now; 0: it is none of the call's
 * own, nor of the module's or the inputs'. */
static tensor_id tensor_now(const struct replaying *r, tensor_id t)
{
    const struct replay *x = r->x;
    if (memo_in(t, x->from.tensors, x->to.tensors)) {
        return t - x->from.tensors + r->at.tensors;
    }
    if (memo_in(t, x->at->tensors, x->at->tensors + x->at->n_params)) {
        return t - x->at->tensors + r->made->tensors;
    }
    for (uint32_t i = 0; i < x->n_inputs; i++) {
        if (x->inputs[i] == t) {
            return r->inputs[i];
        }
    }
    return 0;
}

static storage_id storage_now(const struct replaying *r, storage_id s)
{
    const struct replay *x = r->x;
    if (memo_in(s, x->from.storages, x->to.storages)) {
        return s - x->from.storages + r->at.storages;
    }
    if (memo_in(s, x->at->storages, x->at->storages + x->at->n_params)) {
        return s - x->at->storages + r->made->storages;
    }
    for (uint32_t i = 0; i < x->n_inputs; i++) {
        if (replay_storage(x->graph, x->inputs[i]) == s) {
            return replay_storage(r->to, r->inputs[i]);
        }
    }
    return 0;
}

/* Of the module that was running, or of one of its kind. */
static module_id module_now(const struct replaying *r, module_id m)
{
    return m == r->x->module ? r->to->module : m - r->x->at->modules + r->made->modules;
}

/* The container that was given in place of this one; NULL: it is the result's own. */
static const void *given_container(
    const struct replay *x, const void *const *now, const void *container)
{
    for (uint32_t i = 0; i < x->n_given; i++) {
        if (x->containers[i] == container) {
            return now[i];
        }
    }
    return NULL;
}

/* A copy of a result, with the tensors of now, or of then if `r` is NULL, and the containers that
 * are given now. */
static struct value copy_result(struct eval *e, const struct replay *x, const struct replaying *r,
    const void *const *containers, struct value v)
{
    tensor_id t = api_tensor_of(&v);
    if (t) {
        const struct value now = api_tensor_value(e, r ? tensor_now(r, t) : t);
        v.object = now.object;
        return v;
    }
    if (value_is_sequence(&v) && v.list->frozen != FROZEN) {
        const void *given = given_container(x, containers, v.list);
        v.list = given ? (struct list *)given : list_copy(e->arena, v.list);
        for (uint32_t i = 0; !given && i < v.list->n; i++) {
            v.list->items[i] = copy_result(e, x, r, containers, v.list->items[i]);
        }
    } else if (v.kind == VALUE_DICT && v.dict->frozen != FROZEN) {
        const void *given = given_container(x, containers, v.dict);
        v.dict = given ? (struct dict *)given : dict_copy(e->arena, v.dict);
        for (uint32_t i = 0; !given && i < v.dict->n; i++) {
            struct value *item = &v.dict->entries[i].value;
            *item = copy_result(e, x, r, containers, *item);
        }
    }
    return v;
}

/* --- keeping --- */

/* The tensors of a result that is tensors and plain values.  What it passes on of its arguments is
 * looked at as one of those; what it makes must be in one place. */
static bool collect_results(const struct value *v, struct replay *x, uint32_t depth)
{
    tensor_id id = api_tensor_of(v);
    uint64_t key = 0;
    uint32_t room = MEMO_VALUES, n = 0;
    if (id) {
        x->results[x->n_results++] = id;
        return x->n_results < REPLAY_INPUTS;
    }
    bool list = value_is_sequence(v) && v->list->frozen != FROZEN;
    if (!list && !(v->kind == VALUE_DICT && v->dict->frozen != FROZEN)) {
        return v->kind != VALUE_OBJECT && memo_mix_value(&key, v, &room);
    }
    const void *container = list ? (const void *)v->list : (const void *)v->dict;
    while (n < x->n_containers && x->containers[n] != container) {
        n++;
    }
    if (n < x->n_containers) {
        return n < x->n_given;
    }
    if (n == REPLAY_INPUTS || depth == 0) {
        return false;
    }
    x->containers[x->n_containers++] = container;
    for (uint32_t i = 0; i < (list ? v->list->n : v->dict->n); i++) {
        if (!collect_results(
                list ? &v->list->items[i] : &v->dict->entries[i].value, x, depth - 1)) {
            return false;
        }
    }
    return true;
}

static bool is_result(const struct graph *g, const struct replay *x, storage_id s)
{
    for (uint32_t i = 0; i < x->n_results; i++) {
        if (replay_storage(g, x->results[i]) == s) {
            return true;
        }
    }
    return false;
}

static bool is_cast(const struct graph *g, const struct replay *x, storage_id s)
{
    for (uint32_t i = x->from.half_casts; i < x->to.half_casts; i++) {
        if (replay_storage(g, g->half_casts.items[i]) == s) {
            return true;
        }
    }
    return false;
}

/* Nothing but the result and the autocast cache still holds what the call has made. */
static bool holds_nothing(const struct graph *g, const struct replay *x)
{
    for (storage_id s = x->from.storages; s < x->to.storages; s++) {
        const struct storage *it = &g->storages.items[s];
        if (it->kind != STORAGE_ACTIVATION ||
            (it->holds > 0 && !is_result(g, x, s) && !(it->holds == 1 && is_cast(g, x, s)))) {
            return false;
        }
    }
    return true;
}

/* A call releases its arguments when it ends, be it before its first operation. */
static int64_t released_since(const struct graph *g, tensor_id t, op_id first)
{
    op_id at = g->storages.items[replay_storage(g, t)].released;
    return at == NEVER || at + 1 < first ? INT64_MIN : (int64_t)at - (int64_t)first;
}

static void narrow_torch(struct graph *g, uint32_t from, uint32_t until)
{
    g->torch_from = from > g->torch_from ? from : g->torch_from;
    g->torch_until = until < g->torch_until ? until : g->torch_until;
}

bool replay_keep(struct eval *e, struct module_object *m, const struct arguments *args,
    const struct replay_ticket *t, const struct value *result)
{
    struct graph *g = context_of(e)->graph;
    tensor_id results[REPLAY_INPUTS];
    const void *containers[REPLAY_INPUTS];
    struct replay x = {.key = t->key,
        .graph = g,
        .from = t->from,
        .to = graph_mark(g),
        .at = replay_place(m),
        .module = g->module,
        .result = *result,
        .segment = g->segment,
        .n_inputs = t->n_inputs,
        .results = results,
        .containers = containers,
        .n_given = t->n_containers,
        .n_containers = t->n_containers,
        .torch_from = g->torch_from,
        .torch_until = g->torch_until};
    narrow_torch(g, t->torch_from, t->torch_until);
    struct replay_ticket after;
    replay_ticket_begin(&after);
    memcpy(containers, t->containers, t->n_containers * sizeof *containers);
    if (t->steps - e->fuel->steps < MEMO_LEAST_STEPS || (m && !m->kind) ||
        x.to.modules != x.from.modules || x.to.params != x.from.params ||
        x.to.unknowns != x.from.unknowns || x.to.hooks != x.from.hooks ||
        x.to.changes != x.from.changes || x.to.built != x.from.built ||
        x.to.known_types != x.from.known_types || g->loss != t->loss ||
        !collect_results(result, &x, 16) || !holds_nothing(g, &x) ||
        !replay_mix_inputs(&after.inputs_key, g, &after, args) ||
        after.inputs_key != t->inputs_key ||
        memcmp(after.inputs, t->inputs, t->n_inputs * sizeof *t->inputs) != 0 ||
        memcmp(after.containers, containers, t->n_containers * sizeof *containers) != 0) {
        return false;
    }
    struct replay *kept = ARENA_NEW(g->arena, struct replay);
    *kept = x;
    kept->n_casts = x.to.half_casts - x.from.half_casts;
    kept->inputs = ARENA_MANY(g->arena, tensor_id, x.n_inputs + x.n_results + kept->n_casts + 1u);
    kept->results = kept->inputs + x.n_inputs;
    kept->casts = kept->results + x.n_results;
    kept->containers = ARENA_MANY(g->arena, const void *, x.n_given + 1u);
    memcpy(kept->containers, containers, x.n_given * sizeof *containers);
    kept->released = ARENA_MANY(g->arena, int64_t, x.n_inputs + x.n_results + 1u);
    memcpy(kept->inputs, t->inputs, x.n_inputs * sizeof *kept->inputs);
    memcpy(kept->results, results, x.n_results * sizeof *results);
    if (kept->n_casts > 0) { /* with the end of autocast they are gone from the graph's list */
        memcpy(kept->casts, g->half_casts.items + x.from.half_casts,
            kept->n_casts * sizeof *kept->casts);
    }
    for (uint32_t i = 0; i < x.n_inputs + x.n_results; i++) {
        kept->released[i] = released_since(g, kept->inputs[i], x.from.ops);
    }
    memo_asked_since(g, t->asks, kept->asked);
    kept->result = copy_result(e, kept, NULL, kept->containers, *result); /* it may change yet */
    HASH_ADD(hh, g->memo->replays, key, sizeof kept->key, kept);
    return true;
}

/* --- replaying --- */

/* Do all operations use what has a number now? */
static bool is_closed(const struct replaying *r)
{
    const struct replay *x = r->x;
    const struct made_at *at = x->at;
    const struct graph *g = x->graph;
    for (op_id i = x->from.ops; i < x->to.ops; i++) {
        const struct op *op = &g->ops.items[i];
        bool own = memo_in(op->module, at->modules, at->modules + at->n_modules);
        if (!(own || op->module == x->module) || op->kind == OPKIND_BACKWARD ||
            (op->segment != x->segment && op->segment < x->from.segments)) {
            return false;
        }
    }
    for (uint32_t i = x->from.inputs; i < x->to.inputs; i++) {
        if (!tensor_now(r, g->inputs.items[i].tensor)) {
            return false;
        }
    }
    for (uint32_t i = x->from.saved; i < x->to.saved; i++) {
        if (!storage_now(r, g->saved.items[i])) {
            return false;
        }
    }
    for (tensor_id t = x->from.tensors; t < x->to.tensors; t++) {
        if (!storage_now(r, replay_storage(g, t))) {
            return false;
        }
    }
    for (uint32_t i = 0; i < x->n_results; i++) {
        if (!tensor_now(r, x->results[i])) {
            return false;
        }
    }
    return true;
}

static op_id op_now(const struct replaying *r, op_id op)
{
    return op == 0 || op == NEVER || op < r->x->from.ops ? op : op - r->x->from.ops + r->at.ops;
}

static uint16_t segment_now(const struct replaying *r, uint16_t segment)
{
    return segment == r->x->segment ? r->to->segment
                                    : (uint16_t)(segment - r->x->from.segments + r->at.segments);
}

static void replay_tensors(const struct replaying *r)
{
    const struct replay *x = r->x;
    struct graph *g = r->to;
    for (storage_id s = x->from.storages; s < x->to.storages; s++) {
        struct storage it = x->graph->storages.items[s];
        it.born = op_now(r, it.born);
        it.released = op_now(r, it.released);
        it.holds = 0;
        it.last = 0;
        graph_count_bytes(g, it.bytes); /* of those without a tensor */
        vec_push(g, &g->storages, it);
    }
    for (tensor_id t = x->from.tensors; t < x->to.tensors; t++) {
        struct tensor_info it = x->graph->tensors.items[t];
        it.storage = storage_now(r, it.storage);
        it.producer = op_now(r, it.producer);
        graph_tensor_row(g, it);
    }
}

/* The rows are as they are now; what has come to have a gradient since the call had none then. */
static void replay_late_gradients(const struct replaying *r)
{
    const struct replay *x = r->x;
    struct graph *g = r->to;
    size_t n = x->graph->late_gradients.n;
    for (size_t i = 0; i < n; i++) {
        struct late_gradient it = x->graph->late_gradients.items[i];
        if (!memo_in(it.tensor, x->from.tensors, x->to.tensors)) {
            continue;
        }
        it.tensor = tensor_now(r, it.tensor);
        if (it.since >= x->to.ops) {
            g->tensors.items[it.tensor].requires_grad = false;
        } else {
            it.since = op_now(r, it.since);
            vec_push(g, &g->late_gradients, it);
        }
    }
}

static void replay_ops(const struct replaying *r)
{
    const struct replay *x = r->x;
    const struct graph *from = x->graph;
    struct graph *g = r->to;
    for (uint32_t i = x->from.segments; i < x->to.segments; i++) {
        struct segment it = from->segments.items[i];
        it.first = op_now(r, it.first);
        it.last = op_now(r, it.last);
        it.inputs_at += r->at.saved - x->from.saved;
        vec_push(g, &g->segments, it);
    }
    for (uint32_t i = x->from.inputs; i < x->to.inputs; i++) {
        struct op_input it = from->inputs.items[i];
        it.tensor = tensor_now(r, it.tensor);
        const struct storage *s = &g->storages.items[replay_storage(g, it.tensor)];
        if (s->kind == STORAGE_PARAMETER) {
            g->params.items[s->param].used = true;
        }
        vec_push(g, &g->inputs, it);
    }
    for (uint32_t i = x->from.saved; i < x->to.saved; i++) {
        storage_id s = storage_now(r, from->saved.items[i]);
        vec_push(g, &g->saved, s);
    }
    for (op_id i = x->from.ops; i < x->to.ops; i++) {
        struct op it = from->ops.items[i];
        it.inputs_at += r->at.inputs - x->from.inputs;
        it.saved_at += r->at.saved - x->from.saved;
        it.first_output = it.first_output ? tensor_now(r, it.first_output) : 0;
        it.segment = segment_now(r, it.segment);
        it.module = module_now(r, it.module);
        graph_count_op(g, &it);
        vec_push(g, &g->ops, it);
    }
}

/* Inputs and results were needed until then; the autocast cache holds what was cast. */
static void replay_holds(const struct replaying *r)
{
    const struct replay *x = r->x;
    struct graph *g = r->to;
    for (uint32_t i = 0; i < x->n_inputs + x->n_results; i++) {
        tensor_id now = i < x->n_inputs ? r->inputs[i] : tensor_now(r, x->inputs[i]);
        struct storage *s = &g->storages.items[replay_storage(g, now)];
        op_id at = (op_id)((int64_t)r->at.ops + x->released[i]);
        bool own = replay_storage(g, now) >= r->at.storages;
        if (x->released[i] != INT64_MIN && (own || (s->released != NEVER && s->released < at))) {
            s->released = at;
        }
    }
    for (uint32_t i = 0; i < x->n_casts; i++) {
        tensor_id cast = tensor_now(r, x->casts[i]);
        struct storage *s = &g->storages.items[replay_storage(g, cast)];
        s->holds = 1;
        if (s->released >= g->ops.n) { /* the cache has let go of the other one since */
            s->released = s->born;
        }
        vec_push(g, &g->half_casts, cast);
        api_cast_parameter(g, cast)->half = cast;
    }
}

static struct replay *find(const struct graph *in, const struct graph *g, uint64_t key)
{
    struct replay *x = NULL;
    if (in && in->memo) {
        HASH_FIND(hh, in->memo->replays, &key, sizeof key, x);
    }
    if (!x || x->graph == g) {
        return x;
    }
    uint32_t torch = g->options.torch;
    bool same_torch = x->asked[MEMO_TORCH] ? x->graph->options.torch == torch
                                           : memo_in(torch, x->torch_from, x->torch_until);
    return same_torch && !x->asked[MEMO_SCENARIO] ? x : NULL;
}

bool replay_recall(struct eval *e, struct module_object *m, const struct function_value *fn,
    const struct arguments *args, struct replay_ticket *t, struct value *out)
{
    struct graph *g = context_of(e)->graph;
    replay_ticket_begin(t);
    if (g->options.anew || g->full || (m && !m->kind)) {
        return false;
    }
    if (!replay_key(e, m, fn, args, t)) {
        return false;
    }
    const struct replay *x = find(g, g, t->key);
    x = x ? x : find(g->options.like, g, t->key);
    struct replaying r = {
        .x = x, .to = g, .at = graph_mark(g), .made = replay_place(m), .inputs = t->inputs};
    if (x && x->n_inputs == t->n_inputs && x->at->n_params == r.made->n_params && is_closed(&r)) {
        replay_tensors(&r);
        replay_late_gradients(&r);
        replay_ops(&r);
        replay_holds(&r);
        graph_check(g);
        g->copied += x->to.ops - x->from.ops;
        *out = copy_result(e, x, &r, t->containers, x->result);
        memo_asks_again(g, x->asked);
        narrow_torch(g, x->torch_from, x->torch_until);
        return true;
    }
    t->wanted = !x;
    t->steps = e->fuel->steps;
    t->from = r.at;
    t->loss = g->loss;
    memcpy(t->asks, g->memo->asks, sizeof t->asks);
    if (t->wanted) { /* its own answers */
        t->torch_from = g->torch_from;
        t->torch_until = g->torch_until;
        g->torch_from = 0;
        g->torch_until = UINT32_MAX;
    }
    return false;
}

void replay_forget(struct memo *m)
{
    HASH_CLEAR(hh, m->replays);
}
