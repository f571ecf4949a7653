/* Methods of str (and of bytes, where they are the same). */
#include "base/utf8.h"
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"

#include <utf8proc.h>

#define METHOD(name)        \
    static bool str_##name( \
        struct eval *e, const struct value *self, const struct arguments *args, struct value *out)

static bool give(struct eval *e, struct buf *b, struct value *out)
{
    *out = value_string(e->arena, buf_str(b));
    talloc_free(b->p);
    return true;
}

static bool wants_str(struct eval *e, const struct value *v)
{
    if (v->kind == VALUE_STRING) {
        return true;
    }
    str type = value_type_name(v);
    return eval_raise(e, TYPE_TYPE_ERROR, "a str is needed here, not '%.*s'", STR_ARG(type));
}

/* Any unknown among the arguments makes the result unknown. */
static bool any_unknown(const struct arguments *args, struct value *out)
{
    for (uint32_t i = 0; i < args->n_positional; i++) {
        if (value_is_unknown(&args->positional[i])) {
            *out = args->positional[i];
            return true;
        }
    }
    return false;
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
        buf_rune(&b, (uint32_t)rune);
        start = how == TITLE && !cased;
    }
    return give(e, &b, out);
}

METHOD(upper)
{
    (void)args;
    return recase(e, self, UPPER, out);
}

METHOD(lower)
{
    (void)args;
    return recase(e, self, LOWER, out);
}

METHOD(swapcase)
{
    (void)args;
    return recase(e, self, SWAP, out);
}

METHOD(title)
{
    (void)args;
    return recase(e, self, TITLE, out);
}

METHOD(capitalize)
{
    (void)args;
    return recase(e, self, CAPITAL, out);
}

/* --- stripping and cutting --- */

static bool is_space(uint32_t r)
{
    return r == ' ' || (r >= 9 && r <= 13) || (r >= 0x1C && r <= 0x1F) || r == 0x85 || r == 0xA0 ||
           r == 0x1680 || (r >= 0x2000 && r <= 0x200A) || r == 0x2028 || r == 0x2029 ||
           r == 0x202F || r == 0x205F || r == 0x3000;
}

static bool in_set(uint32_t rune, const str *set)
{
    if (!set) {
        return is_space(rune);
    }
    for (size_t at = 0; at < set->n;) {
        if (utf8_next(*set, &at) == rune) {
            return true;
        }
    }
    return false;
}

static str stripped(str s, const str *set, bool left, bool right)
{
    size_t from = 0, to = s.n;
    while (left && from < to) {
        size_t next = from;
        if (!in_set(utf8_next(s, &next), set)) {
            break;
        }
        from = next;
    }
    while (right && to > from) {
        size_t start = to - 1, next;
        while (start > from && ((unsigned char)s.p[start] & 0xC0) == 0x80) {
            start--;
        }
        next = start;
        if (!in_set(utf8_next(s, &next), set)) {
            break;
        }
        to = start;
    }
    return str_slice(s, from, to);
}

static bool strip(struct eval *e, const struct value *self, const struct arguments *args, bool left,
    bool right, struct value *out)
{
    str set;
    bool given = args->n_positional > 0 && !value_is_none(&args->positional[0]);
    if (any_unknown(args, out)) {
        return true;
    }
    if (given) {
        if (!wants_str(e, &args->positional[0])) {
            return false;
        }
        set = value_str(&args->positional[0]);
    }
    *out = value_string(e->arena, stripped(string_str(self->s), given ? &set : NULL, left, right));
    return true;
}

METHOD(strip)
{
    return strip(e, self, args, true, true, out);
}

METHOD(lstrip)
{
    return strip(e, self, args, true, false, out);
}

METHOD(rstrip)
{
    return strip(e, self, args, false, true, out);
}

METHOD(removeprefix)
{
    if (any_unknown(args, out)) {
        return true;
    }
    str s = string_str(self->s), cut = value_str(&args->positional[0]);
    *out = value_string(e->arena, str_starts(s, cut) ? str_slice(s, cut.n, s.n) : s);
    return wants_str(e, &args->positional[0]);
}

METHOD(removesuffix)
{
    if (any_unknown(args, out)) {
        return true;
    }
    str s = string_str(self->s), cut = value_str(&args->positional[0]);
    *out = value_string(e->arena, str_ends(s, cut) ? str_slice(s, 0, s.n - cut.n) : s);
    return wants_str(e, &args->positional[0]);
}

static size_t rfind(str s, str what)
{
    for (size_t i = s.n + 1; i-- > what.n;) {
        if (memcmp(s.p + i - what.n, what.p, what.n) == 0) {
            return i - what.n;
        }
    }
    return SIZE_MAX;
}

static void push(struct eval *e, struct list *l, str s)
{
    list_push(e->arena, l, value_string(e->arena, s));
}

