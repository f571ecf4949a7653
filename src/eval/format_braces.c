/* 'pattern'.format(): the replacement fields in braces. */
#include "base/utf8.h"
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct braces {
    const struct arguments *args;
    uint32_t next;
    bool automatic, manual, unknown;
};

/* The value that a field name like `0.a[b]` means. */
static bool field_value(struct eval *e, struct braces *b, str name, struct value *out)
{
    size_t end = 0;
    while (end < name.n && name.p[end] != '.' && name.p[end] != '[') {
        end++;
    }
    str first = str_slice(name, 0, end);
    bool digits = first.n > 0;
    uint64_t index = 0;
    for (size_t i = 0; i < first.n; i++) {
        digits &= first.p[i] >= '0' && first.p[i] <= '9';
        index = index < 1000000 ? index * 10 + (uint64_t)(first.p[i] - '0') : index;
    }
    if (first.n == 0 || digits) {
        b->automatic |= first.n == 0;
        b->manual |= digits;
        if (b->automatic && b->manual) {
            return eval_raise(e, TYPE_VALUE_ERROR,
                "cannot switch between automatic field numbering and manual field specification");
        }
        index = first.n == 0 ? b->next++ : index;
        if (index >= b->args->n_positional) {
            return eval_raise(e, TYPE_INDEX_ERROR,
                "Replacement index %llu out of range for positional args tuple",
                (unsigned long long)index);
        }
        *out = b->args->positional[index];
    } else {
        const struct value *found = NULL;
        for (uint32_t i = 0; i < b->args->n_keywords; i++) {
            if (str_eq(value_str(&b->args->keywords[i].key), first)) {
                found = &b->args->keywords[i].value;
            }
        }
        if (!found) {
            struct value key = value_string(e->arena, first);
            return eval_raise_key(e, &key);
        }
        *out = *found;
    }
    while (end < name.n) {
        struct value part;
        if (name.p[end] == '.') {
            size_t stop = ++end;
            while (stop < name.n && name.p[stop] != '.' && name.p[stop] != '[') {
                stop++;
            }
            if (!ops_get_attribute(
                    e, out, arena_str(e->arena, str_slice(name, end, stop)), &part)) {
                return false;
            }
            end = stop;
        } else {
            size_t stop = str_find(name, STR("]"), end);
            if (stop == SIZE_MAX) {
                return eval_raise(e, TYPE_VALUE_ERROR, "expected '}' before end of string");
            }
            str text = str_slice(name, end + 1, stop);
            struct value key;
            bool number = text.n > 0 && strspn(arena_str(e->arena, text).p, "0123456789") == text.n;
            if (!number || !number_parse_int(e->arena, text, 10, &key)) {
                key = value_string(e->arena, text);
            }
            if (!ops_get_item(e, out, &key, &part)) {
                return false;
            }
            end = stop + 1;
        }
        *out = part;
    }
    return true;
}

static bool braces_run(struct eval *e, struct braces *b, str s, struct buf *out, int level)
{
    for (size_t at = 0; at < s.n;) {
        char c = s.p[at];
        bool doubled = at + 1 < s.n && s.p[at + 1] == c;
        if (c != '{' && c != '}') {
            buf_byte(out, c);
            at++;
            continue;
        }
        if (doubled && level == 0) {
            buf_byte(out, c);
            at += 2;
            continue;
        }
        if (c == '}') {
            return eval_raise(e, TYPE_VALUE_ERROR, "Single '}' encountered in format string");
        }
        size_t end = at + 1, depth = 1;
        while (end < s.n && depth > 0) {
            depth += s.p[end] == '{';
            depth -= s.p[end] == '}';
            end++;
        }
        if (depth > 0) {
            return eval_raise(e, TYPE_VALUE_ERROR, "Single '{' encountered in format string");
        }
        str field = str_slice(s, at + 1, end - 1);
        at = end;
        size_t name_end = 0;
        while (name_end < field.n && field.p[name_end] != ':' && field.p[name_end] != '!') {
            name_end++;
        }
        char convert = '\0';
        size_t spec_at = name_end;
        if (name_end < field.n && field.p[name_end] == '!') {
            convert = name_end + 1 < field.n ? field.p[name_end + 1] : '\0';
            spec_at = name_end + 2;
        }
        str spec = spec_at < field.n && field.p[spec_at] == ':'
                       ? str_slice(field, spec_at + 1, field.n)
                       : STR("");
        struct value v;
        if (!field_value(e, b, str_slice(field, 0, name_end), &v)) {
            return false;
        }
        struct buf inner = eval_buf(e);
        if (level < 2 && !braces_run(e, b, spec, &inner, level + 1)) {
            return false;
        }
        if (convert && !value_is_unknown(&v)) {
            struct buf t = eval_buf(e);
            if (!eval_text(e, &t, &v, convert != 's', &b->unknown)) {
                return false;
            }
            if (convert == 'a') {
                str shown = arena_str(e->arena, buf_str(&t));
                t.n = 0;
                text_ascii(&t, shown);
            }
            v = value_string(e->arena, buf_str(&t));
        }
        if (!text_format(e, &v, buf_str(&inner), out, &b->unknown) || !eval_text_room(e, out->n)) {
            return false;
        }
    }
    return true;
}

bool text_braces(struct eval *e, str pattern, const struct arguments *args, struct value *out)
{
    struct braces b = {.args = args};
    struct buf text = eval_buf(e);
    if (!braces_run(e, &b, pattern, &text, 0)) {
        return false;
    }
    *out = b.unknown ? ops_unknown(e, "something unknown is formatted into it")
                     : value_string(e->arena, buf_str(&text));
    return true;
}
