/* Characters by name: what \N{...} of a string literal means. */
#include "syntax/names.h"

#include <uniname.h>

/* The names of Han characters hold their numbers, of four digits or five. */
static uint32_t ideograph(str digits)
{
    static const struct {
        uint32_t first, last;
    } blocks[] = {{0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0x20000, 0x2A6DF}, {0x2A700, 0x2B738},
        {0x2B740, 0x2B81D}, {0x2B820, 0x2CEA1}, {0x2CEB0, 0x2EBE0}, {0x30000, 0x3134A}};
    uint32_t code = 0;
    for (size_t i = 0; i < digits.n; i++) {
        char c = digits.p[i];
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                                : 16;
        if (digit > 15 || digits.n > 5) {
            return NO_CHARACTER;
        }
        code = code << 4 | digit;
    }
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        if (digits.n >= 4 && code >= blocks[i].first && code <= blocks[i].last) {
            return code;
        }
    }
    return NO_CHARACTER;
}

static uint32_t look_up(const char *name)
{
    uint32_t code = unicode_name_character(name);
    return code == UNINAME_INVALID ? NO_CHARACTER : code;
}

uint32_t character_by_name(str name)
{
    static const struct {
        uint32_t code;
        const char *name;
    } controls[] = {
#define CONTROL(code, name) {code, name},
#include "syntax/controls.def"
#undef CONTROL
    };
    char z[128];
    if (name.n == 0 || name.n >= sizeof z) {
        return NO_CHARACTER;
    }
    for (size_t i = 0; i < name.n; i++) {
        z[i] = name.p[i] >= 'a' && name.p[i] <= 'z' ? (char)(name.p[i] & ~0x20) : name.p[i];
    }
    z[name.n] = '\0';
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
        if (strcmp(z, controls[i].name) == 0) {
            return controls[i].code;
        }
    }
    static const char han[] = "CJK UNIFIED IDEOGRAPH-", hangul[] = "HANGUL SYLLABLE ";
    if (str_starts(name, str_of(han))) {
        return ideograph(str_slice(name, sizeof han - 1, name.n));
    }
    if (strncmp(z, hangul, sizeof hangul - 1) == 0) {
        if (!str_eq(name, str_of(z))) {
            return NO_CHARACTER; /* here Python insists on capitals */
        }
        bool nj = name.n > 2 && strcmp(z + name.n - 2, "NJ") == 0;
        z[name.n - nj] = '\0'; /* the library knows no final NJ, which follows N */
        uint32_t code = look_up(z);
        return code == NO_CHARACTER ? code : code + nj;
    }
    return look_up(z);
}
