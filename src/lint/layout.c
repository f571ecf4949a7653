#include "lint/layout.h"

#include "syntax/token.h"

#include <string.h>

enum {
    MOST_COLUMNS = 120, /* of the longest line */
    INDENT_COLUMNS = 4
};

static void say(
    struct diags *out, const struct source *s, size_t start, size_t end, const char *what)
{
    struct loc at = {s, {(uint32_t)start, (uint32_t)end}};
    diags_add(out, "LIB005", SEVERITY_WARNING, at, "%s", what);
}

static size_t columns(str line)
{
    size_t n = 0;
    for (size_t i = 0; i < line.n; i++) {
        n += ((unsigned char)line.p[i] & 0xc0) != 0x80; /* what begins a character */
    }
    return n;
}

static void find_lines(const struct source *s, struct diags *out)
{
    str text = s->bytes;
    for (size_t at = 0; at < text.n;) {
        const char *newline = memchr(text.p + at, '\n', text.n - at);
        size_t end = newline ? (size_t)(newline - text.p) : text.n;
        str line = str_slice(text, at, end);
        const char *tab = memchr(line.p, '\t', line.n);
        if (columns(line) > MOST_COLUMNS) {
            say(out, s, at, end, "the line has more than 120 columns");
        }
        if (tab) {
            say(out, s, (size_t)(tab - text.p), (size_t)(tab - text.p) + 1, "a tab");
        }
        if (line.n > 0 && (line.p[line.n - 1] == ' ' || line.p[line.n - 1] == '\r')) {
            say(out, s, end - 1, end, "blanks at the end of the line");
        }
        if (!newline) {
            say(out, s, at, end, "no newline at the end of the file");
        }
        at = end + 1;
    }
}

/* How `name=value` of an argument or a parameter is written. */
enum spacing {
    SPACING_NONE,
    SPACING_TIGHT,
    SPACING_WIDE,
    SPACING_ODD
};

static enum spacing spacing_of(const struct tree *t, node_id id)
{
    const struct node *n = tree_node(t, id);
    node_id value = n->kind == NODE_KEYWORD || n->kind == NODE_PARAM ? n->child : 0;
    str text =
        value ? str_slice(t->source->bytes, t->places[id].start, t->places[value].start) : STR("");
    size_t equals = str_find(text, STR("="), 0);
    if (equals == SIZE_MAX || equals == 0 || memchr(text.p, '\n', text.n)) {
        return SPACING_NONE;
    }
    str after = str_slice(text, equals + 1, text.n);
    bool before = text.p[equals - 1] == ' ';
    return !before && after.n == 0                                     ? SPACING_TIGHT
           : before && text.p[equals - 2] != ' ' && str_is(after, " ") ? SPACING_WIDE
                                                                       : SPACING_ODD;
}

/* Around `=` of arguments either way is fine, but one in a file: that of the first. */
static void find_equals(const struct tree *t, struct diags *out)
{
    enum spacing first = SPACING_NONE;
    for (node_id id = 1; id < t->n_nodes; id++) {
        enum spacing now = spacing_of(t, id);
        first = first == SPACING_NONE ? now : first;
        if (now != SPACING_NONE && (now != first || now == SPACING_ODD)) {
            struct loc at = tree_loc(t, id);
            say(out, at.source, at.span.start, at.span.end,
                first == SPACING_WIDE ? "`=` stands between blanks in this file"
                                      : "`=` stands without blanks in this file");
        }
    }
}

/* --- blanks between tokens --- */

/* Two tokens of one line and what lies between them. */
struct neighbours {
    uint32_t before, after; /* enum token_kind */
    uint32_t around;        /* the bracket that they are in; 0: none */
    size_t blanks;
};

static bool opens(uint32_t kind)
{
    return kind == TOKEN_LPAR || kind == TOKEN_LSQB || kind == TOKEN_LBRACE;
}

static bool closes(uint32_t kind)
{
    return kind == TOKEN_RPAR || kind == TOKEN_RSQB || kind == TOKEN_RBRACE;
}

/* Operators with two operands each, of which no other kind is spelled alike. */
static bool joins(uint32_t kind)
{
    return kind == TOKEN_ARROW || kind == TOKEN_WALRUS || kind >= TOKEN_LESS;
}

static bool ends_operand(uint32_t kind)
{
    return kind == TOKEN_NAME || kind == TOKEN_RPAR || kind == TOKEN_RSQB;
}

static const char *blanks_wrong(const struct neighbours *n)
{
    bool equal = n->before == TOKEN_EQUAL || n->after == TOKEN_EQUAL;
    bool close = opens(n->before) || closes(n->after) || n->after == TOKEN_COMMA ||
                 (n->after == TOKEN_COLON && n->before != TOKEN_COMMA) ||
                 (ends_operand(n->before) && opens(n->after) && n->after != TOKEN_LBRACE);
    bool apart = n->before == TOKEN_COMMA || joins(n->before) || joins(n->after) ||
                 (n->before == TOKEN_COLON && n->around == TOKEN_LBRACE) || equal;
    if (equal && n->around) {
        return NULL; /* of an argument: find_equals() */
    }
    return n->after == TOKEN_SEMI   ? "a statement stands on a line of its own"
           : close && n->blanks > 0 ? "no blank stands here"
           : n->blanks > 1          ? "one blank stands here"
           : close || n->blanks > 0 ? NULL
           : apart                  ? "a blank stands here"
                                    : NULL;
}

