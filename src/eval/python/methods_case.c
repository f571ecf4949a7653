/* Methods of str about the kinds of characters: cases, digits, blanks.  The tables are those of
 * Unicode, as Python has them. */
#include "base/mem.h"
#include "base/utf8.h"
#include "eval/builtins.h"
#include "eval/text.h"

#include <stdlib.h>
#include <unicase.h>
#include <unictype.h>
#include <utf8proc.h>

/* --- changing case --- */

typedef uint8_t *mapping(
    const uint8_t *s, size_t n, const char *language, uninorm_t form, uint8_t *to, size_t *length);

/* What the tables say of ASCII, which is most of all text. */
static void put_ascii(struct buf *b, str s, mapping *map)
{
    bool up = map == u8_toupper || map == u8_totitle;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        bool turns = up ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z';
        buf_byte(b, (char)(turns ? c ^ 0x20 : c));
    }
}

/* u8_totitle is for single characters here. */
static void put_mapped(struct buf *b, str s, mapping *map)
{
    if (map && utf8_is_ascii(s)) {
        put_ascii(b, s, map);
        return;
    }
    size_t n = 0;
    uint8_t *made = s.n && map ? map((const uint8_t *)s.p, s.n, NULL, NULL, NULL, &n) : NULL;
    if (s.n > 0 && map && !made) {
        mem_check_errno();
    }
    buf_put(b, made ? (str){(const char *)made, n} : s);
    free(made);
}

static bool mapped(struct eval *e, const struct value *self, mapping *map, struct value *out)
{
    if (!eval_text_room(e, 3 * (uint64_t)self->s->n) || !eval_spend(e, self->s->n / 4)) {
        return false;
    }
    struct buf b = eval_buf(e);
    put_mapped(&b, string_str(self->s), map);
    return builtins_text(e, &b, out);
}

static bool is_upper(uint32_t r)
{
    return uc_is_property_uppercase(r);
}

static bool is_lower(uint32_t r)
{
    return uc_is_property_lowercase(r);
}

static bool is_title(uint32_t r)
{
    return utf8proc_category((utf8proc_int32_t)r) == UTF8PROC_CATEGORY_LT;
}

static bool is_cased(uint32_t r)
{
    return is_upper(r) || is_lower(r) || is_title(r);
}

/* Before and after a capital sigma: a letter with case, those without that may stand between. */
static bool has_case_before(str s, size_t at)
{
    bool cased = false;
    for (size_t i = 0; i < at;) {
        uint32_t rune = utf8_next(s, &i);
        cased = uc_is_property_case_ignorable(rune) ? cased : is_cased(rune);
    }
    return cased;
}

static bool has_case_after(str s, size_t at)
{
    while (at < s.n) {
        uint32_t rune = utf8_next(s, &at);
        if (!uc_is_property_case_ignorable(rune)) {
            return is_cased(rune);
        }
    }
    return false;
}

/* The small letter at [from, at): that of a sigma depends on where it stands. */
static void put_lower(struct buf *b, str s, size_t from, size_t at)
{
    enum {
        SIGMA = 0x3A3,
        SMALL_SIGMA = 0x3C3,
        FINAL_SIGMA = 0x3C2
    };
    size_t next = from;
    if (utf8_next(s, &next) != SIGMA) {
        put_mapped(b, str_slice(s, from, at), u8_tolower);
    } else {
        bool final = has_case_before(s, from) && !has_case_after(s, at);
        buf_rune(b, final ? FINAL_SIGMA : SMALL_SIGMA);
    }
}

enum casing {
    LOWER,
    SWAP,
    TITLE,
    CAPITAL
};

static bool recase(struct eval *e, const struct value *self, enum casing how, struct value *out)
{
    str s = string_str(self->s);
    if (!eval_text_room(e, 3 * (uint64_t)s.n) || !eval_spend(e, 3 * (uint64_t)s.n)) {
        return false;
    }
    struct buf b = eval_buf(e);
    bool start = true;
    for (size_t at = 0, from = 0; at < s.n; from = at) {
        uint32_t rune = utf8_next(s, &at);
        str one = str_slice(s, from, at);
        bool lowers = how == SWAP ? is_upper(rune) : how == LOWER || !start;
        if (lowers) {
            put_lower(&b, s, from, at);
        } else if (how != SWAP) {
            put_mapped(&b, one, u8_totitle);
        } else {
            put_mapped(&b, one, is_lower(rune) ? u8_toupper : NULL);
        }
        start = how == TITLE && !is_cased(rune);
    }
    return builtins_text(e, &b, out);
}

