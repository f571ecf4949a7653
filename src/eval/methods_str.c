/* Methods of str (and of bytes, where they are the same). */
#include "base/utf8.h"
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"

#include <utf8proc.h>

static bool give(struct eval *e, struct buf *b, struct value *out)
{
    *out = value_string(e->arena, buf_str(b));
    talloc_free(b->p);
    return true;
}

/* --- case --- */

enum casing {
    UPPER,
    LOWER,
    SWAP,
    TITLE,
    CAPITAL
};

static bool recase(struct eval *e, const struct value *self, enum casing how, struct value *out)
{
    str s = string_str(self->s);
    struct buf b = buf_make(e->arena->owner);
    bool start = true;
    for (size_t at = 0; at < s.n;) {
        utf8proc_int32_t rune = (utf8proc_int32_t)utf8_next(s, &at);
        utf8proc_int32_t upper = utf8proc_toupper(rune), lower = utf8proc_tolower(rune);
        bool is_upper = rune != lower, cased = upper != lower;
        switch (how) {
        case UPPER: rune = upper; break;
        case LOWER: rune = lower; break;
        case SWAP: rune = is_upper ? lower : upper; break;
        default: rune = start ? upper : lower; break;
        }
        if (rune == 0x1E9E && rune == upper) { /* the sharp s has no capital of its own in Python */
            buf_puts(&b, how == TITLE || how == CAPITAL ? "Ss" : "SS");
        } else {
            buf_rune(&b, (uint32_t)rune);
        }
        start = how == TITLE && !cased;
    }
    return give(e, &b, out);
}

BUILTIN(str_upper)
{
    (void)args;
    return recase(e, self, UPPER, out);
}

BUILTIN(str_lower)
{
    (void)args;
    return recase(e, self, LOWER, out);
}

BUILTIN(str_swapcase)
{
    (void)args;
    return recase(e, self, SWAP, out);
}

BUILTIN(str_title)
{
    (void)args;
    return recase(e, self, TITLE, out);
}

BUILTIN(str_capitalize)
{
    (void)args;
    return recase(e, self, CAPITAL, out);
}

/* --- searching --- */

/* Byte bounds of the optional start and end arguments. */
static bool bounds(struct eval *e, const struct arguments *args, str s, size_t *from, size_t *to)
{
    int64_t length = (int64_t)utf8_count(s), start, end;
    struct arguments given = *args; /* None is the same as nothing */
    start = 0;
    end = length;
    for (; given.n_positional > 1; given.n_positional--) {
        uint32_t last = given.n_positional - 1;
        if (!value_is_none(&given.positional[last]) &&
            !arg_int(e, &given, last, NULL, 0, last == 1 ? &start : &end)) {
            return false;
        }
    }
    start = start < 0 ? start + length : start;
    end = end < 0 ? end + length : end;
    start = start < 0 ? 0 : start;
    end = end < 0 ? 0 : end > length ? length : end;
    *from = start > length ? s.n + 1 : utf8_offset(s, (size_t)start);
    *to = utf8_offset(s, (size_t)end);
    return true;
}

static bool find(struct eval *e, const struct value *self, const struct arguments *args, bool last,
    bool raises, struct value *out)
{
    size_t from, to;
    str s = string_str(self->s);
    if (args_unknown(args, out)) {
        return true;
    }
    if (!arg_wants_str(e, &args->positional[0]) || !bounds(e, args, s, &from, &to)) {
        return false;
    }
    str what = value_str(&args->positional[0]);
    size_t hit = SIZE_MAX;
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
    str s = string_str(self->s);
    if (args_unknown(args, out)) {
        return true;
    }
    if (!arg_wants_str(e, &args->positional[0]) || !bounds(e, args, s, &from, &to)) {
        return false;
    }
    str what = value_str(&args->positional[0]);
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
    for (uint32_t i = 0; i < all->n; i++) {
        if (!arg_wants_str(e, &all->items[i])) {
            return false;
        }
        str w = value_str(&all->items[i]);
        hit |= from <= to && (start ? str_starts(part, w) : str_ends(part, w));
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

/* --- asking --- */

static bool all_are(const struct value *self, bool (*test)(uint32_t))
{
    str s = string_str(self->s);
    for (size_t at = 0; at < s.n;) {
        if (!test(utf8_next(s, &at))) {
            return false;
        }
    }
    return s.n > 0;
}

static bool is_alpha(uint32_t r)
{
    utf8proc_category_t c = utf8proc_category((utf8proc_int32_t)r);
    return c >= UTF8PROC_CATEGORY_LU && c <= UTF8PROC_CATEGORY_LO;
}

static bool is_decimal(uint32_t r)
{
    return utf8proc_category((utf8proc_int32_t)r) == UTF8PROC_CATEGORY_ND;
}

static bool is_alnum(uint32_t r)
{
    utf8proc_category_t c = utf8proc_category((utf8proc_int32_t)r);
    return is_alpha(r) || c == UTF8PROC_CATEGORY_ND || c == UTF8PROC_CATEGORY_NL;
}

BUILTIN(str_isdigit)
{
    (void)e, (void)args;
    *out = value_bool(all_are(self, is_decimal));
    return true;
}

BUILTIN(str_isalpha)
{
    (void)e, (void)args;
    *out = value_bool(all_are(self, is_alpha));
    return true;
}

BUILTIN(str_isalnum)
{
    (void)e, (void)args;
    *out = value_bool(all_are(self, is_alnum));
    return true;
}

BUILTIN(str_isspace)
{
    (void)e, (void)args;
    *out = value_bool(all_are(self, text_is_space));
    return true;
}

static bool has_case(const struct value *self, bool upper)
{
    str s = string_str(self->s);
    bool cased = false;
    for (size_t at = 0; at < s.n;) {
        utf8proc_int32_t r = (utf8proc_int32_t)utf8_next(s, &at);
        bool up = r != utf8proc_tolower(r), low = r != utf8proc_toupper(r);
        if (upper ? low : up) {
            return false;
        }
        cased |= up || low;
    }
    return cased;
}

BUILTIN(str_isupper)
{
    (void)e, (void)args;
    *out = value_bool(has_case(self, true));
    return true;
}

BUILTIN(str_islower)
{
    (void)e, (void)args;
    *out = value_bool(has_case(self, false));
    return true;
}

BUILTIN(str_isascii)
{
    (void)e, (void)args;
    *out = value_bool(utf8_is_ascii(string_str(self->s)));
    return true;
}

BUILTIN(str_isidentifier)
{
    (void)e, (void)args;
    str s = string_str(self->s);
    bool good = s.n > 0;
    for (size_t at = 0; at < s.n && good;) {
        bool start = at == 0;
        good = utf8_identifier(utf8_next(s, &at), start);
    }
    *out = value_bool(good);
    return true;
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
    struct buf b = buf_make(e->arena->owner);
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
        if (!eval_grown(e, b.n)) {
            return false;
        }
    }
    if (at < s.n) {
        buf_put(&b, str_slice(s, at, s.n));
    }
    return give(e, &b, out);
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
    struct buf b = buf_make(e->arena->owner);
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
        if (!eval_grown(e, b.n)) {
            return false;
        }
    }
    return give(e, &b, out);
}

