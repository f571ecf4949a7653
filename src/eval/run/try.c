/* try, raise and assert. */
#include "eval/builtins.h"
#include "eval/ops.h"
#include "eval/run/interp.h"
#include "eval/run/nodes.h"
#include "eval/text.h"

/* Does `except <type>` catch the exception?  *unknown when the type cannot be told. */
static bool catches(const struct value *type, const struct exception *x, bool *unknown)
{
    if (type->kind == VALUE_TYPE && x->any) {
        *unknown |= type->type->id != TYPE_BASE_EXCEPTION;
        return type->type->id == TYPE_BASE_EXCEPTION;
    }
    if (type->kind == VALUE_TYPE) {
        return type_is_subtype(x->type->id, type->type->id);
    }
    if (type->kind == VALUE_TUPLE) {
        for (uint32_t i = 0; i < type->list->n; i++) {
            if (catches(&type->list->items[i], x, unknown)) {
                return true;
            }
        }
        return false;
    }
    *unknown = true;
    return false;
}

static bool can_catch(const struct value *type)
{
    if (type->kind == VALUE_TUPLE) {
        for (uint32_t i = 0; i < type->list->n; i++) {
            if (!can_catch(&type->list->items[i])) {
                return false;
            }
        }
        return true;
    }
    return type->kind == VALUE_TYPE ? type_is_subtype(type->type->id, TYPE_BASE_EXCEPTION)
                                    : type->kind == VALUE_UNKNOWN || type->kind == VALUE_CLASS ||
                                          type->kind == VALUE_LAZY || type->kind == VALUE_OPAQUE;
}

static bool named(struct frame *f, node_id handler)
{
    return kind_of(f, child(f, handler, 1)) == NODE_NAME;
}

/* What a `try` of a generator has to know when it goes on in a handler or in `finally`. */
struct attempt {
    struct exception *caught, *outer; /* that the handler handles, and the one around */
    struct exception *pending;        /* after `finally` */
    struct value returned;
    enum flow flow;
};

static enum flow leave_try(
    struct eval *e, struct frame *f, node_id id, node_id below, const struct attempt *attempt)
{
    struct place at = {.node = id, .below = below};
    at.attempt = ARENA_NEW(e->arena, struct attempt);
    *at.attempt = *attempt;
    return interp_suspend(e, f, at);
}

static enum flow in_handler(
    struct eval *e, struct frame *f, node_id id, node_id handler, const struct attempt *attempt)
{
    e->handling = attempt->caught;
    enum flow flow = interp_suite(e, f, child(f, handler, 2));
    e->handling = attempt->outer;
    if (flow == FLOW_YIELD) {
        return leave_try(e, f, id, handler, attempt);
    }
    if (named(f, handler)) {
        struct exception *raised = e->raised;
        interp_delete(e, f, child(f, handler, 1));
        e->raised = raised; /* the name may have been deleted already */
    }
    return flow;
}

/* Runs the suite of a handler for `x`, under its name if it has one. */
static enum flow run_handler(struct eval *e, struct frame *f, node_id id, node_id handler,
    struct exception *x, struct exception *shown)
{
    struct attempt attempt = {.caught = x, .outer = e->handling};
    struct value v = {.kind = VALUE_EXCEPTION, .exception = shown};
    e->raised = NULL;
    if (named(f, handler) && !interp_assign(e, f, child(f, handler, 1), v)) {
        return FLOW_RAISE;
    }
    return in_handler(e, f, id, handler, &attempt);
}

/* The type of a handler; false after raising. */
static bool handler_type(struct eval *e, struct frame *f, node_id handler, struct value *out)
{
    node_id type = child(f, handler, 0);
    e->raised = NULL;
    if (!interp_expression(e, f, type, out)) {
        return false;
    }
    return can_catch(out) ||
           eval_raise_at(e, f->tree, type, TYPE_TYPE_ERROR,
               "catching classes that do not inherit from BaseException is not allowed");
}

