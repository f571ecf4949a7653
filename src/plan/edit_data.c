/* YAML and JSON: changes inside of what the file says already, and new keys. */
#include "plan/edit.h"

enum { /* how libyaml calls the styles of scalars; the parser keeps them in `op` */
    STYLE_LITERAL = 4,
    STYLE_FOLDED = 5
};

static const struct node *at(const struct target *t, node_id id)
{
    return tree_node(t->tree, id);
}

static bool is_flow(const struct target *t, node_id id)
{
    return t->syntax == WRITE_JSON || at(t, id)->op == 1;
}

/* The node of a file that a path leads to, and the part of the path that is not there. */
struct spot {
    node_id container; /* innermost mapping or sequence reached */
    node_id pair;      /* of the last key found; 0: none */
    node_id value;     /* what the path leads to when `rest` is empty */
    str rest;
};

static node_id pair_of(const struct target *t, node_id mapping, str key)
{
    node_id found = 0;
    EACH_CHILD (t->tree, mapping, pair) {
        const struct node *k = at(t, at(t, pair)->child);
        if (k->kind == NODE_STRING && str_eq(string_str(tree_string(t->tree, k->data)), key)) {
            found = pair;
        }
    }
    return found;
}

static node_id item_of(const struct target *t, node_id sequence, str part)
{
    uint32_t number;
    return dotted_index(part, &number) ? tree_child(t->tree, sequence, number) : 0;
}

static struct spot find(const struct target *t, str path)
{
    struct spot s = {.value = t->tree->root, .rest = path};
    while (s.rest.n > 0) {
        str rest, head = dotted_head(s.rest, &rest);
        enum node_kind kind = (enum node_kind)at(t, s.value)->kind;
        node_id pair = 0, next = 0;
        if (kind == NODE_DICT) {
            s.container = s.value;
            pair = pair_of(t, s.value, head);
            next = pair ? tree_child(t->tree, pair, 1) : 0;
        } else if (kind == NODE_LIST) {
            s.container = s.value;
            next = item_of(t, s.value, head);
        }
        if (!next) {
            break;
        }
        s.pair = pair;
        s.value = next;
        s.rest = rest;
    }
    return s;
}

/* --- replacing --- */

static bool is_editable(const struct target *t, node_id id)
{
    const struct node *n = at(t, id);
    bool block_text = n->kind == NODE_STRING && (n->op == STYLE_LITERAL || n->op == STYLE_FOLDED);
    return id && !block_text && n->kind != NODE_YAML_TAGGED;
}

static bool is_container(const struct value *v)
{
    return v->kind == VALUE_DICT || value_is_sequence(v);
}

/* A sequence below its key that is not indented; nothing else may stand there. */
static bool is_flush(const struct target *t, node_id id)
{
    node_id pair = t->parents[id];
    return at(t, id)->kind == NODE_LIST && !is_flow(t, id) && at(t, pair)->kind == NODE_PAIR &&
           edit_column(t, tree_span(t->tree, id).start) ==
               edit_column(t, tree_span(t->tree, pair).start);
}

static void replace(struct target *t, node_id id, const struct value *v, struct candidates *out)
{
    if (!is_editable(t, id)) {
        return;
    }
    span where = tree_span(t->tree, id);
    struct write_style before = t->style;
    str old = source_text(t->source, where), text;
    bool block = is_container(v) && !is_flow(t, id) && at(t, id)->kind != NODE_NONE &&
                 (at(t, id)->kind == NODE_DICT || at(t, id)->kind == NODE_LIST);
    if (old.n > 1 && (old.p[0] == '"' || old.p[0] == '\'')) {
        t->style.quote = old.p[0];
    }
    uint32_t column = edit_column(t, where.start);
    bool good = edit_value(t, v, block ? 0 : column, column, !block, &text);
    if (good && is_flush(t, id) && !str_starts(text, STR("- "))) {
        uint32_t step = t->style.step;
        good = edit_value(t, v, block ? 0 : column + step, column + step, !block, &text);
        text = arena_printf(t->a, "%*s%.*s", (int)step, "", STR_ARG(text));
    }
    t->style = before;
    if (!good || str_eq(text, old)) {
        return;
    }
    bool glued = where.start > 0 && where.start == where.end && /* `key:`, `-`: nothing follows */
                 strchr(":-", t->source->bytes.p[where.start - 1]);
    edit_add(t, edit_new(t, out, "changing the value"), where,
        glued ? arena_concat(t->a, STR(" "), text) : text);
}

static void replacements(struct target *t, const struct change *c, struct candidates *out)
{
    const struct value *old = config_at(t->config, c->path);
    if (old && old->tree == t->tree && old->node && old->how == ORIGIN_TEXT) {
        replace(t, old->node, &c->value, out);
    }
    struct spot s = find(t, c->path);
    if (s.rest.n == 0 && !(old && old->tree == t->tree && old->node == s.value)) {
        replace(t, s.value, &c->value, out);
    }
}

/* --- adding keys --- */

/* The text `key: value` with the lines of the value indented below it. */
static bool pair_text(
    struct target *t, str key, const struct value *v, uint32_t indent, bool flow, str *out)
{
    struct buf b = buf_make(t->a->owner);
    write_string(&b, key, &t->style);
    buf_byte(&b, ':');
    str value;
    bool block = !flow && is_container(v);
    uint32_t below = block && t->syntax == WRITE_YAML ? indent + t->style.step : indent;
    if (!edit_value(t, v, (uint32_t)(indent + b.n), below, flow, &value)) {
        return false;
    }
    bool next_line = block && value.n > 0 && value.p[0] == t->style.newline.p[0];
    buf_puts(&b, next_line ? "" : " ");
    buf_put(&b, value);
    *out = buf_str(&b);
    return true;
}

