#include "lint/repeats.h"

#include "base/vec.h"
#include "config/dialect/dialect.h"

#include <stdlib.h>

static const char CODE[] = "SYN003", REBOUND[] = "INH009";

/* Of a PAIR of a mapping, or of a keyword of dict(...); empty when it is no text. */
static str key_of(const struct tree *t, node_id pair)
{
    if (tree_node(t, pair)->kind == NODE_KEYWORD) {
        return string_str(tree_string(t, tree_node(t, pair)->data));
    }
    node_id key = tree_node(t, pair)->kind == NODE_PAIR ? tree_child(t, pair, 0) : 0;
    bool text = key && tree_node(t, key)->kind == NODE_STRING;
    return text ? string_str(tree_string(t, tree_node(t, key)->data)) : STR("");
}

/* --- texts of a tree, in order --- */

struct word {
    str text;
    uint32_t file, at; /* where it stands */
    node_id id;
};

struct words { /* sorted by text, and then by place */
    VEC(struct word) list;
};

static int compare_words(const void *a, const void *b)
{
    const struct word *x = a, *y = b;
    int c = str_cmp(x->text, y->text);
    uint64_t x_at = (uint64_t)x->file << 32 | x->at, y_at = (uint64_t)y->file << 32 | y->at;
    return c ? c : x_at < y_at ? -1 : x_at > y_at;
}

static void add_word(
    struct words *w, void *ctx, str text, const struct tree *t, uint32_t file, node_id id)
{
    if (text.n > 0) {
        vec_push(ctx, &w->list, ((struct word){text, file, tree_span(t, id).start, id}));
    }
}

static void sort_words(struct words *w)
{
    if (w->list.n > 0) {
        qsort(w->list.items, w->list.n, sizeof *w->list.items, compare_words);
    }
}

/* The first of this text in one file from `at` on, or in the first of many; NULL when there is
 * none. */
static const struct word *find_word(const struct words *w, str text, uint32_t at)
{
    struct word key = {text, 0, at, 0};
    size_t low = 0, high = w->list.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_words(&w->list.items[middle], &key) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < w->list.n && str_eq(w->list.items[low].text, text);
    return found ? &w->list.items[low] : NULL;
}

static struct words keys_of(void *ctx, const struct tree *t, node_id mapping)
{
    struct words w = {0};
    EACH_CHILD (t, mapping, it) {
        add_word(&w, ctx, key_of(t, it), t, 0, it);
    }
    sort_words(&w);
    return w;
}

/* Do two entries say the same of their key, to the letter? */
static bool says_same(const struct tree *t, node_id one, node_id two)
{
    bool pairs = tree_node(t, one)->kind == NODE_PAIR && tree_node(t, two)->kind == NODE_PAIR;
    return pairs &&
           str_eq(tree_text(t, tree_child(t, one, 1)), tree_text(t, tree_child(t, two, 1)));
}

/* Two entries of one mapping with the same key. */
static void in_mapping(const struct tree *t, node_id mapping, struct diags *out)
{
    struct words keys = keys_of(out, t, mapping);
    for (size_t i = 0; i + 1 < keys.list.n; i++) {
        const struct word *one = &keys.list.items[i], *two = one + 1;
        if (str_eq(one->text, two->text) && !says_same(t, one->id, two->id)) {
            struct diag *d =
                diags_add(out, CODE, SEVERITY_ERROR, tree_loc(t, tree_child(t, two->id, 0)),
                    "'%.*s' stands in this mapping twice: only the last one counts",
                    STR_ARG(one->text));
            d->key = arena_str(out->arena, one->text);
            diag_relate(out, d, tree_loc(t, tree_child(t, one->id, 0)), "the first one is here");
        }
    }
    vec_free(&keys.list);
}

/* The name that a statement binds: `name = ...` with a dict on the right; empty otherwise. */
static str bound_dict(const struct tree *t, node_id statement)
{
    if (tree_node(t, statement)->kind != NODE_ASSIGN) {
        return STR("");
    }
    node_id value = tree_child(t, statement, 0), target = tree_child(t, statement, 1);
    enum node_kind kind = (enum node_kind)tree_node(t, value)->kind;
    bool call = kind == NODE_CALL && str_is(tree_text(t, tree_child(t, value, 0)), "dict");
    bool one = target && tree_node(t, target)->kind == NODE_NAME && !tree_node(t, target)->next;
    return one && (call || kind == NODE_DICT) ? tree_text(t, target) : STR("");
}

