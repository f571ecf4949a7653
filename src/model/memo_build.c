/* Copies of what a function of the library has made before. */
#include "model/memo.h"

#include "base/hash.h"

enum {
    LEAST_MODULES = 3, /* fewer are made as fast as they are found */
    MOST_VALUES = 4000 /* in modules and what holds them */
};

/* A call and what it made. */
struct made {
    uint64_t key;
    const struct graph *graph;
    struct graph_mark from, to;
    bool asked[MEMO_FACTS];
    struct value result;
    UT_hash_handle hh;
};

static bool key_of(
    struct eval *e, const struct function_value *fn, const struct arguments *args, uint64_t *key)
{
    const struct model_context *x = context_of(e);
    const struct graph_options *o = &x->graph->options;
    uint32_t room = MEMO_VALUES;
    *key = (uintptr_t)fn->def;
    memo_mix_str(key, x->scope);
    memo_mix(key, (uint64_t)o->half_model | (uint64_t)o->distributed << 1 |
                      (uint64_t)o->mmengine << 2 | (uint64_t)o->training << 3 |
                      (uint64_t)(x->graph->no_autocast > 0) << 4);
    memo_mix(key, args->n_positional);
    for (uint32_t i = 0; i < args->n_positional; i++) {
        if (!memo_mix_value(key, &args->positional[i], &room)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        memo_mix_str(key, value_str(&args->keywords[i].key));
        if (!memo_mix_value(key, &args->keywords[i].value, &room)) {
            return false;
        }
    }
    return true;
}

/* --- keeping --- */

/* Can a copy of it stand for it?  `room`: how many values may be looked at. */
static bool can_copy(const struct value *v, const struct made *x, uint32_t *room);

static bool can_copy_all(
    const struct value *items, uint32_t n, const struct made *x, uint32_t *room)
{
    for (uint32_t i = 0; i < n; i++) {
        if (!can_copy(&items[i], x, room)) {
            return false;
        }
    }
    return true;
}

static bool can_copy_entries(const struct dict *d, const struct made *x, uint32_t *room)
{
    for (uint32_t i = 0; i < d->n; i++) {
        if (!can_copy(&d->entries[i].value, x, room)) {
            return false;
        }
    }
    return true;
}

static bool is_plain(const struct value *v)
{
    uint64_t key = 0;
    uint32_t room = MEMO_VALUES;
    return memo_mix_value(&key, v, &room);
}

static bool can_copy(const struct value *v, const struct made *x, uint32_t *room)
{
    if (*room == 0) {
        return false;
    }
    --*room;
    switch (v->kind) {
    case VALUE_LIST:
    case VALUE_TUPLE:
        return v->list->frozen == FROZEN || can_copy_all(v->list->items, v->list->n, x, room);
    case VALUE_DICT: return v->dict->frozen == FROZEN || can_copy_entries(v->dict, x, room);
    case VALUE_OBJECT: break;
    default: return is_plain(v);
    }
    tensor_id t = api_tensor_of(v);
    if (t) {
        return memo_in(t, x->from.tensors, x->to.tensors);
    }
    const struct module_object *m = module_of(v);
    if (!m || !memo_in(m->id, x->from.modules, x->to.modules)) {
        return false;
    }
    return m->kind || (m->hook.kind != VALUE_FUNCTION && can_copy(&m->forward, x, room) &&
                          can_copy_entries(m->attributes, x, room)); /* a kind: it has been kept */
}

/* Has it made modules and their parameters, and nothing else? */
static bool only_modules(const struct made *x)
{
    uint32_t params = x->to.params - x->from.params;
    return x->to.modules - x->from.modules >= LEAST_MODULES &&
           x->to.tensors - x->from.tensors == params &&
           x->to.storages - x->from.storages == params && x->to.ops == x->from.ops &&
           x->to.inputs == x->from.inputs && x->to.unknowns == x->from.unknowns &&
           x->to.segments == x->from.segments && x->to.hooks == x->from.hooks;
}

/* Of modules that equal calls make, given the same facts. */
static uint64_t kind_of(const struct graph *g, const struct made *x)
{
    uint64_t kind = x->key;
    memo_mix(&kind, x->asked[MEMO_TORCH] ? g->options.torch : 0);
    memo_mix(&kind, x->asked[MEMO_AUTOCAST] ? g->options.autocast : 0);
    memo_mix(&kind, x->asked[MEMO_SCENARIO] ? (uintptr_t)g : 0);
    return kind;
}

static void name_kinds(struct graph *g, const struct made *x)
{
    uint64_t kind = kind_of(g, x);
    struct made_at *at = ARENA_NEW(g->arena, struct made_at);
    struct module_object **modules = g->memo->modules.items;
    *at = (struct made_at){.modules = x->from.modules,
        .params = x->from.params,
        .tensors = x->from.tensors,
        .storages = x->from.storages,
        .n_modules = x->to.modules - x->from.modules,
        .n_params = x->to.params - x->from.params};
    for (uint32_t i = x->from.modules; i < x->to.modules; i++) {
        struct module_object *m = modules[i];
        if (m && !m->kind) {
            m->kind = kind;
            memo_mix(&m->kind, i - x->from.modules);
            m->at = at;
        }
    }
}

/* The value as it is now.  What modules hold stays so. */
static struct value snapshot(struct arena *a, struct value v)
{
    if (value_is_sequence(&v) && v.list->frozen == CHANGEABLE) {
        v.list = list_copy(a, v.list);
        for (uint32_t i = 0; i < v.list->n; i++) {
            v.list->items[i] = snapshot(a, v.list->items[i]);
        }
    } else if (v.kind == VALUE_DICT && v.dict->frozen == CHANGEABLE) {
        v.dict = dict_copy(a, v.dict);
        for (uint32_t i = 0; i < v.dict->n; i++) {
            v.dict->entries[i].value = snapshot(a, v.dict->entries[i].value);
        }
    }
    return v;
}

bool build_keep(struct eval *e, const struct build_ticket *t, const struct value *result)
{
    struct graph *g = context_of(e)->graph;
    struct made x = {
        .key = t->key, .graph = g, .from = t->from, .to = graph_mark(g), .result = *result};
    memo_asked_since(g, t->asks, x.asked);
    uint32_t room = MOST_VALUES;
    if (!only_modules(&x) || !can_copy(result, &x, &room)) {
        return false;
    }
    struct made *kept = ARENA_NEW(g->arena, struct made);
    *kept = x;
    kept->result = snapshot(g->arena, *result); /* it may change yet */
    name_kinds(g, kept);
    HASH_ADD(hh, g->memo->made, key, sizeof kept->key, kept);
    return true;
}

/* --- copying --- */

struct copying {
    const struct made *from;
    struct eval *e;
    struct graph *to;
    struct graph_mark at;          /* where the copies begin */
    struct module_object **copied; /* for each module that was made */
    struct made_at **places;       /* for those whose kind has its first module there */
};

static module_id module_copy(const struct copying *c, module_id id)
{
    const struct made *x = c->from;
    return memo_in(id, x->from.modules, x->to.modules) ? id - x->from.modules + c->at.modules : 0;
}

static void copy_rows(const struct copying *c)
{
    const struct made *x = c->from;
    const struct graph *from = x->graph;
    struct graph *g = c->to;
    for (uint32_t i = x->from.modules; i < x->to.modules; i++) {
        struct graph_module row = from->modules.items[i];
        row.parent = module_copy(c, row.parent);
        row.name = row.parent ? row.name : STR("");
        vec_push(g, &g->modules, row);
    }
    while (g->memo->modules.n < g->modules.n) {
        vec_push(g, &g->memo->modules, NULL);
    }
    for (uint32_t i = x->from.params; i < x->to.params; i++) {
        struct parameter row = from->params.items[i];
        struct tensor_info tensor = from->tensors.items[row.tensor];
        row.module = module_copy(c, row.module);
        row.name = row.module ? row.name : STR("");
        row.tensor = (tensor_id)g->tensors.n;
        row.half = 0;
        row.used = false;
        struct storage storage = from->storages.items[tensor.storage];
        storage.param = (param_id)g->params.n;
        storage.holds = 0;
        storage.last = 0;
        tensor.storage = (storage_id)g->storages.n;
        vec_push(g, &g->storages, storage);
        graph_tensor_row(g, tensor);
        vec_push(g, &g->params, row);
    }
    for (uint32_t i = x->from.built; i < x->to.built; i++) {
        str name = from->built.items[i]; /* the array may be the one that grows */
        vec_push(g, &g->built, name);
    }
    g->known_types += x->to.known_types - x->from.known_types;
    graph_check(g);
}

static struct value copy(struct copying *c, struct value v);

/* Where the modules that were made with it are now. */
static const struct made_at *place_copy(struct copying *c, const struct made_at *at)
{
    const struct graph_mark *from = &c->from->from;
    struct made_at **place = &c->places[at->modules - from->modules];
    if (!*place || (*place)->n_modules != at->n_modules) {
        *place = ARENA_NEW(c->e->arena, struct made_at);
        **place = *at;
        (*place)->modules += c->at.modules - from->modules;
        (*place)->params += c->at.params - from->params;
        (*place)->tensors += c->at.tensors - from->tensors;
        (*place)->storages += c->at.storages - from->storages;
    }
    return *place;
}

static struct module_object *copy_module(struct copying *c, const struct module_object *m)
{
    struct module_object **copied = &c->copied[m->id - c->from->from.modules];
    if (!*copied) {
        struct module_object *x = ARENA_NEW(c->e->arena, struct module_object);
        *x = *m;
        *copied = x;
        x->id = module_copy(c, m->id);
        x->changed = 0;
        x->at = m->kind ? place_copy(c, m->at) : NULL;
        c->to->memo->modules.items[x->id] = x;
        x->attributes = dict_copy(c->e->arena, m->attributes);
        for (uint32_t i = 0; i < x->attributes->n; i++) {
            struct value *v = &x->attributes->entries[i].value;
            *v = copy(c, *v);
        }
    }
    return *copied;
}

static struct value copy(struct copying *c, struct value v)
{
    struct arena *a = c->e->arena;
    if (value_is_sequence(&v) && v.list->frozen != FROZEN) {
        uint8_t frozen = v.list->frozen;
        v.list = list_copy(a, v.list);
        v.list->frozen = frozen;
        for (uint32_t i = 0; i < v.list->n; i++) {
            v.list->items[i] = copy(c, v.list->items[i]);
        }
    } else if (v.kind == VALUE_DICT && v.dict->frozen != FROZEN) {
        uint8_t frozen = v.dict->frozen;
        v.dict = dict_copy(a, v.dict);
        v.dict->frozen = frozen;
        for (uint32_t i = 0; i < v.dict->n; i++) {
            v.dict->entries[i].value = copy(c, v.dict->entries[i].value);
        }
    } else if (v.kind == VALUE_OBJECT) {
        tensor_id t = api_tensor_of(&v);
        const struct value now =
            t ? api_tensor_value(c->e, t - c->from->from.tensors + c->at.tensors)
              : value_of_object(&copy_module(c, module_of(&v))->base);
        v.object = now.object;
    }
    return v;
}

/* Nothing has changed the modules since they were kept. */
static bool is_unchanged(const struct made *x)
{
    const struct memo *m = x->graph->memo;
    for (uint32_t i = x->from.modules; i < x->to.modules; i++) {
        if (m->modules.items[i] && m->modules.items[i]->changed > x->to.changes) {
            return false;
        }
    }
    return true;
}

static bool asked_alike(const struct made *x, const struct graph *g)
{
    const struct graph_options *a = &x->graph->options, *b = &g->options;
    return (!x->asked[MEMO_TORCH] || a->torch == b->torch) &&
           (!x->asked[MEMO_AUTOCAST] || a->autocast == b->autocast) &&
           (!x->asked[MEMO_SCENARIO] || x->graph == g);
}

static const struct made *find(const struct graph *in, const struct graph *g, uint64_t key)
{
    struct made *x = NULL;
    if (in && in->memo) {
        HASH_FIND(hh, in->memo->made, &key, sizeof key, x);
    }
    return x && is_unchanged(x) && asked_alike(x, g) ? x : NULL;
}

bool build_recall(struct eval *e, const struct function_value *fn, const struct arguments *args,
    struct build_ticket *t, struct value *out)
{
    struct graph *g = context_of(e)->graph;
    t->wanted = key_of(e, fn, args, &t->key);
    if (!t->wanted) {
        return false;
    }
    const struct made *x = find(g, g, t->key);
    x = x ? x : find(g->options.like, g, t->key);
    if (x) {
        uint32_t n = x->to.modules - x->from.modules;
        struct copying c = {.from = x, .e = e, .to = g, .at = graph_mark(g)};
        c.copied = ARENA_MANY(e->arena, struct module_object *, n);
        c.places = ARENA_MANY(e->arena, struct made_at *, n);
        copy_rows(&c);
        *out = copy(&c, x->result);
        memo_asks_again(g, x->asked);
        return true;
    }
    t->from = graph_mark(g);
    memcpy(t->asks, g->memo->asks, sizeof t->asks);
    return false;
}

void build_forget(struct memo *m)
{
    HASH_CLEAR(hh, m->made);
}
