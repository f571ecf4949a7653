/* Values of YAML and JSON trees: PyYAML's constructors. */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/run/data_scalar.h"
#include "eval/run/interp.h"
#include "eval/text.h"

#define TAG "tag:yaml.org,2002:"

static struct value at(const struct tree *t, node_id id, struct value v)
{
    v.tree = t;
    v.node = id;
    return v;
}

static bool data(struct eval *e, const struct tree *t, node_id id, struct value *out);

/* --- nodes --- */

static node_id unalias(const struct tree *t, node_id id)
{
    while (tree_node(t, id)->kind == NODE_YAML_ALIAS) {
        id = tree_node(t, id)->data;
    }
    return id;
}

static str text_of(const struct tree *t, node_id id)
{
    return string_str(tree_string(t, tree_node(t, id)->data));
}

/* The node itself, when its tag does not matter. */
static node_id untagged(const struct tree *t, node_id id)
{
    id = unalias(t, id);
    return tree_node(t, id)->kind == NODE_YAML_TAGGED ? tree_node(t, id)->child : id;
}

static bool has_tag(const struct tree *t, node_id id, const char *tag)
{
    const struct node *n = tree_node(t, unalias(t, id));
    return n->kind == NODE_YAML_TAGGED && str_is(text_of(t, unalias(t, id)), tag);
}

static enum node_kind kind_of(const struct tree *t, node_id id)
{
    return (enum node_kind)tree_node(t, id)->kind;
}

static bool wants(struct eval *e, const struct tree *t, node_id id, enum node_kind kind)
{
    const char *name = kind == NODE_DICT ? "mapping" : kind == NODE_LIST ? "sequence" : "scalar";
    return kind_of(t, id) == kind ||
           eval_raise_at(e, t, id, TYPE_VALUE_ERROR, "a %s is expected here", name);
}

/* What stands behind the first '=' of a mapping; 0: there is none. */
static node_id default_of(const struct tree *t, node_id mapping)
{
    EACH_CHILD (t, mapping, pair) {
        if (has_tag(t, tree_child(t, pair, 0), TAG "value")) {
            return untagged(t, tree_child(t, pair, 1));
        }
    }
    return 0;
}

/* What a plain scalar without blanks was read from: the last word of its node, behind anchors. */
static str plain_text(const struct tree *t, node_id id)
{
    str text = tree_text(t, id);
    size_t from = text.n;
    while (from > 0 && !str_is_one_of(text.p[from - 1], " \t\r\n")) {
        from--;
    }
    str word = str_slice(text, from, text.n);
    return word.n > 0 && str_is_one_of(word.p[0], "&!") ? STR("") : word;
}

/* Where a mapping is built or merged as one, too, PyYAML makes a plain text of its '=', and what
 * comes first depends on how it goes over the document. */
static bool is_repeated(struct eval *e, const struct tree *t, node_id mapping, bool *repeated)
{
    for (node_id i = 1; i < t->n_nodes && !*repeated; i++) {
        *repeated = kind_of(t, i) == NODE_YAML_ALIAS && untagged(t, i) == mapping;
    }
    return eval_spend(e, t->n_nodes);
}

/* The text of a scalar; a mapping stands for its default. */
static bool scalar_text(struct eval *e, const struct tree *t, node_id id, str *out, bool *repeated)
{
    for (node_id next = id; next && kind_of(t, id) == NODE_DICT; next = default_of(t, id)) {
        id = next;
        if (kind_of(t, id) == NODE_DICT && !is_repeated(e, t, id, repeated)) {
            return false;
        }
    }
    const struct node *n = tree_node(t, id);
    if (n->kind == NODE_STRING) {
        *out = text_of(t, id);
        return true;
    }
    bool plain = n->op == 1 && n->kind != NODE_DICT && n->kind != NODE_LIST;
    *out = plain ? plain_text(t, id) : STR("");
    return plain || wants(e, t, id, NODE_STRING);
}

/* --- collections --- */

struct pairs {
    void *ctx;
    VEC(node_id) list;
};