static void insert_in_flow(
    struct target *t, node_id mapping, str key, const struct value *v, struct candidates *out)
{
    span where = tree_span(t->tree, mapping);
    node_id last = 0;
    EACH_CHILD (t->tree, mapping, it) {
        last = it;
    }
    uint32_t end = last ? tree_span(t->tree, last).end : where.start + 1;
    node_id first = at(t, mapping)->child;
    bool lines = last && edit_line_start(t, tree_span(t->tree, first).start) !=
                             edit_line_start(t, where.start);
    str text, indent = lines ? edit_indent(t, tree_span(t->tree, first).start) : STR("");
    bool json = t->syntax == WRITE_JSON;
    if (!pair_text(t, key, v, (uint32_t)indent.n, !json || !lines, &text)) {
        return;
    }
    str separator =
        !last   ? STR("")
        : lines ? arena_printf(t->a, ",%.*s%.*s", STR_ARG(t->style.newline), STR_ARG(indent))
                : STR(", ");
    edit_add(
        t, edit_new(t, out, "adding a key"), (span){end, end}, arena_concat(t->a, separator, text));
}

/* The end of the line on which the last entry of a block ends: its comment goes along. */
static void insert_in_block(
    struct target *t, node_id mapping, str key, const struct value *v, struct candidates *out)
{
    span where = tree_span(t->tree, mapping);
    uint32_t column = edit_column(t, where.start), end = edit_line_end(t, where.end);
    str text;
    if (!pair_text(t, key, v, column, false, &text)) {
        return;
    }
    struct buf b = buf_make(t->a->owner);
    buf_put(&b, t->style.newline);
    buf_fill(&b, ' ', column);
    buf_put(&b, text);
    edit_add(t, edit_new(t, out, "adding a key"), (span){end, end}, buf_str(&b));
}

static bool leads_through_list(const struct target *t, str path, size_t from)
{
    for (size_t i = from; i < path.n; i++) {
        const struct value *v =
            path.p[i] == '.' ? config_at(t->config, str_slice(path, 0, i)) : NULL;
        if (v && value_is_sequence(v)) {
            return true;
        }
    }
    return false;
}

static void insertions(struct target *t, const struct change *c, struct candidates *out)
{
    struct spot s = find(t, c->path);
    if (s.rest.n == 0 || leads_through_list(t, c->path, c->path.n - s.rest.n)) {
        return;
    }
    str rest, key = dotted_head(s.rest, &rest);
    struct value nested = edit_nested(t, rest, &c->value);
    enum node_kind kind = (enum node_kind)at(t, s.value)->kind;
    if (kind == NODE_NONE && s.container) { /* `key:` or `-` becomes a mapping */
        struct value all = edit_nested(t, s.rest, &c->value);
        replace(t, s.value, &all, out);
        return;
    }
    if (kind != NODE_DICT) {
        return;
    }
    if (is_flow(t, s.value) || at(t, s.value)->n == 0) {
        insert_in_flow(t, s.value, key, &nested, out);
    } else {
        insert_in_block(t, s.value, key, &nested, out);
    }
}

/* --- deleting --- */

static void remove_lines(struct target *t, span where, struct candidates *out)
{
    uint32_t start = edit_line_start(t, where.start);
    uint32_t end = edit_line_end(t, where.end > where.start ? where.end - 1 : where.end);
    if (end < t->source->bytes.n) {
        end += (uint32_t)t->style.newline.n;
    }
    edit_add(t, edit_new(t, out, "removing the key"), (span){start, end}, STR(""));
}

static void remove_from_flow(
    struct target *t, node_id mapping, node_id pair, struct candidates *out)
{
    span where = tree_span(t->tree, pair);
    node_id before = 0;
    EACH_CHILD (t->tree, mapping, it) {
        if (at(t, it)->next == pair) {
            before = it;
        }
    }
    if (at(t, pair)->next) {
        where.end = tree_span(t->tree, at(t, pair)->next).start;
    } else if (before) {
        where.start = tree_span(t->tree, before).end;
    }
    edit_add(t, edit_new(t, out, "removing the key"), where, STR(""));
}

static void removals(struct target *t, const struct change *c, struct candidates *out)
{
    struct spot s = find(t, c->path);
    if (s.rest.n > 0 || !s.pair) {
        return;
    }
    node_id mapping = t->parents[s.pair];
    if (is_flow(t, mapping)) {
        remove_from_flow(t, mapping, s.pair, out);
    } else {
        remove_lines(t, tree_span(t->tree, s.pair), out);
    }
}

/* `modality: ${input_modality}` or `*modality` gets a mapping of its own when others use it, too.
 */
static void own_copy(struct target *t, const struct change *c, struct candidates *out)
{
    struct spot s = find(t, c->path);
    enum node_kind kind = (enum node_kind)at(t, s.value)->kind;
    struct value v;
    if (s.rest.n == 0 || s.rest.n >= c->path.n || kind == NODE_DICT || kind == NODE_LIST) {
        return;
    }
    if (edit_whole_value(t, c, str_slice(c->path, 0, c->path.n - s.rest.n - 1), &v)) {
        replace(t, s.value, &v, out);
    }
}

void edit_data(struct target *t, const struct change *c, struct candidates *out)
{
    if (c->deletes) {
        removals(t, c, out);
    } else {
        replacements(t, c, out);
        insertions(t, c, out);
    }
    own_copy(t, c, out);
}
