#include "report/canonical.h"

#include "base/foreign.h"
#include "base/utf8.h"
#include "eval/number.h"
#include "eval/text.h"

#include <math.h>
#include <stdlib.h>

static void escaped_string(struct buf *out, str s, enum foreign as)
{
    buf_byte(out, '"');
    foreign_put(out, s, as);
    buf_byte(out, '"');
}

/* Its own bytes, but for what JSON has to escape and what is no text. */
static void exact_string(struct buf *out, str s)
{
    buf_byte(out, '"');
    for (size_t at = 0; at < s.n;) {
        size_t start = at;
        uint32_t rune = utf8_next(s, &at);
        bool is_text = rune != 0xFFFD || at - start == 3;
        bool plain = is_text && rune >= 0x20 && rune != '"' && rune != '\\';
        if (plain && (rune < 0xD800 || rune > 0xDFFF)) {
            buf_put(out, str_slice(s, start, at));
        } else {
            foreign_put(out, str_slice(s, start, at), FOREIGN_JSON);
        }
    }
    buf_byte(out, '"');
}

struct writer {
    struct arena *a;
    struct buf *out;
    struct canonical_style style;
    bool ascii; /* strings in ASCII alone: for the order of items */
    uint32_t depth;
};

static void write(struct writer *w, const struct value *v);

static void write_list(struct writer *w, const struct list *l)
{
    buf_byte(w->out, '[');
    for (uint32_t i = 0; i < l->n; i++) {
        if (i > 0) {
            buf_byte(w->out, ',');
        }
        write(w, &l->items[i]);
    }
    buf_byte(w->out, ']');
}

static int by_key(const void *left, const void *right)
{
    const struct entry *const *a = left, *const *b = right;
    return str_cmp(value_str(&(*a)->key), value_str(&(*b)->key));
}

struct keyed {
    str text, order;
    const struct entry *entry;
};

static int by_text(const void *left, const void *right)
{
    return str_cmp(((const struct keyed *)left)->order, ((const struct keyed *)right)->order);
}

static str text_of(struct writer *w, const struct value *v, bool ascii)
{
    struct buf b = buf_make(w->a->owner);
    struct writer inner = {
        .a = w->a, .out = &b, .style = {true, w->style.exact}, .ascii = ascii, .depth = w->depth};
    write(&inner, v);
    return buf_str(&b);
}

static void write_string(struct writer *w, str s)
{
    if (w->style.exact && !w->ascii) {
        exact_string(w->out, s);
    } else {
        escaped_string(w->out, s, w->ascii ? FOREIGN_JSON_ASCII : FOREIGN_JSON);
    }
}

/* Pairs of a dict with keys that are no strings, or the items of a set, in order of their JSON
 * text. */
static void write_by_text(struct writer *w, const struct dict *d, bool pairs)
{
    struct keyed *all = ARENA_MANY(w->a, struct keyed, d->n + 1u);
    for (uint32_t i = 0; i < d->n; i++) {
        const struct value *key = &d->entries[i].key;
        all[i] = (struct keyed){text_of(w, key, false), text_of(w, key, true), &d->entries[i]};
    }
    qsort(all, d->n, sizeof *all, by_text);
    buf_byte(w->out, '[');
    for (uint32_t i = 0; i < d->n; i++) {
        buf_puts(w->out, i ? "," : "");
        if (!pairs) {
            buf_put(w->out, all[i].text);
            continue;
        }
        buf_byte(w->out, '[');
        buf_put(w->out, all[i].text);
        buf_byte(w->out, ',');
        write(w, &all[i].entry->value);
        buf_byte(w->out, ']');
    }
    buf_byte(w->out, ']');
}

static void write_dict(struct writer *w, const struct dict *d)
{
    bool strings = true;
    for (uint32_t i = 0; i < d->n; i++) {
        strings &= d->entries[i].key.kind == VALUE_STRING;
    }
    if (!strings) {
        buf_puts(w->out, "{\"__dict__\":");
        write_by_text(w, d, true);
        buf_byte(w->out, '}');
        return;
    }
    const struct entry **order = ARENA_MANY(w->a, const struct entry *, d->n + 1u);
    for (uint32_t i = 0; i < d->n; i++) {
        order[i] = &d->entries[i];
    }
    if (w->style.sorted) {
        qsort(order, d->n, sizeof *order, by_key);
    }
    buf_byte(w->out, '{');
    for (uint32_t i = 0; i < d->n; i++) {
        buf_puts(w->out, i ? "," : "");
        write_string(w, value_str(&order[i]->key));
        buf_byte(w->out, ':');
        write(w, &order[i]->value);
    }
    buf_byte(w->out, '}');
}

static void write_tagged(struct writer *w, const char *tag, str text)
{
    foreign_printf(w->out, "{\"%s\":", tag);
    write_string(w, text);
    buf_byte(w->out, '}');
}

static void write_bytes(struct writer *w, str s)
{
    buf_puts(w->out, "{\"__bytes__\":\"");
    for (size_t i = 0; i < s.n; i++) {
        foreign_printf(w->out, "%02x", (unsigned)(unsigned char)s.p[i]);
    }
    buf_puts(w->out, "\"}");
}

static void write(struct writer *w, const struct value *v)
{
    if (w->depth == 0) {
        write_tagged(w, "__unknown__", STR("nested too deeply"));
        return;
    }
    w->depth--;
    switch (v->kind) {
    case VALUE_NONE: buf_puts(w->out, "null"); break;
    case VALUE_BOOL: buf_puts(w->out, v->b ? "true" : "false"); break;
    case VALUE_INT:
    case VALUE_BIG_INT: buf_put(w->out, number_text(w->a, v, 10)); break;
    case VALUE_FLOAT:
        if (isfinite(v->f)) {
            buf_put(w->out, number_float_text(w->a, v->f));
        } else {
            write_tagged(w, "__float__", number_float_text(w->a, v->f));
        }
        break;
    case VALUE_STRING: write_string(w, value_str(v)); break;
    case VALUE_BYTES: write_bytes(w, string_str(v->s)); break;
    case VALUE_LIST: write_list(w, v->list); break;
    case VALUE_TUPLE:
        buf_puts(w->out, "{\"__tuple__\":");
        write_list(w, v->list);
        buf_byte(w->out, '}');
        break;
    case VALUE_DICT: write_dict(w, v->dict); break;
    case VALUE_SET:
    case VALUE_FROZENSET:
        buf_puts(w->out, "{\"__set__\":");
        write_by_text(w, v->dict, false);
        buf_byte(w->out, '}');
        break;
    case VALUE_LAZY:
        write_string(
            w, arena_printf(w->a, "%.*s.%.*s", STR_ARG(v->lazy->module), STR_ARG(v->lazy->name)));
        break;
    case VALUE_UNKNOWN: write_tagged(w, "__unknown__", v->unknown->reason); break;
    default: {
        const struct unknown *lost = v->kind == VALUE_FUNCTION && v->function->attributes
                                         ? v->function->attributes->lost
                                         : NULL;
        if (lost) { /* what functools.wraps called it is among them */
            write_tagged(w, "__unknown__", lost->reason);
            break;
        }
        struct buf b = buf_make(w->a->owner);
        bool unknown = false;
        text_repr(w->a, &b, v, &unknown);
        write_tagged(w, "__repr__", buf_str(&b));
        break;
    }
    }
    w->depth++;
}

void canonical_write(
    struct arena *a, struct buf *out, const struct value *v, struct canonical_style style)
{
    struct writer w = {.a = a, .out = out, .style = style, .depth = VALUE_DEPTH};
    write(&w, v);
}
