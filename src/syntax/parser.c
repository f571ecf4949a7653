#include "syntax/parser.h"

#include "python.tab.h"

#include <stdarg.h>
#include <stdlib.h>

void *parser_stack_alloc(size_t bytes)
{
    return mem_system(bytes);
}

void parser_stack_free(void *block)
{
    free(block);
}

/* --- errors --- */

void parser_fail(struct parser *p, span at, const char *format, ...)
{
    p->failed = true;
    if (p->quiet) {
        return;
    }
    p->quiet = true;
    va_list args;
    va_start(args, format);
    str message = arena_vprintf(p->diags->arena, format, args);
    va_end(args);
    struct loc loc = {p->b->tree->source, tree_map_span(p->b->tree, at)};
    diags_add(p->diags, "SYN001", SEVERITY_ERROR, loc, "%.*s", STR_ARG(message));
}

static bool starts_expression(int token)
{
    switch (token) {
    case TOKEN_NAME:
    case TOKEN_INTEGER:
    case TOKEN_FLOAT:
    case TOKEN_IMAGINARY:
    case TOKEN_STRING:
    case TOKEN_TRUE:
    case TOKEN_FALSE:
    case TOKEN_NONE:
    case TOKEN_ELLIPSIS:
    case TOKEN_LAMBDA:
    case TOKEN_LPAR:
    case TOKEN_LSQB:
    case TOKEN_LBRACE: return true;
    default: return false;
    }
}

void parser_unexpected(struct parser *p, span at, int found, const bool *expected)
{
    const char *name = found >= 0 ? token_name((enum token_kind)found) : "text";
    if (found == TOKEN_BAD) {
        parser_fail(p, at, "this is not valid Python"); /* the lexer has said why */
    } else if (found == TOKEN_INDENT) {
        parser_fail(p, at, "this line is indented, but no block is open here");
    } else if (expected[TOKEN_INDENT]) {
        parser_fail(p, at, "an indented block is missing here");
    } else if (found == TOKEN_EQUAL && !expected[TOKEN_EQUAL]) {
        parser_fail(p, at, "'=' cannot stand here; did you mean '=='?");
    } else if (starts_expression(found) && expected[TOKEN_COMMA]) {
        parser_fail(p, at, "unexpected %s; is a ',' missing before it?", name);
    } else if (expected[TOKEN_COLON] && (found == TOKEN_NEWLINE || !expected[TOKEN_COMMA])) {
        parser_fail(p, at, "unexpected %s; a ':' is missing here", name);
    } else if (found == TOKEN_NEWLINE || found == TOKEN_END) {
        parser_fail(p, at, "the line ends too early");
    } else {
        parser_fail(p, at, "unexpected %s", name);
    }
}

/* --- nodes --- */

static uint16_t depth_of(const struct parser *p, node_id id)
{
    return p->depths.items[id];
}

/* Counts the children that hang below `id` already and takes its depth from them. */
node_id parser_settle(struct parser *p, node_id id)
{
    struct node *n = tree_edit(p->b, id);
    uint32_t count = 0;
    uint16_t depth = 0;
    for (node_id it = n->child; it; it = tree_edit(p->b, it)->next) {
        count++;
        depth = depth_of(p, it) > depth ? depth_of(p, it) : depth;
    }
    n->n = count < UINT16_MAX ? (uint16_t)count : UINT16_MAX;
    depth = depth < UINT16_MAX ? (uint16_t)(depth + 1) : UINT16_MAX;
    p->depths.items[id] = depth;
    if (depth > p->limits->tree_depth) {
        parser_fail(p, parser_span(p, id), "this is nested too deeply (limit tree_depth)");
    }
    return id;
}

node_id parser_node(struct parser *p, enum node_kind kind, span at)
{
    node_id id = tree_add(p->b, kind, at.start, at.end);
    while (p->depths.n <= id) {
        vec_push(p->ctx, &p->depths, 1);
    }
    p->depths.items[id] = 1;
    return id;
}

node_id parser_nothing(struct parser *p, node_id id, span at)
{
    return id ? id : parser_node(p, NODE_NOTHING, (span){at.start, at.start});
}

struct node_list parser_list(struct parser *p, node_id first)
{
    (void)p;
    return (struct node_list){first, first};
}

