/* Comprehensions: lists, sets and dicts at once, generator expressions item by item. */
#include "eval/builtins.h"
#include "eval/ops.h"
#include "eval/run/interp.h"
#include "eval/run/iterators.h"
#include "eval/run/nodes.h"

struct comprehension {
    struct frame *inner; /* that the element and all but the first iterable see */
    node_id element, value;
    struct list *list;
    struct dict *dict;
    bool unknown;
};

static bool produce(struct eval *e, struct comprehension *c)
{
    struct value v, w = value_none();
    if (!interp_expression(e, c->inner, c->element, &v)) {
        return false;
    }
    if (c->value && !interp_expression(e, c->inner, c->value, &w)) {
        return false;
    }
    if (c->list) {
        list_push(e->arena, c->list, v);
        return eval_grown(e, c->list->n);
    }
    uint32_t hash;
    if (!ops_hash(e, &v, &hash, &c->unknown)) {
        return false;
    }
    if (!c->unknown) {
        dict_set(e->arena, c->dict, &v, hash, w);
    }
    return eval_grown(e, c->dict->n);
}

static bool run_clauses(struct eval *e, struct comprehension *c, node_id clause);

/* One `for` of a comprehension over a value. */
static bool run_for(struct eval *e, struct comprehension *c, node_id clause, struct value iterable)
{
    struct iterator *items = NULL;
    struct value v;
    bool good = ops_iterator(e, &iterable, &items);
    enum next next = NEXT_ITEM;
    while (good && next == NEXT_ITEM) {
        next = items ? ops_next(e, items, &v) : NEXT_UNKNOWN;
        c->unknown |= next == NEXT_UNKNOWN;
        good = next != NEXT_RAISED;
        if (next == NEXT_ITEM) {
            good = interp_assign(e, c->inner, child(c->inner, clause, 0), v) &&
                   run_clauses(e, c, node_of(c->inner, clause)->next) && eval_spend(e, 1);
        }
    }
    return good;
}

static bool run_clauses(struct eval *e, struct comprehension *c, node_id clause)
{
    struct frame *f = c->inner;
    if (!clause) {
        return produce(e, c);
    }
    if (!interp_enter(e)) {
        return false;
    }
    bool good = true;
    if (node_of(f, clause)->kind == NODE_COMP_IF) {
        bool truth, unknown = false;
        good = interp_test(e, f, child(f, clause, 0), &truth, &unknown);
        c->unknown |= good && unknown;
        if (good && truth) {
            good = run_clauses(e, c, node_of(f, clause)->next);
        }
    } else {
        struct value iterable;
        good = interp_expression(e, f, child(f, clause, 1), &iterable) &&
               run_for(e, c, clause, iterable);
    }
    e->depth--;
    return good;
}

bool interp_comprehension(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    const struct node *n = node_of(f, id);
    const struct function *def = &f->tree->functions[n->data];
    struct comprehension c = {.element = n->child};
    node_id clause = node_of(f, c.element)->next;
    if (n->kind == NODE_DICT_COMP) {
        c.value = clause;
        clause = node_of(f, clause)->next;
    }
    struct value first; /* belongs to the scope around the comprehension */
    if (!interp_expression(e, f, child(f, clause, 1), &first)) {
        return false;
    }
    c.inner = interp_frame(e, f->tree, def, f->def ? f : NULL, f->globals);
    if (n->kind == NODE_GENERATOR && e->profile->tolerant) {
        struct iterator *items;
        if (!ops_iterator(e, &first, &items)) {
            return false;
        }
        *out = interp_generator_expression(e, c.inner, id, items);
        return true;
    }
    if (n->kind == NODE_DICT_COMP || n->kind == NODE_SET_COMP) {
        c.dict = dict_new(e->arena, 0);
    } else {
        c.list = list_new(e->arena, 4);
    }
    e->frame = c.inner;
    bool good = run_for(e, &c, clause, first);
    e->frame = c.inner->caller;
    interp_leave_frame(e, c.inner);
    if (!good) {
        return false;
    }
    if (c.unknown) {
        *out = interp_maybe(
            e, f, id, false, ops_plain_unknown(e, "it is made from something unknown"));
        ops_hold(e, out, &first, 1);
    } else if (n->kind == NODE_LIST_COMP) {
        *out = value_of_list(c.list);
    } else if (n->kind == NODE_GENERATOR) {
        *out = value_of_iterator(iterator_of_items(e, "generator", c.list));
    } else {
        *out = (struct value){
            .kind = n->kind == NODE_SET_COMP ? VALUE_SET : VALUE_DICT, .dict = c.dict};
    }
    return true;
}
