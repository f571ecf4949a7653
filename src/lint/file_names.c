#include "lint/file_names.h"

struct reading {
    struct arena *arena;
    struct file_names *to;
    uint32_t depth; /* of functions around */
    str within;     /* the outermost of them */
    bool is_unrun;  /* in the body of a class: library code has none */
};

static void read_node(struct reading *x, node_id id, bool binds);

static void bind(struct reading *x, str name, node_id id, bool is_own)
{
    struct file_names *n = x->to;
    if (!dict_find_str(n->bound, name)) {
        dict_set_str(x->arena, n->bound, name, value_none());
        if (is_own) {
            vec_push(x->arena->owner, &n->defs, ((struct file_place){name, id}));
        }
    }
}

static void read_name(struct reading *x, node_id id, bool binds)
{
    const struct node *n = tree_node(x->to->tree, id);
    if (n->op != NAME_GLOBAL) {
        return;
    }
    str name = tree_text(x->to->tree, id);
    if (binds) {
        bind(x, name, id, true);
        return;
    }
    dict_set_str(x->arena, x->to->read, name, value_none());
    if (x->is_unrun) {
        return;
    }
    vec_push(x->arena->owner, &x->to->reads, ((struct file_place){name, id}));
}

/* "modules.nn" is modules/nn.star. */
static str file_of(struct arena *a, str module)
{
    str path = arena_printf(a, "%.*s.star", STR_ARG(module));
    for (size_t i = 0; i < module.n; i++) {
        ((char *)path.p)[i] = path.p[i] == '.' ? '/' : path.p[i];
    }
    return path;
}

static void read_import(struct reading *x, node_id id)
{
    const struct tree *t = x->to->tree;
    const struct node *n = tree_node(t, id);
    EACH_CHILD (t, id, alias) {
        const struct node *a = tree_node(t, alias);
        str name = tree_name(t, alias);
        bool from = n->kind == NODE_IMPORT_FROM;
        str module = from ? tree_name(t, id) : name;
        node_id as = a->child;
        if (!as) {
            continue;
        }
        struct file_import import = {
            alias, file_of(x->arena, module), from ? name : STR(""), tree_text(t, as)};
        vec_push(x->arena->owner, &x->to->imports, import);
        bind(x, import.as, alias, false);
    }
}

/* Children from number `first` to before `last` are targets, the others are read. */
static void read_children(struct reading *x, node_id id, uint32_t first, uint32_t last)
{
    uint32_t i = 0;
    EACH_CHILD (x->to->tree, id, it) {
        read_node(x, it, i >= first && i < last);
        i++;
    }
}

static void read_definition(struct reading *x, node_id id)
{
    if (x->depth == 0) {
        x->within = tree_name(x->to->tree, id);
        bind(x, x->within, id, true);
    }
    bool outer = x->is_unrun;
    x->depth++;
    x->is_unrun |= tree_node(x->to->tree, id)->kind == NODE_CLASS;
    read_children(x, id, 0, 0);
    x->is_unrun = outer;
    x->depth--;
}

static void read_attribute(struct reading *x, node_id id)
{
    node_id of = tree_child(x->to->tree, id, 0);
    if (tree_node(x->to->tree, of)->kind == NODE_NAME) {
        vec_push(x->arena->owner, &x->to->attributes,
            ((struct file_place){tree_name(x->to->tree, id), id}));
    }
    read_children(x, id, 0, 0);
}

static void read_call(struct reading *x, node_id id)
{
    node_id of = tree_child(x->to->tree, id, 0);
    const struct node *n = tree_node(x->to->tree, of);
    if (x->depth > 0 && n->kind == NODE_NAME && n->op == NAME_GLOBAL) {
        vec_push(x->arena->owner, &x->to->calls,
            ((struct file_call){x->within, tree_text(x->to->tree, of), id}));
    }
    read_children(x, id, 0, 0);
}

static void read_node(struct reading *x, node_id id, bool binds)
{
    switch (tree_node(x->to->tree, id)->kind) {
    case NODE_NAME: read_name(x, id, binds); break;
    case NODE_TUPLE:
    case NODE_LIST:
    case NODE_STAR: read_children(x, id, 0, binds ? UINT32_MAX : 0); break;
    case NODE_ASSIGN:
    case NODE_WITH_ITEM: read_children(x, id, 1, UINT32_MAX); break;
    case NODE_ANN_ASSIGN:
    case NODE_FOR:
    case NODE_COMP_FOR:
    case NODE_WALRUS: read_children(x, id, 0, 1); break;
    case NODE_AUG_ASSIGN:
        read_children(x, id, 0, 1);
        read_node(x, tree_child(x->to->tree, id, 0), false);
        break;
    case NODE_HANDLER: read_children(x, id, 1, 2); break;
    case NODE_IMPORT:
    case NODE_IMPORT_FROM: read_import(x, id); break;
    case NODE_DEF:
    case NODE_CLASS: read_definition(x, id); break;
    case NODE_ATTRIBUTE: read_attribute(x, id); break;
    case NODE_CALL: read_call(x, id); break;
    default: read_children(x, id, 0, 0); break;
    }
}

struct file_names *file_names(struct arena *a, const struct tree *t, str path)
{
    struct file_names *n = ARENA_NEW(a, struct file_names);
    *n = (struct file_names){
        .tree = t, .path = path, .bound = dict_new(a, 16), .read = dict_new(a, 16)};
    struct reading x = {a, n, 0};
    read_node(&x, t->root, false);
    return n;
}
