/* --cfg-options key=value: what argparse's DictAction reads and merge_from_dict merges. */
#include "config/load.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "eval/builtins.h"
#include "eval/ops.h"

struct reader {
    struct eval *eval;
    struct value at; /* tree and node that values get as their origin */
    const char *problem;
    uint32_t depth;
};

static struct value placed(const struct reader *r, struct value v)
{
    v.tree = r->at.tree;
    v.node = r->at.node;
    v.how = ORIGIN_COMMAND_LINE;
    return v;
}

/* int(s) or float(s); false when Python raises ValueError. */
static bool converted(struct reader *r, const char *type, str s, struct value *out)
{
    struct value function;
    bool good = builtins_find(r->eval, str_of(type), &function) &&
                eval_call1(r->eval, &function, value_string(r->eval->arena, s), out);
    r->eval->raised = NULL;
    return good;
}

/* DictAction._parse_int_float_bool */
static struct value scalar(struct reader *r, str s)
{
    struct value v;
    if (converted(r, "int", s, &v) || converted(r, "float", s, &v)) {
        return placed(r, v);
    }
    if (str_is_any_case(s, "true") || str_is_any_case(s, "false")) {
        return placed(r, value_bool(s.n == 4));
    }
    return placed(r, str_is(s, "None") ? value_none() : value_string(r->eval->arena, s));
}

static str without_quotes(str s)
{
    while (s.n > 0 && str_is_one_of(s.p[0], "'\"")) {
        s = str_slice(s, 1, s.n);
    }
    while (s.n > 0 && str_is_one_of(s.p[s.n - 1], "'\"")) {
        s = str_slice(s, 0, s.n - 1);
    }
    return s;
}

static str without_blanks(struct reader *r, str s)
{
    struct buf b = buf_make(r->eval->arena->owner);
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] != ' ') {
            buf_byte(&b, s.p[i]);
        }
    }
    return buf_str(&b);
}

/* What brackets are open, as the parser counts them: one kind does not close another. */
struct brackets {
    int64_t round, square;
};

static void count_bracket(struct brackets *b, char c)
{
    b->round += (c == '(') - (c == ')');
    b->square += (c == '[') - (c == ']');
}

static bool has_balance(str s)
{
    struct brackets b = {0};
    for (size_t i = 0; i < s.n; i++) {
        count_bracket(&b, s.p[i]);
    }
    return b.round == 0 && b.square == 0;
}

/* Where the next comma outside of brackets is, or the end. */
static size_t next_comma(str s)
{
    struct brackets b = {0};
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == ',' && b.round == 0 && b.square == 0) {
            return i;
        }
        count_bracket(&b, s.p[i]);
    }
    return s.n;
}

static struct value iterable(struct reader *r, str s);

/* What stands between the commas.  What is left after an item balances when all of it does. */
static struct list *items(struct reader *r, str s)
{
    struct list *l = list_new(r->eval->arena, 4);
    if (!has_balance(s)) {
        r->problem = "the brackets do not match";
    }
    while (s.n > 0 && !r->problem) {
        size_t comma = next_comma(s);
        list_push(r->eval->arena, l, iterable(r, without_quotes(str_slice(s, 0, comma))));
        s = comma < s.n ? str_slice(s, comma + 1, s.n) : STR("");
    }
    return l;
}

/* DictAction._parse_iterable, of a text without blanks, and without quotes around it. */
static struct value iterable(struct reader *r, str s)
{
    bool tuple = str_starts(s, STR("(")) && str_ends(s, STR(")"));
    bool bracketed = tuple || (str_starts(s, STR("[")) && str_ends(s, STR("]")));
    if (!bracketed && (s.n == 0 || !memchr(s.p, ',', s.n))) {
        return scalar(r, s);
    }
    if (!bracketed && next_comma(s) == s.n && has_balance(s) && str_eq(without_quotes(s), s)) {
        r->problem = "its only commas stand in brackets that are not around all of it, and the "
                     "training scripts' parser never ends on such a text";
    } else if (r->depth >= r->eval->limits->nesting) {
        r->problem = "its brackets are nested too deeply (limit nesting)";
    }
    if (r->problem) {
        return value_none();
    }
    r->depth++;
    struct list *l = items(r, bracketed ? str_slice(s, 1, s.n - 1) : s);
    r->depth--;
    return placed(r, tuple ? value_of_tuple(l) : value_of_list(l));
}

