/* Methods of str that search in a text and make another one of it. */
#include "base/utf8.h"
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"

bool builtins_text(struct eval *e, struct buf *b, struct value *out)
{
    *out = value_string(e->arena, buf_str(b));
    buf_free(b);
    return true;
}

/* --- searching --- */

/* Byte bounds of the optional start and end arguments. */
static bool bounds(struct eval *e, const struct arguments *args, str s, size_t *from, size_t *to)
{
    int64_t length = (int64_t)utf8_count(s), start, end;
    if (!arg_bounds(e, args, length, true, &start, &end)) {
        return false;
    }
    *from = start > length ? s.n + 1 : utf8_offset(s, (size_t)start);
    *to = utf8_offset(s, (size_t)end);
    return true;
}

/* What is looked for, and between which bytes; false where something is unknown, or raised. */
static bool wanted(struct eval *e, const struct value *self, const struct arguments *args,
    str *what, size_t *from, size_t *to, struct value *out)
{
    if (args_unknown(args, out) || !arg_wants_str(e, &args->positional[0])) {
        return false;
    }
    *what = value_str(&args->positional[0]);
    return bounds(e, args, string_str(self->s), from, to);
}

static bool find(struct eval *e, const struct value *self, const struct arguments *args, bool last,
    bool raises, struct value *out)
{
    size_t from, to, hit = SIZE_MAX;
    str what, s = string_str(self->s);
    if (!wanted(e, self, args, &what, &from, &to, out)) {
        return !e->raised;
    }
    if (from <= to) {
        str part = str_slice(s, from, to);
        hit = last ? str_find_last(part, what) : str_find(part, what, 0);
    }
    if (hit == SIZE_MAX && raises) {
        return eval_raise(e, TYPE_VALUE_ERROR, "substring not found");
    }
    *out = value_int(hit == SIZE_MAX ? -1 : (int64_t)utf8_count(str_slice(s, 0, from + hit)));
    return true;
}

BUILTIN(str_find_)
{
    return find(e, self, args, false, false, out);
}

BUILTIN(str_rfind)
{
    return find(e, self, args, true, false, out);
}

BUILTIN(str_index)
{
    return find(e, self, args, false, true, out);
}

BUILTIN(str_rindex)
{
    return find(e, self, args, true, true, out);
}

BUILTIN(str_count)
{
    size_t from, to;
    str what, s = string_str(self->s);
    if (!wanted(e, self, args, &what, &from, &to, out)) {
        return !e->raised;
    }
    int64_t n = 0;
    if (from <= to) {
        str part = str_slice(s, from, to);
        if (what.n == 0) {
            n = (int64_t)utf8_count(part) + 1;
        } else {
            for (size_t at = 0; (at = str_find(part, what, at)) != SIZE_MAX; at += what.n) {
                n++;
            }
        }
    }
    *out = value_int(n);
    return true;
}

static bool at_end(struct eval *e, const struct value *self, const struct arguments *args,
    bool start, struct value *out)
{
    size_t from, to;
    str s = string_str(self->s);
    const struct value *what = &args->positional[0];
    if (args_unknown(args, out)) {
        return true;
    }
    if (!bounds(e, args, s, &from, &to)) {
        return false;
    }
    str part = from <= to ? str_slice(s, from, to) : STR("");
    struct list one = {.items = (struct value *)what, .n = 1};
    const struct list *all = what->kind == VALUE_TUPLE ? what->list : &one;
    bool hit = false;
    for (uint32_t i = 0; i < all->n && !hit; i++) {
        if (!arg_wants_str(e, &all->items[i])) {
            return false;
        }
        str w = value_str(&all->items[i]);
        hit = from <= to && (start ? str_starts(part, w) : str_ends(part, w));
    }
    *out = value_bool(hit);
    return true;
}

BUILTIN(str_startswith)
{
    return at_end(e, self, args, true, out);
}

BUILTIN(str_endswith)
{
    return at_end(e, self, args, false, out);
}

/* --- making --- */

BUILTIN(str_replace)
{
    int64_t most;
    if (args_unknown(args, out)) {
        return true;
    }
    if (!arg_wants_str(e, &args->positional[0]) || !arg_wants_str(e, &args->positional[1]) ||
        !arg_int(e, args, 2, "count", -1, &most)) {
        return false;
    }
    str s = string_str(self->s), old = value_str(&args->positional[0]),
        new = value_str(&args->positional[1]);
    struct buf b = eval_buf(e);
    size_t at = 0;
    for (int64_t n = 0; most < 0 || n < most; n++) {
        size_t hit = old.n ? str_find(s, old, at) : at;
        if (hit == SIZE_MAX || (old.n == 0 && at > s.n)) {
            break;
        }
        buf_put(&b, str_slice(s, at, hit));
        buf_put(&b, new);
        at = hit + old.n;
        if (old.n == 0) { /* between all characters */
            if (at >= s.n) {
                at = s.n + 1;
                break;
            }
            size_t next = at;
            utf8_next(s, &next);
            buf_put(&b, str_slice(s, at, next));
            at = next;
        }
        if (!eval_text_grown(e, b.n)) {
            return false;
        }
    }
    if (at < s.n) {
        buf_put(&b, str_slice(s, at, s.n));
    }
    return builtins_text(e, &b, out);
}

