/* When two calls are alike: the same function, a module of the same kind, equal inputs. */
#include "model/memo.h"

static void mix_tensor(uint64_t *key, struct graph *g, struct replay_ticket *t, tensor_id id)
{
    const struct tensor_info *x = graph_tensor(g, id);
    uint32_t same = 0, shared = 0;
    memo_mix(key, x->shape.n | (uint64_t)x->dtype << 8 | (uint64_t)x->requires_grad << 16 |
                      (uint64_t)g->storages.items[x->storage].kind << 24);
    for (uint32_t i = 0; i < x->shape.n; i++) {
        memo_mix(key, (uint64_t)x->shape.size[i]);
        memo_mix(key, (uint64_t)x->stride[i]);
    }
    while (same < t->n_inputs && t->inputs[same] != id) {
        same++;
    }
    while (shared < t->n_inputs && replay_storage(g, t->inputs[shared]) != x->storage) {
        shared++;
    }
    memo_mix(key, same | (uint64_t)shared << 32);
    if (same == t->n_inputs && t->n_inputs < REPLAY_INPUTS) {
        t->inputs[t->n_inputs++] = id;
    }
}

/* Has the container come before?  Then only which one it was matters.  False when there are too
 * many. */
static bool mix_container(
    uint64_t *key, struct replay_ticket *t, const void *container, uint32_t n, bool *seen)
{
    uint32_t i = 0;
    while (i < t->n_containers && t->containers[i] != container) {
        i++;
    }
    *seen = i < t->n_containers;
    memo_mix(key, i | (uint64_t)n << 32);
    if (!*seen && i < REPLAY_INPUTS) {
        t->containers[t->n_containers++] = container;
    }
    return i < REPLAY_INPUTS;
}

/* Tensors among plain values, in containers that the call may change or pass on. */
static bool mix_input(
    uint64_t *key, struct graph *g, struct replay_ticket *t, const struct value *v, uint32_t *room)
{
    tensor_id id = api_tensor_of(v);
    bool seen;
    if (id) {
        mix_tensor(key, g, t, id);
        return t->n_inputs < REPLAY_INPUTS;
    }
    if (value_is_sequence(v) && v->list->frozen != FROZEN) {
        memo_mix(key, v->kind);
        if (!mix_container(key, t, v->list, v->list->n, &seen)) {
            return false;
        }
        for (uint32_t i = 0; !seen && i < v->list->n; i++) {
            if (!mix_input(key, g, t, &v->list->items[i], room)) {
                return false;
            }
        }
        return true;
    }
    if (v->kind == VALUE_DICT && v->dict->frozen != FROZEN) {
        memo_mix(key, v->kind);
        if (!mix_container(key, t, v->dict, v->dict->n, &seen)) {
            return false;
        }
        for (uint32_t i = 0; !seen && i < v->dict->n; i++) {
            const struct entry *x = &v->dict->entries[i];
            if (!memo_mix_value(key, &x->key, room) || !mix_input(key, g, t, &x->value, room)) {
                return false;
            }
        }
        return true;
    }
    return memo_mix_value(key, v, room);
}

bool replay_mix_inputs(
    uint64_t *key, struct graph *g, struct replay_ticket *t, const struct arguments *args)
{
    uint32_t room = MEMO_VALUES;
    memo_mix(key, args->n_positional);
    for (uint32_t i = 0; i < args->n_positional; i++) {
        if (!mix_input(key, g, t, &args->positional[i], &room)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        memo_mix_str(key, value_str(&args->keywords[i].key));
        if (!mix_input(key, g, t, &args->keywords[i].value, &room)) {
            return false;
        }
    }
    return true;
}

/* Of functions without a module. */
static const struct made_at NOWHERE;

const struct made_at *replay_place(const struct module_object *m)
{
    return m ? m->at : &NOWHERE;
}

/* Which parameters of those that were made together autocast has cast. */
static void mix_casts(uint64_t *key, const struct graph *g, const struct made_at *at)
{
    for (uint32_t i = 0; g->half_casts.n > 0 && i < at->n_params; i++) {
        memo_mix(key, g->params.items[at->params + i].half > 0);
    }
}

bool replay_key(struct eval *e, const struct module_object *m, const struct function_value *fn,
    const struct arguments *args, struct replay_ticket *t)
{
    struct graph *g = context_of(e)->graph;
    const struct graph_options *o = &g->options;
    const struct made_at *place = replay_place(m);
    t->key = m ? m->kind : 0;
    memo_mix(&t->key, (uintptr_t)fn->def);
    memo_mix_str(&t->key, context_of(e)->scope);
    memo_mix(&t->key, (uint64_t)(g->no_grad > 0) | (uint64_t)(g->no_autocast > 0) << 1 |
                          (uint64_t)(g->segment > 0) << 2 | (uint64_t)o->training << 3 |
                          (uint64_t)o->half_model << 4 | (uint64_t)o->distributed << 5 |
                          (uint64_t)o->mmengine << 6 | (uint64_t)o->autocast << 8 |
                          (uint64_t)o->gpu.compute << 16);
    mix_casts(&t->key, g, place);
    if (!replay_mix_inputs(&t->inputs_key, g, t, args)) {
        return false;
    }
    memo_mix(&t->key, t->inputs_key);
    for (uint32_t i = 0; i < t->n_inputs; i++) {
        storage_id s = replay_storage(g, t->inputs[i]);
        bool own = memo_in(s, place->storages, place->storages + place->n_params);
        bool may_be_cast = g->storages.items[s].kind == STORAGE_PARAMETER && graph_autocasts(g);
        if (own || may_be_cast) { /* a parameter as an input */
            return false;
        }
    }
    return true;
}
