#include "model/memo.h"

static int forget(struct memo *m)
{
    build_forget(m);
    replay_forget(m);
    return 0;
}

void memo_begin(struct graph *g)
{
    g->memo = mem_zero(g, sizeof *g->memo);
    talloc_set_destructor(g->memo, forget);
    const struct graph *like = g->options.like;
    if (like && like->memo) {
        memcpy(g->memo->worth, like->memo->worth, sizeof g->memo->worth);
    }
}

struct graph_mark graph_mark(const struct graph *g)
{
    return (struct graph_mark){.modules = (uint32_t)g->modules.n,
        .params = (uint32_t)g->params.n,
        .tensors = (uint32_t)g->tensors.n,
        .storages = (uint32_t)g->storages.n,
        .ops = (uint32_t)g->ops.n,
        .inputs = (uint32_t)g->inputs.n,
        .saved = (uint32_t)g->saved.n,
        .segments = (uint32_t)g->segments.n,
        .half_casts = (uint32_t)g->half_casts.n,
        .unknowns = g->unknowns,
        .hooks = g->hooks,
        .built = (uint32_t)g->built.n,
        .known_types = g->known_types,
        .changes = g->memo->changes};
}

/* --- modules --- */

void memo_module(struct graph *g, struct module_object *m)
{
    struct memo *memo = g->memo;
    while (memo->modules.n < m->id) { /* 0, and those that a copy has left out */
        vec_push(g, &memo->modules, NULL);
    }
    vec_push(g, &memo->modules, m);
}

void memo_change(struct graph *g, struct module_object *m, uint32_t how)
{
    m->changed = ++g->memo->changes;
    if (m->kind) {
        memo_mix(&m->kind, how + 1);
    }
}

void memo_change_above(struct graph *g, module_id id)
{
    struct memo *memo = g->memo;
    for (uint32_t depth = 0; id && depth < 64; depth++) {
        struct module_object *m = id < memo->modules.n ? memo->modules.items[id] : NULL;
        if (m) {
            m->changed = ++memo->changes;
            m->kind = 0;
        }
        id = g->modules.items[id].parent;
    }
}

/* --- facts --- */

void memo_asks(struct graph *g, enum memo_fact fact)
{
    g->memo->asks[fact]++;
}

void memo_asks_again(struct graph *g, const bool *asked)
{
    for (int i = 0; i < MEMO_FACTS; i++) {
        g->memo->asks[i] += asked[i];
    }
}

void memo_asked_since(const struct graph *g, const uint32_t *asks, bool *asked)
{
    for (int i = 0; i < MEMO_FACTS; i++) {
        asked[i] = g->memo->asks[i] > asks[i];
    }
}

/* --- keys --- */

void memo_mix(uint64_t *key, uint64_t x)
{
    *key = (*key ^ x) * UINT64_C(0x9E3779B97F4A7C15);
    *key ^= *key >> 32;
}

void memo_mix_str(uint64_t *key, str s)
{
    uint64_t word = 0;
    memo_mix(key, s.n);
    for (; s.n >= 8; s = str_slice(s, 8, s.n)) {
        memcpy(&word, s.p, 8);
        memo_mix(key, word);
    }
    word = 0;
    for (size_t i = 0; i < s.n; i++) {
        word = word << 8 | (uint8_t)s.p[i];
    }
    memo_mix(key, word);
}

/* With the names that it sees. */
static bool mix_function(uint64_t *key, const struct function_value *fn, uint32_t *room)
{
    memo_mix(key, (uintptr_t)fn->def);
    for (const struct frame *f = fn->outer; f; f = f->outer) {
        for (uint32_t i = 0; i < f->def->n_slots; i++) {
            const struct value *v = &f->slots[i];
            memo_mix(key, v->kind);
            if (v->kind == VALUE_FUNCTION && v->function->outer == f) {
                memo_mix(key, (uintptr_t)v->function->def);
            } else if (v->kind != VALUE_KINDS && !memo_mix_value(key, v, room)) {
                return false;
            }
        }
    }
    return true;
}

