/* Values as YAML 1.1, as PyYAML reads it, and as JSON. */
#include "config/write_internal.h"

#include "base/foreign.h"
#include "base/utf8.h"
#include "eval/number.h"
#include "eval/text.h"
#include "syntax/yaml_scalar.h"

#include <math.h>

/* --- strings --- */

/* In double quotes; with `braces`, the second of two is written as `brace`. */
static void double_quoted(struct buf *out, str s, enum foreign as, bool braces, const char *brace)
{
    buf_byte(out, '"');
    for (size_t at = 0; at < s.n;) {
        size_t pair = braces ? str_find(s, STR("{{"), at) : SIZE_MAX;
        size_t end = pair == SIZE_MAX ? s.n : pair + 1;
        foreign_put(out, str_slice(s, at, end), as);
        buf_puts(out, end < s.n ? brace : "");
        at = end < s.n ? end + 1 : end;
    }
    buf_byte(out, '"');
}

void write_json_string(struct buf *out, str s)
{
    double_quoted(out, s, FOREIGN_JSON, write_has_template(s), "\\u007b");
}

void write_yaml_string(struct buf *out, str s, const struct write_style *style)
{
    bool template = write_has_template(s);
    if (!template && yaml_scalar_is_plain_string(s)) {
        buf_put(out, s);
        return;
    }
    bool simple = !template && str_find(s, STR("##"), 0) == SIZE_MAX;
    for (size_t i = 0; i < s.n && simple; i++) {
        simple = (unsigned char)s.p[i] >= 0x20 && (unsigned char)s.p[i] < 0x7F;
    }
    if (!simple || style->quote == '"') {
        double_quoted(out, s, FOREIGN_YAML, template, "\\x7b");
        return;
    }
    buf_byte(out, '\'');
    for (size_t i = 0; i < s.n; i++) {
        buf_puts(out, s.p[i] == '\'' ? "'" : "");
        buf_byte(out, s.p[i]);
    }
    buf_byte(out, '\'');
}

/* --- YAML --- */

/* YAML 1.1 wants a point in a float, and a sign in its exponent. */
static void yaml_float(struct writer *w, struct buf *out, double f)
{
    if (isnan(f)) {
        buf_puts(out, ".nan");
        return;
    }
    if (isinf(f)) {
        buf_puts(out, f > 0 ? ".inf" : "-.inf");
        return;
    }
    str text = number_float_text(w->a, f);
    size_t e = str_find(text, STR("e"), 0);
    if (e != SIZE_MAX && str_find(text, STR("."), 0) == SIZE_MAX) {
        buf_put(out, str_slice(text, 0, e));
        buf_puts(out, ".0");
        buf_put(out, str_slice(text, e, text.n));
        return;
    }
    buf_put(out, text);
}

static void base64(struct buf *out, str s)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < s.n; i += 3) {
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++) {
            bits = bits << 8 | (i + k < s.n ? (unsigned char)s.p[i + k] : 0);
        }
        for (size_t k = 0; k < 4; k++) {
            buf_byte(out, i + k > s.n ? '=' : digits[bits >> (18 - 6 * k) & 63]);
        }
    }
}

static bool yaml_scalar(struct writer *w, struct buf *out, const struct value *v)
{
    bool unknown = false;
    switch (v->kind) {
    case VALUE_NONE: buf_puts(out, "null"); return true;
    case VALUE_BOOL: buf_puts(out, v->b ? "true" : "false"); return true;
    case VALUE_INT:
    case VALUE_BIG_INT: buf_put(out, number_text(w->a, v, 10)); return true;
    case VALUE_FLOAT: yaml_float(w, out, v->f); return true;
    case VALUE_STRING:
        write_yaml_string(out, value_str(v), &w->style);
        return utf8_check(value_str(v)) == value_str(v).n ||
               write_refuse(w, v, "a lone surrogate has no text in YAML");
    case VALUE_BYTES:
        buf_puts(out, "!!binary \"");
        base64(out, string_str(v->s));
        buf_byte(out, '"');
        return true;
    case VALUE_COMPLEX:
        buf_puts(out, "!!python/complex ");
        text_repr(w->a, out, v, &unknown);
        return true;
    case VALUE_LAZY: { /* a registry finds it by its name */
        str name =
            arena_printf(w->a, "%.*s.%.*s", STR_ARG(v->lazy->module), STR_ARG(v->lazy->name));
        write_yaml_string(out, name, &w->style);
        return true;
    }
    case VALUE_UNKNOWN: return write_refuse(w, v, "it is unknown");
    default: return write_refuse(w, v, "it is an object that has no text in YAML");
    }
}

