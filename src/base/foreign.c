#include "base/foreign.h"

#include "base/utf8.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

/* --- commands --- */

/* Where the blank begins that ends at byte `n`; `n` when there is none. */
static size_t blank_before(str s, size_t n)
{
    size_t from = n, next;
    while (from > 0 && n - from < 4 && ((unsigned char)s.p[--from] & 0xC0) == 0x80) {
    }
    next = from;
    return from < n && utf8_is_blank(utf8_next(s, &next)) && next == n ? from : n;
}

/* Does the line that `out` ends in hold nothing but blanks, which the services pass over, and the
 * text? */
static bool line_is(const struct buf *out, str text)
{
    str s = {out->p, out->n};
    if (!str_ends(s, text)) {
        return false;
    }
    size_t n = out->n - text.n, at = n;
    do {
        n = at;
        at = blank_before(s, n);
    } while (at < n);
    return n == 0 || out->p[n - 1] == '\n';
}

static bool ends_in(const struct buf *out, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i < n; i++) {
        if (out->n < n || tolower((unsigned char)out->p[out->n - n + i]) != word[i]) {
            return false;
        }
    }
    return true;
}

/* `::` at the beginning of a line is for GitHub, the brackets anywhere are for Azure, GitHub of
 * old, and TeamCity. */
bool foreign_ends_command(const struct buf *out, char c)
{
    return (c == ':' && line_is(out, STR(":"))) ||
           (c == '[' &&
               (ends_in(out, "##") || ends_in(out, "##vso") || ends_in(out, "##teamcity")));
}

/* --- the escapes of each format --- */

/* \x1b, \u202e, \U000e0001: as Python and YAML have them. */
static void numbered(struct buf *out, uint32_t rune)
{
    buf_printf(out, rune < 0x80 ? "\\x%02x" : rune < 0x10000 ? "\\u%04x" : "\\U%08x", rune);
}

static void backslash(struct buf *out, uint32_t rune)
{
    static const char letters[] = "\tt\nn\rr";
    const char *at = rune && rune < 0x20 ? strchr(letters, (int)rune) : NULL;
    if (at) {
        buf_byte(out, '\\');
        buf_byte(out, at[1]);
    } else {
        numbered(out, rune);
    }
}

static void json(struct buf *out, uint32_t rune)
{
    static const char letters[] = "\bb\tt\nn\ff\rr\"\"\\\\";
    const char *at = rune && rune < 0x80 ? strchr(letters, (int)rune) : NULL;
    if (at) {
        buf_byte(out, '\\');
        buf_byte(out, at[1]);
    } else if (rune < 0x10000) {
        buf_printf(out, "\\u%04x", rune);
    } else {
        rune -= 0x10000;
        buf_printf(out, "\\u%04x\\u%04x", 0xD800 + (rune >> 10), 0xDC00 + (rune & 0x3FF));
    }
}

static void yaml(struct buf *out, uint32_t rune)
{
    if (rune == '"' || rune == '\\') {
        buf_byte(out, '\\');
        buf_byte(out, (char)rune);
    } else {
        backslash(out, rune);
    }
}

static void xml(struct buf *out, uint32_t rune)
{
    bool held = rune >= 0x20 || rune == '\t' || rune == '\n' || rune == '\r';
    switch (rune) {
    case '&': buf_puts(out, "&amp;"); break;
    case '<': buf_puts(out, "&lt;"); break;
    case '>': buf_puts(out, "&gt;"); break;
    case '"': buf_puts(out, "&quot;"); break;
    default:
        if (held && rune != 0xFFFE && rune != 0xFFFF) {
            buf_printf(out, "&#%u;", rune);
        } else {
            buf_rune(out, 0xFFFD);
        }
    }
}

static void percent(struct buf *out, str bytes)
{
    for (size_t i = 0; i < bytes.n; i++) {
        buf_printf(out, "%%%02X", (unsigned)(unsigned char)bytes.p[i]);
    }
}

