/*
 * One walk over the tree, in the order in which CPython's symbol table is made: a declaration is
 * judged by what was done to its name before it.
 */
#include "syntax/symbols.h"

#include "syntax/block.h"

struct symbols {
    struct parser *p;
    struct block *block;
    uint32_t errors;
    uint32_t iterables; /* of comprehensions, around the expression at hand */
    bool targets;       /* of a comprehension are at hand */
    bool unused;        /* an annotation that no code is made of */
    bool began;         /* another statement than a docstring or a __future__ import has come */
};

static struct node *at(struct symbols *s, node_id id)
{
    return tree_edit(s->p->b, id);
}

static node_id child(struct symbols *s, node_id id, uint32_t n)
{
    node_id it = at(s, id)->child;
    while (it && n-- > 0) {
        it = at(s, it)->next;
    }
    return it;
}

static void fail(struct symbols *s, node_id id, const char *message)
{
    s->p->quiet = s->errors >= MOST_ERRORS;
    s->errors++;
    parser_fail(s->p, parser_span(s->p, id), "%s", message);
}

#define EACH(s, id, it) for (node_id it = at((s), (id))->child; it; it = at((s), it)->next)

static void visit(struct symbols *s, node_id id);

static void visit_from(struct symbols *s, node_id first)
{
    for (node_id it = first; it; it = at(s, it)->next) {
        visit(s, it);
    }
}

static void visit_children(struct symbols *s, node_id id)
{
    visit_from(s, at(s, id)->child);
}

static void add(struct symbols *s, struct name_set *to, uint32_t literal)
{
    if (!name_set_has(to, literal)) {
        name_set_add(s->p->ctx, to, literal);
    }
}

static bool is_word(struct symbols *s, uint32_t literal, const char *word)
{
    const struct tree_builder *b = s->p->b;
    const struct literal *l = &b->literals.items[literal];
    return str_is(
        string_str((const struct string *)(const void *)(b->pool.items + l->offset)), word);
}

/* --- names --- */

static void check_debug(struct symbols *s, node_id id, uint32_t literal)
{
    if (is_word(s, literal, "__debug__")) {
        fail(s, id, "__debug__ cannot be set or deleted");
    }
}

static void bind(struct symbols *s, struct block *b, node_id id, uint32_t literal)
{
    check_debug(s, id, literal);
    if (s->targets && b == s->block) {
        if (name_set_has(&b->walrus, literal)) {
            fail(s, id, "a comprehension cannot go over a name that ':=' binds in it");
        }
        add(s, &b->items, literal);
    }
    add(s, &b->set, literal);
}

/* A name, or anything else that is assigned to or deleted. */
static void visit_target(struct symbols *s, node_id id)
{
    switch (at(s, id)->kind) {
    case NODE_NAME: bind(s, s->block, id, at(s, id)->data); break;
    case NODE_TUPLE:
    case NODE_LIST:
    case NODE_STAR:
        EACH(s, id, it)
        {
            visit_target(s, it);
        }
        break;
    default: visit(s, id); break;
    }
}

/* An attribute that is set; one that is deleted may have any name. */
static void check_attribute(struct symbols *s, node_id id)
{
    if (at(s, id)->kind == NODE_ATTRIBUTE) {
        check_debug(s, id, at(s, id)->data);
    } else if (at(s, id)->kind == NODE_TUPLE || at(s, id)->kind == NODE_LIST ||
               at(s, id)->kind == NODE_STAR) {
        EACH(s, id, it)
        {
            check_attribute(s, it);
        }
    }
}

static void visit_set(struct symbols *s, node_id id)
{
    check_attribute(s, id);
    visit_target(s, id);
}

