/* Values as text: what the syntaxes share, and Python. */
#include "config/write_internal.h"

#include "base/foreign.h"
#include "base/utf8.h"
#include "eval/number.h"
#include "eval/text.h"
#include "eval/types.h"
#include "syntax/token.h"

#include <math.h>

struct write_style write_style_default(enum write_syntax syntax)
{
    return (struct write_style){.syntax = syntax,
        .quote = syntax == WRITE_JSON ? '"' : '\'',
        .step = syntax == WRITE_PYTHON ? 4 : 2,
        .width = 100,
        .newline = STR("\n")};
}

bool write_refuse(struct writer *w, const struct value *v, const char *what)
{
    if (w->why->n == 0) {
        struct loc at = value_loc(v);
        str place = at.source ? arena_printf(w->a, " (%.*s:%u)", STR_ARG(at.source->path),
                                    source_line_of(at.source, at.span.start))
                              : STR("");
        *w->why = arena_printf(w->a, "%s%.*s", what, STR_ARG(place));
    }
    return false;
}

bool write_is_name(str s)
{
    for (size_t at = 0; at < s.n;) {
        bool start = at == 0;
        if (!utf8_identifier(utf8_next(s, &at), start)) {
            return false;
        }
    }
    return s.n > 0 && token_of_word(s) == TOKEN_NAME;
}

/* --- strings --- */

/* Would a loader take what starts at `at` for one of its templates? */
static bool starts_template(str s, size_t at)
{
    static const char *const names[] = {"file", "_base_", "$", "'", "\""};
    if (!str_starts(str_slice(s, at, s.n), STR("{{"))) {
        return false;
    }
    at += 2;
    while (at < s.n && (s.p[at] == ' ' || s.p[at] == '\t' || s.p[at] == '\n')) {
        at++;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (str_starts(str_slice(s, at, s.n), str_of(names[i]))) {
            return true;
        }
    }
    return false;
}

bool write_has_template(str s)
{
    for (size_t at = 0; (at = str_find(s, STR("{{"), at)) != SIZE_MAX; at++) {
        if (starts_template(s, at)) {
            return true;
        }
    }
    return false;
}

/* A literal of Python, in which no bracket ends a command for a CI service. */
static void python_literal(struct buf *out, str s)
{
    for (size_t at = 0; at < s.n;) {
        size_t bracket = str_find(s, STR("["), at);
        bracket = bracket == SIZE_MAX ? s.n : bracket;
        buf_put(out, str_slice(s, at, bracket));
        if (bracket < s.n) {
            buf_puts(out, foreign_ends_command(out, '[') ? "\\x5b" : "[");
        }
        at = bracket + 1;
    }
}

/* The same text of a literal, in which no braces are those of a template. */
static void without_templates(struct buf *out, str s)
{
    for (size_t at = 0; at < s.n; at++) {
        bool template = starts_template(s, at);
        buf_puts(out, template ? "{\\x7b" : "");
        buf_put(out, str_slice(s, at, at + !template));
        at += template;
    }
}

static void python_string(struct buf *out, str s, char quote)
{
    char other = quote == '\'' ? '"' : '\'';
    if (memchr(s.p, quote, s.n) && !memchr(s.p, other, s.n)) {
        quote = other;
    }
    struct buf b = buf_make(out->ctx);
    buf_byte(&b, quote);
    size_t from = 0;
    for (size_t at = 0; at < s.n; at++) { /* the pieces between the braces of templates */
        if (starts_template(s, at)) {
            text_quote_inside(&b, str_slice(s, from, at + 1), quote);
            buf_puts(&b, "\\x7b");
            from = at + 2;
            at++;
        }
    }
    text_quote_inside(&b, str_slice(s, from, s.n), quote);
    buf_byte(&b, quote);
    python_literal(out, buf_str(&b));
    talloc_free(b.p);
}

void write_string(struct buf *out, str s, const struct write_style *style)
{
    switch (style->syntax) {
    case WRITE_PYTHON: python_string(out, s, style->quote); break;
    case WRITE_YAML: write_yaml_string(out, s, style); break;
    case WRITE_JSON: write_json_string(out, s); break;
    }
}

/* --- Python --- */

static bool python(struct writer *w, struct buf *out, const struct value *v);

static bool has_names(const struct dict *d)
{
    for (uint32_t i = 0; i < d->n; i++) {
        if (!write_is_name(value_str(&d->entries[i].key))) {
            return false;
        }
    }
    return true;
}

/* What stands before, between and after the parts of a container. */
struct brackets {
    const char *open, *close;
    bool keywords, pairs;
};

static struct brackets brackets_of(const struct writer *w, const struct value *v)
{
    if (v->kind == VALUE_LIST) {
        return (struct brackets){"[", "]", false, false};
    }
    if (v->kind == VALUE_TUPLE) {
        return (struct brackets){"(", ")", false, false};
    }
    if (v->kind == VALUE_SET) {
        return (struct brackets){"{", "}", false, false};
    }
    if (v->kind == VALUE_FROZENSET) {
        return (struct brackets){"frozenset({", "})", false, false};
    }
    if (w->style.braces || !has_names(v->dict) || v->dict->n == 0) {
        return v->dict->n == 0 && !w->style.braces ? (struct brackets){"dict(", ")", true, false}
                                                   : (struct brackets){"{", "}", false, true};
    }
    return (struct brackets){"dict(", ")", true, false};
}

