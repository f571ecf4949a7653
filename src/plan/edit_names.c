/* Numbers that a config computes with: `batch_size = 4` at the top, from which others follow. */
#include "plan/edit.h"

#include "eval/text.h"

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

bool edit_names(struct target *t, const struct change *changes, size_t n, struct candidate *out)
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
    return out->edits.list.n > 0;
}
