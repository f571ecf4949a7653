/*
 * Python, one statement or one expression at a time.
 *
 * Input: the tokens of one top-level statement, or START_HOLE or START_EVAL and those of an expression; then END.
 * Output: nodes in the tree builder; parser->result is the statement, the SUITE of a line with several, or the
 * expression.  Comments and blanks are not in here: they are the gaps between tokens.
 *
 * Bison reads a language from one file, so this one is as long as the language; an action is one call of
 * syntax/parser.h.
 *
 * Conflicts are solved by writing the rule differently, never by precedence: the language has to read off the page.
 */
%expect 0
%define api.pure full
%define api.push-pull push
%define api.prefix {python_}
%define api.token.prefix {T_}
%define api.location.type {span}
%define api.value.type {union python_value}
%define parse.error custom
%define parse.lac full
%param {struct parser *p}
%locations

%code requires {
#include "syntax/parser.h"
}

%code {
#define YYLLOC_DEFAULT(now, rhs, n)                                                                \
    do {                                                                                           \
        if (n) {                                                                                   \
            (now).start = YYRHSLOC(rhs, 1).start;                                                  \
            (now).end = YYRHSLOC(rhs, n).end;                                                      \
        } else {                                                                                   \
            (now).start = (now).end = YYRHSLOC(rhs, 0).end;                                        \
        }                                                                                          \
    } while (0)
#define YYMALLOC(bytes) parser_stack_alloc(bytes)
#define YYFREE          parser_stack_free

static void python_error(const span *at, struct parser *p, const char *message);
}

%token NEWLINE INDENT DEDENT NAME INTEGER FLOAT IMAGINARY STRING BAD MATCH CASE TYPE WITH_IN START_HOLE START_EVAL
%token FALSE NONE TRUE AND AS ASSERT ASYNC AWAIT BREAK CLASS CONTINUE DEF DEL ELIF ELSE EXCEPT FINALLY FOR FROM
%token GLOBAL IF IMPORT IN IS LAMBDA NONLOCAL NOT OR PASS RAISE RETURN TRY WHILE WITH YIELD
%token LPAR "(" RPAR ")" LSQB "[" RSQB "]" LBRACE "{" RBRACE "}" COLON ":" COMMA "," SEMI ";" DOT "."
%token ELLIPSIS "..." ARROW "->" AT "@" WALRUS ":=" EQUAL "=" PLUS "+" MINUS "-" STAR "*" SLASH "/"
%token DOUBLESLASH "//" PERCENT "%" DOUBLESTAR "**" VBAR "|" AMPER "&" CIRCUMFLEX "^" TILDE "~" LSHIFT "<<"
%token RSHIFT ">>" LESS "<" GREATER ">" EQEQUAL "==" NOTEQUAL "!=" LESSEQUAL "<=" GREATEREQUAL ">="
%token PLUSEQUAL "+=" MINUSEQUAL "-=" STAREQUAL "*=" SLASHEQUAL "/=" DOUBLESLASHEQUAL "//=" PERCENTEQUAL "%="
%token DOUBLESTAREQUAL "**=" ATEQUAL "@=" VBAREQUAL "|=" AMPEREQUAL "&=" CIRCUMFLEXEQUAL "^=" LSHIFTEQUAL "<<="
%token RSHIFTEQUAL ">>="

%type <node> statement simple_line simple expression_statement compound suite else_part finally_part
%type <node> import_from alias dotted_alias value test_list star_list star_item target_list target_item named named_item
%type <node> test or_test and_test not_test comparison bit_or bit_xor bit_and shift sum term factor power awaited
%type <node> primary atom strings yield_expression lambda params param def_param opt_test subscripts subscript
%type <node> match_subject case guard patterns pattern or_pattern closed_pattern sequence_item number_pattern signed_number real_number imaginary
%type <node> mapping_entry class_name class_argument
%type <node> argument pair comp_for comp_if if_rest handler with_item definition decorated def_params
%type <list> statements simples assigns tests star_items target_items named_items arguments argument_list names aliases
%type <list> dotted_aliases param_list def_param_list subscript_items pairs clauses handlers with_items
%type <list> cases or_patterns sequence_items mapping_entries class_arguments
%type <list> decorators string_parts comparisons
%type <op> aug_operator dots compare_operator sum_operator term_operator
%type <text> dotted_name

%start unit

%%

unit
    : statement                               { p->result = $1; }
    | START_HOLE value NEWLINE                { p->result = $2; }
    | START_EVAL test_list NEWLINE            { p->result = $2; }
    ;

/* --- statements ------------------------------------------------------------------------------------------- */

statements
    : statement                               { $$ = parser_list(p, $1); }
    | statements statement                    { $$ = parser_more(p, $1, $2); }
    ;

statement
    : simple_line
    | compound
    ;

simple_line
    : simples NEWLINE                         { $$ = parser_line(p, @1, $1); }
    | simples ";" NEWLINE                     { $$ = parser_line(p, @1, $1); }
    ;

