/* copy, functools and collections. */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/run/interp.h"

BUILTIN(copy_copy)
{
    (void)self;
    *out = args->positional[0];
    if (out->kind == VALUE_VIEW || out->kind == VALUE_ITERATOR || out->kind == VALUE_MODULE) {
        return ops_deep_copy(e, &args->positional[0], true, out);
    }
    if (out->kind == VALUE_LIST) {
        out->list = list_copy(e->arena, out->list);
    } else if (out->kind == VALUE_LAZY) {
        *out = ops_lazy_copy(e, out);
    } else if (out->kind == VALUE_DICT && out->dict->flavor == DICT_CONFIG) {
        *out = ops_config_copy(e, out->dict);
    } else if (out->kind == VALUE_DICT || out->kind == VALUE_SET) {
        out->dict = dict_copy(e->arena, out->dict);
    }
    return true;
}

BUILTIN(copy_deepcopy)
{
    (void)self;
    const struct value *memo = args->n_positional > 1 ? &args->positional[1] : NULL;
    if (memo && memo->kind != VALUE_NONE && memo->kind != VALUE_DICT &&
        memo->kind != VALUE_FUNCTION && memo->kind <= VALUE_BUILTIN) {
        return eval_raise(e, TYPE_ATTRIBUTE_ERROR, "this is no memo: it has no attribute 'get'");
    }
    if (memo && memo->kind == VALUE_DICT && !ops_lose(e, memo, NULL, "it is the memo of a copy")) {
        return false;
    }
    return ops_deep_copy(e, &args->positional[0], true, out);
}

BUILTIN(functools_partial)
{
    (void)self;
    const struct value *f = &args->positional[0];
    if (!builtins_callable(f) && f->kind < VALUE_OPAQUE) {
        return eval_raise(e, TYPE_TYPE_ERROR, "the first argument must be callable");
    }
    struct builtin_value *b = ARENA_NEW(e->arena, struct builtin_value);
    b->self = *f;
    b->bound = list_new(e->arena, args->n_positional);
    for (uint32_t i = 1; i < args->n_positional; i++) {
        list_push(e->arena, b->bound, args->positional[i]);
    }
    b->bound_keywords = dict_new(e->arena, args->n_keywords);
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        const struct entry *k = &args->keywords[i];
        dict_set(e->arena, b->bound_keywords, &k->key, k->hash, k->value);
    }
    *out = value_of_builtin(b);
    return true;
}

BUILTIN(functools_reduce)
{
    (void)self;
    struct iterator *items;
    bool any = args->n_positional > 2;
    if (!ops_iterator(e, &args->positional[1], &items)) {
        return false;
    }
    *out = any ? args->positional[2] : value_none();
    for (enum next next = NEXT_ITEM;;) {
        struct value two[2] = {*out};
        next = items ? ops_next(e, items, &two[1]) : NEXT_UNKNOWN;
        if (next == NEXT_UNKNOWN) {
            return builtins_unknown_items(e, out);
        }
        if (next != NEXT_ITEM) {
            break;
        }
        struct arguments call = {.positional = two, .n_positional = 2};
        if (!any) {
            *out = two[1];
        } else if (!eval_call(e, &args->positional[0], &call, out)) {
            return false;
        }
        any = true;
    }
    return !e->raised && (any || eval_raise(e, TYPE_TYPE_ERROR,
                                     "reduce() of empty iterable with no initial value"));
}

BUILTIN(ordered_dict)
{
    (void)self;
    if (!builtins_call_type(e, &TYPES[TYPE_DICT], args, out)) {
        return false;
    }
    if (out->kind == VALUE_DICT) {
        out->dict->flavor = DICT_ORDERED;
    }
    return true;
}

const struct builtin_def COPY[] = {
    {"copy", copy_copy, 1, 1, NULL, true, NULL},
    {"deepcopy", copy_deepcopy, 1, 3, NULL, true, NULL},
    {0},
};

