/* Python: where a setting is written in a file, told from its text alone. */
#include "plan/edit.h"

static const struct node *at(const struct target *t, node_id id)
{
    return tree_node(t->tree, id);
}

bool place_is_dict(const struct target *t, node_id id)
{
    const struct node *n = at(t, id);
    if (n->kind == NODE_DICT) {
        return true;
    }
    if (n->kind != NODE_CALL || at(t, n->child)->kind != NODE_NAME ||
        !str_is(tree_text(t->tree, n->child), "dict")) {
        return false;
    }
    for (node_id it = at(t, n->child)->next; it; it = at(t, it)->next) {
        if (at(t, it)->kind != NODE_KEYWORD && at(t, it)->kind != NODE_DOUBLE_STAR) {
            return false; /* dict([('a', 1)]) */
        }
    }
    return true;
}

/* The value of a top-level `name = value` that stands before `before` (0: anywhere). */
static node_id assignment(const struct target *t, str name, node_id before, node_id *value)
{
    node_id found = 0;
    EACH_CHILD (t->tree, t->tree->root, it) {
        const struct node *n = at(t, it);
        if (it == before) {
            break;
        }
        node_id target = n->kind == NODE_ASSIGN ? at(t, n->child)->next : 0;
        if (n->kind == NODE_ANN_ASSIGN && tree_child(t->tree, it, 2)) {
            target = n->child;
        }
        for (; target; target = n->kind == NODE_ASSIGN ? at(t, target)->next : 0) {
            if (at(t, target)->kind == NODE_NAME && str_eq(tree_text(t->tree, target), name)) {
                found = it;
                *value = n->kind == NODE_ASSIGN ? n->child : tree_child(t->tree, it, 2);
            }
        }
    }
    return found;
}

node_id place_entry(const struct target *t, node_id dict, str key)
{
    node_id found = 0;
    EACH_CHILD (t->tree, dict, it) {
        const struct node *n = at(t, it);
        str name = STR("");
        if (n->kind == NODE_KEYWORD) {
            name = string_str(tree_string(t->tree, n->data));
        } else if (n->kind == NODE_PAIR && at(t, n->child)->kind == NODE_STRING) {
            name = string_str(tree_string(t->tree, at(t, n->child)->data));
        }
        if (name.n > 0 && str_eq(name, key)) {
            found = it;
        }
    }
    return found;
}

static node_id item_of(const struct target *t, node_id list, str part)
{
    uint32_t number, i = 0;
    if (!dotted_index(part, &number)) {
        return 0;
    }
    EACH_CHILD (t->tree, list, it) {
        if (at(t, it)->kind == NODE_STAR) {
            return 0;
        }
        if (i++ == number) {
            return it;
        }
    }
    return 0;
}

/* What a name stands for where it is used, when the file assigns it. */
static node_id through_names(const struct target *t, node_id value, node_id *statement)
{
    for (int i = 0; i < 16 && at(t, value)->kind == NODE_NAME; i++) {
        node_id found = 0, other = assignment(t, tree_text(t->tree, value), *statement, &found);
        if (!other) {
            break;
        }
        *statement = other;
        value = found;
    }
    return value;
}

static bool is_container(const struct target *t, node_id id)
{
    return at(t, id)->kind == NODE_LIST || at(t, id)->kind == NODE_TUPLE || place_is_dict(t, id);
}

void place_find(const struct target *t, str path, struct place *out)
{
    *out = (struct place){.rest = path};
    str rest, head = dotted_head(path, &rest);
    node_id value = 0, statement = assignment(t, head, 0, &value);
    if (!statement) {
        return;
    }
    out->statement = statement;
    out->value = value;
    out->rest = rest;
    while (out->rest.n > 0) {
        value = through_names(t, out->value, &statement);
        if (!out->shared && (value != out->value || !is_container(t, value))) {
            out->shared = out->value;
            out->shared_path = str_slice(path, 0, path.n - out->rest.n - 1);
        }
        head = dotted_head(out->rest, &rest);
        node_id entry = 0;
        if (place_is_dict(t, value)) {
            out->container = value;
            entry = place_entry(t, value, head);
        } else if (is_container(t, value)) {
            out->container = value;
            entry = item_of(t, value, head);
        } else {
            out->container = 0;
        }
        if (!entry) {
            return;
        }
        enum node_kind kind = (enum node_kind)at(t, entry)->kind;
        bool wrapped = place_is_dict(t, value);
        out->entry = entry;
        out->value = !wrapped            ? entry
                     : kind == NODE_PAIR ? tree_child(t->tree, entry, 1)
                                         : at(t, entry)->child;
        out->rest = rest;
    }
}

size_t place_token_at(const struct target *t, uint32_t start)
{
    size_t low = 0, high = t->tokens.list.n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (t->tokens.list.items[middle].start < start) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < t->tokens.list.n && t->tokens.list.items[low].start == start; low++) {
        if (t->tokens.list.items[low].end > start) {
            return low;
        }
    }
    return SIZE_MAX;
}

size_t place_token_before(const struct target *t, uint32_t end)
{
    for (size_t i = t->tokens.list.n; i-- > 0;) {
        const struct token *it = &t->tokens.list.items[i];
        if (it->end == end && it->start < end) {
            return i;
        }
        if (it->end < end) {
            break;
        }
    }
    return SIZE_MAX;
}
