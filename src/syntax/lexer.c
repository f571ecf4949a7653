#include "syntax/token.h"

#include "base/utf8.h"
#include "syntax/fstring.h"

enum {
    MAX_INDENTS = 100,
    MOST_RESUMED = 10 /* times that the text is read again from behind an open bracket */
};

struct lexer {
    void *ctx;
    const struct limits *limits;
    struct tokens *out;
    str text;
    uint32_t at, end;
    bool part; /* lexing the inside of brackets: lines mean nothing */
    bool eval; /* lexing for eval(), to which no line end is added: blanks in the last line indent
                  it */
    VEC(uint32_t) open; /* indexes of the tokens of open brackets */
    uint32_t indents[MAX_INDENTS], alt_indents[MAX_INDENTS];
    uint32_t n_indents;
    /* A token in column 0 that would be a good place to go on, should the open bracket never be
     * closed. */
    size_t resume_token;
    uint32_t resume_at, n_resumed;
};

static const struct {
    const char *spelling;
    const char *quoted;
} NAMES[] = {
#define TOKEN(name, what)        {what, what},
#define KEYWORD(name, spelling)  {spelling, "'" spelling "'"},
#define OPERATOR(name, spelling) {spelling, "'" spelling "'"},
#include "tokens.def"
#undef TOKEN
#undef KEYWORD
#undef OPERATOR
};

const char *token_name(enum token_kind kind)
{
    return NAMES[kind].quoted;
}

enum token_kind token_of_word(str word)
{
    if (word.n < 2 || word.n > 8) {
        return TOKEN_NAME;
    }
    for (int k = TOKEN_FALSE; k <= TOKEN_YIELD; k++) {
        if (NAMES[k].spelling[0] == word.p[0] && str_is(word, NAMES[k].spelling)) {
            return (enum token_kind)k;
        }
    }
    return TOKEN_NAME;
}

static void fail(struct lexer *x, uint32_t start, uint32_t end, const char *message)
{
    if (x->out->errors.n < MOST_ERRORS) {
        vec_push(x->ctx, &x->out->errors, ((struct lex_error){start, end, message}));
    }
}

static void emit(struct lexer *x, enum token_kind kind, uint32_t start, uint32_t end)
{
    vec_push(x->ctx, &x->out->list, ((struct token){kind, start, end}));
}

static void emit_bad(struct lexer *x, uint32_t start, const char *message)
{
    fail(x, start, x->at, message);
    emit(x, TOKEN_BAD, start, x->at);
}

static int peek(const struct lexer *x, uint32_t ahead)
{
    return x->at + ahead < x->end ? (unsigned char)x->text.p[x->at + ahead] : -1;
}

static bool is_newline(int c)
{
    return c == '\n' || c == '\r';
}

/* Bytes of the line end at `at`, 0 when there is none. */
static uint32_t newline_bytes(const struct lexer *x, uint32_t at)
{
    if (at >= x->end || !is_newline(x->text.p[at])) {
        return 0;
    }
    return x->text.p[at] == '\r' && at + 1 < x->end && x->text.p[at + 1] == '\n' ? 2 : 1;
}

static void skip_comment(struct lexer *x)
{
    while (x->at < x->end && !is_newline(x->text.p[x->at])) {
        x->at++;
    }
}

/* --- numbers --- */

static bool is_digit(int c, int base)
{
    if (base <= 10) {
        return c >= '0' && c < '0' + base;
    }
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Digits with single underscores between them.  False when an underscore stands where it must not.
 */
static bool digits(struct lexer *x, int base)
{
    bool good = true;
    while (is_digit(peek(x, 0), base) || peek(x, 0) == '_') {
        if (peek(x, 0) == '_' && !is_digit(peek(x, 1), base)) {
            good = false;
        }
        x->at++;
    }
    return good;
}

static bool word_follows(const struct lexer *x)
{
    /* "1if x else y" is legal, if odd: a keyword may touch a number. */
    static const char *const allowed[] = {"and", "else", "for", "if", "in", "is", "or", "not"};
    if (x->at >= x->end) {
        return false;
    }
    uint32_t at = x->at;
    size_t next = at;
    uint32_t rune = utf8_next(x->text, &next);
    if (!utf8_identifier(rune, true)) {
        return false;
    }
    str rest = str_slice(x->text, at, x->end);
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        if (str_starts(rest, str_of(allowed[i]))) {
            return false;
        }
    }
    return true;
}