/* What each format escapes besides what is not plain. */
static const char *const SPECIAL[] = {
    [FOREIGN_LINE] = "",
    [FOREIGN_LINES] = "",
    [FOREIGN_JSON] = "\"\\",
    [FOREIGN_JSON_ASCII] = "\"\\",
    [FOREIGN_JSON_TEXT] = "\"\\",
    [FOREIGN_YAML] = "\"\\",
    [FOREIGN_XML] = "&<>\"",
    [FOREIGN_GITHUB] = "%",
    [FOREIGN_GITHUB_PROPERTY] = "%:,",
    [FOREIGN_URI] = " !\"#$%&'()*+,:;<=>?@[\\]^`{|}",
};

static void escape(struct buf *out, uint32_t rune, str bytes, enum foreign as)
{
    switch (as) {
    case FOREIGN_LINE: backslash(out, rune); break;
    case FOREIGN_LINES:
        if (rune == '\n' || rune == '\t') {
            buf_byte(out, (char)rune);
        } else {
            backslash(out, rune);
        }
        break;
    case FOREIGN_JSON:
    case FOREIGN_JSON_ASCII:
    case FOREIGN_JSON_TEXT: json(out, rune); break;
    case FOREIGN_YAML: yaml(out, rune); break;
    case FOREIGN_XML: xml(out, rune); break;
    case FOREIGN_GITHUB:
    case FOREIGN_GITHUB_PROPERTY:
        if (rune == '\n' || rune == '\r' || (rune >= 0x20 && rune < 0x7F)) {
            percent(out, bytes);
        } else {
            backslash(out, rune);
        }
        break;
    case FOREIGN_URI: percent(out, bytes); break;
    }
}

/* A byte that is no UTF-8, or a surrogate. */
static void no_text(struct buf *out, uint32_t rune, str bytes, enum foreign as)
{
    if (as == FOREIGN_URI) {
        percent(out, bytes);
    } else if (as == FOREIGN_JSON_ASCII) {
        json(out, rune < 0x100 ? 0xFFFD : rune);
    } else if (as == FOREIGN_XML || as == FOREIGN_JSON_TEXT ||
               (as == FOREIGN_JSON && rune < 0x100)) {
        buf_rune(out, 0xFFFD);
    } else if (rune < 0x100) {
        buf_printf(out, "\\x%02x", rune);
    } else {
        buf_printf(out, "\\u%04x", rune);
    }
}

/* Harmless wherever it stands. */
static bool is_plain_byte(unsigned char c, enum foreign as)
{
    return c >= 0x20 && c < 0x7F && c != ':' && c != '[' && !strchr(SPECIAL[as], c);
}

/* Harmless where it ends no command. */
static bool is_alone(unsigned char c, enum foreign as)
{
    return (c == ':' || c == '[') && !strchr(SPECIAL[as], c);
}

void foreign_put(struct buf *out, str s, enum foreign as)
{
    for (size_t at = 0; at < s.n;) {
        size_t start = at;
        while (at < s.n && is_plain_byte((unsigned char)s.p[at], as)) {
            at++;
        }
        buf_put(out, str_slice(s, start, at));
        if (at == s.n) {
            return;
        }
        start = at;
        unsigned char c = (unsigned char)s.p[at];
        uint32_t rune = utf8_next(s, &at);
        str bytes = str_slice(s, start, at);
        if (c < 0x80 && is_alone(c, as) && !foreign_ends_command(out, (char)c)) {
            buf_byte(out, (char)c);
        } else if (c >= 0x80 && (bytes.n == 1 || utf8_is_surrogate(rune))) {
            no_text(out, bytes.n == 1 ? c : rune, bytes, as);
        } else if (c >= 0x80 && utf8_is_visible(rune) && as != FOREIGN_URI &&
                   as != FOREIGN_JSON_ASCII) {
            buf_put(out, bytes);
        } else {
            escape(out, rune, bytes, as);
        }
    }
}

