#include "lint/construct.h"

#include "eval/builtins.h"
#include "eval/digest.h"
#include "eval/eval.h"
#include "eval/ops.h"
#include "syntax/python.h"

enum {
    MOST_STEPS = 5000,    /* of one run */
    MOST_BYTES = 4 << 20, /* of its values */
    MOST_WORDS = 120      /* bytes of a statement that are told */
};

/* --- reading it --- */

/* The one definition of the text. */
static node_id def_of(const struct tree *code)
{
    node_id at = tree_child(code, code->root, 0);
    return tree_child(code, tree_child(code, at, 1), 0);
}

/* Its text, with what others hand on to it in **kwargs unknown. */
static str inherited_text(struct arena *a, const struct tree *t, node_id def)
{
    str text = tree_text(t, def), rest = {0};
    node_id suite = 0;
    EACH_CHILD (t, tree_child(t, def, 0), it) {
        rest = tree_node(t, it)->op == PARAM_KWARGS ? tree_name(t, it) : rest;
    }
    EACH_CHILD (t, def, it) {
        suite = tree_node(t, it)->kind == NODE_SUITE ? it : suite;
    }
    node_id first = suite ? tree_child(t, suite, 0) : 0;
    if (rest.n == 0 || !first) {
        return text;
    }
    size_t at = t->places[first].start - t->places[def].start;
    size_t line = at;
    while (line > 0 && text.p[line - 1] == ' ') {
        line--;
    }
    bool alone = line > 0 && text.p[line - 1] == '\n';
    str indent = str_slice(text, line, at);
    return arena_printf(a, "%.*s%.*s = _handed_on%s%.*s%.*s", STR_ARG(str_slice(text, 0, at)),
        STR_ARG(rest), alone ? "\n" : "; ", STR_ARG(alone ? indent : STR("")),
        STR_ARG(str_slice(text, at, text.n)));
}

bool construct_read(struct arena *a, const struct limits *limits, struct class_node c, node_id def,
    bool inherited, struct constructor_code *to)
{
    str body = inherited ? inherited_text(a, c.tree, def) : tree_text(c.tree, def);
    str text = arena_printf(a, "if True:\n    %.*s\n", STR_ARG(body));
    struct diags *nobody = diags_new(a->owner);
    struct tree *code = python_parse(a, limits, nobody, c.tree->source, text, NULL, 0);
    talloc_free(nobody);
    bool one = !code->broken && tree_node(code, def_of(code))->kind == NODE_DEF;
    *to = (struct constructor_code){.tree = code};
    return one;
}

/* The first parameter behind `self`; 0: none.  The others follow it. */
static node_id parameters(const struct tree *code)
{
    node_id self = tree_child(code, tree_child(code, def_of(code), 0), 0);
    return self ? tree_node(code, self)->next : 0;
}

/* --- the object that is made --- */

struct made {
    struct object object;
    struct value attributes; /* those that were set, by name */
};

static bool made_attribute(struct eval *e, struct object *o, str name, struct value *out)
{
    const struct value *all = &((struct made *)o)->attributes;
    const struct entry *x = dict_find_str(all->dict, name);
    *out = x ? x->value : ops_unknown(e, "what a class has is not known");
    if (!x) {
        ops_hold(e, out, all, 1); /* a method may change any */
    }
    return true;
}

static bool made_set(struct eval *e, struct object *o, const struct string *name, struct value v)
{
    struct dict *all = ((struct made *)o)->attributes.dict;
    struct value key = value_of_string(name);
    dict_set(e->arena, all, &key, name->hash, v);
    return true;
}

static const struct value *made_inside(const struct object *o)
{
    return &((const struct made *)o)->attributes;
}

static const struct object_class MADE = {.name = "object",
    .attribute = made_attribute,
    .set_attribute = made_set,
    .inside = made_inside};

/* --- running it --- */

/* What the file around knows by a name. */
static bool name_around(struct eval *e, str name, struct value *out)
{
    if (!builtins_find(e, name, out)) {
        *out = ops_unknown(e, "other parts of the file are not looked at");
    }
    return true;
}

static bool import_unknown(struct eval *e, struct frame *f, node_id statement)
{
    bool good = true;
    EACH_CHILD (f->tree, statement, alias) {
        node_id name = tree_child(f->tree, alias, 0);
        good = good && (!name || eval_bind(e, f, name, ops_unknown(e, "it is imported")));
    }
    return good;
}