static bool flatten(struct eval *e, const struct tree *t, node_id mapping, struct pairs *out);

/* `<<: *x` or `<<: [*x, *y]`: of several, earlier ones win, so they come last. */
static bool flatten_merged(struct eval *e, const struct tree *t, node_id id, struct pairs *out)
{
    if (kind_of(t, id) == NODE_DICT) {
        return flatten(e, t, id, out);
    }
    struct pairs maps = {.ctx = out->ctx};
    if (kind_of(t, id) == NODE_LIST) {
        EACH_CHILD (t, id, it) {
            vec_push(maps.ctx, &maps.list, untagged(t, it));
        }
    } else {
        vec_push(maps.ctx, &maps.list, id);
    }
    for (size_t i = maps.list.n; i-- > 0;) {
        if (kind_of(t, maps.list.items[i]) != NODE_DICT) {
            return eval_raise_at(
                e, t, maps.list.items[i], TYPE_VALUE_ERROR, "only a mapping can be merged by '<<'");
        }
        if (!flatten(e, t, maps.list.items[i], out)) {
            return false;
        }
    }
    return true;
}

/* The pairs of a mapping, those that it merges first. */
static bool flatten(struct eval *e, const struct tree *t, node_id mapping, struct pairs *out)
{
    bool good = interp_enter(e);
    if (!good) {
        return false;
    }
    EACH_CHILD (t, mapping, pair) {
        good = good && (!has_tag(t, tree_child(t, pair, 0), TAG "merge") ||
                           flatten_merged(e, t, untagged(t, tree_child(t, pair, 1)), out));
    }
    EACH_CHILD (t, mapping, pair) {
        if (good && !has_tag(t, tree_child(t, pair, 0), TAG "merge")) {
            good = eval_spend(e, 1);
            vec_push(out->ctx, &out->list, pair);
        }
    }
    e->depth--;
    return good;
}

/* A key; a plain '=' is text there.  Which others it is equal to may be unknown. */
static bool key_of(struct eval *e, const struct tree *t, node_id id, struct value *out,
    uint32_t *hash, bool *unknown)
{
    bool good =
        has_tag(t, id, TAG "value") ? data(e, t, untagged(t, id), out) : data(e, t, id, out);
    return good && ops_hash(e, out, hash, unknown);
}

/* A value that a later one replaces has to be made all the same. */
static bool replace(struct eval *e, const struct entry *old, struct value *v)
{
    bool unknown = false;
    struct buf shown = eval_buf(e);
    bool good = eval_text(e, &shown, &old->value, true, &unknown);
    talloc_free(shown.p);
    if (unknown) {
        *v = ops_unknown(e, "a value that it replaces may be one that cannot be made");
    }
    return good;
}

static bool take_pair(
    struct eval *e, const struct tree *t, node_id pair, struct dict *d, bool *unknown)
{
    struct value key, v;
    uint32_t hash;
    if (!key_of(e, t, tree_child(t, pair, 0), &key, &hash, unknown) ||
        !data(e, t, tree_child(t, pair, 1), &v)) {
        return false;
    }
    key = at(t, pair, key);
    struct entry *old = dict_find(d, &key, hash);
    if (old && !replace(e, old, &v)) {
        return false;
    }
    struct entry *now = dict_set(e->arena, d, &key, hash, v);
    now->key.tree = key.tree;
    now->key.node = key.node;
    return true;
}

static bool mapping(struct eval *e, const struct tree *t, node_id id, struct value *out)
{
    struct dict *d = dict_new(e->arena, tree_node(t, id)->n);
    bool merges = false, good = true, unknown = false;
    EACH_CHILD (t, id, pair) {
        merges |= has_tag(t, tree_child(t, pair, 0), TAG "merge");
    }
    struct pairs all = {.ctx = merges ? mem_context(NULL) : NULL};
    good = !merges || flatten(e, t, id, &all);
    VEC_EACH (node_id, pair, &all.list) {
        good = good && take_pair(e, t, *pair, d, &unknown);
    }
    EACH_CHILD (t, id, pair) {
        good = good && (merges || take_pair(e, t, pair, d, &unknown));
    }
    talloc_free(all.ctx);
    *out = unknown ? value_unknown(e->arena, t, id, "it has a key that is not known")
                   : value_of_dict(d);
    return good;
}

