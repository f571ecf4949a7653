/* Builtins that look at names: globals(), locals(), vars(), dir(), eval() and exec(). */
#include "eval/builtins.h"
#include "eval/ops.h"
#include "eval/run/interp.h"
#include "syntax/python.h"

#define BUILTIN(name) \
    static bool name( \
        struct eval *e, const struct value *self, const struct arguments *args, struct value *out)

static void add_slot(struct eval *e, struct dict *d, const struct frame *f, uint32_t slot)
{
    const struct string *name = tree_string(f->tree, f->tree->slot_names[f->def->slots_at + slot]);
    struct value key = value_of_string(name);
    if (f->slots[slot].kind != VALUE_KINDS) {
        dict_set(e->arena, d, &key, name->hash, f->slots[slot]);
    }
}

static bool is_comprehension(const struct node *n)
{
    return n->kind == NODE_LIST_COMP || n->kind == NODE_SET_COMP || n->kind == NODE_DICT_COMP ||
           n->kind == NODE_GENERATOR;
}

/* The names of functions around `f` that its code uses; `inner`: how many functions of its own the
 * node stands in. */
static void add_outer(
    struct eval *e, struct dict *d, const struct frame *f, node_id id, uint32_t inner)
{
    const struct node *n = tree_node(f->tree, id);
    uint32_t up = n->kind == NODE_NAME && n->op == NAME_FREE ? n->data >> 16 : 0, at = 0;
    if (up > inner) {
        const struct frame *home = f;
        for (up -= inner; up > 0; up--) {
            home = home->outer;
        }
        add_slot(e, d, home, n->data & 0xFFFF);
    }
    bool function = n->kind == NODE_DEF || n->kind == NODE_LAMBDA, first = true;
    EACH_CHILD (f->tree, id, it) {
        bool loop = is_comprehension(n) && first && tree_node(f->tree, it)->kind == NODE_COMP_FOR;
        if (loop) { /* what it goes over belongs to the code around */
            add_outer(e, d, f, tree_child(f->tree, it, 0), inner + 1);
            add_outer(e, d, f, tree_child(f->tree, it, 1), inner);
            first = false;
        } else if (n->kind != NODE_CLASS || at != 1) {
            add_outer(e, d, f, it, inner + (function ? at == 1 : is_comprehension(n)));
        }
        at++;
    }
}

/* The same of all that runs in the frame. */
static void add_all_outer(struct eval *e, struct dict *d, const struct frame *f)
{
    const struct node *n = tree_node(f->tree, f->def->node);
    bool first = true;
    if (!is_comprehension(n)) {
        add_outer(e, d, f, tree_child(f->tree, f->def->node, 1), 0);
        return;
    }
    EACH_CHILD (f->tree, f->def->node, it) {
        bool loop = first && tree_node(f->tree, it)->kind == NODE_COMP_FOR;
        first = first && !loop;
        add_outer(e, d, f, loop ? tree_child(f->tree, it, 0) : it, 0);
    }
}

/* The names that the frame sees by itself: the module's own dict, or a copy of a function's. */
static struct dict *names_of(struct eval *e, struct frame *f)
{
    if (!f->def) {
        return f->globals;
    }
    struct dict *d = dict_new(e->arena, f->def->n_slots);
    for (uint32_t i = 0; i < f->def->n_slots; i++) {
        add_slot(e, d, f, i);
    }
    if (f->outer) {
        add_all_outer(e, d, f);
    }
    return d;
}

/* The names as a dict; unknown where some of them may not be there. */
static bool as_dict(struct eval *e, struct dict *names, struct value *out)
{
    struct value v = value_of_dict(names);
    *out = v;
    if (dict_may_lack(names)) {
        *out = ops_plain_unknown(e, "which names there are cannot be known");
        ops_hold(e, out, &v, 1);
        ((struct unknown *)out->unknown)->names = true;
    }
    return eval_spend(e, names->n / 64);
}

BUILTIN(fn_globals)
{
    (void)self, (void)args;
    return as_dict(e, e->frame->globals, out);
}

BUILTIN(fn_locals)
{
    (void)self, (void)args;
    return as_dict(e, names_of(e, e->frame), out);
}

BUILTIN(fn_vars)
{
    if (args->n_positional == 0) {
        return fn_locals(e, self, args, out);
    }
    if (args->positional[0].kind == VALUE_MODULE) {
        return builtins_module_attribute(e, args->positional[0].module, STR("__dict__"), out);
    }
    if (args->positional[0].kind == VALUE_FUNCTION) {
        return ops_get_attribute(e, &args->positional[0], STR("__dict__"), out);
    }
    *out = ops_unknown(e, "the attributes of an object are not evaluated");
    ops_hold(e, out, args->positional, 1);
    return true;
}

static bool sorted(struct eval *e, struct value list, struct value *out)
{
    struct value function;
    return builtins_find(e, STR("sorted"), &function) && eval_call1(e, &function, list, out);
}