static void declare(struct symbols *s, node_id name, bool nonlocal)
{
    struct block *b = s->block;
    uint32_t literal = at(s, name)->data;
    if (nonlocal && b->kind == BLOCK_MODULE) {
        fail(s, name, "nonlocal needs a function around this one");
        return;
    }
    if (name_set_has(&b->params, literal) || name_set_has(&b->set, literal) ||
        name_set_has(&b->used, literal)) {
        fail(s, name, "this name is a parameter, or was used or assigned to before this");
    } else if (name_set_has(nonlocal ? &b->globals : &b->nonlocals, literal)) {
        fail(s, name, "a name cannot be global and nonlocal");
    } else if (nonlocal && !name_set_has(&b->nonlocals, literal)) {
        vec_push(s->p->ctx, &b->outer->wanted, ((struct nonlocal){literal, name}));
    }
    add(s, nonlocal ? &b->nonlocals : &b->globals, literal);
}

/* --- blocks --- */

/* The nonlocal names of functions inside, now that all names of this block are known. */
static void find_nonlocals(struct symbols *s, struct block *b)
{
    VEC_EACH (struct nonlocal, n, &b->wanted) {
        bool function = block_is_function(b);
        bool global = name_set_has(&b->globals, n->literal);
        bool found =
            (function && !global &&
                (name_set_has(&b->set, n->literal) || name_set_has(&b->params, n->literal) ||
                    name_set_has(&b->imported, n->literal) ||
                    name_set_has(&b->nonlocals, n->literal))) ||
            (b->kind == BLOCK_CLASS && is_word(s, n->literal, "__class__"));
        if (!found && b->outer && !(function && global)) {
            vec_push(s->p->ctx, &b->outer->wanted, *n);
        } else if (!found) {
            fail(s, n->name, "no function around this one has such a name");
        }
    }
}

static void enter(struct symbols *s, struct block *b, enum block_kind kind)
{
    *b = (struct block){.outer = s->block, .kind = kind};
    s->block = b;
}

static void leave(struct symbols *s)
{
    struct block *b = s->block;
    if (b->kind == BLOCK_ASYNC && b->yields && b->value) {
        fail(s, b->value, "an asynchronous generator cannot return a value");
    }
    find_nonlocals(s, b);
    s->block = b->outer;
    block_free(b);
}

static void visit_function(struct symbols *s, node_id id, enum block_kind kind)
{
    struct block b;
    node_id params = child(s, id, 0), body = child(s, id, 1);
    EACH(s, params, it)
    {
        visit_children(s, it); /* defaults belong to the block around */
    }
    visit_from(s, at(s, body)->next); /* decorators */
    bool targets = s->targets;
    s->targets = false;
    enter(s, &b, kind);
    EACH(s, params, it)
    {
        uint32_t literal = at(s, it)->data;
        if (name_set_has(&b.params, literal)) {
            fail(s, it, "this parameter is there twice");
        }
        check_debug(s, it, literal);
        add(s, &b.params, literal);
    }
    visit(s, body);
    leave(s);
    s->targets = targets;
}

static void visit_class(struct symbols *s, node_id id)
{
    struct block b;
    node_id body = child(s, id, 1);
    bind(s, s->block, id, at(s, id)->data);
    visit(s, child(s, id, 0));
    visit_from(s, at(s, body)->next);
    enter(s, &b, BLOCK_CLASS);
    visit(s, body);
    leave(s);
}

static void visit_iterable(struct symbols *s, node_id id)
{
    s->iterables++;
    visit(s, id);
    s->iterables--;
}

static void visit_comprehension(struct symbols *s, node_id id)
{
    struct block b;
    bool targets = s->targets, first = true;
    uint32_t elements = at(s, id)->kind == NODE_DICT_COMP ? 2 : 1;
    s->targets = false;
    visit_iterable(s, child(s, child(s, id, elements), 1));
    enter(s, &b, BLOCK_COMPREHENSION);
    for (node_id it = child(s, id, elements); it; it = at(s, it)->next) {
        if (at(s, it)->kind != NODE_COMP_FOR) {
            visit(s, it);
            continue;
        }
        b.awaits |= at(s, it)->op;
        s->targets = true;
        visit_set(s, child(s, it, 0));
        s->targets = false;
        if (!first) {
            visit_iterable(s, child(s, it, 1));
        }
        first = false;
    }
    for (uint32_t i = elements; i-- > 0;) {
        visit(s, child(s, id, i));
    }
    if (b.awaits && at(s, id)->kind != NODE_GENERATOR) {
        if (!s->unused && b.outer->kind != BLOCK_ASYNC && b.outer->kind != BLOCK_COMPREHENSION) {
            fail(
                s, id, "an asynchronous comprehension is only allowed in an asynchronous function");
        }
        b.outer->awaits = true;
    }
    leave(s);
    s->targets = targets;
}