static bool sequence(struct eval *e, const struct tree *t, node_id id, struct value *out)
{
    struct list *l = list_new(e->arena, tree_node(t, id)->n);
    EACH_CHILD (t, id, it) {
        struct value v;
        if (!data(e, t, it, &v)) {
            return false;
        }
        list_push(e->arena, l, v);
    }
    *out = value_of_list(l);
    return true;
}

/* --- tags --- */

static bool make_dict(struct eval *e, const struct tree *t, node_id id, struct value *out)
{
    return wants(e, t, id, NODE_DICT) && mapping(e, t, id, out);
}

static bool make_list(struct eval *e, const struct tree *t, node_id id, struct value *out)
{
    return wants(e, t, id, NODE_LIST) && sequence(e, t, id, out);
}

static bool make_tuple(struct eval *e, const struct tree *t, node_id id, struct value *out)
{
    bool good = make_list(e, t, id, out);
    *out = good ? value_of_tuple(out->list) : *out;
    return good;
}

static bool make_set(struct eval *e, const struct tree *t, node_id id, struct value *out)
{
    if (!make_dict(e, t, id, out)) {
        return false;
    }
    if (out->kind == VALUE_DICT) {
        out->kind = VALUE_SET;
        for (uint32_t i = 0; i < out->dict->n; i++) {
            out->dict->entries[i].value = value_none();
        }
    }
    return true;
}

/* !!omap and !!pairs: a list of tuples of two. */
static bool make_pairs(struct eval *e, const struct tree *t, node_id id, struct value *out)
{
    if (!wants(e, t, id, NODE_LIST)) {
        return false;
    }
    struct list *l = list_new(e->arena, tree_node(t, id)->n);
    EACH_CHILD (t, id, it) {
        node_id one = untagged(t, it), pair = tree_node(t, one)->child;
        struct value v[2];
        if (!wants(e, t, one, NODE_DICT)) {
            return false;
        }
        if (tree_node(t, one)->n != 1) {
            return eval_raise_at(e, t, one, TYPE_VALUE_ERROR, "one pair is expected here");
        }
        if (!data(e, t, tree_child(t, pair, 0), &v[0]) ||
            !data(e, t, tree_child(t, pair, 1), &v[1])) {
            return false;
        }
        struct list *two = list_new(e->arena, 2);
        list_push(e->arena, two, v[0]);
        list_push(e->arena, two, v[1]);
        list_push(e->arena, l, at(t, one, value_of_tuple(two)));
    }
    *out = value_of_list(l);
    return true;
}

/* !!python/object/apply:eval ["..."]: the loaders' YAML reader evaluates the text. */
static bool apply_eval(struct eval *e, const struct tree *t, node_id id, struct value *out)
{
    struct value function, arguments;
    if (!data(e, t, id, &arguments)) {
        return false;
    }
    bool plain = arguments.kind == VALUE_LIST && arguments.list->n == 1;
    if (!plain || !builtins_find(e, STR("eval"), &function)) {
        *out = ops_unknown(e, "it calls a Python function");
        return true;
    }
    struct frame frame = {.globals = dict_new(e->arena, 0), .caller = e->frame};
    e->frame = &frame;
    bool good = eval_call1(e, &function, arguments.list->items[0], out);
    e->frame = frame.caller;
    return good;
}

/* !!python/object and its like. */
static bool make_object(struct eval *e, const struct tree *t, node_id id, struct value *out)
{
    *out = value_unknown(e->arena, t, id, "its tag makes a Python object");
    return true;
}

