/* Methods of str that go by a table: translate and maketrans; also expandtabs. */
#include "base/utf8.h"
#include "eval/builtins.h"
#include "eval/ops.h"
#include "eval/text.h"

static bool set_code(struct eval *e, struct dict *d, uint32_t code, struct value v)
{
    struct value key = value_int(code);
    return ops_dict_set(e, d, &key, v);
}

/* maketrans(x, y, z): characters of x become those of y, those of z go. */
static bool table_of_texts(struct eval *e, const struct arguments *args, struct dict *d)
{
    str texts[3] = {{"", 0}, {"", 0}, {"", 0}};
    for (uint32_t i = 0; i < args->n_positional; i++) {
        if (!arg_wants_str(e, &args->positional[i])) {
            return false;
        }
        texts[i] = value_str(&args->positional[i]);
    }
    if (utf8_count(texts[0]) != utf8_count(texts[1])) {
        return eval_raise(
            e, TYPE_VALUE_ERROR, "the first two maketrans arguments must have equal length");
    }
    for (size_t i = 0, k = 0; i < texts[0].n;) {
        uint32_t from = utf8_next(texts[0], &i), to = utf8_next(texts[1], &k);
        if (!set_code(e, d, from, value_int(to))) {
            return false;
        }
    }
    for (size_t i = 0; i < texts[2].n;) {
        if (!set_code(e, d, utf8_next(texts[2], &i), value_none())) {
            return false;
        }
    }
    return true;
}

static bool table_of_dict(struct eval *e, const struct dict *from, struct dict *d)
{
    for (uint32_t i = 0; i < from->n; i++) {
        const struct entry *x = &from->entries[i];
        str key = value_str(&x->key);
        size_t at = 0;
        if (x->key.kind == VALUE_STRING && utf8_count(key) == 1) {
            if (!set_code(e, d, utf8_next(key, &at), x->value)) {
                return false;
            }
        } else if (x->key.kind == VALUE_STRING) {
            return eval_raise(
                e, TYPE_VALUE_ERROR, "string keys in translate table must be of length 1");
        } else if (!value_is_int(&x->key)) {
            return eval_raise(
                e, TYPE_TYPE_ERROR, "keys in translate table must be strings or integers");
        } else if (!ops_dict_set(e, d, &x->key, x->value)) {
            return false;
        }
    }
    return true;
}

BUILTIN(str_maketrans)
{
    (void)self;
    struct dict *d = dict_new(e->arena, 8);
    if (args_unknown(args, out)) {
        return true;
    }
    bool one = args->n_positional == 1;
    if (one && args->positional[0].kind != VALUE_DICT) {
        return eval_raise(
            e, TYPE_TYPE_ERROR, "if you give only one argument to maketrans it must be a dict");
    }
    *out = value_of_dict(d);
    return one ? table_of_dict(e, args->positional[0].dict, d) : table_of_texts(e, args, d);
}

/* What the table says of a character: appended to *b. */
static bool translate_one(struct eval *e, const struct value *table, uint32_t rune, str as_it_is,
    struct buf *b, bool *unknown)
{
    struct value key = value_int(rune), to;
    if (!ops_get_item(e, table, &key, &to)) {
        if (!type_is_subtype(e->raised->type->id, TYPE_LOOKUP_ERROR)) {
            return false;
        }
        e->raised = NULL;
        buf_put(b, as_it_is);
        return true;
    }
    if (value_is_unknown(&to)) {
        *unknown = true;
    } else if (to.kind == VALUE_STRING) {
        buf_put(b, value_str(&to));
    } else if (value_is_int(&to) || to.kind == VALUE_BIG_INT) {
        if (!value_is_int(&to) || value_as_int(&to) < 0 || value_as_int(&to) > 0x10FFFF) {
            return eval_raise(e, TYPE_VALUE_ERROR, "character mapping must be in range(0x110000)");
        }
        buf_rune(b, (uint32_t)value_as_int(&to));
    } else if (!value_is_none(&to)) {
        return eval_raise(e, TYPE_TYPE_ERROR, "character mapping must return integer, None or str");
    }
    return true;
}

BUILTIN(str_translate)
{
    str s = string_str(self->s);
    struct buf b = eval_buf(e);
    bool unknown = false;
    if (args_unknown(args, out)) {
        return true;
    }
    for (size_t at = 0, from = 0; at < s.n; from = at) {
        uint32_t rune = utf8_next(s, &at);
        if (!translate_one(e, &args->positional[0], rune, str_slice(s, from, at), &b, &unknown) ||
            !eval_text_grown(e, b.n) || !eval_spend(e, 4)) {
            return false;
        }
    }
    *out = unknown ? ops_unknown(e, "the table holds something unknown")
                   : value_string(e->arena, buf_str(&b));
    return true;
}

BUILTIN(str_expandtabs)
{
    int64_t size, column = 0;
    str s = string_str(self->s);
    if (args_unknown(args, out)) {
        return true;
    }
    if (!arg_int(e, args, 0, "tabsize", 8, &size)) {
        return false;
    }
    if (size != (int)size) {
        return eval_raise(e, TYPE_OVERFLOW_ERROR, "Python int too large to convert to C int");
    }
    struct buf b = eval_buf(e);
    for (size_t at = 0, from = 0; at < s.n; from = at) {
        uint32_t rune = utf8_next(s, &at);
        int64_t blanks = size > 0 ? size - column % size : 0;
        if (rune != '\t') {
            buf_put(&b, str_slice(s, from, at));
            column = rune == '\n' || rune == '\r' ? 0 : column + 1;
        } else if (!eval_text_room(e, b.n + (uint64_t)blanks)) {
            return false;
        } else {
            buf_fill(&b, ' ', (size_t)blanks);
            column += blanks;
        }
        if (!eval_spend(e, 1)) {
            return false;
        }
    }
    *out = value_string(e->arena, buf_str(&b));
    return true;
}

BUILTIN(str_format_map)
{
    const struct value *v = &args->positional[0];
    if (v->kind != VALUE_DICT) {
        *out = value_is_unknown(v) ? *v : ops_unknown(e, "only a dict is formatted like this");
        return true;
    }
    struct dict *names = dict_new(e->arena, v->dict->n);
    for (uint32_t i = 0; i < v->dict->n; i++) {
        const struct entry *x = &v->dict->entries[i];
        if (x->key.kind == VALUE_STRING) {
            dict_set(e->arena, names, &x->key, x->hash, x->value);
        }
    }
    struct arguments call = {.keywords = names->entries, .n_keywords = names->n};
    return text_braces(e, string_str(self->s), &call, true, out);
}

const struct builtin_def TABLE_METHODS[] = {
    {"translate", str_translate, 1, 1, NULL},
    {"maketrans", str_maketrans, 1, 3, NULL},
    {"expandtabs", str_expandtabs, 0, 1, "tabsize"},
    {"format_map", str_format_map, 1, 1, NULL},
    {0},
};
