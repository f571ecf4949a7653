/* Methods of str about the kinds of characters: cases, digits, blanks.  The tables are those of
 * Unicode, as Python has them. */
#include "base/mem.h"
#include "base/utf8.h"
#include "eval/builtins.h"
#include "eval/text.h"

#include <stdlib.h>
#include <unicase.h>
#include <unictype.h>

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
static void put_whole(struct buf *b, str s, mapping *map)
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

/* Halves of surrogate pairs have no case, and are no UTF-8. */
static void put_mapped(struct buf *b, str s, mapping *map)
{
    size_t from = 0, at = 0;
    while (at < s.n) {
        size_t before = at;
        if (utf8_is_surrogate(utf8_next(s, &at))) {
            put_whole(b, str_slice(s, from, before), map);
            buf_put(b, str_slice(s, before, at));
            from = at;
        }
    }
    put_whole(b, str_slice(s, from, s.n), map);
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
    return uc_is_general_category_withtable(r, UC_CATEGORY_MASK_Lt);
}

static bool is_cased(uint32_t r)
{
    return is_upper(r) || is_lower(r) || is_title(r);
}

/* Comes a letter with case behind a capital sigma, perhaps after some that have none? */
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

/* The small letter at [from, at): that of a sigma depends on where it stands.  `behind`: a letter
 * with case stands before it. */
static void put_lower(struct buf *b, str s, size_t from, size_t at, bool behind)
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
        bool final = behind && !has_case_after(s, at);
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
    bool start = true, behind = false;
    for (size_t at = 0, from = 0; at < s.n; from = at) {
        uint32_t rune = utf8_next(s, &at);
        str one = str_slice(s, from, at);
        bool lowers = how == SWAP ? is_upper(rune) : how == LOWER || !start;
        if (lowers) {
            put_lower(&b, s, from, at, behind);
        } else if (how != SWAP) {
            put_mapped(&b, one, u8_totitle);
        } else {
            put_mapped(&b, one, is_lower(rune) ? u8_toupper : NULL);
        }
        start = how == TITLE && !is_cased(rune);
        behind = uc_is_property_case_ignorable(rune) ? behind : is_cased(rune);
    }
    return builtins_text(e, &b, out);
}

BUILTIN(str_upper)
{
    (void)args;
    return mapped(e, self, u8_toupper, out);
}

static bool is_ascii(str s)
{
    unsigned char all = 0;
    for (size_t i = 0; i < s.n; i++) {
        all |= (unsigned char)s.p[i];
    }
    return all < 0x80;
}

BUILTIN(str_lower)
{
    (void)args;
    str s = string_str(self->s);
    if (!is_ascii(s)) {
        return recase(e, self, LOWER, out);
    }
    if (!eval_text_room(e, s.n) || !eval_spend(e, s.n)) {
        return false;
    }
    struct buf b = eval_buf(e);
    buf_put(&b, s);
    for (size_t i = 0; i < b.n; i++) {
        b.p[i] = (char)(b.p[i] >= 'A' && b.p[i] <= 'Z' ? b.p[i] - 'A' + 'a' : b.p[i]);
    }
    return builtins_text(e, &b, out);
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
    return uc_is_general_category_withtable(r, UC_CATEGORY_MASK_L);
}

static bool is_decimal(uint32_t r)
{
    return uc_decimal_value(r) >= 0;
}

static bool is_digit(uint32_t r)
{
    return uc_digit_value(r) >= 0;
}

/* The numbers among Chinese characters, by the Unihan database. */
static const uint32_t IDEOGRAPHS[] = {0x3405, 0x3483, 0x382A, 0x3B4D, 0x4E00, 0x4E03, 0x4E07,
    0x4E09, 0x4E5D, 0x4E8C, 0x4E94, 0x4E96, 0x4EBF, 0x4EC0, 0x4EDF, 0x4EE8, 0x4F0D, 0x4F70, 0x5104,
    0x5146, 0x5169, 0x516B, 0x516D, 0x5341, 0x5343, 0x5344, 0x5345, 0x534C, 0x53C1, 0x53C2, 0x53C3,
    0x53C4, 0x56DB, 0x58F1, 0x58F9, 0x5E7A, 0x5EFE, 0x5EFF, 0x5F0C, 0x5F0D, 0x5F0E, 0x5F10, 0x62FE,
    0x634C, 0x67D2, 0x6F06, 0x7396, 0x767E, 0x8086, 0x842C, 0x8CAE, 0x8CB3, 0x8D30, 0x9621, 0x9646,
    0x964C, 0x9678, 0x96F6, 0x20001, 0x20064, 0x200E2, 0x20121, 0x2092A, 0x20983, 0x2098C, 0x2099C,
    0x20AEA, 0x20AFD, 0x20B19, 0x22390, 0x22998, 0x23B1B, 0x2626D};

static int by_rune(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

static bool is_numeric(uint32_t r)
{
    return uc_numeric_value(r).denominator != 0 ||
           bsearch(&r, IDEOGRAPHS, sizeof IDEOGRAPHS / sizeof *IDEOGRAPHS, sizeof r, by_rune);
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