/* := in a comprehension binds in the function, or the module, around it. */
static void bind_outside(struct symbols *s, node_id id, uint32_t literal)
{
    struct block *b = s->block;
    for (; b->kind == BLOCK_COMPREHENSION || b->kind == BLOCK_ANNOTATION; b = b->outer) {
        if (name_set_has(&b->items, literal)) {
            fail(s, id, "':=' cannot bind a name that a comprehension goes over");
        }
    }
    if (b->kind == BLOCK_CLASS) {
        fail(s, id, "':=' is not allowed in a comprehension of a class");
    }
    add(s, &s->block->walrus, literal);
    if (b->kind != BLOCK_MODULE) {
        add(s, &b->set, literal);
    }
}

static void visit_walrus(struct symbols *s, node_id id)
{
    node_id name = child(s, id, 0);
    if (s->iterables > 0) {
        fail(s, id, "':=' is not allowed in what a comprehension goes over");
    }
    if (s->block->kind == BLOCK_ANNOTATION) {
        fail(s, id, "':=' is not allowed in an annotation");
    }
    if (s->block->kind == BLOCK_COMPREHENSION) {
        bind_outside(s, id, at(s, name)->data);
    }
    visit(s, child(s, id, 1));
    bind(s, s->block, name, at(s, name)->data);
}

/* --- statements --- */

/* A part of a statement that has another thing to break out of. */
static void visit_inside(struct symbols *s, node_id suite, enum inner inner)
{
    struct block *b = s->block;
    enum inner before = b->inner;
    bool group = b->in_group;
    b->inner = inner;
    b->in_group |= inner == INNER_GROUP;
    visit(s, suite);
    b->inner = before;
    b->in_group = group;
}

static void visit_for(struct symbols *s, node_id id)
{
    node_id suite = child(s, id, 2);
    if (at(s, id)->op && s->block->kind != BLOCK_ASYNC) {
        fail(s, id, "'async for' is only allowed in an asynchronous function");
    }
    visit_set(s, child(s, id, 0));
    visit(s, child(s, id, 1));
    visit_inside(s, suite, INNER_LOOP);
    visit_from(s, at(s, suite)->next);
}

static void visit_while(struct symbols *s, node_id id)
{
    node_id suite = child(s, id, 1);
    visit(s, child(s, id, 0));
    visit_inside(s, suite, INNER_LOOP);
    visit_from(s, at(s, suite)->next);
}

static void visit_annotation(struct symbols *s, node_id id)
{
    struct block b;
    bool lazy = s->p->b->tree->lazy_annotations, unused = s->unused;
    if (lazy) {
        enter(s, &b, BLOCK_ANNOTATION);
        s->unused = true;
    }
    visit(s, id);
    if (lazy) {
        leave(s);
    }
    s->unused = unused;
}

static void visit_annotated(struct symbols *s, node_id id)
{
    struct block *b = s->block;
    node_id target = child(s, id, 0);
    bool name = at(s, target)->kind == NODE_NAME;
    bool simple = name && parser_span(s->p, target).start == parser_span(s->p, id).start;
    uint32_t literal = at(s, target)->data;
    if (simple && b->kind != BLOCK_MODULE &&
        (name_set_has(&b->globals, literal) || name_set_has(&b->nonlocals, literal))) {
        fail(s, target, "a name with an annotation cannot be global or nonlocal");
    }
    if (simple || !name || child(s, id, 2)) {
        visit_set(s, target);
    }
    s->unused = simple && block_is_function(b);
    s->p->b->tree->annotated |= b->kind == BLOCK_MODULE;
    visit_annotation(s, child(s, id, 1));
    s->unused = false;
    visit_from(s, child(s, id, 2));
}

