/*
 * bytes: making them, encoding and decoding, and their methods.
 *
 * Most methods are those of str.  They run on a text that has a character for each byte: those from
 * 0x80 on become characters that have no case and are no letters, digits or blanks.
 */
#include "base/utf8.h"
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"

#include <stdlib.h>

#define HIGH_BYTES 0xF700u /* in the private use area */

static struct value bytes_value(struct eval *e, str s)
{
    return (struct value){.kind = VALUE_BYTES, .s = string_new(e->arena, s)};
}

/* --- encodings --- */

enum encoding {
    ENCODING_UTF8,
    ENCODING_ASCII,
    ENCODING_LATIN1,
    ENCODING_OTHER
};

static enum encoding encoding_of(str name)
{
    static const struct {
        const char *name;
        enum encoding encoding;
    } names[] = {{"utf-8", ENCODING_UTF8}, {"utf8", ENCODING_UTF8}, {"u8", ENCODING_UTF8},
        {"utf", ENCODING_UTF8}, {"ascii", ENCODING_ASCII}, {"us-ascii", ENCODING_ASCII},
        {"646", ENCODING_ASCII}, {"latin-1", ENCODING_LATIN1}, {"latin1", ENCODING_LATIN1},
        {"latin", ENCODING_LATIN1}, {"l1", ENCODING_LATIN1}, {"8859", ENCODING_LATIN1},
        {"iso-8859-1", ENCODING_LATIN1}, {"iso8859-1", ENCODING_LATIN1}};
    char z[16];
    if (name.n >= sizeof z) {
        return ENCODING_OTHER;
    }
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        z[i] = c == '_' || c == ' ' ? '-' : c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (str_is((str){z, name.n}, names[i].name)) {
            return names[i].encoding;
        }
    }
    return ENCODING_OTHER;
}

/* The arguments `encoding` and `errors`, the first of them number `at`.  False: they are unknown,
 * or not modelled (*out), or raised. */
static bool coding(struct eval *e, const struct arguments *args, uint32_t at,
    enum encoding *encoding, str *errors, struct value *out, bool *good)
{
    const struct value *name = arg(args, at, "encoding"), *how = arg(args, at + 1, "errors");
    *encoding = ENCODING_UTF8;
    *errors = STR("strict");
    *good = true;
    for (int i = 0; i < 2; i++) {
        const struct value *v = i ? how : name;
        if (v && value_is_unknown(v)) {
            *out = *v;
            return false;
        }
        if (v && !arg_wants_str(e, v)) {
            *good = false;
            return false;
        }
    }
    *encoding = name ? encoding_of(value_str(name)) : ENCODING_UTF8;
    *errors = how ? value_str(how) : *errors;
    if (*encoding == ENCODING_OTHER) {
        *out = ops_unknown(e, "only UTF-8, ASCII and Latin-1 are known here");
        return false;
    }
    return true;
}

static bool encode(struct eval *e, str s, enum encoding encoding, str errors, struct value *out)
{
    uint32_t most = encoding == ENCODING_UTF8 ? 0x10FFFF : encoding == ENCODING_ASCII ? 0x7F : 0xFF;
    struct buf b = eval_buf(e);
    for (size_t at = 0, from = 0; at < s.n; from = at) {
        uint32_t rune = utf8_next(s, &at);
        bool surrogate = rune >= 0xD800 && rune <= 0xDFFF;
        if (encoding == ENCODING_UTF8 && !surrogate) {
            buf_put(&b, str_slice(s, from, at));
        } else if (rune <= most && !surrogate) {
            buf_byte(&b, (char)rune);
        } else if (str_is(errors, "strict")) {
            return eval_raise(
                e, TYPE_UNICODE_ENCODE_ERROR, "character U+%04X cannot be encoded", rune);
        } else if (str_is(errors, "replace")) {
            buf_byte(&b, '?');
        } else if (str_is(errors, "backslashreplace")) {
            text_ascii(&b, str_slice(s, from, at));
        } else if (str_is(errors, "xmlcharrefreplace")) {
            buf_printf(&b, "&#%u;", rune);
        } else if (!str_is(errors, "ignore")) {
            *out = ops_unknown(e, "this way to treat errors is not evaluated");
            return true;
        }
        if (!eval_text_grown(e, b.n)) {
            return false;
        }
    }
    *out = bytes_value(e, buf_str(&b));
    return true;
}

