/* A file to be edited, and its habits. */
#include "plan/edit.h"

#include "config/compare.h"
#include "eval/number.h"

#include "text/path.h"

/* --- habits --- */

enum {
    NARROWEST = 79,
    WIDEST = 120
};

static uint32_t longest_line(const struct source *s)
{
    uint32_t longest = NARROWEST;
    for (uint32_t i = 1; i <= s->n_lines; i++) {
        str line = source_line(s, i);
        longest = line.n > longest ? (uint32_t)line.n : longest;
    }
    return longest < WIDEST ? longest : WIDEST;
}

static char first_quote(str token)
{
    for (size_t i = 0; i < token.n; i++) {
        if (token.p[i] == '\'' || token.p[i] == '"') {
            return token.p[i];
        }
    }
    return 0;
}

/* A number that stands in a config already keeps the text that its owner gave it: 1e-4. */
static enum write_own spelled(
    void *data, const struct value *v, const struct write_style *style, str *out)
{
    double f;
    (void)data;
    (void)style;
    if (v->kind != VALUE_FLOAT || !v->tree || !v->node ||
        tree_node(v->tree, v->node)->kind != NODE_FLOAT) {
        return WRITE_AS_USUAL;
    }
    *out = tree_text(v->tree, v->node);
    return number_parse_float(*out, &f) && f == v->f ? WRITE_OWN_TEXT : WRITE_AS_USUAL;
}

static void python_habits(struct target *t)
{
    size_t single = 0, twice = 0, calls = 0, braces = 0;
    VEC_EACH (const struct token, it, &t->tokens.list) {
        if (it->kind == TOKEN_STRING) {
            char quote = first_quote(str_slice(t->source->bytes, it->start, it->end));
            single += quote == '\'';
            twice += quote == '"';
        }
    }
    for (node_id id = 1; id < t->tree->n_nodes; id++) {
        calls += tree_node(t->tree, id)->kind == NODE_CALL && place_is_dict(t, id);
        braces += tree_node(t->tree, id)->kind == NODE_DICT && tree_node(t->tree, id)->n > 0;
    }
    t->style.quote = twice > single ? '"' : '\'';
    t->style.braces = braces > calls;
    t->style.own_text = spelled;
}

static void data_habits(struct target *t)
{
    size_t single = 0, twice = 0;
    for (node_id id = 1; id < t->tree->n_nodes; id++) {
        const struct node *n = tree_node(t->tree, id);
        str text =
            n->kind == NODE_STRING ? source_text(t->source, tree_span(t->tree, id)) : STR("");
        single += text.n > 0 && text.p[0] == '\'';
        twice += text.n > 0 && text.p[0] == '"';
    }
    t->style.quote = t->syntax == WRITE_JSON || twice > single ? '"' : '\'';
}

/* Blanks between the indentation of the first block and the line that it belongs to. */
static uint32_t step_of(const struct target *t)
{
    for (uint32_t i = 2; i <= t->source->n_lines; i++) {
        str line = source_line(t->source, i);
        size_t n = 0;
        while (n < line.n && line.p[n] == ' ') {
            n++;
        }
        if (n > 0 && n <= 8 && n < line.n && line.p[n] != '#') {
            return (uint32_t)n;
        }
    }
    return 0;
}

/* The name that an import of the file gives to a reference; empty when there is none. */
static str imported_name(void *data, const struct lazy *lazy)
{
    const struct target *t = data;
    EACH_CHILD (t->tree, t->tree->root, it) {
        const struct node *n = tree_node(t->tree, it);
        if (n->kind != NODE_IMPORT_FROM) {
            continue;
        }
        str module = string_str(tree_string(t->tree, n->data));
        bool same = lazy->module.n == n->op + module.n && str_ends(lazy->module, module) &&
                    strspn(lazy->module.p, ".") >= n->op;
        EACH_CHILD (t->tree, it, alias) {
            const struct node *a = tree_node(t->tree, alias);
            if (same && str_eq(string_str(tree_string(t->tree, a->data)), lazy->name)) {
                return tree_text(t->tree, a->child);
            }
        }
    }
    return STR("");
}

/* --- opening --- */

static void find_parents(struct target *t)
{
    t->parents = ARENA_MANY(t->a, node_id, t->tree->n_nodes + 1);
    for (node_id id = 1; id < t->tree->n_nodes; id++) {
        EACH_CHILD (t->tree, id, it) {
            t->parents[it] = id;
        }
    }
}