/* Which of the handlers (and the `else`) from `first` on runs is not known. */
static enum flow perhaps_handled(struct eval *e, struct frame *f, node_id first)
{
    struct value u = interp_unknown(e, f, first, "whether an exception is raised is not known");
    enum flow flow = FLOW_NEXT;
    e->raised = NULL;
    for (node_id it = first; it; it = tree_node(f->tree, it)->next) {
        if (kind_of(f, it) != NODE_FINALLY) {
            enum flow one = interp_perhaps(e, f, it, false, u);
            flow = flow == FLOW_RETURN || one == FLOW_NEXT ? flow : one;
        }
    }
    return flow;
}

static enum flow run_handlers(struct eval *e, struct frame *f, node_id id)
{
    struct exception *x = e->raised;
    for (node_id it = child(f, id, 1); it; it = tree_node(f->tree, it)->next) {
        if (kind_of(f, it) != NODE_HANDLER) {
            continue;
        }
        bool unknown = false, hit = true;
        if (kind_of(f, child(f, it, 0)) != NODE_NOTHING) {
            struct value type;
            if (!handler_type(e, f, it, &type)) {
                return FLOW_RAISE;
            }
            e->raised = x;
            hit = catches(&type, x, &unknown);
        }
        if (!hit && unknown && e->profile->tolerant) {
            return perhaps_handled(e, f, it);
        }
        if (hit || unknown) {
            return run_handler(e, f, id, it, x, x);
        }
    }
    return FLOW_RAISE;
}

static void raise_any(struct eval *e, struct frame *f, node_id id, const char *words)
{
    eval_raise_at(e, f->tree, id, TYPE_EXCEPTION, "%s", words);
    e->raised->any = true;
}

/* --- except* --- */

static struct exception *group_of(
    struct eval *e, const struct exception *like, struct value message, struct list *members)
{
    struct exception *x = ARENA_NEW(e->arena, struct exception);
    x->type = like->members ? like->type : &TYPES[TYPE_EXCEPTION_GROUP];
    x->args = list_new(e->arena, 2);
    list_push(e->arena, x->args, message);
    list_push(e->arena, x->args, like->members ? value_of_list(members) : value_of_tuple(members));
    x->members = members;
    x->tree = like->tree;
    x->node = like->node;
    return x;
}

/* Parts a group into the members that a type catches and the rest; either is NULL when empty. */
static void split(struct eval *e, struct exception *x, const struct value *type,
    struct exception **caught, struct exception **rest, uint32_t depth)
{
    bool unknown = false;
    *caught = *rest = NULL;
    if (catches(type, x, &unknown) || unknown) {
        *caught = x;
        return;
    }
    if (!x->members || depth == 0) {
        *rest = x;
        return;
    }
    struct list *in = list_new(e->arena, 2), *out = list_new(e->arena, 2);
    for (uint32_t i = 0; i < x->members->n; i++) {
        struct exception *parts[2];
        split(e, x->members->items[i].exception, type, &parts[0], &parts[1], depth - 1);
        for (int k = 0; k < 2; k++) {
            if (parts[k]) {
                struct value v = {.kind = VALUE_EXCEPTION, .exception = parts[k]};
                list_push(e->arena, k ? out : in, v);
            }
        }
    }
    *caught = in->n ? group_of(e, x, x->args->items[0], in) : NULL;
    *rest = out->n ? group_of(e, x, x->args->items[0], out) : NULL;
}

static bool names_group(const struct value *type)
{
    bool any =
        type->kind == VALUE_TYPE && type_is_subtype(type->type->id, TYPE_BASE_EXCEPTION_GROUP);
    for (uint32_t i = 0; type->kind == VALUE_TUPLE && i < type->list->n && !any; i++) {
        any = names_group(&type->list->items[i]);
    }
    return any;
}