static bool decode(struct eval *e, str s, enum encoding encoding, str errors, struct value *out)
{
    struct buf b = eval_buf(e);
    if (encoding == ENCODING_UTF8 && utf8_check(s) == s.n) {
        *out = value_string(e->arena, s);
        return true;
    }
    for (size_t at = 0; at < s.n; at++) {
        unsigned char c = (unsigned char)s.p[at];
        if (c < 0x80 || encoding == ENCODING_LATIN1) {
            buf_rune(&b, c);
        } else if (str_is(errors, "strict")) {
            return eval_raise(e, TYPE_UNICODE_DECODE_ERROR, "byte 0x%02x cannot be decoded", c);
        } else if (encoding == ENCODING_UTF8) {
            *out = ops_unknown(e, "text that is not UTF-8 is not decoded");
            return true;
        } else if (str_is(errors, "replace")) {
            buf_rune(&b, 0xFFFD);
        } else if (str_is(errors, "backslashreplace")) {
            buf_printf(&b, "\\x%02x", c);
        } else if (!str_is(errors, "ignore")) {
            *out = ops_unknown(e, "this way to treat errors is not evaluated");
            return true;
        }
        if (!eval_text_grown(e, b.n)) {
            return false;
        }
    }
    *out = value_string(e->arena, buf_str(&b));
    return true;
}

BUILTIN(str_encode)
{
    enum encoding encoding;
    str errors;
    bool good;
    if (!coding(e, args, 0, &encoding, &errors, out, &good)) {
        return good;
    }
    return encode(e, string_str(self->s), encoding, errors, out);
}

bool builtins_decode(struct eval *e, const struct value *bytes, const struct arguments *args,
    uint32_t at, struct value *out)
{
    enum encoding encoding;
    str errors;
    bool good;
    if (!coding(e, args, at, &encoding, &errors, out, &good)) {
        return good;
    }
    return decode(e, string_str(bytes->s), encoding, errors, out);
}

BUILTIN(bytes_decode)
{
    return builtins_decode(e, self, args, 0, out);
}

/* --- making them --- */

static bool bytes_of_items(struct eval *e, const struct value *v, struct value *out)
{
    struct buf b = eval_buf(e);
    struct iterator *items;
    struct value next_item, *item = &next_item;
    enum next next = NEXT_UNKNOWN;
    if (!ops_iterator(e, v, &items)) {
        return false;
    }
    while (items && (next = ops_next(e, items, item)) == NEXT_ITEM) {
        if (value_is_unknown(item)) {
            return builtins_unknown_items(e, out);
        }
        if (!value_is_int(item) && item->kind != VALUE_BIG_INT) {
            str type = value_type_name(item);
            return eval_raise(e, TYPE_TYPE_ERROR,
                "'%.*s' object cannot be interpreted as an integer", STR_ARG(type));
        }
        if (item->kind == VALUE_BIG_INT || value_as_int(item) < 0 || value_as_int(item) > 255) {
            return eval_raise(e, TYPE_VALUE_ERROR, "bytes must be in range(0, 256)");
        }
        buf_byte(&b, (char)value_as_int(item));
        if (!eval_grown(e, b.n)) {
            return false;
        }
    }
    *out = bytes_value(e, buf_str(&b));
    return next == NEXT_UNKNOWN ? builtins_unknown_items(e, out) : next == NEXT_END;
}

bool builtins_make_bytes(struct eval *e, const struct arguments *args, struct value *out)
{
    const struct value *v = arg(args, 0, "source");
    if ((!v || v->kind != VALUE_STRING) && (arg(args, 1, "encoding") || arg(args, 2, "errors"))) {
        return eval_raise(e, TYPE_TYPE_ERROR, "encoding or errors without a string argument");
    }
    if (!v) {
        *out = bytes_value(e, STR(""));
        return true;
    }
    if (v->kind == VALUE_BIG_INT) {
        return eval_raise(e, TYPE_OVERFLOW_ERROR, "cannot fit 'int' into an index-sized integer");
    }
    if (v->kind == VALUE_BYTES) {
        *out = *v;
        return true;
    }
    if (v->kind == VALUE_STRING) {
        if (!arg(args, 1, "encoding")) {
            return eval_raise(e, TYPE_TYPE_ERROR, "string argument without an encoding");
        }
        struct arguments rest = *args;
        rest.positional++;
        rest.n_positional--;
        return str_encode(e, v, &rest, out);
    }
    if (!value_is_int(v)) {
        return bytes_of_items(e, v, out);
    }
    int64_t n = value_as_int(v);
    if (n < 0) {
        return eval_raise(e, TYPE_VALUE_ERROR, "negative count");
    }
    if (!eval_text_room(e, (uint64_t)n)) {
        return false;
    }
    struct buf b = eval_buf(e);
    buf_fill(&b, '\0', (size_t)n);
    *out = bytes_value(e, buf_str(&b));
    return true;
}