static const struct constructor {
    const char *tag;
    bool (*make)(struct eval *e, const struct tree *t, node_id id, struct value *out);
    bool is_prefix;
} CONSTRUCTORS[] = {
    {"seq", make_list, false},
    {"map", make_dict, false},
    {"set", make_set, false},
    {"omap", make_pairs, false},
    {"pairs", make_pairs, false},
    {"python/list", make_list, false},
    {"python/tuple", make_tuple, false},
    {"python/dict", make_dict, false},
    {"python/object/apply:eval", apply_eval, false},
    {"python/object/apply:", make_object, true},
    {"python/object/new:", make_object, true},
    {"python/object:", make_object, true},
    {"python/name:", make_object, true},
    {"python/module:", make_object, true},
};

static const struct constructor *constructor_of(str tag)
{
    for (size_t i = 0; i < sizeof CONSTRUCTORS / sizeof *CONSTRUCTORS; i++) {
        const struct constructor *c = &CONSTRUCTORS[i];
        if (c->is_prefix ? str_starts(tag, str_of(c->tag)) : str_is(tag, c->tag)) {
            return c;
        }
    }
    return NULL;
}

static bool no_constructor(struct eval *e, const struct tree *t, node_id id, str tag)
{
    return eval_raise_at(e, t, id, TYPE_VALUE_ERROR,
        "could not determine a constructor for the tag '%.*s'", STR_ARG(tag));
}

/* Only the loaders of mmcv and mmengine take PyYAML's loader that makes Python objects. */
static bool tagged(struct eval *e, const struct tree *t, node_id id, struct value *out)
{
    str whole = text_of(t, id), text;
    node_id inner = tree_node(t, id)->child;
    str tag = str_starts(whole, STR(TAG)) ? str_slice(whole, strlen(TAG), whole.n) : STR("");
    const struct constructor *of_node = constructor_of(tag);
    data_scalar_fn *of_text = data_scalar_find(tag);
    if (str_is(
            whole, "!")) { /* of nothing: libyaml takes it for a text, PyYAML's parser does not */
        *out = e->profile == &PROFILE_CONFIG ? value_string(e->arena, STR("")) : value_none();
        return true;
    }
    bool python = str_starts(tag, STR("python/")) && e->profile != &PROFILE_CONFIG;
    if (python || (!of_node && !of_text)) {
        return no_constructor(e, t, id, whole);
    }
    if (str_is(tag, "timestamp") && !wants(e, t, inner, NODE_STRING)) {
        return false; /* PyYAML reads a date from the node itself */
    }
    bool repeated = false;
    bool good = of_node ? of_node->make(e, t, inner, out)
                        : scalar_text(e, t, inner, &text, &repeated) && of_text(e, text, out);
    if (good && repeated) {
        *out = ops_unknown(e, "what stands here is a mapping elsewhere");
    }
    if (!good && !e->raised->tree) {
        e->raised->tree = t;
        e->raised->node = id;
    }
    return good;
}

static bool data(struct eval *e, const struct tree *t, node_id id, struct value *out)
{
    id = unalias(t, id);
    const struct node *n = tree_node(t, id);
    bool good = true;
    if (!interp_enter(e)) {
        return false;
    }
    switch (n->kind) {
    case NODE_NONE: *out = value_none(); break;
    case NODE_TRUE: *out = value_bool(true); break;
    case NODE_FALSE: *out = value_bool(false); break;
    case NODE_FLOAT: *out = value_float(t->literals[n->data].f); break;
    case NODE_STRING: *out = value_of_string(tree_string(t, n->data)); break;
    case NODE_INTEGER:
        if (t->literals[n->data].kind == LITERAL_INTEGER) {
            *out = value_int(t->literals[n->data].i);
        } else if (!number_parse_int(e->arena, text_of(t, id), 0, out)) {
            *out = value_unknown(e->arena, t, id, "the number is too large");
        }
        break;
    case NODE_DICT: good = mapping(e, t, id, out); break;
    case NODE_LIST: good = sequence(e, t, id, out); break;
    case NODE_YAML_TAGGED: good = tagged(e, t, id, out); break;
    default: *out = value_unknown(e->arena, t, id, "this is not data"); break;
    }
    e->depth--;
    *out = good ? at(t, id, *out) : *out;
    return good;
}

bool eval_data(struct eval *e, const struct tree *tree, node_id node, struct value *out)
{
    return data(e, tree, node, out);
}
