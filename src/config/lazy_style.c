/* Which files are of mmengine's new style. */
#include "config/dialect/family.h"

#include "eval/builtins.h"

bool lazy_is_builtin(str module)
{
    if (str_starts(module, STR("."))) {
        return false;
    }
    return str_starts(module, STR("mmengine.config")) || builtins_is_stdlib(module);
}

typedef VEC(node_id) queue;

/* The statements below a compound one, as Python's ast has them: wrappers of ours are looked
 * through. */
static void enqueue_below(queue *q, const struct tree *t, node_id id)
{
    EACH_CHILD (t, id, it) {
        switch (tree_node(t, it)->kind) {
        case NODE_SUITE:
        case NODE_ELSE:
        case NODE_FINALLY: enqueue_below(q, t, it); break;
        case NODE_ASSIGN:
        case NODE_IF:
        case NODE_FOR:
        case NODE_WHILE:
        case NODE_TRY:
        case NODE_HANDLER:
        case NODE_WITH:
        case NODE_DEF:
        case NODE_CLASS:
        case NODE_IMPORT:
        case NODE_IMPORT_FROM: vec_push(NULL, q, it); break;
        default: break;
        }
    }
}

bool lazy_is_read_base(const struct tree *t, node_id with, bool *attribute)
{
    node_id item = tree_child(t, with, 1);
    node_id call = tree_child(t, item, 0);
    if (tree_node(t, call)->kind != NODE_CALL) {
        return false;
    }
    node_id callee = tree_child(t, call, 0);
    *attribute = tree_node(t, callee)->kind != NODE_NAME;
    return !*attribute && str_is(tree_text(t, callee), "read_base");
}

/* 1: new style, 0: not, -1: goes on looking, -2: raises */
static int judge(const struct tree *t, node_id id, const char **problem)
{
    const struct node *n = tree_node(t, id);
    bool attribute = false;
    switch (n->kind) {
    case NODE_ASSIGN: {
        node_id target = tree_child(t, id, 1);
        bool base =
            tree_node(t, target)->kind == NODE_NAME && str_is(tree_text(t, target), "_base_");
        return base ? 0 : -1;
    }
    case NODE_WITH:
        if (lazy_is_read_base(t, id, &attribute)) {
            return 1;
        }
        *problem = "only `with read_base():` may stand in a config";
        return -2;
    case NODE_IMPORT_FROM: {
        str module = string_str(tree_string(t, n->data));
        if (n->op > 0) {
            return 1;
        }
        if (str_is(module, "mmengine") && n->n == 1 &&
            str_is(string_str(tree_string(t, tree_node(t, n->child)->data)), "Config")) {
            return -1;
        }
        return lazy_is_builtin(module) ? -1 : 1;
    }
    case NODE_IMPORT:
        EACH_CHILD (t, id, it) {
            if (!lazy_is_builtin(string_str(tree_string(t, tree_node(t, it)->data)))) {
                return 1;
            }
        }
        return -1;
    default: return -1;
    }
}

bool lazy_is_lazy(const struct tree *t, const char **problem, node_id *where)
{
    queue q = {0};
    enqueue_below(&q, t, t->root);
    bool lazy = false;
    *problem = NULL;
    for (uint32_t i = 0; i < q.n; i++) { /* breadth first, as ast.walk */
        int verdict = judge(t, q.items[i], problem);
        if (verdict != -1) {
            lazy = verdict == 1;
            *where = q.items[i];
            break;
        }
        enqueue_below(&q, t, q.items[i]);
    }
    vec_free(&q);
    return lazy;
}
