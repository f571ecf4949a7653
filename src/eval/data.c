/* Values of YAML and JSON trees: PyYAML's constructors. */
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"

#define TAG(name)    "tag:yaml.org,2002:" name
#define PYTHON(name) TAG("python/" name)

static struct value at(const struct tree *t, node_id id, struct value v)
{
    v.tree = t;
    v.node = id;
    return v;
}

static bool data(struct eval *e, const struct tree *t, node_id id, struct value *out);

static bool is_merge_key(const struct tree *t, node_id key)
{
    const struct node *n = tree_node(t, key);
    return n->kind == NODE_YAML_TAGGED && str_is(string_str(tree_string(t, n->data)), TAG("merge"));
}

/* `<<: *x` or `<<: [*x, *y]`: entries of the merged mappings come first, and earlier ones win. */
static bool merge(struct eval *e, const struct tree *t, node_id value, struct dict *d)
{
    struct value v;
    if (!data(e, t, value, &v)) {
        return false;
    }
    struct list one = {.items = &v, .n = 1};
    const struct list *all = v.kind == VALUE_LIST ? v.list : &one;
    for (uint32_t i = all->n; i-- > 0;) {
        const struct value *m = &all->items[i];
        if (m->kind != VALUE_DICT) {
            return eval_raise_at(
                e, t, value, TYPE_VALUE_ERROR, "only a mapping can be merged by '<<'");
        }
        for (uint32_t k = 0; k < m->dict->n; k++) {
            const struct entry *x = &m->dict->entries[k];
            dict_set(e->arena, d, &x->key, x->hash, x->value);
        }
    }
    return true;
}

static bool mapping(struct eval *e, const struct tree *t, node_id id, struct value *out)
{
    struct dict *d = dict_new(e->arena, tree_node(t, id)->n);
    EACH_CHILD (t, id, pair) {
        if (is_merge_key(t, tree_child(t, pair, 0)) && !merge(e, t, tree_child(t, pair, 1), d)) {
            return false;
        }
    }
    EACH_CHILD (t, id, pair) {
        struct value key, v;
        uint32_t hash;
        bool unknown = false;
        if (is_merge_key(t, tree_child(t, pair, 0))) {
            continue;
        }
        if (!data(e, t, tree_child(t, pair, 0), &key) || !data(e, t, tree_child(t, pair, 1), &v) ||
            !ops_hash(e, &key, &hash, &unknown)) {
            return false;
        }
        key = at(t, pair, key);
        struct entry *old = dict_find(d, &key, hash);
        if (old) {
            old->key.tree = key.tree;
            old->key.node = key.node;
        }
        dict_set(e->arena, d, &key, hash, v);
    }
    *out = value_of_dict(d);
    return true;
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

static int base64_digit(char c)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *hit = c ? strchr(alphabet, c) : NULL;
    return hit ? (int)(hit - alphabet) : -1;
}

static struct value binary(struct eval *e, str text)
{
    struct buf b = buf_make(e->arena->owner);
    uint32_t bits = 0, n = 0;
    for (size_t i = 0; i < text.n; i++) {
        int d = base64_digit(text.p[i]);
        if (d < 0) {
            continue;
        }
        bits = bits << 6 | (uint32_t)d;
        n += 6;
        if (n >= 8) {
            n -= 8;
            buf_byte(&b, (char)(bits >> n & 0xFF));
        }
    }
    return (struct value){.kind = VALUE_BYTES, .s = string_new(e->arena, buf_str(&b))};
}

/* YYYY-MM-DD is a datetime.date; with a time it would be a datetime. */
static struct value date(struct eval *e, const struct tree *t, node_id id, str text)
{
    int part[3] = {0};
    size_t n = 0;
    if (text.n != 10) {
        return value_unknown(e->arena, t, id, "it is a date and a time");
    }
    for (size_t i = 0; i < text.n && n < 3; i++) {
        if (text.p[i] == '-') {
            n++;
        } else if (n < 3) {
            part[n] = part[n] * 10 + (text.p[i] - '0');
        }
    }
    str repr = arena_printf(e->arena, "datetime.date(%d, %d, %d)", part[0], part[1], part[2]);
    return (struct value){.kind = VALUE_OPAQUE, .repr = string_new(e->arena, repr)};
}