struct node_list parser_more(struct parser *p, struct node_list list, node_id next)
{
    tree_edit(p->b, list.last)->next = next;
    return (struct node_list){list.first, next};
}

struct node_list parser_before(struct parser *p, node_id first, struct node_list rest)
{
    tree_edit(p->b, first)->next = rest.first;
    return (struct node_list){first, rest.last};
}

node_id parser_nodes(struct parser *p, enum node_kind kind, span at, struct node_list children)
{
    node_id id = parser_node(p, kind, at);
    tree_edit(p->b, id)->child = children.first;
    return parser_settle(p, id);
}

node_id parser_node1(struct parser *p, enum node_kind kind, span at, node_id a)
{
    return parser_nodes(p, kind, at, (struct node_list){a, a});
}

node_id parser_node2(struct parser *p, enum node_kind kind, span at, node_id a, node_id b)
{
    tree_edit(p->b, a)->next = b;
    return parser_node1(p, kind, at, a);
}

node_id parser_node3(
    struct parser *p, enum node_kind kind, span at, node_id a, node_id b, node_id c)
{
    tree_edit(p->b, a)->next = b;
    tree_edit(p->b, b)->next = c;
    return parser_node1(p, kind, at, a);
}

node_id parser_with_data(struct parser *p, node_id id, uint32_t data)
{
    tree_edit(p->b, id)->data = data;
    return id;
}

node_id parser_with_op(struct parser *p, node_id id, uint32_t op)
{
    tree_edit(p->b, id)->op = (uint8_t)op;
    return id;
}

enum node_kind parser_kind(struct parser *p, node_id id)
{
    return (enum node_kind)tree_edit(p->b, id)->kind;
}

span parser_span(struct parser *p, node_id id)
{
    return *tree_edit_place(p->b, id);
}

/* --- expressions --- */

node_id parser_unary(struct parser *p, span at, enum operator op, node_id operand)
{
    return parser_with_op(p, parser_node1(p, NODE_UNARY, at, operand), op);
}

node_id parser_binary(struct parser *p, span at, uint32_t op, node_id left, node_id right)
{
    return parser_with_op(p, parser_node2(p, NODE_BINARY, at, left, right), op);
}

node_id parser_comparison(struct parser *p, span at, uint32_t op, node_id right)
{
    return parser_with_op(p, parser_node1(p, NODE_COMPARISON, at, right), op);
}

node_id parser_compare(struct parser *p, span at, node_id left, struct node_list rest)
{
    return parser_nodes(p, NODE_COMPARE, at, parser_before(p, left, rest));
}

node_id parser_attribute(struct parser *p, span at, node_id value, span name)
{
    uint32_t literal = parser_literal(p, name);
    return parser_with_data(p, parser_node1(p, NODE_ATTRIBUTE, at, value), literal);
}

node_id parser_keyword(struct parser *p, span at, span name, node_id value)
{
    uint32_t literal = parser_literal(p, name);
    return parser_with_data(p, parser_node1(p, NODE_KEYWORD, at, value), literal);
}

struct keyword {
    uint32_t name; /* of the pool: equal names are one */
    uint32_t place;
    node_id node;
};

static int by_name(const void *left, const void *right)
{
    const struct keyword *a = left, *b = right;
    uint32_t x = a->name == b->name ? a->place : a->name,
             y = a->name == b->name ? b->place : b->name;
    return x < y ? -1 : x > y;
}

/* The first keyword that an earlier one has the name of; 0 when there is none. */
static node_id given_twice(struct parser *p, struct node_list arguments)
{
    VEC(struct keyword) all = {0};
    for (node_id it = arguments.first; it; it = tree_edit(p->b, it)->next) {
        if (parser_kind(p, it) == NODE_KEYWORD) {
            vec_push(
                p->ctx, &all, ((struct keyword){tree_edit(p->b, it)->data, (uint32_t)all.n, it}));
        }
    }
    const struct keyword *first = NULL;
    if (all.n > 1) {
        qsort(all.items, all.n, sizeof *all.items, by_name);
    }
    for (size_t i = 1; i < all.n; i++) {
        const struct keyword *k = &all.items[i];
        if (k->name == k[-1].name && (!first || k->place < first->place)) {
            first = k;
        }
    }
    node_id found = first ? first->node : 0;
    vec_free(&all);
    return found;
}

