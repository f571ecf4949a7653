#include "eval/ops.h"
#include "eval/run/interp.h"
#include "eval/run/nodes.h"

static bool assign_global(struct eval *e, struct frame *f, node_id id, struct value v)
{
    const struct node *n = node_of(f, id);
    const struct string *name = tree_string(f->tree, n->data);
    struct value key = interp_at(f, id, value_of_string(name));
    struct entry *old = dict_find_string(f->globals, name);
    if (old && !e->profile->rebinds) {
        return eval_raise_at(e, f->tree, id, TYPE_SYNTAX_ERROR,
            "'%s' is assigned twice; a global of the library is bound once", name->bytes);
    }
    if (f->globals->frozen) {
        return eval_raise_at(e, f->tree, id, TYPE_SYNTAX_ERROR,
            "'%s' cannot be assigned: this file is already loaded", name->bytes);
    }
    if (f->globals->lost) { /* whoever changes it may do so again */
        if (!ops_give(e, &v, 1)) {
            return false;
        }
        v = ops_unknown(e, "all names may have been set by something unknown");
    }
    if (old) { /* the place of a name is where it was last bound */
        old->key.tree = key.tree;
        old->key.node = key.node;
    }
    dict_set(e->arena, f->globals, &key, name->hash, v);
    return true;
}

static bool assign_name(struct eval *e, struct frame *f, node_id id, struct value v)
{
    const struct node *n = node_of(f, id);
    if (n->op == NAME_GLOBAL) {
        return assign_global(e, f, id, v);
    }
    struct frame *home = f;
    for (uint32_t up = n->op == NAME_FREE ? n->data >> 16 : 0; up > 0; up--) {
        home = home->outer;
    }
    if (home != f && !ops_mutable(e, home->frozen)) {
        return false;
    }
    interp_set_slot(e, home, n->data & 0xFFFF, v);
    return true;
}

/*
 * The items for `count` names: of an iterator only one more is taken, to see that it ends.
 * A list's are taken before any is assigned, which may change it.
 */
static bool items_for(
    struct eval *e, const struct value *v, uint32_t count, bool star, struct list **out)
{
    if (v->kind != VALUE_ITERATOR || star) {
        if (!ops_items(e, v, out)) {
            return false;
        }
        *out = *out && v->kind == VALUE_LIST ? list_copy(e->arena, *out) : *out;
        return true;
    }
    enum next next = NEXT_ITEM;
    *out = list_new(e->arena, count + 1);
    while (next == NEXT_ITEM && (*out)->n <= count) {
        struct value one;
        next = ops_next(e, v->iterator, &one);
        if (next == NEXT_ITEM) {
            list_push(e->arena, *out, one);
        }
    }
    *out = next == NEXT_UNKNOWN ? NULL : *out;
    return next != NEXT_RAISED;
}

/* As many local names as there are items: most targets of a loop.  False: they are others. */
static bool assign_locals(struct eval *e, struct frame *f, node_id target, const struct list *items)
{
    uint32_t count = 0, i = 0;
    EACH_CHILD (f->tree, target, it) {
        const struct node *n = node_of(f, it);
        if (n->kind != NODE_NAME || n->op != NAME_LOCAL) {
            return false;
        }
        count++;
    }
    if (count != items->n || items->lost || e->unseen > 0) {
        return false;
    }
    EACH_CHILD (f->tree, target, it) {
        interp_set_slot(e, f, node_of(f, it)->data & 0xFFFF, items->items[i++]);
    }
    return true;
}