/* split() without a separator: runs of blanks. */
static void split_blanks(struct eval *e, str s, int64_t most, struct list *l)
{
    size_t at = 0;
    while (at < s.n) {
        size_t next = at;
        while (next < s.n) {
            at = next;
            if (!is_space(utf8_next(s, &next))) {
                break;
            }
            at = next;
        }
        if (at >= s.n) {
            break;
        }
        if (most >= 0 && l->n >= (uint64_t)most) {
            push(e, l, stripped(str_slice(s, at, s.n), NULL, false, true));
            break;
        }
        size_t end = at;
        while (end < s.n) {
            next = end;
            if (is_space(utf8_next(s, &next))) {
                break;
            }
            end = next;
        }
        push(e, l, str_slice(s, at, end));
        at = end;
    }
}

static bool split_arguments(
    struct eval *e, const struct arguments *args, str *separator, int64_t *most, bool *blanks)
{
    const struct value *sep = arg(args, 0, "sep");
    *blanks = !sep || value_is_none(sep);
    if (!*blanks) {
        if (!wants_str(e, sep)) {
            return false;
        }
        *separator = value_str(sep);
        if (separator->n == 0) {
            return eval_raise(e, TYPE_VALUE_ERROR, "empty separator");
        }
    }
    return arg_int(e, args, 1, "maxsplit", -1, most);
}

METHOD(split)
{
    str separator = STR("");
    int64_t most;
    bool blanks;
    if (any_unknown(args, out)) {
        return true;
    }
    if (!split_arguments(e, args, &separator, &most, &blanks)) {
        return false;
    }
    struct list *l = list_new(e->arena, 4);
    str s = string_str(self->s);
    if (blanks) {
        split_blanks(e, s, most, l);
    } else {
        size_t at = 0, hit;
        while (
            (most < 0 || l->n < (uint64_t)most) && (hit = str_find(s, separator, at)) != SIZE_MAX) {
            push(e, l, str_slice(s, at, hit));
            at = hit + separator.n;
        }
        push(e, l, str_slice(s, at, s.n));
    }
    *out = value_of_list(l);
    return eval_room(e, l->n);
}

METHOD(rsplit)
{
    str separator = STR("");
    int64_t most;
    bool blanks;
    if (any_unknown(args, out)) {
        return true;
    }
    if (!split_arguments(e, args, &separator, &most, &blanks)) {
        return false;
    }
    if (most < 0) {
        return str_split(e, self, args, out);
    }
    if (blanks) {
        *out = ops_unknown(e, "rsplit() at blanks with a maximum is not evaluated");
        return true;
    }
    str s = string_str(self->s);
    struct list *reversed = list_new(e->arena, 4), *l = list_new(e->arena, 4);
    size_t hit;
    while (reversed->n < (uint64_t)most && (hit = rfind(s, separator)) != SIZE_MAX) {
        push(e, reversed, str_slice(s, hit + separator.n, s.n));
        s = str_slice(s, 0, hit);
    }
    push(e, reversed, s);
    for (uint32_t i = reversed->n; i-- > 0;) {
        list_push(e->arena, l, reversed->items[i]);
    }
    *out = value_of_list(l);
    return true;
}

METHOD(splitlines)
{
    str s = string_str(self->s);
    const struct value *keep = arg(args, 0, "keepends");
    struct list *l = list_new(e->arena, 4);
    for (size_t at = 0; at < s.n;) {
        size_t end = at;
        while (end < s.n && s.p[end] != '\n' && s.p[end] != '\r' && s.p[end] != '\v' &&
               s.p[end] != '\f') {
            end++;
        }
        size_t next = end < s.n ? end + 1 : end;
        if (end + 1 < s.n && s.p[end] == '\r' && s.p[end + 1] == '\n') {
            next++;
        }
        push(e, l, str_slice(s, at, keep && value_truth(keep) ? next : end));
        at = next;
    }
    *out = value_of_list(l);
    return true;
}

static bool partition(struct eval *e, const struct value *self, const struct arguments *args,
    bool last, struct value *out)
{
    if (any_unknown(args, out)) {
        return true;
    }
    if (!wants_str(e, &args->positional[0])) {
        return false;
    }
    str s = string_str(self->s), separator = value_str(&args->positional[0]);
    if (separator.n == 0) {
        return eval_raise(e, TYPE_VALUE_ERROR, "empty separator");
    }
    size_t at = last ? rfind(s, separator) : str_find(s, separator, 0);
    struct list *l = list_new(e->arena, 3);
    if (at == SIZE_MAX) {
        push(e, l, last ? STR("") : s);
        push(e, l, STR(""));
        push(e, l, last ? s : STR(""));
    } else {
        push(e, l, str_slice(s, 0, at));
        push(e, l, separator);
        push(e, l, str_slice(s, at + separator.n, s.n));
    }
    *out = value_of_tuple(l);
    return true;
}

METHOD(partition)
{
    return partition(e, self, args, false, out);
}