struct node_list parser_arguments(struct parser *p, struct node_list arguments, bool comma)
{
    node_id twice = given_twice(p, arguments);
    uint32_t n = comma; /* what stands behind one counts */
    for (node_id it = arguments.first; it; it = tree_edit(p->b, it)->next) {
        n++;
    }
    bool keywords = false, unpacked = false;
    for (node_id it = arguments.first; it; it = tree_edit(p->b, it)->next) {
        enum node_kind kind = parser_kind(p, it);
        if (kind == NODE_KEYWORD) {
            keywords = true;
            if (it == twice) {
                span at = parser_span(p, it);
                span name = {at.start, at.start};
                while (
                    name.end < at.end && p->text.p[name.end] != '=' && p->text.p[name.end] != ' ') {
                    name.end++;
                }
                parser_fail(p, name, "the keyword '%.*s' is given twice",
                    (int)(name.end - name.start), p->text.p + name.start);
            }
        } else if (kind == NODE_DOUBLE_STAR) {
            unpacked = true;
        } else if (kind == NODE_STAR && unpacked) {
            parser_fail(p, parser_span(p, it), "a '*' argument cannot follow a '**' argument");
        } else if (kind != NODE_STAR && (keywords || unpacked)) {
            parser_fail(
                p, parser_span(p, it), "a positional argument cannot follow a keyword argument");
        } else if (kind == NODE_GENERATOR && n > 1 && !tree_edit(p->b, it)->op) {
            parser_fail(p, parser_span(p, it),
                "a generator that is not the only argument needs parentheses");
        }
    }
    return arguments;
}

node_id parser_call(struct parser *p, span at, node_id callee, struct node_list arguments)
{
    return parser_nodes(p, NODE_CALL, at,
        arguments.first ? parser_before(p, callee, arguments) : parser_list(p, callee));
}

node_id parser_slice(struct parser *p, span at, node_id low, node_id high, node_id step)
{
    low = parser_nothing(p, low, at);
    high = parser_nothing(p, high, at);
    step = parser_nothing(p, step, at);
    return parser_node3(p, NODE_SLICE, at, low, high, step);
}

node_id parser_comp(struct parser *p, enum node_kind kind, span at, node_id element, node_id value,
    struct node_list clauses)
{
    if (parser_kind(p, element) == NODE_STAR) {
        parser_fail(p, parser_span(p, element), "a '*' cannot stand in a comprehension");
    }
    struct node_list children =
        value ? parser_before(p, value, clauses) : (struct node_list){clauses.first, clauses.last};
    return parser_nodes(p, kind, at, parser_before(p, element, children));
}

node_id parser_paren(struct parser *p, node_id inner)
{
    return parser_no_star(p, inner);
}

node_id parser_paren_tuple(struct parser *p, span at, struct node_list items)
{
    return parser_with_op(p, parser_nodes(p, NODE_TUPLE, at, items), 1);
}

node_id parser_no_star(struct parser *p, node_id item)
{
    if (parser_kind(p, item) == NODE_STAR) {
        parser_fail(p, parser_span(p, item), "a '*' expression needs a list or a tuple around it");
    }
    return item;
}

node_id parser_no_star_index(struct parser *p, span at, node_id item)
{
    if (parser_kind(p, item) == NODE_STAR) {
        return parser_node1(p, NODE_TUPLE, at, item);
    }
    return item;
}

node_id parser_param(struct parser *p, span at, enum param_kind kind, span name, node_id fallback)
{
    uint32_t literal = parser_literal(p, name);
    node_id id =
        fallback ? parser_node1(p, NODE_PARAM, at, fallback) : parser_node(p, NODE_PARAM, at);
    return parser_with_op(p, parser_with_data(p, id, literal), kind);
}

