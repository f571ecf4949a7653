/* cfglint explain TYPE: the descriptions of a type, as they stand in their files. */
#include "cli/describe.h"

#include "cli/values.h"
#include "eval/eval.h"
#include "report/json.h"
#include "text/path.h"

#define ROLES STR("model/roles.star")

str describe_role(struct run *r, str type, str key, str folder)
{
    struct eval e;
    struct value out;
    struct value args[] = {
        value_string(r->arena, type), value_string(r->arena, key), value_string(r->arena, folder)};
    const struct value *f = library_global(r->library, ROLES, "role_of", r->diags);
    struct arguments call = {.positional = args, .n_positional = 3};
    eval_init(&e, r->arena, &r->limits, &PROFILE_LIBRARY, NULL);
    return f && eval_call(&e, f, &call, &out) && out.kind == VALUE_STRING ? value_str(&out)
                                                                          : STR("part");
}

const struct dict *describe_beginning(struct run *r, str role)
{
    const struct value *all = library_global(r->library, ROLES, "BEGINNINGS", r->diags);
    const struct entry *e = all && all->kind == VALUE_DICT ? dict_find_str(all->dict, role) : NULL;
    return e && e->value.kind == VALUE_DICT ? e->value.dict : NULL;
}

/* --- what stands in the file --- */

struct description {
    const struct declaration *declaration;
    const struct function_value *build;
    str folder;
};

static str text_at(const struct tree *t, node_id id)
{
    return str_trim(source_text(t->source, tree_span(t, id)));
}

/* "FCNHead(in_channels, channels, ...)": the definition's first lines as one, without its colon. */
static str signature(struct run *r, const struct description *d)
{
    const struct tree *t = d->build->tree;
    str text = text_at(t, d->build->def->node);
    span params = tree_span(t, tree_child(t, d->build->def->node, 0));
    uint32_t from = tree_span(t, d->build->def->node).start;
    text = str_slice(text, 0, params.end > from ? params.end - from : 0);
    text = str_starts(text, STR("def ")) ? str_slice(text, 4, text.n) : text;
    struct buf b = buf_make(r);
    for (size_t i = 0; i < text.n; i++) {
        bool blank = text.p[i] == ' ' || text.p[i] == '\n';
        if (!blank || (i > 0 && text.p[i - 1] != ' ' && text.p[i - 1] != '\n')) {
            buf_byte(&b, blank ? ' ' : text.p[i]);
        }
    }
    str one = str_trim(buf_str(&b));
    return str_ends(one, STR(")")) ? one : arena_concat(r->arena, one, STR(")"));
}

/* The comment above the definition, with its signs. */
static str comment(const struct description *d)
{
    const struct source *s = d->build->tree->source;
    uint32_t line = source_line_of(s, tree_span(d->build->tree, d->build->def->node).start);
    uint32_t first = line;
    while (first > 1 && str_starts(source_line(s, first - 1), STR("#")) &&
           !str_starts(source_line(s, first - 1), STR("# ---"))) {
        first--;
    }
    uint32_t start = source_line_start(s, first), end = source_line_start(s, line);
    return str_slice(s->bytes, start, end);
}

/* The examples of the same file that name the type. */
static void put_examples(struct buf *out, const struct description *d, str type)
{
    const struct tree *t = d->declaration->tree;
    EACH_CHILD (t, t->root, it) {
        str text = text_at(t, it);
        struct buf quoted = buf_make(out->ctx);
        foreign_printf(&quoted, "\"%.*s\"", STR_ARG(type));
        if (str_starts(text, STR("example(")) && str_find(text, buf_str(&quoted), 0) != SIZE_MAX) {
            buf_byte(out, '\n');
            foreign_put(out, text, FOREIGN_LINES);
            buf_byte(out, '\n');
        }
        buf_free(&quoted);
    }
}

static uint32_t line_of(const struct description *d)
{
    return source_line_of(
        d->build->tree->source, tree_span(d->build->tree, d->build->def->node).start);
}

static void put_text(struct run *r, struct buf *out, const struct description *d)
{
    str name = d->declaration->name, type = str_slice(name, str_rfind_byte(name, '.') + 1, name.n);
    str role = describe_role(r, type, STR(""), d->folder), call = signature(r, d);
    str path = d->build->tree->source->path;
    foreign_printf(out, "%.*s: %.*s, described at %.*s:%u\n\n    ", STR_ARG(name), STR_ARG(role),
        STR_ARG(path), line_of(d));
    foreign_put(out, call, FOREIGN_LINE);
    buf_puts(out, "\n\n");
    foreign_put(out, comment(d), FOREIGN_LINES);
    foreign_put(out, text_at(d->build->tree, d->build->def->node), FOREIGN_LINES);
    buf_byte(out, '\n');
    put_examples(out, d, type);
}

static void put_json(struct run *r, struct json *j, const struct description *d)
{
    str name = d->declaration->name, type = str_slice(name, str_rfind_byte(name, '.') + 1, name.n);
    struct buf examples = buf_make(r);
    put_examples(&examples, d, type);
    json_object(j, NULL);
    json_text(j, "name", name);
    json_text(j, "role", describe_role(r, type, STR(""), d->folder));
    json_path(j, d->build->tree->source->path);
    json_integer(j, "line", line_of(d));
    json_text(j, "signature", signature(r, d));
    json_text(j, "comment", comment(d));
    json_text(j, "text", text_at(d->build->tree, d->build->def->node));
    json_text(j, "examples", buf_str(&examples));
    json_end_object(j);
}

/* --- which --- */

static bool find(struct run *r, str name, struct description *out)
{
    const struct declaration *d = library_find(r->library, LIBRARY_module, name, r->diags);
    const struct value *make = d ? declaration_get(d, "build") : NULL;
    if (!make || make->kind != VALUE_FUNCTION) {
        return false;
    }
    str file = d->file;
    size_t first = str_find(file, STR("/"), 0), last = str_rfind_byte(file, '/');
    str folder = first < last ? str_slice(file, first + 1, last) : STR("");
    *out = (struct description){d, make->function, folder};
    return true;
}

bool describe_type(struct run *r, str type)
{
    const struct entry *bare = dict_find_str(library_bare_names(r->library, LIBRARY_module), type);
    struct list one = {0}, *names = &one;
    struct value name = value_string(r->arena, type);
    if (bare && bare->value.kind == VALUE_LIST) {
        names = bare->value.list;
    } else {
        list_push(r->arena, &one, name);
    }
    bool as_json = str_is(values_format(r), "json"), any = false;
    struct buf out = buf_make(r);
    struct json j = json_new(r->arena, &out, true);
    if (as_json) {
        json_array(&j, NULL);
    }
    for (uint32_t i = 0; i < names->n; i++) {
        struct description d;
        if (!find(r, value_str(&names->items[i]), &d)) {
            continue;
        }
        if (as_json) {
            put_json(r, &j, &d);
        } else {
            buf_puts(&out, any ? "\n" : "");
            put_text(r, &out, &d);
        }
        any = true;
    }
    if (as_json) {
        json_end_array(&j);
        json_end(&j);
    }
    if (any) {
        run_print(r, &out);
    }
    return any;
}