BUILTIN(fn_dir)
{
    (void)self;
    if (args->n_positional > 0) {
        *out = ops_plain_unknown(e, "the attributes of an object are not evaluated");
        return true;
    }
    struct dict *d = names_of(e, e->frame);
    if (dict_may_lack(d)) {
        return as_dict(e, d, out);
    }
    struct list *l = list_new(e->arena, d->n);
    for (uint32_t i = 0; i < d->n; i++) {
        list_push(e->arena, l, d->entries[i].key);
    }
    return sorted(e, value_of_list(l), out);
}

/* eval(code, names): Python puts its builtins among them. */
static bool own_names(struct eval *e, const struct arguments *args, struct dict **out)
{
    const struct value *names = &args->positional[1];
    if (names->kind != VALUE_DICT || names->dict->frozen) {
        return false;
    }
    *out = names->dict;
    if (*out != e->frame->globals && !dict_find_str(*out, STR("__builtins__"))) {
        struct value all = ops_plain_unknown(e, "it holds all of Python's builtins");
        dict_set_str(e->arena, *out, STR("__builtins__"), all);
    }
    return true;
}

/* The names that code in a string sees: those given, or those of the caller, its locals in front.
 */
static bool visible(struct eval *e, const struct arguments *args, struct dict **out)
{
    struct frame *f = e->frame;
    for (uint32_t i = 1; i < args->n_positional; i++) {
        if (args->positional[i].kind != VALUE_DICT) {
            return false;
        }
    }
    if (args->n_positional == 2) {
        return own_names(e, args, out);
    }
    if (args->n_positional == 1 && !f->def) {
        *out = f->globals;
        return true;
    }
    const struct dict *globals = args->n_positional > 1 ? args->positional[1].dict : f->globals;
    const struct dict *locals = args->n_positional > 2 ? args->positional[2].dict : names_of(e, f);
    struct dict *all = dict_copy(e->arena, globals);
    all->frozen = CHANGEABLE;
    for (uint32_t i = 0; i < locals->n; i++) {
        const struct entry *x = &locals->entries[i];
        dict_set(e->arena, all, &x->key, x->hash, x->value);
    }
    *out = all;
    return true;
}

/* Code in a string as a tree of its own; NULL after raising SyntaxError. */
static const struct tree *parse(struct eval *e, str text, bool expression)
{
    text = arena_str(e->arena, text);
    struct source *source = source_new(e->arena, STR("<string>"), STR("<string>"), text, false);
    struct diags *diags = diags_new(e->arena->owner);
    const struct tree *t = expression
                               ? python_parse_expression(e->arena, e->limits, diags, source,
                                     (span){0, (uint32_t)text.n})
                               : python_parse(e->arena, e->limits, diags, source, text, NULL, 0);
    if (!t->broken) {
        return t;
    }
    str why = diags->list.n ? diags->list.items[0].message : STR("invalid syntax");
    eval_raise(e, TYPE_SYNTAX_ERROR, "%.*s", STR_ARG(why));
    return NULL;
}

/* An error in code from a string is shown where the string is run. */
static bool forget_place(struct eval *e)
{
    if (e->raised && e->raised->tree && !e->raised->tree->source->is_file) {
        e->raised->tree = NULL;
    }
    return false;
}

/* Code that is not known runs with these names. */
static bool lose_names(struct eval *e, const struct arguments *args, struct value *out)
{
    struct list *all = list_new(e->arena, 4);
    for (uint32_t i = 0; i < args->n_positional; i++) {
        list_push(e->arena, all, args->positional[i]);
    }
    list_push(e->arena, all, value_of_dict(e->frame->globals));
    for (struct frame *f = e->frame; f && f->def; f = f->outer) {
        list_push(e->arena, all, value_of_dict(names_of(e, f)));
    }
    *out = ops_unknown(e, "it is the work of text that is not known");
    return ops_give(e, all->items, all->n);
}

BUILTIN(fn_eval)
{
    (void)self;
    const struct value *code = &args->positional[0];
    struct dict *names;
    if (code->kind != VALUE_STRING || !visible(e, args, &names)) {
        return lose_names(e, args, out);
    }
    const struct tree *t = parse(e, value_str(code), true);
    if (!t) {
        return false;
    }
    if (!eval_expression(e, t, t->root, names, out)) {
        return forget_place(e);
    }
    if (out->tree == t) { /* what the string makes, the call made */
        out->tree = NULL;
        out->node = 0;
    }
    return true;
}

BUILTIN(fn_exec)
{
    (void)self;
    const struct value *code = &args->positional[0];
    struct dict *names;
    *out = value_none();
    bool known = code->kind == VALUE_STRING && visible(e, args, &names) &&
                 (args->n_positional == 2 || (args->n_positional == 1 && !e->frame->def));
    if (!known) {
        return lose_names(e, args, out);
    }
    const struct tree *t = parse(e, value_str(code), false);
    if (!t || !ops_mutable(e, names->frozen)) {
        return false;
    }
    return eval_module(e, t, names) || forget_place(e);
}

const struct builtin_def NAME_FUNCTIONS[] = {
    {"dir", fn_dir, 0, 1, NULL},
    {"eval", fn_eval, 1, 3, NULL},
    {"exec", fn_exec, 1, 3, NULL},
    {"globals", fn_globals, 0, 0, NULL},
    {"locals", fn_locals, 0, 0, NULL},
    {"vars", fn_vars, 0, 1, NULL},
    {0},
};