/* Turns the markers `*` and `/` into the kinds of the parameters around them. */
node_id parser_params(struct parser *p, span at, struct node_list params)
{
    bool keyword_only = false, closed = false;
    node_id first = 0, last = 0, previous_plain = 0;
    for (node_id it = params.first, next; it; it = next) {
        struct node *n = tree_edit(p->b, it);
        next = n->next;
        char c = p->text.p[parser_span(p, it).start];
        if (closed) {
            parser_fail(p, parser_span(p, it), "nothing can follow the '**' parameter");
        }
        if (c == '*' && (n->op == PARAM_KEYWORD_ONLY || n->op == PARAM_ARGS)) {
            if (keyword_only) {
                parser_fail(p, parser_span(p, it), "only one '*' parameter is allowed");
            }
            keyword_only = true;
            if (n->op == PARAM_KEYWORD_ONLY) {
                if (!next || tree_edit(p->b, next)->op == PARAM_KWARGS) {
                    parser_fail(p, parser_span(p, it), "a parameter has to follow this '*'");
                }
                continue; /* a bare star is no parameter */
            }
        } else if (c == '/' && n->op == PARAM_POSITIONAL_ONLY) {
            if (!first || keyword_only || tree_edit(p->b, first)->op == PARAM_POSITIONAL_ONLY) {
                parser_fail(
                    p, parser_span(p, it), "one '/' is allowed, behind parameters and before '*'");
            }
            for (node_id k = first; k; k = k == last ? 0 : tree_edit(p->b, k)->next) {
                tree_edit(p->b, k)->op = PARAM_POSITIONAL_ONLY;
            }
            continue;
        } else if (n->op == PARAM_KWARGS) {
            closed = true;
        } else if (keyword_only) {
            n->op = PARAM_KEYWORD_ONLY;
        } else {
            if (previous_plain && tree_edit(p->b, previous_plain)->child && !n->child) {
                parser_fail(p, parser_span(p, it),
                    "a parameter without a default cannot follow one with a default");
            }
            previous_plain = it;
        }
        if (last) {
            tree_edit(p->b, last)->next = it;
        } else {
            first = it;
        }
        last = it;
    }
    if (last) {
        tree_edit(p->b, last)->next = 0;
    }
    return parser_nodes(p, NODE_PARAMS, at, (struct node_list){first, last});
}

/* --- running the grammar --- */

static int feed_one(struct parser *p, python_pstate *state, enum token_kind kind, span at)
{
    union python_value value = {0};
    return python_push_parse(state, python_token_code(kind), &value, &at, p);
}

node_id parser_feed(
    struct parser *p, const struct tokens *tokens, size_t first, size_t last, enum token_kind start)
{
    python_pstate *state = python_pstate_new();
    p->result = 0;
    int status = YYPUSH_MORE;
    span at = {0, 0};
    if (start != TOKEN_END) {
        at.start = at.end = tokens->list.items[first].start;
        status = feed_one(p, state, start, at);
    }
    for (size_t i = first; i < last && status == YYPUSH_MORE; i++) {
        const struct token *t = &tokens->list.items[i];
        at = (span){t->start, t->end};
        status = feed_one(p, state, (enum token_kind)t->kind, at);
    }
    if (status == YYPUSH_MORE && start != TOKEN_END) {
        at.start = at.end;
        status = feed_one(p, state, TOKEN_NEWLINE, at);
    }
    if (status == YYPUSH_MORE) {
        at.start = at.end;
        status = feed_one(p, state, TOKEN_END, at);
    }
    python_pstate_delete(state);
    if (status != 0) {
        p->failed = true;
    }
    return p->failed ? 0 : p->result;
}

node_id parser_expression(struct parser *p, uint32_t from, uint32_t to, enum token_kind start)
{
    struct tokens tokens = {0};
    void *ctx = mem_context(p->ctx);
    bool lines = start == TOKEN_START_EVAL;
    while (lines && from < to && (p->text.p[from] == ' ' || p->text.p[from] == '\t')) {
        from++; /* else they would be an indentation */
    }
    lexer_run_part(ctx, p->limits, p->text, from, to, lines, &tokens);
    node_id outer_result = p->result, id = 0;
    if (tokens.errors.n > 0) {
        const struct lex_error *e = &tokens.errors.items[0];
        parser_fail(p, (span){e->start, e->end}, "%s", e->message);
    } else {
        size_t end = tokens.list.n - 1;
        end -= lines && end > 0 && tokens.list.items[end - 1].kind == TOKEN_NEWLINE;
        id = parser_feed(p, &tokens, 0, end, start);
    }
    p->result = outer_result;
    talloc_free(ctx);
    return id;
}