/* --- printf --- */

/* One conversion of a format, from its % on. */
struct conversion {
    char text[16]; /* as printf wants it, with a `*` for width and precision where they are given */
    int width, precision;
    bool left, has_precision, is_view; /* .*: a str, which no zero byte ends */
    char length, type;                 /* length: 0, 'l', 'q' for ll, 'z' */
};

static int read_number(const char **at, va_list *args)
{
    int n = 0;
    if (**at == '*') {
        (*at)++;
        return va_arg(*args, int);
    }
    for (; **at >= '0' && **at <= '9'; (*at)++) {
        n = n * 10 + (**at - '0');
    }
    return n;
}

static const char *read_conversion(const char *at, struct conversion *c, va_list *args)
{
    size_t n = 0;
    *c = (struct conversion){.text = "%"};
    for (at++; strchr("-+0 ", *at) && n < 4; at++) {
        c->left |= *at == '-';
        c->text[++n] = *at;
    }
    c->width = read_number(&at, args);
    if (*at == '.') {
        at++;
        c->has_precision = true;
        c->is_view = *at == '*';
        c->precision = read_number(&at, args);
    }
    const char *length = at;
    while (*at == 'l' || *at == 'z') {
        at++;
    }
    c->length = at - length == 2 ? 'q' : at == length ? '\0' : *length;
    c->type = *at;
    snprintf(c->text + n + 1, sizeof c->text - n - 1, "*.*%s%c",
        c->length == 'q'   ? "ll"
        : c->length == 'l' ? "l"
        : c->length == 'z' ? "z"
                           : "",
        c->type);
    return at + 1;
}

static void print_text(struct buf *out, const struct conversion *c, const char *p)
{
    size_t start = out->n, n = 0;
    while (p && (!c->has_precision || n < (size_t)c->precision) && (c->is_view || p[n])) {
        n++;
    }
    foreign_put(out, (str){p, n}, FOREIGN_LINE);
    size_t columns = utf8_width(buf_from(out, start));
    size_t width = c->width > 0 ? (size_t)c->width : 0,
           blanks = width > columns ? width - columns : 0;
    buf_fill(out, ' ', blanks);
    if (!c->left && blanks > 0) {
        memmove(out->p + start + blanks, out->p + start, out->n - start - blanks);
        memset(out->p + start, ' ', blanks);
    }
}

static void print_number(struct buf *out, const struct conversion *c, va_list *args)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    int precision = c->has_precision ? c->precision : -1;
    switch (c->type) {
    case 'e':
    case 'f':
    case 'g': buf_printf(out, c->text, c->width, precision, va_arg(*args, double)); break;
    default:
        if (c->length == 'q') {
            buf_printf(out, c->text, c->width, precision, va_arg(*args, long long));
        } else if (c->length == 'l' || c->length == 'z') {
            buf_printf(out, c->text, c->width, precision, va_arg(*args, long));
        } else {
            buf_printf(out, c->text, c->width, precision, va_arg(*args, int));
        }
    }
#pragma GCC diagnostic pop
}

void foreign_ours(struct buf *out, const char *text)
{
    foreign_put(out, str_of(text), FOREIGN_LINES);
}

void foreign_printf(struct buf *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    while (*format) {
        size_t plain = strcspn(format, "%");
        foreign_put(out, (str){format, plain}, FOREIGN_LINES);
        format += plain;
        if (format[0] == '%' && format[1] == '%') {
            buf_byte(out, '%');
            format += 2;
        } else if (*format) {
            struct conversion c;
            format = read_conversion(format, &c, &args);
            if (c.type == 's') {
                print_text(out, &c, va_arg(args, const char *));
            } else {
                print_number(out, &c, &args);
            }
        }
    }
    va_end(args);
}
