#include "lint/class_tree.h"

#include "base/mem.h"
#include "syntax/token.h"

/* --- the tree --- */

static enum node_kind kind_of(const struct tree *t, node_id id)
{
    return (enum node_kind)tree_node(t, id)->kind;
}

static bool is_definition(enum node_kind kind)
{
    return kind == NODE_CLASS || kind == NODE_DEF;
}

/* Does what stands in it run where it stands? */
static bool is_block(enum node_kind kind)
{
    switch (kind) {
    case NODE_MODULE:
    case NODE_SUITE:
    case NODE_IF:
    case NODE_ELSE:
    case NODE_FOR:
    case NODE_WHILE:
    case NODE_WITH:
    case NODE_TRY:
    case NODE_HANDLER:
    case NODE_FINALLY:
    case NODE_MATCH:
    case NODE_CASE: return true;
    default: return false;
    }
}

static bool is_name(const struct tree *t, node_id id, str name)
{
    return kind_of(t, id) == NODE_NAME && str_eq(tree_text(t, id), name);
}

/* `name`, or what has that name in something: `x.name`. */
static str last_name(const struct tree *t, node_id id)
{
    switch (kind_of(t, id)) {
    case NODE_NAME: return tree_text(t, id);
    case NODE_ATTRIBUTE: return tree_name(t, id);
    default: return STR("");
    }
}

static bool is_call_of(const struct tree *t, node_id id, const char *name)
{
    return kind_of(t, id) == NODE_CALL && str_is(last_name(t, tree_child(t, id, 0)), name);
}

static bool is_text(const struct tree *t, node_id id, str text)
{
    return kind_of(t, id) == NODE_STRING && str_eq(tree_name(t, id), text);
}

/* How often the name stands in a piece of code. */
static uint32_t count_name(const struct tree *t, node_id id, str name)
{
    uint32_t n = is_name(t, id, name);
    EACH_CHILD (t, id, it) {
        n += count_name(t, it, name);
    }
    return n;
}

/* --- words --- */

size_t word_end(str text, size_t from)
{
    while (from < text.n && byte_is_word(text.p[from])) {
        from++;
    }
    return from;
}

/* A text that nobody reads: a statement of its own. */
static bool is_prose(const struct token *list, size_t i)
{
    enum token_kind before = i > 0 ? (enum token_kind)list[i - 1].kind : TOKEN_NEWLINE;
    bool starts = before == TOKEN_NEWLINE || before == TOKEN_INDENT || before == TOKEN_DEDENT;
    return starts && list[i].kind == TOKEN_STRING && list[i + 1].kind == TOKEN_NEWLINE;
}

static bool is_quoted(str text, size_t from, size_t end)
{
    char before = from > 0 ? text.p[from - 1] : ' ';
    return (before == '\'' || before == '"') && end < text.n && text.p[end] == before;
}

bool class_tree_says(const struct tree *t, const struct limits *limits, str word, bool quoted)
{
    void *ctx = mem_context(NULL);
    struct tokens tokens = {0};
    lexer_run(ctx, limits, t->text, &tokens);
    const struct token *list = tokens.list.items;
    bool found = false;
    size_t i = 0, at = str_find_word(t->text, word, 0);
    for (; at != SIZE_MAX && !found; at = str_find_word(t->text, word, at + 1)) {
        while (list[i].kind != TOKEN_END && list[i].end <= at) {
            i++;
        }
        found = list[i].start <= at && list[i].kind != TOKEN_END && !is_prose(list, i) &&
                (!quoted || is_quoted(t->text, at, at + word.n));
    }
    talloc_free(ctx);
    return found;
}

/* --- definitions of a file --- */

static void find(const struct tree *t, node_id block, str name, struct class_nodes *to)
{
    EACH_CHILD (t, block, it) {
        if (to->list.n > MOST_CLASSES) {
            return;
        }
        if (kind_of(t, it) == NODE_CLASS && str_eq(tree_name(t, it), name)) {
            vec_push(to->ctx, &to->list, ((struct class_node){t, it}));
        } else if (is_block(kind_of(t, it))) {
            find(t, it, name, to);
        }
    }
}

void class_tree_find(const struct tree *t, str name, struct class_nodes *to)
{
    find(t, t->root, name, to);
}

