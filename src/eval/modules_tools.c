/* copy, functools and collections. */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"

BUILTIN(copy_copy)
{
    (void)self;
    *out = args->positional[0];
    if (out->kind == VALUE_LIST) {
        out->list = list_copy(e->arena, out->list);
    } else if (out->kind == VALUE_DICT || out->kind == VALUE_SET) {
        out->dict = dict_copy(e->arena, out->dict);
    }
    return true;
}

BUILTIN(copy_deepcopy)
{
    (void)self;
    return ops_deep_copy(e, &args->positional[0], true, out);
}

BUILTIN(functools_partial)
{
    (void)self;
    struct builtin_value *b = ARENA_NEW(e->arena, struct builtin_value);
    b->self = args->positional[0];
    b->bound = list_new(e->arena, args->n_positional);
    for (uint32_t i = 1; i < args->n_positional; i++) {
        list_push(e->arena, b->bound, args->positional[i]);
    }
    b->bound_keywords = dict_new(e->arena, args->n_keywords);
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        const struct entry *k = &args->keywords[i];
        dict_set(e->arena, b->bound_keywords, &k->key, k->hash, k->value);
    }
    *out = (struct value){.kind = VALUE_BUILTIN, .builtin = b};
    return true;
}

BUILTIN(functools_reduce)
{
    (void)self;
    struct list *items;
    if (!ops_items(e, &args->positional[1], &items)) {
        return false;
    }
    if (!items) {
        return builtins_unknown_items(e, out);
    }
    uint32_t i = 0;
    if (args->n_positional > 2) {
        *out = args->positional[2];
    } else if (items->n > 0) {
        *out = items->items[i++];
    } else {
        return eval_raise(e, TYPE_TYPE_ERROR, "reduce() of empty iterable with no initial value");
    }
    for (; i < items->n; i++) {
        struct value two[] = {*out, items->items[i]};
        struct arguments call = {.positional = two, .n_positional = 2};
        if (!eval_call(e, &args->positional[0], &call, out)) {
            return false;
        }
    }
    return true;
}

BUILTIN(ordered_dict)
{
    (void)self;
    return builtins_call_type(e, &TYPES[TYPE_DICT], args, out);
}

const struct builtin_def COPY[] = {
    {"copy", copy_copy, 1, 1, false, true, NULL},
    {"deepcopy", copy_deepcopy, 1, 2, false, true, NULL},
    {0},
};

/* A decorator that changes nothing that a config shows. */
BUILTIN(keep_function)
{
    (void)e, (void)self;
    *out = args->positional[0];
    return true;
}

static struct value wrapper(struct eval *e, const struct value *function)
{
    static const struct builtin_def cached = {
        "lru_cache", NULL, 0, -1, true, false, "<functools._lru_cache_wrapper object>"};
    struct builtin_value *b = ARENA_NEW(e->arena, struct builtin_value);
    b->def = &cached;
    b->self = *function;
    b->bound = list_new(e->arena, 0);
    b->bound_keywords = dict_new(e->arena, 0);
    return (struct value){.kind = VALUE_BUILTIN, .builtin = b};
}

BUILTIN(functools_cache)
{
    (void)self;
    *out = wrapper(e, &args->positional[0]);
    return true;
}

/* @lru_cache and @lru_cache(maxsize=...) */
BUILTIN(functools_lru_cache)
{
    static const struct builtin_def decorator = {"decorator", functools_cache, 1, 1, false};
    const struct value *first = arg(args, 0, "maxsize");
    if (first && first->kind == VALUE_FUNCTION) {
        return functools_cache(e, self, args, out);
    }
    struct builtin_value *b = ARENA_NEW(e->arena, struct builtin_value);
    b->def = &decorator;
    *out = (struct value){.kind = VALUE_BUILTIN, .builtin = b};
    return true;
}

BUILTIN(functools_wraps)
{
    (void)self, (void)args;
    static const struct builtin_def decorator = {"decorator", keep_function, 1, 1, false};
    struct builtin_value *b = ARENA_NEW(e->arena, struct builtin_value);
    b->def = &decorator;
    *out = (struct value){.kind = VALUE_BUILTIN, .builtin = b};
    return true;
}

const struct builtin_def FUNCTOOLS[] = {
    {"cache", functools_cache, 1, 1, false, true, NULL},
    {"lru_cache", functools_lru_cache, 0, 2, true, true, NULL},
    {"wraps", functools_wraps, 1, -1, true, true, NULL},
    {"partial", functools_partial, 1, -1, true, false, "<class 'functools.partial'>"},
    {"reduce", functools_reduce, 2, 3, false, false, NULL},
    {0},
};

const struct builtin_def COLLECTIONS[] = {
    {"OrderedDict", ordered_dict, 0, 1, true, false, "<class 'collections.OrderedDict'>"},
    {0},
};