static void visit_handler(struct symbols *s, node_id id)
{
    node_id name = child(s, id, 1);
    visit(s, child(s, id, 0));
    if (at(s, name)->kind == NODE_NAME) {
        bind(s, s->block, name, at(s, name)->data);
    }
    visit_inside(s, child(s, id, 2), at(s, id)->op ? INNER_GROUP : s->block->inner);
}

static void check_future(struct symbols *s, node_id id)
{
    static const char *const features[] = {"absolute_import", "annotations", "barry_as_FLUFL",
        "division", "generator_stop", "generators", "nested_scopes", "print_function",
        "unicode_literals", "with_statement"};
    if (s->began) {
        fail(s, id, "imports from __future__ come first in a file");
        return;
    }
    EACH(s, id, it)
    {
        bool known = false;
        s->p->b->tree->lazy_annotations |= is_word(s, at(s, it)->data, "annotations");
        for (size_t i = 0; i < sizeof features / sizeof *features; i++) {
            known |= is_word(s, at(s, it)->data, features[i]);
        }
        if (!known) {
            fail(s, it, "there is no such feature in __future__");
        }
    }
}

static void visit_import(struct symbols *s, node_id id)
{
    if (at(s, id)->kind == NODE_IMPORT_FROM && at(s, id)->op == 0 &&
        is_word(s, at(s, id)->data, "__future__")) {
        check_future(s, id);
    }
    EACH(s, id, it)
    {
        node_id name = at(s, it)->child;
        if (name) {
            check_debug(s, name, at(s, name)->data);
            add(s, &s->block->imported, at(s, name)->data);
        } else if (s->block->kind != BLOCK_MODULE) {
            fail(s, id, "'*' is only allowed at the top of a file");
        }
    }
}

static void visit_return(struct symbols *s, node_id id)
{
    struct block *b = s->block;
    if (!block_is_function(b)) {
        fail(s, id, "this is only allowed in a function");
    } else if (b->in_group) {
        fail(s, id, "this is not allowed in 'except*'");
    }
    b->value = at(s, id)->child ? id : b->value;
    visit_children(s, id);
}

static void visit_break(struct symbols *s, node_id id)
{
    if (s->block->inner != INNER_LOOP) {
        fail(s, id,
            s->block->inner == INNER_GROUP ? "this is not allowed in 'except*'"
                                           : "this is only allowed in a loop");
    }
}

static void visit_yield(struct symbols *s, node_id id)
{
    struct block *b = s->block;
    if (b->kind == BLOCK_COMPREHENSION) {
        fail(s, id, "'yield' is not allowed in a comprehension");
    } else if (!block_is_function(b)) {
        fail(s, id, "this is only allowed in a function");
    } else if (at(s, id)->op && b->kind == BLOCK_ASYNC && !s->unused) {
        fail(s, id, "'yield from' is not allowed in an asynchronous function");
    }
    b->yields = true;
    visit_children(s, id);
}

static void visit_await(struct symbols *s, node_id id)
{
    struct block *b = s->block;
    if (b->kind == BLOCK_ANNOTATION) {
        fail(s, id, "'await' is not allowed in an annotation");
    } else if (b->kind != BLOCK_ASYNC && b->kind != BLOCK_COMPREHENSION && !s->unused) {
        fail(s, id, "'await' is only allowed in an asynchronous function");
    }
    b->awaits = true;
    visit_children(s, id);
}

static void visit_pattern(struct symbols *s, node_id id)
{
    node_id name = child(s, id, 0);
    if (name) {
        bind(s, s->block, name, at(s, name)->data);
        visit_from(s, at(s, name)->next);
    }
}

