#include "migrate/modules.h"

#include "config/write.h"
#include "text/path.h"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static void put_part(struct buf *b, str part)
{
    if (part.n > 0 && part.p[0] >= '0' && part.p[0] <= '9') {
        buf_byte(b, '_');
    }
    for (size_t i = 0; i < part.n; i++) {
        bool plain = is_letter(part.p[i]) || (part.p[i] >= '0' && part.p[i] <= '9');
        buf_byte(b, plain ? part.p[i] : '_');
    }
    if (!write_is_name(part) && modules_is_name(part)) {
        buf_byte(b, '_'); /* a keyword */
    }
}

str modules_path(struct arena *a, str relative)
{
    struct buf b = buf_make(a->owner);
    str ending = path_extension(relative);
    str stem = str_slice(relative, 0, relative.n - ending.n);
    for (size_t i = 0; i <= stem.n;) {
        size_t end = str_find(stem, STR("/"), i);
        end = end == SIZE_MAX ? stem.n : end;
        buf_puts(&b, i > 0 ? "/" : "");
        put_part(&b, str_slice(stem, i, end));
        i = end + 1;
    }
    buf_put(&b, ending);
    str path = arena_str(a, buf_str(&b));
    buf_free(&b);
    return path;
}

bool modules_is_name(str path)
{
    bool first = true, good = path.n > 0;
    for (size_t i = 0; i < path.n && good; i++) {
        bool digit = path.p[i] >= '0' && path.p[i] <= '9';
        good = path.p[i] == '/' ? !first : is_letter(path.p[i]) || (digit && !first);
        first = path.p[i] == '/';
    }
    return good;
}

str modules_import(struct arena *a, str from, str to)
{
    struct buf b = buf_make(a->owner);
    str relative = path_relative(a, to, path_dirname(from));
    buf_byte(&b, '.');
    while (str_starts(relative, STR("../"))) {
        buf_byte(&b, '.');
        relative = str_slice(relative, 3, relative.n);
    }
    for (size_t i = 0; i + 3 < relative.n; i++) { /* less ".py" */
        buf_byte(&b, relative.p[i] == '/' ? '.' : relative.p[i]);
    }
    str text = arena_str(a, buf_str(&b));
    buf_free(&b);
    return text;
}