BUILTIN(bytes_fromhex)
{
    (void)self;
    if (args_unknown(args, out)) {
        return true;
    }
    if (!arg_wants_str(e, &args->positional[0])) {
        return false;
    }
    str s = value_str(&args->positional[0]);
    struct buf b = eval_buf(e);
    for (size_t i = 0; i < s.n;) {
        if (s.p[i] == ' ' || (s.p[i] >= '\t' && s.p[i] <= '\r')) {
            i++;
            continue;
        }
        int high = hex_digit(s.p[i]), low = i + 1 < s.n ? hex_digit(s.p[i + 1]) : -1;
        if (high < 0 || low < 0) {
            return eval_raise(e, TYPE_VALUE_ERROR,
                "non-hexadecimal number found in fromhex() arg at position %zu",
                high < 0 ? i : i + 1);
        }
        buf_byte(&b, (char)(high << 4 | low));
        i += 2;
    }
    *out = bytes_value(e, buf_str(&b));
    return true;
}

BUILTIN(bytes_hex)
{
    if (args->n_positional > 0 || args->n_keywords > 0) {
        *out = ops_unknown(e, "separators of hexadecimal digits are not evaluated");
        return true;
    }
    str s = string_str(self->s);
    if (!eval_text_room(e, 2 * s.n) || !eval_spend(e, s.n)) {
        return false;
    }
    struct buf b = eval_buf(e);
    for (size_t i = 0; i < s.n; i++) {
        buf_printf(&b, "%02x", (unsigned char)s.p[i]);
    }
    *out = value_string(e->arena, buf_str(&b));
    return eval_text_room(e, b.n);
}

/* --- methods of str, on bytes --- */

struct value bytes_as_text(struct eval *e, str s)
{
    struct buf b = eval_buf(e);
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        buf_rune(&b, c < 0x80 ? c : HIGH_BYTES + c);
    }
    struct value v = value_string(e->arena, buf_str(&b));
    buf_free(&b);
    return v;
}

struct value text_as_bytes(struct eval *e, const struct value *v)
{
    struct value out = *v;
    if (v->kind == VALUE_STRING) {
        str s = value_str(v);
        struct buf b = eval_buf(e);
        for (size_t at = 0; at < s.n;) {
            buf_byte(&b, (char)utf8_next(s, &at));
        }
        out = bytes_value(e, buf_str(&b));
        buf_free(&b);
    } else if (value_is_sequence(v)) {
        out.list = list_new(e->arena, v->list->n);
        for (uint32_t i = 0; i < v->list->n; i++) {
            list_push(e->arena, out.list, text_as_bytes(e, &v->list->items[i]));
        }
    }
    return out;
}

/* An argument: bytes become text, and text is refused. */
static bool text_argument(struct eval *e, const struct value *v, bool deep, struct value *out)
{
    *out = *v;
    if (v->kind == VALUE_BYTES) {
        *out = bytes_as_text(e, string_str(v->s));
        return true;
    }
    if (v->kind == VALUE_STRING) {
        return eval_raise(e, TYPE_TYPE_ERROR, "a bytes-like object is required, not 'str'");
    }
    struct list *items = NULL;
    if (!deep || v->kind == VALUE_UNKNOWN || !value_is_sequence(v)) {
        return true;
    }
    items = list_new(e->arena, v->list->n);
    for (uint32_t i = 0; i < v->list->n; i++) {
        struct value item;
        if (!text_argument(e, &v->list->items[i], false, &item)) {
            return false;
        }
        list_push(e->arena, items, item);
    }
    out->list = items;
    return true;
}

