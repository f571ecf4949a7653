/* Deep copies, as copy.deepcopy makes them: what is one object before is one object after. */
#include "eval/ops.h"

struct pair {
    const void *from; /* struct list, dict, slice or lazy; NULL: free */
    void *to;
};

struct copying {
    struct eval *e;
    bool shares;
    struct pair *pairs; /* open-addressed */
    uint32_t n, cap;    /* a power of two */
};

static uint32_t place(const struct copying *c, const void *from)
{
    uint32_t i = (uint32_t)((uintptr_t)from >> 4) * 2654435761u >> 7 & (c->cap - 1);
    while (c->pairs[i].from && c->pairs[i].from != from) {
        i = (i + 1) & (c->cap - 1);
    }
    return i;
}

static void *copied(const struct copying *c, const void *from)
{
    return c->cap ? c->pairs[place(c, from)].to : NULL;
}

static void remember(struct copying *c, const void *from, void *to)
{
    if (!c->shares) {
        return;
    }
    if (c->n * 2 >= c->cap) {
        struct pair *old = c->pairs;
        uint32_t old_cap = c->cap;
        c->cap = old_cap ? old_cap * 2 : 32;
        c->pairs = ARENA_MANY(c->e->arena, struct pair, c->cap);
        for (uint32_t i = 0; i < old_cap; i++) {
            if (old[i].from) {
                c->pairs[place(c, old[i].from)] = old[i];
            }
        }
    }
    c->pairs[place(c, from)] = (struct pair){from, to};
    c->n++;
}

static bool copy(struct copying *c, struct value *v, uint32_t depth);

static bool copy_list(struct copying *c, struct value *v, uint32_t depth)
{
    struct list *made = copied(c, v->list);
    if (!made) {
        made = list_copy(c->e->arena, v->list);
        remember(c, v->list, made);
        for (uint32_t i = 0; i < made->n; i++) {
            if (!copy(c, &made->items[i], depth)) {
                return false;
            }
        }
    }
    v->list = made;
    return true;
}

static bool copy_dict(struct copying *c, struct value *v, uint32_t depth)
{
    struct dict *made = copied(c, v->dict);
    if (!made) {
        made = dict_copy(c->e->arena, v->dict);
        remember(c, v->dict, made);
        for (uint32_t i = 0; v->kind == VALUE_DICT && i < made->n; i++) {
            struct value *item = &made->entries[i].value;
            if (!copy(c, item, depth)) {
                return false;
            }
            if (made->flavor == DICT_CONFIG) { /* they are set one by one */
                *item = ops_config_hook(c->e, item);
            }
        }
    }
    v->dict = made;
    return true;
}

static bool copy(struct copying *c, struct value *v, uint32_t depth)
{
    bool list = value_is_sequence(v);
    if (v->kind == VALUE_VIEW || v->kind == VALUE_MODULE ||
        (v->kind == VALUE_ITERATOR && v->iterator->generator)) {
        str type = value_type_name(v);
        return eval_raise(c->e, TYPE_TYPE_ERROR, "cannot pickle '%.*s' object", STR_ARG(type));
    }
    if (v->kind == VALUE_SLICE) {
        struct slice *made = copied(c, v->slice);
        if (!made) {
            made = ARENA_NEW(c->e->arena, struct slice);
            *made = *v->slice;
            remember(c, v->slice, made);
        }
        v->slice = made;
    }
    if (v->kind == VALUE_LAZY) {
        struct lazy *made = copied(c, v->lazy);
        if (made) {
            v->lazy = made;
        } else {
            const struct lazy *from = v->lazy;
            *v = ops_lazy_copy(c->e, v);
            remember(c, from, v->lazy);
        }
    }
    if (v->kind == VALUE_ITERATOR) {
        *v = ops_unknown(c->e, "copies of iterators are not made");
    }
    if (!list && v->kind != VALUE_DICT && v->kind != VALUE_SET) {
        return true;
    }
    if (depth == 0) {
        return eval_raise(c->e, TYPE_RECURSION_ERROR, "maximum recursion depth exceeded");
    }
    uint64_t n = list ? v->list->n : v->dict->n;
    return eval_spend(c->e, n + 1) &&
           (list ? copy_list(c, v, depth - 1) : copy_dict(c, v, depth - 1));
}

bool ops_deep_copy(struct eval *e, const struct value *v, bool shares, struct value *out)
{
    struct copying c = {.e = e, .shares = shares};
    *out = *v;
    return copy(&c, out, VALUE_DEPTH);
}