/* !!python/object/apply:eval ["..."]: the loaders' YAML reader evaluates the text. */
static bool apply_eval(struct eval *e, const struct value *arguments, struct value *out)
{
    struct value function;
    bool plain = arguments->kind == VALUE_LIST && arguments->list->n == 1;
    if (!plain || !builtins_find(e, STR("eval"), &function)) {
        *out = ops_unknown(e, "it calls a Python function");
        return true;
    }
    struct frame frame = {.globals = dict_new(e->arena, 0), .caller = e->frame};
    e->frame = &frame;
    bool good = eval_call1(e, &function, arguments->list->items[0], out);
    e->frame = frame.caller;
    return good;
}

static bool no_constructor(struct eval *e, const struct tree *t, node_id id, str tag)
{
    return eval_raise_at(e, t, id, TYPE_VALUE_ERROR,
        "could not determine a constructor for the tag '%.*s'", STR_ARG(tag));
}

/* A tag on an alias, a mapping or a scalar that PyYAML's full loader knows. */
static bool tagged(struct eval *e, const struct tree *t, node_id id, struct value *out)
{
    str tag = string_str(tree_string(t, tree_node(t, id)->data));
    node_id inner = tree_node(t, id)->child;
    struct value v;
    /* torchpack reads with PyYAML's safe loader, which makes no Python objects. */
    bool refused = str_starts(tag, STR(PYTHON(""))) && e->profile == &PROFILE_EXPRESSION;
    if (!refused && !data(e, t, inner, &v)) {
        return false;
    }
    if (refused) {
        return no_constructor(e, t, id, tag);
    }
    if (str_is(tag, PYTHON("tuple")) && v.kind == VALUE_LIST) {
        *out = value_of_tuple(v.list);
    } else if (str_is(tag, TAG("set")) && v.kind == VALUE_DICT) {
        *out = (struct value){.kind = VALUE_SET, .dict = v.dict};
        for (uint32_t i = 0; i < v.dict->n; i++) {
            v.dict->entries[i].value = value_none();
        }
    } else if (str_is(tag, TAG("binary")) && v.kind == VALUE_STRING) {
        *out = binary(e, value_str(&v));
    } else if (str_is(tag, TAG("merge"))) {
        *out = value_string(e->arena, STR("<<"));
    } else if (str_is(tag, TAG("timestamp"))) {
        *out = date(e, t, id, value_str(&v));
    } else if (str_is(tag, PYTHON("object/apply:eval"))) {
        return apply_eval(e, &v, out);
    } else if (str_is(tag, PYTHON("none"))) {
        *out = value_none();
    } else if (str_is(tag, PYTHON("str")) || str_is(tag, PYTHON("unicode")) ||
               str_is(tag, PYTHON("list")) || str_is(tag, PYTHON("dict"))) {
        *out = v;
    } else if (str_starts(tag, STR(TAG("")))) {
        *out = value_unknown(e->arena, t, id, "its tag '%.*s' makes a Python object", STR_ARG(tag));
    } else {
        return no_constructor(e, t, id, tag);
    }
    return true;
}

static bool data(struct eval *e, const struct tree *t, node_id id, struct value *out)
{
    const struct node *n = tree_node(t, id);
    bool good = eval_spend(e, 1);
    if (!good) {
        return false;
    }
    switch (n->kind) {
    case NODE_YAML_ALIAS: return data(e, t, n->data, out);
    case NODE_NONE: *out = value_none(); break;
    case NODE_TRUE: *out = value_bool(true); break;
    case NODE_FALSE: *out = value_bool(false); break;
    case NODE_FLOAT: *out = value_float(t->literals[n->data].f); break;
    case NODE_STRING: *out = value_of_string(tree_string(t, n->data)); break;
    case NODE_INTEGER:
        if (t->literals[n->data].kind == LITERAL_INTEGER) {
            *out = value_int(t->literals[n->data].i);
        } else if (!number_parse_int(e->arena, string_str(tree_string(t, n->data)), 0, out)) {
            *out = value_unknown(e->arena, t, id, "the number is too large");
        }
        break;
    case NODE_DICT: good = mapping(e, t, id, out); break;
    case NODE_LIST: good = sequence(e, t, id, out); break;
    case NODE_YAML_TAGGED: good = tagged(e, t, id, out); break;
    default: *out = value_unknown(e->arena, t, id, "this is not data"); break;
    }
    *out = at(t, id, *out);
    return good;
}

bool eval_data(struct eval *e, const struct tree *tree, node_id node, struct value *out)
{
    return data(e, tree, node, out);
}
