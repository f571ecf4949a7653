#include "report/show.h"
#include "base/foreign.h"

#include "base/utf8.h"
#include "config/write.h"
#include "eval/text.h"

enum {
    PLACE_COLUMN = 56,
    LONGEST = 72 /* bytes of one value in a list of leaves */
};

static struct write_style for_people(void)
{
    struct write_style style = write_style_default(WRITE_PYTHON);
    style.for_people = true;
    return style;
}

static void put_entry(struct arena *a, struct buf *out, str name, const struct value *v)
{
    struct write_style style = for_people();
    str why;
    foreign_printf(out, "%.*s%s", STR_ARG(name), name.n ? " = " : "");
    style.column = name.n ? (uint32_t)name.n + 3 : 0;
    write_value(a, out, v, &style, &why);
    buf_byte(out, '\n');
}

static str key_text(struct arena *a, const struct value *key)
{
    struct buf b = buf_make(a->owner);
    bool unknown = false;
    if (key->kind == VALUE_STRING) {
        return value_str(key);
    }
    text_repr(a, &b, key, &unknown);
    return buf_str(&b);
}

void show_value(struct arena *a, struct buf *out, str name, const struct value *v)
{
    if (name.n > 0 || v->kind != VALUE_DICT) {
        put_entry(a, out, name, v);
        return;
    }
    for (uint32_t i = 0; i < v->dict->n; i++) {
        const struct entry *x = &v->dict->entries[i];
        put_entry(a, out, key_text(a, &x->key), &x->value);
    }
}

/* --- leaves and their places --- */

/* The value on one line, cut when it is long. */
static str brief(struct arena *a, const struct value *v)
{
    struct write_style style = for_people();
    struct buf b = buf_make(a->owner);
    str why;
    style.one_line = true;
    write_value(a, &b, v, &style, &why);
    if (b.n > LONGEST) {
        size_t end = LONGEST - 3;
        while (end > 0 && ((unsigned char)b.p[end] & 0xC0) == 0x80) {
            end--;
        }
        b.n = end;
        buf_puts(&b, "...");
    }
    return buf_str(&b);
}

static str place_text(struct arena *a, struct loc at)
{
    if (!at.source) {
        return STR("");
    }
    return arena_printf(
        a, "%.*s:%u", STR_ARG(at.source->path), source_line_of(at.source, at.span.start));
}

/* Where an entry was set; the place of the value itself is added when that is elsewhere. */
static str origin_text(struct arena *a, const struct value *key, const struct value *v)
{
    str set = place_text(a, key ? value_loc(key) : (struct loc){0});
    str made = place_text(a, value_loc(v));
    if (set.n == 0 || str_eq(set, made) || made.n == 0) {
        return set.n ? set : made;
    }
    return arena_printf(a, "%.*s (value from %.*s)", STR_ARG(set), STR_ARG(made));
}

static void put_line(struct buf *out, const char *lead, str name, str value, str place)
{
    size_t start = out->n;
    foreign_printf(out, "%s%.*s = %.*s", lead, STR_ARG(name), STR_ARG(value));
    if (place.n > 0) {
        size_t width = utf8_width(buf_from(out, start));
        buf_fill(out, ' ', width < PLACE_COLUMN ? PLACE_COLUMN - width : 2);
        foreign_put(out, place, FOREIGN_LINE);
    }
    buf_byte(out, '\n');
}

static void leaf(struct arena *a, struct buf *out, str name, const struct value *key,
    const struct value *v, const struct past *past)
{
    put_line(out, "", name, brief(a, v), origin_text(a, key, v));
    for (; past; past = past->next) {
        put_line(out, "    overrides ", name, brief(a, &past->value),
            origin_text(a, NULL, &past->value));
    }
}

static void leaves(struct arena *a, struct buf *out, str name, const struct value *key,
    const struct value *v, const struct past *past, uint32_t depth)
{
    bool dict = v->kind == VALUE_DICT && v->dict->n > 0;
    bool list = value_is_sequence(v) && v->list->n > 0;
    bool nested = dict;
    for (uint32_t i = 0; list && i < v->list->n; i++) {
        const struct value *item = &v->list->items[i];
        nested |= item->kind == VALUE_DICT || value_is_sequence(item);
    }
    if (!nested || depth == 0) {
        leaf(a, out, name, key, v, past);
        return;
    }
    for (; past; past = past->next) { /* a container that replaced another as a whole */
        put_line(
            out, "# overrides ", name, brief(a, &past->value), origin_text(a, NULL, &past->value));
    }
    for (uint32_t i = 0; dict && i < v->dict->n; i++) {
        const struct entry *x = &v->dict->entries[i];
        str at = arena_printf(
            a, "%.*s%s%.*s", STR_ARG(name), name.n ? "." : "", STR_ARG(key_text(a, &x->key)));
        leaves(a, out, at, &x->key, &x->value, x->past, depth - 1);
    }
    for (uint32_t i = 0; list && i < v->list->n; i++) {
        str at = arena_printf(a, "%.*s.%u", STR_ARG(name), i);
        leaves(a, out, at, NULL, &v->list->items[i], NULL, depth - 1);
    }
}

void show_origins(struct arena *a, struct buf *out, str name, const struct value *v)
{
    leaves(a, out, name, NULL, v, NULL, VALUE_DEPTH);
}

/* --- two configs --- */

static void side(struct arena *a, struct buf *out, const char *lead, const struct difference *d,
    const struct value *v, const char *color)
{
    if (v) {
        buf_puts(out, color);
        put_line(out, lead, d->path.n ? d->path : STR("(all)"), brief(a, v),
            place_text(a, value_loc(v)));
        buf_puts(out, *color ? "\033[0m" : "");
    }
}

void show_differences(struct arena *a, struct buf *out, const struct differences *d, bool color)
{
    VEC_EACH (const struct difference, it, &d->list) {
        side(a, out, "- ", it, it->old, color ? "\033[31m" : "");
        side(a, out, "+ ", it, it->new, color ? "\033[32m" : "");
    }
}
