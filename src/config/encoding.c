/* The encoding that a Python file declares (PEP 263), which counts where it is imported. */
#include "base/utf8.h"
#include "config/text.h"

#include <ctype.h>

/* In these, ASCII alone means what it means in UTF-8.  Spelled as Python looks them up. */
static const char *const LIKE_ASCII[] = {"ascii", "us_ascii", "latin_1", "latin1", "iso_8859_1",
    "iso8859_1", "iso_8859_15", "iso8859_15", "cp1250", "cp1251", "cp1252", "windows_1251",
    "windows_1252", "koi8_r", "gbk", "gb2312", "gb18030", "cp936", "big5", "euc_jp", "euc_kr",
    "shift_jis"};

static str line_at(str text, size_t at)
{
    size_t end = at;
    while (end < text.n && text.p[end] != '\n' && text.p[end] != '\r') {
        end++;
    }
    return str_slice(text, at, end);
}

/* Behind the first "coding:" or "coding=" of the comment that follows a name. */
static str declared_in(str comment)
{
    for (size_t i = 0; i + 6 < comment.n; i++) {
        str rest = str_slice(comment, i, comment.n);
        if (!str_starts(rest, STR("coding")) || (rest.p[6] != ':' && rest.p[6] != '=')) {
            continue;
        }
        size_t from = 7;
        while (from < rest.n && (rest.p[from] == ' ' || rest.p[from] == '\t')) {
            from++;
        }
        size_t to = from;
        while (to < rest.n &&
               (isalnum((unsigned char)rest.p[to]) || str_is_one_of(rest.p[to], "-_."))) {
            to++;
        }
        if (to > from) {
            return str_slice(rest, from, to);
        }
    }
    return STR("");
}

/* In the first line, or in the second behind one without code. */
static str declared(str text)
{
    size_t at = 0;
    for (int i = 0; i < 2; i++) {
        str line = line_at(text, at);
        size_t code = 0;
        while (code < line.n && str_is_one_of(line.p[code], " \t\f")) {
            code++;
        }
        if (code < line.n && line.p[code] != '#') {
            break;
        }
        str found = declared_in(str_slice(line, code, line.n));
        if (found.n > 0) {
            return found;
        }
        at += line.n;
        at += at < text.n && text.p[at] == '\r';
        at += at < text.n && text.p[at] == '\n';
    }
    return STR("");
}

static bool is_like_ascii(const char *name)
{
    for (size_t i = 0; i < sizeof LIKE_ASCII / sizeof *LIKE_ASCII; i++) {
        if (strcmp(name, LIKE_ASCII[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool encoding_is_plain(str text, str *name)
{
    *name = declared(text);
    char spelled[16] = "";
    for (size_t i = 0; i < name->n && i + 1 < sizeof spelled; i++) {
        char c = name->p[i];
        spelled[i] = c == '-' ? '_' : (char)tolower((unsigned char)c);
    }
    bool utf8 = strcmp(spelled, "utf8") == 0 || strcmp(spelled, "utf_8") == 0 ||
                strncmp(spelled, "utf_8_", 6) == 0;
    return name->n == 0 || utf8 || (is_like_ascii(spelled) && utf8_is_ascii(text));
}
