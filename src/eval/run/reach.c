/*
 * What an unknown operation can reach is unknown.
 *
 * An operation is unknown when code runs that is not evaluated, or when it cannot be told what it
 * does, how often, or to which part of a container.  Three things can come of it:
 *
 * A container whose own change is not known (d[unknown] = 1) is *lost*: whoever reads it gets an
 * unknown (value_found), under all of its names.
 *
 * What is *given* to code that is not evaluated is lost with everything below it, and stays so,
 * since that code may keep it.  Functions lead to the names that they use; code that was given a
 * function may call it at any later time, so it is one of those `outside` that are looked at each
 * time.
 *
 * An unknown *holds* the values that it may be, or lead to (a if unknown else b; d[unknown]).
 * Nothing has happened to those yet; what is done to the unknown is done to them.
 */
#include "base/vec.h"
#include "eval/builtins.h"
#include "eval/run/generator.h"
#include "eval/run/interp.h"

struct walk {
    struct eval *e;
    struct value unknown; /* what is reached becomes this */
    bool gives;           /* functions that are reached are outside from now on */
    VEC(struct value) todo;
};

static bool is_held(const struct list *l)
{
    return l && l->n > 0;
}

/* Can anything that may be changed be reached through it? */
static bool leads_on(const struct value *v)
{
    switch (v->kind) {
    case VALUE_LIST:
    case VALUE_TUPLE: return !v->list->frozen;
    case VALUE_DICT:
    case VALUE_SET:
    case VALUE_FROZENSET: return !v->dict->frozen;
    case VALUE_VIEW: return !v->view->dict->frozen;
    case VALUE_ITERATOR:
    case VALUE_FUNCTION:
    case VALUE_CLASS:
    case VALUE_SLICE:
    case VALUE_EXCEPTION: return true;
    case VALUE_BUILTIN:
        return v->builtin->bound || v->builtin->cache || leads_on(&v->builtin->self);
    case VALUE_OBJECT: return v->object->class_->inside != NULL;
    case VALUE_UNKNOWN: return is_held(v->unknown->holds);
    case VALUE_MODULE: return builtins_reflects(str_of(v->module->name), STR(""));
    default: return false;
    }
}

static void push(struct walk *w, struct value v)
{
    if (leads_on(&v)) {
        vec_push(w->e->arena->owner, &w->todo, v);
    }
}

static void push_list(struct walk *w, const struct list *l)
{
    for (uint32_t i = 0; l && i < l->n; i++) {
        push(w, l->items[i]);
    }
}

static void push_entries(struct walk *w, const struct dict *d)
{
    for (uint32_t i = 0; i < d->n; i++) {
        push(w, d->entries[i].key);
        push(w, d->entries[i].value);
    }
}

/* What a lost container or an unknown holds, once. */
static void take_held(struct walk *w, const struct unknown *u)
{
    if (u && is_held(u->holds)) {
        push_list(w, u->holds);
        u->holds->n = 0;
    }
}

/* --- losing one container --- */

static void fill_list(struct arena *a, struct list *l, struct value unknown)
{
    for (uint32_t i = 0; i < l->n; i++) {
        l->items[i] = unknown;
    }
    if (l->n == 0) { /* for those who do not ask whether it is lost */
        list_push(a, l, unknown);
    }
    l->lost = unknown.unknown;
}

static void fill_dict(struct arena *a, struct dict *d, bool set, struct value unknown)
{
    for (uint32_t i = 0; i < d->n && !set; i++) {
        d->entries[i].value = unknown;
    }
    if (set) {
        dict_clear(d);
    }
    if (d->n == 0) {
        dict_set(a, d, &unknown, 0, unknown);
    }
    d->lost = unknown.unknown;
}

/* --- reaching --- */

/* Does it lead to all names, as globals() and sys.modules do? */
static bool leads_to_names(const struct value *v)
{
    return callee_reaches_names(v) || (value_is_unknown(v) && v->unknown->imports) ||
           (v->kind == VALUE_MODULE && builtins_reflects(str_of(v->module->name), STR("")));
}

static void reach_global(
    struct walk *w, struct dict *globals, const struct string *name, bool binds)
{
    struct entry *x = dict_find_string(globals, name);
    struct value v = x ? x->value : value_none();
    if (x || builtins_find(w->e, string_str(name), &v)) {
        push(w, leads_to_names(&v) ? value_of_dict(globals) : v);
    }
    if (binds && x) {
        x->value = w->unknown;
    } else if (binds) {
        struct value key = value_of_string(name);
        dict_set(w->e->arena, globals, &key, name->hash, w->unknown);
    }
}

static str text_at(const struct function_value *fn, uint32_t literal)
{
    return string_str(tree_string(fn->tree, literal));
}