static bool run_as_text(struct eval *e, const char *name, const struct value *self,
    const struct arguments *args, struct value *out)
{
    bool takes_number = strcmp(name, "find") == 0 || strcmp(name, "rfind") == 0 ||
                        strcmp(name, "index") == 0 || strcmp(name, "rindex") == 0 ||
                        strcmp(name, "count") == 0;
    struct value text = bytes_as_text(e, string_str(self->s)), method, result;
    struct arguments call = *args;
    struct value *positional = ARENA_MANY(e->arena, struct value, args->n_positional + 1u);
    for (uint32_t i = 0; i < args->n_positional; i++) {
        const struct value *v = &args->positional[i];
        bool number = i == 0 && takes_number && (value_is_int(v) || v->kind == VALUE_BIG_INT);
        char byte = value_is_int(v) ? (char)value_as_int(v) : '\0';
        if (number && (v->kind == VALUE_BIG_INT || value_as_int(v) < 0 || value_as_int(v) > 255)) {
            return eval_raise(e, TYPE_VALUE_ERROR, "byte must be in range(0, 256)");
        }
        if (i == 0 && strcmp(name, "join") == 0) {
            struct list *items;
            if (!ops_items(e, v, &items)) {
                return false;
            }
            struct value all = items ? value_of_list(items) : *v;
            if (!text_argument(e, &all, true, &positional[i])) {
                return false;
            }
        } else if (number) {
            positional[i] = bytes_as_text(e, (str){&byte, 1});
        } else if (!text_argument(e, v, true, &positional[i])) {
            return false;
        }
    }
    call.positional = positional;
    if (args->n_keywords > 0) {
        *out = ops_unknown(e, "keywords of methods of bytes are not evaluated");
        return true;
    }
    if (!builtins_method(e, &text, str_of(name), &method) ||
        !eval_call(e, &method, &call, &result)) {
        return false;
    }
    *out = text_as_bytes(e, &result);
    out->tree = NULL;
    return true;
}

#define SHARED(method)                                   \
    BUILTIN(bytes_##method)                              \
    {                                                    \
        return run_as_text(e, #method, self, args, out); \
    }
#include "eval/python/bytes_methods.def"
#undef SHARED

/* bytes.translate(table, /, delete=b'') */
BUILTIN(bytes_translate)
{
    const struct value *table = &args->positional[0], *gone = arg(args, 1, "delete");
    if (args_unknown(args, out) || (gone && value_is_unknown(gone))) {
        *out = value_is_unknown(table) ? *table : *gone;
        return true;
    }
    bool fits = table->kind != VALUE_BYTES || table->s->n == 256;
    if (!fits) {
        return eval_raise(e, TYPE_VALUE_ERROR, "translation table must be 256 characters long");
    }
    if ((table->kind != VALUE_BYTES && !value_is_none(table)) ||
        (gone && gone->kind != VALUE_BYTES)) {
        return eval_raise(e, TYPE_TYPE_ERROR, "a bytes-like object is required");
    }
    str s = string_str(self->s);
    struct buf b = eval_buf(e);
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if (!gone || !memchr(gone->s->bytes, c, gone->s->n)) {
            buf_byte(&b, table->kind == VALUE_BYTES ? table->s->bytes[c] : (char)c);
        }
    }
    *out = bytes_value(e, buf_str(&b));
    return true;
}

BUILTIN(bytes_unmodelled)
{
    (void)self, (void)args;
    *out = ops_unknown(e, "this method of bytes is not evaluated");
    return true;
}

const struct builtin_def BYTES_METHODS[] = {
#define SHARED(method) {#method, bytes_##method, 0, -1, "**"},
#include "eval/python/bytes_methods.def"
#undef SHARED
    {"decode", bytes_decode, 0, 2, "encoding errors"},
    {"hex", bytes_hex, 0, 2, "sep bytes_per_sep"},
    {"fromhex", bytes_fromhex, 1, 1, NULL},
    {"translate", bytes_translate, 1, 2, "- delete"},
    {"maketrans", bytes_unmodelled, 0, -1, "**"},
    {0},
};

const struct builtin_def ENCODE_METHODS[] = {
    {"encode", str_encode, 0, 2, "encoding errors"},
    {0},
};
