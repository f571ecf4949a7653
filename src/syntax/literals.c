/* Names, numbers and strings: from their spelling to their value. */
#include "base/buf.h"
#include "base/utf8.h"
#include "syntax/fstring.h"
#include "syntax/names.h"
#include "syntax/parser.h"

#include <errno.h>
#include <stdlib.h>
#include <utf8proc.h>

/* --- names --- */

/* Python compares names after NFKC normalization. */
static str normal_name(struct parser *p, str name)
{
    if (utf8_is_ascii(name)) {
        return name;
    }
    utf8proc_uint8_t *out = NULL;
    utf8proc_ssize_t n = utf8proc_map((const utf8proc_uint8_t *)name.p, (utf8proc_ssize_t)name.n,
        &out, UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_STABLE);
    if (n < 0) {
        return name;
    }
    char *copy = mem_alloc(p->ctx, (size_t)n);
    memcpy(copy, out, (size_t)n);
    free(out);
    return (str){copy, (size_t)n};
}

uint32_t parser_literal(struct parser *p, span at)
{
    return tree_add_string(p->b, normal_name(p, str_slice(p->text, at.start, at.end)));
}

node_id parser_name(struct parser *p, span at)
{
    return parser_with_data(p, parser_node(p, NODE_NAME, at), parser_literal(p, at));
}

/* --- numbers --- */

static char *without_underscores(struct parser *p, span at)
{
    char *z = mem_alloc(p->ctx, at.end - at.start + 1);
    size_t n = 0;
    for (uint32_t i = at.start; i < at.end; i++) {
        if (p->text.p[i] != '_') {
            z[n++] = p->text.p[i];
        }
    }
    z[n] = '\0';
    return z;
}

node_id parser_integer(struct parser *p, span at)
{
    char *z = without_underscores(p, at);
    int base = 10;
    const char *digits = z;
    if (z[0] == '0' && z[1]) {
        int c = z[1] | 0x20;
        base = c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 10;
        digits = base == 10 ? z : z + 2;
    }
    if (base == 10 && at.end - at.start > 4300) {
        parser_fail(p, at, "this number has more than 4300 digits, the most that Python reads");
    }
    errno = 0;
    long long value = strtoll(digits, NULL, base);
    uint32_t literal =
        errno == ERANGE ? tree_add_big_integer(p->b, str_of(z)) : tree_add_integer(p->b, value);
    talloc_free(z);
    node_id id = parser_node(p, NODE_INTEGER, at);
    tree_edit(p->b, id)->data = literal;
    return id;
}

node_id parser_float(struct parser *p, span at, enum node_kind kind)
{
    char *z = without_underscores(p, at);
    uint32_t literal = tree_add_float(p->b, strtod(z, NULL));
    talloc_free(z);
    node_id id = parser_node(p, kind, at);
    tree_edit(p->b, id)->data = literal;
    return id;
}

/* --- strings --- */

struct spelling {
    bool raw, bytes, format;
    span body; /* between the quotes */
};

static struct spelling spelling_of(struct parser *p, span at)
{
    struct spelling s = {0};
    uint32_t i = at.start;
    for (; p->text.p[i] != '"' && p->text.p[i] != '\''; i++) {
        int c = p->text.p[i] | 0x20;
        s.raw |= c == 'r';
        s.bytes |= c == 'b';
        s.format |= c == 'f';
    }
    char quote = p->text.p[i];
    bool triple = at.end - i >= 6 && p->text.p[i + 1] == quote && p->text.p[i + 2] == quote;
    uint32_t n = triple ? 3 : 1;
    s.body = (span){i + n, at.end - n};
    return s;
}

