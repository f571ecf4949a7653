#include "syntax/fstring.h"

enum {
    MAX_NESTED = 100
};

static uint32_t body(str t, uint32_t at, uint32_t end, bool triple, bool raw, int depth);

/* Is the quote at `at` closed by what stands at `i`? */
static bool closes(str t, uint32_t i, uint32_t end, char quote, bool triple)
{
    return t.p[i] == quote &&
           (!triple || (i + 2 < end && t.p[i + 1] == quote && t.p[i + 2] == quote));
}

static bool is_letter(char c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

static uint32_t skip_string(str t, uint32_t at, uint32_t end, int depth)
{
    char quote = t.p[at];
    bool triple = at + 2 < end && t.p[at + 1] == quote && t.p[at + 2] == quote;
    bool raw = false, format = false;
    for (uint32_t i = at; i > 0 && at - i < 2 && is_letter(t.p[i - 1]); i--) {
        raw |= (t.p[i - 1] | 0x20) == 'r';
        format |= (t.p[i - 1] | 0x20) == 'f';
    }
    uint32_t n = triple ? 3 : 1;
    at += n;
    if (format) {
        uint32_t close = body(t, at, end, triple, raw, depth + 1);
        return close == FSTRING_OPEN ? close : close + n;
    }
    for (; at < end; at++) {
        if (t.p[at] == '\\') {
            at++;
        } else if (closes(t, at, end, quote, triple)) {
            return at + n;
        }
    }
    return FSTRING_OPEN;
}

uint32_t fstring_skip_string(str text, uint32_t at, uint32_t end)
{
    return skip_string(text, at, end, 0);
}

/* From after the brace of a hole to after the one that closes it. */
static uint32_t hole(str t, uint32_t at, uint32_t end, char quote, bool triple, int depth)
{
    uint32_t brackets = 0;
    bool format = false; /* in the format specification */
    while (at < end) {
        char c = t.p[at];
        if (format && (c == '\n' || closes(t, at, end, quote, triple))) {
            return FSTRING_OPEN;
        }
        if (format && c == '{') {
            at = depth < MAX_NESTED ? hole(t, at + 1, end, quote, triple, depth + 1) : FSTRING_OPEN;
            if (at == FSTRING_OPEN) {
                return at;
            }
            continue;
        }
        if (c == '}' && brackets == 0) {
            return at + 1;
        }
        if (!format && (c == '"' || c == '\'')) {
            at = skip_string(t, at, end, depth);
            if (at == FSTRING_OPEN) {
                return at;
            }
            continue;
        }
        if (!format && c == '#') {
            while (at < end && t.p[at] != '\n') {
                at++;
            }
            continue;
        }
        brackets += !format && (c == '(' || c == '[' || c == '{');
        brackets -= !format && brackets > 0 && (c == ')' || c == ']' || c == '}');
        format |= c == ':' && brackets == 0;
        at++;
    }
    return FSTRING_OPEN;
}

static uint32_t body(str t, uint32_t at, uint32_t end, bool triple, bool raw, int depth)
{
    char quote = at > 0 ? t.p[at - 1] : '\0';
    if (depth > MAX_NESTED) {
        return FSTRING_OPEN;
    }
    while (at < end) {
        char c = t.p[at], next = at + 1 < end ? t.p[at + 1] : '\0';
        if (closes(t, at, end, quote, triple)) {
            return at;
        }
        if (c == '\n' && !triple) {
            return FSTRING_OPEN;
        }
        if (c == '\\' && !raw && next == 'N') {
            while (at < end && t.p[at] != '}' && t.p[at] != '\n' && t.p[at] != quote) {
                at++;
            }
            at += at < end && t.p[at] == '}';
        } else if (c == '\\') {
            at += next == '{' || next == '}' ? 1 : 2;
        } else if (c == '{' && next != '{') {
            at = hole(t, at + 1, end, quote, triple, depth);
            if (at == FSTRING_OPEN) {
                return at;
            }
        } else {
            at += c == '{' ? 2 : 1;
        }
    }
    return FSTRING_OPEN;
}

uint32_t fstring_end(str text, uint32_t at, uint32_t end, bool triple, bool raw)
{
    return body(text, at, end, triple, raw, 0);
}