simples
    : simple                                  { $$ = parser_list(p, $1); }
    | simples ";" simple                      { $$ = parser_more(p, $1, $3); }
    ;

simple
    : expression_statement
    | PASS                                    { $$ = parser_node(p, NODE_PASS, @$); }
    | BREAK                                   { $$ = parser_node(p, NODE_BREAK, @$); }
    | CONTINUE                                { $$ = parser_node(p, NODE_CONTINUE, @$); }
    | RETURN                                  { $$ = parser_node(p, NODE_RETURN, @$); }
    | RETURN star_list                        { $$ = parser_node1(p, NODE_RETURN, @$, $2); }
    | DEL target_list                         { $$ = parser_delete(p, @$, $2); }
    | RAISE                                   { $$ = parser_node(p, NODE_RAISE, @$); }
    | RAISE test                              { $$ = parser_node1(p, NODE_RAISE, @$, $2); }
    | RAISE test FROM test                    { $$ = parser_node2(p, NODE_RAISE, @$, $2, $4); }
    | ASSERT test                             { $$ = parser_node1(p, NODE_ASSERT, @$, $2); }
    | ASSERT test "," test                    { $$ = parser_node2(p, NODE_ASSERT, @$, $2, $4); }
    | GLOBAL names                            { $$ = parser_nodes(p, NODE_GLOBAL, @$, $2); }
    | NONLOCAL names                          { $$ = parser_nodes(p, NODE_NONLOCAL, @$, $2); }
    | IMPORT dotted_aliases                   { $$ = parser_nodes(p, NODE_IMPORT, @$, $2); }
    | import_from
    | TYPE NAME type_params "=" test          { $$ = parser_node1(p, NODE_TYPE_ALIAS, @$, parser_name(p, @2)); }
    ;

expression_statement
    : star_list                               { $$ = parser_node1(p, NODE_EXPR_STMT, @$, $1); }
    | yield_expression                        { $$ = parser_node1(p, NODE_EXPR_STMT, @$, $1); }
    | star_list assigns                       { $$ = parser_assign(p, @$, $1, $2); }
    | star_list aug_operator value            { $$ = parser_aug_assign(p, @$, $2, $1, $3); }
    | star_list ":" test                      { $$ = parser_ann_assign(p, @$, $1, $3, 0); }
    | star_list ":" test "=" value            { $$ = parser_ann_assign(p, @$, $1, $3, $5); }
    ;

assigns
    : "=" value                               { $$ = parser_list(p, $2); }
    | assigns "=" value                       { $$ = parser_more(p, $1, $3); }
    ;

value
    : star_list
    | yield_expression
    ;

aug_operator
    : "+="                                    { $$ = OP_ADD; }
    | "-="                                    { $$ = OP_SUB; }
    | "*="                                    { $$ = OP_MUL; }
    | "/="                                    { $$ = OP_DIV; }
    | "//="                                   { $$ = OP_FLOORDIV; }
    | "%="                                    { $$ = OP_MOD; }
    | "**="                                   { $$ = OP_POW; }
    | "@="                                    { $$ = OP_MATMUL; }
    | "|="                                    { $$ = OP_BITOR; }
    | "&="                                    { $$ = OP_BITAND; }
    | "^="                                    { $$ = OP_BITXOR; }
    | "<<="                                   { $$ = OP_LSHIFT; }
    | ">>="                                   { $$ = OP_RSHIFT; }
    ;

names
    : NAME                                    { $$ = parser_list(p, parser_name(p, @1)); }
    | names "," NAME                          { $$ = parser_more(p, $1, parser_name(p, @3)); }
    ;

dotted_name
    : NAME                                    { $$ = @1; }
    | dotted_name "." NAME                    { $$ = @$; }
    ;

dotted_alias
    : dotted_name                             { $$ = parser_alias(p, @$, $1, 0); }
    | dotted_name AS NAME                     { $$ = parser_alias(p, @$, $1, parser_name(p, @3)); }
    ;

dotted_aliases
    : dotted_alias                            { $$ = parser_list(p, $1); }
    | dotted_aliases "," dotted_alias         { $$ = parser_more(p, $1, $3); }
    ;

dots
    : "."                                     { $$ = 1; }
    | "..."                                   { $$ = 3; }
    | dots "."                                { $$ = $1 + 1; }
    | dots "..."                              { $$ = $1 + 3; }
    ;

