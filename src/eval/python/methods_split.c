/* Methods of str that strip, cut and split. */
#include "base/utf8.h"
#include "eval/builtins.h"
#include "eval/ops.h"
#include "eval/text.h"

/* --- stripping and cutting --- */

static bool in_set(uint32_t rune, const str *set)
{
    if (!set) {
        return text_is_space(rune);
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
    if (args_unknown(args, out)) {
        return true;
    }
    if (given) {
        if (!arg_wants_str(e, &args->positional[0])) {
            return false;
        }
        set = value_str(&args->positional[0]);
        if (!eval_spend(e, (uint64_t)self->s->n * set.n / 64)) {
            return false;
        }
    }
    *out = value_string(e->arena, stripped(string_str(self->s), given ? &set : NULL, left, right));
    return true;
}

BUILTIN(str_strip)
{
    return strip(e, self, args, true, true, out);
}

BUILTIN(str_lstrip)
{
    return strip(e, self, args, true, false, out);
}

BUILTIN(str_rstrip)
{
    return strip(e, self, args, false, true, out);
}

BUILTIN(str_removeprefix)
{
    if (args_unknown(args, out)) {
        return true;
    }
    str s = string_str(self->s), cut = value_str(&args->positional[0]);
    *out = value_string(e->arena, str_starts(s, cut) ? str_slice(s, cut.n, s.n) : s);
    return arg_wants_str(e, &args->positional[0]);
}

BUILTIN(str_removesuffix)
{
    if (args_unknown(args, out)) {
        return true;
    }
    str s = string_str(self->s), cut = value_str(&args->positional[0]);
    *out = value_string(e->arena, str_ends(s, cut) ? str_slice(s, 0, s.n - cut.n) : s);
    return arg_wants_str(e, &args->positional[0]);
}

str text_trim(str s)
{
    return stripped(s, NULL, true, true);
}

/* What would be more than is allowed is told at the end, and not made. */
static void push(struct eval *e, struct list *l, str s)
{
    if (l->n <= e->limits->value_items) {
        list_push(e->arena, l, value_string(e->arena, s));
    }
}

/* The next run of what is not blank, from *at on, which goes behind it. */
static bool next_word(str s, size_t *at, str *word)
{
    size_t from = SIZE_MAX;
    while (*at < s.n) {
        size_t here = *at, next = here;
        bool blank = text_is_space(utf8_next(s, &next));
        if (blank && from != SIZE_MAX) {
            break;
        }
        from = blank || from != SIZE_MAX ? from : here;
        *at = next;
    }
    *word = from == SIZE_MAX ? STR("") : str_slice(s, from, *at);
    return from != SIZE_MAX;
}

/* split() without a separator: runs of blanks. */
static void split_blanks(struct eval *e, str s, int64_t most, struct list *l)
{
    str word;
    for (size_t at = 0; next_word(s, &at, &word);) {
        if (most >= 0 && l->n >= (uint64_t)most) {
            push(e, l, str_slice(s, (size_t)(word.p - s.p), s.n));
            break;
        }
        push(e, l, word);
    }
}

/* The same from the right: what is left over is the beginning, without the blanks behind it. */
static void rsplit_blanks(struct eval *e, str s, int64_t most, struct list *l)
{
    str word;
    int64_t words = 0, seen = 0;
    for (size_t at = 0; next_word(s, &at, &word);) {
        words++;
    }
    for (size_t at = 0; next_word(s, &at, &word); seen++) {
        if (seen + 1 == words - most) {
            push(e, l, str_slice(s, 0, at));
        } else if (seen >= words - most) {
            push(e, l, word);
        }
    }
}

static bool split_arguments(
    struct eval *e, const struct arguments *args, str *separator, int64_t *most, bool *blanks)
{
    const struct value *sep = arg(args, 0, "sep");
    if (!arg_int(e, args, 1, "maxsplit", -1, most)) {
        return false;
    }
    *blanks = !sep || value_is_none(sep);
    if (!*blanks) {
        if (!arg_wants_str(e, sep)) {
            return false;
        }
        *separator = value_str(sep);
        if (separator->n == 0) {
            return eval_raise(e, TYPE_VALUE_ERROR, "empty separator");
        }
    }
    return true;
}

BUILTIN(str_split)
{
    str separator = STR("");
    int64_t most;
    bool blanks;
    if (args_unknown(args, out)) {
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
    return eval_room(e, l->n, sizeof(struct value));
}

BUILTIN(str_rsplit)
{
    str separator = STR("");
    int64_t most;
    bool blanks;
    if (args_unknown(args, out)) {
        return true;
    }
    if (!split_arguments(e, args, &separator, &most, &blanks)) {
        return false;
    }
    if (most < 0 && blanks) {
        return str_split(e, self, args, out);
    }
    str s = string_str(self->s);
    struct list *reversed = list_new(e->arena, 4), *l = list_new(e->arena, 4);
    size_t hit;
    if (blanks) {
        rsplit_blanks(e, s, most, l);
        *out = value_of_list(l);
        return eval_room(e, l->n, sizeof(struct value));
    }
    while ((most < 0 || reversed->n < (uint64_t)most) &&
           (hit = str_find_last(s, separator)) != SIZE_MAX) {
        push(e, reversed, str_slice(s, hit + separator.n, s.n));
        s = str_slice(s, 0, hit);
    }
    push(e, reversed, s);
    for (uint32_t i = reversed->n; i-- > 0;) {
        list_push(e->arena, l, reversed->items[i]);
    }
    *out = value_of_list(l);
    return eval_room(e, l->n, sizeof(struct value));
}

static bool ends_line(uint32_t rune)
{
    return (rune >= '\n' && rune <= '\r') || (rune >= 0x1C && rune <= 0x1E) || rune == 0x85 ||
           rune == 0x2028 || rune == 0x2029;
}

BUILTIN(str_splitlines)
{
    str s = string_str(self->s);
    int64_t keep;
    if (!arg_int(e, args, 0, "keepends", 0, &keep)) {
        return false;
    }
    if (keep != (int32_t)keep) {
        return eval_raise(e, TYPE_OVERFLOW_ERROR, "Python int too large to convert to C int");
    }
    struct list *l = list_new(e->arena, 4);
    for (size_t at = 0; at < s.n;) {
        size_t end = at, next = at;
        while (end < s.n && !ends_line(utf8_next(s, &next))) {
            end = next;
        }
        if (end + 1 < s.n && s.p[end] == '\r' && s.p[end + 1] == '\n') {
            next++;
        }
        push(e, l, str_slice(s, at, keep ? next : end));
        at = next;
    }
    *out = value_of_list(l);
    return eval_room(e, l->n, sizeof(struct value));
}

static bool partition(struct eval *e, const struct value *self, const struct arguments *args,
    bool last, struct value *out)
{
    if (args_unknown(args, out)) {
        return true;
    }
    if (!arg_wants_str(e, &args->positional[0])) {
        return false;
    }
    str s = string_str(self->s), separator = value_str(&args->positional[0]);
    if (separator.n == 0) {
        return eval_raise(e, TYPE_VALUE_ERROR, "empty separator");
    }
    size_t at = last ? str_find_last(s, separator) : str_find(s, separator, 0);
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

BUILTIN(str_partition)
{
    return partition(e, self, args, false, out);
}

BUILTIN(str_rpartition)
{
    return partition(e, self, args, true, out);
}

const struct builtin_def SPLIT_METHODS[] = {
    {"strip", str_strip, 0, 1, NULL},
    {"lstrip", str_lstrip, 0, 1, NULL},
    {"rstrip", str_rstrip, 0, 1, NULL},
    {"removeprefix", str_removeprefix, 1, 1, NULL},
    {"removesuffix", str_removesuffix, 1, 1, NULL},
    {"split", str_split, 0, 2, "sep maxsplit"},
    {"rsplit", str_rsplit, 0, 2, "sep maxsplit"},
    {"splitlines", str_splitlines, 0, 1, "keepends"},
    {"partition", str_partition, 1, 1, NULL},
    {"rpartition", str_rpartition, 1, 1, NULL},
    {0},
};
