#include "settings/requires.h"

#include "text/path.h"

enum {
    MOST_FOLDERS = 12 /* from a config up to its project */
};

static const struct guide {
    const char *path;
    bool is_required;
} GUIDES[] = {
#define GUIDE(path, is_required) {path, is_required},
#include "settings/guides.def"
#undef GUIDE
};

/* --- what a text says --- */

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
}

static char at(str s, size_t i)
{
    return i < s.n ? s.p[i] : '\0';
}

/* Behind blanks, and the backslashes that Markdown wants before < and >. */
static size_t blanks(str s, size_t i)
{
    while (at(s, i) == ' ' || at(s, i) == '\t' || at(s, i) == '\\') {
        i++;
    }
    return i;
}

/* Behind the rest of a link, as in [PyTorch](https://pytorch.org). */
static size_t link_end(str s, size_t i)
{
    if (at(s, i) != ']' || at(s, i + 1) != '(') {
        return i;
    }
    size_t end = str_find(s, STR(")"), i), line = str_find(s, STR("\n"), i);
    return end < line ? end + 1 : i;
}

static size_t number(str s, size_t i, uint32_t *out)
{
    for (*out = 0; at(s, i) >= '0' && at(s, i) <= '9' && *out < 100; i++) {
        *out = *out * 10 + (uint32_t)(s.p[i] - '0');
    }
    return i;
}

/* "1.10", of "1.10.1+cu113"; 0: there is none. */
static size_t release(str s, size_t i, uint32_t *out)
{
    uint32_t major, minor;
    i = number(s, i, &major);
    *out = 0;
    if (at(s, i) == '.') {
        i = number(s, i + 1, &minor);
        *out = major > 0 && major < 10 && minor < 100 ? 100 * major + minor : 0;
    }
    while (is_word(at(s, i)) || at(s, i) == '+' || at(s, i) == '*') { /* .1+cu113 */
        i++;
    }
    return i;
}

/* "PyTorch 1.8+": that, or a later one. */
static size_t or_later(str s, size_t i, struct required_torch *out)
{
    uint32_t major, minor;
    size_t end = number(s, i, &major);
    if (end == i || at(s, end) != '.') {
        return i;
    }
    end = number(s, end + 1, &minor);
    if (at(s, end) == '+' && (!is_word(at(s, end + 1)) || at(s, end + 1) == '.') && major > 0 &&
        major < 10 && minor < 100) {
        out->least = out->least ? out->least : 100 * major + minor;
        return end + 1;
    }
    return i;
}

/* One comparison, such as ==1.10.1, ="1.6.0" or <2.0, or the tag of an image, :1.9.0-cuda11.1; `i`
 * stays where none is. */
static size_t comparison(str s, size_t i, struct required_torch *out)
{
    char first = at(s, i), second = at(s, i + 1);
    bool equal = second == '=', quoted = second == '"' || second == '\'';
    if (!first || !strchr("=<>~!:", first) || (!equal && strchr("~!", first)) ||
        (first == ':' && (second < '0' || second > '9'))) {
        return i;
    }
    uint32_t v;
    size_t end = release(s, blanks(s, i + 1 + (equal || quoted)), &v);
    if (v == 0) {
        return i;
    }
    if (first == '=' || first == '~' || first == ':') { /* conda writes one = */
        out->exact = out->exact ? out->exact : v;
    } else if (first == '>') {
        out->least = v > out->least ? v : out->least;
    } else if (first == '<') { /* <2.0 means 1.13; of <1.10, 1.9 */
        uint32_t most = equal ? v : v == 200 ? 113 : v - 1;
        out->most = out->most == 0 || most < out->most ? most : out->most;
    }
    return end;
}

/* Where a name goes on: PyTorch, torch, PYTORCH. */
static size_t next_name(str text, size_t from)
{
    size_t small = str_find(text, STR("orch"), from), large = str_find(text, STR("ORCH"), from);
    return small < large ? small : large;
}

