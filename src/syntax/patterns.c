/* The patterns of `case`: their nodes, and what the grammar lets through but Python does not. */
#include "syntax/name_set.h"
#include "syntax/parser.h"

static bool is_wildcard(struct parser *p, span name)
{
    return str_is(str_slice(p->text, name.start, name.end), "_");
}

/* --- names that a pattern binds --- */

static void bind(struct parser *p, struct name_set *b, node_id name)
{
    uint32_t literal = tree_edit(p->b, name)->data;
    if (name_set_has(b, literal)) {
        parser_fail(p, parser_span(p, name), "this name is bound twice in one pattern");
        return;
    }
    name_set_add(p->ctx, b, literal);
}

static void collect(struct parser *p, struct name_set *b, node_id id);

static void collect_below(struct parser *p, struct name_set *b, node_id first)
{
    for (node_id it = first; it; it = tree_edit(p->b, it)->next) {
        collect(p, b, it);
    }
}

/* All alternatives have to bind the same names. */
static void collect_or(struct parser *p, struct name_set *b, node_id id)
{
    struct name_set first = {0};
    for (node_id it = tree_edit(p->b, id)->child; it; it = tree_edit(p->b, it)->next) {
        struct name_set one = {0};
        collect(p, &one, it);
        bool same = one.list.n == first.list.n;
        VEC_EACH (const uint32_t, name, &one.list) {
            same &= name_set_has(&first, *name);
        }
        if (it == tree_edit(p->b, id)->child) {
            collect(p, b, it);
            first = one;
            continue;
        }
        if (!same) {
            parser_fail(p, parser_span(p, it), "all alternatives of a pattern bind the same names");
        }
        name_set_free(&one);
    }
    name_set_free(&first);
}

static void one_star(struct parser *p, node_id first)
{
    bool seen = false;
    for (node_id it = first; it; it = tree_edit(p->b, it)->next) {
        if (parser_kind(p, it) == NODE_PATTERN_STAR && seen) {
            parser_fail(p, parser_span(p, it), "only one '*' is allowed in a sequence pattern");
        }
        seen |= parser_kind(p, it) == NODE_PATTERN_STAR;
    }
}

static void collect(struct parser *p, struct name_set *b, node_id id)
{
    node_id first = tree_edit(p->b, id)->child;
    switch (parser_kind(p, id)) {
    case NODE_PATTERN_AS:
    case NODE_PATTERN_STAR:
        if (first) {
            bind(p, b, first);
            collect_below(p, b, tree_edit(p->b, first)->next);
        }
        break;
    case NODE_PATTERN_OR: collect_or(p, b, id); break;
    case NODE_PATTERN_VALUE:
        if (parser_kind(p, first) == NODE_FSTRING) {
            parser_fail(p, parser_span(p, first), "an f-string is no pattern");
        }
        break;
    case NODE_PATTERN_PAIR:
    case NODE_PATTERN_CLASS: collect_below(p, b, tree_edit(p->b, first)->next); break;
    case NODE_PATTERN_SEQUENCE:
        one_star(p, first);
        collect_below(p, b, first);
        break;
    case NODE_PATTERN_MAPPING:
    case NODE_KEYWORD: collect_below(p, b, first); break;
    default: break;
    }
}

/* Does it match whatever there is? */
static bool is_irrefutable(struct parser *p, node_id id)
{
    node_id first = tree_edit(p->b, id)->child;
    switch (parser_kind(p, id)) {
    case NODE_PATTERN_ANY: return true;
    case NODE_PATTERN_AS: {
        node_id inner = tree_edit(p->b, first)->next;
        return !inner || is_irrefutable(p, inner);
    }
    case NODE_PATTERN_OR:
        while (tree_edit(p->b, first)->next) {
            first = tree_edit(p->b, first)->next;
        }
        return is_irrefutable(p, first);
    default: return false;
    }
}

/* --- nodes --- */

node_id parser_case(struct parser *p, span at, node_id pattern, node_id guard, node_id suite)
{
    struct name_set b = {0};
    collect(p, &b, pattern);
    name_set_free(&b);
    guard = guard ? guard : parser_node(p, NODE_NOTHING, (span){at.start, at.start});
    return parser_node3(p, NODE_CASE, at, pattern, guard, suite);
}

node_id parser_match(struct parser *p, span at, node_id subject, struct node_list cases)
{
    for (node_id it = cases.first; it != cases.last; it = tree_edit(p->b, it)->next) {
        node_id pattern = tree_edit(p->b, it)->child;
        if (is_irrefutable(p, pattern) &&
            parser_kind(p, tree_edit(p->b, pattern)->next) == NODE_NOTHING) {
            parser_fail(p, parser_span(p, pattern),
                "this pattern matches everything, so no case after it can be reached");
        }
    }
    return parser_nodes(p, NODE_MATCH, at, parser_before(p, subject, cases));
}