static enum flow run_group_handlers(struct eval *e, struct frame *f, node_id id)
{
    struct exception *rest = e->raised;
    bool naked = !rest->members;
    for (node_id it = child(f, id, 1); it && rest; it = tree_node(f->tree, it)->next) {
        struct value type;
        struct exception *caught;
        if (kind_of(f, it) != NODE_HANDLER) {
            continue;
        }
        if (!handler_type(e, f, it, &type)) {
            return FLOW_RAISE;
        }
        if (names_group(&type)) {
            eval_raise_at(e, f->tree, it, TYPE_TYPE_ERROR,
                "catching ExceptionGroup with except* is not allowed");
            return FLOW_RAISE;
        }
        split(e, rest, &type, &caught, &rest, VALUE_DEPTH);
        if (!caught) {
            continue;
        }
        struct list *one = list_new(e->arena, 1);
        struct value v = {.kind = VALUE_EXCEPTION, .exception = caught};
        list_push(e->arena, one, v);
        struct exception *shown =
            naked ? group_of(e, caught, value_string(e->arena, STR("")), one) : caught;
        enum flow flow = run_handler(e, f, id, it, caught, shown);
        if (flow == FLOW_RAISE && e->raised->type->id != TYPE_LIMIT) {
            raise_any(e, f, it, "a group of exceptions that is not evaluated");
        }
        if (flow != FLOW_NEXT) {
            return flow;
        }
    }
    e->raised = rest;
    return rest ? FLOW_RAISE : FLOW_NEXT;
}

/* --- try --- */

/* The suite of the part of that kind; 0 when there is none. */
static node_id part_of(struct frame *f, node_id id, enum node_kind kind)
{
    EACH_CHILD (f->tree, id, it) {
        if (kind_of(f, it) == kind) {
            return child(f, it, 0);
        }
    }
    return 0;
}

/* Whether the body has raised, and what, is not known: all from the statement on may have run. */
static enum flow may_have_raised(struct eval *e, struct frame *f, node_id id, node_id from)
{
    struct value u = interp_unknown(e, f, from, "whether an exception is raised is not known");
    enum flow body = interp_perhaps(e, f, from, true, u);
    enum flow rest = perhaps_handled(e, f, child(f, id, 1));
    return body == FLOW_RETURN || rest == FLOW_NEXT ? body : rest;
}

static bool has_handlers(struct frame *f, node_id id)
{
    node_id first = child(f, id, 1);
    return first && kind_of(f, first) == NODE_HANDLER;
}

/* All but `finally`, from the part `from` on that a yield has left; 0: from the beginning. */
static enum flow run_guarded(struct eval *e, struct frame *f, node_id id, const struct place *from)
{
    uint32_t depth = e->depth;
    node_id body = child(f, id, 0), otherwise = part_of(f, id, NODE_ELSE);
    if (from->below && kind_of(f, from->below) == NODE_HANDLER) {
        struct attempt attempt = *from->attempt;
        attempt.outer = e->handling;
        return in_handler(e, f, id, from->below, &attempt);
    }
    enum flow flow = FLOW_NEXT;
    if (!from->below || from->below == body) {
        struct watch watch = {.outer = e->watch, .suite = body, .unseen = e->unseen};
        e->watch = &watch;
        flow = interp_run_part(e, f, id, body);
        e->watch = watch.outer;
        bool limit = flow == FLOW_RAISE && e->raised->type->id == TYPE_LIMIT;
        if (watch.first && !limit && has_handlers(f, id) && e->profile->tolerant) {
            e->depth = depth;
            return may_have_raised(e, f, id, watch.first);
        }
    }
    if (flow == FLOW_RAISE && e->raised->type->id != TYPE_LIMIT) {
        e->depth = depth;
        return tree_node(f->tree, child(f, id, 1))->op ? run_group_handlers(e, f, id)
                                                       : run_handlers(e, f, id);
    }
    return flow == FLOW_NEXT ? interp_run_part(e, f, id, otherwise) : flow;
}

static enum flow run_finally(
    struct eval *e, struct frame *f, node_id id, node_id suite, const struct attempt *attempt)
{
    struct exception *handling = e->handling;
    e->raised = NULL;
    e->handling = attempt->pending ? attempt->pending : handling;
    enum flow flow = interp_suite(e, f, suite);
    e->handling = handling;
    if (flow == FLOW_YIELD) {
        return leave_try(e, f, id, suite, attempt);
    }
    if (flow == FLOW_NEXT) {
        e->raised = attempt->pending;
        f->returned = attempt->returned;
        flow = attempt->flow;
    }
    return flow;
}

