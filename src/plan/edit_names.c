/* Numbers that a config computes with: `batch_size = 4` at the top, from which others follow. */
#include "plan/edit.h"

#include "eval/text.h"

#include <stdlib.h>

static const struct node *at(const struct target *t, node_id id)
{
    return tree_node(t->tree, id);
}

/* The literal of a top-level `name = 4` that makes this value; 0: none does. */
static node_id literal_of(const struct target *t, const struct value *v)
{
    bool number = v && (v->kind == VALUE_FLOAT || value_is_int(v));
    node_id id = number && v->tree == t->tree ? v->node : 0, statement = id ? t->parents[id] : 0;
    bool literal = id && (at(t, id)->kind == NODE_INTEGER || at(t, id)->kind == NODE_FLOAT);
    bool named = literal && at(t, statement)->kind == NODE_ASSIGN &&
                 at(t, statement)->child == id && t->parents[statement] == t->tree->root;
    return named ? id : 0;
}

/* Adds the edit; false when the literal would have to be two numbers. */
static bool add_literal(struct target *t, struct candidate *out, node_id literal, str text)
{
    span where = tree_span(t->tree, literal);
    VEC_EACH (const struct edit, have, &out->edits.list) {
        if (have->at.start == where.start) {
            return str_eq(have->text, text);
        }
    }
    edit_add(t, out, where, text);
    return true;
}

const struct change *edit_computed(const struct target *t, const struct change *changes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct value *v = changes[i].deletes ? NULL : config_at(t->config, changes[i].path);
        bool whole = v && value_is_int(v) && value_is_int(&changes[i].value) && value_as_int(v) > 0;
        if (whole && v->tree == t->tree && v->node && at(t, v->node)->kind != NODE_INTEGER) {
            return &changes[i];
        }
    }
    return NULL;
}

/* The whole number of a top-level `name = 48` as the change moves what is computed from it: times
 * new / old.  Empty: it has none, or would have none. */
static str scaled(struct target *t, node_id statement, const struct change *c)
{
    const struct node *n = at(t, statement);
    node_id literal = n->kind == NODE_ASSIGN ? n->child : 0;
    if (!literal || at(t, literal)->kind != NODE_INTEGER || tree_text(t->tree, literal).n > 9) {
        return STR("");
    }
    int64_t old = value_as_int(config_at(t->config, c->path)), new = value_as_int(&c->value);
    int64_t now = strtoll(arena_str(t->a, tree_text(t->tree, literal)).p, NULL, 10);
    bool possible = now > 0 && new > 0 && new < INT32_MAX &&now *new % old == 0;
    return possible ? arena_printf(t->a, "%lld", (long long)(now * new / old)) : STR("");
}

/* Adds the edit of the `number`th such name; false when there are fewer. */
static bool add_scaled(
    struct target *t, const struct change *c, uint32_t number, struct candidate *out)
{
    EACH_CHILD (t->tree, t->tree->root, it) {
        str text = c ? scaled(t, it, c) : STR("");
        if (text.n > 0 && --number == 0) {
            return add_literal(t, out, at(t, it)->child, text);
        }
    }
    return false;
}

bool edit_names(struct target *t, const struct change *changes, size_t n, uint32_t scaled_name,
    struct candidate *out)
{
    *out = (struct candidate){.what = "changing the numbers that it computes with"};
    for (size_t i = 0; i < n && t->syntax == WRITE_PYTHON; i++) {
        const struct change *c = &changes[i];
        node_id literal = c->deletes ? 0 : literal_of(t, config_at(t->config, c->path));
        str text;
        if (literal &&
            (!edit_value(t, &c->value, 0, 0, true, &text) || !add_literal(t, out, literal, text))) {
            return false;
        }
    }
    return scaled_name == 0 ? out->edits.list.n > 0
                            : add_scaled(t, edit_computed(t, changes, n), scaled_name, out);
}