static struct words names_of(void *ctx, const struct tree *t)
{
    struct words w = {0};
    for (node_id id = 1; id < t->n_nodes; id++) {
        if (tree_node(t, id)->kind == NODE_NAME) {
            add_word(&w, ctx, tree_text(t, id), t, 0, id);
        }
    }
    sort_words(&w);
    return w;
}

/* The dicts that statements of a module bind to names. */
static void add_dicts(struct words *w, void *ctx, const struct tree *t, uint32_t file)
{
    EACH_CHILD (t, t->root, it) {
        add_word(w, ctx, bound_dict(t, it), t, file, it);
    }
}

/* Does any name between the two places read it? */
static bool is_read(const struct words *names, str name, uint32_t from, uint32_t to)
{
    const struct word *w = find_word(names, name, from);
    return w && w->at + w->text.n <= to;
}

/* Is there a key of one dict that the other does not have? */
static bool loses(const struct tree *t, node_id one, node_id two)
{
    bool lost = false;
    struct words keys = keys_of(NULL, t, two);
    EACH_CHILD (t, one, it) {
        str key = key_of(t, it);
        bool callee = tree_node(t, it)->kind == NODE_NAME;
        lost |= !callee && (key.n == 0 || !find_word(&keys, key, 0));
    }
    vec_free(&keys.list);
    return lost;
}

/* A dict that the training script reads, bound to its name and bound over before anything has read
 * it. */
static void at_the_top(
    struct settings *s, const struct tree *t, const struct words *names, struct diags *out)
{
    struct words dicts = {0};
    add_dicts(&dicts, out, t, 0);
    sort_words(&dicts);
    for (size_t i = 0; i + 1 < dicts.list.n; i++) {
        const struct word *one = &dicts.list.items[i], *two = one + 1;
        if (!str_eq(one->text, two->text) || !settings_reads(s, one->text)) {
            continue;
        }
        node_id target = tree_child(t, two->id, 1), value = tree_child(t, two->id, 0);
        if (loses(t, tree_child(t, one->id, 0), value) &&
            !is_read(names, one->text, tree_span(t, one->id).end, tree_span(t, target).start) &&
            !is_read(names, one->text, tree_span(t, value).start, tree_span(t, value).end)) {
            struct diag *d = diags_add(out, CODE, SEVERITY_ERROR, tree_loc(t, target),
                "'%.*s' is set a second time: nothing is merged, and the first dict is lost",
                STR_ARG(one->text));
            d->key = arena_str(out->arena, one->text);
            diag_relate(out, d, tree_loc(t, tree_child(t, one->id, 1)), "the first one is here");
        }
    }
    vec_free(&dicts.list);
}

/* --- bound again over an import --- */

/* Is it the text, whichever way names are written: in quotes or not? */
static bool is_written(str code, str text)
{
    size_t k = 0;
    for (size_t i = 0; i < code.n; i++) {
        if (code.p[i] == '\'' || code.p[i] == '"') {
            continue;
        }
        if (k == text.n || text.p[k++] != code.p[i]) {
            return false;
        }
    }
    return k == text.n;
}

/* Says the key in the imported dict no more than what holds without it? */
static bool is_default(const struct value *defaults, str name, const struct tree *t, node_id pair)
{
    const struct entry *text = NULL, *keys = NULL;
    if (defaults && defaults->kind == VALUE_DICT) {
        keys = dict_find_str(defaults->dict, name);
    }
    if (keys && keys->value.kind == VALUE_DICT) {
        text = dict_find_str(keys->value.dict, key_of(t, pair));
    }
    bool keyword = tree_node(t, pair)->kind == NODE_KEYWORD;
    return text && is_written(tree_text(t, tree_child(t, pair, !keyword)), value_str(&text->value));
}

/* The dict says the key, and in it a class. */
static bool says_class(const struct tree *t, node_id dict, const char *key)
{
    EACH_CHILD (t, dict, it) {
        node_id value = tree_child(t, it, tree_node(t, it)->kind != NODE_KEYWORD);
        struct words keys =
            str_is(key_of(t, it), key) ? keys_of(NULL, t, value) : (struct words){0};
        bool yes = keys.list.n > 0 && find_word(&keys, STR("type"), 0);
        vec_free(&keys.list);
        if (yes) {
            return true;
        }
    }
    return false;
}

