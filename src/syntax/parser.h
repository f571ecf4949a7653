/*
 * What the grammar's actions call: they make nodes and check what the grammar lets through.
 * Private to the syntax layer; others use syntax/python.h.
 */
#ifndef CFGLINT_SYNTAX_PARSER_H
#define CFGLINT_SYNTAX_PARSER_H

#include "diag/diag.h"
#include "syntax/token.h"
#include "syntax/tree.h"

struct node_list {
    node_id first, last;
};

union python_value {
    node_id node;
    struct node_list list;
    uint32_t op;
    span text;
};

struct parser {
    void *ctx;
    const struct limits *limits;
    struct diags *diags;
    struct tree_builder *b;
    str text;
    VEC(uint16_t) depths;     /* of the subtree below each node */
    VEC(node_id) annotations; /* of the parameters of definitions that are still open */
    node_id result;
    bool failed; /* in the statement at hand */
    bool quiet;  /* its first error was reported */
    const struct tokens *tokens;
};

/* Reports a syntax error; only the first of a statement is shown. */
void parser_fail(struct parser *p, span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void parser_unexpected(struct parser *p, span at, int found, const bool *expected);
/* Parses bytes [from, to) of the text as an expression; 0 when it is none.  `start` says what it
 * may be: START_HOLE of an f-string, or START_EVAL. */
node_id parser_expression(struct parser *p, uint32_t from, uint32_t to, enum token_kind start);
/* Feeds the tokens [first, last) as one statement, or after the token `start` as an expression.
 * The result is 0 on failure. */
node_id parser_feed(struct parser *p, const struct tokens *tokens, size_t first, size_t last,
    enum token_kind start);

struct node_list parser_list(struct parser *p, node_id first);
struct node_list parser_more(struct parser *p, struct node_list list, node_id next);
struct node_list parser_before(struct parser *p, node_id first, struct node_list rest);

node_id parser_node(struct parser *p, enum node_kind kind, span at);
node_id parser_node1(struct parser *p, enum node_kind kind, span at, node_id a);
node_id parser_node2(struct parser *p, enum node_kind kind, span at, node_id a, node_id b);
node_id parser_node3(
    struct parser *p, enum node_kind kind, span at, node_id a, node_id b, node_id c);
node_id parser_nodes(struct parser *p, enum node_kind kind, span at, struct node_list children);

/* Counts the children that hang below `id` already and takes its depth from them. */
node_id parser_settle(struct parser *p, node_id id);
/* `id`, or NOTHING where it is 0. */
node_id parser_nothing(struct parser *p, node_id id, span at);
/* A name as a literal, of which equal ones are one. */
uint32_t parser_literal(struct parser *p, span at);
node_id parser_with_data(struct parser *p, node_id id, uint32_t data);
node_id parser_with_op(struct parser *p, node_id id, uint32_t op);
enum node_kind parser_kind(struct parser *p, node_id id);
span parser_span(struct parser *p, node_id id);
node_id parser_name(struct parser *p, span at);
node_id parser_integer(struct parser *p, span at);
node_id parser_float(struct parser *p, span at, enum node_kind kind);
node_id parser_string_part(struct parser *p, span at);
node_id parser_strings(struct parser *p, span at, struct node_list parts);
node_id parser_paren(struct parser *p, node_id inner);
node_id parser_paren_tuple(struct parser *p, span at, struct node_list items);
node_id parser_no_star(struct parser *p, node_id item);
node_id parser_no_star_index(struct parser *p, span at, node_id item);
node_id parser_unary(struct parser *p, span at, enum operator op, node_id operand);
node_id parser_binary(struct parser *p, span at, uint32_t op, node_id left, node_id right);
node_id parser_comparison(struct parser *p, span at, uint32_t op, node_id right);
node_id parser_compare(struct parser *p, span at, node_id left, struct node_list rest);
node_id parser_attribute(struct parser *p, span at, node_id value, span name);
node_id parser_call(struct parser *p, span at, node_id callee, struct node_list arguments);
struct node_list parser_arguments(struct parser *p, struct node_list arguments, bool comma);
node_id parser_keyword(struct parser *p, span at, span name, node_id value);
node_id parser_slice(struct parser *p, span at, node_id low, node_id high, node_id step);
node_id parser_comp(struct parser *p, enum node_kind kind, span at, node_id element, node_id value,
    struct node_list clauses);
node_id parser_param(struct parser *p, span at, enum param_kind kind, span name, node_id fallback);
node_id parser_params(struct parser *p, span at, struct node_list params);

node_id parser_yield_from(struct parser *p, span at, node_id value);
node_id parser_target(struct parser *p, node_id target);
node_id parser_line(struct parser *p, span at, struct node_list statements);
node_id parser_suite(struct parser *p, span at, node_id statement);
node_id parser_assign(struct parser *p, span at, node_id first, struct node_list rest);
node_id parser_aug_assign(struct parser *p, span at, uint32_t op, node_id target, node_id value);
node_id parser_ann_assign(
    struct parser *p, span at, node_id target, node_id annotation, node_id value);
node_id parser_delete(struct parser *p, span at, node_id targets);
node_id parser_alias(struct parser *p, span at, span name, node_id as);
node_id parser_import_from(
    struct parser *p, span at, uint32_t dots, span module, struct node_list aliases);
node_id parser_import_star(struct parser *p, span at, uint32_t dots, span module, span star);
node_id parser_elif(struct parser *p, span at, node_id test, node_id suite, node_id rest);
node_id parser_for(
    struct parser *p, span at, node_id target, node_id iterable, node_id suite, node_id otherwise);
node_id parser_try(struct parser *p, span at, node_id suite, struct node_list handlers,
    node_id otherwise, node_id finally);
node_id parser_handler(struct parser *p, span at, node_id type, node_id name, node_id suite);
node_id parser_group_handler(struct parser *p, span at, node_id type, node_id name, node_id suite);
node_id parser_with(struct parser *p, span at, struct node_list items, node_id suite);
/* An annotation of the parameter at hand, for the definition around it. */
void parser_annotate(struct parser *p, span at, node_id annotation);
node_id parser_def(
    struct parser *p, span at, span name, node_id params, node_id suite, node_id returns);
node_id parser_class(
    struct parser *p, span at, span name, struct node_list arguments, node_id suite);
node_id parser_decorate(struct parser *p, span at, struct node_list decorators, node_id definition);
node_id parser_async(struct parser *p, span at, node_id definition);

/* patterns.c */
node_id parser_case(struct parser *p, span at, node_id pattern, node_id guard, node_id suite);
node_id parser_match(struct parser *p, span at, node_id subject, struct node_list cases);
node_id parser_open_pattern(struct parser *p, span at, node_id item);
node_id parser_singleton(struct parser *p, span at, enum node_kind kind);
node_id parser_name_pattern(struct parser *p, span at, node_id name);
node_id parser_star_pattern(struct parser *p, span at, span name);
node_id parser_as_pattern(struct parser *p, span at, span name, node_id pattern);
node_id parser_or_pattern(struct parser *p, span at, struct node_list patterns);
node_id parser_class_pattern(struct parser *p, span at, node_id type, struct node_list arguments);
node_id parser_mapping_pattern(struct parser *p, span at, struct node_list entries);
node_id parser_pattern_key(struct parser *p, node_id pattern);

/* The grammar's number of one of our tokens (in python.y). */
int python_token_code(enum token_kind kind);
void *parser_stack_alloc(size_t bytes);
void parser_stack_free(void *block);

#endif
