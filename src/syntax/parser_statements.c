#include "syntax/parser.h"

static bool is_target(struct parser *p, node_id id, bool in_sequence)
{
    switch (parser_kind(p, id)) {
    case NODE_NAME:
    case NODE_ATTRIBUTE:
    case NODE_SUBSCRIPT: return true;
    case NODE_STAR: return in_sequence && is_target(p, tree_edit(p->b, id)->child, false);
    case NODE_TUPLE:
    case NODE_LIST: {
        uint32_t stars = 0;
        for (node_id it = tree_edit(p->b, id)->child; it; it = tree_edit(p->b, it)->next) {
            stars += parser_kind(p, it) == NODE_STAR;
            if (!is_target(p, it, true) || stars > 1) {
                return false;
            }
        }
        return true;
    }
    default: return false;
    }
}

node_id parser_target(struct parser *p, node_id target)
{
    if (!is_target(p, target, false)) {
        parser_fail(p, parser_span(p, target), "this cannot be assigned to");
    }
    return target;
}

node_id parser_yield_from(struct parser *p, span at, node_id value)
{
    return parser_with_op(p, parser_node1(p, NODE_YIELD, at, value), 1);
}

node_id parser_line(struct parser *p, span at, struct node_list statements)
{
    return statements.first == statements.last ? statements.first
                                               : parser_nodes(p, NODE_SUITE, at, statements);
}

node_id parser_suite(struct parser *p, span at, node_id statement)
{
    return parser_kind(p, statement) == NODE_SUITE ? statement
                                                   : parser_node1(p, NODE_SUITE, at, statement);
}

/* a = b = value arrives as a, [b, value]; the node has the value first. */
node_id parser_assign(struct parser *p, span at, node_id first, struct node_list rest)
{
    node_id value = rest.last;
    parser_target(p, first);
    node_id last = first;
    for (node_id it = rest.first; it != value; it = tree_edit(p->b, it)->next) {
        parser_target(p, it);
        tree_edit(p->b, last)->next = it;
        last = it;
    }
    tree_edit(p->b, last)->next = 0;
    tree_edit(p->b, value)->next = 0;
    return parser_nodes(
        p, NODE_ASSIGN, at, parser_before(p, value, (struct node_list){first, last}));
}

node_id parser_aug_assign(struct parser *p, span at, uint32_t op, node_id target, node_id value)
{
    enum node_kind kind = parser_kind(p, target);
    if (kind != NODE_NAME && kind != NODE_ATTRIBUTE && kind != NODE_SUBSCRIPT) {
        parser_fail(
            p, parser_span(p, target), "this cannot be the target of an augmented assignment");
    }
    return parser_with_op(p, parser_node2(p, NODE_AUG_ASSIGN, at, target, value), op);
}

node_id parser_ann_assign(
    struct parser *p, span at, node_id target, node_id annotation, node_id value)
{
    enum node_kind kind = parser_kind(p, target);
    if (kind != NODE_NAME && kind != NODE_ATTRIBUTE && kind != NODE_SUBSCRIPT) {
        parser_fail(p, parser_span(p, target), "only a single name can have a type");
    }
    return value ? parser_node3(p, NODE_ANN_ASSIGN, at, target, annotation, value)
                 : parser_node2(p, NODE_ANN_ASSIGN, at, target, annotation);
}

static void refuse_stars(struct parser *p, node_id targets)
{
    enum node_kind kind = parser_kind(p, targets);
    if (kind == NODE_STAR) {
        parser_fail(p, parser_span(p, targets), "what a '*' stands before cannot be deleted");
    }
    for (node_id it = tree_edit(p->b, targets)->child;
         it && (kind == NODE_TUPLE || kind == NODE_LIST); it = tree_edit(p->b, it)->next) {
        refuse_stars(p, it);
    }
}

node_id parser_delete(struct parser *p, span at, node_id targets)
{
    parser_target(p, targets);
    refuse_stars(p, targets);
    return parser_node1(p, NODE_DEL, at, targets);
}

/* Without `as`, the name that is bound is the first part of the dotted one. */
node_id parser_alias(struct parser *p, span at, span name, node_id as)
{
    uint32_t literal = parser_literal(p, name);
    bool explicit = as != 0;
    if (!as && p->text.p[name.start] != '*') {
        span first = name;
        for (first.end = first.start;
             first.end < name.end && p->text.p[first.end] != '.' && p->text.p[first.end] != ' ';) {
            first.end++;
        }
        as = parser_name(p, first);
    }
    node_id id = as ? parser_node1(p, NODE_ALIAS, at, as) : parser_node(p, NODE_ALIAS, at);
    return parser_with_op(p, parser_with_data(p, id, literal), explicit);
}

node_id parser_import_from(
    struct parser *p, span at, uint32_t dots, span module, struct node_list aliases)
{
    uint32_t literal = parser_literal(p, module);
    return parser_with_op(p,
        parser_with_data(p, parser_nodes(p, NODE_IMPORT_FROM, at, aliases), literal),
        dots < UINT8_MAX ? dots : UINT8_MAX);
}

node_id parser_import_star(struct parser *p, span at, uint32_t dots, span module, span star)
{
    return parser_import_from(p, at, dots, module, parser_list(p, parser_alias(p, star, star, 0)));
}