import_from
    : FROM dotted_name IMPORT aliases         { $$ = parser_import_from(p, @$, 0, $2, $4); }
    | FROM dots dotted_name IMPORT aliases    { $$ = parser_import_from(p, @$, $2, $3, $5); }
    | FROM dots IMPORT aliases                { $$ = parser_import_from(p, @$, $2, (span){0, 0}, $4); }
    | FROM dotted_name IMPORT "(" aliases ")" { $$ = parser_import_from(p, @$, 0, $2, $5); }
    | FROM dotted_name IMPORT "(" aliases "," ")" { $$ = parser_import_from(p, @$, 0, $2, $5); }
    | FROM dots dotted_name IMPORT "(" aliases ")" { $$ = parser_import_from(p, @$, $2, $3, $6); }
    | FROM dots dotted_name IMPORT "(" aliases "," ")" { $$ = parser_import_from(p, @$, $2, $3, $6); }
    | FROM dots IMPORT "(" aliases ")"        { $$ = parser_import_from(p, @$, $2, (span){0, 0}, $5); }
    | FROM dots IMPORT "(" aliases "," ")"    { $$ = parser_import_from(p, @$, $2, (span){0, 0}, $5); }
    | FROM dotted_name IMPORT "*"             { $$ = parser_import_star(p, @$, 0, $2, @4); }
    | FROM dots dotted_name IMPORT "*"        { $$ = parser_import_star(p, @$, $2, $3, @5); }
    | FROM dots IMPORT "*"                    { $$ = parser_import_star(p, @$, $2, (span){0, 0}, @4); }
    ;

alias
    : NAME                                    { $$ = parser_alias(p, @$, @1, 0); }
    | NAME AS NAME                            { $$ = parser_alias(p, @$, @1, parser_name(p, @3)); }
    ;

aliases
    : alias                                   { $$ = parser_list(p, $1); }
    | aliases "," alias                       { $$ = parser_more(p, $1, $3); }
    ;

/* --- compound statements ---------------------------------------------------------------------------------- */

compound
    : IF named ":" suite if_rest              { $$ = parser_node3(p, NODE_IF, @$, $2, $4, $5); }
    | WHILE named ":" suite else_part         { $$ = parser_node3(p, NODE_WHILE, @$, $2, $4, $5); }
    | FOR target_list IN star_list ":" suite else_part
                                              { $$ = parser_for(p, @$, $2, $4, $6, $7); }
    | TRY ":" suite handlers else_part finally_part
                                              { $$ = parser_try(p, @$, $3, $4, $5, $6); }
    | TRY ":" suite FINALLY ":" suite         { $$ = parser_try(p, @$, $3, (struct node_list){0}, 0,
                                                       parser_node1(p, NODE_FINALLY, @6, $6)); }
    | WITH with_items ":" suite               { $$ = parser_with(p, @$, $2, $4); }
    | WITH_IN "(" with_items ")" ":" suite    { $$ = parser_with(p, @$, $3, $6); }
    | WITH_IN "(" with_items "," ")" ":" suite
                                              { $$ = parser_with(p, @$, $3, $7); }
    | definition
    | decorated
    | ASYNC definition                        { $$ = parser_async(p, @$, $2); }
    | MATCH match_subject ":" NEWLINE INDENT cases DEDENT
                                              { $$ = parser_match(p, @$, $2, $6); }
    | ASYNC FOR target_list IN star_list ":" suite else_part
                                              { $$ = parser_async(p, @$, parser_for(p, @$, $3, $5, $7, $8)); }
    | ASYNC WITH with_items ":" suite         { $$ = parser_async(p, @$, parser_with(p, @$, $3, $5)); }
    | ASYNC WITH_IN "(" with_items ")" ":" suite
                                              { $$ = parser_async(p, @$, parser_with(p, @$, $4, $7)); }
    | ASYNC WITH_IN "(" with_items "," ")" ":" suite
                                              { $$ = parser_async(p, @$, parser_with(p, @$, $4, $8)); }
    ;

suite
    : simple_line                             { $$ = parser_suite(p, @$, $1); }
    | NEWLINE INDENT statements DEDENT        { $$ = parser_nodes(p, NODE_SUITE, @3, $3); }
    ;

if_rest
    : else_part
    | ELIF named ":" suite if_rest            { $$ = parser_elif(p, @$, $2, $4, $5); }
    ;

else_part
    : %empty                                  { $$ = 0; }
    | ELSE ":" suite                          { $$ = parser_node1(p, NODE_ELSE, @$, $3); }
    ;

finally_part
    : %empty                                  { $$ = 0; }
    | FINALLY ":" suite                       { $$ = parser_node1(p, NODE_FINALLY, @$, $3); }
    ;

handlers
    : handler                                 { $$ = parser_list(p, $1); }
    | handlers handler                        { $$ = parser_more(p, $1, $2); }
    ;

handler
    : EXCEPT ":" suite                        { $$ = parser_handler(p, @$, 0, 0, $3); }
    | EXCEPT test ":" suite                   { $$ = parser_handler(p, @$, $2, 0, $4); }
    | EXCEPT test AS NAME ":" suite           { $$ = parser_handler(p, @$, $2, parser_name(p, @4), $6); }
    | EXCEPT "*" test ":" suite               { $$ = parser_group_handler(p, @$, $3, 0, $5); }
    | EXCEPT "*" test AS NAME ":" suite       { $$ = parser_group_handler(p, @$, $3, parser_name(p, @5), $7); }
    ;

with_items
    : with_item                               { $$ = parser_list(p, $1); }
    | with_items "," with_item                { $$ = parser_more(p, $1, $3); }
    ;