static const struct eval_host HOST = {.name = name_around, .import = import_unknown};

struct keywords {
    VEC(struct entry) list;
};

static void give(void *ctx, struct keywords *to, str name, struct arena *a, struct value v)
{
    struct value key = value_string(a, name);
    vec_push(ctx, &to->list, ((struct entry){.key = key, .hash = key.s->hash, .value = v}));
}

/* What others than the config give: how a detector is trained and tested. */
static bool is_given_by_others(str name)
{
    return STR_IS_ANY(name, "train_cfg", "test_cfg");
}

static struct value unknown(struct arena *a)
{
    return value_unknown(a, NULL, 0, "the config does not say it");
}

/* What a config of the new style imports is built before anybody is given it. */
static void build_lazies(struct arena *a, struct value *v, uint32_t depth)
{
    if (v->kind == VALUE_LAZY || depth == 0) {
        *v = unknown(a);
    } else if (v->kind == VALUE_DICT) {
        for (uint32_t i = 0; i < v->dict->n; i++) {
            build_lazies(a, &v->dict->entries[i].value, depth - 1);
        }
    } else if (value_is_sequence(v)) {
        for (uint32_t i = 0; i < v->list->n; i++) {
            build_lazies(a, &v->list->items[i], depth - 1);
        }
    }
}

/* The config's own stays as it is, whatever the constructor does, and none of its code is called.
 */
static bool copied(struct eval *e, const struct value *v, struct value *out)
{
    uint64_t key = 0;
    if (!digest_value(&key, v, NULL, VALUE_DEPTH)) {
        *out = unknown(e->arena);
        return true;
    }
    if (!ops_deep_copy(e, v, true, out)) {
        return false;
    }
    build_lazies(e->arena, out, VALUE_DEPTH);
    return true;
}

/* False: it cannot be called by names alone. */
static bool fill(struct arena *a, const struct constructor_code *code, const struct dict *given,
    struct eval *e, struct keywords *to)
{
    const struct tree *t = code->tree;
    bool rest = false;
    struct dict *names = dict_new(a, 8);
    for (node_id it = parameters(t); it; it = tree_node(t, it)->next) {
        const struct node *n = tree_node(t, it);
        if (n->kind != NODE_PARAM) {
            continue;
        }
        if (n->op == PARAM_ARGS || n->op == PARAM_KWARGS) {
            rest |= n->op == PARAM_KWARGS;
            continue;
        }
        if (n->op == PARAM_POSITIONAL_ONLY) {
            return false;
        }
        str name = tree_name(t, it);
        const struct entry *x =
            code->taken && dict_find_str(code->taken, name) ? NULL : dict_find_str(given, name);
        struct value v = unknown(a);
        (void)dict_set_str(a, names, name, value_bool(true));
        if (x && !copied(e, &x->value, &v)) {
            return false;
        }
        if (x || code->taken || !n->child || is_given_by_others(name)) {
            give(a->owner, to, name, a, v);
        }
    }
    for (uint32_t i = 0; i < given->n && rest && !code->taken; i++) {
        const struct entry *x = &given->entries[i];
        if (x->key.kind == VALUE_STRING && !value_is_str(&x->key, "type") &&
            !dict_find_str(names, value_str(&x->key))) {
            struct value v;
            if (!copied(e, &x->value, &v)) {
                return false;
            }
            give(a->owner, to, value_str(&x->key), a, v);
        }
    }
    return true;
}

/* Errors that say something of the arguments. */
static bool is_refusal(const struct exception *x)
{
    switch (x->type->id) {
    case TYPE_ASSERTION_ERROR:
    case TYPE_ATTRIBUTE_ERROR: /* those of dicts are left out: they are keys there */
    case TYPE_VALUE_ERROR:
    case TYPE_TYPE_ERROR:
    case TYPE_NOT_IMPLEMENTED_ERROR:
    case TYPE_KEY_ERROR:
    case TYPE_INDEX_ERROR:
    case TYPE_ZERO_DIVISION_ERROR: return !x->any && !str_starts(x->words, STR("'dict' object"));
    default: return false;
    }
}

static void add_name(struct arena *a, const struct dict *given, str name, struct list *to)
{
    if (dict_find_str(given, name) && !list_has_word(to, name)) {
        list_push(a, to, value_string(a, name));
    }
}

