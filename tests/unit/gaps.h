/* Is all of a text in its tokens and the gaps between them? */
#ifndef CFGLINT_TESTS_GAPS_H
#define CFGLINT_TESTS_GAPS_H

#include "syntax/token.h"

/* What may lie between two tokens: blanks, comments, joined lines, and what is no token at all. */
static inline bool is_gap(const struct tokens *t, str text, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        char c = text.p[i];
        if (c == '#') {
            while (i < to && text.p[i] != '\n' && text.p[i] != '\r') {
                i++;
            }
            i--;
            continue;
        }
        bool wrong = false;
        VEC_EACH (struct lex_error, e, &t->errors) {
            wrong |= i >= e->start && i < e->end;
        }
        bool bom = i < 3 && (unsigned char)text.p[0] == 0xEF;
        if (!strchr(" \t\f\r\n\\", c) && !wrong && !bom) {
            return false;
        }
    }
    return true;
}

static inline bool is_lossless(const struct tokens *t, str text)
{
    uint32_t at = 0;
    VEC_EACH (struct token, it, &t->list) {
        if (it->start < at || it->end < it->start || it->end > text.n ||
            !is_gap(t, text, at, it->start)) {
            return false;
        }
        at = it->end;
    }
    return t->list.n > 0 && t->list.items[t->list.n - 1].kind == TOKEN_END &&
           is_gap(t, text, at, (uint32_t)text.n);
}

#endif
