/* Tokens of Python source.  What lies between two tokens is a gap: blanks, comments, joined lines.
 */
#ifndef CFGLINT_SYNTAX_TOKEN_H
#define CFGLINT_SYNTAX_TOKEN_H

#include "base/limits.h"
#include "base/vec.h"
#include "text/source.h"

enum token_kind {
#define TOKEN(name, what)        TOKEN_##name,
#define KEYWORD(name, spelling)  TOKEN_##name,
#define OPERATOR(name, spelling) TOKEN_##name,
#include "tokens.def"
#undef TOKEN
#undef KEYWORD
#undef OPERATOR
    TOKEN_KINDS
};

struct token {
    uint32_t kind;       /* enum token_kind */
    uint32_t start, end; /* NEWLINE at the end of the text, INDENT, DEDENT and END have no bytes */
};

enum {
    MOST_ERRORS = 100 /* of one text; what comes after them is not looked at */
};

/* Why some text is no token; also brackets that do not match. */
struct lex_error {
    uint32_t start, end;
    const char *message;
};

struct tokens {
    VEC(struct token) list; /* ends in END */
    VEC(struct lex_error) errors;
};

/* Cuts all of `text`.  Never fails. */
void lexer_run(void *ctx, const struct limits *limits, str text, struct tokens *out);
/* Cuts bytes [from, to): as `lines`, or else as the inside of brackets, without NEWLINE, INDENT or
 * DEDENT.  Offsets stay those of `text`. */
void lexer_run_part(void *ctx, const struct limits *limits, str text, uint32_t from, uint32_t to,
    bool lines, struct tokens *out);
/* What messages call a token: "name", "'+'", "end of line". */
const char *token_name(enum token_kind kind);
/* TOKEN_NAME when the word is no keyword. */
enum token_kind token_of_word(str word);

#endif
