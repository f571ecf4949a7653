#include "eval/builtins.h"
#include "eval/ops.h"
#include "eval/run/interp.h"
#include "eval/run/nodes.h"
#include "eval/text.h"

/* Gives an exception that has no place yet the place of this statement. */
static enum flow raised(struct eval *e, struct frame *f, node_id id)
{
    if (e->raised && !e->raised->tree) {
        e->raised->tree = f->tree;
        e->raised->node = id;
    }
    return FLOW_RAISE;
}

/* --- compound statements --- */

enum flow interp_suite(struct eval *e, struct frame *f, node_id suite)
{
    struct place at;
    node_id it = child(f, suite, 0);
    if (interp_resumes(f, suite, &at)) {
        it = at.below;
    } else if (f->generator) {
        interp_forget(f);
    }
    for (; it; it = node_of(f, it)->next) {
        enum flow flow = interp_statement(e, f, it);
        if (e->watch && e->watch->suite == suite && !e->watch->first &&
            e->watch->unseen != e->unseen) {
            e->watch->first = it;
        }
        if (flow == FLOW_YIELD) {
            return interp_suspend(e, f, (struct place){.node = suite, .below = it});
        }
        if (flow != FLOW_NEXT) {
            return flow;
        }
    }
    return FLOW_NEXT;
}

/* The suite of an `else`; 0 when there is none. */
static node_id else_suite(struct frame *f, node_id otherwise)
{
    return otherwise ? child(f, otherwise, 0) : 0;
}

enum {
    LEAVES_LOOP = 1, /* break or continue of the loop around */
    LEAVES_FUNCTION = 2,
    YIELDS = 4
};

/* How the statements below may leave the place where they stand. */
static unsigned exits(struct frame *f, node_id id, bool in_loop)
{
    unsigned found = 0;
    switch (kind_of(f, id)) {
    case NODE_RETURN: return LEAVES_FUNCTION;
    case NODE_YIELD: return YIELDS;
    case NODE_BREAK:
    case NODE_CONTINUE: return in_loop ? 0 : LEAVES_LOOP;
    case NODE_FOR:
    case NODE_WHILE: in_loop = true; break;
    case NODE_DEF:
    case NODE_CLASS:
    case NODE_LAMBDA: return 0;
    default: break;
    }
    EACH_CHILD (f->tree, id, it) {
        found |= exits(f, it, in_loop);
    }
    return found;
}

enum flow interp_perhaps(
    struct eval *e, struct frame *f, node_id first, bool rest, struct value unknown)
{
    unsigned found = 0;
    unknown = interp_maybe(e, f, first, rest, unknown);
    for (node_id it = first; it; it = rest ? node_of(f, it)->next : 0) {
        found |= exits(f, it, false);
    }
    if (found & YIELDS) {
        interp_generator_lost(f);
        found |= LEAVES_FUNCTION;
    }
    if (found & LEAVES_FUNCTION) {
        f->returned = interp_maybe(e, f, child(f, f->def->node, 1), false, unknown);
        return FLOW_RETURN;
    }
    return found & LEAVES_LOOP ? FLOW_LOST : FLOW_NEXT;
}

enum flow interp_run_part(struct eval *e, struct frame *f, node_id id, node_id part)
{
    enum flow flow = part ? interp_suite(e, f, part) : FLOW_NEXT;
    return flow == FLOW_YIELD ? interp_suspend(e, f, (struct place){.node = id, .below = part})
                              : flow;
}

static enum flow run_if(struct eval *e, struct frame *f, node_id id)
{
    struct place at;
    if (interp_resumes(f, id, &at)) {
        return interp_run_part(e, f, id, at.below);
    }
    bool truth, unknown = false;
    if (!interp_test(e, f, child(f, id, 0), &truth, &unknown)) {
        return FLOW_RAISE;
    }
    if (unknown) {
        struct value u = interp_unknown(
            e, f, child(f, id, 0), "it depends on a condition that cannot be evaluated");
        return interp_perhaps(e, f, child(f, id, 1), true, u);
    }
    return interp_run_part(e, f, id, truth ? child(f, id, 1) : else_suite(f, child(f, id, 2)));
}

/* After a loop of which it cannot be told how often it ran. */
static enum flow end_of_loop(enum flow flow)
{
    return flow == FLOW_LOST ? FLOW_NEXT : flow;
}

static struct value lost_loop(struct eval *e, struct frame *f, node_id id)
{
    return interp_unknown(
        e, f, id, "it is set in a loop of which it cannot be told how often it runs");
}