static void reach_imported(struct walk *w, const struct function_value *fn, node_id id)
{
    const struct node *n = tree_node(fn->tree, id);
    bool from = n->kind == NODE_IMPORT_FROM, leads = false;
    EACH_CHILD (fn->tree, id, it) {
        str name = text_at(fn, tree_node(fn->tree, it)->data);
        leads |=
            from ? builtins_reflects(text_at(fn, n->data), name) : builtins_reflects(name, STR(""));
    }
    if (leads) {
        push(w, value_of_dict(fn->globals));
    }
}

static bool is_frame(str attribute)
{
    return STR_IS_ANY(attribute, "__traceback__", "gi_frame", "cr_frame", "ag_frame");
}

/* sys.path, but not sys.modules, nor sys alone. */
static bool is_harmless_part(const struct function_value *fn, node_id id)
{
    const struct node *n = tree_node(fn->tree, id),
                      *of = tree_node(fn->tree, tree_child(fn->tree, id, 0));
    const struct entry *x = of->kind == NODE_NAME && of->op == NAME_GLOBAL
                                ? dict_find_string(fn->globals, tree_string(fn->tree, of->data))
                                : NULL;
    return x && x->value.kind == VALUE_MODULE &&
           !builtins_reflects(str_of(x->value.module->name), text_at(fn, n->data));
}

/* The globals that code uses, and those that it declares in order to bind them. */
static void reach_names(struct walk *w, const struct function_value *fn, node_id id)
{
    const struct node *n = tree_node(fn->tree, id);
    if (n->kind == NODE_GLOBAL) {
        EACH_CHILD (fn->tree, id, it) {
            reach_global(
                w, fn->globals, tree_string(fn->tree, tree_node(fn->tree, it)->data), true);
        }
    } else if (n->kind == NODE_NAME && n->op == NAME_GLOBAL) {
        reach_global(w, fn->globals, tree_string(fn->tree, n->data), false);
    } else if (n->kind == NODE_ATTRIBUTE && is_frame(text_at(fn, n->data))) {
        push(w, value_of_dict(fn->globals));
    } else if (n->kind == NODE_IMPORT || n->kind == NODE_IMPORT_FROM) {
        reach_imported(w, fn, id);
    } else if (n->kind == NODE_WALRUS && tree_node(fn->tree, n->child)->op == NAME_GLOBAL) {
        uint32_t name = tree_node(fn->tree, n->child)->data; /* of a comprehension's module */
        reach_global(w, fn->globals, tree_string(fn->tree, name), true);
        reach_names(w, fn, tree_node(fn->tree, n->child)->next);
    } else if (n->kind != NODE_ATTRIBUTE || !is_harmless_part(fn, id)) {
        EACH_CHILD (fn->tree, id, it) {
            reach_names(w, fn, it);
        }
    }
}

static void reach_frames(struct walk *w, struct frame *f)
{
    for (; f && f->def; f = f->outer) {
        for (uint32_t i = 0; i < f->def->n_slots; i++) {
            struct value v = f->slots[i];
            interp_set_slot(w->e, f, i, w->unknown);
            push(w, v);
        }
    }
}

/* Any name may be among them now. */
static void reach_attributes(struct walk *w, struct dict **attributes)
{
    *attributes = *attributes ? *attributes : dict_new(w->e->arena, 1);
    push(w, value_of_dict(*attributes));
}

static void reach_function(struct walk *w, struct function_value *fn)
{
    struct eval *e = w->e;
    if (fn->walk == e->walks || fn->globals->frozen) {
        return;
    }
    fn->walk = e->walks;
    if (w->gives && !fn->outside) {
        fn->outside = true;
        e->outside = e->outside ? e->outside : list_new(e->arena, 4);
        list_push(e->arena, e->outside, (struct value){.kind = VALUE_FUNCTION, .function = fn});
    }
    for (uint32_t i = 0; fn->defaults && i < fn->def->n_params; i++) {
        push(w, fn->defaults[i]);
    }
    reach_attributes(w, &fn->attributes);
    reach_attributes(w, &fn->own);
    reach_frames(w, fn->outer);
    reach_names(w, fn, fn->def->node);
}

/* What a generator does when it goes on. */
static struct value code_of(struct eval *e, const struct generator *g)
{
    struct frame *f = g->frame;
    struct function_value *fn = ARENA_NEW(e->arena, struct function_value);
    fn->tree = f->tree;
    fn->def = f->def;
    fn->outer = f;
    fn->globals = f->globals;
    return (struct value){.kind = VALUE_FUNCTION, .function = fn};
}

static void push_source(struct walk *w, struct iterator *it)
{
    if (it) {
        push(w, (struct value){.kind = VALUE_ITERATOR, .iterator = it});
    }
}