static uint32_t count(const struct value *v)
{
    return value_is_sequence(v) ? v->list->n : v->dict->n;
}

/* Its comma makes it a tuple. */
static bool is_single(const struct value *v)
{
    return v->kind == VALUE_TUPLE && v->list->n == 1;
}

static bool part(
    struct writer *w, struct buf *out, const struct value *v, uint32_t i, struct brackets b)
{
    if (value_is_sequence(v)) {
        return python(w, out, &v->list->items[i]);
    }
    const struct entry *x = &v->dict->entries[i];
    if (b.keywords) {
        buf_put(out, value_str(&x->key));
        buf_byte(out, '=');
    } else if (!python(w, out, &x->key)) {
        return false;
    }
    if (b.pairs) {
        buf_puts(out, ": ");
    }
    return (!b.keywords && !b.pairs) || python(w, out, &x->value);
}

/* On one line; false with `out` cut back when that is longer than allowed. */
static bool in_one_line(
    struct writer *w, struct buf *out, const struct value *v, struct brackets b, bool *good)
{
    size_t start = out->n;
    struct writer flat = *w;
    flat.style.one_line = true;
    *good = true;
    buf_puts(out, b.open);
    for (uint32_t i = 0; i < count(v) && *good; i++) {
        buf_puts(out, i ? ", " : "");
        *good = part(&flat, out, v, i, b);
        w->breaks = flat.breaks && w->style.one_line;
        if (!w->style.one_line &&
            (flat.breaks || out->n - start + w->style.column > w->style.width)) {
            out->n = start;
            return false;
        }
    }
    buf_puts(out, is_single(v) ? "," : "");
    buf_puts(out, b.close);
    if (!w->style.one_line && out->n - start + w->style.column > w->style.width) {
        out->n = start;
        return false;
    }
    return true;
}

/* All parts on the line after the bracket; false with `out` cut back when they do not fit. */
static bool in_next_line(
    struct writer *w, struct buf *out, const struct value *v, struct brackets b, bool *good)
{
    struct writer inner = *w;
    struct brackets none = {"", "", b.keywords, b.pairs};
    size_t start = out->n;
    inner.style.column = w->style.indent + w->style.step;
    inner.style.width -= (uint32_t)strlen(b.close) + 1;
    buf_puts(out, b.open);
    buf_put(out, w->style.newline);
    buf_fill(out, ' ', inner.style.column);
    if (!in_one_line(&inner, out, v, none, good)) {
        out->n = start;
        return false;
    }
    buf_puts(out, b.close);
    return true;
}

static bool is_plain(const struct value *v)
{
    return v->kind < VALUE_LIST;
}

/* Plain items one after the other, in lines that begin behind the bracket. */
static bool filled(struct writer *w, struct buf *out, const struct value *v, struct brackets b)
{
    size_t line = out->n;
    while (line > 0 && out->p[line - 1] != '\n') {
        line--;
    }
    line = line == 0 ? out->n - w->style.column : line;
    uint32_t open = (uint32_t)(out->n - line + strlen(b.open));
    buf_puts(out, b.open);
    for (uint32_t i = 0; i < count(v); i++) {
        struct buf text = buf_make(out->ctx);
        struct writer flat = *w;
        flat.style.one_line = true;
        bool good = part(&flat, &text, v, i, b);
        size_t end = out->n - line + text.n + 3;
        if (i > 0 && end > w->style.width) {
            buf_byte(out, ',');
            buf_put(out, w->style.newline);
            line = out->n;
            buf_fill(out, ' ', open);
        } else {
            buf_puts(out, i ? ", " : "");
        }
        buf_put(out, buf_str(&text));
        buf_free(&text);
        if (!good) {
            return false;
        }
    }
    buf_puts(out, b.close);
    return true;
}

static bool fills(const struct writer *w, const struct value *v)
{
    bool plain = w->style.hugs && value_is_sequence(v) && v->list->n > 1;
    for (uint32_t i = 0; plain && i < v->list->n; i++) {
        plain = is_plain(&v->list->items[i]);
    }
    return plain;
}