with_item
    : test                                    { $$ = parser_node1(p, NODE_WITH_ITEM, @$, $1); }
    | test AS target_item                     { $$ = parser_node2(p, NODE_WITH_ITEM, @$, $1,
                                                       parser_target(p, $3)); }
    ;

definition
    : DEF NAME type_params "(" def_params ")" ":" suite
                                              { $$ = parser_def(p, @$, @2, $5, $8, 0); }
    | DEF NAME type_params "(" def_params ")" "->" test ":" suite
                                              { $$ = parser_def(p, @$, @2, $5, $10, $8); }
    | CLASS NAME type_params ":" suite        { $$ = parser_class(p, @$, @2, (struct node_list){0}, $5); }
    | CLASS NAME type_params "(" arguments ")" ":" suite
                                              { $$ = parser_class(p, @$, @2, $5, $8); }
    ;

/* Names for annotations, which are not evaluated. */
type_params
    : %empty
    | "[" type_param_list "]"
    | "[" type_param_list "," "]"
    ;

type_param_list
    : type_param
    | type_param_list "," type_param
    ;

type_param
    : type_param_name
    | type_param_name "=" test
    ;

type_param_name
    : NAME
    | NAME ":" test
    | "*" NAME
    | "**" NAME
    ;

decorated
    : decorators definition                   { $$ = parser_decorate(p, @$, $1, $2); }
    | decorators ASYNC definition             { $$ = parser_decorate(p, @$, $1, parser_async(p, @$, $3)); }
    ;

decorators
    : "@" named NEWLINE                       { $$ = parser_list(p, $2); }
    | decorators "@" named NEWLINE            { $$ = parser_more(p, $1, $3); }
    ;

def_params
    : %empty                                  { $$ = parser_params(p, @$, (struct node_list){0}); }
    | def_param_list                          { $$ = parser_params(p, @$, $1); }
    | def_param_list ","                      { $$ = parser_params(p, @$, $1); }
    ;

def_param_list
    : def_param                               { $$ = parser_list(p, $1); }
    | def_param_list "," def_param            { $$ = parser_more(p, $1, $3); }
    ;

def_param
    : NAME                                    { $$ = parser_param(p, @$, PARAM_PLAIN, @1, 0); }
    | NAME "=" test                           { $$ = parser_param(p, @$, PARAM_PLAIN, @1, $3); }
    | NAME ":" test                           { $$ = parser_param(p, @$, PARAM_PLAIN, @1, 0); parser_annotate(p, @$, $3); }
    | NAME ":" test "=" test                  { $$ = parser_param(p, @$, PARAM_PLAIN, @1, $5); parser_annotate(p, @$, $3); }
    | "*"                                     { $$ = parser_param(p, @$, PARAM_KEYWORD_ONLY, @1, 0); }
    | "/"                                     { $$ = parser_param(p, @$, PARAM_POSITIONAL_ONLY, @1, 0); }
    | "*" NAME                                { $$ = parser_param(p, @$, PARAM_ARGS, @2, 0); }
    | "*" NAME ":" test                       { $$ = parser_param(p, @$, PARAM_ARGS, @2, 0); parser_annotate(p, @$, $4); }
    | "*" NAME ":" "*" test                   { $$ = parser_param(p, @$, PARAM_ARGS, @2, 0); parser_annotate(p, @$, $5); }
    | "**" NAME                               { $$ = parser_param(p, @$, PARAM_KWARGS, @2, 0); }
    | "**" NAME ":" test                      { $$ = parser_param(p, @$, PARAM_KWARGS, @2, 0); parser_annotate(p, @$, $4); }
    ;

/* --- match ------------------------------------------------------------------------------------------------ */

match_subject
    : named_item                              { $$ = parser_no_star(p, $1); }
    | named_item ","                          { $$ = parser_nodes(p, NODE_TUPLE, @$, parser_list(p, $1)); }
    | named_item "," named_items              { $$ = parser_nodes(p, NODE_TUPLE, @$, parser_before(p, $1, $3)); }
    | named_item "," named_items ","          { $$ = parser_nodes(p, NODE_TUPLE, @$, parser_before(p, $1, $3)); }
    ;

cases
    : case                                    { $$ = parser_list(p, $1); }
    | cases case                              { $$ = parser_more(p, $1, $2); }
    ;

case
    : CASE patterns guard ":" suite           { $$ = parser_case(p, @$, $2, $3, $5); }
    ;

guard
    : %empty                                  { $$ = 0; }
    | IF named                                { $$ = $2; }
    ;

/* Without brackets, one starred pattern or several patterns are a sequence. */
patterns
    : sequence_item                           { $$ = parser_open_pattern(p, @$, $1); }
    | sequence_item ","                       { $$ = parser_nodes(p, NODE_PATTERN_SEQUENCE, @$, parser_list(p, $1)); }
    | sequence_item "," sequence_items        { $$ = parser_nodes(p, NODE_PATTERN_SEQUENCE, @$,
                                                       parser_before(p, $1, $3)); }
    | sequence_item "," sequence_items ","    { $$ = parser_nodes(p, NODE_PATTERN_SEQUENCE, @$,
                                                       parser_before(p, $1, $3)); }
    ;

