#include "lint/repeats.h"

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

/* Two entries of one mapping with the same key. */
static void in_mapping(const struct tree *t, node_id mapping, struct diags *out)
{
    EACH_CHILD (t, mapping, it) {
        str key = key_of(t, it);
        for (node_id two = tree_node(t, it)->next; key.n > 0 && two;
             two = tree_node(t, two)->next) {
            if (str_eq(key_of(t, two), key)) {
                struct diag *d = diags_add(out, CODE, SEVERITY_ERROR,
                    tree_loc(t, tree_child(t, two, 0)),
                    "'%.*s' stands in this mapping twice: only the last one counts", STR_ARG(key));
                d->key = arena_str(out->arena, key);
                diag_relate(out, d, tree_loc(t, tree_child(t, it, 0)), "the first one is here");
                break;
            }
        }
    }
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

/* Does any name between the two places read it? */
static bool is_read(const struct tree *t, str name, uint32_t from, uint32_t to)
{
    for (node_id id = 1; id < t->n_nodes; id++) {
        span at = tree_span(t, id);
        if (tree_node(t, id)->kind == NODE_NAME && at.start >= from && at.end <= to &&
            str_eq(tree_text(t, id), name)) {
            return true;
        }
    }
    return false;
}

static bool same_text(const struct tree *t, node_id one, node_id two)
{
    return str_eq(tree_text(t, one), tree_text(t, two));
}

/* A dict that the training script reads, bound to its name and bound over before anything has read
 * it. */
static void at_the_top(struct settings *s, const struct tree *t, struct diags *out)
{
    EACH_CHILD (t, t->root, it) {
        str name = bound_dict(t, it);
        if (name.n == 0 || !settings_reads(s, name)) {
            continue;
        }
        for (node_id two = tree_node(t, it)->next; two; two = tree_node(t, two)->next) {
            if (!str_eq(bound_dict(t, two), name)) {
                continue;
            }
            node_id target = tree_child(t, two, 1), value = tree_child(t, two, 0);
            if (!same_text(t, tree_child(t, it, 0), value) &&
                !is_read(t, name, tree_span(t, it).end, tree_span(t, target).start) &&
                !is_read(t, name, tree_span(t, value).start, tree_span(t, value).end)) {
                struct diag *d = diags_add(out, CODE, SEVERITY_ERROR, tree_loc(t, target),
                    "'%.*s' is set a second time: nothing is merged, and the first dict is lost",
                    STR_ARG(name));
                d->key = arena_str(out->arena, name);
                diag_relate(out, d, tree_loc(t, tree_child(t, it, 1)), "the first one is here");
            }
            break;
        }
    }
}

/* --- bound again over an import --- */

static node_id find_bound(const struct tree *t, str name)
{
    node_id found = 0;
    EACH_CHILD (t, t->root, it) {
        found = str_eq(bound_dict(t, it), name) ? it : found;
    }
    return found;
}

static bool has_key(const struct tree *t, node_id dict, str key)
{
    EACH_CHILD (t, dict, it) {
        if (str_eq(key_of(t, it), key)) {
            return true;
        }
    }
    return false;
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
    return text && str_eq(value_str(&text->value), tree_text(t, tree_child(t, pair, !keyword)));
}

/* Is one dict, by its keys, a part of the other, of which something is lost: what a change of it
 * would look like? */
static bool is_patch(const struct tree *t, node_id one, const struct tree *other_tree,
    node_id other, str name, const struct value *defaults)
{
    uint32_t n = 0, all = 0;
    EACH_CHILD (t, one, it) {
        str key = key_of(t, it);
        bool callee = tree_node(t, it)->kind == NODE_NAME;
        if (!callee && (key.n == 0 || !has_key(other_tree, other, key))) {
            return false;
        }
        n += !callee;
    }
    EACH_CHILD (other_tree, other, it) {
        str key = key_of(other_tree, it);
        bool lost = key.n > 0 && !has_key(t, one, key);
        all += lost && !is_default(defaults, name, other_tree, it);
    }
    return n > 0 && all > 0;
}

static void rebound(
    const struct config *c, const struct tree *t, const struct value *defaults, struct diags *out)
{
    EACH_CHILD (t, t->root, it) {
        str name = bound_dict(t, it);
        node_id value = tree_child(t, it, 0), target = tree_child(t, it, 1);
        if (name.n == 0 || is_read(t, name, 0, tree_span(t, target).start) ||
            is_read(t, name, tree_span(t, value).start, tree_span(t, value).end)) {
            continue;
        }
        VEC_EACH (const struct config_file, f, &c->files) {
            const struct tree *base = f->depth > 0 && f->tree && f->tree->root ? f->tree : NULL;
            node_id old = base ? find_bound(base, name) : 0;
            if (old && is_patch(t, value, base, tree_child(base, old, 0), name, defaults)) {
                struct diag *d = diags_add(out, REBOUND, SEVERITY_WARNING, tree_loc(t, target),
                    "this takes the place of the imported '%.*s': the rest of it is gone",
                    STR_ARG(name));
                d->key = arena_str(out->arena, name);
                diag_help(out, d, "%.*s.update(dict(...)) changes a part of it", STR_ARG(name));
                diag_relate(out, d, tree_loc(base, tree_child(base, old, 1)), "it comes from here");
                break;
            }
        }
    }
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
            at_the_top(s, t, out);
            if (c->dialect == DIALECT_LAZY) {
                rebound(c, t, defaults, out);
            }
        }
    }
}