/* A tree of one node for the text of an override, so that its values have a place. */
static const struct tree *override_tree(struct arena *a, str text)
{
    const struct source *s =
        source_new(a, STR("--cfg-options"), STR("--cfg-options"), arena_str(a, text), false);
    struct tree_builder *b = tree_builder_new(a, s, s->bytes);
    node_id root = tree_add(b, NODE_STRING, 0, (uint32_t)text.n);
    return tree_finish(b, a, root);
}

static bool bad_override(
    struct module *m, struct arena *a, const struct tree *tree, const char *why)
{
    struct diag *d = load_fail(m, a, "USE001", tree_loc(tree, tree->root), "%s", why);
    diag_help(m->diags, d,
        "an override is written key.of.dict=value or list.0.key=value, without blanks");
    return false;
}

/* {'a.b': v} becomes {'a': {'b': v}}, later keys going into the dicts of earlier ones. */
static bool put(struct eval *e, struct dict *all, const struct entry *override, struct module *m)
{
    struct dict *d = all;
    const struct value *v = &override->value;
    str path = value_str(&override->key);
    for (;;) {
        size_t dot = str_find(path, STR("."), 0);
        struct value key = value_string(e->arena, dot == SIZE_MAX ? path : str_slice(path, 0, dot));
        key.tree = v->tree;
        key.node = v->node;
        key.how = ORIGIN_COMMAND_LINE;
        if (dot == SIZE_MAX) {
            dict_set(e->arena, d, &key, key.s->hash, *v);
            return true;
        }
        struct entry *old = dict_find_string(d, key.s);
        if (!old) {
            struct value below = value_of_dict(dict_new(e->arena, 2));
            below.tree = v->tree;
            below.node = v->node;
            old = dict_set(e->arena, d, &key, key.s->hash, below);
        }
        if (old->value.kind != VALUE_DICT) {
            return bad_override(m, e->arena, v->tree,
                "an earlier override sets this key to something that is no dict");
        }
        d = old->value.dict;
        path = str_slice(path, dot + 1, path.n);
    }
}

/* DictAction.__call__: one "key=value"; a key that comes again keeps its place. */
static bool read_override(struct eval *e, struct dict *options, str text, struct module *m)
{
    const struct tree *tree = override_tree(e->arena, text);
    const char *equal = memchr(text.p, '=', text.n);
    if (!equal) {
        return bad_override(m, e->arena, tree, "this override has no '='");
    }
    if (utf8_check(text) < text.n) {
        return bad_override(m, e->arena, tree, "this override is not UTF-8 text");
    }
    struct reader r = {.eval = e, .at = {.tree = tree, .node = tree->root}};
    size_t at = (size_t)(equal - text.p);
    struct value key = value_string(e->arena, str_slice(text, 0, at));
    str value = without_blanks(&r, without_quotes(str_slice(text, at + 1, text.n)));
    struct value v = iterable(&r, value);
    dict_set(e->arena, options, &key, key.s->hash, v);
    return !r.problem || bad_override(m, e->arena, tree, r.problem);
}

/* Config.merge_from_dict, whatever the dialect. */
bool options_apply(struct load *l, struct arena *a, struct module *m)
{
    const struct config_options *o = l->options;
    if (o->n_overrides == 0) {
        return true;
    }
    struct eval e;
    eval_init(&e, a, loader_limits(l->loader), &PROFILE_CONFIG, NULL);
    e.fuel = &l->fuel;
    struct dict *options = dict_new(a, o->n_overrides), *all = dict_new(a, o->n_overrides);
    for (uint32_t i = 0; i < o->n_overrides; i++) {
        if (!read_override(&e, options, o->overrides[i], m)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < options->n; i++) {
        if (!put(&e, all, &options->entries[i], m)) {
            return false;
        }
    }
    struct value whole = value_of_dict(all), merged;
    if (!merge_configs(&e, &whole, &m->dict, true, &merged)) {
        load_raised(m, a, &e);
        return false;
    }
    merged.tree = m->dict.tree;
    merged.node = m->dict.node;
    value_freeze(&merged);
    m->dict = merged;
    return true;
}