sequence_items
    : sequence_item                           { $$ = parser_list(p, $1); }
    | sequence_items "," sequence_item        { $$ = parser_more(p, $1, $3); }
    ;

sequence_item
    : pattern
    | "*" NAME                                { $$ = parser_star_pattern(p, @$, @2); }
    ;

pattern
    : or_pattern
    | or_pattern AS NAME                      { $$ = parser_as_pattern(p, @$, @3, $1); }
    ;

or_pattern
    : or_patterns                             { $$ = parser_or_pattern(p, @$, $1); }
    ;

or_patterns
    : closed_pattern                          { $$ = parser_list(p, $1); }
    | or_patterns "|" closed_pattern          { $$ = parser_more(p, $1, $3); }
    ;

closed_pattern
    : number_pattern                          { $$ = parser_node1(p, NODE_PATTERN_VALUE, @$, $1); }
    | strings                                 { $$ = parser_node1(p, NODE_PATTERN_VALUE, @$, $1); }
    | NONE                                    { $$ = parser_singleton(p, @$, NODE_NONE); }
    | TRUE                                    { $$ = parser_singleton(p, @$, NODE_TRUE); }
    | FALSE                                   { $$ = parser_singleton(p, @$, NODE_FALSE); }
    | class_name                              { $$ = parser_name_pattern(p, @$, $1); }
    | class_name "(" ")"                      { $$ = parser_node1(p, NODE_PATTERN_CLASS, @$, $1); }
    | class_name "(" class_arguments ")"      { $$ = parser_class_pattern(p, @$, $1, $3); }
    | class_name "(" class_arguments "," ")"  { $$ = parser_class_pattern(p, @$, $1, $3); }
    | "(" ")"                                 { $$ = parser_node(p, NODE_PATTERN_SEQUENCE, @$); }
    | "(" patterns ")"                        { $$ = $2; }
    | "[" "]"                                 { $$ = parser_node(p, NODE_PATTERN_SEQUENCE, @$); }
    | "[" sequence_items "]"                  { $$ = parser_nodes(p, NODE_PATTERN_SEQUENCE, @$, $2); }
    | "[" sequence_items "," "]"              { $$ = parser_nodes(p, NODE_PATTERN_SEQUENCE, @$, $2); }
    | "{" "}"                                 { $$ = parser_node(p, NODE_PATTERN_MAPPING, @$); }
    | "{" mapping_entries "}"                 { $$ = parser_mapping_pattern(p, @$, $2); }
    | "{" mapping_entries "," "}"             { $$ = parser_mapping_pattern(p, @$, $2); }
    ;

/* A number, with a sign perhaps, or a complex one: 1 + 2j. */
number_pattern
    : signed_number
    | "-" imaginary                           { $$ = parser_unary(p, @$, OP_NEG, $2); }
    | imaginary
    | signed_number sum_operator imaginary    { $$ = parser_binary(p, @$, $2, $1, $3); }
    ;

signed_number
    : real_number
    | "-" real_number                         { $$ = parser_unary(p, @$, OP_NEG, $2); }
    ;

real_number
    : INTEGER                                 { $$ = parser_integer(p, @1); }
    | FLOAT                                   { $$ = parser_float(p, @1, NODE_FLOAT); }
    ;

imaginary
    : IMAGINARY                               { $$ = parser_float(p, @1, NODE_IMAGINARY); }
    ;

class_name
    : NAME                                    { $$ = parser_name(p, @1); }
    | class_name "." NAME                     { $$ = parser_attribute(p, @$, $1, @3); }
    ;

class_arguments
    : class_argument                          { $$ = parser_list(p, $1); }
    | class_arguments "," class_argument      { $$ = parser_more(p, $1, $3); }
    ;

class_argument
    : pattern
    | NAME "=" pattern                        { $$ = parser_keyword(p, @$, @1, $3); }
    ;

mapping_entries
    : mapping_entry                           { $$ = parser_list(p, $1); }
    | mapping_entries "," mapping_entry       { $$ = parser_more(p, $1, $3); }
    ;

mapping_entry
    : closed_pattern ":" pattern              { $$ = parser_node2(p, NODE_PATTERN_PAIR, @$,
                                                       parser_pattern_key(p, $1), $3); }
    | "**" NAME                               { $$ = parser_star_pattern(p, @$, @2); }
    ;

/* --- lists of expressions --------------------------------------------------------------------------------- */

/* What eval() takes: nothing starred. */
test_list
    : test
    | test ","                                { $$ = parser_nodes(p, NODE_TUPLE, @$, parser_list(p, $1)); }
    | tests                                   { $$ = parser_nodes(p, NODE_TUPLE, @$, $1); }
    | tests ","                               { $$ = parser_nodes(p, NODE_TUPLE, @$, $1); }
    ;

tests
    : test "," test                           { $$ = parser_more(p, parser_list(p, $1), $3); }
    | tests "," test                          { $$ = parser_more(p, $1, $3); }
    ;