/* \xhh, \uhhhh or \Uhhhhhhhh, from its first digit. */
static uint32_t hex_escape(struct parser *p, struct buf *out, const struct spelling *s, uint32_t at,
    uint32_t end, uint32_t digits)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < digits; i++) {
        int h = at + i < end ? hex_digit(p->text.p[at + i]) : -1;
        if (h < 0) {
            parser_fail(
                p, (span){at - 2, at + i}, "this escape needs %u hexadecimal digits", digits);
            return at + i;
        }
        value = value << 4 | (uint32_t)h;
    }
    if (s->bytes) {
        buf_byte(out, (char)value);
    } else if (value > 0x10FFFF) {
        parser_fail(p, (span){at - 2, at + digits}, "there is no such Unicode character");
    } else {
        buf_rune(out, value);
    }
    return at + digits;
}

/* \N{name}, from its N. */
static uint32_t name_escape(struct parser *p, struct buf *out, uint32_t at, uint32_t end)
{
    uint32_t stop = at + 1;
    while (stop < end && p->text.p[stop] != '}') {
        stop++;
    }
    if (at + 1 >= end || p->text.p[at + 1] != '{' || stop >= end) {
        parser_fail(p, (span){at - 1, at + 1}, "a name in braces has to follow here: \\N{...}");
        return at + 1;
    }
    uint32_t code = character_by_name(str_slice(p->text, at + 2, stop));
    if (code == NO_CHARACTER) {
        parser_fail(p, (span){at - 1, stop + 1}, "there is no Unicode character of that name");
    } else {
        buf_rune(out, code);
    }
    return stop + 1;
}

/* One escape, from the byte after its backslash; returns where it ends. */
static uint32_t escape(
    struct parser *p, struct buf *out, const struct spelling *s, uint32_t at, uint32_t end)
{
    char c = p->text.p[at];
    switch (c) {
    case '\r': return at + 1 < end && p->text.p[at + 1] == '\n' ? at + 2 : at + 1;
    case '\n': return at + 1;
    case '\\':
    case '\'':
    case '"': buf_byte(out, c); return at + 1;
    case 'a': buf_byte(out, '\a'); return at + 1;
    case 'b': buf_byte(out, '\b'); return at + 1;
    case 'f': buf_byte(out, '\f'); return at + 1;
    case 'n': buf_byte(out, '\n'); return at + 1;
    case 'r': buf_byte(out, '\r'); return at + 1;
    case 't': buf_byte(out, '\t'); return at + 1;
    case 'v': buf_byte(out, '\v'); return at + 1;
    case 'x': return hex_escape(p, out, s, at + 1, end, 2);
    default: break;
    }
    if (c >= '0' && c <= '7') {
        uint32_t value = 0, i = at;
        while (i < end && i < at + 3 && p->text.p[i] >= '0' && p->text.p[i] <= '7') {
            value = value * 8 + (uint32_t)(p->text.p[i++] - '0');
        }
        if (s->bytes) {
            buf_byte(out, (char)value);
        } else {
            buf_rune(out, value);
        }
        return i;
    }
    if (!s->bytes && (c == 'u' || c == 'U')) {
        return hex_escape(p, out, s, at + 1, end, c == 'u' ? 4 : 8);
    }
    if (!s->bytes && c == 'N') {
        return name_escape(p, out, at, end);
    }
    buf_byte(out, '\\'); /* Python keeps what it does not know */
    buf_byte(out, c);
    return at + 1;
}

/* The value of bytes [from, to) of a string body.  Line ends become \n, as Python reads files. */
static void decode(
    struct parser *p, struct buf *out, const struct spelling *s, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to;) {
        char c = p->text.p[i];
        if (c == '\\' && !s->raw && i + 1 < to) {
            i = escape(p, out, s, i + 1, to);
        } else if (c == '\r') {
            buf_byte(out, '\n');
            i += i + 1 < to && p->text.p[i + 1] == '\n' ? 2 : 1;
        } else {
            if (s->bytes && (unsigned char)c >= 0x80) {
                parser_fail(p, (span){i, i + 1}, "bytes can only hold ASCII characters");
            }
            buf_byte(out, c);
            i++;
        }
    }
}