BUILTIN(str_join)
{
    struct list *items;
    if (!ops_items(e, &args->positional[0], &items)) {
        return false;
    }
    if (!items) {
        *out = ops_unknown(e, "something unknown is joined into it");
        return true;
    }
    struct buf b = eval_buf(e);
    for (uint32_t i = 0; i < items->n; i++) {
        const struct value *v = &items->items[i];
        if (value_is_unknown(v)) {
            *out = *v;
            return true;
        }
        if (v->kind != VALUE_STRING) {
            str type = value_type_name(v);
            return eval_raise(e, TYPE_TYPE_ERROR,
                "sequence item %u: expected str instance, %.*s found", i, STR_ARG(type));
        }
        if (i > 0) {
            buf_put(&b, string_str(self->s));
        }
        buf_put(&b, value_str(v));
        if (!eval_text_grown(e, b.n)) {
            return false;
        }
    }
    return builtins_text(e, &b, out);
}

static bool justify(struct eval *e, const struct value *self, const struct arguments *args,
    char how, struct value *out)
{
    int64_t width;
    if (args_unknown(args, out)) {
        return true;
    }
    if (!arg_int(e, args, 0, NULL, 0, &width) ||
        !eval_text_room(e, width > 0 ? (uint64_t)width : 0)) {
        return false;
    }
    str fill = args->n_positional > 1 ? value_str(&args->positional[1]) : STR(" ");
    if (utf8_count(fill) != 1) {
        return eval_raise(
            e, TYPE_TYPE_ERROR, "The fill character must be exactly one character long");
    }
    str s = string_str(self->s);
    int64_t n = (int64_t)utf8_count(s), gap = width > n ? width - n : 0;
    int64_t left = how == 'r' ? gap : how == 'c' ? gap / 2 + (gap & width & 1) : 0;
    struct buf b = eval_buf(e);
    for (int64_t i = 0; i < left; i++) {
        buf_put(&b, fill);
    }
    buf_put(&b, s);
    for (int64_t i = left; i < gap; i++) {
        buf_put(&b, fill);
    }
    return builtins_text(e, &b, out);
}

BUILTIN(str_ljust)
{
    return justify(e, self, args, 'l', out);
}

BUILTIN(str_rjust)
{
    return justify(e, self, args, 'r', out);
}

BUILTIN(str_center)
{
    return justify(e, self, args, 'c', out);
}

BUILTIN(str_zfill)
{
    int64_t width;
    if (args_unknown(args, out)) {
        return true;
    }
    if (!arg_int(e, args, 0, NULL, 0, &width) ||
        !eval_text_room(e, width > 0 ? (uint64_t)width : 0)) {
        return false;
    }
    str s = string_str(self->s);
    int64_t n = (int64_t)utf8_count(s);
    size_t sign = s.n > 0 && (s.p[0] == '+' || s.p[0] == '-');
    struct buf b = eval_buf(e);
    buf_put(&b, str_slice(s, 0, sign));
    if (width > n) {
        buf_fill(&b, '0', (size_t)(width - n));
    }
    buf_put(&b, str_slice(s, sign, s.n));
    return builtins_text(e, &b, out);
}

BUILTIN(str_format)
{
    return text_braces(e, string_str(self->s), args, false, out);
}

bool builtins_is_format(const struct value *v)
{
    return v->kind == VALUE_BUILTIN && v->builtin->def && !v->builtin->unbound &&
           v->builtin->def->run == str_format;
}

const struct builtin_def STR_METHODS[] = {
    {"find", str_find_, 1, 3, NULL},
    {"rfind", str_rfind, 1, 3, NULL},
    {"index", str_index, 1, 3, NULL},
    {"rindex", str_rindex, 1, 3, NULL},
    {"count", str_count, 1, 3, NULL},
    {"startswith", str_startswith, 1, 3, NULL},
    {"endswith", str_endswith, 1, 3, NULL},
    {"replace", str_replace, 2, 3, NULL},
    {"join", str_join, 1, 1, NULL},
    {"ljust", str_ljust, 1, 2, NULL},
    {"rjust", str_rjust, 1, 2, NULL},
    {"center", str_center, 1, 2, NULL},
    {"zfill", str_zfill, 1, 1, NULL},
    {"format", str_format, 0, -1, "**"},
    {0},
};