/* The blanks before a place; *first: nothing else stands before it in its line. */
static size_t blanks_before(str text, size_t at, bool *first)
{
    size_t start = at;
    while (start > 0 && text.p[start - 1] == ' ') {
        start--;
    }
    *first = start == 0 || text.p[start - 1] == '\n';
    return at - start;
}

static void find_comment(const struct source *s, size_t hash, struct diags *out)
{
    bool first, plain = hash + 1 == s->bytes.n || str_is_one_of(s->bytes.p[hash + 1], " \r\n");
    if (blanks_before(s->bytes, hash, &first) != 2 && !first) {
        say(out, s, hash, hash + 1, "two blanks stand before a comment behind code");
    }
    if (!plain) {
        say(out, s, hash, hash + 1, "a comment begins with `# `");
    }
}

static bool is_layout(uint32_t kind)
{
    return kind == TOKEN_NEWLINE || kind == TOKEN_INDENT || kind == TOKEN_DEDENT ||
           kind == TOKEN_END;
}

/* What lies between two tokens: blanks, or comments and ends of lines. */
static void find_in_gap(const struct source *s, const struct token *before,
    const struct token *after, uint32_t around, struct diags *out)
{
    str gap = str_slice(s->bytes, before->end, after->start);
    for (size_t at = str_find(gap, STR("#"), 0); at != SIZE_MAX;) {
        find_comment(s, before->end + at, out);
        size_t end = str_find(gap, STR("\n"), at);
        at = end == SIZE_MAX ? end : str_find(gap, STR("#"), end);
    }
    struct neighbours n = {before->kind, after->kind, around, gap.n};
    bool together = !is_layout(before->kind) && !is_layout(after->kind) &&
                    str_find(gap, STR("\n"), 0) == SIZE_MAX;
    const char *wrong = together ? blanks_wrong(&n) : NULL;
    if (wrong) {
        say(out, s, before->end, after->start + (gap.n == 0), wrong);
    }
}

static void find_indent(
    const struct source *s, const struct token *t, uint32_t depth, struct diags *out)
{
    bool first;
    size_t blanks = blanks_before(s->bytes, t->start, &first);
    if (first && blanks != (size_t)depth * INDENT_COLUMNS) {
        say(out, s, t->start - blanks, t->start + 1, "a block stands four columns further in");
    }
}

/* Columns at which lines begin; 0 of a text: it has no second line so far. */
struct beginnings {
    size_t statement, text;
};

static void find_continued(const struct source *s, const struct token *before,
    const struct token *t, struct beginnings *b, struct diags *out)
{
    bool first, is_text = before->kind == TOKEN_STRING && t->kind == TOKEN_STRING;
    size_t blanks = blanks_before(s->bytes, t->start, &first);
    if (is_layout(before->kind)) {
        b->statement = blanks;
    } else if (first && blanks <= b->statement && !closes(t->kind)) {
        say(out, s, t->start, t->end, "a line that goes on stands further in than the first");
    }
    if (is_text && first && b->text > 0 && b->text != blanks) {
        say(out, s, t->start, t->end, "the lines of a text begin at one column, but the first");
    }
    b->text = is_text && first ? blanks : is_text ? b->text : 0;
}

static void find_blanks(const struct source *s, const struct tokens *tokens, struct diags *out)
{
    VEC(uint32_t) open = {0};
    struct beginnings begun = {0};
    uint32_t depth = 0;
    void *ctx = mem_context(NULL);
    const struct token start = {.kind = TOKEN_NEWLINE}, *before = &start;
    VEC_EACH (struct token, t, &tokens->list) {
        depth = depth + (t->kind == TOKEN_INDENT) - (t->kind == TOKEN_DEDENT && depth > 0);
        if (t->kind == TOKEN_INDENT || t->kind == TOKEN_DEDENT) {
            continue;
        }
        if (closes(t->kind) && open.n > 0) {
            open.n--;
        }
        if (is_layout(before->kind) && !is_layout(t->kind)) {
            find_indent(s, t, depth, out);
        }
        find_continued(s, before, t, &begun, out);
        find_in_gap(s, before, t, open.n ? open.items[open.n - 1] : 0, out);
        if (opens(t->kind)) {
            vec_push(ctx, &open, t->kind);
        }
        before = t;
    }
    talloc_free(ctx);
}

void layout_find(const struct tree *t, const struct limits *limits, struct diags *out)
{
    void *ctx = mem_context(NULL);
    struct tokens tokens = {0};
    lexer_run(ctx, limits, t->source->bytes, &tokens);
    find_lines(t->source, out);
    find_equals(t, out);
    find_blanks(t->source, &tokens, out);
    talloc_free(ctx);
}
