#include "library/blob.h"

#include "library/library.h"

static const char *const KINDS[] = {
#define KIND(name, what) #name,
#include "library/kinds.def"
#undef KIND
};

const char *library_kind_name(enum library_kind kind)
{
    return KINDS[kind];
}

static void name_of(const struct tree *t, node_id call, uint32_t kind, node_id id,
    void (*each)(void *, const struct blob_name *), void *data)
{
    const struct node *n = tree_node(t, id);
    if (n->kind == NODE_STRING) {
        each(data, &(struct blob_name){kind, string_str(tree_string(t, n->data)), call});
    } else if (n->kind == NODE_LIST) {
        EACH_CHILD (t, id, it) {
            name_of(t, call, kind, it, each, data);
        }
    }
}

void blob_each_name(
    const struct tree *t, void (*each)(void *data, const struct blob_name *name), void *data)
{
    EACH_CHILD (t, t->root, statement) {
        node_id call = tree_child(t, statement, 0);
        if (tree_node(t, statement)->kind != NODE_EXPR_STMT ||
            tree_node(t, call)->kind != NODE_CALL) {
            continue;
        }
        node_id callee = tree_child(t, call, 0), first = tree_child(t, call, 1);
        if (tree_node(t, callee)->kind != NODE_NAME || !first) {
            continue;
        }
        for (uint32_t k = 0; k < LIBRARY_KINDS; k++) {
            if (str_is(tree_text(t, callee), KINDS[k])) {
                name_of(t, call, k, first, each, data);
            }
        }
    }
}