/* Is one dict, by its keys, a part of the other, of which something is lost: what a change of it
 * would look like?  One that says which class it is for says all that it wants, and a loader that
 * says those of its data set and its sampler. */
static bool is_patch(const struct tree *t, node_id one, const struct words *keys,
    const struct tree *other_tree, node_id other, str name, const struct value *defaults)
{
    struct words others = keys_of(NULL, other_tree, other);
    uint32_t n = 0, all = 0;
    bool part = !says_class(t, one, "dataset") || !says_class(t, one, "sampler");
    EACH_CHILD (t, one, it) {
        str key = key_of(t, it);
        bool callee = tree_node(t, it)->kind == NODE_NAME;
        part &= !str_is(key, "type") && (callee || (key.n > 0 && find_word(&others, key, 0)));
        n += !callee;
    }
    EACH_CHILD (other_tree, other, it) {
        str key = key_of(other_tree, it);
        bool lost = key.n > 0 && !find_word(keys, key, 0);
        all += lost && !is_default(defaults, name, other_tree, it);
    }
    vec_free(&others.list);
    return part && n > 0 && all > 0;
}

/* In the first of the imported files whose last dict of this name the one of `it` would be a
 * change of. */
static node_id find_patched(const struct config *c, const struct words *imported,
    const struct tree *t, node_id it, const struct value *defaults, const struct tree **in)
{
    str name = bound_dict(t, it);
    node_id value = tree_child(t, it, 0), found = 0;
    struct words keys = keys_of(NULL, t, value);
    const struct word *end = imported->list.items + imported->list.n;
    for (const struct word *w = find_word(imported, name, 0);
         w && w < end && str_eq(w->text, name) && !found; w++) {
        bool last = w + 1 == end || w[1].file != w->file || !str_eq(w[1].text, name);
        *in = c->files.items[w->file].tree;
        if (last && is_patch(t, value, &keys, *in, tree_child(*in, w->id, 0), name, defaults)) {
            found = w->id;
        }
    }
    vec_free(&keys.list);
    return found;
}

static void rebound(const struct config *c, const struct tree *t, const struct words *names,
    const struct value *defaults, struct diags *out)
{
    struct words imported = {0};
    for (size_t i = 0; i < c->files.n; i++) {
        const struct config_file *f = &c->files.items[i];
        if (f->depth > 0 && f->tree && f->tree->root) {
            add_dicts(&imported, out, f->tree, (uint32_t)i);
        }
    }
    sort_words(&imported);
    EACH_CHILD (t, t->root, it) {
        str name = bound_dict(t, it);
        node_id value = tree_child(t, it, 0), target = tree_child(t, it, 1);
        if (name.n == 0 || is_read(names, name, 0, tree_span(t, target).start) ||
            is_read(names, name, tree_span(t, value).start, tree_span(t, value).end)) {
            continue;
        }
        const struct tree *base = NULL;
        node_id old = find_patched(c, &imported, t, it, defaults, &base);
        if (old) {
            struct diag *d = diags_add(out, REBOUND, SEVERITY_WARNING, tree_loc(t, target),
                "this takes the place of the imported '%.*s': the rest of it is gone",
                STR_ARG(name));
            d->key = arena_str(out->arena, name);
            diag_help(out, d, "%.*s.update(dict(...)) changes a part of it", STR_ARG(name));
            diag_relate(out, d, tree_loc(base, tree_child(base, old, 1)), "it comes from here");
        }
    }
    vec_free(&imported.list);
}

void repeats_find(struct settings *s, const struct value *defaults, struct diags *out)
{
    const struct config *c = settings_config(s);
    VEC_EACH (const struct config_file, f, &c->files) {
        if (f->depth > 0 || !f->tree || !f->tree->root) {
            continue;
        }
        const struct tree *t = f->tree;
        for (node_id id = 1; id < t->n_nodes; id++) {
            if (tree_node(t, id)->kind == NODE_DICT) {
                in_mapping(t, id, out);
            }
        }
        if (tree_node(t, t->root)->kind == NODE_MODULE) {
            struct words names = names_of(out, t);
            at_the_top(s, t, &names, out);
            if (c->dialect->bases == BASES_BOUND) {
                rebound(c, t, &names, defaults, out);
            }
            vec_free(&names.list);
        }
    }
}
