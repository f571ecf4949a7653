#include "syntax/python.h"

#include "syntax/parser.h"
#include "syntax/scope.h"
#include "syntax/symbols.h"

struct statement {
    size_t first, last; /* tokens [first, last) */
};

static enum token_kind kind_at(const struct tokens *t, size_t i)
{
    return (enum token_kind)t->list.items[i].kind;
}

static str token_text(const struct parser *p, const struct tokens *t, size_t i)
{
    return str_slice(p->text, t->list.items[i].start, t->list.items[i].end);
}

static bool continues(enum token_kind kind)
{
    return kind == TOKEN_ELSE || kind == TOKEN_ELIF || kind == TOKEN_EXCEPT ||
           kind == TOKEN_FINALLY;
}

/* The end of the statement that starts at token `first`: past its lines, its block, and clauses
 * that go on with it. */
static size_t statement_end(const struct tokens *t, size_t first)
{
    size_t i = first, depth = 0;
    bool decorator = kind_at(t, first) == TOKEN_AT;
    for (;; i++) {
        enum token_kind kind = kind_at(t, i);
        if (kind == TOKEN_END) {
            return i;
        }
        if (kind == TOKEN_INDENT) {
            depth++;
        } else if (kind == TOKEN_DEDENT && depth > 0) {
            depth--;
        } else if (kind != TOKEN_NEWLINE) {
            continue;
        }
        enum token_kind next = kind_at(t, i + 1);
        if (depth > 0 || next == TOKEN_INDENT || continues(next)) {
            continue;
        }
        if (decorator) { /* it goes on with the definition after it */
            decorator = next == TOKEN_AT;
            continue;
        }
        return i + 1;
    }
}

static bool is_word(const struct parser *p, const struct tokens *t, size_t i, const char *word)
{
    return kind_at(t, i) == TOKEN_NAME && str_is(token_text(p, t, i), word);
}

/* Does `match SUBJECT:` begin here?  Then a block follows that begins with `case`. */
static bool begins_match(const struct parser *p, const struct tokens *t, size_t first)
{
    size_t i = first + 1;
    while (kind_at(t, i) != TOKEN_NEWLINE && kind_at(t, i) != TOKEN_END) {
        i++;
    }
    return i > first + 2 && kind_at(t, i) == TOKEN_NEWLINE && kind_at(t, i - 1) == TOKEN_COLON &&
           kind_at(t, i + 1) == TOKEN_INDENT && is_word(p, t, i + 2, "case");
}

/* Are the brackets after this `with` round its items?  Then there is an `as` in them, and a colon
 * after them. */
static bool is_round_items(const struct tokens *t, size_t with)
{
    size_t depth = 0;
    bool as = false;
    for (size_t i = with + 1;; i++) {
        enum token_kind kind = kind_at(t, i);
        depth += kind == TOKEN_LPAR || kind == TOKEN_LSQB || kind == TOKEN_LBRACE;
        if (depth == 0 || kind == TOKEN_NEWLINE || kind == TOKEN_SEMI || kind == TOKEN_END) {
            return false;
        }
        depth -= kind == TOKEN_RPAR || kind == TOKEN_RSQB || kind == TOKEN_RBRACE;
        as |= kind == TOKEN_AS && depth == 1;
        if (depth == 0) {
            return as && kind_at(t, i + 1) == TOKEN_COLON;
        }
    }
}

/* `match`, `case` and `type` are names, except where a statement of that form begins. */
static void find_soft_keywords(struct parser *p, struct tokens *t)
{
    VEC(size_t) blocks = {0}; /* depths of the blocks of `match` that are open */
    size_t depth = 0;
    bool start = true;
    for (size_t i = 0; kind_at(t, i) != TOKEN_END; i++) {
        struct token *token = &t->list.items[i];
        bool starts = start;
        start = token->kind == TOKEN_NEWLINE || token->kind == TOKEN_SEMI ||
                token->kind == TOKEN_INDENT || token->kind == TOKEN_DEDENT;
        depth += token->kind == TOKEN_INDENT;
        depth -= token->kind == TOKEN_DEDENT && depth > 0;
        if (token->kind == TOKEN_DEDENT && blocks.n > 0 && depth < blocks.items[blocks.n - 1]) {
            blocks.n--;
        }
        start |= starts && token->kind == TOKEN_ASYNC;
        if (starts && token->kind == TOKEN_WITH && is_round_items(t, i)) {
            token->kind = TOKEN_WITH_IN;
        }
        if (!starts || token->kind != TOKEN_NAME) {
            continue;
        }
        bool in_match = blocks.n > 0 && depth == blocks.items[blocks.n - 1];
        if (in_match && is_word(p, t, i, "case")) {
            token->kind = TOKEN_CASE;
        } else if (is_word(p, t, i, "match") && begins_match(p, t, i)) {
            token->kind = TOKEN_MATCH;
            vec_push(p->ctx, &blocks, depth + 1);
        } else if (is_word(p, t, i, "type") && kind_at(t, i + 1) == TOKEN_NAME) {
            token->kind = TOKEN_TYPE;
        }
    }
    vec_free(&blocks);
}