static bool container(struct writer *w, struct buf *out, const struct value *v)
{
    struct brackets b = brackets_of(w, v);
    bool good;
    if (v->kind == VALUE_SET && v->dict->n == 0) {
        buf_puts(out, "set()");
        return true;
    }
    if (in_one_line(w, out, v, b, &good) || !good) {
        return good;
    }
    if (fills(w, v)) {
        return filled(w, out, v, b);
    }
    if (w->style.hugs && v->kind == VALUE_DICT && in_next_line(w, out, v, b, &good)) {
        return good;
    }
    uint32_t indent = w->style.indent + w->style.step;
    buf_puts(out, b.open);
    for (uint32_t i = 0; i < count(v); i++) {
        buf_put(out, w->style.newline);
        buf_fill(out, ' ', indent);
        struct writer inner = *w;
        inner.style.indent = indent;
        /* Room for the key and the comma; how long the key is shows only when it is written. */
        str key = value_is_sequence(v) ? STR("") : value_str(&v->dict->entries[i].key);
        inner.style.column = (uint32_t)(indent + key.n + 4);
        if (!part(&inner, out, v, i, b)) {
            return false;
        }
        bool ends = w->style.hugs && i + 1 == count(v) && !is_single(v);
        buf_puts(out, ends ? "" : ",");
    }
    if (!w->style.hugs || value_is_sequence(v)) {
        buf_put(out, w->style.newline);
        buf_fill(out, ' ', w->style.indent);
    }
    buf_puts(out, b.close);
    return true;
}

/* What has no text: shown to people, refused for a file. */
static bool textless(struct writer *w, struct buf *out, const struct value *v, const char *what)
{
    bool unknown = false;
    if (!w->style.for_people) {
        return write_refuse(w, v, what);
    }
    if (v->kind == VALUE_UNKNOWN) {
        foreign_printf(out, "<unknown: %.*s>", STR_ARG(v->unknown->reason));
    } else if (w->depth > 0) {
        struct buf b = buf_make(out->ctx);
        text_repr(w->a, &b, v, &unknown);
        foreign_put(out, buf_str(&b), FOREIGN_LINE);
        talloc_free(b.p);
    } else {
        buf_puts(out, "<nested too deeply>");
    }
    return true;
}

static bool lazy(struct writer *w, struct buf *out, const struct value *v)
{
    if (w->style.for_people) {
        buf_printf(out, "<%.*s.%.*s>", STR_ARG(v->lazy->module), STR_ARG(v->lazy->name));
        return true;
    }
    str name = w->style.name_of ? w->style.name_of(w->style.data, v->lazy) : STR("");
    if (name.n == 0) {
        return write_refuse(w, v, "a reference to a class has a name only where it is imported");
    }
    buf_put(out, name);
    return true;
}

/* The caller's own text for a value, when there is one. */
static bool own_text(struct writer *w, struct buf *out, const struct value *v)
{
    str text;
    enum write_own own =
        w->style.own_text ? w->style.own_text(w->style.data, v, &w->style, &text) : WRITE_AS_USUAL;
    w->breaks |= own == WRITE_BREAKS_LINE;
    if (own == WRITE_OWN_TEXT) {
        buf_put(out, text);
    }
    return own == WRITE_OWN_TEXT;
}

static bool python(struct writer *w, struct buf *out, const struct value *v)
{
    bool unknown = false;
    if (own_text(w, out, v)) {
        return true;
    }
    if (w->depth == 0) {
        return textless(w, out, v, "it is nested too deeply");
    }
    switch (v->kind) {
    case VALUE_STRING: python_string(out, value_str(v), w->style.quote); return true;
    case VALUE_FLOAT:
        if (!isfinite(v->f)) {
            buf_printf(out, "float(%c%.*s%c)", w->style.quote,
                STR_ARG(number_float_text(w->a, v->f)), w->style.quote);
            return true;
        }
        break;
    case VALUE_LIST:
    case VALUE_TUPLE:
    case VALUE_DICT:
    case VALUE_SET:
    case VALUE_FROZENSET: {
        w->depth--;
        bool good = container(w, out, v);
        w->depth++;
        return good;
    }
    case VALUE_LAZY: return lazy(w, out, v);
    case VALUE_TYPE: buf_puts(out, v->type->name); return true;
    case VALUE_NONE:
    case VALUE_BOOL:
    case VALUE_INT:
    case VALUE_BIG_INT:
    case VALUE_COMPLEX:
    case VALUE_RANGE:
    case VALUE_SLICE:
    case VALUE_ELLIPSIS: break;
    case VALUE_BYTES: {
        struct buf b = buf_make(out->ctx), plain = buf_make(out->ctx);
        text_repr(w->a, &b, v, &unknown);
        without_templates(&plain, buf_str(&b));
        python_literal(out, buf_str(&plain));
        talloc_free(b.p);
        talloc_free(plain.p);
        return true;
    }
    case VALUE_UNKNOWN: return textless(w, out, v, "it is unknown");
    default: return textless(w, out, v, "it is an object that has no text");
    }
    text_repr(w->a, out, v, &unknown);
    return !unknown || write_refuse(w, v, "it is unknown");
}

bool write_value(struct arena *a, struct buf *out, const struct value *v,
    const struct write_style *style, str *why)
{
    *why = STR("");
    struct writer w = {.a = a, .style = *style, .why = why, .depth = VALUE_DEPTH};
    switch (style->syntax) {
    case WRITE_PYTHON: return python(&w, out, v);
    case WRITE_YAML: return write_yaml(&w, out, v);
    default: return write_json(&w, out, v);
    }
}