static enum flow run_once(struct eval *e, struct frame *f, node_id id)
{
    struct place at = {0};
    node_id last = part_of(f, id, NODE_FINALLY);
    if (interp_resumes(f, id, &at) && last && at.below == last) {
        return run_finally(e, f, id, last, at.attempt);
    }
    enum flow flow = run_guarded(e, f, id, &at);
    if (flow == FLOW_YIELD || !last) {
        return flow;
    }
    struct attempt attempt = {.pending = e->raised, .returned = f->returned, .flow = flow};
    return run_finally(e, f, id, last, &attempt);
}

enum flow interp_try(struct eval *e, struct frame *f, node_id id)
{
    return interp_doubts(e, f, child(f, id, 0)) ? interp_doubtful_try(e, f, id, run_once)
                                                : run_once(e, f, id);
}

/* --- raise and assert --- */

static void raise_exception(struct eval *e, struct frame *f, node_id id, struct exception *x)
{
    e->raised = x;
    x->tree = f->tree;
    x->node = id;
}

/* raise ... from this */
static bool is_cause(struct eval *e, struct frame *f, node_id id)
{
    struct value v;
    return interp_expression(e, f, id, &v) &&
           (can_catch(&v) || v.kind == VALUE_EXCEPTION || value_is_none(&v) ||
               eval_raise_at(e, f->tree, id, TYPE_TYPE_ERROR,
                   "exception causes must derive from BaseException"));
}

enum flow interp_raise(struct eval *e, struct frame *f, node_id id)
{
    if (!child(f, id, 0) && e->handling) {
        e->raised = e->handling;
        return FLOW_RAISE;
    }
    if (!child(f, id, 0)) {
        eval_raise_at(e, f->tree, id, TYPE_RUNTIME_ERROR, "No active exception to reraise");
        return FLOW_RAISE;
    }
    struct value v;
    if (!interp_expression(e, f, child(f, id, 0), &v)) {
        return FLOW_RAISE;
    }
    if (child(f, id, 1) && !is_cause(e, f, child(f, id, 1))) {
        return FLOW_RAISE;
    }
    if (v.kind == VALUE_TYPE && type_is_subtype(v.type->id, TYPE_BASE_EXCEPTION)) {
        struct arguments none = {.tree = f->tree, .node = id};
        const struct type_def *type = v.type;
        if (!builtins_call_type(e, type, &none, &v)) {
            return FLOW_RAISE;
        }
    }
    if (v.kind == VALUE_EXCEPTION) {
        raise_exception(e, f, id, v.exception);
    } else if (value_is_unknown(&v) || v.kind == VALUE_CLASS || v.kind == VALUE_OPAQUE) {
        raise_any(e, f, id, "an exception of an unknown class");
    } else {
        eval_raise_at(e, f->tree, id, TYPE_TYPE_ERROR, "exceptions must derive from BaseException");
    }
    return FLOW_RAISE;
}

enum flow interp_assert(struct eval *e, struct frame *f, node_id id)
{
    bool truth, unknown = false;
    if (!interp_test(e, f, child(f, id, 0), &truth, &unknown)) {
        return FLOW_RAISE;
    }
    if (truth || unknown) {
        return FLOW_NEXT;
    }
    struct value message, error;
    struct arguments args = {.positional = &message, .tree = f->tree, .node = id};
    if (child(f, id, 1)) {
        args.n_positional = 1;
        if (!interp_expression(e, f, child(f, id, 1), &message)) {
            return FLOW_RAISE;
        }
    }
    if (builtins_call_type(e, &TYPES[TYPE_ASSERTION_ERROR], &args, &error)) {
        raise_exception(e, f, id, error.exception);
    }
    return FLOW_RAISE;
}