/* Its code, and what it is at work on, which may have no name any more. */
static void reach_generator(struct walk *w, const struct generator *g)
{
    push(w, code_of(w->e, g));
    push_source(w, g->from);
    for (uint32_t i = 0; i < g->n_sources; i++) {
        push_source(w, g->sources[i]);
    }
    for (uint32_t i = 0; g->places && i < g->n; i++) {
        push_source(w, g->places[i].items);
    }
    for (uint32_t i = 0; i < g->n_kept; i++) {
        push(w, g->kept[i].value);
    }
}

/* The list that its iterators hand out, with `__reduce__`, and not only its items; or NULL. */
static struct list *whole_list(const struct iterator *it)
{
    bool whole =
        strcmp(it->type, "list_iterator") == 0 || strcmp(it->type, "list_reverseiterator") == 0;
    return whole ? it->list : NULL;
}

static void reach_iterator(struct walk *w, struct iterator *it)
{
    take_held(w, it->lost);
    if (it->lost) {
        return;
    }
    it->lost = w->unknown.unknown;
    if (whole_list(it)) {
        push(w, value_of_list(it->list));
    }
    push_list(w, it->list);
    push_list(w, it->past);
    for (uint32_t i = 0; i < it->n_sources; i++) {
        push_source(w, it->sources[i]);
    }
    for (uint32_t i = 0; i < it->n_values; i++) {
        push(w, it->values[i]);
    }
    if (it->generator) {
        reach_generator(w, it->generator);
    }
}

static void reach(struct walk *w, const struct value *v)
{
    struct arena *a = w->e->arena;
    switch (v->kind) {
    case VALUE_TUPLE: push_list(w, v->list); break;
    case VALUE_LIST:
        take_held(w, v->list->lost);
        if (!v->list->lost) {
            push_list(w, v->list);
            fill_list(a, v->list, w->unknown);
        }
        break;
    case VALUE_FROZENSET: push_entries(w, v->dict); break;
    case VALUE_DICT:
    case VALUE_SET:
        take_held(w, v->dict->lost);
        if (!v->dict->lost) {
            push_entries(w, v->dict);
            fill_dict(a, v->dict, v->kind == VALUE_SET, w->unknown);
        }
        break;
    case VALUE_VIEW: push(w, value_of_dict(v->view->dict)); break;
    case VALUE_ITERATOR: reach_iterator(w, v->iterator); break;
    case VALUE_FUNCTION: reach_function(w, v->function); break;
    case VALUE_CLASS: reach_function(w, v->class_->body); break;
    case VALUE_BUILTIN:
        push(w, v->builtin->self);
        push_list(w, v->builtin->bound);
        if (v->builtin->bound_keywords) {
            push_entries(w, v->builtin->bound_keywords);
        }
        if (v->builtin->cache) {
            v->builtin->cache->lost = true;
            push(w, v->builtin->cache->function);
            push_entries(w, v->builtin->cache->results);
            dict_clear(v->builtin->cache->results); /* it may hold the function itself */
        }
        break;
    case VALUE_SLICE:
        push(w, v->slice->start);
        push(w, v->slice->stop);
        push(w, v->slice->step);
        break;
    case VALUE_EXCEPTION:
        push(w, value_of_list(v->exception->args));
        push_list(w, v->exception->members);
        reach_attributes(w, &v->exception->attributes);
        break;
    case VALUE_OBJECT: push(w, *v->object->class_->inside(v->object)); break;
    case VALUE_UNKNOWN: take_held(w, v->unknown); break;
    case VALUE_MODULE: /* one that leads to all names */
        if (w->e->frame) {
            push(w, value_of_dict(w->e->frame->globals));
        }
        break;
    default: break;
    }
}

static bool run(struct walk *w)
{
    bool good = true;
    w->e->walks++;
    while (w->todo.n > 0 && good) {
        struct value v = w->todo.items[--w->todo.n];
        reach(w, &v);
        good = eval_spend(w->e, 1 + w->todo.n / 64);
    }
    talloc_free(w->todo.items);
    return good;
}

static bool reach_all(
    struct eval *e, const struct value *values, uint32_t n, struct value unknown, bool gives)
{
    struct walk w = {.e = e, .unknown = unknown, .gives = gives};
    e->unseen++;
    for (uint32_t i = 0; i < n; i++) {
        push(&w, values[i]);
    }
    if (gives) {
        push_list(&w, e->outside);
    }
    return w.todo.n == 0 || run(&w);
}

bool ops_give(struct eval *e, const struct value *values, uint32_t n)
{
    bool any = e->outside != NULL;
    e->unseen++;
    e->environment.lost = true;
    for (uint32_t i = 0; i < n && !any; i++) {
        any = leads_on(&values[i]);
    }
    if (!any || !e->profile->tolerant) {
        return true;
    }
    struct value unknown = ops_unknown(e, "code that is not evaluated may have changed it");
    return reach_all(e, values, n, unknown, true);
}