BUILTIN(str_upper)
{
    (void)args;
    return mapped(e, self, u8_toupper, out);
}

BUILTIN(str_lower)
{
    (void)args;
    return recase(e, self, LOWER, out);
}

BUILTIN(str_casefold)
{
    (void)args;
    return mapped(e, self, u8_casefold, out);
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

/* --- asking --- */

static bool all_are(const struct value *self, bool (*test)(uint32_t), bool empty)
{
    str s = string_str(self->s);
    for (size_t at = 0; at < s.n;) {
        if (!test(utf8_next(s, &at))) {
            return false;
        }
    }
    return s.n > 0 || empty;
}

static bool is_alpha(uint32_t r)
{
    utf8proc_category_t c = utf8proc_category((utf8proc_int32_t)r);
    return c >= UTF8PROC_CATEGORY_LU && c <= UTF8PROC_CATEGORY_LO;
}

static bool is_decimal(uint32_t r)
{
    return uc_decimal_value(r) >= 0;
}

static bool is_digit(uint32_t r)
{
    return uc_digit_value(r) >= 0;
}

static bool is_numeric(uint32_t r)
{
    return uc_numeric_value(r).denominator != 0;
}

static bool is_alnum(uint32_t r)
{
    return is_alpha(r) || is_decimal(r) || is_digit(r) || is_numeric(r);
}

#define ASKS(name, test, empty)                        \
    BUILTIN(name)                                      \
    {                                                  \
        (void)args;                                    \
        *out = value_bool(all_are(self, test, empty)); \
        return eval_spend(e, self->s->n / 8);          \
    }

ASKS(str_isdigit, is_digit, false)
ASKS(str_isdecimal, is_decimal, false)
ASKS(str_isnumeric, is_numeric, false)
ASKS(str_isalpha, is_alpha, false)
ASKS(str_isalnum, is_alnum, false)
ASKS(str_isspace, text_is_space, false)
ASKS(str_isprintable, utf8_is_printable, true)

static bool has_case(const struct value *self, bool (*wanted)(uint32_t), bool (*other)(uint32_t))
{
    str s = string_str(self->s);
    bool cased = false;
    for (size_t at = 0; at < s.n;) {
        uint32_t r = utf8_next(s, &at);
        if (other(r) || is_title(r)) {
            return false;
        }
        cased |= wanted(r);
    }
    return cased;
}

BUILTIN(str_isupper)
{
    (void)e, (void)args;
    *out = value_bool(has_case(self, is_upper, is_lower));
    return eval_spend(e, self->s->n / 8);
}

BUILTIN(str_islower)
{
    (void)e, (void)args;
    *out = value_bool(has_case(self, is_lower, is_upper));
    return eval_spend(e, self->s->n / 8);
}

/* Words begin with a capital, and have no other. */
BUILTIN(str_istitle)
{
    (void)e, (void)args;
    str s = string_str(self->s);
    bool inside = false, any = false, good = true;
    for (size_t at = 0; at < s.n;) {
        uint32_t r = utf8_next(s, &at);
        bool capital = is_upper(r) || is_title(r);
        good &= capital ? !inside : !is_lower(r) || inside;
        inside = is_cased(r);
        any |= inside;
    }
    *out = value_bool(good && any);
    return eval_spend(e, self->s->n / 8);
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

const struct builtin_def CASE_METHODS[] = {
    {"upper", str_upper, 0, 0, NULL},
    {"lower", str_lower, 0, 0, NULL},
    {"casefold", str_casefold, 0, 0, NULL},
    {"swapcase", str_swapcase, 0, 0, NULL},
    {"title", str_title, 0, 0, NULL},
    {"capitalize", str_capitalize, 0, 0, NULL},
    {"isdigit", str_isdigit, 0, 0, NULL},
    {"isdecimal", str_isdecimal, 0, 0, NULL},
    {"isnumeric", str_isnumeric, 0, 0, NULL},
    {"isalpha", str_isalpha, 0, 0, NULL},
    {"isalnum", str_isalnum, 0, 0, NULL},
    {"isspace", str_isspace, 0, 0, NULL},
    {"isprintable", str_isprintable, 0, 0, NULL},
    {"isupper", str_isupper, 0, 0, NULL},
    {"islower", str_islower, 0, 0, NULL},
    {"istitle", str_istitle, 0, 0, NULL},
    {"isascii", str_isascii, 0, 0, NULL},
    {"isidentifier", str_isidentifier, 0, 0, NULL},
    {0},
};
