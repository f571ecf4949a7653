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

bool blob_declares(const struct tree *t, node_id statement, uint32_t *kind)
{
    node_id call = tree_child(t, statement, 0), callee = call ? tree_child(t, call, 0) : 0;
    if (tree_node(t, statement)->kind != NODE_EXPR_STMT || tree_node(t, call)->kind != NODE_CALL ||
        tree_node(t, callee)->kind != NODE_NAME || !tree_child(t, call, 1)) {
        return false;
    }
    str name = tree_text(t, callee);
    for (*kind = 0; *kind < LIBRARY_KINDS && !str_is(name, KINDS[*kind]);) {
        ++*kind;
    }
    return *kind < LIBRARY_KINDS;
}

void blob_each_name(
    const struct tree *t, void (*each)(void *data, const struct blob_name *name), void *data)
{
    uint32_t kind;
    EACH_CHILD (t, t->root, statement) {
        if (blob_declares(t, statement, &kind)) {
            node_id call = tree_child(t, statement, 0);
            name_of(t, call, kind, tree_child(t, call, 1), each, data);
        }
    }
}
