/* cfglint stub TYPE [FILE]: the beginning of a module description. */
#include "cli/run.h"

#include "config/write.h"
#include "eval/text.h"

/* The first dict with this type, anywhere below. */
static const struct dict *find_type(const struct value *v, str type, uint32_t depth)
{
    const struct dict *found = NULL;
    if (depth == 0) {
        return NULL;
    }
    if (v->kind == VALUE_DICT) {
        const struct value *t = dict_get(v->dict, "type");
        if (t &&
            (t->kind == VALUE_LAZY ? str_eq(t->lazy->name, type) : str_eq(value_str(t), type))) {
            return v->dict;
        }
        for (uint32_t i = 0; !found && i < v->dict->n; i++) {
            found = find_type(&v->dict->entries[i].value, type, depth - 1);
        }
    } else if (value_is_sequence(v)) {
        for (uint32_t i = 0; !found && i < v->list->n; i++) {
            found = find_type(&v->list->items[i], type, depth - 1);
        }
    }
    return found;
}

/* "mmseg.MyHead" is MyHead in code. */
static str plain_name(str type)
{
    size_t dot = str_rfind_byte(type, '.');
    return dot == SIZE_MAX ? type : str_slice(type, dot + 1, type.n);
}

/* --- arguments --- */

enum {
    LINE = 120,
    SHORT = 60
};

static bool ends_with(str s, const char *end)
{
    str e = str_of(end);
    return s.n >= e.n && str_eq(str_slice(s, s.n - e.n, s.n), e);
}

/* A part that build() makes: a dict with a type, unless it is a norm_cfg and the like, which is
 * handed on. */
static bool is_part(const struct entry *e)
{
    return e->value.kind == VALUE_DICT && dict_get(e->value.dict, "type") &&
           !ends_with(value_str(&e->key), "_cfg");
}

/* A part with tensors: coders and generators of boxes have none. */
static bool has_tensors(const struct entry *e)
{
    str key = value_str(&e->key);
    return is_part(e) && !ends_with(key, "coder") && !ends_with(key, "generator") &&
           !ends_with(key, "preprocessor");
}

/* A part that the forward pass runs, as far as its name tells. */
static bool runs(const struct entry *e)
{
    str key = value_str(&e->key);
    return has_tensors(e) && !str_starts(key, STR("loss")) && !ends_with(key, "encoding");
}

static bool is_argument(const struct entry *e)
{
    str key = value_str(&e->key);
    return !str_is(key, "type") && write_is_name(key);
}

/* Items of a list in brackets, on as many lines as they take. */
struct items {
    struct buf *out;
    size_t column, indent;
    bool any;
};

static void put_item(struct items *l, str item)
{
    bool fits = l->column + item.n + 4 < LINE;
    if (l->any) {
        buf_puts(l->out, ",");
        foreign_printf(l->out, fits ? " " : "\n%*s", (int)l->indent, "");
        l->column = fits ? l->column + 2 : l->indent;
    }
    foreign_printf(l->out, "%.*s", STR_ARG(item));
    l->column += item.n;
    l->any = true;
}

/* The written values as defaults; parts and long ones come with the config. */
static void put_arguments(struct run *r, struct items *items, const struct dict *given)
{
    for (uint32_t i = 0; given && i < given->n; i++) {
        const struct entry *e = &given->entries[i];
        if (!is_argument(e)) {
            continue;
        }
        struct buf value = buf_make(r);
        bool unknown = false;
        text_repr(r->arena, &value, &e->value, &unknown);
        str text = is_part(e) || buf_str(&value).n > SHORT ? STR("None") : buf_str(&value);
        put_item(
            items, arena_printf(r->arena, "%.*s=%.*s", STR_ARG(value_str(&e->key)), STR_ARG(text)));
    }
    put_item(items, STR("**kwargs"));
}

/* --- the description --- */

static void put_steps(struct buf *out, const struct dict *given)
{
    bool any = false;
    for (uint32_t i = 0; given && i < given->n; i++) {
        const struct entry *e = &given->entries[i];
        if (is_argument(e) && runs(e)) {
            foreign_printf(out, "    x = m.%.*s(x)\n", STR_ARG(value_str(&e->key)));
            any = true;
        }
    }
    buf_puts(out, any ? "    return x\n\n" : "    return m.conv(x)\n\n");
}

