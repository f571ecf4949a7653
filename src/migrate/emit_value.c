/* Values as text that uses what the old file says: names, expressions, literals with comments. */
#include "migrate/emit_internal.h"

#include "config/compare.h"

static const struct node *at(const struct emitter *x, node_id id)
{
    return tree_node(x->tree, id);
}

bool emit_is_dict(const struct tree *t, node_id id)
{
    const struct node *n = tree_node(t, id);
    return n->kind == NODE_DICT ||
           (n->kind == NODE_CALL && tree_node(t, n->child)->kind == NODE_NAME &&
               str_is(tree_text(t, n->child), "dict"));
}

/* Names that are no variables of the file. */
static bool is_builtin(str name)
{
    return STR_IS_ANY(name, "dict", "list", "tuple", "set", "int", "float", "str", "range", "len",
        "min", "max", "sum", "abs", "round", "sorted", "zip", "map", "enumerate");
}

/* Does the file import it?  Its imports stay. */
static bool is_imported(const struct emitter *x, str name)
{
    EACH_CHILD (x->tree, x->tree->root, it) {
        enum node_kind kind = at(x, it)->kind;
        if (x->e->lazy || (kind != NODE_IMPORT && kind != NODE_IMPORT_FROM)) {
            continue;
        }
        EACH_CHILD (x->tree, it, alias) {
            node_id target = tree_child(x->tree, alias, 0);
            if (target && str_eq(tree_text(x->tree, target), name)) {
                return true;
            }
        }
    }
    return false;
}

bool emit_is_sound(struct emitter *x, node_id node)
{
    const struct node *n = at(x, node);
    if (n->kind == NODE_NAME && n->op == NAME_GLOBAL) {
        str name = tree_text(x->tree, node);
        const struct value *old = config_at(x->e->old, name);
        const struct entry *new = dict_find_str(x->names, name);
        return is_builtin(name) || is_imported(x, name) ||
               (old && new &&value_same(old, &new->value));
    }
    if (n->kind == NODE_STRING && str_find(tree_text(x->tree, node), STR("{{"), 0) != SIZE_MAX) {
        return false;
    }
    EACH_CHILD (x->tree, node, it) {
        bool callee = n->kind == NODE_CALL && it == n->child && emit_is_dict(x->tree, node);
        if (!callee && !emit_is_sound(x, it)) {
            return false;
        }
    }
    return true;
}

/* Unknown values are alike, and need not be the same. */
static bool is_known(const struct value *v, uint32_t depth)
{
    bool known = v->kind != VALUE_UNKNOWN && depth > 0;
    uint32_t n = v->kind == VALUE_DICT ? v->dict->n : value_is_sequence(v) ? v->list->n : 0;
    for (uint32_t i = 0; known && i < n; i++) {
        known = is_known(
            v->kind == VALUE_DICT ? &v->dict->entries[i].value : &v->list->items[i], depth - 1);
    }
    return known;
}

bool emit_stays(struct emitter *x, node_id node, const struct value *old, const struct value *want)
{
    return value_same(old, want) && emit_is_sound(x, node) && is_known(old, VALUE_DEPTH);
}

/* A name that is bound to this very value. */
static str name_of(const struct emitter *x, const struct value *v)
{
    for (uint32_t i = x->names->n; i-- > 0;) {
        const struct entry *e = &x->names->entries[i];
        if (v->node && v->tree == e->value.tree && v->node == e->value.node &&
            value_same(v, &e->value)) {
            return value_str(&e->key);
        }
    }
    return STR("");
}

static str line_of(const struct buf *out)
{
    size_t start = out->n;
    while (start > 0 && out->p[start - 1] != '\n') {
        start--;
    }
    return (str){out->p + start, out->n - start};
}

static uint32_t blanks_of(str line)
{
    uint32_t n = 0;
    while (n < line.n && line.p[n] == ' ') {
        n++;
    }
    return n;
}

/* The text, whose lines after the first were indented from `from` on, as seen from `to`. */
static str shifted(struct emitter *x, str text, uint32_t from, uint32_t to)
{
    if (from == to || str_find(text, STR("\n"), 0) == SIZE_MAX) {
        return text;
    }
    struct buf b = buf_make(x->a->owner);
    for (size_t i = 0; i < text.n;) {
        size_t end = str_find(text, STR("\n"), i);
        end = end == SIZE_MAX ? text.n : end + 1;
        str line = str_slice(text, i, end);
        uint32_t blanks = blanks_of(line);
        if (i > 0 && line.n > blanks + 1) {
            buf_fill(&b, ' ', blanks + to > from ? blanks + to - from : 0);
            line = str_slice(line, blanks, line.n);
        }
        buf_put(&b, line);
        i = end;
    }
    str copy = arena_str(x->a, buf_str(&b));
    buf_free(&b);
    return copy;
}

/* The old text of the node that a value comes from, with what has changed in it. */
static bool text_of_origin(struct emitter *x, const struct value *v, uint32_t indent, str *out)
{
    if (!x->keeps || v->tree != x->tree || !v->node || v->how != ORIGIN_TEXT) {
        return false;
    }
    const struct value *old = x->by_node[v->node];
    if (!old || old->kind != v->kind) {
        return false;
    }
    struct buf b = buf_make(x->a->owner);
    uint32_t start = tree_span(x->tree, v->node).start;
    uint32_t line = source_line_start(x->source, source_line_of(x->source, start));
    str before = str_slice(x->source->bytes, line, start);
    buf_put(&b, before);
    uint32_t from = blanks_of(before);
    bool good = emit_changed(x, &b, v->node, old, v, v);
    if (good) {
        str text = arena_str(x->a, str_slice(buf_str(&b), before.n, b.n));
        *out = str_find(text, STR("\"\"\""), 0) == SIZE_MAX ? shifted(x, text, from, indent) : text;
    }
    buf_free(&b);
    return good;
}

static enum write_own own_text(
    void *data, const struct value *v, const struct write_style *style, str *out)
{
    struct emitter *x = data;
    *out = name_of(x, v);
    if (out->n > 0) {
        return WRITE_OWN_TEXT;
    }
    if (!text_of_origin(x, v, style->indent, out)) {
        return WRITE_AS_USUAL;
    }
    bool breaks = str_find(*out, STR("\n"), 0) != SIZE_MAX;
    return breaks && style->one_line ? WRITE_BREAKS_LINE : WRITE_OWN_TEXT;
}

bool emit_value(struct emitter *x, struct buf *out, const struct value *v)
{
    struct write_style style = x->style;
    str line = line_of(out), why;
    style.indent = blanks_of(line);
    style.column = (uint32_t)line.n;
    style.own_text = own_text;
    style.data = x;
    if (write_value(x->a, out, v, &style, &why)) {
        return true;
    }
    x->why = x->why.n ? x->why : why;
    return false;
}