static node_id string_node(struct parser *p, enum node_kind kind, span at, struct buf *value)
{
    uint32_t literal = tree_add_string(p->b, buf_str(value));
    node_id id = parser_node(p, kind, at);
    tree_edit(p->b, id)->data = literal;
    return id;
}

/* The token as it stands; parser_strings makes something of it. */
node_id parser_string_part(struct parser *p, span at)
{
    return parser_node(p, NODE_STRING, at);
}

/* Where the expression in a hole of an f-string ends: at `!`, `:`, `}` or the `=` of a
 * self-documenting one. */
static uint32_t hole_end(struct parser *p, uint32_t at, uint32_t end)
{
    int depth = 0;
    while (at < end) {
        char c = p->text.p[at], next = at + 1 < end ? p->text.p[at + 1] : '\0';
        if (c == '\'' || c == '"') {
            at = fstring_skip_string(p->text, at, end);
            if (at == FSTRING_OPEN) {
                return end;
            }
            continue;
        }
        if (c == '#') {
            while (at < end && p->text.p[at] != '\n') {
                at++;
            }
            continue;
        }
        if (c == '(' || c == '[' || c == '{') {
            depth++;
        } else if (depth > 0 && (c == ')' || c == ']' || c == '}')) {
            depth--;
        } else if (depth == 0) {
            if (c == '}' || c == ':' || (c == '!' && next != '=')) {
                return at;
            }
            bool comparison = c == '=' || c == '!' || c == '<' || c == '>';
            if (comparison && next == '=') {
                at += 2;
                continue;
            }
            if (c == '=') {
                return at;
            }
        }
        at++;
    }
    return at < end ? at : end;
}

struct format_scan {
    const struct spelling *s;
    node_id parent, last;
    struct buf *text;
    uint32_t text_start;
    int level; /* 0: the string itself, 1: a format specification, 2: one inside that */
};

static void flush_text(struct parser *p, struct format_scan *f, uint32_t at)
{
    if (f->text->n > 0) {
        node_id id = string_node(p, NODE_STRING, (span){f->text_start, at}, f->text);
        f->last = tree_append(p->b, f->parent, f->last, id);
        f->text->n = 0;
    }
}

static uint32_t format_parts(struct parser *p, struct format_scan *f, uint32_t at, uint32_t end);

/* One {hole}, from the byte after its brace; returns where it ends, after the closing brace. */
static uint32_t hole(struct parser *p, struct format_scan *f, uint32_t at, uint32_t end)
{
    uint32_t start = at - 1;
    uint32_t stop = hole_end(p, at, end);
    str inside = str_trim(str_slice(p->text, at, stop));
    if (inside.n == 0) {
        parser_fail(p, (span){start, stop}, "an f-string needs an expression between its braces");
        return end;
    }
    node_id value = parser_expression(p, at, stop, TOKEN_START_HOLE);
    if (!value) {
        return end;
    }
    bool documents = false;
    if (stop < end && p->text.p[stop] == '=') {
        documents = true;
        stop++;
        while (stop < end && (p->text.p[stop] == ' ' || p->text.p[stop] == '\t')) {
            stop++;
        }
        buf_put(f->text, str_slice(p->text, at, stop));
    }
    flush_text(p, f, start);
    node_id id = parser_node1(p, NODE_FORMAT, (span){start, stop}, value);
    if (stop < end && p->text.p[stop] == '!') {
        char c = stop + 1 < end ? p->text.p[stop + 1] : '\0';
        if (c != 'r' && c != 's' && c != 'a') {
            parser_fail(p, (span){stop, stop + 1}, "after '!' an f-string wants r, s or a");
            return end;
        }
        tree_edit(p->b, id)->op = (uint8_t)c;
        stop += 2;
    } else if (documents && !(stop < end && p->text.p[stop] == ':')) {
        tree_edit(p->b, id)->op = 'r';
    }
    if (stop < end && p->text.p[stop] == ':') {
        if (f->level == 2) {
            parser_fail(
                p, (span){stop, stop + 1}, "the format of an f-string is nested too deeply");
            return end;
        }
        struct buf text = buf_make(p->ctx);
        node_id spec = parser_node(p, NODE_FSTRING, (span){stop + 1, stop + 1});
        struct format_scan inner = {
            .s = f->s, .parent = spec, .text = &text, .level = f->level + 1};
        stop = format_parts(p, &inner, stop + 1, end);
        tree_edit_place(p->b, spec)->end = stop;
        tree_append(p->b, id, value, spec);
    }
    if (stop >= end || p->text.p[stop] != '}') {
        parser_fail(p, (span){start, stop}, "this brace of an f-string is never closed");
        return end;
    }
    tree_edit_place(p->b, id)->end = stop + 1;
    f->last = tree_append(p->b, f->parent, f->last, id);
    return stop + 1;
}