static void visit_with(struct symbols *s, node_id id)
{
    if (at(s, id)->op && s->block->kind != BLOCK_ASYNC) {
        fail(s, id, "'async with' is only allowed in an asynchronous function");
    }
    visit_from(s, child(s, id, 1));
    visit(s, child(s, id, 0));
}

static void visit(struct symbols *s, node_id id)
{
    switch (at(s, id)->kind) {
    case NODE_NAME: add(s, &s->block->used, at(s, id)->data); break;
    case NODE_ASSIGN:
        for (node_id it = child(s, id, 1); it; it = at(s, it)->next) {
            visit_set(s, it);
        }
        visit(s, child(s, id, 0));
        break;
    case NODE_AUG_ASSIGN:
        visit_set(s, child(s, id, 0));
        visit(s, child(s, id, 1));
        break;
    case NODE_ANN_ASSIGN: visit_annotated(s, id); break;
    case NODE_ANNOTATION: visit_annotation(s, child(s, id, 0)); break;
    case NODE_DEL:
    case NODE_OPAQUE:
    case NODE_TYPE_ALIAS:
        EACH(s, id, it)
        {
            visit_target(s, it);
        }
        break;
    case NODE_WITH: visit_with(s, id); break;
    case NODE_WITH_ITEM:
        visit(s, child(s, id, 0));
        if (child(s, id, 1)) {
            visit_set(s, child(s, id, 1));
        }
        break;
    case NODE_FOR: visit_for(s, id); break;
    case NODE_WHILE: visit_while(s, id); break;
    case NODE_HANDLER: visit_handler(s, id); break;
    case NODE_PATTERN_AS:
    case NODE_PATTERN_STAR: visit_pattern(s, id); break;
    case NODE_IMPORT:
    case NODE_IMPORT_FROM: visit_import(s, id); break;
    case NODE_DEF:
        bind(s, s->block, id, at(s, id)->data);
        visit_function(s, id, at(s, id)->op ? BLOCK_ASYNC : BLOCK_FUNCTION);
        break;
    case NODE_LAMBDA: visit_function(s, id, BLOCK_LAMBDA); break;
    case NODE_CLASS: visit_class(s, id); break;
    case NODE_LIST_COMP:
    case NODE_SET_COMP:
    case NODE_DICT_COMP:
    case NODE_GENERATOR: visit_comprehension(s, id); break;
    case NODE_WALRUS: visit_walrus(s, id); break;
    case NODE_KEYWORD:
        check_debug(s, id, at(s, id)->data);
        visit_children(s, id);
        break;
    case NODE_GLOBAL:
    case NODE_NONLOCAL:
        EACH(s, id, it)
        {
            declare(s, it, at(s, id)->kind == NODE_NONLOCAL);
        }
        break;
    case NODE_RETURN: visit_return(s, id); break;
    case NODE_BREAK:
    case NODE_CONTINUE: visit_break(s, id); break;
    case NODE_YIELD: visit_yield(s, id); break;
    case NODE_AWAIT: visit_await(s, id); break;
    default: visit_children(s, id); break;
    }
}

static bool is_docstring(struct symbols *s, node_id id)
{
    return at(s, id)->kind == NODE_EXPR_STMT && at(s, child(s, id, 0))->kind == NODE_STRING;
}

void symbols_check(struct parser *p, node_id root)
{
    struct symbols s = {.p = p};
    struct block module;
    enter(&s, &module, BLOCK_MODULE);
    if (at(&s, root)->kind != NODE_MODULE) {
        visit(&s, root);
    } else {
        bool first = true;
        EACH(&s, root, it)
        {
            bool future = at(&s, it)->kind == NODE_IMPORT_FROM && at(&s, it)->op == 0 &&
                          is_word(&s, at(&s, it)->data, "__future__");
            s.began |= !future && !(first && is_docstring(&s, it));
            visit(&s, it);
            first = false;
        }
    }
    leave(&s);
}