bool memo_mix_value(uint64_t *key, const struct value *v, uint32_t *room)
{
    if (*room == 0) {
        return false;
    }
    --*room;
    memo_mix(key, v->kind);
    switch (v->kind) {
    case VALUE_NONE:
    case VALUE_ELLIPSIS: return true;
    case VALUE_BOOL: memo_mix(key, v->b); return true;
    case VALUE_INT:
    case VALUE_FLOAT: memo_mix(key, (uint64_t)v->i); return true;
    case VALUE_STRING: memo_mix_str(key, string_str(v->s)); return true;
    case VALUE_LAZY:
        memo_mix_str(key, v->lazy->module);
        memo_mix_str(key, v->lazy->name);
        return true;
    case VALUE_TYPE: memo_mix(key, (uintptr_t)v->type); return true;
    case VALUE_FUNCTION: return mix_function(key, v->function, room);
    case VALUE_LIST:
    case VALUE_TUPLE:
        if (v->list->frozen == FROZEN) { /* it stays what it is */
            memo_mix(key, (uintptr_t)v->list);
            return true;
        }
        memo_mix(key, v->list->n);
        for (uint32_t i = 0; i < v->list->n; i++) {
            if (!memo_mix_value(key, &v->list->items[i], room)) {
                return false;
            }
        }
        return true;
    case VALUE_DICT:
        if (v->dict->frozen == FROZEN) {
            memo_mix(key, (uintptr_t)v->dict);
            return true;
        }
        memo_mix(key, v->dict->n);
        for (uint32_t i = 0; i < v->dict->n; i++) {
            const struct entry *x = &v->dict->entries[i];
            if (!memo_mix_value(key, &x->key, room) || !memo_mix_value(key, &x->value, room)) {
                return false;
            }
            if (str_is(value_str(&x->key), "type")) { /* modules tell where they are named */
                memo_mix(key, (uintptr_t)x->value.tree);
                memo_mix(key, x->value.node);
            }
        }
        return true;
    default: return false;
    }
}

/* --- calls of functions --- */

enum {
    GIVEN_UP = 3 /* calls */
};

struct ticket {
    struct worth *worth;
    struct module_object *module; /* that it belongs to: its first argument; NULL: none */
    struct arguments rest;        /* without that */
    uint64_t steps;               /* that the evaluator had left */
    struct build_ticket build;
    struct replay_ticket replay;
    struct ticket *next; /* idle */
};

/* One of those that earlier calls had; where a call raises, its ticket stays away. */
static struct ticket *take_ticket(struct eval *e, struct memo *m)
{
    struct ticket *t = m->idle;
    if (!t) {
        return ARENA_NEW(e->arena, struct ticket);
    }
    m->idle = t->next;
    return t;
}

static void give_ticket(struct memo *m, struct ticket *t)
{
    t->next = m->idle;
    m->idle = t;
}

static struct worth *worth_of(struct memo *m, const struct function *def)
{
    struct worth *w = &m->worth[((uintptr_t)def >> 4) % MEMO_FUNCTIONS];
    if (w->def != def) {
        *w = (struct worth){.def = def};
    }
    return w;
}

/* Is it known that looking for calls of the function is in vain?  A recording like this one knows
 * it from the first call on. */
static bool is_vain(const struct graph *g, const struct worth *w)
{
    return w->cheap >= GIVEN_UP || w->lost >= (g->options.like ? 1 : GIVEN_UP);
}

bool memo_recall(struct eval *e, const struct function_value *fn, const struct arguments *args,
    void **ticket, struct value *out)
{
    struct graph *g = context_of(e)->graph;
    struct worth *w = worth_of(g->memo, fn->def);
    *ticket = NULL;
    if (is_vain(g, w) || g->options.anew || g->full || fn->def->is_generator) {
        return false;
    }
    struct ticket *t = take_ticket(e, g->memo);
    t->build.wanted = false;
    t->worth = w;
    t->steps = e->fuel->steps;
    t->rest = *args;
    t->module = args->n_positional > 0 ? module_of(&args->positional[0]) : NULL;
    if (t->module) {
        t->rest.positional++;
        t->rest.n_positional--;
    }
    if ((!t->module && w->not_built < GIVEN_UP && build_recall(e, fn, args, &t->build, out)) ||
        replay_recall(e, t->module, fn, &t->rest, &t->replay, out)) {
        give_ticket(g->memo, t);
        return true;
    }
    *ticket = t;
    return false;
}

void memo_keep(struct eval *e, void *ticket, const struct value *result)
{
    struct ticket *t = ticket;
    struct worth *w = t->worth;
    bool cheap = t->steps - e->fuel->steps < MEMO_LEAST_STEPS;
    w->cheap = (uint8_t)(cheap ? w->cheap + (w->cheap < GIVEN_UP) : 0);
    bool built = t->build.wanted && build_keep(e, &t->build, result);
    if (built) {
        w->not_built = 0;
    } else if (t->build.wanted && w->not_built < GIVEN_UP) {
        w->not_built++;
    }
    bool kept = t->replay.wanted && replay_keep(e, t->module, &t->rest, &t->replay, result);
    w->lost = (uint8_t)(built || kept ? 0 : w->lost + (w->lost < GIVEN_UP));
    give_ticket(context_of(e)->graph->memo, t);
}