static void number(struct lexer *x)
{
    uint32_t start = x->at;
    enum token_kind kind = TOKEN_INTEGER;
    bool good = true, leading_zeros = false;
    int base = 10;
    if (peek(x, 0) == '0') {
        int c = peek(x, 1) | 0x20;
        base = c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 10;
    }
    if (base != 10) {
        x->at += 2;
        if (peek(x, 0) == '_') {
            x->at++;
        }
        uint32_t first = x->at;
        good = digits(x, base) && x->at > first;
        if (is_digit(peek(x, 0), 10)) { /* 0b12 */
            good = false;
            digits(x, 10);
        }
    } else {
        good = digits(x, 10);
        if (x->text.p[start] == '0') {
            for (uint32_t i = start; i < x->at; i++) {
                leading_zeros |= x->text.p[i] != '0' && x->text.p[i] != '_';
            }
        }
        if (peek(x, 0) == '.') {
            kind = TOKEN_FLOAT;
            x->at++;
            if (peek(x, 0) == '_') {
                good = false;
            }
            good &= digits(x, 10);
        }
        int sign = peek(x, 1) == '+' || peek(x, 1) == '-';
        if ((peek(x, 0) | 0x20) == 'e' && is_digit(peek(x, 1 + (uint32_t)sign), 10)) {
            kind = TOKEN_FLOAT;
            x->at += 1 + (uint32_t)sign;
            good &= digits(x, 10);
        }
        if ((peek(x, 0) | 0x20) == 'j') {
            kind = TOKEN_IMAGINARY;
            x->at++;
        }
    }
    if (leading_zeros && kind == TOKEN_INTEGER) {
        emit_bad(x, start,
            "leading zeros in a decimal number are not permitted; an octal number starts with 0o");
    } else if (!good || word_follows(x)) {
        emit_bad(x, start, "invalid number");
    } else {
        emit(x, kind, start, x->at);
    }
}

/* --- strings and names --- */

/* x->at is at the opening quote; `start` at the prefix, if any. */
static void string(struct lexer *x, uint32_t start)
{
    int quote = peek(x, 0);
    bool triple = peek(x, 1) == quote && peek(x, 2) == quote;
    bool raw = false, format = false;
    for (uint32_t i = start; i < x->at; i++) {
        raw |= (x->text.p[i] | 0x20) == 'r';
        format |= (x->text.p[i] | 0x20) == 'f';
    }
    x->at += triple ? 3 : 1;
    uint32_t close = format ? fstring_end(x->text, x->at, x->end, triple, raw) : FSTRING_OPEN;
    if (close != FSTRING_OPEN) {
        x->at = close + (triple ? 3 : 1);
        emit(x, TOKEN_STRING, start, x->at);
        return;
    }
    while (x->at < x->end) {
        int c = peek(x, 0);
        if (c == '\\' && x->at + 1 < x->end) {
            uint32_t line_end = newline_bytes(x, x->at + 1);
            x->at += 1 + (line_end ? line_end : 1);
        } else if (c == quote && (!triple || (peek(x, 1) == quote && peek(x, 2) == quote))) {
            x->at += triple ? 3 : 1;
            emit(x, TOKEN_STRING, start, x->at);
            return;
        } else if (is_newline(c) && !triple) {
            break;
        } else {
            x->at++;
        }
    }
    emit_bad(x, start,
        triple ? "this triple-quoted string is never closed" : "this string is never closed");
}

static bool is_string_prefix(str word)
{
    if (word.n > 2) {
        return false;
    }
    bool r = false, b = false, u = false, f = false;
    for (size_t i = 0; i < word.n; i++) {
        int c = word.p[i] | 0x20;
        bool *seen = c == 'r' ? &r : c == 'b' ? &b : c == 'u' ? &u : c == 'f' ? &f : NULL;
        if (!seen || *seen) {
            return false;
        }
        *seen = true;
    }
    return !(u && word.n > 1) && !(b && f);
}

static void name(struct lexer *x)
{
    uint32_t start = x->at;
    while (x->at < x->end) {
        size_t next = x->at;
        uint32_t rune = utf8_next(x->text, &next);
        if (!utf8_identifier(rune, x->at == start)) {
            break;
        }
        x->at = (uint32_t)next;
    }
    str word = str_slice(x->text, start, x->at);
    int c = peek(x, 0);
    if ((c == '"' || c == '\'') && is_string_prefix(word)) {
        string(x, start);
        return;
    }
    emit(x, token_of_word(word), start, x->at);
}

/* --- operators and brackets --- */

static enum token_kind operator_at(const struct lexer *x, uint32_t *bytes)
{
    enum token_kind best = TOKEN_BAD;
    *bytes = 0;
    for (int k = TOKEN_LPAR; k < TOKEN_KINDS; k++) {
        const char *s = NAMES[k].spelling;
        uint32_t n = 0;
        while (s[n] && peek(x, n) == (unsigned char)s[n]) {
            n++;
        }
        if (!s[n] && n > *bytes) {
            *bytes = n;
            best = (enum token_kind)k;
        }
    }
    return best;
}

