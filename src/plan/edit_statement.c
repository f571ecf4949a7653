/* Python: statements that set, change or delete a name at the end of the file. */
#include "plan/edit.h"

#include "config/dialect/dialect.h"
/* Where a new statement goes: behind everything else. */
static void append(struct target *t, struct candidates *out, const char *what, str statement)
{
    str bytes = t->source->bytes, newline = t->style.newline;
    bool open = bytes.n > 0 && bytes.p[bytes.n - 1] != '\n' && bytes.p[bytes.n - 1] != '\r';
    uint32_t end = (uint32_t)bytes.n;
    edit_add(t, edit_new(t, out, what), (span){end, end},
        arena_printf(t->a, "%.*s%.*s%.*s", open ? (int)newline.n : 0, newline.p, STR_ARG(statement),
            STR_ARG(newline)));
}

/* `TARGET = value` */
static void assign(struct target *t, struct candidates *out, str left, const struct value *v)
{
    str text;
    if (edit_value(t, v, (uint32_t)left.n + 3, 0, false, &text)) {
        append(t, out, "overriding it in a statement",
            arena_printf(t->a, "%.*s = %.*s", STR_ARG(left), STR_ARG(text)));
    }
}

static bool is_index(const struct target *t, str above)
{
    const struct value *v = above.n ? config_at(t->config, above) : NULL;
    return v && value_is_sequence(v);
}

/* "name['a'][0]" for the first `n` bytes of a path. */
static str subscripts(struct target *t, str path, size_t n)
{
    struct buf b = buf_make(t->a->owner);
    for (size_t at = 0; at < n;) {
        size_t dot = str_find(path, STR("."), at);
        size_t end = dot == SIZE_MAX || dot > n ? n : dot;
        str part = str_slice(path, at, end);
        if (at == 0) {
            buf_put(&b, part);
        } else {
            buf_byte(&b, '[');
            if (is_index(t, str_slice(path, 0, at - 1))) {
                buf_put(&b, part);
            } else {
                write_string(&b, part, &t->style);
            }
            buf_byte(&b, ']');
        }
        at = end + 1;
    }
    return buf_str(&b);
}

static bool leads_through_list(const struct target *t, str path)
{
    for (size_t at = 0; (at = str_find(path, STR("."), at)) != SIZE_MAX; at++) {
        if (is_index(t, str_slice(path, 0, at))) {
            return true;
        }
    }
    return false;
}

/* `a['b']['c'] = v`, then `a['b'] = dict(c=v)`, ... */
static void assign_items(struct target *t, const struct change *c, struct candidates *out)
{
    str path = c->path;
    for (size_t n = path.n; n != SIZE_MAX && n > 0;) {
        str rest = n < path.n ? str_slice(path, n + 1, path.n) : STR("");
        struct value nested = edit_nested(t, rest, &c->value);
        str left = str_slice(path, 0, n);
        size_t dot = str_rfind_byte(left, '.');
        if (dot == SIZE_MAX) {
            break; /* the name itself */
        }
        bool through_list = rest.n > 0 && is_index(t, left);
        if (!through_list) {
            assign(t, out, subscripts(t, path, n), &nested);
        }
        n = dot;
    }
}

static void set_text_style(
    struct target *t, const struct change *c, str name, struct candidates *out)
{
    str rest;
    dotted_head(c->path, &rest);
    struct value nested = edit_nested(t, rest, &c->value);
    struct place place;
    place_find(t, name, &place);
    if (!place.statement) { /* the file does not bind the name */
        if (!leads_through_list(t, c->path)) {
            assign(t, out, name, &nested);
        }
        return;
    }
    assign_items(t, c, out);
    if (rest.n == 0) {
        assign(t, out, name, &c->value);
    }
}

/* `name.update(dict(...))`: deep on what comes from a base. */
static void update(struct target *t, str name, const struct value *v, struct candidates *out)
{
    str text;
    uint32_t around = sizeof ".update()" - 1; /* the last bracket has to go on the line, too */
    if (edit_value(t, v, (uint32_t)name.n + around, 0, false, &text)) {
        append(t, out, "overriding it in a statement",
            arena_printf(t->a, "%.*s.update(%.*s)", STR_ARG(name), STR_ARG(text)));
    }
}

static void set_new_style(
    struct target *t, const struct change *c, str name, struct candidates *out)
{
    str rest;
    dotted_head(c->path, &rest);
    const struct value *now = config_at(t->config, name);
    struct value nested = edit_nested(t, rest, &c->value);
    if (rest.n == 0 || !now) {
        assign(t, out, name, &nested);
        return;
    }
    if (now->kind == VALUE_DICT && !leads_through_list(t, c->path)) {
        update(t, name, &nested, out);
    }
    assign_items(t, c, out);
}

static void delete_(struct target *t, const struct change *c, struct candidates *out)
{
    str path = c->path;
    size_t dot = str_rfind_byte(path, '.');
    if (dot == SIZE_MAX) {
        append(t, out, "deleting it in a statement", arena_printf(t->a, "del %.*s", STR_ARG(path)));
        if (t->config->dialect->bases == BASES_BY_NAME) {
            append(t, out, "deleting it in a statement",
                arena_printf(t->a, "del _base_.%.*s", STR_ARG(path)));
        }
        return;
    }
    append(t, out, "deleting it in a statement",
        arena_printf(t->a, "del %.*s", STR_ARG(subscripts(t, path, path.n))));
}

void edit_rebinding(struct target *t, const struct change *c, struct candidates *out)
{
    str rest, name = dotted_head(c->path, &rest);
    struct value v;
    if (write_is_name(name) && rest.n > 0 && edit_whole_value(t, c, name, &v)) {
        assign(t, out, name, &v);
    }
}

void edit_statements(struct target *t, const struct change *c, struct candidates *out)
{
    str rest, name = dotted_head(c->path, &rest);
    if (!write_is_name(name)) {
        return;
    }
    if (c->deletes) {
        delete_(t, c, out);
    } else if (t->config->dialect->bases == BASES_BOUND) {
        set_new_style(t, c, name, out);
    } else {
        set_text_style(t, c, name, out);
    }
}
