/* Calls where what is called, or what it is given, is unknown. */
#include "eval/builtins.h"
#include "eval/ops.h"
#include "eval/run/interp.h"

struct list *interp_given(struct eval *e, const struct value *callee, const struct arguments *args)
{
    struct list *l = list_new(e->arena, 1 + args->n_positional + args->n_keywords);
    list_push(e->arena, l, *callee);
    for (uint32_t i = 0; i < args->n_positional; i++) {
        list_push(e->arena, l, args->positional[i]);
    }
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        list_push(e->arena, l, args->keywords[i].value);
    }
    return l;
}

/* What a builtin of which it is not known what it did may have done with its arguments: called
 * them, if it is one that does, and gone on with iterators. */
static bool may_have_used(
    struct eval *e, const struct builtin_def *def, const struct list *all, struct value unknown)
{
    bool calls = def && builtins_calls(def), ours = false, unseen = false;
    for (uint32_t i = 1; i < all->n; i++) {
        const struct value *v = &all->items[i];
        unseen |= calls && value_is_unknown(v) && !v->unknown->plain;
        ours |= calls && v->kind >= VALUE_FUNCTION && v->kind <= VALUE_CLASS;
        bool good = v->kind == VALUE_ITERATOR
                        ? ops_lose(e, v, NULL, "something unknown may have gone over it")
                        : ops_use(e, v);
        if (!good) {
            return false;
        }
    }
    return unseen ? ops_give(e, all->items, all->n)
                  : !ours || ops_doubt(e, all->items, all->n, unknown);
}

/* Is something unknown in it?  When it is nested deeply, or large, there may be. */
static bool holds_unknown(const struct value *v, uint32_t depth, uint32_t *left)
{
    struct value found = value_found(*v);
    if (value_is_unknown(&found) || depth == 0 || *left == 0) {
        return true;
    }
    --*left;
    if (value_is_sequence(v)) {
        for (uint32_t i = 0; i < v->list->n; i++) {
            if (holds_unknown(&v->list->items[i], depth - 1, left)) {
                return true;
            }
        }
    } else if (v->kind == VALUE_DICT || value_is_set(v)) {
        for (uint32_t i = 0; i < v->dict->n; i++) {
            const struct entry *x = &v->dict->entries[i];
            if (holds_unknown(&x->key, depth - 1, left) ||
                (v->kind == VALUE_DICT && holds_unknown(&x->value, depth - 1, left))) {
                return true;
            }
        }
    }
    return false;
}

/* It may be that which made a builtin raise. */
static bool is_given_unknown(const struct arguments *args)
{
    uint32_t left = 10000;
    for (uint32_t i = 0; i < args->n_positional; i++) {
        if (holds_unknown(&args->positional[i], 8, &left)) {
            return true;
        }
    }
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        if (holds_unknown(&args->keywords[i].value, 8, &left)) {
            return true;
        }
    }
    return false;
}

bool interp_builtin_done(struct eval *e, const struct builtin_def *def, const struct value *self,
    const struct arguments *args, bool unknown, uint64_t made, bool good, struct value *out)
{
    if (!good && (e->raised->type->id == TYPE_LIMIT || (!unknown && !is_given_unknown(args)))) {
        return false;
    }
    if (!good) {
        e->raised = NULL;
        *out = ops_unknown(e, "it is made with something unknown");
    } else if (!value_is_unknown(out)) {
        e->unseen += unknown;
        return true;
    } else if (made == e->made && !unknown) {
        return true; /* it was in there already */
    } else {
        e->unseen++; /* also where another builtin has called this one */
    }
    struct list *all = interp_given(e, self, args);
    ops_hold(e, out, all->items, all->n);
    return good ? may_have_used(e, def, all, *out) : ops_give(e, all->items, all->n);
}

/* Is there something among them that a function may call, or go on with? */
static bool any_runs(const struct list *values)
{
    bool any = false;
    for (uint32_t i = 1; i < values->n; i++) {
        enum value_kind kind = (enum value_kind)values->items[i].kind;
        any |= (kind >= VALUE_ITERATOR && kind <= VALUE_CLASS) || kind == VALUE_UNKNOWN;
    }
    return any;
}

/* What a function that imports is told first. */
static struct value imported_name(const struct arguments *args)
{
    return args->n_positional > 0 ? value_found(args->positional[0])
           : args->n_keywords > 0 ? value_found(args->keywords[0].value)
                                  : value_none();
}

/* Is it the name of the module that runs, or may it be? */
static bool is_own_name(struct eval *e, const struct value *name)
{
    str own = e->host->module_name;
    return own.n > 0 &&
           (value_is_unknown(name) || (name->kind == VALUE_STRING && str_eq(value_str(name), own)));
}

/* `__import__("os")` is what `import os` binds; of "os.path" each function gives another module. */
static bool is_stdlib_name(const struct value *name)
{
    return name->kind == VALUE_STRING && builtins_is_stdlib(value_str(name)) &&
           memchr(value_str(name).p, '.', value_str(name).n) == NULL;
}

bool interp_call_unseen(
    struct eval *e, const struct value *callee, const struct arguments *args, struct value *out)
{
    struct list *all = interp_given(e, callee, args);
    bool unknown = value_is_unknown(callee);
    struct value name = unknown && callee->unknown->imports ? imported_name(args) : value_none();
    if (is_stdlib_name(&name)) {
        *out = builtins_module(e, value_str(&name));
        return true;
    }
    if (is_own_name(e, &name)) {
        list_push(e->arena, all, value_of_dict(e->frame->globals));
    }
    *out = unknown ? *callee : ops_unknown(e, "classes are not evaluated");
    if (unknown && callee->unknown->only_reads && !any_runs(all)) {
        *out = ops_unknown(e, "this function is not evaluated");
        ops_hold(e, out, all->items, all->n);
        return true;
    }
    bool plain = unknown && callee->unknown->plain; /* a method of a type of Python's own */
    return plain ? ops_doubt(e, all->items, all->n, *out) : ops_give(e, all->items, all->n);
}