static void put_module(
    struct run *r, struct buf *out, str name, const struct dict *given, bool model)
{
    str head = arena_printf(r->arena, "    return Module(\"%.*s\", _forward", STR_ARG(name));
    struct items items = {out, head.n, STR("    return Module(").n, true};
    bool any = false;
    foreign_printf(out, "%.*s", STR_ARG(head));
    for (uint32_t i = 0; given && i < given->n; i++) {
        const struct entry *e = &given->entries[i];
        if (is_argument(e) && has_tensors(e)) {
            str key = value_str(&e->key);
            put_item(
                &items, arena_printf(r->arena, "%.*s=build(%.*s)", STR_ARG(key), STR_ARG(key)));
            any |= runs(e);
        }
    }
    if (!any) {
        put_item(&items, STR("conv=nn.Conv2d(256, 256, 3, padding=1)"));
    }
    if (model) {
        put_item(&items, STR("loss=_loss"));
    }
    buf_puts(out, ")\n\n");
}

static void put_description(
    struct run *r, struct buf *out, str type, const struct dict *given, bool model)
{
    str name = plain_name(type);
    foreign_printf(out,
        "# %.*s: how it is built, and what its forward pass does to tensors.\n"
        "# A file of a .cfglint folder, beside the configs or above them.\n\n"
        "import modules.nn as nn\nfrom modules.cnn import ConvModule\n\n"
        "# The code of forward(), with the names of the original: a name that holds a tensor keeps "
        "it.\n"
        "def _forward(m, x):\n",
        STR_ARG(type));
    put_steps(out, given);
    if (model) {
        buf_puts(out,
            "# A step of training: batch.images is (N, C, H, W), with moments and views behind N; "
            "batch.points is a list of clouds.\n"
            "def _loss(m, batch):\n    x = batch.images\n    x = x.flatten(0, x.ndim - 4)\n"
            "    return [_forward(m, x)]\n\n");
    }
    buf_puts(out, "# The arguments of __init__; **kwargs takes those that decide no size.\n");
    str define = arena_printf(r->arena, "def %.*s(", STR_ARG(name));
    foreign_printf(out, "%.*s", STR_ARG(define));
    struct items items = {.out = out, .column = define.n, .indent = define.n};
    put_arguments(r, &items, given);
    buf_puts(out, "):\n");
    put_module(r, out, name, given, model);
    foreign_printf(out,
        "module(\"%.*s\", build=%.*s)\n\n"
        "# A test: `cfglint dump examples %.*s` builds this and counts.\n"
        "example(\"%.*s\", cfg=dict(type=\"%.*s\"), input=[1, 256, 32, 32], "
        "outputs=[[1, 256, 32, 32]])\n",
        STR_ARG(type), STR_ARG(name), STR_ARG(name), STR_ARG(name), STR_ARG(type));
}

enum exit_status command_stub(struct run *r)
{
    const struct dict *given = NULL;
    bool model = false;
    if (r->args.paths.n < 1 || r->args.paths.n > 2 ||
        !write_is_name(plain_name(r->args.paths.items[0]))) {
        run_usage(r, "cfglint stub takes the name of a type, and a config that uses it");
        return EXIT_USAGE;
    }
    str type = r->args.paths.items[0];
    if (r->args.paths.n == 2) {
        struct config *c = run_resolve(r, r->args.paths.items[1]);
        if (!c || c->failed) {
            return EXIT_USAGE;
        }
        const struct value *top = dict_get(c->root.dict, "model");
        given = top ? find_type(top, plain_name(type), 32) : NULL;
        model = given && given == top->dict;
        given = given ? given : find_type(&c->root, plain_name(type), 32);
        if (!given) {
            run_usage(r, "%.*s has no dict with type='%.*s'", STR_ARG(r->args.paths.items[1]),
                STR_ARG(type));
            return EXIT_USAGE;
        }
    }
    struct buf out = buf_make(r);
    put_description(r, &out, type, given, model);
    run_print(r, &out);
    return EXIT_CLEAN;
}