METHOD(rpartition)
{
    return partition(e, self, args, true, out);
}

/* --- searching --- */

/* Byte bounds of the optional start and end arguments. */
static bool bounds(struct eval *e, const struct arguments *args, str s, size_t *from, size_t *to)
{
    int64_t length = (int64_t)utf8_count(s), start, end;
    if (!arg_int(e, args, 1, NULL, 0, &start) || !arg_int(e, args, 2, NULL, length, &end)) {
        return false;
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
    if (any_unknown(args, out)) {
        return true;
    }
    if (!wants_str(e, &args->positional[0]) || !bounds(e, args, s, &from, &to)) {
        return false;
    }
    str what = value_str(&args->positional[0]);
    size_t hit = SIZE_MAX;
    if (from <= to) {
        str part = str_slice(s, from, to);
        hit = last ? rfind(part, what) : str_find(part, what, 0);
    }
    if (hit == SIZE_MAX && raises) {
        return eval_raise(e, TYPE_VALUE_ERROR, "substring not found");
    }
    *out = value_int(hit == SIZE_MAX ? -1 : (int64_t)utf8_count(str_slice(s, 0, from + hit)));
    return true;
}

METHOD(find_)
{
    return find(e, self, args, false, false, out);
}

METHOD(rfind)
{
    return find(e, self, args, true, false, out);
}

METHOD(index)
{
    return find(e, self, args, false, true, out);
}

METHOD(rindex)
{
    return find(e, self, args, true, true, out);
}

METHOD(count)
{
    size_t from, to;
    str s = string_str(self->s);
    if (any_unknown(args, out)) {
        return true;
    }
    if (!wants_str(e, &args->positional[0]) || !bounds(e, args, s, &from, &to)) {
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
    if (any_unknown(args, out)) {
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
        if (!wants_str(e, &all->items[i])) {
            return false;
        }
        str w = value_str(&all->items[i]);
        hit |= from <= to && (start ? str_starts(part, w) : str_ends(part, w));
    }
    *out = value_bool(hit);
    return true;
}

METHOD(startswith)
{
    return at_end(e, self, args, true, out);
}

METHOD(endswith)
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

METHOD(isdigit)
{
    (void)e, (void)args;
    *out = value_bool(all_are(self, is_decimal));
    return true;
}

METHOD(isalpha)
{
    (void)e, (void)args;
    *out = value_bool(all_are(self, is_alpha));
    return true;
}

METHOD(isalnum)
{
    (void)e, (void)args;
    *out = value_bool(all_are(self, is_alnum));
    return true;
}

METHOD(isspace)
{
    (void)e, (void)args;
    *out = value_bool(all_are(self, is_space));
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

METHOD(isupper)
{
    (void)e, (void)args;
    *out = value_bool(has_case(self, true));
    return true;
}

METHOD(islower)
{
    (void)e, (void)args;
    *out = value_bool(has_case(self, false));
    return true;
}

METHOD(isascii)
{
    (void)e, (void)args;
    *out = value_bool(utf8_is_ascii(string_str(self->s)));
    return true;
}

METHOD(isidentifier)
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

METHOD(replace)
{
    int64_t most;
    if (any_unknown(args, out)) {
        return true;
    }
    if (!wants_str(e, &args->positional[0]) || !wants_str(e, &args->positional[1]) ||
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
        if (!eval_room(e, b.n)) {
            return false;
        }
    }
    if (at < s.n) {
        buf_put(&b, str_slice(s, at, s.n));
    }
    return give(e, &b, out);
}

METHOD(join)
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
        if (!eval_room(e, b.n)) {
            return false;
        }
    }
    return give(e, &b, out);
}

static bool justify(struct eval *e, const struct value *self, const struct arguments *args,
    char how, struct value *out)
{
    int64_t width;
    if (any_unknown(args, out)) {
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

METHOD(ljust)
{
    return justify(e, self, args, 'l', out);
}

METHOD(rjust)
{
    return justify(e, self, args, 'r', out);
}

METHOD(center)
{
    return justify(e, self, args, 'c', out);
}

METHOD(zfill)
{
    int64_t width;
    if (any_unknown(args, out)) {
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

METHOD(format)
{
    return text_braces(e, string_str(self->s), args, out);
}

METHOD(encode)
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

METHOD(unmodelled)
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
    {"strip", str_strip, 0, 1, false},
    {"lstrip", str_lstrip, 0, 1, false},
    {"rstrip", str_rstrip, 0, 1, false},
    {"removeprefix", str_removeprefix, 1, 1, false},
    {"removesuffix", str_removesuffix, 1, 1, false},
    {"split", str_split, 0, 2, true},
    {"rsplit", str_rsplit, 0, 2, true},
    {"splitlines", str_splitlines, 0, 1, true},
    {"partition", str_partition, 1, 1, false},
    {"rpartition", str_rpartition, 1, 1, false},
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