static bool registers(const struct tree *t, node_id id, str name)
{
    if (!is_call_of(t, id, "register_module")) {
        return false;
    }
    bool found = false;
    EACH_CHILD (t, id, it) {
        node_id said = kind_of(t, it) == NODE_KEYWORD ? tree_child(t, it, 0) : it;
        found |= is_text(t, said, name);
        if (kind_of(t, said) == NODE_TUPLE || kind_of(t, said) == NODE_LIST) {
            EACH_CHILD (t, said, each) {
                found |= is_text(t, each, name);
            }
        }
    }
    return found;
}

bool class_tree_defines(const struct tree *t, str name)
{
    bool found = t->broken; /* by what does not parse, perhaps */
    for (node_id id = 1; id < t->n_nodes && !found; id++) {
        found =
            is_definition(kind_of(t, id)) ? str_eq(tree_name(t, id), name) : registers(t, id, name);
    }
    return found;
}

struct class_origin class_tree_origin(const struct tree *t, str name)
{
    for (node_id id = 1; id < t->n_nodes; id++) {
        const struct node *n = tree_node(t, id);
        EACH_CHILD (t, n->kind == NODE_IMPORT_FROM ? id : 0, alias) {
            if (is_name(t, tree_child(t, alias, 0), name)) {
                str module = tree_name(t, id);
                size_t dot = n->op ? 0 : str_find(module, STR("."), 0);
                return (struct class_origin){
                    tree_name(t, alias), str_slice(module, 0, dot < module.n ? dot : module.n)};
            }
        }
    }
    return (struct class_origin){name, STR("")};
}

/* --- classes --- */

static node_id suite_of(struct class_node c)
{
    return tree_child(c.tree, c.node, 1);
}

/* Decorators stand behind the head and the body of a definition, before annotations; 0: no more. */
static node_id decorator_at(const struct tree *t, node_id it)
{
    return it && kind_of(t, it) != NODE_ANNOTATION ? it : 0;
}

static node_id first_decorator(const struct tree *t, node_id definition)
{
    return decorator_at(t, tree_child(t, definition, 2));
}

static node_id next_decorator(const struct tree *t, node_id it)
{
    return decorator_at(t, tree_node(t, it)->next);
}

/* Without a name that is given. */
static bool registers_own_name(const struct tree *t, node_id call)
{
    EACH_CHILD (t, call, it) {
        bool forced = kind_of(t, it) == NODE_KEYWORD && str_is(tree_name(t, it), "force");
        if (it != tree_child(t, call, 0) && !forced) {
            return false;
        }
    }
    return true;
}

str class_registry(struct class_node c)
{
    const struct tree *t = c.tree;
    for (node_id it = first_decorator(t, c.node); it; it = next_decorator(t, it)) {
        if (is_call_of(t, it, "register_module") && registers_own_name(t, it)) {
            node_id callee = tree_child(t, it, 0);
            return kind_of(t, callee) == NODE_ATTRIBUTE ? last_name(t, tree_child(t, callee, 0))
                                                        : tree_text(t, callee);
        }
    }
    return STR("");
}

bool class_is_registered(struct class_node c)
{
    return class_registry(c).n > 0;
}

static bool is_plain_metaclass(const struct tree *t, node_id keyword)
{
    return str_is(tree_name(t, keyword), "metaclass") &&
           str_is(last_name(t, tree_child(t, keyword, 0)), "ABCMeta");
}

bool class_is_plain(struct class_node c)
{
    const struct tree *t = c.tree;
    bool plain = true;
    for (node_id it = first_decorator(t, c.node); it; it = next_decorator(t, it)) {
        plain &= is_call_of(t, it, "register_module");
    }
    EACH_CHILD (t, tree_child(t, c.node, 0), it) {
        plain &= kind_of(t, it) != NODE_KEYWORD || is_plain_metaclass(t, it);
    }
    return plain;
}

uint32_t class_bases(struct class_node c, str *to, uint32_t most)
{
    uint32_t n = 0;
    EACH_CHILD (c.tree, tree_child(c.tree, c.node, 0), it) {
        if (kind_of(c.tree, it) != NODE_KEYWORD && n < most) {
            to[n++] = last_name(c.tree, it);
        }
    }
    return n;
}

str class_only_base(struct class_node c)
{
    str two[2];
    node_id first = tree_child(c.tree, tree_child(c.tree, c.node, 0), 0);
    bool one = kind_of(c.tree, first) == NODE_NAME && class_bases(c, two, 2) == 1;
    return one ? two[0] : STR("");
}