bool ops_doubt(struct eval *e, const struct value *values, uint32_t n, struct value unknown)
{
    return !e->profile->tolerant || reach_all(e, values, n, unknown, false);
}

/* --- unknowns that hold --- */

static void hold(struct eval *e, struct unknown *u, const struct value *v)
{
    if (leads_on(v)) {
        u->holds = u->holds ? u->holds : list_new(e->arena, 2);
        list_push(e->arena, u->holds, *v);
    }
}

static void hold_list(struct eval *e, struct unknown *u, const struct list *l)
{
    for (uint32_t i = 0; l && i < l->n; i++) {
        hold(e, u, &l->items[i]);
    }
}

/* Does it run code when it is asked for an item? */
static bool runs(const struct iterator *it)
{
    bool any = it->generator != NULL;
    for (uint32_t i = 0; i < it->n_values; i++) {
        enum value_kind kind = (enum value_kind)it->values[i].kind;
        any |= (kind >= VALUE_FUNCTION && kind <= VALUE_CLASS) || kind == VALUE_UNKNOWN;
    }
    for (uint32_t i = 0; i < it->n_sources; i++) {
        any |= it->sources[i] && !it->sources[i]->lost && runs(it->sources[i]);
    }
    for (uint32_t i = 0; it->past && i < it->past->n; i++) {
        const struct value *v = &it->past->items[i];
        any |= v->kind == VALUE_ITERATOR && !v->iterator->lost && runs(v->iterator);
    }
    return any;
}

/* It goes on from who knows where. */
static bool lose_iterator(struct eval *e, struct iterator *it, struct value unknown)
{
    struct value all = {.kind = VALUE_ITERATOR, .iterator = it};
    if (it->lost || runs(it)) {
        return ops_doubt(e, &all, 1, unknown);
    }
    it->lost = unknown.unknown;
    if (whole_list(it)) {
        struct value list = value_of_list(it->list);
        hold(e, (struct unknown *)unknown.unknown, &list);
    }
    hold_list(e, (struct unknown *)unknown.unknown, it->list);
    hold_list(e, (struct unknown *)unknown.unknown, it->past);
    for (uint32_t i = 0; i < it->n_values; i++) {
        hold(e, (struct unknown *)unknown.unknown, &it->values[i]);
    }
    bool good = true;
    for (uint32_t i = 0; i < it->n_sources && good; i++) {
        good = !it->sources[i] || it->sources[i]->lost || lose_iterator(e, it->sources[i], unknown);
    }
    return good;
}

bool ops_lose(
    struct eval *e, const struct value *container, const struct value *put, const char *reason)
{
    bool iterator = container->kind == VALUE_ITERATOR, list = container->kind == VALUE_LIST;
    if (!iterator && !ops_mutable(e, list ? container->list->frozen : container->dict->frozen)) {
        return false;
    }
    struct value unknown = ops_unknown(e, reason);
    struct unknown *u = (struct unknown *)unknown.unknown;
    e->unseen++;
    u->plain = !(put && ops_runs_code(e, put)) && !ops_runs_code(e, container);
    if (put) {
        hold(e, u, put);
    }
    if (iterator) {
        return lose_iterator(e, container->iterator, unknown);
    }
    if (list) {
        struct list *l = container->list;
        hold_list(e, u, l);
        fill_list(e->arena, l, unknown);
        return eval_spend(e, l->n / 16);
    }
    struct dict *d = container->dict;
    for (uint32_t i = 0; i < d->n; i++) {
        hold(e, u, &d->entries[i].key);
        hold(e, u, &d->entries[i].value);
    }
    fill_dict(e->arena, d, container->kind == VALUE_SET, unknown);
    return eval_spend(e, d->n / 16);
}

void ops_hold(struct eval *e, struct value *out, const struct value *values, uint32_t n)
{
    if (!value_is_unknown(out)) {
        return;
    }
    bool plain = out->unknown->plain, any = false;
    for (uint32_t i = 0; i < n; i++) {
        plain = plain && !ops_runs_code(e, &values[i]);
        any |= leads_on(&values[i]);
    }
    if (!any && plain == out->unknown->plain && !out->unknown->only_reads) {
        return;
    }
    struct unknown *u = ARENA_NEW(e->arena, struct unknown);
    *u = *out->unknown;
    u->plain = plain;
    u->names = u->only_reads = false;
    u->holds = NULL;
    for (uint32_t i = 0; i < n && any; i++) {
        hold(e, u, &values[i]);
    }
    if (is_held(out->unknown->holds)) {
        hold(e, u, out);
    }
    out->unknown = u;
}