static bool justify(struct eval *e, const struct value *self, const struct arguments *args,
    char how, struct value *out)
{
    int64_t width;
    if (args_unknown(args, out)) {
        return true;
    }
    if (!arg_int(e, args, 0, NULL, 0, &width) || !eval_room(e, width > 0 ? (uint64_t)width : 0)) {
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
    struct buf b = buf_make(e->arena->owner);
    for (int64_t i = 0; i < left; i++) {
        buf_put(&b, fill);
    }
    buf_put(&b, s);
    for (int64_t i = left; i < gap; i++) {
        buf_put(&b, fill);
    }
    return give(e, &b, out);
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
    if (!arg_int(e, args, 0, NULL, 0, &width) || !eval_room(e, width > 0 ? (uint64_t)width : 0)) {
        return false;
    }
    str s = string_str(self->s);
    int64_t n = (int64_t)utf8_count(s);
    size_t sign = s.n > 0 && (s.p[0] == '+' || s.p[0] == '-');
    struct buf b = buf_make(e->arena->owner);
    buf_put(&b, str_slice(s, 0, sign));
    if (width > n) {
        buf_fill(&b, '0', (size_t)(width - n));
    }
    buf_put(&b, str_slice(s, sign, s.n));
    return give(e, &b, out);
}

BUILTIN(str_format)
{
    return text_braces(e, string_str(self->s), args, out);
}

BUILTIN(str_encode)
{
    (void)e;
    if (args->n_positional > 0 && !value_is_str(&args->positional[0], "utf-8") &&
        !value_is_str(&args->positional[0], "utf8")) {
        *out = ops_unknown(e, "only UTF-8 is encoded");
        return true;
    }
    *out = (struct value){.kind = VALUE_BYTES, .s = self->s};
    return true;
}

BUILTIN(str_unmodelled)
{
    (void)self, (void)args;
    *out = ops_unknown(e, "this method of str is not evaluated");
    return true;
}

const struct builtin_def STR_METHODS[] = {
    {"upper", str_upper, 0, 0, false},
    {"lower", str_lower, 0, 0, false},
    {"casefold", str_lower, 0, 0, false},
    {"swapcase", str_swapcase, 0, 0, false},
    {"title", str_title, 0, 0, false},
    {"capitalize", str_capitalize, 0, 0, false},
    {"find", str_find_, 1, 3, false},
    {"rfind", str_rfind, 1, 3, false},
    {"index", str_index, 1, 3, false},
    {"rindex", str_rindex, 1, 3, false},
    {"count", str_count, 1, 3, false},
    {"startswith", str_startswith, 1, 3, false},
    {"endswith", str_endswith, 1, 3, false},
    {"isdigit", str_isdigit, 0, 0, false},
    {"isdecimal", str_isdigit, 0, 0, false},
    {"isnumeric", str_isdigit, 0, 0, false},
    {"isalpha", str_isalpha, 0, 0, false},
    {"isalnum", str_isalnum, 0, 0, false},
    {"isspace", str_isspace, 0, 0, false},
    {"isupper", str_isupper, 0, 0, false},
    {"islower", str_islower, 0, 0, false},
    {"isascii", str_isascii, 0, 0, false},
    {"isidentifier", str_isidentifier, 0, 0, false},
    {"replace", str_replace, 2, 3, false},
    {"join", str_join, 1, 1, false},
    {"ljust", str_ljust, 1, 2, false},
    {"rjust", str_rjust, 1, 2, false},
    {"center", str_center, 1, 2, false},
    {"zfill", str_zfill, 1, 1, false},
    {"format", str_format, 0, -1, true},
    {"encode", str_encode, 0, 2, false},
    {"expandtabs", str_unmodelled, 0, -1, true},
    {"format_map", str_unmodelled, 0, -1, true},
    {"istitle", str_unmodelled, 0, -1, true},
    {"isprintable", str_unmodelled, 0, -1, true},
    {"translate", str_unmodelled, 0, -1, true},
    {"maketrans", str_unmodelled, 0, -1, true},
    {"decode", str_unmodelled, 0, -1, true},
    {"hex", str_unmodelled, 0, -1, true},
    {0},
};