star_list
    : star_item                               { $$ = parser_no_star(p, $1); }
    | star_item ","                           { $$ = parser_nodes(p, NODE_TUPLE, @$, parser_list(p, $1)); }
    | star_items                              { $$ = parser_nodes(p, NODE_TUPLE, @$, $1); }
    | star_items ","                          { $$ = parser_nodes(p, NODE_TUPLE, @$, $1); }
    ;

star_items
    : star_item "," star_item                 { $$ = parser_more(p, parser_list(p, $1), $3); }
    | star_items "," star_item                { $$ = parser_more(p, $1, $3); }
    ;

star_item
    : test
    | "*" bit_or                              { $$ = parser_node1(p, NODE_STAR, @$, $2); }
    ;

/* What may be assigned to: no comparison, so that `in` ends it. */
target_list
    : target_item
    | target_item ","                         { $$ = parser_nodes(p, NODE_TUPLE, @$, parser_list(p, $1)); }
    | target_items                            { $$ = parser_nodes(p, NODE_TUPLE, @$, $1); }
    | target_items ","                        { $$ = parser_nodes(p, NODE_TUPLE, @$, $1); }
    ;

target_items
    : target_item "," target_item             { $$ = parser_more(p, parser_list(p, $1), $3); }
    | target_items "," target_item            { $$ = parser_more(p, $1, $3); }
    ;

target_item
    : bit_or
    | "*" bit_or                              { $$ = parser_node1(p, NODE_STAR, @$, $2); }
    ;

named
    : test
    | NAME ":=" test                          { $$ = parser_node2(p, NODE_WALRUS, @$,
                                                       parser_name(p, @1), $3); }
    ;

named_item
    : named
    | "*" bit_or                              { $$ = parser_node1(p, NODE_STAR, @$, $2); }
    ;

named_items
    : named_item                              { $$ = parser_list(p, $1); }
    | named_items "," named_item              { $$ = parser_more(p, $1, $3); }
    ;

/* --- expressions, loosest first --------------------------------------------------------------------------- */

test
    : or_test
    | or_test IF or_test ELSE test            { $$ = parser_node3(p, NODE_IF_EXPR, @$, $3, $1, $5); }
    | lambda
    ;

lambda
    : LAMBDA params ":" test                  { $$ = parser_node2(p, NODE_LAMBDA, @$, $2, $4); }
    ;

params
    : %empty                                  { $$ = parser_params(p, @$, (struct node_list){0}); }
    | param_list                              { $$ = parser_params(p, @$, $1); }
    | param_list ","                          { $$ = parser_params(p, @$, $1); }
    ;

param_list
    : param                                   { $$ = parser_list(p, $1); }
    | param_list "," param                    { $$ = parser_more(p, $1, $3); }
    ;

param
    : NAME                                    { $$ = parser_param(p, @$, PARAM_PLAIN, @1, 0); }
    | NAME "=" test                           { $$ = parser_param(p, @$, PARAM_PLAIN, @1, $3); }
    | "*"                                     { $$ = parser_param(p, @$, PARAM_KEYWORD_ONLY, @1, 0); }
    | "/"                                     { $$ = parser_param(p, @$, PARAM_POSITIONAL_ONLY, @1, 0); }
    | "*" NAME                                { $$ = parser_param(p, @$, PARAM_ARGS, @2, 0); }
    | "**" NAME                               { $$ = parser_param(p, @$, PARAM_KWARGS, @2, 0); }
    ;

or_test
    : and_test
    | or_test OR and_test                     { $$ = parser_node2(p, NODE_OR, @$, $1, $3); }
    ;

and_test
    : not_test
    | and_test AND not_test                   { $$ = parser_node2(p, NODE_AND, @$, $1, $3); }
    ;

not_test
    : comparison
    | NOT not_test                            { $$ = parser_unary(p, @$, OP_NOT, $2); }
    ;

comparison
    : bit_or
    | bit_or comparisons                      { $$ = parser_compare(p, @$, $1, $2); }
    ;

comparisons
    : compare_operator bit_or                 { $$ = parser_list(p, parser_comparison(p, @2, $1, $2)); }
    | comparisons compare_operator bit_or     { $$ = parser_more(p, $1, parser_comparison(p, @3, $2, $3)); }
    ;

compare_operator
    : "<"                                     { $$ = OP_LT; }
    | ">"                                     { $$ = OP_GT; }
    | "=="                                    { $$ = OP_EQ; }
    | "!="                                    { $$ = OP_NE; }
    | "<="                                    { $$ = OP_LE; }
    | ">="                                    { $$ = OP_GE; }
    | IN                                      { $$ = OP_IN; }
    | NOT IN                                  { $$ = OP_NOT_IN; }
    | IS                                      { $$ = OP_IS; }
    | IS NOT                                  { $$ = OP_IS_NOT; }
    ;

bit_or
    : bit_xor
    | bit_or "|" bit_xor                      { $$ = parser_binary(p, @$, OP_BITOR, $1, $3); }
    ;

