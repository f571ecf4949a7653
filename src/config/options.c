/* --cfg-options key=value: what argparse's DictAction reads and merge_from_dict merges. */
#include "config/load.h"

#include "base/buf.h"
#include "eval/number.h"
#include "eval/ops.h"

#include <stdlib.h>

struct reader {
    struct arena *arena;
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

/* int() and float() of Python, then true, false and None, else text. */
static struct value scalar(struct reader *r, str s)
{
    struct value v;
    str digits = str_trim(s);
    bool plain = digits.n > 0;
    for (size_t i = 0; i < digits.n; i++) {
        char c = digits.p[i];
        bool sign = i == 0 && digits.n > 1 && (c == '-' || c == '+');
        bool between = c == '_' && i > 0 && i + 1 < digits.n && digits.p[i - 1] != '_';
        plain &= (c >= '0' && c <= '9') || sign || between;
    }
    if (plain) {
        struct buf b = buf_make(r->arena->owner);
        for (size_t i = 0; i < digits.n; i++) {
            if (digits.p[i] != '_') {
                buf_byte(&b, digits.p[i]);
            }
        }
        if (number_parse_int(r->arena, buf_str(&b), 10, &v)) {
            return placed(r, v);
        }
    }
    double f;
    if (number_parse_float(s, &f)) {
        return placed(r, value_float(f));
    }
    char low[6] = {0};
    for (size_t i = 0; i < s.n && s.n <= 5; i++) {
        low[i] = (char)(s.p[i] >= 'A' && s.p[i] <= 'Z' ? s.p[i] | 0x20 : s.p[i]);
    }
    if (strcmp(low, "true") == 0 || strcmp(low, "false") == 0) {
        return placed(r, value_bool(low[0] == 't'));
    }
    if (str_is(s, "None")) {
        return placed(r, value_none());
    }
    return placed(r, value_string(r->arena, s));
}

/* Where the next comma outside brackets is; false when brackets do not match. */
static bool next_comma(str s, size_t *at)
{
    int round = 0, square = 0;
    size_t found = s.n;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == ',' && round == 0 && square == 0 && found == s.n) {
            found = i;
        }
        round += s.p[i] == '(' ? 1 : s.p[i] == ')' ? -1 : 0;
        square += s.p[i] == '[' ? 1 : s.p[i] == ']' ? -1 : 0;
    }
    *at = found;
    return round == 0 && square == 0;
}

/* DictAction._parse_iterable. */
static struct value iterable(struct reader *r, str s)
{
    while (s.n > 0 && (s.p[0] == '\'' || s.p[0] == '"')) {
        s = str_slice(s, 1, s.n);
    }
    while (s.n > 0 && (s.p[s.n - 1] == '\'' || s.p[s.n - 1] == '"')) {
        s = str_slice(s, 0, s.n - 1);
    }
    struct buf b = buf_make(r->arena->owner);
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] != ' ') {
            buf_byte(&b, s.p[i]);
        }
    }
    s = buf_str(&b);
    bool tuple = str_starts(s, STR("(")) && str_ends(s, STR(")"));
    if (tuple || (str_starts(s, STR("[")) && str_ends(s, STR("]")))) {
        s = s.n > 1 ? str_slice(s, 1, s.n - 1) : STR("");
    } else if (!memchr(s.p, ',', s.n)) {
        return scalar(r, s);
    }
    struct list *l = list_new(r->arena, 4);
    while (s.n > 0 && !r->problem) {
        size_t comma;
        if (!next_comma(s, &comma) || ++r->depth > 100000) {
            r->problem = "the brackets do not match";
            break;
        }
        list_push(r->arena, l, iterable(r, str_slice(s, 0, comma)));
        s = comma < s.n ? str_slice(s, comma + 1, s.n) : STR("");
    }
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
static bool put(struct eval *e, struct dict *all, str path, struct value v, struct module *m,
    struct arena *a, const struct tree *tree)
{
    struct dict *d = all;
    for (;;) {
        size_t dot = str_find(path, STR("."), 0);
        struct value key = value_string(e->arena, dot == SIZE_MAX ? path : str_slice(path, 0, dot));
        key.tree = v.tree;
        key.node = v.node;
        key.how = ORIGIN_COMMAND_LINE;
        if (dot == SIZE_MAX) {
            dict_set(e->arena, d, &key, key.s->hash, v);
            return true;
        }
        struct entry *old = dict_find_string(d, key.s);
        if (!old) {
            struct value below = value_of_dict(dict_new(e->arena, 2));
            below.tree = v.tree;
            below.node = v.node;
            old = dict_set(e->arena, d, &key, key.s->hash, below);
        }
        if (old->value.kind != VALUE_DICT) {
            return bad_override(
                m, a, tree, "an earlier override sets this key to something that is no dict");
        }
        d = old->value.dict;
        path = str_slice(path, dot + 1, path.n);
    }
}

/* The key under which torchpack's own command line would set it: straight into the tree, no list
 * items. */
bool options_apply(struct load *l, struct arena *a, struct module *m)
{
    const struct config_options *o = l->options;
    if (o->n_overrides == 0) {
        return true;
    }
    struct eval e;
    eval_init(&e, a, loader_limits(l->loader), &PROFILE_CONFIG, NULL);
    struct dict *all = dict_new(a, o->n_overrides);
    for (uint32_t i = 0; i < o->n_overrides; i++) {
        str text = o->overrides[i];
        const struct tree *tree = override_tree(a, text);
        const char *equal = memchr(text.p, '=', text.n);
        if (!equal || equal == text.p) {
            return bad_override(m, a, tree, "this override has no key and no '='");
        }
        struct reader r = {.arena = a, .at = {.tree = tree, .node = tree->root}};
        size_t at = (size_t)(equal - text.p);
        struct value v = iterable(&r, str_slice(text, at + 1, text.n));
        if (r.problem) {
            return bad_override(m, a, tree, r.problem);
        }
        if (!put(&e, all, str_slice(text, 0, at), v, m, a, tree)) {
            return false;
        }
    }
    struct value options = value_of_dict(all), merged;
    if (!merge_configs(&e, &options, &m->dict, true, &merged)) {
        load_raised(m, a, &e);
        return false;
    }
    merged.tree = m->dict.tree;
    merged.node = m->dict.node;
    value_freeze(&merged);
    m->dict = merged;
    return true;
}