struct required_torch requires_in(str text)
{
    struct required_torch r = {0};
    for (size_t i = next_name(text, 0); i != SIZE_MAX; i = next_name(text, i + 1)) {
        bool py = i >= 3 && (text.p[i - 3] | 0x20) == 'p' && (text.p[i - 2] | 0x20) == 'y';
        size_t before = i - (py ? 3 : 1);
        if (i == 0 || (text.p[i - 1] | 0x20) != 't' ||
            (before > 0 && is_word(text.p[before - 1]))) {
            continue;
        }
        size_t end = link_end(text, i + 4), next;
        or_later(text, blanks(text, end), &r);
        for (next = comparison(text, blanks(text, end), &r); next > blanks(text, end);
             next = comparison(text, blanks(text, end), &r)) {
            end = blanks(text, next);
            end += at(text, end) == ',';
        }
        if (r.exact) { /* the first that is named; later ones are for other systems */
            break;
        }
    }
    return r;
}

/* --- where it stands --- */

static bool holds_project(const struct files *f, struct arena *a, str dir)
{
    static const char *const marks[] = {"setup.py", "requirements.txt", "requirements", ".git"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        str path = path_join(a, dir, str_of(marks[i]));
        if (files_has(f, path)) {
            return true;
        }
    }
    return false;
}

struct required_torch requires_torch(const struct files *f, struct arena *a, str config)
{
    struct required_torch found = {0};
    str dir = path_dirname(config), reason;
    for (int i = 0; !holds_project(f, a, dir); i++) {
        if (i == MOST_FOLDERS || dir.n <= 1 || !files_is_inside(f, dir)) {
            return found;
        }
        dir = path_dirname(dir);
    }
    for (size_t i = 0; i < sizeof GUIDES / sizeof *GUIDES; i++) {
        struct source *s;
        str path = path_join(a, dir, str_of(GUIDES[i].path));
        if (!files_has_file(f, path) || files_read(f, a, path, &s, &reason) != FILE_OK) {
            continue;
        }
        struct required_torch r = requires_in(s->bytes);
        r.from = GUIDES[i].path;
        r.is_guide = !GUIDES[i].is_required;
        if (r.exact || (!r.is_guide && (r.least || r.most))) {
            return r;
        }
        found = !found.from && (r.least || r.most) ? r : found;
    }
    return found;
}

/* --- and in a config that was shown somewhere else --- */

static const char NOTE[] = "# for torch";

static str condition(struct arena *a, const char *sign, uint32_t release)
{
    return release ? arena_printf(a, "%s%u.%u,", sign, release / 100, release % 100) : STR("");
}

str requires_note(struct arena *a, const struct required_torch *r)
{
    if (!r->from) {
        return STR("");
    }
    str all = arena_concat(a, condition(a, "==", r->exact),
        arena_concat(a, condition(a, ">=", r->least), condition(a, "<=", r->most)));
    return arena_printf(a, "%s%.*s (%s)", NOTE, STR_ARG(str_slice(all, 0, all.n - 1)), r->from);
}

struct required_torch requires_noted(str config)
{
    for (size_t i = 0, end; at(config, i) == '#'; i = end + 1) {
        end = str_find(config, STR("\n"), i);
        end = end == SIZE_MAX ? config.n : end;
        str line = str_slice(config, i, end);
        for (size_t k = 0; str_starts(line, str_of(NOTE)) && k < sizeof GUIDES / sizeof *GUIDES;
             k++) {
            size_t named = str_find(line, str_of(GUIDES[k].path), 0);
            if (named != SIZE_MAX && at(line, named - 1) == '(') {
                struct required_torch r = requires_in(str_slice(line, 0, named));
                r.from = GUIDES[k].path;
                r.is_guide = !GUIDES[k].is_required;
                return r;
            }
        }
    }
    return (struct required_torch){0};
}