/* May the statement bind the name?  A function or class in it has names of its own. */
static bool may_bind(const struct tree *t, node_id id, str name)
{
    enum node_kind kind = kind_of(t, id);
    if (is_definition(kind)) {
        return str_eq(tree_name(t, id), name);
    }
    bool found = kind == NODE_OPAQUE || is_name(t, id, name);
    EACH_CHILD (t, id, it) {
        found = found || may_bind(t, it, name);
    }
    return found;
}

enum constructor class_constructor(struct class_node c, node_id *def)
{
    const struct tree *t = c.tree;
    enum constructor found = CONSTRUCTOR_NONE;
    EACH_CHILD (t, suite_of(c), it) {
        if (may_bind(t, it, STR("__new__"))) {
            return CONSTRUCTOR_UNCLEAR;
        }
        if (may_bind(t, it, STR("__init__"))) {
            bool own = kind_of(t, it) == NODE_DEF && !first_decorator(t, it);
            found = own ? CONSTRUCTOR_OWN : CONSTRUCTOR_UNCLEAR;
            *def = it;
        }
    }
    return found;
}

/* The value that a statement gives to `it` or `self.it`, of that name; 0: it gives it none. */
static node_id given_value(const struct tree *t, node_id id, str name)
{
    node_id value = kind_of(t, id) == NODE_ASSIGN ? tree_child(t, id, 0) : 0;
    bool of_name = false;
    for (node_id it = value ? tree_node(t, value)->next : 0; it; it = tree_node(t, it)->next) {
        bool own =
            kind_of(t, it) == NODE_NAME ||
            (kind_of(t, it) == NODE_ATTRIBUTE && is_name(t, tree_child(t, it, 0), STR("self")));
        of_name |= own && str_eq(last_name(t, it), name);
    }
    return of_name ? value : 0;
}

/* Does the statement, or one in it, make the value of what the name was given? */
static bool makes_of_it(const struct tree *t, node_id id, str name)
{
    node_id value = given_value(t, id, name);
    bool found = value && count_name(t, value, name) > 0;
    EACH_CHILD (t, id, it) {
        found = found || makes_of_it(t, it, name);
    }
    return found;
}

bool class_sets(struct class_node c, str name)
{
    node_id def;
    bool found = false;
    if (class_constructor(c, &def) == CONSTRUCTOR_OWN) {
        EACH_CHILD (c.tree, tree_child(c.tree, def, 1), it) {
            found = (found || given_value(c.tree, it, name)) && !makes_of_it(c.tree, it, name);
        }
    }
    return found;
}

static str rest_of(struct class_node c, node_id def)
{
    EACH_CHILD (c.tree, tree_child(c.tree, def, 0), it) {
        if (tree_node(c.tree, it)->op == PARAM_KWARGS) {
            return tree_name(c.tree, it);
        }
    }
    return STR("");
}

bool constructor_takes_rest(struct class_node c, node_id def)
{
    return rest_of(c, def).n > 0;
}

/* `super().__init__(..., **rest)`, or `super(C, self).__init__` in the class C. */
static bool is_super_call(struct class_node c, node_id call, str rest)
{
    const struct tree *t = c.tree;
    node_id callee = tree_child(t, call, 0), of = tree_child(t, callee, 0);
    if (!is_call_of(t, call, "__init__") || kind_of(t, callee) != NODE_ATTRIBUTE ||
        !is_call_of(t, of, "super")) {
        return false;
    }
    node_id above = tree_child(t, of, 1);
    bool gives = false;
    EACH_CHILD (t, call, it) {
        gives |= kind_of(t, it) == NODE_DOUBLE_STAR && is_name(t, tree_child(t, it, 0), rest);
    }
    return gives && (!above || is_name(t, above, tree_name(t, c.node)));
}

static bool has_super_call(struct class_node c, node_id id, str rest)
{
    bool found = is_super_call(c, id, rest);
    EACH_CHILD (c.tree, id, it) {
        found = found || has_super_call(c, it, rest);
    }
    return found;
}

bool constructor_hands_on(struct class_node c, node_id def)
{
    str rest = rest_of(c, def);
    node_id body = tree_child(c.tree, def, 1);
    return rest.n > 0 && count_name(c.tree, body, rest) == 1 && has_super_call(c, body, rest);
}

bool constructor_swallows(struct class_node c, node_id def)
{
    str rest = rest_of(c, def);
    return rest.n > 0 && count_name(c.tree, tree_child(c.tree, def, 1), rest) == 0;
}