bit_xor
    : bit_and
    | bit_xor "^" bit_and                     { $$ = parser_binary(p, @$, OP_BITXOR, $1, $3); }
    ;

bit_and
    : shift
    | bit_and "&" shift                       { $$ = parser_binary(p, @$, OP_BITAND, $1, $3); }
    ;

shift
    : sum
    | shift "<<" sum                          { $$ = parser_binary(p, @$, OP_LSHIFT, $1, $3); }
    | shift ">>" sum                          { $$ = parser_binary(p, @$, OP_RSHIFT, $1, $3); }
    ;

sum
    : term
    | sum sum_operator term                   { $$ = parser_binary(p, @$, $2, $1, $3); }
    ;

sum_operator
    : "+"                                     { $$ = OP_ADD; }
    | "-"                                     { $$ = OP_SUB; }
    ;

term
    : factor
    | term term_operator factor               { $$ = parser_binary(p, @$, $2, $1, $3); }
    ;

term_operator
    : "*"                                     { $$ = OP_MUL; }
    | "/"                                     { $$ = OP_DIV; }
    | "//"                                    { $$ = OP_FLOORDIV; }
    | "%"                                     { $$ = OP_MOD; }
    | "@"                                     { $$ = OP_MATMUL; }
    ;

factor
    : power
    | "-" factor                              { $$ = parser_unary(p, @$, OP_NEG, $2); }
    | "+" factor                              { $$ = parser_unary(p, @$, OP_POS, $2); }
    | "~" factor                              { $$ = parser_unary(p, @$, OP_INVERT, $2); }
    ;

power
    : awaited
    | awaited "**" factor                     { $$ = parser_binary(p, @$, OP_POW, $1, $3); }
    ;

awaited
    : primary
    | AWAIT primary                           { $$ = parser_node1(p, NODE_AWAIT, @$, $2); }
    ;

primary
    : atom
    | primary "." NAME                        { $$ = parser_attribute(p, @$, $1, @3); }
    | primary "(" arguments ")"               { $$ = parser_call(p, @$, $1, $3); }
    | primary "[" subscripts "]"              { $$ = parser_node2(p, NODE_SUBSCRIPT, @$, $1, $3); }
    ;

arguments
    : %empty                                  { $$ = (struct node_list){0}; }
    | argument_list                           { $$ = parser_arguments(p, $1, false); }
    | argument_list ","                       { $$ = parser_arguments(p, $1, true); }
    ;

argument_list
    : argument                                { $$ = parser_list(p, $1); }
    | argument_list "," argument              { $$ = parser_more(p, $1, $3); }
    ;

argument
    : named
    | test clauses                            { $$ = parser_comp(p, NODE_GENERATOR, @$, $1, 0, $2); }
    | NAME "=" test                           { $$ = parser_keyword(p, @$, @1, $3); }
    | "*" test                                { $$ = parser_node1(p, NODE_STAR, @$, $2); }
    | "**" test                               { $$ = parser_node1(p, NODE_DOUBLE_STAR, @$, $2); }
    ;

subscripts
    : subscript                               { $$ = parser_no_star_index(p, @$, $1); }
    | subscript ","                           { $$ = parser_nodes(p, NODE_TUPLE, @$, parser_list(p, $1)); }
    | subscript_items                         { $$ = parser_nodes(p, NODE_TUPLE, @$, $1); }
    | subscript_items ","                     { $$ = parser_nodes(p, NODE_TUPLE, @$, $1); }
    ;

subscript_items
    : subscript "," subscript                 { $$ = parser_more(p, parser_list(p, $1), $3); }
    | subscript_items "," subscript           { $$ = parser_more(p, $1, $3); }
    ;

subscript
    : named_item
    | opt_test ":" opt_test                   { $$ = parser_slice(p, @$, $1, $3, 0); }
    | opt_test ":" opt_test ":" opt_test      { $$ = parser_slice(p, @$, $1, $3, $5); }
    ;

opt_test
    : %empty                                  { $$ = 0; }
    | test
    ;