/* The common operators at a glance; TOKEN_END when it takes a closer look. */
static enum token_kind short_operator(int c, int next)
{
    switch (c) {
    case '=': return next == '=' ? TOKEN_END : TOKEN_EQUAL;
    case ':': return next == '=' ? TOKEN_END : TOKEN_COLON;
    case '.': return next == '.' ? TOKEN_END : TOKEN_DOT;
    case '(': return TOKEN_LPAR;
    case ')': return TOKEN_RPAR;
    case '[': return TOKEN_LSQB;
    case ']': return TOKEN_RSQB;
    case '{': return TOKEN_LBRACE;
    case '}': return TOKEN_RBRACE;
    case ',': return TOKEN_COMMA;
    case ';': return TOKEN_SEMI;
    case '~': return TOKEN_TILDE;
    default: return TOKEN_END;
    }
}

static void open_bracket(struct lexer *x, enum token_kind kind, uint32_t start)
{
    if (x->open.n >= x->limits->nesting) {
        x->at = x->end;
        emit_bad(x, start, "too many nested brackets (limit nesting)");
        return;
    }
    if (x->open.n == 0) {
        x->resume_token = SIZE_MAX;
    }
    vec_push(x->ctx, &x->open, (uint32_t)x->out->list.n);
    emit(x, kind, start, x->at);
}

static void close_bracket(struct lexer *x, enum token_kind kind, uint32_t start)
{
    if (x->open.n == 0) {
        emit_bad(x, start, "this bracket closes nothing");
        return;
    }
    enum token_kind opener = (enum token_kind)x->out->list.items[x->open.items[x->open.n - 1]].kind;
    if ((int)kind != (int)opener + 1) {
        emit_bad(x, start, "this bracket does not match the one that is open");
        return;
    }
    x->open.n--;
    emit(x, kind, start, x->at);
}

static void punctuation(struct lexer *x)
{
    uint32_t start = x->at, bytes = 1;
    enum token_kind kind = short_operator(peek(x, 0), peek(x, 1));
    if (kind == TOKEN_END) {
        kind = operator_at(x, &bytes);
    }
    if (kind == TOKEN_BAD) {
        size_t next = x->at;
        utf8_next(x->text, &next);
        x->at = (uint32_t)next;
        emit_bad(x, start, "this character is not part of Python");
        return;
    }
    x->at += bytes;
    if (kind == TOKEN_LPAR || kind == TOKEN_LSQB || kind == TOKEN_LBRACE) {
        open_bracket(x, kind, start);
    } else if (kind == TOKEN_RPAR || kind == TOKEN_RSQB || kind == TOKEN_RBRACE) {
        close_bracket(x, kind, start);
    } else {
        emit(x, kind, start, x->at);
    }
}

/* --- lines --- */

static void indentation(struct lexer *x, uint32_t column, uint32_t alt_column)
{
    uint32_t top = x->n_indents - 1;
    if (column == x->indents[top]) {
        if (alt_column != x->alt_indents[top]) {
            fail(x, x->at, x->at, "tabs and blanks are mixed in this indentation");
        }
        return;
    }
    if (column > x->indents[top]) {
        if (alt_column <= x->alt_indents[top]) {
            fail(x, x->at, x->at, "tabs and blanks are mixed in this indentation");
        }
        if (x->n_indents == MAX_INDENTS) {
            fail(x, x->at, x->at, "too many levels of indentation");
            return;
        }
        x->indents[x->n_indents] = column;
        x->alt_indents[x->n_indents++] = alt_column;
        emit(x, TOKEN_INDENT, x->at, x->at);
        return;
    }
    while (x->n_indents > 1 && column < x->indents[x->n_indents - 1]) {
        x->n_indents--;
        emit(x, TOKEN_DEDENT, x->at, x->at);
    }
    if (column != x->indents[x->n_indents - 1]) {
        fail(x, x->at, x->at, "this indentation matches no block around it");
    } else if (alt_column != x->alt_indents[x->n_indents - 1]) {
        fail(x, x->at, x->at, "tabs and blanks are mixed in this indentation");
    }
}

/* At the start of a line outside brackets: skips lines without tokens, then measures the
 * indentation. */
static void line_start(struct lexer *x)
{
    for (;;) {
        uint32_t column = 0, alt_column = 0;
        for (;; x->at++) {
            int c = peek(x, 0);
            if (c == ' ') {
                column++;
                alt_column++;
            } else if (c == '\t') {
                column = (column / 8 + 1) * 8;
                alt_column++;
            } else if (c == '\f') {
                column = alt_column = 0;
            } else {
                break;
            }
        }
        if (peek(x, 0) == '#') {
            skip_comment(x);
        }
        uint32_t line_end = newline_bytes(x, x->at);
        if (line_end) {
            x->at += line_end;
            continue;
        }
        if (x->at >= x->end && (column == 0 || !x->eval)) {
            return;
        }
        indentation(x, column, alt_column);
        return;
    }
}