bool target_open(struct target *t, struct arena *a, const struct config *c, const struct tree *tree,
    const struct source *source)
{
    *t = (struct target){
        .ctx = mem_context(a->owner), .a = a, .config = c, .tree = tree, .source = source};
    if (!tree || tree->broken || !tree->root || !source) {
        return false;
    }
    str extension = path_extension(source->absolute);
    t->syntax = str_is(extension, ".py")     ? WRITE_PYTHON
                : str_is(extension, ".json") ? WRITE_JSON
                                             : WRITE_YAML;
    t->style = write_style_default(t->syntax);
    t->style.newline = source_newline(source);
    t->style.width = longest_line(source);
    find_parents(t);
    uint32_t step = step_of(t);
    if (t->syntax == WRITE_PYTHON) {
        lexer_run(t->ctx, &LIMITS_DEFAULT, source->bytes, &t->tokens);
        python_habits(t);
        t->style.name_of = imported_name;
        t->style.data = t;
    } else {
        t->style.step = step ? step : t->style.step;
        data_habits(t);
    }
    return true;
}

void target_close(struct target *t)
{
    talloc_free(t->ctx);
    t->ctx = NULL;
}

/* --- helpers --- */

struct candidate *edit_new(struct target *t, struct candidates *out, const char *what)
{
    vec_push(t->a->owner, &out->list, ((struct candidate){.what = what}));
    return &out->list.items[out->list.n - 1];
}

void edit_add(struct target *t, struct candidate *c, span at, str text)
{
    vec_push(t->a->owner, &c->edits.list, ((struct edit){t->source, at, text}));
}

bool edit_value(struct target *t, const struct value *v, uint32_t column, uint32_t indent,
    bool one_line, str *out)
{
    struct write_style style = t->style;
    struct buf b = buf_make(t->a->owner);
    str why;
    style.column = column;
    style.indent = indent;
    style.one_line = one_line;
    if (!write_value(t->a, &b, v, &style, &why)) {
        return false;
    }
    *out = buf_str(&b);
    return true;
}

struct value edit_nested(struct target *t, str path, const struct value *v)
{
    if (path.n == 0) {
        return *v;
    }
    str rest, head = dotted_head(path, &rest);
    struct value below = edit_nested(t, rest, v), outer = value_of_dict(dict_new(t->a, 1));
    dict_set_str(t->a, outer.dict, head, below);
    return outer;
}

uint32_t edit_line_start(const struct target *t, uint32_t offset)
{
    return t->source->line_starts[source_line_of(t->source, offset) - 1];
}

uint32_t edit_line_end(const struct target *t, uint32_t offset)
{
    uint32_t number = source_line_of(t->source, offset);
    str line = source_line(t->source, number);
    return (uint32_t)(t->source->line_starts[number - 1] + line.n);
}

uint32_t edit_column(const struct target *t, uint32_t offset)
{
    return offset - edit_line_start(t, offset);
}

str edit_indent(const struct target *t, uint32_t offset)
{
    str line = str_slice(t->source->bytes, edit_line_start(t, offset), t->source->bytes.n);
    size_t n = 0;
    while (n < line.n && (line.p[n] == ' ' || line.p[n] == '\t')) {
        n++;
    }
    return str_slice(line, 0, n);
}

/* --- changes of what stands around --- */

/* The longest part of the path, short of all of it, at which `kind` stands. */
static str container_path(const struct target *t, str path, bool list)
{
    while (path.n > 0) {
        path = dotted_parent(path);
        const struct value *v = path.n ? config_at(t->config, path) : NULL;
        if (v && (list ? value_is_sequence(v) : v->kind == VALUE_DICT)) {
            return path;
        }
    }
    return STR("");
}

static bool around(
    struct target *t, const struct change *c, bool list, struct change *out, struct value *v)
{
    str path = container_path(t, c->path, list);
    if (path.n == 0) {
        return false;
    }
    if (!edit_whole_value(t, c, path, v)) {
        return false;
    }
    *out = (struct change){.path = path, .value = *v};
    return true;
}

bool edit_whole_value(struct target *t, const struct change *c, str path, struct value *out)
{
    const struct value *now = config_at(t->config, path);
    if (!now || path.n >= c->path.n) {
        return false;
    }
    *out = *now;
    str below = str_slice(c->path, path.n + 1, c->path.n);
    return value_put(t->a, out, below, c->deletes ? NULL : &c->value);
}

bool edit_whole_list(struct target *t, const struct change *c, struct change *out)
{
    struct value v;
    return around(t, c, true, out, &v);
}

bool edit_parent(struct target *t, const struct change *c, struct change *out)
{
    struct value v;
    return around(t, c, false, out, &v);
}

bool edit_whole_dict(struct target *t, const struct change *c, struct change *out)
{
    struct value v, yes = value_bool(true);
    if (!c->deletes && c->value.kind == VALUE_DICT) {
        *out = *c;
        v = c->value;
    } else if (!c->deletes || !around(t, c, false, out, &v)) {
        return false;
    }
    /* `_delete_` first, as people write it. */
    struct dict *d = dict_new(t->a, v.dict->n + 1);
    dict_set_str(t->a, d, STR("_delete_"), yes);
    for (uint32_t i = 0; i < v.dict->n; i++) {
        const struct entry *x = &v.dict->entries[i];
        dict_set(t->a, d, &x->key, x->hash, x->value);
    }
    out->value.dict = d;
    return true;
}
