/* Whether code with names of its own does more than to look at things, read off its text. */
#include "eval/builtins.h"
#include "eval/run/region.h"

bool region_changes(struct region *r, node_id id, node_id but)
{
    struct value v;
    if (id == but) {
        return false;
    }
    switch (kind_of(r, id)) {
    case NODE_CALL: {
        node_id callee = child(r, id, 0);
        if (kind_of(r, callee) != NODE_NAME || tree_node(r->f->tree, callee)->op != NAME_GLOBAL ||
            !value_of_name(r, callee, &v) || !callee_is_harmless(&v) ||
            (v.kind == VALUE_BUILTIN && builtins_calls(v.builtin->def))) {
            return true;
        }
        break;
    }
    case NODE_BINARY:
    case NODE_COMPARE:
    case NODE_SUBSCRIPT:
        if (r->unseen) {
            return true;
        }
        break;
    case NODE_AUG_ASSIGN:
    case NODE_DEL:
    case NODE_YIELD:
    case NODE_AWAIT:
    case NODE_GLOBAL:
    case NODE_NONLOCAL: return true;
    case NODE_ASSIGN:
    case NODE_FOR:
    case NODE_COMP_FOR: {
        node_id target = child(r, id, kind_of(r, id) == NODE_ASSIGN ? 1 : 0);
        if (kind_of(r, target) == NODE_SUBSCRIPT || kind_of(r, target) == NODE_ATTRIBUTE) {
            return true;
        }
        break;
    }
    case NODE_NAME:
        if (tree_node(r->f->tree, id)->op == NAME_GLOBAL && value_of_name(r, id, &v) &&
            v.kind == VALUE_ITERATOR) {
            return true;
        }
        break;
    default: break;
    }
    EACH_CHILD (r->f->tree, id, it) {
        if (region_changes(r, it, but)) {
            return true;
        }
    }
    return false;
}

bool interp_function_changes(struct eval *e, const struct function_value *fn)
{
    struct region r = {.e = e, .asks = true};
    r.f = interp_frame(e, fn->tree, fn->def, fn->outer, fn->globals);
    return region_changes(&r, tree_child(fn->tree, fn->def->node, 1), 0);
}