static void add_names(
    struct arena *a, const struct tree *t, node_id id, const struct dict *given, struct list *to)
{
    enum node_kind kind = (enum node_kind)tree_node(t, id)->kind;
    if (kind == NODE_NAME) {
        add_name(a, given, tree_text(t, id), to);
    } else if (kind == NODE_ATTRIBUTE) {
        add_name(a, given, tree_name(t, id), to);
    }
    EACH_CHILD (t, id, it) {
        add_names(a, t, it, given, to);
    }
}

static bool is_compound(enum node_kind kind)
{
    return kind == NODE_IF || kind == NODE_FOR || kind == NODE_WHILE || kind == NODE_WITH ||
           kind == NODE_TRY || kind == NODE_DEF || kind == NODE_SUITE || kind == NODE_ELSE ||
           kind == NODE_HANDLER || kind == NODE_FINALLY;
}

/* The innermost statement around the place; the heads of what it stands in are looked at when it
 * names no argument itself. */
static node_id statement_at(struct arena *a, const struct tree *t, node_id id, uint32_t at,
    const struct dict *given, struct list *names)
{
    EACH_CHILD (t, id, it) {
        span place = t->places[it];
        enum node_kind kind = (enum node_kind)tree_node(t, it)->kind;
        if (at < place.start || at >= place.end) {
            continue;
        }
        if (!is_compound(kind)) {
            bool whole = tree_node(t, id)->kind == NODE_SUITE;
            if (whole) {
                add_names(a, t, it, given, names);
            }
            return whole ? it : 0;
        }
        node_id found = statement_at(a, t, it, at, given, names);
        if (found && names->n == 0 && (kind == NODE_IF || kind == NODE_FOR)) {
            add_names(a, t, tree_child(t, it, kind == NODE_FOR), given, names);
        }
        return found;
    }
    return 0;
}

/* One line of it. */
static str said(struct arena *a, str text)
{
    struct buf b = buf_make(a->owner);
    bool space = false;
    for (size_t i = 0; i < text.n && b.n < MOST_WORDS; i++) {
        bool is_space = text.p[i] == ' ' || text.p[i] == '\n' || text.p[i] == '\\';
        if (is_space) {
            space = true;
            continue;
        }
        if (space) {
            buf_byte(&b, ' ');
            space = false;
        }
        buf_byte(&b, text.p[i]);
    }
    str line = arena_printf(a, "%.*s%s", STR_ARG(buf_str(&b)), b.n < MOST_WORDS ? "" : "...");
    buf_free(&b);
    return line;
}

static bool tell(struct arena *a, const struct tree *t, const struct exception *x,
    const struct dict *given, struct value *out)
{
    struct list *names = list_new(a, 2), *all = list_new(a, 3);
    node_id at =
        x->tree == t ? statement_at(a, t, def_of(t), t->places[x->node].start, given, names) : 0;
    if (!at || names->n == 0) {
        return false;
    }
    list_push(a, all, value_string(a, eval_exception_text(a, x)));
    list_push(a, all, value_string(a, said(a, tree_text(t, at))));
    list_push(a, all, value_of_list(names));
    *out = value_of_tuple(all);
    return true;
}

bool construct_refuses(struct arena *a, const struct limits *limits,
    const struct constructor_code *code, const struct dict *given, uint64_t *steps,
    struct value *out)
{
    void *ctx = mem_context(NULL); /* goes with all that the constructor makes */
    struct arena *own = arena_new(ctx);
    struct eval e;
    struct keywords keywords = {0};
    struct dict *globals = dict_new(own, 1);
    struct made self = {.object.class_ = &MADE, .attributes = value_of_dict(dict_new(own, 8))};
    eval_init(&e, own, limits, &PROFILE_CONFIG, &HOST);
    e.own = (struct fuel){.steps = MOST_STEPS, .bytes = MOST_BYTES};
    bool refuses = false;
    const struct entry *made = NULL;
    if (eval_module(&e, code->tree, globals) && fill(own, code, given, &e, &keywords)) {
        made = dict_find_str(globals, STR("__init__"));
    }
    if (made && made->value.kind == VALUE_FUNCTION) {
        struct value positional = value_of_object(&self.object), ignored;
        struct arguments args = {.positional = &positional,
            .n_positional = 1,
            .keywords = keywords.list.items,
            .n_keywords = (uint32_t)keywords.list.n};
        refuses = !eval_call(&e, &made->value, &args, &ignored) && is_refusal(e.raised) &&
                  tell(a, code->tree, e.raised, given, out);
    }
    *steps += MOST_STEPS - e.own.steps;
    talloc_free(ctx);
    return refuses;
}