/* Text and holes up to `end`; inside a format specification, up to the brace that closes it. */
static uint32_t format_parts(struct parser *p, struct format_scan *f, uint32_t at, uint32_t end)
{
    f->text_start = at;
    while (at < end && !p->failed) {
        char c = p->text.p[at];
        bool doubled = at + 1 < end && p->text.p[at + 1] == c;
        if (c == '}' && f->level > 0) {
            break;
        }
        if ((c == '{' || c == '}') && doubled && f->level == 0) {
            buf_byte(f->text, c);
            at += 2;
        } else if (c == '}') {
            parser_fail(
                p, (span){at, at + 1}, "a single '}' cannot stand in an f-string; write '}}'");
        } else if (c == '{') {
            at = hole(p, f, at + 1, end);
            f->text_start = at;
        } else {
            uint32_t stop = at;
            while (stop < end && p->text.p[stop] != '{' && p->text.p[stop] != '}') {
                char after = stop + 1 < end ? p->text.p[stop + 1] : '{';
                bool escape = p->text.p[stop] == '\\' && !f->s->raw;
                escape = escape && after != '{' && after != '}'; /* of those it makes no other */
                if (escape && after == 'N' && !f->s->bytes) {
                    while (stop < end && p->text.p[stop] != '}') { /* \N{...} is no hole */
                        stop++;
                    }
                    stop += stop < end;
                    continue;
                }
                stop += escape ? 2 : 1;
            }
            stop = stop < end ? stop : end;
            decode(p, f->text, f->s, at, stop);
            at = stop;
        }
    }
    flush_text(p, f, at);
    return at;
}

node_id parser_strings(struct parser *p, span at, struct node_list parts)
{
    struct buf text = buf_make(p->ctx);
    node_id joined = 0, last = 0;
    uint32_t text_start = at.start;
    bool first = true, bytes = false;
    for (node_id it = parts.first, next; it; it = next) {
        next = tree_edit(p->b, it)->next;
        span part = parser_span(p, it);
        struct spelling s = spelling_of(p, part);
        if (!first && s.bytes != bytes) {
            parser_fail(p, part, "bytes and text cannot be joined");
        }
        first = false;
        bytes = s.bytes;
        if (!s.format) {
            decode(p, &text, &s, s.body.start, s.body.end);
            continue;
        }
        if (!joined) {
            joined = parser_node(p, NODE_FSTRING, at);
        }
        struct format_scan f = {.s = &s, .parent = joined, .last = last, .text = &text};
        f.text_start = text_start;
        format_parts(p, &f, s.body.start, s.body.end);
        last = f.last;
        text_start = part.end;
    }
    if (joined && text.n > 0) {
        tree_append(
            p->b, joined, last, string_node(p, NODE_STRING, (span){text_start, at.end}, &text));
    }
    node_id id = joined ? joined : string_node(p, bytes ? NODE_BYTES : NODE_STRING, at, &text);
    buf_free(&text);
    return id;
}
