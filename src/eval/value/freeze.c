/*
 * What a finished file holds stays as it is, since other files read it, and other threads.
 *
 * Containers are marked, and whoever would change one asks first (ops_mutable).  Code keeps things,
 * too: a function its defaults, its attributes and the names around it, an iterator the place where
 * it stands.  A file of the library has that marked as well; a config with such a value is not
 * shared at all (load.h), as each that inherits from it has a state of its own.
 */
#include "base/vec.h"
#include "eval/builtins.h"
#include "eval/eval.h"
#include "eval/types.h"

struct freezing {
    void *ctx;
    bool all;   /* what code keeps, too */
    bool fixed; /* nothing of that has been met */
    VEC(struct value) todo;
};

static void push(struct freezing *f, struct value v)
{
    if (v.kind >= VALUE_LIST && v.kind < VALUE_UNKNOWN) {
        vec_push(f->ctx, &f->todo, v);
    }
}

static void take_list(struct freezing *f, struct list *l)
{
    if (l && !l->frozen) {
        l->frozen = FROZEN;
        for (uint32_t i = 0; i < l->n; i++) {
            l->items[i] = value_found(l->items[i]);
            push(f, l->items[i]);
        }
    }
}

static void take_dict(struct freezing *f, struct dict *d)
{
    if (d && !d->frozen) {
        d->frozen = FROZEN;
        for (uint32_t i = 0; i < d->n; i++) {
            d->entries[i].value = value_found(d->entries[i].value);
            push(f, d->entries[i].value);
        }
    }
}

static void take_function(struct freezing *f, struct function_value *fn)
{
    if (fn->frozen) {
        return;
    }
    fn->frozen = true;
    for (uint32_t i = 0; fn->defaults && i < fn->def->n_params; i++) {
        push(f, fn->defaults[i]);
    }
    take_dict(f, fn->attributes);
    take_dict(f, fn->own);
    for (struct frame *at = fn->outer; at && at->def && !at->frozen; at = at->outer) {
        at->frozen = true;
        for (uint32_t i = 0; i < at->def->n_slots; i++) {
            push(f, at->slots[i]);
        }
    }
}

static void take_builtin(struct freezing *f, const struct builtin_value *b)
{
    push(f, b->self);
    take_list(f, b->bound);
    take_dict(f, b->bound_keywords);
    f->fixed &= !b->cache;
}

static void take_slice(struct freezing *f, struct slice *s)
{
    if (!s->frozen) {
        s->frozen = true;
        push(f, s->start);
        push(f, s->stop);
        push(f, s->step);
    }
}

static void take_exception(struct freezing *f, struct exception *x)
{
    x->frozen = true;
    take_list(f, x->args);
    take_list(f, x->members);
    take_dict(f, x->attributes);
}

/* Something that keeps a state. */
static void take_code(struct freezing *f, const struct value *v)
{
    f->fixed = false;
    if (!f->all) {
        return;
    }
    switch (v->kind) {
    case VALUE_FUNCTION: take_function(f, v->function); break;
    case VALUE_ITERATOR: v->iterator->frozen = true; break;
    case VALUE_EXCEPTION: take_exception(f, v->exception); break;
    default: break;
    }
}

static void take(struct freezing *f, const struct value *v)
{
    switch (v->kind) {
    case VALUE_LIST:
    case VALUE_TUPLE: take_list(f, v->list); break;
    case VALUE_DICT:
    case VALUE_SET:
    case VALUE_FROZENSET: take_dict(f, v->dict); break;
    case VALUE_VIEW: take_dict(f, v->view->dict); break;
    case VALUE_SLICE: take_slice(f, (struct slice *)v->slice); break;
    case VALUE_LAZY:
        if (!v->lazy->frozen) { /* else other threads may read it */
            v->lazy->frozen = FROZEN;
        }
        break;
    case VALUE_BUILTIN: take_builtin(f, v->builtin); break;
    case VALUE_ITERATOR:
    case VALUE_FUNCTION:
    case VALUE_CLASS:
    case VALUE_EXCEPTION: take_code(f, v); break;
    default: break;
    }
}

static bool freeze(struct value *v, bool all)
{
    struct freezing f = {.ctx = mem_context(NULL), .all = all, .fixed = true};
    *v = value_found(*v);
    push(&f, *v);
    while (f.todo.n > 0) {
        struct value next = f.todo.items[--f.todo.n];
        take(&f, &next);
    }
    talloc_free(f.ctx);
    return f.fixed;
}

bool value_freeze(struct value *v)
{
    return freeze(v, false);
}

void value_freeze_all(struct value *v)
{
    freeze(v, true);
}