static bool assign_sequence(struct eval *e, struct frame *f, node_id target, const struct value *v)
{
    struct list *items;
    uint32_t count = 0, star = UINT32_MAX;
    if (v->kind == VALUE_TUPLE && assign_locals(e, f, target, v->list)) {
        return true;
    }
    EACH_CHILD (f->tree, target, it) {
        if (node_of(f, it)->kind == NODE_STAR) {
            if (star != UINT32_MAX) {
                return eval_raise_at(
                    e, f->tree, it, TYPE_SYNTAX_ERROR, "two starred targets in one assignment");
            }
            star = count;
        }
        count++;
    }
    if (!items_for(e, v, count, star != UINT32_MAX, &items)) {
        return false;
    }
    if (!items) {
        EACH_CHILD (f->tree, target, it) {
            struct value u = ops_unknown(e, "it is unpacked from something unknown");
            ops_hold(e, &u, v, 1);
            node_id to = node_of(f, it)->kind == NODE_STAR ? tree_child(f->tree, it, 0) : it;
            if (!interp_assign(e, f, to, u)) {
                return false;
            }
        }
        return true;
    }
    uint32_t fixed = star == UINT32_MAX ? count : count - 1;
    if (items->n < fixed) {
        return eval_raise_at(e, f->tree, target, TYPE_VALUE_ERROR,
            "not enough values to unpack (expected %s%u, got %u)",
            star == UINT32_MAX ? "" : "at least ", fixed, items->n);
    }
    if (items->n > fixed && star == UINT32_MAX) {
        return eval_raise_at(
            e, f->tree, target, TYPE_VALUE_ERROR, "too many values to unpack (expected %u)", fixed);
    }
    uint32_t i = 0;
    EACH_CHILD (f->tree, target, it) {
        struct value one;
        node_id to = it;
        if (node_of(f, it)->kind == NODE_STAR) {
            struct list *rest = list_new(e->arena, items->n - fixed);
            for (uint32_t k = 0; k < items->n - fixed; k++) {
                list_push(e->arena, rest, items->items[i++]);
            }
            one = interp_at(f, it, value_of_list(rest));
            to = tree_child(f->tree, it, 0);
        } else {
            one = items->items[i++];
        }
        if (!interp_assign(e, f, to, one)) {
            return false;
        }
    }
    return true;
}

bool interp_assign(struct eval *e, struct frame *f, node_id target, struct value v)
{
    const struct node *n = node_of(f, target);
    struct value object, index;
    switch (n->kind) {
    case NODE_NAME: return assign_name(e, f, target, v);
    case NODE_TUPLE:
    case NODE_LIST: return assign_sequence(e, f, target, &v);
    case NODE_ATTRIBUTE:
        if (!interp_expression(e, f, n->child, &object)) {
            return false;
        }
        return ops_set_attribute(e, &object, tree_string(f->tree, n->data), v);
    case NODE_SUBSCRIPT:
        if (!interp_expression(e, f, n->child, &object) ||
            !interp_expression(e, f, tree_child(f->tree, target, 1), &index)) {
            return false;
        }
        index = interp_at(f, target, index);
        return ops_set_item(e, &object, &index, v);
    default: return eval_raise_at(e, f->tree, target, TYPE_SYNTAX_ERROR, "cannot assign to this");
    }
}

static bool delete_name(struct eval *e, struct frame *f, node_id id)
{
    const struct node *n = node_of(f, id);
    if (n->op == NAME_GLOBAL) {
        const struct string *name = tree_string(f->tree, n->data);
        struct entry *entry = dict_find_string(f->globals, name);
        if (!entry) {
            return eval_raise_at(
                e, f->tree, id, TYPE_NAME_ERROR, "name '%s' is not defined", name->bytes);
        }
        if (!ops_mutable(e, f->globals->frozen) || !eval_spend(e, f->globals->n / 8 + 1)) {
            return false;
        }
        dict_remove(f->globals, entry);
        return true;
    }
    struct frame *home = f;
    for (uint32_t up = n->op == NAME_FREE ? n->data >> 16 : 0; up > 0; up--) {
        home = home->outer;
    }
    uint32_t slot = n->data & 0xFFFF;
    if (home->slots[slot].kind == VALUE_KINDS) {
        return eval_raise_at(
            e, f->tree, id, TYPE_UNBOUND_LOCAL_ERROR, "this name has no value here");
    }
    if (home != f && !ops_mutable(e, home->frozen)) {
        return false;
    }
    interp_set_slot(e, home, slot, (struct value){.kind = VALUE_KINDS});
    return true;
}

bool interp_delete(struct eval *e, struct frame *f, node_id target)
{
    const struct node *n = node_of(f, target);
    struct value object, index;
    switch (n->kind) {
    case NODE_NAME: return delete_name(e, f, target);
    case NODE_ATTRIBUTE:
        return interp_expression(e, f, n->child, &object) &&
               ops_delete_attribute(e, &object, tree_string(f->tree, n->data));
    case NODE_SUBSCRIPT:
        return interp_expression(e, f, n->child, &object) &&
               interp_expression(e, f, tree_child(f->tree, target, 1), &index) &&
               ops_delete_item(e, &object, &index);
    case NODE_TUPLE:
    case NODE_LIST:
        EACH_CHILD (f->tree, target, it) {
            if (!interp_delete(e, f, it)) {
                return false;
            }
        }
        return true;
    default: return eval_raise_at(e, f->tree, target, TYPE_SYNTAX_ERROR, "cannot delete this");
    }
}
