/* cfglint explain NAME: what library files say of it, as it stands there. */
#include "cli/describe.h"

#include "cli/values.h"
#include "eval/eval.h"
#include "eval/text.h"
#include "report/json.h"
#include "settings/device.h"
#include "text/path.h"

#define ROLES STR("model/roles.star")

str describe_role(struct run *r, str type, str key, str folder)
{
    struct value out;
    struct value args[] = {
        value_string(r->arena, type), value_string(r->arena, key), value_string(r->arena, folder)};
    bool known = library_ask(r->library, r->arena, ROLES, "role_of", args, 3, &out, r->diags);
    return known && out.kind == VALUE_STRING ? value_str(&out) : STR("part");
}

const struct dict *describe_beginning(struct run *r, str role)
{
    const struct entry *e =
        dict_find_str(library_dict(r->library, ROLES, "BEGINNINGS", r->diags), role);
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
    str one = str_trim(buf_str(&b)), lambda = STR("lambda");
    if (str_starts(one, lambda)) {
        one = arena_printf(r->arena, "%.*s(%.*s", STR_ARG(d->declaration->name),
            STR_ARG(str_trim(str_slice(one, lambda.n, one.n))));
    }
    return arena_concat(r->arena, one, STR(")"));
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

static void put_call(struct run *r, struct json *j, const struct description *d)
{
    str name = d->declaration->name, type = str_slice(name, str_rfind_byte(name, '.') + 1, name.n);
    json_text(j, "name", name);
    json_text(j, "role", describe_role(r, type, STR(""), d->folder));
    json_path(j, d->build->tree->source->path);
    json_integer(j, "line", line_of(d));
    json_text(j, "signature", signature(r, d));
}

static void put_json(struct run *r, struct json *j, const struct description *d)
{
    str name = d->declaration->name, type = str_slice(name, str_rfind_byte(name, '.') + 1, name.n);
    struct buf examples = buf_make(r);
    put_examples(&examples, d, type);
    json_object(j, NULL);
    put_call(r, j, d);
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

void describe_call(struct run *r, struct json *j, str name)
{
    struct description d;
    if (find(r, name, &d)) {
        json_object(j, NULL);
        put_call(r, j, &d);
        json_end_object(j);
    }
}

void describe_type(struct run *r, struct page *page, str type)
{
    const struct entry *bare = dict_find_str(library_bare_names(r->library, LIBRARY_module), type);
    struct list one = {0}, *names = &one;
    struct value name = value_string(r->arena, type);
    if (bare && bare->value.kind == VALUE_LIST) {
        names = bare->value.list;
    } else {
        list_push(r->arena, &one, name);
    }
    for (uint32_t i = 0; i < names->n; i++) {
        struct description d;
        if (!find(r, value_str(&names->items[i]), &d)) {
            continue;
        }
        if (page->json) {
            put_json(r, page->json, &d);
        } else {
            buf_puts(page->out, page->n ? "\n" : "");
            put_text(r, page->out, &d);
        }
        page->n++;
    }
}

/* --- what else a library file declares --- */

static const struct {
    enum library_kind kind;
    const char *label;
} DECLARED[] = {{LIBRARY_device, "GPU"}, {LIBRARY_dataset, "data set"},
    {LIBRARY_measured, "data set, measured"}, {LIBRARY_transform, "transform"},
    {LIBRARY_optimizer, "optimizer"}, {LIBRARY_setting, "setting"},
    {LIBRARY_profile, "training script"}, {LIBRARY_migration, "migration"},
    {LIBRARY_translation, "translation of a type"}};

static bool is_function(const struct value *v)
{
    return v->kind == VALUE_FUNCTION && v->function->def;
}

static struct description code_of(const struct declaration *d, const struct value *v)
{
    return (struct description){.declaration = d, .build = v->function};
}

static void put_value(struct run *r, struct buf *out, const struct value *v)
{
    struct buf b = buf_make(r);
    bool unknown = false;
    text_str(r->arena, &b, v, &unknown);
    foreign_put(out, buf_str(&b), FOREIGN_LINE);
    buf_byte(out, '\n');
}

/* A function stands below them all; the parts of what has several are on lines of their own. */
static void put_argument(struct run *r, struct buf *out, str key, const struct value *v)
{
    foreign_printf(out, v->kind == VALUE_DICT ? "  %.*s" : "  %-18.*s ", STR_ARG(key));
    bool lists_texts =
        v->kind == VALUE_LIST && v->list->n > 0 && v->list->items[0].kind == VALUE_STRING;
    if (is_function(v)) {
        buf_puts(out, "as follows\n");
    } else if (v->kind == VALUE_DICT) {
        buf_byte(out, '\n');
        for (uint32_t i = 0; i < v->dict->n; i++) {
            str part = value_str(&v->dict->entries[i].key);
            foreign_printf(out, "    %-18.*s ", STR_ARG(part));
            put_value(r, out, &v->dict->entries[i].value);
        }
    } else if (lists_texts) {
        for (uint32_t i = 0; i < v->list->n; i++) {
            buf_puts(out, i ? "                     " : "");
            put_value(r, out, &v->list->items[i]);
        }
    } else {
        put_value(r, out, v);
    }
}

static void put_code(struct buf *out, const struct description *code)
{
    foreign_printf(out, "\n# %.*s:%u\n", STR_ARG(code->build->tree->source->path), line_of(code));
    foreign_put(out, comment(code), FOREIGN_LINES);
    foreign_put(out, text_at(code->build->tree, code->build->def->node), FOREIGN_LINES);
    buf_byte(out, '\n');
}

static void put_declared(
    struct run *r, struct buf *out, const struct declaration *d, str name, const char *label)
{
    foreign_printf(out, "%.*s: %s, declared at %.*s:%u\n\n", STR_ARG(name), label,
        STR_ARG(d->tree->source->path),
        source_line_of(d->tree->source, tree_span(d->tree, d->node).start));
    const struct dict *all = d->arguments;
    for (uint32_t i = 0; i < all->n; i++) {
        put_argument(r, out, value_str(&all->entries[i].key), &all->entries[i].value);
    }
    for (uint32_t i = 0; i < all->n; i++) {
        if (is_function(&all->entries[i].value)) {
            struct description code = code_of(d, &all->entries[i].value);
            put_code(out, &code);
        }
    }
}

static void json_declared(struct json *j, const struct declaration *d, str name, const char *label)
{
    json_object(j, NULL);
    json_text(j, "name", name);
    json_word(j, "role", label);
    json_path(j, d->tree->source->path);
    json_integer(j, "line", source_line_of(d->tree->source, tree_span(d->tree, d->node).start));
    json_object(j, "arguments");
    for (uint32_t i = 0; i < d->arguments->n; i++) {
        const struct entry *e = &d->arguments->entries[i];
        if (is_function(&e->value)) {
            struct description code = code_of(d, &e->value);
            json_text(j, value_str(&e->key).p, text_at(code.build->tree, code.build->def->node));
        } else {
            json_value(j, value_str(&e->key).p, &e->value);
        }
    }
    json_end_object(j);
    json_end_object(j);
}

void describe_declared(struct run *r, struct page *page, str name)
{
    for (size_t i = 0; i < sizeof DECLARED / sizeof *DECLARED; i++) {
        bool is_gpu = DECLARED[i].kind == LIBRARY_device;
        str key = is_gpu ? device_key(r->arena, name) : name;
        const struct declaration *d = library_find(r->library, DECLARED[i].kind, key, r->diags);
        if (!d) {
            continue;
        }
        if (page->json) {
            json_declared(page->json, d, name, DECLARED[i].label);
        } else {
            buf_puts(page->out, page->n ? "\n" : "");
            put_declared(r, page->out, d, name, DECLARED[i].label);
        }
        page->n++;
    }
}

str describe_nearest(struct run *r, str name)
{
    name = str_slice(name, str_rfind_byte(name, '.') + 1, name.n);
    str best = library_nearest(r->library, r->arena, LIBRARY_module, name);
    for (size_t i = 0; best.n == 0 && i < sizeof DECLARED / sizeof *DECLARED; i++) {
        bool is_gpu = DECLARED[i].kind == LIBRARY_device;
        best = library_nearest(
            r->library, r->arena, DECLARED[i].kind, is_gpu ? device_key(r->arena, name) : name);
    }
    return best;
}
