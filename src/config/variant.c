#include "config/variant.h"

#include "base/buf.h"
#include "config/write.h"
#include "text/path.h"

/* "./name.py", "../folder/name.py" */
static str base_path(struct arena *a, const struct config *c, str path)
{
    str relative = path_relative(a, c->source->absolute, path_dirname(path));
    return str_starts(relative, STR("../")) ? relative : arena_concat(a, STR("./"), relative);
}

/* "..folder.name" for read_base(); false when a part of the path is no name. */
static bool base_module(struct arena *a, str relative, str *out)
{
    struct buf b = buf_make(a->owner);
    buf_byte(&b, '.');
    relative = str_slice(relative, str_starts(relative, STR("./")) ? 2 : 0, relative.n);
    while (str_starts(relative, STR("../"))) {
        buf_byte(&b, '.');
        relative = str_slice(relative, 3, relative.n);
    }
    relative = str_slice(relative, 0, relative.n - path_extension(relative).n);
    while (relative.n > 0) {
        size_t slash = str_find(relative, STR("/"), 0);
        str part = slash == SIZE_MAX ? relative : str_slice(relative, 0, slash);
        relative = slash == SIZE_MAX ? STR("") : str_slice(relative, slash + 1, relative.n);
        if (!write_is_name(part)) {
            return false;
        }
        buf_put(&b, part);
        buf_puts(&b, relative.n ? "." : "");
    }
    *out = buf_str(&b);
    return true;
}

bool variant_copy(const struct config *c, str path, str *text, str *why)
{
    if (!str_eq(path_dirname(path), path_dirname(c->source->absolute))) {
        *why = STR("it would have to be a copy, which only works in the same folder");
        return false;
    }
    *text = c->source->bytes;
    return true;
}

bool variant_by_import(struct arena *a, const struct config *c, str path, str *text, str *why)
{
    bool python = str_is(path_extension(path), ".py");
    str newline = source_newline(c->source), module;
    if (!python || !base_module(a, base_path(a, c, path), &module)) {
        *why = STR("it has to be a .py file");
        return str_eq(path_extension(path), path_extension(c->path)) &&
               variant_copy(c, path, text, why);
    }
    *text = arena_printf(a,
        "from mmengine.config import read_base%.*s%.*swith read_base():%.*s    from %.*s import "
        "*%.*s%.*s",
        STR_ARG(newline), STR_ARG(newline), STR_ARG(newline), STR_ARG(module), STR_ARG(newline),
        STR_ARG(newline));
    return true;
}

static str quoted(struct arena *a, str base, enum write_syntax syntax)
{
    struct buf b = buf_make(a->owner);
    struct write_style style = write_style_default(syntax);
    write_string(&b, base, &style);
    return buf_str(&b);
}

bool variant_by_base(struct arena *a, const struct config *c, str path, str *text, str *why)
{
    str extension = path_extension(path), base = base_path(a, c, path);
    str newline = source_newline(c->source);
    if (str_is(extension, ".py")) {
        str name = quoted(a, base, WRITE_PYTHON);
        *text = arena_printf(
            a, "_base_ = %.*s%.*s%.*s", STR_ARG(name), STR_ARG(newline), STR_ARG(newline));
    } else if (path_is_yaml(path)) {
        *text = arena_printf(a, "_base_: %.*s%.*s", STR_ARG(base), STR_ARG(newline));
    } else if (str_is(extension, ".json")) {
        str name = quoted(a, base, WRITE_JSON);
        *text = arena_printf(a, "{%.*s  \"_base_\": %.*s%.*s}%.*s", STR_ARG(newline), STR_ARG(name),
            STR_ARG(newline), STR_ARG(newline));
    } else {
        *why = STR("its name has to end in .py, .yaml, .yml or .json");
        return false;
    }
    return true;
}