atom
    : NAME                                    { $$ = parser_name(p, @1); }
    | INTEGER                                 { $$ = parser_integer(p, @1); }
    | FLOAT                                   { $$ = parser_float(p, @1, NODE_FLOAT); }
    | IMAGINARY                               { $$ = parser_float(p, @1, NODE_IMAGINARY); }
    | strings
    | "..."                                   { $$ = parser_node(p, NODE_ELLIPSIS, @$); }
    | NONE                                    { $$ = parser_node(p, NODE_NONE, @$); }
    | TRUE                                    { $$ = parser_node(p, NODE_TRUE, @$); }
    | FALSE                                   { $$ = parser_node(p, NODE_FALSE, @$); }
    | "(" ")"                                 { $$ = parser_paren_tuple(p, @$, (struct node_list){0}); }
    | "(" named_item ")"                      { $$ = parser_paren(p, $2); }
    | "(" named_item "," ")"                  { $$ = parser_paren_tuple(p, @$, parser_list(p, $2)); }
    | "(" named_item "," named_items ")"      { $$ = parser_paren_tuple(p, @$, parser_before(p, $2, $4)); }
    | "(" named_item "," named_items "," ")"  { $$ = parser_paren_tuple(p, @$, parser_before(p, $2, $4)); }
    | "(" named_item clauses ")"              { $$ = parser_with_op(p, parser_comp(p, NODE_GENERATOR, @$, $2, 0, $3), 1); }
    | "(" yield_expression ")"                { $$ = $2; }
    | "[" "]"                                 { $$ = parser_node(p, NODE_LIST, @$); }
    | "[" named_items "]"                     { $$ = parser_nodes(p, NODE_LIST, @$, $2); }
    | "[" named_items "," "]"                 { $$ = parser_nodes(p, NODE_LIST, @$, $2); }
    | "[" named_item clauses "]"              { $$ = parser_comp(p, NODE_LIST_COMP, @$, $2, 0, $3); }
    | "{" "}"                                 { $$ = parser_node(p, NODE_DICT, @$); }
    | "{" named_items "}"                     { $$ = parser_nodes(p, NODE_SET, @$, $2); }
    | "{" named_items "," "}"                 { $$ = parser_nodes(p, NODE_SET, @$, $2); }
    | "{" named_item clauses "}"              { $$ = parser_comp(p, NODE_SET_COMP, @$, $2, 0, $3); }
    | "{" pairs "}"                           { $$ = parser_nodes(p, NODE_DICT, @$, $2); }
    | "{" pairs "," "}"                       { $$ = parser_nodes(p, NODE_DICT, @$, $2); }
    | "{" test ":" test clauses "}"           { $$ = parser_comp(p, NODE_DICT_COMP, @$, $2, $4, $5); }
    ;

pairs
    : pair                                    { $$ = parser_list(p, $1); }
    | pairs "," pair                          { $$ = parser_more(p, $1, $3); }
    ;

pair
    : test ":" test                           { $$ = parser_node2(p, NODE_PAIR, @$, $1, $3); }
    | "**" bit_or                             { $$ = parser_node1(p, NODE_DOUBLE_STAR, @$, $2); }
    ;

clauses
    : comp_for                                { $$ = parser_list(p, $1); }
    | clauses comp_for                        { $$ = parser_more(p, $1, $2); }
    | clauses comp_if                         { $$ = parser_more(p, $1, $2); }
    ;

comp_for
    : FOR target_list IN or_test              { $$ = parser_node2(p, NODE_COMP_FOR, @$,
                                                       parser_target(p, $2), $4); }
    | ASYNC FOR target_list IN or_test        { $$ = parser_async(p, @$, parser_node2(p, NODE_COMP_FOR, @$,
                                                       parser_target(p, $3), $5)); }
    ;

comp_if
    : IF or_test                              { $$ = parser_node1(p, NODE_COMP_IF, @$, $2); }
    ;

strings
    : string_parts                            { $$ = parser_strings(p, @$, $1); }
    ;

string_parts
    : STRING                                  { $$ = parser_list(p, parser_string_part(p, @1)); }
    | string_parts STRING                     { $$ = parser_more(p, $1, parser_string_part(p, @2)); }
    ;

yield_expression
    : YIELD                                   { $$ = parser_node(p, NODE_YIELD, @$); }
    | YIELD star_list                         { $$ = parser_node1(p, NODE_YIELD, @$, $2); }
    | YIELD FROM test                         { $$ = parser_yield_from(p, @$, $3); }
    ;

%%

static void python_error(const span *at, struct parser *p, const char *message)
{
    (void)message;
    parser_fail(p, *at, "this is too complicated to parse");
}

/* Which of our tokens a symbol of the grammar is; -1 when it is none. */
static int token_of_symbol(yysymbol_kind_t symbol)
{
    for (int k = 0; k < TOKEN_KINDS; k++) {
        if (YYTRANSLATE(python_token_code((enum token_kind)k)) == symbol) {
            return k;
        }
    }
    return -1;
}

static int yyreport_syntax_error(const yypcontext_t *context, struct parser *p)
{
    enum { MOST = 128 };
    yysymbol_kind_t symbols[MOST];
    int n = yypcontext_expected_tokens(context, symbols, MOST);
    bool expected[TOKEN_KINDS] = {false};
    for (int i = 0; i < n; i++) {
        int k = token_of_symbol(symbols[i]);
        if (k >= 0) {
            expected[k] = true;
        }
    }
    int found = token_of_symbol(yypcontext_token(context));
    parser_unexpected(p, *yypcontext_location(context), found, expected);
    return 0;
}

int python_token_code(enum token_kind kind)
{
    static const int codes[] = {
#define TOKEN(name, what)        [TOKEN_##name] = T_##name,
#define KEYWORD(name, spelling)  [TOKEN_##name] = T_##name,
#define OPERATOR(name, spelling) [TOKEN_##name] = T_##name,
#define T_END                    0
#include "tokens.def"
#undef TOKEN
#undef KEYWORD
#undef OPERATOR
    };
    return codes[kind];
}
