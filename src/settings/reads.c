/* Is a top-level name of a config read: by the training script, or by its files themselves, as a
 * variable? */
#include "settings/inside.h"

#include "config/dialect/dialect.h"
static bool is_word_byte(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool has_word(str text, str word)
{
    for (size_t at = 0; (at = str_find(text, word, at)) != SIZE_MAX; at++) {
        bool starts = at == 0 || !is_word_byte(text.p[at - 1]);
        bool ends = at + word.n == text.n || !is_word_byte(text.p[at + word.n]);
        if (starts && ends) {
            return true;
        }
    }
    return false;
}

/* In {{_base_.name}} and ${name}: filled in before there is a tree, or written in a string. */
static bool in_templates(str text, str name, const char *open, const char *close)
{
    for (size_t at = 0; (at = str_find(text, str_of(open), at)) != SIZE_MAX;) {
        size_t end = str_find(text, str_of(close), at);
        if (end == SIZE_MAX) {
            return false;
        }
        if (has_word(str_slice(text, at, end), name)) {
            return true;
        }
        at = end;
    }
    return false;
}

/* Marks the name whose value a chain of attributes and items lies in. */
static void mark_root(const struct tree *t, node_id id, bool *marks)
{
    enum node_kind kind = (enum node_kind)tree_node(t, id)->kind;
    while (kind == NODE_ATTRIBUTE || kind == NODE_SUBSCRIPT) {
        id = tree_child(t, id, 0);
        kind = (enum node_kind)tree_node(t, id)->kind;
    }
    marks[id] |= kind == NODE_NAME;
}

/* Marks the names whose values statements only change: `x[0] = 1`, `x.update(y)`, `x += y`. */
static void mark_changed(const struct tree *t, bool *marks)
{
    for (node_id id = 1; id < t->n_nodes; id++) {
        enum node_kind kind = (enum node_kind)tree_node(t, id)->kind;
        if (kind == NODE_ASSIGN) {
            for (node_id it = tree_child(t, id, 1); it; it = tree_node(t, it)->next) {
                mark_root(t, it, marks);
            }
        } else if (kind == NODE_AUG_ASSIGN) {
            mark_root(t, tree_child(t, id, 0), marks);
        } else if (kind == NODE_DEL) {
            EACH_CHILD (t, id, it) {
                mark_root(t, it, marks);
            }
        } else if (kind == NODE_EXPR_STMT) {
            node_id call = tree_child(t, id, 0);
            if (tree_node(t, call)->kind == NODE_CALL) {
                mark_root(t, tree_child(t, call, 0), marks);
            }
        }
    }
}

/* Marks the names that a statement's targets bind. */
static void mark_target(const struct tree *t, node_id id, bool *marks)
{
    enum node_kind kind = (enum node_kind)tree_node(t, id)->kind;
    if (kind == NODE_NAME) {
        marks[id] = true;
    } else if (kind == NODE_TUPLE || kind == NODE_LIST || kind == NODE_STAR) {
        EACH_CHILD (t, id, it) {
            mark_target(t, it, marks);
        }
    }
}

static void mark_targets(const struct tree *t, bool *marks)
{
    for (node_id id = 1; id < t->n_nodes; id++) {
        enum node_kind kind = (enum node_kind)tree_node(t, id)->kind;
        if (kind == NODE_ASSIGN) {
            for (node_id it = tree_child(t, id, 1); it; it = tree_node(t, it)->next) {
                mark_target(t, it, marks);
            }
        } else if (kind == NODE_ANN_ASSIGN || kind == NODE_FOR || kind == NODE_DEL) {
            mark_target(t, tree_child(t, id, 0), marks);
        } else if (kind == NODE_ALIAS && tree_child(t, id, 0)) {
            mark_target(t, tree_child(t, id, 0), marks);
        }
    }
}

static bool is_base(const struct tree *t, node_id id)
{
    return tree_node(t, id)->kind == NODE_NAME && str_is(tree_text(t, id), "_base_");
}

static bool node_reads(const struct tree *t, node_id id, str name)
{
    const struct node *n = tree_node(t, id);
    switch (n->kind) {
    case NODE_NAME: return n->op == NAME_GLOBAL && str_eq(tree_text(t, id), name);
    case NODE_ATTRIBUTE:
        return str_eq(string_str(tree_string(t, n->data)), name) && is_base(t, n->child);
    case NODE_SUBSCRIPT: {
        const struct node *index = tree_node(t, tree_child(t, id, 1));
        return index->kind == NODE_STRING && is_base(t, n->child) &&
               str_eq(string_str(tree_string(t, index->data)), name);
    }
    default: return false;
    }
}

static bool tree_reads(struct arena *a, const struct tree *t, str name, bool to_change)
{
    bool *marks = ARENA_MANY(a, bool, t->n_nodes + 1);
    mark_targets(t, marks);
    if (!to_change) {
        mark_changed(t, marks);
    }
    for (node_id id = 1; id < t->n_nodes; id++) {
        if (!marks[id] && node_reads(t, id, name)) {
            return true;
        }
    }
    return false;
}

/* `to_change`: what only changes a value reads it, too. */
static bool file_reads(struct settings *s, const struct config_file *f, str name, bool to_change)
{
    const struct dialect *d = s->config->dialect;
    return f->tree && has_word(f->source->bytes, name) &&
           (tree_reads(s->arena, f->tree, name, to_change) ||
               in_templates(f->source->bytes, name, "{{", "}}") ||
               (d->opens && in_templates(f->source->bytes, name, d->opens, d->closes)));
}

/* --- torchpack's files, which are no bases: each value knows the one that it comes from --- */

static void note_layer(struct settings *s, const struct source *from)
{
    VEC_EACH (const struct source *const, it, &s->layers) {
        if (*it == from) {
            return;
        }
    }
    vec_push(s->arena->owner, &s->layers, from);
}

static void note_layers(struct settings *s, const struct value *v)
{
    if (v->tree) {
        note_layer(s, v->tree->source);
    }
    if (v->kind == VALUE_DICT) {
        for (uint32_t i = 0; i < v->dict->n; i++) {
            note_layers(s, &v->dict->entries[i].value);
        }
    } else if (value_is_sequence(v)) {
        for (uint32_t i = 0; i < v->list->n; i++) {
            note_layers(s, &v->list->items[i]);
        }
    }
}

/* They are looked for once. */
static void find_layers(struct settings *s)
{
    if (!s->layers_asked && s->config->dialect->opens && !s->config->failed) {
        note_layers(s, &s->config->root);
    }
    s->layers_asked = true;
}

static bool layers_read(struct settings *s, str name)
{
    const struct dialect *d = s->config->dialect;
    VEC_EACH (const struct source *const, it, &s->layers) {
        if (in_templates((*it)->bytes, name, d->opens, d->closes)) {
            return true;
        }
    }
    return false;
}

uint64_t settings_read_bytes(struct settings *s)
{
    uint64_t bytes = 0;
    find_layers(s);
    VEC_EACH (const struct config_file, f, &s->config->files) {
        bytes += f->tree ? f->source->bytes.n : 0;
    }
    VEC_EACH (const struct source *const, it, &s->layers) {
        bytes += (*it)->bytes.n;
    }
    return bytes;
}

bool settings_reads(const struct settings *s, str name)
{
    if (s->own_script) {
        return true;
    }
    const struct value *list = declaration_get(s->profile, "reads");
    for (uint32_t i = 0; list && value_is_sequence(list) && i < list->list->n; i++) {
        str one = value_str(&list->list->items[i]);
        if (str_eq(one, name) || str_is(one, "*")) {
            return true;
        }
    }
    return false;
}

const struct list *settings_read_keys(const struct settings *s)
{
    const struct value *list = declaration_get(s->profile, "reads");
    bool known = list && value_is_sequence(list) && !s->own_script;
    for (uint32_t i = 0; known && i < list->list->n; i++) {
        known = !value_is_str(&list->list->items[i], "*");
    }
    return known ? list->list : NULL;
}

bool settings_is_read(struct settings *s, str name)
{
    VEC_EACH (struct config_file, f, &s->config->files) {
        if (file_reads(s, f, name, true)) {
            return true;
        }
    }
    find_layers(s);
    return layers_read(s, name);
}

bool settings_is_read_here(struct settings *s, str name)
{
    VEC_EACH (struct config_file, f, &s->config->files) {
        if (f->depth == 0 && file_reads(s, f, name, false)) {
            return true;
        }
    }
    return false;
}
