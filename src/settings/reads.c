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

static bool tree_reads(struct arena *a, const struct tree *t, str name)
{
    bool *marks = ARENA_MANY(a, bool, t->n_nodes + 1);
    mark_targets(t, marks);
    for (node_id id = 1; id < t->n_nodes; id++) {
        if (!marks[id] && node_reads(t, id, name)) {
            return true;
        }
    }
    return false;
}

static bool file_reads(struct settings *s, const struct config_file *f, str name)
{
    const struct dialect *d = s->config->dialect;
    return f->tree && has_word(f->source->bytes, name) &&
           (tree_reads(s->arena, f->tree, name) ||
               in_templates(f->source->bytes, name, "{{", "}}") ||
               (d->opens && in_templates(f->source->bytes, name, d->opens, d->closes)));
}

/* torchpack's files are no bases: each value knows the one that it comes from. */
struct layers {
    const struct source *items[64];
    size_t n;
};

static void note_layers(const struct value *v, struct layers *all)
{
    const struct source *from = v->tree ? v->tree->source : NULL;
    bool seen = !from || all->n == sizeof all->items / sizeof *all->items;
    for (size_t i = 0; i < all->n && !seen; i++) {
        seen = all->items[i] == from;
    }
    if (!seen) {
        all->items[all->n++] = from;
    }
    if (v->kind == VALUE_DICT) {
        for (uint32_t i = 0; i < v->dict->n; i++) {
            note_layers(&v->dict->entries[i].value, all);
        }
    } else if (value_is_sequence(v)) {
        for (uint32_t i = 0; i < v->list->n; i++) {
            note_layers(&v->list->items[i], all);
        }
    }
}

static bool layers_read(const struct config *c, str name)
{
    struct layers all = {0};
    if (c->dialect->opens && !c->failed) {
        note_layers(&c->root, &all);
    }
    for (size_t i = 0; i < all.n; i++) {
        if (in_templates(all.items[i]->bytes, name, c->dialect->opens, c->dialect->closes)) {
            return true;
        }
    }
    return false;
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
        if (file_reads(s, f, name)) {
            return true;
        }
    }
    return layers_read(s->config, name);
}

bool settings_is_read_here(struct settings *s, str name)
{
    VEC_EACH (struct config_file, f, &s->config->files) {
        if (f->depth == 0 && file_reads(s, f, name)) {
            return true;
        }
    }
    return false;
}
