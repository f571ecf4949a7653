#include "report/json.h"

#include "base/utf8.h"
#include "eval/number.h"
#include "eval/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    DEEPEST = 64 /* levels of a value */
};

struct json json_new(struct arena *a, struct buf *out, bool pretty)
{
    return (struct json){.out = out, .arena = a, .pretty = pretty, .as = FOREIGN_JSON_TEXT};
}

static void quoted(struct json *j, str s)
{
    buf_byte(j->out, '"');
    foreign_put(j->out, s, j->as);
    buf_byte(j->out, '"');
}

/* What stands before a part: the comma after the last one, and its name. */
static void part(struct json *j, str name)
{
    bool named = name.p != NULL;
    if (j->any) {
        buf_puts(j->out, !j->pretty ? "," : named ? ",\n" : ", ");
    }
    j->any = true;
    if (named) {
        buf_fill(j->out, '\t', j->pretty ? j->depth : 0);
        quoted(j, name);
        buf_puts(j->out, j->pretty ? ":\t" : ":");
    }
}

static void open(struct json *j, str name, bool object)
{
    part(j, name);
    buf_puts(j->out, !object ? "[" : j->pretty ? "{\n" : "{");
    j->depth++;
    j->any = false;
}

void json_object(struct json *j, const char *name)
{
    open(j, str_of(name), true);
}

void json_array(struct json *j, const char *name)
{
    open(j, str_of(name), false);
}

void json_end_object(struct json *j)
{
    j->depth--;
    if (j->pretty) {
        buf_puts(j->out, j->any ? "\n" : "");
        buf_fill(j->out, '\t', j->depth);
    }
    buf_byte(j->out, '}');
    j->any = true;
}

void json_end_array(struct json *j)
{
    j->depth--;
    buf_byte(j->out, ']');
    j->any = true;
}

void json_end(struct json *j)
{
    buf_byte(j->out, '\n');
    j->any = false;
}

void json_text(struct json *j, const char *name, str s)
{
    part(j, str_of(name));
    quoted(j, s);
}

void json_word(struct json *j, const char *name, const char *ours)
{
    json_text(j, name, str_of(ours));
}

/* As few digits as give the same number back. */
void json_number(struct json *j, const char *name, double n)
{
    char digits[32];
    part(j, str_of(name));
    if (!isfinite(n)) {
        buf_puts(j->out, "null");
        return;
    }
    snprintf(digits, sizeof digits, "%1.15g", n);
    if (strtod(digits, NULL) != n) {
        snprintf(digits, sizeof digits, "%1.17g", n);
    }
    buf_puts(j->out, digits);
}

void json_integer(struct json *j, const char *name, int64_t n)
{
    part(j, str_of(name));
    foreign_printf(j->out, "%lld", (long long)n);
}

void json_bytes(struct json *j, const char *name, uint64_t n)
{
    part(j, str_of(name));
    foreign_printf(j->out, "%llu", (unsigned long long)n);
}

static void word(struct json *j, str name, const char *w)
{
    part(j, name);
    buf_puts(j->out, w);
}

void json_bool(struct json *j, const char *name, bool b)
{
    word(j, str_of(name), b ? "true" : "false");
}

void json_null(struct json *j, const char *name)
{
    word(j, str_of(name), "null");
}

void json_path(struct json *j, str path)
{
    json_text(j, "path", path);
    if (utf8_check(path) < path.n) {
        json_text(j, "uri", uri_of(j->arena, path));
    }
}

/* --- values --- */

static void repr(struct json *j, str name, const struct value *v)
{
    struct buf b = buf_make(j->arena->owner);
    bool unknown = false;
    text_repr(j->arena, &b, v, &unknown);
    part(j, name);
    quoted(j, buf_str(&b));
}

static bool has_text_keys(const struct dict *d)
{
    for (uint32_t i = 0; i < d->n; i++) {
        if (d->entries[i].key.kind != VALUE_STRING) {
            return false;
        }
    }
    return true;
}

static void convert(struct json *j, str name, const struct value *v, uint32_t depth)
{
    const str nameless = {NULL, 0};
    switch (depth > 0 ? v->kind : VALUE_UNKNOWN) {
    case VALUE_NONE:
    case VALUE_UNKNOWN: word(j, name, "null"); return;
    case VALUE_BOOL: word(j, name, v->b ? "true" : "false"); return;
    case VALUE_INT:
    case VALUE_BIG_INT: word(j, name, number_text(j->arena, v, 10).p); return;
    case VALUE_FLOAT: /* 512.0 is not 512: some constructors take only floats */
        if (isfinite(v->f)) {
            word(j, name, number_float_text(j->arena, v->f).p);
            return;
        }
        break;
    case VALUE_STRING:
        part(j, name);
        quoted(j, value_str(v));
        return;
    case VALUE_LIST:
    case VALUE_TUPLE:
        open(j, name, false);
        for (uint32_t i = 0; i < v->list->n; i++) {
            convert(j, nameless, &v->list->items[i], depth - 1);
        }
        json_end_array(j);
        return;
    case VALUE_DICT:
        if (!has_text_keys(v->dict)) { /* 1 and '1' would be one name */
            break;
        }
        open(j, name, true);
        for (uint32_t i = 0; i < v->dict->n; i++) {
            const struct entry *e = &v->dict->entries[i];
            convert(j, value_str(&e->key), &e->value, depth - 1);
        }
        json_end_object(j);
        return;
    default: break;
    }
    repr(j, name, v);
}

void json_value(struct json *j, const char *name, const struct value *v)
{
    convert(j, str_of(name), v, DEEPEST);
}

str uri_of(struct arena *a, str path)
{
    struct buf b = buf_make(a->owner);
    buf_puts(&b, str_starts(path, STR("/")) ? "file://" : "");
    foreign_put(&b, path, FOREIGN_URI);
    return buf_str(&b);
}

void json_interval(struct json *j, const char *name, const struct interval *i)
{
    json_object(j, name);
    json_bytes(j, "low", i->low);
    json_bytes(j, "expected", i->expected);
    json_bytes(j, "high", i->high);
    json_end_object(j);
}