/* What wraps(f) gives: `self` is f, whose name and attributes the function gets. */
BUILTIN(wrap_function)
{
    static const char *const names[] = {"__name__", "__qualname__", "__module__", "__doc__"};
    struct value v, update, ignored;
    *out = args->positional[0];
    if (out->kind != VALUE_FUNCTION) {
        return true;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!ops_get_attribute(e, self, str_of(names[i]), &v) ||
            !ops_set_attribute(e, out, string_new(e->arena, str_of(names[i])), v)) {
            return false;
        }
    }
    return ops_get_attribute(e, out, STR("__dict__"), &v) &&
           builtins_method(e, &v, STR("update"), &update) &&
           ops_get_attribute(e, self, STR("__dict__"), &v) && eval_call1(e, &update, v, &ignored) &&
           ops_set_attribute(e, out, string_new(e->arena, STR("__wrapped__")), *self);
}

/* Under which results are kept, as CPython makes it: a lone int or str stands for itself. */
static struct value cache_key(
    struct eval *e, const struct cache *cache, const struct arguments *args)
{
    const struct value *first = args->positional;
    bool plain = args->n_positional == 1 && args->n_keywords == 0 && !cache->typed;
    if (plain &&
        (first->kind == VALUE_INT || first->kind == VALUE_BIG_INT || first->kind == VALUE_STRING)) {
        return *first;
    }
    struct list *parts = list_new(e->arena, args->n_positional + 1);
    struct value mark = {.kind = VALUE_TYPE, .type = &TYPES[TYPE_LIMIT]}; /* no program has it */
    for (uint32_t i = 0; i < args->n_positional; i++) {
        list_push(e->arena, parts, args->positional[i]);
    }
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        list_push(e->arena, parts, i ? args->keywords[i].key : mark);
        if (i == 0) {
            list_push(e->arena, parts, args->keywords[i].key);
        }
        list_push(e->arena, parts, args->keywords[i].value);
    }
    return value_of_tuple(parts);
}

/* Its function may run, or one of the results be given once more. */
static bool forget_cache(
    struct eval *e, struct cache *cache, const struct arguments *args, struct value *out)
{
    struct list *all = interp_given(e, &cache->function, args);
    list_push(e->arena, all, value_of_dict(cache->results));
    cache->lost = true;
    *out = ops_unknown(e, "it cannot be told whether this is in the cache");
    ops_hold(e, out, all->items, all->n);
    return ops_doubt(e, all->items, all->n, *out);
}

bool tools_cached(
    struct eval *e, struct cache *cache, const struct arguments *args, struct value *out)
{
    struct value key = cache_key(e, cache, args);
    uint32_t hash;
    bool unknown = cache->lost || cache->typed;
    if (cache->most == 0 && !unknown) {
        return eval_call(e, &cache->function, args, out);
    }
    if (!ops_hash(e, &key, &hash, &unknown)) {
        return false;
    }
    if (unknown) {
        return forget_cache(e, cache, args, out);
    }
    struct entry *x = dict_find(cache->results, &key, hash);
    if (x) {
        *out = x->value;
        struct entry found = *x;
        dict_remove(cache->results, x);
        dict_set(e->arena, cache->results, &found.key, hash, *out);
        return eval_spend(e, cache->results->n / 8 + 1);
    }
    if (!eval_call(e, &cache->function, args, out)) {
        return false;
    }
    if (dict_find(cache->results, &key, hash)) { /* it called itself */
        return true;
    }
    if (cache->most > 0 && cache->results->n >= cache->most) {
        dict_remove(cache->results, &cache->results->entries[0]);
    }
    dict_set(e->arena, cache->results, &key, hash, *out);
    return eval_spend(e, cache->results->n / 8 + 1);
}

static struct value cached(struct eval *e, const struct value *function, int64_t most, bool typed)
{
    static const struct builtin_def def = {
        "lru_cache", NULL, 0, -1, "**", false, "<functools._lru_cache_wrapper object>"};
    struct builtin_value *b = ARENA_NEW(e->arena, struct builtin_value);
    b->def = &def;
    b->cache = ARENA_NEW(e->arena, struct cache);
    *b->cache = (struct cache){*function, dict_new(e->arena, 4), most, typed, false};
    return value_of_builtin(b);
}