static bool is_container(const struct value *v)
{
    return value_is_sequence(v) || v->kind == VALUE_DICT || v->kind == VALUE_SET;
}

static uint32_t count(const struct value *v)
{
    return value_is_sequence(v) ? v->list->n : v->dict->n;
}

static const char *tag_of(const struct value *v)
{
    return v->kind == VALUE_TUPLE ? "!!python/tuple " : v->kind == VALUE_SET ? "!!set " : "";
}

/* What only Python has a text for, where the loader evaluates such. */
static bool is_evaluated(const struct writer *w, const struct value *v)
{
    return w->style.opens && (v->kind == VALUE_TUPLE || v->kind == VALUE_COMPLEX);
}

static bool evaluated(struct writer *w, struct buf *out, const struct value *v)
{
    struct write_style python = write_style_default(WRITE_PYTHON);
    struct buf b = buf_make(w->a->owner);
    str why = STR("");
    python.one_line = true;
    buf_puts(&b, w->style.opens);
    bool good = write_value(w->a, &b, v, &python, &why);
    buf_puts(&b, w->style.closes);
    write_yaml_string(out, buf_str(&b), &w->style);
    *w->why = good || w->why->n ? *w->why : why;
    return good;
}

static bool flow(struct writer *w, struct buf *out, const struct value *v);

static bool key(struct writer *w, struct buf *out, const struct value *v)
{
    return is_evaluated(w, v) ? write_refuse(w, v, "the loader evaluates no keys")
                              : flow(w, out, v);
}

static bool flow(struct writer *w, struct buf *out, const struct value *v)
{
    if (is_evaluated(w, v)) {
        return evaluated(w, out, v);
    }
    if (!is_container(v)) {
        return yaml_scalar(w, out, v);
    }
    if (w->depth == 0) {
        return write_refuse(w, v, "it is nested too deeply");
    }
    w->depth--;
    bool sequence = value_is_sequence(v), good = true;
    buf_puts(out, tag_of(v));
    buf_byte(out, sequence ? '[' : '{');
    for (uint32_t i = 0; i < count(v) && good; i++) {
        buf_puts(out, i ? ", " : "");
        if (sequence) {
            good = flow(w, out, &v->list->items[i]);
            continue;
        }
        const struct entry *x = &v->dict->entries[i];
        struct value none = value_none();
        good = key(w, out, &x->key);
        buf_puts(out, ": ");
        good = good && flow(w, out, v->kind == VALUE_SET ? &none : &x->value);
    }
    buf_byte(out, sequence ? ']' : '}');
    w->depth++;
    return good;
}

/* Does it read well on one line?  Lists of plain numbers and words, empty containers. */
static bool is_simple(const struct value *v)
{
    if (!is_container(v) || count(v) == 0) {
        return true;
    }
    if (!value_is_sequence(v)) {
        return false;
    }
    for (uint32_t i = 0; i < v->list->n; i++) {
        const struct value *item = &v->list->items[i];
        if (is_container(item) && !(value_is_sequence(item) && is_simple(item))) {
            return false;
        }
    }
    return true;
}

static bool block(
    struct writer *w, struct buf *out, const struct value *v, uint32_t indent, bool after_dash);

static void start_line(struct writer *w, struct buf *out, uint32_t indent, bool first)
{
    if (!first) {
        buf_put(out, w->style.newline);
        buf_fill(out, ' ', indent);
    }
}

/* A mapping's or a sequence's lines; the first one goes on where `out` is when `here`. */
static bool block_lines(
    struct writer *w, struct buf *out, const struct value *v, uint32_t indent, bool here)
{
    for (uint32_t i = 0; i < count(v); i++) {
        start_line(w, out, indent, here && i == 0);
        if (value_is_sequence(v)) {
            buf_byte(out, '-');
            if (!block(w, out, &v->list->items[i], indent + 2, true)) {
                return false;
            }
            continue;
        }
        const struct entry *x = &v->dict->entries[i];
        if (!key(w, out, &x->key)) {
            return false;
        }
        buf_byte(out, ':');
        if (!block(w, out, &x->value, indent + w->style.step, false)) {
            return false;
        }
    }
    return true;
}