node_id parser_elif(struct parser *p, span at, node_id test, node_id suite, node_id rest)
{
    node_id inner = rest ? parser_node3(p, NODE_IF, at, test, suite, rest)
                         : parser_node2(p, NODE_IF, at, test, suite);
    return parser_node1(p, NODE_ELSE, at, parser_node1(p, NODE_SUITE, at, inner));
}

node_id parser_for(
    struct parser *p, span at, node_id target, node_id iterable, node_id suite, node_id otherwise)
{
    parser_target(p, target);
    tree_edit(p->b, suite)->next = otherwise;
    return parser_node3(p, NODE_FOR, at, target, iterable, suite);
}

node_id parser_try(struct parser *p, span at, node_id suite, struct node_list handlers,
    node_id otherwise, node_id finally)
{
    struct node_list all = parser_list(p, suite);
    for (node_id it = handlers.first, next; it; it = next) {
        next = tree_edit(p->b, it)->next;
        if (next && parser_kind(p, tree_edit(p->b, it)->child) == NODE_NOTHING) {
            parser_fail(p, parser_span(p, it), "an 'except' for all exceptions comes last");
        }
        if (next && tree_edit(p->b, it)->op != tree_edit(p->b, next)->op) {
            parser_fail(p, parser_span(p, next), "'except' and 'except*' cannot stand together");
        }
        tree_edit(p->b, it)->next = 0;
        all = parser_more(p, all, it);
    }
    all = otherwise ? parser_more(p, all, otherwise) : all;
    all = finally ? parser_more(p, all, finally) : all;
    return parser_nodes(p, NODE_TRY, at, all);
}

node_id parser_handler(struct parser *p, span at, node_id type, node_id name, node_id suite)
{
    type = parser_nothing(p, type, at);
    name = parser_nothing(p, name, at);
    return parser_node3(p, NODE_HANDLER, at, type, name, suite);
}

node_id parser_group_handler(struct parser *p, span at, node_id type, node_id name, node_id suite)
{
    return parser_with_op(p, parser_handler(p, at, type, name, suite), 1);
}

node_id parser_with(struct parser *p, span at, struct node_list items, node_id suite)
{
    return parser_nodes(p, NODE_WITH, at, parser_before(p, suite, items));
}

void parser_annotate(struct parser *p, span at, node_id annotation)
{
    vec_push(p->ctx, &p->annotations, parser_node1(p, NODE_ANNOTATION, at, annotation));
}

/* `def f[T](...)`: its annotations see names that nothing here knows, and are left out. */
static bool has_type_parameters(const struct parser *p, span name)
{
    size_t at = name.end;
    while (at < p->text.n && (p->text.p[at] == ' ' || p->text.p[at] == '\t')) {
        at++;
    }
    return at < p->text.n && p->text.p[at] == '[';
}

node_id parser_def(
    struct parser *p, span at, span name, node_id params, node_id suite, node_id returns)
{
    uint32_t literal = parser_literal(p, name);
    size_t first = p->annotations.n;
    while (first > 0 && parser_span(p, p->annotations.items[first - 1]).start >= at.start) {
        first--;
    }
    node_id last = suite;
    bool known = !has_type_parameters(p, name);
    for (size_t i = first; known && i < p->annotations.n; i++) {
        tree_edit(p->b, last)->next = p->annotations.items[i];
        last = p->annotations.items[i];
    }
    p->annotations.n = first;
    if (returns && known) {
        tree_edit(p->b, last)->next =
            parser_node1(p, NODE_ANNOTATION, parser_span(p, returns), returns);
    }
    node_id rest = tree_edit(p->b, suite)->next;
    node_id def = parser_node2(p, NODE_DEF, at, params, suite);
    tree_edit(p->b, suite)->next = rest;
    return parser_with_data(p, parser_settle(p, def), literal);
}

node_id parser_class(
    struct parser *p, span at, span name, struct node_list arguments, node_id suite)
{
    for (node_id it = arguments.first; it; it = tree_edit(p->b, it)->next) {
        if (parser_kind(p, it) == NODE_GENERATOR && !tree_edit(p->b, it)->op) {
            parser_fail(p, parser_span(p, it), "a generator needs parentheses here");
        }
    }
    node_id bases = parser_nodes(p, NODE_TUPLE, at, arguments);
    uint32_t literal = parser_literal(p, name);
    return parser_with_data(p, parser_node2(p, NODE_CLASS, at, bases, suite), literal);
}

node_id parser_decorate(struct parser *p, span at, struct node_list decorators, node_id definition)
{
    node_id suite = tree_edit(p->b, tree_edit(p->b, definition)->child)->next;
    tree_edit(p->b, decorators.last)->next = tree_edit(p->b, suite)->next;
    tree_edit(p->b, suite)->next = decorators.first;
    tree_edit_place(p->b, definition)->start = at.start;
    return parser_settle(p, definition);
}

node_id parser_async(struct parser *p, span at, node_id definition)
{
    tree_edit_place(p->b, definition)->start = at.start;
    if (parser_kind(p, definition) == NODE_CLASS) {
        parser_fail(p, at, "a class cannot be asynchronous");
        return definition;
    }
    return parser_with_op(p, definition, 1);
}