/* An OPAQUE node for the statement; its children are the names that it seems to bind. */
static node_id opaque(struct parser *p, const struct tokens *t, struct statement s)
{
    uint32_t start = t->list.items[s.first].start, end = start;
    for (size_t i = s.first; i < s.last; i++) {
        if (kind_at(t, i) != TOKEN_NEWLINE && t->list.items[i].end > end) {
            end = t->list.items[i].end;
        }
    }
    node_id id = parser_node(p, NODE_OPAQUE, (span){start, end}), last = 0;
    for (size_t i = s.first; i + 1 < s.last; i++) {
        enum token_kind kind = kind_at(t, i), next = kind_at(t, i + 1);
        bool binds = kind == TOKEN_NAME && (next == TOKEN_EQUAL || next == TOKEN_WALRUS);
        bool introduces = (kind == TOKEN_DEF || kind == TOKEN_CLASS || kind == TOKEN_AS ||
                              kind == TOKEN_FOR || kind == TOKEN_IMPORT) &&
                          next == TOKEN_NAME;
        if (binds || introduces) {
            const struct token *name = &t->list.items[binds ? i : i + 1];
            last = tree_append(p->b, id, last, parser_name(p, (span){name->start, name->end}));
        }
    }
    return id;
}

static const struct lex_error *error_in(const struct tokens *t, uint32_t start, uint32_t end)
{
    VEC_EACH (const struct lex_error, e, &t->errors) {
        if (e->start >= start && e->start < end) {
            return e;
        }
    }
    return NULL;
}

static node_id statement(struct parser *p, const struct tokens *t, struct statement s)
{
    p->failed = p->quiet = false;
    p->annotations.n = 0;
    uint32_t start = t->list.items[s.first].start;
    uint32_t end = t->list.items[s.last].start;
    bool last = kind_at(t, s.last) == TOKEN_END;
    const struct lex_error *e = error_in(t, start, last ? UINT32_MAX : end);
    if (e) {
        parser_fail(p, (span){e->start, e->end}, "%s", e->message);
    } else {
        node_id id = parser_feed(p, t, s.first, s.last, TOKEN_END);
        if (id) {
            return id;
        }
        parser_fail(p, (span){start, start}, "this does not parse");
    }
    p->b->tree->broken = true;
    return opaque(p, t, s);
}

static struct parser begin(void *ctx, struct arena *a, const struct limits *limits,
    struct diags *diags, const struct source *source, str text)
{
    return (struct parser){.ctx = ctx,
        .limits = limits,
        .diags = diags,
        .text = text,
        .b = tree_builder_new(a, source, text)};
}

struct tree *python_parse(struct arena *a, const struct limits *limits, struct diags *diags,
    const struct source *source, str text, const struct text_map *maps, uint32_t n_maps)
{
    void *ctx = mem_context(NULL);
    struct parser p = begin(ctx, a, limits, diags, source, text);
    p.b->tree->maps = maps;
    p.b->tree->n_maps = n_maps;
    struct tokens tokens = {0};
    lexer_run(ctx, limits, text, &tokens);
    find_soft_keywords(&p, &tokens);
    node_id module = parser_node(&p, NODE_MODULE, (span){0, (uint32_t)text.n}), last = 0;
    uint32_t errors = 0;
    for (size_t i = 0; kind_at(&tokens, i) != TOKEN_END && errors < MOST_ERRORS;) {
        size_t end = statement_end(&tokens, i);
        node_id id = statement(&p, &tokens, (struct statement){i, end});
        errors += p.failed;
        if (tree_edit(p.b, id)->kind == NODE_SUITE) { /* a = 1; b = 2 */
            for (node_id it = tree_edit(p.b, id)->child, next; it; it = next) {
                next = tree_edit(p.b, it)->next;
                last = tree_append(p.b, module, last, it);
            }
        } else {
            last = tree_append(p.b, module, last, id);
        }
        i = end;
    }
    p.failed = false;
    symbols_check(&p, module);
    scope_resolve(&p, module);
    p.b->tree->broken |= p.failed;
    struct tree *t = tree_finish(p.b, a, module);
    talloc_free(ctx);
    return t;
}

struct tree *python_parse_expression(struct arena *a, const struct limits *limits,
    struct diags *diags, const struct source *source, span part)
{
    void *ctx = mem_context(NULL);
    struct parser p = begin(ctx, a, limits, diags, source, source->bytes);
    node_id root = parser_expression(&p, part.start, part.end, TOKEN_START_EVAL);
    if (root) {
        p.failed = false;
        symbols_check(&p, root);
        scope_resolve(&p, root);
    }
    struct tree *t = tree_finish(p.b, a, p.failed ? 0 : root);
    t->broken = t->root == 0;
    talloc_free(ctx);
    return t;
}