static enum flow run_while(struct eval *e, struct frame *f, node_id id)
{
    if (!e->profile->loops_freely) {
        eval_raise(e, TYPE_SYNTAX_ERROR, "`while` is not part of the library language");
        return FLOW_RAISE;
    }
    struct place at;
    bool resumes = interp_resumes(f, id, &at);
    if (resumes && at.below != child(f, id, 1)) {
        return interp_run_part(e, f, id, at.below);
    }
    for (;; resumes = false) {
        bool truth = true, unknown = false;
        if (!resumes && !interp_test(e, f, child(f, id, 0), &truth, &unknown)) {
            return FLOW_RAISE;
        }
        if (unknown) {
            struct value u = interp_unknown(
                e, f, child(f, id, 0), "it depends on a loop condition that cannot be evaluated");
            return end_of_loop(interp_perhaps(e, f, child(f, id, 0), true, u));
        }
        if (!truth) {
            return interp_run_part(e, f, id, else_suite(f, child(f, id, 2)));
        }
        enum flow flow = interp_run_part(e, f, id, child(f, id, 1));
        if (flow == FLOW_BREAK) {
            return FLOW_NEXT;
        }
        if (flow == FLOW_LOST) {
            return end_of_loop(interp_perhaps(e, f, child(f, id, 0), true, lost_loop(e, f, id)));
        }
        if (flow == FLOW_RETURN || flow == FLOW_RAISE || flow == FLOW_YIELD) {
            return flow;
        }
    }
}

/* The loop over something of which nothing, or not how it goes on, is known. */
static enum flow lose_for(
    struct eval *e, struct frame *f, node_id id, const struct value *over, struct value u)
{
    ops_hold(e, &u, over, 1);
    bool good = over->kind == VALUE_ITERATOR ? ops_lose(e, over, NULL, "a loop went over it")
                                             : ops_use(e, over);
    return good ? end_of_loop(interp_perhaps(e, f, id, false, u)) : FLOW_RAISE;
}

static enum flow run_for(struct eval *e, struct frame *f, node_id id)
{
    struct value iterable = value_none(), item;
    struct iterator *items;
    struct place at;
    bool resumes = interp_resumes(f, id, &at);
    node_id target = child(f, id, 0), suite = child(f, id, 2);
    if (resumes && at.below != suite) {
        return interp_run_part(e, f, id, at.below);
    }
    if (resumes) {
        items = at.items;
        iterable = (struct value){.kind = VALUE_ITERATOR, .iterator = items};
    } else if (!interp_expression(e, f, child(f, id, 1), &iterable) ||
               !ops_iterator(e, &iterable, &items)) {
        return FLOW_RAISE;
    }
    for (;; resumes = false) { /* a list may grow meanwhile, as in Python */
        enum next next = resumes ? NEXT_ITEM : items ? ops_next(e, items, &item) : NEXT_UNKNOWN;
        if (next == NEXT_END) {
            return interp_run_part(e, f, id, else_suite(f, child(f, id, 3)));
        }
        if (next == NEXT_UNKNOWN) {
            return lose_for(e, f, id, &iterable,
                interp_unknown(
                    e, f, child(f, id, 1), "it depends on a loop over something unknown"));
        }
        if (next == NEXT_RAISED || (!resumes && !interp_assign(e, f, target, item))) {
            return FLOW_RAISE;
        }
        enum flow flow = interp_suite(e, f, suite);
        if (flow == FLOW_YIELD) {
            return interp_suspend(e, f, (struct place){.node = id, .below = suite, .items = items});
        }
        if (flow == FLOW_BREAK) {
            return FLOW_NEXT;
        }
        if (flow == FLOW_LOST) {
            return lose_for(e, f, id, &iterable, lost_loop(e, f, id));
        }
        if (flow == FLOW_RETURN || flow == FLOW_RAISE) {
            return flow;
        }
    }
}

static enum flow run_with(struct eval *e, struct frame *f, node_id id)
{
    if (e->host->with && e->host->with(e, f, id)) {
        return interp_suite(e, f, child(f, id, 0));
    }
    if (e->raised) {
        return FLOW_RAISE;
    }
    struct value u = interp_unknown(e, f, id, "it is set under a `with` that is not evaluated");
    return interp_perhaps(e, f, id, false, u);
}

/* --- simple statements --- */