/* The value after `key:` or `-`. */
static bool block(
    struct writer *w, struct buf *out, const struct value *v, uint32_t indent, bool after_dash)
{
    if (w->depth == 0) {
        return write_refuse(w, v, "it is nested too deeply");
    }
    if (is_simple(v) || v->kind == VALUE_SET || is_evaluated(w, v)) {
        buf_byte(out, ' ');
        return flow(w, out, v);
    }
    w->depth--;
    const char *tag = tag_of(v);
    if (*tag) {
        buf_printf(out, " %.*s", (int)strlen(tag) - 1, tag);
    } else if (after_dash) {
        buf_byte(out, ' ');
    }
    bool good = block_lines(w, out, v, indent, after_dash && !*tag);
    w->depth++;
    return good;
}

/* In block style what does not fit one line starts on the next one. */
bool write_yaml(struct writer *w, struct buf *out, const struct value *v)
{
    if (w->style.one_line || is_simple(v) || v->kind == VALUE_SET || is_evaluated(w, v)) {
        return flow(w, out, v);
    }
    bool tagged = *tag_of(v) != '\0';
    if (tagged) {
        buf_printf(out, "%.*s", (int)strlen(tag_of(v)) - 1, tag_of(v));
    }
    return block_lines(w, out, v, w->style.indent, w->style.column == 0 && !tagged);
}

/* --- JSON --- */

static bool json(struct writer *w, struct buf *out, const struct value *v, uint32_t indent);

/* A whole number becomes a string, as json.dump() of mmengine's and mmcv's Config.dump() has it. */
static bool json_key(
    struct writer *w, struct buf *out, const struct dict *d, const struct value *key)
{
    if (key->kind == VALUE_STRING) {
        write_json_string(out, value_str(key));
        return true;
    }
    bool unknown = false;
    struct buf b = buf_make(w->a->owner);
    text_repr(w->a, &b, key, &unknown);
    str text = arena_str(w->a, buf_str(&b));
    buf_free(&b);
    if (key->kind != VALUE_INT) {
        return write_refuse(
            w, key, "a key that is neither text nor a whole number has none in JSON");
    }
    if (dict_find_str(d, text)) {
        return write_refuse(w, key, "it has a key that is the text of this one");
    }
    write_json_string(out, text);
    return true;
}

static bool json_parts(struct writer *w, struct buf *out, const struct value *v, uint32_t indent)
{
    bool sequence = value_is_sequence(v);
    uint32_t inner = indent + w->style.step;
    bool flat = w->style.one_line || is_simple(v);
    buf_byte(out, sequence ? '[' : '{');
    for (uint32_t i = 0; i < count(v); i++) {
        buf_puts(out, i == 0 ? "" : flat ? ", " : ",");
        start_line(w, out, inner, flat);
        if (sequence) {
            if (!json(w, out, &v->list->items[i], inner)) {
                return false;
            }
            continue;
        }
        const struct entry *x = &v->dict->entries[i];
        if (!json_key(w, out, v->dict, &x->key)) {
            return false;
        }
        buf_puts(out, ": ");
        if (!json(w, out, &x->value, inner)) {
            return false;
        }
    }
    start_line(w, out, indent, flat);
    buf_byte(out, sequence ? ']' : '}');
    return true;
}

static bool json(struct writer *w, struct buf *out, const struct value *v, uint32_t indent)
{
    if (w->depth == 0) {
        return write_refuse(w, v, "it is nested too deeply");
    }
    switch (v->kind) {
    case VALUE_FLOAT:
        if (isfinite(v->f)) {
            buf_put(out, number_float_text(w->a, v->f));
        } else { /* as Python's json module has them */
            buf_puts(out, isnan(v->f) ? "NaN" : v->f > 0 ? "Infinity" : "-Infinity");
        }
        return true;
    case VALUE_STRING: write_json_string(out, value_str(v)); return true;
    case VALUE_LAZY:
        write_json_string(
            out, arena_printf(w->a, "%.*s.%.*s", STR_ARG(v->lazy->module), STR_ARG(v->lazy->name)));
        return true;
    case VALUE_LIST:
    case VALUE_TUPLE:
    case VALUE_DICT: {
        w->depth--;
        bool good = json_parts(w, out, v, indent);
        w->depth++;
        return good;
    }
    case VALUE_NONE:
    case VALUE_BOOL:
    case VALUE_INT:
    case VALUE_BIG_INT: return yaml_scalar(w, out, v);
    case VALUE_UNKNOWN: return write_refuse(w, v, "it is unknown");
    default: return write_refuse(w, v, "it is an object that has no text in JSON");
    }
}

bool write_json(struct writer *w, struct buf *out, const struct value *v)
{
    return json(w, out, v, w->style.indent);
}