BUILTIN(cache_clear)
{
    (void)args, (void)e;
    *out = value_none();
    dict_clear(self->builtin->cache->results);
    return true;
}

bool tools_cache_part(
    struct eval *e, const struct builtin_value *cache, str name, struct value *out)
{
    static const struct builtin_def clear = {"cache_clear", cache_clear, 0, 0, NULL};
    if (str_is(name, "__wrapped__")) {
        *out = cache->cache->function;
    } else if (str_is(name, "cache_clear")) {
        struct builtin_value *b = ARENA_NEW(e->arena, struct builtin_value);
        b->def = &clear;
        b->self = value_of_builtin(cache);
        *out = value_of_builtin(b);
    } else if (str_starts(name, STR("__"))) {
        return ops_get_attribute(e, &cache->cache->function, name, out);
    } else {
        *out = ops_unknown(e, "this part of a cache is not evaluated");
    }
    return true;
}

enum {
    CACHE_DEFAULT = 128,
    CACHE_ALL = -1
};

BUILTIN(functools_cache)
{
    (void)self;
    *out = cached(e, &args->positional[0], CACHE_ALL, false);
    return true;
}

/* What lru_cache(...) gives: `self` is a tuple of its arguments. */
BUILTIN(cache_decorator)
{
    const struct list *l = self->list;
    *out = cached(e, &args->positional[0], l->items[0].i, l->items[1].b);
    return true;
}

/* @lru_cache and @lru_cache(maxsize=...) */
BUILTIN(functools_lru_cache)
{
    (void)self;
    static const struct builtin_def decorator = {"decorator", cache_decorator, 1, 1, NULL};
    const struct value *first = arg(args, 0, "maxsize"), *typed = arg(args, 1, "typed");
    int64_t most = CACHE_DEFAULT;
    if (first && builtins_callable(first)) {
        *out = cached(e, first, CACHE_DEFAULT, false);
        return true;
    }
    if ((first && value_is_unknown(first)) || (typed && value_is_unknown(typed))) {
        return builtins_unknown_items(e, out);
    }
    if (first && value_is_none(first)) {
        most = CACHE_ALL;
    } else if (first && !value_is_int(first)) {
        return eval_raise(
            e, TYPE_TYPE_ERROR, "Expected first argument to be an integer, a callable, or None");
    } else if (first) {
        most = value_as_int(first) < 0 ? 0 : value_as_int(first);
    }
    struct list *l = list_new(e->arena, 2);
    list_push(e->arena, l, value_int(most));
    list_push(e->arena, l, value_bool(typed && value_truth(typed)));
    struct builtin_value *b = ARENA_NEW(e->arena, struct builtin_value);
    b->def = &decorator;
    b->self = value_of_tuple(l);
    *out = value_of_builtin(b);
    return true;
}

BUILTIN(functools_wraps)
{
    (void)self;
    if (args->n_positional + args->n_keywords > 1) {
        *out = ops_unknown(e, "which attributes it copies is not evaluated");
        return true;
    }
    static const struct builtin_def decorator = {"decorator", wrap_function, 1, 1, NULL};
    struct builtin_value *b = ARENA_NEW(e->arena, struct builtin_value);
    b->def = &decorator;
    b->self = args->positional[0];
    *out = value_of_builtin(b);
    return true;
}

const struct builtin_def FUNCTOOLS[] = {
    {"cache", functools_cache, 1, 1, NULL, true, NULL},
    {"lru_cache", functools_lru_cache, 0, 2, "maxsize typed", true, NULL},
    {"wraps", functools_wraps, 1, -1, "**", true, NULL},
    {"partial", functools_partial, 1, -1, "**", false, "<class 'functools.partial'>"},
    {"reduce", functools_reduce, 2, 3, NULL, false, NULL},
    {0},
};

const struct builtin_def COLLECTIONS[] = {
    {"OrderedDict", ordered_dict, 0, 1, "**", false, "<class 'collections.OrderedDict'>"},
    {0},
};