static enum flow run_assign(struct eval *e, struct frame *f, node_id id)
{
    struct value v;
    node_id value = child(f, id, 0), target = node_of(f, value)->next;
    if (e->host->removed.n && kind_of(f, target) == NODE_NAME &&
        str_eq(tree_text(f->tree, target), e->host->removed)) {
        return FLOW_NEXT;
    }
    if (!interp_expression(e, f, value, &v)) {
        return FLOW_RAISE;
    }
    for (node_id it = node_of(f, value)->next; it; it = node_of(f, it)->next) {
        if (!interp_assign(e, f, it, v)) {
            return raised(e, f, id);
        }
    }
    return FLOW_NEXT;
}

/* The value that `object[index]` or an attribute of it has; once, though a yield may follow. */
static bool read_target(struct eval *e, struct frame *f, node_id target, const struct value *object,
    const struct value *index, struct value *out)
{
    if (f->generator && interp_kept(f, target, out)) {
        return true;
    }
    const struct node *n = node_of(f, target);
    bool good = n->kind == NODE_SUBSCRIPT
                    ? ops_get_item(e, object, index, out)
                    : ops_get_attribute(e, object, string_str(tree_string(f->tree, n->data)), out);
    if (good && f->generator) {
        interp_keep(e, f, target, *out);
    }
    return good;
}

static enum flow run_aug_assign(struct eval *e, struct frame *f, node_id id)
{
    node_id target = child(f, id, 0);
    enum operator op =(enum operator) node_of(f, id)->op;
    struct value object = value_none(), index = value_none(), left, right, result;
    enum node_kind kind = kind_of(f, target);
    if (kind == NODE_NAME) {
        if (!interp_expression(e, f, target, &left)) {
            return FLOW_RAISE;
        }
    } else {
        if (!interp_expression(e, f, child(f, target, 0), &object) ||
            (kind == NODE_SUBSCRIPT && !interp_expression(e, f, child(f, target, 1), &index)) ||
            !read_target(e, f, target, &object, &index, &left)) {
            return raised(e, f, id);
        }
    }
    if (!interp_expression(e, f, child(f, id, 1), &right) ||
        !ops_augmented(e, op, &left, &right, &result)) {
        return raised(e, f, id);
    }
    if (!result.tree) {
        result = interp_at(f, id, result);
    }
    bool good;
    if (kind == NODE_NAME) {
        good = interp_assign(e, f, target, result);
    } else if (kind == NODE_SUBSCRIPT) {
        good = ops_set_item(e, &object, &index, result);
    } else {
        good =
            ops_set_attribute(e, &object, tree_string(f->tree, node_of(f, target)->data), result);
    }
    return good ? FLOW_NEXT : raised(e, f, id);
}

/* Binds what a def or a class statement makes, under the literal `name`. */
static bool bind_definition(
    struct eval *e, struct frame *f, node_id id, uint32_t name, struct value v)
{
    for (uint32_t i = 0; f->def && i < f->def->n_slots; i++) {
        if (f->tree->slot_names[f->def->slots_at + i] == name) {
            interp_set_slot(e, f, i, v);
            return true;
        }
    }
    const struct string *s = tree_string(f->tree, name);
    struct value key = interp_at(f, id, value_of_string(s));
    if (!ops_mutable(e, f->globals->frozen)) {
        return false;
    }
    dict_set(e->arena, f->globals, &key, s->hash, v);
    return true;
}

/* Evaluates the decorators from `first` on; the values come in the order of the text. */
static bool decorators(struct eval *e, struct frame *f, node_id first, struct list **out)
{
    *out = NULL;
    for (node_id it = first; it && kind_of(f, it) != NODE_ANNOTATION; it = node_of(f, it)->next) {
        struct value v;
        if (!interp_expression(e, f, it, &v)) {
            return false;
        }
        *out = *out ? *out : list_new(e->arena, 2);
        list_push(e->arena, *out, v);
    }
    return true;
}

static bool annotation(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    *out = interp_unknown(e, f, id, "annotations that are not evaluated");
    return !e->profile->tolerant || f->tree->lazy_annotations || interp_expression(e, f, id, out);
}

static bool annotations(struct eval *e, struct frame *f, node_id def)
{
    struct value ignored;
    EACH_CHILD (f->tree, def, it) {
        if (kind_of(f, it) == NODE_ANNOTATION && !annotation(e, f, child(f, it, 0), &ignored)) {
            return false;
        }
    }
    return true;
}

static bool decorate(struct eval *e, const struct list *decorators, struct value *v)
{
    for (uint32_t i = decorators ? decorators->n : 0; i-- > 0;) {
        if (!eval_call1(e, &decorators->items[i], *v, v)) {
            return false;
        }
    }
    return true;
}