node_id parser_open_pattern(struct parser *p, span at, node_id item)
{
    if (parser_kind(p, item) == NODE_PATTERN_STAR) {
        parser_fail(p, at, "a '*' alone is a sequence only with a comma behind it");
    }
    return item;
}

node_id parser_singleton(struct parser *p, span at, enum node_kind kind)
{
    node_id id = parser_node1(p, NODE_PATTERN_VALUE, at, parser_node(p, kind, at));
    tree_edit(p->b, id)->op = 1;
    return id;
}

/* A name alone captures, or is the wildcard; with a dot it is a value. */
node_id parser_name_pattern(struct parser *p, span at, node_id name)
{
    if (parser_kind(p, name) != NODE_NAME) {
        return parser_node1(p, NODE_PATTERN_VALUE, at, name);
    }
    return is_wildcard(p, at) ? parser_node(p, NODE_PATTERN_ANY, at)
                              : parser_node1(p, NODE_PATTERN_AS, at, name);
}

node_id parser_star_pattern(struct parser *p, span at, span name)
{
    bool mapping = p->text.p[at.start + 1] == '*';
    if (!is_wildcard(p, name)) {
        return parser_node1(p, NODE_PATTERN_STAR, at, parser_name(p, name));
    }
    if (mapping) {
        parser_fail(p, name, "the rest of a mapping needs a name");
    }
    return parser_node(p, NODE_PATTERN_STAR, at);
}

node_id parser_as_pattern(struct parser *p, span at, span name, node_id pattern)
{
    if (is_wildcard(p, name)) {
        parser_fail(p, name, "'_' binds nothing, so it cannot follow 'as'");
    }
    return parser_node2(p, NODE_PATTERN_AS, at, parser_name(p, name), pattern);
}

node_id parser_or_pattern(struct parser *p, span at, struct node_list patterns)
{
    if (patterns.first == patterns.last) {
        return patterns.first;
    }
    for (node_id it = patterns.first; it != patterns.last; it = tree_edit(p->b, it)->next) {
        if (is_irrefutable(p, it)) {
            parser_fail(p, parser_span(p, it),
                "this pattern matches everything, so no alternative after it can be reached");
        }
    }
    return parser_nodes(p, NODE_PATTERN_OR, at, patterns);
}

node_id parser_class_pattern(struct parser *p, span at, node_id type, struct node_list arguments)
{
    struct name_set names = {0};
    for (node_id it = arguments.first; it; it = tree_edit(p->b, it)->next) {
        uint32_t literal = tree_edit(p->b, it)->data;
        if (parser_kind(p, it) == NODE_KEYWORD && name_set_has(&names, literal)) {
            parser_fail(p, parser_span(p, it), "this attribute is there twice");
        } else if (parser_kind(p, it) == NODE_KEYWORD) {
            name_set_add(p->ctx, &names, literal);
        } else if (names.list.n > 0) {
            parser_fail(
                p, parser_span(p, it), "a positional pattern cannot follow a keyword pattern");
        }
    }
    name_set_free(&names);
    return parser_nodes(p, NODE_PATTERN_CLASS, at, parser_before(p, type, arguments));
}

node_id parser_mapping_pattern(struct parser *p, span at, struct node_list entries)
{
    struct name_set keys = {0};
    for (node_id it = entries.first; it; it = tree_edit(p->b, it)->next) {
        node_id key = tree_edit(p->b, it)->child;
        if (parser_kind(p, it) == NODE_PATTERN_STAR) {
            if (it != entries.last) {
                parser_fail(p, parser_span(p, it), "the rest of a mapping comes last");
            }
        } else if (parser_kind(p, key) == NODE_STRING) {
            uint32_t literal = tree_edit(p->b, key)->data;
            if (name_set_has(&keys, literal)) {
                parser_fail(p, parser_span(p, key), "this key is there twice");
            } else {
                name_set_add(p->ctx, &keys, literal);
            }
        }
    }
    name_set_free(&keys);
    return parser_nodes(p, NODE_PATTERN_MAPPING, at, entries);
}

/* The key of a mapping: the value behind a pattern of one value. */
node_id parser_pattern_key(struct parser *p, node_id pattern)
{
    bool value = parser_kind(p, pattern) == NODE_PATTERN_VALUE;
    if (!value || parser_kind(p, tree_edit(p->b, pattern)->child) == NODE_FSTRING) {
        parser_fail(p, parser_span(p, pattern), "a key here is a literal or a name with a dot");
        return pattern;
    }
    return tree_edit(p->b, pattern)->child;
}