/* In brackets, at the start of a line: `NAME =` in column 0 is where to go on if they are never
 * closed. */
static void note_resume(struct lexer *x)
{
    if (x->resume_token != SIZE_MAX || x->part) {
        return;
    }
    size_t i = x->at;
    if (i >= x->end || !utf8_identifier(utf8_next(x->text, &i), true)) {
        return;
    }
    uint32_t k = x->at;
    while (k < x->end && (utf8_identifier((unsigned char)x->text.p[k], false))) {
        k++;
    }
    while (k < x->end && x->text.p[k] == ' ') {
        k++;
    }
    if (k + 1 < x->end && x->text.p[k] == '=' && x->text.p[k + 1] != '=') {
        x->resume_token = x->out->list.n;
        x->resume_at = x->at;
    }
}

/* The text ended inside brackets.  True: cut there and go on at the noted place. */
static bool recover(struct lexer *x)
{
    const struct token *opener = &x->out->list.items[x->open.items[0]];
    fail(x, opener->start, opener->end, "this bracket is never closed");
    if (x->resume_token == SIZE_MAX || x->part || x->n_resumed++ == MOST_RESUMED) {
        return false;
    }
    x->out->list.n = x->resume_token;
    x->at = x->resume_at;
    x->open.n = 0;
    uint32_t last = x->out->list.items[x->out->list.n - 1].end;
    emit(x, TOKEN_NEWLINE, last, last);
    while (x->n_indents > 1) {
        x->n_indents--;
        emit(x, TOKEN_DEDENT, x->at, x->at);
    }
    return true;
}

static bool ends_line(const struct lexer *x)
{
    size_t n = x->out->list.n;
    if (n == 0) {
        return false;
    }
    uint32_t last = x->out->list.items[n - 1].kind;
    return last != TOKEN_NEWLINE && last != TOKEN_DEDENT && last != TOKEN_INDENT;
}

/* One blank, comment, joined line, line end or token. */
static void step(struct lexer *x)
{
    int c = peek(x, 0);
    uint32_t line_end = newline_bytes(x, x->at);
    if (c == ' ' || c == '\t' || c == '\f') {
        x->at++;
    } else if (c == '#') {
        skip_comment(x);
    } else if (line_end) {
        uint32_t start = x->at;
        x->at += line_end;
        if (x->open.n == 0 && !x->part) {
            emit(x, TOKEN_NEWLINE, start, x->at);
            line_start(x);
        } else {
            note_resume(x);
        }
    } else if (c == '\\') {
        x->at++;
        line_end = newline_bytes(x, x->at);
        if (!line_end) {
            emit_bad(x, x->at - 1, "only a line end may follow this backslash");
        } else if (x->at + line_end == x->end && !x->part) {
            emit_bad(x, x->at - 1, "a line has to follow this backslash");
        }
        x->at += line_end;
    } else if (is_digit(c, 10) || (c == '.' && is_digit(peek(x, 1), 10))) {
        number(x);
    } else if (c == '"' || c == '\'') {
        string(x, x->at);
    } else {
        size_t next = x->at;
        if (utf8_identifier(utf8_next(x->text, &next), true)) {
            name(x);
        } else {
            punctuation(x);
        }
    }
}

static void run(struct lexer *x)
{
    if (!x->part) {
        line_start(x);
    }
    for (;;) {
        while (x->at < x->end) {
            step(x);
        }
        if (x->open.n == 0 || !recover(x)) {
            break;
        }
    }
    if (!x->part) {
        if (ends_line(x)) {
            uint32_t last = x->out->list.items[x->out->list.n - 1].end;
            emit(x, TOKEN_NEWLINE, last, last);
        }
        while (x->n_indents-- > 1) {
            emit(x, TOKEN_DEDENT, x->end, x->end);
        }
    }
    emit(x, TOKEN_END, x->end, x->end);
}

void lexer_run(void *ctx, const struct limits *limits, str text, struct tokens *out)
{
    vec_reserve(ctx, &out->list, text.n / 4 + 16);
    struct lexer x = {.ctx = ctx,
        .limits = limits,
        .out = out,
        .text = text,
        .end = (uint32_t)text.n,
        .n_indents = 1,
        .resume_token = SIZE_MAX};
    run(&x);
    vec_free(&x.open);
}

void lexer_run_part(void *ctx, const struct limits *limits, str text, uint32_t from, uint32_t to,
    bool lines, struct tokens *out)
{
    struct lexer x = {.ctx = ctx,
        .limits = limits,
        .out = out,
        .text = text,
        .at = from,
        .end = to,
        .part = !lines,
        .eval = lines,
        .n_indents = 1,
        .resume_token = SIZE_MAX};
    run(&x);
    vec_free(&x.open);
}