/* Raises what making a class from these arguments raises; the body is not looked into.  *ordinary:
 * `type` makes it. */
static bool class_bases(struct eval *e, struct frame *f, node_id arguments, bool *ordinary)
{
    *ordinary = true;
    EACH_CHILD (f->tree, arguments, it) {
        enum node_kind kind = kind_of(f, it);
        bool wrapped = kind == NODE_KEYWORD || kind == NODE_STAR || kind == NODE_DOUBLE_STAR;
        struct value v;
        if (!interp_expression(e, f, wrapped ? child(f, it, 0) : it, &v)) {
            return false;
        }
        if (v.kind == VALUE_LAZY && !wrapped) { /* LazyObject.__call__, without a message */
            return eval_raise_at(e, f->tree, it, TYPE_RUNTIME_ERROR, "%s", "");
        }
        *ordinary &= !wrapped && (v.kind == VALUE_CLASS || v.kind == VALUE_TYPE);
    }
    return true;
}

/* A class as `type` makes it; what another metaclass makes of it is unknown. */
static struct value new_class(struct eval *e, struct frame *f, node_id id, bool ordinary)
{
    uint32_t name = node_of(f, id)->data;
    struct class_value *c = ARENA_NEW(e->arena, struct class_value);
    struct buf b = eval_buf(e);
    text_qualname(&b, f, name, tree_string(f->tree, name)->bytes);
    c->name = arena_str(e->arena, buf_str(&b));
    c->module = e->host->module_name;
    c->body = interp_code(e, f, id);
    buf_free(&b);
    struct value class_ = {.kind = VALUE_CLASS, .class_ = c};
    if (ordinary) {
        return interp_at(f, id, class_);
    }
    struct value unknown = ops_unknown(e, "it is made by a metaclass that is not known");
    ops_hold(e, &unknown, &class_, 1);
    return interp_at(f, id, unknown);
}

static enum flow run_class(struct eval *e, struct frame *f, node_id id)
{
    struct list *by;
    bool ordinary;
    if (!e->profile->loops_freely) {
        eval_raise(e, TYPE_SYNTAX_ERROR, "`class` is not part of the library language");
        return FLOW_RAISE;
    }
    if (!decorators(e, f, child(f, id, 2), &by) || !class_bases(e, f, child(f, id, 0), &ordinary)) {
        return FLOW_RAISE;
    }
    struct value v = new_class(e, f, id, ordinary);
    if (!ops_give(e, &v, 1)) { /* its body runs, and its methods may whenever it is used */
        return FLOW_RAISE;
    }
    if (!decorate(e, by, &v)) {
        return FLOW_RAISE;
    }
    return bind_definition(e, f, id, node_of(f, id)->data, v) ? FLOW_NEXT : raised(e, f, id);
}

static enum flow run_def(struct eval *e, struct frame *f, node_id id)
{
    bool good = true;
    struct list *by;
    if (!decorators(e, f, child(f, id, 2), &by)) {
        return FLOW_RAISE;
    }
    struct value v = interp_function(e, f, id, &good);
    if (!good || !annotations(e, f, id) || !decorate(e, by, &v)) {
        return FLOW_RAISE;
    }
    uint32_t name = f->tree->functions[node_of(f, id)->data].name;
    return bind_definition(e, f, id, name, v) ? FLOW_NEXT : raised(e, f, id);
}

static enum flow run_delete(struct eval *e, struct frame *f, node_id id)
{
    node_id target = child(f, id, 0);
    if (kind_of(f, target) != NODE_TUPLE) {
        return interp_delete(e, f, target) ? FLOW_NEXT : raised(e, f, id);
    }
    EACH_CHILD (f->tree, target, it) {
        if (!interp_delete(e, f, it)) {
            return raised(e, f, id);
        }
    }
    return FLOW_NEXT;
}

static enum flow run_return(struct eval *e, struct frame *f, node_id id)
{
    f->returned = value_none();
    if (child(f, id, 0) && !interp_expression(e, f, child(f, id, 0), &f->returned)) {
        return FLOW_RAISE;
    }
    return FLOW_RETURN;
}

static enum flow run_import(struct eval *e, struct frame *f, node_id id)
{
    if (!e->host->import) {
        eval_raise_at(e, f->tree, id, TYPE_IMPORT_ERROR, "nothing can be imported here");
        return FLOW_RAISE;
    }
    return !interp_import_fails(e, f, id) && e->host->import(e, f, id) ? FLOW_NEXT
                                                                       : raised(e, f, id);
}

/* Only a module keeps what its annotations stand for, and only those of plain names. */
static void keep_annotation(struct eval *e, struct frame *f, node_id id, struct value v)
{
    const struct value *all = dict_get(f->globals, "__annotations__");
    node_id target = child(f, id, 0);
    bool plain = kind_of(f, target) == NODE_NAME &&
                 f->tree->places[target].start == f->tree->places[id].start;
    if (plain && all && all->kind == VALUE_DICT && !all->dict->frozen) {
        dict_set_str(e->arena, all->dict, tree_text(f->tree, target), v);
    }
}

static enum flow run_annotated(struct eval *e, struct frame *f, node_id id)
{
    node_id value = child(f, id, 2);
    struct value v;
    if (value &&
        (!interp_expression(e, f, value, &v) || !interp_assign(e, f, child(f, id, 0), v))) {
        return raised(e, f, id);
    }
    if (f->def) { /* that of a local name is not evaluated */
        return FLOW_NEXT;
    }
    if (!annotation(e, f, child(f, id, 1), &v)) {
        return raised(e, f, id);
    }
    keep_annotation(e, f, id, v);
    return FLOW_NEXT;
}

/* `type X = ...`: what it stands for is evaluated when somebody asks, and nobody does. */
static enum flow run_type_alias(struct eval *e, struct frame *f, node_id id)
{
    node_id name = child(f, id, 0);
    struct value v = {.kind = VALUE_OPAQUE, .repr = string_new(e->arena, tree_text(f->tree, name))};
    return interp_assign(e, f, name, interp_at(f, id, v)) ? FLOW_NEXT : raised(e, f, id);
}

static enum flow run(struct eval *e, struct frame *f, node_id id)
{
    struct value ignored;
    switch (kind_of(f, id)) {
    case NODE_ASSIGN: return run_assign(e, f, id);
    case NODE_AUG_ASSIGN: return run_aug_assign(e, f, id);
    case NODE_ANN_ASSIGN: return run_annotated(e, f, id);
    case NODE_EXPR_STMT:
        return interp_expression(e, f, child(f, id, 0), &ignored) ? FLOW_NEXT : FLOW_RAISE;
    case NODE_IF: return run_if(e, f, id);
    case NODE_FOR: return run_for(e, f, id);
    case NODE_WHILE: return run_while(e, f, id);
    case NODE_MATCH: return interp_match(e, f, id);
    case NODE_TRY: return interp_try(e, f, id);
    case NODE_WITH: return run_with(e, f, id);
    case NODE_DEF: return run_def(e, f, id);
    case NODE_CLASS: return run_class(e, f, id);
    case NODE_RETURN: return run_return(e, f, id);
    case NODE_BREAK: return FLOW_BREAK;
    case NODE_CONTINUE: return FLOW_CONTINUE;
    case NODE_DEL: return run_delete(e, f, id);
    case NODE_IMPORT:
    case NODE_IMPORT_FROM: return run_import(e, f, id);
    case NODE_RAISE: return interp_raise(e, f, id);
    case NODE_ASSERT: return interp_assert(e, f, id);
    case NODE_SUITE: return interp_suite(e, f, id);
    case NODE_TYPE_ALIAS: return run_type_alias(e, f, id);
    case NODE_OPAQUE:
        interp_maybe(e, f, id, false,
            interp_unknown(e, f, id, "it is set by a statement that is not evaluated"));
        return FLOW_NEXT;
    default: return FLOW_NEXT; /* pass, global, nonlocal */
    }
}

/* A statement of a generator, which may yield in its head. */
static enum flow run_yielding(struct eval *e, struct frame *f, node_id id)
{
    interp_resumes_head(f, id);
    bool around = interp_keeps(f, interp_yields(f, id));
    enum flow flow = run(e, f, id);
    interp_keeps(f, around);
    if (flow == FLOW_RAISE && interp_is_suspension(e, f)) {
        e->raised = NULL;
        return interp_suspend(e, f, (struct place){.node = id});
    }
    return flow;
}

enum flow interp_statement(struct eval *e, struct frame *f, node_id id)
{
    if (!interp_enter(e)) {
        return raised(e, f, id);
    }
    uint32_t depth = e->depth - 1, suspended = interp_suspended(e);
    node_id around = f->at;
    f->at = id;
    enum flow flow = f->generator ? run_yielding(e, f, id) : run(e, f, id);
    f->at = around;
    e->depth = depth;
    if (interp_suspended(e) > suspended && !interp_drop(e, suspended)) {
        flow = FLOW_RAISE;
    }
    return flow == FLOW_RAISE ? raised(e, f, id) : flow;
}
